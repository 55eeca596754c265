// Package measure measures postconditions of Dafny against tests: the metrics of
// Spec-Harness, with the same output mutants as for Java and Rust. The method's body is
// not run: the pairs are the tests, and there are no inputs that it refuses.
//
// The published column (compat) follows S. Lahiri, "Evaluating LLM-driven User-Intent
// Formalization for Verification-Aware Languages" (FMCAD 2024): a test is right where the
// verifier proves the clauses of it; a mutant is killed where exactly one clause fails.
//
// The package must not know verifiers.
package measure

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"ensures/dafny"
	"ensures/dafny/eval"
	"ensures/dafny/values"
	"ensures/metric"
	"ensures/mutate"
	"ensures/value"
)

// Test is a call of a method with its result, as JSON.
type Test struct {
	Args     []json.RawMessage `json:"args"`
	Expected json.RawMessage   `json:"expected"`
}

// Options bound a measurement. Zero fields mean their defaults.
type Options struct {
	Pairs   int // most tests to use; default all
	Mutants int // output mutants per test; default and most mutate.Limit
	Steps   int // of one clause on one state; default eval.DefaultSteps
}

// Clause is a clause with what was seen of it.
type Clause struct {
	dafny.Clause
	Holds, Fails, Unknown int   // on the tests' own outputs
	Kills                 int   // mutants that it rejects
	Err                   error // why it has no meaning here
}

// Pair is a test with what the specification says of it.
type Pair struct {
	Args      []*values.Value
	Result    *values.Value
	Pre, Post metric.Verdict
	Clause    *Clause // that decided Post, where that is not true
	Mutants   []Mutant
}

// Mutant is a changed output with what the postcondition says of it.
type Mutant struct {
	Name    string
	Result  *values.Value
	Verdict metric.Verdict
	Failing int  // how many clauses are false of it
	Further bool // of no published kind: the strict column alone counts it
}

// Report is what was measured of one method.
type Report struct {
	Method   *dafny.Decl
	Requires []*Clause
	Ensures  []*Clause
	Pairs    []Pair
	// Skipped says of tests that are no calls of the method why they are not.
	Skipped []string
	Tally   metric.Tally
	// Published is the compat column by the published rule.
	Published metric.Scores
	Elapsed   time.Duration

	e *eval.Evaluator
	o Options
	m *mutate.Mutator[*values.Value]
}

// Measure measures the specification of a method. The error says why it can't be: it has
// not exactly one result, or no test is a call of it.
func Measure(f *dafny.File, method *dafny.Decl, tests []Test, o Options) (*Report, error) {
	start := time.Now()
	r := &Report{Method: method, o: o, e: eval.New(f), m: mutate.New[*values.Value](values.Language{})}
	if len(method.Returns) != 1 {
		return nil, fmt.Errorf("%s has %d results: a test is measured of a method with one", method.Name, len(method.Returns))
	}
	if r.o.Mutants <= 0 || r.o.Mutants > mutate.Limit {
		r.o.Mutants = mutate.Limit
	}
	if o.Steps > 0 {
		r.e.Steps = o.Steps
	}

	for _, c := range method.Clauses {
		switch c.Kind {
		case "requires":
			r.Requires = append(r.Requires, &Clause{Clause: c})
		case "ensures":
			r.Ensures = append(r.Ensures, &Clause{Clause: c})
		}
	}

	for i, t := range tests {
		// Counted by the tests that are calls, not by all of them.
		if o.Pairs > 0 && len(r.Pairs) == o.Pairs {
			break
		}
		p, err := r.read(t)
		if err != nil {
			r.Skipped = append(r.Skipped, fmt.Sprintf("test %d: %v", i+1, err))
			continue
		}
		r.pair(p)
	}
	if len(r.Pairs) == 0 {
		return nil, fmt.Errorf("no test is a call of %s: %s", method.Name, strings.Join(append(r.Skipped, "there are none")[:1], ""))
	}
	r.published()
	r.Elapsed = time.Since(start)
	return r, nil
}

// read reads a test by the types of the method.
func (r *Report) read(t Test) (Pair, error) {
	var p Pair
	if len(t.Args) != len(r.Method.Params) {
		return p, fmt.Errorf("%d arguments for %d parameters", len(t.Args), len(r.Method.Params))
	}
	for i, q := range r.Method.Params {
		v, err := values.Read(t.Args[i], q.Type)
		if err != nil {
			return p, fmt.Errorf("%s: %w", q.Name, err)
		}
		p.Args = append(p.Args, v)
	}
	v, err := values.Read(t.Expected, r.Method.Returns[0].Type)
	if err != nil {
		return p, fmt.Errorf("%s: %w", r.Method.Returns[0].Name, err)
	}
	p.Result = v
	return p, nil
}

// pair measures a test.
func (r *Report) pair(p Pair) {
	p.Pre, _, _ = r.all(r.Requires, p.Args, nil, nil)
	p.Post, p.Clause, _ = r.Output(p.Args, p.Result)
	for _, c := range r.Ensures {
		r.seen(c, p)
	}

	further := r.o.Mutants >= mutate.Limit
	for _, k := range r.m.Results(p.Result) {
		if len(p.Mutants) < r.o.Mutants {
			p.Mutants = append(p.Mutants, Mutant{Name: k.Name, Result: k.Value})
		}
	}
	if further {
		for _, k := range r.m.Further(p.Result) {
			p.Mutants = append(p.Mutants, Mutant{Name: k.Name, Result: k.Value, Further: true})
		}
	}

	fates := make([]metric.Mutant, len(p.Mutants))
	for i := range p.Mutants {
		k := &p.Mutants[i]
		// Outside of the precondition the postcondition promises nothing.
		if p.Pre.Truth != value.False {
			k.Verdict, _, k.Failing = r.all(r.Ensures, p.Args, k.Result, func(c *Clause) { c.Kills++ })
		}
		fates[i] = metric.Mutant{Verdict: k.Verdict, Further: k.Further}
	}
	r.Tally.Pair(p.Pre, p.Post, fates)
	r.Pairs = append(r.Pairs, p)
}

// seen counts what a clause says of a test's own output.
func (r *Report) seen(c *Clause, p Pair) {
	switch v, _, _ := r.all([]*Clause{c}, p.Args, p.Result, nil); v.Truth {
	case value.True:
		c.Holds++
	case value.False:
		c.Fails++
	default:
		c.Unknown++
	}
}

// Output returns what the postcondition says of an output, with the clause that decided
// where that is not true and the number of clauses that are false.
func (r *Report) Output(args []*values.Value, result *values.Value) (metric.Verdict, *Clause, int) {
	return r.all(r.Ensures, args, result, nil)
}

// all is the conjunction of clauses: false by one that is, else not known by one that is
// not known. Without a result they speak of the state before the call.
func (r *Report) all(cs []*Clause, args []*values.Value, result *values.Value, killed func(*Clause)) (metric.Verdict, *Clause, int) {
	names := map[string]*values.Value{}
	for i, p := range r.Method.Params {
		names[p.Name] = args[i]
	}
	if result != nil {
		names[r.Method.Returns[0].Name] = result
	}

	out := metric.Verdict{Truth: value.True}
	var by *Clause
	failing := 0
	for _, c := range cs {
		v := metric.Verdict{Truth: value.Unknown}
		if c.Err == nil {
			v, c.Err = r.e.Clause(c.Expr, names, result == nil)
		}
		switch {
		case v.Truth == value.False:
			failing++
			if killed != nil {
				killed(c)
			}
			// The first that is false decides; the others are counted, which the published rule asks for.
			if out.Truth != value.False {
				out, by = v, c
			}
		case v.Truth == value.Unknown && (out.Truth == value.True || out.Truth == value.Unknown && !v.Undefined):
			out, by = v, c
		}
	}
	return out, by, failing
}

// published fills the compat column: PostComp is the mean over tests, where all tests are
// right. An input that the precondition refuses makes everything provable.
func (r *Report) published() {
	var right, allowed int
	var complete float64
	for _, p := range r.Pairs {
		// A verifier proves anything from a false precondition, so the test counts as right.
		vacuous := p.Pre.Truth == value.False
		if !vacuous {
			allowed++
		}
		if vacuous || p.Post.Truth == value.True {
			right++
		}

		killed, all := 0, 0
		for _, k := range p.Mutants {
			// The published rule knows only the published kinds.
			if k.Further {
				continue
			}
			all++
			if !vacuous && k.Verdict.Truth != value.True && k.Failing <= 1 {
				killed++ // false by one clause, or one that can't be proved
			}
		}
		if all > 0 {
			complete += float64(killed) / float64(all)
		}
	}

	n := len(r.Pairs)
	r.Published = metric.Scores{PostCorr: metric.Ratio(right, n), PreCorr: metric.Ratio(allowed, n)}
	if right == n {
		mean := complete / float64(n)
		r.Published.PostComp = &mean
	}
}

// Undecidable returns the clauses that have no meaning here.
func (r *Report) Undecidable() []*Clause {
	var out []*Clause
	for _, c := range slices.Concat(r.Requires, r.Ensures) {
		if c.Err != nil {
			out = append(out, c)
		}
	}
	return out
}

// Survivors returns up to n wrong outputs that the specification accepts, as sentences.
func (r *Report) Survivors(n int) []string {
	var out []string
	for _, p := range r.Pairs {
		if p.Pre.Truth != value.True || p.Post.Truth != value.True {
			continue
		}
		for _, k := range p.Mutants {
			if k.Verdict.Truth == value.True && len(out) < n {
				out = append(out, fmt.Sprintf("for %s your spec also accepts %s (%s; the test has %s)", r.Input(p.Args), k.Result, k.Name, p.Result))
			}
		}
	}
	return out
}

// Violations returns up to n tests that the specification is wrong about.
func (r *Report) Violations(n int) []Pair {
	var out []Pair
	for _, p := range r.Pairs {
		if len(out) < n && p.Pre.Truth == value.True && p.Post.Truth == value.False {
			out = append(out, p)
		}
	}
	return out
}

// Input returns the arguments of a call.
func (r *Report) Input(args []*values.Value) string {
	var out []string
	for i, p := range r.Method.Params {
		out = append(out, p.Name+" = "+args[i].String())
	}
	return strings.Join(out, ", ")
}
