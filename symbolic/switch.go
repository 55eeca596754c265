package symbolic

import (
	"strings"

	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
)

// switchOn follows a switch. Arrow groups of an expression yield what they hold.
func (x *exec) switchOn(on java.Expr, cases []*java.Case, st *state, expr bool) []flow {
	var out []flow
	for _, r := range x.eval(on, st) {
		v := x.scalar(r.v, on)
		isText := types.IsString(r.v.t)
		rest := r.st
		// No case is of null: the switch throws (JLS 14.11).
		if isText || types.Unboxed(r.v.t) == nil {
			if rest = x.nonNull(rest, on, v); rest == nil {
				continue
			}
		}

		byDefault := -1
		for i, k := range cases {
			if k.Guard != nil {
				x.refuse("a guarded case", k.Guard)
			}
			var test java.Expr
			for _, l := range k.Labels {
				t := x.label(l, v, isText)
				if test == nil {
					test = t
				} else {
					test = or(test, t)
				}
			}
			if k.Default {
				byDefault = i
				if test == nil {
					continue
				}
				x.refuse("case and default together", nil)
			}
			if test == nil || rest == nil {
				continue
			}
			if a := rest.under(test); a != nil {
				out = append(out, x.group(cases[i:], a, expr)...)
			}
			rest = rest.under(not(test))
		}

		switch {
		case rest == nil:
		case byDefault >= 0:
			out = append(out, x.group(cases[byDefault:], rest, expr)...)
		default:
			out = append(out, flow{st: rest, kind: falls})
		}
	}
	return out
}

// label is the condition that a switch's value is a label.
func (x *exec) label(l java.Expr, v java.Expr, isText bool) java.Expr {
	if n, ok := l.(*java.Name); ok {
		if u := x.info.Uses[n]; u != nil && u.Field != nil && u.Field.Owner.Kind == java.EnumClass {
			return compared(java.Eq, v, member(expr.Name(u.Field.Owner.Name), u.Field.Name), nil)
		}
	}
	// Labels are constants, which no state changes.
	rs := x.eval(l, &state{locals: map[*types.Local]value{}})
	c := x.scalar(rs[0].v, l)
	if isText {
		return expr.Call(v, "equals", c)
	}
	return compared(java.Eq, v, c, nil)
}

// group follows the statements from a group of a switch on.
func (x *exec) group(cases []*java.Case, st *state, expr bool) []flow {
	var stmts []java.Stmt
	arrow := len(cases) > 0 && cases[0].Arrow
	// An arrow's body does not fall through to the next.
	for _, k := range cases {
		stmts = append(stmts, k.Body...)
		if arrow {
			break
		}
	}
	if arrow && expr && len(stmts) == 1 {
		if s, ok := stmts[0].(*java.ExprStmt); ok {
			var out []flow
			for _, r := range x.eval(s.X, st) {
				out = append(out, flow{st: r.st, kind: yields, v: r.v})
			}
			return out
		}
	}

	out := x.block(stmts, st)
	for i := range out {
		if out[i].kind == breaks && out[i].label == "" {
			out[i] = flow{st: out[i].st, kind: falls}
		}
	}
	return out
}

// classNamed is a class by its simple name, of the program or of java.lang and java.util.
func (x *exec) classNamed(simple string) *types.Class {
	if c := among(x.method.Owner.Unit.Classes, simple); c != nil {
		return c
	}
	if x.o.Class == nil {
		return nil
	}
	for _, p := range []string{"java.lang.", "java.util.", "java.io."} {
		if c := x.o.Class(p + strings.TrimPrefix(simple, p)); c != nil {
			return c
		}
	}
	return nil
}

// among finds a class by its simple name in classes and their member classes.
func among(classes []*types.Class, simple string) *types.Class {
	for _, c := range classes {
		if c.Name == simple {
			return c
		}
		if m := among(c.Members, simple); m != nil {
			return m
		}
	}
	return nil
}
