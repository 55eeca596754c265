package interp

import (
	"math"
	"strconv"
)

// FormatDouble is Double.toString: the shortest decimal that reads back as d, in
// Java's notation (plain from 1.0E-3 to below 1.0E7). JDK 19 and later print the
// same; earlier ones print a longer decimal for some values.
func FormatDouble(d float64) string { return formatFloat(d, 64) }

// FormatFloat is Float.toString.
func FormatFloat(d float32) string { return formatFloat(float64(d), 32) }

func formatFloat(d float64, bits int) string {
	switch {
	case math.IsNaN(d):
		return "NaN"
	case math.IsInf(d, 1):
		return "Infinity"
	case math.IsInf(d, -1):
		return "-Infinity"
	case d == 0:
		if math.Signbit(d) {
			return "-0.0"
		}
		return "0.0"
	}

	// The shortest digits that read back as d, and its exponent, from Go's own
	// conversion.
	var buf [32]byte
	s := strconv.AppendFloat(buf[:0], d, 'e', -1, bits)
	out := make([]byte, 0, 26)
	if s[0] == '-' {
		out = append(out, '-')
		s = s[1:]
	}
	e := len(s) - 1
	for s[e] != 'e' {
		e--
	}
	exp, _ := strconv.Atoi(string(s[e+1:]))

	digits := make([]byte, 0, 20)
	digits = append(digits, s[0])
	if e > 2 {
		digits = append(digits, s[2:e]...)
	}

	if len(digits) == 1 {
		// Java prints two digits at least, so of the two-digit decimals the nearest (4.9E-324).
		var two [32]byte
		t := strconv.AppendFloat(two[:0], math.Abs(d), 'e', 1, bits)
		if u, err := strconv.ParseFloat(string(t), bits); err == nil && u == math.Abs(d) && t[2] != '0' {
			digits = append(digits[:0], t[0], t[2])
			exp, _ = strconv.Atoi(string(t[4:]))
		}
	}

	// From a ten-million on and below a thousandth Java writes an exponent.
	switch {
	case exp >= 7 || exp < -3:
		out = append(out, digits[0], '.')
		if len(digits) > 1 {
			out = append(out, digits[1:]...)
		} else {
			out = append(out, '0')
		}
		out = append(out, 'E')
		out = strconv.AppendInt(out, int64(exp), 10)
	case exp >= 0:
		for i := 0; i <= exp; i++ {
			if i < len(digits) {
				out = append(out, digits[i])
			} else {
				out = append(out, '0')
			}
		}
		out = append(out, '.')
		if len(digits) > exp+1 {
			out = append(out, digits[exp+1:]...)
		} else {
			out = append(out, '0')
		}
	default:
		out = append(out, '0', '.')
		for i := -1; i > exp; i-- {
			out = append(out, '0')
		}
		out = append(out, digits...)
	}
	return string(out)
}

// DoubleToInt is the narrowing (int) d.
func DoubleToInt(d float64) int64 { return narrowing(d, math.MinInt32, math.MaxInt32) }

// DoubleToLong is the narrowing (long) d.
func DoubleToLong(d float64) int64 { return narrowing(d, math.MinInt64, math.MaxInt64) }

// narrowing is the cast of d to the integers from least to most (JLS 5.1.3): what lies
// outside becomes the nearest of them, NaN becomes 0.
func narrowing(d float64, least, most int64) int64 {
	switch {
	case d != d:
		return 0
	// As a double the greatest long is 2^63, which no long is: at least, not above.
	case d >= float64(most):
		return most
	case d <= float64(least):
		return least
	}
	return int64(d)
}

func f64(n int64) float64    { return math.Float64frombits(uint64(n)) }
func bits64(d float64) int64 { return int64(math.Float64bits(d)) }
func f32(n int64) float32    { return math.Float32frombits(uint32(n)) }
func bits32(d float32) int64 { return int64(math.Float32bits(d)) }
