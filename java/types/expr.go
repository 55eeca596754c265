package types

import (
	"fmt"

	"ensures/java"
)

// simple checks the expressions whose type does not depend on a target.
func (c *checker) simple(e java.Expr) Type {
	switch e := e.(type) {
	case *java.Literal:
		return c.literal(e)
	case *java.Name, *java.Select:
		return c.variable(e)
	case *java.Index:
		return c.index(e)
	case *java.Unary:
		return c.unary(e)
	case *java.Binary:
		return c.binary(e)
	case *java.Chain:
		return c.chain(e)
	case *java.AssignExpr:
		return c.assign(e)
	case *java.Cast:
		return c.cast(e)
	case *java.InstanceOf:
		return c.instanceOf(e)
	case *java.NewArray:
		return c.newArray(e)
	case *java.ArrayInit:
		c.errorf(e, "write new int[] {…}", "illegal initializer: an array initializer needs an array type")
		return Bad
	case *java.This:
		return c.this(e)
	case *java.Super:
		c.errorf(e, "", "super is not an expression: a member access must follow")
		return Bad
	case *java.ClassLit:
		t := c.res().typ(e.Type)
		if t == Type(TVoid) {
			// The type of void.class is Class<Void> (JLS 15.8.2).
			t = c.lib.core("java.lang.Void").raw
		}
		return &ClassType{Class: c.lib.core("java.lang.Class"), Args: []Type{c.lib.Boxed(t)}}
	case *java.TypePattern, *java.RecordPattern:
		return TBoolean
	case *java.BadExpr:
		return Bad
	case nil:
		return Bad
	}
	return c.specExpr(e)
}

// qualifier is what a name before a dot stands for.
type qualifier struct {
	typ Type   // a value
	cls *Class // a type
	pkg string // perhaps a package
}

// exprOrType checks an expression that may also name a type; cls is set when it
// does.
func (c *checker) exprOrType(e java.Expr) (t Type, cls *Class) {
	switch x := e.(type) {
	case *java.Name, *java.Select:
		q := c.qualify(e)
		if q.pkg != "" {
			c.undefinedVariable(e)
			return c.record(e, Bad), nil
		}
		return q.typ, q.cls
	case *java.BadExpr:
		_ = x
		return Bad, nil
	}
	return c.expr(e), nil
}

// qualify resolves a name that may be a variable, a type or a package, in this
// order.
func (c *checker) qualify(e java.Expr) qualifier {
	switch e := e.(type) {
	case *java.Name:
		if t, ok := c.simpleVariable(e); ok {
			return qualifier{typ: c.record(e, t)}
		}

		// A simple name is a variable where one is in scope, else a type, else a
		// package (JLS 6.5.2).
		r := c.res()
		// A type variable has no members that a name could select, but it hides the classes of
		// its name.
		if tv := r.typeVar(e.Name); tv != nil {
			return qualifier{pkg: e.Name}
		}
		if k, absent := r.simpleClass(e.Name); k != nil {
			c.info.Uses[e] = &Use{Kind: ClassRef, Class: k}
			return qualifier{cls: k}
		} else if absent != "" {
			r.unknownClass(e, e.Name, absent)
			return qualifier{typ: c.record(e, Bad)}
		}
		return qualifier{pkg: e.Name}
	case *java.Select:
		// The name before the dot may still be anything; of every other expression the value is
		// meant.
		q := qualifier{}
		switch e.X.(type) {
		case *java.Name, *java.Select:
			q = c.qualify(e.X)
		default:
			if sup, ok := e.X.(*java.Super); ok {
				q.typ = c.superType(sup)
			} else {
				q.typ = c.expr(e.X)
			}
		}

		switch {
		case q.typ != nil:
			return qualifier{typ: c.record(e, c.fieldOf(e, q.typ))}
		case q.cls != nil:
			// A field hides a member class of the same name here (JLS 6.5.2).
			if f, site := findField(q.cls.raw, e.Name.Name, c.spec); f != nil && (c.accessible(f.Flags, f.Owner) || c.spec != nil) {
				if !f.Flags.Has(java.Static) {
					c.errorf(e, "", "non-static variable %s cannot be referenced from a static context", f.Name)
				}
				return qualifier{typ: c.record(e, c.fieldUse(e, f, site, nil))}
			}
			if k := c.res().memberClass(q.cls, e.Name.Name); k != nil {
				c.info.Uses[e] = &Use{Kind: ClassRef, Class: k}
				return qualifier{cls: k}
			}
			c.noField(e, q.cls.raw)
			return qualifier{typ: c.record(e, Bad)}
		}

		// Not a value and not a type: so far a package, and with this name perhaps a class of
		// it.
		name := q.pkg + "." + e.Name.Name
		if k := c.env.top(name); k != nil {
			c.info.Uses[e.X] = &Use{Kind: PackageRef}
			c.info.Uses[e] = &Use{Kind: ClassRef, Class: k}
			return qualifier{cls: k}
		}

		if i := lastDot(name); knownJDK(name[:i], name[i+1:]) {
			c.errs.add(java.NotInSubset, name, e, "", "class "+name+" is not in the supported class library")
			return qualifier{typ: c.record(e, Bad)}
		}
		return qualifier{pkg: name}
	}
	return qualifier{typ: c.expr(e)}
}

func lastDot(s string) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == '.' {
			return i
		}
	}
	return 0
}

// variable checks a name that must be a variable.
func (c *checker) variable(e java.Expr) Type {
	q := c.qualify(e)
	switch {
	case q.typ != nil:
		return q.typ
	case q.cls != nil:
		if c.spec != nil {
			// \type(T) and \typeof may be compared with a bare class name by mistake.
			c.errorf(e, "write \\type("+q.cls.Name+")", "cannot find symbol: variable %s (it is a class)", q.cls.Name)
			return Bad
		}
		c.undefined(e, "", "cannot find symbol: variable "+q.cls.Name+" (it is a class)")
		return Bad
	}
	c.undefinedVariable(e)
	return Bad
}

// undefinedVariable reports the first name of a dotted chain that stands for
// nothing.
func (c *checker) undefinedVariable(e java.Expr) {
	for {
		s, ok := e.(*java.Select)
		if !ok {
			break
		}
		e = s.X
	}
	n, ok := e.(*java.Name)
	if !ok {
		return
	}

	hint := ""
	var names []string
	for _, l := range c.sc.All() {
		names = append(names, l.Name)
	}
	for sc := c.sc; sc != nil; sc = sc.Parent {
		if !sc.body {
			continue
		}
		for _, k := range allSupers(sc.Class.raw) {
			k.ensure(complete)
			for f := range k.fields {
				names = append(names, f)
			}
			names = append(names, c.spec.fieldNames(k)...)
		}
	}
	names = append(names, c.spec.localNames()...)

	if s := similar(n.Name, names); s != "" {
		hint = "did you mean " + s + "?"
	} else if p := jdkPackageOf(n.Name); p != "" && c.lib.has(p, n.Name) {
		hint = "add import " + p + "." + n.Name + ";"
	} else if n.Name == "result" && c.spec != nil {
		hint = "write \\result"
	} else if s := c.res().similarClass(n.Name); s != "" {
		hint = "did you mean " + s + "?"
	}
	c.undefined(n, hint, "cannot find symbol: variable "+n.Name)
}

// simpleVariable resolves a simple name as a local variable or field.
func (c *checker) simpleVariable(e *java.Name) (Type, bool) {
	if l := c.spec.local(e.Name); l != nil {
		c.info.Uses[e] = &Use{Kind: LocalRef, Local: l}
		return l.Type, true
	}

	static := c.sc.Static
	for sc := c.sc; sc != nil; sc = sc.Parent {
		for i := len(sc.Locals) - 1; i >= 0; i-- {
			if l := sc.Locals[i]; l.Name == e.Name {
				c.info.Uses[e] = &Use{Kind: LocalRef, Local: l}
				// A local of an outer function is captured: it has to be effectively
				// final.
				if sc.frame != c.sc.frame {
					c.captureLocal(l, sc)
					if c.reach {
						c.captured = append(c.captured, captureUse{e, l, c.sc.frame.lambda != nil})
					}
				}
				if l.Const != nil {
					c.info.Consts[e] = l.Const
				}
				return l.Type, true
			}
		}

		static = static || sc.Static
		if !sc.body {
			continue
		}

		f, site := findField(sc.Class.raw, e.Name, c.spec)
		if f != nil && !c.accessible(f.Flags, f.Owner) {
			// A private field of a superclass hides no variable further out: it isn't
			// inherited.
			f = nil
		}
		if f == nil {
			static = c.leave(sc, static)
			continue
		}

		// The search began at the raw class, whose supertypes are raw as well: inside the class
		// its parameters are the arguments.
		if len(sc.Class.TypeParams) > 0 && site.Class != sc.Class {
			_, site = findField(sc.Class.Type(), e.Name, c.spec)
		} else if site.Class == sc.Class {
			site = sc.Class.Type()
		}

		if f.Flags.Has(java.Static) {
			return c.fieldUse(e, f, site, nil), true
		}
		if static {
			c.errorf(e, "", "non-static variable %s cannot be referenced from a static context", f.Name)
		} else {
			c.useThis(sc.Class)
		}
		return c.fieldUse(e, f, site, sc.Class), true
	}

	// Imports are the outermost scope, those by name before those on demand (JLS 6.4.1).
	for _, q := range c.env.staticSingle[e.Name] {
		if t, ok := c.importedField(e, q); ok {
			return t, true
		}
	}
	for _, q := range c.env.staticOnDemand {
		if t, ok := c.importedField(e, q); ok {
			return t, true
		}
	}
	return nil, false
}

func (c *checker) importedField(e *java.Name, class string) (Type, bool) {
	k := c.env.qualified(c.res(), class)
	if k == nil {
		return nil, false
	}
	f, site := findField(k.raw, e.Name, nil)
	if f == nil || !f.Flags.Has(java.Static) || !c.accessible(f.Flags, f.Owner) {
		return nil, false
	}
	return c.fieldUse(e, f, site, nil), true
}

// fieldUse records that e means field f of the supertype site.
func (c *checker) fieldUse(e java.Expr, f *Field, site *ClassType, implicit *Class) Type {
	c.info.Uses[e] = &Use{Kind: FieldRef, Field: f, Implicit: implicit}
	if f.Flags.Has(java.Final) {
		if k := f.constantIn(c.evaluating); k != nil {
			c.info.Consts[e] = k
		}
	}
	return c.fieldType(f, site)
}

func (c *checker) fieldType(f *Field, site *ClassType) Type {
	if f.Flags.Has(java.Static) || site == nil {
		return f.Type
	}
	o := f.Owner
	t := f.Type
	if len(o.TypeParams) > 0 {
		if len(site.Args) == 0 {
			// The field of a raw type is erased (JLS 4.8).
			return Erasure(t)
		}
		t = substitution{o.TypeParams, site.Args}.apply(t)
	}
	return c.hideOuterVars(t, o)
}

// hideOuterVars replaces type variables of classes around owner that are not in
// scope here: their arguments are not tracked through inner classes.
func (c *checker) hideOuterVars(t Type, owner *Class) Type {
	for k := owner.Outer; k != nil && !owner.Static; owner, k = k, k.Outer {
		if len(k.TypeParams) == 0 || c.inside(k) {
			continue
		}
		to := make([]Type, len(k.TypeParams))
		for i := range to {
			to[i] = Dynamic
		}
		t = Subst(t, k.TypeParams, to)
	}
	return t
}

func (c *checker) inside(k *Class) bool {
	for sc := c.sc; sc != nil; sc = sc.Parent {
		if sc.Class == k {
			return true
		}
	}
	return false
}

// fieldOf resolves the field e.Name of a value of type t.
func (c *checker) fieldOf(e *java.Select, t Type) Type {
	name := e.Name.Name
	switch t := t.(type) {
	case *ArrayType:
		if name == "length" {
			c.info.Uses[e] = &Use{Kind: LengthRef}
			return TInt
		}
		c.noField(e, t)
		return Bad
	case *ClassType, *TypeVar, *Intersection:
		var f *Field
		var site *ClassType
		each := []Type{capture(t)}
		switch t := t.(type) {
		case *TypeVar:
			each = t.Bounds
		case *Intersection:
			each = t.Parts
		}

		for _, b := range each {
			switch b := b.(type) {
			case *ClassType:
				if f == nil {
					f, site = findField(capture(b).(*ClassType), name, c.spec)
				}
			case *ArrayType, *TypeVar:
				return c.fieldOf(e, b)
			}
		}

		if f == nil {
			c.noField(e, t)
			return Bad
		}
		if !c.accessible(f.Flags, f.Owner) {
			c.errorf(e, "", "%s has %s access in %s", f.Name, accessWord(f.Flags), f.Owner.displayName())
		}
		// Captures are of no use to whoever asks for the field's type, and their names of none
		// in messages.
		return project(c.fieldUse(e, f, site, nil))
	}

	if isDynamic(t) {
		return Dynamic
	}
	if isBad(t) {
		return Bad
	}
	c.noField(e, t)
	return Bad
}

func (c *checker) noField(e *java.Select, t Type) {
	name := e.Name.Name
	if hint := memberHint(t, name, false); hint != "" {
		c.undefined(&e.Name, hint, fmt.Sprintf("cannot find symbol: variable %s in %s", name, describe(t)))
		return
	}
	if IsPrimitive(t) {
		c.errorf(&e.Name, "", "%s cannot be dereferenced: it has no field %s", t, name)
		return
	}
	if k := classOfType(t); k != nil && k.Library && len(c.lib.methodsOf(t, name)) == 0 {
		construct := k.Name + "." + name
		c.errs.add(java.NotInSubset, construct, &e.Name, c.similarField(t, name), fmt.Sprintf("field %s of %s is not in the supported class library", name, k.QualifiedName()))
		return
	}
	hint := c.similarField(t, name)
	if len(c.lib.methodsOf(t, name)) > 0 {
		hint = name + " is a method: write ." + name + "()"
	}
	c.undefined(&e.Name, hint, fmt.Sprintf("cannot find symbol: variable %s in %s", name, describe(t)))
}

func (c *checker) similarField(t Type, name string) string {
	var names []string
	for _, k := range allSupers(t) {
		k.ensure(complete)
		for n := range k.fields {
			names = append(names, n)
		}
		names = append(names, c.spec.fieldNames(k)...)
	}
	if _, ok := t.(*ArrayType); ok {
		names = append(names, "length")
	}
	if s := similar(name, names); s != "" {
		return "did you mean " + s + "?"
	}
	return ""
}

// captureLocal notes that the lambdas and local classes between here and the
// scope that declares l capture it.
func (c *checker) captureLocal(l *Local, decl *Scope) {
	if decl.frame == c.sc.frame {
		return
	}
	for f := c.sc.frame; f != nil && f != decl.frame; f = f.outer {
		// Specifications don't run: what they mention is not captured by the code.
		if c.spec == nil {
			l.Captured = true
		}
		if f.lambda != nil {
			f.lambda.Captures = addLocal(f.lambda.Captures, l)
		} else if f.class.Local && c.spec == nil {
			f.class.Captures = addLocal(f.class.Captures, l)
		}
	}
}

func addLocal(ls []*Local, l *Local) []*Local {
	for _, x := range ls {
		if x == l {
			return ls
		}
	}
	return append(ls, l)
}

// useCaptures notes that creating an instance of local class k needs the locals
// it captures.
func (c *checker) useCaptures(k *Class) {
	for ; k != nil; k = superClass(k) {
		// Inside the class itself its instance has the captured values already.
		if !k.Local || c.inside(k) && k.frame == c.sc.frame {
			continue
		}
		for _, l := range k.Captures {
			for sc := c.sc; sc != nil; sc = sc.Parent {
				for _, m := range sc.Locals {
					if m == l {
						c.captureLocal(l, sc)
					}
				}
			}
		}
	}
}

func superClass(k *Class) *Class {
	if k.Super == nil {
		return nil
	}
	return k.Super.Class
}

// useThis notes that the lambdas between here and class k need `this`.
func (c *checker) useThis(k *Class) {
	for f := c.sc.frame; f != nil; f = f.outer {
		// The frames are walked outwards as far as the class whose this is meant: each lambda
		// on the way has to carry it.
		if f.lambda != nil {
			f.lambda.UsesThis = true
		}
		if f.class == k {
			return
		}
	}
}

func (c *checker) this(e *java.This) Type {
	k := c.sc.Class
	static := c.sc.Static
	if e.Outer != nil {
		t, ok := c.res().typ(e.Outer).(*ClassType)
		if !ok {
			return Bad
		}
		found := false
		for sc := c.sc; sc != nil; sc = sc.Parent {
			// One static context on the way is enough to cut the outer instance off.
			static = static || sc.Static
			if !sc.body {
				continue
			}
			if sc.Class == t.Class {
				found = true
				break
			}
			static = c.leave(sc, static)
		}
		if !found {
			c.errorf(e, "", "not an enclosing class: %s", t.Class.Name)
			return Bad
		}
		k = t.Class
	}

	if static {
		c.errorf(e, "", "non-static variable this cannot be referenced from a static context")
		return k.Type()
	}
	c.useThis(k)
	return k.Type()
}

func (c *checker) superType(e *java.Super) Type {
	k := c.sc.Class
	if e.Outer != nil {
		if t, ok := c.res().typ(e.Outer).(*ClassType); ok {
			k = t.Class
		}
	}
	if c.sc.Static {
		c.errorf(e, "", "non-static variable super cannot be referenced from a static context")
	}
	k.ensure(header)
	c.useThis(k)
	var t Type = c.lib.Object()
	if k.Super != nil {
		t = superOf(k.Type(), k.Super)
	}
	return c.record(e, t)
}

func (c *checker) index(e *java.Index) Type {
	t := c.expr(e.X)
	if r, ok := e.I.(*java.StoreRange); ok {
		if r.Lo != nil {
			c.intIndex(r.Lo)
		}
		if r.Hi != nil {
			c.intIndex(r.Hi)
		}
	} else {
		c.intIndex(e.I)
	}

	switch t := t.(type) {
	case *ArrayType:
		return t.Elem
	}
	if unsure(t) {
		return t
	}

	hint := ""
	switch {
	case IsString(t):
		hint = "use .charAt(i)"
	case isCollection(t):
		hint = "use .get(i)"
	}
	c.errorf(e.X, hint, "array required, but %s found", ShortString(t))
	return Bad
}

func (c *checker) intIndex(e java.Expr) {
	t := c.exprIn(e, TInt)
	if unsure(t) {
		return
	}
	p := promote1(t)
	// In specifications an index may be any integral number: bounds are checked on its value.
	if p == nil || p.Kind() != Int && !(c.spec != nil && IsIntegral(p)) {
		c.incompatible(e, t, TInt, "")
	}
}

func (c *checker) newArray(e *java.NewArray) Type {
	elem := c.res().typ(e.Elem)
	for _, l := range e.Lens {
		c.intIndex(l)
	}
	t := arrayOf(elem, e.Dims)
	if e.Init != nil {
		c.arrayInit(e.Init, t)
	}
	return t
}

func (c *checker) arrayInit(e *java.ArrayInit, target Type) Type {
	a, ok := target.(*ArrayType)
	var elem Type = Dynamic
	if ok {
		elem = a.Elem
	} else if !unsure(target) {
		c.errorf(e, "", "illegal initializer for %s", ShortString(target))
	}
	for _, x := range e.Elems {
		c.exprTo(x, elem)
	}
	return c.record(e, target)
}

func (c *checker) cast(e *java.Cast) Type {
	target := c.res().typ(e.Type)
	var t Type
	switch java.Unparen(e.X).(type) {
	case *java.Lambda, *java.MethodRef:
		// A cast gives a function its interface (JLS 15.16).
		t = c.exprIn(e.X, target)
	default:
		if IsPrimitive(target) {
			t = c.expr(e.X)
		} else {
			t = c.castOperand(e.X, target)
		}
	}
	if !c.lib.Castable(t, target) && !(c.spec != nil && IsPrimitive(target) && IsNumeric(t)) {
		c.errorf(e, "", "incompatible types: %s cannot be converted to %s", ShortString(t), ShortString(target))
	}
	if k := c.info.Consts[e.X]; k != nil {
		if v := convertConst(k, target); v != nil {
			c.info.Consts[e] = v
		}
	}
	return target
}

// castOperand checks the operand of a reference cast: the target guides lambdas
// inside conditionals, nothing else.
func (c *checker) castOperand(e java.Expr, target Type) Type {
	s := &session{lib: c.lib}
	o := c.arg(e, s)
	switch o.kind {
	case plainOperand:
		return o.typ
	case branchOperand:
		for _, p := range o.parts {
			if p.kind != plainOperand {
				// A trial first: a branch that doesn't convert by assignment may still be cast.
				mark := s.mark()
				if c.compatible(s, o, target, true, false) {
					s.undo(mark)
					c.compatible(s, o, target, true, true)
					c.complete(s)
					return c.record(e, target)
				}
				s.undo(mark)
				break
			}
		}
		return c.settle(o, s)
	}
	c.complete(s)
	return c.finalType(o.typ)
}

func (c *checker) instanceOf(e *java.InstanceOf) Type {
	t := c.expr(e.X)
	if IsPrimitive(t) {
		c.errorf(e.X, "", "unexpected type: instanceof needs a reference, found %s", t)
		t = Bad
	}
	if e.Pattern != nil {
		var b []*Local
		c.pattern(e.Pattern, t, &b)
		c.bind(e, bindings{whenTrue: b})
		return TBoolean
	}
	target := c.res().typ(e.Type)
	if !c.lib.Castable(t, target) {
		c.errorf(e, "", "incompatible types: %s cannot be converted to %s", ShortString(t), ShortString(target))
	}
	return TBoolean
}

// pattern checks a pattern matched against a value of type t and adds its
// variables to b.
func (c *checker) pattern(p java.Expr, t Type, b *[]*Local) {
	switch p := p.(type) {
	case *java.TypePattern:
		var pt Type
		if p.Type == nil || p.Type.Name == "var" {
			pt = t
		} else {
			pt = c.patternType(p.Type, t)
		}

		if !c.lib.Castable(t, pt) {
			c.errorf(p, "", "incompatible types: %s cannot be converted to %s", ShortString(t), ShortString(pt))
		}

		l := &Local{Name: p.Name.Name, Type: pt, Decl: p, Final: p.Mods.Flags.Has(java.Final), initialised: true}
		c.checkDuplicate(&p.Name)
		c.info.Locals[p] = l
		c.record(p, pt)
		*b = append(*b, l)
	case *java.RecordPattern:
		pt := c.patternType(p.Type, t)
		c.record(p, pt)

		ct, _ := pt.(*ClassType)
		if ct != nil {
			ct.Class.ensure(complete)
		}
		if ct != nil && ct.Class.Kind != java.RecordClass && !ct.Class.absent {
			c.errorf(p.Type, "", "deconstruction patterns can only be applied to records, %s is not one", ct.Class.Name)
			// Reported once: its parts are checked as of unknown types.
			ct = nil
		}
		if ct != nil && len(ct.Class.Components) != len(p.Subs) {
			c.errorf(p, "", "incorrect number of nested patterns: %s has %d components, found %d", ct.Class.Name, len(ct.Class.Components), len(p.Subs))
			ct = nil
		}

		for i, s := range p.Subs {
			var st Type = Dynamic
			if ct != nil {
				st = project(c.fieldType(ct.Class.Components[i], capture(ct).(*ClassType)))
			}
			c.pattern(s, st, b)
		}
	case *java.Paren:
		c.pattern(p.X, t, b)
	}
}

// patternType resolves a pattern's type; a raw generic class gets the arguments
// that the matched type implies.
func (c *checker) patternType(x *java.TypeExpr, t Type) Type {
	pt := c.res().typ(x)
	ct, ok := pt.(*ClassType)
	if !ok || len(ct.Args) > 0 || len(classParams(ct.Class)) == 0 || unsure(t) {
		return pt
	}
	s := &session{lib: c.lib}
	args := s.fresh(ct.Class.TypeParams)
	full := &ClassType{Class: ct.Class, Args: args}
	ts, _ := capture(t).(*ClassType)
	if ts == nil {
		return pt
	}

	// The class is given open arguments, which its view as the matched type's class binds, as
	// JLS 18.5.5 does for record patterns.
	up := AsSuper(full, ts.Class)
	if up == nil || len(up.Args) == 0 || len(ts.Args) == 0 {
		return pt
	}
	c.rel().same(up, ts)
	for i, v := range s.vars {
		if !v.known() {
			// A parameter that the matched type doesn't mention may be anything.
			args[i] = &Wildcard{}
		} else {
			s.solve(v)
		}
	}
	return c.finalType(&ClassType{Class: ct.Class, Args: args})
}
