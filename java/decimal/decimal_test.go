package decimal_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ensures/java/decimal"
)

func parse(t *testing.T, s string) decimal.Number {
	t.Helper()
	n, err := decimal.Parse(s)
	if err != nil {
		t.Fatalf("Parse(%q): %v", s, err)
	}
	return n
}

func show(n decimal.Number, err error) string {
	if err != nil {
		return "error: " + err.Error()
	}
	return n.String()
}

func TestText(t *testing.T) {
	for _, c := range []struct{ in, scientific, plain, engineering string }{
		{"0", "0", "0", "0"},
		{"-0.00", "0.00", "0.00", "0.00"},
		{"0E+5", "0E+5", "0", "0.0E+6"},
		{"123E3", "1.23E+5", "123000", "123E+3"},
		{"12E3", "1.2E+4", "12000", "12E+3"},
		{"0.0000001", "1E-7", "0.0000001", "100E-9"},
		{"-1.50", "-1.50", "-1.50", "-1.50"},
		{".5", "0.5", "0.5", "0.5"},
		{"+5.", "5", "5", "5"},
		{"1e-10", "1E-10", "0.0000000001", "100E-12"},
	} {
		n := parse(t, c.in)
		got := []string{n.String(), n.Plain(), n.Engineering()}
		if diff := cmp.Diff([]string{c.scientific, c.plain, c.engineering}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.in, diff)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for in, want := range map[string]string{
		"":              "",
		"-":             "No digits found.",
		"1.2.3":         "Character array contains more than one decimal point.",
		"x":             `Character x is neither a decimal digit number, decimal point, nor "e" notation exponential mark.`,
		"1e99999999999": "Too many nonzero exponent digits.",
		"1e2147483648":  "Exponent overflow.",
	} {
		if _, err := decimal.Parse(in); err == nil || err.Error() != want {
			t.Errorf("Parse(%q) = %v, want %q", in, err, want)
		}
	}
}

func TestArithmetic(t *testing.T) {
	c := func(p int, m decimal.Mode) decimal.Context { return decimal.Context{Precision: p, Mode: m} }
	a := func(s string) decimal.Number { return parse(t, s) }
	for _, x := range []struct{ name, want, got string }{
		{"add at the larger scale", "1.10", decimal.Add(a("1"), a("0.10")).String()},
		{"subtract to zero", "0.00", decimal.Sub(a("1.50"), a("1.5")).String()},
		{"multiply adds scales", "0.020", show(decimal.Mul(a("0.1"), a("0.20")))},
		{"exact quotient", "0.125", show(decimal.Quo(a("1"), a("8")))},
		{"endless quotient", "error: Non-terminating decimal expansion; no exact representable decimal result.", show(decimal.Quo(a("1"), a("3")))},
		{"by zero", "error: Division by zero", show(decimal.Quo(a("1"), a("0")))},
		{"zero by zero", "error: Division undefined", show(decimal.Quo(a("0"), a("0")))},
		{"quotient of seven digits", "0.6666667", show(decimal.QuoRounded(a("2"), a("3"), c(7, decimal.HalfUp)))},
		{"quotient keeps no zeros", "2", show(decimal.QuoRounded(a("4"), a("2"), c(7, decimal.HalfUp)))},
		{"quotient at a scale", "0.33", show(decimal.QuoScale(a("1"), a("3"), 2, decimal.HalfUp))},
		{"integer quotient", "3", show(decimal.QuoInteger(a("10"), a("3")))},
		{"power", "1.331", show(decimal.Pow(a("1.1"), 3, c(0, 0)))},
		{"negative power", "0.11111", show(decimal.Pow(a("3"), -2, c(5, decimal.HalfUp)))},
		{"square root", "1.414214", show(decimal.Sqrt(a("2"), c(7, decimal.HalfEven)))},
		{"square root of a square", "1.2", show(decimal.Sqrt(a("1.44"), c(9, decimal.HalfEven)))},
		{"add under a context", "1.000E+20", show(decimal.AddRounded(a("1E+20"), a("0.001"), c(4, decimal.HalfUp)))},
		{"strip zeros", "1.2E+3", decimal.StripZeros(a("1200.00")).String()},
		{"move the point left", "0.0123", show(decimal.MovePoint(a("1.23"), -2))},
		{"exact value of a double", "0.1000000000000000055511151231257827021181583404541015625", decimal.FromFloat(0.1).String()},
	} {
		if x.got != x.want {
			t.Errorf("%s: %s, want %s", x.name, x.got, x.want)
		}
	}
}

// TestRounding is the table of the documentation of RoundingMode.
func TestRounding(t *testing.T) {
	modes := []decimal.Mode{decimal.Up, decimal.Down, decimal.Ceiling, decimal.Floor, decimal.HalfUp, decimal.HalfDown, decimal.HalfEven, decimal.Unnecessary}
	for in, want := range map[string]string{
		"5.5":  "[6 5 6 5 6 5 6 error: Rounding necessary]",
		"2.5":  "[3 2 3 2 3 2 2 error: Rounding necessary]",
		"1.6":  "[2 1 2 1 2 2 2 error: Rounding necessary]",
		"1.1":  "[2 1 2 1 1 1 1 error: Rounding necessary]",
		"1.0":  "[1 1 1 1 1 1 1 1]",
		"-1.1": "[-2 -1 -1 -2 -1 -1 -1 error: Rounding necessary]",
		"-2.5": "[-3 -2 -2 -3 -3 -2 -2 error: Rounding necessary]",
	} {
		var got []string
		for _, m := range modes {
			got = append(got, show(decimal.SetScale(parse(t, in), 0, m)))
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%s: %v, want %s", in, got, want)
		}
	}
}

// TestPrecision holds the count of digits against the text around powers of ten
// and of two.
func TestPrecision(t *testing.T) {
	for k := range 60 {
		for _, d := range []int64{-1, 0, 1} {
			n := decimal.Add(parse(t, fmt.Sprintf("1E+%d", k)), decimal.FromInt(d, 0))
			u, _ := decimal.SetScale(n, 0, decimal.Unnecessary)
			if got, want := u.Precision(), max(1, len(u.Unscaled().Text(10))); got != want {
				t.Errorf("%v has %d digits, want %d", u, got, want)
			}
		}
	}
	for k := range 200 {
		n := decimal.FromFloat(math.Ldexp(1, k))
		if got, want := n.Precision(), len(n.Unscaled().Text(10)); got != want {
			t.Errorf("2^%d has %d digits, want %d", k, got, want)
		}
	}
}
