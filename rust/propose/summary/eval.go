package summary

import (
	"maps"
	"math/big"
	"slices"

	"ensures/rust/mir"
	"ensures/rust/spec"
	"ensures/rust/values"
)

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// eval is the value of an expression of code, with what it needs to have one noted. It
// throws unknown where that has no meaning here.
func (r *runner) eval(e spec.Expr, s *state) value {
	switch e := e.(type) {
	case *spec.Lit:
		return e
	case *spec.Name:
		return r.variable(e, s)
	case *spec.Unary:
		x := r.term(e.X, s)
		if e.Op == "!" {
			return not(x)
		}
		out := binary("-", integer(0), x)
		t := r.typeOf(e.X, s)
		if t == nil { // of a literal at first, and most often the result's
			t = r.fn.Result.Type
		}
		// The least number has no opposite in its type.
		if isInt(t) && t.Signed() && literal(x) == nil {
			r.inRange(s, out, t)
		}
		return out
	case *spec.Binary:
		return r.operator(e, s)
	case *spec.Cast:
		return r.cast(e, s)
	case *spec.Index:
		i := r.term(e.I, s)
		if q, ok := r.eval(e.X, s).(*seq); ok {
			r.need(s, binary("<", i, q.length))
			// That the place is there is needed all the same.
			if q.at == nil {
				panic(unknown{})
			}
			return decidedIn(q.element(i), s.conds)
		}
		x := r.term(e.X, s)
		r.need(s, binary("<", i, length(x)))
		return &spec.Index{X: x, I: i}
	case *spec.Field:
		return &spec.Field{X: r.term(e.X, s), Name: e.Name}
	case *spec.Method:
		return r.method(e, s)
	case *spec.Call:
		return r.call(e, s)
	case *spec.If:
		// Each branch is evaluated where its condition holds: its needs are needs there only.
		c := decided(r.term(e.Cond, s), s.conds)
		then, other := s.under(c), s.under(not(c))
		switch {
		case other == nil:
			return r.eval(e.Then, s)
		case then == nil:
			return r.eval(e.Else, s)
		}
		return choice(c, r.term(e.Then, then), r.term(e.Else, other))
	case *spec.View:
		return &spec.View{X: r.term(e.X, s)}
	case *spec.List:
		if len(e.Xs) == 0 {
			return nothing()
		}
		return r.listed(e, s)
	case *spec.Tuple:
		out := &spec.Tuple{}
		for _, x := range e.Xs {
			out.Xs = append(out.Xs, r.term(x, s))
		}
		return out
	}
	panic(unknown{})
}

// term is the value of an expression that is no sequence of the code's own.
func (r *runner) term(e spec.Expr, s *state) spec.Expr {
	if v, ok := r.eval(e, s).(spec.Expr); ok && v != nil {
		return v
	}
	panic(unknown{})
}

func (r *runner) variable(e *spec.Name, s *state) value {
	if len(e.Path.Segs) > 1 {
		return e // a constant or a variant
	}
	v, ok := s.vars[e.Path.Last()]
	switch {
	case !ok:
		return e
	case v == nil:
		panic(unknown{})
	}
	return v
}

// nothing is an empty sequence.
func nothing() *seq {
	return &seq{length: integer(0), at: func(i spec.Expr) spec.Expr { return &spec.Index{X: &spec.List{}, I: i} }}
}

// listed is a sequence of values that are written out.
func (r *runner) listed(e *spec.List, s *state) value {
	q := &seq{length: integer(int64(len(e.Xs)))}
	var xs []spec.Expr
	for _, x := range e.Xs {
		xs = append(xs, r.term(x, s))
	}
	q.at = func(i spec.Expr) spec.Expr {
		if n := literal(i); n != nil && n.IsInt64() && n.Int64() >= 0 && n.Int64() < int64(len(xs)) {
			return xs[n.Int64()]
		}
		out := xs[len(xs)-1]
		for k := len(xs) - 2; k >= 0; k-- {
			out = choice(binary("==", i, integer(int64(k))), xs[k], out)
		}
		return out
	}
	return q
}

// operator is a binary operator. The right side of && and || runs only where the left one
// does not decide.
func (r *runner) operator(e *spec.Binary, s *state) value {
	x := r.term(e.X, s)
	switch e.Op {
	case "&&", "||":
		c := x
		if e.Op == "||" {
			c = not(x)
		}
		t := s.under(c)
		if t == nil {
			return x
		}
		return binary(e.Op, x, r.term(e.Y, t))
	}
	y := r.term(e.Y, s)
	out := binary(e.Op, x, y)
	t := r.typeOf(e, s)
	if rest, ok := e.X.(*spec.Binary); ok && rest.Op == "%" && isZero(y) && (e.Op == "==" || e.Op == "!=") {
		// Whether there is a rest is the same for every kind of division.
		return decided(binary(e.Op, binary("%", r.term(rest.X, s), r.term(rest.Y, s)), y), s.conds)
	}
	switch e.Op {
	case "==", "!=", "<", "<=", ">", ">=":
		// 0 <= x says nothing of an unsigned x.
		if isUnsigned(r.typeOf(e.Y, s)) && e.Op == "<=" && isZero(x) || isUnsigned(r.typeOf(e.X, s)) && e.Op == ">=" && isZero(y) {
			return boolean(true)
		}
		return decided(out, s.conds)
	case "/", "%":
		r.need(s, binary("!=", y, integer(0)))
		if isInt(t) && t.Signed() && literal(y) == nil {
			// The one quotient that overflows, which panics in every build.
			r.need(s, not(and(binary("==", x, limit(t, "MIN")), binary("==", y, integer(-1)))))
		}
		if n := literal(y); isInt(t) && t.Signed() && n != nil && n.Sign() > 0 && literal(x) == nil && !isBool(decided(binary("<=", integer(0), x), s.conds), true) && !isMagnitude(x) {
			// Code divides towards zero, clauses downwards.
			return choice(binary("<=", integer(0), x), out, binary("-", integer(0), binary(e.Op, binary("-", integer(0), x), y)))
		}
	case "+", "-", "*":
		if isInt(t) {
			r.inRange(s, out, t)
		}
	case "<<", ">>":
		panic(unknown{}) // bits are lost without a word
	}
	return out
}

// isMagnitude reports whether x is an expression for |y|.
func isMagnitude(x spec.Expr) bool {
	c, ok := x.(*spec.If)
	return ok && same(x, magnitude(c.Else))
}

func magnitude(x spec.Expr) spec.Expr {
	return choice(binary("<", x, integer(0)), binary("-", integer(0), x), x)
}

// inRange notes that a result must fit its type. What stays below a counter's bound does.
func (r *runner) inRange(s *state, x spec.Expr, t *mir.Type) {
	if n := literal(x); n != nil {
		low, high := (&values.Type{Name: t.Name}).Range()
		if n.Cmp(low) >= 0 && n.Cmp(high) <= 0 {
			return
		}
	}
	if t.Signed() {
		r.need(s, and(binary("<=", limit(t, "MIN"), x), binary("<=", x, limit(t, "MAX"))))
		return
	}
	// Unsigned: a difference can only fall below zero, a sum or product only be too large.
	b, ok := x.(*spec.Binary)
	if ok && b.Op == "-" {
		r.need(s, binary("<=", b.Y, b.X))
		return
	}
	// n + 1 ≤ MAX where something is above n.
	if ok && b.Op == "+" && literal(b.Y) != nil && literal(b.Y).IsInt64() && literal(b.Y).Int64() == 1 {
		for _, c := range s.conds {
			if d, is := c.(*spec.Binary); is && d.Op == "<" && same(d.X, b.X) {
				return
			}
		}
	}
	r.need(s, binary("<=", x, limit(t, "MAX")))
}

func limit(t *mir.Type, which string) spec.Expr {
	return &spec.Name{Path: &mir.Path{Segs: []mir.Segment{{Name: t.Name}, {Name: which}}}}
}

// cast is the number itself where it fits the type; that it does is noted where the types
// leave it open.
func (r *runner) cast(e *spec.Cast, s *state) value {
	x := r.term(e.X, s)
	from, to := r.typeOf(e.X, s), e.Type
	if !isInt(to) || from != nil && !isInt(from) {
		return &spec.Cast{X: x, Type: to}
	}

	// A cast that loses bits does not panic, but clauses say the number itself: that it fits is needed
	// for that.
	least, most := (&values.Type{Name: to.Name}).Range()
	low, high := new(big.Int).Sub(least, big.NewInt(1)), new(big.Int).Add(most, big.NewInt(1)) // of the operand: nobody knows
	if from != nil {
		low, high = (&values.Type{Name: from.Name}).Range()
	}
	if low.Cmp(least) < 0 {
		if least.Sign() == 0 {
			r.need(s, binary("<=", integer(0), x))
		} else {
			r.need(s, binary("<=", limit(to, "MIN"), x))
		}
	}
	if high.Cmp(most) > 0 && !r.small(x, most) {
		r.need(s, binary("<=", x, limit(to, "MAX")))
	}
	return x
}

// small reports whether x is a remainder that cannot be above most.
func (r *runner) small(x spec.Expr, most *big.Int) bool {
	b, ok := x.(*spec.Binary)
	if !ok || b.Op != "%" {
		return false
	}
	n := literal(b.Y)
	return n != nil && n.Sign() > 0 && n.Cmp(most) <= 0
}

// method is a call on a receiver.
func (r *runner) method(e *spec.Method, s *state) value {
	if v := r.unwrapped(e, s); v != nil {
		return v
	}
	x := r.eval(e.X, s)
	if q, ok := x.(*seq); ok {
		switch {
		case e.Name == "len" && len(e.Args) == 0:
			return q.length
		case e.Name == "is_empty":
			return binary("==", q.length, integer(0))
		case e.Name == "clone" || e.Name == "to_vec" || e.Name == "as_slice" || e.Name == "as_ref":
			return q
		}
		panic(unknown{})
	}

	t, _ := x.(spec.Expr)
	if t == nil {
		panic(unknown{})
	}
	if len(e.Args) == 1 && (e.Name == "max" || e.Name == "min") {
		return r.greater(e.Name, t, r.term(e.Args[0], s))
	}
	switch e.Name {
	case "is_empty":
		return binary("==", length(r.viewed(e.X, t, s)), integer(0))
	case "len":
		if isText(r.typeOf(e.X, s)) {
			panic(unknown{}) // counts bytes
		}
		return length(t)
	case "contains":
		if len(e.Args) == 1 && element(r.typeOf(e.X, s)) != nil {
			return &spec.Method{X: &spec.View{X: t}, Name: "contains", Args: []spec.Expr{r.term(e.Args[0], s)}}
		}
	// A copy is the same sequence to clauses.
	case "clone", "to_vec", "to_owned", "as_slice", "as_ref":
		if element(r.typeOf(e.X, s)) != nil {
			return plain(t)
		}
		return t
	case "abs":
		return r.abs(t, r.typeOf(e.X, s), s)
	}
	panic(unknown{})
}

// abs is the magnitude of a number, which its type must have.
func (r *runner) abs(x spec.Expr, t *mir.Type, s *state) spec.Expr {
	if isInt(t) {
		r.need(s, binary("<", limit(t, "MIN"), x))
	}
	return magnitude(x)
}

func (r *runner) greater(which string, x, y spec.Expr) spec.Expr {
	if which == "max" {
		return choice(binary(">=", x, y), x, y)
	}
	return choice(binary("<=", x, y), x, y)
}

func isText(t *mir.Type) bool {
	t = bare(t)
	return t != nil && (t.Kind == mir.Prim && t.Name == "str" || t.Kind == mir.PathType && t.Path.Last() == "String")
}

// viewed is a value of code as clauses measure it: of a string its characters.
func (r *runner) viewed(code, x spec.Expr, s *state) spec.Expr {
	if isText(r.typeOf(code, s)) {
		return &spec.View{X: x}
	}
	return x
}

// unwrapped is x.get(i).unwrap() and its like, which need the element to be there; nil for all
// else.
func (r *runner) unwrapped(e *spec.Method, s *state) value {
	if e.Name != "unwrap" && e.Name != "expect" {
		return nil
	}
	in, ok := e.X.(*spec.Method)
	for ok && (in.Name == "copied" || in.Name == "cloned") {
		in, ok = in.X.(*spec.Method)
	}
	if !ok {
		return nil
	}
	size := &spec.Method{X: in.X, Name: "len"}
	switch {
	case in.Name == "get" && len(in.Args) == 1:
		return r.eval(&spec.Index{X: in.X, I: in.Args[0]}, s)
	case in.Name == "first" && len(in.Args) == 0:
		return r.eval(&spec.Index{X: in.X, I: integer(0)}, s)
	case in.Name == "last" && len(in.Args) == 0:
		r.need(s, binary("<", integer(0), r.term(size, s)))
		return r.eval(&spec.Index{X: in.X, I: &spec.Binary{Op: "-", X: size, Y: integer(1)}}, s)
	}
	return nil
}

// call is a call of a function: those of the file are what their summaries say.
func (r *runner) call(e *spec.Call, s *state) value {
	switch e.Path.Name() {
	case "Vec::new":
		return nothing()
	case "Vec::with_capacity":
		r.capacity(e, s)
		return nothing()
	case "Some":
		return &spec.Call{Path: e.Path, Args: []spec.Expr{r.term(e.Args[0], s)}}
	case "old":
		return e
	case "std::cmp::max", "std::cmp::min", "cmp::max", "cmp::min":
		if len(e.Args) == 2 {
			return r.greater(e.Path.Last(), r.term(e.Args[0], s), r.term(e.Args[1], s))
		}
	}

	if t := (&mir.Type{Kind: mir.Prim, Name: e.Path.Segs[0].Name}); e.Path.Last() == "abs" && len(e.Path.Segs) == 2 && len(e.Args) == 1 && t.IsInt() {
		return r.abs(r.term(e.Args[0], s), t, s)
	}
	i := slices.IndexFunc(r.file.Funcs, func(f *spec.Func) bool { return f.Name == e.Path.Name() && f.Mode == spec.Exec })
	if i >= 0 && r.file.Funcs[i] == r.fn {
		return r.itself(e, s)
	}
	const deepest = 4 // calls in each other
	if i < 0 || len(r.callers) > deepest || slices.Contains(r.callers, r.file.Funcs[i]) {
		panic(unknown{})
	}

	// The callee is run by itself; its result and its needs are then said of the arguments.
	callee := run(r.file, r.file.Funcs[i], r.callers)
	result := callee.whole()
	for _, f := range callee.functions {
		if !slices.Contains(r.functions, f) {
			r.functions = append(r.functions, f)
		}
	}
	if result == nil || tooLarge(result) || len(callee.fn.Params) != len(e.Args) {
		panic(unknown{})
	}
	args := map[string]spec.Expr{}
	for i, p := range callee.fn.Params {
		v := r.eval(e.Args[i], s)
		if q, ok := v.(*seq); ok {
			// A sequence that was made here has no name by which the callee's result could speak of it.
			if q.self == nil {
				panic(unknown{})
			}
			v = q.self
		}
		t, _ := v.(spec.Expr)
		if t == nil {
			panic(unknown{})
		}
		args[p.Name] = t
	}

	put := func(x spec.Expr) spec.Expr {
		return replaced(x, func(x spec.Expr) spec.Expr {
			if n, ok := x.(*spec.Name); ok && len(n.Path.Segs) == 1 {
				return args[n.Path.Last()]
			}
			return nil
		})
	}
	for _, n := range callee.requires() {
		r.need(s, put(n))
	}
	if result = put(result); tooLarge(result) {
		panic(unknown{})
	}
	return result
}

// capacity notes that a vector's elements must fit into memory's addresses; as many as some
// sequence has do.
func (r *runner) capacity(e *spec.Call, s *state) {
	if len(e.Args) != 1 {
		return
	}
	n := r.term(e.Args[0], s)
	if m, ok := n.(*spec.Method); ok && m.Name == "len" {
		return
	}
	size := int64(16) // bytes of the largest number
	if t := element(r.fn.Result.Type); isInt(t) {
		size = int64(t.Bits() / 8)
	}
	// Vec::with_capacity panics above isize::MAX bytes.
	r.need(s, binary("<=", binary("*", integer(size), n), limit(&mir.Type{Kind: mir.Prim, Name: "isize"}, "MAX")))
}

// typeOf is the type of an expression of code, or nil.
func (r *runner) typeOf(e spec.Expr, s *state) *mir.Type {
	switch e := e.(type) {
	case *spec.Lit:
		if e.Suffix != "" {
			return &mir.Type{Kind: mir.Prim, Name: e.Suffix}
		}
	case *spec.Name:
		if len(e.Path.Segs) == 1 {
			return bare(s.types[e.Path.Last()])
		}
	case *spec.Unary:
		return r.typeOf(e.X, s)
	case *spec.Cast:
		return e.Type
	case *spec.Index:
		return bare(element(r.typeOf(e.X, s)))
	case *spec.Method:
		switch e.Name {
		case "len", "count":
			return &mir.Type{Kind: mir.Prim, Name: "usize"}
		case "get", "first", "last":
			if t := element(r.typeOf(e.X, s)); t != nil {
				return bare(t) // as it is unwrapped
			}
		}
		return r.typeOf(e.X, s)
	case *spec.Binary:
		switch e.Op {
		case "+", "-", "*", "/", "%", "^", "&", "|":
			if t := r.typeOf(e.X, s); t != nil {
				return t
			}
			return r.typeOf(e.Y, s)
		}
		return &mir.Type{Kind: mir.Prim, Name: "bool"}
	case *spec.If:
		return r.typeOf(e.Then, s)
	case *spec.Call:
		for _, f := range r.file.Funcs {
			if f.Name == e.Path.Name() {
				return bare(f.Result.Type)
			}
		}
	}
	return nil
}

func isUnsigned(t *mir.Type) bool { return isInt(t) && !t.Signed() }

func isZero(e spec.Expr) bool { n := literal(e); return n != nil && n.Sign() == 0 }

func isInt(t *mir.Type) bool { return t != nil && t.IsInt() }

// bare is the type behind references.
func bare(t *mir.Type) *mir.Type {
	for t != nil && t.Kind == mir.RefType {
		t = t.Elem
	}
	return t
}
