package fdlibm_test

import (
	"bufio"
	"bytes"
	"fmt"
	"math"
	"math/rand"
	"os/exec"
	"slices"
	"testing"

	"ensures/internal/require"
	"ensures/java/fdlibm"
)

var one = map[string]func(float64) float64{
	"sin": fdlibm.Sin, "cos": fdlibm.Cos, "tan": fdlibm.Tan, "asin": fdlibm.Asin, "acos": fdlibm.Acos, "atan": fdlibm.Atan,
	"exp": fdlibm.Exp, "log": fdlibm.Log, "log10": fdlibm.Log10, "cbrt": fdlibm.Cbrt, "sinh": fdlibm.Sinh, "cosh": fdlibm.Cosh,
	"tanh": fdlibm.Tanh, "expm1": fdlibm.Expm1, "log1p": fdlibm.Log1p,
}

var two = map[string]func(x, y float64) float64{"pow": fdlibm.Pow, "atan2": fdlibm.Atan2, "hypot": fdlibm.Hypot}

// near are the functions for which compiled code has its own.
var near = map[string]func(float64) float64{
	"sin": fdlibm.NearSin, "cos": fdlibm.NearCos, "tan": fdlibm.NearTan, "exp": fdlibm.NearExp, "log": fdlibm.NearLog, "log10": fdlibm.NearLog10,
}

type call struct {
	name string
	x, y float64
}

func (c call) result() float64 {
	if f := one[c.name]; f != nil {
		return f(c.x)
	}
	return two[c.name](c.x, c.y)
}

var edges = []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 2, -2, 3, 10, 100, 1e3, 1e-3, math.Pi, math.Pi / 2, math.Pi / 4, -math.Pi,
	math.E, 1e9, 1e22, 1e300, -1e300, 709.7, 709.79, -745, -746, 1e-300, 5e-324, math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN(),
	0.1, 0.2, 0.3, 1.5, 2.5, 1 << 31, 1 << 53, 0.9999999, 1.0000001, 1 - 0x1p-53, 1 + 0x1p-52, -1 - 0x1p-52}

// calls are the same for every run: edges, and doubles of many magnitudes.
func calls(n int) []call {
	r := rand.New(rand.NewSource(1))
	draw := func() float64 {
		switch r.Intn(6) {
		case 0:
			return math.Float64frombits(r.Uint64())
		case 1:
			return r.NormFloat64()
		case 2:
			return r.NormFloat64() * 50
		case 3:
			return float64(r.Intn(200) - 100)
		case 4:
			return float64(r.Intn(20000)-10000) / 100
		}
		return r.Float64()*2 - 1
	}
	names := []string{}
	for f := range one {
		names = append(names, f)
	}
	for f := range two {
		names = append(names, f)
	}
	slices.Sort(names)
	var out []call
	for _, f := range names {
		for _, x := range edges {
			if one[f] != nil {
				out = append(out, call{f, x, 0})
				continue
			}
			for _, y := range edges {
				out = append(out, call{f, x, y})
			}
		}
		for range n {
			out = append(out, call{f, draw(), draw()})
		}
	}
	return out
}

// TestConfirm compares every function with the real StrictMath, bit by bit, and
// the Near functions with the compiled Math: those may differ in the last bit, rarely.
func TestConfirm(t *testing.T) {
	java := require.Tool(t, "java")
	list := calls(5000)
	var in bytes.Buffer
	for _, c := range list {
		fmt.Fprintf(&in, "%s %x %x\n", c.name, math.Float64bits(c.x), math.Float64bits(c.y))
	}
	cmd := exec.Command(java, "testdata/Functions.java")
	cmd.Stdin = &in
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("java: %v", err)
	}
	sc := bufio.NewScanner(bytes.NewReader(out))
	wrong, differs, total := map[string]int{}, map[string]int{}, map[string]int{}
	for _, c := range list {
		var strict, compiled uint64
		if !sc.Scan() {
			t.Fatal("java printed too little")
		}
		fmt.Sscanf(sc.Text(), "%x %x", &strict, &compiled)
		total[c.name]++
		if got := bitsOf(c.result()); got != strict {
			if wrong[c.name]++; wrong[c.name] <= 5 {
				t.Errorf("%s(%v, %v) = %v, StrictMath gives %v", c.name, c.x, c.y, c.result(), math.Float64frombits(strict))
			}
		}
		got := c.result()
		if f := near[c.name]; f != nil {
			got = f(c.x)
		} else if c.name == "pow" {
			got = fdlibm.NearPow(c.x, c.y)
		}
		if bitsOf(got) != compiled {
			differs[c.name]++
			if d := int64(bitsOf(got) - compiled); d < -1 || d > 1 {
				t.Errorf("%s(%v, %v) = %v, Math gives %v", c.name, c.x, c.y, got, math.Float64frombits(compiled))
			}
		}
	}
	for f, n := range differs {
		if n*500 > total[f] {
			t.Errorf("%s differs from compiled Math in %d of %d calls, more than 1 in 500", f, n, total[f])
		}
	}
	t.Logf("of %v calls differ from StrictMath %v, from compiled Math %v", total, wrong, differs)
}

// bitsOf is doubleToLongBits: one NaN.
func bitsOf(d float64) uint64 {
	if d != d {
		return 0x7ff8000000000000
	}
	return math.Float64bits(d)
}

func BenchmarkNear(b *testing.B) {
	for name, f := range near {
		b.Run(name, func(b *testing.B) {
			x := 0.5
			for range b.N {
				x = 1.25 + 0.001*f(x)
			}
		})
	}
}
