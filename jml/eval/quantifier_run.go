package eval

import (
	"math"
	"strconv"

	"ensures/java"
	"ensures/java/types"
)

// box is the part of a quantifier's value space still to be looked at.
type box struct {
	lo, hi [maxVars]int64
	loose  bool // a constraint on numbers too far away has said nothing of it
}

// signal is the verdict of a visit: go on, or the quantifier is decided.
type signal uint8

const (
	goOn signal = iota
	decided
)

// tally is what a quantifier has found so far.
type tally struct {
	result tri
	sum    num
	prod   num
	count  int64
	fsum   float64
	fbest  float64
	best   num
	any    bool
	// the first reason why some value is not known
	bad tri
	why string
	at  java.Pos
}

func satAdd(a, b int64) int64 {
	s := a + b
	if (s > a) == (b > 0) {
		return s
	}
	if b > 0 {
		return math.MaxInt64
	}
	return math.MinInt64
}

func satMul(a, b int64) int64 {
	if p, ok := mul64(a, b); ok {
		return p
	}
	if (a < 0) == (b < 0) {
		return math.MaxInt64
	}
	return math.MinInt64
}

// far reports whether a sum is beyond what variables are taken to reach: it may have
// been cut off, and bounds that follow from it may be those of no value.
func far(s int64) bool { return s < -unbounded || s > unbounded }

// values evaluates the parts of the constraints that do not depend on the
// variables. ok is false when one has no value: the range is then evaluated as it
// is written. empty means that a condition on the outside is false.
func (q *quant) values(e *env, cons []constraint, base []int64, strict bool) (ok, empty bool) {
	ok = true
	for i := range cons {
		k := &cons[i]
		switch k.kind {
		case consAtom:
			if !k.value(e, base) {
				return false, false
			}
		case consGuard:
			switch k.guard(e) {
			case tTrue:
			case tFalse:
				if strict {
					return true, true
				}
			default:
				e.bad = 0
				return false, false
			}
		case consAnd, consOr:
			// A guard in here is part of a conjunct that is no exact constraint, which is evaluated
			// at each value anyway; all that matters is whether it has a value.
			if sub, _ := q.values(e, k.subs, base, false); !sub {
				ok = false
			}
		}
	}
	return ok, false
}

// sumFar is the sum of two numbers; once it is far it stays so.
func sumFar(a, b int64) int64 {
	if far(a) || far(b) {
		return math.MinInt64
	}
	return a + b
}

// value evaluates an atom's constant part.
func (k *constraint) value(e *env, base []int64) bool {
	s := k.k
	for _, t := range k.terms {
		v := t.f(e)
		if e.bad != 0 {
			e.bad = 0
			base[k.index] = math.MinInt64 // says nothing
			return false
		}
		if v.b == nil {
			s = satAdd(s, satMul(t.sign, v.n))
		}
		if v.b != nil || far(v.n) || far(s) {
			base[k.index] = math.MinInt64
			return false
		}
	}
	base[k.index] = s
	return true
}

// narrow shrinks b by the constraint, which never takes away a value that the
// constraint allows; false when nothing is left. Guards of alternatives are not
// consulted here.
func (q *quant) narrow(k *constraint, b *box, base []int64) bool {
	switch k.kind {
	case consAtom:
		if k.sq != 0 {
			return q.narrowSquare(k, b, base[k.index])
		}
		return q.narrowLinear(k, b, base[k.index])
	case consAnd:
		return q.narrowAll(k.subs, b, base)
	case consOr:
		return q.narrowHull(k, b, base)
	}
	return true
}

// narrowSquare is v² + s ≤ 0: −√−s ≤ v ≤ √−s. One that is mixed with linear parts
// gives no bound.
func (q *quant) narrowSquare(k *constraint, b *box, s int64) bool {
	if s == math.MinInt64 {
		return true
	}
	for _, c := range k.coef[:len(q.vars)] {
		if c != 0 {
			return true
		}
	}
	if s > 0 {
		return false
	}
	if s < -unbounded {
		return true
	}
	i := k.sq - 1
	r := isqrt(-s)
	b.lo[i], b.hi[i] = max(b.lo[i], -r), min(b.hi[i], r)
	return b.lo[i] <= b.hi[i]
}

// narrowLinear is Σ cⱼ·vⱼ + s ≤ 0. For each variable the others take the values that
// leave it the most room: cᵢ·vᵢ ≤ −(s + Σ min over the box of cⱼ·vⱼ, j ≠ i).
func (q *quant) narrowLinear(k *constraint, b *box, s int64) bool {
	if s == math.MinInt64 { // the sum of the terms is not known
		return true
	}
	if k.coef == [maxVars]int64{} { // as in i < i: the variables cancel out
		return s <= 0
	}
	n := len(q.vars)
	for i := range n {
		c := k.coef[i]
		if c == 0 {
			continue
		}
		rest := s
		for j := range n {
			if d := k.coef[j]; j != i && d > 0 {
				rest = sumFar(rest, satMul(d, b.lo[j]))
			} else if j != i && d < 0 {
				rest = sumFar(rest, satMul(d, b.hi[j]))
			}
		}
		if far(rest) {
			b.loose = true
			continue
		}

		switch {
		case c == 1:
			b.hi[i] = min(b.hi[i], -rest)
		case c == -1:
			b.lo[i] = max(b.lo[i], rest)
		case c > 0:
			b.hi[i] = min(b.hi[i], floorDiv(-rest, c))
		default:
			b.lo[i] = max(b.lo[i], ceilDiv(-rest, c))
		}
		if b.lo[i] > b.hi[i] {
			return false
		}
	}
	return true
}

// narrowHull shrinks b to the smallest box around what the alternatives leave of it.
func (q *quant) narrowHull(k *constraint, b *box, base []int64) bool {
	var hull box
	found := false
	for i := range k.subs {
		c := *b
		if !q.narrow(&k.subs[i], &c, base) {
			continue
		}
		if !found {
			hull, found = c, true
			continue
		}
		for j := range len(q.vars) {
			hull.lo[j], hull.hi[j] = min(hull.lo[j], c.lo[j]), max(hull.hi[j], c.hi[j])
		}
	}
	if found {
		*b = hull
	}
	return found
}

func (q *quant) narrowAll(cons []constraint, b *box, base []int64) bool {
	for i := range cons {
		if !q.narrow(&cons[i], b, base) {
			return false
		}
	}
	return true
}

// run goes through the values of the quantifier's variables.
func (q *quant) run(e *env, t *tally) {
	var buf [16]int64
	base := buf[:]
	if q.atoms+1 > len(base) {
		base = make([]int64, q.atoms+1)
	}
	for i := range q.atoms {
		base[i] = math.MinInt64
	}

	var b box
	for i := range q.vars {
		b.lo[i], b.hi[i] = q.vars[i].lo, q.vars[i].hi
	}

	ok, empty := q.values(e, q.cons, base, true)
	if empty {
		return
	}

	// Where some constraint has no value the range is evaluated as it is written: only from left to
	// right can it be false before it is undefined.
	cond := q.rest
	if !ok {
		cond = q.full
	}

	// Each pass may shrink what the next one starts from; three are enough for chains
	// like i < j, j < n.
	for range min(len(q.vars), 3) {
		b.loose = false
		if !q.narrowAll(q.cons, &b, base) {
			if ok {
				return
			}
			break
		}
	}

	// The body's own comparisons bound the values at which it can fail, as in (\forall
	// int i; a <= i; i < b ==> …).
	if len(q.more) > 0 && q.large(&b) {
		q.values(e, q.more, base, false)
		c := b
		fits := true
		for range len(q.vars) {
			if !q.narrowAll(q.more, &c, base) || !q.narrowAll(q.cons, &c, base) {
				fits = false
				break
			}
		}
		if !fits {
			// The body cannot fail anywhere: look at one value for its definedness.
			c = b
			for i := range q.vars {
				c.hi[i] = c.lo[i]
			}
		}
		b = c
	}

	// Of several variables the values just outside would be too many.
	if q.early > 0 && len(q.vars) == 1 && ok && q.edges(e, t, &b, base) == decided {
		return
	}

	w := walk{quant: q, e: e, t: t, base: base, cond: cond}
	w.level(0, &b)
}

// edges evaluates the range as it is written just outside of the bounds, for
// ranges like `a[i] > 0 && i < n` in which a part that may be undefined comes
// before the bound that would protect it.
func (q *quant) edges(e *env, t *tally, b *box, base []int64) signal {
	v := &q.vars[0]
	var wide box
	wide.lo[0], wide.hi[0] = v.lo, v.hi
	if !q.narrowAll(q.cons[:q.early-1], &wide, base) {
		return goOn
	}
	for _, x := range [...]int64{b.lo[0] - 1, b.hi[0] + 1} {
		if x < wide.lo[0] || x > wide.hi[0] {
			continue
		}
		e.q[v.slot] = x
		if q.full(e) == tUndefined {
			t.note(e)
			return decided
		}
		e.bad = 0
	}
	return goOn
}

// large reports whether some variable has more values than can be gone through.
func (q *quant) large(b *box) bool {
	for i := range q.vars {
		if q.vars[i].domain == nil && b.hi[i]-b.lo[i] >= DefaultSteps {
			return true
		}
	}
	return false
}

// walk goes through the values that the variables may have.
type walk struct {
	*quant
	e    *env
	t    *tally
	base []int64 // what the constraints' terms add up to here
	cond boolFn  // what of the range is to be evaluated at each point; nil: nothing
}

// level goes through the values of variable i, the earlier ones being fixed.
func (q *walk) level(i int, b *box) signal {
	e, t := q.e, q.t
	if i == len(q.vars) {
		return q.visit(b)
	}

	v := &q.vars[i]
	if v.domain != nil {
		list, ok := v.domain(e)
		if !ok {
			e.unknown(q.at, "the values of "+v.l.Name+" cannot be found")
			t.note(e)
			return decided
		}
		for _, r := range list {
			e.setRef(v.slot, r)
			if !e.step(q.at) {
				t.note(e)
				return decided
			}
			if q.level(i+1, b) == decided {
				return decided
			}
		}
		return goOn
	}

	lo, hi := b.lo[i], b.hi[i]
	last := i == len(q.vars)-1
	// More values than steps are left: only some are tried.
	if n := hi - lo; n >= e.steps {
		return q.probe(i, b)
	}

	// A variable without an end was taken to end somewhere; beyond that nobody looked.
	endless := v.lo == -unbounded && (lo == v.lo || hi == v.hi)
	slot := v.slot
	if last {
		// The innermost variable: steps are counted here and looked at once, after the
		// loop.
		for x := lo; x <= hi; x++ {
			e.steps--
			e.q[slot] = x
			if q.visit(b) == decided {
				return decided
			}
		}
		if e.steps < 0 {
			e.step(q.at)
			t.note(e)
			return decided
		}
		q.tooFar(endless, i)
		return goOn
	}

	for x := lo; x <= hi; x++ {
		if !e.step(q.at) {
			t.note(e)
			return decided
		}
		if q.fixed(i, x, b) == decided {
			return decided
		}
	}
	q.tooFar(endless, i)
	return goOn
}

// tooFar notes that a variable may have values at which nobody looked.
func (q *walk) tooFar(endless bool, i int) {
	if endless && q.t.bad == 0 {
		q.t.bad, q.t.why, q.t.at = tUnknown, "nothing bounds "+q.vars[i].l.Name, q.at
	}
}

// fixed goes on with variable i fixed at x.
func (q *walk) fixed(i int, x int64, b *box) signal {
	q.e.q[q.vars[i].slot] = x
	if i == len(q.vars)-1 {
		return q.visit(b)
	}
	c := *b
	c.lo[i], c.hi[i], c.loose = x, x, false
	if !q.narrowAll(q.cons, &c, q.base) {
		return goOn
	}
	return q.level(i+1, &c)
}

// probe tries some values of a range that is too large. What it finds can decide
// the quantifier; finding nothing leaves it unknown.
func (q *walk) probe(i int, b *box) signal {
	e, t := q.e, q.t
	lo, hi := b.lo[i], b.hi[i]
	switch q.kind {
	default: // one value, which may show that the range or body is undefined
		if q.fixed(i, lo, b) == decided {
			return decided
		}
	case `\forall`, `\exists`:
		try := func(x int64) signal {
			if x < lo || x > hi {
				return goOn
			}
			if !e.step(q.at) {
				t.note(e)
				return decided
			}
			return q.fixed(i, x, b)
		}

		// Mistakes sit at the ends of a range and around zero. Of an outer variable fewer values
		// are tried, each being a walk through the inner ones.
		near := int64(probes)
		if i < len(q.vars)-1 {
			near = 16
		}

		for d := int64(0); d < near; d++ {
			if try(lo+d) == decided || d < 16 && try(hi-d) == decided {
				return decided
			}
		}
		for d := int64(0); d < 64; d++ { // small numbers, when the range has both signs
			if lo+near > -d || lo > 0 {
				break
			}
			if try(d) == decided || try(-d) == decided {
				return decided
			}
		}
	}

	if t.bad == 0 {
		size := "too many"
		if hi-lo > 0 && hi-lo < unbounded {
			size = strconv.FormatInt(hi-lo+1, 10)
		}
		what := "the range of " + q.vars[i].l.Name + " is too large: " + size + " values"
		if lo == q.vars[i].lo && hi == q.vars[i].hi {
			what = "nothing bounds " + q.vars[i].l.Name
		}
		t.bad, t.why, t.at = tUnknown, what, q.at
	}
	return goOn
}

// note keeps the reason why a value is missing.
func (t *tally) note(e *env) {
	// Undefined outweighs unknown: what has no value at one point has none at all.
	if t.bad == 0 || e.bad == tUndefined {
		t.bad, t.why, t.at = e.bad, e.why, e.at
	}
	e.bad = 0
}

// visit evaluates range and body for the values in e.q, which are in the box b.
func (q *walk) visit(b *box) signal {
	e, t := q.e, q.t
	cond := q.cond
	if b.loose {
		cond = q.full
	}
	if cond != nil {
		switch cond(e) {
		case tTrue:
		case tFalse:
			return goOn
		case tUndefined:
			// Whatever the other values give, the quantifier has no value.
			t.note(e)
			return decided
		default:
			t.note(e)
			return goOn
		}
	}

	switch q.kind {
	case `\forall`:
		switch q.pred(e) {
		case tTrue:
			return goOn
		case tFalse:
			t.result, t.any = tFalse, true
			return decided
		case tUndefined:
			t.note(e)
			return decided
		default:
			// Unknown here may still be false elsewhere: that would decide it.
			t.note(e)
			return goOn
		}
	case `\exists`:
		t.result, t.any = tTrue, true
		return decided
	case `\num_of`:
		t.count++
		return goOn
	}

	if n := q.body; n.lane == integer || n.lane == bigint {
		return q.addInt(n)
	}
	return q.addFloat(q.body)
}

// addInt takes a whole number into a sum, product, maximum or minimum.
func (q *walk) addInt(n *node) signal {
	e, t := q.e, q.t
	var v num
	if n.lane == integer {
		v = num{n: n.i(e)}
	} else {
		v = n.n(e)
	}
	if e.bad != 0 {
		t.note(e)
		return decided
	}

	switch q.kind {
	case `\sum`:
		t.sum = addNum(t.sum, v)
	case `\product`:
		t.prod = mulNum(t.prod, v)
		if t.prod.b != nil && t.prod.b.BitLen() > maxBigBits {
			e.unknown(q.at, "the product has too many digits")
			t.note(e)
			return decided
		}
	case `\max`:
		if !t.any || cmpNum(v, t.best) > 0 {
			t.best = v
		}
	case `\min`:
		if !t.any || cmpNum(v, t.best) < 0 {
			t.best = v
		}
	}
	t.any = true
	return goOn
}

// addFloat is addInt for a double. A NaN is the maximum and the minimum of what it
// stands among, as Math.max and Math.min have it.
func (q *walk) addFloat(n *node) signal {
	e, t := q.e, q.t
	v := n.d(e)
	if e.bad != 0 {
		t.note(e)
		return decided
	}

	switch q.kind {
	case `\sum`:
		t.fsum += v
	case `\product`:
		if !t.any {
			t.fsum = 1
		}
		t.fsum *= v
	case `\max`:
		if !t.any || v > t.fbest || v != v {
			t.fbest = v
		}
	case `\min`:
		if !t.any || v < t.fbest || v != v {
			t.fbest = v
		}
	}
	t.any = true
	return goOn
}

// quantNode wraps a quantifier as an expression.
func (c *compiler) quantNode(x *java.Quantified, q *quant) *node {
	switch q.kind {
	case `\forall`, `\exists`:
		other := tTrue
		if q.kind == `\exists` {
			other = tFalse
		}
		return boolNode(func(e *env) tri {
			var t tally
			q.run(e, &t)
			// One value decided it, whatever the others are.
			if t.any {
				e.bad = 0
				return t.result
			}
			if t.bad != 0 {
				e.bad, e.why, e.at = t.bad, t.why, t.at
				return t.bad
			}
			return other
		})
	case `\num_of`:
		return bigNode(func(e *env) num {
			var t tally
			q.run(e, &t)
			q.settle(e, &t)
			return num{n: t.count}
		})
	}

	if q.body.isFloat() {
		return q.floatAggregate()
	}
	return c.intAggregate(x, q)
}

// floatAggregate is a sum, product, maximum or minimum of doubles.
func (q *quant) floatAggregate() *node {
	kind := q.kind
	one := 0.0
	if kind == `\product` {
		one = 1
	}
	return &node{lane: q.body.lane, d: func(e *env) float64 {
		var t tally
		q.run(e, &t)
		q.settle(e, &t)
		switch {
		case kind == `\max` || kind == `\min`:
			if !t.any {
				e.undefined(q.at, kind[1:]+"imum of an empty range")
			}
			return t.fbest
		case !t.any:
			return one
		}
		return t.fsum
	}}
}

// intAggregate is floatAggregate for whole numbers, whose sum has no width.
func (c *compiler) intAggregate(x *java.Quantified, q *quant) *node {
	if !q.body.isInt() {
		return c.stop(x, "%s of %s is not evaluated", q.kind, c.typeName(x.Body))
	}

	kind := q.kind
	n := bigNode(func(e *env) num {
		t := tally{prod: num{n: 1}}
		q.run(e, &t)
		q.settle(e, &t)
		switch kind {
		case `\sum`:
			return t.sum
		case `\product`:
			return t.prod
		}
		if !t.any {
			e.undefined(q.at, kind[1:]+"imum of an empty range")
		}
		return t.best
	})

	if t := c.info.Types[x]; t != nil && (kind == `\sum` || kind == `\product`) && t.Kind() != types.Bigint {
		return c.narrow(q.at, n, t.Kind())
	}
	// A maximum is one of the values, so it is no wider than they are.
	if kind == `\max` || kind == `\min` {
		if q.body.lane == integer {
			f := n.n
			return intNode(q.body.bits, func(e *env) int64 { return f(e).n })
		}
	}
	return n
}

// settle makes a missing value the value's.
func (q *quant) settle(e *env, t *tally) {
	if t.bad != 0 && e.bad == 0 {
		e.bad, e.why, e.at = t.bad, t.why, t.at
	}
}
