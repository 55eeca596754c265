package trajectories

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Read reads a trajectory. A last line that was cut off is left out and noted;
// anything else that isn't a record is an error with its line.
func Read(r io.Reader) (*Run, error) {
	run := &Run{}
	in := bufio.NewReader(r)
	var broken error // the last line's
	for n, eof := 1, false; !eof; n++ {
		line, err := in.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return nil, err
		}
		eof = err == io.EOF
		line = bytes.TrimSpace(line)
		switch {
		case len(line) == 0:
		case broken != nil:
			return nil, broken
		default:
			if err := run.add(n, line); err != nil {
				broken = fmt.Errorf("line %d: %w", n, err)
			}
		}
	}
	switch {
	case run.Header.Type == "" && broken == nil:
		return nil, errNoHeader
	case run.Header.Type == "":
		return nil, broken
	}
	run.Cut = broken != nil
	return run, nil
}

var errNoHeader = errors.New("no header: not a trajectory")

func (run *Run) add(n int, line []byte) error {
	if n == 1 {
		var h Header
		if err := json.Unmarshal(line, &h); err != nil {
			return err
		}
		switch {
		case h.Type != HeaderLine:
			return errNoHeader
		case h.Schema > Schema:
			return fmt.Errorf("schema %d is newer than this program reads (%d)", h.Schema, Schema)
		}
		run.Header = h
		return nil
	}
	var rec Record
	if err := json.Unmarshal(line, &rec); err != nil {
		return err
	}
	run.Records = append(run.Records, rec)
	return nil
}

// Open reads the trajectory of a run's folder, or a trajectory file.
func Open(path string) (*Run, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, TrajectoryFile)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	run, err := Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return run, nil
}

// Unfinished is the outcome of a run that has no summary.
const Unfinished = "unfinished"

// List is the summaries of all runs under dir, oldest first. A run without a
// summary has the outcome Unfinished and what its header says. A folder that
// holds no run is passed over.
func List(dir string) ([]Summary, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	var list []Summary
	for _, e := range entries {
		if s, ok := summary(filepath.Join(dir, e.Name())); ok {
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(a, b Summary) int {
		if c := a.Started.Compare(b.Started); c != 0 {
			return c
		}
		return strings.Compare(a.Run, b.Run)
	})
	return list, nil
}

func summary(dir string) (Summary, bool) {
	var s Summary
	raw, err := os.ReadFile(filepath.Join(dir, SummaryFile))
	if err == nil && json.Unmarshal(raw, &s) == nil && s.Run != "" {
		return s, true
	}
	f, err := os.Open(filepath.Join(dir, TrajectoryFile))
	if err != nil {
		return s, false
	}
	defer f.Close()
	line, _ := bufio.NewReader(f).ReadBytes('\n')
	var h Header
	if json.Unmarshal(line, &h) != nil || h.Type != HeaderLine {
		return s, false
	}
	return Summary{Schema: h.Schema, Run: h.Run, Verb: h.Verb, Started: h.Started, Outcome: Unfinished, Inputs: h.Inputs}, true
}
