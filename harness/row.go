package harness

import (
	"encoding/json"
	"io"

	"ensures/metric"
)

// Status says whether a specification could be measured.
type Status string

// The statuses of a row.
const (
	OK          Status = "ok"
	Malformed   Status = "malformed"   // the front end found errors in the specification
	Unsupported Status = "unsupported" // a construct outside the subset, named in the diagnostics
	Failed      Status = "error"       // no such task, no such method, or the code does not run
)

// What package metric counts, for Java's rows.
type (
	Scores       = metric.Scores
	PairCounts   = metric.PairCounts
	MutantCounts = metric.MutantCounts
)

// The thresholds of MVR: the published one, and the one that means something.
const (
	Threshold       = 0.5
	StrictThreshold = 0.9
)

// Diagnostic is a problem with its place in the specification's source.
type Diagnostic struct {
	Severity string `json:"severity"` // "error", "warning" or "note"
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
	Message  string `json:"message"`
	Hint     string `json:"hint,omitempty"`
}

// Row is one line of a batch's result.
type Row struct {
	TaskID      string       `json:"task_id"`
	Status      Status       `json:"status"`
	Compat      Scores       `json:"compat"`
	Strict      Scores       `json:"strict"`
	Pairs       PairCounts   `json:"pairs"`
	Mutants     MutantCounts `json:"mutants"`
	AlteredCode bool         `json:"altered_code"`
	UsesAssume  bool         `json:"uses_assume"`
	Diagnostics []Diagnostic `json:"diagnostics"`
	ElapsedMS   float64      `json:"elapsed_ms"`
	// Undefined says of each strict score that is null why it is.
	Undefined map[string]string `json:"undefined,omitempty"`

	Method  string  `json:"method,omitempty"` // of the specification, as matched
	Loops   *Column `json:"loop_invariants,omitempty"`
	Signals *Column `json:"signals,omitempty"`
	Frames  *Column `json:"frames,omitempty"`
}

// Column is a further kind of clause measured on traces: Correct is the part of
// the observations on which all clauses hold, Complete the part of the changed
// observations that some clause rejects; nil where there is none.
type Column struct {
	Clauses      int         `json:"clauses"`
	Observations int         `json:"observations"`
	Holds        int         `json:"holds"`
	Unknown      int         `json:"unknown"`
	Mutants      int         `json:"mutants"`
	Killed       int         `json:"killed"`
	Correct      *float64    `json:"correctness"`
	Complete     *float64    `json:"completeness"`
	Violated     []Violation `json:"violated,omitempty"` // clauses that fail somewhere
}

// Violation is a clause that fails on a pair.
type Violation struct {
	ClauseRef
	Pair string // its name
}

func (v Violation) String() string {
	if v.Pair == "" {
		return v.Text
	}
	return v.Text + " (" + v.Pair + ")"
}

// MarshalText implements encoding.TextMarshaler: the clause with the pair's name.
func (v Violation) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler: what was written is the text.
func (v *Violation) UnmarshalText(b []byte) error {
	v.Text = string(b)
	return nil
}

// finish computes the two ratios.
func (c *Column) finish() {
	c.Correct = metric.Ratio(c.Holds, c.Observations-c.Unknown)
	c.Complete = metric.Ratio(c.Killed, c.Mutants)
}

// WriteRow writes one row as a line of JSON.
func WriteRow(w io.Writer, r Row) error {
	if r.Diagnostics == nil {
		r.Diagnostics = []Diagnostic{}
	}
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = w.Write(append(line, '\n'))
	return err
}
