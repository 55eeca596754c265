package propose

import (
	"cmp"
	"hash/maphash"
	"slices"

	"ensures/bench"
	"ensures/java"
	"ensures/java/interp"
)

// contract is what was found for a method, before it is printed and measured.
type contract struct {
	requires []string
	ensures  []*clause
	list     []*clause // all candidates
	nearly   []*clause // clauses that hold on most runs
	tried    int
	held     int
}

// newMethod gathers what the search needs to know about a prepared task.
func newMethod(prep *bench.Prepared) *method {
	w := &method{
		prep: prep, pairs: prep.Pairs, seed: maphash.MakeSeed(),
		m:   prep.Run.NewMachine(interp.Options{}),
		voc: bench.Constants(prep.Info, java.Span{From: prep.Decl.Pos(), To: prep.Decl.End()}),
	}
	w.observeChanges()
	return w
}

// preconditions finds requires clauses that keep out the inputs of T⁻.
func (w *method) preconditions(pairs, invalid []*bench.Pair) []string {
	if len(invalid) == 0 {
		return nil
	}
	var obs []*observation
	keep := pairs
	if len(keep) > maxReal {
		keep = bench.Shuffle(keep, 2)[:maxReal]
	}
	for _, p := range slices.Concat(keep, invalid) {
		obs = append(obs, &observation{args: p.Pre.Args, after: p.Pre.Args, this: p.Pre.This, thisTo: p.Pre.This, statics: p.Pre.Statics, staticsTo: p.Pre.Statics})
	}
	s := w.space(obs, len(obs), false)
	s.real = len(obs)
	s.src = w.prep.File.Src
	s.codeConditions = s.readCode(w.prep.Decl).conditions
	var out []string
	for _, t := range s.requires(func(o int) bool { return o < len(keep) }) {
		out = append(out, t.text)
	}
	return out
}

// unguard drops the conditions of overflow requirements that two cases share, and
// of those found under conditions that the code does not test.
func (s *space) unguard() {
	count := map[string]int{}
	for _, r := range s.wraps {
		count[r.t.text]++
	}
	for i, r := range s.wraps {
		if r.guard != nil && (count[r.t.text] > 1 || !r.guard.code) {
			s.wraps[i].guard = nil
		}
	}
}

// minLeft is the part of the runs that must remain when inputs on which the
// code's arithmetic overflows are excluded.
const minLeft = 0.5

// postconditions finds ensures clauses, at most the given number. Where they need
// the code's arithmetic to stay in range, requires clauses that say so come with
// them, and the runs outside are left out.
func (w *method) postconditions(most int) *contract {
	real, mutants := w.observations(w.pairs)
	s := w.space(append(real, mutants...), len(real), true)
	s.src = w.prep.File.Src
	c := s.ensures(s.readCode(w.prep.Decl))
	c.byLoops(w)
	out := &contract{tried: c.tried, held: c.held}
	if len(s.wraps) > 0 {
		var inside []*observation
		texts := map[string]bool{}
		values := map[uint64]bool{}
		s.unguard()
		keep := make([]bool, len(s.obs))
		for i := range keep {
			keep[i] = true
		}
		slices.SortStableFunc(s.wraps, func(x, y wrapping) int { return cmp.Compare(x.t.size, y.t.size) })
		for _, r := range s.wraps {
			t := s.inRange(r)
			excludes := false
			for i := range s.real {
				excludes = excludes || keep[i] && t.truthAt(i) != yes
			}
			if h := t.hash(s.seed, len(t.n)); (excludes || !r.step) && !texts[t.text] && !values[h] && t.size < maxCodeTerm {
				texts[t.text], values[h] = true, true
				out.requires = append(out.requires, t.text)
				for i := range keep {
					keep[i] = keep[i] && t.truthAt(i) == yes
				}
			}
		}
		n := 0
		for i, o := range s.obs {
			if keep[i] {
				inside = append(inside, o)
				if i < s.real {
					n++
				}
			}
		}
		if float64(n) >= minLeft*float64(s.real) {
			s = w.space(inside, n, true)
			s.src = w.prep.File.Src
			c = s.ensures(s.readCode(w.prep.Decl))
			c.byLoops(w)
			out.tried, out.held = out.tried+c.tried, out.held+c.held
		} else {
			out.requires = nil
		}
	}
	out.ensures = best(c.list, most)
	out.list, out.nearly = c.list, c.nearly
	return out
}
