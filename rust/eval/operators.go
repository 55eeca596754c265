package eval

import (
	"math/big"

	"ensures/rust/mir"
	"ensures/rust/spec"
	"ensures/rust/values"
)

// binary is an operator; what both sides must be known for is below [run.arithmetic].
func (r *run) binary(s *scope, c *spec.Binary) *values.Value {
	switch c.Op {
	case "&&", "||", "==>", "<==>":
		return r.logical(s, c)
	}

	a, b := r.eval(s, c.X), r.eval(s, c.Y)
	if !known(a) || !known(b) {
		return unknownOf(a, b)
	}
	switch c.Op {
	case "==", "!=":
		return values.Truth(r.equal(c, a, b) == (c.Op == "=="))
	case "+":
		if a.Kind == values.Seq && b.Kind == values.Seq {
			return concat(a, b)
		}
	case "&", "|", "^":
		if a.Kind == values.Bool && b.Kind == values.Bool {
			x, y := a.True(), b.True()
			return values.Truth(map[string]bool{"&": x && y, "|": x || y, "^": x != y}[c.Op])
		}
	}

	return r.arithmetic(c, number(c.X, a), number(c.Y, b))
}

func concat(a, b *values.Value) *values.Value {
	return &values.Value{Kind: values.Seq, Items: append(append([]*values.Value{}, a.Items...), b.Items...)}
}

// equal compares values; numbers and characters are never the same.
func (r *run) equal(c *spec.Binary, a, b *values.Value) bool {
	r.left -= len(a.Items) + len(b.Items)
	if a.Kind != b.Kind {
		fail(c, "comparison of different types")
	}
	return values.Equal(a, b)
}

// arithmetic is of whole numbers: a / b and a % b are Euclid's, so that 0 ≤ a % b < |b|.
func (r *run) arithmetic(c *spec.Binary, a, b *big.Int) *values.Value {
	if a.BitLen()+b.BitLen() > 10_000 {
		return tooLong
	}

	out := new(big.Int)
	switch c.Op {
	case "<":
		return values.Truth(a.Cmp(b) < 0)
	case "<=":
		return values.Truth(a.Cmp(b) <= 0)
	case ">":
		return values.Truth(a.Cmp(b) > 0)
	case ">=":
		return values.Truth(a.Cmp(b) >= 0)
	case "+":
		return values.Integer(out.Add(a, b))
	case "-":
		return values.Integer(out.Sub(a, b))
	case "*":
		if a.BitLen()+b.BitLen() > maxBits {
			return tooLong
		}
		return values.Integer(out.Mul(a, b))
	case "/", "%":
		if b.Sign() == 0 {
			return noValue
		}
		if c.Op == "/" {
			// Div and Mod of big.Int are Euclid's; Quo and Rem would be Rust's.
			return values.Integer(out.Div(a, b))
		}
		return values.Integer(out.Mod(a, b))
	case "&":
		return values.Integer(out.And(a, b))
	case "|":
		return values.Integer(out.Or(a, b))
	case "^":
		return values.Integer(out.Xor(a, b))
	case ">>":
		if b.Sign() < 0 || b.BitLen() > 10 {
			return noValue
		}
		return values.Integer(out.Rsh(a, uint(b.Uint64())))
	}
	fail(c, "operator "+c.Op)
	return nil
}

// logical is Kleene's: a side that decides does so whatever the other one is.
func (r *run) logical(s *scope, c *spec.Binary) *values.Value {
	a := r.eval(s, c.X)
	in := s
	// Once more for what the pattern binds: the right side sees it.
	if is, ok := c.X.(*spec.Is); ok && (c.Op == "&&" || c.Op == "==>") && known(a) && a.True() {
		in, _ = r.fits(s, r.eval(s, is.X), is.Pattern)
	}

	if known(a) {
		x := r.truth(c.X, a)
		switch {
		case c.Op == "&&" && !x:
			return values.Truth(false)
		case c.Op == "||" && x, c.Op == "==>" && !x:
			return values.Truth(true)
		}
		b := r.eval(in, c.Y)
		switch {
		case !known(b):
			return b
		case c.Op == "<==>":
			return values.Truth(x == r.truth(c.Y, b))
		}
		return values.Truth(r.truth(c.Y, b))
	}

	if is, ok := c.X.(*spec.Is); ok && c.Op != "<==>" && c.Op != "||" && is.Pattern != nil {
		return a // what the other side speaks of is not known
	}

	// The left side is not known: only a right side that decides by itself helps.
	b := r.eval(s, c.Y)
	switch {
	case !known(b):
		return either(a, b)
	case c.Op == "&&" && !r.truth(c.Y, b):
		return values.Truth(false)
	case (c.Op == "||" || c.Op == "==>") && r.truth(c.Y, b):
		return values.Truth(true)
	}
	return a
}

// call is a call in a clause: old(x), a variant, an empty sequence, a function of
// clauses.
func (r *run) call(s *scope, c *spec.Call) *values.Value {
	p := c.Path
	last := p.Last()
	first := p.Segs[0].Name

	// What before does not name is looked up as ever: variables that the clause itself binds.
	if last == "old" && len(p.Segs) == 1 && len(c.Args) == 1 && r.funcs["old"] == nil {
		return r.eval(&scope{vars: s.before, before: s.before, outer: s}, c.Args[0])
	}
	if last == "empty" && len(p.Segs) == 2 && len(c.Args) == 0 {
		switch first {
		case "Seq":
			return &values.Value{Kind: values.Seq}
		case "Set":
			return &values.Value{Kind: values.Set}
		case "Multiset":
			return &values.Value{Kind: values.Bag}
		}
	}
	if last == "new" && len(p.Segs) == 2 && first == "Seq" && len(c.Args) == 2 {
		return r.newSeq(s, c)
	}

	args := make([]*values.Value, len(c.Args))
	for i, a := range c.Args {
		if args[i] = r.eval(s, a); !known(args[i]) {
			return args[i]
		}
	}

	name := last
	if len(p.Segs) > 1 {
		name = p.Segs[len(p.Segs)-2].Name + "::" + last
	}
	fn := r.funcs[name]
	if fn == nil {
		fn = r.funcs[last]
	}
	switch {
	case fn == nil && last == "abs" && len(args) == 1:
		return values.Integer(new(big.Int).Abs(number(c, args[0])))
	case fn == nil:
		if v := r.variant(p, args); v != nil {
			return v
		}
		fail(c, "unknown function "+p.String())
	case fn.Mode != spec.SpecFn:
		fail(c, "function "+name+", which is no spec fn,")
	case fn.Value == nil:
		fail(c, "function "+name+", which has no body,")
	}
	return r.apply(c, fn, args)
}

// apply is a function of clauses at its arguments.
func (r *run) apply(at spec.Expr, fn *spec.Func, args []*values.Value) *values.Value {
	if len(args) != len(fn.Params) {
		fail(at, fn.Name+" with this number of arguments")
	}
	if r.depth >= maxDepth {
		return tooLong
	}

	in := &scope{vars: map[string]*values.Value{}}
	for i, p := range fn.Params {
		// A function says nothing of what is not of its parameter's type.
		if !has(p.Type, args[i]) {
			return noValue
		}
		in.vars[p.Name] = args[i]
	}

	r.depth++
	v := r.eval(in, fn.Value)
	r.depth--
	if known(v) && !has(fn.Result.Type, v) {
		return noValue
	}
	return v
}

// has reports whether a number is one of a type; of other values the type is not asked.
func has(t *mir.Type, v *values.Value) bool {
	if t == nil || v.Kind != values.Int {
		return true
	}
	if t.IsInt() {
		return values.Fits(&values.Type{Kind: values.Int, Name: t.Name}, v.Int)
	}
	return t.String() != "nat" || v.Int.Sign() >= 0
}

// newSeq is Seq::new(n, |i| e).
func (r *run) newSeq(s *scope, c *spec.Call) *values.Value {
	n := r.eval(s, c.Args[0])
	if !known(n) {
		return n
	}
	if m := number(c, n); m.Sign() < 0 || !m.IsInt64() || m.Int64() > int64(r.left) {
		return tooLong
	}
	out := &values.Value{Kind: values.Seq}
	for i := range n.Int.Int64() {
		x := r.closure(s, c.Args[1], values.Integer(big.NewInt(i)))
		if !known(x) {
			return x
		}
		out.Items = append(out.Items, x)
	}
	return out
}

// closure is a function given in a clause at its arguments.
func (r *run) closure(s *scope, c spec.Expr, args ...*values.Value) *values.Value {
	f, ok := c.(*spec.Closure)
	if !ok {
		if n, named := c.(*spec.Name); named {
			if fn := r.funcs[n.Path.Last()]; fn != nil && fn.Mode == spec.SpecFn && fn.Value != nil {
				return r.apply(c, fn, args)
			}
		}
		fail(c, "function that is not written out")
	}
	if len(f.Params) != len(args) {
		fail(c, "function with this number of parameters")
	}
	for i, p := range f.Params {
		s = s.with(p.Name, args[i])
	}
	return r.eval(s, f.Body)
}
