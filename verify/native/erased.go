package native

import (
	"slices"

	"ensures/java"
	"ensures/java/types"
	"ensures/verify"
	"ensures/verify/smt"
)

// Erased types. What a field or method of type T holds has the static type that T has
// been instantiated with, because nobody could put anything else there:
//
//	e.f : S where f is declared T      e.f is an S or null   ⇐  nothing pollutes the heap
//	                                   cast to S, which may throw   otherwise
//
// The heap is polluted as far as is known if the file has an unchecked cast (to a
// type variable, to a parameterised type that is no supertype with these arguments, to
// an array of these), a raw type, or a method with a variable number of arguments of a
// parameterised type, whose array takes others. The value out of an object of the class
// library is unsupported then, but for an argument that a method gives back, which Java casts:
//
//	Objects.requireNonNull(e) : S      e, cast to S, which may throw
//
// An array of type T[] may be of another class if the file casts a new array, or calls a
// method with a variable number of arguments of type T where that is a type variable.
//
// A call that is a statement gives its value to nobody, and Java casts nothing there:
//
//	f(e…);     no cast      where the call is the whole expression of the statement
//
// Side condition: a new array cast to an array of a type variable, as in
// (T[]) new Object[n], holds what is stored there as T; only where an array itself
// has an instantiated type is it looked at like all else.

// givesArgument reports whether a static method of the library gives back its first argument.
func givesArgument(m *types.Method) bool {
	return m.Owner.QualifiedName() == "java.util.Objects" && m.Name == "requireNonNull" &&
		(len(m.Params) == 1 || len(m.Params) == 2 && isString(m.Params[1].Type))
}

// pollutes reports whether the file has what pollutes the heap, and whether it makes
// arrays of another class than their type says.
func (u *unit) pollutes(f *java.File) (found, arrays bool) {
	x := newExec(u)
	for _, c := range u.classes {
		for _, m := range c.Methods {
			if e := variadicElem(m); e != nil && !mentionsVar(e) && mentionsVarOrArgs(e) {
				found = true
			}
		}
	}
	java.Walk(f, func(n java.Node) bool {
		if c := x.infos.Call(n); c != nil && c.Spread && !c.Method.Owner.Library {
			at, ok := c.Params[len(c.Params)-1].(*types.ArrayType)
			// javac makes the array of the type variable's erasure.
			arrays = arrays || ok && mentionsVar(at.Elem)
		}
		switch n := n.(type) {
		case *java.Cast:
			to := x.infos.Written(n.Type)
			_, array := java.Unparen(n.X).(*java.NewArray)
			arrays = arrays || array
			if to != nil && !array && mentionsVarOrArgs(to) && !checkedCast(x.typeOfOr(n.X), to) {
				found = true
			}
		case *java.TypeExpr:
			ct, ok := x.infos.Written(n).(*types.ClassType)
			if ok && ct.Class.Elsewhere {
				ct.Class.Load() // of other files only what is asked for has been read
			}
			if ok && n.Args == nil && n.Outer == nil && n.Dims == 0 && len(ct.Args) == 0 && len(ct.Class.TypeParams) > 0 && n.Name != "var" {
				found = true
			}
		case *java.InstanceOf, *java.ClassLit:
			return false // a raw type is as good there
		}
		return !found
	})
	return found, arrays
}

// variadicElem is what the array of a variadic method holds; nil of other methods.
func variadicElem(m *types.Method) types.Type {
	if !m.Variadic {
		return nil
	}
	at, _ := m.Params[len(m.Params)-1].Type.(*types.ArrayType)
	if at == nil {
		return nil
	}
	return at.Elem
}

// checkedCast reports whether a cast leaves nothing to trust: up or down to the same
// type arguments, or of null.
func checkedCast(from, to types.Type) bool {
	f, fok := from.(*types.ClassType)
	t, tok := to.(*types.ClassType)
	if !fok || !tok {
		return from.Kind() == types.Null || types.Identical(from, to)
	}
	if up := types.AsSuper(f, t.Class); up != nil {
		return types.Identical(up, t)
	}
	if down := types.AsSuper(t, f.Class); down == nil || !types.Identical(down, f) {
		return false
	}
	said := types.AsSuper(t.Class.Type(), f.Class)
	for _, v := range t.Class.TypeParams { // every argument is one of f's
		if !slices.ContainsFunc(said.Args, func(a types.Type) bool { return types.Identical(a, v) }) {
			return false
		}
	}
	return true
}

// mentionsVar reports whether a type is a type variable or an array of them.
func mentionsVar(t types.Type) bool {
	if at, ok := t.(*types.ArrayType); ok {
		return mentionsVar(at.Elem)
	}
	return t.Kind() == types.Var
}

func mentionsVarOrArgs(t types.Type) bool {
	switch t := t.(type) {
	case *types.ArrayType:
		return mentionsVarOrArgs(t.Elem)
	case *types.ClassType:
		for _, a := range t.Args {
			if w, wild := a.(*types.Wildcard); !wild || w.Bound != nil {
				return true
			}
		}
		return false
	}
	return t.Kind() == types.Var
}

// drop says that nobody takes the value of e, until the function that it gives is called.
func (x *exec) drop(e java.Expr) func() {
	before := x.dropped
	x.dropped = e
	return func() { x.dropped = before }
}

// checkErased is the cast of a value of declared type t to the static type of e.
func (x *exec) checkErased(s *state, e java.Expr, v *smt.Term, t types.Type) {
	used := x.typeOfOr(e)
	_, array := t.(*types.ArrayType)
	if e == x.dropped || !x.polluted && !(array && x.madeArrays) || v == nil || v.Sort != refSort || !mentionsVar(t) || used.Kind() == types.Var || x.subtype(t, used) {
		return
	}
	x.castErased(s, e, v, t, "in a file with an unchecked cast or raw type")
}

// castErased is the cast that Java makes of a value of type t to the static type of e.
func (x *exec) castErased(s *state, e java.Expr, v *smt.Term, t types.Type, why string) {
	x.mayThrow(s, smt.Or(smt.Eq(v, null), x.instance(v, x.typeOfOr(e))), "java.lang.ClassCastException", verify.PossiblyBadCast, e.Pos(), "a value of type "+t.String()+" "+why)
}
