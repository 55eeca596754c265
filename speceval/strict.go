package speceval

import (
	"context"
	"strings"

	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
	"ensures/verify"
)

// Prover proves a Java file with its specification.
type Prover func(ctx context.Context, src string) (verify.Verdict, error)

// Strict adds to a scored answer what a verifier says of equivalence: not of the values
// that the program computes, as runs do, but of all values that the clauses may speak of.
func (p *Program) Strict(ctx context.Context, in *Instance, r Result, prove Prover) (Result, error) {
	if !r.Format || in.Kind != Infilling && in.Kind != Generation {
		return r, nil
	}
	truth, err := read(p.runtime, in.Annotated)
	if err != nil {
		return r, err
	}
	if in.Kind == Infilling {
		// The reply's text is not to be trusted: what the parser took for the expression is.
		of, err := read(p.runtime, truth.put(in.At, []string{Line(r.Answer)}))
		if err != nil {
			return r, err
		}
		v, err := truth.equivalent(ctx, in.At, of.text(in.At), prove)
		r.Equivalent = v.String()
		return r, err
	}

	c, err := read(p.runtime, javaOf(r.Answer))
	if err != nil {
		return r, err
	}
	for k := range truth.clauses {
		best := verify.Refuted // of no clause at all
		at := truth.place(k)
		for i := range c.clauses {
			if o := c.place(i); o.Kind != at.Kind || o.Method != at.Method || o.Loop != at.Loop {
				continue
			}
			v, err := truth.equivalent(ctx, k, c.text(i), prove)
			if err != nil {
				return r, err
			}
			if v == verify.Verified {
				best = v
				break
			}
			if v != verify.Refuted {
				best = verify.Unknown
			}
		}
		switch best {
		case verify.Verified:
			r.Equal++
		case verify.Unknown:
			r.Undecided++
		}
	}
	return r, nil
}

// equivalent asks whether clause k and another expression at its place are equal:
//
//	⊢ ∀ parameters, \result. P ⟹ (A ⟺ B)      of a method's clause
//	⊢ ∀ variables in scope. (A ⟺ B)            of a loop's; A = B of measures
//
// P are the case's preconditions that read no heap: an array may hold other elements at
// the end than they speak of. None are taken for a precondition itself, nor for a loop,
// where parameters may have other values. Unknown: the clauses speak of an earlier state,
// or of what a formula over variables cannot say, or the proof fails where a part of P was
// left out.
func (c *code) equivalent(ctx context.Context, k int, other string, prove Prover) (verify.Verdict, error) {
	src, whole := c.lemma(k, other)
	if src == "" {
		return verify.Unknown, nil
	}
	v, err := prove(ctx, src)
	if err != nil {
		return verify.Unknown, err
	}
	if v == verify.Verified || v == verify.Refuted && whole {
		return v, nil
	}
	return verify.Unknown, nil
}

// lemma is a class whose only method is verified where the clauses are equivalent; whole
// is false where a precondition was left out, so that a refutation says nothing. It is ""
// where there is none.
func (c *code) lemma(k int, other string) (src string, whole bool) {
	cl := c.clauses[k]
	a := c.text(k)
	for _, word := range []string{`\old`, `\pre`, `\fresh`, `\count`, `\at`} {
		if strings.Contains(a+other, word) {
			return "", false
		}
	}
	var params []string
	for _, l := range c.scope(k) {
		params = append(params, types.ShortString(l.Type)+" "+l.Name)
	}
	result := "result"
	for used := words(c.file.Src + " " + other); used[result]; {
		result += "_"
	}
	if cl.Kind == jml.Ensures && cl.method.Return.Kind() != types.Void {
		params = append(params, types.ShortString(cl.method.Return)+" "+result)
	}

	var b strings.Builder
	for _, i := range c.file.Imports {
		b.WriteString(c.file.Text(i) + "\n")
	}
	b.WriteString("class Lemma {\n")
	// In a loop other invariants and the precondition may exclude a state that refutes.
	whole = cl.Kind == jml.Requires
	if cl.Kind == jml.Ensures {
		whole = true
		for _, o := range c.clauses {
			if o.Kind != jml.Requires || o.method != cl.method || o.ofCase != cl.ofCase {
				continue
			}
			if c.readsHeap(o.Expr) {
				whole = false
				continue
			}
			b.WriteString("    //@ requires " + oneLine(c.file.Text(o.Expr)) + ";\n")
		}
	}
	op := "<==>"
	if cl.Kind == jml.Decreases {
		op = "=="
	}
	both := strings.ReplaceAll("("+a+") "+op+" ("+other+")", `\result`, result)
	b.WriteString("    //@ ensures " + both + ";\n    static void lemma(" + strings.Join(params, ", ") + ") {\n    }\n}\n")
	return b.String(), whole
}

// readsHeap reports whether an expression reads elements or calls anything. The length of
// an array does not change.
func (c *code) readsHeap(e java.Expr) bool {
	reads := false
	java.Walk(e, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.Index, *java.Call, *java.SpecCall:
			reads = true
		case *java.Select, *java.Name:
			u := c.chk.Info.Uses[n.(java.Expr)]
			reads = reads || u != nil && u.Kind == types.FieldRef && !u.Field.Owner.Library
		}
		return !reads
	})
	return reads
}
