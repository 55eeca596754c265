package soundtest

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml/eval"
)

func sortInts(xs []int64) { sort.Slice(xs, func(i, j int) bool { return xs[i] < xs[j] }) }

// can reports whether inputs of a type can be made.
func (r *runner) can(t types.Type) bool {
	switch t := t.(type) {
	case *types.ArrayType:
		return r.can(t.Elem)
	case *types.ClassType:
		if !t.Class.Library {
			if c := r.concrete(t.Class); c != nil && c != t.Class {
				return r.can(c.Type())
			}
			for _, f := range t.Class.Fields {
				if !f.Flags.Has(java.Static) && f.Type != types.Type(t) && !r.can(f.Type) {
					return false
				}
			}
			return !t.Class.Flags.Has(java.Abstract) && t.Class.Outer == nil
		}
	}
	return types.IsPrimitive(t) || t.String() == "java.lang.String" || types.ShortString(t) == "String"
}

// concrete is the class of the objects that are made for a class: itself, or the first of
// the file below an abstract one or an interface; nil where there is none.
func (r *runner) concrete(c *types.Class) *types.Class {
	if !c.Flags.Has(java.Abstract) && !c.IsInterface() {
		return c
	}
	for _, d := range r.classes() {
		if types.IsSubclass(d, c) && !d.Flags.Has(java.Abstract) && !d.IsInterface() && d.Outer == nil && !d.Local {
			return d
		}
	}
	return nil
}

// classes are the classes of the file in the order of the source.
func (r *runner) classes() []*types.Class {
	var out []*types.Class
	for d, c := range r.chk.Unit.Info.Classes {
		if d != nil && c.Decl != nil {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b *types.Class) int { return cmp.Compare(a.Decl.Pos(), b.Decl.Pos()) })
	return out
}

// inputs are the receiver and the arguments of one try: small at first, then
// boundary values and constants of the program among them, and now and then one
// array or object twice. Where an input misses the precondition, some more are
// looked at; false is the answer when all of them miss it.
func (r *runner) inputs(m *interp.Machine, t *types.Method, j *eval.Judge, try int) (interp.Ref, []interp.Value, bool) {
	var this interp.Ref
	var args []interp.Value
	for range 12 {
		args = nil
		r.made = nil
		edge := try%3 != 0
		if !t.Flags.Has(java.Static) && !t.IsConstructor() {
			this = r.value(m, t.Owner.Type(), edge).R
		}
		for _, p := range t.Params {
			v := r.value(m, p.Type, edge)
			if !types.IsPrimitive(p.Type) && r.r.Intn(8) == 0 {
				v = interp.Value{} // null
			}
			args = append(args, v)
		}
		ok := true
		for _, o := range r.made {
			if o, is := o.(*interp.Object); is {
				if inv := r.invariants(m, o); inv != nil && inv.Begin(m, eval.State{This: o}).Pre.Truth != eval.True {
					ok = false
				}
			}
		}
		if ok && j.Begin(m, eval.State{This: this, Locals: args}).Pre.Truth != eval.False {
			return this, args, true
		}
	}
	return this, args, false
}

func (r *runner) number(t types.Type, edge bool) int64 {
	var n int64
	switch k := r.r.Intn(10); {
	case !edge || k < 5:
		n = int64(r.r.Intn(12) - 4)
	case k < 6:
		n = int64(r.r.Intn(300) - 100)
	case k < 8 && len(r.consts) > 0:
		n = r.consts[r.r.Intn(len(r.consts))] + int64(r.r.Intn(3)-1)
	case k < 9:
		edges := []int64{-1 << 63, 1<<63 - 1, -1 << 31, 1<<31 - 1, -1 << 15, 1<<15 - 1, -128, 127, 255, 65535, 1 << 16, 46341, 1 << 32, -1, 0, 1}
		n = edges[r.r.Intn(len(edges))]
		if r.r.Intn(3) == 0 {
			n += int64(r.r.Intn(3) - 1)
		}
	default:
		n = int64(r.r.Uint64()) >> r.r.Intn(64)
	}
	switch t.Kind() {
	case types.Byte:
		n = int64(int8(n))
	case types.Short:
		n = int64(int16(n))
	case types.Char:
		n = int64(uint16(n))
	case types.Int:
		n = int64(int32(n))
	}
	return n
}

func (r *runner) float(edge bool) float64 {
	if edge && r.r.Intn(3) == 0 {
		all := []float64{0, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, math.SmallestNonzeroFloat64, 1 << 53, -1 << 31, 0.1}
		return all[r.r.Intn(len(all))]
	}
	return float64(r.r.Intn(400)-150) / float64([]int{1, 2, 4, 10}[r.r.Intn(4)])
}

func (r *runner) value(m *interp.Machine, t types.Type, edge bool) interp.Value {
	if !types.IsPrimitive(t) && r.r.Intn(5) < 2 {
		// Something made for this run before.
		for _, o := range r.made {
			if m.TypeOf(o) == t || m.TypeOf(o).String() == t.String() {
				return interp.R(o)
			}
		}
	}
	if ct, ok := t.(*types.ClassType); ok && !ct.Class.Library {
		class := r.concrete(ct.Class)
		if class.Kind == java.EnumClass {
			if all := m.EnumConstants(m.Class(class.Binary)); len(all) > 0 {
				return interp.R(all[r.r.Intn(len(all))])
			}
		}
		fields := class.Fields
		for _, sub := range r.classes() {
			if sub != class && types.IsSubclass(sub, class) && r.concrete(sub) == sub && r.r.Intn(3) == 0 {
				fields = append(fields[:len(fields):len(fields)], sub.Fields...)
				class = sub
				break
			}
		}
		o := m.NewInstance(m.Class(class.Binary))
		r.made = append(r.made, o)
		for range 10 {
			for _, f := range fields {
				switch {
				case f.Flags.Has(java.Static):
				case f.Type.String() == t.String() && (r.r.Intn(2) == 0 || len(r.made) > 4):
				default:
					o.SetField(f, r.value(m, f.Type, edge))
				}
			}
			if inv := r.invariants(m, o); inv == nil || inv.Begin(m, eval.State{This: o}).Pre.Truth == eval.True {
				break
			}
		}
		return interp.R(o)
	}
	if a, ok := t.(*types.ArrayType); ok {
		arr := m.NewArray(a.Elem, r.r.Intn(6))
		for i := range arr.Len() {
			arr.Set(i, r.value(m, a.Elem, edge && r.r.Intn(3) == 0))
		}
		r.made = append(r.made, arr)
		return interp.R(arr)
	}
	switch {
	case t.Kind() == types.Boolean:
		return interp.Bool(r.r.Intn(2) == 0)
	case t.Kind() == types.Double:
		return interp.Double(r.float(edge))
	case t.Kind() == types.Float:
		return interp.Float(float32(r.float(edge)))
	case types.IsIntegral(t):
		return interp.Value{N: r.number(t, edge)}
	}
	b := make([]byte, r.r.Intn(6))
	for i := range b {
		b[i] = "abz xA09{"[r.r.Intn(9)]
	}
	return interp.R(interp.NewString(string(b)))
}
