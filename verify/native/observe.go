package native

import (
	"ensures/java/types"
	"ensures/verify/smt"
)

// observations are the terms whose values in a model describe the inputs: numbers
// as they are; references as null or not, with length and first elements of arrays
// and strings.
func (x *exec) observations() []*smt.Term {
	var out []*smt.Term
	for _, in := range x.inputs {
		out = append(out, x.observe1(in)...)
	}
	return out
}

func (x *exec) observe1(in input) []*smt.Term {
	if in.term.Sort != refSort {
		return []*smt.Term{in.term}
	}
	out := []*smt.Term{smt.Eq(in.term, null)}
	pre := x.first.s
	switch {
	case isString(in.typ):
		if !x.declared["axiom strings"] {
			return out
		}
		c := smt.App("content", strSort, in.term)
		out = append(out, smt.App("slen", smt.Int, c))
		for i := range observed {
			out = append(out, smt.App("sat", smt.Int, c, smt.IntLit(int64(i))))
		}
	case unboxed(in.typ) != nil:
		name := "unbox." + unboxed(in.typ).String()
		if x.declared[name] {
			out = append(out, smt.App(name, sortOf(unboxed(in.typ)), in.term))
		}
	default:
		at, ok := in.typ.(*types.ArrayType)
		if !ok || !x.declared["alen"] {
			return out
		}
		out = append(out, smt.App("alen", smt.Int, in.term))
		name := elemName(at.Elem)
		if _, ok := x.components[name]; !ok || isRef(at.Elem) {
			return out
		}
		if _, ok := pre.base.known[name]; !ok {
			return out
		}
		el := smt.Select(pre.base.known[name], in.term)
		for i := range observed {
			out = append(out, smt.Select(el, smt.IntLit(int64(i))))
		}
	}
	return out
}
