// Package trajectories records what a run did, so that it can be listed, shown
// and replayed: a folder per run with trajectory.jsonl, written and flushed line
// by line, and summary.json, written at the end in one piece.
//
// The package must not know what the steps are about: their data is whatever
// JSON the caller gives. docs/formats.md describes the files.
package trajectories

import (
	"encoding/json"
	"time"
)

// Schema is the version of the format that this package writes. Readers accept
// it and every earlier one.
const Schema = 1

// The files of a run's folder.
const (
	TrajectoryFile = "trajectory.jsonl"
	SummaryFile    = "summary.json"
)

// The types of a trajectory's lines.
const (
	HeaderLine = "header"
	StartLine  = "start"
	EndLine    = "end"
	FinishLine = "finish"
)

// Header is the first line of a trajectory.
type Header struct {
	Type     string            `json:"type"` // HeaderLine
	Schema   int               `json:"schema"`
	Run      string            `json:"run"`
	Verb     string            `json:"verb"`
	Started  time.Time         `json:"started"`
	Seed     int64             `json:"seed"`
	Config   map[string]any    `json:"config"`
	Versions map[string]string `json:"versions"` // of ensures, Go, modules and tools
	Inputs   []Input           `json:"inputs"`
}

// Input is a file that the run read.
type Input struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

// Record is any other line: a step's start or end, or the run's finish.
type Record struct {
	Type      string          `json:"type"` // StartLine, EndLine or FinishLine
	Step      int             `json:"step,omitempty"`
	Parent    int             `json:"parent,omitempty"` // of a start: the step it belongs to
	Time      time.Time       `json:"time"`
	Kind      string          `json:"kind,omitempty"` // of a start: propose, measure, write …
	Name      string          `json:"name,omitempty"` // of a start: what it is about, e.g. a method
	Outcome   string          `json:"outcome,omitempty"`
	ElapsedMS float64         `json:"elapsed_ms,omitempty"`
	Data      json.RawMessage `json:"data,omitempty"`
}

// Summary is what a list of runs shows without opening the trajectories.
type Summary struct {
	Schema    int            `json:"schema"`
	Run       string         `json:"run"`
	Verb      string         `json:"verb"`
	Started   time.Time      `json:"started"`
	ElapsedMS float64        `json:"elapsed_ms"`
	Steps     int            `json:"steps"`
	Outcome   string         `json:"outcome"`
	Inputs    []Input        `json:"inputs"`
	Figures   map[string]any `json:"figures,omitempty"` // the verb's own results
}

// Run is a trajectory read back.
type Run struct {
	Header  Header
	Records []Record
	Cut     bool // the last line is incomplete: the run was killed while writing it
}

// Finished reports whether the run came to its end.
func (r *Run) Finished() bool {
	n := len(r.Records)
	return n > 0 && r.Records[n-1].Type == FinishLine
}
