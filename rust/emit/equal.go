package emit

import (
	"strings"

	"ensures/rust/mir"
	"ensures/rust/spec"
)

// equal compares two values of any kind.
func (t *translator) equal(x, y spec.Expr, op string) term {
	if made(x) && !made(y) {
		x, y = y, x
	}
	if a, ok := x.(*spec.Tuple); ok {
		return t.tuples(a, y, op)
	}
	if b, ok := y.(*spec.Tuple); ok {
		return t.tuples(b, x, op)
	}
	a := t.expr(x)
	if made(y) {
		return t.equalMade(a, y, op)
	}

	b := t.expr(y)
	switch {
	case a.lo != nil && b.lo != nil:
		return t.compare(op, a, b)
	case a.typ == nil || b.typ == nil:
	// As slices: a vector and an array of the same elements are equal to clauses.
	case element(a.typ) != nil && element(b.typ) != nil:
		if element(a.typ).String() == element(b.typ).String() && t.e.has(element(a.typ), "PartialEq") {
			return boolean(whole(a)+" "+op+" "+whole(b), compareLevel, a.partial || b.partial)
		}
	case sorted(a.typ, b.typ), isText(a.typ) && isText(b.typ), a.typ.String() == b.typ.String() && t.e.has(a.typ, "PartialEq"):
		return compared(op, a, b)
	}
	refuse("the equality of values of the types %s and %s", typeName(a), typeName(b))
	return term{}
}

// sorted reports whether both types are of multisets, which are sorted vectors here.
func sorted(a, b *mir.Type) bool {
	_, one := generic(a, "Multiset")
	return one && a.String() == b.String()
}

func typeName(x term) string {
	if x.typ == nil {
		return "int"
	}
	return x.typ.String()
}

// whole is a sequence as a slice.
func whole(x term) string { return x.receiver() + "[..]" }

// made reports whether an expression makes a value of parts: a variant or a sequence.
func made(x spec.Expr) bool {
	switch x := x.(type) {
	case *spec.List:
		return true
	case *spec.Call:
		last := x.Path.Last()
		return last == "Some" || last == "Ok" || last == "Err" || len(x.Path.Segs) > 1
	case *spec.Name:
		if x.Path.Last() == "None" {
			return true
		}
		return len(x.Path.Segs) == 2 && !(&mir.Type{Kind: mir.Prim, Name: x.Path.Segs[0].Name}).IsInt()
	}
	return false
}

// tuples are equal where their parts are.
func (t *translator) tuples(a *spec.Tuple, y spec.Expr, op string) term {
	var parts []spec.Expr
	if b, ok := y.(*spec.Tuple); ok {
		parts = b.Xs
	} else {
		for i := range a.Xs {
			parts = append(parts, &spec.Field{Span: y.Pos(), X: y, Name: string(rune('0' + i))})
		}
	}

	// One digit for a field's name.
	if len(parts) != len(a.Xs) || len(parts) > 9 || len(parts) == 0 {
		refuse("tuples of different lengths")
	}

	var texts []string
	partial := false
	for i, p := range parts {
		c := t.equal(p, a.Xs[i], "==")
		partial = partial || c.partial
		texts = append(texts, c.operand(andLevel))
	}
	out := boolean(strings.Join(texts, " && "), andLevel, partial)
	if op == "!=" {
		return not(out)
	}
	return out
}

// equalMade compares a value with one that is made of parts.
func (t *translator) equalMade(a term, y spec.Expr, op string) term {
	empty := func() term {
		c := boolean(a.receiver()+".is_empty()", postfixLevel, a.partial)
		if op == "!=" {
			return not(c)
		}
		return c
	}

	if elem := element(a.typ); elem != nil {
		list, ok := y.(*spec.List)
		if call, is := y.(*spec.Call); is && call.Path.Last() == "empty" && call.Path.Segs[0].Name == "Seq" || ok && len(list.Xs) == 0 {
			return empty()
		}
		if !ok || !t.e.has(elem, "PartialEq") {
			refuse("the equality with a sequence of this kind")
		}

		var parts []string
		partial := a.partial
		for _, x := range list.Xs {
			p := t.made(x, elem)
			partial = partial || p.partial
			parts = append(parts, p.text)
		}
		return boolean(whole(a)+" "+op+" ["+strings.Join(parts, ", ")+"][..]", compareLevel, partial)
	}

	// Asked without ==, which would need PartialEq of what the Option holds.
	if n, ok := y.(*spec.Name); ok && n.Path.Last() == "None" {
		method := map[string]string{"==": ".is_none()", "!=": ".is_some()"}[op]
		if _, option := generic(a.typ, "Option"); !option {
			refuse("None beside a value of type %s", typeName(a))
		}
		return boolean(a.receiver()+method, postfixLevel, a.partial)
	}
	if !t.e.has(a.typ, "PartialEq") {
		refuse("the equality of values of type %s", typeName(a))
	}
	b := t.made(y, a.typ)
	b.partial = b.partial || a.partial
	return compared(op, term{text: a.operand(compareLevel + 1), level: postfixLevel}, b)
}

// made is a value of a type, made of parts.
func (t *translator) made(x spec.Expr, typ *mir.Type) term {
	if typ == nil {
		refuse("a part whose type the file does not show")
	}
	if typ.Kind == mir.RefType {
		v := t.made(x, typ.Elem)
		return term{text: "&" + v.operand(unaryLevel), level: unaryLevel, typ: typ, partial: v.partial}
	}

	var path string
	var args []spec.Expr
	switch x := x.(type) {
	case *spec.Call:
		path, args = x.Path.Name(), x.Args
	case *spec.Name:
		path = x.Path.Name()
	case *spec.Tuple:
		if typ.Kind != mir.TupleType || len(typ.Args) != len(x.Xs) {
			refuse("a tuple beside a value of type %s", typ)
		}
		return t.parts("", x.Xs, typ.Args, typ)
	}

	if made(x) {
		return t.parts(path, args, t.variant(x, typ, len(args)), typ)
	}

	v := t.expr(x)
	switch {
	case isInt(typ):
		return coerced(v, typ)
	case v.typ == nil || v.typ.String() != typ.String():
		refuse("a value of type %s where one of type %s is compared", typeName(v), typ)
	// A part is owned by the value that it is put into, so it is copied or cloned.
	case t.e.has(typ, "Copy"):
		return term{text: v.operand(unaryLevel), level: unaryLevel, typ: typ, partial: v.partial}
	case t.e.has(typ, "Clone"):
		return term{text: v.receiver() + ".clone()", level: postfixLevel, typ: typ, partial: v.partial}
	}
	refuse("a copy of a value of type %s", typ)
	return term{}
}

// parts is a constructor with its parts.
func (t *translator) parts(path string, xs []spec.Expr, types []*mir.Type, typ *mir.Type) term {
	out := term{level: postfixLevel, typ: typ}
	var texts []string
	for i, x := range xs {
		p := t.made(x, types[i])
		out.partial = out.partial || p.partial
		texts = append(texts, p.text)
	}
	out.text = path
	if len(texts) > 0 || path == "" {
		comma := ""
		if path == "" && len(texts) == 1 {
			comma = ","
		}
		out.text += "(" + strings.Join(texts, ", ") + comma + ")"
	}
	return out
}

// variant are the types of the parts of a variant that is made.
func (t *translator) variant(x spec.Expr, typ *mir.Type, n int) []*mir.Type {
	var path *mir.Path
	switch x := x.(type) {
	case *spec.Call:
		path = x.Path
	case *spec.Name:
		path = x.Path
	default:
		refuse("a sequence inside of a value")
	}
	types, ok := t.e.constructor(typ, path)
	if !ok || len(types) != n {
		refuse("the variant %s of a value of type %s", path, typ)
	}
	return types
}

// constructor are the types of the parts of a constructor of a type.
func (e *emitter) constructor(typ *mir.Type, path *mir.Path) ([]*mir.Type, bool) {
	last := path.Last()
	if args, ok := generic(typ, "Option"); ok && len(args) == 1 && e.item(typ) == nil {
		return map[string][]*mir.Type{"Some": args, "None": {}}[last], last == "Some" || last == "None"
	}
	if args, ok := generic(typ, "Result"); ok && len(args) == 2 && e.item(typ) == nil {
		return map[string][]*mir.Type{"Ok": args[:1], "Err": args[1:]}[last], last == "Ok" || last == "Err"
	}

	it := e.item(typ)
	// A variant's name alone may be another enum's.
	if it == nil || it.Enum && (len(path.Segs) < 2 || path.Segs[len(path.Segs)-2].Name != it.Name && path.Segs[len(path.Segs)-2].Name != "Self") {
		return nil, false
	}
	for _, v := range it.Variants {
		if v.Name != last {
			continue
		}
		out := []*mir.Type{}
		for _, f := range v.Fields {
			out = append(out, e.field(typ, v.Name, f.Name))
		}
		return out, true
	}
	return nil, false
}
