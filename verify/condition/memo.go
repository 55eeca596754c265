package condition

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"sync"
	"time"

	"ensures/internal/effort"
	"ensures/verify/smt"
)

// memory is what a prover remembers of the conditions that it has proved, by all that a
// solver was told of them. The same condition is asked about often: by the search for a
// specification, when a file is looked at as a whole, and again when another method of it has
// lost a clause. What is not proved is asked anew.
type memory struct {
	mu     sync.Mutex
	proofs map[digest]*remembered
}

// digest identifies a condition with the limits under which it was asked about.
type digest [sha256.Size]byte

// identity is under what a condition is remembered while it has so many items.
type identity struct {
	digest
	items int
}

// remembered is a proof.
type remembered struct {
	unreachable []int         // of the condition's probes
	warned      map[int]bool  // results that are only warned of, and are not proved
	end         smt.Result    // of the condition
	work        time.Duration // that it took: it counts again, so that limits end in the same place
	consistent  bool          // no contradiction was found
}

// mostRemembered bounds a memory; a full one begins anew.
const mostRemembered = 1 << 15

func (m *memory) get(d digest) *remembered {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.proofs[d]
}

func (m *memory) put(d digest, r *remembered) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.proofs == nil || len(m.proofs) >= mostRemembered {
		m.proofs = map[digest]*remembered{}
	}
	m.proofs[d] = r
}

// consistent notes that a condition has no contradiction.
func (m *memory) consistent(d digest) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if r := m.proofs[d]; r != nil {
		// Copied: others may be reading it without the lock.
		known := *r
		known.consistent = true
		m.proofs[d] = &known
	}
}

// digest returns what a condition is remembered by: every declaration, fact and obligation in
// order, the probes and steps among them, which guesses are on, and who is believed: what a
// solver said that was found to lie since is forgotten.
func (p *Prover) digest(c *Condition, o SolveOptions) (d digest) {
	h := sha256.New()
	fmt.Fprintln(h, o.Quick, c.slower, c.axioms)
	for _, s := range p.solvers {
		fmt.Fprintln(h, s.trust.believed(s.program()))
	}
	for _, it := range c.items {
		switch {
		case it.guess > 0 && !c.on[it.guess], it.ob != nil && it.ob.guess > 0:
			fmt.Fprintln(h, "nothing") // but a place that probes and steps count
		case it.decl != "":
			fmt.Fprintln(h, it.decl)
		case it.fact != nil:
			fmt.Fprintln(h, "fact", it.fact)
		case it.ob != nil:
			fmt.Fprintln(h, "prove", it.ob.WarnOnly, it.ob.Goal)
		}
	}
	for _, p := range c.probes {
		fmt.Fprintln(h, "probe", p.After, p.Always, p.Path)
	}
	for _, s := range c.steps {
		fmt.Fprintln(h, "step", s.From, s.To, s.Path, s.Claim >= 0)
	}
	h.Sum(d[:0])
	return d
}

// remember returns the proof of a condition that was proved before, nil where there is none.
func (p *Prover) remember(ctx context.Context, c *Condition) *Proof {
	r := p.memory.get(c.known.digest)
	if r == nil {
		return nil
	}
	// As if it had been proved again, so that a limit of work ends in the same place whatever was
	// asked before.
	effort.Spend(ctx, r.work)
	out := &Proof{}
	for _, it := range c.items {
		if it.ob != nil && it.ob.guess == 0 {
			answer := smt.Unsat
			if r.warned[len(out.Results)] {
				answer = smt.UnknownResult
			}
			out.Results = append(out.Results, Result{Obligation: it.ob, Answer: answer})
		}
	}
	for _, i := range r.unreachable {
		out.Unreachable = append(out.Unreachable, c.probes[i])
	}
	c.end = r.end
	return out
}

// keep remembers a condition that is proved, unless the clock had a part in that.
func (p *Prover) keep(c *Condition, proof *Proof, work time.Duration) {
	// What is not proved may be, with more patience or an idle machine.
	if !proof.Proved() || proof.Struck > 0 {
		return
	}
	r := &remembered{end: c.end, work: work, warned: map[int]bool{}}
	for i, res := range proof.Results {
		if !res.Proved() {
			r.warned[i] = true
		}
	}
	for _, u := range proof.Unreachable {
		r.unreachable = append(r.unreachable, slices.Index(c.probes, u))
	}
	p.memory.put(c.known.digest, r)
}
