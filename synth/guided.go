package synth

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"ensures/harness"
	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
	"ensures/jml/eval"
	"ensures/propose"
	"ensures/verify"
)

// Options bound the search; zero fields mean their defaults.
type Options struct {
	Arithmetic        verify.Arithmetic
	NullableByDefault bool
	Pairs             int // pairs on which a candidate is measured; default 120
	// Judge is asked about what could not be proved, where it knows more than the
	// backend of the search: a clause that it refutes by a run is given up. May be nil.
	Judge   verify.Backend
	Sifter  Sifter        // makes the pruning fast; may be nil
	Sifting time.Duration // limit of one pruning by Sifter; default 3 s
}

func (o Options) withDefaults() Options {
	if o.Pairs == 0 {
		o.Pairs = 120
	}
	if o.Sifting == 0 {
		o.Sifting = 3 * time.Second
	}
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
				again, err = w.heed(ctx)
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
	spec
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
	start := spec{method: w.d.Method}
	for _, l := range w.loops {
		start.loops = append(start.loops, w.d.Loops[l])
	}
	out, at, err := w.ask(ctx, start, true)
	if err == nil && out.Verdict != verify.Verified && len(w.loops) == 0 {
		out, at, err = w.ask(ctx, start, false)
	}
	if err != nil {
		return false, err
	}
	proved = out.Verdict == verify.Verified && w.d.Rejects(posts(start)) >= least
	if w.byCases(ctx, start, proved) || proved {
		return true, nil
	}
	proved = false
	var best *result
	goal := enough * w.d.Rejects(posts(start))
	for _, more := range []func(spec) spec{w.shaped, func(s spec) spec { return w.shaped(w.weakened(s)) }, func(s spec) spec { return w.pooled(w.weakened(s)) }} {
		r, err := w.try(ctx, w.alternatives(more(start)))
		if ctx.Err() != nil {
			break // no time left: the best so far
		}
		if err != nil {
			return false, err
		}
		if r.verified && (best == nil || r.rejects > best.rejects) {
			best = r
		}
		if best != nil && best.rejects >= goal || len(w.loops) == 0 {
			break
		}
	}
	if best == nil || best.rejects < least && best.rejects < goal {
		w.unproved(out, at)
		if out.Verdict != verify.Verified && best != nil && !inCases(best.spec) {
			// what was said stays, though not proved, but for inputs on which it fails
			start.method = withRequires(start.method, slices.DeleteFunc(requires(best.spec), func(l string) bool {
				return !strings.HasPrefix(l, "requires ") || slices.ContainsFunc(start.method, func(m string) bool { return normal(m) == normal(l) })
			}))
			start.loops = best.loops
			w.publish(start)
		}
		return out.Verdict == verify.Verified, nil
	}
	if err := w.minimise(ctx, &best.spec); err != nil && ctx.Err() == nil {
		return false, err
	}
	w.publish(best.spec)
	return true, nil
}

// byCases puts what the code says by cases in the place of what the runs say, where
// it is proved, stronger or alone in being proved, and keeps at least half of the
// valid inputs; else the draft stays as it was.
func (w *work) byCases(ctx context.Context, start spec, proved bool) bool {
	code, _, err := w.code(start)
	if err != nil {
		return false
	}
	measured := func(code string) harness.Scores {
		return w.d.Measure(ctx, code, harness.Options{Traces: -1}).Strict
	}
	had := measured(code)
	if proved && had.PostComp != nil && *had.PostComp == 1 {
		return false
	}
	exact, err := w.strongest(ctx)
	if err == nil && exact {
		if code, _, err = w.code(spec{method: w.d.Method, loops: start.loops}); err == nil {
			now := measured(code)
			weaker := proved && had.PostComp != nil && now.PostComp != nil && *now.PostComp <= *had.PostComp
			if !weaker && (now.PreCorr == nil || *now.PreCorr >= 1-mostExcluded) {
				return true
			}
		}
	}
	w.publish(start)
	return false
}

// maxRefuted bounds how often the search begins anew without what a run refuted.
const maxRefuted = 3

// heed drops the postconditions that Judge refutes by a run; false when it refutes
// none.
func (w *work) heed(ctx context.Context) (bool, error) {
	if w.o.Judge == nil {
		return false, nil
	}
	s := spec{method: w.d.Method}
	for _, l := range w.loops {
		s.loops = append(s.loops, w.d.Loops[l])
	}
	search := w.b
	w.b = w.o.Judge
	out, at, err := w.ask(ctx, s, true)
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
			p, ok := at[line]
			if !ok || p.loop < 0 && !strings.HasPrefix(p.text, "ensures") || !s.remove(p) {
				continue
			}
			w.note(p, propose.Refuted, d.Counterexample.Inputs)
			w.d.Pool.Ensures = slices.DeleteFunc(w.d.Pool.Ensures, func(l string) bool { return normal(l) == normal(p.text) })
			dropped = true
			break
		}
	}
	if dropped {
		w.publish(s)
	}
	return dropped, nil
}

// posts are the postconditions of s.
func posts(s spec) []string {
	out := []string{}
	for _, l := range s.method {
		if l = strings.TrimSpace(l); strings.HasPrefix(l, "ensures ") {
			out = append(out, l)
		}
	}
	return out
}

// maxAlternatives bounds the postconditions that are tried beside the chosen ones.
const maxAlternatives = 16

// alternatives adds postconditions that may prove where the chosen ones do not.
// Specifications in cases keep theirs.
func (w *work) alternatives(s spec) spec {
	s = s.clone()
	if inCases(s) {
		return s
	}
	n := 0
	for _, p := range w.d.Pool.Ensures {
		if n < maxAlternatives && !slices.ContainsFunc(s.method, func(l string) bool { return normal(l) == normal(p) }) {
			s.method = append(s.method, p)
			n++
		}
	}
	return s
}

// inCases reports whether the specification has normal and exceptional cases.
func inCases(s spec) bool {
	return slices.ContainsFunc(s.method, func(l string) bool { return strings.Contains(l, "_behavior") })
}

// publish puts s into the draft.
func (w *work) publish(s spec) {
	w.d.Method = s.method
	w.d.Loops = map[java.Stmt][]string{}
	for i, l := range w.loops {
		if len(s.loops[i]) > 0 {
			w.d.Loops[l] = s.loops[i]
		}
	}
}

// shaped adds what the loops' text suggests.
func (w *work) shaped(s spec) spec {
	s = s.clone()
	for i, l := range w.loops {
		for _, p := range w.d.Pool.Loops {
			if p.Loop == l {
				s.loops[i] = join(s.loops[i], p.Shaped)
			}
		}
	}
	return s
}

// pooled adds further clauses that hold in all runs.
func (w *work) pooled(s spec) spec {
	s = w.shaped(s)
	for i, l := range w.loops {
		for _, p := range w.d.Pool.Loops {
			if p.Loop == l {
				s.loops[i] = join(s.loops[i], p.Clauses)
			}
		}
	}
	return s
}

// join appends what is not there yet. One measure is kept, the last.
func join(list, more []string) []string {
	out := slices.Clone(list)
	for _, m := range more {
		if strings.HasPrefix(m, "decreases ") {
			continue
		}
		if !slices.ContainsFunc(out, func(s string) bool { return normal(s) == normal(m) }) {
			out = append(out, m)
		}
	}
	for _, m := range more {
		if strings.HasPrefix(m, "decreases ") {
			out = slices.DeleteFunc(out, func(s string) bool { return strings.HasPrefix(s, "decreases ") })
			out = append(out, m)
			break
		}
	}
	return out
}

// try prunes s until what is left proves, or nothing more can be dropped.
func (w *work) try(ctx context.Context, s spec) (*result, error) {
	all := s.clone()
	if err := w.filter(ctx, &s); err != nil {
		return nil, err
	}
	out, at, err := w.houdini(ctx, &s)
	for range 3 {
		if err != nil {
			return nil, err
		}
		more, heads := w.requirements(ctx, s, out, at)
		new := false
		for i, list := range heads {
			n := len(all.loops[i])
			all.loops[i] = join(all.loops[i], list)
			new = new || len(all.loops[i]) > n
		}
		if len(more) == 0 && !new {
			break
		}
		s = all.clone()
		s.method = withRequires(s.method, more)
		w.inOrder(s.method)
		all = s.clone()
		if !inCases(s) {
			s.method = append(s.method, w.d.Pool.Almost...)
			w.dropFalse(ctx, &s)
		}
		if err := w.filter(ctx, &s); err != nil {
			return nil, err
		}
		out, at, err = w.houdini(ctx, &s)
	}
	if err != nil {
		return nil, err
	}
	if out.Verdict != verify.Verified {
		if out, at, err = w.ask(ctx, s, false); err != nil {
			return nil, err
		}
	}
	w.dropPosts(&s, out, at)
	if !inCases(s) {
		keep := w.d.Choose(posts(s))
		s.method = slices.DeleteFunc(s.method, func(l string) bool {
			return strings.HasPrefix(l, "ensures ") && !slices.Contains(keep, l)
		})
	}
	r := &result{spec: s, rejects: w.d.Rejects(posts(s))}
	if out.Verdict == verify.Verified {
		r.verified = true
		return r, nil
	}
	if slices.ContainsFunc(out.Diagnostics, func(d verify.Diagnostic) bool {
		return d.Severity == verify.Error && d.Kind != verify.Postcondition
	}) {
		return r, nil // fewer postconditions do not mend that
	}
	out, _, err = w.ask(ctx, s, false)
	r.verified = err == nil && out.Verdict == verify.Verified
	return r, err
}

// mostExcluded is the share of the valid inputs that a further precondition may
// exclude.
const mostExcluded = 0.5

// requirements are preconditions under which the expressions that the outcome
// blames have values in range: the weakest that can be said, else a plainer one;
// and, by loops, invariants that say so.
func (w *work) requirements(ctx context.Context, s spec, out verify.Outcome, at map[int]place) (more []string, heads map[int][]string) {
	heads = map[int][]string{}
	try := func(text string) bool {
		line := "requires " + text + ";"
		if text == "" || slices.Contains(more, line) || slices.ContainsFunc(s.method, func(l string) bool { return strings.TrimSpace(l) == line }) {
			return false
		}
		if w.allowed(ctx, s, append(slices.Clone(more), line)) {
			more = append(more, line)
			return true
		}
		w.note(place{-1, line}, propose.Excludes, "")
		return false
	}
	for _, d := range out.Diagnostics {
		kind := needOf(d.Kind)
		if kind == "" || d.Severity != verify.Error {
			continue
		}
		if _, ofSpec := at[d.Line]; ofSpec {
			continue
		}
		for _, n := range w.needsOn(d.Line, s) {
			if n.Kind != kind {
				continue
			}
			if n.Head != "" {
				if i := slices.Index(w.loops, n.Loop); i >= 0 {
					heads[i] = append(heads[i], "loop_invariant "+n.Head+";")
					if n.Entry != "" {
						try(n.Entry)
					}
				}
				continue
			}
			_ = try(n.Guarded) || try(n.Always)
		}
	}
	if len(more) == 0 && slices.ContainsFunc(out.Diagnostics, func(d verify.Diagnostic) bool { return d.Kind == verify.ArithmeticOperationRange }) {
		for _, line := range w.inRange(s) {
			if w.allowed(ctx, s, append(slices.Clone(more), line)) {
				more = append(more, line)
			}
		}
	}
	return more, heads
}

// inOrder puts preconditions that come from needs into the order in which the code asks
// for them: an earlier one may be what makes a later one defined.
func (w *work) inOrder(method []string) {
	rank := map[string]int{}
	for i, n := range w.needs {
		for _, text := range []string{n.Guarded, n.Always} {
			if line := "requires " + text + ";"; rank[line] == 0 {
				rank[line] = i + 1
			}
		}
	}
	var at []int
	var lines []string
	for i, l := range method {
		if rank[strings.TrimSpace(l)] > 0 {
			at, lines = append(at, i), append(lines, l)
		}
	}
	slices.SortStableFunc(lines, func(x, y string) int {
		return rank[strings.TrimSpace(x)] - rank[strings.TrimSpace(y)]
	})
	for k, i := range at {
		method[i] = lines[k]
	}
}

// inRange are preconditions that what the postconditions say of \result fits its
// type: for loops that add up to it.
func (w *work) inRange(s spec) []string {
	class := ""
	switch w.d.Prep.Method.Return.Kind() {
	case types.Int:
		class = "Integer"
	case types.Long:
		class = "Long"
	default:
		return nil
	}
	var out []string
	for _, p := range posts(s) {
		x, _, errs := jml.ParseExpr(strings.TrimSuffix(strings.TrimPrefix(p, "ensures "), ";"))
		if len(errs) > 0 {
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
		if _, ok := b.Y.(*java.Binary); !ok {
			continue
		}
		e := java.Print(b.Y)
		line := "requires " + guard + class + ".MIN_VALUE <= " + e + " && " + e + " <= " + class + ".MAX_VALUE;"
		if !strings.Contains(line, "\\result") && !strings.Contains(line, "\\old") && !slices.ContainsFunc(s.method, func(l string) bool { return normal(l) == normal(line) }) {
			out = append(out, line)
		}
	}
	return out
}

// needOf is the kind of need behind a kind of failure.
func needOf(k verify.Kind) string {
	switch k {
	case verify.PossiblyDivideByZero:
		return "divide"
	case verify.ArithmeticOperationRange:
		return "range"
	case verify.PossiblyNegativeIndex, verify.PossiblyTooLargeIndex:
		return "index"
	case verify.PossiblyNullDeReference, verify.PossiblyNullUnbox:
		return "null"
	}
	return ""
}

// needsOn are the needs of the expressions on a line of the annotated file.
func (w *work) needsOn(line int, s spec) []propose.Need {
	lines := w.nodeLines(s)
	if lines == nil {
		return nil
	}
	if w.needs == nil {
		w.needs = w.d.Needs()
	}
	var on []propose.Need
	for _, n := range w.needs {
		if lines[n.Node] == line {
			on = append(on, n)
		}
	}
	return on
}

// allowed reports whether most valid inputs satisfy further preconditions.
func (w *work) allowed(ctx context.Context, s spec, more []string) bool {
	less := spec{method: withRequires(requires(s), more)}
	for range s.loops {
		less.loops = append(less.loops, nil)
	}
	text, _, err := w.code(less)
	if err != nil {
		return false
	}
	rep := w.d.Measure(ctx, text, harness.Options{Pairs: w.o.Pairs, Mutants: 1, Traces: -1})
	return rep.Status == harness.OK && rep.Strict.PreCorr != nil && *rep.Strict.PreCorr >= 1-mostExcluded
}

// withRequires puts preconditions behind those of the first case, which may be
// what makes them defined.
func withRequires(method, more []string) []string {
	n := 0
	indent := ""
	for i, l := range method {
		text := strings.TrimLeft(l, " ")
		if strings.HasPrefix(text, "also") {
			break
		}
		if strings.HasPrefix(text, "requires ") || strings.Contains(text, "normal_behavior") {
			n = i + 1
		}
		if strings.Contains(text, "normal_behavior") {
			indent = "  "
		}
	}
	out := slices.Clone(method)
	for _, m := range slices.Backward(more) {
		out = slices.Insert(out, n, indent+m)
	}
	return out
}

// requires is what s says of the state before the call.
func requires(s spec) []string {
	return slices.DeleteFunc(slices.Clone(s.method), func(l string) bool {
		return strings.HasPrefix(strings.TrimSpace(l), "ensures ")
	})
}

// filter drops loop clauses that some run violates, or that have no meaning.
func (w *work) filter(ctx context.Context, s *spec) error {
	for range 12 {
		text, at, err := w.code(*s)
		if err != nil {
			return err
		}
		rep := w.d.Measure(ctx, text, harness.Options{Pairs: w.o.Pairs, Mutants: 1})
		if err := ctx.Err(); err != nil {
			return err
		}
		dropped := false
		if rep.Status == harness.Malformed || rep.Status == harness.Unsupported {
			for _, d := range rep.Diagnostics {
				if p, ok := at[d.Line]; ok && s.remove(p) {
					w.note(p, propose.Senseless, d.Message)
					dropped = true
				}
			}
			if !dropped {
				return nil
			}
			continue
		}
		for c, t := range rep.LoopClauses {
			if t.Broken > 0 || t.Unsure > 0 && c.Kind == jml.LoopInvariant {
				if p, ok := at[rep.Line(c)]; ok && s.remove(p) {
					w.note(p, propose.Refuted, fmt.Sprintf("%d visits of the loop", t.Broken))
					dropped = true
				}
			}
		}
		if !dropped {
			return nil
		}
	}
	return nil
}

// dropFalse removes postconditions that a run violates.
func (w *work) dropFalse(ctx context.Context, s *spec) {
	for range 12 {
		bare := spec{method: s.method}
		for range s.loops {
			bare.loops = append(bare.loops, nil)
		}
		text, at, err := w.code(bare)
		if err != nil {
			return
		}
		rep := w.d.Measure(ctx, text, harness.Options{Pairs: 2 * w.o.Pairs, Mutants: 1, Traces: -1})
		dropped := false
		for _, v := range rep.Pairs {
			if v.Pre == eval.True && v.Post != eval.True && v.Clause != nil {
				for _, p := range at {
					if normal(p.text) == normal(v.Clause.Text) && s.remove(p) {
						w.note(p, propose.Refuted, rep.Input(v.Pair))
						dropped = true
					}
				}
			}
		}
		if !dropped {
			return
		}
	}
}

// dropPosts removes postconditions that were not proved.
func (w *work) dropPosts(s *spec, out verify.Outcome, at map[int]place) bool {
	dropped := false
	for _, d := range out.Diagnostics {
		if d.Severity != verify.Error || d.Kind != verify.Postcondition {
			continue
		}
		for _, line := range []int{d.AssociatedLine, d.Line} {
			if p, ok := at[line]; ok && p.loop < 0 && strings.HasPrefix(p.text, "ensures") && s.remove(p) {
				w.note(p, propose.Unproved, string(d.Kind))
				dropped = true
				break
			}
		}
	}
	return dropped
}

// without is a list without the invariants of a part of it; a measure stays, since
// it says that the loop ends, which not every verifier asks.
func without(list []string, from, to int) []string {
	var out []string
	for i, l := range list {
		if i < from || i >= to || strings.HasPrefix(l, "decreases ") {
			out = append(out, l)
		}
	}
	return out
}

// minimise drops loop clauses without which the method still proves: many at a
// time as long as that works, later ones first.
func (w *work) minimise(ctx context.Context, s *spec) error {
	for _, size := range []int{16, 6, 2, 1} {
		for i := range s.loops {
			for end := len(s.loops[i]); end > 0; {
				from := max(0, end-size)
				less := s.clone()
				less.loops[i] = without(less.loops[i], from, end)
				if len(less.loops[i]) == len(s.loops[i]) {
					end = from
					continue
				}
				out, _, err := w.ask(ctx, less, true)
				if err != nil {
					return err
				}
				if out.Verdict == verify.Verified {
					for _, l := range s.loops[i] {
						if !slices.Contains(less.loops[i], l) {
							w.note(place{i, l}, propose.Needless, "")
						}
					}
					*s = less
				}
				end = from
			}
		}
	}
	return nil
}
