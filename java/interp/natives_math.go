package interp

import (
	"maps"
	"math"
	"math/bits"

	"ensures/java/fdlibm"
)

// mathNatives are Math and StrictMath: the same functions, except that Math's
// transcendental ones are those of the JVM's compiler where the two differ.
func mathNatives() map[string]Native {
	out := map[string]Native{}
	for _, class := range []string{"java.lang.Math", "java.lang.StrictMath"} {
		table := map[string]Native{}
		maps.Copy(table, exactNatives())
		maps.Copy(table, roundingNatives())
		for name, f := range map[string]func(float64) float64{
			"asin": fdlibm.Asin, "acos": fdlibm.Acos, "atan": fdlibm.Atan, "cbrt": fdlibm.Cbrt,
			"sinh": fdlibm.Sinh, "cosh": fdlibm.Cosh, "tanh": fdlibm.Tanh, "expm1": fdlibm.Expm1, "log1p": fdlibm.Log1p,
			"sqrt": math.Sqrt, "ceil": math.Ceil, "floor": math.Floor, "rint": math.RoundToEven,
			"toRadians": func(d float64) float64 { return d * degree },
			"toDegrees": func(d float64) float64 { return d * radian },
			"sin":       fdlibm.Sin, "cos": fdlibm.Cos, "tan": fdlibm.Tan, "exp": fdlibm.Exp, "log": fdlibm.Log, "log10": fdlibm.Log10,
		} {
			if class == "java.lang.Math" {
				if g, ok := compiled[name]; ok {
					f = g
				}
			}
			table[name+"(double)"] = func(m *Machine, _ Ref, a []Value) Value { return Double(f(a[0].Float64())) }
		}
		pow := fdlibm.Pow
		if class == "java.lang.Math" {
			pow = fdlibm.NearPow
		}
		for name, f := range map[string]func(x, y float64) float64{
			"pow": pow, "atan2": fdlibm.Atan2, "hypot": fdlibm.Hypot, "IEEEremainder": math.Remainder,
		} {
			table[name+"(double,double)"] = func(m *Machine, _ Ref, a []Value) Value {
				return Double(f(a[0].Float64(), a[1].Float64()))
			}
		}
		maps.Copy(out, of(class, table))
	}
	return out
}

// compiled are Math's functions for which the JVM has code of its own; its results
// are the nearest doubles, but for about one in a thousand.
var compiled = map[string]func(float64) float64{
	"sin": fdlibm.NearSin, "cos": fdlibm.NearCos, "tan": fdlibm.NearTan,
	"exp": fdlibm.NearExp, "log": fdlibm.NearLog, "log10": fdlibm.NearLog10,
}

// The factors of toRadians and toDegrees.
const (
	degree = 0.017453292519943295
	radian = 57.29577951308232
)

func (m *Machine) overflowed(kind string) {
	m.Throw("java.lang.ArithmeticException", kind+" overflow")
}

// exactNatives are the integer functions of each width, and those of one only.
func exactNatives() map[string]Native {
	table := map[string]Native{}
	maps.Copy(table, integerFunctions("int", 32))
	maps.Copy(table, integerFunctions("long", 64))
	// The lane holds an int as the long that it widens to.
	table["multiplyExact(long,int)"] = table["multiplyExact(long,long)"]
	table["floorDiv(long,int)"] = table["floorDiv(long,long)"]
	table["floorMod(long,int)"] = table["floorMod(long,long)"]
	table["ceilDiv(long,int)"] = table["ceilDiv(long,long)"]
	table["ceilMod(long,int)"] = table["ceilMod(long,long)"]
	table["toIntExact(long)"] = func(m *Machine, _ Ref, a []Value) Value {
		if a[0].N != int64(int32(a[0].N)) {
			m.overflowed("integer")
		}
		return a[0]
	}
	table["multiplyFull(int,int)"] = func(m *Machine, _ Ref, a []Value) Value { return Long(a[0].N * a[1].N) }
	table["multiplyHigh(long,long)"] = func(m *Machine, _ Ref, a []Value) Value {
		hi, _ := multiply(a[0].N, a[1].N)
		return Long(hi)
	}
	table["unsignedMultiplyHigh(long,long)"] = func(m *Machine, _ Ref, a []Value) Value {
		hi, _ := bits.Mul64(uint64(a[0].N), uint64(a[1].N))
		return Long(int64(hi))
	}
	clamp := func(m *Machine, _ Ref, a []Value) Value {
		if a[1].N > a[2].N {
			m.Throw("java.lang.IllegalArgumentException", formatInt(a[1].N)+" > "+formatInt(a[2].N))
		}
		return Long(min(max(a[0].N, a[1].N), a[2].N))
	}
	table["clamp(long,int,int)"] = clamp
	table["clamp(long,long,long)"] = clamp
	// All calls share one generator, as in the original.
	table["random()"] = func(m *Machine, _ Ref, _ []Value) Value {
		r := m.State(randomKey{}, func() any { return m.NewObject("java.util.Random") }).(Ref)
		return m.CallMethod(r, "nextDouble")
	}
	return table
}

// integerFunctions are the functions on numbers of size bits. The lane holds more
// bits than an int: wrap cuts a result to the type's.
func integerFunctions(kind string, size uint) map[string]Native {
	table := map[string]Native{}
	least := int64(math.MinInt64) >> (64 - size)
	wrap := func(n int64) int64 { return n << (64 - size) >> (64 - size) }

	two := func(name string, f func(m *Machine, a, b int64) int64) {
		table[name+"("+kind+","+kind+")"] = func(m *Machine, _ Ref, a []Value) Value { return Long(f(m, a[0].N, a[1].N)) }
	}
	one := func(name string, f func(m *Machine, a int64) int64) {
		table[name+"("+kind+")"] = func(m *Machine, _ Ref, a []Value) Value { return Long(f(m, a[0].N)) }
	}

	// Two operands of one sign and a result of the other: the sum has overflowed.
	add := func(m *Machine, a, b int64) int64 {
		r := wrap(a + b)
		if (a^r)&(b^r) < 0 {
			m.overflowed(kindName(size))
		}
		return r
	}
	sub := func(m *Machine, a, b int64) int64 {
		r := wrap(a - b)
		if (a^b)&(a^r) < 0 {
			m.overflowed(kindName(size))
		}
		return r
	}

	mul := func(m *Machine, a, b int64) int64 {
		hi, lo := multiply(a, b)
		if r := wrap(lo); r != lo || hi != lo>>63 {
			m.overflowed(kindName(size))
		}
		return lo
	}

	two("addExact", add)
	two("subtractExact", sub)
	two("multiplyExact", mul)
	one("incrementExact", func(m *Machine, a int64) int64 { return add(m, a, 1) })
	one("decrementExact", func(m *Machine, a int64) int64 { return sub(m, a, 1) })
	one("negateExact", func(m *Machine, a int64) int64 { return sub(m, 0, a) })
	one("absExact", func(m *Machine, a int64) int64 {
		if a == least {
			box := "Integer"
			if size == 64 {
				box = "Long"
			}
			m.Throw("java.lang.ArithmeticException", "Overflow to represent absolute value of "+box+".MIN_VALUE")
		}
		return max(a, -a)
	})

	one("abs", func(m *Machine, a int64) int64 { return wrap(max(a, -a)) }) // MIN_VALUE is its own
	two("max", func(m *Machine, a, b int64) int64 { return max(a, b) })
	two("min", func(m *Machine, a, b int64) int64 { return min(a, b) })
	two("floorDiv", func(m *Machine, a, b int64) int64 { return wrap(floorDiv(m, a, b)) })
	two("floorMod", floorMod)
	two("ceilDiv", func(m *Machine, a, b int64) int64 { return wrap(ceilDiv(m, a, b)) })
	two("ceilMod", ceilMod)

	// The one quotient that has no room: MIN_VALUE / -1.
	exact := func(div func(m *Machine, a, b int64) int64) func(m *Machine, a, b int64) int64 {
		return func(m *Machine, a, b int64) int64 {
			if a == least && b == -1 {
				m.overflowed(kindName(size))
			}
			return div(m, a, b)
		}
	}
	two("divideExact", exact(func(m *Machine, a, b int64) int64 {
		m.checkDivisor(b)
		return a / b
	}))
	two("floorDivExact", exact(floorDiv))
	two("ceilDivExact", exact(ceilDiv))
	return table
}

type randomKey struct{}

func kindName(size uint) string {
	if size == 64 {
		return "long"
	}
	return "integer"
}

// multiply is the signed 128-bit product.
func multiply(a, b int64) (hi, lo int64) {
	h, l := bits.Mul64(uint64(a), uint64(b))
	return int64(h) - (a>>63)&b - (b>>63)&a, int64(l)
}

func floorDiv(m *Machine, a, b int64) int64 {
	m.checkDivisor(b)
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func floorMod(m *Machine, a, b int64) int64 {
	m.checkDivisor(b)
	r := a % b
	if r != 0 && (r < 0) != (b < 0) {
		r += b
	}
	return r
}

func ceilDiv(m *Machine, a, b int64) int64 {
	m.checkDivisor(b)
	q := a / b
	if a%b != 0 && (a < 0) == (b < 0) {
		q++
	}
	return q
}

func ceilMod(m *Machine, a, b int64) int64 {
	m.checkDivisor(b)
	r := a % b
	if r != 0 && (r < 0) == (b < 0) {
		r -= b
	}
	return r
}

// roundingNatives are the floating-point functions that are exact.
func roundingNatives() map[string]Native {
	table := map[string]Native{
		"round(float)": func(m *Machine, _ Ref, a []Value) Value {
			return Long(DoubleToInt(math.Floor(float64(a[0].Float32()) + 0.5)))
		},
		"round(double)": func(m *Machine, _ Ref, a []Value) Value { return Long(roundDouble(a[0].Float64())) },
		"fma(double,double,double)": func(m *Machine, _ Ref, a []Value) Value {
			return Double(math.FMA(a[0].Float64(), a[1].Float64(), a[2].Float64()))
		},
		"fma(float,float,float)": func(m *Machine, _ Ref, a []Value) Value {
			return Float(fmaFloat(a[0].Float32(), a[1].Float32(), a[2].Float32()))
		},
		"scalb(double,int)": func(m *Machine, _ Ref, a []Value) Value {
			// Beyond these exponents every double is zero or infinite already.
			return Double(math.Ldexp(a[0].Float64(), int(min(max(a[1].N, -5000), 5000))))
		},
		"scalb(float,int)": func(m *Machine, _ Ref, a []Value) Value {
			return Float(float32(math.Ldexp(float64(a[0].Float32()), int(min(max(a[1].N, -500), 500)))))
		},
		"nextAfter(double,double)": func(m *Machine, _ Ref, a []Value) Value {
			return Double(nextAfter(a[0].Float64(), a[1].Float64()))
		},
		"nextAfter(float,double)": func(m *Machine, _ Ref, a []Value) Value {
			return Float(nextAfterFloat(a[0].Float32(), a[1].Float64()))
		},
		"nextUp(double)":   func(m *Machine, _ Ref, a []Value) Value { return Double(nextAfter(a[0].Float64(), math.Inf(1))) },
		"nextDown(double)": func(m *Machine, _ Ref, a []Value) Value { return Double(nextAfter(a[0].Float64(), math.Inf(-1))) },
		"nextUp(float)":    func(m *Machine, _ Ref, a []Value) Value { return Float(nextAfterFloat(a[0].Float32(), math.Inf(1))) },
		"nextDown(float)":  func(m *Machine, _ Ref, a []Value) Value { return Float(nextAfterFloat(a[0].Float32(), math.Inf(-1))) },
		"getExponent(double)": func(m *Machine, _ Ref, a []Value) Value {
			return Int(int32(uint64(a[0].N)>>52&0x7ff) - 1023)
		},
		"getExponent(float)": func(m *Machine, _ Ref, a []Value) Value {
			return Int(int32(uint32(a[0].N)>>23&0xff) - 127)
		},
		"ulp(double)": func(m *Machine, _ Ref, a []Value) Value {
			d := math.Abs(a[0].Float64())
			if math.IsInf(d, 0) {
				return Double(d)
			}
			// There is no greater double to measure the distance to.
			if d == math.MaxFloat64 {
				return Double(d - math.Nextafter(d, 0))
			}
			return Double(math.Nextafter(d, math.Inf(1)) - d)
		},
		"ulp(float)": func(m *Machine, _ Ref, a []Value) Value {
			d := float32(math.Abs(float64(a[0].Float32())))
			switch {
			case d != d || math.IsInf(float64(d), 0):
				return Float(d)
			case d == math.MaxFloat32:
				return Float(d - math.Nextafter32(d, 0))
			}
			return Float(math.Nextafter32(d, math.MaxFloat32) - d)
		},
	}

	maps.Copy(table, floatFunctions(32))
	maps.Copy(table, floatFunctions(64))
	return table
}

// floatFunctions are the functions that float and double have alike. They are
// computed in doubles: of each, a float's result is exact there.
func floatFunctions(size int) map[string]Native {
	table := map[string]Native{}
	kind := map[int]string{32: "float", 64: "double"}[size]
	get, put := Value.Float64, Double
	if size == 32 {
		get = func(v Value) float64 { return float64(v.Float32()) }
		put = func(d float64) Value { return Float(float32(d)) }
	}
	table["abs("+kind+")"] = func(m *Machine, _ Ref, a []Value) Value { return put(math.Abs(get(a[0]))) }
	// Go's max and min treat NaN and the two zeros as Java's do.
	table["max("+kind+","+kind+")"] = func(m *Machine, _ Ref, a []Value) Value { return put(max(get(a[0]), get(a[1]))) }
	table["min("+kind+","+kind+")"] = func(m *Machine, _ Ref, a []Value) Value { return put(min(get(a[0]), get(a[1]))) }
	table["signum("+kind+")"] = func(m *Machine, _ Ref, a []Value) Value {
		d := get(a[0])
		switch {
		case d > 0:
			d = 1
		case d < 0:
			d = -1
		}
		return put(d)
	}
	table["copySign("+kind+","+kind+")"] = func(m *Machine, _ Ref, a []Value) Value {
		sign := get(a[1])
		if sign != sign { // a NaN counts as positive, whatever its sign bit
			sign = 1
		}
		return put(math.Copysign(get(a[0]), sign))
	}
	table["clamp("+kind+","+kind+","+kind+")"] = func(m *Machine, _ Ref, a []Value) Value {
		x, lo, hi := get(a[0]), get(a[1]), get(a[2])
		switch {
		case lo != lo:
			m.Throw("java.lang.IllegalArgumentException", "min is NaN")
		case hi != hi:
			m.Throw("java.lang.IllegalArgumentException", "max is NaN")
		// By Double.compare, to which -0.0 is less than 0.0.
		case compareDouble(lo, hi) > 0:
			m.Throw("java.lang.IllegalArgumentException", formatFloat(lo, size)+" > "+formatFloat(hi, size))
		}
		return put(min(max(x, lo), hi))
	}
	return table
}

// roundDouble is Math.round: ties go up, and no error from adding a half.
func roundDouble(d float64) int64 {
	f := math.Floor(d)
	if d-f >= 0.5 {
		f++
	}
	return DoubleToLong(f)
}

// nextAfter keeps the direction's zero: it is the result when both are equal.
func nextAfter(d, to float64) float64 {
	if d == to {
		return to
	}
	return math.Nextafter(d, to)
}

func nextAfterFloat(d float32, to float64) float32 {
	switch {
	case d != d || to != to:
		return float32(math.NaN())
	case float64(d) == to:
		return float32(to)
	case float64(d) < to:
		return math.Nextafter32(d, float32(math.Inf(1)))
	}
	return math.Nextafter32(d, float32(math.Inf(-1)))
}

// fmaFloat rounds once: the sum of the exact product and c is rounded to odd in
// double precision first.
func fmaFloat(a, b, c float32) float32 {
	// Exact: two times 24 bits are fewer than 53.
	p := float64(a) * float64(b)
	s := p + float64(c)
	if math.IsInf(s, 0) || s != s || p == 0 || c == 0 {
		return float32(s)
	}
	// The error of the sum (two-sum); where there is one, the last bit becomes odd.
	t := s - p
	e := (p - (s - t)) + (float64(c) - t)
	if e != 0 && math.Float64bits(s)&1 == 0 {
		if (e > 0) == (s > 0) {
			s = math.Float64frombits(math.Float64bits(s) | 1)
		} else {
			s = math.Float64frombits(math.Float64bits(s) - 1)
		}
	}
	return float32(s)
}
