package prompted

import (
	"context"
	"time"

	"ensures/bench"
	"ensures/llm"
	"ensures/trajectories"
	"ensures/verify"
)

// Prompts renders the texts that a model is told, by name.
type Prompts interface {
	Render(name string, data any) (string, error)
}

// Recorder is where steps are recorded: a *trajectories.Writer or a *trajectories.Step.
type Recorder interface {
	Start(kind, name string, data any) *trajectories.Step
}

// Limits bound the work on one task; zero fields mean no limit.
type Limits struct {
	Tokens  int           // in and out, of all model calls
	CostUSD float64       // of all model calls
	Time    time.Duration // what is under way then is given up
}

// Options configure the work on a task. Client, Prompts and Backend are needed.
type Options struct {
	Client  llm.Client
	Model   string
	Prompts Prompts
	Backend verify.Backend
	Verify  verify.Options

	Repairs     int // iterations after the first answer; 0 is none
	Mutations   int // verifications of mutated clauses (SpecGen), and of simplified ones (AutoSpec)
	Temperature *float64
	Seed        *int64
	ReplyTokens int // of one reply; 0 is the server's default
	Limits      Limits

	Record Recorder         // may be nil
	Broken func() error     // the recording's error, nil while it works; may be nil
	Now    func() time.Time // default time.Now
}

// Outcome is how the work on a task ended.
type Outcome string

// The outcomes. All but the last two are final.
const (
	Complete       Outcome = "complete"       // the verifier proved a candidate
	Exhausted      Outcome = "repairs"        // no candidate was proved in all iterations
	OutOfTokens    Outcome = "tokens"         // Limits.Tokens
	OutOfMoney     Outcome = "cost"           // Limits.CostUSD
	OutOfTime      Outcome = "time"           // Limits.Time
	TooLong        Outcome = "context"        // the task does not fit the model's window
	Refused        Outcome = "refusal"        // the model declined
	Infrastructure Outcome = "infrastructure" // model, verifier or disk failed
	Interrupted    Outcome = "interrupted"    // the context was cancelled
)

// Result is what came of a task.
type Result struct {
	Outcome Outcome
	Reason  string
	Code    string // the best candidate: the task's file with a specification; "" when there is none
	Last    verify.Outcome
	First   string // of a conversation: the class of the first answer's first failure, before any repair; see firstClass
	Steps   int    // model calls
	Checks  int    // verifications
	Usage   llm.Usage
	Elapsed time.Duration
	Err     error // with Infrastructure and Interrupted
}

// Run lets a model specify a task in the way of a configuration.
func Run(ctx context.Context, c Config, t *bench.Task, o Options) Result {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Broken == nil {
		o.Broken = func() error { return nil }
	}
	if o.Record == nil {
		o.Record = (*trajectories.Writer)(nil)
	}
	r := &run{Options: o, config: c, task: t, started: o.Now()}
	if l := o.Limits.Time; l > 0 {
		inner, cancel := context.WithTimeoutCause(ctx, l, &stop{OutOfTime, l.String()})
		defer cancel()
		ctx = inner
	}
	var err error
	if c.Style == AutoSpec {
		err = r.place(ctx)
	} else {
		err = r.converse(ctx)
	}
	res := Result{Outcome: Exhausted, Steps: r.steps, Checks: r.checks, Usage: r.usage, Elapsed: o.Now().Sub(r.started), First: r.first}
	if r.best != nil {
		res.Code, res.Last = r.best.code, r.best.out
		if r.best.out.Verdict == verify.Verified {
			res.Outcome = Complete
		}
	}
	// What was proved stays proved, whatever ended the work after it.
	if err != nil && res.Outcome != Complete {
		res.Outcome, res.Reason, res.Err = ended(ctx, err)
	}
	return res
}

// Candidate is the result as runs record it.
func (r Result) Candidate() *trajectories.Candidate {
	if r.Code == "" {
		return nil
	}
	return recorded(r.Code, r.Last)
}
