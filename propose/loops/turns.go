package loops

import (
	"fmt"
	"maps"
	"math"
	"strings"

	"ensures/java"
	"ensures/java/expr"
)

// turns is a loop over intervals: how often it runs, and what its variables hold at
// its head.
type turns struct {
	loop    java.Stmt
	cond    java.Expr
	body    java.Stmt
	update  []java.Expr
	assigns map[string]bool

	counter string // "" for none
	step    int64  // of the counter
	entry   state
	most    int64  // iterations; unbounded where not known
	done    string // the iterations that are over, in words at the head; "" where it can't be said
	shrinks string // what a division or subtraction brings to zero
	square  bool   // the counter's square is what the condition bounds

	starts map[string]interval // where what moves in a way that is only guessed begins
}

// maxTable bounds the iterations that are looked at one by one.
const maxTable = 64

func (r *ranging) turns(s java.Stmt) *turns {
	t := &turns{loop: s, assigns: java.Assigned(s), most: unbounded, starts: map[string]interval{}}
	switch s := s.(type) {
	case *java.For:
		for _, i := range s.Init {
			r.stmt(i)
		}
		t.cond, t.body, t.update = s.Cond, s.Body, s.Update
	case *java.While:
		t.cond, t.body = s.Cond, s.Body
	case *java.DoWhile:
		t.cond, t.body = s.Cond, s.Body
	case *java.ForEach:
		r.all(s.X)
		t.body, t.most = s.Body, r.length(s.X).hi
		// JML's \count is of the innermost loop around: inside another for-each loop it isn't taken.
		if r.each == 0 {
			t.done = `\count`
		}
	}

	t.entry = maps.Clone(r.env)
	if t.cond != nil {
		for _, c := range expr.Conjuncts(t.cond) {
			if b, ok := java.Unparen(c).(*java.Binary); ok && t.counter == "" {
				r.counts(t, b)
			}
		}
		if t.counter == "" {
			r.shrinks(t)
		}
	}
	return t
}

// counts finds a counter in a condition, and how often it steps.
func (r *ranging) counts(t *turns, b *java.Binary) {
	for _, side := range []struct {
		x  java.Expr
		op java.Op
		y  java.Expr
	}{{b.X, b.Op, b.Y}, {b.Y, expr.Mirrored(b.Op), b.X}} {
		n, ok := java.Unparen(side.x).(*java.Name)
		square := false
		if p, is := java.Unparen(side.x).(*java.Binary); is && p.Op == java.Mul && java.Equal(p.X, p.Y) {
			n, ok = java.Unparen(p.X).(*java.Name)
			square = ok
		}
		// An end that the loop moves says nothing about how often it runs.
		if !ok || mentionsAny(side.y, t.assigns) {
			continue
		}
		// steps needs nothing of a loop but its text.
		l := loop{}
		step := l.steps(n.Name, t.body, t.update)
		start, known := t.entry[n.Name]
		if step == 0 || !known {
			continue
		}

		// The end is only looked at here; the complaints about it come when the condition is run.
		r.quiet++
		from, end := r.value(start), r.value(r.eval(side.y))
		r.quiet--
		if square {
			// Below zero the square falls first, and the distance to its root is no bound.
			if !end.known() || from.lo < 0 {
				continue
			}
			end.hi = int64(math.Sqrt(float64(max(end.hi, 0))))
			t.square = true
		}

		// The farthest that the counter may have to go: the least start and the largest end.
		far := int64(0)
		switch {
		case step > 0 && side.op == java.Lt:
			far = end.hi - from.lo
		case step > 0 && side.op == java.Le:
			far = end.hi - from.lo + 1
		case step < 0 && side.op == java.Gt:
			far = from.hi - end.lo
		case step < 0 && side.op == java.Ge:
			far = from.hi - end.lo + 1
		default:
			continue
		}

		size := max(step, -step)
		t.counter, t.step, t.most = n.Name, step, max(0, (far+size-1)/size)
		t.done = done(t.loop, n.Name, step, from, t.assigns)
		return
	}
}

// done is how many iterations are over, or more, in words at the head: the distance of
// the counter from its start.
func done(s java.Stmt, counter string, step int64, from interval, assigns map[string]bool) string {
	start := ""
	if from.lo == from.hi {
		start = fmt.Sprint(from.lo)
		if from.lo < 0 {
			start = "(" + start + ")"
		}
	} else if f, ok := s.(*java.For); ok && len(f.Init) == 1 {
		if v, ok := f.Init[0].(*java.LocalVars); ok && len(v.Vars) == 1 && v.Vars[0].Init != nil && !mentionsAny(v.Vars[0].Init, assigns) {
			start = java.Print(expr.Group(v.Vars[0].Init))
		}
	}
	switch {
	case start == "":
		return ""
	case step < 0:
		return "(" + start + " - " + counter + ")"
	case start == "0":
		return counter
	}
	return "(" + counter + " - " + start + ")"
}

// shrinks finds a variable that each iteration divides, or takes a bit or one from.
func (r *ranging) shrinks(t *turns) {
	java.Walk(t.body, func(n java.Node) bool {
		a, ok := n.(*java.AssignExpr)
		if !ok || t.shrinks != "" {
			return true
		}
		x, ok := a.X.(*java.Name)
		if !ok || !expr.Mentions(t.cond, x.Name) {
			return true
		}
		op, y := a.Op, a.Y
		if b, ok := java.Unparen(a.Y).(*java.Binary); ok && a.Op == java.Assign {
			if v, ok := java.Unparen(b.X).(*java.Name); ok && v.Name == x.Name {
				op, y = b.Op, b.Y
			}
		}
		v := r.value(t.entry[x.Name])
		if c := r.info.Consts[y]; c != nil && op == java.Div && c.N > 1 || c != nil && op == java.Shr && c.N > 0 {
			t.shrinks, t.most = x.Name, 0
			// The smallest divisor there is, 2, takes the longest: one iteration a bit.
			for m := v.size(); m > 0; m /= 2 {
				t.most++
			}
		}
		if op == java.BitAnd {
			// As many bits as a long has can be cleared one by one, as x & (x - 1) does.
			t.shrinks, t.most = x.Name, 64
		}
		return true
	})
}

// loop runs a loop: what it does to each variable is sought until it stays the same.
func (r *ranging) loop(s java.Stmt) {
	t := r.turns(s)
	outerHead, outerSpans, outerExits := r.head, r.spans, r.exits
	elems := maps.Clone(r.elems)
	if _, ok := s.(*java.ForEach); ok {
		r.each++
		defer func() { r.each-- }()
	}

	head, moves, stable := r.settle(t, outerHead)
	// Only where the ranges don't come to rest, or leave int, are single iterations looked at:
	// the invariants are then one for each value of the counter, or none.
	table := !stable || r.escapes(head)
	if table && (r.table(t, outerHead) || r.divided(t, outerHead)) {
		r.exits = outerExits
		return
	}
	// What still changes of arrays isn't known behind the loop.
	if !stable {
		for name := range r.elems {
			if r.elems[name] != elems[name] {
				delete(r.elems, name)
			}
		}
	}

	// Once more, now with complaints.
	// keep before iteration: inner loops say where they begin by the spans of this one.
	r.spans = r.keep(t, head, moves, outerSpans, outerHead)
	r.exits = nil
	r.iteration(t, head)
	r.kept(t, elems)

	// The ranges left behind are those of the head, which the loop is left from by its condition.
	r.head, r.spans, r.exits = outerHead, outerSpans, outerExits
	r.env = state{}
	for name, v := range t.entry {
		h, assigned := head[name]
		move, affine := moves[name]
		if _, guessed := t.starts[name]; guessed {
			// A guess about how it moves is good for an invariant that is tried, not for what follows.
			affine = false
		}
		switch {
		case !assigned:
			r.env[name] = v
		case affine:
			r.env[name] = v.moved(move.times(interval{0, t.most}))
			// Both hold of a value without a base; one with a base is a distance and can't be cut.
			if v.base == "" {
				r.env[name] = shift{interval: r.env[name].meet(h)}
			}
		default:
			r.env[name] = shift{interval: h}
		}
	}
}

// maxPasses bounds the search for the ranges at a loop's head; what still grows in the
// last but one may be anything.
const maxPasses = 10

// settle returns what the variables hold at the loop's head, from what they hold before
// it on, until an iteration changes nothing; by how much an iteration moves those that
// it moves; and whether that came to an end.
func (r *ranging) settle(t *turns, outerHead map[string]interval) (head, moves map[string]interval, stable bool) {
	r.quiet++
	defer func() { r.quiet-- }()
	head, moves = map[string]interval{}, map[string]interval{}
	grows := map[string]interval{}  // by what the ends of a range moved in the last pass
	linear := map[string]interval{} // by what they move in each, where they moved alike twice
	for name := range t.assigns {
		if v, ok := t.entry[name]; ok {
			head[name] = r.value(v)
		}
	}

	for pass := 0; pass < maxPasses && !stable; pass++ {
		before := maps.Clone(r.elems)
		out := r.iteration(t, head)
		stable = maps.Equal(before, r.elems)
		now := map[string]interval{} // not in place: a base's range is the one of this pass
		for name, was := range head {
			next, ok := was, false
			end, left := out[name]
			switch {
			case name == t.counter:
				next = r.reach(t, r.at(t.entry[name], outerHead))
			// No iteration comes to its end: the head keeps what it had before the loop.
			case !left:
			// x is what it was at the head and a number from an interval: after n iterations n times that.
			case end.base == name:
				moves[name], ok = end.interval, true
				from := r.at(t.entry[name], outerHead)
				next = from.plus(end.times(interval{0, t.most}))
				if end.cut != nil { // the condition holds before each iteration
					next = next.meet(from.hull(*end.cut))
				}
			case linear[name] != interval{}:
				// It was seen to grow alike. From the largest head too?
				ok = r.value(end).within(was.plus(linear[name]))
				if moves[name] = linear[name]; !ok {
					delete(linear, name)
					delete(t.starts, name)
					next = was.hull(r.value(end))
				}
			default:
				next = was.hull(r.value(end))
				by := interval{next.lo - was.lo, next.hi - was.hi}
				if v := t.entry[name]; by != (interval{}) && by == grows[name] && v.base == "" && t.done != "" && t.most < unbounded {
					// As many passes back it began, in what a first iteration may jump to.
					n := -int64(pass)
					from := v.hull(interval{clip(was.lo + n*by.lo), clip(was.hi + n*by.hi)})
					t.starts[name], moves[name], linear[name], ok = from, by, by, true
					next = from.plus(by.times(interval{0, t.most}))
				}
				grows[name] = by
			}
			// The least pieces of it are on the way to zero, whatever one pass has seen.
			if name == t.shrinks && !ok {
				next = was.hull(point(0))
			}
			if !ok {
				delete(moves, name)
			}
			// Two passes are left to see whether it is stable with the moving ends given up.
			if pass == maxPasses-3 {
				next = widened(was, next)
			}
			stable = stable && next == was
			now[name] = next
		}
		head = now
	}
	if stable {
		r.narrow(t, head, moves, outerHead)
	}
	return head, moves, stable
}

// widened is next without the ends that still move.
func widened(was, next interval) interval {
	if next.lo < was.lo {
		next.lo = -unbounded
	}
	if next.hi > was.hi {
		next.hi = unbounded
	}
	return next
}

// narrow takes from what variables may hold at the head what they have neither before the
// loop nor after an iteration: that was given up too early where a condition bounds them.
func (r *ranging) narrow(t *turns, head, moves, outerHead map[string]interval) {
	out := r.iteration(t, head)
	for _, name := range sorted(t.assigns) {
		was, ok := head[name]
		end, left := out[name]
		if _, affine := moves[name]; !ok || !left || affine || name == t.counter || name == t.shrinks || was.known() {
			continue
		}
		next := was.meet(r.at(t.entry[name], outerHead).hull(r.value(end)))
		if next.lo > math.MinInt32 && next.hi < math.MaxInt32 { // else it is the type that cuts
			head[name] = next
		}
	}
}

// at is a value by the heads given.
func (r *ranging) at(s shift, head map[string]interval) interval {
	if s.base == "" {
		return s.interval
	}
	return head[s.base].plus(s.interval)
}

// escapes reports whether some range goes beyond int.
func (r *ranging) escapes(head map[string]interval) bool {
	for _, h := range head {
		if !h.within(interval{math.MinInt32, math.MaxInt32}) {
			return true
		}
	}
	return false
}

// reach is where the counter is at the head.
func (r *ranging) reach(t *turns, from interval) interval {
	far := multiplied(t.most, t.step)
	if t.step > 0 {
		return interval{from.lo, max(from.hi, clip(from.lo+far))}
	}
	return interval{min(from.lo, clip(from.hi+far)), from.hi}
}

// iteration runs the body once on the head's ranges and returns what is there at its end.
func (r *ranging) iteration(t *turns, head map[string]interval) state {
	r.head = head
	// What the loop doesn't assign keeps its value, unless that is relative to an outer loop's head:
	// bases name variables of this head now.
	r.env = state{}
	for name, v := range t.entry {
		switch h, ok := head[name]; {
		case !ok:
			r.env[name] = shift{interval: v.interval, base: v.base}
			if v.base != "" {
				r.env[name] = shift{interval: everything}
			}
		// How far these two come is known otherwise, from the condition or from the division.
		case name == t.counter || name == t.shrinks:
			r.env[name] = shift{interval: h}
		default:
			r.env[name] = shift{base: name}
		}
	}
	// A do loop runs its body once before the condition is asked.
	if _, ok := t.loop.(*java.DoWhile); !ok && t.cond != nil {
		r.all(t.cond)
		r.refine(t.cond, true)
	}
	r.element(t)
	gone := r.stmt(t.body)
	// Left in every iteration by return, break or throw: nothing comes back to the head.
	if gone && !continues(t.body) {
		return state{}
	}
	r.all(t.update...)
	return r.env
}

// element gives the variable of a for-each loop its range.
func (r *ranging) element(t *turns) {
	f, ok := t.loop.(*java.ForEach)
	if !ok {
		return
	}
	v := rangeOf(r.info.Locals[f.Var].Type)
	if e, ok := r.elems[root(f.X)]; ok {
		if integral(r.info.Locals[f.Var].Type) {
			v = e
		} else {
			// The element is a row: what is known of all cells is known of its own.
			r.elems[f.Var.Name.Name] = e
			if n, ok := r.lengths[root(f.X)]; ok {
				r.lengths[f.Var.Name.Name] = n
			}
		}
	}
	r.env[f.Var.Name.Name] = shift{interval: v}
}

// keep says what holds at the loop's head of the variables that each iteration moves by
// as much, and of those that stay in a range.
func (r *ranging) keep(t *turns, head, moves map[string]interval, outer map[string]span, outerHead map[string]interval) map[string]span {
	spans := map[string]span{}
	for _, name := range sorted(t.assigns) {
		h, ok := head[name]
		if !ok || name == t.counter && !t.square {
			continue
		}

		move, affine := moves[name]
		if affine && t.most == unbounded || name == t.counter {
			// A condition may bound what isn't counted, or the square of what is.
			if bounds := between(h, everything, name); bounds != "" && h.within(interval{math.MinInt32, math.MaxInt32}) {
				r.add(t.loop, "%s", bounds)
			}
		}
		if name == t.counter {
			continue
		}
		if !affine {
			whole := interval{math.MinInt32, math.MaxInt32}
			if bounds := between(h, whole, name); bounds != "" && name != t.shrinks && h.within(whole) {
				r.add(t.loop, "%s", bounds)
			}
			continue
		}

		entry := t.entry[name]
		if start, ok := t.starts[name]; ok {
			entry = shift{interval: start}
		}
		from := r.begin(entry, outer, outerHead)
		if t.done != "" {
			s := span{moved(from.lo, min(move.lo, 0), t.done), moved(from.hi, max(move.hi, 0), t.done)}
			if t.most == 0 {
				s = from
			}
			spans[name] = s
			if s.lo != "" {
				r.add(t.loop, "%s <= %s", s.lo, name)
			}
			if s.hi != "" {
				r.add(t.loop, "%s <= %s", name, s.hi)
			}
			continue
		}
		r.keepShrinking(t, name, from, move)
	}
	// The sign of what is divided stays, and its size doesn't grow.
	if old := r.origin[t.shrinks]; old != "" {
		r.add(t.loop, "%s >= 0 ==> 0 <= %s && %s <= %s", old, t.shrinks, t.shrinks, old)
		r.add(t.loop, "%s <= 0 ==> %s <= 0 && %s <= %s", old, t.shrinks, old, t.shrinks)
	}
	return spans
}

// keepShrinking bounds a sum by what the shrinking variable has lost.
func (r *ranging) keepShrinking(t *turns, name string, from span, move interval) {
	old := r.origin[t.shrinks]
	if old == "" || from.lo == "" || from.lo != from.hi {
		return
	}
	if move.lo >= 0 {
		r.add(t.loop, "%s <= %s", from.lo, name)
	}
	if move.hi <= 0 {
		r.add(t.loop, "%s <= %s", name, from.hi)
	}
	// A sum or count of digits: what it has gained and what is left are together no more than the start.
	sum := func(by int64) string { return moved(from.lo, by, old) }
	if move.hi > 0 {
		r.add(t.loop, "%s >= 0 ==> %s + %s <= %s", old, name, t.shrinks, sum(1))
		r.add(t.loop, "%s <= 0 ==> %s - %s <= %s", old, name, t.shrinks, sum(-1))
	}
	if move.lo < 0 {
		r.add(t.loop, "%s <= 0 ==> %s + %s >= %s", old, name, t.shrinks, sum(1))
	}
}

// begin is what a variable holds before the loop, in words.
func (r *ranging) begin(v shift, outer map[string]span, outerHead map[string]interval) span {
	if v.base != "" {
		s := outer[v.base]
		return span{moved(s.lo, v.lo, ""), moved(s.hi, v.hi, "")}
	}
	out := span{}
	if v.lo > -unbounded {
		out.lo = fmt.Sprint(v.lo)
	}
	if v.hi < unbounded {
		out.hi = fmt.Sprint(v.hi)
	}
	return out
}

// moved is the text of from + by·n, where n is "" for one.
func moved(from string, by int64, n string) string {
	if from == "" || by <= -unbounded || by >= unbounded {
		return ""
	}
	if by == 0 {
		return from
	}

	size := max(by, -by)
	term := fmt.Sprint(size)
	switch {
	case n != "" && size == 1:
		term = n
	case n != "":
		term += " * " + n
	}
	switch {
	case by < 0 && from == "0":
		return "-" + term
	case by < 0:
		return from + " - " + term
	// The parentheses of done were for a sum around it.
	case from == "0" && size == 1 && strings.HasPrefix(n, "("):
		return n[1 : len(n)-1]
	case from == "0":
		return term
	}
	return from + " + " + term
}

// kept says what arrays of the method's own hold that the loop fills.
func (r *ranging) kept(t *turns, before map[string]interval) {
	for name, v := range before {
		if now, ok := r.elems[name]; ok && now != v && now.known() && now.within(interval{math.MinInt32, math.MaxInt32}) {
			k := r.names.I
			r.add(t.loop, "(\\forall int %s; 0 <= %s && %s < %s.length; %s)", k, k, k, name, between(now, everything, name+"["+k+"]"))
		}
	}
}

// table runs the loop iteration by iteration, where there are few and the counter
// begins at a number; false where that can't be done.
func (r *ranging) table(t *turns, outerHead map[string]interval) bool {
	start, ok := t.entry[t.counter]
	counter := t.counter
	if counter == "" && t.done == `\count` {
		counter, start, ok, t.step = t.done, shift{interval: point(0)}, true, 1
	}
	// Inside of another loop, or from a start that isn't one number, the iterations have no names.
	if !ok || start.lo != start.hi || start.base != "" || t.most > maxTable || len(outerHead) > 0 {
		return false
	}
	// An inner loop would be run anew for each iteration, and say what holds in that one alone.
	if hasLoop(t.body) {
		return false
	}
	r.head, r.exits = map[string]interval{}, nil
	r.env = maps.Clone(t.entry)
	// What holds behind the loop: the condition may fail before any iteration, so each state at
	// the head is a part of it.
	after := maps.Clone(t.entry)
	at := start.lo
	for n := int64(0); n <= t.most; n++ {
		if t.counter != "" {
			r.env[t.counter] = shift{interval: point(at)}
		}
		for _, name := range sorted(t.assigns) {
			v, ok := r.env[name]
			if !ok || name == t.counter {
				continue
			}
			// A variable of the body has no meaning at the head.
			if _, outside := t.entry[name]; outside && v.known() {
				r.add(t.loop, "%s == %d ==> %s", counter, at, between(v.interval, everything, name))
			}
		}
		after = r.joined(after, r.env)
		if n == t.most {
			break
		}
		if t.cond != nil {
			r.all(t.cond)
			r.refine(t.cond, true)
		}
		r.element(t)
		// It was left for good, or a continue makes the rest unclear: no later iteration is run.
		if r.stmt(t.body) {
			break
		}
		r.all(t.update...)
		at += t.step
	}
	r.add(t.loop, "%d <= %s && %s <= %d", min(start.lo, at), counter, counter, max(start.lo, at))

	for _, e := range r.exits {
		after = r.joined(after, e)
	}
	r.env = after
	r.head = outerHead
	return true
}

// divided runs a loop iteration by iteration that divides a variable until nothing is left
// of it; false where it doesn't, or does something else too late.
func (r *ranging) divided(t *turns, outerHead map[string]interval) bool {
	if t.counter != "" || t.shrinks == "" || len(outerHead) > 0 || hasLoop(t.body) {
		return false
	}
	// The iterations are run with complaints on; giving up takes these back.
	over := r.over
	r.head, r.exits = map[string]interval{}, nil
	r.env = maps.Clone(t.entry)
	after := maps.Clone(t.entry)

	for n := 0; r.env[t.shrinks].interval != point(0); n++ {
		if n == maxTable {
			r.over, r.env, r.head = over, maps.Clone(t.entry), outerHead
			return false
		}
		r.all(t.cond)
		r.refine(t.cond, true)
		if r.stmt(t.body) {
			break
		}
		r.all(t.update...)
		after = r.joined(after, r.env)
	}

	for _, e := range r.exits {
		after = r.joined(after, e)
	}
	r.env, r.head = after, outerHead
	return true
}

// hasLoop reports whether there is a loop in a statement.
func hasLoop(s java.Stmt) bool {
	found := false
	java.Walk(s, func(n java.Node) bool {
		switch n.(type) {
		case *java.For, *java.While, *java.DoWhile, *java.ForEach:
			found = true
		}
		return !found
	})
	return found
}
