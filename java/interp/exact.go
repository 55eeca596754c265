package interp

import (
	"math"
	"math/bits"
	"strconv"

	"ensures/java"
	"ensures/java/types"
)

// exact reports whether arithmetic of the code being compiled ends the run where its
// result is no number of its type: in the program's own classes, where the plan says so.
func (c *compiler) exact() bool { return c.prog.hooks.Exact >= ExactOperations }

// fitting is an integral number that is to be converted to type t, in a cast or behind
// op=, ++ or --: the run ends where t has no such number, if the plan says so. Floating
// point is converted to the nearest number of t and loses nothing that anybody asks about.
func (c *compiler) fitting(at java.Node, v val, t types.Type) val {
	least, most, narrow := types.Range(t.Kind())
	from, to, integral := types.Range(v.t.Kind())
	if c.prog.hooks.Exact < ExactConversions || !narrow || !integral || least <= from && to <= most {
		return v
	}
	p, where, name := v.prim(), c.position(at), t.String()
	return val{t: v.t, p: func(f *frame) int64 {
		n := p(f)
		if n < least || n > most {
			panic(&stop{kind: Overflow, construct: "no " + name + " is " + strconv.FormatInt(n, 10), at: where, lossy: true})
		}
		return n
	}}
}

// exactArith is + - * / on int and long that ends the run where it would overflow; nil
// for other operators, which do not.
func (c *compiler) exactArith(at java.Node, op java.Op, k types.Kind, a, b val) pfn {
	p, q := a.prim(), b.prim()
	where := c.position(at)
	name := "integer"
	if k == types.Long {
		name = "long"
	}
	overflow := func(what string) {
		panic(&stop{kind: Overflow, construct: name + " overflow in " + what, at: where})
	}
	fits := func(n int64) bool { return k == types.Long || n == int64(int32(n)) }

	switch op {
	case java.Plus:
		return func(f *frame) int64 {
			x, y := p(f), q(f)
			n := x + y
			// Two summands of one sign and a sum of the other: 64 bits were not enough.
			if (x^n)&(y^n) < 0 || !fits(n) {
				overflow("sum")
			}
			return n
		}
	case java.Sub:
		return func(f *frame) int64 {
			x, y := p(f), q(f)
			n := x - y
			if (x^y)&(x^n) < 0 || !fits(n) {
				overflow("difference")
			}
			return n
		}
	case java.Mul:
		return func(f *frame) int64 {
			x, y := p(f), q(f)
			n := x * y
			// The product of two ints always fits the lane; of two longs
			// the lane shows only the low half.
			if !fits(n) || k == types.Long && !fitsProduct(x, y) {
				overflow("product")
			}
			return n
		}
	case java.Div:
		return func(f *frame) int64 {
			x, y := p(f), q(f)
			if y == 0 {
				f.m.Throw("java.lang.ArithmeticException", "/ by zero")
			}
			// The only quotient that has no room.
			if y == -1 && (x == math.MinInt64 || !fits(-x)) {
				overflow("quotient")
			}
			return x / y
		}
	}
	return nil
}

// fitsProduct reports whether x*y is a long.
func fitsProduct(x, y int64) bool {
	abs := func(n int64) uint64 {
		if n < 0 {
			return -uint64(n)
		}
		return uint64(n)
	}
	hi, lo := bits.Mul64(abs(x), abs(y))
	// A negative product may have one magnitude more, that of MIN_VALUE.
	if (x < 0) != (y < 0) {
		return hi == 0 && lo <= 1<<63
	}
	return hi == 0 && lo < 1<<63
}
