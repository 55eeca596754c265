// Package decimal is the arithmetic of java.math.BigDecimal: numbers that are an
// integer times a power of ten, with Java's rules for the scale of every result
// and its rounding modes.
//
// A Number is immutable. What Java answers with an ArithmeticException is an
// [Error] here. The cost of an operation can be as large as 10 to the difference
// of two scales; callers that run programs they don't trust look at [Number.Scale]
// first. The package must not know the interpreter.
package decimal

import (
	"math"
	"math/big"
)

// Error is an arithmetic exception's message.
type Error string

func (e Error) Error() string { return string(e) }

// Errors of several operations.
const (
	ErrInexact   Error = "Rounding necessary"
	ErrZero      Error = "Division by zero"
	ErrUndefined Error = "Division undefined"
	ErrOverflow  Error = "Overflow"
	ErrUnderflow Error = "Underflow"
	ErrInvalid   Error = "Invalid operation"
)

// Mode is a rounding mode, numbered as Java's.
type Mode int

// The rounding modes.
const (
	Up Mode = iota
	Down
	Ceiling
	Floor
	HalfUp
	HalfDown
	HalfEven
	Unnecessary
)

// Context is a number of digits (0 for any number) and a rounding mode.
type Context struct {
	Precision int
	Mode      Mode
}

// Number is Unscaled over 10 to the Scale.
type Number struct {
	unscaled *big.Int
	scale    int32
}

// New is u over 10 to the scale; u is kept and must not be changed.
func New(u *big.Int, scale int32) Number { return Number{u, scale} }

// FromInt is n over 10 to the scale.
func FromInt(n int64, scale int32) Number { return Number{big.NewInt(n), scale} }

// FromFloat is the exact value of a finite d.
func FromFloat(d float64) Number {
	m, e := math.Frexp(d)
	u := big.NewInt(int64(m * (1 << 53)))
	e -= 53
	if u.Sign() == 0 {
		return Number{u, 0}
	}
	tz := int(u.TrailingZeroBits())
	u.Rsh(u, uint(tz))
	e += tz
	if e >= 0 {
		return Number{u.Lsh(u, uint(e)), 0}
	}
	five := new(big.Int).Exp(big.NewInt(5), big.NewInt(int64(-e)), nil)
	return Number{u.Mul(u, five), int32(-e)}
}

// Unscaled is the unscaled value, which must not be changed.
func (a Number) Unscaled() *big.Int { return a.unscaled }

// Scale is the number of decimals, negative for trailing zeros that are not held.
func (a Number) Scale() int32 { return a.scale }

// Sign is -1, 0 or 1.
func (a Number) Sign() int { return a.unscaled.Sign() }

// Precision is the number of digits; zero has one.
func (a Number) Precision() int { return digits(a.unscaled) }

// Neg is -a.
func (a Number) Neg() Number { return Number{new(big.Int).Neg(a.unscaled), a.scale} }

// digits is the number of decimal digits of |u|.
func digits(u *big.Int) int {
	if u.Sign() == 0 {
		return 1
	}
	if u.IsUint64() || u.IsInt64() {
		v := new(big.Int).Abs(u).Uint64()
		n := 0
		for ; v > 0; v /= 10 {
			n++
		}
		return n
	}
	// 2 to the BitLen-1 has n digits, and u may have one more.
	n := int(float64(u.BitLen()-1)*0.30102999566398119521) + 1
	if u.CmpAbs(pow10(n)) >= 0 {
		n++
	}
	return n
}

func pow10(n int) *big.Int {
	if n <= 18 {
		v := int64(1)
		for range n {
			v *= 10
		}
		return big.NewInt(v)
	}
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
}

// checkScale narrows a scale; zero may have any, and takes the nearest.
func checkScale(u *big.Int, scale int64) (int32, error) {
	if scale == int64(int32(scale)) {
		return int32(scale), nil
	}
	if u.Sign() == 0 {
		return saturate(scale), nil
	}
	if scale > 0 {
		return 0, ErrUnderflow
	}
	return 0, ErrOverflow
}

func saturate(scale int64) int32 {
	return int32(min(max(scale, math.MinInt32), math.MaxInt32))
}

func checked(u *big.Int, scale int64) (Number, error) {
	s, err := checkScale(u, scale)
	return Number{u, s}, err
}

func zero(scale int64) Number { return Number{new(big.Int), saturate(scale)} }

// align gives a and b unscaled at the larger of their scales.
func align(a, b Number) (x, y *big.Int, scale int32) {
	x, y = a.unscaled, b.unscaled
	switch {
	case a.scale < b.scale:
		x = new(big.Int).Mul(x, pow10(int(int64(b.scale)-int64(a.scale))))
	case b.scale < a.scale:
		y = new(big.Int).Mul(y, pow10(int(int64(a.scale)-int64(b.scale))))
	}
	return x, y, max(a.scale, b.scale)
}

// Add is a + b, exactly, at the larger scale.
func Add(a, b Number) Number {
	x, y, s := align(a, b)
	return Number{new(big.Int).Add(x, y), s}
}

// Sub is a - b, exactly, at the larger scale.
func Sub(a, b Number) Number {
	x, y, s := align(a, b)
	return Number{new(big.Int).Sub(x, y), s}
}

// Mul is a·b, exactly, at the sum of the scales.
func Mul(a, b Number) (Number, error) {
	return checked(new(big.Int).Mul(a.unscaled, b.unscaled), int64(a.scale)+int64(b.scale))
}

// AddRounded is a + b under a context.
func AddRounded(a, b Number, c Context) (Number, error) {
	if c.Precision == 0 {
		return Add(a, b), nil
	}
	if a.Sign() == 0 || b.Sign() == 0 {
		prefer := max(a.scale, b.scale)
		if a.Sign() == 0 && b.Sign() == 0 {
			return zero(int64(prefer)), nil
		}
		if a.Sign() == 0 {
			a = b
		}
		r, err := Round(a, c)
		if err != nil || r.scale == prefer {
			return r, err
		}
		if r.scale > prefer {
			return strip(r, int64(prefer)), nil
		}
		room := int64(c.Precision - r.Precision())
		if need := int64(prefer) - int64(r.scale); room >= need {
			return SetScale(r, prefer, Unnecessary)
		}
		return SetScale(r, int32(int64(r.scale)+room), Unnecessary)
	}
	if a.scale != b.scale {
		a, b = preAlign(a, b, c.Precision)
	}
	return Round(Add(a, b), c)
}

// preAlign puts a mark in place of a number so small that only its sign counts.
func preAlign(a, b Number, precision int) (Number, Number) {
	larger, small := a, b
	if a.scale > b.scale {
		larger, small = b, a
	}
	ulp := int64(larger.scale) - int64(larger.Precision()) + int64(precision)
	top := int64(small.scale) - int64(small.Precision()) + 1
	if top > int64(larger.scale)+2 && top > ulp+2 {
		small = Number{big.NewInt(int64(small.Sign())), saturate(max(int64(larger.scale), ulp) + 3)}
	}
	return larger, small
}

// Cmp compares by value.
func Cmp(a, b Number) int {
	if s, t := a.Sign(), b.Sign(); s != t || s == 0 {
		switch {
		case s < t:
			return -1
		case s > t:
			return 1
		}
		return 0
	}
	if a.scale != b.scale {
		// The place of the first digit decides without aligning.
		x := int64(a.Precision()) - int64(a.scale)
		y := int64(b.Precision()) - int64(b.scale)
		if x != y {
			if (x < y) == (a.Sign() > 0) {
				return -1
			}
			return 1
		}
	}
	x, y, _ := align(a, b)
	return x.Cmp(y)
}

func cmpAbs(a, b Number) int {
	return Cmp(Number{new(big.Int).Abs(a.unscaled), a.scale}, Number{new(big.Int).Abs(b.unscaled), b.scale})
}

// quoRound is x/y as an integer, rounded.
func quoRound(x, y *big.Int, mode Mode) (*big.Int, bool, error) {
	q, r := new(big.Int).QuoRem(x, y, new(big.Int))
	if r.Sign() == 0 {
		return q, true, nil
	}
	sign := x.Sign() * y.Sign()
	away := false
	switch mode {
	case Unnecessary:
		return nil, false, ErrInexact
	case Up:
		away = true
	case Down:
	case Ceiling:
		away = sign > 0
	case Floor:
		away = sign < 0
	default:
		switch half := r.Lsh(r, 1).CmpAbs(y); {
		case half > 0:
			away = true
		case half == 0:
			away = mode == HalfUp || mode == HalfEven && q.Bit(0) == 1
		}
	}
	if away {
		q.Add(q, big.NewInt(int64(sign)))
	}
	return q, false, nil
}

// Round is a with at most the context's digits.
func Round(a Number, c Context) (Number, error) {
	if c.Precision == 0 {
		return a, nil
	}
	for drop := a.Precision() - c.Precision; drop > 0; drop = a.Precision() - c.Precision {
		q, _, err := quoRound(a.unscaled, pow10(drop), c.Mode)
		if err != nil {
			return Number{}, err
		}
		if a, err = checked(q, int64(a.scale)-int64(drop)); err != nil {
			return Number{}, err
		}
	}
	return a, nil
}

// SetScale is a with that many decimals.
func SetScale(a Number, scale int32, mode Mode) (Number, error) {
	switch {
	case a.scale == scale:
		return a, nil
	case a.Sign() == 0:
		return zero(int64(scale)), nil
	case scale > a.scale:
		n := int64(scale) - int64(a.scale)
		return Number{new(big.Int).Mul(a.unscaled, pow10(int(n))), scale}, nil
	}
	q, _, err := quoRound(a.unscaled, pow10(int(int64(a.scale)-int64(scale))), mode)
	return Number{q, scale}, err
}

// strip removes trailing zeros as long as the scale stays above prefer.
func strip(a Number, prefer int64) Number {
	u, s := a.unscaled, int64(a.scale)
	ten, r := big.NewInt(10), new(big.Int)
	for s > prefer && u.CmpAbs(ten) >= 0 && u.Bit(0) == 0 {
		q, _ := new(big.Int).QuoRem(u, ten, r)
		if r.Sign() != 0 {
			break
		}
		if s-1 < math.MinInt32 {
			break
		}
		u, s = q, s-1
	}
	return Number{u, int32(s)}
}

// StripZeros is a without trailing zeros; zero becomes 0 at scale 0.
func StripZeros(a Number) Number {
	if a.Sign() == 0 {
		return Number{new(big.Int), 0}
	}
	return strip(a, math.MinInt32)
}

// MovePoint is a·10^n; the scale of the result is not negative unless n is 0.
func MovePoint(a Number, n int64) (Number, error) {
	if n == 0 {
		return a, nil
	}
	r, err := checked(a.unscaled, int64(a.scale)-n)
	if err != nil || r.scale >= 0 {
		return r, err
	}
	return SetScale(r, 0, Unnecessary)
}

// ScaleBy is a·10^n, by the scale alone.
func ScaleBy(a Number, n int64) (Number, error) {
	return checked(a.unscaled, int64(a.scale)-n)
}

// Integer is a without its fraction.
func Integer(a Number) *big.Int {
	r, _ := SetScale(a, 0, Down)
	return r.unscaled
}
