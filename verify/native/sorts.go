package native

import (
	"math/big"

	"ensures/java/types"
	"ensures/verify/smt"
)

// The sorts of Java values. Integral types, char and \bigint are Int, with the
// range of their type as a fact; references are an uninterpreted sort; a string's
// content is a value of its own sort, apart from the reference that holds it.
const (
	refSort smt.Sort = "Ref"
	strSort smt.Sort = "Str"
)

var null = smt.Var("null", refSort)

func sortOf(t types.Type) smt.Sort {
	switch t.Kind() {
	case types.Boolean:
		return smt.Bool
	case types.Byte, types.Short, types.Char, types.Int, types.Long, types.Bigint, types.TypeKind:
		return smt.Int
	case types.Float:
		return smt.Float32
	case types.Double:
		return smt.Float64
	case types.Real:
		return smt.Real
	}
	return refSort
}

func isIntegral(t types.Type) bool {
	switch t.Kind() {
	case types.Byte, types.Short, types.Char, types.Int, types.Long, types.Bigint:
		return true
	}
	return false
}

func isFloating(t types.Type) bool { return t.Kind() == types.Float || t.Kind() == types.Double }

func isRef(t types.Type) bool { return sortOf(t) == refSort }

var (
	minInt = big.NewInt(-1 << 31)
	maxInt = big.NewInt(1<<31 - 1)
)

// rangeOf is the least and greatest value of an integral type; ok is false for
// types without bounds.
func rangeOf(t types.Type) (lo, hi *big.Int, ok bool) {
	least, most, ok := types.Range(t.Kind())
	if !ok {
		return nil, nil, false
	}
	return big.NewInt(least), big.NewInt(most), true
}

// bits is the width of an integral type.
func bits(t types.Type) uint { return uint(types.Bits(t.Kind())) }

// inRange says that v is a value of integral type t; true for other types.
func inRange(v *smt.Term, t types.Type) *smt.Term {
	lo, hi, ok := rangeOf(t)
	if !ok || v.Sort != smt.Int {
		return smt.True
	}
	return smt.And(smt.Le(smt.BigLit(lo), v), smt.Le(v, smt.BigLit(hi)))
}

// wrap is v taken modulo 2ⁿ into the range of t.
func wrap(v *smt.Term, t types.Type) *smt.Term {
	lo, hi, ok := rangeOf(t)
	if !ok {
		return v
	}
	m := new(big.Int).Sub(hi, lo)
	m.Add(m, big.NewInt(1))
	if n := v.Num(); n != nil {
		r := new(big.Int).Sub(n, lo)
		r.Mod(r, m)
		return smt.BigLit(r.Add(r, lo))
	}
	wrapped := smt.Add(smt.App("mod", smt.Int, smt.Subtract(v, smt.BigLit(lo)), smt.BigLit(m)), smt.BigLit(lo))
	return smt.Ite(inRange(v, t), v, wrapped)
}

// zeroOf is a type's default value.
func zeroOf(t types.Type) *smt.Term {
	switch sortOf(t) {
	case smt.Bool:
		return smt.False
	case smt.Int:
		return smt.IntLit(0)
	case smt.Real:
		return smt.Var("0.0", smt.Real)
	case smt.Float32:
		return smt.Var("(_ +zero 8 24)", smt.Float32)
	case smt.Float64:
		return smt.Var("(_ +zero 11 53)", smt.Float64)
	}
	return null
}

// elemName is the heap component that holds arrays of element type t.
func elemName(t types.Type) string {
	switch t.Kind() {
	case types.Boolean, types.Byte, types.Short, types.Char, types.Int, types.Long, types.Float, types.Double:
		return "arr." + t.String()
	}
	return "arr.Object"
}
