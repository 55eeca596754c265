package search

import (
	"cmp"
	"slices"
)

// minLeft is the part of the runs that must remain when inputs on which the
// code's arithmetic overflows are excluded.
const minLeft = 0.5

// Range is what keeps the code's arithmetic inside its types.
type Range struct {
	Requires []string
	Keep     []bool // the observations that are left
	Enough   bool   // they are enough to go on with
}

// Range is what the postconditions found so far need of the arithmetic; false when
// they need nothing.
func (s *Space) Range() (Range, bool) {
	if len(s.wraps) == 0 {
		return Range{}, false
	}
	r := Range{Keep: make([]bool, s.n)}
	for i := range r.Keep {
		r.Keep[i] = true
	}

	s.unguard()
	texts, values := map[string]bool{}, map[uint64]bool{}
	// Small ones first: a bound on a part often leaves nothing for the whole to exclude.
	slices.SortStableFunc(s.wraps, func(x, y wrapping) int { return cmp.Compare(x.t.size, y.t.size) })
	for _, w := range s.wraps {
		t := s.inRange(w)
		excludes := false
		for i := range s.real {
			excludes = excludes || r.Keep[i] && t.truthAt(i) != yes
		}
		h := t.hash(s.seed, len(t.n))
		// A step on the way is asked only where it still excludes something.
		if !excludes && w.step || texts[t.text] || values[h] || t.size >= MaxSize {
			continue
		}
		texts[t.text], values[h] = true, true
		r.Requires = append(r.Requires, t.text)
		for i := range r.Keep {
			r.Keep[i] = r.Keep[i] && t.truthAt(i) == yes
		}
	}

	left := 0
	for i := range s.real {
		if r.Keep[i] {
			left++
		}
	}
	// Otherwise most inputs overflow, and a specification of the others would be of another method.
	r.Enough = float64(left) >= minLeft*float64(s.real)
	return r, true
}

// unguard drops the conditions of overflow requirements that two cases share, and
// of those found under conditions that the code does not test.
func (s *Space) unguard() {
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
