package propose

import (
	"ensures/java"
	"ensures/java/types"
)

// Need is what the code asks of the state before the call so that one of its
// expressions has a value in range.
type Need struct {
	Node java.Expr // the expression, in the method's tree
	Kind string    // divide, index, null, range
	// Guarded is the condition where the expression is reached; Always the one
	// without regard to that, "" when the same. Both are texts for requires.
	Guarded, Always string
	// Of an expression in a loop that is in no other one: the condition in the words of
	// the loop's head, which may be an invariant, and that invariant before the loop in
	// the words of the state before the call. "" where it cannot be said.
	Loop        java.Stmt
	Head, Entry string
}

// rawNeed is a need in the words of the place where it arises.
type rawNeed struct {
	node  java.Expr
	kind  string
	guard java.Expr
	cond  java.Expr
}

// ask notes what the evaluation of e needs; guard is the condition inside of e
// under which the part is reached.
func (r *reader) ask(e java.Expr, guard java.Expr) {
	if r.info == nil {
		return
	}
	defer r.unboxing(e, guard)
	switch e := e.(type) {
	case *java.Paren:
		r.ask(e.X, guard)
	case *java.Unary:
		r.ask(e.X, guard)
		if e.Op >= java.PreInc && e.Op <= java.PostDec {
			if x, ok := e.X.(*java.Name); ok && (r.loop == nil || x.Name != r.loop.counter) {
				op := java.Plus
				if e.Op == java.PreDec || e.Op == java.PostDec {
					op = java.Sub
				}
				r.inRange(e, binaryOf(op, replace(x, r.env), numberOf(1)), guard)
			}
		}
		if e.Op == java.Neg {
			if x := replace(e.X, r.env); x != nil {
				r.inRange(e, &java.Unary{Op: java.Neg, X: grouped(x)}, guard)
			}
		}
	case *java.Binary:
		r.ask(e.X, guard)
		switch e.Op {
		case java.AndAnd:
			r.ask(e.Y, andOf(guard, replace(e.X, r.env)))
			return
		case java.OrOr:
			r.ask(e.Y, andOf(guard, notOf(replace(e.X, r.env))))
			return
		}
		r.ask(e.Y, guard)
		r.operation(e, guard)
	case *java.Cond:
		r.ask(e.C, guard)
		c := replace(e.C, r.env)
		r.ask(e.X, andOf(guard, c))
		r.ask(e.Y, andOf(guard, notOf(c)))
	case *java.Index:
		r.ask(e.X, guard)
		r.ask(e.I, guard)
		x, i := replace(e.X, r.env), replace(e.I, r.env)
		if x == nil || i == nil {
			return
		}
		length := &java.Select{X: x, Name: java.Ident{Name: "length"}}
		r.need(e, "index", guard, andOf(&java.Binary{Op: java.Le, X: numberOf(0), Y: i}, &java.Binary{Op: java.Lt, X: i, Y: length}))
		if _, nested := e.X.(*java.Index); nested {
			r.need(e, "null", guard, &java.Binary{Op: java.Ne, X: x, Y: &java.Literal{Kind: java.NullLiteral, Raw: "null"}})
		}
	case *java.Select:
		r.ask(e.X, guard)
		if x := replace(e.X, r.env); x != nil {
			r.need(e, "null", guard, &java.Binary{Op: java.Ne, X: x, Y: &java.Literal{Kind: java.NullLiteral, Raw: "null"}})
		}
	case *java.Call:
		if e.X != nil {
			r.ask(e.X, guard)
		}
		for _, a := range e.Args {
			r.ask(a, guard)
		}
		if e.X == nil {
			return
		}
		x := replace(e.X, r.env)
		if x == nil {
			return
		}
		r.need(e, "null", guard, &java.Binary{Op: java.Ne, X: x, Y: &java.Literal{Kind: java.NullLiteral, Raw: "null"}})
		r.places(e, x, guard)
	case *java.Cast:
		r.ask(e.X, guard)
	case *java.AssignExpr:
		r.ask(e.Y, guard)
		if _, ok := e.X.(*java.Index); ok {
			r.ask(e.X, guard)
		}
		if x := replace(e.X, r.env); x != nil && e.Op != java.Assign {
			r.operate(e, e.Op, x, replace(e.Y, r.env), guard)
		}
	}
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
	if x := replace(e, r.env); x != nil {
		r.need(e, "null", guard, &java.Binary{Op: java.Ne, X: x, Y: &java.Literal{Kind: java.NullLiteral, Raw: "null"}})
	}
}

// places are the indices that a call needs to be inside of its receiver x.
func (r *reader) places(e *java.Call, x java.Expr, guard java.Expr) {
	within := func(i java.Expr, op java.Op, length java.Expr) {
		if i == nil {
			return
		}
		below := java.Expr(&java.Binary{Op: op, X: grouped(i), Y: length})
		if n, ok := literalInt(i); !ok || n < 0 {
			below = andOf(&java.Binary{Op: java.Le, X: numberOf(0), Y: grouped(i)}, below)
		}
		r.need(e, "index", guard, below)
	}
	switch arg := len(e.Args); {
	case e.Name.Name == "charAt" && arg == 1:
		within(replace(e.Args[0], r.env), java.Lt, callOf(x, "length"))
	case e.Name.Name == "substring" && arg == 1 && isText(r.info.Types[e.X]):
		within(replace(e.Args[0], r.env), java.Le, callOf(x, "length"))
	case e.Name.Name == "substring" && arg == 2 && isText(r.info.Types[e.X]):
		lo, hi := replace(e.Args[0], r.env), replace(e.Args[1], r.env)
		within(hi, java.Le, callOf(x, "length"))
		if hi != nil {
			within(lo, java.Le, grouped(hi))
		}
	case (e.Name.Name == "get" && arg == 1 || e.Name.Name == "set" && arg == 2) && elementOf(r.info.Types[e.X]) != nil:
		within(replace(e.Args[0], r.env), java.Lt, callOf(x, "size"))
	}
}

func (r *reader) operation(e *java.Binary, guard java.Expr) {
	r.operate(e, e.Op, replace(e.X, r.env), replace(e.Y, r.env), guard)
}

func (r *reader) operate(at java.Expr, op java.Op, x, y java.Expr, guard java.Expr) {
	if y == nil {
		return
	}
	switch op {
	case java.Div, java.Rem:
		if n, ok := literalInt(y); ok && n != 0 {
			return
		}
		r.need(at, "divide", guard, &java.Binary{Op: java.Ne, X: grouped(y), Y: numberOf(0)})
	case java.Plus, java.Sub, java.Mul:
		if x != nil {
			r.inRange(at, &java.Binary{Op: op, X: grouped(x), Y: grouped(y)}, guard)
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
	bound := func(name string) java.Expr {
		return &java.Select{X: nameOf(class), Name: java.Ident{Name: name}}
	}
	r.need(at, "range", guard, andOf(&java.Binary{Op: java.Le, X: bound("MIN_VALUE"), Y: e}, &java.Binary{Op: java.Le, X: e, Y: bound("MAX_VALUE")}))
}

func (r *reader) need(at java.Expr, kind string, guard, cond java.Expr) {
	if cond == nil || r.lost {
		return
	}
	n := rawNeed{node: at, kind: kind, guard: andOf(r.guard, guard), cond: cond}
	if r.loop != nil {
		r.loop.needs = append(r.loop.needs, n)
		return
	}
	r.needs = append(r.needs, n)
}

// lift states what a loop's rounds need in the words of the place before it.
func (r *reader) lift(l *loopShape) {
	r.atHead(l)
	lo, hi := l.whole()
	lo, hi = replace(lo, l.entry), replace(hi, l.entry)
	if lo == nil || hi == nil {
		return
	}
	k := l.name(r.k)
	env := map[string]java.Expr{}
	for name, v := range l.entry {
		env[name] = v
	}
	for name := range l.assigns {
		env[name] = l.sofar(name, lo, nameOf(k), r.k)
	}
	env[l.counter] = nameOf(k)
	for _, n := range l.needs {
		cond := replace(n.cond, env)
		guard := replace(n.guard, env)
		if cond == nil {
			continue
		}
		if n.kind == "index" && java.Print(cond) == operand(lo)+" <= "+k+" && "+k+" < "+operand(hi) {
			continue // the range of the rounds says so
		}
		if n.kind == "null" && !mentions(cond, k) {
			r.need(n.node, n.kind, nil, cond) // no round changes it
			continue
		}
		if guard != nil && len(java.Print(guard)) < 160 {
			cond = &java.Binary{Op: java.Implies, X: grouped(guard), Y: grouped(cond)}
		}
		if q := quantified("forall", k, lo, hi, cond); q != nil {
			r.need(n.node, n.kind, nil, q)
		}
	}
}

// atHead says what a loop's rounds need as it is said at the loop's head.
func (r *reader) atHead(l *loopShape) {
	if l.outer != nil || r.loop != nil {
		return
	}
	guarded := func(n rawNeed) java.Expr {
		g := andOf(l.cond, n.guard)
		if g == nil {
			return n.cond
		}
		return &java.Binary{Op: java.Implies, X: grouped(g), Y: grouped(n.cond)}
	}
	for _, n := range l.needs {
		if n.kind != "range" || len(java.Print(n.cond)) > 120 || n.guard != nil && len(java.Print(n.guard)) > 120 {
			continue
		}
		head := guarded(n)
		said := func(e java.Expr) string {
			if b, ok := e.(*java.Binary); ok && b.Op == java.Implies {
				return implied(b.X) + " ==> " + conjunct(b.Y)
			}
			return java.Print(e)
		}
		own := false // a variable of the body has no meaning at the head
		for name := range l.declares() {
			own = own || mentions(head, name)
		}
		if own {
			continue
		}
		need := Need{Node: n.node, Kind: n.kind, Loop: l.loop, Head: said(head)}
		if e := replace(head, l.entry); e != nil {
			need.Entry = said(e)
		}
		r.heads = append(r.heads, need)
	}
}

// declares are the variables that the loop's body declares.
func (l *loopShape) declares() map[string]bool {
	var body java.Stmt
	switch s := l.loop.(type) {
	case *java.For:
		body = s.Body
	case *java.While:
		body = s.Body
	case *java.DoWhile:
		body = s.Body
	case *java.ForEach:
		body = s.Body
	}
	out := map[string]bool{}
	java.Walk(body, func(n java.Node) bool {
		if v, ok := n.(*java.VarDeclarator); ok {
			out[v.Name.Name] = true
		}
		return true
	})
	return out
}

// name is the quantified variable for a loop's rounds.
func (l *loopShape) name(k string) string {
	if l.outer != nil {
		return k + "1"
	}
	return k
}

// sofar is a variable's value after the rounds before round k, where one
// statement adds to it; nil otherwise.
func (l *loopShape) sofar(name string, lo, k java.Expr, fresh string) java.Expr {
	if !l.up || name == l.counter {
		return nil
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
		env[l.counter] = nameOf(j)
		return quantified(kind, j, lo, k, replace(e, env))
	})
}

// Needs are what the method's expressions need, as far as it can be said of the
// state before the call.
func (d *Draft) Needs() []Need {
	w := d.a.prep
	used := map[string]bool{}
	for _, p := range w.Decl.Params {
		used[p.Name.Name] = true
	}
	i, _, _ := freshNames(used)
	r := &reader{env: map[string]java.Expr{}, k: i, info: w.Info, types: w.Info}
	if w.Decl.Body != nil {
		r.stmts(w.Decl.Body.Stmts)
	}
	var out []Need
	for _, n := range r.needs {
		need := Need{Node: n.node, Kind: n.kind, Guarded: java.Print(unparen(n.cond))}
		if n.guard != nil {
			need.Always = need.Guarded
			need.Guarded = implied(n.guard) + " ==> " + conjunct(n.cond)
		}
		if len(need.Guarded) < 400 || need.Always != "" && len(need.Always) < 400 {
			out = append(out, need)
		}
	}
	return append(out, r.heads...)
}
