package propose

import (
	"ensures/candidate"
	"ensures/java"
	"ensures/jml"
)

// maxShaped bounds the clauses that a loop's text suggests.
const maxShaped = 80

// speech collects clauses in the words of a loop's text.
type speech struct {
	l      *loopShape
	k, k2  string // names for quantified variables
	olds   map[string]bool
	out    []string
	seen   map[string]bool
	arrays map[string]java.Expr // lengths of arrays that the method makes
}

func (p *speech) say(parts ...string) {
	text := ""
	for _, s := range parts {
		if s == "" {
			return
		}
		text += s
	}
	if !p.seen[text] && len(p.out) < maxShaped {
		p.seen[text] = true
		p.out = append(p.out, text)
	}
}

// at is e with the counter replaced by v, which may be nil.
func (l *loopShape) at(e java.Expr, v java.Expr) java.Expr {
	if l.counter == "" {
		return nil
	}
	return replace(e, map[string]java.Expr{l.counter: v})
}

// span is the counter's values in the iterations that are done: lo <= v < hi.
func (l *loopShape) span() (lo, hi java.Expr) {
	if l.counter == "" || l.lo == nil {
		return nil, nil
	}
	if l.up {
		return l.lo, nameOf(l.counter)
	}
	return plusOf(nameOf(l.counter), 1), plusOf(l.lo, 1)
}

// whole is the counter's values in all iterations.
func (l *loopShape) whole() (lo, hi java.Expr) {
	if l.counter == "" || l.lo == nil || l.end == nil {
		return nil, nil
	}
	if l.up {
		return l.lo, l.end
	}
	return plusOf(l.end, 1), plusOf(l.lo, 1)
}

// rest is the counter's values in the iterations to come.
func (l *loopShape) rest() (lo, hi java.Expr) {
	if l.counter == "" || l.end == nil {
		return nil, nil
	}
	if l.up {
		return nameOf(l.counter), l.end
	}
	return plusOf(l.end, 1), plusOf(nameOf(l.counter), 1)
}

// invariants are the clauses that the text of the loop suggests, likelier ones
// first; nothing says that they hold. k and k2 are fresh names.
func (l *loopShape) invariants(m *java.MethodDecl, k, k2 string) []string {
	p := &speech{l: l, k: k, k2: k2, seen: map[string]bool{}, olds: map[string]bool{}, arrays: map[string]java.Expr{}}
	p.readArrays(m)
	p.bounds()
	for o := l; o != nil; o = o.outer {
		if o != l && o.each {
			continue // its rounds have no name in here
		}
		// what an outer loop has done holds on inside of the inner one
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
	for _, a := range l.last { // x = e at the end of each round
		x := a.X.(*java.Name)
		if e := replace(a.Y, nil); e != nil && !mentions(e, x.Name) {
			p.say(x.Name, " == ", factorOf(e))
		}
	}
	return p.out
}

// signs says that numbers which the loop adds to, multiplies or divides stay
// non-negative.
func (p *speech) signs() {
	for _, e := range p.l.events {
		x, ok := e.target.(*java.Name)
		if e.kind != updates || !ok || x.Name == p.l.counter || p.l.entry[x.Name] == nil {
			continue
		}
		op := e.op
		if b, ok := unparen(e.value).(*java.Binary); ok && op == java.Assign {
			op = b.Op
		}
		if op == java.Plus || op == java.Mul || op == java.Div || op == java.Rem {
			p.say(x.Name, " >= 0")
		}
		if op == java.Div {
			p.say(x.Name, " >= 1")
		}
	}
}

// edges says that a comparison of the guard fails by no more than one step: what is
// below a bound while rounds go on is at most at it in the end.
func (p *speech) edges() {
	for _, c := range conjuncts(p.l.cond) {
		b, ok := unparen(c).(*java.Binary)
		if !ok || p.l.each || b.Op < java.Lt || b.Op > java.Ge || p.l.counter != "" && mentionsBound(b, p.l) {
			continue
		}
		x, y := replace(b.X, nil), replace(b.Y, nil)
		if x == nil || y == nil || !mentionsAny(b, p.l.assigns) {
			continue
		}
		switch b.Op {
		case java.Lt:
			p.say(operand(x), " <= ", operand(y))
		case java.Le:
			p.say(operand(x), " <= ", operand(plusOf(y, 1)))
		case java.Gt:
			p.say(operand(x), " >= ", operand(y))
		case java.Ge:
			p.say(operand(x), " >= ", operand(plusOf(y, -1)))
		}
	}
}

// objects says that String variables which the loop assigns are not null.
func (p *speech) objects(m *java.MethodDecl) {
	java.Walk(m.Body, func(n java.Node) bool {
		if d, ok := n.(*java.LocalVars); ok && d.Type != nil && d.Type.Name == "String" && d.Type.Dims == 0 && d.Pos() < p.l.loop.Pos() {
			for _, v := range d.Vars {
				if p.l.assigns[v.Name.Name] {
					p.say(v.Name.Name, " != null")
				}
			}
		}
		return true
	})
}

// readArrays notes arrays that the method makes and parameters whose elements it
// assigns: inside of \old those are as they were.
func (p *speech) readArrays(m *java.MethodDecl) {
	params := map[string]bool{}
	for _, x := range m.Params {
		params[x.Name.Name] = true
	}
	java.Walk(m.Body, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.VarDeclarator:
			if a, ok := n.Init.(*java.NewArray); ok && len(a.Lens) > 0 {
				p.arrays[n.Name.Name] = replace(a.Lens[0], nil)
			}
		case *java.AssignExpr:
			if x, ok := n.X.(*java.Index); ok {
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
func (p *speech) bounds() {
	l := p.l
	for name, n := range p.arrays {
		if n != nil && !l.assigns[name] {
			p.say(name, " != null")
			p.say(name, ".length == ", operand(n))
		}
	}
	if l.counter == "" || l.lo == nil || l.each {
		return
	}
	i, lo := l.counter, operand(l.lo)
	if l.end == nil {
		return
	}
	end := operand(l.end)
	last := i + " <= " + end
	if b, ok := unparen(l.end).(*java.Binary); ok && l.up && b.Op == java.Plus {
		if n, ok := literalInt(b.Y); ok && n == 1 {
			last = i + " - 1 <= " + operand(b.X)
		}
	}
	if l.up {
		p.say(lo, " <= ", i, " && ", last)
		p.say(lo, " <= ", i)
		p.say(last)
		p.say(last, " || ", i, " == ", lo)
	} else {
		p.say(end, " <= ", i, " && ", i, " <= ", lo)
		p.say(i, " <= ", lo)
		p.say(end, " <= ", i)
		p.say(end, " <= ", i, " || ", i, " == ", lo)
	}
}

// done says what the finished iterations have found and made.
func (p *speech) done() {
	l := p.l
	lo, hi := l.span()
	if lo == nil {
		return
	}
	k := nameOf(p.k)
	for _, e := range l.events {
		switch e.kind {
		case leaves:
			p.say(quantifierOf("forall", p.k, lo, hi, notOf(l.at(e.guard, k))))
		case stores:
			p.stored(e, lo, hi)
		case appends:
			p.listed(e, lo, hi)
		case updates:
			p.updated(e, lo, hi)
		}
	}
	p.doneInside(lo, hi)
}

// doneInside says what complete runs of inner loops have found and made.
func (p *speech) doneInside(lo, hi java.Expr) {
	l := p.l
	k, k2 := nameOf(p.k), nameOf(p.k2)
	for _, in := range l.inner {
		a, b := in.whole()
		if a == nil {
			continue
		}
		// over is an inner quantifier as seen from the rounds of the outer loop
		over := func(kind string, body java.Expr) java.Expr {
			return quantified(kind, p.k2, l.at(a, k), l.at(b, k), l.at(in.at(body, k2), k))
		}
		for _, e := range in.events {
			switch {
			case e.kind == leaves && e.guard != nil && e.isBack:
				p.say(quantifierOf("forall", p.k, lo, hi, over("forall", notOf(e.guard))))
			case e.kind == stores && e.guard == nil && e.op == java.Assign && e.value != nil:
				p.say(quantifierOf("forall", p.k, lo, hi, over("forall", binaryOf(java.Eq, e.target, grouped(p.old(e.value))))))
			case e.kind == updates && e.guard != nil && e.op == java.Plus:
				x, ok := e.target.(*java.Name)
				if !ok || l.entry[x.Name] == nil {
					continue
				}
				if n, isInt := literalInt(e.value); !isInt || n != 1 {
					continue
				}
				if in.leavesUnder(e.guard) { // counted once a round
					p.say(x.Name, " == ", plusText(l.entry[x.Name], quantifierOf("num_of", p.k, lo, hi, over("exists", e.guard))))
				}
				p.say(x.Name, " == ", plusText(l.entry[x.Name], quantifierOf("sum", p.k, lo, hi, over("num_of", e.guard))))
			}
		}
	}
}

// leavesUnder reports whether the loop ends where the guard holds.
func (l *loopShape) leavesUnder(guard java.Expr) bool {
	for _, e := range l.events {
		if e.kind == leaves && e.guard != nil && java.Equal(e.guard, guard) {
			return true
		}
	}
	return false
}

// within says how far an inner loop has come beyond what the outer ones did.
func (p *speech) within() {
	l := p.l
	lo, hi := l.span()
	if lo == nil {
		return
	}
	k := nameOf(p.k)
	for o := l.outer; o != nil; o = o.outer {
		a, b := o.span()
		if a == nil || o.counter == l.counter || o.each {
			continue
		}
		// the outer loop's counter stays in its range
		if o.end != nil {
			if o.up {
				p.say(operand(o.lo), " <= ", o.counter, " && ", o.counter, " < ", operand(o.end))
			} else {
				p.say(operand(o.end), " < ", o.counter, " && ", o.counter, " <= ", operand(o.lo))
			}
		}
		for _, e := range l.events {
			x, ok := e.target.(*java.Name)
			if e.kind != updates || !ok || e.op != java.Plus || o.entry[x.Name] == nil {
				continue
			}
			one, isOne := literalInt(e.value)
			if isOne && one == 1 && e.guard != nil {
				// counted in rounds that are done, and in this one
				whole0, whole1 := l.whole()
				if whole0 == nil {
					continue
				}
				inner := quantifierOf("num_of", p.k2, o.at(whole0, k), o.at(whole1, k), o.at(l.at(e.guard, nameOf(p.k2)), k))
				this := quantifierOf("num_of", p.k2, lo, hi, l.at(e.guard, nameOf(p.k2)))
				if inner != "" && this != "" {
					p.say(x.Name, " == ", plusText(o.entry[x.Name], "(\\sum int "+p.k+"; "+operand(a)+" <= "+p.k+" && "+p.k+" < "+operand(b)+"; "+inner+")"), " + ", this)
				}
			}
		}
	}
}

// plusText is x + text, without a leading zero.
func plusText(x java.Expr, text string) string {
	if text == "" || x == nil {
		return ""
	}
	if n, ok := literalInt(x); ok && n == 0 {
		return text
	}
	return operand(x) + " + " + text
}

// updated says what became of a variable that iterations assign.
func (p *speech) updated(e event, lo, hi java.Expr) {
	l := p.l
	x, ok := e.target.(*java.Name)
	if !ok || x.Name == l.counter || e.value == nil {
		return
	}
	first := l.entry[x.Name]
	k := nameOf(p.k)
	guard := l.at(e.guard, k)
	if e.guard != nil && guard == nil {
		return
	}
	value := l.at(e.value, k)
	op := e.op
	if b, ok := unparen(e.value).(*java.Binary); ok && op == java.Assign { // x = x + v
		if y, ok := unparen(b.X).(*java.Name); ok && y.Name == x.Name && !mentions(b.Y, x.Name) {
			op, value = b.Op, l.at(b.Y, k)
		} else if y, ok := unparen(b.Y).(*java.Name); ok && y.Name == x.Name && !mentions(b.X, x.Name) && (b.Op == java.Plus || b.Op == java.Mul) {
			op, value = b.Op, l.at(b.X, k)
		}
	}
	switch op {
	case java.Plus, java.Sub:
		p.accumulated(x.Name, first, op, guard, value, lo, hi)
	case java.Mul:
		if guard == nil && first != nil {
			if n, ok := literalInt(first); ok && n == 1 {
				p.say(x.Name, " == ", quantifierOf("product", p.k, lo, hi, value))
			}
		}
	case java.Assign:
		p.chosen(x.Name, first, e, guard, value, lo, hi)
	}
}

// accumulated is x = first ± what the guarded values add up to.
func (p *speech) accumulated(x string, first java.Expr, op java.Op, guard, value, lo, hi java.Expr) {
	if first == nil || value == nil || mentions(value, x) {
		return
	}
	sign := " + "
	if op == java.Sub {
		sign = " - "
	}
	combine := func(text string) {
		if op == java.Plus {
			p.say(x, " == ", plusText(first, text))
		} else {
			p.say(x, " == ", operand(first), sign, text)
		}
	}
	n, isConst := literalInt(value)
	count := minusOf(hi, lo)
	switch {
	case guard == nil && isConst && n == 1:
		if count != nil {
			combine(group1(count, op == java.Sub))
		}
	case guard == nil && !mentions(value, p.k):
		if count != nil {
			p.say(x, " == ", plusMinus(first, sign, "("+java.Print(count)+") * "+factor(value)))
		}
	case guard == nil:
		combine(quantifierOf("sum", p.k, lo, hi, value))
	case isConst && n == 1:
		combine(quantifierOf("num_of", p.k, lo, hi, guard))
		p.say("0 <= ", x, " && ", x, " <= ", plusText(first, group1(count, false)))
	default:
		if lo != nil && hi != nil {
			combine("(\\sum int " + p.k + "; " + operand(lo) + " <= " + p.k + " && " + p.k + " < " + operand(hi) + " && " + conjunct(guard) + "; " + java.Print(unparen(value)) + ")")
			combine(quantifierOf("sum", p.k, lo, hi, &java.Cond{C: grouped(unparen(guard)), X: value, Y: numberOf(0)}))
		}
	}
}

func plusMinus(first java.Expr, sign, text string) string {
	if n, ok := literalInt(first); ok && n == 0 {
		if sign == " - " {
			return "-(" + text + ")"
		}
		return text
	}
	return operand(first) + sign + text
}

func factor(e java.Expr) string {
	switch x := unparen(e).(type) {
	case *java.Binary, *java.Cond, *java.Unary:
		return "(" + java.Print(x) + ")"
	}
	return java.Print(unparen(e))
}

// group1 is an expression in parentheses where a minus comes before it.
func group1(e java.Expr, minus bool) string {
	if e == nil {
		return ""
	}
	if minus {
		return factor(e)
	}
	return java.Print(unparen(e))
}

func conjunct(e java.Expr) string {
	if b, ok := unparen(e).(*java.Binary); ok && b.Op == java.OrOr {
		return "(" + java.Print(b) + ")"
	}
	if c, ok := unparen(e).(*java.Cond); ok {
		return "(" + java.Print(c) + ")"
	}
	return java.Print(unparen(e))
}

// chosen is a variable that takes one of the values met: a maximum, a flag, the
// last index at which something was so.
func (p *speech) chosen(x string, first java.Expr, e event, guard, value, lo, hi java.Expr) {
	if lit, ok := unparen(e.value).(*java.Literal); ok && lit.Kind == java.BoolLiteral && guard != nil && !mentions(guard, x) {
		if lit.Raw == "true" {
			p.say(x, " <==> ", quantifierOf("exists", p.k, lo, hi, guard))
		} else {
			p.say(x, " <==> ", quantifierOf("forall", p.k, lo, hi, notOf(guard)))
		}
		return
	}
	if guard == nil {
		return
	}
	p.say(quantifierOf("forall", p.k, lo, hi, notOf(guard)))
	if value == nil {
		return
	}
	met := quantifierOf("exists", p.k, lo, hi, &java.Binary{Op: java.Eq, X: nameOf(x), Y: grouped(unparen(value))})
	if met != "" && first != nil {
		if lower := p.absorbed(first, value); lower != nil && p.l.up { // max = a[0] before a loop from 1
			p.say(quantifierOf("exists", p.k, lower, hi, &java.Binary{Op: java.Eq, X: nameOf(x), Y: grouped(unparen(value))}))
			p.say(quantifierOf("forall", p.k, lower, hi, notOf(guard)))
		}
		p.say(x, " == ", operand(first), " || ", met)
	}
	p.say(met)
}

// absorbed is the index c when first is value at index c, the one before lo.
func (p *speech) absorbed(first, value java.Expr) java.Expr {
	before := plusOf(p.l.lo, -1)
	at := replace(value, map[string]java.Expr{p.k: before})
	if at != nil && java.Equal(unparen(at), unparen(first)) {
		return before
	}
	return nil
}

// stored says what the elements are that iterations assign, and that the others
// are as they were.
func (p *speech) stored(e event, lo, hi java.Expr) {
	l := p.l
	t, ok := e.target.(*java.Index)
	if !ok || e.value == nil {
		return
	}
	k := nameOf(p.k)
	array, isName := t.X.(*java.Name)
	if !isName {
		p.storedInside(e, t, lo, hi)
		return
	}
	was := p.old(l.at(e.value, k))
	if e.op != java.Assign {
		was = binaryOf(e.op, p.oldElement(array.Name, p.k), grouped(was))
	}
	index := l.at(t.I, k)
	if was == nil || index == nil {
		return
	}
	is := &java.Binary{Op: java.Eq, X: &java.Index{X: array, I: index}, Y: grouped(was)}
	guard := p.old(l.at(e.guard, k))
	if e.guard != nil && guard == nil {
		return
	}
	var body java.Expr = is
	if guard != nil {
		body = &java.Binary{Op: java.Implies, X: grouped(unparen(guard)), Y: is}
	}
	p.say(quantifierOf("forall", p.k, lo, hi, body))
	if p.olds[array.Name] {
		same := &java.Binary{Op: java.Eq, X: &java.Index{X: array, I: k}, Y: p.oldElement(array.Name, p.k)}
		a, b := l.rest()
		p.say(quantifierOf("forall", p.k, a, b, same))
		if l.up {
			p.say(quantifierOf("forall", p.k, nameOf(l.counter), &java.Select{X: array, Name: java.Ident{Name: "length"}}, same))
		} else {
			p.say(quantifierOf("forall", p.k, numberOf(0), plusOf(nameOf(l.counter), 1), same))
		}
		if guard != nil {
			p.say(quantifierOf("forall", p.k, lo, hi, &java.Binary{Op: java.Implies, X: grouped(notOf(unparen(guard))), Y: same}))
		}
	}
}

// storedInside is a[i][j] = v in a loop over j inside one over i.
func (p *speech) storedInside(e event, t *java.Index, lo, hi java.Expr) {
	l := p.l
	if e.op != java.Assign || e.guard != nil {
		return
	}
	k := nameOf(p.k)
	target, value := l.at(t, k), l.at(e.value, k)
	if target == nil || value == nil {
		return
	}
	p.say(quantifierOf("forall", p.k, lo, hi, &java.Binary{Op: java.Eq, X: target, Y: grouped(value)}))
}

func (p *speech) oldElement(array, k string) java.Expr {
	return oldOf(&java.Index{X: nameOf(array), I: nameOf(k)})
}

func oldOf(e java.Expr) java.Expr {
	return &java.SpecCall{Word: "\\old", Args: []java.Expr{e}}
}

// old is e with the elements of changed parameters as they were before the call.
func (p *speech) old(e java.Expr) java.Expr {
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
		c := &java.Call{X: x.X, Name: x.Name}
		for _, a := range x.Args {
			c.Args = append(c.Args, p.old(a))
		}
		return c
	}
	return e
}

// shaped returns the clauses that the text of each loop suggests.
func (w *method) shaped() map[java.Stmt][]*candidate.Clause {
	used := map[string]bool{}
	java.Walk(w.prep.Decl, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.Name:
			used[n.Name] = true
		case *java.VarDeclarator:
			used[n.Name.Name] = true
		case *java.Param:
			used[n.Name.Name] = true
		}
		return true
	})
	i, j, k := freshNames(used)
	loops, _ := shapes(w.prep.Decl, w.prep.Info, k)
	out := map[java.Stmt][]*candidate.Clause{}
	for _, l := range loops {
		out[l.loop] = append(candidate.All(jml.LoopInvariant, l.invariants(w.prep.Decl, i, j)), candidate.All(jml.Decreases, l.measures())...)
	}
	return out
}

// measures are variants that the loop's guard suggests, likelier ones first.
func (l *loopShape) measures() []string {
	if l.counter == "" {
		return l.divided()
	}
	if l.end == nil || l.each {
		return nil
	}
	if l.up {
		return []string{java.Print(minusOf(l.end, nameOf(l.counter)))}
	}
	return []string{java.Print(minusOf(nameOf(l.counter), l.end))}
}

// divided are variables that every round divides, which makes them smaller as long as
// they are positive.
func (l *loopShape) divided() []string {
	var out []string
	for _, e := range l.events {
		x, ok := e.target.(*java.Name)
		if e.kind != updates || !ok || e.guard != nil {
			continue
		}
		b, ok := unparen(e.value).(*java.Binary)
		if e.op == java.Div || ok && e.op == java.Assign && b.Op == java.Div && mentions(b.X, x.Name) {
			out = append(out, x.Name)
		}
	}
	return out
}
