package trajectories

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"ensures/internal/regular"
)

// Read reads a trajectory. A last line that was cut off is left out and noted;
// anything else that isn't a record is an error with its line.
func Read(r io.Reader) (*Run, error) {
	run, _, err := read(r)
	return run, err
}

// read also gives the size of the whole lines, in bytes.
func read(r io.Reader) (*Run, int64, error) {
	run := &Run{}
	size := int64(0)
	in := bufio.NewReaderSize(r, 1<<16)
	var broken error // the last line's
	for n, eof := 1, false; !eof; n++ {
		line, err := in.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return nil, 0, err
		}
		eof = err == io.EOF
		length := int64(len(line))
		line = bytes.TrimSpace(line)
		switch {
		case len(line) == 0:
		case broken != nil:
			// There is a line behind the broken one, so that it was not the last.
			return nil, 0, broken
		default:
			if err := run.add(n, line); err != nil {
				broken = fmt.Errorf("line %d: %w", n, err)
				continue
			}
		}
		size += length
	}

	switch {
	case run.Header.Type == "" && broken == nil:
		return nil, 0, errNoHeader
	case run.Header.Type == "":
		return nil, 0, broken
	}
	run.Cut = run.Cut || broken != nil
	return run, size, nil
}

var errNoHeader = errors.New("no header: not a trajectory")

func (run *Run) add(n int, line []byte) error {
	if n == 1 {
		h, err := header(line)
		run.Header = h
		return err
	}
	if run.Header.Schema == 1 {
		rec, err := record1(line)
		run.Records = append(run.Records, rec)
		return err
	}
	var rec Record
	if err := json.Unmarshal(line, &rec); err != nil {
		return err
	}
	run.Records = append(run.Records, rec)
	return nil
}

func header(line []byte) (Header, error) {
	var h Header
	if err := json.Unmarshal(line, &h); err != nil {
		return Header{}, err
	}
	switch {
	case h.Type != HeaderLine:
		return Header{}, errNoHeader
	case h.Schema > Schema:
		return Header{}, fmt.Errorf("schema %d is newer than this program reads (%d)", h.Schema, Schema)
	}
	return h, nil
}

// record1 reads a record of schema 1: it had steps only, and other words.
func record1(line []byte) (Record, error) {
	var old struct {
		Record
		Step int `json:"step"`
	}
	if err := json.Unmarshal(line, &old); err != nil {
		return Record{}, err
	}
	rec := old.Record
	rec.ID = old.Step
	switch rec.Type {
	case "start":
		rec.Type = StepStart
	case "end":
		rec.Type = StepEnd
	case "finish":
		rec.Type = RunEnd
	}
	return rec, nil
}

// Open reads the trajectory of a run's folder, or a trajectory file.
func Open(path string) (*Run, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, TrajectoryFile)
	}
	f, err := regular.Open(path)
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
