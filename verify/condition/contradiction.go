package condition

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"ensures/verify/smt"
)

// Step is a part of a condition that assumes something of the world: what holds where
// a method begins, what a call leaves behind, what a loop keeps.
type Step struct {
	From, To int       // its items: those from From on, To not included
	Path     *smt.Term // the path condition in front of it
	Claim    int
}

// Assumed files a step.
func (c *Condition) Assumed(s Step) {
	if s.Path != smt.False {
		c.steps = append(c.steps, s)
	}
}

// Because says, in words, where the facts come from that f adds. The innermost reason
// counts.
func (c *Condition) Because(why string, f func()) {
	was := c.why
	c.why = why
	defer func() { c.why = was }()
	f()
}

// Postulate is Because for facts about all values that are proved elsewhere, or not
// at all. They may contradict where no term of the condition wakes them, so that a
// solver is also asked to look for values itself.
func (c *Condition) Postulate(why string, f func()) {
	c.axioms = true
	c.Because(why, f)
}

// Contradiction is a step at which "false" is proved.
type Contradiction struct {
	Step  Step
	Facts []string // where the facts come from that contradict, as far as they say so
}

// The work of one question for a contradiction, of all of one condition, and of one
// about a contradiction that has been found.
const (
	askFalse    = 3 * time.Millisecond
	askAllFalse = 200 * time.Millisecond
	askCore     = 200 * time.Millisecond
	askStrong   = 40 * time.Millisecond // by model-based instantiation
)

// Contradiction looks for a step whose facts contradict those before it, nil where
// there is none. It is asked of a condition that is proved: a contradiction proves
// anything.
//
// With Γ₍ the facts in front of a step, Γ₎ those up to its end, Δ those that the step
// itself adds, and π the path condition in front of it:
//
//	contradictory(step)  iff  Γ₎, π ⊢ false  and  Γ₍, π ⊬ false  and  Γ₎∖Δ, π ⊬ false
//
// Side conditions:
//
//   - π is the path condition in front of the step, and not behind it: a call that
//     never returns normally, or never throws, ends one of its paths and not all.
//     So of a call false is asked under all its outcomes together.
//   - A branch is no step. What contradicts a branch condition is dead code (a
//     precondition that rules it out, a defensive default): Γ₍, π ⊢ false already in
//     front of the next step, or as soon as the step's terms let the solver see it
//     (the third conjunct).
//   - Facts that hold off the path count: they are part of Γ, whatever π is.
//   - ⊬ is what the solver does not prove within its limit. So a contradiction may be
//     missed; none is made up, as Γ₎, π ⊢ false is a proof.
//
// The whole condition is the last step, in front of which is nothing, with π true: it
// has the facts that obligations became once proved, and with them the terms that
// axioms wait for.
func (p *Prover) Contradiction(ctx context.Context, c *Condition) (*Contradiction, error) {
	// What has been added since the proof makes it another condition than the one remembered.
	remembered := c.known.items == len(c.items)
	if r := p.memory.get(c.known.digest); remembered && r != nil && r.consistent {
		return nil, nil
	}
	found, err := p.contradiction(ctx, c)
	if remembered && found == nil && err == nil && c.struck == 0 {
		p.memory.consistent(c.known.digest)
	}
	return found, err
}

// contradiction is Contradiction for a condition that is not remembered.
func (p *Prover) contradiction(ctx context.Context, c *Condition) (*Contradiction, error) {
	whole := Step{To: len(c.items), Path: smt.True, Claim: -1}
	steps := slices.Clone(c.steps)
	slices.SortStableFunc(steps, func(a, b Step) int { return a.To - b.To }) // calls lie in each other
	// Not asked with the proof; else that answer is used below.
	if c.end == smt.InvalidResult {
		steps = append(steps, whole)
	}

	found, err := p.refuted(ctx, c, steps)
	if err != nil {
		return nil, err
	}
	if c.end == smt.Unsat {
		found = append(found, whole)
	}

	// In order: the first step that has a part in it is where the contradiction began.
	for _, s := range found {
		facts, err := p.guilty(ctx, c, s)
		if err != nil {
			return nil, err
		}
		if facts != nil {
			return &Contradiction{Step: s, Facts: facts}, nil
		}
	}

	if c.axioms {
		core, err := p.core(ctx, c, whole, strong, func(int, item) bool { return false })
		if core != nil || err != nil {
			return &Contradiction{Step: whole, Facts: c.reasons(core)}, err
		}
	}
	return nil, nil
}

// refuted returns the steps at which false is proved.
func (p *Prover) refuted(ctx context.Context, c *Condition, steps []Step) (found []Step, err error) {
	if len(steps) == 0 {
		return nil, nil
	}
	// The process of the proof has only just been reset: this one had time to.
	l := &session{p: p, c: c, each: askFalse, beside: true}
	if err := l.begin(ctx); err != nil {
		return nil, err
	}
	// What follows takes a process of its own, and there may be only one.
	defer l.end()
	var spent time.Duration
	for _, s := range steps {
		// The whole is asked in any case, whatever the steps before it took.
		if spent > askAllFalse && s.Claim >= 0 {
			continue
		}
		res, _, err := l.check(ctx, s.To, s.Path, nil)
		if err != nil {
			return nil, err
		}
		spent += l.work
		if res == smt.Unsat {
			found = append(found, s)
		}
	}
	return found, nil
}

// guilty returns the reasons of the facts that contradict at a step whose path is
// refuted, nil where the step has no part in it.
func (p *Prover) guilty(ctx context.Context, c *Condition, s Step) ([]string, error) {
	// The second and the third conjunct of the rule: with one of them false the path is dead
	// without what the step assumes.
	if s.From > 0 {
		for _, innocent := range []func(i int, it item) bool{
			func(i int, it item) bool { return i >= s.From },
			func(i int, it item) bool { return i >= s.From && it.fact != nil && it.why != "" },
		} {
			core, err := p.core(ctx, c, s, quick, innocent)
			if err != nil || core != nil {
				return nil, err // dead without the step
			}
		}
	}
	core, err := p.core(ctx, c, s, quick, func(int, item) bool { return false })
	if core == nil || err != nil {
		return nil, err
	}
	return c.reasons(core), nil
}

// reasons are where items say that they come from, each once.
func (c *Condition) reasons(core []int) []string {
	reasons := []string{}
	for _, i := range core {
		if why := c.items[i].why; why != "" && !slices.Contains(reasons, why) {
			reasons = append(reasons, why)
		}
	}
	return reasons
}

// core asks in a session of its own, in a way of working, whether the facts up to the
// end of a step refute its path, without those that are left out, and returns the items of an unsat core;
// nil where they don't.
func (p *Prover) core(ctx context.Context, c *Condition, st Step, m mode, without func(int, item) bool) ([]int, error) {
	// The option has to come before any declaration, so the session at hand cannot be used.
	s, of, err := p.first(ctx, 0, false)
	if err != nil {
		return nil, missing(err)
	}
	defer func() {
		s.Reset()
		s.Send("(set-option :produce-unsat-cores false)") // it outlives a reset
		p.solvers[of].pool.Put(s)
	}()
	s.Reset() // the option has to come first
	s.Send("(set-option :produce-unsat-cores true)")
	setup(s, m)
	s.SetLimit(ctx, askCore)
	if m == strong {
		s.SetLimit(ctx, askStrong)
	}
	for i, it := range c.items[:st.To] {
		switch {
		case it.guess > 0 && !c.on[it.guess]:
		case it.decl != "":
			s.Send(it.decl)
		case it.fact != nil && !without(i, it):
			s.Send(fmt.Sprintf("(assert (! %s :named fact.%d))", it.fact, i))
		}
	}
	s.Assert(st.Path)
	res, err := s.Check(ctx)
	if s.Struck() {
		c.strike(ctx, s)
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil || res != smt.Unsat {
		return nil, nil // what a solver does not prove is not held against anybody
	}
	lines, err := s.Query(ctx, "(get-unsat-core)")
	if err != nil {
		// The contradiction stands, though nobody says what it is made of: not nil.
		return []int{}, nil
	}
	out := []int{}
	for _, w := range strings.Fields(strings.NewReplacer("(", " ", ")", " ").Replace(strings.Join(lines, " "))) {
		var i int
		if n, _ := fmt.Sscanf(w, "fact.%d", &i); n == 1 && i < st.To {
			out = append(out, i)
		}
	}
	slices.Sort(out)
	return out, nil
}
