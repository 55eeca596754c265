package native

import (
	"time"

	"ensures/java"
	"ensures/java/types"
	"ensures/verify"
	"ensures/verify/smt"
)

// guess is a clause that may hold: at a loop, before it and after each iteration;
// at a method, where it returns. A guess is a fact only while it is on, and it is
// on only when it has been proved with the others that are (see condition.Prover.Fixpoint).
type guess struct {
	id    int
	given int // its number in what a caller proposed, −1 for the verifier's own
	holds func(s *state) *smt.Term
}

// proposal is what a caller proposes for one place.
type proposal struct {
	given int
	expr  java.Expr
}

// newGuess numbers a guess; numbers count from 1.
func (x *exec) newGuess(given int, holds func(*state) *smt.Term) *guess {
	return &guess{id: x.Guess(), given: given, holds: holds}
}

// tryGuess adds the obligation that a guess holds in s.
func (x *exec) tryGuess(s *state, g *guess) {
	if s.pc == smt.False {
		return
	}
	// In front of the call of Try: what holds adds items of its own, and an obligation sees only
	// those before it.
	goal := smt.Implies(s.pc, g.holds(s))
	x.Try(g.id, goal)
	if g.given >= 0 {
		x.givenGuess[g.id] = g.given
	}
}

// assumeGuess adds what a guess says of s, a fact while the guess is on.
func (x *exec) assumeGuess(s *state, g *guess) {
	fact := smt.Implies(s.pc, g.holds(s)) // adds items of its own
	x.Suppose(g.id, fact)
}

// proposed makes guesses of the proposals for one place. One that has no meaning
// here does not hold.
func (x *exec) proposed(ps []proposal, ctx func(*state) *spec) []*guess {
	var out []*guess
	for _, p := range ps {
		out = append(out, x.newGuess(p.given, func(s *state) (f *smt.Term) {
			defer func() {
				if r := recover(); r != nil {
					if _, ok := r.(unsupported); !ok {
						panic(r)
					}
					// A guess that is false is never proved, and so is never on.
					f = smt.False
				}
			}()
			sp := ctx(s)
			f = sp.formula(p.expr)
			for _, d := range sp.wd {
				// A candidate that may be undefined is not to be taken for one that holds.
				if !d.quant {
					f = smt.And(d.cond, f)
				}
			}
			return f
		}))
	}
	return out
}

// The limits of what the verifier guesses by itself.
const (
	maxGuesses     = 60
	maxGuessArrays = 3
	maxGuessLocals = 4
	fixpointWork   = 1500 * time.Millisecond // by the solver's steps
)

// ownGuesses are what loops leave alone, which specifications often leave out: a
// reference stays non-null, a variable that is only counted up is not below its first
// value, and of an array what a counter has not reached yet is unchanged. s is the
// state before the loop. Like any guess they are facts only where they are proved, and
// a proof that needed them says so; a portable one does without.
//
// Where a counter ends is not among them: a loop whose invariants forget it is to be
// told so.
func (x *exec) ownGuesses(s *state, t *targetSet, p loopParts) []*guess {
	var out []*guess
	at := x.file.Position(p.stmt.Pos())
	add := func(what string, holds func(*state) *smt.Term) {
		if x.Guesses() < maxGuesses {
			g := x.newGuess(-1, holds)
			x.inferred[g.id] = verify.Assumption{What: "loop invariant: " + what, Line: at.Line, Column: at.Column}
			out = append(out, g)
		}
	}

	up, down := x.counting(p)
	limits := x.limits(s, t, p)
	var counters []*types.Local
	for _, l := range t.locals {
		first, ok := s.locals[l]
		switch {
		// A local of the body has no first value; a ghost variable is the author's to say something
		// of.
		case !ok || l.Spec:
		case first.Sort == refSort:
			add(l.Name+" is not null", func(s *state) *smt.Term { return smt.Not(smt.Eq(s.locals[l], null)) })
		case isIntegral(l.Type) && up[l] && !down[l]:
			add(l.Name+" is not below its first value", func(s *state) *smt.Term { return smt.Le(first, s.locals[l]) })
			counters = append(counters, l)
		case isIntegral(l.Type) && down[l] && !up[l]:
			add(l.Name+" is not above its first value", func(s *state) *smt.Term { return smt.Le(s.locals[l], first) })
			counters = append(counters, l)
		}
	}

	counters = counters[:min(len(counters), maxGuessLocals)]
	for n, a := range x.writtenArrays(t) {
		if n == maxGuessArrays {
			break
		}
		// The content in front of the loop, which all guesses about this array compare with.
		was := x.nameTerm("was", smt.Select(x.component(s, a.comp), a.ref))
		same := func(s *state, where func(k *smt.Term) *smt.Term) *smt.Term {
			k := x.bound("k", smt.Int)
			now, then := smt.Select(smt.Select(x.component(s, a.comp), a.ref), k), smt.Select(was, k)
			return smt.Forall([]*smt.Term{k}, smt.Implies(where(k), smt.Eq(now, then)), []*smt.Term{now}, []*smt.Term{then})
		}
		for _, l := range counters {
			first := s.locals[l]
			before := smt.Lt
			if down[l] {
				before = func(a, b *smt.Term) *smt.Term { return smt.Lt(b, a) }
			}
			const array = "an array that the loop writes is as before "
			beyond := func(what string, of func(*state) *smt.Term) {
				add(array+"beyond "+what, func(s *state) *smt.Term {
					return same(s, func(k *smt.Term) *smt.Term { return before(of(s), k) })
				})
			}
			now := func(s *state) *smt.Term { return s.locals[l] }
			beyond(l.Name, now)
			add(array+"from "+l.Name+" on", func(s *state) *smt.Term {
				return same(s, func(k *smt.Term) *smt.Term { return smt.Not(before(k, now(s))) })
			})
			add(array+"while "+l.Name+" has its first value", func(s *state) *smt.Term {
				return smt.Implies(smt.Eq(s.locals[l], first), same(s, func(*smt.Term) *smt.Term { return smt.True }))
			})
			add(array+"in front of "+l.Name+"'s first value", func(s *state) *smt.Term {
				return same(s, func(k *smt.Term) *smt.Term { return before(k, first) })
			})
			for _, b := range limits[l] {
				beyond("the limit of "+l.Name, func(*state) *smt.Term { return b })
				add(array+"from the limit of "+l.Name+" on", func(s *state) *smt.Term {
					return same(s, func(k *smt.Term) *smt.Term { return smt.Not(before(k, b)) })
				})
			}
		}
	}
	return out
}

// writtenArray is one array that a loop writes.
type writtenArray struct {
	comp string
	ref  *smt.Term
}

// writtenArrays are the arrays that a loop writes and that stay the same objects.
func (x *exec) writtenArrays(t *targetSet) []writtenArray {
	var out []writtenArray
	names := map[string]bool{}
	for k := range t.comps {
		names[k] = true
	}
	for _, name := range sorted(names) {
		if x.components[name].kind != arrayComp || t.whole[name] {
			continue
		}
		seen := map[*smt.Term]bool{}
		for _, r := range t.comps[name] {
			if r != nil && r != x.nowhere && !seen[r] {
				seen[r] = true
				out = append(out, writtenArray{name, r})
			}
		}
	}
	return out
}

// limits are, for each variable that the loop changes, the values that its
// condition compares it with and that stay the same in the loop.
func (x *exec) limits(s *state, t *targetSet, p loopParts) map[*types.Local][]*smt.Term {
	out := map[*types.Local][]*smt.Term{}
	if p.cond == nil {
		return out
	}
	add := func(v, bound java.Expr) {
		u := x.useOf(java.Unparen(v))
		if u == nil || u.Kind != types.LocalRef || !t.seen[u.Local] || !x.steady(bound, t) {
			return
		}
		if b := x.tryNumber(s, bound); b != nil {
			out[u.Local] = append(out[u.Local], b)
		}
	}
	var visit func(java.Expr)
	visit = func(e java.Expr) {
		b, ok := java.Unparen(e).(*java.Binary)
		if !ok {
			return
		}
		switch b.Op {
		// Every conjunct has to hold for another iteration, so that each is a limit.
		case java.AndAnd:
			visit(b.X)
			visit(b.Y)
		case java.Lt, java.Le, java.Gt, java.Ge, java.Ne:
			add(b.X, b.Y)
			add(b.Y, b.X)
		}
	}
	visit(p.cond)
	return out
}

// steady reports whether an expression has the same value all through a loop:
// numbers, variables that the loop does not change, and lengths of those.
func (x *exec) steady(e java.Expr, t *targetSet) bool {
	ok := true
	java.Walk(e, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.Name:
			if u := x.useOf(n); u != nil && (u.Kind != types.LocalRef || t.seen[u.Local]) && !(u.Kind == types.FieldRef && u.Field.Constant() != nil) {
				ok = false
			}
		case *java.Select:
			u := x.useOf(n)
			ok = ok && u != nil && u.Kind == types.LengthRef
		case *java.Call:
			c := x.callOf(n)
			ok = ok && c != nil && c.Method != nil && c.Method.Key() == "java.lang.String.length()"
		case *java.Literal, *java.Paren:
		case *java.Binary:
			switch n.Op {
			case java.Plus, java.Sub, java.Mul, java.Div:
			default:
				ok = false
			}
		default:
			if _, expr := n.(java.Expr); expr {
				ok = false
			}
		}
		return ok
	})
	return ok
}

// tryNumber is the mathematical value of a steady expression in s, nil where it
// has none here.
func (x *exec) tryNumber(s *state, e java.Expr) (t *smt.Term) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(unsupported); !ok {
				panic(r)
			}
			t = nil
		}
	}()
	if !isIntegral(x.typeOf(e)) {
		return nil
	}
	return x.nameTerm("limit", x.specAt(s).number(e, types.TBigint))
}
