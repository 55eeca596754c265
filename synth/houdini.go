package synth

import (
	"context"
	"slices"
	"time"

	"ensures/candidate"
	"ensures/internal/effort"
	"ensures/java"
	"ensures/jml"
	"ensures/propose"
	"ensures/propose/loops"
	"ensures/verify"
	"ensures/verify/native"
)

// work is the search on one method.
type work struct {
	b     verify.Backend
	o     Options
	d     *propose.Draft
	loops []java.Stmt          // in the order of the source
	asked []loops.Precondition // nil until asked for
	free  string               // a name that the file does not use
	// ranges are the preconditions, by their text, that are there for arithmetic alone.
	ranges map[string]bool
}

func newWork(b verify.Backend, o Options, d *propose.Draft) *work {
	return &work{b: b, o: o, d: d, loops: d.Loops(), ranges: map[string]bool{}}
}

// askWork is the work of a question beside that of the solvers, about.
const askWork = 5 * time.Millisecond

// ask verifies the method with s. Quick answers give up on what is hard.
func (w *work) ask(ctx context.Context, s candidate.Spec, quick bool) (verify.Outcome, *candidate.Text, error) {
	text, err := w.d.Code(s)
	if err != nil {
		return verify.Outcome{}, nil, err
	}
	w.d.Account().Asked++
	effort.Spend(ctx, askWork)
	o := w.o.Proof
	o.Method, o.Quick = w.name(), quick
	out, err := w.b.Verify(ctx, verify.Request{File: w.d.Prep.Task.Name, Source: text.Code, Options: o})
	if out.HoldsAsAsked() {
		out.Verdict = verify.Verified // the file as a whole is asked about at the end
	}
	return out, text, err
}

// open opens a sifter's session on the file with s in it; nil where that can't be.
func (w *work) open(s candidate.Spec) *native.Session {
	if w.o.Sifter == nil {
		return nil
	}
	text, err := w.d.Code(s)
	if err != nil {
		return nil
	}
	o := w.o.Proof
	o.Timeout = w.o.Sifting
	session, bad := w.o.Sifter.Open(verify.Request{File: w.d.Prep.Task.Name, Source: text.Code, Options: o})
	if bad != nil {
		return nil
	}
	return session
}

// maxRounds bounds the iterations of the pruning.
const maxRounds = 25

// name is the method as verify.Options.Method takes it.
func (w *work) name() string {
	return verify.KeyOf(w.d.Prep.Method).String()
}

// Sifter finds the greatest set of candidate clauses that prove together in one
// symbolic execution: *native.Backend.
type Sifter interface {
	Open(verify.Request) (*native.Session, *verify.Outcome)
}

// sift keeps the loop invariants that prove together, in one symbolic execution, where
// the sifter can tell.
func (w *work) sift(ctx context.Context, s *candidate.Spec) {
	var asked []*candidate.Clause
	var cs []native.Candidate
	for i, list := range s.Loops {
		for _, c := range candidate.Of(list, jml.LoopInvariant) {
			asked = append(asked, c)
			cs = append(cs, native.Candidate{Loop: i, Clause: c.Body})
		}
	}
	if len(cs) == 0 {
		return
	}

	// The session's text has no invariants: the candidates are given beside it.
	session := w.open(s.Without(func(c *candidate.Clause) bool { return c.Kind == jml.LoopInvariant }))
	if session == nil {
		return
	}
	r, err := session.Sift(ctx, w.name(), cs)
	// Where nothing holds at all the candidates are left to the rounds of houdini.
	if err != nil || !slices.Contains(r.Holds, true) {
		return
	}
	for i, c := range asked {
		if r.Holds[i] {
			continue
		}
		why := "not kept up by the loop, or not there at the start"
		if r.Bad[i] != "" {
			why = r.Bad[i]
		}
		w.note(cs[i].Loop, c, propose.Unproved, why)
		*s = s.Minus(c)
	}
}

// houdini drops loop clauses that are not kept up, or not there at the start, until
// all that are left are. Postconditions are not touched.
func (w *work) houdini(ctx context.Context, s *candidate.Spec) (verify.Outcome, *candidate.Text, error) {
	// The sifter is a shortcut: what it leaves is still asked of the backend.
	w.sift(ctx, s)
	for range maxRounds {
		out, text, err := w.ask(ctx, *s, true)
		if err != nil || !w.dropLoopClauses(s, out, text) {
			return out, text, err
		}
	}
	return w.ask(ctx, *s, true)
}

// dropLoopClauses removes the loop clauses that the outcome blames; false when it
// blames none.
func (w *work) dropLoopClauses(s *candidate.Spec, out verify.Outcome, text *candidate.Text) bool {
	return w.dropBlamed(s, out, text, func(d verify.Diagnostic) []int { return []int{d.Line, d.AssociatedLine} },
		func(p candidate.Place) bool { return p.Loop >= 0 })
}

// dropBlamed removes the clauses that the errors of an outcome point to, of those that
// may go: the first that stands on one of an error's lines.
func (w *work) dropBlamed(s *candidate.Spec, out verify.Outcome, text *candidate.Text, lines func(verify.Diagnostic) []int, may func(candidate.Place) bool) bool {
	dropped := false
	for _, d := range out.Diagnostics {
		if d.Severity != verify.Error {
			continue
		}
		for _, line := range lines(d) {
			if p, ok := text.At(line); ok && may(p) && s.Has(p.Clause) {
				*s = s.Minus(p.Clause)
				w.note(p.Loop, p.Clause, propose.Unproved, string(d.Kind))
				dropped = true
				break
			}
		}
	}
	return dropped
}

// blamed returns the places of s's clauses that the errors of an outcome point to.
func blamed(s candidate.Spec, out verify.Outcome, text *candidate.Text) []candidate.Place {
	var places []candidate.Place
	for _, d := range out.Diagnostics {
		for _, line := range []int{d.Line, d.AssociatedLine} {
			if p, ok := text.At(line); ok && d.Severity == verify.Error && s.Has(p.Clause) {
				places = append(places, p)
			}
		}
	}
	return places
}

// note tells the account what became of a clause of a loop, or of the method where the
// loop is −1.
func (w *work) note(loop int, c *candidate.Clause, fate propose.Fate, why string) {
	f := propose.Finding{Clause: c.String(), Fate: fate, Why: why}
	if loop >= 0 {
		f.Line = w.d.Prep.File.Position(w.loops[loop].Pos()).Line
	}
	w.d.Account().Note(f)
}
