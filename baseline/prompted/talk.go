package prompted

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ensures/bench"
	"ensures/llm"
	"ensures/trajectories"
	"ensures/verify"
)

// run is the work on one task.
type run struct {
	Options
	config  Config
	task    *bench.Task
	started time.Time

	best   *tried
	first  string // see firstClass
	steps  int
	checks int
	usage  llm.Usage
}

// tried is a candidate that was verified.
type tried struct {
	code string
	out  verify.Outcome
}

// stop ends the work with an outcome that is no failure.
type stop struct {
	outcome Outcome
	reason  string
}

func (s *stop) Error() string { return s.reason }

// ended is what an error means for the result.
func ended(ctx context.Context, err error) (Outcome, string, error) {
	var s *stop
	switch {
	// The time limit is a cause of the context's: the client only says that it was cancelled.
	case errors.As(err, &s), ctx.Err() != nil && errors.As(context.Cause(ctx), &s):
		return s.outcome, s.reason, nil
	case ctx.Err() != nil:
		return Interrupted, ctx.Err().Error(), ctx.Err()
	case errors.Is(err, llm.ErrContextOverflow):
		return TooLong, err.Error(), nil
	}
	return Infrastructure, err.Error(), err
}

// limits stops the work when one of its limits is reached.
func (r *run) limits(ctx context.Context) error {
	l := r.Limits
	switch used := r.usage.Input + r.usage.Output; {
	case ctx.Err() != nil:
		return ctx.Err()
	case r.Broken() != nil:
		return r.Broken()
	case l.Tokens > 0 && used >= l.Tokens:
		return &stop{OutOfTokens, fmt.Sprintf("%d of %d tokens", used, l.Tokens)}
	case l.CostUSD > 0 && r.usage.CostUSD >= l.CostUSD:
		return &stop{OutOfMoney, fmt.Sprintf("%.4f of %.4f US dollars", r.usage.CostUSD, l.CostUSD)}
	case l.Time > 0 && r.Now().Sub(r.started) >= l.Time:
		return &stop{OutOfTime, l.Time.String()}
	}
	return nil
}

// talk is a conversation: a beginning that stays, then pairs of the model's answers
// and ours, of which the oldest go when there is no room.
type talk struct {
	begin []llm.Message
	turns [][2]llm.Message
}

func (t *talk) messages() []llm.Message {
	list := append([]llm.Message(nil), t.begin...)
	for _, p := range t.turns {
		list = append(list, p[0], p[1])
	}
	return list
}

// add appends the model's answer and what it is told. Servers refuse messages
// without a text.
func (t *talk) add(answer, reply string) {
	if answer == "" {
		answer = "(no answer)"
	}
	t.turns = append(t.turns, [2]llm.Message{{Role: llm.Assistant, Text: answer}, {Role: llm.User, Text: reply}})
}

// ask sends a conversation, shorter and shorter while it is too long.
func (r *run) ask(ctx context.Context, step *trajectories.Step, t *talk) (llm.Response, error) {
	for {
		if err := r.limits(ctx); err != nil {
			return llm.Response{}, err
		}
		req := llm.Request{Model: r.Model, Messages: t.messages(), Temperature: r.Temperature, Seed: r.Seed, MaxTokens: r.ReplyTokens}
		call := step.Model(r.Model, req)
		resp, err := r.Client.Complete(ctx, req)
		if err != nil {
			call.End(trajectories.ModelResult{Outcome: llm.Outcome(err), Error: err.Error()})
			if errors.Is(err, llm.ErrContextOverflow) && len(t.turns) > 0 {
				// The oldest turn goes; the question and the examples stay.
				t.turns = t.turns[1:]
				continue
			}
			return resp, err
		}
		call.End(trajectories.ModelResult{Outcome: string(resp.Finish), Response: resp, Usage: trajectories.Usage(resp.Usage)})
		// Only answered calls count as steps; one that was too long is asked again, shorter.
		r.steps++
		r.usage = r.usage.Plus(resp.Usage)
		if resp.Refused() {
			return resp, &stop{Refused, "the model declined: " + cut(resp.Message.Text, 200)}
		}
		return resp, nil
	}
}

// verify asks the backend about a candidate, and keeps the best one. A verifier
// that fails in itself has not proved the candidate, which may have caused it; one
// that is missing is an error.
func (r *run) verify(ctx context.Context, step *trajectories.Step, code string) (verify.Outcome, error) {
	if err := ctx.Err(); err != nil {
		return verify.Outcome{}, err
	}
	call := step.Tool("verify", "", map[string]string{"code": code})
	out, err := r.Backend.Verify(ctx, verify.Request{File: r.task.Name, Source: code, Options: r.Verify})
	r.checks++
	if err != nil {
		call.End(trajectories.ToolResult{Outcome: "error", Error: err.Error()})
		var missing *verify.MissingError
		if ctx.Err() != nil || errors.As(err, &missing) {
			return out, err
		}
		out = verify.Outcome{Verdict: verify.Unknown, Backend: r.Backend.Name(),
			Diagnostics: []verify.Diagnostic{{Kind: "Crash", Severity: verify.Error, Verdict: verify.Unknown, Line: 1, Message: err.Error()}}}
	} else {
		call.End(trajectories.ToolResult{Outcome: out.Verdict.String(), Result: brief(out), Candidate: recorded(code, out)})
	}
	// Of equal ones the later: it was repaired after what the verifier said of the earlier.
	if r.best == nil || Score(out) >= Score(r.best.out) {
		r.best = &tried{code, out}
	}
	return out, nil
}

// verdict is an outcome as it is recorded.
type verdict struct {
	Verdict     string   `json:"verdict"`
	Diagnostics []string `json:"diagnostics"`
}

func brief(out verify.Outcome) verdict {
	v := verdict{out.Verdict.String(), []string{}}
	for _, d := range out.Diagnostics {
		v.Diagnostics = append(v.Diagnostics, fmt.Sprintf("%d:%d: %s: %s", d.Line, d.Column, d.Kind, d.Text()))
	}
	return v
}

// recorded is a candidate with its verdict, as it is recorded.
func recorded(code string, out verify.Outcome) *trajectories.Candidate {
	same := true // others are not verified
	by := out.Backend
	if out.Version != "" {
		by += " " + out.Version
	}
	return &trajectories.Candidate{Text: code, Verdict: out.Verdict.String(), By: by, Unchanged: &same}
}

func cut(s string, n int) string {
	if len(s) > n {
		return s[:n] + "…"
	}
	return s
}
