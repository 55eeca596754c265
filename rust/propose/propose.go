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

	"ensures/rust/measure"
	"ensures/rust/observe"
	"ensures/rust/spec"
	"ensures/rust/toolchain"
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
}

// Function is what was found for one function of a file.
type Function struct {
	Func    *spec.Func // in the file as it was
	Clauses []Clause   // that were proved together
	Why     string     // there are none
	Refused bool       // the function could not be looked at at all
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
	file := spec.Parse(src)
	if len(file.Errs) > 0 {
		return src, nil, file.Errs[0]
	}
	wanted := func(f *spec.Func) bool {
		return f.Body.To > f.Body.From && !f.Trusted && len(f.Clauses) == 0 && f.Name != "main" && (o.Wanted == nil || o.Wanted(f.Name))
	}
	p, refused, err := build(ctx, o.Compiler, name, file, wanted)
	if err != nil {
		return src, nil, err
	}
	defer p.Close()

	var out []*Function
	text := insertion{src: src}
	for _, f := range file.Funcs {
		if f.Mode != spec.Exec || !wanted(f) {
			continue
		}
		r := &Function{Func: f}
		out = append(out, r)
		if no := cmp.Or(p.Refused[f], refused[f]); no != nil {
			r.Why, r.Refused = no.Error(), true
			continue
		}
		g := p.Funcs[slices.IndexFunc(p.Funcs, func(g *observe.Func) bool { return g.Spec == f })]
		calls, err := p.Run(ctx, g, observe.Inputs(g, file, o.Inputs, o.Seed, nil), observe.Options{})
		if err != nil {
			return src, nil, err
		}
		r.Inputs = len(calls)
		w := &work{Options: o, name: name, found: r, file: file, fn: g, calls: calls, text: &text}
		if err := w.run(ctx); err != nil {
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
	name  string
	found *Function
	file  *spec.File
	fn    *observe.Func
	calls []observe.Call
	text  *insertion // with the clauses of the functions before
}

// run proposes clauses, drops those that a run or the compiler refutes, and then those that
// are not proved, until the rest is proved together.
func (w *work) run(ctx context.Context) error {
	if !slices.ContainsFunc(w.calls, func(c observe.Call) bool { return c.End == observe.Returned }) {
		w.found.Why = "no run came to its end"
		return nil
	}
	found := candidates(w.fn, w.file, w.calls)
	for _, text := range elementwise(w.fn, w.file) {
		c := Clause{Kind: spec.Requires, Text: text}
		if _, rep := w.sift([]Clause{c}); rep != nil && admitsAll(rep) {
			found = append([]Clause{c}, found...)
		}
	}
	list, rep := w.sift(found)
	inv := invariants(w.fn, w.file, list)
	const rounds = 30 // a clause that falls may take others with it
	for range rounds {
		if len(list) == 0 {
			break
		}
		all := slices.Concat(list, inv)
		src, lines := w.text.with(w.fn.Spec, all)
		out, err := w.ask(ctx, src)
		if err != nil {
			return err
		}
		w.found.Outcome = out
		if out.Verdict == verify.Verified {
			if all, rep, err = w.shortened(ctx, list, inv, rep); err != nil {
				return err
			}
			w.found.Clauses, w.found.Report = all, rep
			w.text.keep(w.fn.Spec, all)
			return nil
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
		list, rep = w.sift(left)
	}
	w.found.Why = "nothing that held on all runs is proved"
	for _, d := range w.found.Outcome.Diagnostics {
		if d.Severity == verify.Error {
			w.found.Why = d.Message
			break
		}
	}
	return nil
}

// ask has the function verified in a file with clauses.
func (w *work) ask(ctx context.Context, src string) (verify.Outcome, error) {
	o := w.Verify
	o.Method, o.MaxWarnings = w.fn.Spec.Name, 0
	return w.Backend.Verify(ctx, verify.Request{File: w.name, Source: src, Options: o})
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

// shortened leaves out postconditions without which as many wrong outputs are rejected, and
// preconditions and invariants without which the rest is proved still.
func (w *work) shortened(ctx context.Context, list, inv []Clause, rep *measure.Report) ([]Clause, *measure.Report, error) {
	proved := func(all []Clause) (bool, error) {
		src, _ := w.text.with(w.fn.Spec, all)
		out, err := w.ask(ctx, src)
		if err == nil && out.Verdict == verify.Verified {
			w.found.Outcome = out
			return true, nil
		}
		return false, err
	}
	for i := len(list) - 1; i >= 0 && len(list) > 1; i-- {
		less, r := w.sift(slices.Delete(slices.Clone(list), i, i+1))
		if len(less) != len(list)-1 || r.Tally.Mutants.Killed < rep.Tally.Mutants.Killed {
			continue
		}
		ok, err := proved(slices.Concat(less, inv))
		if err != nil {
			return nil, nil, err
		}
		if ok {
			list, rep = less, r
		}
	}
	for i := len(inv) - 1; i >= 0; i-- {
		less := slices.Delete(slices.Clone(inv), i, i+1)
		ok, err := proved(slices.Concat(list, less))
		if err != nil {
			return nil, nil, err
		}
		if ok {
			inv = less
		}
	}
	return slices.Concat(list, inv), rep, nil
}

// sift leaves the clauses that are decided and true in all runs, and says what they are worth.
func (w *work) sift(list []Clause) ([]Clause, *measure.Report) {
	for {
		src, _ := (&insertion{src: w.file.Src}).with(w.fn.Spec, list)
		f := spec.Parse(src)
		at := slices.IndexFunc(f.Funcs, func(g *spec.Func) bool { return g.Name == w.fn.Spec.Name && len(g.Clauses) == len(list) })
		if len(f.Errs) > 0 || at < 0 {
			// One of them cannot be read: it is found by leaving out one after the other.
			return w.readable(list)
		}
		g := *w.fn
		g.Spec = f.Funcs[at]
		rep := measure.Over(&g, f, w.calls, measure.Options{Seed: w.Seed})
		var kept []Clause
		for i := range g.Spec.Clauses {
			if !w.bad(rep, &g.Spec.Clauses[i]) {
				kept = append(kept, list[i])
			}
		}
		if len(kept) == len(list) {
			return list, rep
		}
		list = kept
	}
}

// bad reports whether a clause is false, or has no meaning, on some run.
func (w *work) bad(rep *measure.Report, c *spec.Clause) bool {
	for _, k := range slices.Concat(rep.Requires, rep.Ensures) {
		if k.Clause == c {
			return k.Err != nil || k.Fails > 0 || k.Unknown > 0
		}
	}
	return true
}

func (w *work) readable(list []Clause) ([]Clause, *measure.Report) {
	var kept []Clause
	for _, c := range list {
		src, _ := (&insertion{src: w.file.Src}).with(w.fn.Spec, []Clause{c})
		if f := spec.Parse(src); len(f.Errs) == 0 {
			kept = append(kept, c)
		}
	}
	if len(kept) == len(list) {
		return nil, nil // together only: nothing that can be said of one
	}
	return w.sift(kept)
}

// admitsAll reports whether a precondition keeps no call out that returned.
func admitsAll(rep *measure.Report) bool {
	corr := rep.Tally.Strict().PreCorr
	return corr != nil && *corr == 1
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

// insertion is a file with clauses put in above functions.
type insertion struct {
	src  string
	kept []placed
}

// placed are the clauses of a function.
type placed struct {
	at   int // a byte of the source, where a line begins
	text string
}

// above are clauses as lines above what begins at a byte.
func (t *insertion) above(from int, list []Clause) placed {
	at := strings.LastIndexByte(t.src[:from], '\n') + 1
	indent := t.src[at:from]
	indent = indent[:len(indent)-len(strings.TrimLeft(indent, " \t"))]
	var b strings.Builder
	end := "\n"
	if strings.Contains(t.src, "\r\n") {
		end = "\r\n"
	}
	for _, c := range list {
		b.WriteString(indent + "//@ " + c.Kind.String() + " " + c.Text + end)
	}
	return placed{at, b.String()}
}

// place puts the clauses of a function and its loops where they belong.
func (t *insertion) place(f *spec.Func, list []Clause) []placed {
	out := []placed{t.above(f.From, of(list, false))}
	for _, l := range f.Loops {
		var own []Clause
		for _, c := range list {
			if c.Loop == l {
				own = append(own, c)
			}
		}
		if len(own) > 0 {
			out = append(out, t.above(l.From, own))
		}
	}
	return out
}

// with is the file with the clauses of one more function, and their lines.
func (t *insertion) with(f *spec.Func, list []Clause) (string, []int) {
	all := append(slices.Clone(t.kept), t.place(f, list)...)
	lines := make([]int, len(list))
	next := map[*spec.Loop]int{}
	for i, c := range list {
		from := f.From
		if c.Loop != nil {
			from = c.Loop.From
		}
		if next[c.Loop] == 0 {
			at := strings.LastIndexByte(t.src[:from], '\n') + 1
			next[c.Loop] = strings.Count(t.src[:at], "\n") + 1
			for _, k := range all {
				if k.at < at {
					next[c.Loop] += strings.Count(k.text, "\n")
				}
			}
		}
		lines[i] = next[c.Loop]
		next[c.Loop]++
	}
	return apply(t.src, all), lines
}

func (t *insertion) keep(f *spec.Func, list []Clause) { t.kept = append(t.kept, t.place(f, list)...) }

func (t *insertion) apply() string { return apply(t.src, t.kept) }

func apply(src string, list []placed) string {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b placed) int { return a.at - b.at })
	var b strings.Builder
	from := 0
	for _, p := range list {
		b.WriteString(src[from:p.at] + p.text)
		from = p.at
	}
	return b.String() + src[from:]
}
