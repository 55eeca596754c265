package propose

import (
	"testing"

	"ensures/java/interp"
)

// TestLate: once the budget is spent no candidate is looked at any more.
func TestLate(t *testing.T) {
	looked, left := 0, 3
	s := &space{obs: make([]*observation, 5), real: 5, late: func() bool { left--; return left < 0 }}
	c := newCandidates(s)
	for _, text := range []string{"a", "b", "c", "d", "e", "f"} {
		c.offer("test", predicate{text: text, holds: func(o int) truth {
			if o == 0 {
				looked++
			}
			return yes
		}})
	}
	if looked != 3 || c.tried != 3 || c.held != 3 {
		t.Errorf("%d looked at, %d tried, %d held; want 3 each", looked, c.tried, c.held)
	}
	s.late = func() bool { return true }
	s.seqs = []*sequence{{elem: intSort, get: func(*observation) interp.Ref { t.Error("a sequence is read"); return nil },
		length: &term{text: "n", sort: intSort, n: make([]int64, 5)}, text: "a"}}
	if out := s.quantified(); len(out) > 0 {
		t.Errorf("%d conditions found without time", len(out))
	}
}

// TestLongPairs: the pairs of elements of a long sequence are not looked at.
func TestLongPairs(t *testing.T) {
	for _, n := range []int{maxPaired, maxPaired + 1} {
		list := &interp.IntArray{A: make([]int32, n)}
		s := &space{obs: make([]*observation, 1), real: 1, l: lists{}}
		x := &sequence{elem: intSort, get: func(*observation) interp.Ref { return list },
			length: &term{text: "n", sort: intSort, n: make([]int64, 1)}, text: "a"}
		for _, p := range s.pairs(x)[:2] {
			if got := p.holds(0); (got == unknown) != (n > maxPaired) {
				t.Errorf("%d elements: %v of %s", n, got, p.text)
			}
		}
	}
}
