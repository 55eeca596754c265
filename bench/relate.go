package bench

import (
	"slices"

	"ensures/java/interp"
	"ensures/java/types"
)

// relate changes some of the arguments so that relations hold which random
// values seldom have: an index inside an array, a key that occurs in it, two
// equal or nearly equal arrays or strings, two equal numbers.
func (g *values) relate(params []*types.Local, args []interp.Value) {
	for i, p := range params {
		// Not all at once: unrelated arguments are to come up too.
		if g.rng.IntN(3) == 0 {
			continue
		}
		j := g.rng.IntN(len(params))
		if j == i {
			continue
		}
		q := params[j]
		switch k := p.Type.Kind(); {
		case k >= types.Byte && k <= types.Long:
			g.relateNumber(args, i, k, args[j], q.Type)
		case k == types.Char || k == types.Boolean:
			if s, ok := args[j].R.(*interp.String); ok && k == types.Char && s.Len() > 0 {
				args[i].N = int64(s.At(g.rng.IntN(s.Len())))
			}
		case k == types.ArrayOf && q.Type.String() == p.Type.String():
			args[i] = g.variant(args[j])
		case k == types.Ref:
			s, ok := args[i].R.(*interp.String)
			t, ok2 := args[j].R.(*interp.String)
			if ok && ok2 {
				args[i] = interp.R(g.variantText(s, t))
			} else if g.rng.IntN(4) == 0 && sameClass(args[i].R, args[j].R) {
				args[i] = args[j]
			}
		}
	}
}

func sameClass(a, b interp.Ref) bool {
	o, ok := a.(*interp.Object)
	p, ok2 := b.(*interp.Object)
	return ok && ok2 && o.Class == p.Class
}

// relateNumber takes the number from another argument: an index or length of a
// container, one of its elements, or another number and its neighbours.
func (g *values) relateNumber(args []interp.Value, i int, k types.Kind, other interp.Value, t types.Type) {
	lo, hi := rangeOf(k)
	// Beyond the type's range a value is left out, not cut, which would be related to nothing.
	set := func(n int64) {
		if n >= lo && n <= hi {
			args[i].N = n
		}
	}
	if ok := t.Kind(); ok >= types.Byte && ok <= types.Long {
		switch g.rng.IntN(5) {
		case 0, 1:
			set(other.N)
		case 2:
			set(other.N + int64(g.rng.IntN(3)) - 1)
		case 3:
			set(-other.N)
		}
		return
	}

	n := Length(other.R)
	if n < 0 {
		return
	}
	switch g.rng.IntN(4) {
	case 0:
		set(int64(g.rng.IntN(n + 2)))
	case 1, 2:
		if n == 0 {
			break
		}
		switch e := at(other.R, g.rng.IntN(n)); r := e.R.(type) {
		case nil:
			// A unit of a string comes without a reference, too: it isn't taken for a number.
			if t.Kind() == types.ArrayOf {
				if ek := t.(*types.ArrayType).Elem.Kind(); ek >= types.Byte && ek <= types.Long {
					set(e.N)
				}
			}
		case *interp.Box:
			set(r.N)
		}
	case 3:
		set(int64(n) - int64(g.rng.IntN(2)))
	}
}

// Length is the length of an array or string, −1 for anything else.
func Length(r interp.Ref) int {
	if s, ok := r.(*interp.String); ok {
		return s.Len()
	}
	return interp.ArrayLen(r)
}

// at is element i of an array, or unit i of a string as a char.
func at(r interp.Ref, i int) interp.Value {
	switch a := r.(type) {
	case *interp.String:
		return interp.Value{N: int64(a.At(i))}
	case interp.Array:
		return a.At(i)
	}
	return interp.Value{}
}

// variant is a copy of an array, equal, reversed, shortened or changed in one place.
func (g *values) variant(v interp.Value) interp.Value {
	a, ok := v.R.(interp.Array)
	if !ok {
		return v
	}
	n := a.Len()
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	// In two of five the order stays: an equal array, or one that is changed in one place below.
	switch g.rng.IntN(5) {
	case 0:
		for i := range order {
			order[i] = n - 1 - i
		}
	case 1:
		from := g.rng.IntN(n + 1)
		order = order[from : from+g.rng.IntN(n-from+1)]
	case 2:
		g.rng.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	}

	r := g.m.NewArray(a.ElemType(), len(order))
	for i, j := range order {
		r.Set(i, a.At(j))
	}
	if len(order) > 0 && g.rng.IntN(4) == 0 {
		i := g.rng.IntN(len(order))
		if ints, ok := r.(*interp.IntArray); ok {
			ints.A[i] += int32(g.rng.IntN(3)) - 1
		} else {
			r.Set(i, r.At(g.rng.IntN(len(order))))
		}
	}
	return interp.R(r)
}

// variantText is a string related to t: equal, part of it, reversed, with a part
// of it around s, or with letters left out.
func (g *values) variantText(s, t *interp.String) *interp.String {
	n := t.Len()
	u := t.Units()
	switch g.rng.IntN(7) {
	case 0:
		return t
	case 1:
		return t.Substring(0, g.rng.IntN(n+1))
	case 2:
		return t.Substring(g.rng.IntN(n+1), n)
	case 3:
		from := g.rng.IntN(n + 1)
		return t.Substring(from, from+g.rng.IntN(n-from+1))
	case 4:
		return t.Concat(s)
	case 5:
		turned := slices.Clone(u) // the units are the string's own
		slices.Reverse(turned)
		return interp.NewStringUTF16(turned)
	}
	var kept []uint16
	for _, c := range u {
		if g.rng.IntN(3) > 0 {
			kept = append(kept, c)
		}
	}
	return interp.NewStringUTF16(kept)
}

// tweak is v changed a little, for inputs that reached something new.
func (g *values) tweak(v interp.Value, t types.Type) interp.Value {
	switch k := t.Kind(); k {
	case types.Boolean:
		return interp.Value{N: v.N ^ 1}
	case types.Byte, types.Short, types.Int, types.Long, types.Char:
		lo, hi := rangeOf(k)
		n := v.N + []int64{1, -1, 2, -2, 10, -10, 7}[g.rng.IntN(7)]
		switch g.rng.IntN(6) {
		case 0:
			n = v.N * 2
		case 1:
			n = v.N / 2
		}
		if n >= lo && n <= hi {
			return interp.Value{N: n}
		}
		return v
	case types.Double:
		return interp.Double(v.Float64() + float64(g.rng.IntN(5)-2))
	case types.Float:
		return interp.Float(v.Float32() + float32(g.rng.IntN(5)-2))
	case types.ArrayOf:
		if v.R != nil {
			return g.variant(v)
		}
	}
	if s, ok := v.R.(*interp.String); ok {
		return interp.R(g.variantText(g.text(), s))
	}
	return v
}
