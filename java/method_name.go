package java

import (
	"path"
	"slices"
	"strings"
)

// MethodName is what a method can be asked for by.
type MethodName struct {
	Class  string // with as much of the package and the outer classes as is known
	Name   string // a constructor's is its class's
	Params []string
}

// Matches reports whether want names the method: m, C.m, Outer.C.m or p.Outer.C.m, each
// with the types of the parameters after it, as in m(int,String), or without them. In
// the name * stands for any text. A type that is given with its package is
// that type alone; type arguments may be left out. Empty is every method.
func (m MethodName) Matches(want string) bool {
	if want == "" {
		return true
	}
	name, params, sig := strings.Cut(want, "(")
	if sig && !m.takes(strings.TrimSuffix(params, ")")) {
		return false
	}
	// From the full name on, shorter by one part from the left each time: a package or an outer
	// class may be left out.
	for full := m.Class + "." + m.Name; ; {
		if ok, _ := path.Match(strings.TrimSpace(name), full); ok {
			return true
		}
		_, rest, more := strings.Cut(full, ".")
		if !more {
			return false
		}
		full = rest
	}
}

// takes reports whether the parameters have the types of a list.
func (m MethodName) takes(list string) bool {
	list = strings.ReplaceAll(list, " ", "")
	bare := func(p string) string { return p }
	if !strings.Contains(list, "<") {
		// Whoever writes no type arguments means the type with any.
		bare = withoutArguments
	}
	var have []string
	for _, p := range m.Params {
		have = append(have, bare(strings.ReplaceAll(p, " ", "")))
	}
	want := splitTypes(strings.ReplaceAll(list, "...", "[]"))
	return slices.EqualFunc(have, want, func(h, w string) bool {
		// Either side may have the package.
		return h == w || strings.HasSuffix(h, "."+w) || strings.HasSuffix(w, "."+h)
	})
}

// splitTypes returns the types of a list with commas between them.
func splitTypes(list string) []string {
	var out []string
	depth, from := 0, 0
	for i, c := range list {
		switch c {
		case '<':
			depth++
		case '>':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, list[from:i])
				from = i + 1
			}
		}
	}
	if list == "" {
		return nil
	}
	return append(out, list[from:])
}

// withoutArguments returns a type as text without its type arguments.
func withoutArguments(t string) string {
	var b strings.Builder
	depth := 0
	for _, c := range t {
		switch c {
		case '<':
			depth++
		case '>':
			depth--
		default:
			if depth == 0 {
				b.WriteRune(c)
			}
		}
	}
	return b.String()
}
