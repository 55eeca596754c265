package search

import (
	"cmp"
	"hash/maphash"
	"slices"
	"strconv"
)

// Observations are what the search is about: N runs, of which the first Real were
// seen, and each other one is a seen run with something changed.
type Observations struct {
	N, Real int
	Of      []int // the run that each one is, or was made of
	// Read reads the objects that terms refer to.
	Read Reader
}

// Ref is an object that observations refer to, compared by ==; nil is null.
type Ref = any

// Reader reads objects.
type Reader interface {
	// Size is the number of elements of a sequence or text, −1 for null and the rest.
	Size(r Ref) int
	// Element is element i of a sequence: a number, or an object, or both for a boxed
	// number; Undefined outside of the sequence.
	Element(r Ref, i int) (int64, Ref, State)
	// Text is what a string says; false for null and what can't be written down.
	Text(r Ref) (string, bool)
}

// Vocabulary is what the code under test mentions.
type Vocabulary struct {
	Ints    []int64
	Chars   []uint16
	Floats  []float64
	Strings []string
	Divides bool // it uses remainders
}

// Options of a Space.
type Options struct {
	Dialect    Dialect
	Vocabulary Vocabulary
	// Variables are three names for quantified variables that clash with nothing.
	Variables [3]string
	Seed      maphash.Seed
	// Loop makes the observations visits of a loop's head.
	Loop bool
	// Steps is how many values may be looked at, each of a term or candidate in one
	// observation; after that the search ends with what it has. 0 is DefaultSteps.
	Steps int64
	// Spent is asked before each candidate whether the search is to end though it has
	// steps left: the clock, for a machine on which steps take too long. nil is never.
	Spent func() bool
}

// Space is a vocabulary of terms over observations, and the search over them. The terms
// are entered first (Number, Reference, Sequence).
type Space struct {
	Dialect
	n, real int
	of      []int
	l       Reader
	seed    maphash.Seed
	steps   int64 // that are left
	spent   func() bool

	pre   []*Term // about the state before the call
	post  []*Term // \result, fields and parameters' parts after the call
	seqs  []*sequence
	texts []*Term // Strings
	refs  []*Term // whatever can be null
	voc   Vocabulary

	Variables  [3]string // of quantifiers
	i, j, k    string    // the same
	conditions []*Term
	wraps      []wrapping
	extra      []int64 // further constants: common results, neighbours of the code's
	loop       bool
	counters   []*Term // integers that ranges may end at, besides lengths

	resultTerm *Term   // \result when it is a number, boolean or string
	places     []*Term // the numbers in a result of fixed length, one by one
}

// DefaultSteps is more than ten times what the search takes on any method of
// SpecGenBench, and a few seconds on an idle machine.
const DefaultSteps = 200_000_000

// NewSpace is a Space without terms.
func NewSpace(obs Observations, o Options) *Space {
	o.Steps = cmp.Or(o.Steps, DefaultSteps)
	return &Space{
		Dialect: o.Dialect, n: obs.N, real: obs.Real, of: obs.Of, l: obs.Read, seed: o.Seed, steps: o.Steps, spent: o.Spent,
		voc: o.Vocabulary, Variables: o.Variables, i: o.Variables[0], j: o.Variables[1], k: o.Variables[2], loop: o.Loop,
	}
}

// Place is an expression of the language whose values the observations show.
type Place struct {
	Text string
	Post bool // about the state after the call
	Old  bool // written as being of the state before the call
}

// Values are a place's values, one of each observation; nil States: all are defined.
type Values struct {
	N      []int64
	R      []Ref
	States []State
}

// Undefine says that there is no value in observation i of n.
func (v *Values) Undefine(i, n int) {
	if v.States == nil {
		v.States = make([]State, n)
	}
	v.States[i] = Undefined
}

// Number enters a boolean, number or character; bits is the width of a type whose
// arithmetic wraps around, else 0.
func (s *Space) Number(p Place, sort Sort, bits int, v Values) {
	s.enter(&Term{text: p.Text, prec: precAtom, sort: sort, size: 1, result: p.Post, bits: bits, n: v.N, st: v.States}, p)
}

// Reference enters what can be null.
func (s *Space) Reference(p Place, v Values) {
	s.refs = append(s.refs, reference(p, RefSort, v))
}

func reference(p Place, sort Sort, v Values) *Term {
	return &Term{text: p.Text, prec: precAtom, sort: sort, size: 1, result: p.Post, r: v.R, st: v.States}
}

// Items say how the elements of a sequence are written and what they are.
type Items struct {
	Kind   SequenceKind
	Sort   Sort
	Boxed  bool                  // they can be null though they are numbers
	Length string                // the text of its length
	At     func(i string) string // the text of an element's value
	Ref    func(i string) string // the text of an element as something that can be null
}

// Sequence enters an array, list or string with its length.
func (s *Space) Sequence(p Place, of Items, v Values) {
	if of.Kind == TextSequence {
		s.texts = append(s.texts, reference(p, TextSort, v))
	}
	t := &Term{text: of.Length, prec: precAtom, sort: IntSort, size: 1, result: p.Post, n: make([]int64, s.n)}
	q := &sequence{Items: of, text: p.Text, result: p.Post, length: t, old: p.Old, refs: make([]Ref, s.n)}
	for i := range s.n {
		// What is undefined stays null to the reader, and null has no size.
		if v.States == nil || v.States[i] == Defined {
			q.refs[i] = v.R[i]
		}
		if k := s.l.Size(q.refs[i]); k >= 0 {
			t.n[i] = int64(k)
		} else {
			t.undefine(i, s.n)
		}
	}
	s.seqs = append(s.seqs, q)
	if !p.Old || of.Kind == ListSequence { // an array's length is the same before and after
		s.enter(t, Place{Text: t.text, Post: p.Post})
	}
}

// FirstRow enters the length of the first row of an array of arrays.
func (s *Space) FirstRow(p Place, v Values) {
	t := &Term{text: s.Length(s.Index(p.Text, "0")), prec: precAtom, sort: IntSort, size: 2, result: p.Post, n: make([]int64, s.n)}
	for i := range s.n {
		if v.States == nil || v.States[i] == Defined {
			if _, r, st := s.l.Element(v.R[i], 0); st == Defined && s.l.Size(r) >= 0 {
				t.n[i] = int64(s.l.Size(r))
				continue
			}
		}
		t.undefine(i, s.n)
	}
	s.enter(t, Place{Text: t.text, Post: p.Post})
}

// enter files a scalar term under before or after.
func (s *Space) enter(t *Term, p Place) {
	if !p.Post {
		s.pre = append(s.pre, t)
		return
	}
	s.post = append(s.post, t)
	if p.Text == s.Result {
		s.resultTerm = t
	}
}

func (t *Term) undefine(i, n int) {
	if t.st == nil {
		t.st = make([]State, n)
	}
	t.st[i] = Undefined
}

// CountToResult lets ranges end at an integral result.
func (s *Space) CountToResult() {
	if s.resultTerm != nil && s.resultTerm.sort == IntSort {
		s.counters = []*Term{s.resultTerm}
	}
}

// CountToVariables lets ranges end at integers that a loop changes.
func (s *Space) CountToVariables() {
	for _, x := range s.post {
		if x.sort == IntSort && x.size == 1 && !s.IsLength(x.text) && len(s.counters) < 3 {
			s.counters = append(s.counters, x)
		}
	}
}

// sequence is an expression whose elements can be named: an array, list or string.
type sequence struct {
	Items
	text   string // the expression
	result bool   // mentions \result or the state after the call
	old    bool   // written with \old
	refs   []Ref  // per observation
	length *Term
}

// SequenceKind is what a sequence is.
type SequenceKind uint8

// The kinds of sequences.
const (
	ArraySequence SequenceKind = iota
	TextSequence
	ListSequence
)

// fixed enters the first elements of a short array that always has them.
func (s *Space) fixed(q *sequence) {
	if !q.result || !q.Sort.plain() || q.Boxed && q.Kind == ArraySequence {
		return
	}
	least, most := int64(1<<30), int64(0)
	for o := range s.real {
		if q.length.at(o) != Defined {
			return
		}
		least, most = min(least, q.length.n[o]), max(most, q.length.n[o])
	}

	if least != most || most > 4 {
		return
	}
	for i := range int(least) {
		t := &Term{text: q.At(strconv.Itoa(i)), prec: precAtom, sort: q.Sort, size: 2, result: true, n: make([]int64, s.n)}
		for o := range s.n {
			v, _, st := s.l.Element(q.refs[o], i)
			t.n[o] = v
			if st != Defined {
				t.undefine(o, s.n)
			}
		}
		s.post = append(s.post, t)
		if t.sort.number() {
			s.places = append(s.places, t)
		}
	}
}

// ends returns the first and the last element of each argument that always has them.
func (s *Space) ends() []*Term {
	var out []*Term
	for _, q := range s.seqs {
		if q.result || q.old || !q.Sort.number() || len(q.length.n) == 0 {
			continue
		}
		for _, at := range []*Term{s.Int(0), arithmetic()[1].combine(q.length, s.Int(1))} {
			t := s.element(q, at)
			if !slices.ContainsFunc(t.st, func(st State) bool { return st != Defined }) {
				out = append(out, t)
			}
		}
	}
	return out
}

// element is q[i] for an index with a value in every observation.
func (s *Space) element(q *sequence, i *Term) *Term {
	t := &Term{text: q.At(i.text), prec: precAtom, sort: q.Sort, size: 1 + i.size, result: q.result || i.result, n: make([]int64, s.n)}
	for o := range s.n {
		if i.at(o) == Defined {
			if v, _, st := s.l.Element(q.refs[o], int(i.n[o])); st == Defined {
				t.n[o] = v
				continue
			}
		}
		t.undefine(o, s.n)
	}
	return t
}

// constants are the numbers and characters of the code and a few small ones.
func (s *Space) constants() []*Term {
	var out []*Term
	seen := map[int64]bool{}
	// The order matters: some callers take the first two or three only.
	for _, c := range append([]int64{0, 1, -1, 2}, s.voc.Ints...) {
		if !seen[c] && len(out) < 24 {
			seen[c] = true
			out = append(out, s.Int(c))
		}
	}
	for _, c := range s.extra {
		if !seen[c] && len(out) < 30 {
			seen[c] = true
			out = append(out, s.Int(c))
		}
	}
	for _, c := range s.voc.Chars {
		out = append(out, s.CharConstant(c))
	}
	for _, f := range s.voc.Floats {
		out = append(out, s.RealConstant(s.Real(f), f))
	}
	return out
}

// addConstants adds the neighbours of the code's constants and, when the result
// takes few values, those.
func (s *Space) addConstants() {
	count := map[int64]int{}
	if t := s.resultTerm; t != nil && t.sort == IntSort {
		for o := range s.real {
			if t.at(o) == Defined {
				count[t.n[o]]++
			}
		}
	}
	// A result of few values is a code, like -1, 0 and 1 of a comparison.
	if len(count) <= 8 {
		for v := range count {
			s.extra = append(s.extra, v)
		}
		// A map's order differs from run to run, and the search has to find the same each time.
		slices.Sort(s.extra)
	}
	// x < 10 suggests x <= 9; with many constants the neighbours would be too many terms.
	if len(s.voc.Ints) <= 4 {
		for _, v := range s.voc.Ints {
			s.extra = append(s.extra, v-1, v+1)
		}
	}
}
