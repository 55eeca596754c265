package values

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"ensures/java/interp"
	"ensures/java/types"
)

// results are the mutants of a value that needs no machine.
func results(v interp.Value, t types.Type) []Mutant { return New(nil).Results(v, t) }

func basic(k types.Kind) types.Type {
	for _, t := range []types.Type{types.TBoolean, types.TByte, types.TShort, types.TChar, types.TInt, types.TLong, types.TFloat, types.TDouble} {
		if t.Kind() == k {
			return t
		}
	}
	return nil
}

func TestScalars(t *testing.T) {
	double := func(f float64) int64 { return interp.Double(f).N }
	for _, c := range []struct {
		name string
		n    int64
		kind types.Kind
		want map[string]int64
	}{
		{"int", 5, types.Int, map[string]int64{"+1": 6, "-1": 4, "+2": 7, "-2": 3, "0": 0}},
		{"zero", 0, types.Int, map[string]int64{"+1": 1, "-1": -1, "+2": 2, "-2": -2}},
		{"one", 1, types.Long, map[string]int64{"+1": 2, "+2": 3, "-2": -1, "0": 0}},
		{"largest int", math.MaxInt32, types.Int, map[string]int64{"-1": math.MaxInt32 - 1, "-2": math.MaxInt32 - 2, "0": 0}},
		{"smallest long", math.MinInt64, types.Long, map[string]int64{"+1": math.MinInt64 + 1, "+2": math.MinInt64 + 2, "0": 0}},
		{"byte", 126, types.Byte, map[string]int64{"+1": 127, "-1": 125, "-2": 124, "0": 0}},
		{"boolean", 1, types.Boolean, map[string]int64{"flip": 0}},
		{"char", 'a', types.Char, map[string]int64{"+1": 'b', "-1": '`'}},
		{"first char", 0, types.Char, map[string]int64{"+1": 1}},
		{"double", double(1.5), types.Double, map[string]int64{"+1": double(2.5), "-1": double(0.5), "*2": double(3), "negate": double(-1.5)}},
		{"double 1", double(1), types.Double, map[string]int64{"+1": double(2), "-1": double(0), "negate": double(-1)}},
		{"zero double", double(0), types.Double, map[string]int64{"+1": double(1), "-1": double(-1)}},
		{"not a number", double(math.NaN()), types.Double, map[string]int64{}},
		{"infinity", double(math.Inf(1)), types.Double, map[string]int64{"negate": double(math.Inf(-1))}},
		{"huge", double(1e300), types.Double, map[string]int64{"*2": double(2e300), "negate": double(-1e300)}},
	} {
		got := map[string]int64{}
		for _, s := range results(interp.Value{N: c.n}, basic(c.kind)) {
			got[s.Name] = s.Value.N
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		in   string
		want map[string]string
	}{
		{"ab", map[string]string{"append": "abx", "drop last": "a", "upper case": "AB", "empty": "", "reverse": "ba"}},
		{"", map[string]string{"append": "x"}},
		{"A", map[string]string{"append": "Ax", "drop last": ""}},
		{"aa", map[string]string{"append": "aax", "drop last": "a", "upper case": "AA", "empty": ""}},
	} {
		got := map[string]string{}
		for _, s := range results(interp.R(interp.NewString(c.in)), nil) {
			got[s.Name] = s.Value.R.(*interp.String).GoString()
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%q: %s", c.in, diff)
		}
	}
}

// Every mutant differs from the original and from the others, and is of the type.
func TestScalarsDiffer(t *testing.T) {
	kinds := []types.Kind{types.Byte, types.Short, types.Char, types.Int, types.Long, types.Boolean}
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.SampledFrom(kinds).Draw(t, "kind")
		n := rapid.Int64().Draw(t, "n")
		switch k {
		case types.Boolean:
			n &= 1
		case types.Byte:
			n = int64(int8(n))
		case types.Short:
			n = int64(int16(n))
		case types.Char:
			n = int64(uint16(n))
		case types.Int:
			n = int64(int32(n))
		}
		seen := map[int64]bool{n: true}
		for _, s := range results(interp.Value{N: n}, basic(k)) {
			if seen[s.Value.N] {
				t.Fatalf("%s of %d gives %d again", s.Name, n, s.Value.N)
			}
			if k != types.Boolean && !fits(s.Value.N, k) {
				t.Fatalf("%s of %d is outside its type", s.Name, n)
			}
			seen[s.Value.N] = true
		}
		if len(seen) < 2 {
			t.Fatalf("no mutant of %d", n)
		}
	})
}
