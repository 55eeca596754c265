package condition

import (
	"math/big"
	"testing"

	"ensures/verify/smt"
)

// value evaluates a term without quantifiers over integers and truth values, where truths
// are 0 and 1.
func value(t *testing.T, x *smt.Term, env map[string]int64) int64 {
	if n := x.Num(); n != nil {
		return new(big.Int).Set(n).Int64()
	}
	truth := map[bool]int64{true: 1}
	var v []int64
	for _, a := range x.Args {
		v = append(v, value(t, a, env))
	}
	switch x.Op {
	case "true":
		return 1
	case "and":
		out := int64(1)
		for _, b := range v {
			out *= b
		}
		return out
	case "=>":
		return max(1-v[0], v[1])
	case "<=":
		return truth[v[0] <= v[1]]
	case "<":
		return truth[v[0] < v[1]]
	case "+":
		out := int64(0)
		for _, b := range v {
			out += b
		}
		return out
	case "*":
		return v[0] * v[1]
	case "-":
		if len(v) == 1 {
			return -v[0]
		}
		return v[0] - v[1]
	}
	n, ok := env[x.Op]
	if !ok {
		t.Fatalf("no value for %q", x.Op)
	}
	return n
}

// TestProductLaws evaluates what is said of products on all small integers: a law that is
// false of some would make every proof worthless that meets such a product.
func TestProductLaws(t *testing.T) {
	x, y, z := smt.Var("x", smt.Int), smt.Var("y", smt.Int), smt.Var("z", smt.Int)
	pairs := [][2][2]*smt.Term{
		{{x, y}, {x, z}}, {{x, y}, {z, x}}, {{y, x}, {x, z}}, {{y, x}, {z, x}},
		{{x, x}, {y, y}}, {{x, x}, {x, y}}, {{x, y}, {y, x}}, {{x, smt.Negate(y)}, {x, z}},
		{{x, smt.Add(y, smt.IntLit(1))}, {x, y}}, {{smt.Mul(x, y), z}, {x, y}},
	}
	for _, p := range pairs {
		c := New()
		c.Product(p[0][0], p[0][1])
		c.Product(p[1][0], p[1][1])
		said := 0
		for _, it := range c.items {
			if it.fact == nil {
				continue
			}
			said++
			for n := range int64(9 * 9 * 9) {
				env := map[string]int64{"x": n%9 - 4, "y": n/9%9 - 4, "z": n/81 - 4}
				if value(t, it.fact, env) != 1 {
					t.Fatalf("false of %v: %s", env, it.fact)
				}
			}
		}
		if said < 2 {
			t.Errorf("%v: %d facts, want the signs of both", p, said)
		}
	}
}

// TestProductSide holds the side conditions: nothing is said of a product with a literal,
// with a bound variable, of reals, or twice.
func TestProductSide(t *testing.T) {
	c := New()
	x, y := smt.Var("x", smt.Int), smt.Var("y", smt.Int)
	c.Product(x, smt.IntLit(3))
	c.Product(smt.IntLit(3), x)
	c.Product(x, c.Bound("k", smt.Int))
	c.Product(smt.Var("r", smt.Real), smt.Var("s", smt.Real))
	if len(c.items) != 0 {
		t.Fatalf("%d facts", len(c.items))
	}
	c.Product(x, y)
	n := len(c.items)
	m := c.Mark()
	c.Product(x, y)
	if len(c.items) != n {
		t.Errorf("said again of the same product")
	}
	c.Product(y, y)
	c.Rollback(m)
	c.Product(y, y)
	if len(c.items) != n+2 {
		t.Errorf("%d items after going back, want %d", len(c.items), n+2)
	}
}
