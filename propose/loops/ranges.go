package loops

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
)

// shift is a value that is in an interval, or that differs by an interval from what
// the variable base holds at the head of the loop around; cut is what a condition says of
// it beside that, nil for nothing.
type shift struct {
	interval
	base string
	cut  *interval
}

// moved is what is an interval more.
func (s shift) moved(by interval) shift {
	s.interval = s.plus(by)
	if s.cut != nil {
		c := s.cut.plus(by)
		s.cut = &c
	}
	return s
}

// state is what the variables hold.
type state map[string]shift

// span says, in words at a loop's head, between what a variable lies there.
type span struct{ lo, hi string }

// ranging runs a method over intervals.
type ranging struct {
	info  *types.Info
	names Names

	env     state
	head    map[string]interval // of what bases hold
	spans   map[string]span     // of bases, "" where it isn't said
	elems   map[string]interval
	lengths map[string]interval
	origin  map[string]string // what a variable began with, in words of the state before the call
	each    int               // for-each loops around
	assigns map[string]bool   // of the method
	exits   []state           // left by break

	over       bool // something leaves its type
	quiet      int  // no complaint: a loop's ranges are still sought
	invariants map[java.Stmt][]string
	say        bool
}

// run runs the method on inputs; say collects invariants too.
func (b *bounding) run(in []input, say bool) *ranging {
	r := &ranging{info: b.info, names: b.names, env: state{}, elems: map[string]interval{}, lengths: map[string]interval{},
		origin: map[string]string{}, assigns: java.Assigned(b.decl.Body), invariants: map[java.Stmt][]string{}, say: say}
	for _, p := range in {
		// One range for the elements of all rows, and one for the lengths of all of them.
		if p.dims > 0 {
			r.elems[p.name], r.lengths[p.name] = p.value, p.length
			continue
		}
		r.env[p.name] = shift{interval: p.value}
		r.lengths[p.name] = p.length // of a text
		r.origin[p.name] = p.name
		// Invariants are in words of the loop's head, where the name has its new value.
		if r.assigns[p.name] {
			r.origin[p.name] = "\\old(" + p.name + ")"
		}
	}
	r.stmt(b.decl.Body)
	return r
}

// value is what a shift stands for, without its base.
func (r *ranging) value(s shift) interval {
	if s.base == "" {
		return s.interval
	}
	v := r.head[s.base].plus(s.interval)
	if s.cut != nil {
		v = v.meet(*s.cut)
	}
	return v
}

// fits complains when a result may leave the type of its expression.
func (r *ranging) fits(e java.Expr, s shift) shift {
	t := rangeOf(r.info.Types[e])
	switch k := r.info.Types[e]; {
	case k == nil:
		return s
	case k.Kind() == types.Long:
		// unbounded isn't a value but "not known", which a sum of longs may always be: such a long
		// counts as one that leaves its type.
		t = interval{-unbounded + 1, unbounded - 1}
	case k.Kind() != types.Int:
		return s
	}
	if !r.value(s).within(t) {
		r.over = r.over || r.quiet == 0
		// Cut to its type all the same: what follows goes on from values that there are.
		return shift{interval: r.value(s).meet(t)}
	}
	return s
}

func (r *ranging) all(list ...java.Expr) {
	for _, e := range list {
		if e != nil {
			r.eval(e)
		}
	}
}

// eval returns what an expression may be.
func (r *ranging) eval(e java.Expr) shift {
	if c := r.info.Consts[e]; c != nil && c.Type != nil && integral(c.Type) {
		return shift{interval: point(clip(c.N))}
	}
	unknown := shift{interval: rangeOf(r.info.Types[e])}
	switch e := e.(type) {
	case *java.Paren:
		return r.eval(e.X)
	case *java.Name:
		if s, ok := r.env[e.Name]; ok {
			return s
		}
	case *java.Unary:
		return r.unary(e)
	case *java.Binary:
		return r.binary(e)
	case *java.AssignExpr:
		return r.assign(e)
	case *java.Cond:
		r.all(e.C)
		before := maps.Clone(r.env)
		// Each side runs under its condition, from the state that the condition leaves.
		r.refine(e.C, true)
		x := r.eval(e.X)
		after := r.env
		r.env = before
		r.refine(e.C, false)
		y := r.eval(e.Y)
		out := r.join(x, y)
		r.env = r.joined(after, r.env)
		return out
	case *java.Index:
		r.all(e.X, e.I)
		if v, ok := r.elems[root(e.X)]; ok && integral(r.info.Types[e]) {
			return shift{interval: v}
		}
	case *java.Select:
		if e.Name.Name == "length" {
			return shift{interval: r.length(e.X)}
		}
	case *java.Call:
		return r.call(e, unknown)
	// A cast that changes nothing; a narrowing one may give anything of its type.
	case *java.Cast:
		s := r.eval(e.X)
		if t := rangeOf(r.info.Types[e]); integral(r.info.Types[e]) && integral(r.info.Types[e.X]) && r.value(s).within(t) {
			return s
		}
	case *java.New:
		r.all(e.Args...)
	case *java.NewArray:
		r.all(e.Lens...)
	}
	return unknown
}

func integral(t types.Type) bool {
	if u := types.Unboxed(t); u != nil {
		t = u
	}
	switch t.Kind() {
	case types.Byte, types.Short, types.Char, types.Int, types.Long:
		return true
	}
	return false
}

// root is the variable that a cell or element belongs to.
func root(e java.Expr) string {
	switch e := java.Unparen(e).(type) {
	case *java.Name:
		return e.Name
	case *java.Index:
		return root(e.X)
	case *java.Call:
		return root(e.X)
	}
	return ""
}

// length is how long an array, list or text may be.
func (r *ranging) length(e java.Expr) interval {
	if n, ok := r.lengths[root(e)]; ok {
		return n
	}
	return interval{0, math.MaxInt32}
}

func (r *ranging) call(e *java.Call, unknown shift) shift {
	r.all(e.X)
	var args []shift
	for _, a := range e.Args {
		args = append(args, r.eval(a))
	}
	switch {
	case (e.Name.Name == "length" || e.Name.Name == "size") && len(args) == 0:
		return shift{interval: r.length(e.X)}
	case e.Name.Name == "get" && len(args) == 1:
		if v, ok := r.elems[root(e.X)]; ok && integral(r.info.Types[e]) {
			return shift{interval: v}
		}
	// What follows is of Math's integers only; a method of another class may do anything.
	case root(e.X) != "Math" || !integral(r.info.Types[e]):
	case e.Name.Name == "abs" && len(args) == 1:
		v := r.value(args[0])
		out := interval{0, v.size()}
		if v.lo > 0 {
			out.lo = v.lo
		}
		// Math.abs of the least value is that value again: it is told like an overflow.
		return r.fits(e, shift{interval: out})
	case e.Name.Name == "max" && len(args) == 2:
		x, y := r.value(args[0]), r.value(args[1])
		return shift{interval: interval{max(x.lo, y.lo), max(x.hi, y.hi)}}
	case e.Name.Name == "min" && len(args) == 2:
		x, y := r.value(args[0]), r.value(args[1])
		return shift{interval: interval{min(x.lo, y.lo), min(x.hi, y.hi)}}
	}
	return unknown
}

func (r *ranging) unary(e *java.Unary) shift {
	x := r.eval(e.X)
	one := shift{interval: point(1)}
	switch e.Op {
	case java.Neg:
		if integral(r.info.Types[e]) {
			return r.fits(e, shift{interval: r.value(x).negated()})
		}
	case java.Plus:
		return x
	case java.PreInc, java.PostInc:
		r.store(e.X, r.fits(e, r.operate(java.Plus, x, one)))
		// Either the old value or the new one, so that ++x and x++ need no case each.
		return x.around(1)
	case java.PreDec, java.PostDec:
		r.store(e.X, r.fits(e, r.operate(java.Sub, x, one)))
		return x.around(-1)
	}
	return shift{interval: rangeOf(r.info.Types[e])}
}

// around is x or x + n.
func (s shift) around(n int64) shift {
	next := s.moved(point(n))
	s.interval, s.cut = s.hull(next.interval), either(s.cut, next.cut)
	return s
}

// either is what two conditions say of which one holds.
func either(a, b *interval) *interval {
	if a == nil || b == nil {
		return nil
	}
	c := a.hull(*b)
	return &c
}

func (r *ranging) binary(e *java.Binary) shift {
	if e.Op == java.AndAnd || e.Op == java.OrOr {
		r.all(e.X)
		// The right side is only evaluated where the left one is true, or false for ||; what it tells
		// holds inside of it alone.
		before := maps.Clone(r.env)
		r.refine(e.X, e.Op == java.AndAnd)
		r.all(e.Y)
		r.env = before
		return shift{interval: interval{0, 1}}
	}
	x, y := r.eval(e.X), r.eval(e.Y)
	if t := r.info.Types[e]; t == nil || !integral(t) {
		return shift{interval: rangeOf(t)}
	}
	return r.fits(e, r.operate(e.Op, x, y))
}

// operate is what an operation may give, before it is cut to its type.
func (r *ranging) operate(op java.Op, x, y shift) shift {
	a, b := r.value(x), r.value(y)
	switch op {
	case java.Plus:
		// A variable and a number keep the base, so that settle sees a step; two bases have none in common.
		if x.base != "" && y.base == "" {
			return x.moved(y.interval)
		}
		if y.base != "" && x.base == "" {
			return y.moved(x.interval)
		}
		return shift{interval: a.plus(b)}
	case java.Sub:
		if x.base != "" && y.base == "" {
			return x.moved(y.negated())
		}
		return shift{interval: a.plus(b.negated())}
	case java.Mul:
		return shift{interval: a.times(b)}
	case java.Div:
		return shift{interval: a.quotient(b)}
	case java.Rem:
		return shift{interval: a.remainder(b)}
	case java.BitAnd:
		return shift{interval: a.masked(b)}
	case java.BitOr, java.BitXor:
		return shift{interval: a.joined(b)}
	case java.Shr:
		// Java takes a shift's distance modulo 32 or 64 (JLS 15.19); one below both is taken as it is.
		if b.lo == b.hi && b.lo >= 0 && b.lo < 31 {
			return shift{interval: interval{a.lo >> b.lo, a.hi >> b.lo}}
		}
		if a.lo >= 0 {
			return shift{interval: interval{0, a.hi}}
		}
	}
	return shift{interval: everything}
}

// bitwise says that an operation never leaves its type.
func bitwise(op java.Op) bool {
	switch op {
	case java.BitAnd, java.BitOr, java.BitXor, java.Shl, java.Shr, java.Ushr:
		return true
	}
	return false
}

func (r *ranging) assign(e *java.AssignExpr) shift {
	if a, ok := e.Y.(*java.NewArray); ok {
		r.create(root(e.X), a)
		return shift{}
	}
	y := r.eval(e.Y)
	if e.Op != java.Assign {
		x := r.eval(e.X)
		if !integral(r.info.Types[e.X]) || !integral(r.info.Types[e.Y]) {
			y = shift{interval: rangeOf(r.info.Types[e.X])}
		} else {
			y = r.fits(e, r.operate(e.Op, x, y))
		}
	} else if i, ok := e.X.(*java.Index); ok {
		r.all(i.X, i.I)
	}
	r.store(e.X, y)
	return y
}

// store notes what a variable or cell holds.
func (r *ranging) store(to java.Expr, s shift) {
	// Wrapped to a smaller type, by a compound assignment's implicit cast, it may be anything.
	if t := rangeOf(r.info.Types[to]); !r.value(s).within(t) {
		s = shift{interval: t}
	}
	switch x := java.Unparen(to).(type) {
	case *java.Name:
		if integral(r.info.Types[to]) || r.info.Types[to] != nil && r.info.Types[to].Kind() == types.Boolean {
			r.env[x.Name] = s
			return
		}
		delete(r.lengths, x.Name) // another object
		delete(r.elems, x.Name)
	case *java.Index:
		// Which element is written isn't known, so the others keep what they may have been.
		if was, ok := r.elems[root(x)]; ok {
			r.elems[root(x)] = was.hull(r.value(s))
		}
	}
}

// create notes a new array of zeros.
func (r *ranging) create(name string, a *java.NewArray) {
	r.all(a.Lens...)
	delete(r.elems, name)
	delete(r.lengths, name)
	if name == "" || a.Init != nil || len(a.Lens) != a.Dims {
		return
	}
	// The array itself is new, whatever the name stood for; its elements are zeros (JLS 4.12.5).
	r.elems[name] = point(0)
	if a.Dims == 1 {
		r.lengths[name] = r.value(r.eval(a.Lens[0])).meet(interval{0, math.MaxInt32})
	}
}

// join is what holds where either does.
func (r *ranging) join(x, y shift) shift {
	if x.base == y.base {
		return shift{x.hull(y.interval), x.base, either(x.cut, y.cut)}
	}
	return shift{interval: r.value(x).hull(r.value(y))}
}

func (r *ranging) joined(x, y state) state {
	out := state{}
	for name, a := range x {
		if b, ok := y[name]; ok {
			out[name] = r.join(a, b)
		}
	}
	return out
}

// refine uses that a condition holds, or that it doesn't.
func (r *ranging) refine(e java.Expr, holds bool) {
	b, ok := java.Unparen(e).(*java.Binary)
	if !ok {
		return
	}
	op := b.Op
	switch {
	case op == java.AndAnd && holds, op == java.OrOr && !holds:
		r.refine(b.X, holds)
		r.refine(b.Y, holds)
		return
	// A conjunction that fails, turned into a disjunction, tells of neither side alone: its sides
	// are no integers, so nothing comes of it below.
	case !holds:
		not, ok := expr.Not(b).(*java.Binary)
		if !ok {
			return
		}
		op = not.Op
	}
	// The condition was run with complaints before: evaluating its sides again tells nothing new.
	r.quiet++
	defer func() { r.quiet-- }()
	if integral(r.info.Types[b.X]) && integral(r.info.Types[b.Y]) {
		x, y := r.value(r.eval(b.X)), r.value(r.eval(b.Y))
		r.bound(b.X, op, y)
		r.bound(b.Y, expr.Mirrored(op), x)
	}
}

// bound uses that a variable, a variable and a number, or the square of such a sum stands
// in a relation to what lies within limit.
func (r *ranging) bound(x java.Expr, op java.Op, limit interval) {
	switch e := java.Unparen(x).(type) {
	case *java.Name:
		r.cut(e.Name, op, limit)
	case *java.Binary:
		n, ok := expr.Int(e.Y)
		switch {
		case e.Op == java.Plus && ok:
			r.bound(e.X, op, limit.plus(point(-n)))
		case e.Op == java.Sub && ok:
			r.bound(e.X, op, limit.plus(point(n)))
		case e.Op == java.Mul && java.Equal(java.Unparen(e.X), java.Unparen(e.Y)) && (op == java.Lt || op == java.Le) && limit.known():
			// x * x <= n bounds x by the root on both sides.
			root := int64(math.Sqrt(float64(max(limit.hi, 0))))
			r.bound(e.X, java.Le, point(root))
			r.bound(e.X, java.Ge, point(-root))
		}
	}
}

// cut uses that a variable stands in a relation to what lies within limit.
func (r *ranging) cut(name string, op java.Op, limit interval) {
	v, known := r.env[name]
	if !known {
		return
	}
	to := everything
	switch op {
	case java.Lt:
		to.hi = limit.hi - 1
	case java.Le:
		to.hi = limit.hi
	case java.Gt:
		to.lo = limit.lo + 1
	case java.Ge:
		to.lo = limit.lo
	case java.Eq:
		to = limit
	default:
		return
	}
	if v.base == "" {
		r.env[name] = shift{interval: v.meet(to)}
		return
	}
	// The distance to the base stays as it is, or the step would be lost: the cut goes beside it.
	if v.cut != nil {
		to = v.cut.meet(to)
	}
	v.cut = &to
	r.env[name] = v
}

// stmt runs a statement, and reports whether it is left abruptly.
func (r *ranging) stmt(s java.Stmt) (gone bool) {
	switch s := s.(type) {
	case *java.Block:
		for _, s := range s.Stmts {
			if r.stmt(s) {
				return true
			}
		}
	case *java.LocalVars:
		for _, v := range s.Vars {
			r.local(v)
		}
	case *java.ExprStmt:
		r.eval(s.X)
	case *java.Labeled:
		return r.stmt(s.Body)
	case *java.If:
		return r.branch(s)
	case *java.Return:
		r.all(s.X)
		return true
	case *java.Throw, *java.Continue:
		return true
	case *java.Break:
		// For table and divided, which join these states with what the loop leaves behind.
		r.exits = append(r.exits, maps.Clone(r.env))
		return true
	case *java.For, *java.While, *java.DoWhile, *java.ForEach:
		r.loop(s.(java.Stmt))
	case *java.Empty, nil:
	default:
		r.over = r.over || r.quiet == 0 // not understood: nothing is said
	}
	return false
}

func (r *ranging) local(v *java.VarDeclarator) {
	l := r.info.Locals[v]
	if a, ok := v.Init.(*java.NewArray); ok {
		r.create(v.Name.Name, a)
		return
	}
	s := shift{interval: everything}
	if l != nil {
		s.interval = rangeOf(l.Type)
	}
	if v.Init != nil {
		x := r.eval(v.Init)
		if r.value(x).within(s.interval) {
			s = x
		}
		// A copy of a parameter: what is taken from it can be measured by the parameter's first value.
		if n, ok := java.Unparen(v.Init).(*java.Name); ok && r.origin[n.Name] != "" {
			r.origin[v.Name.Name] = r.origin[n.Name]
		}
		if root(v.Init) != "" && l != nil && !integral(l.Type) {
			if x, ok := java.Unparen(v.Init).(*java.Index); ok { // a row
				if e, ok := r.elems[root(x)]; ok {
					r.elems[v.Name.Name] = e
				}
			}
		}
	}
	if l != nil && (integral(l.Type) || l.Type.Kind() == types.Boolean) {
		r.env[v.Name.Name] = s
	}
}

func (r *ranging) branch(s *java.If) bool {
	r.all(s.Cond)
	before := maps.Clone(r.env)
	r.refine(s.Cond, true)
	left := r.stmt(s.Then)
	then := r.env
	r.env = before
	r.refine(s.Cond, false)
	right := s.Else != nil && r.stmt(s.Else)
	switch {
	case left && right:
		return true
	case right:
		r.env = then
	case !left:
		r.env = r.joined(then, r.env)
	}
	return false
}

// sorted are a set's names in order.
func sorted(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }

// add notes an invariant once.
func (r *ranging) add(l java.Stmt, format string, args ...any) {
	if text := fmt.Sprintf(format, args...); text != "" && r.say && r.quiet == 0 && !slices.Contains(r.invariants[l], text) {
		r.invariants[l] = append(r.invariants[l], text)
	}
}
