package cmd

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"ensures/agent"
	"ensures/bench"
	"ensures/engine"
	"ensures/engine/annotate"
	"ensures/engine/asked"
	"ensures/harness"
	"ensures/llm"
	"ensures/trajectories"
	"ensures/verify"
)

// annotateWithModel is annotate with a language model, new or resumed.
func (a *app) annotateWithModel(ctx context.Context, args []string, f annotateFlags) error {
	var rec *trajectories.Writer
	var err error
	until := ends(a.cfg.Annotate.Limit)
	if f.resume != "" {
		if rec, args, err = a.resume(f.resume, args, &f); err != nil {
			return err
		}
	}
	// Which language it is a resumed run knows only from its record.
	if len(args) > 0 && (isRust(args[0]) || isCrate(args[0])) {
		return a.annotateRustWithModel(ctx, args, f, rec)
	}

	sources, err := a.javaFiles(args, f.exclude)
	if err != nil {
		return errors.Join(err, rec.Suspend())
	}
	if rec != nil {
		if err := unchanged(rec.Header(), sources); err != nil {
			return errors.Join(err, rec.Suspend())
		}
	}

	rt := bench.NewRuntime()
	w, done, err := a.newWorker(ctx, rt)
	if err != nil {
		return errors.Join(err, rec.Suspend())
	}
	defer done()
	if rec == nil {
		if rec, err = w.record(ctx, sources, f); err != nil {
			return err
		}
	}

	w.rec, w.until = rec, until
	all, err := a.annotateAll(ctx, sources, annotateJob{rt: rt, rec: rec, judge: w.Backend, flags: f, until: until, annotate: func(src source, o annotate.Options) (*annotate.Annotation, error) {
		return annotate.ByTask(ctx, w.task(rt), src.path, string(src.text), o)
	}})
	if err != nil {
		return errors.Join(stopped(rec, err), rec.Suspend())
	}

	if !a.out.json && !a.flags.quiet {
		w.report(f)
	}
	return a.finishAnnotate(rec, all, f, func(c *trajectories.Conclusion) {
		w.conclude(c)
		if len(all) == 1 && all[0].Proof != nil && all[0].Text != all[0].Original {
			proof := all[0].Proof
			c.Candidate = &trajectories.Candidate{Text: all[0].Text, Verdict: proof.Verdict.String(), By: proof.Backend + " " + proof.Version}
		}
	})
}

// worker lets a model specify methods, and counts what that takes.
type worker struct {
	*app
	*asked.Shared
	rec   *trajectories.Writer
	until time.Time // end of the run; zero: none

	usage llm.Usage
	ended map[agent.Outcome]int
	won   int // runs whose result the tools found complete
}

// record begins the record of a run over files.
func (w *worker) record(ctx context.Context, sources []source, f annotateFlags) (*trajectories.Writer, error) {
	return w.recordWith(func(h *trajectories.Header) {
		h.Model, h.Prompts = w.cfg.Model.Name, w.Hashes
		if v, err := w.Backend.Version(ctx); err == nil {
			h.Versions[w.Backend.Name()] = v
		}
		h.Labels = map[string]string{"methods": strings.Join(f.methods, ",")}
		for i := range h.Inputs {
			h.Inputs[i].Text = string(sources[i].text)
		}
	}, "annotate", sources...)
}

// conclude adds what the model's work came to.
func (w *worker) conclude(c *trajectories.Conclusion) {
	runs := 0
	for _, n := range w.ended {
		runs += n
	}
	// One method without a complete specification, and the run as a whole has not succeeded.
	c.Success = runs > 0 && w.won == runs
	c.Figures["complete"], c.Figures["usage"] = w.won, w.usage
}

// asReplayed takes over the settings of the run that the model's name says to replay, unless
// others are given.
func (a *app) asReplayed() error {
	arg, ok := strings.CutPrefix(a.cfg.Model.Name, "replay:")
	if !ok {
		return nil
	}
	path, err := a.findRun(arg)
	if err != nil {
		return err
	}
	run, err := a.openRun(arg)
	if err != nil {
		return err
	}
	return a.under(path, run.Header, func(key string) bool {
		section, _, _ := strings.Cut(key, ".")
		return slices.Contains([]string{"agent", "harness", "annotate", "jml", "run", "sandbox", "prompts"}, section) || key == "verify.arithmetic"
	})
}

// newWorker makes what a model needs to work: itself, a verifier, prompts and, for
// code, a sandbox.
func (a *app) newWorker(ctx context.Context, rt *bench.Runtime) (*worker, func(), error) {
	if err := a.asReplayed(); err != nil {
		return nil, nil, err
	}
	m, err := a.model()
	if err != nil {
		return nil, nil, err
	}
	backend, done, err := a.verifier(ctx)
	if err != nil {
		return nil, nil, err
	}
	p, end := a.prover(ctx, rt)
	w, err := a.workerOver(ctx, m, a.engineOptions(rt, p), backend)
	if err != nil {
		end()
		done()
		return nil, nil, err
	}
	return w, func() { end(); done() }, nil
}

// workerOver is a worker with a model and a verifier.
func (a *app) workerOver(ctx context.Context, m *model, o engine.Options, backend verify.Backend) (*worker, error) {
	s, err := a.shared(ctx, o, backend, a.cfg.Agent.Mode == string(agent.CodeAct))
	if err != nil {
		return nil, err
	}
	s.Client, s.Model = m.Client, m.name
	return &worker{app: a, Shared: s, ended: map[agent.Outcome]int{}}, nil
}

// task returns how a file's methods are specified.
func (w *worker) task(rt *bench.Runtime) annotate.Task {
	h := w.cfg.Harness
	return annotate.Task{
		Runtime: rt, Specify: w.specify,
		Prepare: bench.Options{Pairs: h.Pairs, Inputs: h.Inputs, Seed: h.Seed},
		Measure: harness.Options{Pairs: h.Pairs, Mutants: h.Mutants, Steps: w.cfg.JML.Steps, Nullable: w.cfg.JML.NullableByDefault, Elsewhere: true},
	}
}

// specify is the model's work on one task.
func (w *worker) specify(ctx context.Context, t *bench.Task) (*trajectories.Candidate, error) {
	step := w.rec.Start("method", t.ID, nil)
	res, err := w.Work(ctx, t, asked.Work{Client: w.Client, Model: w.Model, Record: step, Broken: w.rec.Err, Until: w.until, Notify: func(n, of int) {
		w.status(fmt.Sprintf("%s: step %d of %d", t.ID, n, of))
	}})
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

// resume opens an interrupted run with its settings, files and methods.
func (a *app) resume(name string, args []string, f *annotateFlags) (*trajectories.Writer, []string, error) {
	rec, err := a.reopen("annotate", name)
	if err != nil {
		return nil, nil, err
	}
	h := rec.Header()
	// The files that the run began with; others given are held against its record (unchanged).
	if len(args) == 0 {
		for _, in := range h.Inputs {
			args = append(args, in.Path)
		}
	}
	if m := h.Labels["methods"]; m != "" && len(f.methods) == 0 {
		f.methods = strings.Split(m, ",")
	}
	return rec, args, nil
}

// report says what the model's work took.
func (w *worker) report(f annotateFlags) {
	out := w.Stdout
	if f.diff {
		out = w.Stderr
	}
	var ends []string
	for _, o := range slices.Sorted(maps.Keys(w.ended)) {
		ends = append(ends, fmt.Sprintf("%d %s", w.ended[o], o))
	}
	if len(ends) == 0 {
		return
	}
	cost := ""
	if w.usage.CostUSD > 0 {
		cost = fmt.Sprintf(", %.4f US dollars", w.usage.CostUSD)
	}
	fmt.Fprintf(out, "%s worked in %s mode: %s; %d tokens in, %d out%s.\n", w.cfg.Model.Name, w.cfg.Agent.Mode, strings.Join(ends, ", "), w.usage.Input, w.usage.Output, cost)
}
