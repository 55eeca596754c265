package types

// Identical reports whether a and b are the same type.
func Identical(a, b Type) bool {
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *ClassType:
		b, ok := b.(*ClassType)
		if !ok || a.Class != b.Class || len(a.Args) != len(b.Args) {
			return false
		}
		for i := range a.Args {
			if !Identical(a.Args[i], b.Args[i]) {
				return false
			}
		}
		return true
	case *ArrayType:
		b, ok := b.(*ArrayType)
		return ok && Identical(a.Elem, b.Elem)
	case *Wildcard:
		b, ok := b.(*Wildcard)
		if !ok || (a.Bound == nil) != (b.Bound == nil) || a.Super != b.Super {
			return false
		}
		return a.Bound == nil || Identical(a.Bound, b.Bound)
	case *Intersection:
		b, ok := b.(*Intersection)
		if !ok || len(a.Parts) != len(b.Parts) {
			return false
		}
		for i := range a.Parts {
			if !Identical(a.Parts[i], b.Parts[i]) {
				return false
			}
		}
		return true
	}
	return false
}

// IsSubtype reports whether a is a subtype of b. Raw types are subtypes both
// ways; Dynamic and Bad are subtypes of everything.
func IsSubtype(a, b Type) bool { return relation{}.sub(a, b) }

// relation decides subtyping and equality; inference variables met on the way
// get bounds.
type relation struct {
	depth int
	spec  bool // a specification: \bigint converts to int and long where a method wants them

	unchecked *bool // set when a raw type was taken for a parameterized one

	// scope, when set, makes the relation lenient about type variables that are
	// not in scope: those of a generic class around an inner one, whose arguments
	// are not tracked.
	scope *Scope
}

// foreign reports whether a or b is a type variable of another scope.
func (r relation) foreign(a, b Type) bool {
	if r.scope == nil {
		return false
	}
	for _, t := range [...]Type{a, b} {
		if v, ok := t.(*TypeVar); ok && v.wild == nil && !r.scope.declares(v) {
			return true
		}
	}
	return false
}

func (r relation) sub(a, b Type) bool {
	if a == b || unsure(a) || unsure(b) {
		return true
	}
	if r.depth > 40 {
		return true
	}
	r.depth++
	return r.sub1(a, b) || r.foreign(a, b)
}

func (r relation) sub1(a, b Type) bool {
	// Inference variables come first: whatever else is asked of them is a bound that the rules
	// below know nothing of.
	if v, ok := b.(*inferVar); ok {
		if w, ok := a.(*inferVar); ok && w.inst == nil && v.inst == nil {
			return w.bound(upperBound, v, r) && v.bound(lowerBound, w, r)
		}
		return v.bound(lowerBound, a, r)
	}
	if v, ok := a.(*inferVar); ok {
		return v.bound(upperBound, b, r)
	}

	// An intersection on the right is taken apart before the left side is: its parts may
	// each be above another part of the left.
	if i, ok := b.(*Intersection); ok {
		for _, p := range i.Parts {
			if !r.sub(a, p) {
				return false
			}
		}
		return true
	}

	// A capture of "? super L" is above L, and still below its upper bounds: the search goes on
	// when L says no.
	if v, ok := b.(*TypeVar); ok && v.Lower != nil && r.sub(a, v.Lower) {
		return true
	}

	switch a := a.(type) {
	case *Basic:
		if a == TNull {
			return IsReference(b)
		}
		return false
	case *TypeVar:
		for _, p := range a.Bounds {
			if r.sub(p, b) {
				return true
			}
		}
		// A variable without written bounds is below Object and nothing else.
		return len(a.Bounds) == 0 && IsObject(b)
	case *Intersection:
		for _, p := range a.Parts {
			if r.sub(p, b) {
				return true
			}
		}
		return false
	case *Wildcard:
		if a.Bound == nil || a.Super {
			return IsObject(b)
		}
		return r.sub(a.Bound, b)
	case *ArrayType:
		switch b := b.(type) {
		case *ArrayType:
			// Arrays of references are covariant, those of primitives are not (JLS 4.10.3).
			if IsPrimitive(a.Elem) || IsPrimitive(b.Elem) {
				return Identical(a.Elem, b.Elem)
			}
			return r.sub(a.Elem, b.Elem)
		case *ClassType:
			// The only class types above an array (JLS 4.10.3).
			switch b.Class.Binary {
			case "java.lang.Object", "java.lang.Cloneable", "java.io.Serializable":
				return true
			}
		}
		return false
	case *ClassType:
		if b, ok := b.(*ClassType); ok {
			return r.subClass(a, b)
		}
	}
	return false
}

func (r relation) subClass(a, b *ClassType) bool {
	if IsObject(b) {
		return true
	}
	s := AsSuper(a, b.Class)
	if s == nil {
		return false
	}
	// A raw type is above and below every instance of its class: allowed, with
	// a warning that we only note.
	if len(s.Args) == 0 || len(b.Args) == 0 || len(s.Args) != len(b.Args) {
		if r.unchecked != nil && len(s.Args) == 0 && len(b.Args) > 0 && !unbounded(b) {
			*r.unchecked = true
		}
		return true
	}

	for i := range s.Args {
		if !r.contains(b.Args[i], s.Args[i]) {
			return false
		}
	}
	return true
}

// unbounded reports whether all arguments of t are plain wildcards.
func unbounded(t *ClassType) bool {
	for _, a := range t.Args {
		if w, ok := a.(*Wildcard); !ok || w.Bound != nil {
			return false
		}
	}
	return true
}

// contains reports whether the type argument s is within the type argument t.
func (r relation) contains(t, s Type) bool {
	if t == s || unsure(t) || unsure(s) {
		return true
	}

	sw, _ := s.(*Wildcard)
	if w, ok := t.(*Wildcard); ok {
		switch {
		case w.Bound == nil:
			return true
		case w.Super:
			// A lower bound says nothing from above, and the upper bound of the other wildcard
			// does not reach below w's.
			if sw != nil {
				return sw.Super && sw.Bound != nil && r.sub(w.Bound, sw.Bound)
			}
			return r.sub(w.Bound, s)
		case sw != nil:
			// The bound that the class declares for its parameter may be narrow enough for w's;
			// it isn't at hand here, and the doubt is settled in the program's favour.
			if sw.Bound == nil || sw.Super {
				return true
			}
			return r.sub(sw.Bound, w.Bound)
		}
		return r.sub(s, w.Bound)
	}

	if sw != nil {
		if v, ok := t.(*inferVar); ok {
			// Only a capture of the wildcard can be equal to a type: the variable becomes one.
			c := &TypeVar{Name: "capture of " + sw.String(), wild: sw}
			if sw.Super {
				c.Lower = sw.Bound
			} else if sw.Bound != nil {
				c.Bounds = []Type{sw.Bound}
			}
			if len(c.Bounds) == 0 {
				c.Bounds = []Type{v.s.lib.Object()}
			}
			return v.bound(equalBound, c, r)
		}
		return true
	}
	return r.same(t, s)
}

// same is type equality that binds inference variables.
func (r relation) same(a, b Type) bool {
	if a == b || unsure(a) || unsure(b) {
		return true
	}
	if r.depth > 40 {
		return true
	}
	r.depth++
	return r.same1(a, b) || r.foreign(a, b)
}

func (r relation) same1(a, b Type) bool {
	if v, ok := a.(*inferVar); ok {
		if w, ok := b.(*inferVar); ok && w.inst == nil && v.inst == nil {
			return v.bound(equalBound, w, r) && w.bound(equalBound, v, r)
		}
		return v.bound(equalBound, b, r)
	}
	if v, ok := b.(*inferVar); ok {
		return v.bound(equalBound, a, r)
	}

	switch a := a.(type) {
	case *ClassType:
		b, ok := b.(*ClassType)
		if !ok || a.Class != b.Class {
			return false
		}
		if len(a.Args) != len(b.Args) {
			return true // raw
		}
		for i := range a.Args {
			if !r.same(a.Args[i], b.Args[i]) {
				return false
			}
		}
		return true
	case *ArrayType:
		b, ok := b.(*ArrayType)
		return ok && r.same(a.Elem, b.Elem)
	case *Wildcard:
		b, ok := b.(*Wildcard)
		if !ok {
			return false
		}
		if a.Bound == nil || b.Bound == nil {
			// ? is the same as ? extends its parameter's bound.
			return !a.Super && !b.Super
		}
		return a.Super == b.Super && r.same(a.Bound, b.Bound)
	case *Intersection:
		b, ok := b.(*Intersection)
		if !ok || len(a.Parts) != len(b.Parts) {
			return false
		}
		for i := range a.Parts {
			if !r.same(a.Parts[i], b.Parts[i]) {
				return false
			}
		}
		return true
	}
	// A captured variable that was projected on the way is known by its bound only.
	if isCapture(a) {
		if isCapture(b) && a.(*TypeVar).wild == b.(*TypeVar).wild {
			return true
		}
		return r.sub(a, b)
	}
	return isCapture(b) && r.sub(b, a)
}

func isCapture(t Type) bool {
	v, ok := t.(*TypeVar)
	return ok && v.wild != nil
}

// AsSuper is the supertype of t that is an instance of class c, nil when there
// is none.
func AsSuper(t Type, c *Class) *ClassType {
	switch t := t.(type) {
	case *ClassType:
		if t.Class == c {
			return t
		}

		t.Class.ensure(header)
		if t.Class.Super != nil {
			if s := AsSuper(superOf(t, t.Class.Super), c); s != nil {
				return s
			}
		}
		for _, i := range t.Class.Interfaces {
			if s := AsSuper(superOf(t, i), c); s != nil {
				return s
			}
		}
		// Interfaces have no superclass, and are Objects nonetheless.
		if IsObject(c.raw) {
			return c.raw
		}
	case *TypeVar:
		for _, b := range t.Bounds {
			if s := AsSuper(b, c); s != nil {
				return s
			}
		}
	case *Intersection:
		for _, b := range t.Parts {
			if s := AsSuper(b, c); s != nil {
				return s
			}
		}
	case *Wildcard:
		if t.Bound != nil && !t.Super {
			return AsSuper(t.Bound, c)
		}
	case *inferVar:
		if t.inst != nil {
			return AsSuper(t.inst, c)
		}
	case *ArrayType:
		if IsSubtype(t, c.raw) {
			return c.raw
		}
	}
	return nil
}

// superOf views the declared supertype s of t's class with t's arguments.
func superOf(t, s *ClassType) *ClassType {
	if len(s.Args) == 0 {
		return s
	}
	if len(t.Class.TypeParams) == 0 {
		return s
	}
	// The supertypes of a raw type are erased as well (JLS 4.8).
	if len(t.Args) == 0 {
		return s.Class.raw
	}
	return substitution{t.Class.TypeParams, t.Args}.apply(s).(*ClassType)
}

// Supertypes are the direct supertypes of t, the superclass first.
func Supertypes(t *ClassType) []*ClassType {
	t.Class.ensure(header)
	var ss []*ClassType
	if t.Class.Super != nil {
		ss = append(ss, superOf(t, t.Class.Super))
	}
	for _, i := range t.Class.Interfaces {
		ss = append(ss, superOf(t, i))
	}
	return ss
}

// IsSubclass reports whether a is b or inherits from it.
func IsSubclass(a, b *Class) bool {
	return a == b || AsSuper(a.raw, b) != nil
}

// Assignable reports whether a value of type from converts to type to by
// assignment conversion without a constant: identity, widening, boxing,
// unboxing, subtyping, unchecked conversion.
func (l *Library) Assignable(from, to Type) bool {
	return l.convertible(from, to, relation{}, true)
}

func (l *Library) convertible(from, to Type, r relation, loose bool) bool {
	if unsure(from) || unsure(to) {
		return true
	}
	if from == Type(TVoid) || to == Type(TVoid) {
		return false
	}
	if IsPrimitive(from) {
		if IsPrimitive(to) {
			// What a method of Java wants of a \bigint is its value in that type: whether it
			// lies within is for the run or the proof to see.
			if r.spec && loose && (from.Kind() == Bigint && (to.Kind() == Int || to.Kind() == Long) || from.Kind() == Real && to.Kind() == Double) {
				return true
			}
			return widens(from.Kind(), to.Kind())
		}

		// Boxing is for the second phase of overload resolution and for assignments.
		if !loose {
			return false
		}
		// \bigint and \real have no box of Java's.
		if from.Kind() > Double {
			return IsObject(to)
		}
		return r.sub(l.Boxed(from), to)
	}

	// \TYPE is JML's name for what a Class object stands for.
	if from == Type(TTYPE) || to == Type(TTYPE) {
		return from == to || classNamed(from, "java.lang.Class") || classNamed(to, "java.lang.Class")
	}
	if IsPrimitive(to) {
		if !loose {
			return false
		}
		// A variable that is still open may become a box: the conversion then bounds it.
		if v, ok := from.(*inferVar); ok && v.inst == nil {
			return v.unboxesTo(to, r)
		}
		// Unboxing may be followed by widening, boxing by no other conversion of numbers (JLS
		// 5.3).
		u := Unboxed(from)
		return u != nil && widens(u.Kind(), to.Kind())
	}
	return r.sub(capture(from), to)
}

// Castable reports whether a cast from one type to the other can be written.
func (l *Library) Castable(from, to Type) bool {
	if unsure(from) || unsure(to) {
		return true
	}
	if IsPrimitive(from) && IsPrimitive(to) {
		return (from.Kind() == Boolean) == (to.Kind() == Boolean)
	}
	if IsPrimitive(to) {
		u := Unboxed(from)
		// Unboxing may widen: an Integer is cast to long, but not to short.
		if u != nil {
			return widens(u.Kind(), to.Kind())
		}
		// A supertype of the box, say Object, may hold one: the cast checks it, then unboxes.
		return from != Type(TNull) && IsReference(from) && IsSubtype(l.Boxed(to), Erasure(from))
	}
	if IsPrimitive(from) {
		return from.Kind() > Double || IsSubtype(l.Boxed(from), to)
	}
	if !IsReference(from) || !IsReference(to) {
		return false
	}

	// The run sees erased types only, and only they decide whether a cast can succeed.
	a, b := Erasure(from), Erasure(to)
	if IsSubtype(a, b) || IsSubtype(b, a) {
		return true
	}
	if aa, ok := a.(*ArrayType); ok {
		ba, ok := b.(*ArrayType)
		return ok && !IsPrimitive(aa.Elem) && !IsPrimitive(ba.Elem) && l.Castable(aa.Elem, ba.Elem)
	}

	ac, ok1 := a.(*ClassType)
	bc, ok2 := b.(*ClassType)
	if !ok1 || !ok2 {
		return !ok1 && !ok2
	}
	ac.Class.ensure(header)
	bc.Class.ensure(header)

	// Unrelated classes have no instance in common. With an interface among the two a subclass
	// may have both, unless the class is final.
	final := func(c *Class) bool { return c.Flags.Has(javaFinal) }
	return isInterface(ac.Class) && !final(bc.Class) || isInterface(bc.Class) && !final(ac.Class)
}

// IsThrowable reports whether c is a class of exceptions.
func IsThrowable(c *Class) bool {
	for c.Super != nil && c.Binary != "java.lang.Throwable" {
		c = c.Super.Class
		c.Load()
	}
	return c.Binary == "java.lang.Throwable"
}
