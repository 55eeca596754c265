// Package propose proposes specifications of Rust's functions without a model: clauses
// that hold on all runs of the function on the machine, of which the few are chosen that
// reject the most wrong outputs; then those stay that the verifier proves together.
//
// The search is package propose/search's, over Rust's values and in the clause language of
// package rust/spec. The package must not know the terminal, models or files on disk.
package propose

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"ensures/internal/effort"
	"ensures/rust/measure"
	"ensures/rust/observe"
	"ensures/rust/propose/summary"
	"ensures/rust/spec"
	"ensures/rust/toolchain"
	"ensures/value"
	"ensures/verify"
)

// Options configure the work on a file.
type Options struct {
	Compiler observe.Compiler
	Backend  verify.Backend // has the last word on what is kept
	Verify   verify.Options
	Inputs   int // of a function
	Seed     uint64
	Wanted   func(name string) bool // nil: every function
	// Within says whether a byte of the source is of the file that is worked on, where the
	// source is a whole crate; nil: all of it is.
	Within func(at int) bool
	Until  time.Time // functions that are not reached by then are left as they are; zero: no end
	// Budget is the work on one function, as the time of its steps on an idle machine; default
	// 20 s. The last proof of what is kept may take as much again.
	Budget time.Duration
}

// Function is what was found for one function of a file.
type Function struct {
	Func    *spec.Func         // in the file as it was
	Clauses []Clause           // that were proved together
	Defined []summary.Function // functions of clauses that they need and that stand above
	Why     string             // there are none
	Refused bool               // the function could not be looked at at all
	Inputs  int
	Outcome verify.Outcome  // of the last question about it
	Report  *measure.Report // of its clauses; nil without any
}

// Clause is a proposed clause.
type Clause struct {
	Kind spec.ClauseKind
	Text string
	Loop *spec.Loop // that it stands above, in the file as it was; nil: the function
}

// File proposes specifications for the functions of a file that have none, one after the
// other, each with those before it as they were proved: the file with the clauses put in as
// comments, every other byte as it was, and what came of each function. It is an error where
// the file does not compile ([observe.CompileError]), or a tool fails.
func File(ctx context.Context, name, src string, o Options) (string, []*Function, error) {
	o.Budget = cmp.Or(o.Budget, 20*time.Second)
	file := spec.Parse(src)
	if len(file.Errs) > 0 {
		return src, nil, file.Errs[0]
	}
	wanted := func(f *spec.Func) bool {
		return f.Body.To > f.Body.From && !f.Trusted && len(f.Clauses) == 0 && f.Name != "main" && !f.Test && (o.Within == nil || o.Within(f.NamePos.From)) && (o.Wanted == nil || o.Wanted(f.Name))
	}

	p, refused, err := build(ctx, o.Compiler, name, file, wanted)
	if err != nil {
		return src, nil, err
	}
	defer p.Close()
	// Nothing was compiled with calls: whether the file compiles at all is asked by itself.
	if len(p.Funcs) == 0 {
		if err := observe.Check(ctx, o.Compiler, name, file); err != nil {
			return src, nil, err
		}
	}

	var out []*Function
	text, proved := insertion{src: src}, map[string]bool{}
	for _, f := range file.Funcs {
		if f.Mode == spec.Exec && len(f.Clauses) > 0 {
			proved[f.Name] = true // or else a whole proof, which has the last word, fails
		}
	}
	for _, f := range file.Funcs {
		if f.Mode != spec.Exec || !wanted(f) {
			continue
		}

		r := &Function{Func: f}
		out = append(out, r)
		if slices.ContainsFunc(file.Funcs, func(g *spec.Func) bool { return g != f && !g.Test && g.Mode == spec.Exec && g.Name == f.Name }) {
			r.Why, r.Refused = "another function of the crate has this name, and proofs go by names", true
			continue
		}
		if no := cmp.Or(p.Refused[f], refused[f]); no != nil {
			r.Why, r.Refused = no.Error(), true
			continue
		}
		if !o.Until.IsZero() && time.Now().After(o.Until) {
			r.Why = "not reached: the run's time was over (annotate.limit)"
			continue
		}

		g := p.Funcs[slices.IndexFunc(p.Funcs, func(g *observe.Func) bool { return g.Spec == f })]
		calls, err := p.Run(ctx, g, observe.Inputs(g, file, o.Inputs, o.Seed, nil), observe.Options{})
		if err != nil {
			return src, nil, err
		}
		r.Inputs = len(calls)
		w := &work{Options: o, base: ctx, name: name, found: r, file: file, fn: g, calls: calls, text: &text, proved: proved}
		if err := w.run(); err != nil {
			return src, nil, err
		}
	}
	return text.apply(), out, nil
}

// build compiles a file with those functions that can be called from its end. Where the file
// itself compiles and with calls of all of them does not, each is tried alone: those of inner
// modules, of tests and of traits take nothing from the others.
func build(ctx context.Context, c observe.Compiler, name string, file *spec.File, wanted func(*spec.Func) bool) (*observe.Program, map[*spec.Func]error, error) {
	p, err := observe.Build(ctx, c, name, file, wanted)
	if !ofCalls(err, file) {
		return p, nil, err
	}
	refused := map[*spec.Func]error{}
	for _, f := range file.Funcs {
		if f.Mode != spec.Exec || !wanted(f) {
			continue
		}
		one, err := observe.Build(ctx, c, name, file, func(g *spec.Func) bool { return g == f })
		switch {
		case err == nil:
			one.Close()
		case ofCalls(err, file):
			refused[f] = errors.New("it cannot be called from the end of the file: " + message(err))
		default:
			return nil, nil, err
		}
	}
	p, err = observe.Build(ctx, c, name, file, func(f *spec.Func) bool { return wanted(f) && refused[f] == nil })
	return p, refused, err
}

// ofCalls reports whether a compiler's mistakes all stand behind the file, in what was added.
func ofCalls(err error, file *spec.File) bool {
	var bad *observe.CompileError
	if !errors.As(err, &bad) {
		return false
	}
	lines := strings.Count(file.Src, "\n") + 1
	return !slices.ContainsFunc(bad.Messages, func(m toolchain.Message) bool { return m.Level == "error" && m.Line > 0 && m.Line <= lines })
}

// message is the first mistake without its place, which is not of the file.
func message(err error) string {
	var bad *observe.CompileError
	if errors.As(err, &bad) {
		for _, m := range bad.Messages {
			if m.Level == "error" {
				return m.Text
			}
		}
	}
	return err.Error()
}

// work is the work on one function.
type work struct {
	Options
	base  context.Context // ends with the whole run
	name  string
	found *Function
	file  *spec.File
	fn    *observe.Func
	calls []observe.Call
	text  *insertion // with the clauses of the functions before
	// proved are the names of the functions whose clauses were proved, or were there.
	proved map[string]bool
}

// enough is the share of wrong outputs that postconditions must reject for nothing else to
// be looked for.
const enough = 0.95

// errSpent is why a search ended before it was through.
var errSpent = errors.New("the limit of work was reached (annotate.budget)")

// limited is a context for as much work as a function may take.
func (w *work) limited() (context.Context, context.CancelFunc) {
	ctx, _, end := effort.With(w.base, w.Budget)
	return ctx, end
}

// run proposes a specification and keeps the best that is proved.
func (w *work) run() error {
	ctx, end := w.limited()
	defer end()
	best, err := w.search(ctx)
	if errors.Is(err, errSpent) {
		w.found.Why, err = errSpent.Error(), nil
	}
	if err != nil || best.clauses == nil {
		return err
	}
	w.found.Clauses, w.found.Report, w.found.Outcome, w.found.Why = best.clauses, best.report, best.outcome, ""
	w.proved[w.fn.Spec.Name] = true
	w.found.Defined = w.text.used(w.fn.Spec, best.clauses)
	w.text.keep(w.fn.Spec, best.clauses)
	return nil
}

// search proposes clauses, drops those that a run or the compiler refutes, and then those that
// are not proved, until the rest is proved together: first what the code says of itself, then,
// where that is little, what the search finds in the runs. With an error comes the best until
// then.
func (w *work) search(ctx context.Context) (best settled, err error) {
	if !slices.ContainsFunc(w.calls, func(c observe.Call) bool { return c.End == observe.Returned }) {
		w.found.Why = "no run came to its end"
		return best, nil
	}
	w.found.Why = "nothing that held on all runs is proved"

	said, kept := w.said(1)
	quick := w.Verify
	quick.Quick = true
	if best, err = w.settle(ctx, said, kept, quick); err != nil {
		return best, err
	}
	if weak, _ := w.said(mostInputs); best.clauses == nil && len(weak) > len(said) {
		// What code needs on every way may be more than it needs on the way that it goes.
		if best, err = w.settle(ctx, weak, kept, quick); err != nil {
			return best, err
		}
	}
	if best.clauses == nil {
		// A clause that takes the solver longer may be what all the others lean on. Some of the
		// work is kept for what comes then.
		half, _, end := effort.With(ctx, w.Budget/2)
		best, err = w.settle(half, said, kept, w.Verify)
		end()
		if err != nil && !(errors.Is(err, errSpent) && ctx.Err() == nil) {
			return best, err
		}
	}

	if !best.strong() {
		found := slices.Concat(said, candidates(w.fn, w.file, w.calls))
		for _, text := range append(elementwise(w.fn, w.file), lengths(w.fn, w.file)...) {
			found = w.needed(found, Clause{Kind: spec.Requires, Text: text}, 1)
		}
		// What the search finds is put beside what the code says: either may be what the other's proof
		// leans on.
		if best, err = w.searched(ctx, best, found, kept, quick); err != nil {
			return best, err
		}
		// Plain bounds of the inputs, narrower than what the code needs, may be all that a proof is
		// missing.
		if bounds := w.bounded(); best.clauses == nil && len(bounds) > 0 {
			more := slices.Concat(bounds, found, candidates(w.fn, w.file, w.admitted(bounds)))
			if best, err = w.searched(ctx, best, more, kept, quick); err != nil {
				return best, err
			}
		}
	}
	return best, nil
}

// searched is what clauses that the search has found settle to, with invariants guessed from
// them, if that rejects more.
func (w *work) searched(ctx context.Context, best settled, found, kept []Clause, o verify.Options) (settled, error) {
	list, _ := w.sift(unique(found))
	return w.better(ctx, best, list, unique(slices.Concat(kept, invariants(w.fn, w.file, list))), o)
}

// bounded are plain bounds of the inputs that most of those on which the function returns keep.
func (w *work) bounded() (list []Clause) {
	for _, text := range plainBounds(w.fn, w.file) {
		list = w.needed(list, Clause{Kind: spec.Requires, Text: text}, mostInputs)
	}
	return list
}

// admitted are the calls whose inputs keep preconditions.
func (w *work) admitted(list []Clause) (out []observe.Call) {
	_, rep := w.sift(list)
	if rep == nil {
		return w.calls
	}
	for _, p := range rep.Pairs {
		if p.Pre.Truth == value.True {
			out = append(out, p.Call)
		}
	}
	return out
}

// better is what another list settles to, if that rejects more.
func (w *work) better(ctx context.Context, best settled, list, inv []Clause, o verify.Options) (settled, error) {
	other, err := w.settle(ctx, list, inv, o)
	if err != nil || other.rejects() <= best.rejects() {
		return best, err
	}
	return other, nil
}

// mostInputs is the share of the inputs on which the code returns that a precondition must
// admit, where none that admits all is enough.
const mostInputs = 0.5

// said are the clauses that the function's summary gives, preconditions that admit at least a
// share of the inputs on which it returns, and the invariants of its loops.
func (w *work) said(share float64) (list, kept []Clause) {
	s := summary.Of(w.file, w.fn.Spec)
	w.text.define(w.fn.Spec, s.Functions)
	for _, text := range s.Requires {
		list = w.needed(list, Clause{Kind: spec.Requires, Text: text}, share)
	}
	for _, text := range s.Ensures {
		list = append(list, Clause{Kind: spec.Ensures, Text: text})
	}
	if s.Decreases != "" {
		list = append(list, Clause{Kind: spec.Decreases, Text: s.Decreases})
	}
	for _, l := range w.fn.Spec.Loops {
		for _, text := range s.Invariants[l] {
			kept = append(kept, Clause{spec.Invariant, text, l})
		}
	}
	return list, kept
}

// needed is the list with a precondition, if a share of the calls that returned is still
// admitted. It stands behind those that it may need to have a value, before all
// postconditions.
func (w *work) needed(list []Clause, c Clause, share float64) []Clause {
	at := slices.IndexFunc(list, func(c Clause) bool { return c.Kind != spec.Requires })
	if at < 0 {
		at = len(list)
	}
	with := slices.Insert(slices.Clone(list), at, c)
	// The preconditions alone, without postconditions: those would be dropped as well, and hide it.
	if sifted, rep := w.sift(with[:at+1]); rep == nil || len(sifted) != at+1 || !admits(rep, share) {
		return list
	}
	return with
}

func unique(list []Clause) (out []Clause) {
	for _, c := range list {
		if !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out
}

// settled is a specification that is proved.
type settled struct {
	clauses []Clause
	report  *measure.Report
	outcome verify.Outcome
}

// rejects is how many wrong outputs it rejects, −1 for none at all.
func (s settled) rejects() int {
	if s.report == nil {
		return -1
	}
	return s.report.Tally.Mutants.Killed
}

func (s settled) strong() bool {
	if s.report == nil {
		return false
	}
	comp := s.report.Tally.Strict().PostComp
	return comp != nil && *comp >= enough
}

// settle drops clauses that fail until the rest is proved together, which it shortens.
func (w *work) settle(ctx context.Context, list, inv []Clause, o verify.Options) (settled, error) {
	list, rep := w.sift(list)
	rounds := 30 // a clause that falls may take others with it
	if !o.Quick {
		rounds = 3 // each of which may take a minute
	}
	for range rounds {
		if !slices.ContainsFunc(list, func(c Clause) bool { return c.Kind == spec.Ensures }) {
			return settled{}, nil
		}
		all := slices.Concat(list, inv)
		src, lines := w.text.with(w.fn.Spec, all)
		out, err := w.ask(ctx, src, o)
		if err != nil {
			return settled{}, err
		}
		w.found.Outcome = out
		// Only then is it made shorter: what is left out must not be what the proof leaned on.
		if w.holds(out) {
			return w.shortened(ctx, list, inv, rep)
		}

		// An invariant that fails may be all that is wrong, so that it goes first.
		left := unproved(all, lines, out)
		if kept := of(left, true); len(kept) < len(inv) {
			inv = kept
			continue
		}
		if left = of(left, false); len(left) == len(list) {
			break // it is not about a clause
		}
		for _, c := range list {
			if c.Kind == spec.Ensures && !slices.Contains(left, c) {
				left = append(left, halves(c)...)
			}
		}
		list, rep = w.sift(unique(left))
	}
	for _, d := range w.found.Outcome.Diagnostics {
		if d.Severity == verify.Error {
			w.found.Why = d.Message
			break
		}
	}
	return settled{}, nil
}

// halves are the two directions of an equivalence: of one that is not proved, one may be.
func halves(c Clause) []Clause {
	both, ok := parsed(c.Text).(*spec.Binary)
	if !ok || both.Op != "<==>" {
		return nil
	}
	imply := func(x, y spec.Expr) Clause {
		return Clause{Kind: c.Kind, Text: spec.Text(&spec.Binary{Op: "==>", X: x, Y: y})}
	}
	return []Clause{imply(both.X, both.Y), imply(both.Y, both.X)}
}

// parsed is a clause's expression, nil where it can't be read.
func parsed(text string) spec.Expr {
	f := spec.Parse("verus! { fn f() ensures " + text + " {} }")
	if len(f.Errs) > 0 || len(f.Funcs) != 1 || len(f.Funcs[0].Clauses) != 1 {
		return nil
	}
	return f.Funcs[0].Clauses[0].Expr
}

// ask has the function verified in a file with clauses.
func (w *work) ask(ctx context.Context, src string, o verify.Options) (verify.Outcome, error) {
	o.Method, o.MaxWarnings = w.fn.Spec.Name, 0
	out, err := w.Backend.Verify(ctx, verify.Request{File: w.name, Source: src, Options: o})
	// The function's own budget: an interrupt of the run ends base, and is an error.
	if ctx.Err() != nil && w.base.Err() == nil {
		err = errSpent
	}
	return out, err
}

// of are the clauses of loops, or the others.
func of(list []Clause, loops bool) (out []Clause) {
	for _, c := range list {
		if (c.Loop != nil) == loops {
			out = append(out, c)
		}
	}
	return out
}

// holds reports whether the function is proved, leaning on none but those that were proved
// before it.
func (w *work) holds(out verify.Outcome) bool {
	return out.HoldsAsAsked() && !slices.ContainsFunc(out.NotAsked(), func(k verify.MethodKey) bool { return !w.proved[k.Name] })
}

// confirmed is the whole answer about the function: with work of its own, with runs, and with
// those that it leans on.
func (w *work) confirmed(all []Clause) (verify.Outcome, error) {
	ctx, end := w.limited()
	defer end()
	src, _ := w.text.with(w.fn.Spec, all)
	out, err := w.ask(ctx, src, w.Verify)
	// It leans on functions that were proved before, but were not asked about here: the whole file is
	// asked, and its verdict on this function counts.
	if err == nil && out.Verdict == verify.Conditional && w.holds(out) {
		o := w.Verify
		o.MaxWarnings = 0
		if out, err = w.Backend.Verify(ctx, verify.Request{File: w.name, Source: src, Options: o}); ctx.Err() != nil && w.base.Err() == nil {
			return out, errSpent
		} else if err == nil {
			if m := out.Find(verify.MethodKey{Name: w.fn.Spec.Name}); m != nil {
				out.Verdict, out.Methods = m.Verdict, []verify.MethodOutcome{*m}
			}
		}
	}
	return out, err
}

// shortened leaves out postconditions without which as many wrong outputs are rejected, and
// preconditions and invariants without which the rest is proved still. What a quick attempt
// does not prove stays; the last word is a whole proof's, of all where it is not one of less.
func (w *work) shortened(ctx context.Context, list, inv []Clause, rep *measure.Report) (settled, error) {
	quick := w.Verify
	quick.Quick = true
	proved := func(list, inv []Clause) (bool, error) {
		src, _ := w.text.with(w.fn.Spec, slices.Concat(list, inv))
		out, err := w.ask(ctx, src, quick)
		return err == nil && w.holds(out), err
	}

	whole, wholeReport := slices.Concat(list, inv), rep
	// From the end: what the search added stands behind what the code says.
	for i := len(list) - 1; i >= 0 && len(list) > 1; i-- {
		less, r := w.sift(slices.Delete(slices.Clone(list), i, i+1))
		if len(less) != len(list)-1 || r.Tally.Mutants.Killed < rep.Tally.Mutants.Killed {
			continue
		}
		ok, err := proved(less, inv)
		if errors.Is(err, errSpent) {
			break
		}
		if err != nil {
			return settled{}, err
		}
		if ok {
			list, rep = less, r
		}
	}

	for i := len(inv) - 1; i >= 0; i-- {
		less := slices.Delete(slices.Clone(inv), i, i+1)
		ok, err := proved(list, less)
		if errors.Is(err, errSpent) {
			break
		}
		if err != nil {
			return settled{}, err
		}
		if ok {
			inv = less
		}
	}

	// Quick answers chose what to leave out: the whole proof is asked of the rest, and of all where
	// that fails.
	for _, s := range []settled{{clauses: slices.Concat(list, inv), report: rep}, {clauses: whole, report: wholeReport}} {
		out, err := w.confirmed(s.clauses)
		if errors.Is(err, errSpent) {
			continue
		}
		if err != nil {
			return settled{}, err
		}
		w.found.Outcome = out
		if s.outcome = out; out.Verdict == verify.Verified {
			return s, nil
		}
	}
	return settled{}, nil
}

// siftSteps is how many expressions one clause may cost on one state while clauses are chosen:
// there are many of both, and a recursive function over a large range costs all that it may.
const siftSteps = 20_000

// sift leaves the clauses that are decided and true in all runs, and says what they are worth.
func (w *work) sift(list []Clause) ([]Clause, *measure.Report) {
	for {
		// Runs know nothing of other functions' clauses, so the text is without them.
		src, _ := w.text.alone().with(w.fn.Spec, list)
		f := spec.Parse(src)
		at := slices.IndexFunc(f.Funcs, func(g *spec.Func) bool { return g.Name == w.fn.Spec.Name && len(g.Clauses) == len(list) })
		if len(f.Errs) > 0 || at < 0 {
			// One of them cannot be read: it is found by leaving out one after the other.
			return w.readable(list)
		}

		g := *w.fn
		g.Spec = f.Funcs[at]
		rep := measure.Over(&g, f, w.calls, measure.Options{Seed: w.Seed, Steps: siftSteps})
		var kept []Clause
		for i := range g.Spec.Clauses {
			if !w.bad(rep, &g.Spec.Clauses[i]) {
				kept = append(kept, list[i])
			}
		}
		// A precondition that is gone admits more inputs, so the others are looked at anew.
		if len(kept) == len(list) {
			return list, rep
		}
		list = kept
	}
}

// bad reports whether a clause is false on some run, or has a value on few of them: a
// quantifier over billions has none on some, and can be proved all the same.
func (w *work) bad(rep *measure.Report, c *spec.Clause) bool {
	if c.Kind == spec.Decreases {
		return false // no run says anything of it
	}
	for _, k := range slices.Concat(rep.Requires, rep.Ensures) {
		if k.Clause == c {
			return k.Err != nil || k.Fails > 0 || k.Unknown > k.Holds
		}
	}
	return true
}

func (w *work) readable(list []Clause) ([]Clause, *measure.Report) {
	var kept []Clause
	for _, c := range list {
		src, _ := w.text.alone().with(w.fn.Spec, []Clause{c})
		if f := spec.Parse(src); len(f.Errs) == 0 {
			kept = append(kept, c)
		}
	}
	if len(kept) == len(list) {
		return nil, nil // together only: nothing that can be said of one
	}
	return w.sift(kept)
}

// admits reports whether a precondition admits a share of the calls that returned.
func admits(rep *measure.Report, share float64) bool {
	corr := rep.Tally.Strict().PreCorr
	return corr != nil && *corr >= share
}

// unproved leaves the clauses that no failure is about. What a precondition does not suffice
// for is no failure of its own.
func unproved(list []Clause, lines []int, out verify.Outcome) []Clause {
	failed := map[int]bool{}
	for _, d := range out.Diagnostics {
		if d.Severity == verify.Error {
			failed[d.Line], failed[d.AssociatedLine] = true, true
		}
	}
	var left []Clause
	for i, c := range list {
		if c.Kind == spec.Requires || !failed[lines[i]] {
			left = append(left, c)
		}
	}
	return left
}
