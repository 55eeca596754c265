package soundtest

import (
	"sort"

	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
)

func sortInts(xs []int64) { sort.Slice(xs, func(i, j int) bool { return xs[i] < xs[j] }) }

// can reports whether inputs of a type can be made.
func (r *runner) can(t types.Type) bool {
	if a, ok := t.(*types.ArrayType); ok {
		return r.can(a.Elem)
	}
	return types.IsIntegral(t) || t.Kind() == types.Boolean || t.String() == "java.lang.String" || types.ShortString(t) == "String"
}

// inputs are the arguments of one try: small at first, then boundary values and
// constants of the program among them, and now and then one array twice. Where an
// input misses the precondition, some more are looked at.
func (r *runner) inputs(m *interp.Machine, t *types.Method, j *jml.Judge, try int) []interp.Value {
	var args []interp.Value
	for range 8 {
		args = args[:0]
		edge := try%3 != 0
		for i, p := range t.Params {
			v := r.value(m, p.Type, edge)
			for k := range i {
				if _, ok := p.Type.(*types.ArrayType); ok && t.Params[k].Type == p.Type && r.r.Intn(5) < 2 {
					v = args[k]
				}
			}
			args = append(args, v)
		}
		if j.Begin(m, jml.State{Locals: args}).Pre.Truth != jml.False {
			break
		}
	}
	return args
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

func (r *runner) value(m *interp.Machine, t types.Type, edge bool) interp.Value {
	if a, ok := t.(*types.ArrayType); ok {
		arr := m.NewArray(a.Elem, r.r.Intn(6))
		for i := range interp.ArrayLen(arr) {
			interp.SetArrayAt(arr, i, r.value(m, a.Elem, edge && r.r.Intn(3) == 0))
		}
		return interp.R(arr)
	}
	switch {
	case t.Kind() == types.Boolean:
		return interp.Bool(r.r.Intn(2) == 0)
	case types.IsIntegral(t):
		return interp.Value{N: r.number(t, edge)}
	}
	b := make([]byte, r.r.Intn(6))
	for i := range b {
		b[i] = "abz xA09{"[r.r.Intn(9)]
	}
	return interp.R(interp.NewString(string(b)))
}
