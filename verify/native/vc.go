package native

import (
	"fmt"
	"strings"

	"ensures/java"
	"ensures/jml"
	"ensures/verify"
	"ensures/verify/condition"
	"ensures/verify/smt"
)

// obligation is what Java's rules say of one thing to prove; the condition knows it
// by its number.
type obligation struct {
	kind   verify.Kind
	at     java.Pos
	assoc  java.Pos // the clause, when elsewhere
	clause string
	detail string // appended to the message
	// warnOnly marks well-definedness of a specification under a quantifier:
	// a failure is a warning, as OpenJML does not check it.
	warnOnly bool
	// noInvariant holds the variables that an earlier loop without an invariant
	// changed; it explains a failure.
	noInvariant []string
}

// claim files what is said of an obligation or a probe and returns its number. The
// numbers of obligations that were rolled back are not used again.
func (x *exec) claim(o obligation) int {
	x.claims = append(x.claims, o)
	return len(x.claims) - 1
}

// probe asks, at a point of the condition, whether a path condition can hold at all.
func (x *exec) probe(after int, pc *smt.Term, k verify.Kind, at java.Pos) {
	x.Probe(condition.Probe{After: after, Path: pc, Claim: x.claim(obligation{kind: k, at: at}), Always: k == verify.VacuousPrecondition})
}

// assumes begins a step that assumes something of the world on the path of s, and
// returns what ends it.
func (x *exec) assumes(s *state, where string, at java.Pos) (end func()) {
	from, pc := x.Len(), s.pc
	return func() { x.assumesFrom(from, pc, where, at) }
}

// assumesFrom files the step that began at a point of the condition, with the path
// condition there.
func (x *exec) assumesFrom(from int, pc *smt.Term, where string, at java.Pos) {
	x.Assumed(condition.Step{From: from, To: x.Len(), Path: pc, Claim: x.claim(obligation{at: at, detail: where})})
}

// because says of the facts that f adds that they come from a clause.
func (x *exec) because(c *jml.Clause, f func()) {
	x.Because(x.clauseAt(c), f)
}

// clauseAt is a clause with its line, for people.
func (x *exec) clauseAt(c *jml.Clause) string {
	return fmt.Sprintf("line %d: %s", x.file.Position(c.KeyPos).Line, strings.TrimSuffix(x.text(c), ";"))
}

// check adds an obligation on the path of s from which nothing follows.
func (x *exec) check(s *state, goal *smt.Term, o obligation) { x.oblige(s, goal, o) }

// prove adds an obligation on the path of s, and what it proves as a fact. What is
// only warned of may be false, and nothing follows from it.
func (x *exec) prove(s *state, goal *smt.Term, o obligation) {
	if x.oblige(s, goal, o) && !o.warnOnly {
		x.fact(smt.Implies(s.pc, goal))
	}
}

// oblige adds an obligation on the path of s; false where no run gets there.
func (x *exec) oblige(s *state, goal *smt.Term, o obligation) bool {
	if s.pc == smt.False {
		return false
	}
	x.sized(goal)
	o.noInvariant = s.weak
	x.Oblige(condition.Obligation{Goal: smt.Implies(s.pc, goal), WarnOnly: o.warnOnly, Claim: x.claim(o)})
	return true
}

// fact adds an assumption that holds on every path.
func (x *exec) fact(t *smt.Term) {
	x.sized(t)
	x.Fact(t)
}

// sized ends the generation of a condition with a term that is too large.
func (x *exec) sized(t *smt.Term) {
	if t.Size() > condition.MaxTerm {
		x.fail("condition of this size")
	}
}

func (x *exec) fresh(hint string, s smt.Sort) *smt.Term { return x.Fresh(hint, s) }
func (x *exec) bound(hint string, s smt.Sort) *smt.Term { return x.Bound(hint, s) }
func (x *exec) once(key string, f func())               { x.Once(key, f) }
func (x *exec) function(name string, result smt.Sort, args ...*smt.Term) *smt.Term {
	return x.Function(name, result, args...)
}

func symbol(s string) string { return condition.Symbol(s) }
