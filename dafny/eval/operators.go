package eval

import (
	"math/big"
	"strings"

	"ensures/dafny"
	"ensures/dafny/values"
)

// literal returns the value of a literal.
func literal(e *dafny.Expr) *values.Value {
	text := strings.ReplaceAll(e.Text, "_", "")
	switch e.Kind {
	case dafny.Int:
		n, ok := new(big.Int).SetString(text, 0)
		if strings.HasPrefix(text, "0") && !strings.HasPrefix(text, "0x") {
			n, ok = new(big.Int).SetString(text, 10) // no octal numbers
		}
		if ok && len(text) < maxBits/4 {
			return values.Number(n)
		}
	case dafny.Real:
		if n, ok := new(big.Rat).SetString(text); ok && !strings.ContainsAny(text, "eE") && len(text) < maxBits/4 {
			return &values.Value{Kind: values.Real, Real: n}
		}
	case dafny.Char, dafny.String:
		s, ok := dafny.Unquote(e.Text)
		if !ok {
			break
		}
		v := values.Text(s)
		if e.Kind == dafny.String {
			return v
		}
		if len(v.Items) == 1 {
			return v.Items[0]
		}
	}
	fail(e, "the literal %s", e.Text)
	return nil
}

func (r *run) unary(s *scope, e *dafny.Expr) *values.Value {
	v := r.eval(s, e.Args[0])
	switch {
	case !known(v):
		return v
	case e.Op == "!" && v.Kind == values.Bool:
		return values.Truth(!v.True())
	case e.Op == "!" && v.Kind == values.Bits:
		all := new(big.Int).Sub(new(big.Int).Lsh(one, uint(v.Width)), one)
		return bits(v.Width, all.Xor(all, v.Int))
	case e.Op == "-" && v.Kind == values.Int:
		return values.Number(new(big.Int).Neg(v.Int))
	case e.Op == "-" && v.Kind == values.Real:
		return &values.Value{Kind: values.Real, Real: new(big.Rat).Neg(v.Real)}
	case e.Op == "-" && v.Kind == values.Bits:
		return bits(v.Width, new(big.Int).Neg(v.Int))
	}
	fail(e, "%s%s", e.Op, v)
	return nil
}

// binary evaluates an operator. Logic goes from left to right, but what takes too long on
// the left does not hide a right side that decides.
func (r *run) binary(s *scope, e *dafny.Expr) *values.Value {
	x, y, op := e.Args[0], e.Args[1], e.Op
	if op == "<==" {
		x, y, op = y, x, "==>"
	}
	switch op {
	case "&&", "||", "==>":
		// decides is the left side that leaves nothing to ask.
		decides, then := op == "||", op != "&&"
		if op == "==>" {
			decides = false
		}
		a := r.truth(x, r.eval(s, x))
		// Dafny asks the left side to have a value before it looks at the right one.
		if a == noValue || a != tooLong && a.True() == decides {
			if a == noValue {
				return noValue
			}
			return values.Truth(then)
		}
		b := r.truth(y, r.eval(s, y))
		// Only a right side that decides by itself helps then.
		if a == tooLong && (!known(b) || b.True() != then) {
			return tooLong
		}
		return b
	}

	a := r.eval(s, x)
	if a == noValue {
		return a
	}
	b := r.eval(s, y)
	if !known(a) || !known(b) {
		return either(a, b)
	}
	if op == "<==>" {
		return values.Truth(r.truth(x, a).True() == r.truth(y, b).True())
	}
	return r.operate(e, op, a, b)
}

// chain evaluates a < b <= c.
func (r *run) chain(s *scope, e *dafny.Expr) *values.Value {
	a := r.eval(s, e.Args[0])
	slow := false
	for i, op := range e.Ops {
		b := r.eval(s, e.Args[i+1])
		v := either(a, b)
		if known(a) && known(b) {
			v = r.operate(e, op, a, b)
		}
		switch {
		case v == noValue:
			return v
		case v == tooLong:
			slow = true
		case !v.True():
			return v
		}
		a = b
	}
	if slow {
		return tooLong
	}
	return values.Truth(true)
}

// operate applies an operator to values.
func (r *run) operate(e *dafny.Expr, op string, a, b *values.Value) *values.Value {
	// By length: comparing and joining go over all parts.
	if !r.spend((len(a.Items) + len(b.Items)) / 8) {
		return tooLong
	}
	if op == "in" || op == "!in" {
		return values.Truth(within(e, a, b) == (op == "in"))
	}

	// An integer beside a bit vector is a literal of its type.
	if a.Kind == values.Bits && b.Kind == values.Int {
		b = bits(a.Width, b.Int)
	} else if a.Kind == values.Int && b.Kind == values.Bits && op != "<<" && op != ">>" {
		a = bits(b.Width, a.Int)
	}
	switch op {
	case "==", "!=":
		if !alike(a, b) {
			fail(e, "a comparison of %s with %s", a, b)
		}
		return values.Truth((a.Key() == b.Key()) == (op == "=="))
	case "<":
		return values.Truth(below(e, a, b) && a.Key() != b.Key())
	case "<=":
		return values.Truth(below(e, a, b))
	case ">":
		return values.Truth(below(e, b, a) && a.Key() != b.Key())
	case ">=":
		return values.Truth(below(e, b, a))
	}

	if a.Kind == b.Kind {
		switch a.Kind {
		case values.Int:
			return integers(e, op, a.Int, b.Int)
		case values.Real:
			return reals(e, op, a.Real, b.Real)
		case values.Bits:
			return vectors(e, op, a, b)
		case values.Char:
			if v := integers(e, op, a.Int, b.Int); known(v) && (op == "+" || op == "-") {
				return convert(e, v, &dafny.Type{Name: "char"})
			}
		}
	}
	return collections(e, op, a, b)
}

// alike reports whether two values can be of one type.
func alike(a, b *values.Value) bool {
	switch {
	case a.Kind == values.Null || b.Kind == values.Null:
		return a.Kind == b.Kind || a.Kind == values.Array || b.Kind == values.Array
	case a.Kind != b.Kind:
		return false
	case a.Kind == values.Bits:
		return a.Width == b.Width
	case a.Kind == values.Tuple:
		if len(a.Items) != len(b.Items) {
			return false
		}
		for i := range a.Items {
			if !alike(a.Items[i], b.Items[i]) {
				return false
			}
		}
		return true
	// By the first of each: parts of one collection are of one type.
	case len(a.Items) > 0 && len(b.Items) > 0:
		return alike(a.Items[0], b.Items[0])
	}
	return true
}

// within reports whether a is in a collection.
func within(e *dafny.Expr, a, b *values.Value) bool {
	switch b.Kind {
	case values.Seq, values.Set, values.Multiset, values.Map:
		if len(b.Items) > 0 && !alike(a, b.Items[0]) {
			fail(e, "%s in %s", a, b)
		}
		return count(b, a) > 0
	}
	fail(e, "%s in %s", a, b)
	return false
}

func count(in, x *values.Value) int {
	n := 0
	for _, y := range in.Items {
		if y.Key() == x.Key() {
			n++
		}
	}
	return n
}

// below reports a <= b: of numbers and characters by size, of sequences as a prefix, of
// sets and multisets as a part.
func below(e *dafny.Expr, a, b *values.Value) bool {
	if a.Kind != b.Kind {
		fail(e, "an order of %s and %s", a, b)
	}
	switch a.Kind {
	case values.Int, values.Char, values.Bits:
		return a.Int.Cmp(b.Int) <= 0
	case values.Real:
		return a.Real.Cmp(b.Real) <= 0
	case values.Seq:
		for i, x := range a.Items {
			if i >= len(b.Items) || x.Key() != b.Items[i].Key() {
				return false
			}
		}
		return true
	case values.Set, values.Multiset:
		for _, x := range a.Items {
			if count(a, x) > count(b, x) {
				return false
			}
		}
		return true
	}
	fail(e, "an order of %s and %s", a, b)
	return false
}

var one = big.NewInt(1)

// integers is arithmetic of unbounded integers: the remainder is never negative.
func integers(e *dafny.Expr, op string, a, b *big.Int) *values.Value {
	out := new(big.Int)
	switch op {
	case "+":
		out.Add(a, b)
	case "-":
		out.Sub(a, b)
	case "*":
		if a.BitLen()+b.BitLen() > maxBits {
			return tooLong
		}
		out.Mul(a, b)
	case "/", "%":
		if b.Sign() == 0 {
			return noValue
		}
		if op == "/" {
			out.DivMod(a, b, new(big.Int))
		} else {
			new(big.Int).DivMod(a, b, out)
		}
	default:
		fail(e, "%s of integers", op)
	}
	return values.Number(out)
}

func reals(e *dafny.Expr, op string, a, b *big.Rat) *values.Value {
	if a.Num().BitLen()+a.Denom().BitLen()+b.Num().BitLen()+b.Denom().BitLen() > maxBits {
		return tooLong
	}
	out := new(big.Rat)
	switch op {
	case "+":
		out.Add(a, b)
	case "-":
		out.Sub(a, b)
	case "*":
		out.Mul(a, b)
	case "/":
		if b.Sign() == 0 {
			return noValue
		}
		out.Quo(a, b)
	default:
		fail(e, "%s of reals", op)
	}
	return &values.Value{Kind: values.Real, Real: out}
}

// bits returns the bit vector that is n modulo its size.
func bits(width int, n *big.Int) *values.Value {
	mod := new(big.Int).Lsh(one, uint(width))
	return &values.Value{Kind: values.Bits, Width: width, Int: new(big.Int).Mod(n, mod)}
}

func vectors(e *dafny.Expr, op string, a, b *values.Value) *values.Value {
	if a.Width != b.Width {
		fail(e, "bit vectors of %d and %d bits", a.Width, b.Width)
	}
	out := new(big.Int)
	switch op {
	case "&":
		out.And(a.Int, b.Int)
	case "|":
		out.Or(a.Int, b.Int)
	case "^":
		out.Xor(a.Int, b.Int)
	case "<<", ">>":
		if b.Int.Cmp(big.NewInt(int64(a.Width))) > 0 {
			return noValue // by more than its width
		}
		if op == "<<" {
			out.Lsh(a.Int, uint(b.Int.Int64()))
		} else {
			out.Rsh(a.Int, uint(b.Int.Int64()))
		}
	default:
		v := integers(e, op, a.Int, b.Int)
		if !known(v) {
			return v
		}
		// Computed without bounds and cut below.
		out = v.Int
	}
	return bits(a.Width, out)
}

// collections is the operators of sequences, sets, multisets and maps.
func collections(e *dafny.Expr, op string, a, b *values.Value) *values.Value {
	if len(a.Items)+len(b.Items) > maxItems {
		return tooLong
	}

	both := append(append([]*values.Value{}, a.Items...), b.Items...)
	keep := func(from []*values.Value, in bool) []*values.Value {
		var out []*values.Value
		for _, x := range from {
			if (count(b, x) > 0) == in {
				out = append(out, x)
			}
		}
		return out
	}

	switch {
	// The right map wins, as the later of two entries in Mapping.
	case a.Kind == values.Map && b.Kind == values.Map && op == "+":
		return values.Mapping(both, append(append([]*values.Value{}, a.Held...), b.Held...))
	case a.Kind == values.Map && b.Kind == values.Set && op == "-":
		var ks, vs []*values.Value
		for i, k := range a.Items {
			if count(b, k) == 0 {
				ks, vs = append(ks, k), append(vs, a.Held[i])
			}
		}
		return values.Mapping(ks, vs)
	case a.Kind != b.Kind:
	case a.Kind == values.Seq && op == "+":
		return &values.Value{Kind: values.Seq, Items: both}
	case a.Kind == values.Set && op == "+":
		return &values.Value{Kind: values.Set, Items: values.Sorted(both, true)}
	case a.Kind == values.Set && op == "*":
		return &values.Value{Kind: values.Set, Items: keep(a.Items, true)}
	case a.Kind == values.Set && op == "-":
		return &values.Value{Kind: values.Set, Items: keep(a.Items, false)}
	case a.Kind == values.Set && op == "!!", a.Kind == values.Multiset && op == "!!":
		return values.Truth(len(keep(a.Items, true)) == 0)
	case a.Kind == values.Multiset && op == "+":
		return &values.Value{Kind: values.Multiset, Items: values.Sorted(both, false)}
	case a.Kind == values.Multiset && (op == "*" || op == "-"):
		return &values.Value{Kind: values.Multiset, Items: paired(a, b, op == "*")}
	}
	fail(e, "%s %s %s", a, op, b)
	return nil
}

// paired returns those of a that have one each in b, or those that have none.
func paired(a, b *values.Value, with bool) []*values.Value {
	var out []*values.Value
	seen := map[string]int{}
	for _, x := range a.Items {
		seen[x.Key()]++
		if (seen[x.Key()] <= count(b, x)) == with {
			out = append(out, x)
		}
	}
	return out
}

// convert returns a value as one of a type; it has none where it does not fit.
func convert(e *dafny.Expr, v *values.Value, t *dafny.Type) *values.Value {
	if t == nil {
		return v
	}

	width, isBits := values.Width(t)
	switch {
	case t.Name == "nat" || t.Name == "int" || t.Name == "char" || isBits:
		n := v.Int
		switch {
		case v.Kind == values.Real && v.Real.IsInt():
			n = v.Real.Num()
		// A fraction has no integer of the same value; Floor is the way to one.
		case v.Kind == values.Real:
			return noValue
		case v.Kind != values.Int && v.Kind != values.Char && v.Kind != values.Bits:
			fail(e, "%s as %s", v, t)
		}

		out := &values.Value{Kind: values.Int, Type: t, Int: n}
		switch {
		case isBits:
			out.Kind, out.Width = values.Bits, width
		case t.Name == "char":
			out.Kind = values.Char
		}
		if !values.Fits(out) {
			return noValue
		}
		return out
	case t.Name == "real":
		switch v.Kind {
		case values.Real:
			return v
		case values.Int, values.Bits, values.Char:
			return &values.Value{Kind: values.Real, Real: new(big.Rat).SetInt(v.Int)}
		}
		fail(e, "%s as real", v)
	}
	return v
}
