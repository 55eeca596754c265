package eval

import (
	"math/big"

	"ensures/dafny"
	"ensures/dafny/values"
)

// guards finds the domains that formulas leave to variables.
type guards struct {
	*run
	// found are the domains of the open variables as far as they are known.
	found map[string]domain
}

// maxBodies is how deep the bodies of predicates are looked into for guards.
const maxBodies = 4

var (
	everything = domain{}
	nothing    = domain{listed: true}
)

// domain returns the values of v outside of which a formula f is not as wanted, whatever
// the other open variables are.
//
//	wanted           domain of v
//	a && b           of a, and of b          (a || b false, a ==> b false: as well)
//	a || b           of a, or of b
//	a <==> b false   of a true and b false, or of a false and b true
//	exists y :: b    of b, y being open      (forall y :: b false: as well)
//	p(v, …)          of the body of p
//	v in s           the elements of s
//	v + k < e        the numbers below e − k
func (g *guards) domain(s *scope, f *dafny.Expr, want bool, v string, bodies int) domain {
	if !g.spend(1) {
		return everything
	}
	// Without open variables the formula has its value already, and may rule everything out.
	if !g.mentions(s, f) {
		if t := g.eval(s, f); known(t) && t.Kind == values.Bool && t.True() != want {
			return nothing
		}
		return everything
	}

	of := func(e *dafny.Expr, w bool) domain { return g.domain(s, e, w, v, bodies) }
	switch f.Kind {
	case dafny.Unary:
		if f.Op == "!" {
			return of(f.Args[0], !want)
		}
	case dafny.Binary:
		return g.binary(s, f, want, v, bodies)
	case dafny.Chain:
		// Where a chain is false some comparison is, and no values is where a union begins.
		out := domain{listed: !want}
		for i, op := range f.Ops {
			d := g.compared(s, op, f.Args[i], f.Args[i+1], want, v)
			if want {
				out = both(out, d)
			} else {
				out = union(out, d)
			}
		}
		return out
	case dafny.If:
		c, a, b := f.Args[0], f.Args[1], f.Args[2]
		return union(both(of(c, true), of(a, want)), both(of(c, false), of(b, want)))
	case dafny.Quant:
		if (f.Op == "exists") != want {
			return everything
		}
		in := s
		for _, x := range f.Vars {
			// The inner variable hides v, of which nothing is said inside.
			if x.Name == v {
				return everything
			}
			in = in.with(x.Name, open)
		}
		return g.within(f.Vars).domain(in, f.Args[0], want, v, bodies)
	case dafny.Let:
		in := s
		for i, x := range f.Vars {
			if x.Name == v {
				return everything
			}
			in = in.with(x.Name, g.closed(s, f.Args[i]))
		}
		return g.within(f.Vars).domain(in, f.Args[len(f.Vars)], want, v, bodies)
	case dafny.Call:
		return g.body(s, f, want, v, bodies)
	}
	return everything
}

// within returns guards that know nothing of variables, which hide others of their names.
func (g *guards) within(vars []dafny.Var) *guards {
	in := &guards{run: g.run, found: map[string]domain{}}
	for k, d := range g.found {
		in.found[k] = d
	}
	for _, x := range vars {
		in.found[x.Name] = typed(x.Type)
	}
	return in
}

// closed returns the value of an expression, open where it has none yet.
func (g *guards) closed(s *scope, e *dafny.Expr) *values.Value {
	if g.mentions(s, e) {
		return open
	}
	if x := g.eval(s, e); known(x) {
		return x
	}
	return open
}

func (g *guards) binary(s *scope, f *dafny.Expr, want bool, v string, bodies int) domain {
	x, y, op := f.Args[0], f.Args[1], f.Op
	if op == "<==" {
		x, y, op = y, x, "==>"
	}
	of := func(wx, wy bool) (domain, domain) {
		return g.domain(s, x, wx, v, bodies), g.domain(s, y, wy, v, bodies)
	}

	switch {
	case op == "&&" && want, op == "||" && !want:
		return both(of(want, want))
	case op == "==>" && !want:
		return both(of(true, false))
	case op == "&&" || op == "||":
		return union(of(want, want))
	case op == "==>":
		return union(of(false, true))
	case op == "<==>" && want:
		return union(both(of(true, true)), both(of(false, false)))
	case op == "<==>":
		return union(both(of(true, false)), both(of(false, true)))
	}
	return g.compared(s, op, x, y, want, v)
}

// body looks into the body of a predicate of which v is an argument.
func (g *guards) body(s *scope, f *dafny.Expr, want bool, v string, bodies int) domain {
	d := g.file.Find(f.Name)
	if d == nil || d.Body == nil || len(d.Params) != len(f.Args) || bodies >= maxBodies {
		return everything
	}
	var in *scope
	param := ""
	for i, p := range d.Params {
		x := g.closed(s, f.Args[i])
		if isName(f.Args[i], v) {
			param = p.Name
		}
		in = in.with(p.Name, x)
	}
	// The body speaks of v only through what is made of it, as f(v + 1).
	if param == "" {
		return everything
	}
	return g.within(d.Params).domain(in, d.Body, want, param, bodies+1)
}

func isName(e *dafny.Expr, name string) bool { return e.Kind == dafny.Name && e.Name == name }

// mentions reports whether an expression speaks of an open variable. One that is bound in
// the expression itself under the name of an open one counts too.
func (g *guards) mentions(s *scope, e *dafny.Expr) bool {
	if e == nil {
		return false
	}
	if e.Kind == dafny.Name && s.find(e.Name) == open {
		return true
	}
	for _, a := range e.Args {
		if g.mentions(s, a) {
			return true
		}
	}
	return false
}

// opposite is what a comparison is when it is false, mirrored what it is with its sides
// changed.
var (
	opposite = map[string]string{"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "==", "in": "!in", "!in": "in"}
	mirrored = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
)

// compared returns the domain that a comparison leaves to v.
func (g *guards) compared(s *scope, op string, x, y *dafny.Expr, want bool, v string) domain {
	if !want {
		op = opposite[op]
	}
	switch {
	case op == "in" && isName(x, v):
		return g.elements(s, y)
	case mirrored[op] == "":
		return everything
	}

	if by, ok := g.alone(s, x, v); ok {
		return g.bounded(s, op, y, by, v)
	}
	if by, ok := g.alone(s, y, v); ok {
		return g.bounded(s, mirrored[op], x, by, v)
	}
	if d, ok := g.factor(s, op, x, y, v); ok {
		return d
	}
	d, _ := g.factor(s, mirrored[op], y, x, v)
	return d
}

// elements returns what a collection holds, of which parts may be open: of s[i..j] all of s.
func (g *guards) elements(s *scope, e *dafny.Expr) domain {
	c := g.closed(s, e)
	switch {
	case c != open:
		if c = g.contents(c); c.Kind == values.Seq || c.Kind == values.Set || c.Kind == values.Multiset || c.Kind == values.Map {
			return domain{listed: true, list: values.Sorted(c.Items, true)}
		}
	case e.Kind == dafny.Slice:
		return g.elements(s, e.Args[0])
	case e.Kind == dafny.Binary && e.Op == "+":
		return union(g.elements(s, e.Args[0]), g.elements(s, e.Args[1]))
	}
	return everything
}

// alone reports whether an expression is v plus a number, which is known.
func (g *guards) alone(s *scope, e *dafny.Expr, v string) (*big.Int, bool) {
	if isName(e, v) {
		return new(big.Int), true
	}
	if e.Kind != dafny.Binary || e.Op != "+" && e.Op != "-" {
		return nil, false
	}
	x, by := e.Args[0], e.Args[1]
	if e.Op == "+" && g.mentions(s, by) {
		x, by = by, x
	}

	k, ok := g.alone(s, x, v)
	if !ok {
		return nil, false
	}
	n := g.closed(s, by)
	if n == open || n.Kind != values.Int {
		return nil, false
	}
	if e.Op == "-" {
		return new(big.Int).Sub(k, n.Int), true
	}
	return new(big.Int).Add(k, n.Int), true
}

// bounded returns the domain of v where v + by op e.
func (g *guards) bounded(s *scope, op string, e *dafny.Expr, by *big.Int, v string) domain {
	var lo, hi *big.Int // of e
	var as *dafny.Type
	switch x := g.closed(s, e); {
	// Through the other variable's bounds, as far as they are known by now.
	case x == open && e.Kind == dafny.Name:
		d := g.found[e.Name].hull()
		lo, hi, as = d.lo, d.hi, d.as
	case x == open && op == "==" && e.Kind == dafny.Index && by.Sign() == 0:
		return g.elements(s, e.Args[0]) // v == a[i], whichever i
	case x == open:
		return everything
	case x.Kind == values.Int || x.Kind == values.Char || x.Kind == values.Bits:
		lo, hi = x.Int, x.Int
		if x.Kind != values.Int {
			// Of characters and bit vectors sums may wrap around or have no value.
			if by.Sign() != 0 {
				return everything
			}
			as = x.Type
			if as == nil {
				as = &dafny.Type{Name: "char"}
			}
			if x.Kind == values.Bits && op != "==" {
				return everything
			}
		}
	case op == "==" && by.Sign() == 0:
		return domain{listed: true, list: []*values.Value{x}}
	default:
		return everything
	}

	shift := func(n *big.Int, more int64) *big.Int {
		if n == nil {
			return nil
		}
		n = new(big.Int).Sub(n, by)
		return n.Add(n, big.NewInt(more))
	}
	switch op {
	case "<":
		return domain{hi: shift(hi, -1), as: as}
	case "<=":
		return domain{hi: shift(hi, 0), as: as}
	case ">":
		return domain{lo: shift(lo, 1), as: as}
	case ">=":
		return domain{lo: shift(lo, 0), as: as}
	case "==":
		return domain{lo: shift(lo, 0), hi: shift(hi, 0), as: as}
	}
	return everything
}

// factor returns the domain of v in products and remainders of integers.
//
//	v * e == n, n ≠ 0    −|n| <= v <= |n|, whatever the integer e is
//	v * v <= n           −n <= v <= n, and none where n < 0
//	e % v == …           nothing: of a v above e the remainder is e
//	n % v == 0, n ≠ 0    −|n| <= v <= |n|
func (g *guards) factor(s *scope, op string, x, y *dafny.Expr, v string) (domain, bool) {
	if x.Kind != dafny.Binary {
		return everything, false
	}
	n := g.closed(s, y)
	if n == open || n.Kind != values.Int {
		return everything, false
	}
	a, b := x.Args[0], x.Args[1]

	within := func(n *big.Int) domain {
		n = new(big.Int).Abs(n)
		return domain{lo: new(big.Int).Neg(n), hi: n}
	}
	switch {
	case x.Op == "*" && isName(a, v) && isName(b, v) && (op == "==" || op == "<=" || op == "<"):
		if n.Int.Sign() < 0 {
			return nothing, true
		}
		// Rounded down, which loses no integer: v·v <= n exactly where |v| <= root.
		root := new(big.Int).Sqrt(n.Int)
		return within(root), true
	case x.Op == "*" && op == "==" && n.Int.Sign() != 0 && (isName(a, v) || isName(b, v)):
		return within(n.Int), true
	case x.Op == "%" && op == "==" && n.Int.Sign() == 0 && isName(b, v):
		if of := g.closed(s, a); of != open && of.Kind == values.Int && of.Int.Sign() != 0 {
			return within(of.Int), true
		}
	}
	return everything, false
}
