package harness

import (
	"fmt"
	"strings"

	"ensures/java"
)

// signature is a method's parameter and result types as written, by simple name.
type signature struct {
	params []string
	result string
}

func signatureOf(d *java.MethodDecl) signature {
	var s signature
	for _, p := range d.Params {
		t := typeText(p.Type, p.Dims)
		if p.Variadic {
			t += "[]"
		}
		s.params = append(s.params, t)
	}
	if d.Return != nil {
		s.result = typeText(d.Return, d.Dims)
	}
	return s
}

// typeText is a type's simple name with its rank; type arguments are left out.
func typeText(t *java.TypeExpr, dims int) string {
	if t == nil {
		return "?"
	}
	name := t.Name[strings.LastIndexByte(t.Name, '.')+1:]
	return name + strings.Repeat("[]", t.Dims+dims)
}

func (s signature) String() string {
	return s.result + " (" + strings.Join(s.params, ", ") + ")"
}

func (s signature) sameParams(t signature) bool {
	if len(s.params) != len(t.params) {
		return false
	}
	for i := range s.params {
		if s.params[i] != t.params[i] {
			return false
		}
	}
	return true
}

// candidate is a method of the specification's file.
type candidate struct {
	class  *java.ClassDecl
	path   string // the class's name behind those of the classes around it
	method *java.MethodDecl
}

// methodsOf lists the methods of a file's classes, nested ones included, or the
// constructors.
func methodsOf(f *java.File, constructors bool) []candidate {
	var out []candidate
	var visit func(c *java.ClassDecl, outer string)
	visit = func(c *java.ClassDecl, outer string) {
		path := outer + c.Name.Name
		for _, m := range c.Members {
			switch m := m.(type) {
			case *java.MethodDecl:
				if m.IsConstructor == constructors {
					out = append(out, candidate{c, path, m})
				}
			case *java.ClassDecl:
				visit(m, path+".")
			}
		}
	}
	for _, c := range f.Types {
		visit(c, "")
	}
	return out
}

// wanted is the task's method as the matching sees it.
type wanted struct {
	class  string
	method *java.MethodDecl
	tokens string   // of its body, names of methods and classes left out
	names  []string // the task's names for it, best first
}

// match finds the method of f that the task's method w is: that of the same class, name,
// parameter and result types; else the same parameter and result types, or failing that
// the same parameter types. Among several the one with the same body, then the most
// similar name, is taken. A constructor is matched with constructors.
func match(f *java.File, w wanted, specified func(*java.MethodDecl) bool) (candidate, error) {
	want := signatureOf(w.method)
	var exact, loose []candidate
	all := methodsOf(f, w.method.IsConstructor)
	for _, c := range all {
		got := signatureOf(c.method)
		switch {
		case !got.sameParams(want):
		case got.result == want.result:
			if c.path == w.class && c.method.Name.Name == w.method.Name.Name {
				return c, nil
			}
			exact = append(exact, c)
		default:
			loose = append(loose, c)
		}
	}

	group := exact
	if len(group) == 0 {
		group = loose
	}
	if len(group) == 0 {
		return candidate{}, noMatch(want, all)
	}
	best, bestScore := group[0], -1.0
	for _, c := range group {
		score := 0.0
		// More than names and a specification can add: their part is two at most.
		if bodyTokens(f, c.method) == w.tokens {
			score += 4
		}
		for i, n := range w.names {
			score += similarity(n, c.method.Name.Name) / float64(i+1)
		}
		if specified(c.method) {
			score += 0.5
		}
		if score > bestScore {
			best, bestScore = c, score
		}
	}
	return best, nil
}

func noMatch(want signature, all []candidate) error {
	if len(all) == 0 {
		return fmt.Errorf("no method in the specification's code; want one with signature %s", want)
	}
	var have []string
	for _, c := range all {
		have = append(have, c.method.Name.Name+": "+signatureOf(c.method).String())
	}
	return fmt.Errorf("no method with the task's parameters: want %s, have %s", want, strings.Join(have, "; "))
}

// similarity is the part of two names' characters that a longest common
// subsequence covers, case ignored.
func similarity(a, b string) float64 {
	a, b = strings.ToLower(a), strings.ToLower(b)
	if len(a)+len(b) == 0 {
		return 0
	}

	// Of the table of longest common subsequences one row at a time is enough.
	row := make([]int, len(b)+1)
	for i := range len(a) {
		diagonal := 0
		for j := range len(b) {
			above := row[j+1]
			switch {
			case a[i] == b[j]:
				row[j+1] = diagonal + 1
			case row[j] > above:
				row[j+1] = row[j]
			}
			diagonal = above
		}
	}
	return 2 * float64(row[len(b)]) / float64(len(a)+len(b))
}
