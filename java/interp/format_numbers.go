package interp

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"ensures/java/decimal"
	"ensures/java/types"
)

// How format writes numbers.

func (m *Machine) formatInteger(out *Text, s *specifier, arg Ref) {
	if arg == nil {
		m.putText(out, s, stringNull)
		return
	}

	var n *big.Int
	bits := uint(0)
	switch a := arg.(type) {
	case *Box:
		n = big.NewInt(a.N)
		bits = map[types.Kind]uint{types.Byte: 8, types.Short: 16, types.Int: 32, types.Long: 64}[a.Kind]
		if bits == 0 {
			m.badArgument(s, arg)
		}
	case *Object:
		v, ok := a.Native.(*big.Int)
		if !ok {
			m.badArgument(s, arg)
		}
		n = v
	default:
		m.badArgument(s, arg)
	}

	var b strings.Builder
	if s.conv == 'd' {
		s.leadingSign(&b, n.Sign() < 0)
		s.magnitude(&b, new(big.Int).Abs(n).String(), s.adjustedWidth(n.Sign() < 0))
		s.trailingSign(&b, n.Sign() < 0)
		m.justify(out, s, NewString(b.String()))
		return
	}

	// Octal and hexadecimal show a negative number of a fixed width in two's
	// complement; a BigInteger has no width and gets a sign.
	negative := n.Sign() < 0
	if bits != 0 {
		for _, f := range []int{flagParens, flagSpace, flagPlus} {
			if s.has(f) {
				m.throwFormat("FormatFlagsConversionMismatchException", R(NewString(flagString(f))), Value{N: int64(s.conv)})
			}
		}
		if negative {
			n = new(big.Int).Add(n, new(big.Int).Lsh(big.NewInt(1), bits))
		}
	} else {
		s.leadingSign(&b, negative)
	}

	digits := new(big.Int).Abs(n).Text(map[byte]int{'o': 8, 'x': 16}[s.conv])
	prefix := ""
	if s.has(flagAlternate) {
		prefix = map[byte]string{'o': "0", 'x': "0x"}[s.conv]
	}
	if s.has(flagUpper) {
		digits, prefix = strings.ToUpper(digits), strings.ToUpper(prefix)
	}

	b.WriteString(prefix)
	if s.has(flagZero) {
		used := b.Len() + len(digits)
		if bits == 0 && negative && s.has(flagParens) {
			used++
		}
		b.WriteString(strings.Repeat("0", max(0, s.width-used)))
	}

	b.WriteString(digits)
	if bits == 0 {
		s.trailingSign(&b, negative)
	}
	m.justify(out, s, NewString(b.String()))
}

func (s *specifier) leadingSign(b *strings.Builder, negative bool) {
	switch {
	case !negative && s.has(flagPlus):
		b.WriteByte('+')
	case !negative && s.has(flagSpace):
		b.WriteByte(' ')
	case negative && s.has(flagParens):
		b.WriteByte('(')
	case negative:
		b.WriteByte('-')
	}
}

func (s *specifier) trailingSign(b *strings.Builder, negative bool) {
	if negative && s.has(flagParens) {
		b.WriteByte(')')
	}
}

// adjustedWidth leaves room for a closing parenthesis.
func (s *specifier) adjustedWidth(negative bool) int {
	if s.width != -1 && s.has(flagParens) && negative {
		return s.width - 1
	}
	return s.width
}

// magnitude writes digits with a point, grouped and padded with zeros to a width
// that counts what b holds already.
func (s *specifier) magnitude(b *strings.Builder, digits string, width int) {
	if s.has(flagGroup) {
		whole, _, _ := strings.Cut(digits, ".")
		var g strings.Builder
		for i := range whole {
			if i > 0 && (len(whole)-i)%3 == 0 {
				g.WriteByte(',')
			}
			g.WriteByte(whole[i])
		}
		digits = g.String() + digits[len(whole):]
	}
	if s.has(flagZero) {
		b.WriteString(strings.Repeat("0", max(0, width-b.Len()-len(digits))))
	}
	b.WriteString(digits)
}

func (m *Machine) formatFloating(out *Text, s *specifier, arg Ref) {
	if arg == nil {
		m.putText(out, s, stringNull)
		return
	}
	switch a := arg.(type) {
	case *Box:
		switch a.Kind {
		case types.Float:
			m.formatDouble(out, s, float64(f32(a.N)))
		case types.Double:
			m.formatDouble(out, s, f64(a.N))
		default:
			m.badArgument(s, arg)
		}
		return
	case *Object:
		if n, ok := a.Native.(decimal.Number); ok {
			m.formatDecimal(out, s, n)
			return
		}
	}
	m.badArgument(s, arg)
}

func (m *Machine) formatDouble(out *Text, s *specifier, d float64) {
	capital := func(t string) string {
		if s.has(flagUpper) {
			return strings.ToUpper(t)
		}
		return t
	}
	if d != d {
		m.justify(out, s, NewString(capital("NaN")))
		return
	}
	negative := math.Signbit(d)
	d = math.Abs(d)
	var b strings.Builder
	s.leadingSign(&b, negative)
	if math.IsInf(d, 0) {
		b.WriteString(capital("Infinity"))
	} else if s.conv == 'a' {
		m.hexadecimal(&b, s, d, negative)
	} else {
		// Java rounds the decimal of Double.toString, not the exact value of the double.
		digits, exp := shortest(d)
		s.float(&b, digits, exp, d == 0, negative)
	}
	s.trailingSign(&b, negative)
	m.justify(out, s, NewString(b.String()))
}

func (m *Machine) hexadecimal(b *strings.Builder, s *specifier, d float64, negative bool) {
	if s.precision != -1 {
		m.Unsupported("precision of %a in a format")
	}
	t := hexFloat(d, 64)
	if s.has(flagZero) {
		t = "0x" + strings.Repeat("0", max(0, s.adjustedWidth(negative)-b.Len()-len(t))) + t[2:]
	}
	if s.has(flagUpper) {
		t = strings.ToUpper(t)
	}
	b.WriteString(t)
}

// shortest is the decimal that Double.toString prints for a finite d ≥ 0, as
// digits d1d2… and an exponent: 0.d1d2… times ten to it.
func shortest(d float64) (digits string, exp int) {
	s := FormatDouble(d)
	if e := strings.IndexByte(s, 'E'); e >= 0 {
		exp, _ = strconv.Atoi(s[e+1:])
		s = s[:e]
	}
	whole, fraction, _ := strings.Cut(s, ".")
	digits = strings.TrimLeft(whole+fraction, "0")
	exp += len(whole) - (len(whole) + len(fraction) - len(digits))
	digits = strings.TrimRight(digits, "0")
	if digits == "" {
		return "0", 1
	}
	return digits, exp
}

// roundDigits rounds half up to n digits, which may be none or fewer.
func roundDigits(digits string, exp, n int) (string, int) {
	if n >= len(digits) {
		return digits, exp
	}
	// The digits are 0.d1d2…: without any of them only the first decides,
	// between nothing and the next power of ten.
	if n < 0 || n == 0 && digits[0] < '5' {
		return "0", 1
	}
	if n == 0 {
		return "1", exp + 1
	}
	if digits[n] < '5' {
		return digits[:n], exp
	}
	b := []byte(digits[:n])
	for i := n - 1; i >= 0; i-- {
		if b[i] < '9' {
			b[i]++
			return string(b), exp
		}
		b[i] = '0'
	}
	// All nines: one digit more in front, and one fewer at the end.
	return "1" + string(b[:n-1]), exp + 1
}

// plainDigits writes 0.digits·10^exp with so many decimals.
func plainDigits(digits string, exp, decimals int) string {
	digits, exp = roundDigits(digits, exp, exp+decimals)
	if digits == "0" {
		exp = 1
	}
	for len(digits) < exp+decimals {
		digits += "0"
	}
	whole, fraction := "0", ""
	if exp > 0 {
		whole, fraction = digits[:exp], digits[exp:]
	} else {
		fraction = strings.Repeat("0", -exp) + digits
	}
	if decimals == 0 {
		return whole
	}
	return whole + "." + fraction[:decimals]
}

// float writes a number as %e, %f or %g do.
func (s *specifier) float(b *strings.Builder, digits string, exp int, zero, negative bool) {
	prec := s.precision
	if prec == -1 {
		prec = 6
	}
	switch s.conv {
	case 'f':
		s.fixed(b, digits, exp, prec, negative)
	case 'e':
		s.scientific(b, digits, exp, prec, zero, negative)
	default:
		if prec == 0 {
			prec = 1
		}
		// Zero has no exponent to choose by; %g writes it without one.
		if zero {
			s.fixed(b, "0", 1, prec-1, negative)
			return
		}
		// Rounded first: 9.9999999 has another exponent afterwards, and the choice is made by that.
		digits, exp = roundDigits(digits, exp, prec)
		if exp-1 < -4 || exp-1 >= prec {
			s.scientific(b, digits, exp, prec-1, false, negative)
		} else {
			s.fixed(b, digits, exp, prec-exp, negative)
		}
	}
}

func (s *specifier) fixed(b *strings.Builder, digits string, exp, prec int, negative bool) {
	t := plainDigits(digits, exp, prec)
	if s.has(flagAlternate) && prec == 0 {
		t += "."
	}
	s.magnitude(b, t, s.adjustedWidth(negative))
}

func (s *specifier) scientific(b *strings.Builder, digits string, exp, prec int, zero, negative bool) {
	digits, exp = roundDigits(digits, exp, prec+1)
	for len(digits) < prec+1 {
		digits += "0"
	}
	t := digits[:1]
	if prec > 0 {
		t += "." + digits[1:]
	} else if s.has(flagAlternate) {
		t += "."
	}

	e := exp - 1
	if zero {
		e = 0
	}
	tail := "e+"
	if e < 0 {
		tail, e = "e-", -e
	}
	if e < 10 {
		tail += "0"
	}
	tail += itoa(e)
	if s.has(flagUpper) {
		tail = strings.ToUpper(tail)
	}

	width := s.adjustedWidth(negative)
	// The exponent is written behind what is padded here.
	if width != -1 {
		width -= len(tail)
	}
	s.magnitude(b, t, width)
	b.WriteString(tail)
}

func (m *Machine) formatDecimal(out *Text, s *specifier, n decimal.Number) {
	if s.conv == 'a' {
		m.throwFormat("IllegalFormatConversionException", Value{N: 'a'}, R(m.ClassObject(&types.ClassType{Class: m.Class(bigDecimalClass).Class})))
	}
	m.chargeDigits(int64(n.Scale()))
	negative := n.Sign() < 0
	digits := new(big.Int).Abs(n.Unscaled()).String()
	exp := len(digits) - int(n.Scale())
	zero := n.Sign() == 0
	if zero {
		digits, exp = "0", 1
	} else if trimmed := strings.TrimRight(digits, "0"); trimmed != "" {
		digits = trimmed
	}
	var b strings.Builder
	s.leadingSign(&b, negative)
	s.float(&b, digits, exp, zero, negative)
	s.trailingSign(&b, negative)
	m.justify(out, s, NewString(b.String()))
}
