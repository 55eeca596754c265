// Package eval gives clauses of Dafny their meaning over concrete values: true, false, or
// undecided, because the clause has no value there (an index outside, a division by zero,
// a function called outside of its precondition) or would take too long.
//
// Integers and reals are exact and division is Euclid's. Logic goes from left to right, as
// Dafny checks that a clause has a value: what the left side rules out is not looked at. A
// quantifier goes over the values that its guards leave (quantifier.go); where those have
// no end, only a witness or a counterexample decides.
//
// The package must not know tests, mutants or metrics.
package eval

import (
	"fmt"
	"math/big"

	"ensures/dafny"
	"ensures/dafny/values"
	"ensures/metric"
	"ensures/value"
)

// Error names what has no meaning here, with its place.
type Error struct {
	At   int
	What string
}

func (e *Error) Error() string { return "not supported: " + e.What }

// DefaultSteps is how many expressions one clause may cost.
const DefaultSteps = 200_000

// The limits of one clause: calls inside each other, and the size of one number and of
// one collection.
const (
	maxCalls = 2_000
	maxBits  = 1 << 16
	maxItems = 1 << 16
)

// Evaluator evaluates clauses of one file.
type Evaluator struct {
	file *dafny.File
	// Steps is how many expressions one clause may cost.
	Steps int
}

// New returns an evaluator of a file's clauses.
func New(f *dafny.File) *Evaluator { return &Evaluator{f, DefaultSteps} }

// Clause reports what a clause says of the values of names. Before is set of clauses that
// speak of the state before the call. The error names a construct that has no meaning here.
func (e *Evaluator) Clause(c *dafny.Expr, names map[string]*values.Value, before bool) (v metric.Verdict, err error) {
	defer func() {
		if p := recover(); p != nil {
			u, ok := p.(*Error)
			if !ok {
				panic(p)
			}
			v, err = metric.Verdict{Truth: value.Unknown}, u
		}
	}()
	r := &run{Evaluator: e, left: e.Steps, old: before, memo: map[string]*values.Value{}}
	var s *scope
	for n, x := range names {
		s = s.with(n, x)
	}
	return verdict(r.truth(c, r.eval(s, c))), nil
}

// noValue and tooLong stand for values that are not known: the first is any value of its
// type, the second was not found out. open is the value of a variable of a quantifier that
// has none yet.
var (
	noValue = &values.Value{}
	tooLong = &values.Value{}
	open    = &values.Value{}
)

func known(v *values.Value) bool { return v != noValue && v != tooLong }

// either returns what is known of a value that needs others of which some are not known.
func either(vs ...*values.Value) *values.Value {
	for _, v := range vs {
		if v == tooLong {
			return tooLong
		}
	}
	return noValue
}

func verdict(v *values.Value) metric.Verdict {
	switch {
	case v == noValue:
		return metric.Verdict{Truth: value.Unknown, Undefined: true}
	case v == tooLong:
		return metric.Verdict{Truth: value.Unknown}
	case v.True():
		return metric.Verdict{Truth: value.True}
	}
	return metric.Verdict{Truth: value.False}
}

// run is one evaluation going on.
type run struct {
	*Evaluator
	left  int
	calls int
	old   bool // arrays are read as they were before the call
	memo  map[string]*values.Value
}

// scope is the names that an expression sees, the last one first.
type scope struct {
	name  string
	v     *values.Value
	outer *scope
}

func (s *scope) with(name string, v *values.Value) *scope { return &scope{name, v, s} }

func (s *scope) find(name string) *values.Value {
	for ; s != nil; s = s.outer {
		if s.name == name {
			return s.v
		}
	}
	return nil
}

func fail(e *dafny.Expr, format string, args ...any) {
	panic(&Error{e.From, fmt.Sprintf(format, args...)})
}

// spend charges for n expressions or parts; false where the limit is reached.
func (r *run) spend(n int) bool {
	r.left -= n
	return r.left >= 0
}

// truth returns v where it is a boolean or not known.
func (r *run) truth(e *dafny.Expr, v *values.Value) *values.Value {
	if known(v) && v.Kind != values.Bool {
		fail(e, "a boolean is needed, not %s", v)
	}
	return v
}

// eval returns the value of an expression.
func (r *run) eval(s *scope, e *dafny.Expr) *values.Value {
	if !r.spend(1) {
		return tooLong
	}
	switch e.Kind {
	case dafny.Bool:
		return values.Truth(e.Text == "true")
	case dafny.Int, dafny.Real, dafny.Char, dafny.String:
		return literal(e)
	case dafny.Null:
		return &values.Value{Kind: values.Null}
	case dafny.Name:
		return r.name(s, e)
	case dafny.Unary:
		return r.unary(s, e)
	case dafny.Binary:
		return r.binary(s, e)
	case dafny.Chain:
		return r.chain(s, e)
	case dafny.If:
		c := r.truth(e, r.eval(s, e.Args[0]))
		switch {
		case !known(c):
			return c
		case c.True():
			return r.eval(s, e.Args[1])
		}
		return r.eval(s, e.Args[2])
	case dafny.Let:
		in := s
		for i, v := range e.Vars {
			in = in.with(v.Name, r.eval(s, e.Args[i]))
		}
		return r.eval(in, e.Args[len(e.Vars)])
	case dafny.Quant:
		return r.quantifier(s, e)
	case dafny.Comp:
		return r.comprehension(s, e)
	case dafny.Build:
		return r.build(s, e)
	case dafny.Old:
		// Only what arrays hold depends on the state: names mean the same before and after.
		was := r.old
		r.old = true
		v := r.eval(s, e.Args[0])
		r.old = was
		return v
	}
	return r.strict(s, e)
}

// strict evaluates the forms that need the values of all their parts.
func (r *run) strict(s *scope, e *dafny.Expr) *values.Value {
	args := make([]*values.Value, len(e.Args))
	for i, a := range e.Args {
		// An end of a slice that is not given.
		if a == nil {
			continue
		}
		if args[i] = r.eval(s, a); !known(args[i]) {
			return args[i]
		}
	}

	switch e.Kind {
	case dafny.Call:
		return r.call(e, args)
	case dafny.Seq:
		return &values.Value{Kind: values.Seq, Items: args}
	case dafny.Set:
		return &values.Value{Kind: values.Set, Items: values.Sorted(args, true)}
	case dafny.Multi:
		return &values.Value{Kind: values.Multiset, Items: values.Sorted(args, false)}
	case dafny.Bag:
		x := r.contents(args[0])
		if x.Kind != values.Seq && x.Kind != values.Set && x.Kind != values.Multiset {
			fail(e, "a multiset of %s", x)
		}
		return &values.Value{Kind: values.Multiset, Items: values.Sorted(x.Items, false)}
	case dafny.Map:
		var ks, vs []*values.Value
		for i := 0; i+1 < len(args); i += 2 {
			ks, vs = append(ks, args[i]), append(vs, args[i+1])
		}
		return values.Mapping(ks, vs)
	case dafny.Tuple:
		return &values.Value{Kind: values.Tuple, Items: args}
	case dafny.Size:
		switch args[0].Kind {
		case values.Seq, values.Set, values.Multiset, values.Map:
			return number(len(args[0].Items))
		}
		fail(e, "the size of %s", args[0])
	case dafny.Field:
		return r.field(e, args[0])
	case dafny.Index:
		return r.index(e, args[0], args[1])
	case dafny.Slice:
		return r.slice(e, args)
	case dafny.Update:
		return r.update(e, args)
	case dafny.As:
		return convert(e, args[0], e.Type)
	case dafny.Is:
		return values.Truth(known(convert(e, args[0], e.Type)))
	}
	fail(e, "this form of expression")
	return nil
}

func number(n int) *values.Value { return values.Number(big.NewInt(int64(n))) }

// name returns the value of a variable or constant.
func (r *run) name(s *scope, e *dafny.Expr) *values.Value {
	v := s.find(e.Name)
	switch {
	case v == open:
		return tooLong
	case v != nil:
		return v
	}
	d := r.file.Find(e.Name)
	if d == nil || d.Kind != "const" || d.Body == nil {
		fail(e, "the name %s", e.Name)
	}
	return r.inside("const "+d.Name, func() *values.Value { return r.eval(nil, d.Body) })
}

// inside evaluates a call or constant once for a key.
func (r *run) inside(key string, eval func() *values.Value) *values.Value {
	// A function may read arrays, which hold something else then.
	if r.old {
		key = "old " + key
	}
	if v := r.memo[key]; v != nil {
		return v
	}
	if r.calls >= maxCalls {
		return tooLong
	}
	r.calls++
	v := eval()
	r.calls--
	// Too long depends on what was spent before; anything else is the same the next time.
	if v != tooLong {
		r.memo[key] = v
	}
	return v
}

// call returns the value of a function or predicate. It has none outside of its
// precondition, and none is known of one without a body.
func (r *run) call(e *dafny.Expr, args []*values.Value) *values.Value {
	d := r.file.Find(e.Name)
	if d == nil || d.Kind == "const" || len(args) != len(d.Params) {
		fail(e, "the function %s", e.Name)
	}

	key := d.Name
	var s *scope
	for i, p := range d.Params {
		key += "|" + args[i].Key()
		// Nothing is known of a function outside of its parameters' types.
		if convert(e, args[i], p.Type) == noValue {
			return noValue
		}
		s = s.with(p.Name, args[i])
	}

	return r.inside(key, func() *values.Value {
		for _, c := range d.Clauses {
			if c.Kind != "requires" {
				continue
			}
			switch v := r.truth(e, r.eval(s, c.Expr)); {
			case !known(v):
				return v
			case !v.True():
				return noValue
			}
		}
		// It has some value, but nobody has said which.
		if d.Body == nil {
			return tooLong
		}
		return r.eval(s, d.Body)
	})
}

// contents returns what an array holds now, as a sequence; other values as they are.
func (r *run) contents(v *values.Value) *values.Value {
	if v.Kind != values.Array {
		return v
	}
	items := v.Items
	if r.old && v.Old != nil {
		items = v.Old
	}
	return &values.Value{Kind: values.Seq, Items: items}
}

func (r *run) field(e *dafny.Expr, v *values.Value) *values.Value {
	switch {
	case v.Kind == values.Null:
		return noValue
	case v.Kind == values.Array && e.Name == "Length":
		return number(len(v.Items))
	// Div rounds down since a denominator is positive.
	case v.Kind == values.Real && e.Name == "Floor":
		return values.Number(new(big.Int).Div(v.Real.Num(), v.Real.Denom()))
	case v.Kind == values.Map && e.Name == "Keys":
		return &values.Value{Kind: values.Set, Items: v.Items}
	case v.Kind == values.Map && e.Name == "Values":
		return &values.Value{Kind: values.Set, Items: values.Sorted(v.Held, true)}
	case v.Kind == values.Tuple:
		for i, x := range v.Items {
			if e.Name == fmt.Sprint(i) {
				return x
			}
		}
	}
	fail(e, "the member %s of %s", e.Name, v)
	return nil
}

// index returns an element, what is held at a key, or how often a multiset has a value.
func (r *run) index(e *dafny.Expr, v, i *values.Value) *values.Value {
	if v.Kind == values.Null {
		return noValue
	}

	switch c := r.contents(v); {
	case c.Kind == values.Seq:
		if n, ok := place(i, len(c.Items)-1); ok {
			return c.Items[n]
		}
		// No index at all is a mistake of types, and one outside is a lack of value.
		if i.Kind != values.Int {
			fail(e, "the index %s", i)
		}
		return noValue
	case c.Kind == values.Map:
		for k, x := range c.Items {
			if x.Key() == i.Key() {
				return c.Held[k]
			}
		}
		return noValue
	case c.Kind == values.Multiset:
		return number(count(c, i))
	}
	fail(e, "an index of %s", v)
	return nil
}

// place returns an integer from 0 to most.
func place(v *values.Value, most int) (int, bool) {
	if v.Kind != values.Int || !v.Int.IsInt64() || v.Int.Sign() < 0 || v.Int.Int64() > int64(most) {
		return 0, false
	}
	return int(v.Int.Int64()), true
}

func (r *run) slice(e *dafny.Expr, args []*values.Value) *values.Value {
	if args[0].Kind == values.Null {
		return noValue
	}
	c := r.contents(args[0])
	if c.Kind != values.Seq {
		fail(e, "a part of %s", args[0])
	}
	lo, hi, ok := 0, len(c.Items), true
	if args[2] != nil {
		if hi, ok = place(args[2], len(c.Items)); !ok {
			return noValue
		}
	}
	if args[1] != nil {
		// At most the end: 0 <= lo <= hi <= |s|.
		if lo, ok = place(args[1], hi); !ok {
			return noValue
		}
	}
	return &values.Value{Kind: values.Seq, Type: c.Type, Items: c.Items[lo:hi]}
}

func (r *run) update(e *dafny.Expr, args []*values.Value) *values.Value {
	switch v := args[0]; v.Kind {
	case values.Seq:
		i, ok := place(args[1], len(v.Items)-1)
		if !ok {
			return noValue
		}
		items := append([]*values.Value{}, v.Items...)
		items[i] = args[2]
		return &values.Value{Kind: values.Seq, Items: items}
	case values.Map:
		return values.Mapping(append(append([]*values.Value{}, v.Items...), args[1]), append(append([]*values.Value{}, v.Held...), args[2]))
	}
	fail(e, "an update of %s", args[0])
	return nil
}

// build evaluates seq(n, i requires c => e): it has no value where c is false of an index.
func (r *run) build(s *scope, e *dafny.Expr) *values.Value {
	n := r.eval(s, e.Args[0])
	if !known(n) {
		return n
	}
	if n.Kind != values.Int || n.Int.Sign() < 0 {
		return noValue
	}
	if n.Int.Cmp(big.NewInt(maxItems)) > 0 {
		return tooLong
	}

	out := &values.Value{Kind: values.Seq}
	for i := range int(n.Int.Int64()) {
		in := s.with(e.Vars[0].Name, number(i))
		if len(e.Args) > 2 {
			switch c := r.truth(e, r.eval(in, e.Args[2])); {
			case !known(c):
				return c
			case !c.True():
				return noValue
			}
		}
		v := r.eval(in, e.Args[1])
		if !known(v) {
			return v
		}
		out.Items = append(out.Items, v)
	}
	return out
}
