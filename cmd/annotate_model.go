package cmd

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ensures/agent"
	"ensures/bench"
	"ensures/sandbox"
	"ensures/tools/spec"
	"ensures/trajectories"
	"ensures/verify"
)

// annotateWithModel is annotate with a language model, new or resumed.
func (a *app) annotateWithModel(ctx context.Context, args []string, f annotateFlags) error {
	var rec *trajectories.Writer
	var err error
	if f.resume != "" {
		if rec, args, err = a.resume(f.resume, args, &f); err != nil {
			return err
		}
	}
	sources, err := a.javaFiles(args)
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
		rec, err = a.recordWith(func(h *trajectories.Header) {
			h.Model, h.Prompts = a.cfg.Model.Name, w.hashes
			if v, err := w.backend.Version(ctx); err == nil {
				h.Versions[w.backend.Name()] = v
			}
			h.Labels = map[string]string{"methods": strings.Join(f.methods, ",")}
			for i := range h.Inputs {
				h.Inputs[i].Text = string(sources[i].text)
			}
		}, "annotate", sources...)
		if err != nil {
			return err
		}
	}
	w.rec = rec
	all, err := a.annotateAll(ctx, rt, sources, rec, w.backend, f, func(src source) (annotated, error) { return w.file(ctx, src, f) })
	if err != nil {
		return errors.Join(stopped(rec, err), rec.Suspend())
	}
	if !a.out.json && !a.flags.quiet {
		w.report(f)
	}
	runs := 0
	for _, n := range w.ended {
		runs += n
	}
	return a.finishAnnotate(rec, all, f, func(c *trajectories.Conclusion) {
		c.Success = runs > 0 && w.won == runs
		c.Figures["complete"], c.Figures["usage"] = w.won, w.usage
		if len(all) == 1 && all[0].proof != nil && all[0].text != string(all[0].src.text) {
			c.Candidate = &trajectories.Candidate{Text: all[0].text, Verdict: all[0].proof.Verdict.String(), By: all[0].proof.Backend + " " + all[0].proof.Version}
		}
	})
}

// newWorker makes what a model needs to work: itself, a verifier, prompts and, for
// code, a sandbox.
func (a *app) newWorker(ctx context.Context, rt *bench.Runtime) (*worker, func(), error) {
	if arg, ok := strings.CutPrefix(a.cfg.Model.Name, "replay:"); ok { // with the run's own settings, unless others are given
		path, err := a.findRun(arg)
		if err != nil {
			return nil, nil, err
		}
		run, err := a.openRun(arg)
		if err != nil {
			return nil, nil, err
		}
		err = a.under(path, run.Header, func(key string) bool {
			section, _, _ := strings.Cut(key, ".")
			return slices.Contains([]string{"agent", "harness", "annotate", "jml", "run", "sandbox", "prompts"}, section) || key == "verify.arithmetic"
		})
		if err != nil {
			return nil, nil, err
		}
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
	w, err := a.workerOn(ctx, rt, backend, p, a.cfg.Agent.Mode == string(agent.CodeAct))
	if err != nil {
		end()
		done()
		return nil, nil, err
	}
	w.client, w.model = m.Client, m.name
	return w, func() { end(); done() }, nil
}

// workerOn makes what a model needs to work but for the model; p is nil where there
// is no solver.
func (a *app) workerOn(ctx context.Context, rt *bench.Runtime, backend verify.Backend, p *prover, code bool) (*worker, error) {
	set, err := a.loadPrompts()
	if err != nil {
		return nil, err
	}
	if _, err := a.offered(nil, spec.Options{}); err != nil {
		return nil, err
	}
	w := &worker{app: a, rt: rt, backend: backend, prompts: set, hashes: set.Hashes(), ended: map[agent.Outcome]int{}}
	if p != nil {
		w.refine = a.refine(p)
	}
	if code {
		s := a.cfg.Sandbox
		engine, err := sandbox.Detect(ctx, s.Engine, s.Python)
		if err != nil {
			return nil, &coded{ExitMissing, err}
		}
		w.interpreter, w.dialect = engine.New, engine.Dialect().Text
		w.limits = sandbox.Limits{Wall: s.Wall, CPU: s.CPU, Memory: s.Memory, Output: s.Output, Calls: s.Calls}
	}
	return w, nil
}

// resume opens an interrupted run with its settings, files and methods.
func (a *app) resume(name string, args []string, f *annotateFlags) (*trajectories.Writer, []string, error) {
	rec, err := a.reopen("annotate", name)
	if err != nil {
		return nil, nil, err
	}
	h := rec.Header()
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
