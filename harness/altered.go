package harness

import (
	"strings"

	"ensures/java"
)

// altered reports whether the code of a specification's file differs from the
// task's. Comments and blanks do not count, nor do the names of classes and
// methods if they are renamed throughout, nor the words public, protected,
// private, static and final in front of classes and methods, nor imports.
func altered(task, spec *java.File) bool {
	a, b := code(task), code(spec)
	if len(a) != len(b) {
		return true
	}
	forth, back := map[string]string{}, map[string]string{}
	ours, theirs := declared(task), declared(spec)
	for i := range a {
		x, y := a[i], b[i]
		if ours[x] > 0 && theirs[y] > 0 {
			if old, ok := forth[x]; ok && old != y {
				return true
			}
			if old, ok := back[y]; ok && old != x && theirs[y] < 2 {
				return true // two of the task's names have become one
			}
			forth[x], back[y] = y, x
			continue
		}
		if x != y {
			return true
		}
	}
	return false
}

// declared is the names of a file's classes and methods: 1 for a class or method,
// 2 for a name that is both.
func declared(f *java.File) map[string]int {
	names := map[string]int{}
	classes := map[string]bool{}
	var visit func(c *java.ClassDecl)
	visit = func(c *java.ClassDecl) {
		names[c.Name.Name] = 1
		classes[c.Name.Name] = true
		for _, m := range c.Members {
			switch m := m.(type) {
			case *java.MethodDecl:
				if names[m.Name.Name] = 1; classes[m.Name.Name] && !m.IsConstructor {
					names[m.Name.Name] = 2
				}
			case *java.ClassDecl:
				visit(m)
			}
		}
	}
	for _, c := range f.Types {
		visit(c)
	}
	return names
}

// code is the file's tokens from its first class on, without the words that do
// not count.
func code(f *java.File) []string {
	if len(f.Types) == 0 {
		return nil
	}
	from := f.Types[0].Pos()
	free := ignorable(f)
	var out []string
	for _, t := range java.Tokens(f.Src) {
		if t.Kind == java.EOF || t.From < from || inSpans(free, t.From) && dropped[t.Text] {
			continue
		}
		out = append(out, t.Text)
	}
	return out
}

var dropped = map[string]bool{"public": true, "protected": true, "private": true, "static": true, "final": true}

// ignorable is the modifiers of classes and methods.
func ignorable(f *java.File) []java.Span {
	var out []java.Span
	var visit func(c *java.ClassDecl)
	visit = func(c *java.ClassDecl) {
		out = append(out, c.Mods.Span)
		for _, m := range c.Members {
			switch m := m.(type) {
			case *java.MethodDecl:
				out = append(out, m.Mods.Span)
			case *java.ClassDecl:
				visit(m)
			}
		}
	}
	for _, c := range f.Types {
		visit(c)
	}
	return out
}

func inSpans(spans []java.Span, p java.Pos) bool {
	for _, s := range spans {
		if s.From <= p && p < s.To {
			return true
		}
	}
	return false
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
