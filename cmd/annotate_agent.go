package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ensures/agent"
	"ensures/bench"
	"ensures/harness"
	"ensures/java"
	"ensures/jml"
	"ensures/llm"
	"ensures/propose"
	"ensures/sandbox"
	"ensures/tools/spec"
	"ensures/trajectories"
	"ensures/verify"
)

// worker lets a model specify methods.
type worker struct {
	*app
	rt      *bench.Runtime
	backend verify.Backend
	client  llm.Client
	model   string
	prompts agent.Prompts
	hashes  map[string]string // of the prompts
	rec     *trajectories.Writer

	interpreter func(context.Context, sandbox.InterpreterOptions) (sandbox.Interpreter, error)
	limits      sandbox.Limits
	dialect     string

	refine func(context.Context, *propose.Draft) error // of propose_clauses; nil without a solver

	usage llm.Usage
	ended map[agent.Outcome]int
	won   int // runs whose result the tools found complete
}

// file lets the model specify the methods of a file, one after the other; each
// sees what the earlier ones got. The error is one that stops the whole run.
func (w *worker) file(ctx context.Context, src source, f annotateFlags) (annotated, error) {
	one := annotated{src: src, text: string(src.text)}
	file, errs := java.Parse(src.path, one.text)
	specs, serrs := jml.Parse(file)
	one.res = &propose.FileResult{File: file, Errors: append(errs, serrs...), Edits: java.NewEdits(file)}
	tasks, _ := bench.MethodsOf(src.path, one.text)
	any := false
	for _, t := range tasks {
		if !selected(t, f.methods) {
			continue
		}
		any = true
		m, text, err := w.method(ctx, t, file, specs, one.text, f)
		if err != nil {
			return one, err
		}
		one.text = text
		one.res.Methods = append(one.res.Methods, m)
	}
	switch {
	case any:
	case len(f.methods) > 0:
		one.failed = fmt.Errorf("%s: no such method with a body in %s", strings.Join(f.methods, ", "), src.path)
	case len(one.res.Errors) == 0:
		one.failed = fmt.Errorf("%s: no method with a body", src.path)
	}
	return one, nil
}

// selected reports whether --method asks for a task.
func selected(t *bench.Task, methods []string) bool {
	if len(methods) == 0 {
		return true
	}
	id, _, _ := strings.Cut(t.ID, "(")
	return slices.ContainsFunc(methods, func(m string) bool { return m == t.ID || m == id || m == t.Method })
}

// method lets the model specify one method of a file whose text is now; original
// is the file as the user has it. It returns the result and the file's new text.
func (w *worker) method(ctx context.Context, t *bench.Task, original *java.File, specs *jml.File, now string, f annotateFlags) (m propose.MethodResult, text string, err error) {
	start := time.Now()
	defer func() { m.Elapsed = time.Since(start) }()
	decl := declarationOf(original, t)
	m = propose.MethodResult{Name: t.ID, Status: propose.Failed, Decl: decl}
	if decl != nil {
		m.Line = original.Position(decl.Pos()).Line
	}
	if task := taskOf(now, t); task != nil {
		t = task
	}
	prep, err := w.rt.Prepare(ctx, t, bench.Options{Pairs: w.cfg.Harness.Pairs, Inputs: w.cfg.Harness.Inputs, Seed: w.cfg.Harness.Seed})
	if ctx.Err() != nil {
		return m, now, ctx.Err()
	}
	if err != nil {
		m.Reason = err.Error()
		var u *bench.Unsupported
		if errors.As(err, &u) {
			m.Status = propose.Unsupported
		}
		return m, now, nil
	}
	m.Inputs, m.Signature = prep.Generated, prep.Method.Signature()
	if decl != nil && specs.Method(decl) != nil {
		m.Kept = true
		w.measureMethod(ctx, prep, now, &m, f)
		return m, now, nil
	}
	best, err := w.run(ctx, t)
	if err != nil {
		return m, now, err
	}
	text, reason := w.take(t, now, best)
	if reason != "" {
		m.Status, m.Reason = propose.Skipped, reason
		return m, now, nil
	}
	w.measureMethod(ctx, prep, text, &m, f)
	m.Clauses = clausesOf(text, t, m.Line)
	return m, text, nil
}

// run is the model's work on one task.
func (w *worker) run(ctx context.Context, t *bench.Task) (*trajectories.Candidate, error) {
	step := w.rec.Start("method", t.ID, nil)
	res, err := w.work(ctx, t, w.client, w.model, step, w.rec.Err, func(n, of int) {
		w.status(fmt.Sprintf("%s: step %d of %d", t.ID, n, of))
	})
	if err != nil {
		return nil, err
	}
	w.status("")
	w.usage = w.usage.Plus(res.Usage)
	w.ended[res.Outcome]++
	if res.Success {
		w.won++
	}
	if res.Err != nil {
		return nil, fmt.Errorf("%s: %w", t.ID, res.Err)
	}
	step.Close(trajectories.StepResult{Outcome: string(res.Outcome), Candidate: res.Best,
		Data: map[string]any{"success": res.Success, "reason": res.Reason, "steps": res.Steps, "usage": res.Usage}})
	return res.Best, nil
}

// work lets the agent work on a task.
func (w *worker) work(ctx context.Context, t *bench.Task, client llm.Client, model string, rec agent.Recorder, broken func() error, notify func(n, of int)) (agent.Result, error) {
	o, err := w.specOptions(w.rt, w.backend)
	if err != nil {
		return agent.Result{}, err
	}
	o.Propose.Refine = w.refine
	reg, err := w.offered(t, o)
	if err != nil {
		return agent.Result{}, err
	}
	text, err := w.prompts.Render("spec_task", specTask{Method: t.ID, Code: t.Source, Doc: t.Doc, Bar: o.Bar.String()})
	if err != nil {
		return agent.Result{}, err
	}
	g := w.cfg.Agent
	a := agent.Options{
		Mode: agent.Mode(g.Mode), Client: client, Model: model, Tools: reg, Judge: spec.NewJudge(o.Bar), Prompts: w.prompts,
		Interpreter: w.interpreter, Sandbox: sandbox.InterpreterOptions{Limits: w.limits}, Dialect: w.dialect,
		MaxSteps: g.MaxSteps, PlanEvery: g.Planning, ReplyTokens: g.Reply,
		Limits:  agent.Limits{Tokens: g.Tokens, CostUSD: g.Cost, Time: g.Time},
		Formats: g.Formats, Repeats: g.Repeats, Context: g.Context, Observation: g.Observation,
		Record: rec, Broken: broken, Now: w.Now,
		Notify: func(n, of int) {
			w.log.Info("step", "method", t.ID, "step", n, "of", of)
			notify(n, of)
		},
	}
	if g.Temperature >= 0 {
		a.Temperature = &g.Temperature
	}
	res := agent.Run(ctx, text, a)
	w.log.Info("ended", "method", t.ID, "outcome", res.Outcome, "reason", res.Reason, "steps", res.Steps, "tokens", res.Usage.Input+res.Usage.Output)
	return res, nil
}

// take puts a candidate's specification into the file. The reason says why not.
func (w *worker) take(t *bench.Task, now string, best *trajectories.Candidate) (text, reason string) {
	switch {
	case best == nil:
		return now, "the model offered no specification"
	case best.Verdict == "malformed", best.Verdict == "refuted":
		return now, "the model's best specification is " + best.Verdict
	}
	if corr, measured := best.Strict["post_correctness"]; measured && corr < 1 && best.Verdict != "verified" {
		return now, fmt.Sprintf("the model's best specification is wrong on some runs (PostCorr %.2f)", corr)
	}
	text, err := spec.Carry(t, now, best.Text)
	if err != nil {
		return now, "the model's best specification can't be taken: " + err.Error()
	}
	if text == now {
		return now, "the model offered no specification"
	}
	return text, ""
}

// measureMethod fills in what the harness says of the method's specification.
func (w *worker) measureMethod(ctx context.Context, prep *bench.Prepared, text string, m *propose.MethodResult, f annotateFlags) {
	rep := harness.Measure(ctx, prep, text, harness.Options{Pairs: w.cfg.Harness.Pairs, Mutants: w.cfg.Harness.Mutants, Steps: w.cfg.JML.Steps, Elsewhere: true})
	m.Row, m.Status = rep.Row, propose.Proposed
	m.Survivors = rep.Survivors(f.survivors)
	if rep.Status != harness.OK && rep.Status != harness.Unsupported {
		m.Status = propose.Failed
		for _, d := range rep.Diagnostics {
			m.Reason = d.Message
		}
	}
}

// specTask is what the task's text is made of.
type specTask struct {
	Method string
	Code   string
	Doc    string
	Bar    string
}

// taskOf is the task of the same method in another text of the file.
func taskOf(text string, t *bench.Task) *bench.Task {
	tasks, _ := bench.MethodsOf(t.Name, text)
	for _, n := range tasks {
		if n.ID == t.ID && slices.Equal(n.Params, t.Params) {
			return n
		}
	}
	return nil
}

// declarationOf is a task's method in a file.
func declarationOf(f *java.File, t *bench.Task) *java.MethodDecl {
	var found *java.MethodDecl
	var visit func(c *java.ClassDecl, outer string)
	visit = func(c *java.ClassDecl, outer string) {
		for _, m := range c.Members {
			switch m := m.(type) {
			case *java.ClassDecl:
				visit(m, outer+c.Name.Name+".")
			case *java.MethodDecl:
				if outer+c.Name.Name == t.Class && m.Name.Name == t.Method && slices.Equal(bench.ParamTypes(m), t.Params) {
					found = m
				}
			}
		}
	}
	for _, c := range f.Types {
		visit(c, "")
	}
	return found
}

// clausesOf are the clauses of a task's method in a text, with the line of the
// method in the user's file for those in front of it.
func clausesOf(text string, t *bench.Task, line int) []propose.Clause {
	f, _ := java.Parse(t.Name, text)
	s, _ := jml.Parse(f)
	d := declarationOf(f, t)
	if d == nil {
		return nil
	}
	var out []propose.Clause
	add := func(lines []string, at int) {
		for _, l := range lines {
			kind, _, _ := strings.Cut(strings.TrimSpace(l), " ")
			out = append(out, propose.Clause{Kind: kind, Text: strings.TrimSpace(l), Line: at})
		}
	}
	if ms := s.Method(d); ms != nil {
		add(ms.Lines(), line)
	}
	shift := line - f.Position(d.Pos()).Line
	java.Walk(d.Body, func(n java.Node) bool {
		if st, ok := n.(java.Stmt); ok {
			if ls := s.Loops[st]; ls != nil {
				add(ls.Lines(), f.Position(st.Pos()).Line+shift)
			}
		}
		return true
	})
	return out
}
