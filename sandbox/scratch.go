package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"time"
)

// scratchPrefix begins the names of scratch folders; what they are for and a number
// follow.
const scratchPrefix = "ensures-scratch-"

var scratchName = regexp.MustCompile(`^` + scratchPrefix + `[a-z]+-[0-9]+$`)

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

// TempDir makes a scratch folder for a child's files, and returns it with what removes
// it again. Folders of processes that were killed before they could are removed here.
func TempDir(use string) (dir string, remove func(), err error) {
	s, err := newScratch(use)
	if err != nil {
		return "", nil, err
	}
	return s.dir, s.remove, nil
}

// newScratch makes a scratch folder, after removing those that programs left which
// were killed.
func newScratch(use string) (*scratch, error) {
	sweepScratch(os.TempDir(), time.Minute)
	dir, err := os.MkdirTemp("", scratchPrefix+use+"-")
	if err != nil {
		return nil, fmt.Errorf("scratch folder: %w", err)
	}
	// From here on sweepScratch of another process leaves the folder alone.
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

// sweepScratch removes scratch folders that nobody uses any more: they have a name that
// [newScratch] gives, no link in their place, this user as their owner, and no process
// that holds their lock. One that was made a moment ago may not be locked yet.
func sweepScratch(in string, age time.Duration) {
	entries, err := os.ReadDir(in)
	if err != nil {
		return
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !scratchName.MatchString(e.Name()) || !e.IsDir() || time.Since(info.ModTime()) < age || !isOurs(info) {
			continue
		}
		dir := filepath.Join(in, e.Name())
		if lock, err := lockFolder(dir); err == nil {
			(&scratch{dir, lock}).remove()
		}
	}
}
