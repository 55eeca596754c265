package symbolic

import (
	"slices"

	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
)

// said says how a method of the library stands in a specification.
type said struct {
	static bool
	needs  func(x *exec, e *java.Call, st *state, recv java.Expr, args []java.Expr) *state
}

// saidOf looks a method of the library up.
func saidOf(m *types.Method) (said, bool) {
	switch m.Owner.Name {
	case "Math", "StrictMath":
		switch m.Name {
		case "abs":
			return said{static: true, needs: absNeeds}, true
		case "max", "min", "pow", "sqrt", "floor", "ceil", "sin", "cos", "tan", "exp", "log", "log10", "cbrt", "hypot", "toRadians", "toDegrees", "atan", "atan2", "round", "signum", "floorMod", "floorDiv":
			return said{static: true}, true
		}
	case "Character":
		switch m.Name {
		case "isDigit", "isLetter", "isLetterOrDigit", "isUpperCase", "isLowerCase", "isWhitespace", "toUpperCase", "toLowerCase", "isAlphabetic":
			return said{static: true}, m.Flags.Has(java.Static)
		}
	case "Integer", "Long", "Double", "Boolean", "Float":
		switch m.Name {
		case "compare", "max", "min", "sum", "isNaN", "isInfinite", "toBinaryString", "toHexString", "toString", "valueOf", "bitCount", "signum":
			if m.Flags.Has(java.Static) && (m.Name != "valueOf" || len(m.Params) == 1 && types.IsPrimitive(m.Params[0].Type)) {
				return said{static: true}, true
			}
		case "intValue", "longValue", "doubleValue", "booleanValue":
			return said{}, true
		}
	case "String":
		switch m.Name {
		case "length", "isEmpty", "equals", "equalsIgnoreCase", "startsWith", "endsWith", "contains", "indexOf", "lastIndexOf", "concat", "trim", "toUpperCase", "toLowerCase",
			"compareTo", "hashCode", "replace", "replaceAll", "matches", "toString", "isBlank", "strip":
			return said{}, !m.Flags.Has(java.Static)
		case "valueOf":
			return said{static: true}, len(m.Params) == 1 && types.IsPrimitive(m.Params[0].Type)
		case "charAt":
			return said{needs: func(x *exec, e *java.Call, st *state, recv java.Expr, args []java.Expr) *state {
				return x.need(st, e, expr.OutOfBounds, within(args[0], expr.Call(recv, "length"), java.Lt), "StringIndexOutOfBoundsException")
			}}, true
		case "substring":
			return said{needs: substringNeeds}, true
		}
	case "Array": // of reflection; what is no array has no length, and nothing here to say so
		return said{static: true}, m.Name == "getLength"
	case "Object":
		if m.Name == "equals" {
			return said{}, true
		}
	case "List", "ArrayList", "Collection", "AbstractCollection", "AbstractList", "LinkedList":
		switch m.Name {
		case "size", "isEmpty", "contains", "indexOf":
			return said{}, true
		case "get":
			return said{needs: func(x *exec, e *java.Call, st *state, recv java.Expr, args []java.Expr) *state {
				return x.need(st, e, expr.OutOfBounds, within(args[0], expr.Call(recv, "size"), java.Lt), "IndexOutOfBoundsException")
			}}, true
		}
	case "Map", "HashMap", "TreeMap", "Set", "HashSet":
		switch m.Name {
		case "size", "isEmpty", "containsKey", "contains", "get":
			return said{}, true
		}
	}
	return said{}, false
}

func absNeeds(x *exec, e *java.Call, st *state, _ java.Expr, args []java.Expr) *state {
	class := integral(x.typeOf(e))
	if class == "" || x.o.Wrapped {
		return st
	}
	return x.need(st, e, expr.OutOfRange, &java.Binary{Op: java.Ne, X: args[0], Y: member(expr.Name(class), "MIN_VALUE")}, "")
}

func substringNeeds(x *exec, e *java.Call, st *state, recv java.Expr, args []java.Expr) *state {
	n := expr.Call(recv, "length")
	cond := within(args[0], n, java.Le)
	if len(args) == 2 {
		cond = and(within(args[0], args[1], java.Le), compared(java.Le, args[1], n, nil))
	}
	return x.need(st, e, expr.OutOfBounds, cond, "StringIndexOutOfBoundsException")
}

// ofLibrary is a call of a method of the library.
func (x *exec) ofLibrary(e *java.Call, c *types.Call, recv value, l args) []result {
	m := c.Method
	if recv.made != 0 {
		return x.onMade(e, m, recv, l)
	}
	if m.Owner.Name == "Arrays" && m.Name == "asList" || m.Owner.Name == "List" && m.Name == "of" && m.Flags.Has(java.Static) {
		if !c.Spread {
			x.refuse("a call of "+m.Name, e)
		}
		return []result{x.newObject(l.st, &made{kind: listMade, cells: l.vs}, c.Result)}
	}
	s, ok := saidOf(m)
	if !ok || s.static != m.Flags.Has(java.Static) {
		x.refuse("a call of "+m.Owner.Name+"."+m.Name, e)
	}
	out := &java.Call{Name: java.Ident{Name: m.Name}}

	st := l.st
	if s.static {
		out.X = expr.Name(m.Owner.Name)
	} else {
		out.X = x.scalar(recv, e)
		if st = x.nonNull(st, e, out.X); st == nil {
			return nil
		}
	}
	for _, v := range l.vs {
		v = x.text(st, v)
		out.Args = append(out.Args, x.scalar(v, e))
	}
	if s.needs != nil {
		if st = s.needs(x, e, st, out.X, out.Args); st == nil {
			return nil
		}
	}

	t := x.typeOf(e)
	if m.Owner.Name == "Array" && m.Name == "getLength" && x.arrayParam(out.Args[0]) { // which is an Object where it is asked
		if st = x.nonNull(st, e, out.Args[0]); st == nil {
			return nil
		}
		return []result{{st, value{x: member(out.Args[0], "length"), t: t}}}
	}
	if n, isText := out.X.(*java.Literal); isText && n.Kind == java.StringLiteral && m.Name == "length" && len(l.vs) == 0 {
		return []result{{st, value{x: expr.Number(int64(len(java.DecodeUTF16(n.Value)))), t: t}}}
	}
	return []result{{st, x.bounded(value{x: out, t: t}, e)}}
}

// arrayParam reports whether an expression of the specification is a parameter of the method
// that is declared as an array.
func (x *exec) arrayParam(e java.Expr) bool {
	name, ok := e.(*java.Name)
	return ok && slices.ContainsFunc(x.method.Params, func(p *types.Local) bool {
		_, array := p.Type.(*types.ArrayType)
		return array && p.Name == name.Name
	})
}

// onMade is a call on a list or builder that the method made.
func (x *exec) onMade(e *java.Call, m *types.Method, recv value, l args) []result {
	o := l.st.made[recv.made]
	change := func(c made) []result {
		st := l.st.fork()
		st.made[recv.made] = &c
		v := recv
		if o.kind == listMade {
			v = value{x: expr.Bool(true), t: types.TBoolean}
		}
		return []result{{st, v}}
	}

	switch {
	case o.kind == listMade && m.Name == "add" && len(l.vs) == 1 && l.vs[0].x != nil:
		c := *o
		c.cells = append(slices.Clip(o.cells), l.vs[0])
		return change(c)
	case o.kind == listMade && m.Name == "size":
		return []result{{l.st, value{x: expr.Number(int64(len(o.cells))), t: types.TInt}}}
	case o.kind == listMade && m.Name == "get" && len(l.vs) == 1:
		if n, ok := intOf(l.vs[0].x); ok && n >= 0 && n < int64(len(o.cells)) {
			return []result{{l.st, o.cells[n]}}
		}
	case o.kind == builderMade && m.Name == "append" && len(l.vs) == 1:
		c := *o
		v := x.scalar(x.text(l.st, l.vs[0]), e)
		if t := l.vs[0].t; t == nil || types.Unboxed(t) == nil && !types.IsString(t) {
			x.refuse("appending an object", e)
		}
		if o.text == nil {
			// Without a text on its left + would add.
			if !types.IsString(l.vs[0].t) {
				v = &java.Binary{Op: java.Plus, X: &java.Literal{Kind: java.StringLiteral, Raw: `""`}, Y: v}
			}
			c.text = v
		} else {
			c.text = &java.Binary{Op: java.Plus, X: o.text, Y: v}
		}
		x.bounded(value{x: c.text}, e)
		return change(c)
	case o.kind == builderMade && m.Name == "toString":
		return []result{{l.st, value{x: x.text(l.st, recv).x, t: x.typeOf(e)}}}
	}
	x.refuse("a call of "+m.Name+" on a made object", e)
	return nil
}

// create is new C(…): exceptions by their class, lists and builders that start
// empty or from a text.
func (x *exec) create(e *java.New, st *state) []result {
	c := x.info.Calls[e]
	t := x.typeOf(e)
	if c == nil || c.Method == nil || e.Body != nil {
		x.refuse("creating an object", e)
	}
	class := c.Method.Owner
	if x.isThrowable(class) {
		for _, a := range e.Args {
			// The message is of no interest; that computing it may fail is.
			if !x.pure(a) {
				x.refuse("an exception's arguments", a)
			}
			rs := x.eval(a, st)
			if len(rs) != 1 {
				x.refuse("an exception's arguments", a)
			}
			st = rs[0].st
		}
		return []result{{st, value{exc: class.Name, t: t}}}
	}

	switch class.Name {
	case "ArrayList", "LinkedList":
		if len(e.Args) == 0 {
			return []result{x.newObject(st, &made{kind: listMade}, t)}
		}
	case "StringBuilder", "StringBuffer":
		if len(e.Args) == 0 {
			return []result{x.newObject(st, &made{kind: builderMade}, t)}
		}
		var out []result
		for _, r := range x.eval(e.Args[0], st) {
			if !types.IsString(r.v.t) {
				x.refuse("creating a builder", e)
			}
			out = append(out, x.newObject(r.st, &made{kind: builderMade, text: x.scalar(r.v, e)}, t))
		}
		return out
	}
	x.refuse("creating a "+class.Name, e)
	return nil
}

func (x *exec) isThrowable(c *types.Class) bool {
	for c != nil {
		if c.Name == "Throwable" {
			return true
		}
		c.Load()
		if c.Super == nil {
			return false
		}
		c = c.Super.Class
	}
	return false
}

func (x *exec) newArray(e *java.NewArray, st *state) []result {
	t := x.typeOf(e)
	if e.Init != nil {
		return x.arrayOf(e.Init, t, st)
	}

	a, ok := t.(*types.ArrayType)
	if !ok || len(e.Lens) != 1 || e.Dims != 1 {
		x.refuse("an array of arrays", e)
	}
	zero := zeroOf(a.Elem)
	var out []result
	for _, r := range x.eval(e.Lens[0], st) {
		n := x.scalar(r.v, e)
		b := x.need(r.st, e, expr.NegativeSize, compared(java.Ge, n, expr.Number(0), nil), "NegativeArraySizeException")
		if b == nil {
			continue
		}
		m := &made{kind: arrayMade, elem: a.Elem}
		// Short arrays of a constant length are kept cell by cell.
		if k, ok := intOf(n); ok && k >= 0 && k <= 32 {
			for range k {
				m.cells = append(m.cells, value{x: zero, t: a.Elem})
			}
		} else {
			m.n, m.zero = n, zero
		}
		out = append(out, x.newObject(b, m, t))
	}
	return out
}

// arrayOf is { a, b, … }.
func (x *exec) arrayOf(e *java.ArrayInit, t types.Type, st *state) []result {
	a, ok := t.(*types.ArrayType)
	if !ok {
		x.refuse("an array", e)
	}
	lists := []args{{st: st}}
	for _, el := range e.Elems {
		var next []args
		for _, l := range lists {
			for _, r := range x.eval(el, l.st) {
				next = append(next, args{r.st, append(slices.Clip(l.vs), x.convert(r.v, a.Elem))})
			}
		}
		lists = next
	}
	var out []result
	for _, l := range lists {
		out = append(out, x.newObject(l.st, &made{kind: arrayMade, elem: a.Elem, cells: l.vs}, t))
	}
	return out
}
