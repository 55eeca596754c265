package propose

import (
	"hash/maphash"
	"math"
	"math/bits"

	"ensures/java/interp"
)

// sort is what kind of value a term has.
type sort uint8

const (
	badSort sort = iota
	boolSort
	intSort   // byte, short, int, long: mathematical integers
	charSort  // char: an integer, printed as a character
	floatSort // double and float, as double
	textSort  // String
	listSort  // array
	refSort   // any other reference
)

func (s sort) number() bool { return s == intSort || s == charSort }

// state says whether a term has a value in an observation.
type state uint8

const (
	defined  state = iota
	overflow       // beyond 64 bits: the value is wrapped
	undefined
)

// term is an expression with its value in every row of its space.
type term struct {
	text    string
	prec    int // of the outermost operator, for parentheses
	sort    sort
	elem    sort // of listSort
	size    int  // number of operators and operands
	result  bool // mentions \result or the state after the call
	konst   bool
	bits    int     // of the Java type of a variable or result; 0 for others
	mixed   bool    // has a constant operand
	code    bool    // a condition that the code tests
	indexed bool    // depends on a quantified variable
	n       []int64 // numbers, booleans, float bits
	r       []interp.Ref
	st      []state // nil: defined everywhere
	key     uint64
}

// Precedences, loosest first, as in Java and JML.
const (
	precImplies = 1
	precOr      = 2
	precAnd     = 3
	precEq      = 4
	precRel     = 5
	precAdd     = 6
	precMul     = 7
	precUnary   = 8
	precAtom    = 9
)

func (t *term) at(i int) state {
	if t.st == nil {
		return defined
	}
	return t.st[i]
}

// in is the text of t as an operand of an operator with precedence p.
func (t *term) in(p int) string {
	if t.prec < p {
		return "(" + t.text + ")"
	}
	return t.text
}

func (t *term) rows() int { return max(len(t.n), len(t.r)) }

// hash is equal for terms with equal values in the first n rows.
func (t *term) hash(seed maphash.Seed, n int) uint64 {
	if t.key != 0 {
		return t.key
	}
	var h maphash.Hash
	h.SetSeed(seed)
	h.WriteByte(byte(t.sort))
	var b [9]byte
	for i := range n {
		b[8] = byte(t.at(i))
		x := uint64(0)
		if b[8] != byte(undefined) && i < len(t.n) {
			x = uint64(t.n[i])
		}
		for j := range 8 {
			b[j] = byte(x >> (8 * j))
		}
		h.Write(b[:])
	}
	t.key = h.Sum64() | 1
	return t.key
}

// op is a binary operator on numbers.
type op struct {
	sign string
	prec int
	comm bool
	ints func(x, y int64) (int64, state)
	flts func(x, y float64) float64 // nil when it makes no sense
}

// arithmetic is the operators terms are built from, in order of preference.
func arithmetic() []op {
	return []op{
		{"+", precAdd, true, addInt, func(x, y float64) float64 { return x + y }},
		{"-", precAdd, false, subInt, func(x, y float64) float64 { return x - y }},
		{"*", precMul, true, mulInt, func(x, y float64) float64 { return x * y }},
		{"/", precMul, false, divInt, func(x, y float64) float64 { return x / y }},
		{"%", precMul, false, remInt, nil},
	}
}

func addInt(x, y int64) (int64, state) {
	s := x + y
	if (s > x) != (y > 0) && y != 0 {
		return s, overflow
	}
	return s, defined
}

func subInt(x, y int64) (int64, state) {
	s := x - y
	if (s < x) != (y > 0) && y != 0 {
		return s, overflow
	}
	return s, defined
}

func mulInt(x, y int64) (int64, state) {
	hi, lo := bits.Mul64(uint64(x), uint64(y))
	h := int64(hi)
	if x < 0 {
		h -= y
	}
	if y < 0 {
		h -= x
	}
	if s := int64(lo); h == s>>63 {
		return s, defined
	}
	return int64(lo), overflow
}

func divInt(x, y int64) (int64, state) {
	if y == 0 {
		return 0, undefined
	}
	if x == math.MinInt64 && y == -1 {
		return x, overflow
	}
	return x / y, defined
}

func remInt(x, y int64) (int64, state) {
	if y == 0 {
		return 0, undefined
	}
	if y == -1 {
		return 0, defined
	}
	return x % y, defined
}

// apply is the value of x∘y in row i.
func (o op) apply(x, y *term, i int) (int64, state) {
	sx, sy := x.at(i), y.at(i)
	if sx == undefined || sy == undefined {
		return 0, undefined
	}
	if x.sort == floatSort || y.sort == floatSort {
		return int64(math.Float64bits(o.flts(x.float(i), y.float(i)))), defined
	}
	n, s := o.ints(x.n[i], y.n[i])
	return n, max(s, sx, sy)
}

// float is the value of a number as a double.
func (t *term) float(i int) float64 {
	if t.sort == floatSort {
		return math.Float64frombits(uint64(t.n[i]))
	}
	return float64(t.n[i])
}

// combine is the term x∘y, nil when the operator does not fit the operands.
func (o op) combine(x, y *term) *term {
	if !o.fits(x, y) {
		return nil
	}
	n := x.rows()
	t := &term{
		text: x.in(o.prec) + " " + o.sign + " " + y.in(o.prec+1), prec: o.prec, sort: intSort,
		size: x.size + y.size + 1, result: x.result || y.result, konst: x.konst && y.konst, indexed: x.indexed || y.indexed, mixed: x.konst || y.konst || x.mixed || y.mixed,
		n: make([]int64, n),
	}
	if x.sort == floatSort || y.sort == floatSort {
		t.sort = floatSort
	}
	for i := range n {
		v, s := o.apply(x, y, i)
		t.n[i] = v
		if s != defined {
			if t.st == nil {
				t.st = make([]state, n)
			}
			t.st[i] = s
		}
	}
	return t
}

func (o op) fits(x, y *term) bool {
	num := func(s sort) bool { return s.number() || s == floatSort }
	if !num(x.sort) || !num(y.sort) {
		return false
	}
	if (x.sort == floatSort || y.sort == floatSort) && o.flts == nil {
		return false
	}
	return true
}

// negate is -x.
func negate(x *term) *term {
	if !x.sort.number() && x.sort != floatSort {
		return nil
	}
	n := x.rows()
	t := &term{text: "-" + x.in(precUnary), prec: precUnary, sort: x.sort, size: x.size + 1, result: x.result, konst: x.konst, indexed: x.indexed, n: make([]int64, n), st: x.st}
	if t.sort == charSort {
		t.sort = intSort
	}
	for i := range n {
		if x.sort == floatSort {
			t.n[i] = int64(math.Float64bits(-x.float(i)))
		} else {
			t.n[i] = -x.n[i]
		}
	}
	return t
}

// constant is a term with one value.
func constant(text string, s sort, v int64, rows int) *term {
	t := &term{text: text, prec: precAtom, sort: s, size: 1, konst: true, n: make([]int64, rows)}
	if v < 0 && s != floatSort {
		t.prec = precUnary
	}
	for i := range t.n {
		t.n[i] = v
	}
	return t
}
