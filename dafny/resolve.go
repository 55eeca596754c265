package dafny

import (
	"fmt"
	"maps"
)

// resolve checks that every name means something: a parameter, a bound variable, a
// constant, or a function with as many parameters.
func (f *File) resolve() {
	for _, d := range f.Decls {
		scope := map[string]bool{}
		for _, v := range d.Params {
			scope[v.Name] = true
		}
		// results are known to ensures alone
		after := maps.Clone(scope)
		for _, v := range d.Returns {
			if v.Name != "" {
				after[v.Name] = true
			}
		}
		for _, c := range d.Clauses {
			if c.Kind == "ensures" {
				f.names(c.Expr, after)
			} else {
				f.names(c.Expr, scope)
			}
		}
		f.names(d.Body, scope)
	}
}

func (f *File) names(e *Expr, scope map[string]bool) {
	if e == nil {
		return
	}
	switch e.Kind {
	case Name:
		if d := f.Find(e.Name); !scope[e.Name] && (d == nil || d.Kind != "const") {
			f.complain(e, fmt.Sprintf("unresolved name %s", e.Name))
		}
	case Call:
		switch d := f.Find(e.Name); {
		case d == nil || d.Kind == "const":
			f.complain(e, fmt.Sprintf("unresolved function %s", e.Name))
		case len(d.Params) != len(e.Args):
			f.complain(e, fmt.Sprintf("%s takes %d arguments, not %d", e.Name, len(d.Params), len(e.Args)))
		}
	case Let, Quant, Comp, Build:
		inner := make(map[string]bool, len(scope)+len(e.Vars))
		for k := range scope {
			inner[k] = true
		}
		for _, v := range e.Vars {
			inner[v.Name] = true
		}
		// The values of a let and the length of a sequence don't see its variables.
		for i, a := range e.Args {
			if e.Kind == Let && i < len(e.Vars) || e.Kind == Build && i == 0 {
				f.names(a, scope)
			} else {
				f.names(a, inner)
			}
		}
		return
	}
	for _, a := range e.Args {
		f.names(a, scope)
	}
}

func (f *File) complain(e *Expr, text string) {
	if len(f.Errs) < maxErrors {
		f.Errs = append(f.Errs, Error{From: e.From, Text: text})
	}
}
