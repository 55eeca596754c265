package harness

import (
	"encoding/json"
	"io"
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

// Scores are the four metrics, each between 0 and 1, or nil where there is
// nothing to divide by.
type Scores struct {
	PostCorr *float64 `json:"post_correctness"`
	PostComp *float64 `json:"post_completeness"`
	PreCorr  *float64 `json:"pre_correctness"`
	PreComp  *float64 `json:"pre_completeness"`
}

// Meets reports whether both postcondition metrics reach the threshold; together
// with a proof it makes MVR.
func (s Scores) Meets(threshold float64) bool {
	return s.PostCorr != nil && s.PostComp != nil && *s.PostCorr >= threshold && *s.PostComp >= threshold
}

// The thresholds of MVR: the published one, and the one that means something.
const (
	Threshold       = 0.5
	StrictThreshold = 0.9
)

// PairCounts says what became of the pairs of T⁺ and how many inputs T⁻ has.
type PairCounts struct {
	Total   int `json:"total"`
	Decided int `json:"decided"` // in ψ or outside, and φ true or false
	Vacuous int `json:"vacuous"` // outside ψ
	Unknown int `json:"unknown"` // could not be decided; the reason is in the verdict
	Invalid int `json:"invalid"` // inputs of T⁻
}

// MutantCounts says what became of the output mutants of decided pairs.
type MutantCounts struct {
	Total    int `json:"total"`
	Killed   int `json:"killed"`
	Survived int `json:"survived"`
	Unknown  int `json:"unknown"`
}

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
	c.Correct = ratio(c.Holds, c.Observations-c.Unknown)
	c.Complete = ratio(c.Killed, c.Mutants)
}

// ratio is a/b, nil for b = 0.
func ratio(a, b int) *float64 {
	if b == 0 {
		return nil
	}
	r := float64(a) / float64(b)
	return &r
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
