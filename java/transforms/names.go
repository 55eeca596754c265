package transforms

import (
	"strings"
	"unicode"

	"ensures/java"
	"ensures/java/types"
)

// initials names every local variable and parameter after the first letters of its words:
// `maxSum` becomes `ms`.
//
// Side conditions: those of rename.
func (p *pass) initials() place {
	return p.rename(func(name string, _ int) string {
		var b strings.Builder
		wasLower := false
		for i, r := range name {
			if i == 0 && unicode.IsLetter(r) || wasLower && unicode.IsUpper(r) {
				b.WriteRune(unicode.ToLower(r))
			}
			wasLower = unicode.IsLower(r)
		}
		if b.Len() == 0 {
			return "v"
		}
		return b.String()
	})
}

// otherNames gives every local variable and parameter a common name: `sum` becomes `ret`.
//
// Side conditions: those of rename.
func (p *pass) otherNames() place {
	common := []string{"ret", "num", "idx", "cnt", "item", "data", "cur", "pos", "len", "val", "res", "arr", "str", "list"}
	return p.rename(func(_ string, n int) string { return common[n%len(common)] })
}

// rename changes the names of all local variables and parameters, the same name everywhere
// to the same new one.
//
// Side condition: a new name stands nowhere in the file, for whatever, so that nothing is
// captured or hidden.
func (p *pass) rename(to func(name string, n int) string) place {
	var edits place
	names := map[string]string{}
	named := func(id java.Ident) {
		if _, ok := names[id.Name]; !ok {
			names[id.Name] = p.fresh(to(id.Name, len(names)))
			p.names[names[id.Name]] = true
		}
		edits = append(edits, edit{id.Span, names[id.Name]})
	}

	java.Walk(p.f, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.VarDeclarator:
			if p.info.Locals[n] != nil {
				named(n.Name)
			}
		case *java.Param:
			if p.info.Locals[n] != nil {
				named(n.Name)
			}
		case *java.TypePattern:
			if p.info.Locals[n] != nil {
				named(n.Name)
			}
		case *java.Name:
			if u := p.info.Uses[n]; u != nil && u.Kind == types.LocalRef {
				named(java.Ident{Span: n.Span, Name: n.Name})
			}
		}
		return true
	})
	return edits
}
