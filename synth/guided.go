package synth

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"ensures/candidate"
	"ensures/harness"
	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
	"ensures/jml"
	"ensures/jml/eval"
	"ensures/propose"
	"ensures/propose/loops"
	"ensures/verify"
)

// Options bound the search; zero fields mean their defaults.
type Options struct {
	Proof verify.Options // how the verifier is asked
	Pairs int            // pairs on which a candidate is measured; default 120
	// Judge is asked about what could not be proved, where it knows more than the
	// backend of the search: a clause that it refutes by a run is given up. May be nil.
	Judge   verify.Backend
	Sifter  Sifter        // makes the pruning fast; may be nil
	Sifting time.Duration // limit of one pruning by Sifter; default 3 s
}

func (o Options) withDefaults() Options {
	o.Pairs = cmp.Or(o.Pairs, 120)
	o.Sifting = cmp.Or(o.Sifting, 3*time.Second)
	return o
}

// Guided is the engine behind propose.Options.Refine: it changes a draft until the
// backend proves it, and keeps it strong.
func Guided(b verify.Backend, o Options) func(context.Context, *propose.Draft) error {
	o = o.withDefaults()
	return func(ctx context.Context, d *propose.Draft) error {
		w := newWork(b, o, d)
		for range maxRefuted {
			done, err := w.guided(ctx)
			if err == nil && !done {
				var again bool
				// A clause that a run refutes may have kept others from being proved.
				again, err = w.dropRefuted(ctx)
				done = !again
			}
			if ctx.Err() != nil {
				return nil // what was found so far stands
			}
			if done || err != nil {
				return err
			}
		}
		return nil
	}
}

// result is a specification that was tried.
type result struct {
	candidate.Spec
	verified bool
	rejects  float64 // share of the changed outputs that its proved postconditions reject
}

// enough is the share of what all postconditions known reject at which the search
// for more invariants ends.
const enough = 0.97

// least is the share below which a proved specification is given up for a
// stronger one that is not.
const least = 0.5

// guided tries ever more candidates until the method proves with postconditions
// as strong as those found on the runs.
func (w *work) guided(ctx context.Context) (proved bool, err error) {
	start := w.d.Spec
	out, text, err := w.ask(ctx, start, true)
	// Two quick repairs before the search: a nullable result, and no frame at all where code that
	// nobody knows is called.
	if err == nil && fails(out, verify.PossiblyNullReturn) && w.d.ReturnsNull() {
		out, text, err = w.ask(ctx, start, true)
	}
	if err == nil && assignsAnything(out) {
		start = start.Without(func(c *candidate.Clause) bool { return c.Kind == jml.Assignable })
		w.d.Spec = start
		out, text, err = w.ask(ctx, start, true)
	}
	// Without loops there is nothing to find for the verifier: it is only to be patient.
	if err == nil && out.Verdict != verify.Verified && len(w.loops) == 0 {
		out, text, err = w.ask(ctx, start, false)
	}
	if err != nil {
		return false, err
	}

	proved = out.Verdict == verify.Verified && w.d.Rejects(start.Posts()) >= least
	if w.byCases(ctx, start, proved) || proved {
		return true, w.plainer(ctx, &w.d.Spec)
	}

	goal := enough * w.d.Rejects(start.Posts())
	best, err := w.strengthened(ctx, start, goal)
	if err != nil {
		return false, err
	}

	// What proves says too little to be worth more than what the runs bear out.
	if best == nil || best.rejects < least && best.rejects < goal {
		w.unproved(out, text)
		if out.Verdict != verify.Verified && best != nil && !best.InCases() {
			// What was said stays, though not proved, but for inputs on which it fails.
			if best.verified {
				if err := w.plainer(ctx, &best.Spec); err != nil {
					return false, err
				}
			}
			start = start.Requiring(newRequires(best.Spec, start)...)
			start.Loops = best.Loops
			w.d.Spec = start
		}
		w.withoutImplied(&w.d.Spec)
		return out.Verdict == verify.Verified, nil
	}
	if err := w.plainer(ctx, &best.Spec); err != nil {
		return false, err
	}
	w.d.Spec = best.Spec
	return true, nil
}

// plainer drops from a proved specification what its proof doesn't need; where time ends
// before, some of that stays.
func (w *work) plainer(ctx context.Context, s *candidate.Spec) error {
	less := boundsFirst(*s)
	w.withoutImplied(&less)
	out, _, err := w.ask(ctx, less, true)
	if err == nil && out.Verdict == verify.Verified {
		*s = less // what is implied may still have been a hint for the solver
	}
	if err == nil {
		err = w.minimise(ctx, s)
	}
	if err == nil && !s.InCases() {
		err = w.fewerRequires(ctx, s)
	}
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// strengthened returns the strongest specification that proves, of those with ever more
// invariants, up to one that rejects as much as the goal; nil where none proves.
func (w *work) strengthened(ctx context.Context, start candidate.Spec, goal float64) (best *result, err error) {
	for _, more := range []func(candidate.Spec) candidate.Spec{
		w.shaped,
		func(s candidate.Spec) candidate.Spec { return w.shaped(w.weakened(s)) },
		func(s candidate.Spec) candidate.Spec { return w.pooled(w.weakened(s)) },
	} {
		r, err := w.try(ctx, w.alternatives(more(start)))
		if ctx.Err() != nil {
			break // no time left: the best so far
		}
		if err != nil {
			return nil, err
		}
		if r.verified && (best == nil || r.rejects > best.rejects) {
			best = r
		}
		// More invariants cost time and bring nothing where it is strong already, or has no loop.
		if best != nil && best.rejects >= goal || len(w.loops) == 0 {
			break
		}
	}
	return best, nil
}

// newRequires returns the preconditions of s that old does not have.
func newRequires(s, old candidate.Spec) []*candidate.Clause {
	has := old.Contract()
	return slices.DeleteFunc(candidate.Of(s.Contract(), jml.Requires), func(c *candidate.Clause) bool { return candidate.Contains(has, c) })
}

// byCases puts what the code says by cases in the place of what the runs say, where
// it is proved, stronger or alone in being proved, and keeps at least half of the
// valid inputs; else the draft stays as it was.
func (w *work) byCases(ctx context.Context, start candidate.Spec, proved bool) bool {
	text, err := w.d.Code(start)
	if err != nil {
		return false
	}
	measured := func(t *candidate.Text) harness.Scores {
		return w.d.Measure(ctx, t.Code, harness.Options{Traces: -1}).Strict
	}

	had := measured(text)
	// Nothing could be stronger.
	if proved && had.PostComp != nil && *had.PostComp == 1 {
		return false
	}
	exact, err := w.strongest(ctx)
	if err == nil && exact {
		with := w.d.Spec
		with.Loops = start.Loops
		if text, err = w.d.Code(with); err == nil {
			now := measured(text)
			weaker := proved && had.PostComp != nil && now.PostComp != nil &&
				(*now.PostComp < *had.PostComp || *now.PostComp == *had.PostComp && with.Size() > start.Size()+fewMore)
			if !weaker && (now.PreCorr == nil || *now.PreCorr >= 1-mostExcluded) {
				return true
			}
		}
	}
	w.d.Spec = start
	return false
}

// fewMore is how many clauses more than the draft the cases may have to be taken for it
// at the same score.
const fewMore = 2

// maxRefuted bounds how often the search begins anew without what a run refuted.
const maxRefuted = 3

// dropRefuted drops the clauses that Judge refutes by a run, but for preconditions;
// false when it refutes none.
func (w *work) dropRefuted(ctx context.Context) (bool, error) {
	if w.o.Judge == nil {
		return false, nil
	}
	s := w.d.Spec
	search := w.b

	w.b = w.o.Judge
	out, text, err := w.ask(ctx, s, true)
	w.b = search
	if err != nil {
		return false, err
	}
	dropped := false
	for _, d := range out.Diagnostics {
		if d.Verdict != verify.Refuted || d.Counterexample == nil || !d.Counterexample.Replayed {
			continue
		}
		for _, line := range []int{d.AssociatedLine, d.Line} {
			p, ok := text.At(line)
			if !ok || p.Loop < 0 && p.Kind != jml.Ensures || !s.Has(p.Clause) {
				continue
			}
			s = s.Minus(p.Clause)
			w.note(p.Loop, p.Clause, propose.Refuted, d.Counterexample.Inputs)
			// Out of the pool too, or alternatives would bring it back.
			w.d.Pool.Ensures = slices.DeleteFunc(slices.Clone(w.d.Pool.Ensures), func(c *candidate.Clause) bool { return candidate.SameWords(c, p.Clause) })
			dropped = true
			break
		}
	}
	if dropped {
		w.d.Spec = s
	}
	return dropped, nil
}

// maxAlternatives bounds the postconditions that are tried beside the chosen ones.
const maxAlternatives = 16

// alternatives adds postconditions that may prove where the chosen ones do not.
// Specifications in cases keep theirs.
func (w *work) alternatives(s candidate.Spec) candidate.Spec {
	if s.InCases() {
		return s
	}
	has := s.Contract()
	var more []*candidate.Clause
	for _, p := range w.d.Pool.Ensures {
		if len(more) < maxAlternatives && !candidate.Contains(has, p) {
			more = append(more, p)
		}
	}
	return s.Plus(more...)
}

// shaped adds what the loops' text suggests.
func (w *work) shaped(s candidate.Spec) candidate.Spec {
	for i, p := range w.d.Pool.Loops {
		s = s.WithLoop(i, candidate.Join(s.Loops[i], p.Shaped))
	}
	return s
}

// pooled adds further clauses that hold in all runs.
func (w *work) pooled(s candidate.Spec) candidate.Spec {
	s = w.shaped(s)
	for i, p := range w.d.Pool.Loops {
		s = s.WithLoop(i, candidate.Join(s.Loops[i], p.Clauses))
	}
	return s
}

// try prunes s until what is left proves, or nothing more can be dropped.
func (w *work) try(ctx context.Context, s candidate.Spec) (*result, error) {
	out, text, err := w.pruned(ctx, &s)
	if err != nil {
		return nil, err
	}
	if out.Verdict != verify.Verified {
		if r, err := w.tryChosen(ctx, s, out, text); r != nil || err != nil {
			return r, err
		}
		if out, text, err = w.ask(ctx, s, false); err != nil {
			return nil, err
		}
	}

	// A clause that is not proved may have hidden that another one, which is chosen in its
	// place, is not proved either.
	r := &result{}
	for range maxChoices {
		w.dropPosts(&s, out, text)
		r.Spec = s
		if !s.InCases() {
			r.Spec = w.chosen(s)
		}
		if r.verified = out.Verdict == verify.Verified; r.verified || failsBesidePosts(out) {
			break // fewer postconditions do not mend that
		}
		if out, text, err = w.ask(ctx, r.Spec, false); err != nil {
			return nil, err
		}
		if r.verified = out.Verdict == verify.Verified; r.verified {
			break
		}
	}
	r.rejects = w.d.Rejects(r.Posts())
	return r, nil
}

// maxChoices bounds how often other postconditions are chosen for those not proved.
const maxChoices = 4

// tryChosen asks patiently about the postconditions of s that would be chosen in the
// end, where a quick look didn't blame them: to prove the others, which would not be
// kept, can be far harder. It returns nil where all of s is to be asked about.
func (w *work) tryChosen(ctx context.Context, s candidate.Spec, quick verify.Outcome, text *candidate.Text) (*result, error) {
	if s.InCases() {
		return nil, nil
	}
	chosen := w.chosen(s)
	for _, p := range blamed(chosen, quick, text) {
		if p.Loop < 0 && p.Kind == jml.Ensures {
			return nil, nil
		}
	}

	out, _, err := w.ask(ctx, chosen, false)
	if err != nil {
		return nil, err
	}
	r := &result{Spec: chosen, rejects: w.d.Rejects(chosen.Posts()), verified: out.Verdict == verify.Verified}
	// Only postconditions fail: all of s may have others that are proved.
	if !r.verified && !failsBesidePosts(out) {
		return nil, nil
	}
	return r, nil
}

// chosen is s with the few of its postconditions that reject about what all do.
func (w *work) chosen(s candidate.Spec) candidate.Spec {
	keep := w.d.Choose(s.Posts())
	return s.Without(func(c *candidate.Clause) bool { return c.Kind == jml.Ensures && !slices.Contains(keep, c) })
}

// failsBesidePosts reports whether something else than a postcondition fails.
func failsBesidePosts(out verify.Outcome) bool {
	return slices.ContainsFunc(out.Diagnostics, func(d verify.Diagnostic) bool {
		return d.Severity == verify.Error && d.Kind != verify.Postcondition
	})
}

// pruned drops the clauses of loops that are not proved, and begins anew with
// preconditions and invariants for what then still fails.
func (w *work) pruned(ctx context.Context, s *candidate.Spec) (verify.Outcome, *candidate.Text, error) {
	// all keeps what is pruned away: under further preconditions an invariant may hold that didn't.
	all := *s
	if err := w.filter(ctx, s); err != nil {
		return verify.Outcome{}, nil, err
	}
	out, text, err := w.houdini(ctx, s)
	bounded := false
	for range 4 {
		if err != nil {
			return out, text, err
		}
		more, heads := w.requirements(ctx, *s, out, text)
		if len(more) == 0 && !bounded && fails(out, verify.ArithmeticOperationRange) {
			// Plain bounds are the last resort: they exclude inputs that a condition on the values admits.
			bounded = true
			if more, heads = w.bounds(ctx, *s, heads); more != nil || heads != nil {
				all = all.Without(func(c *candidate.Clause) bool { return w.ranges[c.Body] }) // they follow from the bounds
			}
		}

		grown := false
		for i, list := range heads {
			n := len(all.Loops[i])
			all = all.WithLoop(i, candidate.Join(all.Loops[i], list))
			grown = grown || len(all.Loops[i]) > n
		}
		if len(more) == 0 && !grown {
			break
		}

		all = nullFirst(w.inOrder(all.Requiring(more...)))
		*s = all
		if !s.InCases() {
			// What most runs satisfied may be true of all that the preconditions leave.
			*s = s.Plus(w.d.Pool.Almost...)
			w.dropFalse(ctx, s)
		}
		if err := w.filter(ctx, s); err != nil {
			return out, text, err
		}
		out, text, err = w.houdini(ctx, s)
	}
	return out, text, err
}

// fails reports whether something of a kind is not proved.
func fails(out verify.Outcome, k verify.Kind) bool {
	return slices.ContainsFunc(out.Diagnostics, func(d verify.Diagnostic) bool { return d.Kind == k && d.Severity == verify.Error })
}

// assignsAnything reports whether a frame is not proved since code of which nothing is known is
// called, which may assign all that there is.
func assignsAnything(out verify.Outcome) bool {
	return slices.ContainsFunc(out.Diagnostics, func(d verify.Diagnostic) bool {
		return d.Kind == verify.Assignable && d.Severity == verify.Error && strings.Contains(d.Message, ": everything (callee ")
	})
}

// fewestAdmitted is the share of the inputs seen that plain bounds have to admit: the
// others may be those on which the arithmetic overflows.
const fewestAdmitted = 0.05

// bounds returns plain bounds of the inputs as preconditions, and what loops keep then,
// beside the heads given, for a method whose own condition could not be said or proved.
func (w *work) bounds(ctx context.Context, s candidate.Spec, heads map[int][]*candidate.Clause) (more []*candidate.Clause, all map[int][]*candidate.Clause) {
	b := w.d.Bounds()
	if b == nil {
		return nil, heads
	}
	for _, body := range b.Requires {
		more = append(more, candidate.New(jml.Requires, body))
	}
	if len(more) > 0 && w.admitted(ctx, s, more) < fewestAdmitted {
		for _, c := range more {
			w.note(-1, c, propose.Excludes, "")
		}
		return nil, heads
	}

	all = maps.Clone(heads)
	for l, list := range b.Loops {
		if i := slices.Index(w.loops, l); i >= 0 {
			for _, body := range list {
				all[i] = append(all[i], candidate.New(jml.LoopInvariant, body))
			}
		}
	}
	return more, all
}

// mostExcluded is the share of the valid inputs that a further precondition may
// exclude.
const mostExcluded = 0.5

// requirements are preconditions under which the expressions that the outcome
// blames have values in range: the weakest that can be said, else a plainer one;
// and, by loops, invariants that say so.
func (w *work) requirements(ctx context.Context, s candidate.Spec, out verify.Outcome, text *candidate.Text) (more []*candidate.Clause, heads map[int][]*candidate.Clause) {
	heads = map[int][]*candidate.Clause{}
	has := s.Contract()
	same := func(list []*candidate.Clause, c *candidate.Clause) bool {
		return slices.ContainsFunc(list, func(d *candidate.Clause) bool { return d.Kind == c.Kind && d.Body == c.Body })
	}
	ofRange := false
	try := func(body string) bool {
		c := candidate.New(jml.Requires, body)
		if body == "" || same(has, c) {
			return false
		}
		if same(more, c) {
			return true
		}
		if w.allowed(ctx, s, append(slices.Clone(more), c)) {
			more = append(more, c)
			if ofRange {
				w.ranges[body] = true
			}
			return true
		}
		w.note(-1, c, propose.Excludes, "")
		return false
	}

	for _, d := range out.Diagnostics {
		fails := failureOf(d.Kind)
		if fails == expr.NoFailure || d.Severity != verify.Error {
			continue
		}
		// It is the specification that reads null: elements of what a clause names.
		if place, ofSpec := text.At(d.Line); ofSpec {
			if e, ok := place.Expr(); ok && fails == expr.ReadsNull {
				none := w.d.NonNull()
				for _, name := range slices.Sorted(maps.Keys(none)) {
					_ = expr.Mentions(e, name) && try(none[name])
				}
			}
			continue
		}

		asked := false
		for _, n := range w.preconditionsOn(d.Line, text) {
			if n.Fails != fails {
				continue
			}
			asked = true
			ofRange = fails == expr.OutOfRange
			// In a loop: an invariant says it at the head, and a precondition that it is so at the start.
			if n.Head != "" {
				if i := slices.Index(w.loops, n.Loop); i >= 0 {
					heads[i] = append(heads[i], candidate.New(jml.LoopInvariant, n.Head))
					if n.Entry != "" {
						try(n.Entry)
					}
				}
				continue
			}
			_ = try(n.Text) || try(n.Always)
		}
		// No expression of that line is known to ask for it, so it may be an element of anything.
		if none := w.d.NonNull(); !asked && fails == expr.ReadsNull {
			for _, name := range slices.Sorted(maps.Keys(none)) {
				try(none[name])
			}
		}
	}

	if len(more) == 0 && fails(out, verify.ArithmeticOperationRange) {
		for _, c := range w.inRange(s) {
			if w.allowed(ctx, s, append(slices.Clone(more), c)) {
				more = append(more, c)
				w.ranges[c.Body] = true
			}
		}
	}
	return more, heads
}

// inOrder puts preconditions that come from needs into the order in which the code asks
// for them: an earlier one may be what makes a later one defined.
func (w *work) inOrder(s candidate.Spec) candidate.Spec {
	rank := map[string]int{}
	for i, n := range w.asked {
		for _, body := range []string{n.Text, n.Always} {
			if rank[body] == 0 {
				rank[body] = i + 1
			}
		}
	}
	return s.Ordered(jml.Requires, func(c *candidate.Clause) int { return rank[c.Body] })
}

// nullFirst puts preconditions that references are not null in front of the others:
// those of names, then those of all elements of something. A verifier takes
// preconditions in the order in which they stand, and has no value for a[0].length
// before it knows that a[0] is there.
func nullFirst(s candidate.Spec) candidate.Spec {
	return s.Ordered(jml.Requires, nullRank)
}

// boundsFirst puts postconditions that use the result as an index behind those that may say
// between which bounds it is: a verifier that takes them in their order has no value for
// a[\result] before.
func boundsFirst(s candidate.Spec) candidate.Spec {
	return s.Ordered(jml.Ensures, func(c *candidate.Clause) int {
		rank := 1
		if x, ok := c.Expr(); ok {
			java.Walk(x, func(n java.Node) bool {
				if i, ok := n.(*java.Index); ok && expr.Mentions(i.I, `\result`) {
					rank = 2
				}
				return rank == 1
			})
		}
		return rank
	})
}

// nullRank is 1 of a clause that a name is not null, 2 of one that no element is, of something
// that is there or may not be, 3 of others.
func nullRank(c *candidate.Clause) int {
	x, _ := c.Expr()
	rank := 1
	if b, ok := x.(*java.Binary); ok && b.Op == java.Implies {
		if q, ok := java.Unparen(b.Y).(*java.Quantified); ok {
			x = q
		}
	}
	if q, ok := x.(*java.Quantified); ok && q.Kind == "\\forall" {
		x, rank = q.Body, 2
	}
	b, ok := x.(*java.Binary)
	if !ok || b.Op != java.Ne || java.Print(b.Y) != "null" {
		return 3
	}
	if _, name := b.X.(*java.Name); rank == 1 && !name {
		return 3
	}
	return rank
}

// inRange are preconditions that what the postconditions say of \result fits its
// type: for loops that add up to it.
func (w *work) inRange(s candidate.Spec) []*candidate.Clause {
	class := ""
	switch w.d.Prep.Method.Return.Kind() {
	case types.Int:
		class = "Integer"
	case types.Long:
		class = "Long"
	default:
		return nil
	}
	has := s.Contract()
	var out []*candidate.Clause
	for _, p := range s.Posts() {
		x, ok := p.Expr()
		if !ok {
			continue
		}
		guard := ""
		if b, ok := x.(*java.Binary); ok && b.Op == java.Implies {
			guard, x = java.Print(b.X)+" ==> ", b.Y
		}
		b, ok := x.(*java.Binary)
		if !ok || b.Op != java.Eq || java.Print(b.X) != "\\result" {
			continue
		}
		// A single name or call is in the range of its type.
		if _, ok := b.Y.(*java.Binary); !ok {
			continue
		}
		e := java.Print(b.Y)
		c := candidate.New(jml.Requires, guard+class+".MIN_VALUE <= "+e+" && "+e+" <= "+class+".MAX_VALUE")
		// A precondition has neither a result nor a state before it.
		if !strings.Contains(c.Body, "\\result") && !strings.Contains(c.Body, "\\old") && !candidate.Contains(has, c) {
			out = append(out, c)
		}
	}
	return out
}

// failureOf returns how an expression fails of which a verifier complains in that way.
func failureOf(k verify.Kind) expr.Failure {
	switch k {
	case verify.PossiblyDivideByZero:
		return expr.DividesByZero
	case verify.ArithmeticOperationRange:
		return expr.OutOfRange
	case verify.PossiblyNegativeIndex, verify.PossiblyTooLargeIndex:
		return expr.OutOfBounds
	case verify.PossiblyNullDeReference, verify.PossiblyNullUnbox, verify.PossiblyNullValue, verify.UndefinedNullDeReference:
		return expr.ReadsNull
	case verify.PossiblyNegativeSize:
		return expr.NegativeSize
	case verify.ArithmeticCastRange:
		return expr.CastLoses
	}
	return expr.NoFailure
}

// preconditionsOn returns the preconditions of the expressions on a line of the annotated file.
func (w *work) preconditionsOn(line int, text *candidate.Text) []loops.Precondition {
	if w.asked == nil {
		w.asked = w.d.Preconditions()
	}
	var on []loops.Precondition
	for _, n := range w.asked {
		if lineOf(text, n.Node) == line {
			on = append(on, n)
		}
	}
	return on
}

// lineOf returns the line on which a verifier reports about a node of the method: for
// an operation that of its operator.
func lineOf(text *candidate.Text, n java.Node) int {
	if b, ok := n.(*java.Binary); ok {
		return text.LineOf(b.OpPos)
	}
	return text.LineOf(n.Pos())
}

// allowed reports whether most valid inputs satisfy further preconditions.
func (w *work) allowed(ctx context.Context, s candidate.Spec, more []*candidate.Clause) bool {
	return w.admitted(ctx, s, more) >= 1-mostExcluded
}

// admitted is the share of the valid inputs that satisfy further preconditions; 0 where
// that can't be said.
func (w *work) admitted(ctx context.Context, s candidate.Spec, more []*candidate.Clause) float64 {
	// Without postconditions and loops: only what is said of the call counts here.
	text, err := w.d.Code(s.Before().Requiring(more...))
	if err != nil {
		return 0
	}
	rep := w.d.Measure(ctx, text.Code, harness.Options{Pairs: w.o.Pairs, Mutants: 1, Traces: -1})
	if rep.Status != harness.OK || rep.Strict.PreCorr == nil {
		return 0
	}
	return *rep.Strict.PreCorr
}

// filter drops loop clauses that some run violates, or that have no meaning.
func (w *work) filter(ctx context.Context, s *candidate.Spec) error {
	// Dropping clauses may uncover others that had no meaning beside them.
	for range 12 {
		text, err := w.d.Code(*s)
		if err != nil {
			return err
		}
		rep := w.d.Measure(ctx, text.Code, harness.Options{Pairs: w.o.Pairs, Mutants: 1})
		if err := ctx.Err(); err != nil {
			return err
		}
		before := s.Size()
		drop := func(line int, fate propose.Fate, why string) {
			if p, ok := text.At(line); ok && s.Has(p.Clause) {
				*s = s.Minus(p.Clause)
				w.note(p.Loop, p.Clause, fate, why)
			}
		}
		if rep.Status == harness.Malformed || rep.Status == harness.Unsupported {
			for _, d := range rep.Diagnostics {
				drop(d.Line, propose.Senseless, d.Message)
			}
		} else {
			// In the order of the text, so that the account is the same every time.
			broken := map[int]string{}
			for c, t := range rep.LoopClauses {
				// An invariant without a value at some visit isn't well-defined there.
				if t.Broken > 0 || t.Unsure > 0 && c.Kind == jml.LoopInvariant {
					broken[rep.Line(c)] = fmt.Sprintf("%d visits of the loop", t.Broken)
				}
			}
			for _, line := range slices.Sorted(maps.Keys(broken)) {
				drop(line, propose.Refuted, broken[line])
			}
		}
		if s.Size() == before {
			return nil
		}
	}
	return nil
}

// dropFalse removes postconditions that a run violates.
func (w *work) dropFalse(ctx context.Context, s *candidate.Spec) {
	for range 12 {
		text, err := w.d.Code(s.Bare())
		if err != nil {
			return
		}
		rep := w.d.Measure(ctx, text.Code, harness.Options{Pairs: 2 * w.o.Pairs, Mutants: 1, Traces: -1})
		dropped := false
		for _, v := range rep.Pairs {
			if v.Pre != eval.True || v.Post == eval.True || v.Clause == nil {
				continue
			}
			if p, ok := text.At(v.Clause.At.Line); ok && s.Has(p.Clause) {
				*s = s.Minus(p.Clause)
				w.note(p.Loop, p.Clause, propose.Refuted, rep.Input(v.Pair))
				dropped = true
			}
		}
		if !dropped {
			return
		}
	}
}

// dropPosts removes postconditions that were not proved.
func (w *work) dropPosts(s *candidate.Spec, out verify.Outcome, text *candidate.Text) bool {
	post := out
	post.Diagnostics = slices.DeleteFunc(slices.Clone(out.Diagnostics), func(d verify.Diagnostic) bool { return d.Kind != verify.Postcondition })
	return w.dropBlamed(s, post, text, func(d verify.Diagnostic) []int { return []int{d.AssociatedLine, d.Line} },
		func(p candidate.Place) bool { return p.Loop < 0 && p.Kind == jml.Ensures })
}

// minimise drops loop clauses without which the method still proves: many at a time as
// long as that works, later ones first. A measure stays, since it says that the loop
// ends, which not every verifier asks.
func (w *work) minimise(ctx context.Context, s *candidate.Spec) error {
	var needed [][]*candidate.Clause // of each, not all can go
	// Of 16 that can go together one question is enough, where 16 would be asked.
	for _, size := range []int{16, 6, 2, 1} {
		for i := range s.Loops {
			for end := len(s.Loops[i]); end > 0; {
				from := max(0, end-size)
				gone := slices.DeleteFunc(slices.Clone(s.Loops[i][from:end]), func(c *candidate.Clause) bool { return c.Kind == jml.Decreases })
				end = from
				// A set that holds one which can't go can't go either: what doesn't prove is taken not to
				// prove with less.
				if len(gone) == 0 || slices.ContainsFunc(needed, func(n []*candidate.Clause) bool { return within(n, gone) }) {
					continue
				}

				less := s.Without(func(c *candidate.Clause) bool { return slices.Contains(gone, c) })
				out, _, err := w.ask(ctx, less, true)
				if err != nil {
					return err
				}
				if out.Verdict != verify.Verified {
					needed = append(needed, gone)
					continue
				}
				for _, c := range gone {
					w.note(i, c, propose.Needless, "")
				}
				*s = less
			}
		}
	}
	return nil
}

// withoutImplied drops invariants and preconditions that the others of their loop or method
// say, too, as far as one sees it at a glance: they make nothing stronger, and each costs its
// reader a minute and the solver work.
func (w *work) withoutImplied(s *candidate.Spec) {
	for i := range s.Loops {
		w.dropImplied(s, i, candidate.Of(s.Loops[i], jml.LoopInvariant))
	}
	if !s.InCases() {
		w.dropImplied(s, -1, candidate.Of(s.Contract(), jml.Requires))
	}
}

// dropImplied drops from s those of a list that the others imply, special ones first: what
// holds under a condition, single comparisons, then what is longest.
func (w *work) dropImplied(s *candidate.Spec, loop int, list []*candidate.Clause) {
	order := slices.Clone(list)
	slices.Reverse(order) // what was added last says the least
	slices.SortStableFunc(order, func(x, y *candidate.Clause) int {
		return cmp.Or(cmp.Compare(special(x), special(y)), cmp.Compare(len(y.Body), len(x.Body)))
	})

	for _, c := range order {
		goal, ok := c.Expr()
		// That a name isn't null is what makes clauses behind it defined.
		if !ok || nullRank(c) == 1 {
			continue
		}
		var facts []java.Expr
		for _, d := range list {
			if x, ok := d.Expr(); ok && d != c {
				facts = append(facts, x)
			}
		}
		if expr.Entails(facts, goal) {
			// It is no fact for the others any more: two that imply each other must not both go.
			list = slices.DeleteFunc(slices.Clone(list), func(d *candidate.Clause) bool { return d == c })
			*s = s.Minus(c)
			w.note(loop, c, propose.Needless, "")
		}
	}
}

// special ranks a clause by its form: 0 what holds under a condition, 1 a comparison, 2 a
// quantifier and others, 3 a conjunction.
func special(c *candidate.Clause) int {
	x, _ := c.Expr()
	b, ok := x.(*java.Binary)
	switch {
	case !ok:
		return 2
	case b.Op == java.Implies:
		return 0
	case b.Op == java.AndAnd:
		return 3
	}
	return 1
}

// fewerRequires drops preconditions without which the method still proves, the longest
// first: what is asked of a step of the arithmetic may follow from what is asked of its end,
// and what is asked of a place from where it stands. Those that name references that are not
// null stay: not every verifier takes them for granted where ours does. Of a range one end may
// do: the other says nothing where no value comes near it.
func (w *work) fewerRequires(ctx context.Context, s *candidate.Spec) error {
	list := slices.DeleteFunc(candidate.Of(s.Contract(), jml.Requires), func(c *candidate.Clause) bool { return nullRank(c) < 3 })
	slices.SortStableFunc(list, func(x, y *candidate.Clause) int { return cmp.Compare(len(y.Body), len(x.Body)) })
	for _, c := range list {
		less := s.Without(func(d *candidate.Clause) bool { return d == c })
		out, _, err := w.ask(ctx, less, true)
		if err != nil {
			return err
		}
		if out.Verdict == verify.Verified {
			w.note(-1, c, propose.Needless, "")
			*s = less
			continue
		}
		if s.InCases() { // of which each has its own
			continue
		}
		for _, half := range halves(c.Body) {
			one := less.Requiring(candidate.New(jml.Requires, half))
			if out, _, err = w.ask(ctx, one, true); err != nil {
				return err
			}
			if out.Verdict == verify.Verified {
				w.ranges[half] = w.ranges[c.Body]
				*s = one
				break
			}
		}
	}
	return nil
}

// within reports whether a list holds all of part.
func within(part, list []*candidate.Clause) bool {
	return !slices.ContainsFunc(part, func(c *candidate.Clause) bool { return !slices.Contains(list, c) })
}
