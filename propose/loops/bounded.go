package loops

import (
	"fmt"
	"math"
	"slices"

	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
)

// Bounds are plain bounds of what a method is given under which no sum, difference,
// product or negation of its int and long arithmetic leaves its type, and what its
// loops keep then. They are a guess by intervals: a verifier has the last word.
type Bounds struct {
	Requires []string
	Loops    map[java.Stmt][]string // invariants
}

// Bounded returns the widest bounds, of those that are tried, that keep the method's
// arithmetic in its types; nil where none do. It is for code whose own condition for
// that can't be said, or not be proved.
func Bounded(m *java.MethodDecl, info *types.Info, n Names) *Bounds {
	if m.Body == nil {
		return nil
	}
	// Intervals can't follow a call of the method itself; a table of its results can.
	if r := recursiveOf(m, info); r != nil {
		if b := r.bounds(); b != nil {
			return b
		}
	}
	b := &bounding{decl: m, info: info, names: n}
	for _, t := range tries() {
		in := b.inputs(t)
		if !b.overflows(in) {
			return b.said(b.widened(in))
		}
	}
	return nil
}

// try is how large values, and the lengths of what has one, may be.
type try struct {
	value, length int64
	natural       bool // values are not negative
}

// tries are the bounds to try, wider ones first.
func tries() []try {
	const none = math.MaxInt32
	// Two values of a billion have a sum that fits an int. Where lengths are bounded, value times
	// length fits: sums over all elements do.
	wide := []try{{none, none, false}, {1_000_000_000, none, false}, {999_999_999, none, false}, {500_000_000, none, false}, {1_000_000, 1_000, false}, {1_000_000, 100, false},
		{30_000, 30_000, false}, {10_000, 10_000, false}, {10_000, 1_000, false}, {1_000, 1_000, false}, {1_000, 100, false}, {100, 100, false}}
	var narrow []try
	for v := int64(99); v > 9; v-- {
		narrow = append(narrow, try{v, 100, false})
	}
	for v := int64(30); v > 5; v-- {
		narrow = append(narrow, try{v, v, false})
	}
	for v := int64(9); v > 0; v-- {
		narrow = append(narrow, try{v, 100, false})
	}
	natural := func(list []try) []try {
		list = slices.Clone(list)
		for i := range list {
			list[i].natural = true
		}
		return list
	}
	// Better no negative values than none above 99.
	return slices.Concat(wide, natural(wide), narrow, natural(narrow))
}

// input is what is asked of a parameter.
type input struct {
	name          string
	dims          int  // of arrays; 1 for a list
	list          bool // its elements are read by get
	text          bool // a string
	value, length interval
	free          interval // what its values are without bounds
}

// bounding is the search for bounds of one method.
type bounding struct {
	decl  *java.MethodDecl
	info  *types.Info
	names Names
}

// inputs returns the parameters within bounds.
func (b *bounding) inputs(t try) []input {
	var out []input
	for _, p := range b.decl.Params {
		in := input{name: p.Name.Name, length: interval{0, t.length}}
		typ := b.info.Locals[p].Type
		for {
			if a, ok := typ.(*types.ArrayType); ok {
				typ = a.Elem
				in.dims++
				continue
			}
			if e := elementOf(typ); e != nil && in.dims == 0 {
				typ, in.list, in.dims = e, true, 1
			}
			break
		}
		if u := types.Unboxed(typ); u != nil {
			typ = u
		}
		in.text = in.dims == 0 && types.IsString(typ)
		in.free = rangeOf(typ)
		in.value = in.free.meet(interval{-t.value, t.value})
		// No bound, of long either.
		if t.value == math.MaxInt32 {
			in.value = in.free
		}
		if t.natural && in.value.lo < 0 {
			in.value.lo = 0
		}
		out = append(out, in)
	}
	return out
}

// overflows reports whether some arithmetic may leave its type.
func (b *bounding) overflows(in []input) bool {
	return b.run(in, false).over
}

// widened drops every bound without which nothing overflows either.
func (b *bounding) widened(in []input) []input {
	for i := range in {
		for _, wider := range []func(*input){
			func(p *input) { p.value.lo = p.free.lo },
			func(p *input) { p.length.hi = math.MaxInt32 },
			func(p *input) { p.value.hi = p.free.hi },
		} {
			// One bound at a time, each kept only as long as the method stays in its types without it: the
			// order decides which of two that can't both go is dropped.
			next := slices.Clone(in)
			wider(&next[i])
			if next[i] != in[i] && !b.overflows(next) {
				in = next
			}
		}
	}
	return in
}

// said is what the bounds ask and give, as text.
func (b *bounding) said(in []input) *Bounds {
	out := &Bounds{Loops: b.run(in, true).invariants}
	for _, p := range in {
		if p.dims == 0 {
			if t := between(p.value, p.free, p.name); t != "" {
				out.Requires = append(out.Requires, t)
			}
			if p.text && p.length.hi < math.MaxInt32 {
				t := fmt.Sprintf("%s.length() <= %d", p.name, p.length.hi)
				if asksNull(b.decl, p.name) {
					t = p.name + " != null ==> " + t
				}
				out.Requires = append(out.Requires, t)
			}
			continue
		}
		out.Requires = append(out.Requires, b.elements(p)...)
	}
	return out
}

// asksNull reports whether the method compares a variable with null.
func asksNull(m *java.MethodDecl, name string) bool {
	asks := false
	is := func(e java.Expr) bool { x, ok := java.Unparen(e).(*java.Name); return ok && x.Name == name }
	java.Walk(m.Body, func(n java.Node) bool {
		e, ok := n.(*java.Binary)
		asks = asks || ok && (e.Op == java.Eq || e.Op == java.Ne) && (is(e.X) && expr.IsNull(e.Y) || expr.IsNull(e.X) && is(e.Y))
		return !asks
	})
	return asks
}

// elements is what is asked of a collection.
func (b *bounding) elements(p input) []string {
	var out []string
	size, at := ".length", "%s[%s]"
	if p.list {
		size, at = ".size()", "%s.get(%s)"
	}
	if p.length.hi < math.MaxInt32 {
		out = append(out, fmt.Sprintf("%s%s <= %d", p.name, size, p.length.hi))
	}
	vars := []string{b.names.I, b.names.J, b.names.K}
	// More dimensions than names for quantified variables.
	if p.dims > len(vars) {
		return out
	}
	element := p.name
	over := ""
	for d := range p.dims {
		k := vars[d]
		over += fmt.Sprintf("(\\forall int %s; 0 <= %s && %s < %s%s; ", k, k, k, element, size)
		element = fmt.Sprintf(at, element, k)
		if d < p.dims-1 && p.length.hi < math.MaxInt32 {
			over += fmt.Sprintf("%s%s <= %d && ", element, size, p.length.hi)
		}
	}
	if t := between(p.value, p.free, element); t != "" {
		text := over + t
		for range p.dims {
			text += ")"
		}
		out = append(out, text)
	}
	return out
}

// between says that x is in r, as far as free doesn't say so; "" for nothing.
func between(r, free interval, x string) string {
	lo, hi := "", ""
	if r.lo > free.lo {
		lo = fmt.Sprintf("%d <= %s", r.lo, x)
	}
	if r.hi < free.hi {
		hi = fmt.Sprintf("%s <= %d", x, r.hi)
	}
	switch {
	case lo != "" && hi != "" && r.lo == r.hi:
		return fmt.Sprintf("%s == %d", x, r.lo)
	case lo != "" && hi != "":
		return lo + " && " + hi
	}
	return lo + hi
}
