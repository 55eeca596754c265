package native

import (
	"sort"

	"ensures/java/types"
	"ensures/verify/smt"
)

// state is a symbolic state on one path: the condition under which the path is
// taken, the values of the locals, and the versions of the heap's components.
// A state is copied before it forks and joined where paths meet, so the condition
// stays linear in the size of the method.
type state struct {
	pc     *smt.Term
	locals map[*types.Local]*smt.Term
	heap   map[string]*smt.Term // component name → array or scalar; others come from base
	base   *base
	// weak holds what loops without invariants changed on the way here.
	weak []string
	// settled is the arrays' components, and what was alive, when the invariants of
	// all objects were last known to hold.
	settled map[string]*smt.Term
}

func (s *state) clone() *state {
	t := &state{pc: s.pc, locals: make(map[*types.Local]*smt.Term, len(s.locals)+2), heap: make(map[string]*smt.Term, len(s.heap)+2), base: s.base, weak: s.weak, settled: s.settled}
	for k, v := range s.locals {
		t.locals[k] = v
	}
	for k, v := range s.heap {
		t.heap[k] = v
	}
	return t
}

// under is a copy of s on the branch where c holds.
func (x *exec) under(s *state, c *smt.Term) *state {
	t := s.clone()
	t.pc = x.guard(s.pc, c)
	return t
}

// guard names the conjunction of a path condition and a branch condition.
func (x *exec) guard(pc, c *smt.Term) *smt.Term {
	g := smt.And(pc, c)
	if g.Size() <= 6 {
		return g
	}
	b := x.fresh("pc", smt.Bool)
	x.fact(smt.Eq(b, g))
	return b
}

// assume adds f as a fact on the path of s.
func (x *exec) assume(s *state, f *smt.Term) {
	x.fact(smt.Implies(s.pc, f))
}

func sameTerms(a, b map[string]*smt.Term) bool {
	if len(a) != len(b) {
		return false
	}
	for k, v := range a {
		if b[k] != v {
			return false
		}
	}
	return true
}

// sameVars reports whether a state that went on from another one differs from it in its path
// condition only.
func (x *exec) sameVars(before, now *state) bool {
	return len(before.locals) == len(now.locals) && x.sameButNew(before, now) && smt.Same(x.component(before, alive), x.component(now, alive))
}

// sameButNew reports whether a state that went on from another one differs from it by no more
// than what it has allocated. What it has written for the first time is compared with what was
// there at their base.
func (x *exec) sameButNew(before, now *state) bool {
	if before.base != now.base {
		return false
	}
	for l, v := range before.locals {
		if now.locals[l] != v {
			return false
		}
	}
	for name := range now.heap {
		if name != alive && !smt.Same(x.component(before, name), x.component(now, name)) {
			return false
		}
	}
	return true
}

// join merges states that meet; nil and unreachable ones are left out. The result
// is nil when no path arrives.
func (x *exec) join(ss ...*state) *state {
	var in []*state
	for _, s := range ss {
		if s != nil && s.pc != smt.False {
			in = append(in, s)
		}
	}
	switch len(in) {
	case 0:
		return nil
	case 1:
		return in[0]
	}

	out := &state{locals: map[*types.Local]*smt.Term{}, heap: map[string]*smt.Term{}}
	pcs := make([]*smt.Term, len(in))
	for i, s := range in {
		pcs[i] = s.pc
		out.weak = union(out.weak, s.weak)
	}

	out.pc = x.disjunction(pcs)
	if out.pc.Size() > 6 {
		// Every fact of this path has its condition in front: as a tree it would be written out
		// each time.
		b := x.fresh("pc", smt.Bool)
		x.fact(smt.Eq(b, out.pc))
		out.pc = b
	}

	for _, l := range x.sortedLocals(in[0]) {
		vs := make([]*smt.Term, len(in))
		ok := true
		for i, s := range in {
			if vs[i], ok = s.locals[l]; !ok {
				break // out of scope on some path
			}
		}
		if ok {
			out.locals[l] = x.phi(l.Name, in, vs)
		}
	}

	out.base = in[0].base
	// The paths may have last known the invariants in different states. nil means the method's
	// beginning, where they held on every path.
	out.settled = in[0].settled
	for _, s := range in[1:] {
		if !sameTerms(out.settled, s.settled) {
			out.settled = nil
		}
	}

	names := map[string]bool{}
	for _, s := range in {
		// What a path has not touched comes from its own base, so a common one asks all of them,
		// and only once somebody looks.
		if s.base != out.base {
			out.base = &base{from: in, known: map[string]*smt.Term{}}
			break
		}
	}
	for _, s := range in {
		for k := range s.heap {
			names[k] = true
		}
	}

	for _, k := range sorted(names) {
		vs := make([]*smt.Term, len(in))
		for i, s := range in {
			vs[i] = x.component(s, k)
		}
		out.heap[k] = x.phi(k, in, vs)
	}
	return out
}

// disjunction simplifies (p ∧ c) ∨ (p ∧ ¬c) to p for the frequent two-way join.
func (x *exec) disjunction(pcs []*smt.Term) *smt.Term {
	if len(pcs) == 2 {
		if p, ok := x.complement[[2]*smt.Term{pcs[0], pcs[1]}]; ok {
			return p
		}
	}
	// Of more paths, or after an exception has left one of them, the disjunction is what is known.
	return smt.Or(pcs...)
}

// fork splits s on c and remembers that the two halves make s whole.
func (x *exec) fork(s *state, c *smt.Term) (yes, no *state) {
	yes, no = x.under(s, c), x.under(s, smt.Not(c))
	x.complement[[2]*smt.Term{yes.pc, no.pc}] = s.pc
	return yes, no
}

// phi is the value that is vs[i] on the path of in[i].
func (x *exec) phi(name string, in []*state, vs []*smt.Term) *smt.Term {
	same := true
	for _, v := range vs[1:] {
		if v != vs[0] && !smt.Same(v, vs[0]) {
			same = false
			break
		}
	}
	if same {
		return vs[0]
	}
	v := x.fresh(name, vs[0].Sort)
	for i, s := range in {
		// The path conditions of a join exclude each other, so v is defined once on each path.
		x.fact(smt.Implies(s.pc, smt.Eq(v, vs[i])))
	}
	return v
}

// order remembers when locals came up, so that output is deterministic.
func (x *exec) sortedLocals(s *state) []*types.Local {
	ls := make([]*types.Local, 0, len(s.locals))
	for l := range s.locals {
		ls = append(ls, l)
	}
	sort.Slice(ls, func(i, j int) bool { return x.order[ls[i]] < x.order[ls[j]] })
	return ls
}

// set gives a local a value.
func (x *exec) set(s *state, l *types.Local, v *smt.Term) {
	if _, ok := x.order[l]; !ok {
		x.order[l] = len(x.order) + 1
	}
	s.locals[l] = v
}

func sorted(m map[string]bool) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

func union(a, b []string) []string {
	if len(b) == 0 {
		return a
	}
	m := map[string]bool{}
	for _, x := range a {
		m[x] = true
	}
	for _, x := range b {
		m[x] = true
	}
	return sorted(m)
}
