package native

import (
	"slices"

	"ensures/java"
	"ensures/java/types"
)

// That a field f which is declared never to be null stays so needs no proof of a method
// that plainly keeps it so, whatever else of that method is refuted or not understood:
//
//	m can't empty f        ⇐  every e that m's code assigns to f is never null
//	C(…) plainly fills f   ⇐  C(…) can't empty f, this doesn't leak from it and nothing is
//	                          called on it; and f has an initialiser, f is final and C(…)
//	                          is not this(…), or C(…) is this(…) and that one fills f
//	e is never null        ⇐  e makes an object or an array; is this, a constant, a literal
//	                          but null, of a primitive type, a concatenation, a lambda or a
//	                          class; is a call of Objects.requireNonNull, Arrays.copyOf,
//	                          Arrays.copyOfRange or of an array's clone; or is made of such
//	                          ones by a cast, a condition or an assignment
//
// Side conditions: such an expression, if it ends normally, has a value (JLS 15), whatever the
// arithmetic and whether or not what stands before it goes well; one that ends by an
// exception assigns nothing. javac has seen that a final field is assigned on each way to
// the end of its constructor (JLS 16), and an object whose constructor threw is nobody's,
// since this did not leak. Static fields are their class's initialisation's business.

// mayEmpty reports whether the code of m may write null to one of the components, which
// are of fields.
func (x *exec) mayEmpty(m *types.Method, names map[string]bool) bool {
	found := false
	x.codeOf(m).inspect(func(n java.Node) bool {
		if u := x.useOf(java.Unparen(java.Written(n))); u != nil && u.Kind == types.FieldRef && names[x.fieldName(u.Field)] {
			a, ok := n.(*java.AssignExpr)
			found = found || ok && !x.neverNull(a)
		}
		return !found
	})
	return found
}

// fills reports whether a constructor plainly fills a field of its object.
func (x *exec) fills(m *types.Method, f *types.Field) bool {
	var seen []*types.Method
	for ; m != nil && !slices.Contains(seen, m); m = x.constructorOf(constructorCallOf(m.Decl)) {
		written := m.Decl != nil && !m.Decl.Compact
		if !written && m.Implicit != types.DefaultConstructor || !x.keepsToItself(m) || x.mayEmpty(m, map[string]bool{x.fieldName(f): true}) {
			return false
		}
		if !callsThis(m.Decl) {
			return f.Decl != nil && f.Decl.Init != nil && x.neverNull(f.Decl.Init) || f.Flags.Has(java.Final) && m.Owner.Kind == java.ClassClass
		}
		seen = append(seen, m)
	}
	return false
}

// constructorOf is what this(…) or super(…) calls; nil where it is not known.
func (x *exec) constructorOf(c *java.ConstructorCall) *types.Method {
	if c == nil {
		return nil
	}
	if k := x.callOf(c); k != nil {
		return k.Method
	}
	return nil
}

// keepsToItself reports whether nobody sees this while a constructor runs.
func (x *exec) keepsToItself(m *types.Method) bool {
	e := x.exposureOf(m)
	return !e.leaks && !e.calls
}

// neverNull reports whether an expression that ends normally is surely not null.
func (x *exec) neverNull(e java.Expr) bool {
	e = java.Unparen(e)
	if x.constOf(e) != nil || types.IsPrimitive(x.typeOfOr(e)) {
		return true
	}
	switch e := e.(type) {
	case *java.New, *java.NewArray, *java.ArrayInit, *java.ClassLit, *java.Lambda, *java.MethodRef, *java.This, *java.Binary:
		return true
	case *java.Literal:
		return e.Kind != java.NullLiteral
	case *java.Cast:
		return x.neverNull(e.X)
	case *java.Cond:
		return x.neverNull(e.X) && x.neverNull(e.Y)
	case *java.AssignExpr:
		return e.Op != java.Assign || x.neverNull(e.Y)
	case *java.Call:
		k := x.callOf(e)
		if k == nil || k.Method == nil {
			return false
		}
		_, array := x.typeOfOr(e.X).(*types.ArrayType)
		return array && k.Method.Name == "clone" || k.Method.Owner.Library && neverNullCalls[k.Method.Owner.Binary+"."+k.Method.Name]
	}
	return false
}

// neverNullCalls are methods of the class library that return no null.
var neverNullCalls = map[string]bool{
	"java.util.Objects.requireNonNull": true, "java.util.Arrays.copyOf": true, "java.util.Arrays.copyOfRange": true,
}
