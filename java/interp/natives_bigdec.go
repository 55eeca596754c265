package interp

import (
	"errors"
	"math"
	"math/big"

	"ensures/java/decimal"
)

const bigDecimalClass = "java.math.BigDecimal"

// number is the value of a BigDecimal.
func number(r Ref) decimal.Number { return r.(*Object).Native.(decimal.Number) }

func (m *Machine) numberArg(v Value, action, name string) decimal.Number {
	if v.R == nil {
		m.nullArgument(action, name)
	}
	return number(v.R)
}

func (m *Machine) newDecimal(n decimal.Number, err error) Value {
	if err != nil {
		var syntax decimal.SyntaxError
		if errors.As(err, &syntax) {
			m.Throw(badFormat, string(syntax))
		}
		m.Throw(arithmetic, err.Error())
	}
	m.Alloc(int64(n.Unscaled().BitLen() / 8))
	o := m.NewInstance(m.Class(bigDecimalClass))
	o.Native = n
	return R(o)
}

// chargeDigits charges work on numbers of n digits.
func (m *Machine) chargeDigits(n int64) {
	// Callers pass differences of scales, of either sign.
	n = max(n, -n)
	if n > 100 {
		m.Alloc(n / 2)
		m.Step(int(math.Pow(float64(n)/16, 1.6)/4) + int(n/16))
	}
}

// chargeAlign charges bringing two numbers to one scale.
func (m *Machine) chargeAlign(a, b decimal.Number) {
	m.chargeDigits(int64(a.Scale()) - int64(b.Scale()))
	m.chargeDigits(int64(a.Unscaled().BitLen()+b.Unscaled().BitLen()) / 3)
}

func context(precision, mode Value) decimal.Context {
	return decimal.Context{Precision: int(precision.N), Mode: decimal.Mode(mode.N)}
}

// bigDecimalConstructors makes BigDecimals.
func bigDecimalConstructors() map[string]Native {
	return of(bigDecimalClass, map[string]Native{
		"<init>(java.lang.String)": func(m *Machine, r Ref, a []Value) Value {
			s := m.str(a[0], `Cannot invoke "String.toCharArray()"`, "val")
			m.chargeDigits(int64(s.Len()))
			return m.initDecimal(r)(decimal.Parse(s.GoString()))
		},
		"<init>(double)": func(m *Machine, r Ref, a []Value) Value {
			d := a[0].Float64()
			if d != d || math.IsInf(d, 0) {
				m.Throw(badFormat, "Infinite or NaN")
			}
			return m.initDecimal(r)(decimal.FromFloat(d), nil)
		},
		"<init>(long)": func(m *Machine, r Ref, a []Value) Value {
			return m.initDecimal(r)(decimal.FromInt(a[0].N, 0), nil)
		},
		"<init>(java.math.BigInteger,int)": func(m *Machine, r Ref, a []Value) Value {
			return m.initDecimal(r)(decimal.New(m.bigArg(a[0], "val"), a[1].Int32()), nil)
		},
		"<init>(java.math.BigDecimal,int,int)": func(m *Machine, r Ref, a []Value) Value {
			return m.initDecimal(r)(decimal.Round(number(a[0].R), context(a[1], a[2])))
		},
		"valueOf(long,int)": func(m *Machine, _ Ref, a []Value) Value {
			return m.newDecimal(decimal.FromInt(a[0].N, a[1].Int32()), nil)
		},
		"valueOf(long)": func(m *Machine, _ Ref, a []Value) Value { return m.newDecimal(decimal.FromInt(a[0].N, 0), nil) },
		"valueOf(double)": func(m *Machine, _ Ref, a []Value) Value {
			return m.newDecimal(decimal.Parse(FormatDouble(a[0].Float64())))
		},
	})
}

// bigDecimalArithmetic is the arithmetic of BigDecimal.
func bigDecimalArithmetic() map[string]Native {
	return of(bigDecimalClass, map[string]Native{
		"add(java.math.BigDecimal)": func(m *Machine, r Ref, a []Value) Value {
			x, y := number(r), m.numberArg(a[0], `Cannot read field "intCompact"`, "augend")
			m.chargeAlign(x, y)
			return m.newDecimal(decimal.Add(x, y), nil)
		},
		"subtract(java.math.BigDecimal)": func(m *Machine, r Ref, a []Value) Value {
			x, y := number(r), m.numberArg(a[0], `Cannot read field "intCompact"`, "subtrahend")
			m.chargeAlign(x, y)
			return m.newDecimal(decimal.Sub(x, y), nil)
		},
		"multiply(java.math.BigDecimal)": func(m *Machine, r Ref, a []Value) Value {
			x, y := number(r), m.numberArg(a[0], `Cannot read field "scale"`, "multiplicand")
			m.chargeProduct(x.Unscaled(), y.Unscaled())
			return m.newDecimal(decimal.Mul(x, y))
		},
		"add(java.math.BigDecimal,java.math.BigDecimal,int,int)": func(m *Machine, _ Ref, a []Value) Value {
			x, y := number(a[0].R), m.numberArg(a[1], `Cannot read field "intCompact"`, "augend")
			// Precision 0 is exact: every digit between the two scales is written out.
			if a[2].N == 0 {
				m.chargeAlign(x, y)
			}
			m.chargeDigits(a[2].N)
			return m.newDecimal(decimal.AddRounded(x, y, context(a[2], a[3])))
		},
		"multiply(java.math.BigDecimal,java.math.BigDecimal,int,int)": func(m *Machine, _ Ref, a []Value) Value {
			x, y := number(a[0].R), m.numberArg(a[1], `Cannot read field "scale"`, "multiplicand")
			m.chargeProduct(x.Unscaled(), y.Unscaled())
			p, err := decimal.Mul(x, y)
			if err == nil {
				p, err = decimal.Round(p, context(a[2], a[3]))
			}
			return m.newDecimal(p, err)
		},
		"divide(java.math.BigDecimal,java.math.BigDecimal,int,int)": func(m *Machine, _ Ref, a []Value) Value {
			x, y := number(a[0].R), m.divisor(a[1])
			m.chargeDigits(a[2].N + int64(x.Unscaled().BitLen()+y.Unscaled().BitLen())/3)
			return m.newDecimal(decimal.QuoRounded(x, y, context(a[2], a[3])))
		},
		"divideToScale(java.math.BigDecimal,java.math.BigDecimal,int,int)": func(m *Machine, _ Ref, a []Value) Value {
			x, y := number(a[0].R), m.divisor(a[1])
			m.chargeDigits(a[2].N + int64(y.Scale()) - int64(x.Scale()))
			m.chargeProduct(x.Unscaled(), y.Unscaled())
			return m.newDecimal(decimal.QuoScale(x, y, a[2].Int32(), decimal.Mode(a[3].N)))
		},
		"divideExact(java.math.BigDecimal,java.math.BigDecimal)": func(m *Machine, _ Ref, a []Value) Value {
			x, y := number(a[0].R), m.divisor(a[1])
			m.chargeDigits(int64(x.Unscaled().BitLen() + 4*y.Unscaled().BitLen()))
			return m.newDecimal(decimal.Quo(x, y))
		},
		"divideInteger(java.math.BigDecimal,java.math.BigDecimal,int)": func(m *Machine, _ Ref, a []Value) Value {
			x, y := number(a[0].R), m.divisor(a[1])
			m.chargeAlign(x, y)
			return m.newDecimal(decimal.QuoIntegerRounded(x, y, int(a[2].N)))
		},
		"pow(java.math.BigDecimal,int,int,int)": func(m *Machine, _ Ref, a []Value) Value {
			x := number(a[0].R)
			if a[2].N == 0 {
				m.chargeDigits(int64(x.Precision()) * a[1].N)
			}
			m.chargeDigits(a[2].N)
			return m.newDecimal(decimal.Pow(x, a[1].N, context(a[2], a[3])))
		},
		"sqrt(java.math.BigDecimal,int,int)": func(m *Machine, _ Ref, a []Value) Value {
			m.chargeDigits(2*a[1].N + int64(number(a[0].R).Precision()))
			return m.newDecimal(decimal.Sqrt(number(a[0].R), context(a[1], a[2])))
		},
		"round(java.math.BigDecimal,int,int)": func(m *Machine, _ Ref, a []Value) Value {
			m.chargeDigits(int64(number(a[0].R).Unscaled().BitLen()) / 3)
			return m.newDecimal(decimal.Round(number(a[0].R), context(a[1], a[2])))
		},
	})
}

// bigDecimalScales reads and changes scale and sign.
func bigDecimalScales() map[string]Native {
	return of(bigDecimalClass, map[string]Native{
		"setScale(java.math.BigDecimal,int,int)": func(m *Machine, _ Ref, a []Value) Value {
			x := number(a[0].R)
			if x.Sign() != 0 {
				m.chargeDigits(a[1].N - int64(x.Scale()))
			}
			return m.newDecimal(decimal.SetScale(x, a[1].Int32(), decimal.Mode(a[2].N)))
		},
		"negate()":        func(m *Machine, r Ref, _ []Value) Value { return m.newDecimal(number(r).Neg(), nil) },
		"signum()":        func(m *Machine, r Ref, _ []Value) Value { return Int(int32(number(r).Sign())) },
		"scale()":         func(m *Machine, r Ref, _ []Value) Value { return Int(number(r).Scale()) },
		"precision()":     func(m *Machine, r Ref, _ []Value) Value { return Int(int32(number(r).Precision())) },
		"unscaledValue()": func(m *Machine, r Ref, _ []Value) Value { return m.newBig(number(r).Unscaled()) },
		"movePointLeft(int)": func(m *Machine, r Ref, a []Value) Value {
			m.chargeDigits(min(0, int64(number(r).Scale())+a[0].N))
			return m.newDecimal(decimal.MovePoint(number(r), -a[0].N))
		},
		"movePointRight(int)": func(m *Machine, r Ref, a []Value) Value {
			m.chargeDigits(min(0, int64(number(r).Scale())-a[0].N))
			return m.newDecimal(decimal.MovePoint(number(r), a[0].N))
		},
		"scaleByPowerOfTen(int)": func(m *Machine, r Ref, a []Value) Value {
			return m.newDecimal(decimal.ScaleBy(number(r), a[0].N))
		},
		"stripTrailingZeros()": func(m *Machine, r Ref, _ []Value) Value {
			m.chargeDigits(int64(number(r).Unscaled().BitLen()))
			return m.newDecimal(decimal.StripZeros(number(r)), nil)
		},
	})
}

// bigDecimalText compares and prints BigDecimals.
func bigDecimalText() map[string]Native {
	return of(bigDecimalClass, map[string]Native{
		"compareTo(java.math.BigDecimal)": func(m *Machine, r Ref, a []Value) Value {
			x, y := number(r), m.numberArg(a[0], `Cannot read field "scale"`, "val")
			// Numbers of different magnitude are told apart without bringing them to one scale.
			if int64(x.Precision())-int64(x.Scale()) == int64(y.Precision())-int64(y.Scale()) {
				m.chargeAlign(x, y)
			}
			return Int(int32(decimal.Cmp(x, y)))
		},
		"equals(java.lang.Object)": func(m *Machine, r Ref, a []Value) Value {
			o, ok := a[0].R.(*Object)
			if !ok {
				return Bool(false)
			}
			y, ok := o.Native.(decimal.Number)
			return Bool(ok && number(r).Scale() == y.Scale() && number(r).Unscaled().Cmp(y.Unscaled()) == 0)
		},
		"hashCode()":            func(m *Machine, r Ref, _ []Value) Value { return Int(number(r).Hash()) },
		"toString()":            func(m *Machine, r Ref, _ []Value) Value { return m.decimalText(r, decimal.Number.String, 0) },
		"toEngineeringString()": func(m *Machine, r Ref, _ []Value) Value { return m.decimalText(r, decimal.Number.Engineering, 0) },
		"toPlainString()": func(m *Machine, r Ref, _ []Value) Value {
			return m.decimalText(r, decimal.Number.Plain, int64(number(r).Scale()))
		},
	})
}

// bigDecimalConversions converts a BigDecimal to whole numbers and primitives.
func bigDecimalConversions() map[string]Native {
	return of(bigDecimalClass, map[string]Native{
		"toBigInteger()": func(m *Machine, r Ref, _ []Value) Value { return m.newBig(m.integerPart(number(r))) },
		"toBigIntegerExact()": func(m *Machine, r Ref, _ []Value) Value {
			return m.newBig(m.exactInteger(number(r)))
		},
		"intValue()":  func(m *Machine, r Ref, _ []Value) Value { return Int(int32(lowBits(m.integerPart(number(r))))) },
		"longValue()": func(m *Machine, r Ref, _ []Value) Value { return Long(lowBits(m.integerPart(number(r)))) },
		"longValueExact()": func(m *Machine, r Ref, _ []Value) Value {
			return Long(m.longExact(number(r)))
		},
		"intValueExact()": func(m *Machine, r Ref, _ []Value) Value {
			n := m.longExact(number(r))
			if n != int64(int32(n)) {
				m.Throw(arithmetic, "Overflow")
			}
			return Long(n)
		},
		"floatValue()":  func(m *Machine, r Ref, _ []Value) Value { return Float(float32(number(r).Float(32))) },
		"doubleValue()": func(m *Machine, r Ref, _ []Value) Value { return Double(number(r).Float(64)) },
	})
}

// initDecimal sets the number of a new BigDecimal.
func (m *Machine) initDecimal(r Ref) func(decimal.Number, error) Value {
	return func(n decimal.Number, err error) Value {
		// By way of another object, for the charge and the exceptions of newDecimal.
		r.(*Object).Native = m.newDecimal(n, err).R.(*Object).Native
		return Value{}
	}
}

func (m *Machine) divisor(v Value) decimal.Number {
	return m.numberArg(v, `Cannot invoke "java.math.BigDecimal.signum()"`, "divisor")
}

func (m *Machine) decimalText(r Ref, layout func(decimal.Number) string, zeros int64) Value {
	m.chargeDigits(int64(number(r).Unscaled().BitLen()) / 3)
	if zeros > 0 || number(r).Sign() != 0 {
		m.chargeDigits(zeros)
	}
	return R(&String{b: layout(number(r))})
}

func (m *Machine) integerPart(n decimal.Number) *big.Int {
	// Below one: no digits before the point, however many zeros its scale stands for.
	if int64(n.Precision())-int64(n.Scale()) <= 0 {
		return new(big.Int)
	}
	if n.Sign() != 0 {
		m.chargeDigits(int64(n.Scale()))
	}
	return decimal.Integer(n)
}

func (m *Machine) exactInteger(n decimal.Number) *big.Int {
	if n.Sign() != 0 {
		m.chargeDigits(min(0, int64(n.Scale())))
	}
	r, err := decimal.SetScale(n, 0, decimal.Unnecessary)
	if err != nil {
		m.Throw(arithmetic, err.Error())
	}
	return r.Unscaled()
}

func (m *Machine) longExact(n decimal.Number) int64 {
	if n.Sign() == 0 {
		return 0
	}
	// Tested before the number is written out: 1E+1000000000 must not be.
	if int64(n.Precision())-int64(n.Scale()) > 19 {
		m.Throw(arithmetic, "Overflow")
	}
	if int64(n.Precision())-int64(n.Scale()) <= 0 {
		m.Throw(arithmetic, "Rounding necessary")
	}
	x := m.exactInteger(n)
	if !x.IsInt64() {
		m.Throw(arithmetic, "Overflow")
	}
	return x.Int64()
}
