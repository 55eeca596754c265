package mutate

import (
	"math"
	"strconv"

	"ensures/java/interp"
	"ensures/java/types"
)

// Limit is the largest number of output mutants of one result or state.
const Limit = 5

// scalar is a mutant of a primitive value.
type scalar struct {
	name string
	n    int64
}

// integral gives +1 −1 +2 −2 0 for a value of kind k, without wrap-around.
func integral(n int64, k types.Kind) []scalar {
	var out []scalar
	for _, d := range []int64{1, -1, 2, -2} {
		m := n + d
		if (d > 0) != (m > n) || !fits(m, k) {
			continue
		}
		if m == 0 && n != 0 {
			continue // it is "0" below
		}
		out = append(out, scalar{signed(d), m})
	}
	if n != 0 {
		out = append(out, scalar{"0", 0})
	}
	return out
}

func signed(d int64) string {
	if d > 0 {
		return "+" + strconv.FormatInt(d, 10)
	}
	return strconv.FormatInt(d, 10)
}

func fits(n int64, k types.Kind) bool {
	switch k {
	case types.Byte:
		return n >= math.MinInt8 && n <= math.MaxInt8
	case types.Short:
		return n >= math.MinInt16 && n <= math.MaxInt16
	case types.Char:
		return n >= 0 && n <= math.MaxUint16
	case types.Int:
		return n >= math.MinInt32 && n <= math.MaxInt32
	}
	return true
}

// floating gives +1 −1 ×2 negate; what does not change the value is left out
// (NaN, infinities, large magnitudes, the sign of zero).
func floating(x float64, k types.Kind) []scalar {
	var out []scalar
	seen := []float64{x}
	add := func(name string, y float64) {
		if k == types.Float {
			y = float64(float32(y))
		}
		for _, s := range seen {
			if y == s || math.IsNaN(y) {
				return
			}
		}
		seen = append(seen, y)
		out = append(out, scalar{name, floatBits(y, k)})
	}
	add("+1", x+1)
	add("-1", x-1)
	add("*2", x*2)
	add("negate", -x)
	return out
}

func floatBits(x float64, k types.Kind) int64 {
	if k == types.Float {
		return int64(math.Float32bits(float32(x)))
	}
	return int64(math.Float64bits(x))
}

func floatValue(n int64, k types.Kind) float64 {
	if k == types.Float {
		return float64(math.Float32frombits(uint32(n)))
	}
	return math.Float64frombits(uint64(n))
}

// scalars are the mutants of a primitive value of kind k.
func scalars(n int64, k types.Kind) []scalar {
	switch k {
	case types.Boolean:
		return []scalar{{"flip", n ^ 1}}
	case types.Char:
		var out []scalar
		for _, d := range []int64{1, -1} {
			if fits(n+d, k) {
				out = append(out, scalar{signed(d), n + d})
			}
		}
		return out
	case types.Byte, types.Short, types.Int, types.Long:
		return integral(n, k)
	case types.Float, types.Double:
		return floating(floatValue(n, k), k)
	}
	return nil
}

// text gives append, drop last, upper case, empty, reverse.
func text(s *interp.String) []named[*interp.String] {
	units := s.Units()
	var out []named[*interp.String]
	seen := []*interp.String{s}
	add := func(name string, u []uint16) {
		t := interp.NewStringUTF16(u)
		for _, old := range seen {
			if old.Equal(t) {
				return
			}
		}
		seen = append(seen, t)
		out = append(out, named[*interp.String]{name, t})
	}
	add("append", append(append([]uint16{}, units...), 'x'))
	if len(units) > 0 {
		add("drop last", units[:len(units)-1])
	}
	add("upper case", upper(units))
	add("empty", nil)
	rev := make([]uint16, len(units))
	for i, u := range units {
		rev[len(units)-1-i] = u
	}
	add("reverse", rev)
	return out
}

// upper maps the letters a–z to A–Z, which is all a mutant needs.
func upper(units []uint16) []uint16 {
	out := make([]uint16, len(units))
	for i, u := range units {
		if u >= 'a' && u <= 'z' {
			u -= 'a' - 'A'
		}
		out[i] = u
	}
	return out
}

// named is a changed thing and what was done to it.
type named[T any] struct {
	name  string
	value T
}
