package rust

import (
	"maps"
	"slices"

	"ensures/rust/mir"
	"ensures/rust/spec"
	"ensures/verify"
	"ensures/verify/condition"
	"ensures/verify/smt"
)

// claim is what an obligation stands for.
type claim struct {
	kind   verify.Kind
	at     spec.Span
	clause string
	said   spec.Span // where the clause stands
	detail string
}

// exec makes the verification condition of one function.
type exec struct {
	// The function and its file, for its whole life.
	*unit
	fn   *spec.Func
	body *mir.Func
	c    *condition.Condition

	// What is asked, by the number of its claim.
	claims []claim

	// The state before, for old(x), and the parameters' cells.
	before *state
	cells  map[mir.Local]cell // of parameters that are mutable references

	// Control flow: states that arrive at blocks, and the loops by their heads.
	arrive map[mir.Block][]*state
	loops  map[mir.Block]*loop
	order  []mir.Block

	measure []*smt.Term // the function's own decreases, at entry

	// Of a closure, which is executed for any argument: no new names, and its end.
	pure     bool
	returned func(*state)

	// What the proof rests on.
	assumed []spec.Clause // that the file takes for granted
	calls   map[*spec.Func]bool
	library map[string]bool

	// The functions of clauses.
	fns      map[string]*specFn
	closures int
	seen     map[string][]occurrence // recursive functions' arguments, for their axioms
	fuel     int
	steps    int
}

// cell is a variable's storage: a local's, or what a parameter refers to.
type cell int

// state is what holds at a point of a path.
type state struct {
	pc    *smt.Term
	cells map[cell]*value
	refs  map[cell]*ref // of cells that hold mutable references
}

// ref is a mutable reference: to a part of a cell.
type ref struct {
	to   cell
	path []step
}

// step goes from a value to a part of it: a field or an element.
type step struct {
	field int
	index *smt.Term
}

func (s *state) clone() *state {
	out := &state{pc: s.pc, cells: make(map[cell]*value, len(s.cells)), refs: make(map[cell]*ref, len(s.refs))}
	for k, v := range s.cells {
		out.cells[k] = v
	}
	for k, v := range s.refs {
		out.refs[k] = v
	}
	return out
}

// referred reports whether a mutable reference to a part of a cell is known.
func (s *state) referred(k cell) bool {
	for _, r := range s.refs {
		if r.to == k {
			return true
		}
	}
	return false
}

// under is the state on the path where c holds too.
func (s *state) under(c *smt.Term) *state {
	out := s.clone()
	out.pc = smt.And(s.pc, c)
	return out
}

// generate makes the condition of a function; what has no meaning is an error.
func (u *unit) generate(fn *spec.Func) (x *exec, err *unsupportedError) {
	x = &exec{unit: u, fn: fn, body: u.bodies[fn], c: condition.New(), cells: map[mir.Local]cell{}, arrive: map[mir.Block][]*state{},
		fns: map[string]*specFn{}, seen: map[string][]occurrence{}, calls: map[*spec.Func]bool{}, library: map[string]bool{}}
	// What has no meaning is found deep inside of terms that are being made; anything else that
	// panics is a mistake of ours and goes on.
	defer func() {
		if p := recover(); p != nil {
			e, ok := p.(*unsupportedError)
			if !ok {
				panic(p)
			}
			err = e
		}
	}()
	x.c.DeclareSort(opaqueSort)
	x.run()
	return x, nil
}

// assume takes a fact for granted on the path of s.
func (x *exec) assume(s *state, t *smt.Term) {
	if f := smt.Implies(s.pc, t); f != smt.True {
		x.c.Fact(f)
	}
}

// prove adds an obligation on the path of s; what it proves holds behind it.
func (x *exec) prove(s *state, goal *smt.Term, c claim) {
	if goal == smt.True || s.pc == smt.False {
		return
	}
	x.claims = append(x.claims, c)
	g := smt.Implies(s.pc, goal)
	if g.Size() > condition.MaxTerm {
		unsupported("condition of this size")
	}
	x.c.Oblige(condition.Obligation{Goal: g, Claim: len(x.claims) - 1})
	// Sound whatever the solver says: a function is verified only where all its obligations are
	// proved, each with the help of earlier ones alone.
	x.c.Fact(g)
}

// run executes the function from an arbitrary state that its precondition admits:
//
//	⊢ {requires} body {ensures},  every panic unreachable, every loop and recursion ending
//
// Side conditions: the body is read as a whole; nothing of it is code that unwinds,
// since no panic is reachable.
func (x *exec) run() {
	switch {
	case x.hides != "":
		unsupportedAt(x.fn.NamePos, "file with a type or trait of its own named "+x.hides)
	case x.promised(x.fn):
		unsupportedAt(x.fn.NamePos, "method of which a trait of the file promises more than it says")
	case x.fn.Trusted:
		unsupportedAt(x.fn.NamePos, "function whose body is not to be looked at")
	}

	if x.body == nil {
		unsupportedAt(x.fn.NamePos, "function whose body the compiler did not print")
	}
	if x.foreign != nil && x.foreign.of[x.body] != "" {
		unsupportedAt(x.fn.NamePos, "function that speaks of "+x.foreign.of[x.body])
	}
	if r := x.body.Refused; r != nil {
		unsupportedAt(x.fn.NamePos, r.What+" "+r.Text)
	}

	// Cells from here on are no locals: each stands for what one parameter refers to. Rust lets no
	// two mutable references alias, so every such parameter has a cell of its own.
	s := &state{pc: smt.True, cells: map[cell]*value{}, refs: map[cell]*ref{}}
	next := cell(len(x.body.Locals))
	for i, l := range x.body.Params {
		t := x.body.Locals[l].Type
		name := "arg"
		if i < len(x.fn.Params) {
			name = x.fn.Params[i].Name
		}
		if t.Kind == mir.RefType && t.Mutable {
			s.cells[next] = x.fresh(name, x.shapes.of(t.Elem, nil))
			s.refs[cell(l)] = &ref{to: next}
			x.cells[l] = next
			next++
			continue
		}
		s.cells[cell(l)] = x.fresh(name, x.shapes.of(t, nil))
	}

	// Before the first statement: old(x) in any clause reads this copy.
	x.before = s.clone()
	for _, c := range spec.Of(x.fn.Clauses, spec.Requires) {
		// As a formula alone: callers prove that it is defined, see [exec.assumeProved].
		x.assume(s, x.atEntry(s).formula(c.Expr))
	}
	for _, c := range spec.Of(x.fn.Clauses, spec.Decreases) {
		x.measure = append(x.measure, x.atEntry(s).eval(c.Expr).term)
	}

	// A precondition that nothing fulfils would prove everything, which is worth a warning.
	x.c.Probe(condition.Probe{After: x.c.Len(), Path: smt.True, Always: true, Claim: x.claim(claim{kind: verify.VacuousPrecondition, at: x.fn.NamePos})})

	x.findLoops()
	// All edges that are not back to a loop's head lead forward in this order, so every state that
	// arrives at a block is there by the time it is executed.
	x.arrive[0] = []*state{s}
	for _, b := range x.order {
		if in := x.arrive[b]; len(in) > 0 {
			x.block(b, x.join(in))
		}
	}
}

func (x *exec) claim(c claim) int {
	x.claims = append(x.claims, c)
	return len(x.claims) - 1
}

// join merges the states that arrive at a block: a variable's value is that of the
// path that was taken. What not all paths know is known no more.
func (x *exec) join(in []*state) *state {
	if len(in) == 1 {
		return in[0]
	}

	var pcs []*smt.Term
	for _, s := range in {
		pcs = append(pcs, s.pc)
	}
	out := in[0].clone()
	out.pc = x.name("path", smt.Or(pcs...))

	// The paths exclude each other, so the order of the choices doesn't matter and the last value
	// needs no condition of its own.
	// In one order, since the choices get names of their own.
	for _, k := range slices.Sorted(maps.Keys(out.cells)) {
		v := in[len(in)-1].cells[k]
		// A cell without a value on one path is one that has ended or never began there; reading it
		// behind the join is refused by [exec.read].
		for i := len(in) - 2; i >= 0 && v != nil; i-- {
			w := in[i].cells[k]
			if w == nil {
				v = nil
				break
			}
			v = choice(in[i].pc, w, v)
		}
		if v == nil {
			delete(out.cells, k)
			continue
		}
		out.cells[k] = v.mapTerms(func(t *smt.Term) *smt.Term { return x.name("join", t) })
	}

	for k, r := range out.refs {
		for _, s := range in[1:] {
			if !sameRef(r, s.refs[k]) {
				delete(out.refs, k) // using it is what has no meaning then
				break
			}
		}
	}
	return out
}

func sameRef(a, b *ref) bool {
	if b == nil || a.to != b.to || len(a.path) != len(b.path) {
		return false
	}
	for i := range a.path {
		p, q := a.path[i], b.path[i]
		if p.field != q.field || (p.index == nil) != (q.index == nil) || p.index != nil && !smt.Same(p.index, q.index) {
			return false
		}
	}
	return true
}

// name gives a large term a name.
func (x *exec) name(hint string, t *smt.Term) *smt.Term {
	// Inside of a closure a term is about any argument: a constant would be one for all of them.
	if x.pure || t.Size() <= 8 {
		return t
	}
	v := x.c.Fresh(hint, t.Sort)
	x.c.Fact(smt.Eq(v, t))
	return v
}

// loop is a loop of the control-flow graph.
type loop struct {
	head   mir.Block
	blocks map[mir.Block]bool
	source *spec.Loop

	// What is known at the head, for the edges that go back to it.
	entered  bool
	variants []variantGuess
	measure  []*smt.Term // decreases as written, at the head
	guesses  []guess
}

// inOrder are the blocks of a loop in the order of the program: what is guessed of them, and
// how it is named, is the same each time.
func (l *loop) inOrder() []mir.Block { return slices.Sorted(maps.Keys(l.blocks)) }

// variantGuess is an expression that may decrease: a guess, unless clauses say so.
type variantGuess struct {
	guess int
	value *smt.Term // at the head
	at    func(*state) *smt.Term
}

// guess is an invariant that nobody wrote.
type guess struct {
	id int
	at func(*state) *smt.Term
}

func successors(t *mir.Term) []mir.Block {
	var out []mir.Block
	switch t.Kind {
	case mir.Goto:
		out = []mir.Block{t.Target}
	case mir.SwitchInt:
		for _, c := range t.Values {
			out = append(out, c.Target)
		}
		out = append(out, t.Otherwise)
	case mir.Drop, mir.Call, mir.Assert:
		out = []mir.Block{t.Target}
	}
	n := 0
	for _, b := range out {
		if b != mir.NoBlock {
			out[n] = b
			n++
		}
	}
	return out[:n]
}

// flow orders a body's blocks so that each comes behind its predecessors, edges back left out,
// which it returns by what they lead to.
func flow(body *mir.Func) (order []mir.Block, back map[mir.Block][]mir.Block) {
	const white, grey, black = 0, 1, 2
	colour := make([]int, len(body.Blocks))
	back = map[mir.Block][]mir.Block{}
	var visit func(mir.Block)
	visit = func(b mir.Block) {
		colour[b] = grey
		for _, s := range successors(body.Blocks[b].Term) {
			switch colour[s] {
			case white:
				visit(s)
			// Still being visited: s is on the way from the entry to b.
			case grey:
				back[s] = append(back[s], b)
			}
		}
		colour[b] = black
		order = append(order, b)
	}

	// Only from the entry, and without edges that unwind: blocks that nothing else leads to are
	// never executed.
	visit(0)
	slices.Reverse(order)
	return order, back
}

// findLoops orders the blocks so that each comes behind its predecessors, edges back
// to loop heads left out, and finds what belongs to each loop.
//
// Side condition: the graph is reducible; an edge back to a block that does not
// dominate its source makes the function Unsupported.
func (x *exec) findLoops() {
	x.loops = map[mir.Block]*loop{}
	order, back := flow(x.body)
	x.order = order
	preds := map[mir.Block][]mir.Block{}
	for _, b := range order {
		for _, s := range successors(x.body.Blocks[b].Term) {
			preds[s] = append(preds[s], b)
		}
	}

	// The natural loop: what comes from the head to an edge back, found backwards.
	for head, sources := range back {
		l := &loop{head: head, blocks: map[mir.Block]bool{head: true}}
		work := append([]mir.Block{}, sources...)
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			if l.blocks[b] {
				continue
			}
			// A way from the entry that avoids the head: the head does not dominate this edge's source.
			if b == 0 {
				unsupportedAt(x.fn.NamePos, "control flow that enters a loop in two places")
			}
			l.blocks[b] = true
			work = append(work, preds[b]...)
		}
		x.loops[head] = l
	}
	x.nameLoops()
	x.attached()
}

// nameLoops finds each loop's text: the innermost one of the source in which all of
// its edges back stand, each text for one loop.
func (x *exec) nameLoops() {
	for _, head := range slices.Sorted(maps.Keys(x.loops)) {
		l := x.loops[head]
		var back []int
		for _, b := range l.inOrder() {
			for _, s := range successors(x.body.Blocks[b].Term) {
				if s == l.head && b >= l.head {
					back = append(back, x.span(x.body.Blocks[b].Term.Span).From)
				}
			}
		}
		head := x.span(x.body.Blocks[l.head].Term.Span).From
		var best *spec.Loop
		for _, sl := range x.fn.Loops {
			// A place that the compiler did not say rules nothing out for an edge back; the head must
			// have one.
			outside := func(at int) bool { return at >= 0 && (at < sl.From || sl.To <= at) }
			if !outside(head) && head >= 0 && !slices.ContainsFunc(back, outside) && (best == nil || sl.From > best.From) {
				best = sl
			}
		}
		l.source = best
	}
}

// attached refuses a function with clauses that no code has: a loop that never comes
// back to its head, one inside of a closure or of another function, an assertion that
// the compiler has not kept.
func (x *exec) attached() {
	for _, sl := range x.fn.Loops {
		n := 0
		for _, l := range x.loops {
			if l.source == sl {
				n++
			}
		}
		// A text is one loop's: with two, which of them its clauses are about is open.
		if n != 1 && len(sl.Clauses) > 0 {
			unsupportedAt(spec.Span{From: sl.From, To: sl.From + len(sl.Word)}, "clauses of a loop that never comes back to its head")
		}
	}

	for _, sl := range x.fn.Loops {
		// A break leaves the loop with its condition true, where [exec.left] does not look.
		if es := spec.Of(sl.Clauses, spec.Ensures); len(es) > 0 && sl.Breaks {
			unsupportedAt(es[0].Span, "ensures of a loop with a break")
		}
	}

	// Marks of assertions in closures and functions within stand in other bodies; those in code that
	// nothing leads to are gone.
	kept := 0
	for _, b := range x.order {
		if t := x.body.Blocks[b].Term; t.Kind == mir.Call && isMark(t) {
			kept++
		}
	}
	if kept < len(x.fn.Proof) {
		unsupportedAt(x.fn.NamePos, "assertion that the compiler has not kept")
	}
}

// isMark reports whether a call is the mark of an assertion.
func isMark(t *mir.Term) bool {
	f := t.Func
	return f != nil && f.Const != nil && f.Const.Path != nil && f.Const.Path.Last() == "_e" && len(f.Const.Path.Segs) == 1
}
