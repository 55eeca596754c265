// Package private keeps files that only their user may have written: consents, a
// key, cached answers. Whoever else could have written a file, or could have put
// another in its place, is not believed.
//
// It must not know what the files say.
package private

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"ensures/internal/atomicfile"
)

// Error says why a file or folder is not believed.
type Error struct {
	Path string
	Why  string
}

func (e *Error) Error() string { return e.Path + " is not believed: " + e.Why }

// Read returns the content of a file that only its user could have written. The file
// is regular, no link, at most max bytes long; it and its folder are the user's, and
// nobody else may write to them. A missing file is fs.ErrNotExist, anything else that
// is not so an [*Error].
func Read(path string, max int64) ([]byte, error) {
	if err := check(filepath.Dir(path), true); err != nil {
		return nil, err
	}
	f, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()

	// Of the open file, not of the path, behind which another one could be put meanwhile.
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if err := judge(path, info, false); err != nil {
		return nil, err
	}

	text, err := io.ReadAll(io.LimitReader(f, max+1))
	switch {
	case err != nil:
		return nil, err
	case int64(len(text)) > max:
		return nil, &Error{path, fmt.Sprintf("it is longer than %d bytes", max)}
	}
	return text, nil
}

// ReadRegular returns the content of a regular file of at most max bytes, whoever's
// it is. A device or a pipe is an error at once, instead of a wait without an end.
func ReadRegular(path string, max int64) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is %s, not a file", path, kind(info.Mode()))
	case info.Size() > max:
		return nil, fmt.Errorf("%s has %d bytes; at most %d are read", path, info.Size(), max)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, max))
}

// Write puts a file of the user's own in place, as a whole or not at all. Folders
// that are missing are made, for the user alone.
func Write(path string, content []byte) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if err := check(dir, true); err != nil {
		return err
	}
	return atomicfile.WriteOwn(path, content)
}

// Key returns the user's secret that is kept in a file, made where there is none.
func Key(path string) ([]byte, error) {
	key, err := Read(path, sha256.Size)
	if err == nil && len(key) == sha256.Size {
		return key, nil
	}
	// A key that somebody else could have written is no reason to make a new one in its place.
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}

	key = make([]byte, sha256.Size)
	if _, err := rand.Read(key); err != nil {
		return nil, err
	}
	if err := Write(path, key); err != nil {
		return nil, err
	}
	return Read(path, sha256.Size) // of two processes at once the last one's stays
}

// Sum authenticates text with a key.
func Sum(key, text []byte) []byte {
	h := hmac.New(sha256.New, key)
	h.Write(text)
	return h.Sum(nil)
}

// Same reports whether two sums are equal, in a time that says nothing of where they
// differ.
func Same(a, b []byte) bool { return hmac.Equal(a, b) }

// check reports why what is at path is not believed.
func check(path string, dir bool) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	return judge(path, info, dir)
}

func judge(path string, info fs.FileInfo, dir bool) error {
	switch {
	case dir && !info.IsDir():
		return &Error{path, "it is " + kind(info.Mode()) + ", not a folder"}
	case !dir && !info.Mode().IsRegular():
		return &Error{path, "it is " + kind(info.Mode()) + ", not a file"}
	case info.Mode().Perm()&0o022 != 0:
		return &Error{path, fmt.Sprintf("others may write to it (mode %#o)", info.Mode().Perm())}
	case !ownFile(info):
		return &Error{path, "it is another user's"}
	}
	return nil
}

// kind names what a path leads to.
func kind(m fs.FileMode) string {
	switch {
	case m.IsDir():
		return "a folder"
	case m&fs.ModeNamedPipe != 0:
		return "a pipe"
	case m&fs.ModeDevice != 0:
		return "a device"
	case m&fs.ModeSocket != 0:
		return "a socket"
	case m&fs.ModeSymlink != 0:
		return "a link"
	case m.IsRegular():
		return "a file"
	}
	return "no file"
}
