package loops

import (
	"math"

	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
)

// digits is a loop that goes through the digits of a number: it divides a variable by a
// constant until nothing is left. Each of its few iterations can be said on its own, in
// terms of the number it began with.
type digits struct {
	l     *loop
	name  string // of the variable that is divided
	first java.Expr
	base  int64
	signs bool // the number may be negative: the loop ends at 0, not below 1
	vars  []event
}

// The least base and the most characters of what is said of one state. By a smaller base
// there are too many iterations to be said one by one.
const (
	leastBase = 8
	maxState  = 400
)

// digitsOf returns the digits that a loop goes through, nil for any other loop. first is
// what the number is called in the state before the call, in a postcondition.
func digitsOf(l *loop, info *types.Info) *digits {
	b, ok := java.Unparen(l.cond).(*java.Binary)
	if !ok || l.outer != nil || len(l.inner) > 0 || l.each || info == nil {
		return nil
	}
	x, ok := b.X.(*java.Name)
	if !ok || info.Types[x] == nil || info.Types[x].Kind() != types.Int {
		return nil
	}
	d := &digits{l: l, name: x.Name}
	// expr.Int gives 0 for what is no number too, hence isZero.
	switch end, _ := expr.Int(b.Y); {
	case b.Op == java.Gt && end == 0 && isZero(b.Y), b.Op == java.Ge && end == 1:
	case b.Op == java.Ne && isZero(b.Y):
		d.signs = true
	default:
		return nil
	}
	if d.first, ok = l.entry[x.Name]; !ok {
		d.first = x
		// An expression would be written out in each of the states.
	} else if _, plain := d.first.(*java.Name); !plain {
		return nil
	}

	seen := map[string]bool{}
	for _, e := range l.events {
		y, ok := e.target.(*java.Name)
		// An iteration that may leave, or that stores elements, has effects beyond the variables; two
		// updates of one variable would have to be put together.
		if !ok || e.kind != updates || e.value == nil || seen[y.Name] {
			return nil
		}
		seen[y.Name] = true
		if y.Name != x.Name {
			d.vars = append(d.vars, e)
			continue
		}
		by := e.value
		if q, ok := java.Unparen(e.value).(*java.Binary); ok && e.op == java.Assign && q.Op == java.Div && java.Equal(q.X, x) {
			by = q.Y
		} else if e.op != java.Div {
			return nil
		}
		// Under a condition it may never come to its end.
		if d.base, ok = expr.Int(by); !ok || e.guard != nil || d.base < leastBase {
			return nil
		}
	}
	if d.base == 0 || len(d.vars) == 0 {
		return nil
	}
	return d
}

func isZero(e java.Expr) bool { n, ok := expr.Int(e); return ok && n == 0 }

// states returns what the variables hold after 0, 1, 2, … iterations on a number called
// first, in words of what came before the loop; nil where one can't be said.
func (d *digits) states(first java.Expr) []map[string]java.Expr {
	now := map[string]java.Expr{d.name: first}
	for _, e := range d.vars {
		name := e.target.(*java.Name).Name
		v, ok := d.l.entry[name]
		if !ok {
			v = e.target
		}
		if now[name] = v; v == nil {
			return nil
		}
	}

	out := []map[string]java.Expr{now}
	for power := d.base; ; power *= d.base {
		next := map[string]java.Expr{d.name: quotient(first, power)}
		for _, e := range d.vars {
			name := e.target.(*java.Name).Name
			v := d.assigned(e, now)
			if v == nil || len(java.Print(v)) > maxState {
				return nil
			}
			// Values are in the words of the loop's head: all are taken in the state before the iteration.
			next[name] = v
		}
		out, now = append(out, next), next
		// No int has more digits: its quotient is zero for all.
		if power > math.MaxInt32 {
			return out
		}
	}
}

// assigned is what an event leaves in its variable. What is added only under a condition
// is nothing else: so each state is said in terms of the one before once.
func (d *digits) assigned(e event, now map[string]java.Expr) java.Expr {
	was, v := now[e.target.(*java.Name).Name], instance(e.value, now)
	switch {
	case e.guard == nil:
	case e.op == java.Plus || e.op == java.Sub:
		v = choice(instance(e.guard, now), v, expr.Number(0))
	case e.op == java.Mul:
		v = choice(instance(e.guard, now), v, expr.Number(1))
	case e.op == java.Assign:
		v = choice(instance(e.guard, now), v, was)
	default:
		return nil
	}
	if e.op == java.Assign {
		return v
	}
	return operation(e.op, was, v)
}

// reached is that the number has at least k digits; nil for none.
func (d *digits) reached(first java.Expr, k int) java.Expr {
	switch least := d.power(k - 1); {
	case k == 0:
		return nil
	case d.signs:
		return &java.Binary{Op: java.Ne, X: quotient(first, least), Y: expr.Number(0)}
	default:
		return &java.Binary{Op: java.Le, X: expr.Number(least), Y: first}
	}
}

// power is the base to the k.
func (d *digits) power(k int) int64 {
	n := int64(1)
	for range k {
		n *= d.base
	}
	return n
}

// invariant is that the variables are in one of the states.
func (d *digits) invariant(m *java.MethodDecl) string {
	first := d.first
	if x := first.(*java.Name); java.Assigned(m.Body)[x.Name] {
		first = oldOf(x)
	}
	text := ""
	for k, s := range d.states(first) {
		if text != "" {
			text += " || "
		}
		at := expr.And(d.reached(first, k), &java.Binary{Op: java.Eq, X: expr.Name(d.name), Y: s[d.name]})
		for _, e := range d.vars {
			at = expr.And(at, &java.Binary{Op: java.Eq, X: e.target, Y: s[e.target.(*java.Name).Name]})
		}
		text += java.Print(at)
	}
	return text
}

// left returns what the variables hold after the loop, by the number of digits.
func (d *digits) left() map[string]java.Expr {
	states := d.states(d.first)
	if len(states) == 0 {
		return nil
	}
	last := len(states) - 1
	out := map[string]java.Expr{}
	for _, e := range d.vars {
		name := e.target.(*java.Name).Name
		// The nested conditions ask for the fewest digits first, so each needs an upper bound alone.
		v := states[last][name]
		for k := last - 1; k >= 0; k-- {
			var fewer java.Expr = &java.Binary{Op: java.Lt, X: d.first, Y: expr.Number(d.power(k))}
			if d.signs {
				fewer = &java.Binary{Op: java.Eq, X: quotient(d.first, d.power(k)), Y: expr.Number(0)}
			}
			v = &java.Cond{C: fewer, X: states[k][name], Y: v}
		}
		out[name] = v
	}
	return out
}

// ---- expressions, folded

// quotient is x / n of an int.
func quotient(x java.Expr, n int64) java.Expr {
	switch {
	case n == 1:
		return x
	case n > math.MaxInt32+1:
		return expr.Number(0)
	}
	return &java.Binary{Op: java.Div, X: x, Y: expr.Number(n)}
}

// choice is c ? x : y.
func choice(c, x, y java.Expr) java.Expr {
	if c == nil || x == nil || y == nil {
		return nil
	}
	return &java.Paren{X: &java.Cond{C: c, X: expr.Group(x), Y: expr.Group(y)}}
}

// instance is an arithmetic expression in a state, nil for others.
func instance(e java.Expr, s map[string]java.Expr) java.Expr {
	switch e := e.(type) {
	case *java.Paren:
		return instance(e.X, s)
	case *java.Literal:
		return e
	case *java.Name:
		if v, ok := s[e.Name]; ok {
			return v
		}
		return e
	case *java.Binary:
		x, y := instance(e.X, s), instance(e.Y, s)
		switch e.Op {
		case java.Plus, java.Sub, java.Mul, java.Div, java.Rem:
			return operation(e.Op, x, y)
		case java.Lt, java.Le, java.Gt, java.Ge, java.Eq, java.Ne:
			return expr.Binary(e.Op, x, y)
		}
	}
	return nil
}

// operation is x op y, folded where that is easy, with the parentheses it needs.
func operation(op java.Op, x, y java.Expr) java.Expr {
	if x == nil || y == nil {
		return nil
	}
	a, isX := expr.Int(x)
	b, isY := expr.Int(y)
	switch {
	case isX && isY && op == java.Plus:
		return expr.Number(a + b)
	case isX && isY && op == java.Mul:
		return expr.Number(a * b)
	case isX && a == 0 && op == java.Plus, isX && a == 1 && op == java.Mul:
		return y
	case isY && b == 0 && (op == java.Plus || op == java.Sub), isY && b == 1 && (op == java.Mul || op == java.Div):
		return x
	case isX && a == 0 && op == java.Mul, isY && b == 0 && op == java.Mul:
		return expr.Number(0)
	}
	high := func(e java.Expr) bool {
		b, ok := e.(*java.Binary)
		return !ok || b.Op == java.Mul || b.Op == java.Div || b.Op == java.Rem
	}
	multiplies := op == java.Mul || op == java.Div || op == java.Rem
	if multiplies && !high(x) {
		x = expr.Group(x)
	}
	if !high(y) || multiplies {
		y = expr.Group(y)
	}
	return &java.Binary{Op: op, X: x, Y: y}
}
