package spec

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"ensures/bench"
	"ensures/feedback"
	"ensures/harness"
	"ensures/java/interp"
	"ensures/jml/eval"
	"ensures/propose"
	"ensures/tools"
	"ensures/verify"
)

// javaProgram is a method of Java in its file.
type javaProgram struct {
	t *bench.Task
	o Options

	mu     sync.Mutex
	prep   *bench.Prepared
	failed error
}

func (p *javaProgram) look(cand string) survey { return look(p.t, cand) }

func (p *javaProgram) backend() (verify.Backend, verify.Options) { return p.o.Backend, p.o.Verify }

func (p *javaProgram) asked(sv survey) []string {
	if sv.whole {
		return []string{""}
	}
	name := p.t.Method
	if p.t.Params != nil {
		name += "(" + strings.Join(p.t.Params, ",") + ")"
	}
	if p.t.Class != "" {
		name = p.t.Class + "." + name
	}
	return append([]string{name}, sv.others...)
}

func (p *javaProgram) named(k verify.MethodKey) string { return k.String() }

func (p *javaProgram) explain(out verify.Outcome, cand string) feedback.Report {
	return feedback.Analyze(out, cand)
}

// prepared is the task with its pairs, or why there are none.
func (p *javaProgram) prepared(ctx context.Context) (*bench.Prepared, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.prep == nil && p.failed == nil {
		prep, err := p.o.Runtime.Prepare(ctx, p.t, p.o.Prepare)
		// An interrupted preparation is not the task's failure, and must not be remembered as
		// one.
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		p.prep, p.failed = prep, err
	}
	return p.prep, nil
}

func (p *javaProgram) measure(ctx context.Context, code string, survivors int) (out measurement, err error) {
	prep, err := p.prepared(ctx)
	if err != nil {
		return out, err
	}
	if prep == nil {
		out.row, out.failed = harness.Failure(p.t.ID, p.failed), "the method can't be run, so nothing is measured: "+p.failed.Error()
		return out, nil
	}
	rep := harness.Measure(ctx, prep, code, p.o.Measure)
	if ctx.Err() != nil {
		return out, ctx.Err()
	}
	out.row = rep.Row
	for _, d := range rep.Diagnostics {
		if d.Severity == "error" {
			out.problems = append(out.problems, place(d))
		}
	}
	out.violated, out.survivors = violations(rep, prep, 3), rep.Survivors(survivors)
	return out, nil
}

// violations are runs that the specification is wrong about.
func violations(rep *harness.Report, prep *bench.Prepared, n int) []string {
	out := []string{}
	m := prep.Run.NewMachine(interp.Options{Limits: interp.Limits{Steps: 1_000_000}})
	for _, v := range rep.Pairs {
		// Outside of the precondition nothing is promised.
		if v.Pre != eval.True || v.Post == eval.True || len(out) == n {
			continue
		}
		text := fmt.Sprintf("for %s the code gives %s, but ", v.Pair.Input(m, prep.Method), v.Pair.Output(m, prep.Method))
		clause := "the postcondition"
		if v.Clause != nil {
			clause = fmt.Sprintf("line %d: `%s`", v.Clause.At.Line, oneLine(v.Clause.Text))
		}
		if v.Post == eval.False {
			text += clause + " does not hold"
		} else {
			text += clause + " has no value: " + v.Reason
		}
		out = append(out, text)
	}

	for _, c := range []*harness.Column{rep.Loops, rep.Signals, rep.Frames} {
		if c == nil {
			continue
		}
		for _, v := range c.Violated {
			if len(out) < n+2 {
				out = append(out, "fails on a run: "+v.String())
			}
		}
	}
	return out
}

func (p *javaProgram) propose(ctx context.Context, tool string, in proposeIn) (proposeOut, error) {
	o := p.o.Propose
	o.Methods = []string{p.t.InFile()}
	o.Budget = cmp.Or(o.Budget, 10*time.Second)
	if in.Clauses > 0 {
		o.MaxClauses = in.Clauses
	}
	if in.Seconds > 0 {
		o.Budget = time.Duration(in.Seconds) * time.Second
	}
	src := plain(p.t.Source)
	res, err := propose.File(ctx, p.o.Runtime, p.t.Name, src, o)
	if ctx.Err() != nil {
		return proposeOut{}, ctx.Err()
	}
	if err != nil {
		return proposeOut{}, tools.Refuse(tool, "nothing can be proposed: %v", err)
	}

	out := proposeOut{Clauses: []propose.Clause{}, Code: src, Note: "these held on every run that was made; verify them"}
	for _, m := range res.Methods {
		out.Clauses = append(out.Clauses, m.Clauses...)
		out.Strict = scores(m.Row.Strict)
		if m.Reason != "" {
			out.Note = string(m.Status) + ": " + m.Reason
		}
	}
	if text, err := res.Edits.Apply(); err == nil {
		out.Code = text
	}
	return out, nil
}
