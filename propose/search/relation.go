package search

import (
	"math"
	"strings"
)

// rel is a relation between two terms.
type rel struct {
	sign string
	prec int
	comm bool
	neg  string // sign of the opposite
	ints func(x, y int64) bool
	flts func(x, y float64) bool
}

func relations() []rel {
	return []rel{
		{"==", precEq, true, "!=", func(x, y int64) bool { return x == y }, func(x, y float64) bool { return x == y }},
		{"!=", precEq, true, "==", func(x, y int64) bool { return x != y }, func(x, y float64) bool { return x != y }},
		{"<=", precRel, false, ">", func(x, y int64) bool { return x <= y }, func(x, y float64) bool { return x <= y }},
		{"<", precRel, false, ">=", func(x, y int64) bool { return x < y }, func(x, y float64) bool { return x < y }},
		{">=", precRel, false, "<", func(x, y int64) bool { return x >= y }, func(x, y float64) bool { return x >= y }},
		{">", precRel, false, "<=", func(x, y int64) bool { return x > y }, func(x, y float64) bool { return x > y }},
	}
}

func relation(sign string) rel {
	for _, r := range relations() {
		if r.sign == sign {
			return r
		}
	}
	panic("relation " + sign)
}

// truth is a boolean in three values.
type truth int8

const (
	no truth = iota
	yes
	unknown
)

// holds is whether x R y in row i.
func (r rel) holds(x, y *Term, i int) truth {
	if x.at(i) != Defined || y.at(i) != Defined {
		return unknown
	}
	ok := false
	switch {
	case x.sort == RealSort || y.sort == RealSort:
		ok = r.flts(x.float(i), y.float(i))
	case len(x.n) > 0 && len(y.n) > 0:
		ok = r.ints(x.n[i], y.n[i])
	// References are one object or not.
	case len(x.r) > 0 && len(y.r) > 0:
		ok = (x.r[i] == y.r[i]) == (r.sign == "==")
	default:
		return unknown
	}
	if ok {
		return yes
	}
	return no
}

// comparable reports whether two terms may stand on the two sides of a relation.
func comparable(x, y *Term, r rel) bool {
	switch {
	case x.konst && y.konst:
		return false
	case x.sort == RealSort || y.sort == RealSort:
		return x.sort != BoolSort && y.sort != BoolSort && len(x.n) > 0 && len(y.n) > 0 && (x.sort.number() || x.sort == RealSort) && (y.sort.number() || y.sort == RealSort)
	case x.sort.number() && y.sort.number():
		if x.sort == y.sort {
			return true
		}
		// a character against a number only when the number is small talk about codes
		return false
	case x.sort == BoolSort && y.sort == BoolSort:
		return r.sign == "==" || r.sign == "!="
	}
	return false
}

// compare is the boolean term x R y.
func (r rel) compare(x, y *Term) *Term {
	if x.sort == BoolSort && r.sign == "==" && (x.konst || y.konst) {
		return iff(x, y)
	}
	n := x.rows()
	t := &Term{
		text: x.in(r.prec+1) + " " + r.sign + " " + y.in(r.prec+1), prec: r.prec, sort: BoolSort,
		size: x.size + y.size + 1, result: x.result || y.result, n: make([]int64, n),
	}
	if x.sort == BoolSort {
		if r.sign == "==" {
			t.text = x.in(precImplies+1) + " <==> " + y.in(precImplies+1)
		} else {
			t.text = x.in(precImplies+1) + " <=!=> " + y.in(precImplies+1)
		}
		t.prec = precImplies
	}
	t.fill(func(i int) truth { return r.holds(x, y, i) })
	return t
}

// fill gives a boolean term its value in every row.
func (t *Term) fill(at func(row int) truth) {
	n := len(t.n)
	for i := range n {
		switch at(i) {
		case yes:
			t.n[i] = 1
		case unknown:
			if t.st == nil {
				t.st = make([]State, n)
			}
			t.st[i] = Undefined
		}
	}
}

// truthAt is a boolean term's value.
func (t *Term) truthAt(i int) truth {
	if t.at(i) != Defined {
		return unknown
	}
	return truth(t.n[i])
}

// not is the opposite, with the relation turned round where there is one.
func not(t *Term, opposite string) *Term {
	u := &Term{text: opposite, prec: t.prec, sort: BoolSort, size: t.size, result: t.result, code: t.code, n: make([]int64, len(t.n)), st: t.st}
	switch inner, negated := strings.CutPrefix(t.text, "!"); {
	case opposite != "":
	case negated && t.prec == precUnary:
		u.text, u.prec = inner, precAtom // a name, a call, or what is in parentheses
	default:
		u.text, u.prec, u.size = "!"+t.in(precAtom), precUnary, t.size+1
	}
	// Where the term is undefined so is this: st is shared.
	for i, v := range t.n {
		u.n[i] = 1 - v
	}
	return u
}

// and, or, implies and iff join boolean terms, lazily as JML does.
func and(x, y *Term) *Term {
	return join(x, y, " && ", precAnd, func(a, b truth) truth {
		if a != yes {
			return a
		}
		return b
	})
}

func or(x, y *Term) *Term {
	return join(x, y, " || ", precOr, func(a, b truth) truth {
		if a != no {
			return a
		}
		return b
	})
}

func implies(x, y *Term) *Term {
	t := join(x, y, " ==> ", precImplies, func(a, b truth) truth {
		switch a {
		case no:
			return yes
		case unknown:
			return unknown
		}
		return b
	})
	t.text = x.in(precImplies+1) + " ==> " + y.in(precImplies+1)
	return t
}

// iff returns the equivalence; of a truth value, what says the same without it.
func iff(x, y *Term) *Term {
	if x.konst {
		x, y = y, x
	}
	switch {
	case y.konst && y.text == "true":
		return x
	case y.konst && y.text == "false":
		return not(x, "")
	}
	t := join(x, y, " <==> ", precImplies, func(a, b truth) truth {
		if a == unknown || b == unknown {
			return unknown
		}
		if a == b {
			return yes
		}
		return no
	})
	t.text = x.in(precImplies+1) + " <==> " + y.in(precImplies+1)
	return t
}

func join(x, y *Term, sign string, prec int, f func(a, b truth) truth) *Term {
	n := len(x.n)
	// Joined conditions are the code's only if both are: support of one run needs that.
	t := &Term{text: x.in(prec) + sign + y.in(prec), prec: prec, sort: BoolSort, size: x.size + y.size + 1, result: x.result || y.result, code: x.code && y.code, n: make([]int64, n)}
	t.fill(func(i int) truth { return f(x.truthAt(i), y.truthAt(i)) })
	return t
}

// inRange reports whether a number fits the integer type with that many bits.
func inRange(n int64, st State, bits int) bool {
	// Beyond 64 bits it is beyond any smaller type.
	if st != Defined {
		return false
	}
	if bits == 64 {
		return true
	}
	return n >= -(1<<(bits-1)) && n < 1<<(bits-1)
}

// wrap is what Java's narrowing makes of n.
func wrap(n int64, bits int) int64 {
	if bits == 32 {
		return int64(int32(n))
	}
	return n
}

func isNaN(bits int64) bool { return math.IsNaN(math.Float64frombits(uint64(bits))) }
