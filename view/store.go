package view

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"ensures/report"
	"ensures/runner"
	"ensures/trajectories"
)

// store reads runs and keeps what was read last.
type store struct {
	dir  string
	read func(path string) (*trajectories.Outline, error)

	outlines kept[*trajectories.Outline] // by id
	benches  kept[*report.Report]        // by the id of a run over a data set
	projects kept[*project]              // one

	listMu sync.Mutex
	list   []entry
	listed time.Time
}

// entry is a run by the name of its folder; what the run says of itself is data.
type entry struct {
	ID string
	trajectories.Summary
}

const (
	listKept   = time.Second // how long a listing is good for
	mostFolder = 8           // names in an id
)

var (
	errNoRun  = errors.New("no such run")
	errBroken = errors.New("the run could not be read")
)

// entries are the runs of the folder.
func (s *store) entries() ([]entry, error) {
	s.listMu.Lock()
	defer s.listMu.Unlock()
	// A page asks for several things at once: one listing serves them all.
	if s.list != nil && time.Since(s.listed) < listKept {
		return s.list, nil
	}
	dirs, err := os.ReadDir(s.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	// Not nil, which means that nothing was listed yet.
	list := []entry{}
	for _, d := range dirs {
		if !d.IsDir() || !regularIn(filepath.Join(s.dir, d.Name())) { // a link might lead out of the folder
			continue
		}
		if sum, err := trajectories.Summarize(filepath.Join(s.dir, d.Name())); err == nil {
			list = append(list, entry{d.Name(), sum})
		}
	}
	s.list, s.listed = list, time.Now()
	return list, nil
}

// regularIn reports whether a folder's files that we read, as far as there are any, are
// no links.
func regularIn(dir string) bool {
	for _, name := range []string{trajectories.TrajectoryFile, trajectories.SummaryFile, trajectories.FindingsFile, runner.ManifestFile, runner.SummaryFile} {
		if info, err := os.Lstat(filepath.Join(dir, name)); err == nil && !info.Mode().IsRegular() {
			return false
		}
	}
	return true
}

// folder returns the path of the folder that an id names: names with slashes between
// them, each found in a listing, none of them a link. "" is the folder of all.
func (s *store) folder(id string) (string, error) {
	path := s.dir
	if id == "" {
		return path, nil
	}
	names := strings.Split(id, "/")
	if len(names) > mostFolder {
		return "", errNoRun
	}
	for _, name := range names {
		dirs, err := os.ReadDir(path)
		// No ".." and no empty name is in any listing, and a link is no folder in one.
		if err != nil || !slices.ContainsFunc(dirs, func(d fs.DirEntry) bool { return d.Name() == name && d.IsDir() }) {
			return "", errNoRun
		}
		path = filepath.Join(path, name)
	}
	return path, nil
}

// outline opens a run by its folder's id.
func (s *store) outline(id string) (*trajectories.Outline, error) {
	dir, err := s.folder(id)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, trajectories.TrajectoryFile)
	info, err := os.Lstat(path)
	if err != nil || !regularIn(dir) {
		return nil, errNoRun
	}

	return s.outlines.get(id, stamp(info), func() (*trajectories.Outline, error) { return s.read(path) })
}

// stamp changes whenever one of the files does.
func stamp(files ...fs.FileInfo) string {
	var b strings.Builder
	for _, f := range files {
		if f != nil {
			fmt.Fprintf(&b, "%s %d %d\n", f.Name(), f.Size(), f.ModTime().UnixNano())
		}
	}
	return b.String()
}
