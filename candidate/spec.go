package candidate

import (
	"slices"

	"ensures/java"
	"ensures/jml"
)

// Case is one case of a method's specification.
type Case struct {
	Behaviour jml.Behaviour // Lightweight where the method has one case without a heading
	Clauses   []*Clause
}

// Spec is a specification of a method and of its loops. Its methods return changed
// copies; lists of clauses are never changed in place.
type Spec struct {
	Cases []Case
	Loops [][]*Clause // of each loop of the site, in the order of the source
	// Private says that the cases are visible to the method's class alone, as they name
	// what cannot be made visible to more: components of a record.
	Private bool
}

// Light returns the specification of a method in one case without a heading; the
// method has that many loops.
func Light(clauses []*Clause, loops int) Spec {
	s := Spec{Loops: make([][]*Clause, loops)}
	if len(clauses) > 0 {
		s.Cases = []Case{{Behaviour: jml.Lightweight, Clauses: clauses}}
	}
	return s
}

// Contract returns the clauses of all cases, in order.
func (s Spec) Contract() []*Clause {
	var out []*Clause
	for _, k := range s.Cases {
		out = append(out, k.Clauses...)
	}
	return out
}

// Posts returns the postconditions of all cases.
func (s Spec) Posts() []*Clause { return Of(s.Contract(), jml.Ensures) }

// InCases reports whether the cases have headings: a method that returns or throws on
// purpose.
func (s Spec) InCases() bool {
	return slices.ContainsFunc(s.Cases, func(k Case) bool { return k.Behaviour > jml.Lightweight })
}

// Size returns the number of clauses.
func (s Spec) Size() int {
	n := len(s.Contract())
	for _, l := range s.Loops {
		n += len(l)
	}
	return n
}

// Has reports whether a clause is one of the specification's.
func (s Spec) Has(c *Clause) bool {
	_, ok := s.Loop(c)
	return ok
}

// Loop returns the number of the loop that has a clause, −1 for the method.
func (s Spec) Loop(c *Clause) (loop int, ok bool) {
	for i, l := range s.Loops {
		if slices.Contains(l, c) {
			return i, true
		}
	}
	return -1, slices.Contains(s.Contract(), c)
}

// Without returns the specification without the clauses that drop picks. A case keeps
// its heading when it loses all of them: that the method returns, or throws, is said.
func (s Spec) Without(drop func(*Clause) bool) Spec {
	out := s.mapped(func(list []*Clause) []*Clause { return without(list, drop) })
	for i, l := range out.Loops {
		out.Loops[i] = without(l, drop)
	}
	return out
}

// Minus returns the specification without a clause.
func (s Spec) Minus(c *Clause) Spec { return s.Without(func(d *Clause) bool { return c == d }) }

// mapped returns the specification with the clauses of each case replaced.
func (s Spec) mapped(f func([]*Clause) []*Clause) Spec {
	out := Spec{Loops: slices.Clone(s.Loops)}
	for _, k := range s.Cases {
		// A case with a heading says something without a clause; a lightweight one doesn't.
		if k.Clauses = f(k.Clauses); len(k.Clauses) > 0 || k.Behaviour > jml.Lightweight {
			out.Cases = append(out.Cases, k)
		}
	}
	return out
}

// Bare returns the contract alone: the loops lose their clauses.
func (s Spec) Bare() Spec { return Spec{Cases: s.Cases, Loops: make([][]*Clause, len(s.Loops))} }

// Before returns the contract without postconditions: what is said of the call.
func (s Spec) Before() Spec {
	return s.Bare().Without(func(c *Clause) bool { return c.Kind == jml.Ensures })
}

// WithLoop returns the specification with other clauses of a loop.
func (s Spec) WithLoop(loop int, clauses []*Clause) Spec {
	s.Loops = slices.Clone(s.Loops)
	s.Loops[loop] = clauses
	return s
}

// Plus returns the specification with further clauses at the end of its first case.
func (s Spec) Plus(more ...*Clause) Spec {
	return s.atFirst(func(list []*Clause) []*Clause { return append(slices.Clone(list), more...) })
}

// Requiring returns the specification with further preconditions behind those of the
// first case, which may be what makes them defined.
func (s Spec) Requiring(more ...*Clause) Spec {
	return s.atFirst(func(list []*Clause) []*Clause {
		at := 0
		for i, c := range list {
			if c.Kind == jml.Requires {
				at = i + 1
			}
		}
		return slices.Insert(slices.Clone(list), at, more...)
	})
}

// atFirst returns the specification with the clauses of its first case replaced.
func (s Spec) atFirst(f func([]*Clause) []*Clause) Spec {
	out := Spec{Cases: slices.Clone(s.Cases), Loops: s.Loops}
	if len(out.Cases) == 0 {
		out.Cases = []Case{{Behaviour: jml.Lightweight}}
	}
	out.Cases[0].Clauses = f(out.Cases[0].Clauses)
	return out
}

// Ordered returns the specification with those clauses of a kind that have a rank above 0
// in its order, case by case; the others stay where they are.
func (s Spec) Ordered(kind jml.Kind, rank func(*Clause) int) Spec {
	return s.mapped(func(list []*Clause) []*Clause {
		var at []int
		var ranked []*Clause
		for i, c := range list {
			if c.Kind == kind && rank(c) > 0 {
				at, ranked = append(at, i), append(ranked, c)
			}
		}
		slices.SortStableFunc(ranked, func(x, y *Clause) int { return rank(x) - rank(y) })
		list = slices.Clone(list)
		// The ranked ones change places among themselves: what stands between them keeps its line.
		for i, c := range ranked {
			list[at[i]] = c
		}
		return list
	})
}

// Line is a line of a specification: a clause, or the heading of a case.
type Line struct {
	Text   string
	Clause *Clause // nil for a heading
}

// Lines returns what stands in front of a method. A case with a heading is as visible as
// the method: clauses of one that is more so could not name what the method can. One that
// is less visible than the method has a heading in any case.
func (s Spec) Lines(m *java.MethodDecl) []Line {
	var out []Line
	readers := visibility(m)
	if s.Private {
		readers = "private "
	}
	for i, k := range s.Cases {
		indent := ""
		if k.Behaviour > jml.Lightweight || s.Private {
			indent = "  "
			// A lightweight case that is private needs a heading for it: behavior is the plainest.
			head := readers + max(k.Behaviour, jml.Behavior).String()
			if i > 0 {
				head = "also " + head
			}
			out = append(out, Line{Text: head})
		}
		for _, c := range k.Clauses {
			out = append(out, Line{indent + c.String(), c})
		}
	}
	return out
}

// visibility is the modifier of a method by which it is visible, with a blank; "" without.
func visibility(m *java.MethodDecl) string {
	for _, f := range []struct {
		flag java.Flags
		word string
	}{{java.Public, "public "}, {java.Protected, "protected "}, {java.Private, "private "}, {java.Default, "public "}} { // default: of an interface
		if m.Mods.Flags.Has(f.flag) {
			return f.word
		}
	}
	return ""
}

// Join appends the clauses that are not there yet in other words. Of measures one is
// kept, the first of more.
func Join(list, more []*Clause) []*Clause {
	out := slices.Clone(list)
	measured := false
	for _, c := range more {
		switch {
		case c.Kind != jml.Decreases:
			if !Contains(out, c) {
				out = append(out, c)
			}
		case !measured:
			measured = true
			out = append(without(out, func(d *Clause) bool { return d.Kind == jml.Decreases }), c)
		}
	}
	return out
}

// Site is where specifications of one method go: its declaration in a file, and its
// loops in the order of the source. Loops of lambdas and local classes are not its own.
type Site struct {
	File   *java.File
	Method *java.MethodDecl
	Loops  []java.Stmt
}

// NewSite returns the site of a method.
func NewSite(f *java.File, m *java.MethodDecl) Site { return Site{f, m, Loops(m.Body)} }

// Loops returns the loops of a body in the order of the source, but for those of
// lambdas and local classes.
func Loops(body *java.Block) []java.Stmt {
	var out []java.Stmt
	if body == nil {
		return nil
	}
	java.Walk(body, func(n java.Node) bool {
		switch l := n.(type) {
		case *java.While, *java.DoWhile, *java.For, *java.ForEach:
			out = append(out, l.(java.Stmt))
		case *java.Lambda, *java.ClassDecl:
			return false
		}
		return true
	})
	return out
}
