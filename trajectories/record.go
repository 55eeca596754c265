// Package trajectories records what a run did, so that it can be listed, shown,
// continued, replayed and turned into training data: a folder per run with
// trajectory.jsonl, written line by line as things happen, and summary.json, one
// line that lists read instead of the body.
//
// The package must not know what the steps are about: their data, the requests to
// a model and its answers are whatever JSON the caller gives; a verdict is a word
// and a score a number with a name. docs/formats.md describes the files.
package trajectories

import (
	"encoding/json"
	"time"
)

// Schema is the version of the format that this package writes. Readers accept
// it and every earlier one.
const Schema = 2

// The files of a run's folder.
const (
	TrajectoryFile = "trajectory.jsonl"
	SummaryFile    = "summary.json"
)

// Line is the type of a trajectory's line.
type Line string

// The types of a trajectory's lines, in the order in which they first come.
const (
	HeaderLine     Line = "header"
	StepStart      Line = "step_start"
	ModelCallStart Line = "model_call_start"
	ModelCallEnd   Line = "model_call_end"
	ToolCallStart  Line = "tool_call_start"
	ToolCallEnd    Line = "tool_call_end"
	StepEnd        Line = "step_end"
	Resumed        Line = "resume" // a new process goes on with the run
	RunEnd         Line = "run_end"
)

// Header is the first line of a trajectory.
type Header struct {
	Type     Line              `json:"type"` // HeaderLine
	Schema   int               `json:"schema"`
	Run      string            `json:"run"`
	Verb     string            `json:"verb"`
	Args     []string          `json:"args,omitempty"` // the command line, where the run is to be repeatable
	Started  time.Time         `json:"started"`
	Task     string            `json:"task,omitempty"`   // what the run is about, e.g. a method or a task's id
	Model    string            `json:"model,omitempty"`  // as the configuration names it
	Labels   map[string]string `json:"labels,omitempty"` // of whoever starts many runs: experiment, shard …
	Seed     int64             `json:"seed"`
	Commit   string            `json:"commit,omitempty"` // of the program
	Config   map[string]any    `json:"config"`           // resolved, without secrets
	Prompts  map[string]string `json:"prompts,omitempty"`
	Versions map[string]string `json:"versions"` // of ensures, Go, modules and tools
	Inputs   []Input           `json:"inputs"`
}

// Input is a file that the run read.
type Input struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
	Text   string `json:"text,omitempty"` // the file, where the run is to be repeatable without it
}

// Record is any other line. Which fields it has depends on its type.
type Record struct {
	Type   Line      `json:"type"`
	ID     int       `json:"id,omitempty"`     // of the step or call; one count for all of them
	Parent int       `json:"parent,omitempty"` // of a start: the step it belongs to
	Time   time.Time `json:"time"`

	// Starts.
	Kind    string          `json:"kind,omitempty"` // of a step: propose, measure, write …
	Name    string          `json:"name,omitempty"` // of a step: what it is about; of a call: the model or tool
	CallID  string          `json:"call_id,omitempty"`
	Request *Request        `json:"request,omitempty"`
	Args    json.RawMessage `json:"args,omitempty"`

	// Ends.
	Outcome     string          `json:"outcome,omitempty"`
	Error       string          `json:"error,omitempty"`
	ElapsedMS   float64         `json:"elapsed_ms,omitempty"`
	Response    json.RawMessage `json:"response,omitempty"`
	Usage       *Usage          `json:"usage,omitempty"`
	Result      json.RawMessage `json:"result,omitempty"`
	Thought     string          `json:"thought,omitempty"`
	Code        string          `json:"code,omitempty"`
	Observation string          `json:"observation,omitempty"`
	Candidate   *Candidate      `json:"candidate,omitempty"`
	Success     bool            `json:"success,omitempty"`
	Superseded  []int           `json:"superseded,omitempty"` // of a run: what a resumed run did otherwise

	Data json.RawMessage `json:"data,omitempty"` // of steps and runs, from the caller

	// Digest stands for the long fields of a step's end where an Outline left them out.
	Digest string `json:"-"`
}

// Usage is what model calls took. Its JSON is that of llm.Usage.
type Usage struct {
	Input       int     `json:"input"` // tokens, cached ones included
	CachedInput int     `json:"cached_input,omitempty"`
	Output      int     `json:"output"` // tokens, reasoning included
	Reasoning   int     `json:"reasoning,omitempty"`
	CostUSD     float64 `json:"cost_usd,omitempty"`
}

// Add adds v to u.
func (u *Usage) Add(v Usage) {
	u.Input += v.Input
	u.CachedInput += v.CachedInput
	u.Output += v.Output
	u.Reasoning += v.Reasoning
	u.CostUSD += v.CostUSD
}

// Candidate is a text that a step or call judged, and what was found. A verdict
// and scores come from the tools that judged it, never from a model's words. What
// one tool found and another did not ask is absent: a verifier gives no scores.
type Candidate struct {
	SHA256    string             `json:"sha256,omitempty"`    // of the text; filled in by the Writer
	Text      string             `json:"text,omitempty"`      // absent where an earlier line has it
	Verdict   string             `json:"verdict,omitempty"`   // verified, refuted, unknown, malformed, unsupported
	By        string             `json:"by,omitempty"`        // who gave the verdict, with version
	Strict    map[string]float64 `json:"strict,omitempty"`    // metric → 0 to 1
	Compat    map[string]float64 `json:"compat,omitempty"`    // metric → 0 to 1
	Unchanged *bool              `json:"unchanged,omitempty"` // the text differs from the task in its specification only
}

// Summary is what a list of runs shows without opening the trajectories.
type Summary struct {
	Schema     int               `json:"schema"`
	Run        string            `json:"run"`
	Verb       string            `json:"verb"`
	Task       string            `json:"task,omitempty"`
	Model      string            `json:"model,omitempty"`
	Labels     map[string]string `json:"labels,omitempty"`
	Started    time.Time         `json:"started"`
	ElapsedMS  float64           `json:"elapsed_ms"`
	Steps      int               `json:"steps"`
	ModelCalls int               `json:"model_calls,omitempty"`
	ToolCalls  int               `json:"tool_calls,omitempty"`
	Resumes    int               `json:"resumes,omitempty"`
	Usage      *Usage            `json:"usage,omitempty"`
	Outcome    string            `json:"outcome"`
	Success    bool              `json:"success,omitempty"`
	Candidate  *Candidate        `json:"candidate,omitempty"` // the result, without its text
	Inputs     []Input           `json:"inputs"`
	Figures    map[string]any    `json:"figures,omitempty"` // the verb's own results
}

// Run is a trajectory read back. Records of earlier schemas are given as this one's.
type Run struct {
	Header  Header
	Records []Record
	Cut     bool // the last line is incomplete: the run was killed while writing it
}

// End is the run's last line, nil where the run did not come to its end.
func (r *Run) End() *Record {
	if n := len(r.Records); n > 0 && r.Records[n-1].Type == RunEnd {
		return &r.Records[n-1]
	}
	return nil
}

// Finished reports whether the run came to its end.
func (r *Run) Finished() bool { return r.End() != nil }
