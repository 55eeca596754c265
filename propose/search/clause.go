package search

import (
	"cmp"
	"slices"
)

// Clause is a candidate: a condition on observations with its text.
type Clause struct {
	Predicate
	family string // how it was found; shown in the trajectory
	kills  []uint64
	count  int
}

func (k *Clause) String() string { return k.text }

// Candidates collects clauses that hold on every real run.
type Candidates struct {
	s           *Space
	seen        map[string]bool
	List        []*Clause
	wide        []wrapping // steps of the code that leave their range
	Nearly      []*Clause  // hold on most real runs
	Tried, Held int        // candidates looked at, and of them those that hold
}

func newCandidates(s *Space) *Candidates {
	return &Candidates{s: s, seen: map[string]bool{}}
}

// Offer keeps p if it holds on every real run and some changed run violates it.
func (c *Candidates) Offer(family string, p Predicate) {
	if c.s.ended() {
		return
	}
	c.Tried++
	// What fails isn't remembered: Almost may be asked about it next.
	if c.seen[p.text] || !c.s.valid(p) {
		return
	}
	c.Held++
	c.seen[p.text] = true
	k := &Clause{Predicate: p, family: family, kills: make([]uint64, (c.s.n-c.s.real+63)/64)}
	for i := c.s.real; i < c.s.n; i++ {
		if p.holds(i) == no {
			k.kills[(i-c.s.real)/64] |= 1 << ((i - c.s.real) % 64)
			k.count++
		}
	}
	// What no changed run violates says nothing that the runs could tell.
	if k.count > 0 {
		c.List = append(c.List, k)
	}
}

func (c *Candidates) offerTerm(family string, t *Term) {
	c.Offer(family, Predicate{text: t.text, prec: t.prec, size: t.size, result: t.result, holds: t.truthAt})
}

// weight says how much a person would rather read a clause of a family: an
// equation or equivalence before a bound, a bound before a curiosity.
func (k *Clause) weight() float64 {
	switch k.family {
	case "path", "case", "length", "equivalence", "loop", "element by element", "two indices", "same text", "place":
		return 3
	case "all elements", "pairs", "permutation", "row length", "quantified", "quantified when", "element at result", "element at result when", "exists when not empty", "all elements when", "frame":
		return 1.6
	case "bound", "between", "equation":
		return 1.3
	case "bound when":
		return 0.9
	case "guarded equivalence", "sufficient", "divisible", "divisible when", "same remainder":
		return 0.6
	}
	return 1
}

// families are the kinds of explanations that may suffice alone, best first.
func families() [][]string {
	return [][]string{
		{"path"}, {"case", "length"}, {"equivalence"}, {"loop"}, {"path", "case", "length", "equivalence", "loop"},
		{"case", "length", "element by element", "two indices", "row length", "all elements", "place", "frame"},
	}
}

// Best chooses from the clauses of one family where that kills as much as all
// together, else from all. How long something is comes first: what stands at its places
// has a value then for a reader, and for verifiers that read clauses in order.
func Best(list []*Clause, most int) []*Clause {
	out := best(list, most)
	slices.SortStableFunc(out, func(x, y *Clause) int { return y.rank() - x.rank() })
	return out
}

// rank is 1 of a clause about a length, 0 of others.
func (k *Clause) rank() int {
	if k.family == "length" {
		return 1
	}
	return 0
}

func best(list []*Clause, most int) []*Clause {
	goal := Total(list)
	for _, f := range families() {
		var part []*Clause
		for _, k := range list {
			if slices.Contains(f, k.family) {
				part = append(part, k)
			}
		}
		// Nearly as much, 99.5 %, is taken for as much: the rest isn't worth a mixture of families.
		if n := Total(part); n > 0 && n*200 >= goal*199 {
			if out := choose(part, most); Total(out)*200 >= goal*199 {
				return prune(stronger(out, list))
			}
		}
	}
	return prune(stronger(choose(list, most), list))
}

// stronger puts in the place of each chosen clause the one of the list that rejects all that
// it rejects and the most beside, where that is no longer and no curiosity: a loop that begins
// with the second element says something of all but the first, and a person would say it
// of all. Which object comes back says more than that it is not null, whatever the changed
// runs have in its place.
func stronger(chosen, list []*Clause) []*Clause {
	out := slices.Clone(chosen)
	for i, k := range chosen {
		for _, o := range list {
			if (k.family == "not null" || k.family == "not null when" || k.family == "null when") && o.family == "same object" && o.covers(k) && !slices.Contains(out, o) {
				out[i] = o
				break
			}
			if (k.family == "loop" || k.weight() < 3) && o.count > out[i].count && o.size <= k.size && o.weight() >= 1 && o.covers(k) && !slices.Contains(out, o) {
				out[i] = o
			}
		}
	}
	return out
}

// covers reports whether k rejects all that o rejects.
func (k *Clause) covers(o *Clause) bool {
	for i, w := range o.kills {
		if w&^k.kills[i] != 0 {
			return false
		}
	}
	return true
}

// choose is a small set that kills every mutant that the whole list kills, or
// nearly: greedily the clause with the most new kills for its size, then without
// those that the others make superfluous.
func choose(list []*Clause, most int) []*Clause {
	// Small ones first, so that of equal scores the shorter clause wins.
	left := append([]*Clause{}, list...)
	slices.SortStableFunc(left, func(x, y *Clause) int {
		return cmp.Or(cmp.Compare(x.size, y.size), cmp.Compare(len(x.text), len(y.text)))
	})
	var dead []uint64
	if len(left) > 0 {
		dead = make([]uint64, len(left[0].kills))
	}
	var out []*Clause
	for len(out) < most {
		var best *Clause
		bestScore, bestNew := 0.0, 0
		for _, k := range left {
			fresh := 0
			for i, w := range k.kills {
				fresh += ones(w &^ dead[i])
			}
			if fresh == 0 {
				continue
			}
			// The 12 keeps size from deciding alone: among small clauses what they reject counts.
			if score := k.weight() * float64(fresh) / float64(12+k.size); score > bestScore {
				best, bestScore, bestNew = k, score, fresh
			}
		}
		// After three clauses one more must bring half a per cent of all that can be rejected.
		if best == nil || len(out) > 2 && bestNew*200 < Total(list) {
			break
		}
		out = append(out, best)
		for i, w := range best.kills {
			dead[i] |= w
		}
	}
	return prune(out)
}

// prune drops clauses whose kills the others cover, largest first.
func prune(chosen []*Clause) []*Clause {
	order := append([]*Clause{}, chosen...)
	slices.SortStableFunc(order, func(x, y *Clause) int { return cmp.Compare(y.size, x.size) })
	gone := map[*Clause]bool{}
	for _, k := range order {
		// Those that are gone don't count: two clauses that cover each other must not both go.
		others := make([]uint64, len(k.kills))
		for _, o := range chosen {
			if o != k && !gone[o] {
				for i, w := range o.kills {
					others[i] |= w
				}
			}
		}
		covered := true
		for i, w := range k.kills {
			if w&^others[i] != 0 {
				covered = false
			}
		}
		if covered {
			gone[k] = true
		}
	}
	var out []*Clause
	for _, k := range chosen {
		if !gone[k] {
			out = append(out, k)
		}
	}
	return out
}

// Total is the number of changed runs that some clause of a list rejects.
func Total(list []*Clause) int {
	var all []uint64
	for _, k := range list {
		if all == nil {
			all = make([]uint64, len(k.kills))
		}
		for i, w := range k.kills {
			all[i] |= w
		}
	}
	n := 0
	for _, w := range all {
		n += ones(w)
	}
	return n
}

func ones(w uint64) int {
	n := 0
	for ; w != 0; w &= w - 1 {
		n++
	}
	return n
}

// maxPool bounds a pool.
const maxPool = 60

// Pooled is first, then the head of a list of candidates, small ones first, at
// most so many that reject the same changed runs.
func Pooled(list []*Clause, first []*Clause) []*Clause {
	// A pool is for a verifier, which may not prove the first that rejects a set of runs but the next.
	const alike = 3
	order := slices.Clone(list)
	slices.SortStableFunc(order, func(x, y *Clause) int {
		return cmp.Or(cmp.Compare(float64(x.size)/x.weight(), float64(y.size)/y.weight()), cmp.Compare(len(x.text), len(y.text)), cmp.Compare(x.text, y.text))
	})
	seen := map[string]int{}
	out := slices.Clone(first)
	for _, k := range order {
		if slices.Contains(first, k) {
			continue
		}
		key := fingerprint(k.kills)
		if seen[key]++; seen[key] > alike {
			continue
		}
		if out = append(out, k); len(out) == maxPool {
			break
		}
	}
	return out
}

// fingerprint is a set of kills as a map's key.
func fingerprint(kills []uint64) string {
	b := make([]byte, 0, 8*len(kills))
	for _, w := range kills {
		for i := range 8 {
			b = append(b, byte(w>>(8*i)))
		}
	}
	return string(b)
}

// mostly is the share of the runs on which a clause must hold to be kept for the
// case that preconditions are added.
const mostly = 0.7

// Almost keeps a clause that holds on most runs but not on all.
func (c *Candidates) Almost(p Predicate) {
	if c.seen[p.text] {
		return
	}
	n := 0
	for o := range c.s.real {
		if p.holds(o) == yes {
			n++
		}
	}
	// What holds on all runs isn't for this list.
	if float64(n) < mostly*float64(c.s.real) || n == c.s.real {
		return
	}
	c.seen[p.text] = true
	k := &Clause{Predicate: p, family: "loop", kills: make([]uint64, (c.s.n-c.s.real+63)/64)}
	for i := c.s.real; i < c.s.n; i++ {
		// A changed run counts only where the run that it was made of doesn't violate the clause itself.
		if p.holds(i) == no && p.holds(c.s.of[i]) == yes {
			k.kills[(i-c.s.real)/64] |= 1 << ((i - c.s.real) % 64)
			k.count++
		}
	}
	if k.count > 0 {
		c.Nearly = append(c.Nearly, k)
	}
}
