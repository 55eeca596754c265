// Package cross asks a verifier what package harness has evaluated, and compares:
// for an input i and an output o the Hoare triple {true} x := i; y := o {φ}, and
// the same with ¬φ. Whatever the verifier decides must be what evaluation found;
// where they differ one of the two is wrong about Java or JML.
//
// The package must not know any particular verifier.
package cross

import (
	"context"
	"fmt"

	"ensures/harness"
	"ensures/verify"
)

// Result says what became of the triples.
type Result struct {
	Asked   int // triples, each with φ and with ¬φ
	Decided int // of which the verifier proved one
	Holds   int // of the decided: φ proved
	// Disagreements name the triples that the verifier decides otherwise than
	// evaluation, or both ways.
	Disagreements []string
	Left          map[string]int // what could not be asked, by reason
}

// Add sums results up.
func (r *Result) Add(s Result) {
	r.Asked += s.Asked
	r.Decided += s.Decided
	r.Holds += s.Holds
	r.Disagreements = append(r.Disagreements, s.Disagreements...)
	if r.Left == nil {
		r.Left = map[string]int{}
	}
	for k, n := range s.Left {
		r.Left[k] += n
	}
}

// Check asks b about the outputs of up to n pairs of a report, mutants included.
func Check(ctx context.Context, b verify.Backend, rep *harness.Report, n int) (Result, error) {
	src, ts, left := rep.Triples(n)
	r := Result{Asked: len(ts), Left: left}
	if len(ts) == 0 {
		return r, nil
	}

	// The inputs are assumed as they are, null included.
	out, err := b.Verify(ctx, verify.Request{File: "Triples.java", Source: src, Options: verify.Options{
		Arithmetic: verify.Java, NullableByDefault: true, Method: "triple*", MaxWarnings: 1, Quick: true}})
	if err != nil {
		return r, err
	}

	proved := map[string]bool{}
	for _, m := range out.Methods {
		proved[m.Method.Name] = m.Verdict.Holds() // on the assumption that makes the inputs what they are
	}
	// Nothing was asked at all: the whole text was refused, for one reason.
	if len(out.Methods) == 0 {
		why := out.Verdict.String()
		if len(out.Diagnostics) > 0 {
			why += ": " + out.Diagnostics[0].Message
		}
		r.Left[why] += len(ts)
		r.Asked = 0
		return r, nil
	}

	for _, d := range out.Diagnostics {
		if d.Verdict == verify.Unsupported {
			r.Left[d.Message]++
		}
	}

	for _, t := range ts {
		yes, no := proved[t.Method], proved[t.Denied]
		if yes || no {
			r.Decided++
		}
		if yes {
			r.Holds++
		}
		// Evaluation and proof must not contradict each other, nor φ and ¬φ both be
		// proved.
		if yes && (no || !t.Holds) || no && t.Holds {
			what := t.Pair
			if t.Mutant != "" {
				what += ", " + t.Mutant
			}
			r.Disagreements = append(r.Disagreements, fmt.Sprintf("%s (method %s): evaluation says %v; φ proved: %v, ¬φ proved: %v", what, t.Method, t.Holds, yes, no))
		}
	}

	return r, nil
}
