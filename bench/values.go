package bench

import (
	"fmt"
	"math"
	"math/rand/v2"

	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
)

// values makes random values of Java types, by a seeded source. Its methods must
// run inside an entry of the machine, since they run constructors.
type values struct {
	m       *interp.Machine
	rng     *rand.Rand
	own     []*types.Class // classes of the program, to implement its interfaces
	ints    []int64
	floats  []float64
	letters []uint16
	strings []string
	objects []types.Type        // what an Object is, in two of three
	made    map[*any]interp.Ref // arrays made from given values, by their first element's place

	rules Rules // of scenes; nil where only constructors make objects
	// standIns writes classes for abstract types that nothing in the program implements,
	// and objects of inner classes and of odd ones of the library are made too. It is nil
	// where an input must be one that the program itself can come by: to refute a claim.
	standIns *types.Program
	roots    []interp.Value        // of the input that is being made
	knots    map[*types.Class]bool // whose constructors all take one of their kind
}

func newValues(m *interp.Machine, g *generation) *values {
	return &values{
		m: m, rng: g.rng, own: g.own, rules: g.rules, standIns: g.standIns,
		ints: g.voc.around(), floats: g.voc.Floats, letters: g.voc.letters(), strings: g.voc.Strings, objects: g.voc.Types,
	}
}

// noValue is the error for a type of which no value can be made.
type noValue struct{ t types.Type }

func (e noValue) Error() string { return fmt.Sprintf("no way to make a value of type %s", e.t) }

// maxDepth bounds constructors within constructors and lists within lists.
const maxDepth = 4

// value is a random value of type t; small types stay small, depth counts nesting.
func (g *values) value(t types.Type, depth int) (interp.Value, error) {
	switch t := t.(type) {
	case *types.Basic:
		if k := t.Kind(); k >= types.Boolean && k <= types.Double {
			return g.primitive(k), nil
		}
		if t == types.Dynamic {
			return g.anything(), nil
		}
	case *types.ArrayType:
		return g.array(t, depth)
	case *types.TypeVar:
		// An Integer is a Comparable and a Number: only another bound asks for more.
		for _, b := range t.Bounds {
			if c, ok := b.(*types.ClassType); ok && !isComparable(c) && c.Class.Binary != "java.lang.Number" && c.Class.Binary != "java.lang.Object" {
				return g.value(b, depth)
			}
		}
		return g.box(types.Int), nil
	case *types.Wildcard:
		if t.Bound != nil && !t.Super {
			return g.value(t.Bound, depth)
		}
		return g.box(types.Int), nil
	case *types.ClassType:
		return g.instance(t, depth)
	}
	return interp.Value{}, noValue{t}
}

func isComparable(c *types.ClassType) bool { return c.Class.Binary == "java.lang.Comparable" }

func (g *values) primitive(k types.Kind) interp.Value {
	switch k {
	case types.Boolean:
		return interp.Bool(g.rng.IntN(2) == 1)
	case types.Char:
		return interp.Value{N: int64(g.letter())}
	case types.Float, types.Double:
		f := g.float()
		if k == types.Float {
			return interp.Float(float32(f))
		}
		return interp.Double(f)
	}
	return interp.Value{N: g.integer(k)}
}

// integer mixes small numbers, the code's constants and their neighbours, wider
// ranges and the ends of the type's range.
func (g *values) integer(k types.Kind) int64 {
	lo, hi := rangeOf(k)
	var n int64
	switch p := g.rng.IntN(100); {
	case p < 40:
		n = int64(g.rng.IntN(14)) - 3
	case p < 65 && len(g.ints) > 0:
		n = pick(g.rng, g.ints)
	case p < 85:
		n = int64(g.rng.IntN(201)) - 100
	case p < 95:
		n = int64(g.rng.IntN(4001)) - 2000
	case p < 97:
		n = lo + int64(g.rng.IntN(3))
	case p < 99:
		n = hi - int64(g.rng.IntN(3))
	default:
		n = int64(g.rng.Uint64())
		if k != types.Long {
			// Not for long, whose hi - lo + 1 is beyond 64 bits.
			n = lo + int64(uint64(n)%uint64(hi-lo+1))
		}
	}
	// A constant of the code need not fit a byte or a short.
	if n < lo || n > hi {
		return int64(g.rng.IntN(10))
	}
	return n
}

// element is an integer for inside a container: small, so that relations between
// elements (equality, order) happen.
func (g *values) element(k types.Kind, spread int) int64 {
	lo, hi := rangeOf(k)
	if len(g.ints) > 0 && g.rng.IntN(8) == 0 {
		if n := pick(g.rng, g.ints); n >= lo && n <= hi {
			return n
		}
	}
	if g.rng.IntN(60) == 0 {
		return []int64{lo, hi}[g.rng.IntN(2)]
	}
	// A quarter of the spread lies below zero.
	n := int64(g.rng.IntN(spread)) - int64(spread/4)
	return max(lo, min(hi, n))
}

// rangeOf is the range of k's values, int's where k is no integral type.
func rangeOf(k types.Kind) (lo, hi int64) {
	if lo, hi, ok := types.Range(k); ok {
		return lo, hi
	}
	return math.MinInt32, math.MaxInt32
}

func (g *values) float() float64 {
	switch p := g.rng.IntN(100); {
	case p < 25:
		return float64(g.rng.IntN(21) - 10)
	case p < 45 && len(g.floats) > 0:
		return pick(g.rng, g.floats) + float64(g.rng.IntN(3)-1)
	case p < 55 && len(g.ints) > 0:
		return float64(pick(g.rng, g.ints))
	case p < 92:
		return math.Round((g.rng.Float64()*400-200)*100) / 100
	case p < 97:
		return (g.rng.Float64() - 0.5) * 2e6
	}
	return pick(g.rng, []float64{0, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, math.SmallestNonzeroFloat64})
}

const plainLetters = "abcabcxyzABCZ019 _-.,"

func (g *values) letter() uint16 {
	switch p := g.rng.IntN(100); {
	case p < 30 && len(g.letters) > 0:
		return pick(g.rng, g.letters)
	case p < 80:
		return uint16(plainLetters[g.rng.IntN(len(plainLetters))])
	case p < 97:
		return uint16(' ' + g.rng.IntN(95))
	}
	return pick(g.rng, []uint16{0, '\n', 0xe9, 0x3b1, 0x4e2d, 0xffff})
}

// text is a random string; a fifth are palindromes or repeat few letters.
func (g *values) text() *interp.String {
	if len(g.strings) > 0 && g.rng.IntN(5) == 0 {
		return interp.NewString(pick(g.rng, g.strings))
	}
	n := g.length()
	u := make([]uint16, n)
	few := g.rng.IntN(3) == 0
	a, b := g.letter(), g.letter()
	for i := range u {
		switch {
		case few && g.rng.IntN(2) == 0:
			u[i] = a
		case few:
			u[i] = b
		default:
			u[i] = g.letter()
		}
	}
	// The second half mirrors the first.
	if g.rng.IntN(6) == 0 {
		for i := range n / 2 {
			u[n-1-i] = u[i]
		}
	}
	return interp.NewStringUTF16(u)
}

// length is a container's length: mostly up to 5, sometimes 12.
func (g *values) length() int {
	switch p := g.rng.IntN(100); {
	case p < 10:
		return 0
	case p < 22:
		return 1
	case p < 85:
		return 2 + g.rng.IntN(4)
	case p < 90 && len(g.ints) > 0: // lengths that the code may ask about
		if n := pick(g.rng, g.ints); n >= 0 && n <= 64 {
			return int(n)
		}
	}
	return 6 + g.rng.IntN(7)
}

func (g *values) array(t *types.ArrayType, depth int) (interp.Value, error) {
	if g.chance(oddArray) {
		if v, ok := g.narrow(t, depth); ok {
			return v, nil
		}
	}
	n := g.length()
	if depth > 0 {
		n = min(n, 4)
	}
	// Code over arrays of arrays mostly takes them to be rectangular.
	if _, nested := t.Elem.(*types.ArrayType); nested && depth == 0 && g.rng.IntN(4) > 0 {
		return g.rectangle(t, min(n, 4))
	}
	r := g.m.NewArray(erase(t.Elem), n)
	k := t.Elem.Kind()
	if k >= types.Byte && k <= types.Long && k != types.Char {
		g.fillInts(r, k, n)
		return interp.R(r), nil
	}
	for i := range n {
		v, err := g.value(t.Elem, depth+1)
		if err != nil {
			return v, err
		}
		r.Set(i, v)
	}
	return interp.R(r), nil
}

// rectangle is an array of rows of one length.
func (g *values) rectangle(t *types.ArrayType, n int) (interp.Value, error) {
	rows := g.m.NewArray(erase(t.Elem), n)
	inner := t.Elem.(*types.ArrayType)
	cols := g.rng.IntN(4) + 1
	// A square one, as matrices that are transposed or multiplied have to be.
	if g.rng.IntN(3) == 0 {
		cols = n
	}
	for i := range n {
		row := g.m.NewArray(erase(inner.Elem), cols)
		for j := range cols {
			v, err := g.inContainer(inner.Elem, 12, 2)
			if err != nil {
				return v, err
			}
			row.Set(j, v)
		}
		rows.Set(i, interp.R(row))
	}
	return interp.R(rows), nil
}

// fillInts fills an integer array: a third sorted either way, some with few values.
func (g *values) fillInts(r interp.Array, k types.Kind, n int) {
	spread := []int{3, 12, 12, 40, 2000}[g.rng.IntN(5)]
	ns := make([]int64, n)
	for i := range ns {
		ns[i] = g.element(k, spread)
	}
	switch g.rng.IntN(6) {
	case 0, 1:
		ns = sortedRun(ns, g.rng.IntN(3) == 0)
	}
	for i, x := range ns {
		r.Set(i, interp.Value{N: x})
	}
}

func sortedRun(ns []int64, down bool) []int64 {
	out := append([]int64{}, ns...)
	for i := range out { // insertion sort: tiny
		for j := i; j > 0 && (out[j] < out[j-1]) != down && out[j] != out[j-1]; j-- {
			out[j], out[j-1] = out[j-1], out[j]
		}
	}
	return out
}

func (g *values) inContainer(t types.Type, spread, depth int) (interp.Value, error) {
	switch k := t.Kind(); k {
	case types.Byte, types.Short, types.Int, types.Long:
		return interp.Value{N: g.element(k, spread)}, nil
	}
	return g.value(t, depth)
}

func (g *values) box(k types.Kind) interp.Value {
	v := g.primitive(k)
	// Boxes stand in lists and sets, where equal elements are to occur.
	if k >= types.Byte && k <= types.Long && k != types.Char {
		v.N = g.element(k, 12)
	}
	return interp.R(g.m.Box(k, v.N))
}

func (g *values) anything() interp.Value {
	switch g.rng.IntN(5) {
	case 0:
		return interp.R(g.text())
	case 1:
		return g.box(types.Double)
	}
	return g.box(types.Int)
}

func pick[T any](rng *rand.Rand, s []T) T { return s[rng.IntN(len(s))] }

// erase is the run-time element type of an array.
func erase(t types.Type) types.Type {
	switch t := t.(type) {
	case *types.TypeVar:
		if len(t.Bounds) > 0 {
			return erase(t.Bounds[0])
		}
	case *types.ClassType:
		return &types.ClassType{Class: t.Class}
	case *types.ArrayType:
		return &types.ArrayType{Elem: erase(t.Elem)}
	}
	return t
}

// isAbstract reports whether c cannot be instantiated.
func isAbstract(c *types.Class) bool {
	return c.Kind == java.InterfaceClass || c.Kind == java.AnnotationClass || c.Flags.Has(java.Abstract)
}
