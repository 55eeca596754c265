// Package refute looks for concrete runs that violate a specification, and wraps a
// verifier with what it finds: an obligation that the verifier could not prove is
// Refuted when the interpreter has run the real method on an input that violates
// it, and a method that was Verified is Unknown, with a Disagreement, should a run
// ever contradict the proof.
//
// Only runs refute. A solver's model is never taken at its word.
//
// The package must not know agents, prompts or benchmarks' formats.
package refute

import (
	"context"
	"fmt"
	"strings"

	"ensures/bench"
	"ensures/harness"
	"ensures/jml"
	"ensures/verify"
)

// Options bound the search.
type Options struct {
	Runtime *bench.Runtime
	Inputs  int   // generated inputs of a method; 0 is 300
	Seed    int64 // of the inputs; 0 is 1
}

// Wrap is b with its failures refuted by runs where runs refute them. Methods whose
// failures all are refuted are not tried again with more patience.
func Wrap(b verify.Backend, o Options) verify.Backend {
	if o.Inputs == 0 {
		o.Inputs = 300
	}
	if o.Seed == 0 {
		o.Seed = 1
	}
	return &refuter{b, o}
}

type refuter struct {
	verify.Backend
	o Options
}

// Verify implements verify.Backend.
func (r *refuter) Verify(ctx context.Context, req verify.Request) (verify.Outcome, error) {
	quick := req
	quick.Options.Quick = true
	out, err := r.Backend.Verify(ctx, quick)
	if err != nil || out.Verdict == verify.Malformed {
		return out, err
	}
	found := r.runs(ctx, req, out)
	if r.apply(&out, found) && !req.Options.Quick {
		// Something is neither proved nor refuted: give the verifier its time.
		elapsed := out.Elapsed
		if out, err = r.Backend.Verify(ctx, req); err != nil {
			return out, err
		}
		out.Elapsed += elapsed
		r.apply(&out, found)
	}
	return out, ctx.Err()
}

// violation is a run that a specification forbids.
type violation struct {
	kinds   []verify.Kind
	line    int // of the clause; 0 where any obligation of the kinds is meant
	example verify.Counterexample
}

// apply marks what runs refute, and reports whether a failure is left that they
// don't.
func (r *refuter) apply(out *verify.Outcome, found map[string][]violation) (open bool) {
	methods := map[string]verify.Verdict{}
	for i := range out.Diagnostics {
		d := &out.Diagnostics[i]
		if d.Verdict == verify.Unknown || d.Verdict == verify.Refuted {
			for _, v := range found[d.Method] {
				if v.matches(*d) {
					c := v.example
					d.Counterexample, d.Verdict = &c, verify.Refuted
					break
				}
			}
		}
		methods[d.Method] = verify.Join(methods[d.Method], d.Verdict)
	}
	out.Verdict = verify.InvalidVerdict
	for i := range out.Methods {
		m := &out.Methods[i]
		if v, ok := methods[m.Name]; ok {
			m.Verdict = v
		}
		if m.Verdict == verify.Unknown {
			open = true
		}
		if m.Verdict == verify.Verified && out.Arithmetic != verify.Quiet {
			for _, v := range found[m.Name] {
				// A proof and a run that contradict each other: never say verified.
				m.Verdict = verify.Unknown
				c := v.example
				out.Diagnostics = append(out.Diagnostics, verify.Diagnostic{Kind: verify.Disagreement, Severity: verify.Error, Verdict: verify.Unknown,
					Method: m.Name, Line: max(v.line, m.Line), Column: 1, Stage: "run", Counterexample: &c,
					Message: fmt.Sprintf("%s %s proved the method, but a run violates its specification", out.Backend, out.Version)})
				break
			}
		}
		out.Verdict = verify.Join(out.Verdict, m.Verdict)
	}
	for _, d := range out.Diagnostics {
		if d.Method == "" {
			out.Verdict = verify.Join(out.Verdict, d.Verdict)
		}
	}
	return open
}

// matches reports whether a violation is of the obligation of a diagnostic.
func (v violation) matches(d verify.Diagnostic) bool {
	kind := false
	for _, k := range v.kinds {
		kind = kind || k == d.Kind
	}
	if !kind {
		return false
	}
	if v.line > 0 {
		return d.AssociatedLine == v.line || d.AssociatedLine == 0 && d.Line == v.line
	}
	return true
}

// runs searches every method of the outcome for violations, by method name.
func (r *refuter) runs(ctx context.Context, req verify.Request, out verify.Outcome) map[string][]violation {
	found := map[string][]violation{}
	tasks, _ := bench.MethodsOf(req.File, req.Source)
	names := map[string]int{}
	for _, t := range tasks {
		names[methodName(t)]++
	}
	var exact string
	for _, t := range tasks {
		name := methodName(t)
		if names[name] > 1 || !mentioned(out, name) {
			continue // overloads share a name, and so their diagnostics
		}
		found[name] = append(found[name], r.measure(ctx, t, req.Source, out.Arithmetic)...)
		if out.Arithmetic == verify.Safe && fails(out, name, verify.ArithmeticOperationRange) {
			if exact == "" {
				exact = Exact(req.Source, r.o.Runtime.Types)
			}
			if exact != "" {
				u := *t
				u.Source = exact
				found[name] = append(found[name], r.overflow(ctx, &u)...)
			}
		}
	}
	return found
}

// methodName is a task's method as outcomes name it.
func methodName(t *bench.Task) string {
	if i := strings.LastIndexByte(t.Class, '.'); i >= 0 {
		return t.Class[i+1:] + "." + t.Method
	}
	return t.Method
}

func mentioned(out verify.Outcome, name string) bool {
	for _, m := range out.Methods {
		if m.Name == name && m.Verdict != verify.Unsupported {
			return true
		}
	}
	return false
}

func fails(out verify.Outcome, name string, k verify.Kind) bool {
	for _, d := range out.Diagnostics {
		if d.Method == name && d.Kind == k {
			return true
		}
	}
	return false
}

// measure runs a method on generated inputs and looks at what its specification
// says of the results.
func (r *refuter) measure(ctx context.Context, t *bench.Task, source string, a verify.Arithmetic) []violation {
	rep := r.report(ctx, t, source)
	if rep == nil {
		return nil
	}
	var out []violation
	seen := map[int]bool{}
	for _, p := range rep.Pairs {
		if !rep.legal(p) || p.Post != jml.False || p.Clause == nil || seen[p.Clause.At.Line] {
			continue
		}
		seen[p.Clause.At.Line] = true
		out = append(out, violation{kinds: []verify.Kind{verify.Postcondition}, line: p.Clause.At.Line,
			example: verify.Counterexample{Inputs: rep.input(p.Pair), Expected: p.Clause.Text, Actual: rep.output(p.Pair), Replayed: true}})
	}
	classes := map[string]bool{}
	for _, p := range rep.Invalid {
		if !rep.legal(p) || p.Pair.End != bench.Threw || classes[p.Pair.Class] {
			continue
		}
		kinds := thrownKinds[p.Pair.Class]
		if p.Post == jml.False && p.Clause != nil {
			kinds = append(kinds[:len(kinds):len(kinds)], verify.ExceptionalPostcondition, verify.ExceptionList)
		}
		if len(kinds) == 0 {
			continue
		}
		classes[p.Pair.Class] = true
		out = append(out, violation{kinds: kinds, example: verify.Counterexample{Inputs: rep.input(p.Pair),
			Expected: "no exception", Actual: rep.output(p.Pair), Replayed: true}})
	}
	return out
}

// thrownKinds is the obligations whose failure an exception of the JVM shows.
var thrownKinds = map[string][]verify.Kind{
	"java.lang.ArithmeticException":             {verify.PossiblyDivideByZero},
	"java.lang.ArrayIndexOutOfBoundsException":  {verify.PossiblyNegativeIndex, verify.PossiblyTooLargeIndex},
	"java.lang.StringIndexOutOfBoundsException": {verify.PossiblyNegativeIndex, verify.PossiblyTooLargeIndex},
	"java.lang.IndexOutOfBoundsException":       {verify.PossiblyNegativeIndex, verify.PossiblyTooLargeIndex},
	"java.lang.NullPointerException":            {verify.PossiblyNullDeReference, verify.PossiblyNullUnbox, verify.PossiblyNullValue},
	"java.lang.NegativeArraySizeException":      {verify.PossiblyNegativeSize},
	"java.lang.ClassCastException":              {verify.PossiblyBadCast},
	"java.lang.ArrayStoreException":             {verify.PossiblyBadArrayAssign},
}

// overflow runs a method whose arithmetic throws where it would overflow.
func (r *refuter) overflow(ctx context.Context, t *bench.Task) []violation {
	rep := r.report(ctx, t, t.Source)
	if rep == nil {
		return nil
	}
	for _, p := range rep.Invalid {
		if rep.legal(p) && p.Pair.End == bench.Threw && p.Pair.Class == "java.lang.ArithmeticException" && strings.Contains(p.Pair.Text, "overflow") {
			return []violation{{kinds: []verify.Kind{verify.ArithmeticOperationRange}, example: verify.Counterexample{
				Inputs: rep.input(p.Pair), Expected: "no overflow", Actual: p.Pair.Text, Replayed: true}}}
		}
	}
	return nil
}

// report measures a specification on generated inputs; nil where that can't be done.
func (r *refuter) report(ctx context.Context, t *bench.Task, source string) *measured {
	prep, err := r.o.Runtime.Prepare(ctx, t, bench.Options{Inputs: r.o.Inputs, Seed: r.o.Seed})
	if err != nil {
		return nil
	}
	rep := harness.Measure(ctx, prep, source, harness.Options{Mutants: 1, Elsewhere: true, Traces: -1})
	if rep.Status != harness.OK {
		return nil
	}
	return newMeasured(rep, prep, source)
}
