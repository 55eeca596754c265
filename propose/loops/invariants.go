package loops

import (
	"maps"
	"slices"
	"strings"

	"ensures/java"
	"ensures/java/expr"
)

// maxShaped bounds the clauses that a loop's text suggests.
const maxShaped = 80

// suggestions are clauses in the words of a loop's text.
type suggestions struct {
	l      *loop
	k, k2  string // names for quantified variables
	olds   map[string]bool
	out    []string
	seen   map[string]bool
	arrays map[string]java.Expr // lengths of arrays that the method makes
}

func newSuggestions(l *loop, k, k2 string) *suggestions {
	return &suggestions{l: l, k: k, k2: k2, seen: map[string]bool{}, olds: map[string]bool{}, arrays: map[string]java.Expr{}}
}

// add makes a suggestion of the parts of its text, unless one is missing.
func (p *suggestions) add(parts ...string) {
	text := ""
	for _, s := range parts {
		if s == "" {
			return
		}
		text += s
	}
	// The bound is on what is handed on: each suggestion is tried on every run, and those that
	// hold are proved, so the likelier ones have to come first.
	if !p.seen[text] && len(p.out) < maxShaped {
		p.seen[text] = true
		p.out = append(p.out, text)
	}
}

// at is e with the counter replaced by v, which may be nil.
func (l *loop) at(e java.Expr, v java.Expr) java.Expr {
	// Without a counter an iteration has no name, and nothing of it can be said of another one.
	if l.counter == "" {
		return nil
	}
	return expr.Replace(e, map[string]java.Expr{l.counter: v})
}

// span is the counter's values in the iterations that are done: lo <= v < hi.
func (l *loop) span() (lo, hi java.Expr) {
	if l.counter == "" || l.lo == nil {
		return nil, nil
	}
	if l.up {
		return l.lo, expr.Name(l.counter)
	}
	// Counting down, the finished iterations are those above the counter.
	return expr.Plus(expr.Name(l.counter), 1), expr.Plus(l.lo, 1)
}

// whole is the counter's values in all iterations.
func (l *loop) whole() (lo, hi java.Expr) {
	if l.counter == "" || l.lo == nil || l.end == nil {
		return nil, nil
	}
	if l.up {
		return l.lo, l.stop()
	}
	return expr.Plus(l.stop(), 1), expr.Plus(l.lo, 1)
}

// stop is the counter's first value that is too large (too small when counting down) for
// all bounds.
func (l *loop) stop() java.Expr {
	if l.also == nil {
		return l.end
	}
	name := "max"
	if l.up {
		name = "min"
	}
	nearer := func(x, y java.Expr) java.Expr {
		return &java.Call{X: expr.Name("Math"), Name: java.Ident{Name: name}, Args: []java.Expr{x, y}}
	}
	// min(x + 1, y + 1) is said as min(x, y) + 1, and a quantifier then prints it as k <= min(x, y).
	x, isX := oneOff(l.end, java.Plus)
	y, isY := oneOff(l.also, java.Plus)
	if l.up && isX && isY {
		return expr.Plus(nearer(x, y), 1)
	}
	return nearer(l.end, l.also)
}

// entered is that a loop under two bounds has an iteration as far as the first one goes, in
// terms of the state before the call; nil for other loops. Before that, the code does not
// ask for the second bound.
func (l *loop) entered() java.Expr {
	lo, end := expr.Replace(l.lo, l.entry), expr.Replace(l.end, l.entry)
	if l.also == nil || lo == nil || end == nil {
		return nil
	}
	// lo > end of a loop that counts down is end < lo.
	if !l.up {
		lo, end = end, lo
	}
	return expr.Binary(java.Lt, lo, end)
}

// oneOff is what e is one more than, or for Sub one less, where e says that.
func oneOff(e java.Expr, op java.Op) (java.Expr, bool) {
	b, ok := java.Unparen(e).(*java.Binary)
	if !ok || b.Op != op {
		return e, false
	}
	n, ok := expr.Int(b.Y)
	return b.X, ok && n == 1
}

// rest is the counter's values in the iterations to come.
func (l *loop) rest() (lo, hi java.Expr) {
	if l.counter == "" || l.end == nil {
		return nil, nil
	}
	if l.up {
		return expr.Name(l.counter), l.end
	}
	return expr.Plus(l.end, 1), expr.Plus(expr.Name(l.counter), 1)
}

// invariants are the clauses that the text of the loop suggests, likelier ones
// first; nothing says that they hold. k and k2 are fresh names.
func (l *loop) invariants(m *java.MethodDecl, k, k2 string) []string {
	p := newSuggestions(l, k, k2)
	p.readArrays(m)
	p.bounds()
	for o := l; o != nil; o = o.outer {
		if o != l && o.each {
			continue // its iterations have no name in here
		}
		// what an outer loop has done holds on inside of the inner one
		// The copy shares seen, so that nothing is said twice, and hands back only what it added.
		q := *p
		q.l = o
		q.done()
		p.out = q.out
	}
	if l.outer != nil {
		p.within()
	}

	p.objects(m)
	p.signs()
	p.edges()
	p.untouched(m)
	for _, a := range l.last { // x = e at the end of each iteration
		x := a.X.(*java.Name)
		if e := expr.Replace(a.Y, nil); e != nil && !expr.Mentions(e, x.Name) {
			p.add(x.Name, " == ", factorOf(e))
		}
	}
	return p.out
}

// signs says that numbers which the loop adds to, multiplies or divides stay
// non-negative.
func (p *suggestions) signs() {
	for _, e := range p.l.events {
		x, ok := e.target.(*java.Name)
		if e.kind != updates || !ok || x.Name == p.l.counter {
			continue
		}
		// It was assigned before the loop, but what can't be said: its sign is anybody's guess.
		if first, assigned := p.l.entry[x.Name]; assigned && first == nil {
			continue
		}
		op := e.op
		if b, ok := java.Unparen(e.value).(*java.Binary); ok && op == java.Assign {
			op = b.Op
		}
		if op == java.Plus || op == java.Sub || op == java.Mul || op == java.Div || op == java.Rem || op == java.Shr || op == java.BitAnd {
			p.add(x.Name, " >= 0")
		}
		// What is taken from or divided while a guard like n > 0 holds often stays above zero, and
		// so does a product of positive numbers.
		if op == java.Sub || op == java.Mul || op == java.Div {
			p.add(x.Name, " >= 1")
		}
	}
}

// untouched says that the parameters which the loop changes are as they were before the
// call, unless its condition held of them then: else there was no iteration.
func (p *suggestions) untouched(m *java.MethodDecl) {
	// A counter has its bounds already, and an inner loop begins where the outer iteration left
	// the parameters.
	if p.l.cond == nil || p.l.outer != nil || p.l.counter != "" {
		return
	}
	began := map[string]java.Expr{}
	var same []string
	for _, x := range m.Params {
		// An entry means that the parameter was assigned before the loop: \old says nothing of it then.
		if _, changed := p.l.entry[x.Name.Name]; !changed && p.l.assigns[x.Name.Name] {
			began[x.Name.Name] = oldOf(expr.Name(x.Name.Name))
			same = append(same, x.Name.Name+" == \\old("+x.Name.Name+")")
		}
	}
	if cond := expr.Replace(p.l.cond, began); cond != nil && len(same) > 0 {
		p.add(implied(expr.Not(cond)), " ==> ", strings.Join(same, " && "))
	}
}

// edges says that a comparison of the guard fails by no more than one step: what is
// below a bound while iterations go on is at most at it in the end.
func (p *suggestions) edges() {
	for _, c := range expr.Conjuncts(p.l.cond) {
		b, ok := java.Unparen(c).(*java.Binary)
		// The counter's own bound is said by bounds, and a square moves by more than one a step.
		if !ok || p.l.each || p.l.square != nil || b.Op < java.Lt || b.Op > java.Ge || p.l.counter != "" && mentionsBound(b, p.l) {
			continue
		}
		x, y := expr.Replace(b.X, nil), expr.Replace(b.Y, nil)
		if x == nil || y == nil || !mentionsAny(b, p.l.assigns) {
			continue
		}
		switch b.Op {
		case java.Lt:
			p.add(operand(x), " <= ", operand(y))
		case java.Le:
			p.add(operand(x), " <= ", operand(expr.Plus(y, 1)))
		case java.Gt:
			p.add(operand(x), " >= ", operand(y))
		case java.Ge:
			p.add(operand(x), " >= ", operand(expr.Plus(y, -1)))
		}
	}
}

// objects says that String variables which the loop assigns are not null.
func (p *suggestions) objects(m *java.MethodDecl) {
	java.Walk(m.Body, func(n java.Node) bool {
		// A declaration behind the loop's head is not in scope there.
		if d, ok := n.(*java.LocalVars); ok && d.Type != nil && d.Type.Name == "String" && d.Type.Dims == 0 && d.Pos() < p.l.loop.Pos() {
			for _, v := range d.Vars {
				if p.l.assigns[v.Name.Name] {
					p.add(v.Name.Name, " != null")
				}
			}
		}
		return true
	})
}

// readArrays notes arrays that the method makes and parameters whose elements it
// assigns: inside of \old those are as they were.
func (p *suggestions) readArrays(m *java.MethodDecl) {
	params := map[string]bool{}
	for _, x := range m.Params {
		params[x.Name.Name] = true
	}
	java.Walk(m.Body, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.VarDeclarator:
			if a, ok := n.Init.(*java.NewArray); ok && len(a.Lens) > 0 {
				p.arrays[n.Name.Name] = expr.Replace(a.Lens[0], nil)
			}
		case *java.AssignExpr:
			if x, ok := n.X.(*java.Index); ok {
				// a[i][j] = v changes what a holds too: the name at the root counts.
				for {
					in, ok := x.X.(*java.Index)
					if !ok {
						break
					}
					x = in
				}
				if a, ok := x.X.(*java.Name); ok {
					p.olds[a.Name] = params[a.Name]
				}
			}
		}
		return true
	})
}

// bounds are the usual bounds of the counter.
func (p *suggestions) bounds() {
	l := p.l
	for _, name := range slices.Sorted(maps.Keys(p.arrays)) {
		n := p.arrays[name]
		if n != nil && !l.assigns[name] {
			p.add(name, " != null")
			p.add(name, ".length == ", operand(n))
		}
	}
	if l.counter == "" || l.lo == nil || l.each {
		return
	}
	if l.end == nil {
		return
	}
	p.bound(l.end)
	// Of two bounds it is the nearer one that the counter reaches.
	if l.also != nil {
		p.bound(l.stop())
	}
}

// bound says that the counter is between its first value and one that ends the loop.
func (p *suggestions) bound(to java.Expr) {
	l := p.l
	i, lo, end := l.counter, operand(l.lo), operand(to)
	// A loop under i <= n ends at n + 1, which overflows for the largest n; i - 1 <= n doesn't.
	last := i + " <= " + end
	if x, ok := oneOff(to, java.Plus); ok && l.up {
		last = i + " - 1 <= " + operand(x)
	}
	if l.up {
		p.add(lo, " <= ", i, " && ", last)
		p.add(lo, " <= ", i)
		p.add(last)
		p.begun(lo, end, last)
	} else {
		p.add(end, " <= ", i, " && ", i, " <= ", lo)
		p.add(i, " <= ", lo)
		p.add(end, " <= ", i)
		p.begun(end, lo, end+" <= "+i)
	}
}

// isLength reports whether e is the length of something, or one less.
func isLength(e java.Expr) bool {
	switch e := java.Unparen(e).(type) {
	case *java.Select:
		return e.Name.Name == "length"
	case *java.Call:
		return len(e.Args) == 0 && (e.Name.Name == "length" || e.Name.Name == "size")
	case *java.Binary:
		n, ok := expr.Int(e.Y)
		return e.Op == java.Sub && ok && n == 1 && isLength(e.X)
	}
	return false
}

// begun says where the counter is where the range of the iterations may be empty: inside
// of a range from lo to hi that isn't, and else where it began.
func (p *suggestions) begun(lo, hi, inside string) {
	_, from := expr.Int(p.l.lo)
	_, to := expr.Int(p.l.end)
	// From zero or below up to a length, or from a length down to a number: such a range is taken
	// for one that isn't turned round.
	n, _ := expr.Int(p.l.lo)
	if from && to || from && n <= 0 && isLength(p.l.end) || to && isLength(p.l.lo) {
		return // it is known which
	}
	p.add(lo, " <= ", hi, " ==> ", inside)
	p.add(hi, " < ", lo, " ==> ", p.l.counter, " == ", operand(p.l.lo))
}

// done says what the finished iterations have found and made.
func (p *suggestions) done() {
	l := p.l
	lo, hi := l.span()
	if lo == nil {
		return
	}
	k := expr.Name(p.k)
	for _, name := range sorted(l.assigns) { // one of two statements adds or takes
		if e := l.update(name); e != nil && e.guard == nil && l.entry[name] != nil {
			// The event is one made of two (see update); a single event is said by updated below.
			if _, both := e.value.(*java.Cond); both {
				p.add(name, " == ", plusText(l.entry[name], quantifierOf("sum", p.k, lo, hi, l.at(e.value, k))))
			}
		}
	}
	for _, e := range l.events {
		switch e.kind {
		// An iteration that is over has not left: its guard was false.
		case leaves:
			p.add(quantifierOf("forall", p.k, lo, hi, expr.Not(l.at(e.guard, k))))
		case stores:
			p.stored(e, lo, hi)
		case appends:
			p.grown(e, lo, hi)
		case puts:
			p.put(e, lo, hi)
		case updates:
			p.updated(e, lo, hi)
		}
	}
	p.doneInside(lo, hi)
}

// doneInside says what complete runs of inner loops have found and made.
func (p *suggestions) doneInside(lo, hi java.Expr) {
	l := p.l
	k, k2 := expr.Name(p.k), expr.Name(p.k2)
	for _, in := range l.inner {
		// The inner loops of finished iterations have run to their ends: so the whole range counts.
		a, b := in.whole()
		if a == nil {
			continue
		}
		// over is an inner quantifier as seen from the iterations of the outer loop
		over := func(kind string, body java.Expr) java.Expr {
			return quantified(kind, p.k2, l.at(a, k), l.at(b, k), l.at(in.at(body, k2), k))
		}
		for _, e := range in.events {
			switch {
			case e.kind == leaves && e.guard != nil && e.isBack:
				p.add(quantifierOf("forall", p.k, lo, hi, over("forall", expr.Not(e.guard))))
			case e.kind == stores && e.guard == nil && e.op == java.Assign && e.value != nil:
				p.add(quantifierOf("forall", p.k, lo, hi, over("forall", expr.Binary(java.Eq, e.target, expr.Group(p.old(e.value))))))
			case e.kind == updates && e.op == java.Plus:
				x, ok := e.target.(*java.Name)
				// Without the value before the outer loop the sum has nothing to start from.
				if !ok || l.entry[x.Name] == nil || e.value == nil || expr.Mentions(e.value, x.Name) {
					continue
				}
				// Only ones under a condition are counts; everything else adds up.
				if n, isInt := expr.Int(e.value); !isInt || n != 1 || e.guard == nil {
					p.add(x.Name, " == ", plusText(l.entry[x.Name], times(expr.Minus(hi, lo), expr.Minus(b, a), e, l.counter)))
					p.add(x.Name, " == ", plusText(l.entry[x.Name], quantifierOf("sum", p.k, lo, hi, over("sum", e.added()))))
					continue
				}
				if in.leavesUnder(e.guard) { // counted once a iteration
					p.add(x.Name, " == ", plusText(l.entry[x.Name], quantifierOf("num_of", p.k, lo, hi, over("exists", e.guard))))
				}
				p.add(x.Name, " == ", plusText(l.entry[x.Name], quantifierOf("sum", p.k, lo, hi, over("num_of", e.guard))))
			}
		}
	}
}

// leavesUnder reports whether the loop ends where the guard holds.
func (l *loop) leavesUnder(guard java.Expr) bool {
	for _, e := range l.events {
		if e.kind == leaves && e.guard != nil && java.Equal(e.guard, guard) {
			return true
		}
	}
	return false
}

// within says how far an inner loop has come beyond what the outer ones did.
func (p *suggestions) within() {
	l := p.l
	lo, hi := l.span()
	if lo == nil {
		return
	}
	k := expr.Name(p.k)
	for o := l.outer; o != nil; o = o.outer {
		a, b := o.span()
		if a == nil || o.counter == l.counter || o.each {
			continue
		}
		// the outer loop's counter stays in its range
		if o.end != nil {
			if o.up {
				p.add(operand(o.lo), " <= ", o.counter, " && ", o.counter, " < ", operand(o.end))
			} else {
				p.add(operand(o.end), " < ", o.counter, " && ", o.counter, " <= ", operand(o.lo))
			}
		}
		for _, e := range l.events {
			x, ok := e.target.(*java.Name)
			if e.kind != updates || !ok || e.op != java.Plus || o.entry[x.Name] == nil {
				continue
			}
			// added up in iterations that are done, and in this one
			// Both parts are needed: the outer iterations before this one ran the inner loop from end to
			// end, this one as far as span says.
			whole0, whole1 := l.whole()
			if whole0 == nil || e.value == nil || expr.Mentions(e.value, x.Name) {
				continue
			}
			if one, isOne := expr.Int(e.value); !isOne || one != 1 || e.guard == nil {
				k2 := expr.Name(p.k2)
				inner := quantified("sum", p.k2, o.at(whole0, k), o.at(whole1, k), o.at(l.at(e.added(), k2), k))
				before := plusText(o.entry[x.Name], quantifierOf("sum", p.k, a, b, inner))
				this := quantifierOf("sum", p.k2, lo, hi, l.at(e.added(), k2))
				if before != "" && this != "" {
					p.add(x.Name, " == ", before, " + ", this)
				}
				before = plusText(o.entry[x.Name], times(expr.Minus(b, a), expr.Minus(whole1, whole0), e, o.counter))
				if done := expr.Minus(hi, lo); before != "" && done != nil {
					p.add(x.Name, " == ", before, " + ", product(done, e.value))
				}
			} else {
				inner := quantifierOf("num_of", p.k2, o.at(whole0, k), o.at(whole1, k), o.at(l.at(e.guard, expr.Name(p.k2)), k))
				this := quantifierOf("num_of", p.k2, lo, hi, l.at(e.guard, expr.Name(p.k2)))
				if inner != "" && this != "" {
					p.add(x.Name, " == ", plusText(o.entry[x.Name], "(\\sum int "+p.k+"; "+operand(a)+" <= "+p.k+" && "+p.k+" < "+operand(b)+"; "+inner+")"), " + ", this)
				}
			}
		}
	}
}

// added is what an event adds to its target, 0 where it doesn't happen.
func (e event) added() java.Expr {
	if e.guard == nil {
		return e.value
	}
	return &java.Cond{C: expr.Group(java.Unparen(e.guard)), X: expr.Group(e.value), Y: expr.Number(0)}
}

// times is what outer iterations of inner ones add that each add the same number; "" for
// another event, or where the inner ones are not always as many.
func times(outer, inner java.Expr, e event, counter string) string {
	n, ok := expr.Int(e.value)
	if !ok || e.guard != nil || outer == nil || inner == nil || expr.Mentions(inner, counter) {
		return ""
	}
	return product(expr.Binary(java.Mul, expr.Group(outer), expr.Group(inner)), expr.Number(n))
}

// product is x * y as text, without a factor of one.
func product(x, y java.Expr) string {
	if n, ok := expr.Int(y); ok && n == 1 {
		return factor(x)
	}
	return factor(x) + " * " + factor(y)
}

// plusText is x + text, without a leading zero.
func plusText(x java.Expr, text string) string {
	if text == "" || x == nil {
		return ""
	}
	if n, ok := expr.Int(x); ok && n == 0 {
		return text
	}
	return operand(x) + " + " + text
}

// updated says what became of a variable that iterations assign.
func (p *suggestions) updated(e event, lo, hi java.Expr) {
	l := p.l
	x, ok := e.target.(*java.Name)
	if !ok || x.Name == l.counter || e.value == nil {
		return
	}
	first := l.entry[x.Name]
	k := expr.Name(p.k)
	guard := l.at(e.guard, k)
	// Without a guard it would be said of every iteration.
	if e.guard != nil && guard == nil {
		return
	}
	value := l.at(e.value, k)
	op := e.op
	if b, ok := java.Unparen(e.value).(*java.Binary); ok && op == java.Assign { // x = x + v
		if y, ok := java.Unparen(b.X).(*java.Name); ok && y.Name == x.Name && !expr.Mentions(b.Y, x.Name) {
			op, value = b.Op, l.at(b.Y, k)
		} else if y, ok := java.Unparen(b.Y).(*java.Name); ok && y.Name == x.Name && !expr.Mentions(b.X, x.Name) && (b.Op == java.Plus || b.Op == java.Mul) {
			op, value = b.Op, l.at(b.X, k)
		}
	}
	switch op {
	case java.Plus, java.Sub:
		p.accumulated(x.Name, first, op, steps{guard, value, lo, hi})
	case java.Mul:
		if guard == nil && first != nil {
			// JML's \product of an empty range is 1, so only a product that begins at 1 is one.
			if n, ok := expr.Int(first); ok && n == 1 {
				p.add(x.Name, " == ", quantifierOf("product", p.k, lo, hi, value))
			}
		}
	case java.Assign:
		p.chosen(x.Name, first, e, steps{guard, value, lo, hi})
	}
}

// steps is what the iterations so far have done to a variable: for each k from lo up
// to hi, where the guard holds, something with the value. A guard of nil always holds.
type steps struct{ guard, value, lo, hi java.Expr }

// accumulated is x = first ± what the guarded values add up to.
func (p *suggestions) accumulated(x string, first java.Expr, op java.Op, s steps) {
	guard, value, lo, hi := s.guard, s.value, s.lo, s.hi
	// A value in terms of x itself (x += x) is no sum of what the iterations bring.
	if first == nil || value == nil || expr.Mentions(value, x) {
		return
	}
	sign := " + "
	if op == java.Sub {
		sign = " - "
	}
	combine := func(text string) {
		if op == java.Plus {
			p.add(x, " == ", plusText(first, text))
		} else {
			p.add(x, " == ", operand(first), sign, text)
		}
	}
	n, isConst := expr.Int(value)
	count := expr.Minus(hi, lo)
	switch {
	case guard == nil && isConst && n == 1:
		if count != nil {
			combine(group1(count, op == java.Sub))
		}
	// Each iteration adds the same: a product is easier to prove than a sum.
	case guard == nil && !expr.Mentions(value, p.k):
		if count != nil {
			p.add(x, " == ", plusMinus(first, sign, factor(count)+" * "+factor(value)))
		}
	case guard == nil:
		combine(quantifierOf("sum", p.k, lo, hi, value))
	case isConst && n == 1:
		combine(quantifierOf("num_of", p.k, lo, hi, guard))
		p.add("0 <= ", x, " && ", x, " <= ", plusText(first, group1(count, false)))
	default:
		if lo != nil && hi != nil {
			// The guard in the range, and in the body as loop.total says it of a postcondition.
			combine("(\\sum int " + p.k + "; " + operand(lo) + " <= " + p.k + " && " + p.k + " < " + operand(hi) + " && " + conjunct(guard) + "; " + java.Print(java.Unparen(value)) + ")")
			combine(quantifierOf("sum", p.k, lo, hi, &java.Cond{C: expr.Group(java.Unparen(guard)), X: value, Y: expr.Number(0)}))
		}
	}
}

func plusMinus(first java.Expr, sign, text string) string {
	if n, ok := expr.Int(first); ok && n == 0 {
		if sign == " - " {
			return "-(" + text + ")"
		}
		return text
	}
	return operand(first) + sign + text
}

func factor(e java.Expr) string {
	switch x := java.Unparen(e).(type) {
	case *java.Binary, *java.Cond, *java.Unary:
		return "(" + java.Print(x) + ")"
	}
	return java.Print(java.Unparen(e))
}

// group1 is an expression in parentheses where a minus comes before it.
func group1(e java.Expr, minus bool) string {
	if e == nil {
		return ""
	}
	if minus {
		return factor(e)
	}
	return java.Print(java.Unparen(e))
}

func conjunct(e java.Expr) string {
	if b, ok := java.Unparen(e).(*java.Binary); ok && b.Op == java.OrOr {
		return "(" + java.Print(b) + ")"
	}
	if c, ok := java.Unparen(e).(*java.Cond); ok {
		return "(" + java.Print(c) + ")"
	}
	return java.Print(java.Unparen(e))
}

// chosen is a variable that takes one of the values met: a maximum, a flag, the
// last index at which something was so.
func (p *suggestions) chosen(x string, first java.Expr, e event, s steps) {
	guard, value, lo, hi := s.guard, s.value, s.lo, s.hi
	if lit, ok := java.Unparen(e.value).(*java.Literal); ok && lit.Kind == java.BoolLiteral && guard != nil && !expr.Mentions(guard, x) {
		if lit.Raw == "true" {
			p.add(x, " <==> ", quantifierOf("exists", p.k, lo, hi, guard))
		} else {
			p.add(x, " <==> ", quantifierOf("forall", p.k, lo, hi, expr.Not(guard)))
		}
		return
	}
	if guard == nil {
		return
	}
	// Where a[k] > max takes a[k], no finished iteration has a larger one: max is the bound of
	// all of them, not only of those before the last change.
	p.add(quantifierOf("forall", p.k, lo, hi, expr.Not(guard)))
	if value == nil {
		return
	}
	met := quantifierOf("exists", p.k, lo, hi, &java.Binary{Op: java.Eq, X: expr.Name(x), Y: expr.Group(java.Unparen(value))})
	if met != "" && first != nil {
		if lower := p.absorbed(first, value); lower != nil && p.l.up { // max = a[0] before a loop from 1
			p.add(quantifierOf("exists", p.k, lower, hi, &java.Binary{Op: java.Eq, X: expr.Name(x), Y: expr.Group(java.Unparen(value))}))
			p.add(quantifierOf("forall", p.k, lower, hi, expr.Not(guard)))
		}
		p.add(x, " == ", operand(first), " || ", met)
	}
	p.add(met)
}

// absorbed is the index c when first is value at index c, the one before lo.
func (p *suggestions) absorbed(first, value java.Expr) java.Expr {
	before := expr.Plus(p.l.lo, -1)
	at := expr.Replace(value, map[string]java.Expr{p.k: before})
	if at != nil && java.Equal(java.Unparen(at), java.Unparen(first)) {
		return before
	}
	return nil
}

// stored says what the elements are that iterations assign, and that the others
// are as they were.
func (p *suggestions) stored(e event, lo, hi java.Expr) {
	l := p.l
	t, ok := e.target.(*java.Index)
	if !ok || e.value == nil {
		return
	}
	k := expr.Name(p.k)
	array, isName := t.X.(*java.Name)
	if !isName {
		p.storedInside(e, t, lo, hi)
		return
	}
	was := p.old(l.at(e.value, k))
	// a[i] += v reads the element that it writes, and which is in its old state only because no
	// earlier iteration wrote it: \old in place of the state before this iteration.
	if e.op != java.Assign {
		was = expr.Binary(e.op, p.oldElement(array.Name, p.k), expr.Group(was))
	}
	index := l.at(t.I, k)
	if was == nil || index == nil {
		return
	}
	is := &java.Binary{Op: java.Eq, X: &java.Index{X: array, I: index}, Y: expr.Group(was)}
	guard := p.old(l.at(e.guard, k))
	if e.guard != nil && guard == nil {
		return
	}
	var body java.Expr = is
	if guard != nil {
		body = implication(guard, is)
	}
	p.add(quantifierOf("forall", p.k, lo, hi, body))
	// Of an array made here nothing was there before the call that \old could name.
	if p.olds[array.Name] {
		same := &java.Binary{Op: java.Eq, X: &java.Index{X: array, I: k}, Y: p.oldElement(array.Name, p.k)}
		a, b := l.rest()
		p.add(quantifierOf("forall", p.k, a, b, same))
		// The loop may end before the array does; what is behind stays as it was too.
		if l.up {
			p.add(quantifierOf("forall", p.k, expr.Name(l.counter), &java.Select{X: array, Name: java.Ident{Name: "length"}}, same))
		} else {
			p.add(quantifierOf("forall", p.k, expr.Number(0), expr.Plus(expr.Name(l.counter), 1), same))
		}
		if isAt := java.Equal(java.Unparen(index), k); isAt && lo != nil && hi != nil && !isZero(lo) { // the loop begins in the middle
			p.add("(\\forall int ", p.k, "; 0 <= ", p.k, " && ", p.k, " < ", array.Name, ".length && (", p.k, " < ", operand(lo), " || ", operand(hi), " <= ", p.k, "); ", java.Print(same), ")")
		}
		if guard != nil {
			p.add(quantifierOf("forall", p.k, lo, hi, implication(expr.Not(java.Unparen(guard)), same)))
		}
	}
}

// storedInside is a[i][j] = v in a loop over j inside one over i.
func (p *suggestions) storedInside(e event, t *java.Index, lo, hi java.Expr) {
	l := p.l
	// A compound assignment reads the cell as it was, and old knows elements of named arrays only.
	if e.op != java.Assign || e.guard != nil {
		return
	}
	k := expr.Name(p.k)
	target, value := l.at(t, k), l.at(e.value, k)
	if target == nil || value == nil {
		return
	}
	p.add(quantifierOf("forall", p.k, lo, hi, &java.Binary{Op: java.Eq, X: target, Y: expr.Group(value)}))
}

func (p *suggestions) oldElement(array, k string) java.Expr {
	return oldOf(&java.Index{X: expr.Name(array), I: expr.Name(k)})
}

func oldOf(e java.Expr) java.Expr {
	return &java.SpecCall{Word: "\\old", Args: []java.Expr{e}}
}

// old is e with the elements of changed parameters as they were before the call.
func (p *suggestions) old(e java.Expr) java.Expr {
	if e == nil {
		return nil
	}
	switch x := e.(type) {
	case *java.Index:
		if a, ok := x.X.(*java.Name); ok && p.olds[a.Name] {
			return oldOf(x)
		}
	case *java.Paren:
		return &java.Paren{X: p.old(x.X)}
	case *java.Unary:
		return &java.Unary{Op: x.Op, X: p.old(x.X)}
	case *java.Binary:
		return &java.Binary{Op: x.Op, X: p.old(x.X), Y: p.old(x.Y)}
	case *java.Cond:
		return &java.Cond{C: p.old(x.C), X: p.old(x.X), Y: p.old(x.Y)}
	case *java.Cast:
		return &java.Cast{Type: x.Type, X: p.old(x.X)}
	case *java.Call:
		// The receiver keeps its name: of lists, the elements read by get are not made \old here.
		c := &java.Call{X: x.X, Name: x.Name}
		for _, a := range x.Args {
			c.Args = append(c.Args, p.old(a))
		}
		return c
	}
	return e
}

// measures are variants that the loop's guard suggests, likelier ones first.
func (l *loop) measures() []string {
	if l.counter == "" {
		return l.divided()
	}
	// i * i <= n gives i <= n, so n - i is no less than 0 and falls: no root is needed.
	if l.square != nil {
		return []string{java.Print(expr.Minus(l.square.Y, expr.Name(l.counter)))}
	}
	// A for-each loop over an array, a list or a text ends by itself.
	if l.end == nil || l.each {
		return nil
	}
	if l.up {
		return []string{java.Print(expr.Minus(l.end, expr.Name(l.counter)))}
	}
	return []string{java.Print(expr.Minus(expr.Name(l.counter), l.end))}
}

// divided are variables that every iteration divides, which makes them smaller as long as
// they are positive.
func (l *loop) divided() []string {
	var out []string
	for _, e := range l.events {
		x, ok := e.target.(*java.Name)
		if e.kind != updates || !ok || e.guard != nil {
			continue
		}
		b, ok := java.Unparen(e.value).(*java.Binary)
		if e.op == java.Div || ok && e.op == java.Assign && b.Op == java.Div && expr.Mentions(b.X, x.Name) {
			out = append(out, x.Name)
		}
	}
	return out
}
