package view

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"ensures/trajectories"
)

// store reads runs and keeps what was read last.
type store struct {
	dir  string
	read func(path string) (*trajectories.Outline, error)

	// mu is held for no reading of a run: one of hundreds of megabytes takes a while,
	// and other runs are shown meanwhile.
	mu     sync.Mutex
	open   []*opened // the latest last; those being read among them
	listMu sync.Mutex
	list   []entry
	listed time.Time
}

// entry is a run by the name of its folder; what the run says of itself is data.
type entry struct {
	ID string
	trajectories.Summary
}

// opened is a run's outline, good while the file stays as it is. The outline and the
// error are there once done is closed.
type opened struct {
	id      string
	size    int64
	changed time.Time
	done    chan struct{}
	outline *trajectories.Outline
	err     error
}

const (
	listKept   = time.Second // how long a listing is good for
	openedKept = 4           // outlines in memory
)

var (
	errNoRun  = errors.New("no such run")
	errBroken = errors.New("the run could not be read")
)

// entries are the runs of the folder.
func (s *store) entries() ([]entry, error) {
	s.listMu.Lock()
	defer s.listMu.Unlock()
	if s.list != nil && time.Since(s.listed) < listKept {
		return s.list, nil
	}
	dirs, err := os.ReadDir(s.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	list := []entry{}
	for _, d := range dirs {
		if !d.IsDir() || !s.regular(d.Name()) { // a link might lead out of the folder
			continue
		}
		if sum, err := trajectories.Summarize(filepath.Join(s.dir, d.Name())); err == nil {
			list = append(list, entry{d.Name(), sum})
		}
	}
	s.list, s.listed = list, time.Now()
	return list, nil
}

// regular reports whether a run's files, as far as there are any, are no links.
func (s *store) regular(id string) bool {
	for _, name := range []string{trajectories.TrajectoryFile, trajectories.SummaryFile} {
		if info, err := os.Lstat(filepath.Join(s.dir, id, name)); err == nil && !info.Mode().IsRegular() {
			return false
		}
	}
	return true
}

// outline opens a run by its folder's name.
func (s *store) outline(id string) (*trajectories.Outline, error) {
	dirs, err := os.ReadDir(s.dir)
	if err != nil {
		return nil, errNoRun
	}
	if !slices.ContainsFunc(dirs, func(d fs.DirEntry) bool { return d.Name() == id && d.IsDir() }) {
		return nil, errNoRun
	}
	path := filepath.Join(s.dir, id, trajectories.TrajectoryFile)
	info, err := os.Lstat(path)
	if err != nil || !s.regular(id) {
		return nil, errNoRun
	}

	o, mine := s.claim(id, info)
	if !mine {
		<-o.done
		return o.outline, o.err
	}
	o.err = errBroken // until the reading has come to its end: a panic ends one request only
	defer func() {
		if o.err != nil {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.open = slices.DeleteFunc(s.open, func(other *opened) bool { return other == o })
		}
		close(o.done)
	}()
	o.outline, o.err = s.read(path)
	return o.outline, o.err
}

// claim returns the entry of a run's file as it is now, and whether it is a new one,
// which the caller reads.
func (s *store) claim(id string, info fs.FileInfo) (o *opened, mine bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, o := range s.open {
		if o.id == id && o.size == info.Size() && o.changed.Equal(info.ModTime()) {
			s.open = append(append(s.open[:i:i], s.open[i+1:]...), o)
			return o, false
		}
	}
	o = &opened{id: id, size: info.Size(), changed: info.ModTime(), done: make(chan struct{})}
	s.open = slices.DeleteFunc(s.open, func(o *opened) bool { return o.id == id })
	s.open = append(s.open, o)
	if len(s.open) > openedKept {
		s.open = s.open[1:]
	}
	return o, true
}
