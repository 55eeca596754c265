// Package eval gives clauses of the specification language of rust/spec their meaning
// over observed values: true, false, or undecided, because the clause has no value
// there (an index outside, a cast that does not fit) or would take too long.
//
// Numbers are mathematical integers, division is Euclid's, and logic is Kleene's: what
// has no value does not hide a side that decides. A quantifier goes over the values
// that its guards leave; where those have no end, only a witness or a
// counterexample decides.
//
// The package must not know how values are observed, nor verifiers.
package eval

import (
	"math/big"

	"ensures/metric"
	"ensures/rust/mir"
	"ensures/rust/spec"
	"ensures/rust/values"
	"ensures/value"
)

// Error names what has no meaning here, with its place.
type Error struct {
	At   spec.Span
	What string
}

func (e *Error) Error() string { return "not supported: " + e.What }

// State is what clauses of a function see: parameters before the call, and after it
// with the result. After and Result are nil in preconditions.
type State struct {
	Before, After map[string]*values.Value
	Result        *values.Value
}

// Evaluator evaluates clauses of one file.
type Evaluator struct {
	file  *spec.File
	funcs map[string]*spec.Func
	// Steps is how many expressions one clause may cost; the default is 200,000.
	Steps int
}

// New returns an evaluator of a file's clauses.
func New(f *spec.File) *Evaluator {
	e := &Evaluator{file: f, funcs: map[string]*spec.Func{}, Steps: 200_000}
	for _, fn := range f.Funcs {
		if _, twice := e.funcs[fn.Name]; twice {
			fn = nil // of which module, nothing says
		}
		if fn != nil {
			e.funcs[fn.Name] = fn
		}
	}
	return e
}

// Clause is what a clause of a function says of a state. The error names a construct
// that has no meaning here.
func (e *Evaluator) Clause(fn *spec.Func, c spec.Expr, s State) (v metric.Verdict, err error) {
	defer func() {
		if p := recover(); p != nil {
			u, ok := p.(*Error)
			if !ok {
				panic(p)
			}
			v, err = metric.Verdict{Truth: value.Unknown}, u
		}
	}()

	r := &run{Evaluator: e, left: e.Steps}
	in := &scope{vars: map[string]*values.Value{}, before: s.Before}
	for n, x := range s.Before {
		in.vars[n] = x
	}
	// After the call a parameter's name is what it is then; before it is what old asks.
	for n, x := range s.After {
		in.vars[n] = x
	}
	if s.Result != nil {
		if name := fn.ResultName(); name != "" {
			in.vars[name] = s.Result
		}
	}
	return verdict(r.eval(in, c)), nil
}

// noValue and tooLong stand for values that are not known: the first is any value of
// its type, the second was not found out.
var (
	noValue = &values.Value{}
	tooLong = &values.Value{}
)

func known(v *values.Value) bool { return v != noValue && v != tooLong }

// either is what is known of a value that needs two of which one or both are not known.
func either(a, b *values.Value) *values.Value {
	if a == tooLong || b == tooLong {
		return tooLong
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
	depth int
}

// scope is the names that an expression sees.
type scope struct {
	vars   map[string]*values.Value
	before map[string]*values.Value // of old
	outer  *scope
}

func (s *scope) lookup(name string) *values.Value {
	for ; s != nil; s = s.outer {
		if v := s.vars[name]; v != nil {
			return v
		}
	}
	return nil
}

func (s *scope) with(name string, v *values.Value) *scope {
	return &scope{vars: map[string]*values.Value{name: v}, before: s.before, outer: s}
}

func fail(at spec.Expr, what string) { panic(&Error{at.Pos(), what}) }

// maxDepth is how deep functions of clauses may call each other.
const maxDepth = 2_000

// maxBits is how long a product may be: one of many thousand factors costs too much.
const maxBits = 1 << 13

// eval is the value of an expression.
func (r *run) eval(s *scope, c spec.Expr) *values.Value {
	// Counted rather than timed: the same clause on the same state costs the same anywhere.
	if r.left--; r.left < 0 {
		return tooLong
	}

	switch c := c.(type) {
	case *spec.Lit:
		return literal(c)
	case *spec.Name:
		return r.name(s, c)
	case *spec.Unary:
		return r.unary(s, c)
	case *spec.Binary:
		return r.binary(s, c)
	case *spec.View:
		return view(r.eval(s, c.X))
	case *spec.Cast:
		return cast(c, r.eval(s, c.X))
	case *spec.Index:
		return r.index(c, r.eval(s, c.X), r.eval(s, c.I))
	case *spec.Field:
		v := r.eval(s, c.X)
		if !known(v) {
			return v
		}
		p, ok := v.Part(c.Name)
		if !ok {
			fail(c, "unknown field "+c.Name)
		}
		return p
	case *spec.Call:
		return r.call(s, c)
	case *spec.Method:
		return r.method(s, c)
	case *spec.Quant:
		return r.quantifier(s, c)
	case *spec.If:
		cond := r.eval(s, c.Cond)
		if !known(cond) {
			// Both branches: where they agree the condition doesn't matter.
			return r.agreed(cond, r.eval(s, c.Then), r.eval(s, c.Else))
		}
		if r.truth(c.Cond, cond) {
			return r.eval(s, c.Then)
		}
		return r.eval(s, c.Else)
	case *spec.Let:
		return r.eval(s.with(c.Name, r.eval(s, c.Value)), c.Body)
	case *spec.Match:
		return r.match(s, c)
	case *spec.Is:
		v := r.eval(s, c.X)
		if !known(v) {
			return v
		}
		_, ok := r.fits(s, v, c.Pattern)
		if r.left < 0 {
			return tooLong // the pattern was not looked at to its end
		}
		return values.Truth(ok)
	case *spec.Tuple:
		return r.items(s, &values.Value{Kind: values.Data}, c.Xs)
	case *spec.List:
		return r.items(s, &values.Value{Kind: values.Seq}, c.Xs)
	}
	fail(c, "expression of this kind")
	return nil
}

// agreed is a value that is the same whatever a condition is.
func (r *run) agreed(cond, a, b *values.Value) *values.Value {
	if known(a) && known(b) && values.Equal(a, b) {
		return a
	}
	return cond
}

func (r *run) items(s *scope, v *values.Value, xs []spec.Expr) *values.Value {
	for _, x := range xs {
		w := r.eval(s, x)
		if !known(w) {
			return w
		}
		v.Items = append(v.Items, w)
	}
	return v
}

// truth is a condition's value, which is known.
func (r *run) truth(at spec.Expr, v *values.Value) bool {
	if v.Kind != values.Bool {
		fail(at, "value that is no condition here")
	}
	return v.True()
}

func number(at spec.Expr, v *values.Value) *big.Int {
	if v.Kind != values.Int && v.Kind != values.Char {
		fail(at, "value that is no number here")
	}
	return v.Int
}

func literal(c *spec.Lit) *values.Value {
	switch c.Kind {
	case "int":
		n, _ := new(big.Int).SetString(c.Text, 10)
		return values.Integer(n)
	case "bool":
		return values.Truth(c.Text == "true")
	case "char":
		return &values.Value{Kind: values.Char, Int: big.NewInt(int64([]rune(c.Text)[0]))}
	}
	return &values.Value{Kind: values.Str, Text: []rune(c.Text)}
}

// name is a variable, a limit of a type, or a variant without parts.
func (r *run) name(s *scope, c *spec.Name) *values.Value {
	p := c.Path
	if len(p.Segs) == 1 && p.Self == nil {
		if v := s.lookup(p.Last()); v != nil {
			return v
		}
		if p.Last() == "None" {
			return &values.Value{Kind: values.Data, Name: "None"}
		}
		fail(c, "unknown name "+p.String())
	}

	if len(p.Segs) >= 2 {
		if t := (&mir.Type{Kind: mir.Prim, Name: p.Segs[len(p.Segs)-2].Name}); t.IsInt() {
			lo, hi := values.Range(&values.Type{Kind: values.Int, Name: t.Name})
			switch p.Last() {
			case "MIN":
				return values.Integer(lo)
			case "MAX":
				return values.Integer(hi)
			case "BITS":
				return values.Integer(big.NewInt(int64(t.Bits())))
			}
		}
	}

	if v := r.variant(p, nil); v != nil {
		return v
	}
	fail(c, "unknown name "+p.String())
	return nil
}

// variant makes a variant of an enum of the file; nil where the path names none.
func (r *run) variant(p *mir.Path, args []*values.Value) *values.Value {
	last := p.Last()
	if len(args) == 1 && (last == "Some" || last == "Ok" || last == "Err") || last == "None" && len(args) == 0 {
		return &values.Value{Kind: values.Data, Name: last, Items: args}
	}
	if len(p.Segs) < 2 {
		return nil
	}
	// Values go by the variant's name; which enum it is of, a comparison does not ask.
	for _, it := range r.file.Items {
		if it.Name != p.Segs[len(p.Segs)-2].Name || !it.Enum {
			continue
		}
		for _, v := range it.Variants {
			if v.Name == last && len(v.Fields) == len(args) {
				return &values.Value{Kind: values.Data, Name: last, Items: args}
			}
		}
	}
	return nil
}

func (r *run) unary(s *scope, c *spec.Unary) *values.Value {
	v := r.eval(s, c.X)
	switch {
	case !known(v):
		return v
	case c.Op == "!":
		return values.Truth(!r.truth(c.X, v))
	}
	return values.Integer(new(big.Int).Neg(number(c.X, v)))
}

// view is x@: of a string its characters, of all others the value itself.
func view(v *values.Value) *values.Value {
	if v.Kind != values.Str {
		return v
	}
	out := &values.Value{Kind: values.Seq}
	for _, ch := range v.Text {
		out.Items = append(out.Items, &values.Value{Kind: values.Char, Int: big.NewInt(int64(ch))})
	}
	return out
}

// cast is x as T: the same number where T has it, else any value of T.
func cast(c *spec.Cast, v *values.Value) *values.Value {
	if !known(v) {
		return v
	}
	name := c.Type.String()
	n := v.Int

	if v.Kind != values.Int && v.Kind != values.Char && v.Kind != values.Bool {
		fail(c, "cast to "+name)
	}
	switch {
	case name == "int":
		return values.Integer(n)
	case name == "nat":
		// Verus leaves open what becomes of what does not fit.
		if n.Sign() < 0 {
			return noValue
		}
		return values.Integer(n)
	case name == "char":
		if v.Kind != values.Char && !values.Fits(&values.Type{Kind: values.Char}, n) {
			return noValue
		}
		return &values.Value{Kind: values.Char, Int: n}
	case c.Type.IsInt():
		t := &values.Type{Kind: values.Int, Name: name}
		if !values.Fits(t, n) {
			return noValue
		}
		return &values.Value{Kind: values.Int, Type: t, Int: n}
	}
	fail(c, "cast to "+name)
	return nil
}

func (r *run) index(at spec.Expr, v, i *values.Value) *values.Value {
	if !known(v) || !known(i) {
		return unknownOf(v, i)
	}
	if v.Kind != values.Seq {
		fail(at, "index of what is no sequence")
	}
	return element(v, number(at, i))
}

// unknownOf is what is known of a value that needs two, of which one is not known.
func unknownOf(a, b *values.Value) *values.Value {
	switch {
	case known(a):
		return b
	case known(b):
		return a
	}
	return either(a, b)
}

func element(v *values.Value, n *big.Int) *values.Value {
	if !n.IsInt64() || n.Sign() < 0 || n.Int64() >= int64(len(v.Items)) {
		return noValue
	}
	return v.Items[n.Int64()]
}

func (r *run) match(s *scope, c *spec.Match) *values.Value {
	v := r.eval(s, c.X)
	if !known(v) {
		return v
	}

	for _, a := range c.Arms {
		in, ok := r.fits(s, v, a.Pattern)
		if r.left < 0 {
			return tooLong
		}
		if !ok {
			continue
		}
		if a.Guard != nil {
			g := r.eval(in, a.Guard)
			// Whether this arm or a later one is taken is not known.
			if !known(g) {
				return g
			}
			if !r.truth(a.Guard, g) {
				continue
			}
		}
		return r.eval(in, a.Body)
	}
	return noValue
}

// fits reports whether a value fits a pattern, and what the pattern binds.
func (r *run) fits(s *scope, v *values.Value, p *spec.Pattern) (*scope, bool) {
	if r.left--; r.left < 0 {
		return s, false
	}

	switch {
	case p.Lit != nil:
		w := r.eval(s, p.Lit)
		return s, known(w) && values.Equal(v, w)
	case p.Path == nil && !p.Tuple:
		if p.Name != "" {
			return s.with(p.Name, v), true
		}
		return s, true
	// Self stands for the struct, whatever it is called.
	case p.Path != nil && v.Kind == values.Data && v.Name != p.Path.Last() && p.Path.Last() != "Self":
		return s, false
	}
	if v.Kind != values.Data {
		panic(&Error{p.Span, "pattern for what is no data"})
	}

	for i, q := range p.Parts {
		var x *values.Value
		ok := i < len(v.Items)
		if p.Fields != nil {
			x, ok = v.Part(p.Fields[i])
		} else if ok {
			x = v.Items[i]
		}
		if !ok {
			panic(&Error{p.Span, "part that a variant has not"})
		}
		// What earlier parts have bound is seen by the later ones, and by the arm.
		if s, ok = r.fits(s, x, q); !ok {
			return s, false
		}
	}
	return s, true
}
