package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// scratchPrefix begins the names of scratch folders.
const scratchPrefix = "ensures-box-"

// maxFiles is how many files and folders may be in a scratch folder, and maxNested how
// deep.
const (
	maxFiles  = 1000
	maxNested = 32
)

// scratch is the folder that code may write to. Where the system lets the child have
// mounts of its own, the child sees a file system of the allowed size in its place,
// which is gone with the child; elsewhere what is in the folder is measured.
type scratch struct {
	dir  string
	lock *os.File // held as long as the folder is in use
}

// newScratch makes a scratch folder, after removing those that programs left which
// were killed.
func newScratch() (*scratch, error) {
	sweepScratch(os.TempDir(), time.Minute)
	dir, err := os.MkdirTemp("", scratchPrefix)
	if err != nil {
		return nil, fmt.Errorf("scratch folder: %w", err)
	}
	lock, err := lockFolder(dir)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("scratch folder: %w", err), os.Remove(dir))
	}
	return &scratch{dir, lock}, nil
}

// remove removes the folder with whatever the code made of it.
func (s *scratch) remove() {
	_ = removeHostile(s.dir)
	if s.lock != nil {
		_ = s.lock.Close()
	}
}

// sweepScratch removes scratch folders that nobody uses any more. One that was made a
// moment ago may not be locked yet.
func sweepScratch(in string, age time.Duration) {
	entries, err := os.ReadDir(in)
	if err != nil {
		return
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !strings.HasPrefix(e.Name(), scratchPrefix) || !e.IsDir() || time.Since(info.ModTime()) < age || !isOurs(info) {
			continue
		}
		dir := filepath.Join(in, e.Name())
		if lock, err := lockFolder(dir); err == nil {
			(&scratch{dir, lock}).remove()
		}
	}
}
