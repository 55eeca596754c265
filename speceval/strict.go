package speceval

import (
	"context"
	"slices"
	"strings"

	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
	"ensures/verify"
)

// Prover proves a Java file with its specification.
type Prover func(ctx context.Context, src string) (verify.Outcome, error)

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
	if r.Proved, r.Provable, err = p.proved(ctx, c, prove); err != nil {
		return r, err
	}
	for k := range truth.clauses {
		best := verify.Refuted // of no clause at all
		at := truth.place(k)
		for i := range c.clauses {
			if o := c.place(i); o.Kind != at.Kind || o.Method != at.Method || o.Loop != at.Loop {
				continue
			}
			// Clauses are compared at the same place only: each is equivalent or not by itself.
			v, err := truth.equivalent(ctx, k, c.text(i), prove)
			if err != nil {
				return r, err
			}
			if v == verify.Verified {
				best = v
				break
			}
			// One that is undecided may be equivalent.
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

// proved counts the clauses of a program that are proved, and those that can be: what a
// precondition says is assumed. Clauses that fail are taken away until the rest is proved,
// so that none leans on another that is not; where it is a failure of no clause that is in
// the way, nothing is.
func (p *Program) proved(ctx context.Context, c *code, prove Prover) (proved, provable int, err error) {
	for _, cl := range c.clauses {
		if cl.Kind != jml.Requires {
			provable++
		}
	}

	for left := provable; ; {
		out, err := prove(ctx, c.file.Src)
		if err != nil {
			return 0, provable, err
		}
		if out.Verdict == verify.Verified {
			return left, provable, nil
		}
		edits := java.NewEdits(c.file)
		gone := 0
		for _, cl := range c.clauses {
			if cl.Kind != jml.Requires && c.fails(cl, out.Diagnostics) {
				edits.Replace(java.Span{From: cl.Pos(), To: cl.End()}, "")
				gone++
			}
		}
		// What fails lies elsewhere: in a call, an index, or a clause that is not one of the four
		// kinds.
		if gone == 0 {
			return 0, provable, nil
		}
		text, err := edits.Apply()
		if err != nil {
			return 0, provable, nil
		}
		if c, err = read(p.runtime, text); err != nil {
			return 0, provable, nil
		}
		left -= gone
	}
}

// fails reports whether a diagnostic is about a clause.
func (c *code) fails(cl *clause, list []verify.Diagnostic) bool {
	from, to := c.file.Position(cl.Pos()), c.file.Position(cl.End())
	within := func(line, column int) bool {
		after := line > from.Line || line == from.Line && column >= from.Column
		return after && (line < to.Line || line == to.Line && column <= to.Column)
	}
	return slices.ContainsFunc(list, func(d verify.Diagnostic) bool {
		return d.Severity == verify.Error && (within(d.Line, d.Column) || within(d.AssociatedLine, d.AssociatedColumn))
	})
}

// equivalent asks whether clause k and another expression at its place are equal:
//
//	⊢ ∀ parameters, \result. P ⟹ (A ⟺ B)                    of a method's clause
//	⊢ {P} havoc heap {A ⟺ B}, for all parameters, \result     where P or A ⟺ B speaks of the heap before
//	⊢ ∀ variables in scope. (A ⟺ B)                          of a loop's; A = B of measures
//
// P are the case's preconditions. None are taken for a precondition itself, nor for a loop,
// where parameters may have other values. Clauses that name members of the program are asked
// about in their class, where all methods have to be proved beside the lemma.
//
// Unknown: the clauses speak of what a formula over variables and two heaps cannot say, or
// the proof fails and not all of it has runs that could refute it.
func (c *code) equivalent(ctx context.Context, k int, other string, prove Prover) (verify.Verdict, error) {
	src, whole := c.lemma(k, other)
	if src == "" {
		return verify.Unknown, nil
	}
	out, err := prove(ctx, src)
	if err != nil {
		return verify.Unknown, err
	}
	if v := out.Verdict; v == verify.Verified || v == verify.Refuted && whole {
		return v, nil
	}
	return verify.Unknown, nil
}

// lemma returns a program that is verified where the clauses are equivalent, by a method of its
// own; "" where there is none. whole is false where a refutation says nothing: other invariants
// may exclude a loop's state, no run changes the heap as it may be changed, other methods may
// fail.
func (c *code) lemma(k int, other string) (src string, whole bool) {
	cl, a := c.clauses[k], c.text(k)
	// Words that speak of states or iterations which a lemma does not have.
	for _, word := range []string{`\pre`, `\fresh`, `\count`, `\at`} {
		if strings.Contains(a+other, word) {
			return "", false
		}
	}
	changes := strings.Contains(a+other, `\old`)
	if changes && cl.Kind != jml.Ensures {
		return "", false // a loop's parameters may have other values than at the beginning
	}

	// Names of the lemma's own must not capture a name of a clause.
	used := words(c.file.Src + " " + other)
	unused := func(name string) string {
		for used[name] {
			name += "_"
		}
		used[name] = true
		return name
	}
	var params []string
	for _, l := range c.scope(k) {
		params = append(params, types.ShortString(l.Type)+" "+l.Name)
	}
	result := unused("result")
	if cl.Kind == jml.Ensures && cl.method.Return.Kind() != types.Void {
		params = append(params, types.ShortString(cl.method.Return)+" "+result)
	}

	var requires strings.Builder
	text := a + " " + other
	if cl.Kind == jml.Ensures {
		for _, o := range c.clauses {
			if o.Kind == jml.Requires && o.method == cl.method && o.ofCase == cl.ofCase {
				// The precondition speaks of the state before; the two clauses of the one after
				// it. Where it reads the heap these have to be kept apart.
				changes = changes || c.readsHeap(o.Expr)
				p := oneLine(c.file.Text(o.Expr))
				requires.WriteString("    //@ requires " + p + ";\n")
				text += " " + p
			}
		}
	}
	member := c.namesMembers(cl.within.Owner, text)
	whole = (cl.Kind == jml.Requires || cl.Kind == jml.Ensures) && !changes && !member

	op := "<==>"
	if cl.Kind == jml.Decreases {
		op = "=="
	}

	// The result is any value of its type: a parameter.
	both := strings.ReplaceAll("("+a+") "+op+" ("+other+")", `\result`, result)
	var b strings.Builder
	static, body := "static ", ""
	if member && !cl.within.Flags.Has(java.Static) {
		static = ""
	}
	heap := ""
	if changes {
		// Of an interface: from a body a verifier may read what it leaves alone.
		heap = unused("Heap")
		name := unused("heap")
		params = append(params, heap+" "+name)
		body = "        " + name + ".change();\n"
		heap = "interface " + heap + " {\n    //@ assignable \\everything;\n    //@ signals (Exception e) false;\n    void change();\n}\n"
	}
	b.WriteString(requires.String() + "    //@ ensures " + both + ";\n    " + static + "void " + unused("lemma") + "(" + strings.Join(params, ", ") + ") {\n" + body + "    }\n")

	// In front of the closing brace of the class, where names mean what they mean in the program.
	if member {
		end := cl.within.Owner.Decl.End().Offset() - 1
		return c.file.Src[:end] + b.String() + c.file.Src[end:] + "\n" + heap, whole
	}

	imports := ""
	for _, i := range c.file.Imports {
		imports += c.file.Text(i) + "\n"
	}
	return imports + "class Lemma {\n" + b.String() + "}\n" + heap, whole
}

// namesMembers reports whether a text has the name of a field or method of a class.
func (c *code) namesMembers(of *types.Class, text string) bool {
	used := words(text)
	return slices.ContainsFunc(of.Fields, func(f *types.Field) bool { return used[f.Name] }) ||
		slices.ContainsFunc(of.Methods, func(m *types.Method) bool { return used[m.Name] })
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
