package loops

import (
	"math"

	"ensures/java/types"
)

// unbounded is beyond every long that matters; what reaches it is not known.
const unbounded = math.MaxInt64 / 4

// interval is the integers from lo to hi.
type interval struct{ lo, hi int64 }

var everything = interval{-unbounded, unbounded}

func point(n int64) interval { return interval{n, n} }

func clip(n int64) int64 { return max(-unbounded, min(unbounded, n)) }

func (a interval) known() bool { return a.lo > -unbounded && a.hi < unbounded }

func (a interval) within(b interval) bool { return b.lo <= a.lo && a.hi <= b.hi }

func (a interval) hull(b interval) interval { return interval{min(a.lo, b.lo), max(a.hi, b.hi)} }

// meet is what both have; a where that is nothing, since the code isn't reached then.
func (a interval) meet(b interval) interval {
	m := interval{max(a.lo, b.lo), min(a.hi, b.hi)}
	if m.lo > m.hi {
		return a
	}
	return m
}

func (a interval) plus(b interval) interval { return interval{clip(a.lo + b.lo), clip(a.hi + b.hi)} }

func (a interval) negated() interval { return interval{-a.hi, -a.lo} }

func multiplied(a, b int64) int64 {
	if a == 0 || b == 0 {
		return 0
	}
	if p := a * b; p/b == a && p != math.MinInt64 {
		return clip(p)
	}
	if (a < 0) != (b < 0) {
		return -unbounded
	}
	return unbounded
}

func (a interval) times(b interval) interval {
	p, q, r, s := multiplied(a.lo, b.lo), multiplied(a.lo, b.hi), multiplied(a.hi, b.lo), multiplied(a.hi, b.hi)
	return interval{min(p, q, r, s), max(p, q, r, s)}
}

// size is the largest distance from zero.
func (a interval) size() int64 { return max(a.hi, -a.lo) }

// quotient is a / b in Java.
func (a interval) quotient(b interval) interval {
	if b.lo == b.hi && b.lo > 0 {
		return interval{a.lo / b.lo, a.hi / b.lo}
	}
	n := a.size()
	if a.lo >= 0 && b.lo >= 0 {
		return interval{0, n}
	}
	return interval{-n, n}
}

// remainder is a % b in Java.
func (a interval) remainder(b interval) interval {
	n := min(a.size(), max(b.size()-1, 0))
	out := interval{-n, n}
	if a.lo >= 0 {
		out.lo = 0
	}
	if a.hi <= 0 {
		out.hi = 0
	}
	return out
}

// masked is a & b.
func (a interval) masked(b interval) interval {
	switch {
	case a.lo >= 0 && b.lo >= 0:
		return interval{0, min(a.hi, b.hi)}
	case a.lo >= 0:
		return interval{0, a.hi}
	case b.lo >= 0:
		return interval{0, b.hi}
	}
	return everything
}

// joined is a | b, and a ^ b.
func (a interval) joined(b interval) interval {
	if a.lo < 0 || b.lo < 0 {
		return everything
	}
	n := int64(1)
	for n <= max(a.hi, b.hi) && n < unbounded {
		n *= 2
	}
	return interval{0, n - 1}
}

// rangeOf is what values of a type are.
func rangeOf(t types.Type) interval {
	if t == nil {
		return everything
	}
	switch k := t.Kind(); k {
	case types.Byte, types.Short, types.Char, types.Int:
		lo, hi, _ := types.Range(k)
		return interval{lo, hi}
	case types.Boolean:
		return interval{0, 1}
	}
	return everything
}
