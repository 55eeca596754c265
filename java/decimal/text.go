package decimal

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"
)

// SyntaxError says why a text is no number; it is empty where Java gives no reason.
type SyntaxError string

func (e SyntaxError) Error() string { return string(e) }

// Parse reads a number as BigDecimal's constructor does.
func Parse(s string) (Number, error) {
	runes := []rune(s)
	if len(runes) == 0 {
		return Number{}, SyntaxError("")
	}

	negative := runes[0] == '-'
	i := 0
	if runes[0] == '-' || runes[0] == '+' {
		i++
	}

	var b strings.Builder
	scale := int64(0)
	dot := false
	exp := int64(0)

	for ; i < len(runes); i++ {
		c := runes[i]
		switch {
		case digit(c) >= 0:
			b.WriteByte(byte('0' + digit(c)))
			if dot {
				scale++
			}
		case c == '.':
			if dot {
				return Number{}, SyntaxError("Character array contains more than one decimal point.")
			}
			dot = true
		case c == 'e' || c == 'E':
			n, err := exponent(runes[i+1:])
			if err != nil {
				return Number{}, err
			}
			exp = n
			i = len(runes)
		case len(runes) <= 18:
			return Number{}, SyntaxError("Character " + string(c) + ` is neither a decimal digit number, decimal point, nor "e" notation exponential mark.`)
		default:
			return Number{}, SyntaxError(`Character array is missing "e" notation exponential mark.`)
		}
	}

	if b.Len() == 0 {
		return Number{}, SyntaxError("No digits found.")
	}
	scale -= exp
	if scale != int64(int32(scale)) {
		return Number{}, SyntaxError("Scale out of range.")
	}

	u, _ := new(big.Int).SetString(b.String(), 10)
	if negative {
		u.Neg(u)
	}
	return Number{u, int32(scale)}, nil
}

// digit is the value of a decimal digit of any script.
func digit(c rune) int {
	if c < 0x80 {
		if '0' <= c && c <= '9' {
			return int(c - '0')
		}
		return -1
	}
	if !unicode.IsDigit(c) {
		return -1
	}
	lo := c
	for unicode.IsDigit(lo-1) && c-lo < 60 {
		lo--
	}
	return int(c-lo) % 10
}

func exponent(s []rune) (int64, error) {
	if len(s) == 0 {
		return 0, SyntaxError("")
	}
	negative := s[0] == '-'
	if s[0] == '-' || s[0] == '+' {
		s = s[1:]
		if len(s) == 0 {
			return 0, SyntaxError("")
		}
	}
	for len(s) > 10 && digit(s[0]) == 0 {
		s = s[1:]
	}
	if len(s) > 10 {
		return 0, SyntaxError("Too many nonzero exponent digits.")
	}
	var n int64
	for _, c := range s {
		d := digit(c)
		if d < 0 {
			return 0, SyntaxError("Not a digit.")
		}
		n = n*10 + int64(d)
	}
	if negative {
		n = -n
	}
	if n != int64(int32(n)) {
		return 0, SyntaxError("Exponent overflow.")
	}
	return n, nil
}

// String is a in scientific notation where it has an exponent.
func (a Number) String() string { return a.layout(false) }

// Engineering is like String, with exponents that are multiples of three.
func (a Number) Engineering() string { return a.layout(true) }

func (a Number) layout(engineering bool) string {
	sign := ""
	if a.Sign() < 0 {
		sign = "-"
	}

	s := new(big.Int).Abs(a.unscaled).String()
	if a.scale == 0 {
		return sign + s
	}

	exp := int64(len(s)) - 1 - int64(a.scale)
	// Plain notation, as long as it needs few zeros.
	if a.scale > 0 && exp >= -6 {
		if n := int(a.scale) - len(s); n >= 0 {
			return sign + "0." + strings.Repeat("0", n) + s
		}
		k := len(s) - int(a.scale)
		return sign + s[:k] + "." + s[k:]
	}

	if engineering {
		lead := int(exp % 3)
		if lead < 0 {
			lead += 3
		}
		exp -= int64(lead)
		lead++
		// Zero has no digits to put before the point: it gets zeros, and a higher
		// exponent.
		if a.Sign() == 0 {
			switch lead {
			case 2:
				s = "0.00"
				exp += 3
			case 3:
				s = "0.0"
				exp += 3
			}
		} else if lead >= len(s) {
			s += strings.Repeat("0", lead-len(s))
		} else {
			s = s[:lead] + "." + s[lead:]
		}
	} else if len(s) > 1 {
		s = s[:1] + "." + s[1:]
	}

	if exp != 0 {
		s += "E"
		if exp > 0 {
			s += "+"
		}
		s += strconv.FormatInt(exp, 10)
	}
	return sign + s
}

// Plain is a without an exponent.
func (a Number) Plain() string {
	if a.scale == 0 {
		return a.unscaled.String()
	}
	if a.scale < 0 {
		if a.Sign() == 0 {
			return "0"
		}
		return a.unscaled.String() + strings.Repeat("0", -int(a.scale))
	}
	sign := ""
	if a.Sign() < 0 {
		sign = "-"
	}
	s := new(big.Int).Abs(a.unscaled).String()
	if n := int(a.scale) - len(s); n >= 0 {
		return sign + "0." + strings.Repeat("0", n) + s
	}
	k := len(s) - int(a.scale)
	return sign + s[:k] + "." + s[k:]
}

// Float is the nearest double (bits 64) or float (32).
func (a Number) Float(bits int) float64 {
	// Beyond these exponents the digits don't matter.
	exp := int64(a.Precision()) - int64(a.scale)
	switch {
	case a.Sign() == 0 || exp < -400:
		return 0 * float64(a.Sign())
	case exp > 400:
		return math.Inf(a.Sign())
	}
	f, _ := strconv.ParseFloat(a.unscaled.String()+"e"+strconv.FormatInt(-int64(a.scale), 10), bits)
	return f
}

// Hash is hashCode() of a BigInteger.
func Hash(u *big.Int) int32 {
	h := int32(0)
	b := u.Bytes()
	for len(b)%4 != 0 {
		b = append([]byte{0}, b...)
	}
	for i := 0; i < len(b); i += 4 {
		h = 31*h + int32(uint32(b[i])<<24|uint32(b[i+1])<<16|uint32(b[i+2])<<8|uint32(b[i+3]))
	}
	return h * int32(u.Sign())
}

// Hash is hashCode().
func (a Number) Hash() int32 { return 31*Hash(a.unscaled) + a.scale }
