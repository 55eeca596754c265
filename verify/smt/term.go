// Package smt builds SMT-LIB 2 terms and talks to a solver process: declare,
// assert, push, check, pop, model. Solvers are kept warm in a [Pool].
//
// The package must not know Java, JML or verification conditions.
package smt

import (
	"math/big"
	"strconv"
	"strings"
)

// Sort is an SMT-LIB sort, written as in a script.
type Sort string

// The sorts the theories provide.
const (
	Bool    Sort = "Bool"
	Int     Sort = "Int"
	Real    Sort = "Real"
	Float32 Sort = "(_ FloatingPoint 8 24)"
	Float64 Sort = "(_ FloatingPoint 11 53)"
)

// ArrayOf is the sort of arrays from k to v.
func ArrayOf(k, v Sort) Sort { return "(Array " + k + " " + v + ")" }

// BitVec is the sort of bit-vectors of n bits.
func BitVec(n int) Sort { return Sort("(_ BitVec " + strconv.Itoa(n) + ")") }

// Elem is the value sort of an array sort.
func (s Sort) Elem() Sort {
	in := strings.TrimSuffix(strings.TrimPrefix(string(s), "(Array "), ")")
	// The sort of the index may be an array sort, too: its blanks are within parentheses.
	depth := 0
	for i, c := range in {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case ' ':
			if depth == 0 {
				return Sort(in[i+1:])
			}
		}
	}
	return ""
}

// Term is an immutable term. Constants and variables have no Args; Op is then
// the literal or symbol. Terms are shared freely.
type Term struct {
	Op    string
	Args  []*Term
	Sort  Sort
	bound []*Term   // variables of a quantifier
	pats  [][]*Term // its patterns
	num   *big.Int  // value of an integer literal
	size  int       // nodes as a tree, capped
}

func mk(op string, s Sort, args ...*Term) *Term {
	t := &Term{Op: op, Args: args, Sort: s, size: 1}
	for _, a := range args {
		t.size += a.size
	}
	if t.size > 1<<30 {
		// Terms share parts, so that a tree may be exponentially larger than what is in memory.
		t.size = 1 << 30
	}
	return t
}

// Size is the number of nodes of the term written out as a tree.
func (t *Term) Size() int { return t.size }

// The truth values.
var (
	True  = mk("true", Bool)
	False = mk("false", Bool)
)

// Var is a declared symbol.
func Var(name string, s Sort) *Term { return mk(name, s) }

// App is an application of a declared or built-in function.
func App(fn string, s Sort, args ...*Term) *Term { return mk(fn, s, args...) }

// IntLit is an integer literal.
func IntLit(n int64) *Term { return BigLit(big.NewInt(n)) }

// BigLit is an integer literal of any size.
func BigLit(n *big.Int) *Term {
	s := n.String()
	if n.Sign() < 0 {
		s = "(- " + s[1:] + ")"
	}
	t := mk(s, Int)
	t.num = n
	return t
}

// Num is the value of an integer literal, nil for other terms.
func (t *Term) Num() *big.Int { return t.num }

// IsTrue and IsFalse recognise the truth values.
func (t *Term) IsTrue() bool { return t == True }

// IsFalse recognises false.
func (t *Term) IsFalse() bool { return t == False }

// Not is logical negation.
func Not(a *Term) *Term {
	switch {
	case a == True:
		return False
	case a == False:
		return True
	case a.Op == "not":
		return a.Args[0]
	}
	return mk("not", Bool, a)
}

// And is conjunction, flattened.
func And(as ...*Term) *Term { return nary("and", True, False, as) }

// Or is disjunction, flattened.
func Or(as ...*Term) *Term { return nary("or", False, True, as) }

func nary(op string, unit, zero *Term, as []*Term) *Term {
	var out []*Term
	for _, a := range as {
		switch {
		case a == nil || a == unit:
		case a == zero:
			return zero
		case a.Op == op && a.bound == nil:
			out = append(out, a.Args...)
		default:
			out = append(out, a)
		}
	}
	switch len(out) {
	case 0:
		return unit
	case 1:
		return out[0]
	}
	return mk(op, Bool, out...)
}

// Implies is a ⇒ b.
func Implies(a, b *Term) *Term {
	switch {
	case a == True:
		return b
	case a == False, b == True:
		return True
	case b == False:
		return Not(a)
	}
	return mk("=>", Bool, a, b)
}

// Eq is equality of two terms of one sort.
func Eq(a, b *Term) *Term {
	if a == b || Same(a, b) {
		return True
	}
	if a.num != nil && b.num != nil {
		return False
	}
	if a.Sort == Bool {
		switch {
		case a == True:
			return b
		case b == True:
			return a
		case a == False:
			return Not(b)
		case b == False:
			return Not(a)
		}
	}
	return mk("=", Bool, a, b)
}

// Same reports structural equality of small terms.
func Same(a, b *Term) bool {
	if a == b {
		return true
	}
	// Quantifiers are never the same: their variables have names of their own. The bound on the
	// size keeps simplification linear.
	if a.Op != b.Op || a.Sort != b.Sort || a.size != b.size || len(a.Args) != len(b.Args) || a.bound != nil || b.bound != nil || a.size > 64 {
		return false
	}
	for i := range a.Args {
		if !Same(a.Args[i], b.Args[i]) {
			return false
		}
	}
	return true
}

// Ite is if c then a else b.
func Ite(c, a, b *Term) *Term {
	switch {
	case c == True:
		return a
	case c == False:
		return b
	case a == b || Same(a, b):
		return a
	case a == True && b == False:
		return c
	case a == False && b == True:
		return Not(c)
	}
	return mk("ite", a.Sort, c, a, b)
}

// Add is integer or real addition.
func Add(a, b *Term) *Term {
	if a.num != nil && b.num != nil {
		return BigLit(new(big.Int).Add(a.num, b.num))
	}
	if isZero(a) {
		return b
	}
	if isZero(b) {
		return a
	}
	// x + 1 + 1 is x + 2: counters keep one form, by which terms are found to be the same.
	if b.num != nil && a.Op == "+" && len(a.Args) == 2 && a.Args[1].num != nil {
		return Add(a.Args[0], BigLit(new(big.Int).Add(a.Args[1].num, b.num)))
	}
	return mk("+", a.Sort, a, b)
}

// Subtract is a − b.
func Subtract(a, b *Term) *Term {
	if a.num != nil && b.num != nil {
		return BigLit(new(big.Int).Sub(a.num, b.num))
	}
	if b.num != nil {
		return Add(a, BigLit(new(big.Int).Neg(b.num)))
	}
	return mk("-", a.Sort, a, b)
}

// Mul is multiplication.
func Mul(a, b *Term) *Term {
	if a.num != nil && b.num != nil {
		return BigLit(new(big.Int).Mul(a.num, b.num))
	}
	if isZero(a) || isOne(b) {
		return a
	}
	if isZero(b) || isOne(a) {
		return b
	}
	return mk("*", a.Sort, a, b)
}

// Negate is unary minus.
func Negate(a *Term) *Term {
	if a.num != nil {
		return BigLit(new(big.Int).Neg(a.num))
	}
	return mk("-", a.Sort, a)
}

func isZero(a *Term) bool { return a.num != nil && a.num.Sign() == 0 }
func isOne(a *Term) bool  { return a.num != nil && a.num.IsInt64() && a.num.Int64() == 1 }

// Le is a ≤ b.
func Le(a, b *Term) *Term { return cmp("<=", a, b, func(c int) bool { return c <= 0 }) }

// Lt is a < b.
func Lt(a, b *Term) *Term { return cmp("<", a, b, func(c int) bool { return c < 0 }) }

func cmp(op string, a, b *Term, f func(int) bool) *Term {
	if a.num != nil && b.num != nil {
		if f(a.num.Cmp(b.num)) {
			return True
		}
		return False
	}
	return mk(op, Bool, a, b)
}

// Select is array access.
func Select(a, i *Term) *Term {
	for a.Op == "store" {
		if Same(a.Args[1], i) {
			return a.Args[2]
		}
		// Two terms that differ may be equal; two numbers that differ are not.
		if a.Args[1].num == nil || i.num == nil {
			break
		}
		a = a.Args[0]
	}
	return mk("select", a.Sort.Elem(), a, i)
}

// Store is array update.
func Store(a, i, v *Term) *Term { return mk("store", a.Sort, a, i, v) }

// Forall is a universal quantifier; pats may be empty (the solver chooses).
func Forall(vars []*Term, body *Term, pats ...[]*Term) *Term {
	return quant("forall", vars, body, pats)
}

// Exists is an existential quantifier.
func Exists(vars []*Term, body *Term) *Term { return quant("exists", vars, body, nil) }

func quant(op string, vars []*Term, body *Term, pats [][]*Term) *Term {
	if body == True || body == False || len(vars) == 0 {
		return body
	}
	t := mk(op, Bool, body)
	t.bound, t.pats = vars, pats
	return t
}

// Quantifier gives the parts of a quantified term.
func (t *Term) Quantifier() (vars []*Term, body *Term, ok bool) {
	if t.bound == nil {
		return nil, nil, false
	}
	return t.bound, t.Args[0], true
}

// Subst replaces variables (by symbol) in t.
func Subst(t *Term, m map[string]*Term) *Term {
	// By identity: a part that is shared stays shared.
	memo := map[*Term]*Term{}
	var walk func(*Term) *Term
	walk = func(t *Term) *Term {
		if len(t.Args) == 0 {
			if r, ok := m[t.Op]; ok {
				return r
			}
			return t
		}
		if r, ok := memo[t]; ok {
			return r
		}
		r := t.Map(walk)
		memo[t] = r
		return r
	}
	return walk(t)
}

// Map rebuilds t with f applied to its arguments and patterns.
func (t *Term) Map(f func(*Term) *Term) *Term {
	changed := false
	args := make([]*Term, len(t.Args))
	for i, a := range t.Args {
		args[i] = f(a)
		changed = changed || args[i] != a
	}
	if !changed {
		return t
	}
	r := mk(t.Op, t.Sort, args...)
	// Variables are numbered through a condition, so that none is captured.
	r.bound = t.bound
	for _, p := range t.pats {
		q := make([]*Term, len(p))
		for i, x := range p {
			q[i] = f(x)
		}
		r.pats = append(r.pats, q)
	}
	return r
}

// Vars collects the symbols without arguments that occur in t.
func Vars(t *Term, into map[string]bool) {
	seen := map[*Term]bool{}
	var walk func(*Term)
	walk = func(t *Term) {
		if seen[t] {
			return
		}
		seen[t] = true
		if len(t.Args) == 0 {
			into[t.Op] = true
		}
		for _, a := range t.Args {
			walk(a)
		}
	}
	walk(t)
}

// String is the term in SMT-LIB syntax.
func (t *Term) String() string {
	var b strings.Builder
	t.write(&b)
	return b.String()
}

func (t *Term) write(b *strings.Builder) {
	if t.bound != nil {
		b.WriteString("(" + t.Op + " (")
		for _, v := range t.bound {
			b.WriteString("(" + v.Op + " " + string(v.Sort) + ")")
		}
		b.WriteString(") ")
		if len(t.pats) > 0 {
			b.WriteString("(! ")
		}
		t.Args[0].write(b)
		for _, p := range t.pats {
			b.WriteString(" :pattern (")
			for i, x := range p {
				if i > 0 {
					b.WriteByte(' ')
				}
				x.write(b)
			}
			b.WriteString(")")
		}
		if len(t.pats) > 0 {
			b.WriteByte(')')
		}
		b.WriteByte(')')
		return
	}
	if len(t.Args) == 0 {
		b.WriteString(t.Op)
		return
	}
	b.WriteByte('(')
	b.WriteString(t.Op)
	for _, a := range t.Args {
		b.WriteByte(' ')
		a.write(b)
	}
	b.WriteByte(')')
}
