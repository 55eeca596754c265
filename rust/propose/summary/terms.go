package summary

import (
	"math/big"
	"slices"

	"ensures/rust/mir"
	"ensures/rust/spec"
	"ensures/rust/values"
)

// Terms are built folded: of literals the value is known, and of a condition what the path
// to it says.

func name(s string) spec.Expr {
	return &spec.Name{Path: &mir.Path{Segs: []mir.Segment{{Name: s}}}}
}

func number(n *big.Int) spec.Expr { return &spec.Lit{Kind: "int", Text: n.String()} }

func integer(n int64) spec.Expr { return number(big.NewInt(n)) }

func boolean(b bool) spec.Expr {
	if b {
		return &spec.Lit{Kind: "bool", Text: "true"}
	}
	return &spec.Lit{Kind: "bool", Text: "false"}
}

// literal is the value of an integer literal, or nil.
func literal(e spec.Expr) *big.Int {
	if l, ok := e.(*spec.Lit); ok && l.Kind == "int" {
		n, _ := new(big.Int).SetString(l.Text, 10)
		return n
	}
	return nil
}

func isBool(e spec.Expr, b bool) bool {
	l, ok := e.(*spec.Lit)
	return ok && l.Kind == "bool" && (l.Text == "true") == b
}

func same(x, y spec.Expr) bool { return spec.Text(x) == spec.Text(y) }

// binary is x op y.
func binary(op string, x, y spec.Expr) spec.Expr {
	a, b := literal(x), literal(y)
	switch op {
	case "+", "-", "*":
		return arithmetic(op, x, y)
	case "/", "%":
		if a != nil && b != nil && a.Sign() >= 0 && b.Sign() > 0 {
			q, r := new(big.Int).QuoRem(a, b, new(big.Int))
			if op == "/" {
				return number(q)
			}
			return number(r)
		}
	case "==", "!=", "<", "<=", ">", ">=":
		return comparison(op, x, y)
	case "&&":
		if isBool(x, false) || isBool(y, true) {
			return x
		}
		if isBool(x, true) || isBool(y, false) {
			return y
		}
	case "||":
		if isBool(x, true) || isBool(y, false) {
			return x
		}
		if isBool(x, false) || isBool(y, true) {
			return y
		}
	case "==>":
		if isBool(x, true) || isBool(y, true) {
			return y
		}
		if isBool(x, false) {
			return boolean(true)
		}
	}
	return &spec.Binary{Op: op, X: x, Y: y}
}

// arithmetic is a sum, a difference or a product, as a sum of different terms with
// coefficients where it is linear.
func arithmetic(op string, x, y spec.Expr) spec.Expr {
	a, b := literal(x), literal(y)
	// A product of two unknowns isn't linear, and stays as it is written.
	if op == "*" && a == nil && b == nil {
		return &spec.Binary{Op: op, X: x, Y: y}
	}
	s := sum{}
	one := big.NewInt(1)
	switch {
	case op == "*" && a != nil:
		s.add(y, a)
	case op == "*":
		s.add(x, b)
	default:
		s.add(x, one)
		if op == "-" {
			one = big.NewInt(-1)
		}
		s.add(y, one)
	}
	return s.term()
}

// sum is a linear term: different expressions with coefficients, and a number.
type sum struct {
	terms []addend
	rest  big.Int
}

type addend struct {
	times *big.Int
	of    spec.Expr
}

func (s *sum) add(e spec.Expr, times *big.Int) {
	if n := literal(e); n != nil {
		s.rest.Add(&s.rest, new(big.Int).Mul(n, times))
		return
	}
	switch e := e.(type) {
	case *spec.Unary:
		if e.Op == "-" {
			s.add(e.X, new(big.Int).Neg(times))
			return
		}
	case *spec.Binary:
		switch n := literal(e.X); {
		case e.Op == "+" || e.Op == "-":
			s.add(e.X, times)
			if e.Op == "-" {
				times = new(big.Int).Neg(times)
			}
			s.add(e.Y, times)
			return
		// term writes the number of a product first, so that it is found here.
		case e.Op == "*" && n != nil:
			s.add(e.Y, new(big.Int).Mul(times, n))
			return
		}
	}
	for i, t := range s.terms {
		if same(t.of, e) {
			s.terms[i].times = new(big.Int).Add(t.times, times)
			return
		}
	}
	s.terms = append(s.terms, addend{times, e})
}

// term writes the sum, what is added before what is taken away.
func (s *sum) term() spec.Expr {
	var out spec.Expr
	with := func(op string, e spec.Expr) {
		switch {
		case out != nil:
			out = &spec.Binary{Op: op, X: out, Y: e}
		case op == "-":
			out = &spec.Unary{Op: "-", X: e}
		default:
			out = e
		}
	}
	one := big.NewInt(1)
	for _, sign := range []int{1, -1} {
		for _, t := range s.terms {
			if t.times.Sign() != sign {
				continue
			}
			e := t.of
			if n := new(big.Int).Abs(t.times); n.Cmp(one) != 0 {
				e = &spec.Binary{Op: "*", X: number(n), Y: e}
			}
			with(map[int]string{1: "+", -1: "-"}[sign], e)
		}
		switch {
		case s.rest.Sign() != sign:
		case sign < 0 && out != nil:
			with("-", number(new(big.Int).Neg(&s.rest)))
		case sign < 0 || out != nil || slices.ContainsFunc(s.terms, func(t addend) bool { return t.times.Sign() < 0 }):
			with("+", number(&s.rest))
		}
	}
	if out == nil {
		return number(&s.rest)
	}
	return out
}

// comparison is x op y, decided where the difference of its sides is a number.
func comparison(op string, x, y spec.Expr) spec.Expr {
	if isLit(x) && isLit(y) && literal(x) == nil {
		return boolean(same(x, y) == (op == "=="))
	}
	if isLit(x) && literal(x) == nil || isLit(y) && literal(y) == nil {
		return &spec.Binary{Op: op, X: x, Y: y}
	}
	n := literal(arithmetic("-", x, y))
	// Limits of types are numbers, though they are written by name.
	if a, b := bound(x), bound(y); n == nil && a != nil && b != nil {
		n = new(big.Int).Sub(a, b)
	}
	if n == nil {
		return &spec.Binary{Op: op, X: x, Y: y}
	}
	c := n.Sign()
	return boolean(map[string]bool{"==": c == 0, "!=": c != 0, "<": c < 0, "<=": c <= 0, ">": c > 0, ">=": c >= 0}[op])
}

// bound is the value of a literal or of a limit of a type, or nil.
func bound(e spec.Expr) *big.Int {
	n, ok := e.(*spec.Name)
	if !ok || len(n.Path.Segs) != 2 {
		return literal(e)
	}
	t := &mir.Type{Kind: mir.Prim, Name: n.Path.Segs[0].Name}
	if !t.IsInt() {
		return nil
	}
	least, most := (&values.Type{Name: t.Name}).Range()
	return map[string]*big.Int{"MIN": least, "MAX": most}[n.Path.Last()]
}

func isLit(e spec.Expr) bool {
	_, ok := e.(*spec.Lit)
	return ok
}

var opposite = map[string]string{"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}

// not is the negation, pushed inwards.
func not(e spec.Expr) spec.Expr {
	switch e := e.(type) {
	case *spec.Lit:
		return boolean(isBool(e, false))
	case *spec.Unary:
		if e.Op == "!" {
			return e.X
		}
	case *spec.Binary:
		if op, ok := opposite[e.Op]; ok {
			return binary(op, e.X, e.Y)
		}
		switch e.Op {
		case "&&":
			return binary("||", not(e.X), not(e.Y))
		case "||":
			return binary("&&", not(e.X), not(e.Y))
		case "==>":
			return binary("&&", e.X, not(e.Y))
		}
	case *spec.Quant:
		body := not(e.Body)
		switch {
		case e.Op == "exists":
			// ¬∃x. range ∧ P is ∀x. range ⇒ ¬P, whose range stays readable.
			parts := conjuncts(e.Body)
			// Two bounds of each variable stand first, as quantified writes them.
			if n := len(e.Vars) * 2; len(parts) > n {
				body = binary("==>", and(parts[:n]...), not(and(parts[n:]...)))
			}
			return &spec.Quant{Op: "forall", Vars: e.Vars, Body: body}
		// The negation of range ==> P is range && !P, as an exists has it.
		case e.Op == "forall":
			return &spec.Quant{Op: "exists", Vars: e.Vars, Body: body}
		}
	}
	return &spec.Unary{Op: "!", X: e}
}

func and(es ...spec.Expr) spec.Expr {
	out := boolean(true)
	for _, e := range es {
		out = binary("&&", out, e)
	}
	return out
}

// conjuncts are the parts of a conjunction.
func conjuncts(e spec.Expr) []spec.Expr {
	if b, ok := e.(*spec.Binary); ok && b.Op == "&&" {
		return append(conjuncts(b.X), conjuncts(b.Y)...)
	}
	if isBool(e, true) {
		return nil
	}
	return []spec.Expr{e}
}

// choice is if c { x } else { y }.
func choice(c, x, y spec.Expr) spec.Expr {
	switch {
	case isBool(c, true), same(x, y):
		return x
	case isBool(c, false):
		return y
	}
	// In the other branch c is false, which may decide a condition further in.
	if y = decidedIn(y, []spec.Expr{not(c)}); same(x, y) {
		return x
	}
	return &spec.If{Cond: c, Then: x, Else: y}
}

// decidedIn is e with its conditions decided by what holds.
func decidedIn(e spec.Expr, conds []spec.Expr) spec.Expr {
	if c, ok := e.(*spec.If); ok {
		cond := decided(c.Cond, conds)
		switch {
		case isBool(cond, true):
			return decidedIn(c.Then, conds)
		case isBool(cond, false):
			return decidedIn(c.Else, conds)
		}
	}
	return e
}

// quantified is op over a variable of a range: ∀v. low ≤ v < high ⇒ P, or ∃v. low ≤ v < high ∧ P.
func quantified(op, v string, low, high, body spec.Expr) spec.Expr {
	if op == "forall" && isBool(body, true) || op == "exists" && isBool(body, false) {
		return body
	}
	inside := and(binary("<=", low, name(v)), binary("<", name(v), high))
	if op == "forall" {
		body = binary("==>", inside, body)
	} else {
		body = binary("&&", inside, body)
	}
	return &spec.Quant{Op: op, Vars: []spec.Param{{Name: v, Type: &mir.Type{Kind: mir.Prim, Name: "int"}}}, Body: body}
}

// replaced is e with what f gives in place of parts, outermost first; nil keeps a part.
func replaced(e spec.Expr, f func(spec.Expr) spec.Expr) spec.Expr {
	if e == nil {
		return nil
	}
	if r := f(e); r != nil {
		return r
	}
	in := func(x spec.Expr) spec.Expr { return replaced(x, f) }
	all := func(xs []spec.Expr) []spec.Expr {
		out := make([]spec.Expr, len(xs))
		for i, x := range xs {
			out[i] = in(x)
		}
		return out
	}
	switch e := e.(type) {
	case *spec.Unary:
		// Built anew by the folding constructors: a replacement may decide what stood around it.
		if e.Op == "!" {
			return not(in(e.X))
		}
		return &spec.Unary{Op: e.Op, X: in(e.X)}
	case *spec.Binary:
		return binary(e.Op, in(e.X), in(e.Y))
	case *spec.Call:
		return &spec.Call{Path: e.Path, Args: all(e.Args)}
	case *spec.Method:
		return &spec.Method{X: in(e.X), Name: e.Name, Args: all(e.Args)}
	case *spec.Field:
		return &spec.Field{X: in(e.X), Name: e.Name}
	case *spec.Index:
		return &spec.Index{X: in(e.X), I: in(e.I)}
	case *spec.Cast:
		return &spec.Cast{X: in(e.X), Type: e.Type}
	case *spec.View:
		return &spec.View{X: in(e.X)}
	case *spec.Closure:
		return &spec.Closure{Params: e.Params, Body: in(e.Body)}
	case *spec.If:
		return choice(in(e.Cond), in(e.Then), in(e.Else))
	case *spec.Quant:
		return &spec.Quant{Op: e.Op, Vars: e.Vars, Body: in(e.Body)}
	case *spec.Tuple:
		return &spec.Tuple{Xs: all(e.Xs)}
	}
	return e
}

// with is e with a value for a name.
func with(e spec.Expr, n string, v spec.Expr) spec.Expr {
	return replaced(e, func(x spec.Expr) spec.Expr {
		if isName(x, n) {
			return v
		}
		return nil
	})
}

func isName(e spec.Expr, n string) bool {
	x, ok := e.(*spec.Name)
	return ok && len(x.Path.Segs) == 1 && x.Path.Self == nil && x.Path.Segs[0].Name == n
}

// mentions reports whether e speaks of one of the names as they are now, not of old(x).
func mentions(e spec.Expr, names ...string) bool {
	found := false
	// replaced serves as a walk that can leave out what is inside of old.
	replaced(e, func(x spec.Expr) spec.Expr {
		if withoutOld(x) != nil {
			return x
		}
		for _, n := range names {
			found = found || isName(x, n)
		}
		if q, ok := x.(*spec.Quant); ok {
			for _, v := range q.Vars {
				found = found || slices.Contains(names, v.Name)
			}
		}
		return nil
	})
	return found
}

// decided is a condition where others hold: true or false if one of them, or its negation,
// says so.
func decided(e spec.Expr, conds []spec.Expr) spec.Expr {
	var all []spec.Expr
	for _, c := range conds {
		all = append(all, conjuncts(c)...)
	}
	return decidedBy(e, all)
}

func decidedBy(e spec.Expr, conds []spec.Expr) spec.Expr {
	if b, ok := e.(*spec.Binary); ok && (b.Op == "&&" || b.Op == "||") {
		return binary(b.Op, decidedBy(b.X, conds), decidedBy(b.Y, conds))
	}
	for _, c := range conds {
		if follows(c, e) {
			return boolean(true)
		}
		if follows(c, not(e)) {
			return boolean(false)
		}
	}
	return e
}

// follows reports whether c implies e: comparisons of integers by the difference of their
// sides.
func follows(c, e spec.Expr) bool {
	if same(c, e) {
		return true
	}
	y, ok := e.(*spec.Binary)
	if !ok {
		return false
	}
	if y.Op == "!=" {
		return follows(c, &spec.Binary{Op: "<", X: y.X, Y: y.Y}) || follows(c, &spec.Binary{Op: "<", X: y.Y, Y: y.X})
	}
	goal := slack(e)
	if goal == nil {
		return false
	}
	facts := []spec.Expr{c}
	if x, ok := c.(*spec.Binary); ok && x.Op == "==" {
		facts = []spec.Expr{&spec.Binary{Op: "<=", X: x.X, Y: x.Y}, &spec.Binary{Op: "<=", X: x.Y, Y: x.X}}
	}
	for _, f := range facts {
		if d := slack(f); d != nil {
			// Both are "not below zero": if the goal's is the fact's and no less, it holds.
			if n := literal(arithmetic("-", goal, d)); n != nil && n.Sign() >= 0 {
				return true
			}
		}
	}
	return false
}

// plainLimits has the numbers of i32::MAX and its like.
func plainLimits(e spec.Expr) spec.Expr {
	return replaced(e, func(x spec.Expr) spec.Expr {
		if n := bound(x); n != nil {
			return number(n)
		}
		return nil
	})
}

// slack is what must not be negative for an order of integers to hold, or nil.
func slack(e spec.Expr) spec.Expr {
	b, ok := e.(*spec.Binary)
	if !ok {
		return nil
	}
	x, y := b.X, b.Y
	switch b.Op {
	case ">", ">=":
		x, y = y, x
	case "<", "<=":
	default:
		return nil
	}
	d := arithmetic("-", plainLimits(y), plainLimits(x))
	// Of integers x < y is x <= y - 1.
	if b.Op == "<" || b.Op == ">" {
		d = arithmetic("-", d, integer(1))
	}
	return d
}
