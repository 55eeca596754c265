package starlark

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	sky "go.starlark.net/starlark"
)

func power(x, y float64) float64 { return math.Pow(x, y) }

// round rounds to even, as Python does.
func round(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, kwargs []sky.Tuple) (sky.Value, error) {
	var x, n sky.Value
	if err := sky.UnpackArgs("round", args, kwargs, "number", &x, "ndigits?", &n); err != nil {
		return nil, err
	}
	switch v := number1(x).(type) {
	case sky.Int:
		return v, nil
	case sky.Float:
		if n == nil || n == sky.None {
			i, err := sky.NumberToInt(sky.Float(math.RoundToEven(float64(v))))
			return i, err
		}
		d, err := sky.AsInt32(n)
		if err != nil || d < 0 || d > 300 {
			return nil, raise("ValueError", "round() to so many digits")
		}
		// By way of the decimal form, which is correctly rounded, as Python does; scaling by a
		// power of ten would round twice.
		f, err := strconv.ParseFloat(strconv.FormatFloat(float64(v), 'f', d, 64), 64)
		return sky.Float(f), err
	}
	return nil, raise("TypeError", "round() of a %s", x.Type())
}

// field is one value of an f-string: value, conversion, format.
func field(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	v := args[0]
	switch conv := string(args[1].(sky.String)); conv {
	case "":
	case "r", "a":
		v = sky.String(repr(v))
	case "s":
		v = sky.String(str1(v))
	default:
		return nil, raise("SyntaxError", "f-string: there is no conversion !%s", conv)
	}
	s, err := formatValue(v, string(args[2].(sky.String)))
	return sky.String(s), err
}

func formatOf(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	if len(args) < 1 || len(args) > 2 {
		return nil, raise("TypeError", "format() takes one or two arguments")
	}
	spec := ""
	if len(args) == 2 {
		spec = str1(args[1])
	}
	s, err := formatValue(args[0], spec)
	return sky.String(s), err
}

// spec is a format specification: [[fill]align][sign][#][0][width][,][.precision][type].
type spec struct {
	fill      rune
	align     byte
	sign      byte
	alternate bool
	width     int
	group     byte
	precision int // −1: not given
	verb      byte
}

func parseSpec(s string) (spec, bool) {
	sp := spec{fill: ' ', precision: -1}

	// Any character fills, also one of the alignment's own: "<<5" is the fill < with the
	// alignment <. So the character after the first one is looked at before the first.
	if r, n := utf8.DecodeRuneInString(s); n > 0 && n < len(s) && strings.IndexByte("<>^=", s[n]) >= 0 {
		sp.fill, sp.align, s = r, s[n], s[n+1:]
	} else if s != "" && strings.IndexByte("<>^=", s[0]) >= 0 {
		sp.align, s = s[0], s[1:]
	}
	take := func(set string) byte {
		if s != "" && strings.IndexByte(set, s[0]) >= 0 {
			c := s[0]
			s = s[1:]
			return c
		}
		return 0
	}
	digits := func() int {
		n := 0
		for n < len(s) && s[n] >= '0' && s[n] <= '9' {
			n++
		}
		v, err := strconv.Atoi(s[:n])
		// A width is memory that the author of the format asks for; one beyond the limit is taken
		// as none, and a precision is refused.
		if err != nil || v > 10000 {
			v = -1
		}
		s = s[n:]
		return v
	}

	// The order is that of the mini-language: sign, #, 0, width, grouping, precision, type.
	sp.sign = take("+- ")
	sp.alternate = take("#") != 0

	// A 0 before the width is short for the fill 0 with padding after the sign, unless an
	// alignment was written.
	if take("0") != 0 && sp.align == 0 {
		sp.fill, sp.align = '0', '='
	}
	sp.width = max(0, digits())
	sp.group = take(",_")
	if take(".") != 0 {
		if sp.precision = digits(); sp.precision < 0 {
			return sp, false
		}
	}
	sp.verb = take("bcdeEfFgGnosxX%")
	return sp, s == ""
}

func formatValue(v sky.Value, s string) (string, error) {
	if s == "" {
		return str1(v), nil
	}
	sp, ok := parseSpec(s)
	if !ok {
		return "", raise("ValueError", "invalid format %q", s)
	}

	// Without a type, or with s, a truth value prints as True or False; with a number's type it
	// is 1 or 0.
	if _, isBool := v.(sky.Bool); isBool && sp.verb != 0 && sp.verb != 's' {
		v = number1(v)
	}
	switch x := v.(type) {
	case sky.Int:
		if sp.verb == 0 || strings.IndexByte("bcdnoxX", sp.verb) >= 0 {
			return sp.integer(x.BigInt())
		}
		// A whole number under a float's verb, or %.
		if sp.verb != 's' {
			f, _ := new(big.Float).SetInt(x.BigInt()).Float64()
			return sp.float(f)
		}
	case sky.Float:
		if sp.verb != 's' && (sp.verb == 0 || strings.IndexByte("eEfFgGn%", sp.verb) >= 0) {
			return sp.float(float64(x))
		}
	default:
		if sp.verb == 0 || sp.verb == 's' {
			text := str1(v)
			if sp.precision >= 0 && utf8.RuneCountInString(text) > sp.precision {
				text = string([]rune(text)[:sp.precision])
			}
			return sp.pad(text, '<'), nil
		}
	}
	return "", raise("ValueError", "format %q does not fit a %s", s, typeName(v))
}

func (sp spec) integer(i *big.Int) (string, error) {
	abs := new(big.Int).Abs(i)
	base, prefix := 10, ""
	switch sp.verb {
	case 'b':
		base, prefix = 2, "0b"
	case 'o':
		base, prefix = 8, "0o"
	case 'x', 'X':
		base, prefix = 16, "0x"
	case 'c':
		return sp.pad(string(rune(i.Int64())), '<'), nil
	}
	digits := abs.Text(base)
	if sp.verb == 'X' {
		digits, prefix = strings.ToUpper(digits), "0X"
	}
	if !sp.alternate {
		prefix = ""
	}
	return sp.signed(i.Sign() < 0, prefix, sp.grouped(digits, base)), nil
}

func (sp spec) float(f float64) (string, error) {
	neg := math.Signbit(f)
	a := math.Abs(f)
	prec := sp.precision
	if prec < 0 {
		prec = 6
	}
	var s string
	switch sp.verb {
	case 'f', 'F':
		s = strconv.FormatFloat(a, 'f', prec, 64)
	case 'e', 'E':
		s = strconv.FormatFloat(a, 'e', prec, 64)
	case '%':
		s = strconv.FormatFloat(a*100, 'f', prec, 64) + "%"
	case 0:
		// Without a type the shortest form that reads back, as repr has it.
		s = float(a)
		if sp.precision >= 0 {
			s = strconv.FormatFloat(a, 'g', max(1, prec), 64)
		}
	default:
		// g, G and n.
		s = general(a, max(1, prec))
	}

	// Whatever the verb, these have one form; FormatFloat writes +Inf and NaN.
	if math.IsInf(f, 0) || math.IsNaN(f) {
		s = float(a)
	}
	if sp.verb == 'E' || sp.verb == 'G' || sp.verb == 'F' {
		s = strings.ToUpper(s)
	}

	// Grouping is for the whole part alone; the sign was taken off, to stand before the padding.
	whole, rest := s, ""
	if i := strings.IndexAny(s, ".eE%"); i >= 0 {
		whole, rest = s[:i], s[i:]
	}
	return sp.signed(neg && !math.IsNaN(f), "", sp.grouped(whole, 10)+rest), nil
}

// general is the form of %g.
func general(a float64, prec int) string {
	if a == 0 {
		return "0"
	}
	// The exponent after rounding to prec digits: 9.9999999 with six digits counts as 10.
	e, _ := strconv.Atoi(strings.SplitN(strconv.FormatFloat(a, 'e', prec-1, 64), "e", 2)[1])
	if e < -4 || e >= prec {
		m, x, _ := strings.Cut(strconv.FormatFloat(a, 'e', prec-1, 64), "e")
		if strings.Contains(m, ".") {
			m = strings.TrimRight(strings.TrimRight(m, "0"), ".")
		}
		return m + "e" + x
	}
	s := strconv.FormatFloat(a, 'f', prec-1-e, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

func (sp spec) grouped(digits string, base int) string {
	if sp.group == 0 {
		return digits
	}
	n := 3
	if base != 10 {
		// Binary, octal and hexadecimal digits go in fours.
		n = 4
	}
	var b strings.Builder
	for i, c := range digits {
		if i > 0 && (len(digits)-i)%n == 0 {
			b.WriteByte(sp.group)
		}
		b.WriteRune(c)
	}
	return b.String()
}

func (sp spec) signed(neg bool, prefix, digits string) string {
	sign := ""
	switch {
	case neg:
		sign = "-"
	case sp.sign == '+' || sp.sign == ' ':
		sign = string(sp.sign)
	}
	if sp.align == '=' {
		if n := sp.width - len(sign) - len(prefix) - utf8.RuneCountInString(digits); n > 0 {
			digits = strings.Repeat(string(sp.fill), n) + digits
		}
		return sign + prefix + digits
	}
	return sp.pad(sign+prefix+digits, '>')
}

func (sp spec) pad(s string, align byte) string {
	n := sp.width - utf8.RuneCountInString(s)
	if n <= 0 {
		return s
	}
	// The alignment = is for numbers, whose padding signed has added.
	if sp.align != 0 && sp.align != '=' {
		align = sp.align
	}
	fill := func(k int) string { return strings.Repeat(string(sp.fill), k) }
	switch align {
	case '<':
		return s + fill(n)
	case '^':
		return fill(n/2) + s + fill(n-n/2)
	}
	return fill(n) + s
}

// percent is format % values.
func percent(_ *sky.Thread, _ *sky.Builtin, args sky.Tuple, _ []sky.Tuple) (sky.Value, error) {
	format := string(args[0].(sky.String))
	values, isTuple := args[1].(sky.Tuple)

	// One value stands for a tuple of one, so that a list is formatted as a whole, as in Python.
	if !isTuple {
		values = sky.Tuple{args[1]}
	}
	var b strings.Builder
	n := 0
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			b.WriteByte(format[i])
			continue
		}
		i++
		var named sky.Value
		if i < len(format) && format[i] == '(' {
			end := strings.IndexByte(format[i:], ')')
			m, ok := args[1].(sky.Mapping)
			if end < 0 || !ok {
				return nil, raise("TypeError", "%%(name) needs a dict")
			}
			v, found, err := m.Get(sky.String(format[i+1 : i+end]))
			if err != nil || !found {
				return nil, raise("KeyError", "%s", quote(format[i+1:i+end]))
			}
			// The dict counts as used up: a conversion without a name has no value from here on.
			named, n = v, len(values)
			i += end + 1
		}
		start := i
		for i < len(format) && strings.IndexByte("-+ #0123456789.", format[i]) >= 0 {
			i++
		}
		if i >= len(format) {
			return nil, raise("ValueError", "incomplete format")
		}
		if format[i] == '%' {
			b.WriteByte('%')
			continue
		}
		v := named
		if v == nil {
			if n >= len(values) {
				return nil, raise("TypeError", "not enough values for the format")
			}
			v = values[n]
			n++
		}
		s, err := percentValue(v, format[start:i], format[i])
		if err != nil {
			return nil, err
		}
		b.WriteString(s)
	}
	if n < len(values) && isTuple {
		return nil, raise("TypeError", "more values than the format takes")
	}
	return sky.String(b.String()), nil
}

func percentValue(v sky.Value, flags string, verb byte) (string, error) {
	sp := spec{fill: ' ', align: '>', precision: -1}
	width, prec, dotted := strings.Cut(strings.TrimLeft(flags, "-+ #0"), ".")
	sp.width, _ = strconv.Atoi(width)
	if dotted {
		sp.precision, _ = strconv.Atoi(prec)
	}
	if sp.width > 10000 || sp.precision > 10000 {
		return "", raise("ValueError", "the format is too wide")
	}

	// The flags come first; a 0 inside the width is a digit and was cut off.
	for _, f := range flags[:len(flags)-len(strings.TrimLeft(flags, "-+ #0"))] {
		switch f {
		case '-':
			sp.align = '<'
		case '0':
			if sp.align == '>' {
				sp.fill, sp.align = '0', '='
			}
		case '+', ' ':
			sp.sign = byte(f)
		case '#':
			sp.alternate = true
		}
	}
	switch verb {
	case 's', 'r', 'a', 'c':
		text := str1(v)
		if verb == 'r' || verb == 'a' {
			text = repr(v)
		}
		if i, ok := v.(sky.Int); ok && verb == 'c' {
			text = string(rune(i.BigInt().Int64()))
		}
		if sp.precision >= 0 && utf8.RuneCountInString(text) > sp.precision {
			text = string([]rune(text)[:sp.precision])
		}
		return sp.pad(text, '>'), nil
	case 'd', 'i', 'u', 'x', 'X', 'o':
		sp.verb = verb
		if verb == 'i' || verb == 'u' {
			sp.verb = 'd'
		}
		switch x := number1(v).(type) {
		case sky.Int:
			return sp.integer(x.BigInt())
		case sky.Float:
			i, err := sky.NumberToInt(x)
			if err != nil {
				return "", raise("ValueError", "%v", err)
			}
			return sp.integer(i.BigInt())
		}
	case 'f', 'F', 'e', 'E', 'g', 'G':
		sp.verb = verb
		if f, ok := sky.AsFloat(number1(v)); ok {
			return sp.float(f)
		}
	default:
		return "", raise("ValueError", "there is no format %%%c", verb)
	}
	return "", raise("TypeError", "%%%c of a %s", verb, typeName(v))
}
