package types

type boundKind uint8

const (
	equalBound boundKind = iota
	lowerBound
	upperBound
)

// inferVar is a type variable whose instance is being inferred. It never leaves
// the checker.
type inferVar struct {
	tv     *TypeVar
	s      *session
	inst   Type
	bounds [3][]Type // by boundKind
	busy   bool
}

// Kind implements Type.
func (*inferVar) Kind() Kind { return Var }

func (v *inferVar) String() string {
	if v.inst != nil {
		return v.inst.String()
	}
	return v.tv.Name
}

// session is the inference of one outermost generic call with all generic calls,
// lambdas and method references nested in its arguments.
type session struct {
	lib     *Library
	vars    []*inferVar
	trail   []trailEntry
	pending []*pendingFunc
	done    []func() // run when all variables have instances
	unsure  bool     // something unknown took part: unbound variables become Dynamic
}

type trailEntry struct {
	v    *inferVar
	lens [3]int
	inst Type
}

func (s *session) fresh(tvs []*TypeVar) []Type {
	to := make([]Type, len(tvs))
	vars := make([]*inferVar, len(tvs))
	for i, tv := range tvs {
		v := &inferVar{tv: tv, s: s}
		s.vars = append(s.vars, v)
		to[i], vars[i] = v, v
	}
	// Bounds are set only now, when each parameter has its variable: one may name another, or
	// itself.
	sub := substitution{tvs, to}
	for i, tv := range tvs {
		for _, b := range tv.Bounds {
			// That it is an Object is no news of a reference, and would stand in the way of "no
			// upper bound known" in choose.
			if !IsObject(b) {
				vars[i].bounds[upperBound] = append(vars[i].bounds[upperBound], sub.apply(b))
			}
		}
	}
	return to
}

func (s *session) mark() int { return len(s.trail) }

func (s *session) undo(mark int) {
	// Backwards, since one variable may have been saved several times.
	for i := len(s.trail) - 1; i >= mark; i-- {
		e := s.trail[i]
		for k := range e.lens {
			e.v.bounds[k] = e.v.bounds[k][:e.lens[k]]
		}
		e.v.inst = e.inst
	}
	s.trail = s.trail[:mark]
}

func (v *inferVar) save() {
	v.s.trail = append(v.s.trail, trailEntry{v, [3]int{len(v.bounds[0]), len(v.bounds[1]), len(v.bounds[2])}, v.inst})
}

// bound adds a bound and draws its consequences; false when bounds contradict.
func (v *inferVar) bound(k boundKind, t Type, r relation) bool {
	if t == Type(v) {
		return true
	}

	if w, ok := t.(*inferVar); ok && w.inst != nil {
		t = w.inst
	}
	// A value of a wildcard's type is read as its upper bound.
	if w, ok := t.(*Wildcard); ok {
		t = upper(w, v.s.lib)
	}

	// Callers box where boxing is allowed; here it would let the strict phase accept too much.
	if IsPrimitive(t) || t == Type(TVoid) {
		return false
	}

	// A solved variable takes no more bounds: they hold of its instance or they contradict.
	if v.inst != nil {
		switch k {
		case equalBound:
			return r.same(v.inst, t)
		case lowerBound:
			return r.sub(t, v.inst)
		}
		return r.sub(v.inst, t)
	}

	if k == upperBound && IsObject(t) {
		return true
	}

	// A bound that is known draws no consequences again: bounds that mention each other would
	// go in circles.
	for _, b := range v.bounds[k] {
		if Identical(b, t) {
			return true
		}
	}

	v.save()
	v.bounds[k] = append(v.bounds[k], t)
	ok := true
	// Incorporation (JLS 18.3.1): what stands on both sides of the variable has to
	// agree, which may bound other variables in turn.
	switch k {
	case equalBound:
		for _, e := range v.bounds[equalBound] {
			ok = ok && r.same(e, t)
		}
		for _, l := range v.bounds[lowerBound] {
			ok = ok && r.sub(l, t)
		}
		for _, u := range v.bounds[upperBound] {
			ok = ok && r.sub(t, u)
		}
	case lowerBound:
		for _, e := range v.bounds[equalBound] {
			ok = ok && r.sub(t, e)
		}
		for _, u := range v.bounds[upperBound] {
			ok = ok && r.sub(t, u)
		}
	case upperBound:
		for _, e := range v.bounds[equalBound] {
			ok = ok && r.sub(e, t)
		}
		for _, l := range v.bounds[lowerBound] {
			ok = ok && r.sub(l, t)
		}
		ok = ok && v.agreeUppers(t, r)
	}
	return ok
}

// agreeUppers equates the type arguments that two upper bounds give the same
// generic class.
func (v *inferVar) agreeUppers(t Type, r relation) bool {
	ct, ok := t.(*ClassType)
	if !ok || len(ct.Args) == 0 {
		return true
	}

	for _, u := range v.bounds[upperBound] {
		uc, ok := u.(*ClassType)
		if !ok || u == t || len(uc.Args) == 0 {
			continue
		}
		// Either bound may be the subclass: the arguments are compared as those of the class
		// above.
		a, b := AsSuper(uc, ct.Class), ct
		if a == nil {
			if b = AsSuper(ct, uc.Class); b == nil {
				continue
			}
			a = uc
		}

		if len(a.Args) != len(b.Args) {
			continue
		}
		for i := range a.Args {
			// Wildcards need not be equal: one type may be within both.
			if isWild(a.Args[i]) || isWild(b.Args[i]) {
				continue
			}
			if !r.same(a.Args[i], b.Args[i]) {
				return false
			}
		}
	}
	return true
}

// unboxesTo reports whether v's instance can unbox to the primitive type to.
func (v *inferVar) unboxesTo(to Type, r relation) bool {
	// The first bound that is a box decides: it is what the variable becomes, or what it is
	// above.
	for _, k := range [...]boundKind{equalBound, lowerBound} {
		for _, b := range v.bounds[k] {
			if u := Unboxed(b); u != nil {
				return widens(u.Kind(), to.Kind())
			}
			if _, ok := b.(*inferVar); !ok && !unsure(b) {
				return false
			}
		}
	}

	// Nothing is known of the variable yet: it becomes a subtype of to's box. \bigint and \real
	// have none.
	if to.Kind() > Double {
		return true
	}
	return v.bound(upperBound, v.s.lib.Boxed(to), r)
}

// zonk replaces solved inference variables.
func zonk(t Type) Type {
	if t == nil {
		return nil
	}
	return mapType(t, func(v Type) Type {
		if iv, ok := v.(*inferVar); ok && iv.inst != nil {
			return zonk(iv.inst)
		}
		return nil
	})
}

// free lists the unsolved inference variables of t.
func free(t Type) []*inferVar {
	var vs []*inferVar
	var visit func(v Type) Type
	visit = func(v Type) Type {
		if iv, ok := v.(*inferVar); ok {
			if iv.inst != nil {
				mapType(iv.inst, visit)
			} else {
				vs = append(vs, iv)
			}
		}
		return nil
	}
	if t != nil {
		mapType(t, visit)
	}
	return vs
}

func isProper(t Type) bool { return len(free(t)) == 0 }

// solve gives v an instance from its bounds.
func (s *session) solve(v *inferVar) {
	// Busy: a bound of v mentions a variable whose bounds mention v. The one further up goes on
	// with what it has.
	if v.inst != nil || v.busy {
		return
	}
	v.busy = true
	defer func() { v.busy = false }()
	t := s.choose(v)
	// The instance tells the variables in v's other bounds, before v takes no more of its own.
	// A contradiction is no concern here: it shows where the types are compared.
	v.bound(equalBound, t, relation{})
	v.save()
	v.inst = t
}

func (s *session) choose(v *inferVar) Type {
	solved := func(ts []Type) []Type {
		var out []Type
		for _, t := range ts {
			for _, f := range free(t) {
				if f != v {
					s.solve(f)
				}
			}
			if z := zonk(t); isProper(z) {
				out = append(out, z)
			}
		}
		return out
	}

	// The order is that of JLS 18.4: an equality decides; else the least type above the lower
	// bounds, else the greatest below the upper ones. Equalities are tried before other
	// variables are solved for them, so that none is fixed earlier than it must be.
	for _, e := range v.bounds[equalBound] {
		if z := zonk(e); isProper(z) {
			return z
		}
	}

	if es := solved(v.bounds[equalBound]); len(es) > 0 {
		return es[0]
	}

	if ls := solved(v.bounds[lowerBound]); len(ls) > 0 {
		// Null alone is a lower bound without information.
		if t := s.lib.Lub(ls...); t != Type(TNull) {
			return t
		}
	}

	// Object would be a claim: what took part and is not known may have bounded v more
	// narrowly.
	if s.unsure && len(v.bounds[upperBound]) == 0 {
		return Dynamic
	}

	var us []Type
	for _, u := range v.bounds[upperBound] {
		for _, f := range free(u) {
			if f != v {
				s.solve(f)
			}
		}
		z := zonk(u)
		if !isProper(z) {
			// A bound that mentions the variable itself: T extends Comparable<T>.
			z = mapType(z, func(t Type) Type {
				if iv, ok := t.(*inferVar); ok && iv.inst == nil {
					return &Wildcard{}
				}
				return nil
			})
			if w, ok := z.(*Wildcard); ok {
				z = upper(w, s.lib)
			}
		}
		us = append(us, z)
	}

	if len(us) > 0 {
		return glb(us)
	}
	return s.lib.Object()
}

// known reports whether v has a bound from which its instance follows.
func (v *inferVar) known() bool {
	if v.inst != nil {
		return true
	}
	for _, k := range [...]boundKind{equalBound, lowerBound} {
		for _, b := range v.bounds[k] {
			if isProper(b) && b != Type(TNull) {
				return true
			}
		}
	}
	return false
}

// finish solves every variable and runs what waits for that.
func (s *session) finish() {
	for i := 0; i < len(s.vars); i++ {
		s.solve(s.vars[i])
	}
	for i := 0; i < len(s.done); i++ {
		s.done[i]()
	}
	s.done = nil
}
