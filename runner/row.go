package runner

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"

	"ensures/harness"
	"ensures/internal/regular"
	"ensures/trajectories"
)

// Status says whether a task came to a result.
type Status string

// The statuses of a row. Rows of Infrastructure are run again on resume.
const (
	OK             Status = "ok"
	Malformed      Status = "malformed"      // the specification has mistakes
	Unsupported    Status = "unsupported"    // a construct outside the subset, of task or specification
	Failed         Status = "error"          // the engine came to no result; or the task does not run
	Infrastructure Status = "infrastructure" // a tool or model was not there, or crashed
)

// Row is the result of one engine on one task, a line of summary.jsonl.
type Row struct {
	TaskID       string         `json:"task_id"`
	Engine       string         `json:"engine"`
	Run          int            `json:"run"`          // counts from 1
	Of           string         `json:"of,omitempty"` // the manifest's hash, in rows of a run's file
	Category     string         `json:"category,omitempty"`
	Status       Status         `json:"status"`
	Verdict      string         `json:"verdict"`              // of the backend, "" without one
	Conditions   []string       `json:"conditions,omitempty"` // what proofs lean on that is not proved
	Backend      string         `json:"backend"`              // its name and version
	Code         string         `json:"code"`
	Compat       harness.Scores `json:"compat"`
	Strict       harness.Scores `json:"strict"`
	MVRCompat    bool           `json:"mvr_compat"`
	MVRStrict    bool           `json:"mvr_strict"`
	Steps        int            `json:"steps"`
	Tokens       int            `json:"tokens"`
	Cost         float64        `json:"cost"` // USD
	ElapsedMS    float64        `json:"elapsed_ms"`
	FailureClass string         `json:"failure_class"`
	FirstClass   string         `json:"first_class,omitempty"` // of engines that repair: the failure of the first answer, or "verified"
	Mutants      int            `json:"mutants"`               // of outputs, decided or not
	Killed       int            `json:"killed"`
	Unsupported  []string       `json:"unsupported,omitempty"` // constructs without a meaning here, that the harness or the verifier met
	Reason       string         `json:"reason,omitempty"`
	Clocks       []string       `json:"clocks,omitempty"` // what a clock ended before its limit of steps
}

// Key names a row: a task, an engine and a repetition.
func (r Row) Key() string { return r.TaskID + "\x00" + r.Engine + "\x00" + strconv.Itoa(r.Run) }

// Folder is where the row's job left its files, relative to the folder of the run.
func (r Row) Folder() string {
	return filepath.Join("tasks", folder(r.TaskID), fmt.Sprintf("%s-%d", folder(r.Engine), r.Run))
}

// SummaryFile is the name of the file of rows.
const SummaryFile = "summary.jsonl"

// ForeignRow is a line of a run's file that the run did not write.
type ForeignRow struct {
	Line int    `json:"line"`
	Why  string `json:"why"`
}

// ReadRows reads a run's rows, the last one of every key, in the order in which
// the keys first appear. A torn last line, as a crash leaves it, is left out.
func ReadRows(dir string) ([]Row, error) {
	rows, _, err := readRows(dir, func(Row) string { return "" }, func(*Row) {})
	return rows, err
}

// RowsOf reads the rows of the run that m is the manifest of, and names the lines
// that are not its own; none of those stands in for a row of the run.
func RowsOf(m Manifest, dir string) ([]Row, []ForeignRow, error) {
	return rowsOf(m, dir, func(*Row) {})
}

// ResultsOf is RowsOf without the code, which is nearly all of a file of rows: one row is
// in memory with it at a time.
func ResultsOf(m Manifest, dir string) ([]Row, []ForeignRow, error) {
	return rowsOf(m, dir, func(r *Row) { r.Code = "" })
}

func rowsOf(m Manifest, dir string, kept func(*Row)) ([]Row, []ForeignRow, error) {
	// Runs of before rows said which run they are of have none that does: among rows that
	// do, one that does not was written by somebody else.
	marked := false
	err := eachRow(dir, func(_ int, r Row) { marked = marked || r.Of == m.Hash })
	if err != nil {
		return nil, nil, err
	}
	return readRows(dir, func(r Row) string {
		if marked && r.Of == "" {
			return "it does not say which run it is of"
		}
		return m.foreign(r)
	}, kept)
}

// foreign says why a row is none of the run's, "" where it is.
func (m Manifest) foreign(r Row) string {
	switch {
	case r.TaskID == "":
		return "it names no task"
	case !slices.Contains(m.Engines, r.Engine):
		return fmt.Sprintf("the run has no engine %q", r.Engine)
	case r.Run < 1 || r.Run > m.Runs:
		return fmt.Sprintf("the run has %d repetitions, none is number %d", m.Runs, r.Run)
	case r.Of != m.Hash && r.Of != "":
		return "it is of another run"
	}
	return ""
}

// readRows reads the rows for which foreign returns "", and names the others. What kept
// takes out of a row is not held in memory.
func readRows(dir string, foreign func(Row) string, kept func(*Row)) ([]Row, []ForeignRow, error) {
	at := map[string]int{}
	var out []Row
	var others []ForeignRow
	err := eachRow(dir, func(n int, r Row) {
		if why := foreign(r); why != "" {
			others = append(others, ForeignRow{n, why})
			return
		}
		kept(&r)
		// Resumed runs add a row for what failed before: the last one counts, in the place of the
		// first.
		if i, ok := at[r.Key()]; ok {
			out[i] = r
			return
		}
		at[r.Key()] = len(out)
		out = append(out, r)
	})
	return out, others, err
}

// eachRow calls use with each row of a run's file and the number of its line. A torn last
// line is left out; a line that is no row is an error.
func eachRow(dir string, use func(line int, r Row)) error {
	path := filepath.Join(dir, SummaryFile)
	f, err := regular.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<16)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var r Row
		if err := json.Unmarshal(line, &r); err != nil {
			return fmt.Errorf("%s:%d: %w", path, n, err)
		}
		use(n, r)
	}
}

// rowWriter appends rows, one flushed write each.
type rowWriter struct {
	mu sync.Mutex
	f  *os.File
}

// ErrRunning is returned when another process works on the run.
var ErrRunning = errors.New("another process works on this run")

// openRows opens the file of rows for appending; a torn last line is cut off.
func openRows(dir string) (*rowWriter, error) {
	path := filepath.Join(dir, SummaryFile)
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	if err := trajectories.Lock(f); errors.Is(err, trajectories.ErrRunning) { // a file system without locks has none
		f.Close()
		return nil, fmt.Errorf("%s: %w", dir, ErrRunning)
	}
	// A row behind half a line would be lost with it.
	data, err := os.ReadFile(path)
	if err == nil {
		end := bytes.LastIndexByte(data, '\n') + 1
		if end != len(data) {
			err = f.Truncate(int64(end))
		}
		if err == nil {
			_, err = f.Seek(int64(end), 0)
		}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return &rowWriter{f: f}, nil
}

func (w *rowWriter) write(r Row) error {
	b, err := json.Marshal(r)
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, err := w.f.Write(append(b, '\n')); err != nil {
		return err
	}
	// A row stands for minutes of work, and may be paid for.
	return w.f.Sync()
}

func (w *rowWriter) close() error { return w.f.Close() }
