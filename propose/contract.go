package propose

import (
	"hash/maphash"
	"slices"
	"time"

	"ensures/bench"
	"ensures/java/interp"
	"ensures/propose/search"
)

// contract is what was found for a method, before it is printed and measured.
type contract struct {
	requires []string
	ensures  []*search.Clause
	list     []*search.Clause // all candidates
	nearly   []*search.Clause // clauses that hold on most runs
	tried    int
	held     int
}

// newMethod gathers what the search needs to know about a prepared task.
func newMethod(prep *bench.Prepared) *method {
	w := &method{
		prep: prep, pairs: prep.Pairs, seed: maphash.MakeSeed(),
		late: func() bool { return false }, spend: func(time.Duration) {},
		m:   prep.Run.NewMachine(interp.Options{}),
		voc: prep.Vocabulary(),
	}
	w.observeChanges()
	return w
}

// preconditions finds requires clauses that keep out the inputs of T⁻; left are those that
// they do not keep out.
func (w *method) preconditions(pairs, invalid []*bench.Pair) (out []string, left []*bench.Pair) {
	if len(invalid) == 0 {
		return nil, nil
	}
	var obs []*observation
	keep := pairs
	if len(keep) > maxReal {
		keep = bench.Shuffle(keep, 2)[:maxReal]
	}
	// Before and after are the same state: there is no output that a precondition could speak of.
	for _, p := range slices.Concat(keep, invalid) {
		obs = append(obs, &observation{args: p.Pre.Args, after: p.Pre.Args, this: p.Pre.This, thisTo: p.Pre.This, statics: p.Pre.Statics, staticsTo: p.Pre.Statics})
	}
	s := w.space(obs, len(obs), false)
	s.Suggest(s.readCode(w.prep.Decl).Conditions)
	terms := s.Preconditions(func(o int) bool { return o < len(keep) })
	for _, t := range terms {
		out = append(out, t.String())
	}

	for i, p := range invalid {
		if !slices.ContainsFunc(terms, func(t *search.Term) bool { return !t.HoldsAt(len(keep) + i) }) {
			left = append(left, p)
		}
	}
	return out, left
}

// postconditions finds ensures clauses, at most the given number. Where they need
// the code's arithmetic to stay in range, requires clauses that say so come with
// them, and the runs outside are left out.
func (w *method) postconditions(most int) *contract {
	real, mutants := w.observations(w.pairs)
	s := w.space(append(real, mutants...), len(real), true)
	c := w.clauses(s)
	out := &contract{tried: c.Tried, held: c.Held}
	if r, ok := s.Range(); ok && r.Enough {
		var inside []*observation
		n := 0
		at := map[int]int{} // where each run is now
		for i, o := range s.obs {
			if !r.Keep[i] {
				continue
			}
			if i < s.real {
				at[i] = n
				n++
			}
			moved := *o
			moved.of = at[o.of] // the same precondition keeps a run and what was made of it
			inside = append(inside, &moved)
		}
		out.requires = r.Requires
		// The search again, over the runs that are left: plain arithmetic explains them now.
		c = w.clauses(w.space(inside, n, true))
		out.tried, out.held = out.tried+c.Tried, out.held+c.Held
	}
	out.ensures = search.Best(c.List, most)
	out.list, out.nearly = c.List, c.Nearly
	return out
}

// clauses are the candidates of one vocabulary.
func (w *method) clauses(s vocabulary) *search.Candidates {
	c := s.Postconditions(&s.readCode(w.prep.Decl).Code)
	w.byText(s, c)
	return c
}
