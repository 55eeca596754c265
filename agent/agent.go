// Package agent is the loop in which a model works at a task with tools: ask the
// model for a step, carry the step out, tell it what came of it, until a tool says
// that the task is complete or a limit is reached.
//
// In codeact mode a step is a thought and code, run in a sandbox.Interpreter whose
// names persist, with the tools as functions; in react mode a step is one or more
// native tool calls. After every PlanEvery steps the model is asked for facts and a
// plan.
//
// How a run ended is an Outcome; only what is worth another try is an error
// besides. Success is what the Judge found in the tools' results, never what the
// model said. Everything is recorded as it happens, and a run that was killed is
// resumed by doing the same again over the record: answers that are there are
// taken from it.
//
// The package must not know what the task is about: the texts, the tools and the
// judgement of candidates come in from outside.
package agent

import (
	"cmp"
	"context"
	"time"

	"ensures/llm"
	"ensures/sandbox"
	"ensures/tools"
	"ensures/trajectories"
)

// Mode is the form of a step.
type Mode string

// The modes.
const (
	CodeAct Mode = "codeact" // a thought and code
	ReAct   Mode = "react"   // native tool calls
)

// Outcome is how a run ended.
type Outcome string

// The outcomes. All but Infrastructure and Interrupted are final: a run that ended
// with one of those two is to be resumed.
const (
	Complete       Outcome = "complete"       // a tool accepted the result
	OutOfSteps     Outcome = "steps"          // MaxSteps
	OutOfTokens    Outcome = "tokens"         // Limits.Tokens
	OutOfMoney     Outcome = "cost"           // Limits.CostUSD
	OutOfTime      Outcome = "time"           // Limits.Time
	FormatErrors   Outcome = "format_errors"  // replies without a step in them, one after the other
	RepeatedCall   Outcome = "repeated_call"  // the same step again and again
	Refused        Outcome = "refusal"        // the model declined
	Infrastructure Outcome = "infrastructure" // model, tool, sandbox or disk failed
	Interrupted    Outcome = "interrupted"    // the context was cancelled
)

// Judge follows the calls of tools and ranks the candidates that they were about.
type Judge interface {
	// Observe is told of every call in order, recorded ones too. It returns what is
	// now known of the candidate that the call was about, nil where it was about none.
	Observe(tools.Call) *trajectories.Candidate
	Best() *trajectories.Candidate // nil before the first
	Failure() string               // what the last check found wrong
	Success() bool                 // the result that was handed in is complete
}

// Prompts renders the texts that a model is told, by name; see the constants.
type Prompts interface {
	Render(name string, data any) (string, error)
}

// Recorder is where steps are recorded: a *trajectories.Writer or a *trajectories.Step.
type Recorder interface {
	Start(kind, name string, data any) *trajectories.Step
}

// Limits bound a run; zero fields mean no limit.
type Limits struct {
	Tokens  int           // in and out, of all model calls
	CostUSD float64       // of all model calls
	Time    time.Duration // of this process's part of the run
}

// Options configure a run. Client, Tools, Judge, Prompts and, in codeact mode,
// Interpreter are needed.
type Options struct {
	Mode        Mode // CodeAct by default
	Client      llm.Client
	Model       string
	Tools       *tools.Registry
	Judge       Judge
	Prompts     Prompts
	Interpreter func(context.Context, sandbox.InterpreterOptions) (sandbox.Interpreter, error)
	Sandbox     sandbox.InterpreterOptions // but for Tools and Call
	Dialect     string                     // Markdown: what code the interpreter runs

	MaxSteps    int // default 12
	PlanEvery   int // steps between two plans; 0 is never
	Temperature *float64
	Seed        *int64
	ReplyTokens int // of one reply; 0 is the server's default
	Limits      Limits
	Formats     int // format errors in a row that end the run; default 3
	Repeats     int // identical steps in a row that end the run; default 3
	Context     int // tokens of a conversation; default 48,000
	Observation int // characters of an observation that the model is told; default 12,000

	Record Recorder           // may be nil
	Broken func() error       // the recording's error, nil while it works; may be nil
	Now    func() time.Time   // the clock; default time.Now
	Stream func(llm.Delta)    // pieces of replies; may be nil
	Notify func(step, of int) // told of every step; may be nil
}

func (o Options) withDefaults() Options {
	def := func(n *int, d int) {
		if *n <= 0 {
			*n = d
		}
	}
	o.Mode = cmp.Or(o.Mode, CodeAct)
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Notify == nil {
		o.Notify = func(int, int) {}
	}
	if o.Broken == nil {
		o.Broken = func() error { return nil }
	}
	if o.Record == nil {
		o.Record = (*trajectories.Writer)(nil)
	}
	def(&o.MaxSteps, 12)
	def(&o.Formats, 3)
	def(&o.Repeats, 3)
	def(&o.Context, 48_000)
	def(&o.Observation, 12_000)
	return o
}

// Result is a run that ended.
type Result struct {
	Outcome Outcome
	Reason  string                  // in a few words, for people
	Success bool                    // as the judge found
	Best    *trajectories.Candidate // nil when the tools have seen none
	Steps   int
	Usage   llm.Usage
	Elapsed time.Duration
	// Err is what failed, with Infrastructure, or the context's error.
	Err error
}
