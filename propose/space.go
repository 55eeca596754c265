package propose

import (
	"hash/maphash"
	"slices"
	"strconv"

	"ensures/bench"
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
)

// space is the vocabulary of a method over its observations: scalar terms and
// sequences. The first real observations are runs, the others changed ones.
type space struct {
	obs  []*observation
	real int
	l    lists
	seed maphash.Seed
	late func() bool // the budget is spent: nothing more is looked at; nil is never

	pre   []*term // about the state before the call
	post  []*term // \result, fields and parameters' parts after the call
	seqs  []*sequence
	texts []*term // Strings
	refs  []*term // whatever can be null
	voc   bench.Vocabulary

	i, j, k        string // names for quantified variables that clash with nothing
	codeConditions []*term
	wraps          []wrapping
	src            string  // of the file
	extra          []int64 // further constants: common results, neighbours of the code's
	divides        bool    // the code uses %
	loop           bool    // observations are visits of a loop's head
	counters       []*term // integers that ranges may end at, besides lengths

	resultTerm *term // \result when it is a number, boolean or string
	resultType types.Type
	wide       int // bits of an integral result
}

// path is where in an observation a value is found.
type path struct {
	text string
	post bool
	get  func(o *observation) (interp.Value, bool)
	t    types.Type
	old  bool
}

// add enters a value and its parts into the vocabulary.
func (s *space) add(p path, depth int) {
	so, boxed := sortOf(p.t)
	n := len(s.obs)
	switch so {
	case boolSort, intSort, charSort, floatSort:
		t := &term{text: p.text, prec: precAtom, sort: so, size: 1, result: p.post, bits: bitsOf(p.t), n: make([]int64, n)}
		if boxed {
			t.text += unbox(so)
			s.nullable(p)
		}
		for i, o := range s.obs {
			v, ok := p.get(o)
			switch {
			case !ok || boxed && v.R == nil:
				t.undefine(i, n)
			case boxed:
				t.n[i], _, _ = unboxed(v.R)
			default:
				t.n[i] = number(v, p.t.Kind())
			}
		}
		s.enter(t, p)
	case textSort:
		t := s.reference(p, textSort)
		s.texts = append(s.texts, t)
		s.sequence(p, textSeq, charSort, false, ".length()")
		s.nullable(p)
	case listSort:
		elem, eboxed, inner := elemOf(p.t)
		kind, length := arraySeq, ".length"
		if p.t.Kind() != types.ArrayOf {
			kind, length = listSeq, ".size()"
		}
		s.sequence(p, kind, elem, eboxed, length)
		s.nullable(p)
		if _, nested := inner.(*types.ArrayType); nested && depth == 0 {
			s.firstRow(p, inner)
		}
	default:
		s.nullable(p)
		s.fieldsOf(p, depth)
	}
}

// bitsOf is the width of an int or long, 0 for other types.
func bitsOf(t types.Type) int {
	switch t.Kind() {
	case types.Int:
		return 32
	case types.Long:
		return 64
	}
	return 0
}

// enter files a scalar term under before or after.
func (s *space) enter(t *term, p path) {
	if p.post {
		s.post = append(s.post, t)
		if p.text == "\\result" {
			s.resultTerm = t
		}
	} else {
		s.pre = append(s.pre, t)
	}
}

func (t *term) undefine(i, n int) {
	if t.st == nil {
		t.st = make([]state, n)
	}
	t.st[i] = undefined
}

func (s *space) reference(p path, so sort) *term {
	n := len(s.obs)
	t := &term{text: p.text, prec: precAtom, sort: so, size: 1, result: p.post, r: make([]interp.Ref, n)}
	for i, o := range s.obs {
		v, ok := p.get(o)
		if !ok {
			t.undefine(i, n)
		}
		t.r[i] = v.R
	}
	return t
}

func (s *space) nullable(p path) { s.refs = append(s.refs, s.reference(p, refSort)) }

// sequence enters a string, array or list with its length.
func (s *space) sequence(p path, kind seqKind, elem sort, boxed bool, length string) {
	n := len(s.obs)
	get := func(o *observation) interp.Ref {
		v, ok := p.get(o)
		if !ok {
			return nil
		}
		return v.R
	}
	t := &term{text: p.text + length, prec: precAtom, sort: intSort, size: 1, result: p.post, n: make([]int64, n)}
	for i, o := range s.obs {
		if k := s.l.size(get(o)); k >= 0 {
			t.n[i] = int64(k)
		} else {
			t.undefine(i, n)
		}
	}
	s.seqs = append(s.seqs, &sequence{text: p.text, result: p.post, elem: elem, boxed: boxed, kind: kind, get: get, length: t, old: p.old})
	if !p.old || kind == listSeq { // an array's length is the same before and after
		s.enter(t, path{text: t.text, post: p.post})
	}
}

// fixed enters the first elements of a short array that always has them.
func (s *space) fixed(q *sequence) {
	if !q.result || q.elem == listSort || q.elem == refSort || q.elem == textSort || q.boxed && q.kind == arraySeq {
		return
	}
	least, most := int64(1<<30), int64(0)
	for o := range s.real {
		if q.length.at(o) != defined {
			return
		}
		least, most = min(least, q.length.n[o]), max(most, q.length.n[o])
	}
	if least != most || most > 4 {
		return
	}
	n := len(s.obs)
	for i := range int(least) {
		t := &term{text: q.element(strconv.Itoa(i)), prec: precAtom, sort: q.elem, size: 2, result: true, n: make([]int64, n)}
		for o := range s.obs {
			v, _, st := s.l.element(q.get(s.obs[o]), i)
			t.n[o] = v
			if st != defined {
				t.undefine(o, n)
			}
		}
		s.post = append(s.post, t)
	}
}

// firstRow enters the length of the first row of an array of arrays.
func (s *space) firstRow(p path, inner types.Type) {
	n := len(s.obs)
	t := &term{text: p.text + "[0].length", prec: precAtom, sort: intSort, size: 2, result: p.post, n: make([]int64, n)}
	for i, o := range s.obs {
		v, ok := p.get(o)
		if ok {
			if _, r, st := s.l.element(v.R, 0); st == defined && s.l.size(r) >= 0 {
				t.n[i] = int64(s.l.size(r))
				continue
			}
		}
		t.undefine(i, n)
	}
	s.enter(t, path{text: t.text, post: p.post})
}

// fieldsOf enters the fields of an object of a class of the program.
func (s *space) fieldsOf(p path, depth int) {
	c, ok := p.t.(*types.ClassType)
	if !ok || c.Class.Library || depth > 0 {
		return
	}
	for _, f := range c.Class.Fields {
		if f.Spec || f.Flags.Has(java.Static) {
			continue
		}
		get := func(o *observation) (interp.Value, bool) {
			v, ok := p.get(o)
			obj, isObj := v.R.(*interp.Object)
			if !ok || !isObj {
				return interp.Value{}, false
			}
			return obj.Field(f)
		}
		text := p.text + "." + f.Name
		if p.text == "this" {
			text = f.Name
		}
		if p.old {
			text = "\\old(" + text + ")"
		}
		s.add(path{text: text, post: p.post, get: get, t: f.Type, old: p.old}, depth+1)
	}
}

// constants are the numbers and characters of the code and a few small ones.
func (s *space) constants() []*term {
	n := len(s.obs)
	var out []*term
	seen := map[int64]bool{}
	for _, c := range append([]int64{0, 1, -1, 2}, s.voc.Ints...) {
		if !seen[c] && len(out) < 24 {
			seen[c] = true
			out = append(out, constant(strconv.FormatInt(c, 10), intSort, c, n))
		}
	}
	for _, c := range s.extra {
		if !seen[c] && len(out) < 30 {
			seen[c] = true
			out = append(out, constant(strconv.FormatInt(c, 10), intSort, c, n))
		}
	}
	for _, c := range s.voc.Chars {
		out = append(out, constant(charText(c), charSort, int64(c), n))
	}
	for _, f := range s.voc.Floats {
		out = append(out, constant(interp.FormatDouble(f), floatSort, interp.Double(f).N, n))
	}
	return out
}

// source is the text of a declaration.
func (s *space) source(n java.Node) string {
	from, to := n.Pos().Offset(), n.End().Offset()
	if from < 0 || to > len(s.src) {
		return ""
	}
	return s.src[from:to]
}

// addConstants adds the neighbours of the code's constants and, when the result
// takes few values, those.
func (s *space) addConstants() {
	count := map[int64]int{}
	if t := s.resultTerm; t != nil && t.sort == intSort {
		for o := range s.real {
			if t.at(o) == defined {
				count[t.n[o]]++
			}
		}
	}
	if len(count) <= 8 {
		for v := range count {
			s.extra = append(s.extra, v)
		}
		slices.Sort(s.extra)
	}
	if len(s.voc.Ints) <= 4 {
		for _, v := range s.voc.Ints {
			s.extra = append(s.extra, v-1, v+1)
		}
	}
}

// charText is a character literal.
func charText(c uint16) string {
	switch c {
	case '\'':
		return `'\''`
	case '\\':
		return `'\\'`
	case '\n':
		return `'\n'`
	case '\t':
		return `'\t'`
	case '\r':
		return `'\r'`
	}
	if c >= ' ' && c < 0x7f {
		return "'" + string(rune(c)) + "'"
	}
	const hex = "0123456789abcdef"
	return `'\u` + string([]byte{hex[c>>12], hex[c>>8&15], hex[c>>4&15], hex[c&15]}) + "'"
}
