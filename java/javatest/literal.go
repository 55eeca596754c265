package javatest

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// chance is true once in n times.
func (g *gen) chance(n int) bool { return g.r.IntN(n) == 0 }

// pick is one of the strings.
func (g *gen) pick(list ...string) string { return list[g.r.IntN(len(list))] }

var edges = []int64{
	0, 1, -1, 2, 3, 5, 7, 10, 16, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 255, 256, -2, -7, -127, -128, -129,
	32767, 32768, -32768, -32769, 65535, 65536, 1000000, math.MaxInt32, math.MinInt32, math.MaxInt32 - 1,
}

// integer is a value that fits in the given number of bits.
func (g *gen) integer(bits int) int64 {
	var v int64
	switch g.r.IntN(5) {
	case 0, 1:
		v = int64(g.r.IntN(21) - 5)
	case 2, 3:
		v = edges[g.r.IntN(len(edges))]
		if bits == 64 && g.chance(4) {
			v = []int64{math.MaxInt64, math.MinInt64, 1 << 32, 1<<53 + 1, -1 << 40}[g.r.IntN(5)]
		}
	default:
		v = int64(g.r.Uint64())
	}
	shift := 64 - bits
	return v << shift >> shift
}

// intLiteral is an int literal in one of its forms.
func (g *gen) intLiteral(v int64) node {
	if v < 0 {
		if v != math.MinInt32 && g.chance(2) {
			return node{fmt.Sprintf("-%d", -v), unary}
		}
		switch g.r.IntN(3) {
		case 0:
			return node{fmt.Sprintf("0x%X", uint32(v)), primary}
		case 1:
			return node{fmt.Sprintf("0%o", uint32(v)), primary}
		}
		return node{fmt.Sprintf("-%d", -v), unary}
	}
	switch g.r.IntN(12) {
	case 0:
		return node{fmt.Sprintf("0x%x", v), primary}
	case 1:
		return node{fmt.Sprintf("0b%b", v), primary}
	case 2:
		return node{fmt.Sprintf("0%o", v), primary}
	case 3:
		if v >= 1000 {
			s := strconv.FormatInt(v, 10)
			return node{s[:len(s)-3] + "_" + s[len(s)-3:], primary}
		}
	}
	return node{strconv.FormatInt(v, 10), primary}
}

func (g *gen) longLiteral(v int64) node {
	if g.chance(6) {
		return node{fmt.Sprintf("0x%xL", uint64(v)), primary}
	}
	s := strings.TrimPrefix(strconv.FormatInt(v, 10), "-") + "L"
	if v < 0 {
		return node{"-" + s, unary}
	}
	return node{s, primary}
}

func (g *gen) doubleLiteral() node {
	return node{g.pick("0.0", "1.0", "0.5", "2.0", "0.1", "3.75", "1e10", "1.5e-7", "100.25", ".5", "7d", "1e300", "4.9e-324",
		"1.7976931348623157e308", "Double.NaN", "Double.POSITIVE_INFINITY", "Double.MIN_VALUE", "0x1.8p3", "1234.5678", "2147483647.5", "1e19"), primary}
}

func (g *gen) floatLiteral() node {
	return node{g.pick("0f", "1f", "0.5f", "2.5f", "0.1f", "3.75F", "1e10f", "1.4e-45f", "3.4028235e38f", "Float.NaN",
		"Float.NEGATIVE_INFINITY", "16777217f", "1e-3f"), primary}
}

func (g *gen) charLiteral() node {
	return node{g.pick("'a'", "'z'", "'A'", "'Z'", "'0'", "'9'", "' '", "'\\n'", "'\\''", "'\\\\'", "'\\u00e9'", "'\\uffff'", "'\\0'", "'b'", "'-'", "'x'", "'\"'", "'\\t'", "'\\177'"), primary}
}

func (g *gen) stringLiteral() node {
	return node{g.pick(`""`, `"a"`, `"abc"`, `"Hello, World"`, `"  trim me "`, `"12"`, `"-7"`, `"2147483648"`, `"x1y2"`, `"a,b,,c"`,
		`"\u00e9\u00df"`, `"\ud83d\ude00!"`, `"tab\tnl\n"`, `"quote\"s"`, `"aaa"`, `"true"`, `"3.5"`, `"racecar"`, `"AbC"`, `"0"`), primary}
}
