package eval

import (
	"fmt"
	"math"
	"math/big"

	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
)

// lane is how a compiled expression delivers its value.
type lane uint8

const (
	noLane  lane = iota
	boolean      // tri
	integer      // int64 within bits
	bigint       // num
	float32Lane
	float64Lane
	reference
	typeLane
	realLane
)

// node is a compiled expression.
type node struct {
	lane  lane
	t     types.Type // static type; nil when it is that of the lane
	b     boolFn
	i     intFn
	bits  int // integer: magnitude is below 2^bits
	konst *int64
	n     numFn
	d     dblFn
	r     refFn
	y     typeFn
	rat   func(*env) *big.Rat
	at    java.Pos
}

// unsupported is an expression that the evaluator cannot compute.
type unsupported struct {
	at  java.Pos
	why string
}

// compiler turns checked expressions into closures.
type compiler struct {
	info  *types.Info
	slots map[*types.Local]int
	bound map[*types.Local]int // quantified variables
	nq    int                  // of bound slots in use
	maxq  int
	old   bool
	math  jml.Math
	prog  *interp.Program
	chk   *jml.Checked
	grow  func(*types.Local) int // makes a slot for a local without one; nil forbids
	depth int                    // of represents clauses, ghost initialisers and invariants being compiled
	parts int                    // that were compiled into the expression from elsewhere: those, and one-line methods
	// inlined is the number of one-line methods around the expression.
	inlined int
	// What the expression reads beyond its variables.
	usesOld, usesGhost, usesThis bool
}

// stop aborts the compilation of an expression that has no meaning here.
func (c *compiler) stop(at java.Node, format string, args ...any) *node {
	panic(unsupported{at.Pos(), fmt.Sprintf(format, args...)})
}

const maxBits = 62

func intNode(bits int, f intFn) *node { return &node{lane: integer, i: f, bits: bits} }
func bigNode(f numFn) *node           { return &node{lane: bigint, n: f} }
func boolNode(f boolFn) *node         { return &node{lane: boolean, b: f} }
func dblNode(f dblFn) *node           { return &node{lane: float64Lane, d: f} }

func constInt(v int64) *node {
	b := 0
	for m := magnitude(v); m != 0; m >>= 1 {
		b++
	}
	n := &node{lane: integer, bits: b, konst: &v, i: func(*env) int64 { return v }}
	if b > maxBits {
		n = &node{lane: bigint, konst: &v, n: func(*env) num { return num{n: v} }}
	}
	return n
}

func bitsOf(k types.Kind) int {
	if k == types.Boolean {
		return 1
	}
	return types.Bits(k)
}

// fromInt64 makes a node of a Java integer of kind k.
func fromInt64(k types.Kind, f intFn) *node {
	if k == types.Long {
		return bigNode(func(e *env) num { return num{n: f(e)} })
	}
	return intNode(bitsOf(k), f)
}

// fromValue makes a node that reads a Java value of type t.
func (c *compiler) fromValue(t types.Type, get func(*env) interp.Value) *node {
	switch k := t.Kind(); k {
	case types.Boolean:
		return boolNode(func(e *env) tri {
			v := get(e)
			// A read that failed delivers 0, which would pass for false.
			if e.bad != 0 {
				return e.fail()
			}
			return tri(v.N & 1)
		})
	case types.Byte, types.Short, types.Char, types.Int, types.Long:
		return fromInt64(k, func(e *env) int64 { return get(e).N })
	case types.Float:
		return &node{lane: float32Lane, d: func(e *env) float64 { return float64(get(e).Float32()) }}
	case types.Double:
		return dblNode(func(e *env) float64 { return get(e).Float64() })
	}
	return &node{lane: reference, t: t, r: func(e *env) interp.Ref { return get(e).R }}
}

// ---- conversions between lanes

func (n *node) isInt() bool   { return n.lane == integer || n.lane == bigint }
func (n *node) isFloat() bool { return n.lane == float32Lane || n.lane == float64Lane }

// num delivers any integer as a num.
func (n *node) num() numFn {
	if n.lane == bigint {
		return n.n
	}
	f := n.i
	if n.konst != nil {
		k := num{n: *n.konst}
		return func(*env) num { return k }
	}
	return func(e *env) num { return num{n: f(e)} }
}

// int64 delivers any integer as an int64; one that does not fit saturates, which
// is right for indices, bounds and comparisons with them.
func (n *node) int64() intFn {
	if n.lane == integer {
		return n.i
	}
	f := n.n
	return func(e *env) int64 {
		v := f(e)
		if v.b == nil {
			return v.n
		}
		if v.b.Sign() < 0 {
			return math.MinInt64
		}
		return math.MaxInt64
	}
}

func (n *node) float() dblFn {
	switch n.lane {
	case float32Lane, float64Lane:
		return n.d
	case integer:
		f := n.i
		if n.konst != nil {
			k := float64(*n.konst)
			return func(*env) float64 { return k }
		}
		return func(e *env) float64 { return float64(f(e)) }
	case bigint:
		f := n.n
		return func(e *env) float64 { return f(e).float() }
	case realLane:
		f := n.rat
		return func(e *env) float64 { x, _ := f(e).Float64(); return x }
	}
	return nil
}

func (n *node) real() func(*env) *big.Rat {
	switch n.lane {
	case realLane:
		return n.rat
	case integer, bigint:
		f := n.num()
		return func(e *env) *big.Rat { return new(big.Rat).SetInt(f(e).big()) }
	case float32Lane, float64Lane:
		f, at := n.d, n.at
		return func(e *env) *big.Rat {
			r := new(big.Rat)
			if r.SetFloat64(f(e)) == nil {
				e.undefined(at, "infinity or NaN is not a real number")
				return new(big.Rat)
			}
			return r
		}
	}
	return nil
}

// unboxed turns a boxed number, character or boolean into its value.
func (c *compiler) unboxed(n *node, at java.Node) *node {
	if n.lane != reference || n.t == nil {
		return n
	}
	if n.t.Kind() == types.Dyn {
		return n.dynamic(at)
	}
	u := types.Unboxed(n.t)
	if u == nil {
		return n
	}
	r, pos := n.r, at.Pos()
	get := func(e *env) interp.Value {
		b, ok := r(e).(*interp.Box)
		if !ok {
			e.undefined(pos, "unboxing of null")
			return interp.Value{}
		}
		return interp.Value{N: b.N}
	}
	m := c.fromValue(u, get)
	m.at = n.at
	return m
}

// dynamic turns a reference whose class only the run knows into an integer.
func (n *node) dynamic(at java.Node) *node {
	r, pos := n.r, at.Pos()
	m := bigNode(func(e *env) num {
		b, ok := r(e).(*interp.Box)
		switch {
		case !ok:
			e.undefined(pos, "unboxing of null")
		case b.Kind == types.Float || b.Kind == types.Double || b.Kind == types.Boolean:
			// The lane was chosen when the expression was compiled: one of these has no place in
			// it.
			e.unknown(pos, "the type of this value is not known before it runs")
		default:
			return num{n: b.N}
		}
		return num{}
	})
	m.at = n.at
	return m
}

// value delivers a node as a Java value of type t, for arguments of calls.
func (c *compiler) value(n *node, t types.Type, at java.Node) func(*env) interp.Value {
	pos := at.Pos()
	if types.IsPrimitive(t) {
		n = c.unboxed(n, at)
		switch k := t.Kind(); k {
		case types.Boolean:
			if n.lane != boolean {
				break
			}
			f := n.b
			return func(e *env) interp.Value {
				switch v := f(e); v {
				case tTrue, tFalse:
					return interp.Value{N: int64(v)}
				default:
					if e.bad == 0 {
						e.bad = v
					}
					return interp.Value{}
				}
			}
		case types.Float:
			if f := n.float(); f != nil {
				return func(e *env) interp.Value { return interp.Float(float32(f(e))) }
			}
		case types.Double:
			if f := n.float(); f != nil {
				return func(e *env) interp.Value { return interp.Double(f(e)) }
			}
		default:
			if !n.isInt() {
				break
			}
			// The width shows that every value fits; only where it doesn't is a test
			// compiled.
			if n.lane == integer && (n.bits < bitsOf(k) && k != types.Char || c.leafOf(at, k)) {
				f := n.i
				return func(e *env) interp.Value { return interp.Value{N: f(e)} }
			}
			lo, hi := rangeOf(k)
			f := n.num()
			return func(e *env) interp.Value {
				v := f(e)
				if v.b != nil || v.n < lo || v.n > hi {
					e.undefined(pos, v.String()+" is out of the range of "+t.String())
					return interp.Value{}
				}
				return interp.Value{N: v.n}
			}
		}

		c.stop(at, "a value of type %s where %s is needed", c.typeName(at), t)
	}

	switch n.lane {
	case reference:
		f := n.r
		return func(e *env) interp.Value { return interp.Value{R: f(e)} }
	case noLane, typeLane:
		c.stop(at, "a value of type %s where %s is needed", c.typeName(at), t)
	}

	// boxing
	// A reference type that unboxes to nothing, Object or Comparable, takes the box of the
	// expression's own type; an expression without a type of Java's, that of its lane.
	u := types.Unboxed(t)
	if u == nil {
		u = c.javaType(at)
	}
	if u == nil || !types.IsPrimitive(u) {
		u = naturalType(n)
	}
	f := c.value(n, u, at)
	k := u.Kind()
	return func(e *env) interp.Value { return interp.Value{R: e.Machine.Box(k, f(e).N)} }
}

// leafOf reports whether at is a variable or the like of type k, whose value is
// in the type's range.
func (c *compiler) leafOf(at java.Node, k types.Kind) bool {
	x, ok := at.(java.Expr)
	if !ok {
		return false
	}
	switch java.Unparen(x).(type) {
	case *java.Name, *java.Select, *java.Index, *java.Call, *java.SpecWord, *java.Literal, *java.Cast:
		t := c.info.Types[x]
		return t != nil && t.Kind() == k
	}
	return false
}

func naturalType(n *node) types.Type {
	switch n.lane {
	case boolean:
		return types.TBoolean
	case integer:
		return types.TInt
	case bigint:
		return types.TLong
	case float32Lane:
		return types.TFloat
	}
	return types.TDouble
}

// rangeOf is the range of k's values, long's where k has no bounds of its own.
func rangeOf(k types.Kind) (lo, hi int64) {
	if lo, hi, ok := types.Range(k); ok {
		return lo, hi
	}
	return math.MinInt64, math.MaxInt64
}

func (c *compiler) javaType(n java.Node) types.Type {
	if x, ok := n.(java.Expr); ok {
		return c.info.Types[x]
	}
	return nil
}

func (c *compiler) typeName(n java.Node) string {
	if t := c.javaType(n); t != nil {
		return types.ShortString(t)
	}
	return "unknown type"
}

// pred compiles a boolean expression.
func (c *compiler) pred(x java.Expr) boolFn {
	n := c.unboxed(c.expr(x), x)
	if n.lane != boolean {
		c.stop(x, "a boolean is needed, this is %s", c.typeName(x))
	}
	return n.b
}
