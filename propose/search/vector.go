package search

import (
	"hash/maphash"
	"math"
	"math/bits"
	"strconv"
)

// Sort is what kind of value a term has.
type Sort uint8

// The sorts of terms.
const (
	_ Sort = iota
	BoolSort
	IntSort  // of any width: mathematical integers
	CharSort // an integer, printed as a character
	RealSort // binary fractions, as 64 bits
	TextSort // a string
	ListSort // an array or list
	RefSort  // any other reference
)

// plain reports whether values of the sort are numbers to a term.
func (s Sort) plain() bool { return s >= BoolSort && s <= RealSort }

func (s Sort) number() bool { return s == IntSort || s == CharSort }

// State says whether a term has a value in an observation.
type State uint8

// The states of a value.
const (
	Defined  State = iota
	Overflow       // beyond 64 bits: the value is wrapped
	Undefined
)

// Term is an expression with its value in every row of its space.
type Term struct {
	text    string
	prec    int // of the outermost operator, for parentheses
	sort    Sort
	size    int  // number of operators and operands
	result  bool // mentions \result or the state after the call
	konst   bool
	bits    int     // of the Java type of a variable or result; 0 for others
	mixed   bool    // has a constant operand
	code    bool    // a condition that the code tests
	indexed bool    // depends on a quantified variable
	n       []int64 // numbers, booleans, float bits
	r       []Ref
	st      []State // nil: defined everywhere
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

func (t *Term) at(i int) State {
	if t.st == nil {
		return Defined
	}
	return t.st[i]
}

// in is the text of t as an operand of an operator with precedence p.
func (t *Term) in(p int) string {
	if t.prec < p {
		return "(" + t.text + ")"
	}
	return t.text
}

func (t *Term) rows() int { return max(len(t.n), len(t.r)) }

// hash is equal for terms with equal values in the first n rows.
func (t *Term) hash(seed maphash.Seed, n int) uint64 {
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
		// Whatever an undefined row holds doesn't count.
		if b[8] != byte(Undefined) && i < len(t.n) {
			x = uint64(t.n[i])
		}
		for j := range 8 {
			b[j] = byte(x >> (8 * j))
		}
		h.Write(b[:])
	}
	// Never zero, which stands for no hash yet.
	t.key = h.Sum64() | 1
	return t.key
}

// op is a binary operator on numbers.
type op struct {
	sign string
	prec int
	comm bool
	ints func(x, y int64) (int64, State)
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

func addInt(x, y int64) (int64, State) {
	s := x + y
	if (s > x) != (y > 0) && y != 0 {
		return s, Overflow
	}
	return s, Defined
}

func subInt(x, y int64) (int64, State) {
	s := x - y
	if (s < x) != (y > 0) && y != 0 {
		return s, Overflow
	}
	return s, Defined
}

func mulInt(x, y int64) (int64, State) {
	// The product of the unsigned readings, corrected for negative factors: the high half must be
	// the sign of the low one.
	hi, lo := bits.Mul64(uint64(x), uint64(y))
	h := int64(hi)
	if x < 0 {
		h -= y
	}
	if y < 0 {
		h -= x
	}
	if s := int64(lo); h == s>>63 {
		return s, Defined
	}
	return int64(lo), Overflow
}

func divInt(x, y int64) (int64, State) {
	if y == 0 {
		return 0, Undefined
	}
	if x == math.MinInt64 && y == -1 {
		return x, Overflow
	}
	return x / y, Defined
}

func remInt(x, y int64) (int64, State) {
	if y == 0 {
		return 0, Undefined
	}
	// Of the least number too, whose quotient overflows.
	if y == -1 {
		return 0, Defined
	}
	return x % y, Defined
}

// apply is the value of x∘y in row i.
func (o op) apply(x, y *Term, i int) (int64, State) {
	sx, sy := x.at(i), y.at(i)
	if sx == Undefined || sy == Undefined {
		return 0, Undefined
	}
	if x.sort == RealSort || y.sort == RealSort {
		return int64(math.Float64bits(o.flts(x.float(i), y.float(i)))), Defined
	}
	n, s := o.ints(x.n[i], y.n[i])
	// The worst state of the three.
	return n, max(s, sx, sy)
}

// float is the value of a number as a double.
func (t *Term) float(i int) float64 {
	if t.sort == RealSort {
		return math.Float64frombits(uint64(t.n[i]))
	}
	return float64(t.n[i])
}

// combine is the term x∘y, nil when the operator does not fit the operands.
func (o op) combine(x, y *Term) *Term {
	if !o.fits(x, y) {
		return nil
	}
	n := x.rows()
	t := &Term{
		text: x.in(o.prec) + " " + o.sign + " " + y.in(o.prec+1), prec: o.prec, sort: IntSort,
		size: x.size + y.size + 1, result: x.result || y.result, konst: x.konst && y.konst, indexed: x.indexed || y.indexed, mixed: x.konst || y.konst || x.mixed || y.mixed,
		n: make([]int64, n),
	}
	if x.sort == RealSort || y.sort == RealSort {
		t.sort = RealSort
	}
	for i := range n {
		v, s := o.apply(x, y, i)
		t.n[i] = v
		if s != Defined {
			if t.st == nil {
				t.st = make([]State, n)
			}
			t.st[i] = s
		}
	}
	return t
}

func (o op) fits(x, y *Term) bool {
	num := func(s Sort) bool { return s.number() || s == RealSort }
	if !num(x.sort) || !num(y.sort) {
		return false
	}
	if (x.sort == RealSort || y.sort == RealSort) && o.flts == nil {
		return false
	}
	return true
}

// negate is -x.
func negate(x *Term) *Term {
	if !x.sort.number() && x.sort != RealSort {
		return nil
	}
	n := x.rows()
	t := &Term{text: "-" + x.in(precUnary), prec: precUnary, sort: x.sort, size: x.size + 1, result: x.result, konst: x.konst, indexed: x.indexed, n: make([]int64, n), st: x.st}
	// The negation of a character is a number, as Java's promotion has it (JLS 15.15.4).
	if t.sort == CharSort {
		t.sort = IntSort
	}
	for i := range n {
		if x.sort == RealSort {
			t.n[i] = int64(math.Float64bits(-x.float(i)))
		} else {
			t.n[i] = -x.n[i]
		}
	}
	return t
}

// constant is a term with one value.
func constant(text string, s Sort, v int64, rows int) *Term {
	t := &Term{text: text, prec: precAtom, sort: s, size: 1, konst: true, n: make([]int64, rows)}
	// A negative literal is an operator and a number to the reader: x - -1, and (-1).f.
	if v < 0 && s != RealSort {
		t.prec = precUnary
	}
	for i := range t.n {
		t.n[i] = v
	}
	return t
}

func formatInt(n int64) string { return strconv.FormatInt(n, 10) }

func floatBits(f float64) int64 { return int64(math.Float64bits(f)) }
