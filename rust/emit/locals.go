package emit

import (
	"regexp"
	"strconv"
	"strings"

	"ensures/rust/mir"
	"ensures/rust/spec"
)

// types of the variables of a function, as far as its text says them. A name that is declared
// twice with different types has none.
type variables map[string]*mir.Type

func (v variables) declare(name string, t *mir.Type) {
	if was, twice := v[name]; twice && (was == nil || t == nil || was.String() != t.String()) {
		v[name] = nil
		return
	}
	v[name] = t
}

// parameters are the types of a function's parameters, with the type that self has.
func (e *emitter) parameters(fn *spec.Func) variables {
	out := variables{}
	for _, p := range fn.Params {
		out[p.Name] = e.ownType(fn, p.Type)
	}
	return out
}

// ownType is a type of a function's signature with the function's own type for Self.
func (e *emitter) ownType(fn *spec.Func, t *mir.Type) *mir.Type {
	t = e.unaliased(t)
	owner, _, ok := strings.Cut(fn.Name, "::")
	if !ok || t == nil {
		return t
	}
	self := named(owner)
	if prim, err := mir.ParseType(owner); err == nil && prim.Kind == mir.Prim {
		self = prim
	}
	if it := e.item(self); it != nil {
		for _, g := range it.Generics {
			self.Path.Segs[0].Args = append(self.Path.Segs[0].Args, named(g))
		}
	}
	return substituted(t, []string{"Self"}, []*mir.Type{self})
}

// locals adds the variables that a function's body declares.
func (e *emitter) locals(fn *spec.Func) variables {
	out := e.parameters(fn)
	body := e.f.Body(fn)
	e.declared(fn, body, out)

	if wideRE.MatchString(e.f.Src) { // one of which a literal may become
		for name, t := range out {
			if t == integer {
				out[name] = nil
			}
		}
	}

	// What a function returns has the type of its result.
	if result := e.ownType(fn, fn.Result.Type); result != nil && len(body) > 0 {
		if y, ok := body[len(body)-1].(*spec.Yield); ok {
			if n, ok := y.X.(*spec.Name); ok && len(n.Path.Segs) == 1 && e.f.Src[y.From] != '&' && e.f.Src[y.From] != '*' {
				// The text said little of it, and the result's type says all.
				if t, known := out[n.Path.Last()]; known && (t == nil || strings.Contains(t.String(), "_") || t == integer) {
					out[n.Path.Last()] = result
				}
			}
		}
	}
	return out
}

// wideRE matches the integers of which i128 does not hold the products.
var wideRE = regexp.MustCompile(`\b[iu]128\b`)

var unreadLet = regexp.MustCompile(`^let\s+(?:mut\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*(?::\s*([^=;]+?))?\s*=\s*(vec!)?`)

func (e *emitter) declared(fn *spec.Func, body []spec.Stmt, out variables) {
	for _, s := range body {
		switch s := s.(type) {
		case *spec.Local:
			t := e.ownType(fn, s.Type)
			if t == nil {
				t = e.typeOf(s.Value, out)
			}
			out.declare(s.Name, t)
		// Only the head of such a statement is looked at, for a type that is written out.
		case *spec.Unread:
			m := unreadLet.FindStringSubmatch(e.f.Src[s.From:s.To])
			switch {
			case m == nil:
			case m[2] != "":
				t, err := mir.ParseType(strings.Join(strings.Fields(m[2]), " "))
				if err != nil {
					t = nil
				}
				out.declare(m[1], e.ownType(fn, t))
			// vec![…] that could not be read is a Vec all the same.
			case m[3] != "":
				out.declare(m[1], named("Vec", blank))
			}
		case *spec.Branch:
			e.declared(fn, s.Then, out)
			e.declared(fn, s.Else, out)
		case *spec.Repeat:
			if s.Var != "" && s.Low != nil {
				t := e.typeOf(s.Low, out)
				// 0..n has the type of n: a literal takes that of the other side.
				if high := e.typeOf(s.High, out); t == nil || t == integer {
					t = high
				}
				out.declare(s.Var, t)
			}
			if s.Item != "" {
				// What an iterator gives, a reference or a value, the text does not say.
				out.declare(s.Item, nil)
			}
			if s.Over != nil && s.Var != "" {
				out.declare(s.Var, &mir.Type{Kind: mir.Prim, Name: "usize"})
			}
			e.declared(fn, s.Body, out)
		}
	}
}

// typeOf is the type of an expression of the code, which is read without the references and
// dereferences in front of it; nil where the text does not say it.
func (e *emitter) typeOf(x spec.Expr, vars variables) *mir.Type {
	if x == nil {
		return nil
	}
	t := e.valueType(x, vars)
	at := x.Pos().From
	for t != nil && at > 0 && (e.f.Src[at-1] == '&' || e.f.Src[at-1] == '*' || e.f.Src[at-1] == ' ') {
		at--
		switch e.f.Src[at] {
		case '&':
			t = &mir.Type{Kind: mir.RefType, Elem: t}
		case '*':
			t, _ = pointee(t)
		}
	}
	return t
}

func (e *emitter) valueType(x spec.Expr, vars variables) *mir.Type {
	switch x := x.(type) {
	case *spec.Lit:
		switch {
		case x.Kind == "int" && x.Suffix != "":
			return &mir.Type{Kind: mir.Prim, Name: x.Suffix}
		case x.Kind == "int":
			return integer
		case x.Kind == "bool" || x.Kind == "char":
			return &mir.Type{Kind: mir.Prim, Name: x.Kind}
		}
	case *spec.Cast:
		return x.Type
	case *spec.Name:
		if len(x.Path.Segs) == 1 {
			return vars[x.Path.Last()]
		}
		if t := (&mir.Type{Kind: mir.Prim, Name: x.Path.Segs[0].Name}); t.IsInt() {
			return t
		}
	case *spec.Unary:
		return e.plain(x.X, vars)
	case *spec.Binary:
		if x.Op == "&&" || x.Op == "||" || strings.ContainsAny(x.Op, "=<>") && x.Op != "<<" && x.Op != ">>" {
			return &mir.Type{Kind: mir.Prim, Name: "bool"}
		}
		// But for shifts, both sides of an operator have one type in code; a literal takes the other's.
		if t := e.plain(x.X, vars); t != integer {
			return t
		}
		return e.plain(x.Y, vars)
	case *spec.Method:
		t := e.plain(x.X, vars)
		switch {
		case x.Name == "len" && (element(t) != nil || isText(t)):
			return &mir.Type{Kind: mir.Prim, Name: "usize"}
		case x.Name == "clone":
			return t
		case x.Name == "to_vec" && element(t) != nil:
			return named("Vec", element(t))
		}
	case *spec.If:
		t, other := e.typeOf(x.Then, vars), e.typeOf(x.Else, vars)
		// Both branches have one type; a literal takes that of the other.
		if t == integer || t == nil {
			return other
		}
		return t
	case *spec.List:
		elem := blank
		if len(x.Xs) > 0 {
			elem = e.typeOf(x.Xs[0], vars)
		}
		if elem == nil {
			elem = blank
		}
		if strings.HasPrefix(e.f.Src[x.From:], "vec") {
			return named("Vec", elem)
		}
		return &mir.Type{Kind: mir.ArrayType, Elem: elem, Len: strconv.Itoa(len(x.Xs))}
	case *spec.Index:
		return element(e.plain(x.X, vars))
	case *spec.Field:
		return e.field(e.plain(x.X, vars), "", x.Name)
	case *spec.Call:
		if p := x.Path; len(p.Segs) == 2 && p.Segs[0].Name == "Vec" && (p.Last() == "new" || p.Last() == "with_capacity") {
			if args := p.Segs[0].Args; len(args) == 1 {
				return named("Vec", args[0])
			}
			return named("Vec", blank)
		}
		// Without type parameters: with them the result's type depends on the call.
		for _, fn := range e.f.Funcs {
			if fn.Mode == spec.Exec && fn.Name == x.Path.Last() && len(x.Path.Segs) == 1 && len(fn.Generics) == 0 {
				return fn.Result.Type
			}
		}
	}
	return nil
}

// plain is the type of an expression behind all references.
func (e *emitter) plain(x spec.Expr, vars variables) *mir.Type {
	t := e.typeOf(x, vars)
	for t != nil {
		inner, ok := pointee(t)
		if !ok {
			break
		}
		t = inner
	}
	return t
}
