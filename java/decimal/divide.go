package decimal

import (
	"math"
	"math/big"
)

func divisorError(a Number) error {
	if a.Sign() == 0 {
		return ErrUndefined
	}
	return ErrZero
}

// QuoScale is a/b with that many decimals. A zero divisor is described as the
// integer division that Java would do.
func QuoScale(a, b Number, scale int32, mode Mode) (Number, error) {
	// a/b = (x/y)·10^(sb-sa): to have scale decimals, x or y is multiplied.
	x, y := a.unscaled, b.unscaled
	n := int64(scale) + int64(b.scale) - int64(a.scale)
	if n >= 0 {
		x = new(big.Int).Mul(x, pow10(int(n)))
	}
	switch {
	case y.Sign() != 0:
	case x.IsInt64():
		return Number{}, Error("/ by zero")
	default:
		return Number{}, Error("BigInteger divide by zero")
	}
	if n < 0 {
		y = new(big.Int).Mul(y, pow10(int(-n)))
	}
	q, _, err := quoRound(x, y, mode)
	return Number{q, scale}, err
}

// Quo is a/b where that has an end.
func Quo(a, b Number) (Number, error) {
	if b.Sign() == 0 {
		return Number{}, divisorError(a)
	}
	prefer := int64(saturate(int64(a.scale) - int64(b.scale)))
	if a.Sign() == 0 {
		return zero(prefer), nil
	}
	// The quotient of integers ends after as many digits as this or not at all.
	most := int64(a.Precision()) + int64(math.Ceil(10*float64(b.Precision())/3))
	q, err := QuoRounded(a, b, Context{int(min(most, math.MaxInt32)), Unnecessary})
	if err != nil {
		return Number{}, Error("Non-terminating decimal expansion; no exact representable decimal result.")
	}
	if prefer > int64(q.scale) {
		return SetScale(q, int32(prefer), Unnecessary)
	}
	return q, nil
}

// QuoRounded is a/b under a context with a limit of digits.
func QuoRounded(a, b Number, c Context) (Number, error) {
	if b.Sign() == 0 {
		return Number{}, divisorError(a)
	}
	prefer := int64(a.scale) - int64(b.scale)
	if a.Sign() == 0 {
		return zero(prefer), nil
	}
	x, y := a.unscaled, b.unscaled
	dx, dy := int64(digits(x)), int64(digits(y))
	// As fractions below 1, is x above y? Then the quotient has a digit more.
	fx, fy := x, y
	if dx < dy {
		fx = new(big.Int).Mul(x, pow10(int(dy-dx)))
	} else {
		fy = new(big.Int).Mul(y, pow10(int(dx-dy)))
	}
	if fx.CmpAbs(fy) > 0 {
		dy--
	}
	p := int64(c.Precision)
	scale, err := checkScale(x, prefer+dy-dx+p)
	if err != nil {
		return Number{}, err
	}
	if n := p + dy - dx; n >= 0 {
		x = new(big.Int).Mul(x, pow10(int(n)))
	} else {
		y = new(big.Int).Mul(y, pow10(int(-n)))
	}
	q, exact, err := quoRound(x, y, c.Mode)
	if err != nil {
		return Number{}, err
	}
	r := Number{q, scale}
	if exact {
		r = strip(r, prefer)
	}
	return Round(r, c)
}

// QuoInteger is the integer part of a/b.
func QuoInteger(a, b Number) (Number, error) {
	prefer := int64(saturate(int64(a.scale) - int64(b.scale)))
	if cmpAbs(a, b) < 0 {
		return zero(prefer), nil
	}
	if a.Sign() == 0 && b.Sign() != 0 {
		return SetScale(a, int32(prefer), Unnecessary)
	}
	diff := int64(a.scale) - int64(b.scale)
	most := int64(a.Precision()) + int64(math.Ceil(10*float64(b.Precision())/3)) + max(diff, -diff) + 2
	q, err := QuoRounded(a, b, Context{int(min(most, math.MaxInt32)), Down})
	if err != nil {
		return Number{}, err
	}
	if q.scale > 0 {
		if q, err = SetScale(q, 0, Down); err != nil {
			return Number{}, err
		}
		q = strip(q, prefer)
	}
	if int64(q.scale) < prefer {
		return SetScale(q, int32(prefer), Unnecessary)
	}
	return q, nil
}

// QuoIntegerRounded is the integer part of a/b, which must fit the precision.
func QuoIntegerRounded(a, b Number, precision int) (Number, error) {
	if precision == 0 || cmpAbs(a, b) < 0 {
		return QuoInteger(a, b)
	}
	prefer := int64(saturate(int64(a.scale) - int64(b.scale)))
	q, err := QuoRounded(a, b, Context{precision, Down})
	if err != nil {
		return Number{}, err
	}
	switch {
	case q.scale < 0:
		p, err := Mul(q, b)
		if err != nil {
			return Number{}, err
		}
		if cmpAbs(Sub(a, p), b) >= 0 {
			return Number{}, Error("Division impossible")
		}
	case q.scale > 0:
		if q, err = SetScale(q, 0, Down); err != nil {
			return Number{}, err
		}
	}
	if room := int64(precision - q.Precision()); prefer > int64(q.scale) && room > 0 {
		return SetScale(q, int32(int64(q.scale)+min(room, prefer-int64(q.scale))), Unnecessary)
	}
	return strip(q, prefer), nil
}

// Pow is a to the n; without a precision n must not be negative.
func Pow(a Number, n int64, c Context) (Number, error) {
	if n < -999999999 || n > 999999999 || c.Precision == 0 && n < 0 {
		return Number{}, ErrInvalid
	}

	if c.Precision == 0 {
		scale, err := checkScale(a.unscaled, int64(a.scale)*n)
		if err != nil {
			return Number{}, err
		}
		return Number{new(big.Int).Exp(a.unscaled, big.NewInt(n), nil), scale}, nil
	}

	if n == 0 {
		return FromInt(1, 0), nil
	}

	mag := max(n, -n)
	length := digits(big.NewInt(mag))
	if length > c.Precision {
		return Number{}, ErrInvalid
	}

	// The digits that squaring loses, one for each bit at most, are carried along and
	// cut at the end.
	work := Context{c.Precision + length + 1, c.Mode}
	acc := FromInt(1, 0)
	seen := false

	for bit := 30; bit >= 0; bit-- {
		var err error
		if seen {
			if acc, err = mulRounded(acc, acc, work); err != nil {
				return Number{}, err
			}
		}
		if mag>>bit&1 != 0 {
			seen = true
			if acc, err = mulRounded(acc, a, work); err != nil {
				return Number{}, err
			}
		}
	}

	if n < 0 {
		var err error
		if acc, err = QuoRounded(FromInt(1, 0), acc, work); err != nil {
			return Number{}, err
		}
	}

	return Round(acc, c)
}

func mulRounded(a, b Number, c Context) (Number, error) {
	p, err := Mul(a, b)
	if err != nil {
		return Number{}, err
	}
	return Round(p, c)
}

// Sqrt is the square root of a, rounded once.
func Sqrt(a Number, c Context) (Number, error) {
	prefer := a.scale / 2
	switch a.Sign() {
	case 0:
		return zero(int64(prefer)), nil
	case -1:
		return Number{}, Error("Attempted square root of negative BigDecimal")
	}
	want := c.Precision
	if want == 0 {
		want = a.Precision()/2 + 1
	}
	// a = u·10^-s with s even; the root of u·100^k has k decimals more than s/2.
	u, s := a.unscaled, int64(a.scale)
	if s%2 != 0 {
		u, s = new(big.Int).Mul(u, big.NewInt(10)), s+1
	}
	k := max(0, int64(want)+2-int64(digits(u)+1)/2)
	u = new(big.Int).Mul(u, pow10(int(2*k)))
	root := new(big.Int).Sqrt(u)
	exact := new(big.Int).Mul(root, root).Cmp(u) == 0
	r := Number{root, saturate(s/2 + k)}
	if !exact {
		if c.Precision == 0 || c.Mode == Unnecessary {
			return Number{}, Error("Computed square root not exact.")
		}
		// A digit that is no five and no zero stands for the rest.
		r = Number{new(big.Int).Add(new(big.Int).Mul(root, big.NewInt(10)), big.NewInt(1)), saturate(s/2 + k + 1)}
	}
	var err error
	if c.Precision != 0 {
		if r, err = Round(r, c); err != nil {
			return Number{}, Error("Computed square root not exact.")
		}
	}
	if r.scale != prefer {
		return AddRounded(StripZeros(r), zero(int64(prefer)), Context{c.Precision, Unnecessary})
	}
	return r, nil
}
