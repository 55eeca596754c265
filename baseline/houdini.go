package baseline

import (
	"context"
	"slices"
	"strings"

	"ensures/java"
	"ensures/propose"
	"ensures/verify"
)

// Options are the settings of the baselines.
type Options struct {
	Backend           verify.Backend
	Arithmetic        verify.Arithmetic
	NullableByDefault bool
}

// Houdini guesses candidates from templates and prunes them with the verifier
// until none is refuted, as in Flanagan and Leino, Houdini, an annotation
// assistant for ESC/Java (FME 2001): comparisons of numbers with −1, 0 and 1 and
// with each other, and that references are not null and elements are not negative,
// as preconditions, postconditions and loop invariants. A precondition that no call
// in the file refutes stays, however absurd: that is why most of what it gives
// verifies and little of it means anything.
func Houdini(o Options) func(context.Context, *propose.Draft) error {
	return func(ctx context.Context, d *propose.Draft) error {
		v := of(d.Prep)
		pre, post := templates(v)
		s := guess{method: append(prefixed("requires ", pre), prefixed("ensures ", post)...)}
		var loops []java.Stmt
		java.Walk(d.Prep.Decl.Body, func(n java.Node) bool {
			switch l := n.(type) {
			case *java.While, *java.DoWhile, *java.For, *java.ForEach:
				loops = append(loops, l.(java.Stmt))
				s.loops = append(s.loops, prefixed("loop_invariant ", invariants(v, d, l.(java.Stmt))))
			case *java.Lambda, *java.ClassDecl:
				return false
			}
			return true
		})
		account := d.Account()
		account.Tried, account.Held = s.size(), 0
		for {
			byStmt := map[java.Stmt][]string{}
			for i, l := range loops {
				byStmt[l] = s.loops[i]
			}
			text, err := d.Code(s.method, byStmt)
			if err != nil {
				return err
			}
			out, err := o.Backend.Verify(ctx, verify.Request{File: d.Prep.Task.Name, Source: text, Options: verify.Options{
				Arithmetic: o.Arithmetic, NullableByDefault: o.NullableByDefault, Quick: true,
			}})
			if err != nil {
				return err
			}
			account.Asked++
			if !s.prune(text, out, account) {
				account.Held = s.size()
				d.Method, d.Loops = s.method, byStmt
				for _, g := range out.Diagnostics {
					if g.Severity == verify.Error {
						account.Say("not proved, and no candidate is to blame: " + string(g.Kind) + " " + g.Message)
					}
				}
				return nil
			}
		}
	}
}

// guess is a set of candidates.
type guess struct {
	method []string
	loops  [][]string
}

func (s *guess) size() int {
	n := len(s.method)
	for _, l := range s.loops {
		n += len(l)
	}
	return n
}

func prefixed(keyword string, texts []string) []string {
	var out []string
	for _, t := range texts {
		out = append(out, keyword+t+";")
	}
	return out
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

// prune drops the candidates that the outcome blames and files them; false when it
// blames none.
func (s *guess) prune(text string, out verify.Outcome, account *propose.Account) bool {
	lines := strings.Split(text, "\n")
	dropped := false
	for _, d := range out.Diagnostics {
		if d.Severity != verify.Error {
			continue
		}
		for _, at := range []int{d.AssociatedLine, d.Line} {
			if at < 1 || at > len(lines) {
				continue
			}
			clause := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(lines[at-1]), "//@"))
			if s.remove(clause, d.Kind) {
				f := propose.Finding{Clause: clause, Fate: propose.Unproved, Why: string(d.Kind)}
				if d.Counterexample != nil {
					f.Fate, f.Why = propose.Refuted, d.Counterexample.Inputs
				}
				account.Note(f)
				dropped = true
				break
			}
		}
	}
	return dropped
}

// remove takes a clause out, everywhere it stands: a candidate that one loop
// refutes may come from another one with the same words, which costs little.
func (s *guess) remove(clause string, kind verify.Kind) bool {
	if strings.HasPrefix(clause, "requires ") && kind != verify.Precondition && kind != verify.SyntaxError && kind != verify.TypeError && !strings.HasPrefix(string(kind), "Undefined") {
		return false
	}
	n := len(s.method)
	s.method = slices.DeleteFunc(slices.Clone(s.method), func(l string) bool { return l == clause })
	hit := len(s.method) < n
	for i := range s.loops {
		n := len(s.loops[i])
		s.loops[i] = slices.DeleteFunc(slices.Clone(s.loops[i]), func(l string) bool { return l == clause })
		hit = hit || len(s.loops[i]) < n
	}
	return hit
}
