package baseline

import (
	"context"
	"slices"

	"ensures/candidate"
	"ensures/java"
	"ensures/jml"
	"ensures/propose"
	"ensures/verify"
)

// Options are the settings of the baselines.
type Options struct {
	Backend verify.Backend
	Proof   verify.Options // how it is asked
}

// Houdini guesses candidates from templates and prunes them with the verifier
// until none is refuted, as in Flanagan and Leino, Houdini, an annotation
// assistant for ESC/Java (FME 2001): comparisons of numbers with −1, 0 and 1 and
// with each other, and that references are not null and elements are not negative,
// as preconditions, postconditions and loop invariants. A precondition that no call
// in the file refutes stays, however absurd: that is why most of what it gives
// verifies and little of it means anything.
func Houdini(o Options) func(context.Context, *propose.Draft) error {
	proof := o.Proof
	proof.Quick = true
	return func(ctx context.Context, d *propose.Draft) error {
		s := guesses(d)
		account := d.Account()
		account.Tried, account.Held = s.Size(), 0
		for {
			text, err := d.Code(s)
			if err != nil {
				return err
			}
			out, err := o.Backend.Verify(ctx, verify.Request{File: d.Prep.Task.Name, Source: text.Code, Options: proof})
			if err != nil {
				return err
			}
			account.Asked++
			// The greatest set that holds together: each answer can only take candidates away, so it ends.
			less := prune(s, text, out, account)
			if less.Size() < s.Size() {
				s = less
				continue
			}
			account.Held = s.Size()
			d.Spec = s
			for _, g := range out.Diagnostics {
				if g.Severity == verify.Error {
					account.Say("not proved, and no candidate is to blame: " + string(g.Kind) + " " + g.Message)
				}
			}
			return nil
		}
	}
}

// guesses returns all candidates for a method and its loops.
func guesses(d *propose.Draft) candidate.Spec {
	v := of(d.Prep)
	pre, post := templates(v)
	loops := d.Loops()
	s := candidate.Light(slices.Concat(candidate.All(jml.Requires, pre), candidate.All(jml.Ensures, post)), len(loops))
	for i, l := range loops {
		s.Loops[i] = candidate.All(jml.LoopInvariant, invariants(v, d, l))
	}
	return s
}

// templates are the candidates for pre- and postconditions.
func templates(v vocabulary) (pre, post []string) {
	add := func(text string, result bool) {
		post = append(post, text)
		if !result {
			pre = append(pre, text)
		}
	}
	for _, x := range v.refs {
		add(x.text+" != null", x.result)
	}
	for _, x := range v.booleans {
		add(x.text, x.result)
		add("!"+x.text, x.result)
	}
	for i, x := range v.numbers {
		for _, c := range []string{"-1", "0", "1"} {
			for _, op := range []string{"<", "<=", "==", "!=", ">=", ">"} {
				add(x.text+" "+op+" "+c, x.result)
			}
		}
		for _, y := range v.numbers[i+1:] {
			for _, op := range []string{"<", "<=", "==", "!=", ">=", ">"} {
				add(x.text+" "+op+" "+y.text, x.result || y.result)
			}
		}
	}
	for _, a := range v.arrays {
		add("(\\forall int i_; 0 <= i_ && i_ < "+a.text+".length; "+a.text+"[i_] >= 0)", a.result)
	}
	return pre, post
}

// invariants are the candidates for a loop: the templates over what is declared
// before it.
func invariants(v vocabulary, d *propose.Draft, loop java.Stmt) []string {
	w := vocabulary{}
	for _, x := range v.numbers {
		if !x.result {
			w.numbers = append(w.numbers, x)
		}
	}
	java.Walk(d.Prep.Decl.Body, func(n java.Node) bool {
		l, ok := n.(*java.LocalVars)
		if !ok || l.Type == nil || l.Pos() > loop.Pos() && !header(loop, l) {
			return true
		}
		for _, x := range l.Vars {
			if t := l.Type.Name; l.Type.Dims == 0 && (t == "int" || t == "long" || t == "char" || t == "short" || t == "byte") {
				w.numbers = append(w.numbers, variable{text: x.Name.Name})
			}
		}
		return true
	})
	pre, _ := templates(w)
	return pre
}

// header reports whether a declaration stands in a loop's head.
func header(loop java.Stmt, l *java.LocalVars) bool {
	f, ok := loop.(*java.For)
	return ok && slices.Contains(f.Init, java.Stmt(l))
}

// prune returns s without the candidates that the outcome blames, which it files.
func prune(s candidate.Spec, text *candidate.Text, out verify.Outcome, account *propose.Account) candidate.Spec {
	for _, d := range out.Diagnostics {
		if d.Severity != verify.Error {
			continue
		}
		for _, line := range []int{d.AssociatedLine, d.Line} {
			c, ok := text.At(line)
			// A failure that points to a precondition mostly says what relied on it, not that it is
			// wrong.
			if !ok || !s.Has(c.Clause) || c.Kind == jml.Requires && !refutesPrecondition(d.Kind) {
				continue
			}
			s = s.Minus(c.Clause)
			f := propose.Finding{Clause: c.String(), Fate: propose.Unproved, Why: string(d.Kind)}
			if d.Counterexample != nil {
				f.Fate, f.Why = propose.Refuted, d.Counterexample.Inputs
			}
			account.Note(f)
			break
		}
	}
	return s
}

// refutesPrecondition reports whether a failure of a kind says that a precondition is
// wrong, and not what it is the precondition of.
func refutesPrecondition(k verify.Kind) bool {
	return k == verify.Precondition || k == verify.SyntaxError || k == verify.TypeError || k.Undefined()
}
