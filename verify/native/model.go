package native

import (
	"math"

	"ensures/java"
	"ensures/java/types"
	"ensures/verify/condition"
	"ensures/verify/smt"
)

// modelReader reads the values of a method's inputs from a solver's model.
type modelReader struct {
	*condition.Model
	x    *exec
	pre  *state
	made map[string][]any // arrays by the value of their reference
	same *smt.Term        // that numbers are those that were read
}

// The limits of what is read.
const (
	modelElements = 24
	modelLength   = 5000
	modelDepth    = 3
)

// suspect reads the inputs, nil when there is nothing to read.
func (x *exec) suspect(m *condition.Model) map[string]any {
	in, _ := x.inputs(m)
	return in
}

// inputs reads the inputs, nil when there is nothing to read, and what says of another
// model that it has the same; nil where nothing does.
func (x *exec) inputs(m *condition.Model) (map[string]any, *smt.Term) {
	r := &modelReader{Model: m, x: x, pre: x.first.s, made: map[string][]any{}, same: smt.True}
	out := map[string]any{}
	for _, p := range x.method.Params {
		if v, ok := r.value(r.pre.locals[p], p.Type, 0); ok {
			out[p.Name] = v
		}
	}
	// The fields of a constructor's object are no inputs.
	if x.this != nil && !x.method.IsConstructor() {
		for c := x.method.Owner; c != nil && !c.Library; c = superClass(c) {
			for _, f := range c.Fields {
				if f.Flags.Has(java.Static) || f.Spec {
					continue
				}
				if h := r.component(x.fieldNames[f]); h != nil {
					if v, ok := r.value(smt.Select(h, x.this), f.Type, 0); ok {
						out["this."+f.Name] = v
					}
				}
			}
		}
	}
	for _, c := range x.classes {
		for _, f := range c.Fields {
			if !f.Flags.Has(java.Static) || f.Flags.Has(java.Final) || f.Spec || c.Library {
				continue
			}
			if h := r.component(x.fieldNames[f]); h != nil && x.fieldNames[f] != "" {
				if v, ok := r.value(h, f.Type, 0); ok {
					out[c.QualifiedName()+"."+f.Name] = v
				}
			}
		}
	}
	if len(out) == 0 {
		return nil, nil
	}
	if r.same == smt.True {
		return out, nil
	}
	return out, r.same
}

// component is a heap component of the pre-state, nil where the condition does not
// speak of it.
func (r *modelReader) component(name string) *smt.Term {
	v, ok := r.pre.heap[name]
	if !ok {
		v, ok = r.pre.base.known[name]
	}
	// Looked at for the first time behind the failing obligation: the model has no value for it.
	if !ok || !r.Closed(v) {
		return nil
	}
	return v
}

// value reads a value of static type t.
func (r *modelReader) value(v *smt.Term, t types.Type, depth int) (any, bool) {
	if v == nil || !r.Closed(v) || depth > modelDepth {
		return nil, false
	}
	if v.Sort != refSort {
		vs := r.Values(v)
		if vs == nil {
			return nil, false
		}
		if v.Sort == smt.Int || v.Sort == smt.Bool {
			r.same = smt.And(r.same, smt.Eq(v, smt.Var(vs[0], v.Sort)))
		}
		return parseModel(vs[0], t)
	}
	is := r.Values(smt.Eq(v, null), v)
	if is == nil {
		return nil, false
	}
	if is[0] == "true" {
		return nil, true
	}
	switch {
	case t.Kind() == types.ArrayOf:
		return r.array(v, is[1], t.(*types.ArrayType), depth)
	case isString(t):
		return r.text(v)
	}
	if p := unboxed(t); p != nil && r.Knows(symbol("unbox."+p.String())) {
		return r.value(smt.App(symbol("unbox."+p.String()), sortOf(p), v), p, depth+1)
	}
	return nil, false
}

func (r *modelReader) array(v *smt.Term, ref string, t *types.ArrayType, depth int) (any, bool) {
	// Two references with one value are one array, which the run that is tried has to share.
	if a, ok := r.made[ref]; ok {
		return a, true
	}
	n := int64(0)
	if r.Knows("alen") {
		var ok bool
		if n, ok = r.Int(smt.App("alen", smt.Int, v)); !ok || n < 0 || n > modelLength {
			return nil, false
		}
		r.same = smt.And(r.same, smt.Eq(smt.App("alen", smt.Int, v), smt.IntLit(n)))
	}
	out := make([]any, n)
	zero := any(nil)
	if types.IsPrimitive(t.Elem) {
		zero = zeroModel(t.Elem)
	}
	for i := range out {
		out[i] = zero
	}
	// Before its elements are read: an array may hold itself.
	r.made[ref] = out
	h := r.component(elemName(t.Elem))
	if h == nil {
		return out, true
	}
	elems := smt.Select(h, v)
	k := min(int(n), modelElements)
	if types.IsPrimitive(t.Elem) {
		ts := make([]*smt.Term, k)
		for i := range ts {
			ts[i] = smt.Select(elems, smt.IntLit(int64(i)))
		}
		for i, s := range r.Values(ts...) {
			if e, ok := parseModel(s, t.Elem); ok {
				out[i] = e
			}
		}
		return out, true
	}
	for i := range min(k, 6) {
		if e, ok := r.value(smt.Select(elems, smt.IntLit(int64(i))), t.Elem, depth+1); ok {
			out[i] = e
		}
	}
	return out, true
}

func (r *modelReader) text(v *smt.Term) (any, bool) {
	if !r.Knows("slen") {
		return "", true
	}
	c := smt.App("content", strSort, v)
	n, ok := r.Int(smt.App("slen", smt.Int, c))
	if !ok || n < 0 || n > modelLength {
		return nil, false
	}
	units := make([]uint16, n)
	ts := make([]*smt.Term, min(n, modelElements))
	for i := range units {
		units[i] = 'a'
	}
	for i := range ts {
		ts[i] = smt.App("sat", smt.Int, c, smt.IntLit(int64(i)))
	}
	for i, s := range r.Values(ts...) {
		if u, ok := smt.ParseInt(s); ok && u.IsInt64() && u.Int64() >= 0 && u.Int64() <= math.MaxUint16 {
			units[i] = uint16(u.Int64())
		}
	}
	return java.EncodeWTF8(units), true
}

func zeroModel(t types.Type) any {
	switch sortOf(t) {
	case smt.Bool:
		return false
	case smt.Int:
		return int64(0)
	}
	return float64(0)
}

// parseModel reads a value that a solver printed.
func parseModel(s string, t types.Type) (any, bool) {
	switch sortOf(t) {
	case smt.Bool:
		return s == "true", s == "true" || s == "false"
	case smt.Int:
		n, ok := smt.ParseInt(s)
		if !ok || !n.IsInt64() {
			return nil, false
		}
		return n.Int64(), true
	case smt.Float32, smt.Float64:
		return condition.ParseFloat(s)
	}
	return nil, false
}
