package search

import (
	"strconv"
	"strings"

	"ensures/value"
)

// rows are the pairs (observation, index) that a quantified variable ranges over.
type rows struct {
	s     *Space
	name  string  // of the variable
	lo    string  // the range is lo <= name && name < hi
	hi    string  //
	loSt  bool    // lower bound is strict
	from  []int32 // per observation: first row; rows of o are from[o]..from[o+1]-1
	owner []int32
	index []int64
	bad   []bool // observations whose range is undefined or too long to look at
}

// maxRange is the longest range that is looked at.
const maxRange = 64

// maxPaired is the longest sequence whose elements are compared two by two.
const maxPaired = 4 * maxRange

// ended reports whether the search has no steps or no time left.
func (s *Space) ended() bool { return s.steps < 0 || s.spent != nil && s.spent() }

// used counts steps.
func (s *Space) used(n int) { s.steps -= int64(n) }

// over makes the rows for lo <= name < hi. hiPlus is added to hi, loPlus to lo.
func (s *Space) over(name string, lo *Term, loPlus int64, hi *Term, hiPlus int64) *rows {
	return s.overMany(name, lo, loPlus, hi, hiPlus, maxRange)
}

// overMany is over with another limit on the length of a range.
func (s *Space) overMany(name string, lo *Term, loPlus int64, hi *Term, hiPlus int64, most int64) *rows {
	q := &rows{s: s, name: name, lo: plus(lo, loPlus), hi: plus(hi, hiPlus), from: make([]int32, s.n+1), bad: make([]bool, s.n)}
	for o := range s.n {
		q.from[o] = int32(len(q.owner))
		if lo.at(o) != Defined || hi.at(o) != Defined {
			q.bad[o] = true
			continue
		}
		a, b := lo.n[o]+loPlus, hi.n[o]+hiPlus
		if b > a && uint64(b)-uint64(a) > uint64(most) { // b-a may overflow
			q.bad[o] = true
			continue
		}
		for i := a; i < b; i++ {
			q.owner = append(q.owner, int32(o))
			q.index = append(q.index, i)
		}
	}
	// One more, so that the last observation has an end too.
	q.from[s.n] = int32(len(q.owner))
	return q
}

func plus(t *Term, d int64) string {
	switch {
	case d == 0:
		return t.in(precAdd)
	case t.konst && len(t.n) > 0:
		return strconv.FormatInt(t.n[0]+d, 10)
	case d < 0:
		return t.in(precAdd) + " - " + strconv.FormatInt(-d, 10)
	}
	return t.in(precAdd) + " + " + strconv.FormatInt(d, 10)
}

// rangeText is the range predicate.
func (q *rows) rangeText() string {
	return q.lo + " <= " + q.name + " && " + q.name + " < " + q.hi
}

// variable is the index as a term over the rows.
func (q *rows) variable() *Term {
	return &Term{text: q.name, prec: precAtom, sort: IntSort, size: 1, indexed: true, n: q.index}
}

// spread is a scalar term seen from the rows.
func (q *rows) spread(t *Term) *Term {
	u := *t
	// Rows aren't observations: the hash has to be made anew.
	u.key = 0
	u.n, u.r, u.st = nil, nil, nil
	n := len(q.owner)
	if t.n != nil {
		u.n = make([]int64, n)
	}
	if t.st != nil {
		u.st = make([]State, n)
	}
	for i, o := range q.owner {
		if t.n != nil {
			u.n[i] = t.n[o]
		}
		if t.st != nil {
			u.st[i] = t.st[o]
		}
	}
	if t.r != nil {
		u.r = append(u.r, t.r...)
		u.r = u.r[:0]
		for _, o := range q.owner {
			u.r = append(u.r, t.r[o])
		}
	}
	return &u
}

// elements is seq[index] over the rows; index is a term over the rows.
func (s *Space) elements(q *rows, seq *sequence, index *Term) *Term {
	n := len(q.owner)
	s.used(n)
	t := &Term{text: seq.At(index.text), prec: precAtom, sort: seq.Sort, size: 1 + index.size, result: seq.result || index.result, indexed: index.indexed, n: make([]int64, n)}
	for i, o := range q.owner {
		if index.at(i) != Defined {
			t.undefine(i, n)
			continue
		}
		v, _, st := s.l.Element(seq.refs[o], int(index.n[i]))
		t.n[i] = v
		if st != Defined {
			t.undefine(i, n)
		}
	}
	return t
}

// Predicate is a condition on rows, evaluated on demand.
type Predicate struct {
	text   string
	prec   int
	size   int
	result bool
	holds  func(row int) truth
}

func (r rel) predicate(x, y *Term) Predicate {
	return Predicate{
		text: x.in(r.prec+1) + " " + r.sign + " " + y.in(r.prec+1), prec: r.prec, size: x.size + y.size + 1,
		result: x.result || y.result,
		holds:  func(i int) truth { return r.holds(x, y, i) },
	}
}

// implied is p ==> q.
func (p Predicate) implied(q Predicate) Predicate {
	return Predicate{
		text: group(p.text, p.prec, precImplies+1) + " ==> " + group(q.text, q.prec, precImplies+1), prec: precImplies,
		size: p.size + q.size + 1, result: p.result || q.result,
		holds: func(i int) truth {
			switch p.holds(i) {
			case no:
				return yes
			case unknown:
				return unknown
			}
			return q.holds(i)
		},
	}
}

func group(text string, prec, want int) string {
	if prec < want {
		return "(" + text + ")"
	}
	return text
}

// all is whether p holds on every row of observation o.
func (q *rows) all(p Predicate, o int) truth {
	if q.bad[o] {
		return unknown
	}
	q.s.used(int(q.from[o+1] - q.from[o]))
	out := yes
	for i := q.from[o]; i < q.from[o+1]; i++ {
		switch p.holds(int(i)) {
		// Unknown wins over no: a clause with a place that has no value isn't well-defined there.
		case unknown:
			return unknown
		case no:
			out = no
		}
	}
	return out
}

// some is whether p holds on a row of observation o.
func (q *rows) some(p Predicate, o int) truth {
	if q.bad[o] {
		return unknown
	}
	q.s.used(int(q.from[o+1] - q.from[o]))
	out := no
	for i := q.from[o]; i < q.from[o+1]; i++ {
		switch p.holds(int(i)) {
		case unknown:
			return unknown
		case yes:
			out = yes
		}
	}
	return out
}

// forall is (\forall int i; range; p) as a lazily evaluated condition on observations.
func (q *rows) forall(p Predicate) Predicate {
	return Predicate{
		text: q.s.Quantify(Forall, q.name, q.rangeText(), p.text), prec: precAtom, size: p.size + 3, result: p.result,
		holds: func(o int) truth { return q.all(p, o) },
	}
}

// exists is (\exists int i; range; p).
func (q *rows) exists(p Predicate) Predicate {
	return Predicate{
		text: q.s.Quantify(Exists, q.name, q.rangeText(), p.text), prec: precAtom, size: p.size + 3, result: p.result,
		holds: func(o int) truth { return q.some(p, o) },
	}
}

// trivial reports whether p compares the first place of the range, or its last, with itself:
// then (\exists int i; range; p) says no more than that there is one.
func (q *rows) trivial(p Predicate) bool {
	ends := []string{q.lo}
	if last, ok := strings.CutSuffix(q.hi, " + 1"); ok {
		ends = append(ends, last)
	}
	for _, sign := range []string{" == ", " <= ", " >= "} {
		x, y, compares := strings.Cut(p.text, sign)
		if !compares {
			continue
		}
		for _, at := range ends {
			if strings.ReplaceAll(x, "["+q.name+"]", "["+at+"]") == strings.ReplaceAll(y, "["+q.name+"]", "["+at+"]") {
				return true
			}
		}
	}
	return false
}

// count is (\num_of int i; range; p), a scalar term.
func (s *Space) count(q *rows, p Predicate) *Term {
	n := s.n
	t := &Term{text: s.Quantify(Count, q.name, q.rangeText(), p.text), prec: precAtom, sort: IntSort, size: p.size + 3, n: make([]int64, n), result: p.result}
	for o := range n {
		if q.bad[o] {
			t.undefine(o, n)
			continue
		}
		for i := q.from[o]; i < q.from[o+1]; i++ {
			switch p.holds(int(i)) {
			case unknown:
				t.undefine(o, n)
			case yes:
				t.n[o]++
			}
		}
	}
	return t
}

// sum is (\sum int i; range; x).
func (s *Space) sum(q *rows, x *Term, where *Predicate) *Term {
	n := s.n
	span := q.rangeText()
	if where != nil {
		span += " && " + group(where.text, where.prec, precAnd)
	}
	t := &Term{text: s.Quantify(Sum, q.name, span, x.text), prec: precAtom, sort: IntSort, size: x.size + 3, n: make([]int64, n), result: x.result}
	if where != nil {
		t.size += where.size
	}
	for o := range n {
		if q.bad[o] {
			t.undefine(o, n)
			continue
		}
		for i := q.from[o]; i < q.from[o+1]; i++ {
			if where != nil {
				w := where.holds(int(i))
				if w == unknown {
					t.undefine(o, n)
				}
				if w != yes {
					continue
				}
			}
			if x.at(int(i)) != Defined {
				t.undefine(o, n)
				continue
			}
			t.n[o] += x.n[i]
		}
	}
	return t
}

// vector makes a boolean term of a predicate on observations.
func (s *Space) vector(p Predicate) *Term {
	n := s.n
	t := &Term{text: p.text, prec: p.prec, sort: BoolSort, size: p.size, result: p.result, n: make([]int64, n)}
	for o := range n {
		switch p.holds(o) {
		case yes:
			t.n[o] = 1
		case unknown:
			t.undefine(o, n)
		}
	}
	return t
}

// valid reports whether p holds on every real run.
func (s *Space) valid(p Predicate) bool {
	for o := range s.real {
		if p.holds(o) != yes {
			// Only what was looked at counts, and most candidates fail on the first runs.
			s.used(o + 1)
			return false
		}
	}
	s.used(s.n) // the changed observations are looked at next
	return true
}

// Condition is a condition on observations that something else evaluates.
func Condition(text string, size int, result bool, holds func(o int) value.Truth) Predicate {
	return Predicate{text: text, prec: precImplies, size: size, result: result, holds: func(o int) truth {
		switch holds(o) {
		case value.True:
			return yes
		case value.False:
			return no
		}
		return unknown
	}}
}
