package loops

import (
	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
)

// Precondition is what the code asks of the state before the call, in words.
type Precondition struct {
	expr.Precondition
	// Text is the condition where the expression is reached; Always the one without
	// regard to that, "" when the same. Both are texts for requires.
	Text, Always string
	// Of an expression in a loop that is in no other one: the condition in the words of
	// the loop's head, which may be an invariant, and that invariant before the loop in
	// the words of the state before the call. "" where it cannot be said.
	Loop        java.Stmt
	Head, Entry string
}

// evaluates notes what the evaluation of e needs; guard is the condition inside of e
// under which the part is reached.
func (r *reader) evaluates(e java.Expr, guard java.Expr) {
	if r.info == nil {
		return
	}
	defer r.unboxing(e, guard)
	switch e := e.(type) {
	case *java.Paren:
		r.evaluates(e.X, guard)
	case *java.Unary:
		r.evaluates(e.X, guard)
		r.unary(e, guard)
	case *java.Binary:
		r.evaluates(e.X, guard)
		switch e.Op {
		case java.AndAnd:
			// Where X can't be said the condition is dropped: the demand is asked of more states than
			// needed, never of fewer.
			r.evaluates(e.Y, expr.And(guard, expr.Replace(e.X, r.env)))
			return
		case java.OrOr:
			r.evaluates(e.Y, expr.And(guard, expr.Not(expr.Replace(e.X, r.env))))
			return
		}
		r.evaluates(e.Y, guard)
		r.operation(e, guard)
	case *java.Cond:
		r.evaluates(e.C, guard)
		c := expr.Replace(e.C, r.env)
		r.evaluates(e.X, expr.And(guard, c))
		r.evaluates(e.Y, expr.And(guard, expr.Not(c)))
	case *java.Index:
		r.evaluates(e.X, guard)
		r.evaluates(e.I, guard)
		r.cell(e, guard)
	case *java.Select:
		r.evaluates(e.X, guard)
		if x := expr.Replace(e.X, r.env); x != nil {
			r.nonNull(e, x, guard)
		}
	case *java.Call:
		if e.X != nil {
			r.evaluates(e.X, guard)
		}
		for _, a := range e.Args {
			r.evaluates(a, guard)
		}
		if x := expr.Replace(e.X, r.env); x != nil {
			r.nonNull(e, x, guard)
			r.places(e, x, guard)
			r.texts(e, guard)
		}
	case *java.Cast:
		r.evaluates(e.X, guard)
	case *java.InstanceOf:
		r.evaluates(e.X, guard)
	case *java.New:
		for _, a := range e.Args {
			r.evaluates(a, guard)
		}
	case *java.NewArray:
		for _, n := range e.Lens {
			r.evaluates(n, guard)
			r.size(n, guard)
		}
		if e.Init != nil {
			r.evaluates(e.Init, guard)
		}
	case *java.ArrayInit:
		for _, v := range e.Elems {
			r.evaluates(v, guard)
		}
	case *java.AssignExpr:
		r.evaluates(e.Y, guard)
		if _, ok := e.X.(*java.Index); ok {
			r.evaluates(e.X, guard)
		}
		if x := expr.Replace(e.X, r.env); x != nil && e.Op != java.Assign {
			r.operate(e, e.Op, x, expr.Replace(r.unboxed(e.Y, true), r.env), guard)
		}
	}
}

// unary asks that a step or a negation stays in the range of its type. What a loop does
// to its counter, its condition bounds.
func (r *reader) unary(e *java.Unary, guard java.Expr) {
	if e.Op == java.Neg {
		if x := expr.Replace(e.X, r.env); x != nil {
			r.inRange(e, &java.Unary{Op: java.Neg, X: expr.Group(x)}, guard)
		}
	}

	if e.Op < java.PreInc || e.Op > java.PostDec {
		return
	}
	if x, ok := e.X.(*java.Name); ok && (r.loop == nil || x.Name != r.loop.counter) {
		op := java.Plus
		if e.Op == java.PreDec || e.Op == java.PostDec {
			op = java.Sub
		}
		r.inRange(e, expr.Binary(op, expr.Replace(x, r.env), expr.Number(1)), guard)
	}
}

// cell asks that the index of x[i] lies inside of the array, and of a row that it is one.
func (r *reader) cell(e *java.Index, guard java.Expr) {
	x, i := expr.Replace(e.X, r.env), expr.Replace(e.I, r.env)
	if x == nil || i == nil {
		return
	}
	length := &java.Select{X: x, Name: java.Ident{Name: "length"}}
	r.require(e, expr.OutOfBounds, guard, expr.And(&java.Binary{Op: java.Le, X: expr.Number(0), Y: i}, &java.Binary{Op: java.Lt, X: i, Y: length}))
	if _, nested := e.X.(*java.Index); nested {
		r.nonNull(e, x, guard)
	}
}

// size asks that an array has no negative length. What is a length or a sum of such is none.
func (r *reader) size(n, guard java.Expr) {
	x := expr.Replace(n, r.env)
	if _, constant := expr.Int(n); x == nil || constant || addsLengths(x) {
		return
	}
	r.require(n, expr.NegativeSize, guard, &java.Binary{Op: java.Le, X: expr.Number(0), Y: expr.Group(x)})
}

// addsLengths reports whether an expression is a length, a literal or a sum of these.
func addsLengths(e java.Expr) bool {
	switch e := java.Unparen(e).(type) {
	case *java.Literal:
		return true
	case *java.Select:
		return e.Name.Name == "length"
	case *java.Binary:
		return e.Op == java.Plus && addsLengths(e.X) && addsLengths(e.Y)
	}
	return false
}

// nonNull asks that x is no null where e is reached.
func (r *reader) nonNull(e java.Node, x, guard java.Expr) {
	r.require(e, expr.ReadsNull, guard, &java.Binary{Op: java.Ne, X: x, Y: expr.Null()})
}

// unboxing needs e not to be null, which the code may take out of its box.
func (r *reader) unboxing(e java.Expr, guard java.Expr) {
	switch e.(type) {
	case *java.Name, *java.Index, *java.Call:
	default:
		return
	}
	if t := r.info.Types[e]; t == nil || types.IsPrimitive(t) || types.Unboxed(t) == nil {
		return
	}
	if x := expr.Replace(e, r.env); x != nil {
		r.nonNull(e, x, guard)
	}
}

// texts asks that what a text is compared with, or joined to, is no null.
func (r *reader) texts(e *java.Call, guard java.Expr) {
	if !isText(r.info.Types[e.X]) {
		return
	}
	switch e.Name.Name {
	case "contains", "startsWith", "endsWith", "concat", "compareTo", "compareToIgnoreCase", "indexOf", "lastIndexOf", "replace":
	default:
		return
	}
	for _, a := range e.Args {
		if x := expr.Replace(a, r.env); x != nil && isText(r.info.Types[a]) {
			// A string literal is never null.
			if l, ok := java.Unparen(x).(*java.Literal); !ok || l.Kind != java.StringLiteral {
				r.nonNull(e, x, guard)
			}
		}
	}
}

// places are the indices that a call needs to be inside of its receiver x.
func (r *reader) places(e *java.Call, x java.Expr, guard java.Expr) {
	within := func(i java.Expr, op java.Op, length java.Expr) {
		if i == nil {
			return
		}
		below := java.Expr(&java.Binary{Op: op, X: expr.Group(i), Y: length})
		// A literal index that isn't negative needs no lower bound.
		if n, ok := expr.Int(i); !ok || n < 0 {
			below = expr.And(&java.Binary{Op: java.Le, X: expr.Number(0), Y: expr.Group(i)}, below)
		}
		r.require(e, expr.OutOfBounds, guard, below)
	}
	switch arg := len(e.Args); {
	case e.Name.Name == "charAt" && arg == 1:
		within(expr.Replace(e.Args[0], r.env), java.Lt, expr.Call(x, "length"))
	case e.Name.Name == "substring" && arg == 1 && isText(r.info.Types[e.X]):
		within(expr.Replace(e.Args[0], r.env), java.Le, expr.Call(x, "length"))
	case e.Name.Name == "substring" && arg == 2 && isText(r.info.Types[e.X]):
		lo, hi := expr.Replace(e.Args[0], r.env), expr.Replace(e.Args[1], r.env)
		// substring(lo, hi) needs 0 <= lo <= hi <= length: the lower bound of hi follows from lo's.
		within(hi, java.Le, expr.Call(x, "length"))
		if hi != nil {
			within(lo, java.Le, expr.Group(hi))
		}
	case (e.Name.Name == "get" && arg == 1 || e.Name.Name == "set" && arg == 2) && elementOf(r.info.Types[e.X]) != nil:
		within(expr.Replace(e.Args[0], r.env), java.Lt, expr.Call(x, "size"))
	}
}

func (r *reader) operation(e *java.Binary, guard java.Expr) {
	number := r.primitive(e)
	r.operate(e, e.Op, expr.Replace(r.unboxed(e.X, number), r.env), expr.Replace(r.unboxed(e.Y, number), r.env), guard)
}

func (r *reader) operate(at java.Expr, op java.Op, x, y java.Expr, guard java.Expr) {
	if y == nil {
		return
	}
	switch op {
	case java.Div, java.Rem:
		if n, ok := expr.Int(y); ok && n != 0 {
			return
		}
		r.require(at, expr.DividesByZero, guard, &java.Binary{Op: java.Ne, X: expr.Group(y), Y: expr.Number(0)})
	// Division overflows in one case alone, the least value by -1 (JLS 15.17.2): it isn't asked here.
	case java.Plus, java.Sub, java.Mul:
		if x != nil {
			r.inRange(at, &java.Binary{Op: op, X: expr.Group(x), Y: expr.Group(y)}, guard)
		}
	}
}

// inRange needs a sum, difference or product to fit its type.
func (r *reader) inRange(at, e java.Expr, guard java.Expr) {
	class := ""
	switch t := r.info.Types[at]; {
	case t == nil:
		return
	case t.Kind() == types.Int:
		class = "Integer"
	case t.Kind() == types.Long:
		class = "Long"
	default:
		return
	}
	// The bounds are compared with the mathematical value of e, as the specification's arithmetic
	// takes it; in Java's own both sides would always be true.
	bound := func(name string) java.Expr {
		return &java.Select{X: expr.Name(class), Name: java.Ident{Name: name}}
	}
	r.require(at, expr.OutOfRange, guard, expr.And(&java.Binary{Op: java.Le, X: bound("MIN_VALUE"), Y: e}, &java.Binary{Op: java.Le, X: e, Y: bound("MAX_VALUE")}))
}

func (r *reader) require(at java.Node, fails expr.Failure, guard, cond java.Expr) {
	if cond == nil || r.lost {
		return
	}
	n := expr.Precondition{Node: at, Fails: fails, Guard: expr.And(r.guard, guard), Cond: cond}
	if r.loop != nil {
		r.loop.conditions = append(r.loop.conditions, n)
		return
	}
	r.conditions = append(r.conditions, n)
}

// lift states what a loop's iterations ask in the words of the place before it.
func (r *reader) lift(l *loop) {
	r.atHead(l)

	lo, hi := l.whole()
	lo, hi = expr.Replace(lo, l.entry), expr.Replace(hi, l.entry)
	if lo == nil || hi == nil {
		return
	}
	k := l.name(r.k)
	env := map[string]java.Expr{}
	for name, v := range l.entry {
		env[name] = v
	}
	for name := range l.assigns {
		// What an iteration asks depends on those before it: a variable that they change is said by
		// what they added up to, or not at all.
		env[name] = l.sofar(name, lo, expr.Name(k), r.k)
	}
	env[l.counter] = expr.Name(k)

	for _, n := range l.conditions {
		if end := l.atEnd(n, lo, hi); end != nil {
			r.require(n.Node, n.Fails, l.runs(lo, hi), end)
			continue
		}
		cond := expr.Replace(n.Cond, env)
		guard := expr.Replace(n.Guard, env)
		if cond == nil {
			continue
		}
		if n.Fails == expr.OutOfBounds && java.Print(cond) == operand(lo)+" <= "+k+" && "+k+" < "+operand(hi) {
			continue // the range of the iterations says so
		}
		if n.Fails == expr.ReadsNull && !expr.Mentions(cond, k) {
			r.require(n.Node, n.Fails, nil, cond) // no iteration changes it
			continue
		}
		// A long guard is dropped: the demand becomes stronger, and shorter.
		if guard != nil && len(java.Print(guard)) < 160 {
			cond = &java.Binary{Op: java.Implies, X: expr.Group(guard), Y: expr.Group(cond)}
		}
		if q := quantified("forall", k, lo, hi, cond); q != nil {
			r.require(n.Node, n.Fails, nil, q)
		}
	}
}

// atEnd is what keeps a sum in range to which every iteration adds the same, or from which
// it takes the same: that the last sum is, since the others lie between the first value
// and that one. nil for any other condition.
func (l *loop) atEnd(n expr.Precondition, lo, hi java.Expr) java.Expr {
	both := expr.Conjuncts(n.Cond)
	if n.Fails != expr.OutOfRange || n.Guard != nil || len(both) != 2 {
		return nil
	}

	// The form is the one that inRange makes: MIN_VALUE <= x op v && x op v <= MAX_VALUE.
	low, ok := java.Unparen(both[0]).(*java.Binary)
	if !ok {
		return nil
	}
	sum, ok := java.Unparen(low.Y).(*java.Binary)
	if !ok {
		return nil
	}
	x, ok := java.Unparen(sum.X).(*java.Name)
	if !ok {
		return nil
	}
	one := l.update(x.Name)
	if one == nil || one.guard != nil || one.op != sum.Op || one.value == nil || !java.Equal(java.Unparen(one.value), java.Unparen(sum.Y)) {
		return nil
	}

	all := l.multiple(one, lo, hi)
	first := l.entry[x.Name]
	if all == nil || first == nil {
		return nil
	}
	last := after(first, sum.Op, all)
	high := java.Unparen(both[1]).(*java.Binary)
	return expr.And(&java.Binary{Op: java.Le, X: low.X, Y: last}, &java.Binary{Op: java.Le, X: last, Y: high.Y})
}

// multiple is what all iterations together add that each add the same, in terms of the
// state before the call; nil where they don't. It is right where there are iterations.
func (l *loop) multiple(e *event, lo, hi java.Expr) java.Expr {
	// A loop that may be left early has fewer iterations than its range, and \count of a for-each
	// loop is no difference of ends.
	if e.guard != nil || e.value == nil || (e.op != java.Plus && e.op != java.Sub) || l.each || mentionsAny(e.value, l.assigns) || l.leaves() {
		return nil
	}
	value, count := expr.Replace(e.value, l.entry), expr.Minus(hi, lo)
	if value == nil || count == nil {
		return nil
	}
	if n, ok := expr.Int(value); ok && n == 1 {
		return count
	}
	return &java.Binary{Op: java.Mul, X: expr.Group(count), Y: expr.Group(value)}
}

// leaves reports whether some iteration may be the last before its time.
func (l *loop) leaves() bool {
	for _, e := range l.events {
		if e.kind == leaves {
			return true
		}
	}
	return false
}

// runs is that there is an iteration; nil where there may be none without making a
// difference: a length is not below the first index.
func (l *loop) runs(lo, hi java.Expr) java.Expr {
	if n, ok := expr.Int(lo); ok && n == 0 && isLength(hi) {
		return nil
	}
	return &java.Binary{Op: java.Lt, X: expr.Group(lo), Y: expr.Group(hi)}
}

// atHead says what a loop's iterations ask as it is said at the loop's head.
func (r *reader) atHead(l *loop) {
	if l.outer != nil || r.loop != nil {
		return
	}
	guarded := func(n expr.Precondition) java.Expr {
		g := expr.And(l.cond, n.Guard)
		if g == nil {
			return n.Cond
		}
		return &java.Binary{Op: java.Implies, X: expr.Group(g), Y: expr.Group(n.Cond)}
	}
	for _, n := range l.conditions {
		if n.Fails != expr.OutOfRange || len(java.Print(n.Cond)) > 120 || n.Guard != nil && len(java.Print(n.Guard)) > 120 {
			continue
		}
		head := guarded(n)
		print := func(e java.Expr) string {
			if b, ok := e.(*java.Binary); ok && b.Op == java.Implies {
				return implied(b.X) + " ==> " + conjunct(b.Y)
			}
			return java.Print(e)
		}
		own := false // a variable of the body has no meaning at the head
		for name := range l.declares() {
			own = own || expr.Mentions(head, name)
		}
		if own {
			continue
		}
		asked := Precondition{Precondition: n, Loop: l.loop, Head: print(head)}
		// Whether the invariant holds before the loop is a demand on the caller; a sum from 0 is none.
		if e := expr.Replace(head, l.entry); e != nil && !l.each && !fitsAnyway(expr.Replace(n.Cond, l.entry)) {
			asked.Entry = print(e)
		}
		r.heads = append(r.heads, asked)
	}
}

// fitsAnyway reports whether a condition says that the sum of 0 and a value is in the range
// of a type: it is as it was.
func fitsAnyway(cond java.Expr) bool {
	for _, c := range expr.Conjuncts(cond) {
		if b, ok := java.Unparen(c).(*java.Binary); ok {
			sum, ok := java.Unparen(b.Y).(*java.Binary)
			// The sum is on the right of MIN_VALUE <= sum and on the left of sum <= MAX_VALUE.
			if !ok {
				sum, ok = java.Unparen(b.X).(*java.Binary)
			}
			if !ok || sum.Op != java.Plus || !isZero(sum.X) {
				return false
			}
			switch java.Unparen(sum.Y).(type) {
			case *java.Name, *java.Literal, *java.Index, *java.Call:
				continue
			}
		}
		return false
	}
	return cond != nil
}

// NonNull returns, of each parameter that holds references, that none is null: lists and
// arrays, and those inside of them; of one that the method compares with null, if it is
// there. Specifications of what the elements are need it, though the code may not.
func NonNull(m *java.MethodDecl, info *types.Info, n Names) map[string]string {
	out := map[string]string{}
	for _, p := range m.Params {
		if text := noneNull(p.Name.Name, info.Locals[p].Type, []string{n.I, n.J, n.K}); text != "" {
			if asksNull(m, p.Name.Name) {
				text = p.Name.Name + " != null ==> " + text
			}
			out[p.Name.Name] = text
		}
	}
	return out
}

func noneNull(x string, t types.Type, vars []string) string {
	elem, size, at := elementOf(t), x+".size()", x+".get("
	if a, ok := t.(*types.ArrayType); ok {
		elem, size, at = a.Elem, x+".length", x+"["
	}
	if elem == nil || types.IsPrimitive(elem) || len(vars) == 0 {
		return ""
	}
	k := vars[0]
	element := at + k + map[byte]string{'(': ")", '[': "]"}[at[len(at)-1]]
	text := element + " != null"
	if inner := noneNull(element, elem, vars[1:]); inner != "" {
		text += " && " + inner
	}
	return "(\\forall int " + k + "; 0 <= " + k + " && " + k + " < " + size + "; " + text + ")"
}

// declares are the variables that the loop's body declares.
func (l *loop) declares() map[string]bool {
	out := map[string]bool{}
	java.Walk(bodyOf(l.loop), func(n java.Node) bool {
		if v, ok := n.(*java.VarDeclarator); ok {
			out[v.Name.Name] = true
		}
		return true
	})
	return out
}

// name is the quantified variable for a loop's iterations.
func (l *loop) name(k string) string {
	if l.outer != nil {
		return k + "1"
	}
	return k
}

// sofar is a variable's value after the iterations before iteration k, where one
// statement adds to it; nil otherwise.
func (l *loop) sofar(name string, lo, k java.Expr, fresh string) java.Expr {
	if !l.up || name == l.counter {
		return nil
	}
	if one, first := l.update(name), l.entry[name]; one != nil && first != nil {
		if all := l.multiple(one, lo, k); all != nil {
			return after(first, one.op, all)
		}
	}

	j := fresh + "2"
	if l.outer != nil {
		j = fresh + "3"
	}
	return l.total(name, func(kind string, e java.Expr) java.Expr {
		env := map[string]java.Expr{}
		for n, v := range l.entry {
			env[n] = v
		}
		for n := range l.assigns {
			env[n] = nil
		}
		env[l.counter] = expr.Name(j)
		return quantified(kind, j, lo, k, expr.Replace(e, env))
	})
}
