package interp

import (
	"math"
	"math/big"
	"math/bits"
	"strings"

	"ensures/java/decimal"
	"ensures/java/types"
)

const (
	bigIntegerClass = "java.math.BigInteger"
	arithmetic      = "java.lang.ArithmeticException"
	badFormat       = "java.lang.NumberFormatException"
)

// bigInt is the number of a BigInteger.
func bigInt(r Ref) *big.Int { return r.(*Object).Native.(*big.Int) }

// bigArg is a BigInteger argument.
func (m *Machine) bigArg(v Value, name string) *big.Int {
	if v.R == nil {
		m.nullArgument(`Cannot read field "signum"`, name)
	}
	return bigInt(v.R)
}

// newBig makes a BigInteger of n, which is kept.
func (m *Machine) newBig(n *big.Int) Value {
	m.Alloc(int64(n.BitLen() / 8))
	o := m.NewInstance(m.Class(bigIntegerClass))
	o.Native = n
	return R(o)
}

// chargeBig charges work on n bits, and refuses numbers beyond Java's range.
func (m *Machine) chargeBig(n int64) {
	// Java's numbers have fewer than 2^31 bits.
	if n > math.MaxInt32 {
		m.Throw(arithmetic, "BigInteger would overflow supported range")
	}
	m.Alloc(n / 8)
	m.Step(int(n / 256))
}

// bigBinary is an operation on two numbers whose result is about as long as they are.
func bigBinary(f func(m *Machine, z, x, y *big.Int) *big.Int) Native {
	return func(m *Machine, r Ref, a []Value) Value {
		x, y := bigInt(r), m.bigArg(a[0], "val")
		m.chargeBig(int64(max(x.BitLen(), y.BitLen())))
		return m.newBig(f(m, new(big.Int), x, y))
	}
}

// bigQuotient is a division or remainder.
func bigQuotient(f func(z, x, y *big.Int) *big.Int) Native {
	return func(m *Machine, r Ref, a []Value) Value {
		if a[0].R == nil {
			m.nullArgument(`Cannot read field "mag"`, "val")
		}
		x, y := bigInt(r), bigInt(a[0].R)
		if y.Sign() == 0 {
			m.Throw(arithmetic, "BigInteger divide by zero")
		}
		m.chargeProduct(x, y)
		return m.newBig(f(new(big.Int), x, y))
	}
}

func bigUnary(f func(z, x *big.Int) *big.Int) Native {
	return func(m *Machine, r Ref, _ []Value) Value {
		m.chargeBig(int64(bigInt(r).BitLen()))
		return m.newBig(f(new(big.Int), bigInt(r)))
	}
}

// bigBit changes one bit, which may lie beyond the number's length.
func bigBit(f func(z, x *big.Int, n int) *big.Int) Native {
	return func(m *Machine, r Ref, a []Value) Value {
		n := int(a[0].N)
		if n < 0 {
			m.Throw(arithmetic, "Negative bit address")
		}
		m.chargeBig(int64(max(n, bigInt(r).BitLen())))
		return m.newBig(f(new(big.Int), bigInt(r), n))
	}
}

// bigShift shifts to the left, by a negative n to the right.
func bigShift(m *Machine, x *big.Int, n int64) Value {
	if n <= 0 {
		return m.newBig(new(big.Int).Rsh(x, uint(-n)))
	}
	if x.Sign() != 0 {
		m.chargeBig(int64(x.BitLen()) + n)
		return m.newBig(new(big.Int).Lsh(x, uint(n)))
	}
	return m.newBig(new(big.Int))
}

// bigExact is a conversion that throws unless the number fits size bits.
func bigExact(kind string, size uint) Native {
	return func(m *Machine, r Ref, _ []Value) Value {
		x := bigInt(r)
		if n := x.Int64(); x.IsInt64() && n == n<<(64-size)>>(64-size) {
			return Long(n)
		}
		m.Throw(arithmetic, "BigInteger out of "+kind+" range")
		return Value{}
	}
}

// bigIntegerConstructors makes BigIntegers.
func bigIntegerConstructors() map[string]Native {
	return of(bigIntegerClass, map[string]Native{
		"<init>(java.lang.String)": func(m *Machine, r Ref, a []Value) Value {
			r.(*Object).Native = m.parseBig(a[0], 10)
			return Value{}
		},
		"<init>(java.lang.String,int)": func(m *Machine, r Ref, a []Value) Value {
			r.(*Object).Native = m.parseBig(a[0], int(a[1].N))
			return Value{}
		},
		"<init>(byte[])": func(m *Machine, r Ref, a []Value) Value {
			b := m.bytes(a[0], "val")
			if len(b) == 0 {
				m.Throw(badFormat, "Zero length BigInteger")
			}
			n := new(big.Int).SetBytes(b)
			// Two's complement: the first bit counts negative.
			if b[0] >= 0x80 {
				n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
			}
			r.(*Object).Native = n
			return Value{}
		},
		"<init>(int,byte[])": func(m *Machine, r Ref, a []Value) Value {
			n := new(big.Int).SetBytes(m.bytes(a[1], "magnitude"))
			switch s := a[0].N; {
			case s < -1 || s > 1:
				m.Throw(badFormat, "Invalid signum value")
			case s == 0 && n.Sign() != 0:
				m.Throw(badFormat, "signum-magnitude mismatch")
			case s < 0:
				n.Neg(n)
			}
			r.(*Object).Native = n
			return Value{}
		},
		"valueOf(long)": func(m *Machine, _ Ref, a []Value) Value { return m.newBig(big.NewInt(a[0].N)) },
	})
}

// bigIntegerArithmetic is the arithmetic of BigInteger.
func bigIntegerArithmetic() map[string]Native {
	return of(bigIntegerClass, map[string]Native{
		"add(java.math.BigInteger)":                         bigBinary(func(_ *Machine, z, x, y *big.Int) *big.Int { return z.Add(x, y) }),
		"subtract(java.math.BigInteger)":                    bigBinary(func(_ *Machine, z, x, y *big.Int) *big.Int { return z.Sub(x, y) }),
		"multiply(java.math.BigInteger)":                    bigBinary(func(m *Machine, z, x, y *big.Int) *big.Int { m.chargeProduct(x, y); return z.Mul(x, y) }),
		"and(java.math.BigInteger)":                         bigBinary(func(_ *Machine, z, x, y *big.Int) *big.Int { return z.And(x, y) }),
		"or(java.math.BigInteger)":                          bigBinary(func(_ *Machine, z, x, y *big.Int) *big.Int { return z.Or(x, y) }),
		"xor(java.math.BigInteger)":                         bigBinary(func(_ *Machine, z, x, y *big.Int) *big.Int { return z.Xor(x, y) }),
		"andNot(java.math.BigInteger)":                      bigBinary(func(_ *Machine, z, x, y *big.Int) *big.Int { return z.AndNot(x, y) }),
		"gcd(java.math.BigInteger)":                         bigBinary(bigGCD),
		"divide(java.math.BigInteger)":                      bigQuotient((*big.Int).Quo),
		"remainder(java.math.BigInteger)":                   bigQuotient((*big.Int).Rem),
		"mod(java.math.BigInteger)":                         bigMod,
		"modInverse(java.math.BigInteger)":                  bigModInverse,
		"divideAndRemainder(java.math.BigInteger)":          bigDivideAndRemainder,
		"modPow(java.math.BigInteger,java.math.BigInteger)": bigModPow,
		"pow(int)": bigPow,
		"abs()":    bigUnary((*big.Int).Abs),
		"negate()": bigUnary((*big.Int).Neg),
		"not()":    bigUnary((*big.Int).Not),
		"signum()": func(m *Machine, r Ref, _ []Value) Value { return Int(int32(bigInt(r).Sign())) },
		"sqrt()": func(m *Machine, r Ref, _ []Value) Value {
			x := bigInt(r)
			if x.Sign() < 0 {
				m.Throw(arithmetic, "Negative BigInteger")
			}
			m.chargeProduct(x, x)
			return m.newBig(new(big.Int).Sqrt(x))
		},
		"isProbablePrime(int)": func(m *Machine, r Ref, a []Value) Value {
			x := new(big.Int).Abs(bigInt(r))
			m.chargePrime(x)
			return Bool(a[0].N <= 0 || x.ProbablyPrime(10))
		},
		"nextProbablePrime()": bigNextPrime,
	})
}

// bigIntegerBits sees a BigInteger as two's complement without end.
func bigIntegerBits() map[string]Native {
	return of(bigIntegerClass, map[string]Native{
		"shiftLeft(int)":  func(m *Machine, r Ref, a []Value) Value { return bigShift(m, bigInt(r), a[0].N) },
		"shiftRight(int)": func(m *Machine, r Ref, a []Value) Value { return bigShift(m, bigInt(r), -a[0].N) },
		"testBit(int)": func(m *Machine, r Ref, a []Value) Value {
			if a[0].N < 0 {
				m.Throw(arithmetic, "Negative bit address")
			}
			return Bool(bigInt(r).Bit(int(a[0].N)) == 1)
		},
		"setBit(int)":   bigBit(func(z, x *big.Int, n int) *big.Int { return z.SetBit(x, n, 1) }),
		"clearBit(int)": bigBit(func(z, x *big.Int, n int) *big.Int { return z.SetBit(x, n, 0) }),
		"flipBit(int)":  bigBit(func(z, x *big.Int, n int) *big.Int { return z.SetBit(x, n, 1-x.Bit(n)) }),
		"getLowestSetBit()": func(m *Machine, r Ref, _ []Value) Value {
			if bigInt(r).Sign() == 0 {
				return Int(-1)
			}
			return Int(int32(bigInt(r).TrailingZeroBits()))
		},
		"bitLength()": func(m *Machine, r Ref, _ []Value) Value { return Int(int32(complement(bigInt(r)).BitLen())) },
		"bitCount()": func(m *Machine, r Ref, _ []Value) Value {
			n := 0
			for _, w := range complement(bigInt(r)).Bits() {
				n += bits.OnesCount(uint(w))
			}
			return Int(int32(n))
		},
	})
}

// bigIntegerText compares and prints BigIntegers.
func bigIntegerText() map[string]Native {
	return of(bigIntegerClass, map[string]Native{
		"compareTo(java.math.BigInteger)": func(m *Machine, r Ref, a []Value) Value {
			return Int(int32(bigInt(r).Cmp(m.bigArg(a[0], "val"))))
		},
		"equals(java.lang.Object)": func(m *Machine, r Ref, a []Value) Value {
			o, ok := a[0].R.(*Object)
			if !ok {
				return Bool(false)
			}
			y, ok := o.Native.(*big.Int)
			return Bool(ok && bigInt(r).Cmp(y) == 0)
		},
		"hashCode()":    func(m *Machine, r Ref, _ []Value) Value { return Int(decimal.Hash(bigInt(r))) },
		"toString()":    func(m *Machine, r Ref, _ []Value) Value { return R(m.bigString(bigInt(r), 10)) },
		"toString(int)": func(m *Machine, r Ref, a []Value) Value { return R(m.bigString(bigInt(r), int(a[0].N))) },
		"toByteArray()": func(m *Machine, r Ref, _ []Value) Value {
			x := bigInt(r)
			n := complement(x).BitLen()/8 + 1
			if x.Sign() < 0 {
				x = new(big.Int).Add(x, new(big.Int).Lsh(big.NewInt(1), uint(8*n)))
			}
			arr := m.NewArray(types.TByte, n).(*ByteArray)
			for i, b := range x.FillBytes(make([]byte, n)) {
				arr.A[i] = int8(b)
			}
			return R(arr)
		},
	})
}

// bigIntegerConversions converts a BigInteger to primitives.
func bigIntegerConversions() map[string]Native {
	return of(bigIntegerClass, map[string]Native{
		"intValue()":  func(m *Machine, r Ref, _ []Value) Value { return Int(int32(lowBits(bigInt(r)))) },
		"longValue()": func(m *Machine, r Ref, _ []Value) Value { return Long(lowBits(bigInt(r))) },
		"floatValue()": func(m *Machine, r Ref, _ []Value) Value {
			f, _ := new(big.Float).SetInt(bigInt(r)).Float32()
			return Float(f)
		},
		"doubleValue()": func(m *Machine, r Ref, _ []Value) Value {
			f, _ := new(big.Float).SetInt(bigInt(r)).Float64()
			return Double(f)
		},
		"longValueExact()":  bigExact("long", 64),
		"intValueExact()":   bigExact("int", 32),
		"shortValueExact()": bigExact("short", 16),
		"byteValueExact()":  bigExact("byte", 8),
	})
}

func bigDivideAndRemainder(m *Machine, r Ref, a []Value) Value {
	x, y := bigInt(r), m.bigArg(a[0], "val")
	if y.Sign() == 0 {
		m.Throw(arithmetic, "BigInteger divide by zero")
	}
	m.chargeProduct(x, y)
	q, rem := new(big.Int).QuoRem(x, y, new(big.Int))
	arr := m.NewArray(&types.ClassType{Class: m.Class(bigIntegerClass).Class}, 2).(*RefArray)
	arr.A[0], arr.A[1] = m.newBig(q).R, m.newBig(rem).R
	return R(arr)
}

func bigPow(m *Machine, r Ref, a []Value) Value {
	x, n := bigInt(r), a[0].N
	if n < 0 {
		m.Throw(arithmetic, "Negative exponent")
	}
	// Powers of 0, 1 and -1 stay small, whatever the exponent.
	if x.CmpAbs(big.NewInt(1)) > 0 {
		size := int64(x.BitLen()-1)*n + 1
		m.chargeBig(size)
		m.Step(int(math.Pow(float64(size)/64, 1.6) / 8))
	}
	return m.newBig(new(big.Int).Exp(x, big.NewInt(n), nil))
}

func bigNextPrime(m *Machine, r Ref, _ []Value) Value {
	x := bigInt(r)
	if x.Sign() < 0 {
		m.Throw(arithmetic, "start < 0: "+x.String())
	}
	// A new number, since that of the receiver must not change; the loop counts in it.
	x = new(big.Int).Add(x, big.NewInt(1))
	for ; !x.ProbablyPrime(10); x.Add(x, big.NewInt(1)) {
		m.chargePrime(x)
	}
	return m.newBig(x)
}

// chargeProduct charges a multiplication or division.
func (m *Machine) chargeProduct(x, y *big.Int) {
	a, b := float64(x.BitLen())/64, float64(y.BitLen())/64
	m.chargeBig(int64(x.BitLen()) + int64(y.BitLen()))
	// About what Karatsuba's multiplication takes: of two numbers of one length, its power 1.6.
	m.Step(int(min(a, b) * math.Pow(max(a, b, 1), 0.6) / 8))
}

func (m *Machine) chargePrime(x *big.Int) {
	n := float64(x.BitLen()) / 64
	m.Step(20 + int(n*n*n*100))
}

// complement is x, or ¬x for a negative one: what two's complement counts bits of.
func complement(x *big.Int) *big.Int {
	if x.Sign() < 0 {
		return new(big.Int).Not(x)
	}
	return x
}

// lowBits is the low 64 bits of the two's complement of x.
func lowBits(x *big.Int) int64 {
	if x.IsInt64() {
		return x.Int64()
	}
	low := new(big.Int).And(x, new(big.Int).SetUint64(math.MaxUint64))
	return int64(low.Uint64())
}

func bigGCD(m *Machine, z, x, y *big.Int) *big.Int {
	m.chargeProduct(x, y)
	return z.GCD(nil, nil, new(big.Int).Abs(x), new(big.Int).Abs(y))
}

func (m *Machine) modulus(v Value) *big.Int {
	n := m.bigArg(v, "m")
	if n.Sign() <= 0 {
		m.Throw(arithmetic, "BigInteger: modulus not positive")
	}
	return n
}

func bigMod(m *Machine, r Ref, a []Value) Value {
	x, n := bigInt(r), m.modulus(a[0])
	m.chargeProduct(x, n)
	return m.newBig(new(big.Int).Mod(x, n))
}

func bigModInverse(m *Machine, r Ref, a []Value) Value {
	x, n := bigInt(r), m.modulus(a[0])
	m.chargeProduct(x, n)
	return m.newBig(m.modInverse(x, n))
}

func (m *Machine) modInverse(x, n *big.Int) *big.Int {
	if n.Cmp(big.NewInt(1)) == 0 {
		return new(big.Int)
	}
	z := new(big.Int).ModInverse(x, n)
	if z == nil {
		m.Throw(arithmetic, "BigInteger not invertible.")
	}
	return z
}

func bigModPow(m *Machine, r Ref, a []Value) Value {
	x, n := bigInt(r), m.modulus(a[1])
	e := m.bigArg(a[0], "exponent")
	m.chargeProduct(x, n)
	w := float64(n.BitLen()) / 64
	m.Step(int(w * w * float64(e.BitLen()) / 8))
	if e.Sign() < 0 {
		x = m.modInverse(x, n)
		e = new(big.Int).Neg(e)
	}
	return m.newBig(new(big.Int).Exp(new(big.Int).Mod(x, n), e, n))
}

func (m *Machine) bytes(v Value, name string) []byte {
	a, ok := v.R.(*ByteArray)
	if !ok {
		m.nullArgument("Cannot read the array length", name)
	}
	m.Alloc(int64(len(a.A)))
	out := make([]byte, len(a.A))
	for i, b := range a.A {
		out[i] = byte(b)
	}
	return out
}

// bigString is toString(radix).
func (m *Machine) bigString(x *big.Int, radix int) *String {
	if radix < 2 || radix > 36 {
		radix = 10
	}
	n := x.BitLen()
	m.Alloc(int64(n / 3))
	m.Step(int(math.Pow(float64(n)/64, 1.6) / 4))
	return &String{b: x.Text(radix)}
}

// parseBig is new BigInteger(s, radix).
func (m *Machine) parseBig(v Value, radix int) *big.Int {
	s := m.str(v, `Cannot invoke "String.length()"`, "val")
	if radix < 2 || radix > 36 {
		m.Throw(badFormat, "Radix out of range")
	}
	n := s.Len()
	if n == 0 {
		m.Throw(badFormat, "Zero length BigInteger")
	}
	last := max(lastIndexPoint(m, s, '-', int32(n)), lastIndexPoint(m, s, '+', int32(n)))
	start := 0
	if last >= 0 {
		// The JDK looks for the last sign of either kind; anywhere but in front it is a mistake.
		if last != 0 {
			m.Throw(badFormat, "Illegal embedded sign character")
		}
		start = 1
	}
	if start == n {
		m.Throw(badFormat, "Zero length BigInteger")
	}

	m.Step(int(math.Pow(float64(n)/16, 1.6) / 4))
	var b strings.Builder
	for i := start; i < n; i++ {
		d := digitValue(rune(s.At(i)), int32(radix))
		if d < 0 {
			m.badBigDigits(s, start, i, int64(radix))
		}
		b.WriteByte("0123456789abcdefghijklmnopqrstuvwxyz"[d])
	}
	x, _ := new(big.Int).SetString(b.String(), radix)
	if start == 1 && s.At(0) == '-' {
		x.Neg(x)
	}
	return x
}

// badBigDigits tells of the group of digits that the bad one is in: the digits
// after leading zeros are read in groups that fit an int, the first one short.
func (m *Machine) badBigDigits(s *String, start, bad int, radix int64) {
	for start < s.Len() && digitValue(rune(s.At(start)), int32(radix)) == 0 {
		start++
	}
	group := 0
	for p := int64(1); p*radix <= math.MaxInt32; p *= radix {
		group++
	}
	end := start + (s.Len()-start)%group
	if end == start {
		end += group
	}
	for end <= bad {
		start, end = end, end+group
	}
	m.badNumber(s.Substring(start, end), radix)
}
