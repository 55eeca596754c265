package propose

import (
	"cmp"
	"slices"

	"ensures/candidate"
	"ensures/jml"
)

// clause is a candidate: a condition on observations with its text.
type clause struct {
	predicate
	family string // how it was found; shown in the trajectory
	kills  []uint64
	count  int

	said *candidate.Clause // nil until asked for
}

// candidate returns the postcondition that says k: always the same one.
func (k *clause) candidate() *candidate.Clause {
	if k.said == nil {
		k.said = candidate.New(jml.Ensures, k.text)
	}
	return k.said
}

// candidates collects clauses that hold on every real run.
type candidates struct {
	s      *space
	seen   map[string]bool
	list   []*clause
	wide   []wrapping // steps of the code that leave their range
	nearly []*clause  // hold on most real runs
	seenTried
}

// seenTried counts what was looked at, for the report.
type seenTried struct {
	tried int
	held  int
}

func newCandidates(s *space) *candidates {
	return &candidates{s: s, seen: map[string]bool{}}
}

// offer keeps p if it holds on every real run and some changed run violates it.
func (c *candidates) offer(family string, p predicate) {
	if c.s.ended() {
		return
	}
	c.tried++
	if c.seen[p.text] || !c.s.valid(p) {
		return
	}
	c.held++
	c.seen[p.text] = true
	k := &clause{predicate: p, family: family, kills: make([]uint64, (len(c.s.obs)-c.s.real+63)/64)}
	for i := c.s.real; i < len(c.s.obs); i++ {
		if p.holds(i) == no {
			k.kills[(i-c.s.real)/64] |= 1 << ((i - c.s.real) % 64)
			k.count++
		}
	}
	if k.count > 0 {
		c.list = append(c.list, k)
	}
}

func (c *candidates) offerTerm(family string, t *term) {
	c.offer(family, predicate{text: t.text, prec: t.prec, size: t.size, result: t.result, holds: t.truthAt})
}

// weight says how much a person would rather read a clause of a family: an
// equation or equivalence before a bound, a bound before a curiosity.
func (k *clause) weight() float64 {
	switch k.family {
	case "path", "case", "equivalence", "loop", "element by element", "two indices", "same text":
		return 3
	case "all elements", "pairs", "permutation", "row length", "quantified", "quantified when", "element at result", "element at result when", "exists when not empty", "all elements when", "place", "frame":
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
		{"path"}, {"case"}, {"equivalence"}, {"loop"}, {"path", "case", "equivalence", "loop"},
		{"case", "element by element", "two indices", "row length", "all elements"},
	}
}

// best chooses from the clauses of one family where that kills as much as all
// together, else from all.
func best(list []*clause, most int) []*clause {
	goal := total(list)
	for _, f := range families() {
		var part []*clause
		for _, k := range list {
			if slices.Contains(f, k.family) {
				part = append(part, k)
			}
		}
		if n := total(part); n > 0 && n*200 >= goal*199 {
			if out := choose(part, most); total(out)*200 >= goal*199 {
				return out
			}
		}
	}
	return choose(list, most)
}

// choose is a small set that kills every mutant that the whole list kills, or
// nearly: greedily the clause with the most new kills for its size, then without
// those that the others make superfluous.
func choose(list []*clause, most int) []*clause {
	left := append([]*clause{}, list...)
	slices.SortStableFunc(left, func(x, y *clause) int {
		return cmp.Or(cmp.Compare(x.size, y.size), cmp.Compare(len(x.text), len(y.text)))
	})
	var dead []uint64
	if len(left) > 0 {
		dead = make([]uint64, len(left[0].kills))
	}
	var out []*clause
	for len(out) < most {
		var best *clause
		bestScore, bestNew := 0.0, 0
		for _, k := range left {
			fresh := 0
			for i, w := range k.kills {
				fresh += ones(w &^ dead[i])
			}
			if fresh == 0 {
				continue
			}
			if score := k.weight() * float64(fresh) / float64(12+k.size); score > bestScore {
				best, bestScore, bestNew = k, score, fresh
			}
		}
		if best == nil || len(out) > 2 && bestNew*200 < total(list) {
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
func prune(chosen []*clause) []*clause {
	order := append([]*clause{}, chosen...)
	slices.SortStableFunc(order, func(x, y *clause) int { return cmp.Compare(y.size, x.size) })
	gone := map[*clause]bool{}
	for _, k := range order {
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
	var out []*clause
	for _, k := range chosen {
		if !gone[k] {
			out = append(out, k)
		}
	}
	return out
}

func total(list []*clause) int {
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
