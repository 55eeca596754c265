package search

import (
	"math"
	"testing"

	"ensures/value"
)

// TestLate: once the budget is spent no candidate is looked at any more.
func TestLate(t *testing.T) {
	looked, left := 0, 3
	s := &Space{n: 5, real: 5, steps: 1000, spent: func() bool { left--; return left < 0 }}
	c := newCandidates(s)
	for _, text := range []string{"a", "b", "c", "d", "e", "f"} {
		c.Offer("test", Predicate{text: text, holds: func(o int) truth {
			if o == 0 {
				looked++
			}
			return yes
		}})
	}
	if looked != 3 || c.Tried != 3 || c.Held != 3 {
		t.Errorf("%d looked at, %d tried, %d held; want 3 each", looked, c.Tried, c.Held)
	}
	s.spent = func() bool { return true }
	s.l = unread{t}
	s.seqs = []*sequence{{Items: Items{Sort: IntSort}, refs: make([]Ref, 5),
		length: &Term{text: "n", sort: IntSort, n: make([]int64, 5)}, text: "a"}}
	if out := s.quantified(); len(out) > 0 {
		t.Errorf("%d conditions found without time", len(out))
	}
}

// TestSteps: the search looks at as many candidates as its steps are enough for, so that
// the same ones are found on every machine.
func TestSteps(t *testing.T) {
	tried := func(steps int64) int {
		s := NewSpace(Observations{N: 40, Real: 40}, Options{Dialect: plain(), Steps: steps})
		c := newCandidates(s)
		for i := range 100 {
			c.Offer("test", Condition(formatInt(int64(i)), 1, true, func(int) value.Truth { return value.True }))
		}
		return c.Tried
	}
	for steps, want := range map[int64]int{0: 100, 1: 1, 400: 11, 4000: 100} {
		if got := tried(steps); got != want {
			t.Errorf("%d steps: %d candidates, want %d", steps, got, want)
		}
	}
}

// unread is a Reader of what must not be read.
type unread struct{ t *testing.T }

func (u unread) Size(Ref) int { u.t.Error("a sequence is read"); return -1 }

func (u unread) Element(Ref, int) (int64, Ref, State) {
	u.t.Error("an element is read")
	return 0, nil, Undefined
}

func (u unread) Text(Ref) (string, bool) { u.t.Error("a text is read"); return "", false }

// zeros is a Reader whose references are sequences of so many zeros.
type zeros struct{}

func (zeros) Size(r Ref) int                       { return r.(int) }
func (zeros) Element(Ref, int) (int64, Ref, State) { return 0, nil, Defined }
func (zeros) Text(Ref) (string, bool)              { return "", false }

// TestLongPairs: the pairs of elements of a long sequence are not looked at.
func TestLongPairs(t *testing.T) {
	for _, n := range []int{maxPaired, maxPaired + 1} {
		s := &Space{Dialect: plain(), n: 1, real: 1, l: zeros{}}
		x := &sequence{Items: Items{Sort: IntSort, At: func(i string) string { return "a[" + i + "]" }}, refs: []Ref{n},
			length: &Term{text: "n", sort: IntSort, n: make([]int64, 1)}, text: "a"}
		for _, p := range s.pairs(x)[:2] {
			if got := p.holds(0); (got == unknown) != (n > maxPaired) {
				t.Errorf("%d elements: %v of %s", n, got, p.text)
			}
		}
	}
}

// Ranges between the ends of long are too long, not of negative length.
func TestRangesOverflow(t *testing.T) {
	s := &Space{n: 1}
	one := func(v int64) *Term { return constant("x", IntSort, v, 1) }
	for _, c := range []struct {
		lo, hi int64
		rows   int
		bad    bool
	}{
		{0, 3, 3, false}, {3, 0, 0, false}, {0, maxRange + 1, 0, true},
		{math.MinInt64 + 1, math.MaxInt64, 0, true}, {math.MaxInt64, math.MinInt64, 0, false}, {-10, math.MaxInt64, 0, true},
	} {
		q := s.over("i", one(c.lo), 0, one(c.hi), 0)
		if len(q.owner) != c.rows || q.bad[0] != c.bad {
			t.Errorf("%d to %d: %d rows, bad %v", c.lo, c.hi, len(q.owner), q.bad[0])
		}
	}
}
