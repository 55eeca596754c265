// Package measure measures specifications of Rust against what the code really does:
// the four metrics of Spec-Harness over runs of the machine code, with the same output
// mutants and the same arithmetic as for Java.
//
// The package must not know verifiers.
package measure

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"ensures/metric"
	"ensures/mutate"
	"ensures/rust/eval"
	"ensures/rust/observe"
	"ensures/rust/spec"
	"ensures/rust/values"
	"ensures/value"
)

// Options bound a measurement. Zero fields mean their defaults.
type Options struct {
	Inputs  int    // how many to make; default 200
	Mutants int    // output mutants per pair; default and most mutate.Limit
	Seed    uint64 // of everything made
	Steps   int    // of one clause on one state; default 200,000
	Run     observe.Options
}

func (o Options) withDefaults() Options {
	if o.Inputs <= 0 {
		o.Inputs = 200
	}
	if o.Mutants <= 0 || o.Mutants > mutate.Limit {
		o.Mutants = mutate.Limit
	}
	if o.Steps <= 0 {
		o.Steps = 200_000
	}
	return o
}

// Clause is a clause with what was seen of it.
type Clause struct {
	*spec.Clause
	Holds, Fails, Unknown int // on the pairs' own states
	Kills                 int // mutants that it is the first to reject
	// Err says why it has no meaning here.
	Err error
}

// Pair is a call that returned, with what the specification says of it.
type Pair struct {
	observe.Call
	Pre, Post metric.Verdict
	Clause    *Clause // that decided Post, where that is not true
	Mutants   []Mutant
}

// Mutant is a changed output with what the postcondition says of it.
type Mutant struct {
	Name    string
	Result  *values.Value
	After   []*values.Value
	Verdict metric.Verdict
	Further bool // of no published kind: the strict column alone counts it
}

// Report is what was measured of one function.
type Report struct {
	Func     *observe.Func
	Requires []*Clause
	Ensures  []*Clause
	Pairs    []Pair         // T⁺
	Invalid  []observe.Call // T⁻: calls that panicked
	Lost     int            // calls that did not end, or ended the process
	Tally    metric.Tally
	Elapsed  time.Duration

	e       *eval.Evaluator
	o       Options
	mutator *mutate.Mutator[*values.Value]
}

// Measure calls a function of a program and measures its specification.
func Measure(ctx context.Context, p *observe.Program, f *observe.Func, file *spec.File, o Options) (*Report, error) {
	start := time.Now()
	r := newReport(f, file, o)
	// Half of them where the precondition holds, if it can be met by trying: the others say nothing of
	// the postcondition.
	inputs := observe.Inputs(f, file, r.o.Inputs, r.o.Seed, func(in []*values.Value) bool {
		return r.pre(in).Truth == value.True
	})
	calls, err := p.Run(ctx, f, inputs, r.o.Run)
	if err != nil {
		return nil, err
	}
	r.calls(calls)
	r.Elapsed = time.Since(start)
	return r, nil
}

// Over measures a specification against calls that were observed before, of the same
// code: many specifications of it need one program.
func Over(f *observe.Func, file *spec.File, calls []observe.Call, o Options) *Report {
	start := time.Now()
	r := newReport(f, file, o)
	r.calls(calls)
	r.Elapsed = time.Since(start)
	return r
}

func newReport(f *observe.Func, file *spec.File, o Options) *Report {
	o = o.withDefaults()
	r := &Report{Func: f, o: o, e: eval.New(file), mutator: mutate.New[*values.Value](values.Language{})}
	r.e.Steps = o.Steps
	for i := range f.Spec.Clauses {
		c := &Clause{Clause: &f.Spec.Clauses[i]}
		switch c.Kind {
		case spec.Requires:
			r.Requires = append(r.Requires, c)
		case spec.Ensures:
			r.Ensures = append(r.Ensures, c)
		}
	}
	return r
}

// calls measures what was observed.
func (r *Report) calls(calls []observe.Call) {
	var returned []observe.Call
	for _, c := range calls {
		switch c.End {
		case observe.Returned:
			returned = append(returned, c)
		case observe.Panicked:
			r.Invalid = append(r.Invalid, c)
			// A panic is an invalid input, whatever the precondition says of it.
			r.Tally.Invalid(r.pre(c.Args))
		default:
			r.Lost++
		}
	}

	mask := r.changed(returned)
	for _, c := range returned {
		p := Pair{Call: c, Pre: r.pre(c.Args)}
		of := ownOutput
		// The code owes nothing there, so clauses neither hold nor fail.
		if p.Pre.Truth == value.False {
			of = outside
		}
		p.Post, p.Clause = r.post(c.Args, c.After, c.Result, of)
		p.Mutants = r.mutants(c, mask)
		fates := make([]metric.Mutant, len(p.Mutants))
		for i := range p.Mutants {
			k := &p.Mutants[i]
			if p.Pre.Truth != value.False {
				k.Verdict, _ = r.post(c.Args, k.After, k.Result, mutant)
			}
			fates[i] = metric.Mutant{Verdict: k.Verdict, Further: k.Further}
		}
		r.Tally.Pair(p.Pre, p.Post, fates)
		r.Pairs = append(r.Pairs, p)
	}
}

// Undecidable are the clauses that have no meaning here.
func (r *Report) Undecidable() []*Clause {
	var out []*Clause
	for _, c := range slices.Concat(r.Requires, r.Ensures) {
		if c.Err != nil {
			out = append(out, c)
		}
	}
	return out
}

func (r *Report) names(vs []*values.Value) map[string]*values.Value {
	out := make(map[string]*values.Value, len(vs))
	for i, p := range r.Func.Params {
		out[p.Name] = vs[i]
	}
	return out
}

// pre is what the precondition says of an input.
func (r *Report) pre(args []*values.Value) metric.Verdict {
	before := r.names(args)
	v, _ := r.all(r.Requires, eval.State{Before: before}, nil)
	return v
}

// origin is where an output comes from.
type origin uint8

const (
	ownOutput origin = iota // of the code, on an input that the precondition may admit
	outside                 // of the code, on another input: it says nothing of clauses
	mutant
)

// post is what the postcondition says of an output.
func (r *Report) post(args, after []*values.Value, result *values.Value, of origin) (metric.Verdict, *Clause) {
	return r.all(r.Ensures, eval.State{Before: r.names(args), After: r.names(after), Result: result}, func(c *Clause, v metric.Verdict) {
		switch {
		case of == mutant && v.Truth == value.False:
			c.Kills++
		case of != ownOutput:
		case v.Truth == value.True:
			c.Holds++
		case v.Truth == value.False:
			c.Fails++
		default:
			c.Unknown++
		}
	})
}

// all is the conjunction of clauses: false by one that is, else not known by one that
// is not known; the clause comes with it. Clauses behind a false one are not looked at.
func (r *Report) all(cs []*Clause, s eval.State, seen func(*Clause, metric.Verdict)) (metric.Verdict, *Clause) {
	out := metric.Verdict{Truth: value.True}
	var by *Clause
	for _, c := range cs {
		v := metric.Verdict{Truth: value.Unknown}
		// Once a clause has had no meaning it has none on any state.
		if c.Err == nil {
			v, c.Err = r.e.Clause(r.Func.Spec, c.Expr, s)
		}
		if seen != nil {
			seen(c, v)
		}
		switch {
		case v.Truth == value.False:
			return v, c
		case v.Truth == value.Unknown && (out.Truth == value.True || !v.Undefined):
			out, by = v, c
		}
	}
	return out, by
}

// changed says which mutable references' values some call changes; all, where nothing
// else could be mutated.
func (r *Report) changed(calls []observe.Call) []bool {
	mask := make([]bool, len(r.Func.Params))
	for _, c := range calls {
		for i := range mask {
			mask[i] = mask[i] || !values.Equal(c.Args[i], c.After[i])
		}
	}
	// Nothing is returned and nothing was seen to change: something has to be mutated for the
	// postcondition to be measured at all.
	if r.Func.Result.Type.Unit() && !slices.Contains(mask, true) {
		for i, p := range r.Func.Params {
			mask[i] = p.Mutable
		}
	}
	return mask
}

// left is what a call leaves in its mutable references.
type left []*values.Value

// Roots implements mutate.Copy.
func (l *left) Roots() []*values.Value { return *l }

// mutants are changed results, then changed states: of the published kinds, and of
// further ones where all of those are asked for.
func (r *Report) mutants(c observe.Call, mask []bool) []Mutant {
	var out []Mutant

	further := 0
	if r.o.Mutants >= mutate.Limit {
		further = mutate.FurtherLimit
	}
	if !r.Func.Result.Type.Unit() {
		for _, k := range r.mutator.Results(c.Result) {
			if len(out) < r.o.Mutants {
				out = append(out, Mutant{Name: k.Name, Result: k.Value, After: c.After})
			}
		}
		if further > 0 {
			for _, k := range r.mutator.Further(c.Result) {
				out = append(out, Mutant{Name: k.Name, Result: k.Value, After: c.After, Further: true})
			}
		}
	}

	var places []mutate.Place[*values.Value]
	for i, p := range r.Func.Params {
		// What no call changes is no output.
		if !mask[i] {
			continue
		}
		pl := mutate.Place[*values.Value]{Name: p.Name, Was: c.Args[i], Is: c.After[i], Known: true,
			Put: func(s mutate.Copy[*values.Value], v *values.Value) { (*s.(*left))[i] = v }}
		if p.Type.Kind == values.Seq && strings.HasPrefix(p.Wire, "&'static mut [") {
			pl.Hold = mutate.Array // a slice keeps its length
		}
		places = append(places, pl)
	}

	states, err := r.mutator.States(places, c.After, further, func() (mutate.Copy[*values.Value], error) {
		l := left(slices.Clone(c.After))
		return &l, nil
	})
	if err != nil {
		panic(err) // a copy of ours cannot fail
	}

	for i, k := range states {
		if i < r.o.Mutants || k.Further {
			out = append(out, Mutant{Name: k.Name, Result: c.Result, After: k.State.Roots(), Further: k.Further})
		}
	}
	return out
}

// Survivors are up to n wrong outputs that the specification accepts, as sentences with
// Rust values.
func (r *Report) Survivors(n int) []string {
	var out []string
	seen := map[string]bool{}
	for _, p := range r.Pairs {
		if p.Pre.Truth != value.True || p.Post.Truth != value.True {
			continue
		}
		for _, k := range p.Mutants {
			// Behind the first half each kind of mutant comes once: different kinds say more.
			if k.Verdict.Truth != value.True || seen[k.Name] && len(out) > n/2 {
				continue
			}
			if len(out) == n {
				return out
			}
			seen[k.Name] = true
			out = append(out, fmt.Sprintf("for %s your spec also accepts %s (%s; the code gives %s)",
				r.Input(p.Args), r.Output(k.Result, k.After), k.Name, r.Output(p.Result, p.After)))
		}
	}
	return out
}

// Input is the arguments of a call as Rust writes them.
func (r *Report) Input(args []*values.Value) string {
	var out []string
	for i, p := range r.Func.Params {
		out = append(out, p.Name+" = "+args[i].String())
	}
	if len(out) == 0 {
		return "no arguments"
	}
	return strings.Join(out, ", ")
}

// Output is the result with what mutable references refer to.
func (r *Report) Output(result *values.Value, after []*values.Value) string {
	var out []string
	if !r.Func.Result.Type.Unit() {
		out = append(out, result.String())
	}
	for i, p := range r.Func.Params {
		if p.Mutable {
			out = append(out, p.Name+" = "+after[i].String())
		}
	}
	return strings.Join(out, ", ")
}

// Violation is a call that a specification is wrong about: the precondition holds, and
// the call panics, or a clause of the postcondition is false.
type Violation struct {
	Inputs, Actual string  // in Rust's values
	Clause         *Clause // nil for a panic
}

func (v Violation) String() string { return "for " + v.Inputs + " the code " + v.Actual }

// Violations are up to n calls that the specification is wrong about.
func (r *Report) Violations(n int) []Violation {
	var out []Violation
	for _, p := range r.Pairs {
		if len(out) < n && p.Pre.Truth == value.True && p.Post.Truth == value.False {
			out = append(out, Violation{r.Input(p.Args), "gives " + r.Output(p.Result, p.After), p.Clause})
		}
	}
	for _, c := range r.Invalid {
		// A panic where the precondition holds breaks what every specification promises.
		if len(out) < n && r.pre(c.Args).Truth == value.True {
			out = append(out, Violation{Inputs: r.Input(c.Args), Actual: "panics: " + c.Panic})
		}
	}
	return out
}

// Witnesses is how many calls agree with the specification: the precondition holds, and
// so does the postcondition.
func (r *Report) Witnesses() int {
	n := 0
	for _, p := range r.Pairs {
		if p.Pre.Truth == value.True && p.Post.Truth == value.True {
			n++
		}
	}
	return n
}
