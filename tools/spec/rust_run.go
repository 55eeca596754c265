package spec

import (
	"context"
	"errors"
	"strings"
	"time"

	"ensures/metric"
	"ensures/rust/eval"
	"ensures/rust/measure"
	"ensures/rust/observe"
	"ensures/rust/spec"
	"ensures/rust/values"
	"ensures/tools"
	"ensures/value"
)

// rustCall is one call of the task's function.
type rustCall struct {
	*rustText
	observe.Call
	rep *measure.Report
}

// call calls the function once, on values that are text: nothing of what a model writes is
// compiled.
func (p *rustProgram) call(ctx context.Context, tool string, in runIn) (*rustCall, error) {
	x, err := p.text(ctx, tool, p.t.Source)
	if err != nil {
		return nil, err
	}
	prog, err := x.program(ctx, tool, p.t.Name)
	if err != nil {
		return nil, err
	}
	defer prog.Close()

	f := prog.Funcs[0]
	given := in.Args
	if len(f.Params) > 0 && f.Params[0].Name == "self" {
		if in.Receiver == "" {
			return nil, tools.Refuse(tool, "`receiver` is missing: %s takes self", p.t.Method)
		}
		given = append([]string{in.Receiver}, given...)
	} else if in.Receiver != "" {
		return nil, tools.Refuse(tool, "`receiver` is given, but %s takes no self", p.t.Method)
	}
	if len(given) != len(f.Params) {
		return nil, tools.Refuse(tool, "`args` has %d values; %s takes %s", len(in.Args), p.t.Method, oneLine(x.file.Src[x.fn.NamePos.From:x.fn.Body.From]))
	}
	args := make([]*values.Value, len(given))
	for i, text := range given {
		if args[i], err = values.Read(text, f.Params[i].Type); err != nil {
			return nil, tools.Refuse(tool, "`%s` is no value for %s: %v", text, f.Params[i].Name, err)
		}
	}

	// In a sandbox and with a limit on processor time: the code may do anything on these values.
	calls, err := prog.Run(ctx, f, [][]*values.Value{args}, observe.Options{CPU: time.Second})
	switch {
	case err != nil:
		return nil, err
	case len(calls) == 0 || calls[0].End == observe.Died:
		return nil, tools.Refuse(tool, "the call gave nothing: it ended the process (memory, stack, abort), or its result is too long to be told")
	case calls[0].End == observe.Endless:
		return nil, tools.Refuse(tool, "the call gave nothing: it did not end within a second")
	}
	return &rustCall{x, calls[0], measure.Over(f, x.file, nil, measure.Options{})}, nil
}

// output is what came of the call.
func (c *rustCall) output() string {
	switch {
	case c.End == observe.Panicked:
		return "panics: " + c.Panic
	case c.rep.Output(c.Result, c.After) == "":
		return "()"
	}
	return c.rep.Output(c.Result, c.After)
}

func (p *rustProgram) run(ctx context.Context, tool string, in runIn) (runOut, error) {
	c, err := p.call(ctx, tool, in)
	if err != nil {
		return runOut{}, err
	}
	return runOut{c.rep.Input(c.Args), c.output(), c.End == observe.Panicked}, nil
}

func (p *rustProgram) evaluate(ctx context.Context, tool string, in evaluateIn) (evaluateOut, error) {
	x, err := spec.ParseExpr(strings.TrimRight(strings.TrimSpace(in.Expression), ",;"))
	if err != nil {
		return evaluateOut{}, tools.Refuse(tool, "the expression is none of the clause language: %v", err)
	}
	c, err := p.call(ctx, tool, runIn{in.Args, in.Receiver})
	if err != nil {
		return evaluateOut{}, err
	}
	out := evaluateOut{Input: c.rep.Input(c.Args), Output: c.output(), Value: value.Unknown.String()}
	if c.End == observe.Panicked {
		out.Reason = "the function panics on this input, so no postcondition is asked for"
		return out, nil
	}

	verdict, err := eval.New(c.file).Clause(c.fn, x, c.state())
	if no := (*eval.Error)(nil); errors.As(err, &no) {
		return out, tools.Refuse(tool, "the expression can't be evaluated: %v", err)
	}
	if err != nil {
		return out, err
	}
	out.Value, out.Reason = verdict.Truth.String(), reason(verdict)
	return out, nil
}

// state is what a postcondition sees of the call.
func (c *rustCall) state() eval.State {
	s := eval.State{Before: map[string]*values.Value{}, After: map[string]*values.Value{}, Result: c.Result}
	for i, p := range c.rep.Func.Params {
		s.Before[p.Name], s.After[p.Name] = c.Args[i], c.After[i]
	}
	return s
}

// reason is why a condition has no value.
func reason(v metric.Verdict) string {
	switch {
	case v.Truth != value.Unknown:
		return ""
	case v.Undefined:
		return "it has no value there: an index outside, a cast that does not fit, a division by zero"
	}
	return "it was not decided within its steps: give quantifiers narrow ranges"
}
