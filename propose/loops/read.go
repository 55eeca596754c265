package loops

import (
	"maps"

	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
	"ensures/jml"
)

// Loop is what the text of a loop says about its runs, for loops that count.
// Expressions are about the state at the loop's head, the counter by its name.
type loop struct {
	loop       java.Stmt
	outer      *loop
	inner      []*loop
	counter    string // "" when the loop does not count by one
	up         bool
	lo         java.Expr            // the counter's first value; nil when not known
	end        java.Expr            // the counter's first value that is too large (too small when counting down)
	also       java.Expr            // the same by another bound; nil for none
	guard      java.Expr            // under which it is reached, of the state before the call; nil: always, or not known
	square     *java.Binary         // i * i <= y, which bounds the counter in place of an end
	entry      map[string]java.Expr // what variables hold before the loop
	assigns    map[string]bool
	events     []event
	conditions []expr.Precondition
	cond       java.Expr          // the loop's test; nil for none
	last       []*java.AssignExpr // the assignments at the end of the body
	each       bool               // a for-each loop: the counter is JML's word for the iterations
}

// eventKind is what happens in an iteration.
type eventKind uint8

const (
	leaves  eventKind = iota + 1 // return, break or throw
	updates                      // a variable of outside the loop is assigned
	stores                       // an array element is assigned
	appends                      // a sequence gets an element
	puts                         // a set gets an element, which it may have
)

// event happens in an iteration in which guard holds (nil: in every one).
type event struct {
	kind   eventKind
	guard  java.Expr
	target java.Expr                      // of updates and stores
	op     java.Op                        // Assign, or that of a compound assignment
	value  java.Expr                      // assigned or returned; nil when it cannot be said
	isBack bool                           // leaves by return
	seq    *sequence                      // of appends
	front  bool                           // of appends: the element comes before the others
	equal  func(x, y java.Expr) java.Expr // of puts: how elements are compared
}

// read follows a method and returns its loops of a method, outer ones before those inside.
//
// k and member are names for quantified variables that the method does not use: for those of
// loops, and of what a test of a set means.
func read(m *java.MethodDecl, info *types.Info, k, member string) ([]*loop, []ending) {
	if m.Body == nil {
		return nil, nil
	}
	r := &reader{env: map[string]java.Expr{}, k: k, met2: member, types: info, letters: letters(m)}
	r.stmts(m.Body.Stmts)
	return r.out, r.ends
}

// ending is a way the method returns, in terms of the state before the call.
type ending struct {
	guard java.Expr // nil: always
	value java.Expr // nil: not known
	// of a value that a loop under two bounds leaves: that it is entered, without which
	// the second may have no value
	entered java.Expr
	// of a return inside a loop whose value depends on the iteration: the first iteration
	// in which hit holds
	loop *loop
	hit  java.Expr
}

// reader follows a method's statements, with what variables hold in terms of the
// state before the call (outside of loops) or at the loop's head.
type reader struct {
	env        map[string]java.Expr
	loop       *loop
	own        map[string]bool // variables declared in the loop's body
	guard      java.Expr
	lost       bool // the guard cannot be said
	out        []*loop
	k, met2    string
	ends       []ending
	conditions []expr.Precondition
	heads      []Precondition // of loops, in the words of their heads
	info       *types.Info    // nil where needs are not asked for
	types      *types.Info
	entered    java.Expr            // of the last loop before, see ending
	letters    map[string]java.Expr // see letters
	left       *loop                // the last loop, when iterations leave it by break
	none       java.Expr            // and the condition that none does
}

func (r *reader) stmts(list []java.Stmt) {
	for _, s := range list {
		r.stmt(s)
	}
}

func (r *reader) set(name string, v java.Expr) {
	// Never in place: branches, loops and their entries hold on to maps that they were given.
	env := make(map[string]java.Expr, len(r.env)+1)
	for k, x := range r.env {
		env[k] = x
	}
	env[name] = v
	r.env = env
}

// declare notes a local variable; its value is kept when later reads may use it.
func (r *reader) declare(name string, init java.Expr) {
	if r.own != nil {
		r.own[name] = true
	}
	r.set(name, expr.Replace(init, r.env))
}

func (r *reader) stmt(s java.Stmt) {
	switch s := s.(type) {
	case *java.Block:
		r.stmts(s.Stmts)
	case *java.LocalVars:
		for _, v := range s.Vars {
			r.evaluates(v.Init, nil)
			r.declare(v.Name.Name, v.Init)
		}
	case *java.ExprStmt:
		r.evaluates(s.X, nil)
		r.effect(s.X)
	case *java.Labeled:
		r.stmt(s.Body)
	case *java.If:
		r.branch(s)
	case *java.Return:
		r.evaluates(s.X, nil)
		r.leave(s.X, true)
	case *java.Throw:
		r.leave(nil, false)
	case *java.Break:
		r.leave(nil, false)
	case *java.Continue:
		r.lost = r.guard == nil
	case *java.For, *java.While, *java.DoWhile, *java.ForEach:
		r.nested(s.(java.Stmt))
	case *java.Switch:
		r.cases(s)
	// Not followed, so what it may assign isn't known any more.
	default:
		for name := range java.Assigned(s) {
			r.set(name, nil)
		}
	}
}

func (r *reader) leave(value java.Expr, isBack bool) {
	if r.loop == nil {
		if isBack && !r.lost {
			r.ends = append(r.ends, ending{guard: r.guard, value: expr.Replace(r.sized(value), r.env), entered: r.entered})
		}
		// What stands behind an unconditional return is not reached.
		r.lost = r.lost || r.guard == nil
		return
	}
	if r.lost {
		return
	}
	r.loop.events = append(r.loop.events, event{kind: leaves, guard: r.guard, value: expr.Replace(value, r.env), isBack: isBack})
}

// branch reads both sides of an if; what they assign differently is not known after.
func (r *reader) branch(s *java.If) {
	r.evaluates(s.Cond, nil)

	cond := r.member(s.Cond, expr.Replace(s.Cond, r.env))
	if cond == nil {
		cond = r.exitCondition(s.Cond)
	}
	r.puts(s.Cond)

	env, guard, lost := r.env, r.guard, r.lost
	// A nil condition would read as "always" in And: lost keeps such a branch from being said.
	r.guard, r.lost = expr.And(guard, cond), lost || cond == nil
	r.stmt(s.Then)
	then := r.env
	r.env, r.guard, r.lost = env, expr.And(guard, expr.Not(cond)), lost || cond == nil
	if s.Else != nil {
		r.stmt(s.Else)
	}
	other := r.env
	r.env, r.guard, r.lost = env, guard, lost
	thenEnds, elseEnds := endsAbruptly(s.Then), s.Else != nil && endsAbruptly(s.Else)
	switch {
	case thenEnds && !elseEnds:
		r.env = other
		// In a loop, an iteration that returns or breaks is told by its own event, and the finished
		// ones are known not to have left. After a continue it goes on, so what follows in the body
		// needs the guard.
		if r.loop == nil || continues(s.Then) {
			r.guard, r.lost = expr.And(guard, expr.Not(cond)), lost || cond == nil
		}
	case elseEnds && !thenEnds:
		r.env = then
	default:
		for name := range java.Assigned(s) {
			if x, y := then[name], other[name]; x == nil || y == nil || !java.Equal(x, y) {
				r.set(name, nil)
			}
		}
	}
}

// exitCondition is a test, after a loop that some iterations leave by break, of the counter
// being at its end: that no iteration was such.
func (r *reader) exitCondition(cond java.Expr) java.Expr {
	b, ok := java.Unparen(cond).(*java.Binary)
	if !ok || r.left == nil {
		return nil
	}

	x, ok := java.Unparen(b.X).(*java.Name)
	l := r.left
	if !ok || x.Name != l.counter || l.end == nil || !java.Equal(java.Unparen(b.Y), java.Unparen(l.end)) {
		return nil
	}
	switch b.Op {
	// The counter is at its end exactly where no iteration broke off, since a break leaves it below.
	case java.Eq, java.Ge:
		return r.none
	case java.Ne, java.Lt:
		return expr.Not(r.none)
	}
	return nil
}

// cases reads a switch whose groups do not fall through; others are not followed.
func (r *reader) cases(s *java.Switch) {
	r.evaluates(s.X, nil)
	x := expr.Replace(s.X, r.env)
	env, guard, lost := r.env, r.guard, r.lost
	// open is the labels since the last group with a body, all those of every group so far: a
	// default stands for none of them, wherever it stands.
	var open, all java.Expr
	add := func(to *java.Expr, e java.Expr) {
		if *to == nil {
			*to = e
		} else {
			*to = &java.Binary{Op: java.OrOr, X: *to, Y: e}
		}
	}
	for _, k := range s.Cases {
		for _, l := range k.Labels {
			eq := expr.Binary(java.Eq, x, expr.Replace(l, nil))
			if eq == nil {
				continue
			}
			add(&open, eq)
			add(&all, eq)
		}
		body, ok := Ended(k.Body, k.Arrow)
		if len(k.Body) == 0 && !k.Default {
			continue
		}
		test := open
		if k.Default {
			test = expr.Not(all)
		}
		// Each group starts from the state before the switch. One that falls through isn't followed,
		// except the last, which has nothing to fall into.
		r.env, r.guard, r.lost = env, expr.And(guard, grouped1(test)), lost || x == nil || test == nil || !ok && len(k.Body) > 0 && k != s.Cases[len(s.Cases)-1]
		r.stmts(body)
		open = nil
	}
	r.env, r.guard, r.lost = env, guard, lost
	// The groups aren't joined: what any of them assigns is given up.
	for name := range java.Assigned(s) {
		r.set(name, nil)
	}
}

// grouped1 is grouped for an absent condition too.
func grouped1(e java.Expr) java.Expr {
	if e == nil {
		return nil
	}
	return expr.Group(e)
}

// endsAbruptly reports whether a statement's last one leaves.
func endsAbruptly(s java.Stmt) bool {
	switch s := s.(type) {
	case *java.Return, *java.Throw, *java.Break, *java.Continue:
		return true
	case *java.Block:
		return len(s.Stmts) > 0 && endsAbruptly(s.Stmts[len(s.Stmts)-1])
	}
	return false
}

func continues(s java.Stmt) bool {
	if b, ok := s.(*java.Block); ok && len(b.Stmts) > 0 {
		s = b.Stmts[len(b.Stmts)-1]
	}
	_, ok := s.(*java.Continue)
	return ok
}

// effect reads an expression statement.
func (r *reader) effect(e java.Expr) {
	switch e := java.Unparen(e).(type) {
	case *java.AssignExpr:
		if r.joined(e) {
			return
		}
		r.assign(e.X, e.Op, expr.Replace(r.unboxed(e.Y, r.primitive(e.X)), r.env))
	case *java.Unary:
		switch e.Op {
		case java.PreInc, java.PostInc:
			r.assign(e.X, java.Plus, expr.Number(1))
		case java.PreDec, java.PostDec:
			r.assign(e.X, java.Sub, expr.Number(1))
		}
	case *java.Call:
		r.appended(e)
	}
}

func (r *reader) assign(target java.Expr, op java.Op, value java.Expr) {
	switch x := target.(type) {
	case *java.Name:
		// A name without an entry still holds what it held at the beginning, and stands for itself.
		was, known := r.env[x.Name]
		if !known {
			was = x
		}
		now := value
		if op != java.Assign && value != nil {
			now = expr.Binary(op, was, expr.Group(value))
			if n, ok := expr.Int(value); ok && (op == java.Plus || op == java.Sub) {
				if op == java.Sub {
					n = -n
				}
				now = expr.Plus(was, n)
			}
		}
		// A variable of the body dies with the iteration: nothing adds up in it.
		if r.loop != nil && !r.own[x.Name] && !r.lost {
			e := event{kind: updates, guard: r.guard, target: x, op: op, value: value}
			e.compound()
			r.loop.events = append(r.loop.events, e)
		}
		r.set(x.Name, now)
	case *java.Index:
		if r.loop != nil && !r.lost {
			if t := expr.Replace(x, r.env); t != nil {
				r.loop.events = append(r.loop.events, event{kind: stores, guard: r.guard, target: t, op: op, value: value})
			}
		}
	}
}

// compound makes x += v of x = x + v and x = v + x, and the like of −.
func (e *event) compound() {
	x := e.target.(*java.Name)
	b, ok := java.Unparen(e.value).(*java.Binary)
	if !ok || e.op != java.Assign || b.Op != java.Plus && b.Op != java.Sub {
		return
	}
	// Of differences only x - v: v - x turns the sign of x in each iteration.
	is := func(e java.Expr) bool { n, ok := java.Unparen(e).(*java.Name); return ok && n.Name == x.Name }
	switch {
	case is(b.X) && !expr.Mentions(b.Y, x.Name):
		e.op, e.value = b.Op, b.Y
	case b.Op == java.Plus && is(b.Y) && !expr.Mentions(b.X, x.Name):
		e.op, e.value = b.Op, b.X
	}
}

// nested reads a loop.
func (r *reader) nested(s java.Stmt) {
	l := &loop{loop: s, outer: r.loop, entry: r.env, assigns: java.Assigned(s)}
	if !r.lost {
		l.guard = r.guard
	}
	r.out = append(r.out, l)
	if r.loop != nil {
		r.loop.inner = append(r.loop.inner, l)
	}

	// The body is read in the words of the loop's head: what was known before the loop holds in
	// the first iteration only, so sub starts without it.
	sub := &reader{k: r.k, met2: r.met2, info: r.info, types: r.types, letters: r.letters, loop: l, own: map[string]bool{}, env: maps.Clone(r.letters)}
	var cond java.Expr
	var body java.Stmt
	var update []java.Expr
	switch s := s.(type) {
	case *java.For:
		for _, i := range s.Init {
			r.stmt(i)
		}
		// The initialisation belongs to the state before the loop.
		l.entry = r.env
		cond, body, update = s.Cond, s.Body, s.Update
	case *java.While:
		cond, body = s.Cond, s.Body
	case *java.DoWhile:
		// The test comes after the first iteration: as a bound of the counter it would be one off.
		cond, body = nil, s.Body
	case *java.ForEach:
		body = s.Body
	}
	l.cond = cond
	l.count(cond, body, update)
	// what the outer iteration knows of variables that this loop leaves alone
	for name, v := range r.env {
		if r.own[name] && !l.assigns[name] && v != nil && !expr.Mentions(v, finished) {
			sub.env[name] = v
		}
	}
	if s, ok := s.(*java.ForEach); ok {
		r.follow(l, s, sub)
	}

	sub.evaluates(cond, nil)
	sub.stmt(body)
	l.last = trailing(body)
	for _, u := range update {
		if !isStep(u, l.counter) {
			sub.evaluates(u, nil)
			sub.effect(u)
		}
	}
	r.lift(l)
	r.out = append(r.out, sub.out...)
	for name := range l.assigns {
		r.set(name, nil)
	}
	r.after(l)
}

// trailing are the plain assignments to variables that a loop's body ends with.
func trailing(body java.Stmt) []*java.AssignExpr {
	b, ok := body.(*java.Block)
	if !ok {
		return nil
	}
	var out []*java.AssignExpr
	for i := len(b.Stmts) - 1; i >= 0; i-- {
		x, ok := b.Stmts[i].(*java.ExprStmt)
		if !ok {
			break
		}
		a, ok := x.X.(*java.AssignExpr)
		if !ok || a.Op != java.Assign {
			break
		}
		// Only the run of assignments at the end: before another statement x may get another value.
		if _, ok := a.X.(*java.Name); ok {
			out = append(out, a)
		}
	}
	return out
}

// after says what holds when a loop has ended, where its text tells: flags and
// counts as quantified expressions, and that no iteration left by return.
func (r *reader) after(l *loop) {
	if d := digitsOf(l, r.types); d != nil {
		for name, v := range d.left() {
			r.set(name, v)
		}
		return
	}

	lo, hi := l.whole()
	lo, hi = expr.Replace(lo, l.entry), expr.Replace(hi, l.entry)
	if (lo == nil || hi == nil) && l.square == nil {
		return
	}
	k := r.k
	// The outer loop's iterations are quantified by k already.
	if l.outer != nil {
		k += "1"
	}
	over := func(kind string, e java.Expr) java.Expr {
		if e == nil {
			return nil
		}
		// what outer iterations assign is not known here
		env := map[string]java.Expr{}
		for name, v := range l.entry {
			if name != l.counter {
				env[name] = v
			}
		}
		env[l.counter] = expr.Name(k)
		for name := range l.assigns {
			if name != l.counter {
				env[name] = nil
			}
		}
		// The range is given by the square, not by ends.
		if l.square != nil {
			return l.roots(kind, k, expr.Replace(e, env))
		}
		return quantified(kind, k, lo, hi, expr.Replace(e, env))
	}

	r.entered = l.entered()
	for name := range l.assigns {
		v := l.sameTotal(name)
		if v == nil {
			v = l.total(name, over)
		}
		if v != nil {
			r.set(name, v)
		}
	}
	for _, e := range l.events {
		if x, ok := e.target.(*java.Name); ok && e.kind == puts {
			// As if the set had been empty before the loop; runs say whether it was.
			r.set(sizeName(x.Name), l.distinct(e, r.met2, over))
		}
	}
	if r.loop != nil && !r.lost {
		r.inside(l, over)
	}

	// One way out by break is what exitCondition can use; with two, neither says alone that the
	// counter came to its end.
	r.left = nil
	for _, e := range l.events {
		if e.kind == leaves && !e.isBack && l.up {
			if none := over("forall", expr.Not(e.guard)); none != nil && r.left == nil {
				r.left, r.none = l, none
			} else {
				r.left = nil
			}
		}
	}
	r.returns(l, over)
}

// returns notes how iterations leave the method, and what holds where none did.
func (r *reader) returns(l *loop, over func(string, java.Expr) java.Expr) {
	for _, e := range l.events {
		if e.kind != leaves || !e.isBack {
			continue
		}
		some, none := over("exists", e.guard), over("forall", expr.Not(e.guard))
		// It may have returned under a condition that can't be said: nothing behind it has a guard.
		if some == nil || none == nil {
			r.lost = true
			continue
		}
		if r.loop != nil { // the iteration around ends there too
			if !r.lost {
				value := e.value
				// The value is of one inner iteration, which has no name outside.
				if value != nil && (expr.Mentions(value, l.counter) || mentionsAny(value, l.assigns)) {
					value = nil
				}
				r.loop.events = append(r.loop.events, event{kind: leaves, guard: expr.And(r.guard, some), value: value, isBack: true})
			}
			continue
		}
		if !r.lost {
			if e.value != nil && !expr.Mentions(e.value, l.counter) && !mentionsAny(e.value, l.assigns) {
				r.ends = append(r.ends, ending{guard: expr.And(r.guard, some), value: expr.Replace(e.value, l.entry)})
			} else {
				r.ends = append(r.ends, ending{guard: expr.And(r.guard, some), value: e.value, loop: l, hit: e.guard})
			}
		}
		// Whoever comes behind the loop knows that no iteration returned.
		r.guard = expr.And(r.guard, none)
	}
}

// inside makes what a whole run of an inner loop adds to a variable an event of the
// iteration around.
func (r *reader) inside(l *loop, over func(string, java.Expr) java.Expr) {
	for _, e := range l.events {
		if e.kind == leaves {
			return
		}
	}

	// Two statements that add to one variable would have to be summed together.
	times := map[string]int{}
	for _, e := range l.events {
		if x, ok := e.target.(*java.Name); ok && e.kind == updates {
			times[x.Name]++
		}
	}
	for _, e := range l.events {
		x, ok := e.target.(*java.Name)
		if e.kind != updates || !ok || times[x.Name] != 1 || x.Name == l.counter || r.own[x.Name] || e.op != java.Plus || e.value == nil {
			continue
		}
		if n, isInt := expr.Int(e.value); isInt && n == 1 && e.guard != nil {
			continue // a count, of which package search knows
		}
		if sum := over("sum", e.added()); sum != nil {
			r.loop.events = append(r.loop.events, event{kind: updates, guard: r.guard, target: x, op: java.Plus, value: sum})
		}
	}
}

func mentionsAny(e java.Node, names map[string]bool) bool {
	for name := range names {
		if expr.Mentions(e, name) {
			return true
		}
	}
	return false
}

// total is a variable's value after all iterations: a flag or a count that one
// statement of the body makes; nil otherwise.
func (l *loop) total(name string, over func(string, java.Expr) java.Expr) java.Expr {
	if name == l.counter {
		return nil
	}
	one := l.update(name)
	first := l.entry[name]
	if one == nil || first == nil || one.value == nil {
		return nil
	}

	if lit, ok := java.Unparen(one.value).(*java.Literal); ok && lit.Kind == java.BoolLiteral && one.op == java.Assign {
		// A flag that begins as what it is set to says nothing, and one whose beginning isn't known
		// may have been set before.
		if was, ok := java.Unparen(first).(*java.Literal); !ok || was.Raw == lit.Raw {
			return nil
		}
		if lit.Raw == "true" {
			return over("exists", one.guard)
		}
		return over("forall", expr.Not(one.guard))
	}
	if one.op != java.Plus {
		return nil
	}
	// A flag may survive a break, where the iteration that sets it is the one that leaves; a sum
	// doesn't, as the iterations behind the break are missing from it.
	for _, e := range l.events {
		if e.kind == leaves && !e.isBack {
			return nil
		}
	}

	var v java.Expr
	if n, ok := expr.Int(one.value); ok && n == 1 && one.guard != nil {
		v = over("num_of", one.guard)
	} else if one.guard == nil {
		v = over("sum", one.value)
	} else {
		v = over("sum", &java.Cond{C: expr.Group(java.Unparen(one.guard)), X: one.value, Y: expr.Number(0)})
	}
	if n, ok := expr.Int(first); ok && n == 0 || v == nil {
		return v
	}
	return expr.Binary(java.Plus, first, v)
}

// sameTotal is a variable's value after all iterations, each of which adds the same to it or
// takes the same from it: its first value where there are none. nil where that isn't so.
func (l *loop) sameTotal(name string) java.Expr {
	one, first := l.update(name), l.entry[name]
	lo, hi := l.whole()
	lo, hi = expr.Replace(lo, l.entry), expr.Replace(hi, l.entry)
	if name == l.counter || one == nil || first == nil || lo == nil || hi == nil || l.outer != nil {
		return nil
	}
	all := l.multiple(one, lo, hi)
	if all == nil {
		return nil
	}

	// hi - lo is negative for a range turned round, where nothing is added.
	if runs := l.runs(lo, hi); runs != nil {
		all = &java.Cond{C: runs, X: all, Y: expr.Number(0)}
	}
	return after(first, one.op, all)
}

// after is first + all, or first − all.
func after(first java.Expr, op java.Op, all java.Expr) java.Expr {
	if n, ok := expr.Int(first); !ok || n != 0 {
		return expr.Binary(op, first, expr.Group(all))
	}
	if op == java.Sub {
		return &java.Unary{Op: java.Neg, X: expr.Group(all)}
	}
	return all
}

// update is the one event that assigns a variable; nil where there are more, unless one
// of two adds or takes where the other doesn't.
func (l *loop) update(name string) *event {
	var found []event
	for _, e := range l.events {
		if x, ok := e.target.(*java.Name); ok && e.kind == updates && x.Name == name {
			found = append(found, e)
		}
	}
	switch len(found) {
	case 1:
		return &found[0]
	// Of two, both must add or take, under conditions that exclude each other.
	case 2:
	default:
		return nil
	}

	a, b := found[0], found[1]
	if a.guard == nil || b.guard == nil || !java.Equal(java.Unparen(expr.Not(a.guard)), java.Unparen(b.guard)) {
		return nil
	}
	x, y := a.change(name), b.change(name)
	if x == nil || y == nil {
		return nil
	}
	return &event{kind: updates, target: a.target, op: java.Plus, value: &java.Cond{C: expr.Group(java.Unparen(a.guard)), X: x, Y: y}}
}

// change is what an event adds to its target; nil for another one.
func (e event) change(name string) java.Expr {
	switch {
	case e.value == nil || expr.Mentions(e.value, name):
	case e.op == java.Plus:
		return expr.Group(e.value)
	case e.op == java.Sub:
		return &java.Unary{Op: java.Neg, X: expr.Group(e.value)}
	}
	return nil
}

// isStep reports whether e adds one to, or takes one from, the variable.
func isStep(e java.Expr, name string) bool { return stepOf(e, name) != 0 }

// stepOf is 1, −1, or 0 for anything else.
func stepOf(e java.Expr, name string) int64 {
	target := func(x java.Expr) bool { n, ok := x.(*java.Name); return ok && n.Name == name }
	switch e := java.Unparen(e).(type) {
	case *java.Unary:
		if target(e.X) && (e.Op == java.PreInc || e.Op == java.PostInc) {
			return 1
		}
		if target(e.X) && (e.Op == java.PreDec || e.Op == java.PostDec) {
			return -1
		}
	case *java.AssignExpr:
		if !target(e.X) {
			return 0
		}
		y := e.Y
		op := e.Op
		if b, ok := java.Unparen(y).(*java.Binary); ok && op == java.Assign && target(b.X) {
			op, y = b.Op, b.Y
		}
		n, ok := expr.Int(y)
		if !ok || n != 1 && n != -1 {
			return 0
		}
		switch op {
		case java.Plus:
			return n
		case java.Sub:
			return -n
		}
	}
	return 0
}

// count finds the counter: a variable that the guard bounds and every iteration
// changes by one, once.
func (l *loop) count(cond java.Expr, body java.Stmt, update []java.Expr) {
	for _, c := range expr.Conjuncts(cond) {
		b, ok := java.Unparen(c).(*java.Binary)
		if !ok {
			continue
		}
		for _, side := range []struct {
			x, y java.Expr
			op   java.Op
		}{{b.X, b.Y, b.Op}, {b.Y, b.X, expr.Mirrored(b.Op)}} {
			x, ok := java.Unparen(side.x).(*java.Name)
			// A second bound of the same counter is taken where it stays put; != bounds nothing by itself.
			if !ok || !l.assigns[x.Name] || l.counter != "" && (x.Name != l.counter || l.also != nil || side.op == java.Ne || mentionsAny(side.y, l.assigns)) {
				continue
			}
			step := l.steps(x.Name, body, update)
			end, up := side.y, step > 0
			switch {
			case step > 0 && (side.op == java.Lt || side.op == java.Ne), step < 0 && (side.op == java.Gt || side.op == java.Ne):
			case step > 0 && side.op == java.Le:
				// i <= n becomes i < n + 1: the end is the first value that is too large.
				end = expr.Plus(end, 1)
			case step < 0 && side.op == java.Ge:
				end = expr.Plus(end, -1)
			default:
				continue
			}
			if end = expr.Replace(end, nil); l.counter == "" {
				l.counter, l.up, l.end = x.Name, up, end
			} else {
				l.also = end
			}
		}
	}

	if l.counter == "" {
		l.countSquares(cond, body, update)
	}
	if l.counter == "" {
		return
	}

	l.lo = l.entry[l.counter]
	for _, c := range expr.Conjuncts(cond) { // what else the guard asks ends the loop like a break
		if !mentionsBound(c, l) && (l.square == nil || java.Unparen(c) != java.Expr(l.square)) {
			l.events = append(l.events, event{kind: leaves, guard: expr.Not(expr.Replace(c, nil))})
		}
	}
}

// countSquares finds a counter whose square the guard bounds.
func (l *loop) countSquares(cond java.Expr, body java.Stmt, update []java.Expr) {
	for _, c := range expr.Conjuncts(cond) {
		b, ok := java.Unparen(c).(*java.Binary)
		if !ok || b.Op != java.Le && b.Op != java.Lt {
			continue
		}
		p, ok := java.Unparen(b.X).(*java.Binary)
		if !ok || p.Op != java.Mul || !java.Equal(p.X, p.Y) {
			continue
		}
		x, ok := p.X.(*java.Name)
		if ok && l.counter == "" && l.steps(x.Name, body, update) > 0 && !mentionsAny(b.Y, l.assigns) {
			l.counter, l.up, l.square = x.Name, true, b
		}
	}
}

// roots is (\kind int k; lo <= k && k <= y && k * k <= y; e): a quantifier over all
// iterations of a loop whose counter's square is bounded. The middle is there so that
// what the range holds can be listed.
func (l *loop) roots(kind, k string, e java.Expr) java.Expr {
	lo, y := expr.Replace(l.lo, l.entry), expr.Replace(l.square.Y, l.entry)
	if n, ok := expr.Int(lo); !ok || n < 1 || y == nil || e == nil {
		return nil
	}
	bound := &java.Binary{Op: l.square.Op, X: &java.Binary{Op: java.Mul, X: expr.Name(k), Y: expr.Name(k)}, Y: y}
	text := "(\\" + kind + " int " + k + "; " + operand(lo) + " <= " + k + " && " + k + " <= " + operand(y) + " && " + java.Print(bound) + "; " + java.Print(java.Unparen(e)) + ")"
	x, _, errs := jml.ParseExpr(text)
	if len(errs) > 0 {
		return nil
	}
	return x
}

// mentionsBound reports whether c is the guard's bound of the counter.
func mentionsBound(c java.Expr, l *loop) bool {
	b, ok := java.Unparen(c).(*java.Binary)
	if !ok {
		return false
	}
	x, isX := java.Unparen(b.X).(*java.Name)
	y, isY := java.Unparen(b.Y).(*java.Name)
	return (isX && x.Name == l.counter || isY && y.Name == l.counter) && b.Op >= java.Lt && b.Op <= java.Ne
}

// steps is the change of a variable in every iteration: 1, −1, or 0 when it is
// not the same in all.
func (l *loop) steps(name string, body java.Stmt, update []java.Expr) int64 {
	var out int64
	n := 0
	top := []java.Stmt{body}
	if b, ok := body.(*java.Block); ok {
		top = b.Stmts
	}
	for _, s := range top {
		if x, ok := s.(*java.ExprStmt); ok {
			if d := stepOf(x.X, name); d != 0 {
				out, n = d, n+1
				continue
			}
		}
		// A step under a condition, or in an inner loop, isn't made once in every iteration.
		if java.Assigned(s)[name] {
			return 0
		}
	}
	for _, u := range update {
		if d := stepOf(u, name); d != 0 {
			out, n = d, n+1
		} else if java.Assigned(u)[name] {
			return 0
		}
	}
	if n != 1 {
		return 0
	}
	return out
}
