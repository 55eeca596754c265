package search

// The terms below are for code that is read: each is nil where its operands have no
// such operation, or where the term would be too long to be worth reading.

// MaxSize is the size of the largest term taken from code.
const MaxSize = 60

func (t *Term) String() string { return t.text }

// Sort is the sort of the term's values.
func (t *Term) Sort() Sort { return t.sort }

// Constant reports whether the term is a literal.
func (t *Term) Constant() bool { return t.konst }

// HoldsAt reports whether a condition is true of an observation.
func (t *Term) HoldsAt(o int) bool { return t.truthAt(o) == yes }

// Size is the number of the term's operators and operands.
func (t *Term) Size() int { return t.size }

// IsNumber reports whether the term is a whole number or a character.
func (t *Term) IsNumber() bool { return t.sort.number() }

// Tested is a condition that the code tests.
func Tested(t *Term) *Term {
	u := *t
	u.code = true
	return &u
}

// Before are the terms about the state before the call.
func (s *Space) Before() []*Term { return s.pre }

// Suggest makes conditions of the code candidates for preconditions.
func (s *Space) Suggest(conditions []*Term) { s.conditions = conditions }

// Int is a whole number.
func (s *Space) Int(n int64) *Term { return constant(formatInt(n), IntSort, n, s.n) }

// IntConstant is a whole number as the code writes it.
func (s *Space) IntConstant(text string, n int64) *Term { return constant(text, IntSort, n, s.n) }

// CharConstant is a character.
func (s *Space) CharConstant(c uint16) *Term { return constant(s.Char(c), CharSort, int64(c), s.n) }

// BoolConstant is a truth value.
func (s *Space) BoolConstant(b bool) *Term {
	if b {
		return constant("true", BoolSort, 1, s.n)
	}
	return constant("false", BoolSort, 0, s.n)
}

// RealConstant is a fraction as the code writes it.
func (s *Space) RealConstant(text string, f float64) *Term {
	return constant(text, RealSort, floatBits(f), s.n)
}

// Negate is −x.
func (s *Space) Negate(x *Term) *Term {
	if x.konst && x.sort == IntSort {
		return s.Int(-x.n[0])
	}
	return negate(x)
}

// Not is the opposite of a condition.
func (s *Space) Not(x *Term) *Term {
	if x.sort != BoolSort {
		return nil
	}
	return not(x, s.opposite(x))
}

// And is x && y.
func And(x, y *Term) *Term { return and(x, y) }

// Or is x || y.
func Or(x, y *Term) *Term { return or(x, y) }

// Arithmetic is x + y and the like.
func Arithmetic(sign string, x, y *Term) *Term {
	for _, o := range arithmetic() {
		if o.sign == sign {
			return o.combine(x, y)
		}
	}
	return nil
}

// Compare is x < y and the like; characters may be compared with numbers, and what is
// compared with a truth value is said simply.
func (s *Space) Compare(sign string, x, y *Term) *Term {
	r := relation(sign)
	if x.sort == BoolSort && y.sort == BoolSort && (y.konst || x.konst) {
		if x.konst {
			x, y = y, x
		}
		if (y.text == "true") == (sign == "==") {
			return x
		}
		return s.Not(x)
	}
	if x.sort.number() && y.sort.number() || comparable(x, y, r) {
		return r.compare(x, y)
	}
	return nil
}

// Label is x == y where both are of one sort, as of a switch and its label.
func Label(x, y *Term) *Term {
	if eq := relation("=="); comparable(x, y, eq) {
		return eq.compare(x, y)
	}
	return nil
}

// If is c ? x : y.
func (s *Space) If(c, x, y *Term) *Term {
	if c.sort == BoolSort && x.sort == BoolSort && y.sort == BoolSort {
		switch {
		case x.text == "true" && y.text == "false":
			return c
		case x.text == "false" && y.text == "true":
			return s.Not(c)
		case x.text == "true":
			return or(c, y)
		case y.text == "false":
			return and(c, x)
		case x.text == "false":
			return and(s.Not(c), y)
		case y.text == "true":
			return or(s.Not(c), x)
		}
	}
	if c.sort != BoolSort || x.sort != y.sort || len(x.n) == 0 || c.size+x.size+y.size > MaxSize {
		return nil
	}

	t := &Term{
		text: s.Dialect.If(c.in(precImplies+1), x.in(precImplies+1), y.in(precImplies+1)), prec: precAtom, sort: x.sort,
		size: c.size + x.size + y.size + 1, n: make([]int64, s.n),
	}
	for i := range s.n {
		u := y
		switch c.truthAt(i) {
		case yes:
			u = x
		case unknown:
			t.undefine(i, s.n)
			continue
		}
		t.n[i] = u.n[i]
		t.inherit(i, u)
	}
	return t
}

// inherit makes a value of t no better than those that it was made of.
func (t *Term) inherit(i int, from ...*Term) {
	for _, x := range from {
		// States are ordered from good to bad: Defined, Overflow, Undefined.
		if st := x.at(i); st > t.at(i) {
			if t.st == nil {
				t.st = make([]State, len(t.n))
			}
			t.st[i] = st
		}
	}
}

// Bitwise is x & y, x | y, x ^ y of numbers or booleans.
func Bitwise(sign string, x, y *Term) *Term {
	if len(x.n) == 0 || len(y.n) == 0 || x.sort == RealSort || y.sort == RealSort || (x.sort == BoolSort) != (y.sort == BoolSort) {
		return nil
	}
	// Parentheses around all of it, as the precedences of & and | aren't among those of terms.
	t := Apply("("+x.in(precAdd)+" "+sign+" "+y.in(precAdd)+")", func(v []int64) int64 {
		switch sign {
		case "&":
			return v[0] & v[1]
		case "|":
			return v[0] | v[1]
		}
		return v[0] ^ v[1]
	}, x, y)
	if x.sort == BoolSort {
		t.sort = BoolSort
	}
	return t
}

// Apply is a function of whole numbers, written as an operand.
func Apply(text string, f func([]int64) int64, args ...*Term) *Term {
	n := args[0].rows()
	t := &Term{text: text, prec: precAtom, sort: IntSort, size: 1, n: make([]int64, n)}
	for _, a := range args {
		t.size += a.size
	}
	row := make([]int64, len(args))
	for i := range n {
		for k, a := range args {
			row[k] = a.n[i]
		}
		t.n[i] = f(row)
		t.inherit(i, args...)
	}
	return t
}

// Item is an element of the sequence of that name, in the state before the call.
func (s *Space) Item(name string, i *Term) *Term {
	for _, x := range s.seqs {
		if (x.text == name || x.text == s.Old(name)) && !x.result {
			return s.element(x, i)
		}
	}
	return nil
}

// Cast is a number as another sort of number, in which f is its value.
func Cast(x *Term, to Sort, text func(operand string) string, f func(int64) int64) *Term {
	t := *x
	// The copy has other values: a hash that was kept is no longer its own.
	t.key = 0
	t.sort, t.text, t.prec, t.size = to, text(x.in(precAtom)), precUnary, x.size+1
	t.n = make([]int64, len(x.n))
	for i, v := range x.n {
		t.n[i] = f(v)
	}
	return &t
}

// All reports whether a number is one of those that ok tells, wherever it has a value.
func (t *Term) All(ok func(int64) bool) bool {
	for i, v := range t.n {
		if t.at(i) == Defined && !ok(v) {
			return false
		}
	}
	return true
}
