package native

import (
	"strings"

	"ensures/java"
	"ensures/java/types"
	"ensures/verify"
	"ensures/verify/smt"
)

// The class library is known by models: a method listed here has a meaning, every
// other one is unsupported by its name.

// libCall is one library call with everything evaluated. In specifications s is
// the state that is read and nothing may be written.
type libCall struct {
	x     *exec
	s     *state
	e     java.Node
	at    java.Pos
	m     *types.Method
	recv  *smt.Term
	args  []*smt.Term
	arg   func(i int) java.Expr
	self  types.Type // of the receiver as written; nil without one
	spec  *spec      // nil in code
	class string
}

// need is a precondition of a library method.
func (l *libCall) need(c *smt.Term, code, spec verify.Kind, exc string) {
	if l.spec != nil {
		l.spec.need(c, spec, l.at)
		return
	}
	l.x.mayThrow(l.s, c, exc, code, l.at, "")
}

// frame obliges a change of an object of the class library to be within the frames:
// o.* names its content.
func (l *libCall) frame(o *smt.Term) {
	if l.spec == nil {
		l.x.checkFrame(l.s, location{allFields: true, recv: o}, l.at, l.m.Name)
	}
}

func (x *exec) libraryCall(s *state, e *java.Call, c *types.Call, recv *smt.Term, args []*smt.Term) *smt.Term {
	l := &libCall{x: x, s: s, e: e, at: x.parenPos(e), m: c.Method, recv: recv, args: args, arg: func(i int) java.Expr { return e.Args[i] }}
	if e.X != nil && recv != nil {
		l.self = x.typeOfOr(e.X)
	}
	if v, ok := l.meaning(); ok {
		if c.Method.Return.Kind() == types.Void {
			return smt.True
		}
		return x.convertResult(v, l.resultType(e, v), x.typeOf(e))
	}
	x.unsupported(e, "call of "+c.Method.Key())
	return nil
}

func (sp *spec) libraryCall(e *java.Call, c *types.Call, recv *smt.Term, args []*smt.Term) *smt.Term {
	x := sp.x
	l := &libCall{x: x, s: sp.cur, e: e, at: x.parenPos(e), m: c.Method, recv: recv, args: args, spec: sp, self: sp.self, arg: func(i int) java.Expr { return e.Args[i] }}
	if e.X != nil && recv != nil {
		l.self = x.typeOfOr(e.X)
	}
	if v, ok := l.meaning(); ok {
		return x.convertResult(v, l.resultType(e, v), x.typeOf(e))
	}
	x.unsupported(e, "call of "+c.Method.Key()+" in a specification")
	return nil
}

// resultType is the declared result, or the instantiated one for generic results.
func (l *libCall) resultType(e *java.Call, v *smt.Term) types.Type {
	if v.Sort == refSort {
		return l.x.typeOf(e)
	}
	// A model gives the number where the method is declared to give a box.
	if p := types.Unboxed(l.m.Return); p != nil && v.Sort != refSort {
		return p
	}
	return l.m.Return
}

// meaning is the value of the call: by its contract. A method without one has no
// meaning, but for those whose types JML cannot write.
func (l *libCall) meaning() (*smt.Term, bool) {
	l.x.taken.library[l.m.Key()] = true
	if c := l.x.libraryContract(l.m); c != nil {
		return l.byContract(c), true
	}
	if l.m.Implicit != types.ArrayClone && !withoutContract[l.m.Key()] {
		return nil, false
	}
	return l.model()
}

// withoutContract are the methods whose exceptions and frames are said in Go: of an
// array of any type.
var withoutContract = map[string]bool{
	"java.lang.Object.clone()": true,
	"java.lang.System.arraycopy(java.lang.Object,int,java.lang.Object,int,int)": true,
}

// model is what Go says of a method.
func (l *libCall) model() (*smt.Term, bool) {
	if l.m.IsConstructor() {
		return l.construct()
	}
	key := l.m.Key()
	i := strings.LastIndexByte(key[:strings.IndexByte(key, '(')], '.')
	l.class = key[:i]
	name := key[i+1:]
	switch l.class {
	case "java.lang.String":
		if v, ok := l.stringMethod(name); ok {
			return v, true
		}
	case "java.lang.Math", "java.lang.StrictMath":
		return l.mathMethod(name)
	case "java.lang.Character", "java.lang.Integer", "java.lang.Long", "java.lang.Short", "java.lang.Byte", "java.lang.Boolean", "java.lang.Double", "java.lang.Float", "java.lang.Number":
		if v, ok := l.boxMethod(name); ok {
			return v, true
		}
	case "java.lang.StringBuilder", "java.lang.StringBuffer", "java.lang.AbstractStringBuilder":
		return l.builderMethod(name)
	case "java.lang.System":
		return l.systemMethod(name)
	case "java.lang.Object":
		if name == "clone()" {
			return l.arrayClone()
		}
	case "java.io.PrintStream":
		l.asksTexts()
	case "java.util.Arrays":
		if v, ok := l.arraysMethod(); ok {
			return v, true
		}
	case "java.util.Collections":
		if name == "sort(java.util.List)" && l.spec == nil {
			return l.sortList()
		}
	}
	if l.class == "java.util.List" && l.m.Flags.Has(java.Static) {
		return l.listOf(l.args...)
	}
	// The static type at the call decides: of a class of the file that extends one of these nothing
	// is modelled.
	if kind := collection(l.m.Owner); kind != "" {
		if ct, ok := l.self.(*types.ClassType); ok {
			kind = collection(ct.Class)
		}
		if kind != "" {
			return l.collectionMethod(kind)
		}
	}
	if v, ok := l.entryMethod(name); ok {
		return v, true
	}
	if v, ok := l.throwableMethod(name); ok {
		return v, true
	}
	if v, ok := l.decimal(key); ok {
		return v, true
	}
	if l.m.Implicit == types.ArrayClone || name == "clone()" {
		return l.arrayClone()
	}
	return nil, false
}

// throwableMethod is the text of an exception: a function of the exception, and null
// where it has none. Whether it is the same string each time is not known.
func (l *libCall) throwableMethod(name string) (*smt.Term, bool) {
	if !isThrowableClass(l.m.Owner) {
		return nil, false
	}
	x := l.x
	switch name {
	case "getMessage()":
		return smt.Ite(x.function("throwable.silent", smt.Bool, l.recv), null, l.someString(x.function("throwable.message", strSort, l.recv))), true
	case "toString()":
		return l.someString(x.function("throwable.text", strSort, l.recv)), true
	}
	return nil, false
}

// messageOf says which message a new exception has.
func (x *exec) messageOf(s *state, m *types.Method, o *smt.Term, args []*smt.Term) {
	if len(args) == 0 || len(args) > 2 || !isString(m.Params[0].Type) {
		return
	}
	// Only where the first argument is a text: of a cause the message would be made by its
	// toString.
	x.assume(s, smt.And(smt.Eq(x.function("throwable.silent", smt.Bool, o), smt.Eq(args[0], null)),
		smt.Implies(smt.Not(smt.Eq(args[0], null)), smt.Eq(x.function("throwable.message", strSort, o), x.content(args[0])))))
}

func (l *libCall) recvExpr() java.Expr {
	if c, ok := l.e.(*java.Call); ok && c.X != nil {
		return c.X
	}
	return nil
}

// stringMethod is what a method of String does to contents; the rest is in its
// contract, by which the arguments are in range and not null here.
func (l *libCall) stringMethod(name string) (*smt.Term, bool) {
	x := l.x
	zero := smt.IntLit(0)
	var c *smt.Term
	if l.recv != nil {
		c = x.content(l.recv)
	}
	switch name {
	case "length()":
		return x.strLen(c), true
	case "charAt(int)":
		return x.strAt(c, l.args[0]), true
	case "equals(java.lang.Object)":
		return smt.And(smt.Not(smt.Eq(l.args[0], null)), x.instance(l.args[0], x.lib.String()), x.sameContent(c, x.content(l.args[0]))), true
	case "contentEquals(java.lang.CharSequence)":
		return x.sameContent(c, l.text(0)), true
	case "concat(java.lang.String)":
		if l.spec == nil {
			return l.someString(x.joined(l.s, c, x.content(l.args[0]))), true
		}
		// A specification may speak of a text that is too long to exist; of its length concat says
		// nothing.
		return l.someString(x.concat(c, x.content(l.args[0]))), true
	case "substring(int)":
		return l.someString(x.substring(c, l.args[0], x.strLen(c))), true
	case "substring(int,int)":
		return l.someString(x.substring(c, l.args[0], l.args[1])), true
	case "toCharArray()":
		if l.spec != nil {
			return nil, false
		}
		return l.charArray(c), true
	case "indexOf(int)", "indexOf(int,int)", "lastIndexOf(int)":
		return l.indexOfUnit(name, c), true
	case "contains(java.lang.CharSequence)":
		return smt.Le(zero, l.indexOfString(c, l.text(0))), true
	case "indexOf(java.lang.String)":
		return l.indexOfString(c, x.content(l.args[0])), true
	case "replace(java.lang.CharSequence,java.lang.CharSequence)":
		return l.someString(x.function("sreplace", strSort, c, l.text(0), l.text(1))), true
	case "compareTo(java.lang.String)":
		return l.compareStrings(c, x.content(l.args[0])), true
	case "intern()":
		return x.interned(c), true
	case "valueOf(java.lang.Object)", "format(java.lang.String,java.lang.Object[])":
		l.asksTexts()
		return nil, false
	case "valueOf(char[])", "copyValueOf(char[])":
		el := x.elements(l.s, types.TChar, l.args[0])
		return l.someString(x.arrayString(el, zero, x.length(l.args[0]))), true
	}
	if t := l.m.Params; strings.HasPrefix(name, "valueOf(") && len(t) == 1 && types.IsPrimitive(t[0].Type) {
		return l.someString(x.stringOf(l.s, l.args[0], t[0].Type)), true
	}
	return nil, false
}

// text is the content of an argument that is a CharSequence. Only of a String it
// stays as it is, so the static type must say what it is.
func (l *libCall) text(i int) *smt.Term {
	x := l.x
	switch t := x.typeOf(l.arg(i)); {
	case isString(t):
		return x.content(l.args[i])
	case isBuilder(t):
		return smt.Select(x.component(l.s, x.builder()), l.args[i])
	}
	x.unsupported(l.e, "content of a CharSequence, which may change,")
	return nil
}

func isBuilder(t types.Type) bool {
	ct, ok := t.(*types.ClassType)
	return ok && (ct.Class.Binary == "java.lang.StringBuilder" || ct.Class.Binary == "java.lang.StringBuffer")
}

// charArray is a new array of the code units of content c.
func (l *libCall) charArray(c *smt.Term) *smt.Term {
	x := l.x
	zero := smt.IntLit(0)
	a := x.allocate(l.s, "chars", &types.ArrayType{Elem: types.TChar})
	n := x.strLen(c)
	x.assume(l.s, smt.Eq(x.length(a), n))
	comp := x.arrays(types.TChar)
	el := x.fresh("chars", smt.ArrayOf(smt.Int, smt.Int))
	i := x.bound("i", smt.Int)
	v := smt.Select(el, i)
	in := smt.And(smt.Le(zero, i), smt.Lt(i, n))
	x.fact(smt.Forall([]*smt.Term{i}, smt.And(inRange(v, types.TChar), smt.Implies(in, smt.Eq(v, x.strAt(c, i)))), []*smt.Term{v}))
	// The same again, woken by the string: who asks about a unit of it learns of the element.
	x.fact(smt.Forall([]*smt.Term{i}, smt.Implies(in, smt.Eq(v, x.strAt(c, i))), []*smt.Term{x.strAt(c, i)}))
	l.s.heap[comp] = smt.Store(x.component(l.s, comp), a, el)
	x.nameVersion(l.s, comp)
	return a
}

// compareStrings is compareTo: 0 for equal contents only, and of the other sign the
// other way round.
func (l *libCall) compareStrings(c, d *smt.Term) *smt.Term {
	x := l.x
	zero := smt.IntLit(0)
	r := x.function("scompare", smt.Int, c, d)
	x.once("scompare", func() {
		s, t := x.bound("s", strSort), x.bound("t", strSort)
		v := smt.App("scompare", smt.Int, s, t)
		x.fact(smt.Forall([]*smt.Term{s, t}, smt.And(inRange(v, types.TInt), smt.Eq(smt.Eq(v, zero), x.sameContent(s, t)),
			smt.Eq(smt.Lt(v, zero), smt.Lt(zero, smt.App("scompare", smt.Int, t, s)))), []*smt.Term{v}))
	})
	return r
}

// indexOfUnit is the first or last place of a code unit, −1 without one.
func (l *libCall) indexOfUnit(name string, s *smt.Term) *smt.Term {
	x := l.x
	zero := smt.IntLit(0)
	ch := l.args[0]
	from := zero
	if len(l.args) == 2 {
		from = smt.Ite(smt.Lt(l.args[1], zero), zero, l.args[1])
	}
	fn := "sindex"
	if strings.HasPrefix(name, "last") {
		fn = "slast"
	}
	r := x.function(fn, smt.Int, s, ch, from)
	x.once(fn, func() {
		t, c, lo, i := x.bound("s", strSort), x.bound("c", smt.Int), x.bound("lo", smt.Int), x.bound("i", smt.Int)
		v := smt.App(fn, smt.Int, t, c, lo)
		vars := []*smt.Term{t, c, lo}
		// Of code points above 65535 nothing is said: they are two units.
		unit := smt.And(smt.Le(zero, c), smt.Le(c, smt.IntLit(65535)), smt.Le(zero, lo))
		found := smt.And(smt.Le(lo, v), smt.Lt(v, x.strLen(t)), smt.Eq(x.strAt(t, v), c))
		x.fact(smt.Forall(vars, smt.Implies(unit, smt.Or(smt.Eq(v, smt.IntLit(-1)), found)), []*smt.Term{v}))
		at := x.strAt(t, i)
		outside := smt.Lt(i, v)
		if fn == "slast" {
			outside = smt.Lt(v, i)
		}
		x.fact(smt.Forall(append(vars, i), smt.Implies(smt.And(unit, smt.Le(lo, i), smt.Lt(i, x.strLen(t)), smt.Or(smt.Eq(v, smt.IntLit(-1)), outside)),
			smt.Not(smt.Eq(at, c))), []*smt.Term{v, at}))
	})
	return r
}

// indexOfString is the first place of a string, −1 without one.
func (l *libCall) indexOfString(s, p *smt.Term) *smt.Term {
	x := l.x
	zero := smt.IntLit(0)
	r := x.function("sfind", smt.Int, s, p)
	x.once("sfind", func() {
		t, q, i, j := x.bound("s", strSort), x.bound("p", strSort), x.bound("i", smt.Int), x.bound("j", smt.Int)
		v := smt.App("sfind", smt.Int, t, q)
		match := func(k *smt.Term) *smt.Term {
			at := x.strAt(q, j)
			return smt.Forall([]*smt.Term{j}, smt.Implies(smt.And(smt.Le(zero, j), smt.Lt(j, x.strLen(q))), smt.Eq(at, x.strAt(t, smt.Add(k, j)))), []*smt.Term{at})
		}
		x.fact(smt.Forall([]*smt.Term{t, q}, smt.Or(smt.Eq(v, smt.IntLit(-1)),
			smt.And(smt.Le(zero, v), smt.Le(smt.Add(v, x.strLen(q)), x.strLen(t)), match(v))), []*smt.Term{v}))
		x.fact(smt.Forall([]*smt.Term{t, q}, smt.Forall([]*smt.Term{i}, smt.Implies(smt.And(smt.Le(zero, i), smt.Le(smt.Add(i, x.strLen(q)), x.strLen(t)),
			smt.Or(smt.Lt(i, v), smt.Eq(v, smt.IntLit(-1)))), smt.Not(match(i))), []*smt.Term{x.strAt(t, i)}), []*smt.Term{v}))
	})
	return r
}

func (l *libCall) mathMethod(name string) (*smt.Term, bool) {
	x := l.x
	t := l.m.Return
	if isFloating(t) {
		switch l.m.Name {
		case "abs":
			return smt.App("fp.abs", l.args[0].Sort, l.args[0]), true
		case "sqrt":
			l.x.Bits()
			return smt.App("fp.sqrt", l.args[0].Sort, smt.Var("RNE", "RoundingMode"), l.args[0]), true
		}
		sorts := make([]*smt.Term, len(l.args))
		copy(sorts, l.args)
		if pureMath[l.m.Name] {
			return x.function("math."+l.m.Name+"."+string(rune('0'+len(l.args))), sortOf(t), sorts...), true
		}
	}
	return nil, false
}

// pureMath are functions of which only that they are functions is known.
var pureMath = map[string]bool{"sin": true, "cos": true, "tan": true, "pow": true, "exp": true, "log": true, "log10": true,
	"floor": true, "ceil": true, "cbrt": true, "atan": true, "asin": true, "acos": true, "atan2": true, "hypot": true, "toRadians": true, "toDegrees": true, "rint": true}

func (l *libCall) boxMethod(name string) (*smt.Term, bool) {
	x := l.x
	i := strings.IndexByte(name, '(')
	owner := types.Unboxed(l.m.Owner.Type())
	switch name[:i] {
	case "intValue", "longValue", "shortValue", "byteValue", "doubleValue", "floatValue", "booleanValue", "charValue":
		if owner == nil {
			return nil, false
		}
		v := x.unbox(l.recv, owner)
		if l.spec == nil {
			x.assume(l.s, inRange(v, owner))
		}
		if isIntegral(l.m.Return) && v.Sort == smt.Int {
			if x.fits(owner, l.m.Return) {
				return v, true
			}
			return wrap(v, l.m.Return), true
		}
		return x.convert(v, owner, l.m.Return), true
	case "valueOf":
		if len(l.args) == 1 && l.args[0].Sort != refSort {
			return x.box(l.s, l.args[0], owner), true
		}
	case "equals":
		if owner != nil {
			o := l.args[0]
			return smt.And(smt.Not(smt.Eq(o, null)), x.instance(o, l.m.Owner.Type()), smt.Eq(x.unbox(l.recv, owner), x.unbox(o, owner))), true
		}
	case "isNaN":
		v := l.recv
		if len(l.args) == 1 {
			v = l.args[0]
		} else {
			v = x.unbox(v, owner)
		}
		return x.isNaN(v), true
	case "isInfinite":
		if len(l.args) == 1 {
			return smt.App("fp.isInfinite", smt.Bool, l.args[0]), true
		}
	}
	return nil, false
}

// builder is the component that holds StringBuilders' contents.
func (x *exec) builder() string {
	const name = "StringBuilder.content"
	if _, ok := x.components[name]; !ok {
		x.components[name] = comp{sort: smt.ArrayOf(refSort, strSort), kind: otherComp}
	}
	return name
}

// builderMethod is what a method does to a builder's content; its contract has the
// exceptions and the frame.
func (l *libCall) builderMethod(name string) (*smt.Term, bool) {
	x := l.x
	comp := x.builder()
	cur := smt.Select(x.component(l.s, comp), l.recv)
	zero := smt.IntLit(0)
	n := x.strLen(cur)
	part := func(lo, hi *smt.Term) *smt.Term { return x.substring(cur, lo, hi) }
	// A specification changes nothing, so a method that does has no value in one.
	set := func(parts ...*smt.Term) (*smt.Term, bool) {
		if l.spec != nil {
			return nil, false
		}
		v := parts[0]
		for _, p := range parts[1:] {
			v = x.joined(l.s, v, p)
		}
		l.frame(l.recv)
		l.s.heap[comp] = smt.Store(x.component(l.s, comp), l.recv, v)
		x.nameVersion(l.s, comp)
		// What a method that changes a builder returns is the builder.
		return l.recv, true
	}
	arg := func(i int) types.Type { return l.m.Params[i].Type }
	switch {
	case name == "length()":
		return n, true
	case name == "charAt(int)":
		return x.strAt(cur, l.args[0]), true
	case name == "toString()":
		if l.spec == nil {
			return x.someString(l.s, cur), true
		}
		return l.someString(cur), true
	case strings.HasPrefix(name, "append(") && len(l.args) == 1 && (isString(arg(0)) || types.IsPrimitive(arg(0))):
		return set(cur, x.stringOf(l.s, l.args[0], arg(0)))
	case strings.HasPrefix(name, "insert(") && len(l.args) == 2 && (isString(arg(1)) || types.IsPrimitive(arg(1))):
		return set(part(zero, l.args[0]), x.stringOf(l.s, l.args[1], arg(1)), part(l.args[0], n))
	case name == "setCharAt(int,char)":
		return set(part(zero, l.args[0]), x.unitString(l.args[1]), part(smt.Add(l.args[0], smt.IntLit(1)), n))
	case name == "deleteCharAt(int)":
		return set(part(zero, l.args[0]), part(smt.Add(l.args[0], smt.IntLit(1)), n))
	case name == "reverse()":
		r := x.function("sreverse", strSort, cur)
		x.once("sreverse", func() {
			s := x.bound("s", strSort)
			v := smt.App("sreverse", strSort, s)
			// Surrogate pairs keep their order, so nothing is said of the units.
			x.fact(smt.Forall([]*smt.Term{s}, smt.Eq(x.strLen(v), x.strLen(s)), []*smt.Term{v}))
		})
		return set(r)
	}
	return nil, false
}

func (l *libCall) systemMethod(name string) (*smt.Term, bool) {
	x := l.x
	if l.spec != nil {
		return nil, false
	}
	switch name {
	case "arraycopy(java.lang.Object,int,java.lang.Object,int,int)":
		src, ok1 := x.typeOf(l.arg(0)).(*types.ArrayType)
		dst, ok2 := x.typeOf(l.arg(2)).(*types.ArrayType)
		// Objects that may or may not be arrays, or arrays of two kinds, for which it throws.
		if !ok1 || !ok2 || elemName(src.Elem) != elemName(dst.Elem) {
			return nil, false
		}
		a, from, b, to, n := l.args[0], l.args[1], l.args[2], l.args[3], l.args[4]
		const npe, ioobe = "java.lang.NullPointerException", "java.lang.ArrayIndexOutOfBoundsException"
		zero := smt.IntLit(0)
		x.mayThrow(l.s, smt.And(smt.Not(smt.Eq(a, null)), smt.Not(smt.Eq(b, null))), npe, verify.PossiblyNullDeReference, l.at, "arraycopy")
		x.mayThrow(l.s, smt.And(smt.Le(zero, from), smt.Le(zero, to), smt.Le(zero, n)), ioobe, verify.PossiblyNegativeIndex, l.at, "arraycopy")
		x.mayThrow(l.s, smt.And(smt.Le(smt.Add(from, n), x.length(a)), smt.Le(smt.Add(to, n), x.length(b))), ioobe, verify.PossiblyTooLargeIndex, l.at, "arraycopy")
		if isRef(dst.Elem) && !(final(types.Erasure(dst.Elem)) && x.subtype(src, dst)) {
			// Elements of the source fit where both are of one class, or where the target is what
			// it is declared as and the source is declared to hold nothing else. Of a final class
			// the target is always what it is declared as.
			fits := smt.Or(smt.Eq(a, b), smt.Eq(n, zero), smt.Eq(x.tag(a), x.tag(b)))
			if x.subtype(src, dst) {
				fits = smt.Or(fits, smt.Eq(x.tag(b), x.typeTag(dst)))
			}
			x.mayThrow(l.s, fits, "java.lang.ArrayStoreException", verify.PossiblyBadArrayAssign, l.at, "arraycopy")
		}
		x.checkFrame(l.s, location{elem: dst.Elem, recv: b, lo: to, hi: smt.Subtract(smt.Add(to, n), smt.IntLit(1))}, l.at, "arraycopy")
		comp := x.arrays(dst.Elem)
		sa, sb := smt.Select(x.component(l.s, comp), a), smt.Select(x.component(l.s, comp), b)
		// Both sides are the state before the copy, as Java copies by way of a temporary array
		// where source and target are one.
		now := x.fresh("copied", sb.Sort)
		i := x.bound("i", smt.Int)
		v := smt.Select(now, i)
		in := smt.And(smt.Le(to, i), smt.Lt(i, smt.Add(to, n)))
		x.assume(l.s, smt.Forall([]*smt.Term{i}, smt.Eq(v, smt.Ite(in, smt.Select(sa, smt.Add(smt.Subtract(i, to), from)), smt.Select(sb, i))), []*smt.Term{v}))
		l.s.heap[comp] = smt.Store(x.component(l.s, comp), b, now)
		x.nameVersion(l.s, comp)
		return smt.True, true
	}
	return nil, false
}

// arrayClone is a.clone() on an array.
func (l *libCall) arrayClone() (*smt.Term, bool) {
	x := l.x
	e := l.recvExpr()
	if e == nil {
		return nil, false
	}
	t, ok := x.typeOf(e).(*types.ArrayType)
	if !ok || l.spec != nil && l.spec.depth > 0 {
		return nil, false
	}
	comp := x.arrays(t.Elem)
	content := smt.Select(x.component(l.s, comp), l.recv)
	// The clone is of the array's own class, of which the static type is a superclass.
	a := x.allocateLike(l.s, "clone", t, l.recv)
	x.assume(l.s, smt.Eq(x.length(a), x.length(l.recv)))
	l.s.heap[comp] = smt.Store(x.component(l.s, comp), a, content)
	x.nameVersion(l.s, comp)
	return a, true
}

// libraryNew is the effect of a library constructor on its new object: by its contract,
// whose exceptions come first. Without one a constructor has no meaning, but for
// exceptions: of those nothing is known then but that they are made.
func (x *exec) libraryNew(s *state, e *java.New, c *types.Call, o *smt.Term, args []*smt.Term) *smt.Term {
	l := &libCall{x: x, s: s, e: e, at: e.From, m: c.Method, recv: o, args: args, self: x.typeOf(e), arg: func(i int) java.Expr { return e.Args[i] }}
	owner := c.Method.Owner
	contract := x.libraryContract(c.Method)
	switch {
	case types.IsObject(owner.Type()):
		return o
	case isThrowableClass(owner):
		x.asksCause(e, c.Method, e.Args)
		if owner.Package == "java.util" && strings.Contains(owner.Name, "Format") {
			x.unsupported(e, "creation of "+owner.QualifiedName()) // some throw for null
		}
		if contract == nil {
			return o
		}
	case contract == nil:
		x.unsupported(e, "creation of "+owner.QualifiedName())
	}
	x.taken.library[c.Method.Key()] = true
	return l.byContract(contract)
}

// construct is what a constructor makes of the new object; of super(…) nothing is known.
func (l *libCall) construct() (*smt.Term, bool) {
	x := l.x
	e, ok := l.e.(*java.New)
	if !ok {
		return l.recv, true
	}
	switch owner := l.m.Owner; {
	case isString(owner.Type()):
		return l.newStringObject()
	case isBuilder(owner.Type()):
		content := x.stringLit("")
		if len(l.args) == 1 && isString(l.m.Params[0].Type) {
			content = x.content(l.args[0])
		}
		x.writeAt(l.s, x.builder(), l.recv, content)
	case isThrowableClass(owner):
		x.messageOf(l.s, l.m, l.recv, l.args)
	case collection(owner) != "":
		x.newCollection(l.s, e, x.typeOf(e), l.recv, l.args)
	default:
		return nil, false
	}
	return l.recv, true
}

// libraryTargets is what a library call may change in a loop.
func (x *exec) libraryTargets(e java.Expr, c *types.Call, t *targetSet, stable func(java.Expr) *smt.Term) {
	// Boxes, strings and views count as new, without a look at the method.
	t.allocates = true
	call, ok := e.(*java.Call)
	if !ok {
		if _, ok := e.(*java.New); ok && (c.Method.Owner.QualifiedName() == "java.lang.StringBuilder" || c.Method.Owner.QualifiedName() == "java.lang.StringBuffer") {
			t.component(x.builder(), x.nowhere)
		}
		return
	}
	switch c.Method.Owner.QualifiedName() {
	case "java.lang.StringBuilder", "java.lang.StringBuffer", "java.lang.AbstractStringBuilder":
		if pureLibrary(c.Method) {
			return
		}
		// sb.append(a).append(b) writes the builder at the head of the chain.
		recv := call.X
		for {
			in, ok := java.Unparen(recv).(*java.Call)
			if !ok || in.X == nil || !x.givesReceiver(in) {
				break
			}
			recv = in.X
		}
		t.component(x.builder(), stable(recv))
		return
	case "java.util.Collections":
		if c.Method.Name == "sort" && len(call.Args) == 1 {
			content, _, _ := x.collectionComponents("list", "")
			t.component(content, stable(call.Args[0]))
			t.component(x.changes(), stable(call.Args[0]))
			return
		}
	case "java.util.Arrays":
		if (c.Method.Name == "sort" || c.Method.Name == "fill") && len(call.Args) > 0 {
			t.component(x.arraysOf(x.typeOf(call.Args[0])), stable(call.Args[0]))
		}
		switch r := c.Method.Return.(type) {
		case *types.ArrayType:
			// copyOf and the like give new arrays, asList new lists.
			t.component(x.arrays(r.Elem), x.nowhere)
		case *types.ClassType:
			content, size, _ := x.collectionComponents("list", "")
			t.component(content, x.nowhere)
			t.component(size, x.nowhere)
		}
		return
	case "java.lang.System":
		if c.Method.Name == "arraycopy" && len(call.Args) == 5 {
			t.component(x.arraysOf(x.typeOf(call.Args[2])), stable(call.Args[2]))
		}
		return
	}
	if c.Mode == types.StaticCall && c.Method.Owner.QualifiedName() == "java.util.List" {
		content, size, _ := x.collectionComponents("list", "")
		t.component(content, x.nowhere)
		t.component(size, x.nowhere)
		return
	}
	if call.X != nil && c.Mode != types.StaticCall {
		if ct, ok := x.typeOfOr(call.X).(*types.ClassType); ok {
			if kind := collection(ct.Class); kind != "" {
				x.collectionTargets(call, kind, t, stable(call.X))
				return
			}
		}
	}
	if !pureLibrary(c.Method) {
		// What is printed is no part of the state.
		t.everything = t.everything || c.Method.Owner.QualifiedName() != "java.io.PrintStream"
	}
	if c.Method.Name == "split" {
		t.component(x.arrays(x.lib.String()), x.nowhere)
	}
	if c.Method.Name == "toCharArray" {
		t.component(x.arrays(types.TChar), x.nowhere)
	}
	if c.Method.Name == "clone" && call.X != nil {
		if at, ok := x.typeOfOr(call.X).(*types.ArrayType); ok {
			t.component(x.arrays(at.Elem), x.nowhere)
		}
	}
}

// givesReceiver reports whether a call is of a builder's method that returns the builder.
func (x *exec) givesReceiver(e *java.Call) bool {
	c := x.callOf(e)
	return c != nil && c.Method != nil && c.Method.Owner.Library && isBuilder(x.typeOfOr(e.X)) && isBuilder(c.Method.Return)
}

// pureLibrary reports whether a modelled library method changes nothing.
func pureLibrary(m *types.Method) bool {
	if m.Owner.QualifiedName() == "java.io.PrintStream" {
		return true
	}
	switch m.Owner.QualifiedName() {
	case "java.lang.String", "java.lang.CharSequence", "java.lang.Math", "java.lang.StrictMath", "java.lang.Character", "java.lang.Integer",
		"java.lang.Long", "java.lang.Short", "java.lang.Byte", "java.lang.Boolean", "java.lang.Double", "java.lang.Float", "java.lang.Number", "java.lang.Object", "java.util.Objects", "java.util.Map.Entry":
		return true
	case "java.util.Arrays":
		return m.Name != "sort" && m.Name != "fill"
	case "java.lang.reflect.Array":
		return m.Name == "getLength"
	case "java.lang.StringBuilder", "java.lang.StringBuffer", "java.lang.AbstractStringBuilder":
		switch m.Name {
		case "length", "charAt", "toString":
			return true
		}
	case "java.lang.System":
		return m.Name == "nanoTime" || m.Name == "currentTimeMillis"
	}
	return isThrowableClass(m.Owner)
}
