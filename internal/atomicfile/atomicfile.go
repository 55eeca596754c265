// Package atomicfile writes a file as a whole or not at all: a reader sees the old
// content or the new one, never a part.
//
// It must not know what the files say.
package atomicfile

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
)

// Write replaces the content of a file, also across a power failure. A new file
// gets the permissions that the umask leaves of 0666, an existing one keeps its
// own; a symbolic link is followed. What is no regular file (a terminal, a pipe) is
// written to as it is.
func Write(path string, data []byte) error {
	path = target(path)
	info, err := os.Stat(path)
	// Renaming a file over a terminal or a pipe would take it away.
	if err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(path, data, 0o666)
	}

	keep := func(*os.File) error { return nil }
	if err == nil {
		keep = func(f *os.File) error { return f.Chmod(info.Mode().Perm()) }
	}
	// The content reaches the disk before the name does, or a power failure could leave the name
	// with nothing behind it.
	return replace(path, data, 0o666, func(f *os.File) error { return errors.Join(keep(f), f.Sync()) })
}

// WriteOwn puts a file that only its user may read in the place of whatever was
// there, a link as well. Folders that are missing are made, for the user alone. The
// content is one that can be made again: it may be lost with the machine's power.
func WriteOwn(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return replace(path, data, 0o600, func(*os.File) error { return nil })
}

// replace writes a new file beside path, finishes it and gives it path's name.
func replace(path string, data []byte, perm fs.FileMode, finish func(*os.File) error) error {
	f, err := create(path, perm)
	if err != nil {
		return err
	}

	_, err = f.Write(data)
	if err == nil {
		err = finish(f)
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// create makes a file with a name of its own in the folder of path, with permissions
// that the system narrows by the umask.
func create(path string, perm fs.FileMode) (*os.File, error) {
	dir, base := filepath.Split(path)
	for try := 0; ; try++ {
		// In the same folder, so that the rename stays on one file system; a dot in front hides
		// it from listings meanwhile.
		name := filepath.Join(dir, "."+base+"."+strconv.FormatUint(uint64(rand.Uint32()), 36))
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, perm)
		if !errors.Is(err, fs.ErrExist) || try == 1000 {
			return f, err
		}
	}
}

// target is the file that a path leads to, also by way of a link to a file that
// does not exist yet.
func target(path string) string {
	for range 40 { // as many links as Linux follows
		to, err := os.Readlink(path)
		if err != nil {
			return path
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	return path
}
