package types

// substitution replaces type variables.
type substitution struct {
	from []*TypeVar
	to   []Type
}

func (s substitution) lookup(v *TypeVar) Type {
	for i, f := range s.from {
		if f == v && i < len(s.to) {
			return s.to[i]
		}
	}
	return nil
}

// mapType rebuilds t with f applied to its type variables and inference
// variables; f returns nil to keep one.
func mapType(t Type, f func(Type) Type) Type {
	switch t := t.(type) {
	case *ClassType:
		// The type is copied only when something in it changes: most substitutions meet types
		// without variables, and identical types stay the same object.
		var args []Type
		for i, a := range t.Args {
			b := mapType(a, f)
			if b != a && args == nil {
				args = append([]Type(nil), t.Args...)
			}
			if args != nil {
				args[i] = b
			}
		}
		if args != nil {
			return &ClassType{Class: t.Class, Args: args}
		}
	case *ArrayType:
		if e := mapType(t.Elem, f); e != t.Elem {
			return &ArrayType{e}
		}
	case *Wildcard:
		if t.Bound == nil {
			return t
		}
		b := mapType(t.Bound, f)
		if b == t.Bound {
			return t
		}
		if w, ok := b.(*Wildcard); ok {
			// A wildcard put inside a wildcard: keep what both say.
			if !t.Super && !w.Super {
				return w
			}
			if t.Super && w.Super {
				return w
			}
			return &Wildcard{}
		}
		return &Wildcard{Bound: b, Super: t.Super}
	case *Intersection:
		parts := make([]Type, len(t.Parts))
		changed := false
		for i, p := range t.Parts {
			parts[i] = mapType(p, f)
			changed = changed || parts[i] != p
		}
		if changed {
			return &Intersection{parts}
		}
	case *TypeVar:
		if r := f(t); r != nil {
			return r
		}
	case *inferVar:
		if r := f(t); r != nil {
			return r
		}
	}
	return t
}

// Subst replaces the type variables from by the types to in t.
func Subst(t Type, from []*TypeVar, to []Type) Type {
	if len(from) == 0 || t == nil {
		return t
	}
	return substitution{from, to}.apply(t)
}

func (s substitution) apply(t Type) Type {
	if len(s.from) == 0 || t == nil {
		return t
	}
	// The frequent cases need no walk.
	switch t := t.(type) {
	case *Basic:
		return t
	case *TypeVar:
		if r := s.lookup(t); r != nil {
			return r
		}
		return t
	case *ClassType:
		if t.Args == nil {
			return t
		}
	}
	return mapType(t, func(v Type) Type {
		if tv, ok := v.(*TypeVar); ok {
			return s.lookup(tv)
		}
		return nil
	})
}

func mentions(t Type, vars []*TypeVar) bool {
	if len(vars) == 0 {
		return false
	}
	found := false
	mapType(t, func(v Type) Type {
		for _, w := range vars {
			if v == Type(w) {
				found = true
			}
		}
		return nil
	})
	return found
}

func hasWildcard(t *ClassType) bool {
	for _, a := range t.Args {
		if _, ok := a.(*Wildcard); ok {
			return true
		}
	}
	return false
}

// capture replaces the wildcards among t's arguments by fresh type variables.
func capture(t Type) Type {
	ct, ok := t.(*ClassType)
	if !ok || !hasWildcard(ct) {
		return t
	}
	ct.Class.ensure(header)
	// All variables exist before any has bounds: the bound of a parameter may name the others,
	// as in <K, V extends Comparable<K>>.
	args := append([]Type(nil), ct.Args...)
	for i, a := range ct.Args {
		if w, ok := a.(*Wildcard); ok {
			args[i] = &TypeVar{Name: "capture of " + w.String(), wild: w}
		}
	}

	for i, a := range ct.Args {
		w, ok := a.(*Wildcard)
		if !ok {
			continue
		}
		v := args[i].(*TypeVar)
		if w.Bound != nil && w.Super {
			v.Lower = w.Bound
		} else if w.Bound != nil {
			v.Bounds = append(v.Bounds, w.Bound)
		}
		if i < len(ct.Class.TypeParams) {
			// A captured variable has the wildcard's bound and the declared ones of its
			// parameter (JLS 5.1.10).
			for _, b := range ct.Class.TypeParams[i].Bounds {
				if IsObject(b) && len(v.Bounds) > 0 {
					continue
				}
				v.Bounds = append(v.Bounds, substitution{ct.Class.TypeParams, args}.apply(b))
			}
		}
	}
	return &ClassType{Class: ct.Class, Args: args}
}

// project replaces captured variables by what is known of them: their bound at
// the top, a wildcard as an argument.
func project(t Type) Type { return projectDepth(t, 0) }

func projectDepth(t Type, depth int) Type {
	switch t := t.(type) {
	case *TypeVar:
		if t.wild == nil {
			return t
		}
		// A capture of a capture of a capture: nobody asks what lies deeper.
		if len(t.Bounds) == 0 || depth > 4 {
			return Dynamic
		}
		return projectDepth(t.Bounds[0], depth+1)
	case *ClassType:
		var args []Type
		for i, a := range t.Args {
			b := a
			if v, ok := a.(*TypeVar); ok && v.wild != nil {
				switch {
				case v.Lower != nil:
					b = &Wildcard{Bound: projectDepth(v.Lower, depth+1), Super: true}
				case len(v.Bounds) == 0 || IsObject(v.Bounds[0]) || depth > 2:
					b = &Wildcard{}
				default:
					// A wildcard has one bound: the first, which is the wildcard's own where it
					// had one.
					u := projectDepth(v.Bounds[0], depth+1)
					if isDynamic(u) {
						b = &Wildcard{}
					} else {
						b = &Wildcard{Bound: u}
					}
				}
			} else {
				b = projectDepth(a, depth+1)
				if a != b && !isWild(a) {
					// The argument mentions a capture deeper down: only an upper bound is known.
					if _, ok := b.(*ClassType); ok {
						b = &Wildcard{Bound: b}
					}
				}
			}

			if b != a && args == nil {
				args = append([]Type(nil), t.Args...)
			}
			if args != nil {
				args[i] = b
			}
		}

		if args != nil {
			return &ClassType{Class: t.Class, Args: args}
		}
	case *ArrayType:
		if e := projectDepth(t.Elem, depth); e != t.Elem {
			return &ArrayType{e}
		}
	case *Wildcard:
		if t.Bound != nil {
			if b := projectDepth(t.Bound, depth+1); b != t.Bound {
				if isDynamic(b) {
					return &Wildcard{}
				}
				return &Wildcard{Bound: b, Super: t.Super}
			}
		}
	case *Intersection:
		parts := make([]Type, len(t.Parts))
		for i, p := range t.Parts {
			parts[i] = projectDepth(p, depth+1)
		}
		return &Intersection{parts}
	}
	return t
}

func isWild(t Type) bool { _, ok := t.(*Wildcard); return ok }

// upper is the type as which a value of type t is read: the bound of a wildcard.
func upper(t Type, lib *Library) Type {
	if w, ok := t.(*Wildcard); ok {
		if w.Bound == nil || w.Super {
			return lib.Object()
		}
		return w.Bound
	}
	return t
}
