package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"

	"ensures/llm"
	"ensures/sandbox"
	"ensures/tools"
	"ensures/trajectories"
)

// The outcomes of a tool call as they are recorded.
const (
	callOK    = "ok"
	callFinal = "final" // ok, and the run is complete
	callBad   = "bad_call"
)

// call calls a tool, or takes its answer from the record. A *tools.BadCall is for
// the model; any other error ends the run, and the call is made again when the run
// is resumed.
func (r *run) call(ctx context.Context, name, id string, args json.RawMessage) (json.RawMessage, error) {
	args = canonical(args)
	rec := r.step.Tool(name, id, args)
	c := tools.Call{Name: name, Args: args}

	// A tool is not run again for a call that an earlier process recorded: the judge sees the
	// recorded result, which is as good.
	if done, ok := rec.Recorded(); ok {
		c.Result = tools.Result{JSON: done.Result, Final: done.Outcome == callFinal}
		if done.Outcome == callBad {
			c.Err = &recordedError{done.Error}
		}
		r.observe(c)
	} else {
		// What is not recorded could not be resumed: no further work for a run whose record has
		// failed.
		if err := r.Broken(); err != nil {
			return nil, err
		}
		c.Result, c.Err = r.Tools.Call(ctx, name, args)
		var bad *tools.BadCall
		// Infrastructure has no recorded end, so that the call is made again on resume.
		if c.Err != nil && !errors.As(c.Err, &bad) {
			return nil, c.Err
		}
		end := trajectories.ToolResult{Outcome: callOK, Candidate: r.observe(c)}
		switch {
		case c.Err != nil:
			end.Outcome, end.Error = callBad, c.Err.Error()
		case c.Result.Final:
			end.Outcome = callFinal
		}
		if c.Err == nil {
			end.Result = c.Result.JSON
		}
		rec.End(end)
	}

	r.called = name
	r.said = string(c.Result.JSON)
	if c.Err != nil {
		r.said = c.Err.Error()
	}
	r.final = r.final || c.Result.Final
	return c.Result.JSON, c.Err
}

// observe shows a call to the judge and keeps what is now known of its candidate.
func (r *run) observe(c tools.Call) *trajectories.Candidate {
	known := r.Judge.Observe(c)
	if known != nil {
		r.found = known
	}
	return known
}

// canonical is a call's arguments in one form, whoever wrote them: sorted, compact,
// nothing escaped that need not be. What is no JSON becomes a string, which the
// tool will say is wrong.
func canonical(args json.RawMessage) json.RawMessage {
	dec := json.NewDecoder(bytes.NewReader(args))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil || dec.More() {
		v = string(args)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v) // what was decoded can be encoded
	return bytes.TrimSpace(b.Bytes())
}

// recordedError is a bad call of an earlier process.
type recordedError struct{ text string }

func (e *recordedError) Error() string { return e.text }

// told reports whether an error is for the model.
func told(err error) bool {
	var bad *tools.BadCall
	var old *recordedError
	return errors.As(err, &bad) || errors.As(err, &old)
}

// exec runs code with the tools as functions.
func (r *run) exec(ctx context.Context, code string) (sandbox.Execution, error) {
	// Whatever the step before called is no part of this one's title.
	r.called, r.said = "code", ""
	if r.interp == nil {
		o := r.Sandbox
		o.Tools = r.callables()
		// A bad call is raised in the code, which may deal with it. Anything else ends the
		// execution and comes back from Exec as it is.
		o.Call = func(ctx context.Context, name string, args json.RawMessage) (json.RawMessage, error) {
			raw, err := r.call(ctx, name, "", args)
			switch {
			case err != nil && told(err):
				return nil, err
			case err != nil:
				return nil, sandbox.Abort(err)
			case r.final:
				return raw, sandbox.ErrFinal
			}
			return raw, nil
		}
		var err error
		if r.interp, err = r.Interpreter(ctx, o); err != nil {
			return sandbox.Execution{}, err
		}
	}
	return r.interp.Exec(ctx, code)
}

// callables are the tools as functions of the code.
func (r *run) callables() []sandbox.Callable {
	var list []sandbox.Callable
	for _, t := range r.Tools.Tools() {
		c := sandbox.Callable{Name: t.Name}
		for _, p := range t.Params {
			c.Params = append(c.Params, p.Name)
		}
		c.Doc, _, _ = strings.Cut(t.Description, ". ")
		list = append(list, c)
	}
	return list
}

// offered are the tools for native calls.
func (r *run) offered() []llm.Tool {
	if r.Mode != ReAct {
		return nil
	}
	var list []llm.Tool
	for _, t := range r.Tools.Tools() {
		list = append(list, llm.Tool{Name: t.Name, Description: t.Description, Parameters: t.Schema})
	}
	return list
}
