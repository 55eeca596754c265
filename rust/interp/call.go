package interp

import (
	"math/big"
	"slices"
	"strings"
	"unicode"

	"ensures/rust/mir"
)

// call runs a call: of the file's own body, or of one of std's functions that is known here.
func (x *frame) call(t *mir.Term) *cell {
	if t.Func.Const == nil || t.Func.Const.Path == nil {
		unsupported("call of a function value")
	}
	p := t.Func.Const.Path
	args := make([]*cell, len(t.Args))
	for i, a := range t.Args {
		args[i] = x.operand(a)
	}

	if strings.Contains(p.Name(), "panicking::") || strings.HasPrefix(p.Name(), "std::rt::") || p.Last() == "panic_fmt" {
		panic(panicked{p.Name()})
	}

	// The file's own bodies before std's models: an impl of the file may have any name.
	if f := x.own(p, t); f != nil {
		if p.Self != nil { // a trait of references is that of what they refer to
			for i := range args {
				for args[i].kind == ref && args[i].to.kind == ref {
					args[i] = args[i].to
				}
			}
		}
		return x.body(f, args)
	}

	name, typ := callee(p)
	if f := models[name]; f != nil {
		if v := f(x, args, typ); v != nil {
			return v
		}
	}
	if f := numbers[p.Last()]; f != nil && typ != nil && typ.IsInt() && (p.Trait == nil || p.Trait.Last() == "Ord") {
		return f(args, typ)
	}
	if typ != nil && typ.Name == "char" && len(args) == 1 && args[0].behind().kind == number {
		if yes, ok := character(p.Last(), rune(args[0].behind().n.Int64())); ok {
			return truth(yes)
		}
	}

	if v := x.trait(p, args); v != nil {
		return v
	}
	unsupported("call of %s", p)
	return nil
}

// own is the file's body that a call means; nil where it has none.
func (x *frame) own(p *mir.Path, t *mir.Term) *mir.Func {
	if p.Self != nil {
		if len(t.Args) == 0 {
			return nil
		}

		at := x.operandType(t.Args[0])
		// References to references go by the innermost: std's impls for &T hand on to those of T.
		for at != nil && at.Kind == mir.RefType && at.Elem.Kind == mir.RefType {
			at = at.Elem
		}
		if at == nil {
			return nil
		}
		// A derived impl has no text of its own, so it goes by the type of its receiver.
		if f := x.bodies["derived "+at.String()+" "+p.Last()]; f != nil {
			return f
		}
		return x.bodies[p.Self.String()+"::"+p.Last()]
	}

	names := make([]string, len(p.Segs))
	for i, s := range p.Segs {
		names[i] = s.Name
	}
	if f := x.bodies[strings.Join(names, "::")]; f != nil {
		return f
	}
	// A method behind the path of modules: the type and the method say which.
	if len(names) > 1 && x.items[names[len(names)-2]] != nil {
		return x.bodies[strings.Join(names[len(names)-2:], "::")]
	}
	return nil
}

// callee is a function of std's by the type and the function, and the type it is of.
func callee(p *mir.Path) (string, *mir.Type) {
	if p.Self != nil {
		t := p.Self
		for t.Kind == mir.RefType {
			t = t.Elem
		}
		return typeName(t) + "::" + p.Last(), t
	}
	if len(p.Segs) < 2 {
		return p.Last(), nil
	}
	owner := p.Segs[len(p.Segs)-2].Name
	if inner, ok := strings.CutPrefix(owner, "<impl "); ok {
		if t, err := mir.ParseType(strings.TrimSuffix(inner, ">")); err == nil {
			return typeName(t) + "::" + p.Last(), t
		}
	}
	if owner == "cmp" && len(p.Segs[len(p.Segs)-1].Args) == 1 {
		t := p.Segs[len(p.Segs)-1].Args[0]
		return typeName(t) + "::" + p.Last(), t
	}
	return owner + "::" + p.Last(), nil
}

func typeName(t *mir.Type) string {
	switch t.Kind {
	case mir.SliceType, mir.ArrayType:
		return "slice"
	case mir.PathType:
		return t.Path.Last()
	}
	if t.IsInt() {
		return "int"
	}
	return t.String()
}

// within is a place of a sequence as a number; it panics as the code would where there is
// none.
func within(c *cell, n *big.Int) int {
	if !n.IsInt64() || n.Int64() < 0 || n.Int64() >= int64(len(c.parts)) {
		panic(panicked{"index out of bounds"})
	}
	return int(n.Int64())
}

// slice is what an index gives: an element, or a slice for a range.
func slice(c, at *cell) *cell {
	c = c.behind()
	if at.kind == number {
		return refer(c.parts[within(c, at.n)])
	}

	from, to := 0, len(c.parts)
	end := func(k *cell) int {
		if !k.n.IsInt64() || k.n.Int64() > int64(len(c.parts)) {
			panic(panicked{"range out of bounds"})
		}
		return int(k.n.Int64())
	}
	switch at.name {
	case "RangeFull":
	case "RangeFrom":
		from = end(at.parts[0])
	case "RangeTo":
		to = end(at.parts[0])
	case "Range":
		from, to = end(at.parts[0]), end(at.parts[1])
	default:
		unsupported("index %s", at.name)
	}
	if from > to {
		panic(panicked{"range out of order"})
	}
	// Without capacity behind its end: an append to the slice must not write into the rest.
	return refer(seq(c.parts[from:to:to]))
}

// next takes the first element out of an iterator; nil where there is none.
func (x *frame) next(c *cell) *cell {
	// A range may have more items than anybody waits for, without a statement of the file.
	if x.steps++; x.steps > maxSteps {
		panic(endless{})
	}
	switch {
	case c.kind == iter && c.name == "map":
		v := x.next(c.parts[0])
		if v == nil {
			return nil
		}
		return x.apply(c.parts[1], v)
	case c.kind == iter && c.name == "filter":
		for v := x.next(c.parts[0]); v != nil; v = x.next(c.parts[0]) {
			if x.apply(c.parts[1], refer(v)).n.Sign() != 0 {
				return v
			}
		}
		return nil
	case c.kind == iter && c.name == "zip":
		v := x.next(c.parts[0])
		if v == nil {
			return nil
		}
		w := x.next(c.parts[1])
		if w == nil {
			return nil
		}
		return tuple(v, w)
	case c.kind == iter && c.name == "enumerate":
		v := x.next(c.parts[0])
		if v == nil {
			return nil
		}
		out := tuple(num(c.parts[1].n), v)
		c.parts[1] = num(new(big.Int).Add(c.parts[1].n, big.NewInt(1)))
		return out
	case c.kind == iter && c.name == "rev":
		return x.last(c.parts[0])
	case c.kind == iter:
		if len(c.parts) == 0 {
			return nil
		}
		v := c.parts[0]
		c.parts = c.parts[1:]
		return v
	case c.name == "Range" && c.parts[0].kind == number:
		if c.parts[0].n.Cmp(c.parts[1].n) >= 0 {
			return nil
		}
		v := num(c.parts[0].n)
		c.parts[0] = num(new(big.Int).Add(v.n, big.NewInt(1)))
		return v
	case c.name == "RangeInclusive" && c.parts[0].kind == number:
		if c.parts[2].n.Sign() != 0 || c.parts[0].n.Cmp(c.parts[1].n) > 0 {
			return nil
		}
		v := num(c.parts[0].n)
		// The last item sets exhausted and leaves the ends, which may be the type's own.
		if v.n.Cmp(c.parts[1].n) == 0 {
			c.parts[2] = truth(true)
		} else {
			c.parts[0] = num(new(big.Int).Add(v.n, big.NewInt(1)))
		}
		return v
	}
	unsupported("iterator %s", c.name)
	return nil
}

// last takes the last element out of an iterator.
func (x *frame) last(c *cell) *cell {
	switch {
	case c.kind == iter && c.name == "rev":
		return x.next(c.parts[0])
	// Of map and its like the closure would have to be asked from the end: not here.
	case c.kind == iter && c.name == "":
		if len(c.parts) == 0 {
			return nil
		}
		v := c.parts[len(c.parts)-1]
		c.parts = c.parts[:len(c.parts)-1]
		return v
	case c.name == "Range" && c.parts[0].kind == number:
		if c.parts[0].n.Cmp(c.parts[1].n) >= 0 {
			return nil
		}
		c.parts[1] = num(new(big.Int).Sub(c.parts[1].n, big.NewInt(1)))
		return num(c.parts[1].n)
	case c.name == "RangeInclusive" && c.parts[0].kind == number:
		if c.parts[2].n.Sign() != 0 || c.parts[0].n.Cmp(c.parts[1].n) > 0 {
			return nil
		}
		v := num(c.parts[1].n)
		if v.n.Cmp(c.parts[0].n) == 0 {
			c.parts[2] = truth(true)
		} else {
			c.parts[1] = num(new(big.Int).Sub(v.n, big.NewInt(1)))
		}
		return v
	}
	unsupported("iterator %s from its end", c.name)
	return nil
}

// apply calls a closure.
func (x *frame) apply(f *cell, args ...*cell) *cell {
	body := x.closures[strings.TrimPrefix(f.name, "{closure")]
	if body == nil || len(body.Params) != len(args)+1 {
		unsupported("closure %s", f.name)
	}
	self := f
	if body.Locals[body.Params[0]].Type.Kind == mir.RefType {
		self = refer(f)
	}
	return x.body(body, append([]*cell{self}, args...))
}

// all takes what is left of an iterator.
func (x *frame) all(c *cell) []*cell {
	var out []*cell
	for v := x.next(c); v != nil; v = x.next(c) {
		out = append(out, v)
		// Also of items: what they are put into takes memory.
		if x.steps++; x.steps > maxSteps {
			panic(endless{})
		}
	}
	return out
}

// references are references to cells.
func references(parts []*cell) []*cell {
	out := make([]*cell, len(parts))
	for i, p := range parts {
		out[i] = refer(p)
	}
	return out
}

// bytesOf is how many bytes text has.
func bytesOf(c *cell) int {
	n := 0
	for _, p := range c.parts {
		n += len(string(rune(p.n.Int64())))
	}
	return n
}

// trait runs a function of a trait of std's on std's types.
func (x *frame) trait(p *mir.Path, args []*cell) *cell {
	if p.Trait == nil {
		return nil
	}
	of := p.Trait.Last()

	switch {
	case of == "Iterator" && p.Last() == "next":
		return option(x.next(args[0].behind()))
	case of == "DoubleEndedIterator" && p.Last() == "next_back":
		return option(x.last(args[0].behind()))
	case of == "Iterator":
		return x.iterator(p, args)
	case of == "Extend" && p.Last() == "extend" && args[0].behind().kind == list:
		it := intoIter(args[1])
		if it == nil {
			return nil
		}
		for _, v := range x.all(it) {
			args[0].to.parts = append(slices.Clip(args[0].to.parts), v.behind().copied())
		}
		return tuple()
	case operators[of] != "" && x.plain(p.Self):
		v := x.operator(operators[of], args, p.Self)
		// a += b gives nothing; its left side is a reference to a.
		if v != nil && strings.HasSuffix(of, "Assign") {
			args[0].to.put(v)
			return tuple()
		}
		return v
	case of == "ToString" && p.Last() == "to_string" && args[0].behind().kind == number && p.Self.IsInt():
		var parts []*cell
		for _, r := range args[0].behind().n.String() {
			parts = append(parts, small(int(r)))
		}
		return seq(parts)
	case of == "IntoIterator":
		return intoIter(args[0])
	// Only on types of std: == of any other type may be code.
	case of == "PartialEq" && x.plain(p.Self) && p.Last() == "eq":
		return truth(same(args[0], args[1]))
	case of == "PartialEq" && x.plain(p.Self) && p.Last() == "ne":
		return truth(!same(args[0], args[1]))
	case of == "Clone" && p.Last() == "clone" && x.plain(p.Self):
		return args[0].to.cloned()
	case of == "Default" && p.Last() == "default" && p.Self.IsInt():
		return small(0)
	case (of == "Ord" || of == "PartialOrd") && x.plain(p.Self):
		return ordered(p.Last(), args)
	case (of == "Deref" || of == "DerefMut" || of == "Borrow" || of == "AsRef") && len(args) == 1 && args[0].kind == ref:
		if inner := args[0].to.unboxed(); inner != nil {
			return refer(inner)
		}
		if args[0].to.kind == list {
			return args[0]
		}
	case of == "Index" || of == "IndexMut":
		if len(args) == 2 && args[0].behind().kind == list && p.Self.Kind == mir.PathType && p.Self.Path.Last() != "String" || p.Self.Kind == mir.SliceType {
			return slice(args[0], args[1])
		}
	}
	return nil
}

// operators are std's traits of operators, by what they are on integers.
var operators = map[string]string{"Add": "Add", "Sub": "Sub", "Mul": "Mul", "Div": "Div", "Rem": "Rem", "BitAnd": "BitAnd", "BitOr": "BitOr", "BitXor": "BitXor",
	"AddAssign": "Add", "SubAssign": "Sub", "MulAssign": "Mul"}

// operator is an operator on integers or references to some, which panics where it has no
// result.
func (x *frame) operator(op string, args []*cell, t *mir.Type) *cell {
	for t.Kind == mir.RefType {
		t = t.Elem
	}
	a, b := args[0].behind(), args[1].behind()
	if !t.IsInt() || a.kind != number || b.kind != number {
		return nil
	}
	if (op == "Div" || op == "Rem") && b.n.Sign() == 0 {
		panic(panicked{"division by zero"})
	}
	n := arithmetic(op, a.n, b.n, t)
	// MIN % −1 has a result, but its quotient has none, and Rust panics.
	if wrap(n, t).Cmp(n) != 0 || op == "Rem" && wrap(arithmetic("Div", a.n, b.n, t), t).Cmp(arithmetic("Div", a.n, b.n, t)) != 0 {
		panic(panicked{"overflow"})
	}
	return num(n)
}

// iterator runs a function of Iterator's.
func (x *frame) iterator(p *mir.Path, args []*cell) *cell {
	lazy := func(parts ...*cell) *cell { return &cell{kind: iter, name: p.Last(), parts: parts} }

	switch p.Last() {
	case "rev", "map", "filter":
		return lazy(args...)
	case "enumerate":
		return lazy(args[0], small(0))
	case "zip":
		if other := intoIter(args[1]); other != nil {
			return lazy(args[0], other)
		}
	case "by_ref":
		return args[0]
	case "count":
		return small(len(x.all(args[0])))
	case "cloned", "copied":
		parts := x.all(args[0])
		for i, q := range parts {
			parts[i] = q.to.cloned()
		}
		return &cell{kind: iter, parts: parts}
	case "skip", "take":
		parts := x.all(args[0])
		n := len(parts)
		if args[1].n.Cmp(big.NewInt(int64(n))) < 0 {
			n = int(args[1].n.Int64())
		}
		if p.Last() == "skip" {
			return &cell{kind: iter, parts: parts[n:]}
		}
		return &cell{kind: iter, parts: parts[:n]}
	case "any", "all":
		it := args[0].behind()
		for v := x.next(it); v != nil; v = x.next(it) {
			// Stops at the first that decides: later items are not asked for, and may panic.
			if yes := x.apply(args[1], v).n.Sign() != 0; yes == (p.Last() == "any") {
				return truth(yes)
			}
		}
		return truth(p.Last() == "all")
	case "fold":
		acc := args[1]
		for v := x.next(args[0]); v != nil; v = x.next(args[0]) {
			acc = x.apply(args[2], acc, v)
		}
		return acc
	case "nth":
		it := args[0].behind()
		for n := args[1].n.Int64(); args[1].n.IsInt64(); n-- {
			v := x.next(it)
			if v == nil || n == 0 {
				return option(v)
			}
		}
	case "sum":
		return x.sum(p, args[0])
	case "max", "min":
		return x.extreme(p, args[0])
	case "collect":
		to := p.Segs[len(p.Segs)-1].Args
		if len(to) != 1 || to[0].Kind != mir.PathType {
			return nil
		}
		parts := x.all(args[0])
		switch to[0].Path.Last() {
		case "Vec":
			return seq(parts)
		case "String":
			if !slices.ContainsFunc(parts, func(c *cell) bool { return c.behind().kind != number }) {
				for i, c := range parts {
					parts[i] = num(c.behind().n)
				}
				return seq(parts)
			}
		}
	}
	return nil
}

// sum adds what an iterator over integers gives.
func (x *frame) sum(p *mir.Path, it *cell) *cell {
	to := p.Segs[len(p.Segs)-1].Args
	if len(to) != 1 || !to[0].IsInt() {
		return nil
	}
	acc := new(big.Int)
	for _, v := range x.all(it) {
		if acc = new(big.Int).Add(acc, v.behind().n); wrap(acc, to[0]).Cmp(acc) != 0 {
			panic(panicked{"overflow"})
		}
	}
	return num(acc)
}

// extreme is the last greatest, or the first least, of what an iterator over std's types of
// numbers gives.
func (x *frame) extreme(p *mir.Path, it *cell) *cell {
	var best *cell
	for _, v := range x.all(it) {
		if v.behind().kind != number {
			return nil
		}
		if c := 0; best != nil {
			// Of equal ones max gives the last and min the first, as std says.
			if c = compare(v, best); p.Last() == "max" && c < 0 || p.Last() == "min" && c >= 0 {
				continue
			}
		}
		best = v
	}
	return option(best)
}

func intoIter(c *cell) *cell {
	switch {
	case c.kind == ref && c.to.kind == list:
		return &cell{kind: iter, parts: references(c.to.parts)}
	case c.kind == list:
		return &cell{kind: iter, parts: c.parts}
	case c.kind == iter, c.kind == group && (c.name == "Range" || c.name == "RangeInclusive"):
		return c
	}
	return nil
}

// plain reports whether a type is made of std's types alone, so that what std says of it
// is known.
func (x *frame) plain(t *mir.Type) bool {
	switch t.Kind {
	case mir.Prim:
		return t.Name != "f32" && t.Name != "f64"
	case mir.TupleType:
		return !slices.ContainsFunc(t.Args, func(a *mir.Type) bool { return !x.plain(a) })
	case mir.RefType, mir.SliceType, mir.ArrayType:
		return x.plain(t.Elem)
	case mir.PathType:
		last := t.Path.Segs[len(t.Path.Segs)-1]
		return t.Path.Self == nil && slices.Contains([]string{"Vec", "Option", "Result", "Box", "String"}, last.Name) && x.items[last.Name] == nil &&
			!slices.ContainsFunc(last.Args, func(a *mir.Type) bool { return !x.plain(a) })
	}
	return false
}

func ordered(name string, args []*cell) *cell {
	c := compare(args[0], args[1])
	switch name {
	case "cmp":
		return ordering(min(1, max(-1, c)))
	case "partial_cmp":
		return some(ordering(min(1, max(-1, c))))
	case "lt":
		return truth(c < 0)
	case "le":
		return truth(c <= 0)
	case "gt":
		return truth(c > 0)
	case "ge":
		return truth(c >= 0)
	case "max":
		if c > 0 {
			return args[0]
		}
		return args[1]
	case "min":
		if c <= 0 {
			return args[0]
		}
		return args[1]
	}
	return nil
}

// character reports what a predicate says of a character; false where it is not known.
func character(name string, r rune) (yes, ok bool) {
	ascii := r < 128
	switch name {
	case "is_ascii_digit":
		return r >= '0' && r <= '9', true
	case "is_ascii_uppercase":
		return r >= 'A' && r <= 'Z', true
	case "is_ascii_lowercase":
		return r >= 'a' && r <= 'z', true
	case "is_ascii_alphabetic":
		return ascii && unicode.IsLetter(r), true
	case "is_ascii_alphanumeric":
		return ascii && (unicode.IsLetter(r) || unicode.IsDigit(r)), true
	case "is_ascii":
		return ascii, true
	case "is_uppercase":
		// Beyond ASCII, Rust's tables and Go's may be of different versions.
		return unicode.IsUpper(r), ascii
	case "is_lowercase":
		return unicode.IsLower(r), ascii
	case "is_alphabetic":
		return unicode.IsLetter(r), ascii
	case "is_alphanumeric":
		return unicode.IsLetter(r) || unicode.IsDigit(r), ascii
	case "is_numeric":
		return unicode.IsDigit(r), ascii
	case "is_whitespace":
		return unicode.IsSpace(r), ascii
	}
	return false, false
}
