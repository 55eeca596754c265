package native

import (
	"strings"

	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
	"ensures/verify"
	"ensures/verify/smt"
)

// loopParts is any loop in one form.
type loopParts struct {
	stmt   java.Stmt
	cond   java.Expr // nil is true
	body   java.Stmt
	update []java.Expr
	test   bool // the condition is tested before the first iteration
}

// loop runs a loop: by its invariants, or exactly when it has none and its
// condition is decided by constants, or by forgetting what it changes.
func (x *exec) loop(s *state, st java.Stmt, label string) *state {
	p := loopParts{stmt: st, test: true}
	switch st := st.(type) {
	case *java.While:
		p.cond, p.body = st.Cond, st.Body
	case *java.DoWhile:
		p.cond, p.body, p.test = st.Cond, st.Body, false
	case *java.For:
		for _, i := range st.Init {
			if s = x.stmt(s, i); s == nil {
				return nil
			}
		}
		p.cond, p.body, p.update = st.Cond, st.Body, st.Update
	case *java.ForEach:
		return x.forEach(s, st, label)
	}
	// The body may run again after this has leaked in it, so the leak counts from the first
	// statement on.
	x.leakIn(st)
	// \index and \count mean the innermost loop, also where that one has no counter of its own.
	x.eachLoops = append(x.eachLoops, nil)
	defer func() { x.eachLoops = x.eachLoops[:len(x.eachLoops)-1] }()
	spec := x.spec.Loops[st]
	// Who wrote an invariant, or proposes one, asks for the rule of invariants: an unrolled loop
	// would not prove it.
	if len(spec.Of(jml.LoopInvariant)) == 0 && len(x.atLoop[st]) == 0 {
		if out, ok := x.unroll(s, p, label, spec); ok {
			return out
		}
	}
	return x.cutLoop(s, p, label, spec, nil)
}

// openLoop is a loop without an invariant, and what it changes.
type openLoop struct {
	at      java.Pos
	changes []string
}

const maxUnroll = 256

// unroll executes a loop whose condition is a constant in every iteration, and proves
// its variants of each. It gives up, without effect, when it is not.
func (x *exec) unroll(s *state, p loopParts, label string, spec *jml.LoopSpec) (*state, bool) {
	mark := x.mark(s)
	out := []*state{}
	cur := s.clone()
	for n := 0; cur != nil; n++ {
		if n > maxUnroll {
			x.rollback(mark)
			return nil, false
		}

		c := smt.True
		if p.cond != nil && (p.test || n > 0) {
			c = x.cond(cur, p.cond)
		}
		// All that is still in the loop leaves it here.
		if c == smt.False {
			out = append(out, cur)
			break
		}
		if c != smt.True {
			x.rollback(mark)
			return nil, false
		}

		decs, variants := x.variants(cur, spec)
		x.variantNonNegative(cur, decs, variants)
		var next *state
		jumps := x.loopJumps(label, func() { next = x.stmt(cur, p.body) })
		// A continue meets the end of the body in front of the updates.
		ends := []*state{next}
		for _, j := range jumps {
			if j.kind == breakJump {
				out = append(out, j.s)
			} else {
				ends = append(ends, j.s)
			}
		}

		if cur = x.join(ends...); cur == nil {
			break
		}
		for l := range cur.locals {
			if _, ok := s.locals[l]; !ok {
				delete(cur.locals, l) // out of scope; the next iteration has its own
			}
		}
		for _, u := range p.update {
			x.expr(cur, u)
		}
		x.variantDecreases(cur, decs, variants)
	}
	return x.join(out...), true
}

func (x *exec) loopJumps(label string, f func()) []jump {
	return x.catchJumps(func(j jump) bool {
		return (j.kind == breakJump || j.kind == continueJump) && (j.label == "" || j.label == label)
	}, f)
}

// cutLoop is the rule for loops: the invariants hold before, an arbitrary
// iteration keeps them, and after the loop they hold with the negated condition.
func (x *exec) cutLoop(s *state, p loopParts, label string, spec *jml.LoopSpec, e *each) *state {
	invs := spec.Of(jml.LoopInvariant)
	for _, c := range invs {
		x.proveSpec(s, x.specAt(s), c.Expr, obligation{kind: verify.LoopInvariantBeforeLoop, at: c.KeyPos, clause: x.text(c.Expr)})
	}
	x.hasLoops = true

	t := x.targets(s, p)
	guesses := x.proposed(x.atLoop[p.stmt], x.specAt)
	if x.auxiliary {
		guesses = append(guesses, x.ownGuesses(s, t, p)...)
	}
	// In front of the havoc, where the loop begins: a guess has to hold on entry, too.
	for _, g := range guesses {
		x.tryGuess(s, g)
	}

	assumed := x.assumes(s, "at the loop's head", p.stmt.Pos())
	head := s.clone()
	// head stands for the beginning of any iteration: all that earlier ones may have changed is
	// forgotten, all else is known as it was in front of the loop.
	x.havocTargets(head, t, spec)
	before := head.clone()
	if e != nil {
		delete(before.locals, e.counter)
		// The counter needs no invariant of the author's: it starts at 0, goes up by one, and
		// the loop ends where it reaches the length.
		i := x.fresh("index", smt.Int)
		x.assume(head, smt.Le(smt.IntLit(0), i))
		if e.length != nil {
			x.assume(head, smt.Le(i, e.length))
		}
		x.set(head, e.counter, i)
	}
	for _, c := range invs {
		x.because(c, func() { x.assumeSpec(head, x.specAt(head), c.Expr) })
	}
	for _, g := range guesses {
		x.assumeGuess(head, g)
	}
	assumed()
	// Still sound, but nothing is known behind the loop of what it changes: failures say so.
	if len(invs) == 0 {
		head.weak = union(head.weak, t.names())
		x.openLoops = append(x.openLoops, openLoop{p.stmt.Pos(), t.names()})
	}

	decs, variants := x.variants(head, spec)
	x.loopDepth++
	defer func() { x.loopDepth-- }()
	// Evaluated at the head: what this iteration allocates may be written, what earlier ones did
	// only where the clause names it.
	x.frames = append(x.frames, x.loopFrame(head, spec))
	defer func() { x.frames = x.frames[:len(x.frames)-1] }()

	var out []*state
	cur := head
	// The element is taken before the body runs, as the first thing of an iteration.
	if e != nil {
		in, done := x.fork(cur, e.more(cur, cur.locals[e.counter]))
		out = append(out, done)
		v := e.next(in, in.locals[e.counter])
		if in = x.live(in); in == nil {
			return x.join(out...)
		}
		x.set(in, e.local, x.convertChecked(in, e.over, v, e.elem, e.local.Type))
		cur = in
	} else if p.cond != nil && p.test {
		// The condition is code: it may throw, and have effects, once more in each iteration.
		c := x.cond(cur, p.cond)
		if cur = x.live(cur); cur == nil {
			return nil
		}
		in, done := x.fork(cur, c)
		out = append(out, done)
		cur = in
	}

	x.variantNonNegative(cur, decs, variants)
	var end *state
	jumps := x.loopJumps(label, func() { end = x.stmt(cur, p.body) })
	// A break leaves the loop as it is; a continue ends the iteration as its last
	// statement does.
	ends := []*state{end}
	for _, j := range jumps {
		if j.kind == breakJump {
			out = append(out, j.s)
		} else {
			ends = append(ends, j.s)
		}
	}

	end = x.join(ends...)
	if end != nil {
		for _, u := range p.update {
			x.expr(end, u)
		}
		if e != nil {
			x.set(end, e.counter, smt.Add(end.locals[e.counter], smt.IntLit(1)))
		}
		// The invariants of a do-while are of the state in front of its body: they are proved
		// where the test sends it round again, and not where it ends the loop.
		if !p.test && p.cond != nil {
			c := x.cond(end, p.cond)
			again, done := x.fork(end, c)
			out = append(out, done)
			end = again
		}
		x.foreseen(before, end, t, p.stmt)
		for _, c := range invs {
			x.proveSpec(end, x.specAt(end), c.Expr, obligation{kind: verify.LoopInvariant, at: c.KeyPos, clause: x.text(c.Expr)})
		}
		for _, g := range guesses {
			x.tryGuess(end, g)
		}
		x.variantDecreases(end, decs, variants)
	}

	res := x.join(out...)
	if res != nil {
		// The body's own variables are out of scope behind the loop.
		for l := range res.locals {
			if _, ok := s.locals[l]; !ok {
				delete(res.locals, l)
			}
		}
	}
	return res
}

// foreseen sees to it that an iteration has changed nothing but what was forgotten at the
// loop's head: [exec.targets] looks at the code, and this at what came of running it.
func (x *exec) foreseen(head, end *state, t *targetSet, at java.Stmt) {
	if t.everything {
		return
	}
	for l, v := range head.locals {
		if w, ok := end.locals[l]; ok && !t.seen[l] && !smt.Same(v, w) {
			x.unsupported(at, "a loop that changes "+l.Name+" unseen")
		}
	}
	names := map[string]bool{}
	if !written(end, head.base, names) {
		x.unsupported(at, "a loop that changes the heap unseen")
	}
	for name := range head.heap {
		names[name] = true
	}
	for _, name := range sorted(names) {
		// A new object has fields and elements of its own, which are none of what was before.
		ofNew := t.allocates && x.components[name].kind != staticComp
		told := t.comps[name] != nil || ofNew
		if !told && !smt.Same(x.component(head, name), x.component(end, name)) {
			x.unsupported(at, "a loop that changes "+name+" unseen")
		}
	}
}

// written collects the components that a state, or one that it was joined of since an earlier
// base, has terms of its own for; it is false where the state does not come from that base.
func written(s *state, since *base, names map[string]bool) bool {
	for name := range s.heap {
		names[name] = true
	}
	if s.base == since {
		return true
	}
	for _, from := range s.base.from {
		if !written(from, since, names) {
			return false
		}
	}
	return len(s.base.from) > 0
}

// counting are the variables that a loop's code counts up, and those that it counts
// down; one that it does both with is in both.
func (x *exec) counting(p loopParts) (up, down map[*types.Local]bool) {
	up, down = map[*types.Local]bool{}, map[*types.Local]bool{}
	count := func(e java.Expr, op java.Op, by *types.Const) {
		u := x.useOf(java.Unparen(e))
		if u == nil || u.Kind != types.LocalRef {
			return
		}
		// The sum with a fraction is cut off, and with a long perhaps not a sum.
		by0 := by != nil && isIntegral(by.Type) && by.N >= 0 && bits(by.Type) <= bits(u.Local.Type)
		plus := op == java.PreInc || op == java.PostInc || op == java.Plus && by0
		minus := op == java.PreDec || op == java.PostDec || op == java.Sub && by0
		down[u.Local] = down[u.Local] || !plus
		up[u.Local] = up[u.Local] || !minus
	}
	visit := func(n java.Node) bool {
		switch n := n.(type) {
		case *java.AssignExpr:
			count(n.X, n.Op, x.constOf(n.Y))
		case *java.Unary:
			if n.Op.Changes() {
				count(n.X, n.Op, nil)
			}
		}
		return true
	}
	java.Walk(p.body, visit)
	if p.cond != nil {
		java.Walk(p.cond, visit)
	}
	for _, u := range p.update {
		java.Walk(u, visit)
	}
	return up, down
}

// variants returns a loop's decreases clauses with their values in s.
func (x *exec) variants(s *state, spec *jml.LoopSpec) (decs []*jml.Clause, values []*smt.Term) {
	for _, c := range spec.Of(jml.Decreases) {
		if c.Expr != nil {
			// Named, so that the value of the head is at hand when the iteration is over.
			values = append(values, x.nameTerm("variant", x.specAt(s).number(c.Expr, types.TBigint)))
			decs = append(decs, c)
		}
	}
	return decs, values
}

// variantNonNegative: an iteration that begins has a variant that is not negative.
func (x *exec) variantNonNegative(s *state, decs []*jml.Clause, vs []*smt.Term) {
	for i, c := range decs {
		x.prove(s, smt.Le(smt.IntLit(0), vs[i]), obligation{kind: verify.LoopDecreasesNonNegative, at: c.KeyPos, clause: x.text(c.Expr)})
	}
}

// variantDecreases: every variant is smaller after an iteration.
func (x *exec) variantDecreases(s *state, decs []*jml.Clause, vs []*smt.Term) {
	for i, c := range decs {
		now := x.specAt(s).number(c.Expr, types.TBigint)
		x.prove(s, smt.Lt(now, vs[i]), obligation{kind: verify.LoopDecreases, at: c.KeyPos, clause: x.text(c.Expr)})
	}
}

// targetSet is what a loop or a call may change.
type targetSet struct {
	locals     []*types.Local
	seen       map[*types.Local]bool
	comps      map[string][]*smt.Term // component → objects or arrays written; nil entry means all of it
	whole      map[string]bool
	everything bool
	allocates  bool
}

func newTargets() *targetSet {
	return &targetSet{seen: map[*types.Local]bool{}, comps: map[string][]*smt.Term{}, whole: map[string]bool{}}
}

func (t *targetSet) local(l *types.Local) {
	if !t.seen[l] {
		t.seen[l] = true
		t.locals = append(t.locals, l)
	}
}

func (t *targetSet) component(name string, at *smt.Term) {
	if at == nil {
		t.whole[name] = true
	}
	t.comps[name] = append(t.comps[name], at)
}

func (t *targetSet) names() []string {
	m := map[string]bool{}
	for _, l := range t.locals {
		m[l.Name] = true
	}
	for k := range t.comps {
		if elem, ok := strings.CutPrefix(k, "arr."); ok {
			k = "elements of " + elem + "[]"
		}
		m[k] = true
	}
	if t.everything {
		m["the heap"] = true
	}
	return sorted(m)
}

// targets finds syntactically what a loop changes. The object written is kept when
// it is a variable that the loop does not change.
func (x *exec) targets(s *state, p loopParts) *targetSet {
	t := newTargets()
	// What an iteration runs: the condition and the updates are as much part of it as the body.
	var nodes []java.Node
	nodes = append(nodes, p.body)
	if p.cond != nil {
		nodes = append(nodes, p.cond)
	}
	for _, u := range p.update {
		nodes = append(nodes, u)
	}
	if fe, ok := p.stmt.(*java.ForEach); ok {
		t.local(x.localOf(fe.Var))
	}

	type write struct{ e java.Expr }
	var writes []write
	var calls []java.Expr
	var visit func(java.Node) bool
	visit = func(n java.Node) bool {
		if to := java.Written(n); to != nil {
			writes = append(writes, write{to})
		}
		t.allocates = t.allocates || x.makesValue(n)
		switch n := n.(type) {
		case *java.Call:
			calls = append(calls, n)
		case *java.New:
			t.allocates = true
			calls = append(calls, n)
		// At nowhere: the component gets new arrays, and none that existed is written.
		case *java.NewArray:
			t.allocates = true
			at, ok := x.typeOf(n).(*types.ArrayType)
			// new T[n][m] writes a component for each rank, the rows' beside that of the array
			// itself.
			for range max(1, len(n.Lens)) {
				if ok {
					t.component(x.arrays(at.Elem), x.nowhere)
					at, ok = at.Elem.(*types.ArrayType)
				}
			}
		case *java.ArrayInit, *java.MethodRef:
			t.allocates = true
		// What their code writes is written where it is called.
		case *java.Lambda, *java.ClassDecl:
			t.allocates = true
			return false
		}
		// A set statement writes ghost state, and would otherwise be no node of the walk.
		for _, js := range x.specStmtsAt(n) {
			if js.Kind == jml.SetStmt && js.Java != nil {
				java.Walk(js.Java, visit)
			}
		}
		return true
	}
	for _, n := range nodes {
		java.Walk(n, visit)
	}

	// A class may be initialised for the first time by any iteration.
	for _, k := range x.usedClasses(code{nodes: nodes}) {
		x.addInitialisation(t, k)
	}

	// Locals first: a base is stable when its variable is not among them.
	for _, w := range writes {
		if u := x.useOf(java.Unparen(w.e)); u != nil && u.Kind == types.LocalRef {
			t.local(u.Local)
		}
	}

	// What the loop writes at all, wherever: a field or element that it does not
	// write leads to the same object all the time.
	written := newTargets()
	for _, k := range x.usedClasses(code{nodes: nodes}) {
		x.addInitialisation(written, k)
	}
	for _, w := range writes {
		switch e := java.Unparen(w.e).(type) {
		case *java.Index:
			written.component(x.arraysOf(x.typeOf(e.X)), nil)
		default:
			if u := x.useOf(e); u != nil && u.Kind == types.FieldRef {
				written.component(x.fieldName(u.Field), nil)
			}
		}
	}
	// Without a receiver that is known, a call changes the whole of what its frame names.
	for _, c := range calls {
		x.callTargets(s, c, written, func(java.Expr) *smt.Term { return nil })
	}

	var stable func(e java.Expr) *smt.Term
	stable = func(e java.Expr) *smt.Term {
		e = java.Unparen(e)
		if _, ok := e.(*java.This); ok {
			return x.this
		}
		// A row is the same one in each iteration where no row of that type is written and the
		// index stays.
		if ix, ok := e.(*java.Index); ok {
			at, ok := x.typeOf(ix.X).(*types.ArrayType)
			if !ok || written.everything || written.comps[x.arrays(at.Elem)] != nil || !x.steady(ix.I, t) {
				return nil
			}
			a, i := stable(ix.X), x.tryNumber(s, ix.I)
			if a == nil || i == nil {
				return nil
			}
			return smt.Select(x.elements(s, at.Elem, a), i)
		}
		u := x.useOf(e)
		switch {
		case u == nil:
		case u.Kind == types.LocalRef && !t.seen[u.Local]:
			// nil of a local of the body, which has no value in front of the loop.
			return s.locals[u.Local]
		case u.Kind == types.FieldRef && !written.everything && written.comps[x.fieldName(u.Field)] == nil:
			c := x.component(s, x.fieldName(u.Field))
			if u.Field.Flags.Has(java.Static) {
				return c
			}
			recv := x.this
			if sel, ok := e.(*java.Select); ok {
				recv = stable(sel.X)
			}
			if recv != nil {
				return smt.Select(c, recv)
			}
		}
		return nil
	}

	for _, w := range writes {
		switch e := java.Unparen(w.e).(type) {
		case *java.Index:
			t.component(x.arraysOf(x.typeOf(e.X)), stable(e.X))
		default:
			u := x.useOf(e)
			if u == nil || u.Kind != types.FieldRef {
				continue
			}
			name := x.fieldName(u.Field)
			switch sel := e.(type) {
			case *java.Select:
				if u.Field.Flags.Has(java.Static) {
					t.component(name, nil)
				} else {
					t.component(name, stable(sel.X))
				}
			default:
				if u.Field.Flags.Has(java.Static) {
					t.component(name, nil)
				} else {
					t.component(name, x.this)
				}
			}
		}
	}

	for _, c := range calls {
		x.callTargets(s, c, t, stable)
	}
	return t
}

// havocTargets forgets what t names.
func (x *exec) havocTargets(s *state, t *targetSet, spec *jml.LoopSpec) {
	for _, l := range t.locals {
		old, ok := s.locals[l]
		if !ok {
			// Declared inside of the loop: each iteration gives it a value anew.
			continue
		}
		v := x.fresh(l.Name, old.Sort)
		s.locals[l] = v
	}

	was := x.component(s, alive)
	switch {
	case t.everything:
		// All components at once, by a new base.
		x.havocHeap(s)
	case t.allocates:
		x.grow(s, was)
	}

	if !t.everything {
		names := map[string]bool{}
		for k := range t.comps {
			names[k] = true
		}
		for _, name := range sorted(names) {
			x.havocAt(s, name, t, was)
		}
	}

	// Last, since a reference may be to what has been allocated: it is alive in the new state.
	for _, l := range t.locals {
		if v, ok := s.locals[l]; ok {
			x.assume(s, x.facts(s, v, l.Type))
		}
	}
}

// havocAt forgets a component at the objects t names, or everywhere. Objects that
// the loop itself allocates are not among those named, so with allocation only
// what existed before keeps its value elsewhere.
func (x *exec) havocAt(s *state, name string, t *targetSet, was *smt.Term) {
	c := x.components[name]
	old := x.component(s, name)
	if c.kind == staticComp || t.whole[name] {
		x.havocComponent(s, name)
		return
	}
	// Of what existed only the named objects have changed. Of a final field none that exists is
	// written later, so that new objects don't matter either.
	if !t.allocates || c.once {
		v := old
		for _, a := range t.comps[name] {
			// Stands for an object that the loop makes, which nothing is known of before it.
			if a == x.nowhere {
				continue
			}
			part := x.fresh(name, c.sort.Elem())
			x.typedPart(c, part)
			v = smt.Store(v, a, part)
		}
		s.heap[name] = v
		x.nameVersion(s, name)
		return
	}

	// New objects have any value there, which no chain of stores at known ones could say.
	now := x.havocComponent(s, name)
	r := x.bound("r", refSort)
	keep := []*smt.Term{smt.Select(was, r)}
	for _, a := range t.comps[name] {
		if a != x.nowhere {
			keep = append(keep, smt.Not(smt.Eq(r, a)))
		}
	}
	same := smt.Implies(smt.And(keep...), smt.Eq(smt.Select(now, r), smt.Select(old, r)))
	x.assume(s, smt.Forall([]*smt.Term{r}, same, []*smt.Term{smt.Select(now, r)}))
}
