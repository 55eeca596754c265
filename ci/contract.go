package ci

import (
	"slices"
	"strings"

	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
	"ensures/verify"
)

// contract is what a file says of one of its methods.
type contract struct {
	method verify.MethodKey
	line   int
	text   string // the clauses of the classes around the method and its own, without layout
	decl   *java.MethodDecl
}

// contracts returns the methods of a text that have a body and are specified: by
// clauses of their own or by those of a class around them.
func contracts(lib *types.Library, path, text string) []contract {
	f, _ := java.Parse(path, text)
	spec, _ := jml.Parse(f)
	prog, _ := types.Check(lib, f)
	info := prog.Units[0].Info

	var out []contract
	java.Walk(f, func(n java.Node) bool {
		d, ok := n.(*java.MethodDecl)
		if !ok || d.Body == nil || info.Methods[d] == nil {
			return true
		}
		m := info.Methods[d]
		if clauses := clausesOf(f, spec, m.Owner, d); clauses != "" {
			out = append(out, contract{verify.KeyOf(m), f.Position(d.Name.From).Line, clauses, d})
		}
		return true
	})
	return out
}

// clausesOf returns the clauses that a method has to keep, one a line, with one space
// between words.
func clausesOf(f *java.File, spec *jml.File, owner *types.Class, d *java.MethodDecl) string {
	var b strings.Builder
	add := func(n java.Node) {
		words := slices.DeleteFunc(strings.Fields(f.Text(n)), func(w string) bool { return w == "//@" || w == "@" })
		b.WriteString(strings.Join(words, " ") + "\n")
	}
	for c := owner; c != nil; c = c.Outer {
		if s := spec.Classes[c.Decl]; s != nil {
			for _, clause := range s.Clauses {
				add(clause.Span)
			}
		}
	}
	if s := spec.Methods[d]; s != nil {
		for _, k := range s.Cases {
			add(k.Span)
		}
	}
	return b.String()
}

// contractOf returns the contract of a method; nil where there is none.
func contractOf(list []contract, key verify.MethodKey) *contract {
	for i := range list {
		if list[i].method == key {
			return &list[i]
		}
	}
	return nil
}
