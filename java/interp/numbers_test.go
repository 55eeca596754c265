package interp_test

import (
	"bufio"
	"bytes"
	"fmt"
	"math"
	"math/rand"
	"os/exec"
	"strconv"
	"testing"

	"ensures/internal/require"
	"ensures/java/interp"
)

// floats are bit patterns of many magnitudes, the same for every run.
func floats(n int) ([]float64, []float32) {
	r := rand.New(rand.NewSource(7))
	ds := []float64{0, math.Copysign(0, -1), 1, 0.1, 1e-3, 9.999e-4, 1e7, 9999999, 1.0e23, 2e-44, 4.9e-324, 9.9e-324, math.MaxFloat64, math.NaN(), math.Inf(1), math.Inf(-1), 2.2250738585072014e-308}
	fs := []float32{0, 1, 0.1, 1e7, 3.4e38, 1.4e-45, 2.8e-45, 16777216, 1e-3}
	for range n {
		switch r.Intn(4) {
		case 0:
			ds = append(ds, float64(r.Int63n(1e9))/1000)
		case 1:
			ds = append(ds, math.Ldexp(1, r.Intn(2100)-1075))
		default:
			ds = append(ds, math.Float64frombits(r.Uint64()))
		}
		fs = append(fs, math.Float32frombits(r.Uint32()))
	}
	return ds, fs
}

// TestFormatFloatsConfirm compares the printing of doubles and floats with the real
// Double.toString. From JDK 19 on that is the shortest decimal, and must be the
// same; before, some are longer, and ours must read back as the same number.
func TestFormatFloatsConfirm(t *testing.T) {
	java := require.Tool(t, "java")
	n := 100_000
	if testing.Short() {
		n = 5_000
	}
	ds, fs := floats(n)
	var in bytes.Buffer
	for _, d := range ds {
		fmt.Fprintf(&in, "d %x\n", math.Float64bits(d))
	}
	for _, f := range fs {
		fmt.Fprintf(&in, "f %x\n", math.Float32bits(f))
	}
	cmd := exec.Command(java, "testdata/jvm/PrintFloats.java")
	cmd.Stdin = &in
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("java: %v", err)
	}
	sc := bufio.NewScanner(bytes.NewReader(out))
	sc.Scan()
	version, _ := strconv.Atoi(sc.Text())
	differ := 0
	check := func(got string, bits int, value float64) {
		sc.Scan()
		want := sc.Text()
		if got == want {
			return
		}
		differ++
		if back, err := strconv.ParseFloat(got, bits); version < 19 && err == nil && back == value && len(got) <= len(want) {
			return
		}
		if differ < 20 {
			t.Errorf("%s, Java prints %s", got, want)
		}
	}
	for _, d := range ds {
		check(interp.FormatDouble(d), 64, d)
	}
	for _, f := range fs {
		check(interp.FormatFloat(f), 32, float64(f))
	}
	t.Logf("JDK %d: %d of %d print differently", version, differ, len(ds)+len(fs))
}

func TestParseFloat(t *testing.T) {
	for in, want := range map[string]string{
		"1":         "1.0",
		"+1.5e3":    "1500.0",
		"-.5f":      "-0.5",
		"5.d":       "5.0",
		"0x1.8p1":   "3.0",
		"0X.8P0F":   "0.5",
		"NaN":       "NaN",
		"-Infinity": "-Infinity",
		"1e400":     "Infinity",
		"1e-400":    "0.0",
		"":          "error",
		".":         "error",
		"1e":        "error",
		"e5":        "error",
		"--1":       "error",
		"1_0":       "error",
		"nan":       "error",
		"inf":       "error",
		"0x1":       "error",
		"1.5ff":     "error",
		"1 ":        "error",
	} {
		got := "error"
		if f, ok := interp.ParseFloat(in, 64); ok {
			got = interp.FormatDouble(f)
		}
		if got != want {
			t.Errorf("ParseFloat(%q) = %s, want %s", in, got, want)
		}
	}
}
