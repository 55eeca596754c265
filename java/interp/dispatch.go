package interp

import (
	"ensures/java"
	"ensures/java/types"
)

// implementation is the method that an instance of c runs when mt is called on
// it: the first override on the way up the superclasses, else a default method of
// the most specific interface, else mt itself when it has a body.
func (p *Program) implementation(c *Class, mt *method) *method {
	for k := c; k != nil; k = k.super {
		if k.Class == mt.owner.Class {
			if !mt.t.Flags.Has(java.Abstract) && !abstract(mt.t) {
				return mt
			}
			continue
		}
		if t := declaredOverride(c.Class, k.Class, mt.t); t != nil {
			return p.bridged(t, mt)
		}
	}
	var best *types.Method
	for k := range c.subs {
		if !isInterface(k) {
			continue
		}
		var t *types.Method
		if k == mt.owner.Class {
			t = mt.t
		} else {
			t = declaredOverride(c.Class, k, mt.t)
		}
		if t == nil || abstract(t) {
			continue
		}
		// The table has no order, but the most specific interface stays once it is met, and a
		// program with two of them does not compile (JLS 8.4.8.4).
		if best == nil || p.load(k).subs[best.Owner] {
			best = t
		}
	}

	if best != nil {
		return p.bridged(best, mt)
	}
	if !abstract(mt.t) {
		return mt
	}
	return abstractMethod(c, mt)
}

// abstract reports whether t has no code.
func abstract(t *types.Method) bool {
	if t.Implicit != types.NotImplicit || t.Flags.Has(java.Native) {
		return false
	}
	return t.Decl == nil || t.Decl.Body == nil
}

func abstractMethod(c *Class, mt *method) *method {
	// A method like the declared one, so that the frame of the call fits it.
	missing := &method{t: mt.t, owner: mt.owner, refs: mt.refs, np: mt.np, nr: mt.nr, result: mt.result, refRes: mt.refRes}
	name := mt.t.Name
	body := func(f *frame) ctl {
		f.m.Throw("java.lang.AbstractMethodError", "Receiver class "+c.Binary+" does not define or inherit an implementation of the resolved method '"+name+"'")
		return ctlReturn
	}
	missing.code.Store(&code{np: mt.np, nr: mt.nr, body: body, weight: 1, mt: missing})
	return missing
}

// declaredOverride is the method that k, a supertype of c (or c), declares to
// override t, as seen from c; nil when there is none.
func declaredOverride(c, k *types.Class, t *types.Method) *types.Method {
	k.Load()
	var loose *types.Method
	for _, u := range k.Methods {
		if u.Name != t.Name || len(u.Params) != len(t.Params) || u.Flags.Has(java.Static) || u.Name == "<init>" || u.Flags.Has(java.Private) {
			continue
		}
		if sameErasure(u, t) {
			return u
		}
		// A type variable that c's supertypes give a type: compareTo(T) and
		// compareTo(Integer). An exact match goes before it.
		if overrides(c, u, t) && loose == nil {
			loose = u
		}
	}
	return loose
}

func sameErasure(u, t *types.Method) bool {
	for i := range u.Params {
		if !sameType(types.Erasure(u.Params[i].Type), types.Erasure(t.Params[i].Type)) {
			return false
		}
	}
	return true
}

func sameType(a, b types.Type) bool {
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *types.ClassType:
		b, ok := b.(*types.ClassType)
		return ok && a.Class == b.Class
	case *types.ArrayType:
		b, ok := b.(*types.ArrayType)
		return ok && sameType(a.Elem, b.Elem)
	}
	return false
}

// overrides reports whether u's parameters are t's with the type variables of
// t's class replaced by what c makes of them.
func overrides(c *types.Class, u, t *types.Method) bool {
	tm := bindings(c, t.Owner)
	um := bindings(c, u.Owner)
	for i := range u.Params {
		x := types.Erasure(replace(u.Params[i].Type, um))
		y := types.Erasure(replace(t.Params[i].Type, tm))
		if !sameType(x, y) {
			return false
		}
	}
	return true
}

// bindings maps the type variables of sup, a supertype of c, to the types that c
// gives them; absent for raw supertypes.
func bindings(c, sup *types.Class) map[*types.TypeVar]types.Type {
	path := map[*types.TypeVar]types.Type{}
	var walk func(k *types.Class, m map[*types.TypeVar]types.Type) bool
	walk = func(k *types.Class, m map[*types.TypeVar]types.Type) bool {
		k.Load()
		if k == sup {
			path = m
			return true
		}
		above := k.Interfaces
		if k.Super != nil {
			above = append([]*types.ClassType{k.Super}, above...)
		}
		for _, s := range above {
			s.Class.Load()
			next := map[*types.TypeVar]types.Type{}
			for i, v := range s.Class.TypeParams {
				if i < len(s.Args) {
					next[v] = replace(s.Args[i], m)
				}
			}
			// The first way up will do: no class is a subtype of two
			// parameterisations of one interface (JLS 8.1.5).
			if walk(s.Class, next) {
				return true
			}
		}
		return false
	}

	walk(c, nil)
	return path
}

func replace(t types.Type, m map[*types.TypeVar]types.Type) types.Type {
	// Arguments of classes are left alone: the result is erased, which drops them.
	switch t := t.(type) {
	case *types.TypeVar:
		if r, ok := m[t]; ok && r != nil {
			return r
		}
	case *types.ArrayType:
		return &types.ArrayType{Elem: replace(t.Elem, m)}
	}
	return t
}

// bridged is t as called through mt: where t's erased parameters are narrower,
// arguments are checked first, as javac's bridge methods do.
func (p *Program) bridged(t *types.Method, mt *method) *method {
	impl := p.method(t)
	var casts []types.Type
	for i := range t.Params {
		if !impl.refs[i] {
			continue
		}
		x, y := types.Erasure(t.Params[i].Type), types.Erasure(mt.t.Params[i].Type)
		if !sameType(x, y) && !types.IsObject(x) {
			if casts == nil {
				casts = make([]types.Type, len(t.Params))
			}
			casts[i] = x
		}
	}
	if casts == nil {
		return impl
	}

	b := &method{t: t, owner: impl.owner, refs: impl.refs, np: impl.np, nr: impl.nr, result: impl.result, refRes: impl.refRes}
	body := func(f *frame) ctl {
		r := 1
		for i, ref := range b.refs {
			if !ref {
				continue
			}
			if casts[i] != nil && f.r[r] != nil && !p.isInstance(f.r[r], casts[i]) {
				f.m.throwCast(f.r[r], casts[i])
			}
			r++
		}
		// The target's own code runs in this frame: a second call would count twice in steps and
		// depth.
		c := impl.code.Load()
		if c == nil {
			c = impl.prepare()
		}
		f.grow(c.np, c.nr)
		f.code = c
		return c.body(f)
	}
	b.code.Store(&code{np: b.np, nr: b.nr, body: body, weight: 1, mt: impl})
	return b
}

// throwCast throws the ClassCastException of casting r to t.
func (m *Machine) throwCast(r Ref, t types.Type) {
	m.Throw("java.lang.ClassCastException", "class "+m.ClassName(r)+" cannot be cast to class "+types.ClassName(t)+" ("+m.castModules(m.TypeOf(r), t)+")")
}

func (m *Machine) castModules(s, t types.Type) string {
	where := func(t types.Type) (string, bool) {
		for {
			a, ok := t.(*types.ArrayType)
			if !ok {
				break
			}
			t = a.Elem
		}
		if c, ok := t.(*types.ClassType); ok && !c.Class.Library {
			return "unnamed module of loader 'app'", false
		}
		return "module java.base of loader 'bootstrap'", true
	}
	a, _ := where(s)
	b, _ := where(t)
	if a == b {
		return types.ClassName(s) + " and " + types.ClassName(t) + " are in " + a
	}
	return types.ClassName(s) + " is in " + a + "; " + types.ClassName(t) + " is in " + b
}

// functionalMethod is the one abstract method with n parameters among the
// interfaces of c.
func (p *Program) functionalMethod(c *Class, n int) *method {
	var found *types.Method
	for k := range c.subs {
		if !isInterface(k) {
			continue
		}
		var single *types.Method
		count := 0
		for _, t := range k.Methods {
			// What Object declares does not count: Comparator has one method
			// though it names equals (JLS 9.8).
			if abstract(t) && !t.Flags.Has(java.Static) && !ofObject(t) {
				single = t
				count++
			}
		}
		if count == 1 && len(single.Params) == n {
			found = single
		}
	}
	if found == nil {
		return nil
	}
	return p.method(found)
}

func ofObject(t *types.Method) bool {
	switch t.Name {
	case "equals":
		return len(t.Params) == 1
	case "hashCode", "toString":
		return len(t.Params) == 0
	}
	return false
}

// selectMethod picks the method of c with that name by the number of arguments,
// then by their run-time classes; with boxed, all arguments are references and
// are matched with unboxing. Static methods are never taken.
func (p *Program) selectMethod(c *Class, name string, args []Value, boxed bool) *method {
	var best *types.Method
	bestCost := 1 << 30
	seen := map[*types.Class]bool{}
	var visit func(k *types.Class)
	visit = func(k *types.Class) {
		if seen[k] {
			return
		}
		seen[k] = true
		k.Load()
		for _, t := range k.Methods {
			if t.Name != name || t.Flags.Has(java.Static) {
				continue
			}
			cost := p.applicable(t, args, boxed)
			// Less, not at most: what a subclass overrides is met first and stays.
			if cost < bestCost {
				best, bestCost = t, cost
			}
		}
		if name == "<init>" {
			return
		}
		if k.Super != nil {
			visit(k.Super.Class)
		}
		for _, i := range k.Interfaces {
			visit(i.Class)
		}
	}

	visit(c.Class)
	if best == nil && isInterface(c.Class) {
		visit(p.std().object.Class)
	}
	if best == nil {
		return nil
	}
	return p.method(best)
}

// applicable is the cost of passing args to t, a large number when impossible.
func (p *Program) applicable(t *types.Method, args []Value, boxed bool) int {
	const no = 1 << 30
	if len(t.Params) != len(args) {
		return no
	}
	cost := 0

	for i, q := range t.Params {
		e := types.Erasure(q.Type)
		a := args[i]
		if !isRef(e) {
			if !boxed {
				// Go code says by the lane whether it passes a primitive.
				if a.R != nil {
					return no
				}
				continue
			}
			b, ok := a.R.(*Box)
			if !ok || !widens(b.Kind, e.Kind()) {
				return no
			}
			cost += int(e.Kind() - b.Kind)
			continue

		}
		if a.R == nil {
			// Null and a primitive zero look alike here; any other number is no reference.
			if !boxed && a.N != 0 {
				return no
			}
			cost++
			continue
		}
		if e.Kind() == types.Dyn {
			cost += 10
			continue
		}
		if !p.isInstance(a.R, e) {
			return no
		}
		if !sameType(p.typeOf(a.R), e) {
			cost += 2
			if types.IsObject(e) {
				cost += 3
			}
		}

		if boxed {
			if _, ok := a.R.(*Box); ok {
				cost += 4 // a primitive parameter fits better
			}
		}
	}
	return cost
}

// widens reports primitive widening from kind a to kind b.
func widens(a, b types.Kind) bool {
	if a == b {
		return true
	}
	switch a {
	case types.Byte:
		return b == types.Short || b >= types.Int && b <= types.Double
	case types.Short, types.Char:
		return b >= types.Int && b <= types.Double
	case types.Int, types.Long, types.Float:
		return b > a && b <= types.Double
	}
	return false
}
