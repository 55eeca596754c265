package types

import (
	"fmt"
	"strings"

	"ensures/java"
)

// call selects the method of a call within the inference session s and returns
// its result type, which may hold inference variables of s.
func (c *checker) call(e *java.Call, s *session) Type {
	var targs []Type
	for _, t := range e.TypeArgs {
		targs = append(targs, c.res().typ(t))
	}

	name := e.Name.Name
	if e.X == nil {
		return c.unqualifiedCall(e, s, targs)
	}
	if sup, ok := e.X.(*java.Super); ok {
		return c.superCall(e, sup, s, targs)
	}

	recv, cls := c.exprOrType(e.X)

	// A type before the dot: static methods alone.
	if cls != nil {
		args := c.args(e.Args, s)
		cands := c.visible(c.lib.methodsOf(cls.raw, name))
		var static []member
		for _, m := range cands {
			if m.m.Flags.Has(java.Static) {
				static = append(static, m)
			}
		}
		if len(static) > 0 {
			if k := c.selectMethod(s, static, args, targs, false); k != nil {
				return c.called(e, s, k, StaticCall, nil, nil)
			}
		}
		if len(static) == 0 && len(cands) > 0 {
			c.bindUnknown(args)
			c.errorf(&e.Name, "", "non-static method %s cannot be referenced from a static context", cands[0].m.Signature())
			return Bad
		}
		return c.noMethod(e, cls.raw, cands, args)
	}

	args := c.args(e.Args, s)

	if unsure(recv) {
		c.bindUnknown(args)
		// The run selects the method; the arguments are checked for their own mistakes only.
		if isDynamic(recv) {
			c.info.Calls[e] = &Call{Mode: DynamicCall, Recv: recv, Result: Dynamic}
			return Dynamic
		}
		return Bad
	}
	if IsPrimitive(recv) || recv == Type(TVoid) || recv == Type(TNull) || recv == Type(TTYPE) {
		c.bindUnknown(args)
		hint := ""
		if c.spec != nil && recv == Type(TTYPE) {
			return Dynamic
		}
		if IsPrimitive(recv) {
			hint = primitiveCallHint(name)
		}
		c.errorf(&e.Name, hint, "%s cannot be dereferenced: it has no method %s", recv, name)
		return Bad
	}

	// Captured, so that a method of List<? extends T> takes nothing that T's unknown subclass
	// might not be.
	site := capture(recv)
	cands := c.visible(c.lib.methodsOf(site, name))
	cands = append(cands, c.spec.methods(site, name)...)

	k := c.selectMethod(s, cands, args, targs, false)
	if k == nil {
		return c.noMethod(e, recv, cands, args)
	}

	// A private method is not overridden: the one that was found is the one that runs.
	mode := VirtualCall
	switch {
	case k.x.m.Flags.Has(java.Static):
		mode = StaticCall
	case k.x.m.Flags.Has(java.Private):
		mode = SpecialCall
	}
	return c.called(e, s, k, mode, recv, nil)
}

func primitiveCallHint(name string) string {
	switch name {
	case "equals":
		return "compare primitives with =="
	case "toString":
		return "use String.valueOf(…)"
	case "compareTo":
		return "use Integer.compare(a, b) or < and >"
	}
	return ""
}

// unqualifiedCall resolves m(…): a method of an enclosing class, or imported
// statically.
func (c *checker) unqualifiedCall(e *java.Call, s *session, targs []Type) Type {
	name := e.Name.Name
	args := c.args(e.Args, s)
	static := c.sc.Static
	for sc := c.sc; sc != nil; sc = sc.Parent {
		static = static || sc.Static
		// From the innermost class outwards: the first that has a method of the name is
		// searched, and no other, even if none of its methods fits (JLS 15.12.1).
		if !sc.body {
			continue
		}
		cls := sc.Class
		cands := c.visible(c.lib.methodsOf(cls.Type(), name))
		cands = append(cands, c.spec.methods(cls.Type(), name)...)
		if len(cands) == 0 {
			static = c.leave(sc, static)
			continue
		}

		k := c.selectMethod(s, cands, args, targs, false)
		if k == nil {
			return c.noMethod(e, cls.raw, cands, args)
		}

		if k.x.m.Flags.Has(java.Static) {
			return c.called(e, s, k, StaticCall, nil, nil)
		}
		if static && !(c.spec != nil && k.x.m.Spec) {
			c.errorf(&e.Name, "make it static, or call it on an object", "non-static method %s cannot be referenced from a static context", k.x.m.Signature())
		}

		mode := VirtualCall
		if k.x.m.Flags.Has(java.Private) {
			mode = SpecialCall
		}
		c.useThis(cls)
		return c.called(e, s, k, mode, cls.Type(), cls)
	}

	if cands := c.importedMethods(name); len(cands) > 0 {
		if k := c.selectMethod(s, cands, args, targs, false); k != nil {
			return c.called(e, s, k, StaticCall, nil, nil)
		}
		return c.noMethod(e, cands[0].m.Owner.raw, cands, args)
	}

	// What is left is a mistake; the rest is for its message.
	c.bindUnknown(args)
	if c.anyBad(args) {
		return Bad
	}

	hint := ""
	var names []string
	for sc := c.sc; sc != nil; sc = sc.Parent {
		if sc.body {
			for _, k := range allSupers(sc.Class.raw) {
				k.ensure(complete)
				for n := range k.methods {
					names = append(names, n)
				}
			}
		}
	}
	names = append(names, c.spec.methodNames()...)
	if sug := similar(name, names); sug != "" {
		hint = "did you mean " + sug + "?"
	} else if mathMethods[name] {
		hint = "write Math." + name + "(…)"
	}
	c.undefined(&e.Name, hint, fmt.Sprintf("cannot find symbol: method %s(%s)", name, c.argTypes(args)))
	return Bad
}

var mathMethods = map[string]bool{"abs": true, "max": true, "min": true, "pow": true, "sqrt": true, "floor": true, "ceil": true, "round": true}

func (c *checker) importedMethods(name string) []member {
	var out []member
	add := func(q string) {
		if k := c.env.qualified(c.res(), q); k != nil {
			for _, m := range c.visible(c.lib.methodsOf(k.raw, name)) {
				if m.m.Flags.Has(java.Static) && !overriddenIn(out, m) {
					out = append(out, m)
				}
			}
		}
	}
	for _, q := range c.env.staticSingle[name] {
		add(q)
	}
	// A method imported by name shadows those imported on demand (JLS 6.4.1).
	if len(out) == 0 {
		for _, q := range c.env.staticOnDemand {
			add(q)
		}
	}
	return out
}

// superCall resolves super.m(…) and I.super.m(…).
func (c *checker) superCall(e *java.Call, sup *java.Super, s *session, targs []Type) Type {
	args := c.args(e.Args, s)
	cls := c.sc.Class
	if c.sc.Static {
		c.bindUnknown(args)
		c.errorf(sup, "", "non-static variable super cannot be referenced from a static context")
		return Bad
	}

	var site *ClassType
	if sup.Outer != nil {
		t, _ := c.res().typ(sup.Outer).(*ClassType)
		if t == nil {
			c.bindUnknown(args)
			return Bad
		}
		site = AsSuper(cls.Type(), t.Class)
		if !isInterface(t.Class) && t.Class.Super != nil {
			// Outer.super.m(): the superclass of an enclosing class.
			cls = t.Class
			site = t.Class.Super
		}
		// Not a supertype: the search below finds what there is, and the message names t.
		if site == nil {
			site = t
		}
	} else {
		cls.ensure(header)
		site = cls.Super
		if site == nil {
			site = c.lib.object.raw
		}
	}

	c.info.Types[sup] = site
	c.useThis(cls)
	cands := c.visible(c.lib.methodsOf(site, e.Name.Name))
	k := c.selectMethod(s, cands, args, targs, false)
	// Without a superclass's method it may be a default method of an interface.
	if k == nil && sup.Outer == nil {
		for _, i := range Supertypes(cls.Type()) {
			if more := c.lib.methodsOf(i, e.Name.Name); len(more) > 0 && k == nil {
				k = c.selectMethod(s, more, args, targs, false)
			}
		}
	}

	if k == nil {
		return c.noMethod(e, site, cands, args)
	}
	if k.x.m.Flags.Has(java.Abstract) {
		c.errorf(&e.Name, "", "abstract method %s cannot be accessed directly", k.x.m.Signature())
	}

	mode := SpecialCall
	if k.x.m.Flags.Has(java.Static) {
		mode = StaticCall
	}
	return c.called(e, s, k, mode, site, cls)
}

// called records what a call means and returns its result type.
func (c *checker) called(e *java.Call, s *session, k *candidate, mode CallMode, recv Type, implicit *Class) Type {
	m := k.x.m
	ret := k.ret
	// The one method whose result depends on its receiver's static type (JLS 4.3.2).
	if m.Name == "getClass" && len(m.Params) == 0 && m.Owner == c.lib.object && recv != nil {
		ret = &ClassType{Class: c.lib.core("java.lang.Class"), Args: []Type{&Wildcard{Bound: Erasure(recv)}}}
	}
	// An array's clone has the array's own type (JLS 10.7).
	if m.Implicit == ArrayClone {
		ret = recv
	}
	if m.Owner.Outer != nil && ret != Type(TVoid) {
		ret = c.hideOuterVars(ret, m.Owner)
	}
	call := &Call{Mode: mode, Method: m, Recv: recv, Implicit: implicit, Spread: k.spread}
	c.info.Calls[e] = call
	c.recordCall(call, k, ret, s)
	return ret
}

func (c *checker) recordCall(call *Call, k *candidate, ret Type, s *session) {
	fill := func() {
		call.Params = make([]Type, len(k.params))
		for i, p := range k.params {
			call.Params[i] = c.finalType(p)
		}
		call.Result = c.finalType(ret)
	}
	if !isProper(ret) {
		s.done = append(s.done, fill)
		return
	}
	for _, p := range k.params {
		if !isProper(p) {
			s.done = append(s.done, fill)
			return
		}
	}
	fill()
}

// finalType is t as recorded: solved and without captured variables.
func (c *checker) finalType(t Type) Type {
	z := zonk(t)
	if !isProper(z) {
		z = mapType(z, func(v Type) Type {
			if _, ok := v.(*inferVar); ok {
				return Dynamic
			}
			return nil
		})
	}
	return project(z)
}

func (c *checker) args(es []java.Expr, s *session) []*operand {
	args := make([]*operand, len(es))
	for i, e := range es {
		args[i] = c.arg(e, s)
	}
	return args
}

func (c *checker) anyBad(args []*operand) bool {
	for _, a := range args {
		if a.kind == plainOperand && isBad(a.typ) {
			return true
		}
	}
	return false
}

// bindUnknown checks the functions among the arguments of a call whose method is
// unknown: their parameters are Dynamic.
func (c *checker) bindUnknown(args []*operand) {
	for _, a := range args {
		switch a.kind {
		case funcOperand:
			c.functionTo(a.e, Dynamic, a.sc)
		case branchOperand:
			c.bindUnknown(a.parts)
			c.record(a.e, Dynamic)
		}
	}
}

func (c *checker) argTypes(args []*operand) string {
	s := make([]string, len(args))
	for i, a := range args {
		switch {
		case a.kind == funcOperand:
			s[i] = "lambda"
			if _, ok := java.Unparen(a.e).(*java.MethodRef); ok {
				s[i] = "method reference"
			}
		case a.typ == nil:
			s[i] = "?"
		default:
			s[i] = ShortString(a.typ)
		}
	}
	return strings.Join(s, ", ")
}

func classOfType(t Type) *Class {
	if ct, ok := t.(*ClassType); ok {
		return ct.Class
	}
	return nil
}

// visible leaves out the methods that the current class may not use.
func (c *checker) visible(ms []member) []member {
	if c.spec != nil {
		return ms
	}
	out := ms[:0:0]
	for _, x := range ms {
		if c.accessible(x.m.Flags, x.m.Owner) {
			out = append(out, x)
		}
	}
	return out
}

func (c *checker) accessible(f java.Flags, owner *Class) bool {
	if c.spec != nil {
		return true
	}
	switch {
	case f.Has(java.Public):
		return true
	case f.Has(java.Private):
		// Private is private to the top-level class, nested ones included (JLS 6.6.1).
		return outermost(owner) == outermost(c.sc.Class)
	case owner.Package == c.sc.Class.Package && owner.Library == c.sc.Class.Library:
		return true
	case f.Has(java.Protected):
		// A nested class may use what the class around it inherits.
		for k := c.sc.Class; k != nil; k = k.Outer {
			if IsSubclass(k, owner) {
				return true
			}
		}
		return false
	}
	return owner.Package == c.sc.Class.Package && (owner.Library == c.sc.Class.Library || owner.Package != "")
}

func outermost(c *Class) *Class {
	for c.Outer != nil {
		c = c.Outer
	}
	return c
}

// noMethod reports that no method called e.Name fits the arguments.
func (c *checker) noMethod(e *java.Call, recv Type, cands []member, args []*operand) Type {
	c.bindUnknown(args)
	if c.anyBad(args) {
		return Bad
	}
	name := e.Name.Name

	// cands are the accessible ones: the name may be there and hidden.
	all := c.lib.methodsOf(recv, name)
	if len(cands) == 0 && len(all) > 0 {
		c.errorf(&e.Name, "", "%s has %s access in %s", all[0].m.Signature(), accessWord(all[0].m.Flags), all[0].m.Owner.displayName())
		return Bad
	}
	if len(cands) == 0 {
		if hint := memberHint(recv, name, true); hint != "" {
			c.undefined(&e.Name, hint, fmt.Sprintf("cannot find symbol: method %s(%s) in %s", name, c.argTypes(args), describe(recv)))
			return Bad
		}
		// Java's class may well have the method: that ours lacks it is a limit of ours, not a
		// mistake.
		if k := c.libraryClass(recv); k != nil {
			construct := k.Name + "." + name + "()"
			c.errs.add(java.NotInSubset, construct, &e.Name, c.similarMethod(recv, name), fmt.Sprintf("method %s(%s) of %s is not in the supported class library", name, c.argTypes(args), k.QualifiedName()))
			return Bad
		}
		c.undefined(&e.Name, c.similarMethod(recv, name), fmt.Sprintf("cannot find symbol: method %s(%s) in %s", name, c.argTypes(args), describe(recv)))
		return Bad
	}
	c.noApplicable(&e.Name, cands, args)
	return Bad
}

func accessWord(f java.Flags) string {
	switch {
	case f.Has(java.Public):
		return "public"
	case f.Has(java.Private):
		return "private"
	case f.Has(java.Protected):
		return "protected"
	}
	return "package-private"
}

// libraryClass is the library class that would have to have the method, nil when
// a program's class takes part.
func (c *checker) libraryClass(t Type) *Class {
	switch t := t.(type) {
	case *ClassType:
		if t.Class.Library {
			return t.Class
		}
		// A program's class inherits from the library.
		for _, k := range allSupers(t) {
			if k.Library && k != c.lib.object && !k.absent && k.Name != "Record" && k.Name != "Enum" && k.Name != "Comparable" {
				return k
			}
		}
	case *TypeVar:
		for _, b := range t.Bounds {
			if k := c.libraryClass(b); k != nil && k != c.lib.object {
				return k
			}
		}
	case *Intersection:
		for _, b := range t.Parts {
			if k := c.libraryClass(b); k != nil {
				return k
			}
		}
	}
	return nil
}

func (c *checker) similarMethod(t Type, name string) string {
	var names []string
	for _, k := range allSupers(t) {
		k.ensure(complete)
		for n := range k.methods {
			names = append(names, n)
		}
		names = append(names, c.spec.methodNames()...)
	}
	if s := similar(name, names); s != "" {
		return "did you mean " + s + "?"
	}
	return ""
}

// memberHint explains the frequent mix-ups of length, length() and size().
func memberHint(t Type, name string, call bool) string {
	_, array := t.(*ArrayType)
	str := IsString(t)
	switch {
	case array && (name == "length" || name == "size") && call:
		return "an array's length is a field: write .length"
	case array && (name == "get" || name == "charAt") && call:
		return "index an array with [i]"
	case array && (name == "contains" || name == "indexOf" || name == "stream" || name == "equals") && call:
		return "an array has no methods; use java.util.Arrays"
	case str && name == "length" && !call:
		return "a String's length is a method: write .length()"
	case str && name == "size":
		return "use .length()"
	case str && name == "get" && call:
		return "use .charAt(i)"
	case !array && !str && (name == "length") && isCollection(t):
		return "use .size()"
	case !array && !str && name == "size" && !call && isCollection(t):
		return "size is a method: write .size()"
	}
	return ""
}

func isCollection(t Type) bool {
	for _, k := range allSupers(t) {
		switch k.Binary {
		case "java.util.Collection", "java.util.Map":
			return true
		}
	}
	return false
}

func describe(t Type) string {
	if ct, ok := t.(*ClassType); ok {
		return kindWord(ct.Class) + " " + ShortString(t)
	}
	return "type " + ShortString(t)
}

// noApplicable reports that methods of the name exist but none takes these
// arguments.
func (c *checker) noApplicable(at java.Node, cands []member, args []*operand) {
	sameArity := false
	library := false
	for _, x := range cands {
		sameArity = sameArity || len(x.m.Params) == len(args) || x.m.Variadic && len(args) >= len(x.m.Params)-1
		library = library || x.m.Owner.Library
	}
	// Our class library may lack an overload that Java's has: that is not the program's
	// mistake.
	if library && !sameArity {
		m := cands[0].m
		name := m.Owner.Name + "." + m.Name
		if m.IsConstructor() {
			name = "new " + m.Owner.Name
		}
		construct := name + "(" + c.argTypes(args) + ")"
		c.errs.add(java.NotInSubset, construct, at, "it has "+signatures(cands), construct+" is not in the supported class library")
		return
	}

	// With one candidate the message names the argument that does not fit.
	if len(cands) == 1 {
		m := cands[0]
		if len(m.m.Params) != len(args) && !m.m.Variadic {
			c.errorf(at, "", "%s cannot be applied to given types: required %s, found (%s)", m.m.what(), paramList(m), c.argTypes(args))
			return
		}
		for i, a := range args {
			if i >= len(m.m.Params) {
				break
			}
			p := m.typ(m.m.Params[i].Type)
			if a.kind == plainOperand && !mentions(p, m.m.TypeParams) && !c.lib.convertible(a.typ, p, c.rel(), true) {
				// The argument may be meant as one of several: no single one can be blamed.
				if m.m.Variadic && i == len(m.m.Params)-1 {
					break
				}
				c.incompatible(a.e, a.typ, p, "")
				return
			}
		}
		c.errorf(at, "", "%s cannot be applied to given types: required %s, found (%s)", m.m.what(), paramList(m), c.argTypes(args))
		return
	}

	what := "method"
	name := cands[0].m.Name
	if cands[0].m.IsConstructor() {
		what, name = "constructor", cands[0].m.Owner.Name
	}
	c.errorf(at, "candidates are "+signatures(cands), "no suitable %s found for %s(%s)", what, name, c.argTypes(args))
}

func paramList(x member) string {
	s := x.m.Signature()
	return s[strings.IndexByte(s, '('):]
}

func signatures(cands []member) string {
	var s []string
	for i, x := range cands {
		if i == 5 {
			s = append(s, "…")
			break
		}
		s = append(s, x.m.Signature())
	}
	return strings.Join(s, ", ")
}

// inexact finds a generic method that should take the arguments although
// inference did not get there: its arity fits and so do the erased types. Its
// type parameters become Dynamic.
func (c *checker) inexact(s *session, cands []member, args []*operand, diamond bool) *candidate {
	for _, x := range cands {
		tvs := x.m.TypeParams
		if diamond {
			tvs = append(append([]*TypeVar(nil), x.m.Owner.TypeParams...), tvs...)
		}
		for _, spread := range [...]bool{false, true} {
			n := len(args)
			if spread && !(x.m.Variadic && n >= len(x.m.Params)-1) || !spread && n != len(x.m.Params) {
				continue
			}

			// The type parameters are what is not known: with Dynamic in their place
			// every instance of them fits.
			k := candidate{x: x, spread: spread}
			to := make([]Type, len(tvs))
			for i := range to {
				to[i] = Dynamic
			}
			for _, p := range x.m.Params {
				k.params = append(k.params, Subst(x.typ(p.Type), tvs, to))
			}

			// Only where inference took part can it be what failed: with plain arguments and
			// parameters without variables "not applicable" is the truth.
			ok, doubt := true, false
			for i, a := range args {
				p := k.param(i)
				doubt = doubt || a.kind != plainOperand
				if j := min(i, len(x.m.Params)-1); mentions(x.m.Params[j].Type, tvs) {
					doubt = true
				}
				ok = ok && c.compatible(s, a, p, true, false)
			}

			if !ok || !doubt {
				continue
			}

			s.unsure = true
			for i, a := range args {
				c.compatible(s, a, k.param(i), true, true)
			}
			if x.m.IsConstructor() {
				k.ret = x.site
			} else {
				k.ret = Subst(x.typ(x.m.Return), tvs, to)
			}
			return &k
		}
	}
	return nil
}
