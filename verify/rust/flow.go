package rust

import (
	"math/big"
	"strings"

	"ensures/rust/mir"
	"ensures/rust/spec"
	"ensures/verify"
	"ensures/verify/condition"
	"ensures/verify/smt"
)

// block executes a basic block from state s.
func (x *exec) block(b mir.Block, s *state) {
	// Before anything else: what the block does must be said of any iteration, not of the first.
	if l := x.loops[b]; l != nil {
		s = x.enter(l, s)
	}

	// The blocks in between format a message with functions that have no meaning here.
	if t := x.onlyPanics(b); t != nil {
		x.prove(s, smt.False, claim{kind: verify.Unreachable, at: x.span(t.Span), detail: "panic"})
		return
	}

	bb := x.body.Blocks[b]
	for _, st := range bb.Stmts {
		x.statement(s, st)
	}
	t := bb.Term
	at := x.span(t.Span)
	switch t.Kind {
	case mir.Drop:
		// Any value may hold one of the type that has such code, so no end is let through.
		if x.drops {
			unsupportedAt(at, "end of a value in a file with code for that (Drop)")
		}
		x.edge(b, t.Target, s)
	case mir.Goto:
		x.edge(b, t.Target, s)
	case mir.SwitchInt:
		x.branch(b, t, s)
	case mir.Assert:
		if strings.HasPrefix(t.Message, "misaligned pointer dereference") || strings.HasPrefix(t.Message, "null pointer dereference") {
			x.edge(b, t.Target, s) // of a pointer that a box gave
			break
		}

		v := x.operand(s, t.Operand)
		// The compiler's own check: what follows it runs only where it held, which is what prove makes a
		// fact of.
		goal := v.term
		if !t.Expected {
			goal = smt.Not(goal)
		}
		x.prove(s, goal, assertion(t, at))
		x.edge(b, t.Target, s)
	case mir.Call:
		if x.call(s, t, at) && t.Target != mir.NoBlock {
			x.edge(b, t.Target, s)
		}
	case mir.Return:
		if x.returned != nil {
			x.returned(s)
			break
		}
		x.finish(s, at)
	case mir.Unreachable: // the compiler knows
	default:
		unsupportedAt(at, "control flow of this kind")
	}
}

// onlyPanics is the panic that a block leads to whatever happens, by way of blocks that have one
// successor, as those do that make a message for it; nil where there is none:
//
//	⊢ ¬path
//
// What is done on the way has no meaning that could matter: nothing comes behind it.
func (x *exec) onlyPanics(b mir.Block) *mir.Term {
	const longest = 50 // blocks
	// A limit rather than a set of seen blocks: a cycle of such blocks never panics.
	for range longest {
		t := x.body.Blocks[b].Term
		switch {
		case t.Kind == mir.Call && t.Func.Const != nil && t.Func.Const.Path != nil && panics(t.Func.Const.Path):
			return t
		// A mark is kept: what it assumes may be why the panic is not reached.
		case t.Kind != mir.Call && t.Kind != mir.Goto && t.Kind != mir.Drop || t.Target == mir.NoBlock || t.Kind == mir.Call && isMark(t):
			return nil
		}
		b = t.Target
	}
	return nil
}

// assertion is what a check that the compiler inserted asks for.
func assertion(t *mir.Term, at spec.Span) claim {
	c := claim{kind: verify.Assert, at: at, detail: t.Message}
	switch {
	case strings.Contains(t.Message, "divide by zero"), strings.Contains(t.Message, "divisor of zero"):
		c.kind, c.detail = verify.PossiblyDivideByZero, ""
	case strings.Contains(t.Message, "overflow"):
		c.kind, c.detail = verify.ArithmeticOperationRange, ""
	case strings.Contains(t.Message, "index out of bounds"):
		c.kind, c.detail = verify.PossiblyTooLargeIndex, ""
	}
	return c
}

// branch follows each case of a switch on the path where the operand is that value.
func (x *exec) branch(b mir.Block, t *mir.Term, s *state) {
	v := x.operand(s, t.Operand)
	if v.term == nil || v.kind == opaqueShape {
		unsupported("branch on this kind of value")
	}

	// Cases are tried in order and exclude the earlier ones, so that the paths exclude each other:
	// joins rely on that.
	other := smt.True
	for _, c := range t.Values {
		n, _ := new(big.Int).SetString(c.Value, 10)
		// A bool's own term is a formula, no number.
		is := smt.Eq(v.term, x.caseValue(v, n))
		if v.kind == boolShape {
			is = v.term
			if n.Sign() == 0 {
				is = smt.Not(is)
			}
		}
		x.edge(b, c.Target, s.under(smt.And(other, is)))
		other = smt.And(other, smt.Not(is))
	}
	if t.Otherwise != mir.NoBlock {
		x.edge(b, t.Otherwise, s.under(other))
	}
}

// caseValue is a case as a term: rustc prints the bits of the operand's type.
func (x *exec) caseValue(v *value, n *big.Int) *smt.Term {
	if v.kind == intShape && v.typ != nil && v.typ.Signed() {
		_, hi := bounds(v.typ)
		if n.Cmp(hi) > 0 {
			n = new(big.Int).Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(v.typ.Bits())))
		}
	}
	return smt.BigLit(n)
}

// edge goes from a block to another one: back to the head of a loop that is around, it
// ends an iteration.
func (x *exec) edge(from, to mir.Block, s *state) {
	if s.pc == smt.False {
		return
	}
	s = s.clone()
	s.pc = x.name("path", s.pc)
	x.left(from, to, s)
	// Not every edge into the head is one: the first comes from outside, before the head is entered.
	if l := x.loops[to]; l != nil && l.entered && l.blocks[from] {
		x.iterated(l, s, x.span(x.body.Blocks[from].Term.Span))
		return
	}
	x.arrive[to] = append(x.arrive[to], s)
}

// left obliges a loop that ends by its condition to what its ensures say:
//
//	{I} condition {¬condition ⇒ E}
//
// Side condition: no break leaves it, which [exec.attached] sees to; a return may.
func (x *exec) left(from, to mir.Block, s *state) {
	for _, head := range x.order {
		l := x.loops[head]
		// Before the body begins in the text stands the condition; edges from behind that are a break's
		// or a return's.
		if l == nil || l.source == nil || !l.blocks[from] || l.blocks[to] || x.span(x.body.Blocks[from].Term.Span).From >= l.source.Body.From {
			continue
		}
		for _, c := range spec.Of(l.source.Clauses, spec.Ensures) {
			x.proveClause(s, x.inLoop(s, l), c, claim{kind: verify.LoopInvariant, at: x.span(x.body.Blocks[from].Term.Span), clause: c.Text, said: c.Span})
		}
	}
}

// enter cuts a loop at its head:
//
//	s ⊢ I;  s′ = s with what the loop changes forgotten, I;  {s′} iteration {I, decreases};
//	the code behind the loop goes on from iterations that leave it
//
// Side conditions: every cell that some statement of the loop may write is forgotten,
// also through a reference that is taken before the loop or in it.
func (x *exec) enter(l *loop, s *state) *state {
	l.entered = true
	at := x.fn.NamePos
	if l.source != nil {
		at = spec.Span{From: l.source.From, To: l.source.From + len(l.source.Word)}
	}

	for _, c := range x.invariants(l) {
		x.proveClause(s, x.inLoop(s, l), c, claim{kind: verify.LoopInvariantBeforeLoop, at: at, clause: c.Text, said: c.Span})
	}

	before := s
	s = s.clone()
	// From the state before: references that are made in the loop are found by how they are made.
	written := x.written(l, s)
	for _, k := range written {
		v := s.cells[k]
		// Without a value before the loop: reading it before the loop has written it is refused.
		if v == nil {
			continue
		}
		s.cells[k] = x.fresh("loop", v.shape)
		// Forgetting what an iterator goes through would lose the sequence itself. A referred one may
		// be changed under another name, by a local that [exec.advances] does not look at.
		if v.walk != noWalk && int(k) < len(x.body.Locals) && !before.referred(k) {
			if from, only := x.advances(l, mir.Local(k)); only {
				s.cells[k] = x.advanced(s, v, from)
			}
		}
	}

	// References that are assigned in the loop may point elsewhere in the next iteration. What they
	// pointed to is forgotten above; a use before the next assignment has no meaning.
	for _, b := range l.inOrder() {
		for _, st := range x.body.Blocks[b].Stmts {
			if st.Kind == mir.Assign && len(st.Place.Proj) == 0 {
				delete(s.refs, cell(st.Place.Local))
			}
		}
		if t := x.body.Blocks[b].Term; t.Kind == mir.Call && len(t.Place.Proj) == 0 {
			delete(s.refs, cell(t.Place.Local))
		}
	}

	for _, c := range x.invariants(l) {
		x.assumeProved(s, x.inLoop(s, l), c.Expr)
	}

	// Behind the invariants of the source, which help to prove guesses; they in turn help to prove
	// that what decreases does.
	x.guessInvariants(l, before, s, written)
	l.measure = nil
	for _, c := range x.decreases(l) {
		v := x.inLoop(s, l).eval(c.Expr)
		if v.term == nil || v.kind != intShape {
			unsupportedAt(c.Span, "decreases that is no number")
		}
		l.measure = append(l.measure, x.name("measure", v.term))
	}

	if len(l.measure) == 0 {
		x.guessVariants(l, s)
	}
	return s
}

func (x *exec) invariants(l *loop) []spec.Clause {
	if l.source == nil {
		return nil
	}
	return append(spec.Of(l.source.Clauses, spec.Invariant), spec.Of(l.source.Clauses, spec.InvariantExceptBreak)...)
}

func (x *exec) decreases(l *loop) []spec.Clause {
	if l.source == nil {
		return nil
	}
	return spec.Of(l.source.Clauses, spec.Decreases)
}

// iterated is the end of an iteration: the invariants hold again, and what decreases
// has decreased from a value that was not negative:
//
//	(m₀ ≥ 0 ∧ m < m₀)  — lexicographically where there are several
func (x *exec) iterated(l *loop, s *state, at spec.Span) {
	for _, c := range x.invariants(l) {
		x.proveClause(s, x.inLoop(s, l), c, claim{kind: verify.LoopInvariant, at: at, clause: c.Text, said: c.Span})
	}

	for _, g := range l.guesses {
		if t := g.at(s); t != nil {
			x.c.Try(g.id, smt.Implies(s.pc, t))
		} else {
			// The guess has no term in this state, so it fails unless nothing comes here.
			x.c.Try(g.id, smt.Not(s.pc))
		}
	}

	if len(l.measure) > 0 {
		var now []*smt.Term
		for _, c := range x.decreases(l) {
			now = append(now, x.inLoop(s, l).eval(c.Expr).term)
		}
		x.prove(s, smaller(now, l.measure), claim{kind: verify.LoopDecreases, at: at, clause: x.decreases(l)[0].Text})
		return
	}

	// One that falls on every edge back is enough: what is tried here belongs to its own guess.
	for _, v := range l.variants {
		if now := v.at(s); now != nil {
			x.c.Try(v.guess, smt.Implies(s.pc, smaller([]*smt.Term{now}, []*smt.Term{v.value})))
		} else {
			x.c.Try(v.guess, smt.Not(s.pc))
		}
	}
}

// smaller is the lexicographic order, well-founded since each part that decreases was
// not negative.
func smaller(now, before []*smt.Term) *smt.Term {
	out, same := smt.False, smt.True
	for i := range now {
		// Only the earlier value has to be known not to be negative: the last of a falling chain may
		// be below 0.
		less := smt.And(smt.Le(smt.IntLit(0), before[i]), smt.Lt(now[i], before[i]))
		out = smt.Or(out, smt.And(same, less))
		same = smt.And(same, smt.Eq(now[i], before[i]))
	}
	return out
}

// written are the cells that a loop may change.
func (x *exec) written(l *loop, s *state) []cell {
	seen := map[cell]bool{}
	var out []cell
	add := func(k cell) {
		if !seen[k] {
			seen[k] = true
			out = append(out, k)
		}
	}
	// A place is written, or handed on for writing: its local's cell, and what the
	// local refers to where it is a mutable reference.
	touch := func(p mir.Place) {
		add(cell(p.Local))
		if r := s.refs[cell(p.Local)]; r != nil {
			add(r.to)
		}
	}
	// A reference that was there before the loop may be moved or lent on, then written through its
	// new name.
	operands := func(os []*mir.Operand) {
		for _, o := range os {
			if o.Kind != mir.Constant_ && s.refs[cell(o.Place.Local)] != nil {
				touch(o.Place)
			}
		}
	}

	for _, b := range l.inOrder() {
		bb := x.body.Blocks[b]
		for _, st := range bb.Stmts {
			switch st.Kind {
			case mir.Assign:
				touch(st.Place)
				// Lent for writing in the loop is written, whatever becomes of the reference.
				if st.Value.Kind == mir.RefMut || st.Value.Kind == mir.RawMut {
					touch(st.Value.Place)
				}
				operands(st.Value.Args)
			case mir.SetDiscriminant:
				touch(st.Place)
			}
		}
		if bb.Term.Kind == mir.Call {
			touch(bb.Term.Place)
			operands(bb.Term.Args)
		}
	}
	return out
}

// finish is a return: the postcondition holds.
func (x *exec) finish(s *state, at spec.Span) {
	for _, c := range spec.Of(x.fn.Clauses, spec.Ensures) {
		x.proveClause(s, x.atEnd(s), c, claim{kind: verify.Postcondition, at: at, clause: c.Text, said: c.Span})
	}
	x.c.Probe(condition.Probe{After: x.c.Len(), Path: s.pc, Claim: x.claim(claim{kind: verify.UnreachableEnd, at: at})})
}

// proveClause obliges a clause to be defined and true.
func (x *exec) proveClause(s *state, e *eval, c spec.Clause, cl claim) {
	x.proveDefined(s, e, c.Expr, cl)
}

// guessVariants proposes what may decrease where no clause says so: the distance of
// the two sides of each comparison by which the loop can be left, and each unsigned
// variable that the loop changes.
func (x *exec) guessVariants(l *loop, s *state) {
	add := func(at func(*state) *smt.Term) {
		if at == nil {
			return
		}
		if v := at(s); v != nil {
			l.variants = append(l.variants, variantGuess{x.c.Guess(), x.name("variant", v), at})
		}
	}

	// First the comparisons by which the loop is left.
	for _, b := range l.inOrder() {
		t := x.body.Blocks[b].Term
		if t.Kind != mir.SwitchInt || t.Operand.Kind == mir.Constant_ {
			continue
		}
		leaves := false
		for _, to := range successors(t) {
			leaves = leaves || !l.blocks[to]
		}
		if !leaves {
			continue
		}

		rv := x.definition(l, t.Operand.Place.Local)
		if rv == nil || rv.Kind != mir.Binary {
			continue
		}
		one, two := x.expressionOf(l, rv.Args[0], 6), x.expressionOf(l, rv.Args[1], 6)
		if one == nil || two == nil {
			continue
		}

		// Which side grows, and so which way the loop counts, is not known: both are tried.
		distance := func(a, b func(*state) *smt.Term) func(*state) *smt.Term {
			return func(s *state) *smt.Term {
				p, q := a(s), b(s)
				if p == nil || q == nil || p.Sort != smt.Int || q.Sort != smt.Int {
					return nil
				}
				return smt.Subtract(p, q)
			}
		}
		add(distance(two, one))
		add(distance(one, two))
	}

	// Then variables that the loop changes, by their names in the source: an iterator by what is left
	// of it, a number by itself.
	changed := map[cell]bool{}
	for _, k := range x.written(l, s) {
		changed[k] = true
	}
	for _, d := range x.body.Debug {
		if d.Place == nil || len(d.Place.Proj) > 0 || !changed[cell(d.Place.Local)] {
			continue
		}
		k := cell(d.Place.Local)
		if v := s.cells[k]; v != nil && (isRange(v) || v.walk != noWalk) {
			add(func(s *state) *smt.Term {
				if v := s.cells[k]; v != nil {
					return v.left()
				}
				return nil
			})
		}
		if v := s.cells[k]; v != nil && v.kind == intShape && v.typ != nil {
			add(func(s *state) *smt.Term {
				if v := s.cells[k]; v != nil {
					return v.term
				}
				return nil
			})
		}
	}
}

// maxGuesses is how many invariants are guessed of a loop.
const maxGuesses = 40

// guessInvariants proposes what nobody wrote of the numbers that a loop changes: that
// one stays as it was, never falls or never grows, that the sum of two never grows, and that a
// range's start is at most its end. A guess is a fact only when it is proved with the help of the others.
func (x *exec) guessInvariants(l *loop, before, s *state, written []cell) {
	add := func(at func(*state) *smt.Term) {
		// Each costs a question at every edge back, asked again after another has fallen.
		if len(l.guesses) >= maxGuesses {
			return
		}
		now, first := at(s), at(before)
		// A guess needs a term before the loop and at its head: else nothing says what it means there.
		if now == nil || first == nil {
			return
		}

		id := x.c.Guess()
		x.c.Try(id, smt.Implies(before.pc, first))
		x.c.Suppose(id, smt.Implies(s.pc, now))
		l.guesses = append(l.guesses, guess{id, at})
	}

	x.guessSums(before, written, add)
	for _, k := range written {
		v := before.cells[k]
		// Guesses are about numbers and ranges; of the others [exec.advanced] says what stays.
		if v == nil || v.walk != noWalk && v.walk != closed && !(v.walk == backwards && (isRange(v.parts[0]) || v.parts[0].walk == closed)) {
			continue
		}
		for _, path := range numbers(v, nil, 3) {
			// By the way to the number: the cell holds another value in each state.
			term := func(s *state) *smt.Term {
				v := s.cells[k]
				for _, i := range path {
					if v == nil || i >= len(v.parts) {
						return nil
					}
					v = v.parts[i]
				}
				if v == nil {
					return nil
				}
				return v.term
			}
			first := term(before)
			relation := func(holds func(now *smt.Term) *smt.Term) {
				add(func(s *state) *smt.Term {
					if t := term(s); t != nil {
						return holds(t)
					}
					return nil
				})
			}
			relation(func(now *smt.Term) *smt.Term { return smt.Eq(now, first) })
			relation(func(now *smt.Term) *smt.Term { return smt.Le(first, now) })
			relation(func(now *smt.Term) *smt.Term { return smt.Le(now, first) })
		}

		first := v
		// rev hands on a range; its ends are those of the innermost one.
		for first.walk == backwards {
			first = first.parts[0]
		}
		add(func(s *state) *smt.Term {
			v := s.cells[k]
			for v != nil && v.walk == backwards {
				v = v.parts[0]
			}
			if v == nil || !isRange(v) && v.walk != closed {
				return nil
			}
			// One that was empty stays so.
			stays := smt.And(smt.Eq(v.parts[0].term, first.parts[0].term), smt.Eq(v.parts[1].term, first.parts[1].term))
			return smt.Or(smt.Le(v.parts[0].term, v.parts[1].term), stays)
		})
	}
}

// guessSums proposes that what one variable gains another loses, as the digits of a number do
// that are added up.
func (x *exec) guessSums(before *state, written []cell, add func(func(*state) *smt.Term)) {
	// Pairs grow with the square.
	const most = 4 // variables
	var vars []cell
	for _, k := range written {
		if v := before.cells[k]; v != nil && v.kind == intShape && int(k) < len(x.body.Locals) && x.isVariable(mir.Local(k)) && len(vars) < most {
			vars = append(vars, k)
		}
	}
	for i, a := range vars {
		for _, b := range vars[i+1:] {
			sum := func(s *state) *smt.Term {
				v, w := s.cells[a], s.cells[b]
				if v == nil || w == nil {
					return nil
				}
				return smt.Add(v.term, w.term)
			}
			first := sum(before)
			add(func(s *state) *smt.Term {
				if now := sum(s); now != nil {
					return smt.Le(now, first)
				}
				return nil
			})
		}
	}
}

func isRange(v *value) bool {
	return v.shape.isRange()
}

// numbers are the ways to the numbers and lengths of a value that stand outside of
// sequences.
func numbers(v *value, way []int, depth int) [][]int {
	var out [][]int
	if v.kind == intShape || v.kind == seqShape {
		out = append(out, way)
	}
	if v.kind == structShape && depth > 0 {
		for i, p := range v.parts {
			out = append(out, numbers(p, append(way[:len(way):len(way)], i), depth-1)...)
		}
	}
	return out
}

// definition is the only assignment of a local in a loop; nil where there is none, or
// more than one.
func (x *exec) definition(l *loop, local mir.Local) *mir.Rvalue {
	var out *mir.Rvalue
	for _, b := range l.inOrder() {
		for _, st := range x.body.Blocks[b].Stmts {
			if st.Kind == mir.Assign && st.Place.Local == local {
				// Assigned twice, or only in a part: no one expression is its value.
				if out != nil || len(st.Place.Proj) > 0 {
					return nil
				}
				out = st.Value
			}
		}
	}
	return out
}

// expressionOf follows a temporary back to variables: the function gives its value in
// any state of the loop. nil where that is not possible.
func (x *exec) expressionOf(l *loop, o *mir.Operand, depth int) func(*state) *smt.Term {
	if depth == 0 {
		return nil
	}
	if o.Kind == mir.Constant_ {
		if o.Const.Kind != mir.IntConst {
			return nil
		}
		n, _ := new(big.Int).SetString(o.Const.Text, 10)
		return func(*state) *smt.Term { return smt.BigLit(n) }
	}

	// A variable of the source is read as it is: what decreases is a matter of those. So is what the
	// loop leaves alone, which has one value in all its states.
	local := o.Place.Local
	if x.isVariable(local) || x.unchanged(l, local) {
		return x.placeIn(o.Place)
	}

	// A temporary stands for what it was computed from, as the compiler splits conditions up.
	if rv := x.definition(l, local); rv != nil {
		switch {
		case rv.Kind == mir.Use && len(o.Place.Proj) == 0:
			return x.expressionOf(l, rv.Args[0], depth-1)
		case rv.Kind == mir.Cast && rv.Op == "IntToInt":
			return x.expressionOf(l, rv.Args[0], depth-1)
		case rv.Kind == mir.Len:
			return x.placeIn(rv.Place)
		case rv.Kind == mir.Binary:
			a, b := x.expressionOf(l, rv.Args[0], depth-1), x.expressionOf(l, rv.Args[1], depth-1)
			// Where it overflows the code has panicked: the exact sum is the value. A guess that is wrong
			// is not proved.
			op := strings.TrimSuffix(rv.Op, "WithOverflow")
			if a == nil || b == nil || op != "Add" && op != "Sub" && op != "Mul" {
				return nil
			}
			return func(s *state) *smt.Term {
				p, q := a(s), b(s)
				if p == nil || q == nil {
					return nil
				}
				return x.arithmetic(op, p, q)
			}
		}
		return nil
	}

	for _, b := range l.inOrder() { // the length of a vector
		t := x.body.Blocks[b].Term
		if t.Kind == mir.Call && t.Place.Local == local && len(t.Place.Proj) == 0 && len(t.Args) == 1 && t.Func.Const != nil && t.Func.Const.Path != nil && t.Func.Const.Path.Last() == "len" {
			if arg := t.Args[0]; arg.Kind != mir.Constant_ {
				if x.isVariable(arg.Place.Local) || x.unchanged(l, arg.Place.Local) {
					return x.placeIn(arg.Place)
				}
				if rv := x.definition(l, arg.Place.Local); rv != nil && rv.Kind == mir.Ref {
					return x.placeIn(rv.Place)
				}
			}
		}
	}
	return nil
}

// placeIn gives the term of a place in any state; nil where it has none.
func (x *exec) placeIn(p mir.Place) func(*state) *smt.Term {
	return func(s *state) (t *smt.Term) {
		// A guess about what has no value in this state is no guess; it must not refuse the function.
		defer func() {
			if e := recover(); e != nil {
				if _, ok := e.(*unsupportedError); !ok {
					panic(e)
				}
			}
		}()
		v := x.operand(s, &mir.Operand{Kind: mir.Copy, Place: p})
		return v.term
	}
}

func (x *exec) isVariable(l mir.Local) bool {
	for _, d := range x.body.Debug {
		if d.Place != nil && d.Place.Local == l {
			return true
		}
	}
	return false
}

// unchanged reports whether nothing in a loop assigns a local.
func (x *exec) unchanged(l *loop, local mir.Local) bool {
	for _, b := range l.inOrder() {
		for _, st := range x.body.Blocks[b].Stmts {
			if st.Kind == mir.Assign && st.Place.Local == local {
				return false
			}
		}
		if t := x.body.Blocks[b].Term; t.Kind == mir.Call && t.Place.Local == local {
			return false
		}
	}
	return true
}
