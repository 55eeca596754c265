package cmd

import (
	"context"
	"fmt"
	"io"
	"strings"

	"ensures/bench"
	"ensures/harness"
	"ensures/propose"
	"ensures/synth"
	"ensures/trajectories"
	"ensures/verify"
)

// keepsProved reports whether only what is proved is kept.
func (a *app) keepsProved() bool { return a.cfg.Annotate.Keep == "proved" }

// keepProved takes out of an annotated file what the verifier does not prove, and
// measures again the methods that lost something. An error ends the run.
func (a *app) keepProved(ctx context.Context, rt *bench.Runtime, b verify.Backend, one *annotated, rec *trajectories.Writer, f annotateFlags) error {
	if one.failed != nil {
		return nil
	}
	step := rec.Start("keep", one.src.path, nil)
	k, err := synth.KeepProved(ctx, b, one.src.path, string(one.src.text), one.text, a.proofOptions())
	if err != nil {
		step.End("error", map[string]any{"error": err.Error()})
		if ctx.Err() != nil {
			return err
		}
		one.failed, one.text = fmt.Errorf("%s: not verified, so that nothing can be kept: %w", one.src.path, err), string(one.src.text)
		return nil
	}
	one.text, one.left, one.proof = k.Text, k.LeftOut, &k.Outcome
	err = a.measureKept(ctx, rt, one, f)
	data := found(k.Outcome)
	data["annotated"], data["left_out"] = k.Text, k.LeftOut
	step.End(k.Outcome.Verdict.String(), data)
	return err
}

// measureKept brings the results of methods that lost clauses in line with what
// they have now.
func (a *app) measureKept(ctx context.Context, rt *bench.Runtime, one *annotated, f annotateFlags) error {
	tasks, _ := bench.MethodsOf(one.src.path, one.text)
	var changed []string
	for i, m := range one.res.Methods {
		left := one.leftOut(m)
		if len(left) == 0 {
			continue
		}
		for _, t := range tasks {
			if t.ID == m.Name {
				one.res.Methods[i].Clauses = clausesOf(one.text, t, m.Line)
			}
		}
		changed = append(changed, m.Name)
	}
	if len(changed) == 0 {
		return nil
	}
	res, err := propose.File(ctx, rt, one.src.path, one.text, propose.Options{Methods: changed, Bare: true,
		Budget: a.cfg.Annotate.Budget, Inputs: a.cfg.Annotate.Inputs, Seed: a.cfg.Harness.Seed, Survivors: f.survivors})
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	for i := range one.res.Methods {
		m := &one.res.Methods[i]
		left := one.leftOut(*m)
		if len(left) == 0 {
			continue
		}
		m.Row, m.Survivors = harness.Row{}, []string{}
		if len(m.Clauses) == 0 {
			m.Status, m.Reason, m.Clauses = propose.Skipped, "nothing that was found is proved", []propose.Clause{}
			continue
		}
		if err != nil {
			continue
		}
		for _, now := range res.Methods {
			if now.Name == m.Name {
				m.Row, m.Survivors = now.Row, now.Survivors
			}
		}
	}
	return nil
}

// leftOut is what was taken out of a method.
func (one annotated) leftOut(m propose.MethodResult) []synth.LeftOut {
	var out []synth.LeftOut
	for _, l := range one.left {
		if l.Method == m.Line {
			out = append(out, l)
		}
	}
	return out
}

// showLeftOut says what was taken out of a method: how much, or with names what.
func (a *app) showLeftOut(list []synth.LeftOut, names bool) {
	switch {
	case len(list) == 0:
	case names:
		for _, l := range list {
			a.out.printf("  %s %s (%s)\n", a.out.paint(warn, "left out:"), strings.Join(strings.Fields(l.Clause), " "), l.Why)
		}
	case len(list) == 1:
		a.out.printf("  %s 1 clause that is not proved\n", a.out.paint(warn, "left out:"))
	default:
		a.out.printf("  %s %d clauses that are not proved\n", a.out.paint(warn, "left out:"), len(list))
	}
}

// listLeftOut is showLeftOut where the methods themselves are not shown.
func (a *app) listLeftOut(w io.Writer, one annotated) {
	for _, l := range one.left {
		fmt.Fprintf(w, "%s:%d: left out: %s (%s)\n", one.src.path, l.Line, strings.Join(strings.Fields(l.Clause), " "), l.Why)
	}
}

// unverified are the methods of the files that do not verify, though nothing that
// was added is to blame.
func unverified(all []annotated) (names []string) {
	for _, one := range all {
		if one.proof == nil || one.failed != nil {
			continue
		}
		for _, m := range one.proof.Methods {
			if m.Verdict != verify.Verified {
				names = append(names, m.Name)
			}
		}
	}
	return names
}
