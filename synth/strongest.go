package synth

import (
	"context"
	"errors"
	"slices"
	"strings"

	"ensures/candidate"
	"ensures/harness"
	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
	"ensures/jml"
	"ensures/jml/eval"
	"ensures/propose"
	"ensures/symbolic"
	"ensures/verify"
	"ensures/verify/native"
)

// Strongest is the engine that reads what the code says: for a method without loops
// (or with loops of constant length) the exact postcondition by cases, with the
// weakest preconditions under which the verifier proves it. Methods that cannot be
// said so are left as they are, with the construct that stands in the way.
func Strongest(b verify.Backend, o Options) func(context.Context, *propose.Draft) error {
	o = o.withDefaults()
	return func(ctx context.Context, d *propose.Draft) error {
		w := newWork(b, o, d)
		proved, err := w.strongest(ctx)
		var u *symbolic.Unsupported
		switch {
		case errors.As(err, &u):
			d.Skip = u.Error()
			if u.At.IsValid() {
				d.Account().Say(u.Error() + " (line " + itoa(d.Prep.File.Position(u.At).Line) + ")")
			}
			return nil
		case err != nil && ctx.Err() == nil:
			return err
		case !proved:
			d.Account().Say("the cases are not proved")
		}
		return nil
	}
}

// exact is a specification by cases being made.
type exact struct {
	sum      *symbolic.Summary
	k        string // a name for quantified variables
	facts    []fact
	frame    string
	throws   []thrown
	signals  []*candidate.Clause // what the draft says of exceptions that come from calls
	normal   int                 // cases that return
	floating []string            // parameters of floating-point types
	needs    []expr.Precondition
	blamed   []bool                      // needs that the verifier asks for
	pre      []string                    // of the needs, as texts
	saying   map[*candidate.Clause][]int // clause of the last specification → the facts that it says
	notes    func(clause string, fate propose.Fate, why string)
}

// fact is what a postcondition says of one part of the state after a case.
type fact struct {
	key   string      // what it is about
	guard []java.Expr // over the state before the call
	value java.Expr   // of a boolean; nil else
	forms []string    // what is said, the most readable first
	full  []java.Expr // the guard before it was shortened
	last  int         // the form that is taken where none is proved at once
}

// thrown are the conditions under which a class of exceptions is thrown.
type thrown struct {
	class  string
	guards [][]java.Expr
	writes bool
}

// strongest makes the specification and asks the verifier, and is true where it
// proves. What was found last is in the draft in any case.
func (w *work) strongest(ctx context.Context) (bool, error) {
	sum, err := symbolic.Summarise(w.d.Prep.Method, symbolic.Options{Class: w.d.Prep.Types.Class, Wrapped: w.o.Proof.Arithmetic == verify.Java})
	if err != nil {
		return false, err
	}
	x := &exact{sum: sum, k: w.fresh(), needs: sum.Needs, blamed: make([]bool, len(sum.Needs))}
	x.signals = candidate.Of(w.d.Spec.Contract(), jml.SignalsOnly)
	x.notes = func(clause string, fate propose.Fate, why string) {
		w.d.Account().Note(propose.Finding{Clause: clause, Fate: fate, Why: why})
	}
	for _, p := range w.d.Prep.Method.Params {
		if types.IsFloating(p.Type) {
			x.floating = append(x.floating, p.Name)
		}
	}
	if err := x.describe(w.d.Prep.Method.Return); err != nil {
		return false, err
	}

	w.d.Account().Tried += len(x.facts)
	// In this order: conditions are left out on the form that is said in the end, and values are asked
	// for after that.
	w.chooseForms(ctx, x)
	shorter := w.shorten(ctx, x)
	if shorter {
		w.valued(ctx, x)
	}
	proved, err := w.provable(ctx, x, !shorter)
	// Shortened facts are true, but without their conditions they may have no value for the verifier.
	if err == nil && !proved && shorter && ctx.Err() == nil {
		x.unshorten()
		proved, err = w.provable(ctx, x, true)
	}
	return proved, err
}

// exactSpec is the specification as it stands.
func (w *work) exactSpec(x *exact) candidate.Spec {
	s := candidate.Light(nil, len(w.loops))
	s.Cases = x.cases()
	return s
}

// maxBlames bounds the iterations in which preconditions are added.
const maxBlames = 8

// provable adds the preconditions that the verifier asks for until it proves, and
// drops those that it does not need.
func (w *work) provable(ctx context.Context, x *exact, last bool) (bool, error) {
	// From the beginning: with other postconditions other preconditions are needed.
	x.pre = nil
	clear(x.blamed)
	for range maxBlames {
		s := w.exactSpec(x)
		out, text, err := w.ask(ctx, s, true)
		if err != nil {
			return false, err
		}
		w.d.Spec = s
		if out.Verdict == verify.Verified {
			w.settle(ctx, x)
			return true, nil
		}
		if !w.addBlamed(x, out, text) && !x.defined(out, text) {
			break
		}
	}

	if ctx.Err() != nil {
		return false, nil
	}
	s := w.exactSpec(x)
	out, text, err := w.ask(ctx, s, false)
	if err != nil {
		return false, err
	}
	if out.Verdict != verify.Verified {
		w.unproved(out, text)
		if last && w.dropPosts(&s, out, text) { // what is left may be proved, and is exact in part
			if less, _, err := w.ask(ctx, s, false); err == nil && less.Verdict == verify.Verified {
				w.d.Spec = s
			}
		}
		return false, nil
	}
	w.settle(ctx, x)
	return true, nil
}

// settle makes what has been proved the draft's specification, without what it can do without.
func (w *work) settle(ctx context.Context, x *exact) {
	w.dropNeedless(ctx, x)
	w.dropEmpty(ctx, x)
	w.d.Spec = w.exactSpec(x)
}

// dropEmpty drops the exceptional cases that the preconditions leave no input: runs threw that
// exception, and none of them satisfies what the case requires.
func (w *work) dropEmpty(ctx context.Context, x *exact) {
	if len(x.pre) == 0 || len(x.throws) == 0 {
		return
	}
	text, err := w.d.Code(w.exactSpec(x))
	if err != nil {
		return
	}
	rep := w.d.Measure(ctx, text.Code, harness.Options{Pairs: w.o.Pairs, Mutants: 1, Traces: -1})
	if rep.Status != harness.OK {
		return
	}

	simple := func(class string) string { return class[strings.LastIndexAny(class, ".$")+1:] }
	threw, meets := map[string]bool{}, map[string]bool{}
	for _, v := range rep.Invalid {
		name := simple(v.Pair.Class)
		// Unknown counts as met: only where all such runs are excluded the case is empty.
		threw[name], meets[name] = true, meets[name] || v.Pre != eval.False
	}

	was := x.throws
	x.throws = slices.DeleteFunc(slices.Clone(was), func(t thrown) bool { return threw[simple(t.class)] && !meets[simple(t.class)] })
	if len(x.throws) == len(was) {
		return
	}
	if out, _, err := w.ask(ctx, w.exactSpec(x), true); err != nil || out.Verdict != verify.Verified {
		x.throws = was
	}
}

// unproved tells the account what an outcome leaves open.
func (w *work) unproved(out verify.Outcome, text *candidate.Text) {
	for _, d := range out.Diagnostics {
		if d.Severity != verify.Error {
			continue
		}
		p, ok := text.Either(d.AssociatedLine, d.Line)
		if !ok {
			w.d.Account().Say("not proved: " + string(d.Kind) + " " + d.Message)
			continue
		}
		w.d.Account().Note(propose.Finding{Clause: p.String(), Fate: propose.Unproved, Why: string(d.Kind)})
	}
}

// addBlamed adds preconditions for the expressions that an outcome blames; false when
// there is nothing to add.
func (w *work) addBlamed(x *exact, out verify.Outcome, text *candidate.Text) bool {
	added := false
	for _, d := range out.Diagnostics {
		if d.Severity != verify.Error {
			continue
		}
		fails := failureOf(d.Kind)
		if fails == expr.NoFailure && d.Kind != verify.Precondition {
			continue
		}
		// The specification's own expressions have no needs that a precondition of the code could meet.
		if _, ofSpec := text.At(d.Line); ofSpec {
			continue
		}
		for i, n := range x.needs {
			// What a method that was followed into needs is reported at the call.
			node := n.Node
			if n.Call != nil {
				node = n.Call
			}
			if x.blamed[i] || lineOf(text, node) != d.Line || n.Fails != fails && d.Kind != verify.Precondition || (n.Call != nil) != (d.Kind == verify.Precondition) {
				continue
			}
			x.blamed[i] = true
			added = added || !slices.Contains(x.pre, java.Print(n.Guarded()))
		}
	}
	x.pre = nil
	for i, n := range x.needs { // in the order of evaluation: later ones may need earlier ones to have a value
		if text := java.Print(n.Guarded()); x.blamed[i] && !slices.Contains(x.pre, text) {
			x.pre = append(x.pre, text)
		}
	}
	return added
}

// dropNeedless drops preconditions, and halves of them, and conditions in front of them,
// without which the method still proves or that exclude nothing more.
func (w *work) dropNeedless(ctx context.Context, x *exact) {
	holds := func(quick bool) bool {
		out, _, err := w.ask(ctx, w.exactSpec(x), quick)
		return err == nil && out.Verdict == verify.Verified
	}
	without := func(i int, quick bool) {
		was := x.pre
		x.pre = slices.Delete(slices.Clone(was), i, i+1)
		if !holds(quick) {
			x.pre = was
		} else {
			x.notes("requires "+was[i]+";", propose.Needless, "")
		}
	}
	// Later ones first: earlier ones may be what gives them a value.
	for i := len(x.pre) - 1; i >= 0; i-- {
		without(i, true)
	}
	for i := range x.pre {
		for _, half := range halves(x.pre[i]) {
			was := x.pre[i]
			x.pre[i] = half
			if holds(true) {
				break
			}
			x.pre[i] = was
		}
	}
	for i := range x.pre {
		// A condition at a time, as long as one can go.
		for range 4 {
			shorter := false
			for _, less := range unguarded(x.pre[i]) {
				was := x.pre[i]
				before := w.admits(ctx, x)
				x.pre[i] = less
				// A condition less makes the precondition stronger: it goes where no recorded input is lost.
				if before >= 0 && w.admits(ctx, x) >= before && holds(true) {
					shorter = true
					break
				}
				x.pre[i] = was
			}
			if !shorter {
				break
			}
		}
	}

	// Where a condition is gone, another precondition may say nothing more.
	x.pre = slices.Compact(x.pre)
	for i := len(x.pre) - 1; i >= 0; i-- {
		rest := slices.Delete(slices.Clone(x.pre), i, i+1)
		if slices.ContainsFunc(rest, func(other string) bool { return covers(other, x.pre[i]) }) {
			without(i, false)
		}
	}
}

// admits is the number of recorded inputs that the preconditions admit; −1 when it
// cannot be told.
func (w *work) admits(ctx context.Context, x *exact) int {
	text, err := w.d.Code(w.exactSpec(x).Before())
	if err != nil {
		return -1
	}
	rep := w.d.Measure(ctx, text.Code, harness.Options{Mutants: 1, Traces: -1})
	if rep.Status != harness.OK {
		return -1
	}
	n := 0
	for _, v := range rep.Pairs {
		if v.Pre == eval.True {
			n++
		}
	}
	return n
}

// session is a sifter's session on the file in which the method has only the
// preconditions under which nothing is thrown.
func (w *work) session(x *exact) *native.Session {
	return w.open(candidate.Light(predicates(jml.Requires, x.kept()), len(w.loops)))
}

// predicates returns conditions as clauses of a kind.
func predicates(kind jml.Kind, conds []java.Expr) []*candidate.Clause {
	var out []*candidate.Clause
	for _, c := range conds {
		out = append(out, candidate.New(kind, java.Print(c)))
	}
	return out
}

// holdOnRuns reports, of postconditions, which have a value and hold on most runs.
func (w *work) holdOnRuns(ctx context.Context, posts []string) []bool {
	ok := make([]bool, len(posts))
	for i, p := range posts {
		text, err := w.d.Code(candidate.Light([]*candidate.Clause{candidate.New(jml.Ensures, p)}, len(w.loops)))
		if err != nil {
			continue
		}
		rep := w.d.Measure(ctx, text.Code, harness.Options{Pairs: w.o.Pairs, Mutants: 1, Traces: -1})
		if rep.Status != harness.OK {
			continue
		}
		wrong, all := 0, 0
		for _, v := range rep.Pairs {
			if v.Pre == eval.True {
				all++
				if v.Post != eval.True {
					wrong++
				}
			}
		}
		ok[i] = wrong*4 <= all // overflow and the like are excluded later
	}
	return ok
}

// sifted reports which postconditions the verifier proves, what comes before taken
// to succeed.
func (w *work) sifted(ctx context.Context, session *native.Session, posts []string) []bool {
	if session == nil || len(posts) == 0 {
		return make([]bool, len(posts))
	}
	var cs []native.Candidate
	for _, p := range posts {
		cs = append(cs, native.Candidate{Loop: -1, Clause: p})
	}
	w.d.Account().Asked++
	r, err := session.Sift(ctx, w.name(), cs)
	if err != nil {
		return make([]bool, len(posts))
	}
	return r.Holds
}

// chooseForms settles how each fact is said: the first form that is proved, else the
// first that has a meaning.
func (w *work) chooseForms(ctx context.Context, x *exact) {
	session := w.session(x)
	var posts []string
	var of []int
	for i, f := range x.facts {
		if len(f.forms) < 2 {
			continue
		}
		for _, form := range f.forms {
			posts = append(posts, f.under(form))
			of = append(of, i)
		}
	}
	if len(posts) == 0 {
		return
	}

	meaning := w.holdOnRuns(ctx, posts)
	holds := w.sifted(ctx, session, posts)
	for i := range x.facts {
		f := &x.facts[i]
		if len(f.forms) < 2 {
			continue
		}
		best, second := "", ""
		for j, k := range of {
			if k != i {
				continue
			}
			form := f.forms[j-slices.Index(of, i)]
			// Proved isn't enough: a form that has no value on many runs tells its reader nothing.
			if holds[j] && best == "" && meaning[j] {
				best = form
			}
			if meaning[j] && (second == "" || form == f.forms[min(f.last, len(f.forms)-1)]) {
				second = form
			}
		}
		if best == "" {
			best = second
		}
		if best == "" {
			best = f.forms[0]
		}
		for _, form := range f.forms {
			if form == best {
				break
			}
			x.notes("ensures "+f.under(form)+";", propose.Unproved, "")
		}
		f.forms = []string{best}
	}
}

// maxShortened bounds the conditions of a fact that are tried without.
const maxShortened = 16

// shorten drops conditions in front of facts that are true without them.
func (w *work) shorten(ctx context.Context, x *exact) (shorter bool) {
	session := w.session(x)
	if session == nil {
		return false
	}
	// at is, of each fact, the place of the next condition to be tried without.
	at := make([]int, len(x.facts))
	for range maxShortened {
		var posts []string
		var of []int
		for i, f := range x.facts {
			if at[i] >= len(f.guard) || len(f.guard) < 2 {
				continue
			}
			less := f
			less.guard = slices.Delete(slices.Clone(f.guard), at[i], at[i]+1)
			posts = append(posts, less.under(f.forms[0]))
			of = append(of, i)
		}
		if len(posts) == 0 || ctx.Err() != nil {
			return shorter
		}
		for j, ok := range w.sifted(ctx, session, posts) {
			i := of[j]
			if ok {
				shorter = true
				x.facts[i].guard = slices.Delete(slices.Clone(x.facts[i].guard), at[i], at[i]+1)
			} else {
				at[i]++
			}
		}
	}
	return shorter
}

// valued gives clauses that have no value on some run, or do not hold there, their
// conditions back.
func (w *work) valued(ctx context.Context, x *exact) {
	for range 4 {
		text, err := w.d.Code(w.exactSpec(x))
		if err != nil {
			return
		}
		rep := w.d.Measure(ctx, text.Code, harness.Options{Pairs: 4 * w.o.Pairs, Mutants: 1, Traces: -1})
		changed := false
		for _, v := range rep.Pairs {
			if v.Pre != eval.True || v.Post == eval.True || v.Clause == nil {
				continue
			}
			if p, ok := text.At(v.Clause.At.Line); ok && x.restore(p.Clause) {
				changed = true
			}
		}
		if !changed {
			return
		}
	}
}

// restore gives the facts of a clause their conditions back; false when they have
// them.
func (x *exact) restore(clause *candidate.Clause) bool {
	changed := false
	for _, i := range x.saying[clause] {
		if f := &x.facts[i]; len(f.guard) < len(f.full) {
			f.guard, changed = f.full, true
		}
	}
	return changed
}

// defined gives the clauses that an outcome finds without a value their conditions
// back; false when there are none.
func (x *exact) defined(out verify.Outcome, text *candidate.Text) bool {
	changed := false
	for _, d := range out.Diagnostics {
		if p, ok := text.At(d.Line); ok && d.Kind.Undefined() {
			changed = x.restore(p.Clause) || changed
		}
	}
	return changed
}

func (x *exact) unshorten() {
	for i := range x.facts {
		x.facts[i].guard = x.facts[i].full
	}
}

// under returns a form of the fact as it is said under the fact's conditions.
func (f fact) under(form string) string {
	g := symbolic.All(f.guard)
	if g == nil {
		return form
	}
	return guardText(g) + " ==> " + formText(form)
}

// guardText is a condition in front of ==>.
func guardText(g java.Expr) string { return java.Print(g) }

// formText is what stands behind ==>.
func formText(form string) string {
	if strings.Contains(form, "<==>") || strings.Contains(form, "==>") {
		return "(" + form + ")"
	}
	return form
}
