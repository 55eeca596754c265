package eval

import (
	"math"
	"math/big"
	"strconv"

	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
)

// bigRef and ratRef carry the values of ghost variables of type \bigint and
// \real where a Java value is expected.
type (
	bigRef struct {
		interp.Ref
		v *big.Int
	}
	ratRef struct {
		interp.Ref
		v *big.Rat
	}
)

// instance is the test whether an object is an instance of t, null excluded; nil
// when it cannot be made.
func (c *compiler) instance(t types.Type) func(*env, interp.Ref) bool {
	switch t := t.(type) {
	case *types.ClassType:
		k := c.prog.Class(t.Class)
		return func(e *env, r interp.Ref) bool { return e.Machine.InstanceOf(r, k) }
	case *types.ArrayType:
		return func(e *env, r interp.Ref) bool { return types.IsSubtype(e.Machine.TypeOf(r), t) }
	case *types.TypeVar:
		return func(*env, interp.Ref) bool { return true }
	}
	if t.Kind() == types.Dyn {
		return func(*env, interp.Ref) bool { return true }
	}
	return nil
}

// static reads a static field.
func (c *compiler) static(f *types.Field, at java.Node) *node {
	pos := at.Pos()
	if f.Spec {
		return c.ghostField(nil, f, at)
	}
	if c.old {
		c.usesOld = true
		return c.fromValue(f.Type, func(e *env) interp.Value {
			if e.pre.Statics != nil {
				if v, ok := e.pre.Statics.Field(f); ok {
					return v
				}
			}
			return e.static(f, pos)
		})
	}
	return c.fromValue(f.Type, func(e *env) interp.Value {
		if e.cur.Statics != nil {
			if v, ok := e.cur.Statics.Field(f); ok {
				return v
			}
		}
		return e.static(f, pos)
	})
}

func (e *env) static(f *types.Field, pos java.Pos) interp.Value {
	v, out := e.Machine.StaticField(f)
	if out.Kind != interp.Returned {
		e.failed(pos, "initialising "+f.Owner.Name, out)
	}
	return v
}

// field reads an instance field.
func (c *compiler) field(recv *node, f *types.Field, at java.Node) *node {
	if f.Spec {
		return c.ghostField(recv, f, at)
	}
	if recv.lane != reference {
		return c.stop(at, "a field of something that is no object")
	}
	r, pos := recv.r, at.Pos()
	return c.fromValue(f.Type, func(e *env) interp.Value {
		o := r(e)
		if x, ok := o.(*interp.Object); ok {
			if v, ok := x.Field(f); ok {
				return v
			}
			if v, ok := enclosing(x, f); ok {
				return v
			}
		}
		if o == nil {
			e.undefined(pos, "field "+f.Name+" of null")
		} else {
			e.unknown(pos, "field "+f.Name+" cannot be read")
		}
		return interp.Value{}
	})
}

// enclosing reads a field of a program's class by name, for objects that come
// from another program with the same class.
func enclosing(o *interp.Object, f *types.Field) (interp.Value, bool) {
	if o.Class == nil || f.Owner == nil || o.Class.Binary != f.Owner.Binary {
		return interp.Value{}, false
	}
	g := o.Class.FieldNamed(f.Name)
	if g == nil {
		return interp.Value{}, false
	}
	return o.Field(g)
}

// ghostField reads a ghost field, or a model field by its represents clause.
func (c *compiler) ghostField(recv *node, f *types.Field, at java.Node) *node {
	pos := at.Pos()
	if rep := c.represents(f); rep != nil {
		return c.modelField(recv, f, rep, at)
	}

	c.usesGhost = true
	var obj refFn
	if recv != nil && !f.Flags.Has(java.Static) {
		obj = recv.r
	}

	// c.old is about the place being compiled; the closure runs when it is another.
	old := c.old
	init := c.ghostInit(f)
	get := func(e *env) interp.Value {
		st := e.cur
		if old {
			st = e.pre
		}
		var o interp.Ref
		if obj != nil {
			if o = obj(e); o == nil {
				e.undefined(pos, "field "+f.Name+" of null")
				return interp.Value{}
			}
		}
		if st.Ghosts == nil {
			e.unknown(pos, "the value of ghost field "+f.Name+" is not known")
			return interp.Value{}
		}
		if why := st.Ghosts.lostAt(ghostKey{o, f}); why != "" {
			e.unknown(pos, "the value of ghost field "+f.Name+" was lost: "+why)
			return interp.Value{}
		}
		if v, ok := st.Ghosts.values[ghostKey{o, f}]; ok {
			return v
		}

		v := init(e)
		// The initial value is kept: an initialiser that is evaluated twice could give
		// two.
		if e.bad == 0 {
			st.Ghosts.values[ghostKey{o, f}] = v
		}
		return v
	}
	return c.slot(f.Type, get)
}

// ghostInit evaluates a ghost field's initialiser.
func (c *compiler) ghostInit(f *types.Field) func(*env) interp.Value {
	zero := func(*env) interp.Value { return interp.Value{} }
	if f.Decl == nil || f.Decl.Init == nil {
		return zero
	}
	var get func(*env) interp.Value
	c.outside(f.Decl.Init, func() { get = c.assigned(f.Decl.Init, f.Type) })
	return get
}

// outside compiles an expression of the file's own specification that is not
// part of the one being compiled: no bound variable is in scope. What is written there may
// name itself, or name the next twice and so on.
func (c *compiler) outside(at java.Node, compile func()) {
	if c.depth >= maxDepth {
		c.stop(at, "represents clauses, ghost initialisers or invariants that go round in a circle")
	}
	if c.parts >= maxParts {
		c.stop(at, "represents clauses, ghost initialisers or invariants that stand for more than %d others", maxParts)
	}
	c.parts++

	// The text is the class's: neither the variables of the quantifiers around the place nor,
	// inside of a method compiled into it, the tables of that method's body are its own.
	bound, info := c.bound, c.info
	c.bound = map[*types.Local]int{}
	if c.chk != nil {
		c.info = c.chk.Root().Info
	}
	c.depth++
	compile()
	c.depth--
	c.bound, c.info = bound, info
}

// maxDepth is how deep represents clauses, ghost initialisers and invariants are compiled
// into each other, maxParts how many of them and of one-line methods into one expression.
const (
	maxDepth = 20
	maxParts = 2_000
)

// assigned delivers an initialiser or assigned expression as a value of type t,
// \bigint and \real included.
func (c *compiler) assigned(x java.Expr, t types.Type) func(*env) interp.Value {
	if a, ok := x.(*java.ArrayInit); ok {
		at, ok := t.(*types.ArrayType)
		if !ok {
			c.stop(x, "an array initialiser for a variable that is no array")
		}
		return c.arrayOf(a.Elems, at.Elem)
	}
	n := c.expr(x)
	switch t.Kind() {
	case types.Bigint:
		n = c.unboxed(n, x)
		if !n.isInt() {
			c.stop(x, "an integer is needed")
		}
		f := n.num()
		return func(e *env) interp.Value {
			v := f(e)
			if v.b != nil {
				return interp.Value{R: &bigRef{v: v.b}}
			}
			return interp.Value{N: v.n}
		}
	case types.Real:
		f := c.unboxed(n, x).real()
		if f == nil {
			c.stop(x, "a number is needed")
		}
		return func(e *env) interp.Value { return interp.Value{R: &ratRef{v: f(e)}} }
	}
	return c.value(n, t, x)
}

func (c *compiler) arrayOf(elems []java.Expr, elem types.Type) func(*env) interp.Value {
	fs := make([]func(*env) interp.Value, len(elems))
	for i, y := range elems {
		fs[i] = c.assigned(y, elem)
	}
	return func(e *env) interp.Value {
		r := e.Machine.NewArray(elem, len(fs))
		for i, f := range fs {
			v := f(e)
			if e.bad != 0 {
				return interp.Value{}
			}
			r.Set(i, v)
		}
		return interp.Value{R: r}
	}
}

// represents finds the clause that gives a model field its value.
func (c *compiler) represents(f *types.Field) *jml.Clause {
	if c.chk == nil || f.Owner == nil {
		return nil
	}
	for _, cl := range c.chk.Spec.Classes[f.Owner.Decl].Of(jml.Represents) {
		// A relational clause says what the value has to satisfy, not which one it is.
		if len(cl.Refs) > 0 && !cl.SuchThat && cl.Expr != nil && !c.chk.Root().Bad[cl] {
			if u := c.chk.Root().Info.Uses[cl.Refs[0]]; u != nil && u.Field == f {
				return cl
			}
		}
	}
	return nil
}

// modelField computes a model field from its represents clause, with `this`
// being the field's object.
func (c *compiler) modelField(recv *node, f *types.Field, rep *jml.Clause, at java.Node) *node {
	old := c.old
	// The clause is written in the class that declares the field: the variables of the
	// place where it is read are not in scope.
	var n *node
	c.outside(at, func() { n = c.expr(rep.Expr) })
	var obj refFn
	if recv != nil && !f.Flags.Has(java.Static) {
		obj = recv.r
	}

	pos := at.Pos()
	return n.within(func(e *env, run func()) {
		// The state is exchanged as a whole: what is evaluated around the field shares it.
		st := &e.cur
		if old {
			st = &e.pre
		}
		saved := *st
		if obj != nil {
			o := obj(e)
			if o == nil {
				e.undefined(pos, "field "+f.Name+" of null")
			}
			moved := *saved
			moved.This = o
			*st = &moved
		}
		if e.bad == 0 {
			run()
		}
		*st = saved
	})
}

// call compiles a method call.
func (c *compiler) call(x *java.Call) *node {
	call := c.info.Calls[x]
	if call == nil {
		return c.stop(x, "an unresolved method")
	}
	if call.Method == nil {
		return c.dynamicCall(x)
	}

	m := call.Method
	var recv *node
	switch {
	case m.Flags.Has(java.Static):
	case x.X == nil:
		recv = c.around(x, call.Implicit, false)
	default:
		if _, ok := x.X.(*java.Super); ok {
			recv = c.receiver(x)
		} else {
			recv = c.expr(x.X)
		}
		if recv.lane != reference {
			return c.stop(x, "a method of something that is no object")
		}
	}

	if n := c.fastCall(x, m, recv); n != nil {
		return n
	}
	if n := c.inline(x, call); n != nil {
		return n
	}
	// The state is that of the run: a change would be seen by whatever is evaluated after it.
	if m.Owner.Library && recv != nil && jml.Mutates(m.Name, m.Owner) {
		return c.stop(x, "a call of %s would change the state", m.Name)
	}

	args := c.arguments(x, call)
	pos := x.Name.From
	var r refFn
	if recv != nil {
		r = recv.r
	}
	return c.fromValue(resultType(c, x, call), func(e *env) interp.Value {
		var o interp.Ref
		if r != nil {
			o = r(e)
			if e.bad != 0 {
				return interp.Value{}
			}
			if o == nil {
				e.undefined(pos, "call of "+m.Name+" on null")
				return interp.Value{}
			}
		}

		var buf [4]interp.Value
		vals := buf[:0]
		for _, f := range args {
			vals = append(vals, f(e))
		}
		if e.bad != 0 {
			return interp.Value{}
		}
		// A call is a step of the quantifier around it.
		if !e.step(pos) {
			return interp.Value{}
		}

		v, out := e.Machine.Call(m, o, vals)
		if out.Kind != interp.Returned {
			e.failed(pos, m.Name, out)
			return interp.Value{}
		}
		return v
	})
}

// resultType is the type that a call's value is read with: the erased result
// decides the lane, the substituted one the rest.
func resultType(c *compiler, x *java.Call, call *types.Call) types.Type {
	if t := c.info.Types[x]; t != nil && types.IsPrimitive(t) == types.IsPrimitive(call.Method.Return) {
		return t
	}
	return call.Method.Return
}

// arguments compiles the arguments of a call, a variadic tail as its array.
func (c *compiler) arguments(x *java.Call, call *types.Call) []func(*env) interp.Value {
	return c.argList(x.Args, call, x)
}

func (c *compiler) argList(list []java.Expr, call *types.Call, at java.Node) []func(*env) interp.Value {
	m := call.Method
	var args []func(*env) interp.Value
	for i := range m.Params {
		t := m.Params[i].Type
		// The machine wants what the method declares: the type that its instance has stands in only
		// where both are primitive or neither is.
		if i < len(call.Params) && types.IsPrimitive(t) == types.IsPrimitive(call.Params[i]) {
			t = call.Params[i]
		}
		if call.Spread && i == len(m.Params)-1 {
			elem := types.Type(c.prog.TypesLibrary().Object())
			if at, ok := t.(*types.ArrayType); ok {
				elem = at.Elem
			}
			args = append(args, c.arrayOf(list[min(i, len(list)):], types.Erasure(elem)))
			break
		}
		if i >= len(list) {
			c.stop(at, "too few arguments")
		}
		args = append(args, c.value(c.expr(list[i]), t, list[i]))
	}
	return args
}

// dynamicCall calls a method of an object whose class only the run knows.
func (c *compiler) dynamicCall(x *java.Call) *node {
	if x.X == nil || jml.Mutates(x.Name.Name, nil) {
		return c.stop(x, "this call is not evaluated")
	}
	recv := c.expr(x.X)
	if recv.lane != reference {
		return c.stop(x, "a method of something that is no object")
	}

	var args []func(*env) interp.Value
	for _, a := range x.Args {
		n := c.expr(a)
		t := c.info.Types[a]
		if n.lane == reference || t == nil {
			t = types.Dynamic
		}
		if n.lane != reference {
			u := naturalType(n)
			if t != nil && types.IsPrimitive(t) {
				u = t
			}
			args = append(args, c.value(n, u, a))
			continue
		}
		f := n.r
		args = append(args, func(e *env) interp.Value { return interp.Value{R: f(e)} })
	}

	name, pos, r := x.Name.Name, x.Name.From, recv.r
	t := c.info.Types[x]
	if t == nil {
		t = types.Dynamic
	}

	return c.fromValue(t, func(e *env) interp.Value {
		o := r(e)
		vals := make([]interp.Value, len(args))
		for i, f := range args {
			vals[i] = f(e)
		}
		if e.bad != 0 {
			return interp.Value{}
		}
		if o == nil {
			e.undefined(pos, "call of "+name+" on null")
			return interp.Value{}

		}
		v, out := e.Machine.Try(func() interp.Value { return e.Machine.CallMethod(o, name, vals...) })
		if out.Kind != interp.Returned {
			e.failed(pos, name, out)
		}
		return v
	})
}

// create compiles an object creation.
func (c *compiler) create(x *java.New) *node {
	call := c.info.Calls[x]
	if call == nil || call.Method == nil || x.Body != nil || x.Outer != nil {
		return c.stop(x, "this object creation is not evaluated")
	}
	args := c.argList(x.Args, call, x)
	m, pos := call.Method, x.From
	return &node{lane: reference, t: c.info.Types[x], r: func(e *env) interp.Ref {
		vals := make([]interp.Value, len(args))
		for i, f := range args {
			vals[i] = f(e)
		}
		if e.bad != 0 {
			return nil
		}
		v, out := e.Machine.Call(m, nil, vals)
		if out.Kind != interp.Returned {
			e.failed(pos, "new "+m.Owner.Name, out)
		}
		return v.R
	}}
}

func (c *compiler) createArray(x *java.NewArray) *node {
	t, ok := c.info.Types[x].(*types.ArrayType)
	if !ok {
		return c.stop(x, "this array creation is not evaluated")
	}
	var f func(*env) interp.Value
	switch {
	case x.Init != nil:
		f = c.arrayOf(x.Init.Elems, t.Elem)
	case len(x.Lens) == 1:
		n := c.unboxed(c.expr(x.Lens[0]), x.Lens[0])
		if !n.isInt() {
			return c.stop(x, "this array creation is not evaluated")
		}
		length, pos := n.int64(), x.Lens[0].Pos()
		f = func(e *env) interp.Value {
			k := length(e)
			switch {
			case e.bad != 0:
				return interp.Value{}
			case k < 0:
				e.undefined(pos, "negative array size "+strconv.FormatInt(k, 10))
				return interp.Value{}
			case k > 1<<20:
				e.unknown(pos, "array of "+strconv.FormatInt(k, 10)+" elements")
				return interp.Value{}
			}
			return interp.Value{R: e.Machine.NewArray(t.Elem, int(k))}
		}
	default:
		return c.stop(x, "this array creation is not evaluated")
	}
	return &node{lane: reference, t: t, r: func(e *env) interp.Ref { return f(e).R }}
}

// fastCall compiles the calls that specifications make most without going
// through the machine; nil for all others.
func (c *compiler) fastCall(x *java.Call, m *types.Method, recv *node) *node {
	if m.Owner == nil || !m.Owner.Library || m.Owner.Package != "java.lang" {
		return nil
	}

	switch m.Owner.Name {
	case "String":
		return c.stringCall(x, m, recv)
	case "Math":
		return c.mathCall(x, m)
	}
	return nil
}

func (c *compiler) stringCall(x *java.Call, m *types.Method, recv *node) *node {
	pos := x.Name.From
	if recv == nil {
		return nil
	}
	r := recv.r
	str := func(e *env) *interp.String {
		s, ok := r(e).(*interp.String)
		if !ok {
			e.undefined(pos, "call of "+m.Name+" on null")
		}
		return s
	}
	switch {
	case m.Name == "length":
		return intNode(31, func(e *env) int64 {
			if s, ok := r(e).(*interp.String); ok {
				return int64(s.Len())
			}
			e.undefined(pos, "call of length on null")
			return 0
		})
	case m.Name == "isEmpty":
		return boolNode(func(e *env) tri {
			s := str(e)
			if e.bad != 0 {
				return e.fail()
			}
			return triOf(s.Len() == 0)
		})
	case m.Name == "charAt":
		in := c.unboxed(c.expr(x.Args[0]), x.Args[0])
		if !in.isInt() {
			return nil
		}
		i := in.int64()
		return intNode(16, func(e *env) int64 {
			s, k := str(e), i(e)
			if e.bad != 0 {
				return 0
			}
			if uint64(k) >= uint64(s.Len()) {
				e.undefined(pos, "charAt("+strconv.FormatInt(k, 10)+") of a string of length "+strconv.Itoa(s.Len()))
				return 0
			}
			return int64(s.At(int(k)))
		})
	case m.Name == "equals" && len(x.Args) == 1:
		an := c.expr(x.Args[0])
		if an.lane != reference {
			return nil
		}
		a := an.r
		return boolNode(func(e *env) tri {
			s, o := str(e), a(e)
			if e.bad != 0 {
				return e.fail()
			}
			t, ok := o.(*interp.String)
			return triOf(ok && s.Equal(t))
		})
	}
	return nil
}

func (c *compiler) mathCall(x *java.Call, m *types.Method) *node {
	if len(m.Params) == 0 {
		return nil
	}

	k := m.Params[0].Type.Kind()
	var args []*node
	for _, a := range x.Args {
		args = append(args, c.unboxed(c.expr(a), a))
	}

	switch {
	case m.Name == "abs" && len(args) == 1 && (k == types.Int || k == types.Long) && args[0].isInt():
		// Math.abs(Integer.MIN_VALUE) is negative in Java, and so it is here.
		f := c.value(args[0], m.Params[0].Type, x.Args[0])
		return fromInt64(k, func(e *env) int64 {
			v := f(e).N
			if v < 0 {
				if k == types.Int {
					return int64(-int32(v))
				}
				return -v
			}
			return v
		})
	case m.Name == "abs" && len(args) == 1 && k == types.Double && args[0].float() != nil:
		f := args[0].float()
		return dblNode(func(e *env) float64 { return math.Abs(f(e)) })
	case (m.Name == "max" || m.Name == "min") && len(args) == 2 && (k == types.Int || k == types.Long) && args[0].isInt() && args[1].isInt():
		// Math takes ints and longs: a number that only unbounded arithmetic reaches is no
		// argument.
		f, g := c.value(args[0], m.Params[0].Type, x.Args[0]), c.value(args[1], m.Params[1].Type, x.Args[1])
		if m.Name == "max" {
			return fromInt64(k, func(e *env) int64 { return max(f(e).N, g(e).N) })
		}
		return fromInt64(k, func(e *env) int64 { return min(f(e).N, g(e).N) })
	}
	return nil
}
