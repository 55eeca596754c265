package propose

import "strconv"

// rows are the pairs (observation, index) that a quantified variable ranges over.
type rows struct {
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

// ended reports whether the time for the search is over.
func (s *space) ended() bool { return s.late != nil && s.late() }

// over makes the rows for lo <= name < hi. hiPlus is added to hi, loPlus to lo.
func (s *space) over(name string, lo *term, loPlus int64, hi *term, hiPlus int64) *rows {
	return s.overMany(name, lo, loPlus, hi, hiPlus, maxRange)
}

// overMany is over with another limit on the length of a range.
func (s *space) overMany(name string, lo *term, loPlus int64, hi *term, hiPlus int64, most int64) *rows {
	q := &rows{name: name, lo: plus(lo, loPlus), hi: plus(hi, hiPlus), from: make([]int32, len(s.obs)+1), bad: make([]bool, len(s.obs))}
	for o := range s.obs {
		q.from[o] = int32(len(q.owner))
		if lo.at(o) != defined || hi.at(o) != defined {
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
	q.from[len(s.obs)] = int32(len(q.owner))
	return q
}

func plus(t *term, d int64) string {
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
func (q *rows) variable() *term {
	return &term{text: q.name, prec: precAtom, sort: intSort, size: 1, indexed: true, n: q.index}
}

// spread is a scalar term seen from the rows.
func (q *rows) spread(t *term) *term {
	u := *t
	u.key = 0
	u.n, u.r, u.st = nil, nil, nil
	n := len(q.owner)
	if t.n != nil {
		u.n = make([]int64, n)
	}
	if t.st != nil {
		u.st = make([]state, n)
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
func (s *space) elements(q *rows, seq *sequence, index *term) *term {
	n := len(q.owner)
	t := &term{text: seq.element(index.text), prec: precAtom, sort: seq.elem, size: 1 + index.size, result: seq.result || index.result, indexed: index.indexed, n: make([]int64, n)}
	for i, o := range q.owner {
		if index.at(i) != defined {
			t.undefine(i, n)
			continue
		}
		v, _, st := s.l.element(seq.get(s.obs[o]), int(index.n[i]))
		t.n[i] = v
		if st != defined {
			t.undefine(i, n)
		}
	}
	return t
}

// predicate is a condition on rows, evaluated on demand.
type predicate struct {
	text   string
	prec   int
	size   int
	result bool
	holds  func(row int) truth
}

func (r rel) predicate(x, y *term) predicate {
	return predicate{
		text: x.in(r.prec+1) + " " + r.sign + " " + y.in(r.prec+1), prec: r.prec, size: x.size + y.size + 1,
		result: x.result || y.result,
		holds:  func(i int) truth { return r.holds(x, y, i) },
	}
}

// implied is p ==> q.
func (p predicate) implied(q predicate) predicate {
	return predicate{
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
func (q *rows) all(p predicate, o int) truth {
	if q.bad[o] {
		return unknown
	}
	out := yes
	for i := q.from[o]; i < q.from[o+1]; i++ {
		switch p.holds(int(i)) {
		case unknown:
			return unknown
		case no:
			out = no
		}
	}
	return out
}

// some is whether p holds on a row of observation o.
func (q *rows) some(p predicate, o int) truth {
	if q.bad[o] {
		return unknown
	}
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
func (q *rows) forall(p predicate) predicate {
	return predicate{
		text: "(\\forall int " + q.name + "; " + q.rangeText() + "; " + p.text + ")", prec: precAtom, size: p.size + 3, result: p.result,
		holds: func(o int) truth { return q.all(p, o) },
	}
}

// exists is (\exists int i; range; p).
func (q *rows) exists(p predicate) predicate {
	return predicate{
		text: "(\\exists int " + q.name + "; " + q.rangeText() + "; " + p.text + ")", prec: precAtom, size: p.size + 3, result: p.result,
		holds: func(o int) truth { return q.some(p, o) },
	}
}

// count is (\num_of int i; range; p), a scalar term.
func (s *space) count(q *rows, p predicate) *term {
	n := len(s.obs)
	t := &term{text: "(\\num_of int " + q.name + "; " + q.rangeText() + "; " + p.text + ")", prec: precAtom, sort: intSort, size: p.size + 3, n: make([]int64, n), result: p.result}
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
func (s *space) sum(q *rows, x *term, where *predicate) *term {
	n := len(s.obs)
	text := "(\\sum int " + q.name + "; " + q.rangeText()
	if where != nil {
		text += " && " + group(where.text, where.prec, precAnd)
	}
	t := &term{text: text + "; " + x.text + ")", prec: precAtom, sort: intSort, size: x.size + 3, n: make([]int64, n), result: x.result}
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
			if x.at(int(i)) != defined {
				t.undefine(o, n)
				continue
			}
			t.n[o] += x.n[i]
		}
	}
	return t
}

// vector makes a boolean term of a predicate on observations.
func (s *space) vector(p predicate) *term {
	n := len(s.obs)
	t := &term{text: p.text, prec: p.prec, sort: boolSort, size: p.size, result: p.result, n: make([]int64, n)}
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
func (s *space) valid(p predicate) bool {
	for o := range s.real {
		if p.holds(o) != yes {
			return false
		}
	}
	return true
}
