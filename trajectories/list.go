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

	"ensures/internal/regular"
)

// Unfinished is the outcome of a run that did not come to its end, or not yet.
const Unfinished = "unfinished"

// List returns the summaries of all runs under dir, oldest first. A run without a
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

// Summarize is the summary of a run's folder, or of a trajectory file, which is read.
func Summarize(path string) (Summary, error) {
	if info, err := os.Stat(path); err != nil {
		return Summary{}, err
	} else if info.IsDir() {
		if s, ok := summary(path); ok {
			return s, nil
		}
		return Summary{}, fmt.Errorf("%s is no run: it has no %s", path, TrajectoryFile)
	}
	run, err := Open(path)
	if err != nil {
		return Summary{}, err
	}
	// The writer's own counting, so that a summary that was read is the one that would have been
	// written.
	w := Writer{sum: run.Header.summary(), outer: map[int]bool{}}
	for _, r := range run.Records {
		w.count(r)
	}
	if end := run.End(); end != nil {
		w.sum.Outcome, w.sum.Success, w.sum.ElapsedMS, w.sum.Candidate = end.Outcome, end.Success, end.ElapsedMS, end.Candidate
	}
	return w.sum, nil
}

// summary is what a run's summary says. A run that has none, or half of one after
// a power failure, is read if it has ended; else its header is all that is told.
func summary(dir string) (Summary, bool) {
	var s Summary
	raw, err := regular.ReadFile(filepath.Join(dir, SummaryFile))
	if err == nil && json.Unmarshal(raw, &s) == nil && s.Run != "" {
		return s, true
	}
	path := filepath.Join(dir, TrajectoryFile)
	f, err := regular.Open(path)
	if err != nil {
		return Summary{}, false
	}
	defer f.Close()
	// Reading a whole trajectory is for those that are complete. One that is still written may be
	// long, and changes.
	if ended(f) {
		if s, err := Summarize(path); err == nil {
			return s, true
		}
	}
	line, _ := bufio.NewReader(f).ReadBytes('\n')
	h, err := header(line)
	if err != nil {
		return Summary{}, false
	}
	return h.summary(), true
}

// ended tells whether a trajectory's last line is a run's end. It leaves the file
// at its beginning.
func ended(f *os.File) bool {
	const most = 1 << 20 // the last line may hold a candidate
	defer f.Seek(0, io.SeekStart)
	info, err := f.Stat()
	if err != nil {
		return false
	}
	for n := int64(4 << 10); ; n *= 16 {
		buf := make([]byte, min(info.Size(), n))
		if _, err := f.ReadAt(buf, info.Size()-int64(len(buf))); err != nil {
			return false
		}
		buf = bytes.TrimSuffix(buf, []byte("\n"))
		at := bytes.LastIndexByte(buf, '\n')
		// The last line began before what was read: more of it is needed, up to the limit.
		if at < 0 && n < most && int64(len(buf)) < info.Size()-1 {
			continue
		}
		var last struct{ Type Line }
		return json.Unmarshal(buf[at+1:], &last) == nil && last.Type == RunEnd
	}
}
