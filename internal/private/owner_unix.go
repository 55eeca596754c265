//go:build unix

package private

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// ownFile reports whether a file belongs to the user of this process.
func ownFile(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Geteuid()
}

// openRegular opens a file for reading, without following a last link and without
// waiting for the other end of a pipe.
func openRegular(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if errors.Is(err, syscall.ELOOP) {
		return nil, &Error{path, "it is a link"}
	}
	return f, err
}
