package native

import (
	"ensures/java/types"
	"ensures/verify/smt"
)

// enumLaws states what the constants of an enum are, once its class is initialised:
//
//	c₁, …, cₙ of E:   cᵢ ≠ null,  alive before the call,  cᵢ ≠ cⱼ
//	                  o ≠ null ∧ o instanceof E  ⟹  o = c₁ ∨ … ∨ o = cₙ
//	                  class(cᵢ) = E        where cᵢ has no body
//
// Side conditions: not in a constructor of E and not while E is initialised. A method
// that is called then is called where the constants that it may read are there, and
// how many objects there are at most it may know.
func (x *exec) enumLaws(c *types.Class) {
	if x.first == nil || len(c.Constants) == 0 || x.class == c && (x.building() || x.method.Name == staticInit) {
		return
	}
	x.once("enum "+c.Binary, func() {
		o := x.bound("o", refSort)
		is := x.instance(o, c.Type())
		one := smt.Eq(o, null)
		var all []*smt.Term
		for i, f := range c.Constants {
			v := x.component(x.first.s, x.fieldName(f))
			x.fact(smt.And(smt.Not(smt.Eq(v, null)), smt.Select(x.component(x.first.s, alive), v), x.instance(v, c.Type())))
			if c.Decl != nil && c.Decl.Constants[i].Body == nil {
				x.fact(x.exact(v, c.Type()))
			}
			for _, w := range all {
				x.fact(smt.Not(smt.Eq(v, w)))
			}
			all = append(all, v)
			one = smt.Or(one, smt.Eq(o, v))
		}
		if is != smt.True {
			x.fact(smt.Forall([]*smt.Term{o}, smt.Implies(is, one), []*smt.Term{is}))
		}
	})
}

// isConstantOf reports whether a field is a constant of an enum of the file.
func isConstantOf(f *types.Field) bool {
	for _, k := range f.Owner.Constants {
		if k == f {
			return !f.Owner.Library
		}
	}
	return false
}
