package condition

import (
	"context"
	"time"

	"ensures/verify/smt"
)

// Fixpoint turns on the greatest set of guesses of which each is proved with the
// help of all, by taking out what fails until nothing does:
//
//	G₀ = all guesses;  Gₙ₊₁ = { g ∈ Gₙ : facts, Gₙ ⊢ every part of g's proof };
//	on = Gₙ where Gₙ₊₁ = Gₙ
//
// A part of a guess's proof sees only what stands before it, so that an iteration of
// a loop leans on the guesses at the loop's head and on nothing later. The result is
// false when most, the work of all checks together, was too little; then no guess is
// on.
func (p *Prover) Fixpoint(ctx context.Context, c *Condition, most time.Duration) (bool, error) {
	c.on = map[int]bool{}
	for _, it := range c.items {
		if it.ob != nil && it.ob.guess > 0 {
			c.on[it.ob.guess] = true
		}
	}
	for len(c.on) > 0 {
		failed, err := p.sweep(ctx, c, &most)
		if err != nil {
			return false, err
		}
		// The last sweep may have ended in the middle: those not asked in it are not proved with
		// the ones that are left.
		if most <= 0 {
			clear(c.on)
			return false, nil
		}
		if len(failed) == 0 {
			return true, nil
		}
		for id := range failed {
			delete(c.on, id)
		}
	}
	return true, nil
}

// sweep tries to prove each guess that is on, and returns those that fail. It takes
// its work from most, and ends when nothing is left.
func (p *Prover) sweep(ctx context.Context, c *Condition, most *time.Duration) (map[int]bool, error) {
	l, err := p.session(ctx, c)
	if err != nil {
		return nil, err
	}
	defer l.end()
	failed := map[int]bool{}
	for i, it := range c.items {
		// One part that fails is enough; what leaned on the guess is asked again in the next sweep.
		if it.ob == nil || !c.on[it.ob.guess] || failed[it.ob.guess] || it.ob.Goal == smt.True {
			continue
		}
		res, _, err := l.check(ctx, i, smt.Not(it.ob.Goal), nil)
		if err != nil {
			return nil, err
		}
		if res != smt.Unsat {
			failed[it.ob.guess] = true
		}
		if *most -= l.work; *most <= 0 {
			return failed, nil
		}
	}
	return failed, nil
}
