package harness

import (
	"cmp"
	"ensures/bench"
	"slices"
	"sort"
	"strings"

	"ensures/java"
)

// altered reports whether the code of a specification's file differs from the
// task's, as far as the method is concerned: the method itself, the methods it
// calls, in whatever order they stand, and everything of the file that is no
// method. Comments, blanks and imports do not count, nor do the words public,
// protected, private, static and final in front of classes and methods, nor the
// names of classes, methods and parameters if they are renamed throughout. Without
// the two methods the whole files are compared.
func altered(task, spec *java.File, taskMethod, specMethod *java.MethodDecl) bool {
	if taskMethod == nil || specMethod == nil { // what is malformed may hide the method
		taskMethod, specMethod = nil, nil
	}
	a, b := pieces(task, taskMethod), pieces(spec, specMethod)
	if len(a) != len(b) {
		return true
	}
	global := newRenaming(declared(task), declared(spec))
	for i := range a {
		local := newRenaming(parameters(a[i].method), parameters(b[i].method))
		if len(a[i].tokens) != len(b[i].tokens) {
			return true
		}
		for j, x := range a[i].tokens {
			y := b[i].tokens[j]
			// A parameter hides whatever else has its name.
			r := global
			if local.ours[x] > 0 || local.theirs[y] > 0 {
				r = local
			}
			if !r.same(x, y) {
				return true
			}
		}
	}
	return false
}

// renaming is a one-to-one change of names.
type renaming struct {
	ours, theirs map[string]int
	forth, back  map[string]string
}

func newRenaming(ours, theirs map[string]int) *renaming {
	return &renaming{ours, theirs, map[string]string{}, map[string]string{}}
}

// same reports whether y is x under the renaming so far, which it may extend.
func (r *renaming) same(x, y string) bool {
	if r.ours[x] == 0 || r.theirs[y] == 0 {
		return x == y && r.ours[x] == 0 && r.theirs[y] == 0
	}
	if old, ok := r.forth[x]; ok && old != y {
		return false
	}
	// A name of theirs that is both a class's and a method's may stand for two of ours.
	if old, ok := r.back[y]; ok && old != x && r.theirs[y] < 2 {
		return false // two of the task's names have become one
	}
	r.forth[x], r.back[y] = y, x
	return true
}

// declared is the names of a file's classes and methods: 1 for a class or method,
// 2 for a name that is both.
func declared(f *java.File) map[string]int {
	names := map[string]int{}
	classes := map[string]bool{}
	for _, c := range classesOf(f) {
		names[c.Name.Name] = 1
		classes[c.Name.Name] = true
	}
	for _, c := range classesOf(f) {
		for _, m := range c.Members {
			if m, ok := m.(*java.MethodDecl); ok {
				if names[m.Name.Name] = 1; classes[m.Name.Name] && !m.IsConstructor {
					names[m.Name.Name] = 2
				}
			}
		}
	}
	return names
}

func parameters(m *java.MethodDecl) map[string]int {
	names := map[string]int{}
	if m != nil {
		for _, p := range m.Params {
			names[p.Name.Name] = 1
		}
	}
	return names
}

// classesOf lists a file's classes, nested ones included.
func classesOf(f *java.File) []*java.ClassDecl {
	var out []*java.ClassDecl
	var visit func(c *java.ClassDecl)
	visit = func(c *java.ClassDecl) {
		out = append(out, c)
		for _, m := range c.Members {
			if m, ok := m.(*java.ClassDecl); ok {
				visit(m)
			}
		}
	}
	for _, c := range f.Types {
		visit(c)
	}
	return out
}

// piece is a stretch of code that is compared: a method, or what is outside of methods.
type piece struct {
	method *java.MethodDecl // nil outside of methods
	tokens []string
}

// pieces cuts a file up: what is outside of methods, the method, and the methods
// that it calls, directly or not, in the order in which they are first called.
func pieces(f *java.File, method *java.MethodDecl) []piece {
	if len(f.Types) == 0 {
		return nil
	}
	// The package and the imports stand before the first type, and don't count.
	from := f.Types[0].Pos()
	free, all := ignorable(f), java.Tokens(f.Src)
	in := func(s java.Span) []string {
		var out []string
		i := sort.Search(len(all), func(i int) bool { return all[i].From >= s.From })
		for ; i < len(all) && all[i].From < s.To && all[i].Kind != java.EOF; i++ {
			if !free.has(all[i].From) || !modifier(all[i].Text) {
				out = append(out, all[i].Text)
			}
		}
		return out
	}
	if method == nil {
		return []piece{{tokens: in(java.Span{From: from, To: f.End() + 1})}}
	}

	byName := map[string][]*java.MethodDecl{}
	var methods []java.Span
	for _, c := range classesOf(f) {
		for _, m := range c.Members {
			if m, ok := m.(*java.MethodDecl); ok && !m.IsConstructor {
				byName[m.Name.Name] = append(byName[m.Name.Name], m)
				methods = append(methods, java.Span{From: m.Pos(), To: m.End()})
			}
		}
	}

	var outside []string
	bodies := union(methods)
	for _, t := range all {
		if t.Kind != java.EOF && t.From >= from && !bodies.has(t.From) && !(free.has(t.From) && modifier(t.Text)) {
			outside = append(outside, t.Text)
		}
	}

	out := []piece{{tokens: outside}}
	seen := map[*java.MethodDecl]bool{}
	for todo := []*java.MethodDecl{method}; len(todo) > 0; todo = todo[1:] {
		m := todo[0]
		if seen[m] {
			continue
		}
		seen[m] = true
		out = append(out, piece{method: m, tokens: in(java.Span{From: m.Pos(), To: m.End()})})
		java.Walk(m, func(n java.Node) bool {
			if c, ok := n.(*java.Call); ok {
				// Which of several methods of a name is called isn't looked up: all of them are
				// compared.
				todo = append(todo, byName[c.Name.Name]...)
			}
			return true
		})
	}
	return out
}

func modifier(word string) bool {
	switch word {
	case "public", "protected", "private", "static", "final":
		return true
	}
	return false
}

// ignorable is the modifiers of classes and methods.
func ignorable(f *java.File) spans {
	var out []java.Span
	for _, c := range classesOf(f) {
		out = append(out, c.Mods.Span)
		for _, m := range c.Members {
			if m, ok := m.(*java.MethodDecl); ok {
				out = append(out, m.Mods.Span)
			}
		}
	}
	return union(out)
}

// spans are stretches of a file that neither touch nor overlap, in order.
type spans []java.Span

// union returns the places that some stretch of the list holds.
func union(list []java.Span) spans {
	slices.SortFunc(list, func(x, y java.Span) int { return cmp.Compare(x.From, y.From) })
	var out spans
	for _, s := range list {
		if n := len(out); n > 0 && s.From <= out[n-1].To {
			out[n-1].To = max(out[n-1].To, s.To)
			continue
		}
		out = append(out, s)
	}
	return out
}

// has reports whether a place is in one of the stretches.
func (l spans) has(p java.Pos) bool {
	i := sort.Search(len(l), func(i int) bool { return l[i].To > p })
	return i < len(l) && l[i].From <= p
}

// bodyTokens is the body of a method as one text without comments and blanks.
func bodyTokens(f *java.File, m *java.MethodDecl) string {
	if m.Body == nil {
		return ""
	}
	from, to := m.Body.Pos().Offset(), m.Body.End().Offset()
	var b strings.Builder
	for _, t := range java.Tokens(f.Src[from:to]) {
		b.WriteString(t.Text)
		b.WriteByte(' ')
	}
	return b.String()
}

// SameCode reports whether two tasks' files hold the same program, as far as their methods
// are concerned; see altered for what does not count.
func SameCode(a, b *bench.Program) bool {
	return !altered(a.Source, b.Source, a.SourceDecl(), b.SourceDecl())
}
