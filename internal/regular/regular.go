// Package regular opens the files that a user names, and none but regular ones. A
// pipe that nobody writes to, or a device without an end, would never be read to the
// end; what a program produces is given on standard input, where a verb takes it.
package regular

import (
	"io"
	"io/fs"
	"os"
)

// Open opens a file for reading. Anything but a regular file is an [*fs.PathError]
// that says what it is; opening never waits.
func Open(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|nonblock, 0)
	return only(f, err, path)
}

// only returns an opened file if it is a regular one.
func only(f *os.File, err error, path string) (*os.File, error) {
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: path, Err: &NotRegular{info.Mode()}}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// ReadFile returns the content of a regular file.
func ReadFile(path string) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// ReadIn returns the content of a regular file below a folder; a link that leads out of
// it is an error.
func ReadIn(root *os.Root, path string) ([]byte, error) {
	f, err := root.OpenFile(path, os.O_RDONLY|nonblock, 0)
	if f, err = only(f, err, path); err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// NotRegular says what is at a path in place of a regular file.
type NotRegular struct{ Mode fs.FileMode }

func (e *NotRegular) Error() string {
	switch {
	case e.Mode.IsDir():
		return "is a directory"
	case e.Mode&fs.ModeNamedPipe != 0:
		return "is a pipe, no regular file"
	case e.Mode&fs.ModeSocket != 0:
		return "is a socket, no regular file"
	case e.Mode&fs.ModeDevice != 0:
		return "is a device, no regular file"
	}
	return "is no regular file"
}
