package rust

import (
	"math/big"
	"slices"

	"ensures/rust/mir"
	"ensures/rust/spec"
	"ensures/verify"
	"ensures/verify/smt"
)

// eval gives clauses their meaning in a state.
type eval struct {
	x      *exec
	now    *state
	vars   map[string]*value // bound variables, parameters of functions, the result
	lookup func(name string) *value
	old    func(name string) *value
	bound  int // quantifiers around
	depth  int // spec functions around
	args   map[string]*mir.Type
	pure   bool // inside of a spec function: nothing of the state is seen
	// path is what holds where the expression has a value, for what must be proved there.
	path *smt.Term
	// checking is the recursive function of clauses whose end is being proved.
	checking *specFn
	// needed is what the clause needs to have a value; nil where nobody asks.
	needed *[]need
}

// atEntry reads clauses of the function before it runs.
func (x *exec) atEntry(s *state) *eval {
	return &eval{x: x, now: s, vars: map[string]*value{}, lookup: x.parameter, old: x.parameter, path: smt.True}
}

// atEnd reads a postcondition: parameters have the values that they came with, what
// mutable references refer to has its last one.
func (x *exec) atEnd(s *state) *eval {
	e := &eval{x: x, now: s, vars: map[string]*value{}, old: x.parameter, path: smt.True}
	if v := s.cells[0]; v != nil {
		e.vars[resultName(x.fn)] = v
	} else if x.body.Locals[0].Type.Kind == mir.TupleType {
		// A function that returns () may never write its result.
		e.vars[resultName(x.fn)] = &value{shape: nothing}
	}
	// A parameter that the body assigns to is its own: its caller's value is what the clause means.
	e.lookup = func(name string) *value {
		for i, p := range x.fn.Params {
			if p.Name == name && i < len(x.body.Params) {
				if k, ok := x.cells[x.body.Params[i]]; ok {
					return s.cells[k]
				}
			}
		}
		return x.parameter(name)
	}
	return e
}

// resultName is what clauses call the result: the name that the signature gives it,
// else result, unless that is a parameter.
func resultName(fn *spec.Func) string {
	if fn.Result.Name != "" {
		return fn.Result.Name
	}
	for _, p := range fn.Params {
		if p.Name == "result" {
			return ""
		}
	}
	return "result"
}

// parameter is a parameter's value before the function ran.
func (x *exec) parameter(name string) *value {
	for i, p := range x.fn.Params {
		if p.Name == name && i < len(x.body.Params) {
			l := x.body.Params[i]
			if k, ok := x.cells[l]; ok {
				return x.before.cells[k]
			}
			return x.before.cells[cell(l)]
		}
	}
	return nil
}

// inLoop reads clauses of a loop at its head.
func (x *exec) inLoop(s *state, l *loop) *eval {
	t := x.body.Blocks[l.head].Term
	scope := t.Scope
	if st := x.body.Blocks[l.head].Stmts; len(st) > 0 {
		scope = st[0].Scope
	}
	e := x.inScope(s, scope)
	if l.source != nil {
		outer := e.lookup
		e.lookup = func(name string) *value {
			if slices.Contains(l.source.Vars, name) {
				if v := x.next(s, l, name); v != nil {
					return v
				}
				// Never what is outside: the pattern's variable hides one of the same name.
				unsupportedAt(l.source.Span, "clause of a loop about "+name+", the variable of its pattern,")
			}
			v := outer(name)
			if v == nil && name == "iter" {
				v = x.ghost(s, l)
			}
			return v
		}
	}
	return e
}

func isStdRange(t *mir.Type) bool {
	if t.Kind != mir.PathType || t.Path.Name() != "std::ops::Range" {
		return false
	}
	args := t.Path.Segs[len(t.Path.Segs)-1].Args
	return len(args) == 1 && args[0].IsInt()
}

// inScope reads clauses inside the body: variables are those that are visible there.
func (x *exec) inScope(s *state, scope int) *eval {
	e := &eval{x: x, now: s, vars: map[string]*value{}, old: x.parameter, path: smt.True}
	e.lookup = func(name string) *value {
		// From the innermost scope outwards, in each from the last one: that is how names are hidden.
		for sc := scope; ; sc = x.body.Scopes[sc] {
			for i := len(x.body.Debug) - 1; i >= 0; i-- {
				d := x.body.Debug[i]
				if d.Scope != sc || d.Name != name || d.Place != nil && x.compilers(name, d.Place.Local) {
					continue
				}
				if d.Const != nil {
					return x.constant(d.Const)
				}
				return x.operand(s, &mir.Operand{Kind: mir.Copy, Place: *d.Place})
			}
			if sc == 0 || sc >= len(x.body.Scopes) {
				return nil
			}
		}
	}
	return e
}

func (e *eval) fail(at spec.Expr, what string) { unsupportedAt(at.Pos(), what) }

// formula is a clause as a formula.
func (e *eval) formula(c spec.Expr) *smt.Term {
	v := e.eval(c)
	if v.kind != boolShape {
		e.fail(c, "clause that is no condition")
	}
	return v.term
}

func (e *eval) number(c spec.Expr) *smt.Term {
	v := e.eval(c)
	if v.kind != intShape && v.kind != charShape {
		e.fail(c, "value that is no number here")
	}
	return v.term
}

// eval is the value of an expression.
func (e *eval) eval(c spec.Expr) *value {
	x := e.x
	if x.steps++; x.steps > maxSteps {
		e.fail(c, "specification of this size")
	}

	switch c := c.(type) {
	case *spec.Lit:
		return e.literal(c)
	case *spec.Name:
		return e.name(c)
	case *spec.Unary:
		if c.Op == "!" {
			return truth(smt.Not(e.formula(c.X)))
		}
		return integer(smt.Negate(e.number(c.X)))
	case *spec.Binary:
		return e.binary(c)
	case *spec.View:
		return seen(e.eval(c.X))
	case *spec.Cast:
		return e.cast(c)
	case *spec.Index:
		v := e.eval(c.X)
		if v.kind != seqShape {
			e.fail(c.X, "index of what is no sequence")
		}
		if v.text {
			e.fail(c.X, "index of a string")
		}

		i := e.number(c.I)
		e.needsIndex(v, i)
		return v.at(i)
	case *spec.Field:
		return e.field(c)
	case *spec.Call:
		return e.call(c)
	case *spec.Method:
		return e.method(c)
	case *spec.Quant:
		return e.quantifier(c)
	case *spec.If:
		// Each branch is asked to have a value only where it is taken.
		cond := e.formula(c.Cond)
		then, other := e.on(cond).eval(c.Then), e.on(smt.Not(cond)).eval(c.Else)
		if !comparable(then, other) {
			e.fail(c.Else, "branches of different types")
		}
		return e.oneOf(cond, then, other)
	case *spec.Let:
		in := e.with(map[string]*value{c.Name: e.eval(c.Value)})
		return in.eval(c.Body)
	case *spec.Match:
		return e.match(c)
	case *spec.Is:
		// What the pattern binds is not seen here: [eval.logical] shows it to the right of && and ==>.
		e.names(c.Pattern)
		cond, _ := e.matches(e.eval(c.X), c.Pattern)
		return truth(cond)
	case *spec.Tuple:
		out := &value{shape: &shape{kind: structShape}}
		for i, a := range c.Xs {
			v := e.eval(a)
			out.shape.parts = append(out.shape.parts, part{big.NewInt(int64(i)).String(), v.shape})
			out.parts = append(out.parts, v)
		}
		return out
	case *spec.List:
		return e.list(c)
	}
	e.fail(c, "expression of this kind")
	return nil
}

// on is the same place where a condition holds too.
func (e *eval) on(cond *smt.Term) *eval {
	out := *e
	out.path = smt.And(e.path, cond)
	return &out
}

// with is the same place with more variables.
func (e *eval) with(vars map[string]*value) *eval {
	out := *e
	out.vars = make(map[string]*value, len(e.vars)+len(vars))
	for k, v := range e.vars {
		out.vars[k] = v
	}
	for k, v := range vars {
		out.vars[k] = v
	}
	return &out
}

func (e *eval) literal(c *spec.Lit) *value {
	switch c.Kind {
	case "int":
		n, _ := new(big.Int).SetString(c.Text, 10)
		return integer(smt.BigLit(n))
	case "bool":
		if c.Text == "true" {
			return truth(smt.True)
		}
		return truth(smt.False)
	case "char":
		return scalar(character, smt.IntLit(int64([]rune(c.Text)[0])))
	}
	return e.x.literal(c.Text)
}

// name is a variable, a limit of a type, a constant of the file or a variant without
// parts.
func (e *eval) name(c *spec.Name) *value {
	p := c.Path
	if len(p.Segs) == 1 && p.Self == nil {
		if v := e.vars[p.Last()]; v != nil {
			return v
		}
		// A ghost variable has no place in the compiler's text, and may hide one that has.
		if !e.pure {
			if slices.Contains(e.x.fn.Ghosts, p.Last()) {
				e.fail(c, "ghost variable "+p.Last())
			}
			if v := e.lookup(p.Last()); v != nil {
				return v
			}
		}
	}

	if len(p.Segs) >= 2 {
		if t := (&mir.Type{Kind: mir.Prim, Name: p.Segs[len(p.Segs)-2].Name}); t.IsInt() {
			// Of type int rather than of the type itself: x + 1 of clauses doesn't wrap around.
			lo, hi := bounds(t)
			switch p.Last() {
			case "MIN":
				return integer(smt.BigLit(lo))
			case "MAX":
				return integer(smt.BigLit(hi))
			case "BITS":
				return integer(smt.IntLit(int64(t.Bits())))
			}
		}
	}

	if p.Last() == "None" || len(p.Segs) >= 2 {
		if v := e.variant(c, p, nil); v != nil {
			return v
		}
	}

	for _, f := range e.x.mir.Funcs {
		if f.Kind == mir.Constant && f.Name == p.String() {
			return e.x.named(p)
		}
	}
	e.fail(c, "unknown name "+p.String())
	return nil
}

// variant makes a variant of an enum; nil where the path names none.
func (e *eval) variant(c spec.Expr, p *mir.Path, args []*value) *value {
	var sh *shape
	switch p.Last() {
	case "None":
		return nil // of which type, only what it is compared with says
	case "Some":
		// Which Option it is, its argument tells; Ok and Err leave the other type open.
		if len(args) == 1 && !args[0].shape.untyped() {
			sh = enum(variantOf("None"), variantOf("Some", args[0].shape))
		}
	case "Ok", "Err":
		return nil
	default:
		if len(p.Segs) < 2 {
			return nil
		}
		name := p.Segs[len(p.Segs)-2].Name
		if it := e.x.shapes.items[name]; it != nil && it.Enum {
			sh = e.x.shapes.item(it, nil, nil)
		}
	}
	if sh == nil {
		return nil
	}

	n := sh.variantIndex(p.Last())
	// Under a quantifier the fresh parts would be one value for all that it ranges over.
	if n < 0 || sh.variants[n].to-sh.variants[n].from != len(args) || e.bound > 0 {
		return nil
	}
	out := e.x.fresh("variant", sh)
	out.term = smt.IntLit(int64(n))
	// The shape with the arguments' own types: clauses are typed by what stands there.
	own := *sh
	own.parts = slices.Clone(sh.parts)
	out.shape = &own
	for i, a := range args {
		at := sh.variants[n].from + i
		a = e.filled(a, sh.parts[at].shape)
		if !comparable(a, out.parts[at]) {
			e.fail(c, "part of another type")
		}
		out.parts[at], own.parts[at].shape = a, a.shape
	}
	return out
}

// comparesVariant is x == V(args) without a value for what V's other variants hold:
// the discriminant is V's, and the parts are equal.
func (e *eval) comparesVariant(v *value, c spec.Expr) (*smt.Term, bool) {
	var path *mir.Path
	var args []spec.Expr
	switch c := c.(type) {
	case *spec.Name:
		path = c.Path
	case *spec.Call:
		path, args = c.Path, c.Args
	default:
		return nil, false
	}
	if v.kind != enumShape || e.vars[path.Last()] != nil {
		return nil, false
	}

	n := v.shape.variantIndex(path.Last())
	if n < 0 || v.variants[n].to-v.variants[n].from != len(args) {
		return nil, false
	}

	all := []*smt.Term{smt.Eq(v.term, smt.IntLit(int64(n)))}
	for i, a := range args {
		is, to := v.parts[v.variants[n].from+i], e.eval(a)
		if !comparable(is, to) {
			e.fail(a, "comparison of different types")
		}
		all = append(all, e.x.equal(is, to))
	}
	return smt.And(all...), true
}

func (e *eval) binary(c *spec.Binary) *value {
	switch c.Op {
	case "&&", "||", "==>", "<==>":
		return e.logical(c)
	case "==", "!=":
		return e.equality(c)
	}

	if c.Op == "+" {
		if v := e.eval(c.X); v.kind == seqShape {
			return e.concat(c, v, e.eval(c.Y))
		}
	}
	if name := bitOps[c.Op]; name != "" {
		return e.bits(c, name)
	}

	a, b := e.number(c.X), e.number(c.Y)
	switch c.Op {
	case "<":
		return truth(smt.Lt(a, b))
	case "<=":
		return truth(smt.Le(a, b))
	case ">":
		return truth(smt.Lt(b, a))
	case ">=":
		return truth(smt.Le(b, a))
	case "+":
		return integer(smt.Add(a, b))
	case "-":
		return integer(smt.Subtract(a, b))
	case "*":
		return integer(e.x.c.Product(a, b))
	case "/": // of clauses: Euclid's, as SMT's
		e.needs(verify.UndefinedDivideByZero, smt.Not(smt.Eq(b, smt.IntLit(0))))
		return integer(e.x.ediv(a, b))
	case "%":
		e.needs(verify.UndefinedDivideByZero, smt.Not(smt.Eq(b, smt.IntLit(0))))
		return integer(e.x.emod(a, b))
	}
	e.fail(c, "operator "+c.Op)
	return nil
}

var bitOps = map[string]string{"&": "BitAnd", "|": "BitOr", "^": "BitXor"}

// bits is an operation on bits, the same function as in code; of truth values, logic.
func (e *eval) bits(c *spec.Binary, name string) *value {
	a, b := e.eval(c.X), e.eval(c.Y)
	switch {
	case a.kind == boolShape && b.kind == boolShape:
		return truth(map[string]*smt.Term{"BitAnd": smt.And(a.term, b.term), "BitOr": smt.Or(a.term, b.term), "BitXor": smt.Not(smt.Eq(a.term, b.term))}[name])
	case a.kind == intShape && b.kind == intShape && a.typ != nil && b.typ != nil && a.typ.Name == b.typ.Name:
		return scalar(a.shape, e.x.c.Function("bits."+name+"."+a.typ.Name, smt.Int, a.term, b.term))
	}
	e.fail(c, "operator "+c.Op+" on numbers whose type is not known")
	return nil
}

func (e *eval) logical(c *spec.Binary) *value {
	a := e.formula(c.X)
	in := e
	// x is Some(k) && k > 0: what the pattern binds is known only where it fits.
	if is, ok := c.X.(*spec.Is); ok && (c.Op == "&&" || c.Op == "==>") {
		_, vars := e.matches(e.eval(is.X), is.Pattern)
		in = e.with(vars)
	}
	switch c.Op {
	case "&&", "==>":
		in = in.on(a)
	case "||":
		in = in.on(smt.Not(a))
	}

	b := in.formula(c.Y)
	switch c.Op {
	case "&&":
		return truth(smt.And(a, b))
	case "||":
		return truth(smt.Or(a, b))
	case "==>":
		return truth(smt.Implies(a, b))
	}
	return truth(smt.Eq(a, b))
}

func (e *eval) equality(c *spec.Binary) *value {
	t, ok := (*smt.Term)(nil), false
	// None and Ok(x) have no type of their own, the other side has: it is compared by variant.
	if !isVariantName(c.X) {
		t, ok = e.comparesVariant(e.eval(c.X), c.Y)
	}
	if !ok && isVariantName(c.X) {
		t, ok = e.comparesVariant(e.eval(c.Y), c.X)
	}
	if !ok {
		a, b := e.eval(c.X), e.eval(c.Y)
		if !comparable(a, b) {
			e.fail(c, "comparison of different types")
		}
		// NaN is not equal to itself, and a term always is.
		if a.shape.floats() {
			e.fail(c, "equality of floats")
		}
		t = e.x.equal(a, b)
	}
	if c.Op == "!=" {
		t = smt.Not(t)
	}
	return truth(t)
}

func isVariantName(c spec.Expr) bool {
	switch c := c.(type) {
	case *spec.Name:
		return c.Path.Last() == "None"
	case *spec.Call:
		return c.Path.Last() == "Some" || c.Path.Last() == "Ok" || c.Path.Last() == "Err"
	}
	return false
}

// comparable reports values whose terms stand for the same things.
func comparable(a, b *value) bool {
	if a.kind == seqShape && b.kind == seqShape && (a.elem == nil || b.elem == nil) {
		return true // an empty sequence of any type
	}
	if a.kind != b.kind || len(a.parts) != len(b.parts) {
		return false
	}
	for i := range a.parts {
		if !comparable(a.parts[i], b.parts[i]) {
			return false
		}
	}
	return true
}

// cast is x as T:
//
//	x as T = x           where T has it: integers, bool as 0 and 1, char as its number
//	x as T = cast.T(x)   else: some value of T, the same one for the same x
//
// Side condition: a clause that is to be proved needs every cast to fit. Verus leaves
// open what becomes of what does not, and machine code cuts it off: of neither is a
// clause said.
func (e *eval) cast(c *spec.Cast) *value {
	v := e.eval(c.X)
	to := e.x.shapes.of(c.Type, e.args)
	switch {
	case v.kind == intShape && to.kind == charShape && v.typ != nil && v.typ.Name == "u8":
		return scalar(to, v.term)
	case v.kind == boolShape && to.kind == intShape:
		return scalar(to, smt.Ite(v.term, smt.IntLit(1), smt.IntLit(0)))
	case (v.kind == intShape || v.kind == charShape) && to.kind == intShape:
		in := to.admits(v.term)
		// A value that the type alone shows to fit needs no question.
		if in == smt.True || v.kind == intShape && within(v.shape, to) {
			return scalar(to, v.term)
		}

		e.needs(verify.UndefinedBadCast, in)
		name := "cast.nat"
		if to.typ != nil {
			name = "cast." + to.typ.Name
		}
		// Where it does not fit the cast is still some value of the type, the same for the same number:
		// the clause is a formula even where it is not defined.
		e.x.c.Once(name, func() {
			n := e.x.c.Bound("n", smt.Int)
			t := e.x.c.Function(name, smt.Int, n)
			e.x.c.Fact(smt.Forall([]*smt.Term{n}, to.admits(t), []*smt.Term{t}))
		})
		return scalar(to, smt.Ite(in, v.term, e.x.c.Function(name, smt.Int, v.term)))
	}
	e.fail(c, "cast to "+c.Type.String())
	return nil
}

func (e *eval) field(c *spec.Field) *value {
	v := e.eval(c.X)
	if f, ok := v.field(c.Name); ok {
		return f
	}
	e.fail(c, "unknown field "+c.Name)
	return nil
}

// quantifier binds variables: of machine integers those of their range.
func (e *eval) quantifier(c *spec.Quant) *value {
	vars := map[string]*value{}
	var bound, typing []*smt.Term
	for _, p := range c.Vars {
		if p.Type == nil {
			e.fail(c, "variable without a type: "+p.Name)
		}
		sh := e.x.shapes.of(p.Type, e.args)
		// A bound variable is one term, and those are values of many.
		if sh.kind == structShape || sh.kind == enumShape || sh.kind == seqShape {
			e.fail(c, "quantifier over "+p.Type.String())
		}
		b := e.x.c.Bound(p.Name, sh.sort())
		bound = append(bound, b)
		typing = append(typing, sh.admits(b))
		vars[p.Name] = scalar(sh, b)
	}

	body := e.under(bound, smt.And(typing...), func(in *eval) *smt.Term {
		in = in.with(vars)
		in.bound++
		return in.formula(c.Body)
	})
	switch c.Op {
	case "forall":
		return truth(smt.Forall(bound, smt.Implies(smt.And(typing...), body)))
	case "exists":
		// Also of an existential the typing is a conjunct: a witness has to be of the type.
		return truth(smt.Exists(bound, smt.And(append(typing, body)...)))
	}
	e.fail(c, c.Op)
	return nil
}

// match is the value of the first arm that fits; one has to.
func (e *eval) match(c *spec.Match) *value {
	v := e.eval(c.X)
	var out *value
	var fits []*smt.Term
	// From the last arm: each earlier one goes in front of the choice that is there already.
	for i := len(c.Arms) - 1; i >= 0; i-- {
		a := c.Arms[i]
		e.names(a.Pattern)
		cond, vars := e.matches(v, a.Pattern)
		in := e.with(vars)
		if a.Guard != nil {
			// A guard has a value only where the pattern fits, and fits only where it is true.
			cond = smt.And(cond, in.on(cond).formula(a.Guard))
		}
		fits = append(fits, cond)
		body := in.on(cond).eval(a.Body)
		switch {
		case out == nil:
			out = body
		case !comparable(out, body):
			e.fail(a.Body, "arms of different types")
		default:
			out = e.oneOf(cond, body, out)
		}
	}

	// Nobody has checked that the arms leave nothing out, as the compiler does for code.
	e.needs(verify.UndefinedCalledPre, smt.Or(fits...))
	return out
}

// names refuses a pattern whose variables have names of constants or variants of the
// file: the compiler may read those.
func (e *eval) names(p *spec.Pattern) {
	if p == nil {
		return
	}
	if p.Name != "" && e.x.meansMore(p.Name) {
		unsupportedAt(p.Span, "pattern "+p.Name+", which is also a constant or a variant,")
	}
	for _, q := range p.Parts {
		e.names(q)
	}
}

// matches is the condition under which a value fits a pattern, and what it binds.
func (e *eval) matches(v *value, p *spec.Pattern) (*smt.Term, map[string]*value) {
	vars := map[string]*value{}
	return e.match1(v, p, vars), vars
}

func (e *eval) match1(v *value, p *spec.Pattern, vars map[string]*value) *smt.Term {
	switch {
	case p.Lit != nil:
		lit := e.eval(p.Lit)
		if !comparable(v, lit) {
			unsupportedAt(p.Span, "pattern of another type")
		}
		return e.x.equal(v, lit)
	case p.Tuple && len(p.Parts) == len(v.parts):
		var all []*smt.Term
		for i, q := range p.Parts {
			all = append(all, e.match1(v.parts[i], q, vars))
		}
		return smt.And(all...)
	// A name binds the value and fits any; _ does the same without a name.
	case p.Path == nil:
		if p.Name != "" {
			vars[p.Name] = v
		}
		return smt.True
	}

	// A struct has one constructor: nothing is to be told apart.
	if v.kind == structShape && p.Fields != nil {
		var all []*smt.Term
		for i, f := range p.Fields {
			part, ok := v.field(f)
			if !ok {
				unsupportedAt(p.Span, "unknown field "+f)
			}
			all = append(all, e.match1(part, p.Parts[i], vars))
		}
		return smt.And(all...)
	}

	n := -1
	if v.kind == enumShape {
		n = v.shape.variantIndex(p.Path.Last())
	}
	if n < 0 {
		unsupportedAt(p.Span, "unknown variant "+p.Path.Last())
	}

	// The discriminant as a conjunct: the parts of another variant could look as if they fitted.
	all := []*smt.Term{smt.Eq(v.term, smt.IntLit(int64(n)))}
	from := v.variants[n].from
	for i, q := range p.Parts {
		at := from + i
		if p.Fields != nil {
			at = -1
			for j := from; j < v.variants[n].to; j++ {
				if v.shape.parts[j].name == p.Fields[i] {
					at = j
				}
			}
		}
		if at < from || at >= v.variants[n].to {
			unsupportedAt(p.Span, "part of a variant that it has not")
		}
		all = append(all, e.match1(v.parts[at], q, vars))
	}
	return smt.And(all...)
}
