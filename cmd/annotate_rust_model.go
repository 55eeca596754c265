package cmd

import (
	"context"
	"errors"

	"ensures/bench"
	"ensures/engine/annotate"
	rustpropose "ensures/rust/propose"
	"ensures/trajectories"
)

// annotateRustWithModel is annotate for files of Rust with a language model: new, or resumed,
// where rec is there. It closes rec.
func (a *app) annotateRustWithModel(ctx context.Context, args []string, f annotateFlags, rec *trajectories.Writer) error {
	r, w, err := a.rustWorker(ctx, f)
	if err != nil {
		return errors.Join(err, rec.Suspend())
	}
	defer r.judges.close()

	files, err := a.rustFiles(ctx, args)
	if err != nil {
		return errors.Join(missing(err), rec.Suspend())
	}
	var sources []source
	for _, path := range files {
		src, err := a.readText(path)
		if err != nil {
			return errors.Join(err, rec.Suspend())
		}
		sources = append(sources, src)
	}
	if rec != nil {
		if err := unchanged(rec.Header(), sources); err != nil {
			return errors.Join(err, rec.Suspend())
		}
	} else if rec, err = w.record(ctx, sources, f); err != nil {
		return err
	}

	w.rec, w.until = rec, r.until
	r.specify, r.byModel = w.rust(r), true
	err = r.files(ctx, files)
	switch code := exitCode(err); {
	case err == nil, code == ExitBelow:
	case code == ExitUsage: // there is nothing to go on with
		return errors.Join(err, rec.Finish("error", nil))
	default:
		return errors.Join(stopped(rec, err), rec.Suspend())
	}
	if !a.out.json && !a.flags.quiet {
		w.report(f)
	}

	end := trajectories.Conclusion{Outcome: "ok", Figures: map[string]any{"files": len(files), "methods": r.asked, "clauses": r.clauses, "problems": r.wrong, "changed": r.changes}}
	if r.wrong > 0 {
		end.Outcome = "below"
	}
	w.conclude(&end)
	if no := rec.Conclude(end); no != nil {
		a.log.Warn("the run is not recorded", "err", no)
	}
	return err
}

// rustWorker makes what works on files of Rust, and what a model needs for that.
func (a *app) rustWorker(ctx context.Context, f annotateFlags) (*rustAnnotation, *worker, error) {
	if err := a.asReplayed(); err != nil {
		return nil, nil, err
	}
	m, err := a.model()
	if err != nil {
		return nil, nil, err
	}
	r, err := a.rustAnnotation(ctx, f)
	if err != nil {
		return nil, nil, err
	}
	w, err := a.workerOver(ctx, m, a.engineOptions(bench.NewRuntime(), nil), r.judges.ofFiles())
	if err != nil {
		r.judges.close()
		return nil, nil, err
	}
	w.Spec.Rust = r.judges.tools()
	return r, w, nil
}

// rust lets the model specify the functions of a file.
func (w *worker) rust(r *rustAnnotation) func(context.Context, *crateText, func(string) bool) (string, []*rustpropose.Function, error) {
	return func(ctx context.Context, t *crateText, wanted func(string) bool) (string, []*rustpropose.Function, error) {
		task := annotate.RustTask{Tools: w.Spec, Wanted: wanted, Until: r.until, Specify: w.specify}
		return annotate.RustByTask(ctx, task, t.path, string(t.source.text))
	}
}
