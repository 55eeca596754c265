package synth

import (
	"fmt"
	"slices"
	"strings"

	"ensures/candidate"
	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
)

// maxWeakened bounds the clauses that postconditions suggest for one loop.
const maxWeakened = 40

// weakened are invariants that say of a part of a range what a postcondition says
// of the whole: a bound of the range is replaced by a variable that the loop
// assigns, \result by what is returned. Source: Dijkstra's replacement of a
// constant by a variable.
func (w *work) weakened(s candidate.Spec) candidate.Spec {
	k := w.fresh()
	for i, l := range w.loops {
		returned := w.returnedVia(l)
		vars := w.counters(l)
		var more []string
		for _, p := range s.Posts() {
			x, ok := p.Expr()
			if !ok {
				continue
			}
			for _, r := range returned {
				if text, ok := inLoop(w.renamed(x), r); ok {
					more = append(more, text)
					more = append(more, parts(text, vars)...)
				}
			}
		}
		for _, a := range w.stored(l) { // what is not reached yet is as it was
			for _, lo := range vars {
				for _, hi := range vars {
					if lo != hi {
						more = append(more, fmt.Sprintf("(\\forall int %[1]s; %[2]s <= %[1]s && %[1]s <= %[3]s; %[4]s[%[1]s] == \\old(%[4]s[%[1]s]))", k, lo, hi, a))
					}
				}
			}
		}
		if len(more) > maxWeakened {
			more = more[:maxWeakened]
		}
		s = s.WithLoop(i, candidate.Join(s.Loops[i], candidate.All(jml.LoopInvariant, more)))
	}
	return s
}

// renamed is x with its quantified variables under names that the method does not
// use.
func (w *work) renamed(x java.Expr) java.Expr {
	text := java.Print(x)
	n := 0
	java.Walk(x, func(n1 java.Node) bool {
		if q, ok := n1.(*java.Quantified); ok {
			for _, v := range q.Vars {
				// A bound variable of the clause may be the name of a variable of the loop's scope.
				text = replaceName(text, v.Name.Name, w.fresh()+strings.Repeat("_", n))
				n++
			}
		}
		return true
	})
	y, _, errs := jml.ParseExpr(text)
	if len(errs) > 0 {
		return x
	}
	return y
}

// replaceName puts a name in the place of another one in a text.
func replaceName(text, old, with string) string {
	var b strings.Builder
	at := 0
	for _, t := range java.Tokens(text) {
		from := int(t.From) - 1
		if t.Text == old && from >= at {
			b.WriteString(text[at:from])
			b.WriteString(with)
			at = from + len(old)
		}
	}
	b.WriteString(text[at:])
	return b.String()
}

// inLoop is a postcondition as a text for a loop: with \result replaced; false
// when it cannot be.
func inLoop(x java.Expr, returned string) (string, bool) {
	text := java.Print(x)
	if strings.Contains(text, "\\result") {
		if returned == "" {
			return "", false
		}
		text = strings.ReplaceAll(text, "\\result", returned)
	}
	return text, true
}

// parts are versions of a text in which one bound of its first universal
// quantifier is a variable.
func parts(text string, vars []string) []string {
	x, file, errs := jml.ParseExpr(text)
	if len(errs) > 0 {
		return nil
	}
	var q *java.Quantified
	java.Walk(x, func(n java.Node) bool {
		if f, ok := n.(*java.Quantified); ok && q == nil && f.Kind == "\\forall" && len(f.Vars) == 1 {
			q = f
		}
		return q == nil
	})
	if q == nil || q.Range == nil {
		return nil
	}

	name := q.Vars[0].Name.Name
	var out []string
	src := file.Src
	replaced := func(n java.Node, with string) string {
		return src[:n.Pos()-1] + with + src[n.End()-1:]
	}
	java.Walk(q.Range, func(n java.Node) bool {
		b, ok := n.(*java.Binary)
		if !ok || b.Op < java.Lt || b.Op > java.Ge {
			return true
		}
		for _, side := range []java.Expr{b.X, b.Y} {
			if x, ok := side.(*java.Name); ok && x.Name == name {
				continue
			}
			other := b.X
			if other == side {
				other = b.Y
			}
			// Only a side that is compared with the variable itself bounds the range.
			if x, ok := other.(*java.Name); !ok || x.Name != name {
				continue
			}
			for _, v := range vars {
				// Before the step and behind it: whether the bound is i or i + 1 depends on where it steps.
				out = append(out, replaced(side, v), replaced(side, v+" + 1"))
			}
		}
		return false
	})
	return out
}

// returned is the variable that every return of the method names, "" when there
// is none.
func (w *work) returned() string {
	name, ok := "", true
	java.Walk(w.d.Prep.Decl.Body, func(n java.Node) bool {
		r, is := n.(*java.Return)
		if !is {
			return true
		}
		x, isName := r.X.(*java.Name)
		if !isName || name != "" && name != x.Name {
			ok = false
			return false
		}
		name = x.Name
		return true
	})
	if !ok {
		return ""
	}
	return name
}

// returnedVia are the variables that may stand for \result in a loop: the one that is
// returned, else those of the result's type that the loop assigns and some return
// mentions; "" where there is none.
func (w *work) returnedVia(loop java.Stmt) []string {
	if r := w.returned(); r != "" {
		return []string{r}
	}
	assigned := java.Assigned(loop)
	var out []string
	java.Walk(w.d.Prep.Decl.Body, func(n java.Node) bool {
		r, is := n.(*java.Return)
		if !is || r.X == nil {
			return true
		}
		java.Walk(r.X, func(n java.Node) bool {
			x, ok := n.(*java.Name)
			if ok && assigned[x.Name] && len(out) < 2 && !slices.Contains(out, x.Name) {
				if t := w.d.Prep.Info.Types[x]; t != nil && types.Identical(t, w.d.Prep.Method.Return) {
					out = append(out, x.Name)
				}
			}
			return true
		})
		return true
	})
	if len(out) == 0 {
		return []string{""}
	}
	return out
}

// counters are the variables that a loop changes by steps, at most three.
func (w *work) counters(loop java.Stmt) []string {
	var out []string
	seen := map[string]bool{}
	add := func(e java.Expr) {
		if x, ok := e.(*java.Name); ok && !seen[x.Name] && len(out) < 3 {
			seen[x.Name] = true
			out = append(out, x.Name)
		}
	}
	java.Walk(loop, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.Unary:
			if n.Op.Changes() {
				add(n.X)
			}
		case *java.AssignExpr:
			if n.Op == java.Plus || n.Op == java.Sub {
				add(n.X)
			} else if b, ok := n.Y.(*java.Binary); ok && (b.Op == java.Plus || b.Op == java.Sub) {
				if x, ok := b.X.(*java.Name); ok {
					if t, ok := n.X.(*java.Name); ok && t.Name == x.Name {
						add(n.X)
					}
				}
			}
		}
		return true
	})
	return out
}

// stored are the parameters whose elements a loop assigns.
func (w *work) stored(loop java.Stmt) []string {
	var out []string
	for _, p := range w.d.Prep.Decl.Params {
		hit := false
		java.Walk(loop, func(n java.Node) bool {
			if a, ok := n.(*java.AssignExpr); ok {
				if x, ok := a.X.(*java.Index); ok {
					if y, ok := x.X.(*java.Name); ok && y.Name == p.Name.Name {
						hit = true
					}
				}
			}
			return !hit
		})
		if hit {
			out = append(out, p.Name.Name)
		}
	}
	return out
}

// fresh is a name that the method does not use.
func (w *work) fresh() string {
	if w.free != "" {
		return w.free
	}
	used := map[string]bool{}
	for _, t := range java.Tokens(w.d.Prep.File.Src) {
		used[t.Text] = true
	}
	for _, n := range []string{"k", "i", "j", "p", "q", "r", "at"} {
		if !used[n] {
			w.free = n
			return n
		}
	}
	w.free = "k0"
	return w.free
}
