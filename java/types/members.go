package types

import "ensures/java"

// A member is a method seen through the type that has it.
type member struct {
	m    *Method
	site *ClassType // the supertype of the receiver that declares it, with its arguments
}

// typ views a type of the member's declaration through the receiver's arguments.
func (x member) typ(t Type) Type {
	c := x.m.Owner
	if len(c.TypeParams) == 0 || x.m.Flags.Has(java.Static) {
		return t
	}
	if len(x.site.Args) == 0 {
		return Erasure(t)
	}
	return substitution{c.TypeParams, x.site.Args}.apply(t)
}

// methodsOf lists the methods called name of a value of type t, overridden ones
// left out.
func (l *Library) methodsOf(t Type, name string) []member {
	var out []member
	switch t := t.(type) {
	case *ClassType:
		seen := map[*Class]bool{}
		t, _ = capture(t).(*ClassType)
		out = collect(out, t, name, seen)
		if isInterface(t.Class) {
			// An interface has the public methods of Object as if it declared them (JLS 9.2).
			out = collect(out, l.object.raw, name, seen)
		}
	case *TypeVar:
		for _, b := range t.Bounds {
			out = merge(out, l.methodsOf(b, name))
		}
		if len(t.Bounds) == 0 {
			out = l.methodsOf(l.Object(), name)
		}
	case *Intersection:
		for _, b := range t.Parts {
			out = merge(out, l.methodsOf(b, name))
		}
	case *Wildcard:
		return l.methodsOf(upper(t, l), name)
	case *ArrayType:
		if name == "clone" {
			return []member{{l.arrayClone(t), l.object.raw}}
		}
		return l.methodsOf(l.Object(), name)
	case *inferVar:
		if t.inst != nil {
			return l.methodsOf(t.inst, name)
		}
	}
	return out
}

func (l *Library) arrayClone(t Type) *Method {
	return &Method{Name: "clone", Owner: l.object, Return: t, Flags: java.Public, Implicit: ArrayClone}
}

func merge(a, b []member) []member {
	for _, m := range b {
		if !overriddenIn(a, m) {
			a = append(a, m)
		}
	}
	return a
}

func collect(out []member, t *ClassType, name string, seen map[*Class]bool) []member {
	c := t.Class
	if seen[c] {
		return out
	}
	seen[c] = true
	c.ensure(complete)
	for _, m := range c.methods[name] {
		if len(seen) > 1 && isInterface(c) && m.Flags.Has(java.Static) {
			continue // an interface's static methods are not inherited
		}
		x := member{m, t}
		if overriddenIn(out, x) {
			continue
		}
		// An interface's method may override one found through the superclass.
		if isInterface(c) {
			kept := out[:0]
			for _, y := range out {
				if !(y.m.Flags.Has(java.Abstract) && y.m.Owner != c && len(y.m.Params) == len(m.Params) && IsSubclass(c, y.m.Owner) && sameSignature(x, y)) {
					kept = append(kept, y)
				}
			}
			out = kept
		}
		out = append(out, x)
	}

	// The superclass first: its method wins over a default one of an interface (JLS 8.4.8).
	if c.Super != nil {
		out = collect(out, superOf(t, c.Super), name, seen)
	}
	for _, i := range c.Interfaces {
		out = collect(out, superOf(t, i), name, seen)
	}
	return out
}

func overriddenIn(list []member, x member) bool {
	for _, y := range list {
		// Met again by another way through the supertypes.
		if y.m == x.m {
			return true
		}
		if y.m.Flags.Has(java.Static) && isInterface(x.m.Owner) && x.m.Flags.Has(java.Static) && y.m.Owner != x.m.Owner {
			continue
		}
		// Private methods are neither overridden nor hidden by a subclass's.
		if x.m.Flags.Has(java.Private) && y.m.Owner != x.m.Owner {
			continue
		}
		// An abstract method implements nothing, unless it stands in a subclass that makes the
		// concrete one abstract again.
		if y.m.Flags.Has(java.Abstract) && !x.m.Flags.Has(java.Abstract) && !IsSubclass(y.m.Owner, x.m.Owner) {
			continue
		}
		if len(y.m.Params) == len(x.m.Params) && sameSignature(y, x) {
			return true
		}
	}
	return false
}

func sameSignature(a, b member) bool {
	for i := range a.m.Params {
		s, t := a.typ(a.m.Params[i].Type), b.typ(b.m.Params[i].Type)
		if len(a.m.TypeParams) > 0 && len(a.m.TypeParams) == len(b.m.TypeParams) {
			// The names of a generic method's type parameters are its own: one's are put in
			// place of the other's (JLS 8.4.2).
			to := make([]Type, len(a.m.TypeParams))
			for j, v := range a.m.TypeParams {
				to[j] = v
			}
			t = Subst(t, b.m.TypeParams, to)
		}
		// A signature that is the erasure of another overrides it too.
		if !Identical(s, t) && !Identical(Erasure(s), Erasure(t)) {
			return false
		}
	}
	return true
}

// Overrides reports whether a, a method of a subclass, overrides or implements b.
func Overrides(a, b *Method) bool {
	if a == b || a.Name != b.Name || a.IsConstructor() || len(a.Params) != len(b.Params) ||
		a.Flags.Has(java.Static) || b.Flags.Has(java.Static) || b.Flags.Has(java.Private) {
		return false
	}
	if a.Owner == b.Owner {
		return false
	}
	site := AsSuper(a.Owner.Type(), b.Owner)
	if site == nil {
		return false
	}
	return sameSignature(member{a, a.Owner.Type()}, member{b, site})
}

// Implements reports whether m, which class c declares or inherits, has the signature
// of up in c, whether or not m's class knows of up's: objects of c run it for up.
func Implements(c *Class, m, up *Method) bool {
	if m == up || m.Name != up.Name || m.IsConstructor() || len(m.Params) != len(up.Params) ||
		m.Flags.Has(java.Static) || up.Flags.Has(java.Static) || m.Flags.Has(java.Private) || up.Flags.Has(java.Private) {
		return false
	}
	a, b := AsSuper(c.Type(), m.Owner), AsSuper(c.Type(), up.Owner)
	return a != nil && b != nil && sameSignature(member{m, a}, member{up, b})
}

// MethodsNamed lists the methods called name of class c, inherited ones
// included, overridden ones left out.
func (c *Class) MethodsNamed(name string) []*Method {
	var ms []*Method
	for _, x := range c.lib.methodsOf(c.Type(), name) {
		ms = append(ms, x.m)
	}
	return ms
}

// AllMethods lists the instance and static methods of c, inherited ones
// included, overridden ones left out.
func (c *Class) AllMethods() []*Method {
	var names []string
	seen := map[string]bool{}
	for _, k := range allSupers(c.raw) {
		k.ensure(complete)
		for _, m := range k.Methods {
			if !m.IsConstructor() && !seen[m.Name] {
				seen[m.Name] = true
				names = append(names, m.Name)
			}
		}
	}
	var ms []*Method
	for _, n := range names {
		ms = append(ms, c.MethodsNamed(n)...)
	}
	return ms
}

// LookupMethod finds the method of c, inherited or its own, with these erased
// parameter types; nil when there is none.
func (c *Class) LookupMethod(name string, params ...Type) *Method {
	if name == "<init>" {
		c.ensure(complete)
		for _, m := range c.ctors {
			if erasedParamsAre(m, params) {
				return m
			}
		}
		return nil
	}
	for _, m := range c.MethodsNamed(name) {
		if erasedParamsAre(m, params) {
			return m
		}
	}
	return nil
}

func erasedParamsAre(m *Method, params []Type) bool {
	if len(m.Params) != len(params) {
		return false
	}
	for i, p := range m.Params {
		if !Identical(Erasure(p.Type), Erasure(params[i])) {
			return false
		}
	}
	return true
}

// Constructors lists the constructors of c.
func (c *Class) Constructors() []*Method {
	c.ensure(complete)
	return c.ctors
}

// NoArgConstructor is the constructor of c that super() means: the one without
// parameters, or with a variadic one alone; nil when there is none.
func NoArgConstructor(c *Class) *Method {
	c.ensure(complete)
	for _, m := range c.ctors {
		if len(m.Params) == 0 {
			return m
		}
	}
	for _, m := range c.ctors {
		if len(m.Params) == 1 && m.Variadic {
			return m
		}
	}
	return nil
}

// LookupField finds the field called name of c, inherited or its own.
func (c *Class) LookupField(name string) *Field {
	f, _ := findField(c.raw, name, nil)
	return f
}

// findField finds a field of t and the supertype that has it.
func findField(t *ClassType, name string, spec *SpecEnv) (*Field, *ClassType) {
	c := t.Class
	c.ensure(complete)
	if f := c.fields[name]; f != nil {
		return f, t
	}
	if f := spec.field(c, name); f != nil {
		return f, t
	}
	for _, i := range c.Interfaces {
		if f, s := findField(superOf(t, i), name, spec); f != nil {
			return f, s
		}
	}
	if c.Super != nil {
		return findField(superOf(t, c.Super), name, spec)
	}
	return nil, nil
}

type samResult struct{ m *Method }

// SingleAbstractMethod is the method that a lambda of functional interface c
// implements, nil when c is not one.
func (c *Class) SingleAbstractMethod() *Method {
	if r := c.sam.Load(); r != nil {
		return r.m
	}
	if !isInterface(c) {
		return nil
	}

	c.ensure(complete)
	var found *Method
	count := 0
	for _, k := range allSupers(c.raw) {
		if !isInterface(k) {
			continue
		}
		k.ensure(complete)
		for _, m := range k.Methods {
			if !m.Flags.Has(java.Abstract) || objectHas(m) {
				continue
			}
			// Only those that are still open in c: a default method may have implemented it, or
			// another interface declared it again.
			for _, x := range c.lib.methodsOf(c.Type(), m.Name) {
				if x.m == m {
					found = m
					count++
				}
			}
		}
	}

	if count != 1 {
		found = nil
	}
	c.sam.Store(&samResult{found})
	return found
}

func objectHas(m *Method) bool {
	switch m.Name {
	case "toString", "hashCode":
		return len(m.Params) == 0
	case "equals":
		return len(m.Params) == 1 && IsObject(m.Params[0].Type)
	}
	return false
}

// functional is the functional interface of a target type, nil when it has none.
func functional(t Type) *ClassType {
	switch t := t.(type) {
	case *ClassType:
		if t.Class.SingleAbstractMethod() != nil {
			return t
		}
	case *Intersection:
		for _, p := range t.Parts {
			if f := functional(p); f != nil {
				return f
			}
		}
	case *TypeVar:
		if t.wild != nil && len(t.Bounds) > 0 {
			return functional(t.Bounds[0])
		}
	}
	return nil
}

// functionType is the parameter and result types of the function that the
// functional interface type f describes.
func functionType(f *ClassType, lib *Library) (params []Type, result Type) {
	sam := f.Class.SingleAbstractMethod()
	g := groundType(f, lib)
	site := AsSuper(g, sam.Owner)
	x := member{sam, site}
	for _, p := range sam.Params {
		params = append(params, x.typ(p.Type))
	}
	return params, x.typ(sam.Return)
}

// groundType is the functional interface type f without wildcards: what a lambda
// with target f implements.
func groundType(f *ClassType, lib *Library) *ClassType {
	g := f
	if hasWildcard(f) {
		args := append([]Type(nil), f.Args...)
		for i, a := range args {
			w, ok := a.(*Wildcard)
			if !ok {
				continue
			}
			switch {
			case w.Bound != nil:
				args[i] = w.Bound
			case i < len(f.Class.TypeParams) && !mentions(f.Class.TypeParams[i].Bounds[0], f.Class.TypeParams):
				args[i] = f.Class.TypeParams[i].Bounds[0]
			default:
				args[i] = lib.Object()
			}
		}
		g = &ClassType{Class: f.Class, Args: args}
	}
	return g
}
