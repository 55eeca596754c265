package view

import (
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"

	"ensures/runner"
	"ensures/trajectories"
)

// changed is the answer to a page that asks whether it is still up to date: another
// stamp means that there is something new.
func changed(s *store, q query) (any, error) {
	var stamp string
	var err error
	switch q.str("page") {
	case "run":
		stamp, err = s.stampOf(q.str("id"), trajectories.TrajectoryFile)
	case "bench":
		stamp, err = s.stampOf(q.str("id"), runner.SummaryFile, "tasks")
	default:
		stamp, err = s.stampOfAll()
	}
	return map[string]string{"stamp": stamp}, err
}

// stampOf changes with the files of a folder.
func (s *store) stampOf(id string, names ...string) (string, error) {
	dir, err := s.folder(id)
	if err != nil {
		return "", err
	}
	out := ""
	for _, name := range names {
		if info, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			out += stamp(info)
		}
	}
	return out, nil
}

// stampOfAll changes with the folders of runs, and with the records of those that go on.
func (s *store) stampOfAll() (string, error) {
	all, err := s.entries()
	if err != nil {
		return "", err
	}
	h := fnv.New64a()
	for _, e := range all {
		fmt.Fprintf(h, "%s %s\n", e.ID, e.Outcome)
		// What has ended does not change any more.
		if e.Outcome != trajectories.Unfinished {
			continue
		}
		if info, err := os.Lstat(filepath.Join(s.dir, e.ID, trajectories.TrajectoryFile)); err == nil {
			fmt.Fprint(h, stamp(info))
		}
	}
	for _, b := range s.benchList() {
		fmt.Fprintf(h, "%s %d\n", b.ID, b.Done)
	}
	return fmt.Sprintf("%x", h.Sum64()), nil
}
