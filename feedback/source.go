package feedback

import (
	"strings"

	"ensures/java"
	"ensures/jml"
)

// sources is what hints look at.
type sources struct {
	hints int        // that were looked for
	added []Addition // by the hint that is being looked for
	lines []string
	file  *java.File
	spec  *jml.File
	found []*loop // of the file, once they were looked for
}

func newSources(src string) *sources {
	s := &sources{lines: java.SplitLines(src)}
	f, _ := java.Parse("", src)
	if f == nil {
		return s
	}
	s.file = f
	s.spec, _ = jml.Parse(f)
	return s
}

// require returns a requires clause as a hint names it. Where one may stand alone
// before the others, it is one that can be added: in a case of a behavior it would
// have to stand inside.
func (s *sources) require(f Failure, cond string) string {
	clause := "requires " + cond + ";"
	if m := s.methodOf(f); m != nil && s.spec != nil {
		line, light := s.lineOf(m.Pos()), true
		if spec := s.spec.Methods[m]; spec != nil {
			for _, c := range spec.Cases {
				light = light && c.Keyword == ""
				// A clause on a line comment of its own can have another line before it; inside a
				// block comment it could not.
				if len(c.Clauses) > 0 && strings.HasPrefix(s.line(s.lineOf(c.Clauses[0].Pos())), "//@") {
					line = min(line, s.lineOf(c.Clauses[0].Pos()))
				}
			}
		}
		if light {
			s.added = append(s.added, Addition{clause, line})
		}
	}
	return "`" + clause + "`"
}

// invariant returns an invariant of a loop as a hint names it, one that can be added.
func (s *sources) invariant(l *loop, cond string) string {
	clause := "loop_invariant " + cond + ";"
	s.added = append(s.added, Addition{clause, l.line(s)})
	return "`" + clause + "`"
}

func (s *sources) line(n int) string {
	if n < 1 || n > len(s.lines) {
		return ""
	}
	return strings.TrimSpace(s.lines[n-1])
}

func (s *sources) lineOf(p java.Pos) int { return s.file.Position(p).Line }

// text is a node's source on one line.
func (s *sources) text(n java.Node) string { return oneLine(s.file.Text(n)) }

func (s *sources) methodAt(line int) *java.MethodDecl {
	var found *java.MethodDecl
	s.inspectLine(line, func(n java.Node) {
		if m, ok := n.(*java.MethodDecl); ok && s.lineOf(m.Pos()) <= line && line <= s.lineOf(m.End()) {
			found = m
		}
	})
	return found
}

// methodOf returns the method that a failure is in; failures of clauses above a method
// lie outside of it.
func (s *sources) methodOf(f Failure) *java.MethodDecl {
	if m := s.methodAt(f.Line); m != nil {
		return m
	}
	name := f.Key.Name
	// A constructor has the name of its class in the source.
	if name == "<init>" {
		name = f.Key.Class[strings.LastIndexByte(f.Key.Class, '.')+1:]
	}
	var found *java.MethodDecl
	s.inspect(func(n java.Node) bool {
		// Of overloads the first one that does not begin before the failure, which lies in a
		// clause above it; else the last.
		if m, ok := n.(*java.MethodDecl); ok && m.Name.Name == name && (found == nil || s.lineOf(found.Pos()) < f.Line) {
			found = m
		}
		return true
	})
	return found
}

func (s *sources) inspect(f func(java.Node) bool) {
	if s.file != nil {
		java.Walk(s.file, f)
	}
}

// inspectLine is inspect of the nodes that reach into a line.
func (s *sources) inspectLine(line int, f func(java.Node)) {
	if s.file == nil {
		return
	}
	from, to := s.file.LineStart(line), s.file.LineStart(line+1)
	java.Walk(s.file, func(n java.Node) bool {
		if n.End() < from || n.Pos() > to {
			return false
		}
		f(n)
		return true
	})
}

// at is the smallest node of a kind around a failure's place, the first one of its
// line where none is around it.
func at[N java.Node](s *sources, f Failure) (N, bool) {
	var best, first N
	found, seen := false, false
	s.inspectLine(f.Line, func(n java.Node) {
		x, ok := n.(N)
		if !ok {
			return
		}
		from, to := s.file.Position(n.Pos()), s.file.Position(n.End())
		// For a place that no node of the kind is around, such as one that is a line only.
		if !seen && from.Line == f.Line {
			first, seen = x, true
		}
		after := from.Line < f.Line || from.Line == f.Line && from.Column <= f.Column
		before := to.Line > f.Line || to.Line == f.Line && to.Column >= f.Column
		if after && before {
			// Smaller than the one found before: it lies inside it.
			if !found || n.Pos() >= best.Pos() && n.End() <= best.End() {
				best, found = x, true
			}
		}
	})
	if found {
		return best, true
	}
	return first, seen
}

// assigned returns the names that a piece of code assigns to, arrays by their own name.
func assigned(n java.Node) map[string]bool {
	out := map[string]bool{}
	target := func(e java.Expr) {
		for {
			switch x := e.(type) {
			case *java.Paren:
				e = x.X
				continue
			case *java.Index:
				e = x.X
				continue
			case *java.Select:
				out[x.Name.Name] = true
			case *java.Name:
				out[x.Name] = true
			}
			return
		}
	}

	java.Walk(n, func(n java.Node) bool {
		if x := java.Written(n); x != nil {
			target(x)
		}
		return true
	})
	return out
}

// names returns the simple names in an expression, in order, each once; \result is one.
func names(e java.Node) []string {
	var out []string
	seen := map[string]bool{}
	add := func(n string) {
		if !seen[n] {
			seen[n] = true
			out = append(out, n)
		}
	}
	if e == nil {
		return nil
	}
	java.Walk(e, func(n java.Node) bool {
		switch x := n.(type) {
		case *java.Name:
			add(x.Name)
		case *java.SpecWord:
			add(x.Word)
		}
		return true
	})
	return out
}

// typeName is the type of a parameter or local variable of a method as written, ""
// when there is none.
func (s *sources) typeName(m *java.MethodDecl, name string) string {
	t := ""
	if m == nil {
		return t
	}
	for _, p := range m.Params {
		if p.Name.Name == name && p.Type != nil {
			t = s.text(p.Type) + strings.Repeat("[]", p.Dims)
		}
	}
	java.Walk(m, func(n java.Node) bool {
		if d, ok := n.(*java.LocalVars); ok {
			for _, v := range d.Vars {
				if v.Name.Name == name && d.Type != nil {
					t = s.text(d.Type)
				}
			}
		}
		return true
	})
	return t
}

// isParam reports whether a name is a parameter that the method never assigns to:
// a clause in front of the method can speak of it.
func isParam(m *java.MethodDecl, name string) bool {
	if m == nil || m.Body == nil || assigned(m.Body)[name] {
		return false
	}
	for _, p := range m.Params {
		if p.Name.Name == name {
			return true
		}
	}
	return false
}

// ofParams reports whether an expression is made of unchanged parameters and
// constants only, and of one parameter at least.
func ofParams(m *java.MethodDecl, e java.Expr) bool {
	ns := names(e)
	for _, n := range ns {
		if !isParam(m, n) {
			return false
		}
	}
	// What a call gives may depend on the state that the code has changed by then.
	calls := false
	java.Walk(e, func(n java.Node) bool {
		switch n.(type) {
		case *java.Call, *java.AssignExpr, *java.New:
			calls = true
		}
		return true
	})
	return len(ns) > 0 && !calls
}
