package bench

import (
	"cmp"
	"math"
	"slices"

	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
)

// Vocabulary is the constants that occur in a stretch of code: what generated
// inputs should try, and what clauses may mention.
type Vocabulary struct {
	Ints    []int64 // of byte, short, int and long constants, sorted
	Chars   []uint16
	Floats  []float64
	Strings []string // WTF-8
}

// Constants are the values of the constant expressions inside span. A folded
// constant (-1, 2*K) counts as well as its parts.
func Constants(info *types.Info, span java.Span) Vocabulary {
	var v Vocabulary
	for e, c := range info.Consts {
		if c == nil || e.Pos() < span.From || e.End() > span.To {
			continue
		}
		switch c.Type.Kind() {
		case types.Byte, types.Short, types.Int, types.Long:
			v.Ints = append(v.Ints, c.N)
		case types.Char:
			v.Chars = append(v.Chars, uint16(c.N))
		case types.Float:
			v.Floats = append(v.Floats, float64(math.Float32frombits(uint32(c.N))))
		case types.Double:
			v.Floats = append(v.Floats, math.Float64frombits(uint64(c.N)))
		case types.Ref:
			v.Strings = append(v.Strings, c.S)
		}
	}
	v.Ints = sorted(v.Ints)
	v.Chars = sorted(v.Chars)
	v.Floats = sorted(v.Floats)
	v.Strings = sorted(v.Strings)
	return v
}

func sorted[T cmp.Ordered](s []T) []T {
	slices.Sort(s)
	return slices.Compact(s)
}

// around is every integer constant with its neighbours, and the lengths of strings.
func (v Vocabulary) around() []int64 {
	var out []int64
	for _, n := range v.Ints {
		out = append(out, n-1, n, n+1, -n)
	}
	for _, f := range v.Floats {
		if math.Abs(f) < 1e9 {
			out = append(out, int64(f), int64(f)+1)
		}
	}
	for _, c := range v.Chars {
		out = append(out, int64(c))
	}
	return sorted(out)
}

// letters are the characters of the constants.
func (v Vocabulary) letters() []uint16 {
	out := slices.Clone(v.Chars)
	for _, c := range v.Chars {
		out = append(out, c-1, c+1)
	}
	for _, s := range v.Strings {
		out = append(out, interp.NewString(s).Units()...)
	}
	return sorted(out)
}
