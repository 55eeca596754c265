package types

import (
	"strconv"
	"sync"

	"ensures/java"
)

// constructors lists the constructors of t that can be called here; an anonymous
// subclass may call protected ones.
func (c *checker) constructors(t *ClassType, subclass bool) []member {
	var ms []member
	for _, m := range t.Class.Constructors() {
		if c.accessible(m.Flags, t.Class) || subclass && m.Flags.Has(java.Protected) {
			ms = append(ms, member{m, t})
		}
	}
	return ms
}

// newObject checks new T(…) within s and returns the created type.
func (c *checker) newObject(e *java.New, s *session) Type {
	t := c.createdType(e)
	args := c.args(e.Args, s)
	ct, ok := t.(*ClassType)
	if !ok {
		if !unsure(t) {
			c.errorf(e.Type, "", "unexpected type: a class is required, found %s", ShortString(t))
		}
		c.bindUnknown(args)
		if e.Body != nil {
			// The body is checked all the same, for mistakes of its own.
			c.anonymous(e, c.lib.object.raw)
		}
		return Bad
	}

	ct.Class.ensure(complete)
	k := ct.Class

	if e.Body == nil && c.notCreatable(e, k) {
		c.bindUnknown(args)
		return t
	}

	call := &Call{Mode: SpecialCall, Recv: t}
	c.info.Calls[e] = call
	if e.Outer == nil {
		call.Implicit = c.outerInstance(e, k)
	}
	c.useCaptures(k)

	result := c.runConstructor(e, ct, args, call, s)
	if e.Body == nil {
		return result
	}
	// The body of an anonymous class needs its supertype now.
	if !isProper(result) {
		c.anonPending(e, result, s)
		return result
	}
	return c.anonymous(e, result.(*ClassType))
}

// runConstructor finds which constructor a creation runs, and returns the type of the
// object: for a diamond with the arguments that were inferred.
func (c *checker) runConstructor(e *java.New, ct *ClassType, args []*operand, call *Call, s *session) Type {
	k := ct.Class
	diamond := e.Type.Args != nil && len(e.Type.Args) == 0 && len(k.TypeParams) > 0
	// An anonymous class of an interface: it is Object's constructor that runs.
	if isInterfaceKind(k.Kind) {
		if len(args) > 0 {
			c.errorf(e, "", "anonymous class implements interface; cannot have arguments")
		}
		c.bindUnknown(args)
		call.Method = NoArgConstructor(c.lib.object)
		call.Result = ct
		if !diamond {
			return ct
		}
		result := &ClassType{Class: k, Args: s.fresh(k.TypeParams)}
		s.done = append(s.done, func() { call.Result = c.finalType(result) })
		return result
	}

	cands := c.constructors(ct, e.Body != nil)
	if diamond {
		// The class's own parameters stand where their instances are going to be.
		cands = c.constructors(k.withParams(), e.Body != nil)
	}
	sel := c.selectMethod(s, cands, args, nil, diamond)
	if sel == nil {
		c.bindUnknown(args)
		call.Mode = DynamicCall
		call.Result = ct
		if !c.anyBad(args) && !k.absent {
			if all := k.Constructors(); len(cands) == 0 && len(all) > 0 {
				c.errorf(e, "", "%s has %s access", all[0].Signature(), accessWord(all[0].Flags))
			} else if len(cands) > 0 {
				c.noApplicable(e, cands, args)
			}
		}
		if diamond {
			return k.raw
		}
		return ct
	}

	call.Method, call.Spread = sel.x.m, sel.spread
	var result Type = ct
	if diamond {
		result = sel.ret
	}
	c.recordCall(call, sel, result, s)
	return result
}

// notCreatable complains of a class that has no instances of its own.
func (c *checker) notCreatable(e *java.New, k *Class) bool {
	switch {
	case k.Flags.Has(java.Abstract) || isInterfaceKind(k.Kind):
		hint := ""
		if k.Binary == "java.util.List" {
			hint = "create an ArrayList"
		} else if k.Binary == "java.util.Map" {
			hint = "create a HashMap"
		}
		c.errorf(e, hint, "%s is abstract; cannot be instantiated", k.Name)
		return true
	case k.Kind == java.EnumClass:
		c.errorf(e, "", "enum classes must not be instantiated")
		return true
	}
	return false
}

// createdType is the class that is created: with an instance in front of the new, one
// of its member classes.
func (c *checker) createdType(e *java.New) (t Type) {
	if e.Outer == nil {
		return c.res().typ(e.Type)
	}
	// The name after o.new is that of a member of o's class, whatever is in scope here.
	ot := c.expr(e.Outer)
	if oc := classOfType(ot); oc != nil {
		if k := c.res().memberClass(oc, e.Type.Name); k != nil {
			var args []Type
			for _, a := range e.Type.Args {
				args = append(args, c.res().typ(a))
			}
			t = k.raw
			if len(args) > 0 {
				t = &ClassType{Class: k, Args: args}
			}
			c.info.TypeOf[e.Type] = t
		}
	}
	if t == nil {
		if !unsure(ot) {
			c.undefined(e.Type, "", "cannot find symbol: class "+e.Type.Name+" in "+describe(ot))
		}
		t = Bad
	}
	return t
}

// anonPending checks the body of an anonymous class once its type arguments are
// inferred.
func (c *checker) anonPending(e *java.New, t Type, s *session) {
	// By the time the inference is done the checker is elsewhere: the body is checked in the
	// scope that it stands in.
	sc, ctx := c.sc, c.ctx
	s.done = append(s.done, func() {
		old, oldCtx := c.sc, c.ctx
		c.sc, c.ctx = sc, ctx
		if ct, ok := c.finalType(t).(*ClassType); ok {
			c.anonymous(e, ct)
		}
		c.sc, c.ctx = old, oldCtx
	})
}

// outerInstance is the enclosing class whose this becomes the outer instance of
// a new k, nil when it needs none.
func (c *checker) outerInstance(e java.Node, k *Class) *Class {
	k.ensure(declared)
	if k.Static || k.Outer == nil || k.Local && k.Outer == nil {
		return nil
	}
	if k.Local {
		// Declared in a static method: there is no instance around it.
		if k.scope != nil && k.scope.Static {
			return nil
		}
		// Its outer instance is that of the code around its declaration.
		c.useThis(k.Outer)
		return k.Outer
	}

	// A member class: the innermost enclosing instance of its class, or of a subclass of that.
	static := c.sc.Static
	for sc := c.sc; sc != nil; sc = sc.Parent {
		static = static || sc.Static
		if !sc.body {
			continue
		}
		if IsSubclass(sc.Class, k.Outer) {
			if static {
				break
			}
			c.useThis(sc.Class)
			return sc.Class
		}
		static = c.leave(sc, static)
	}
	c.errorf(e, "make "+k.Name+" static", "non-static class %s cannot be created from a static context: an instance of %s is needed", k.Name, k.Outer.Name)
	return nil
}

// leave is whether code in a class's body sees no instance of the next enclosing
// class, given whether it sees none of this one.
func (c *checker) leave(sc *Scope, static bool) bool {
	// The arguments of this(…) and super(…) see no this of their own class, but the instances
	// around it.
	if c.sc.ctorArgs && sc.Class == c.sc.Class {
		return sc.Class.Static
	}
	return static || sc.Class.Static
}

// anonymous declares and checks the body of an anonymous class with supertype t.
func (c *checker) anonymous(e *java.New, t *ClassType) Type {
	k := c.declareLocal(e.Body, "")
	if isInterface(t.Class) {
		k.Super, k.Interfaces = c.lib.object.raw, []*ClassType{t}
	} else {
		k.Super = t
	}
	if t.Class.Flags.Has(java.Final) && !t.Class.absent {
		c.errorf(e.Type, "", "cannot inherit from final %s", t.Class.Name)
	}
	c.checkLocalClass(k)
	// Its constructor passes its arguments on.
	m := &Method{Name: "<init>", Owner: k, Return: TVoid, Implicit: DefaultConstructor}
	if call := c.info.Calls[e]; call != nil && call.Method != nil {
		m.Variadic = call.Method.Variadic
		for _, p := range call.Method.Params {
			m.Params = append(m.Params, &Local{Name: p.Name, Type: p.Type, Param: true})
		}
	}
	k.addMethod(m)
	c.useCaptures(k)
	return k.raw
}

// declareLocal declares a local or anonymous class where it stands.
func (c *checker) declareLocal(d *java.ClassDecl, name string) *Class {
	outer := c.sc.Class
	k := newClass(c.lib)
	k.Name, k.Package, k.Local = name, outer.Package, true
	k.Library = outer.Library
	k.Binary = c.localName(d, outer, name)
	k.scope = c.sc
	unit := outer.Unit
	declareInfo(k, d, unit, c.env, outer, c.info)
	// Local records, enums and interfaces are static wherever they stand, local classes where
	// the code around them has no this.
	k.Static = c.sc.Static && k.Kind == java.ClassClass || k.Kind != java.ClassClass
	k.frame.outer = c.sc.frame
	return k
}

// localName numbers local classes as javac does: per enclosing class and name,
// in order of appearance.
func (c *checker) localName(d *java.ClassDecl, outer *Class, name string) string {
	if c.localNames == nil {
		c.localNames = map[*java.ClassDecl]string{}
	}
	// A body that is checked twice, as in a trial, keeps the numbers of its classes.
	if b, ok := c.localNames[d]; ok {
		return b
	}
	o := &outer.names
	// Bodies of a library class are checked on first use, by any program of the process.
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.counts == nil {
		o.counts = map[string]int{}
	}
	o.counts[name]++
	b := outer.Binary + "$" + strconv.Itoa(o.counts[name]) + name
	c.localNames[d] = b
	return b
}

// checkLocalClass completes a local class and checks its bodies, which belong to
// the method around it.
func (c *checker) checkLocalClass(k *Class) {
	c.completeLocal(k)
	old, ctx, per := c.sc, c.ctx, c.perMethod
	// A local class's errors are errors of the method around it.
	c.perMethod = nil
	c.checkClass(k)
	c.checkClassBodies(k)
	c.sc, c.ctx, c.perMethod = old, ctx, per
}

// completeLocal resolves the header and members of a local class and of its
// member classes.
func (c *checker) completeLocal(k *Class) {
	r := &resolver{lib: c.lib, env: c.env, info: c.info, errs: c.errs}
	// The supertype of an anonymous class was set where it is created.
	if k.Super == nil || k.Name != "" {
		k.headerWith(r)
	}
	k.stage.Store(int32(header))
	c.completeMember(k)
}

// completeMember resolves the members of a class whose header is, and the headers
// of all member classes before the members of any.
func (c *checker) completeMember(k *Class) {
	for _, m := range k.Members {
		m.headerWith(&resolver{lib: c.lib, env: c.env, info: c.info, errs: c.errs})
		m.stage.Store(int32(header))
	}
	k.membersWith(&resolver{lib: c.lib, env: c.env, info: c.info, errs: c.errs})
	k.stage.Store(int32(complete))
	for _, m := range k.Members {
		c.completeMember(m)
	}
}

func (c *checker) localClass(s *java.LocalClass) {
	k := c.declareLocal(s.Decl, s.Decl.Name.Name)
	// In scope from its own body on: a local class may name itself (JLS 6.3).
	sc := c.sc.child()
	sc.localClass = k
	c.sc = sc
	k.scope = sc
	c.checkLocalClass(k)
}

// constructorCall checks this(…) and super(…).
func (c *checker) constructorCall(s *java.ConstructorCall) {
	sess := &session{lib: c.lib}
	old := c.sc
	c.sc = c.sc.child()
	// Before the superclass is constructed there is no this.
	c.sc.Static, c.sc.ctorArgs = true, true

	if s.Outer != nil {
		c.expr(s.Outer)
	}
	args := c.args(s.Args, sess)

	k := c.sc.Class
	var t *ClassType
	if s.Super {
		k.ensure(header)
		if k.Super == nil {
			c.sc = old
			return
		}
		t = superOf(k.Type(), k.Super)
	} else {
		t = k.Type()
	}

	cands := c.constructors(t, true)
	sel := c.selectMethod(sess, cands, args, nil, false)
	call := &Call{Mode: SpecialCall, Recv: t, Result: TVoid}
	c.info.Calls[s] = call
	if sel == nil {
		c.bindUnknown(args)
		c.complete(sess)
		call.Mode = DynamicCall
		if !c.anyBad(args) && len(cands) > 0 && !t.Class.absent {
			c.noApplicable(s, cands, args)
		}
		c.sc = old
		return
	}

	call.Method, call.Spread = sel.x.m, sel.spread
	c.recordCall(call, sel, TVoid, sess)
	c.complete(sess)
	c.sc = old

	// The instance that an inner superclass belongs to is the nearest enclosing one of
	// its type.
	if s.Super && s.Outer == nil && !t.Class.Static && t.Class.Outer != nil {
		if t.Class.Local {
			call.Implicit = t.Class.Outer
		} else {
			for o := k.Outer; o != nil; o = o.Outer {
				if IsSubclass(o, t.Class.Outer) {
					call.Implicit = o
					break
				}
			}
		}
	}
}

// naming numbers the local classes of a class.
type naming struct {
	mu     sync.Mutex
	counts map[string]int
}
