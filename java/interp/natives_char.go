package interp

import (
	"sort"
	"strings"
	"unicode"

	"ensures/java/types"
)

// isJavaWhitespace is Character.isWhitespace.
func isJavaWhitespace(c rune) bool {
	switch {
	case c < 0x80:
		return c == ' ' || '\t' <= c && c <= '\r' || 0x1c <= c && c <= 0x1f
	case c == 0xa0 || c == 0x2007 || c == 0x202f:
		return false
	}
	return unicode.Is(unicode.Z, c)
}

// upperPoint and lowerPoint are Character.toUpperCase and toLowerCase.
func upperPoint(c rune) rune {
	if c < 0x80 {
		if 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		return c
	}
	return unicode.ToUpper(c)
}

func lowerPoint(c rune) rune {
	if c < 0x80 {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		return c
	}
	return unicode.ToLower(c)
}

func toUpper(m *Machine, s *String) *String {
	m.Alloc(int64(s.Len()))
	if s.u == nil && isASCII(s.b) {
		return &String{b: strings.ToUpper(s.b)}
	}
	var t Text
	for i := 0; i < s.Len(); {
		c := codePointAt(s, i)
		i += width(c)
		// Of a string, unlike of a character, the upper case may be longer: ß becomes SS.
		if more, ok := specialUpper[c]; ok {
			t.Add(NewString(more))
			continue
		}
		t.point(upperPoint(c))
	}
	return t.String()
}

func toLower(m *Machine, s *String) *String {
	m.Alloc(int64(s.Len()))
	if s.u == nil && isASCII(s.b) {
		return &String{b: strings.ToLower(s.b)}
	}
	var t Text
	for i := 0; i < s.Len(); {
		c := codePointAt(s, i)
		switch {
		// The one character whose lower case is two: İ, outside of Turkish.
		case c == 0x130:
			t.Add(NewString("i\u0307"))
		case c == 0x3a3 && finalSigma(s, i):
			t.point(0x3c2)
		default:
			t.point(lowerPoint(c))
		}
		i += width(c)
	}
	return t.String()
}

// finalSigma reports whether a cased letter precedes the sigma at i, and none
// follows, signs that do not count passed over.
func finalSigma(s *String, i int) bool {
	ignorable := func(c rune) bool {
		switch c {
		case '\'', '.', ':', '^', '`', 0xa8, 0xad, 0xaf, 0xb4, 0xb7, 0xb8, 0x2019:
			return true
		}
		return unicode.In(c, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk)
	}
	before := false
	for j := i; j > 0; {
		c := codePointBefore(s, j)
		j -= width(c)
		if !ignorable(c) {
			before = isCased(c)
			break
		}
	}
	if !before {
		return false
	}
	for j := i + 1; j < s.Len(); {
		c := codePointAt(s, j)
		j += width(c)
		if !ignorable(c) {
			return !isCased(c)
		}
	}
	return true
}

func isCased(c rune) bool { return isUpperPoint(c) || isLowerPoint(c) || unicode.Is(unicode.Lt, c) }

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

func isUpperPoint(c rune) bool {
	if c < 0x80 {
		return 'A' <= c && c <= 'Z'
	}
	return unicode.In(c, unicode.Lu, unicode.Other_Uppercase)
}

func isLowerPoint(c rune) bool {
	if c < 0x80 {
		return 'a' <= c && c <= 'z'
	}
	return unicode.In(c, unicode.Ll, unicode.Other_Lowercase)
}

func isLetterPoint(c rune) bool {
	if c < 0x80 {
		return 'a' <= c|0x20 && c|0x20 <= 'z'
	}
	return unicode.IsLetter(c)
}

func isDigitPoint(c rune) bool {
	if c < 0x80 {
		return '0' <= c && c <= '9'
	}
	return unicode.Is(unicode.Nd, c)
}

func isAlphabeticPoint(c rune) bool {
	return isLetterPoint(c) || c >= 0x80 && unicode.In(c, unicode.Nl, unicode.Other_Alphabetic)
}

func isIgnorable(c rune) bool {
	return 0 <= c && c <= 8 || 0xe <= c && c <= 0x1b || 0x7f <= c && c <= 0x9f || unicode.Is(unicode.Cf, c)
}

func isIdentifierStart(c rune) bool {
	return isLetterPoint(c) || c == '_' || c == '$' || unicode.In(c, unicode.Nl, unicode.Sc, unicode.Pc)
}

func isIdentifierPart(c rune) bool {
	return isIdentifierStart(c) || isDigitPoint(c) || unicode.In(c, unicode.Mn, unicode.Mc) || isIgnorable(c)
}

// characterPredicates are the tests of Character by code point.
var characterPredicates = map[string]func(rune) bool{
	"isLowerCase":              isLowerPoint,
	"isUpperCase":              isUpperPoint,
	"isTitleCase":              func(c rune) bool { return unicode.Is(unicode.Lt, c) },
	"isDigit":                  isDigitPoint,
	"isDefined":                func(c rune) bool { return characterType(c) != 0 },
	"isLetter":                 isLetterPoint,
	"isLetterOrDigit":          func(c rune) bool { return isLetterPoint(c) || isDigitPoint(c) },
	"isAlphabetic":             isAlphabeticPoint,
	"isIdeographic":            func(c rune) bool { return unicode.Is(unicode.Ideographic, c) },
	"isJavaIdentifierStart":    isIdentifierStart,
	"isJavaIdentifierPart":     isIdentifierPart,
	"isUnicodeIdentifierStart": func(c rune) bool { return isLetterPoint(c) || unicode.In(c, unicode.Nl, unicode.Other_ID_Start) },
	"isUnicodeIdentifierPart": func(c rune) bool {
		return isLetterPoint(c) || isDigitPoint(c) || isIgnorable(c) ||
			unicode.In(c, unicode.Nl, unicode.Mn, unicode.Mc, unicode.Pc, unicode.Other_ID_Start, unicode.Other_ID_Continue)
	},
	"isIdentifierIgnorable": isIgnorable,
	"isSpaceChar":           func(c rune) bool { return unicode.Is(unicode.Z, c) },
	"isWhitespace":          isJavaWhitespace,
	"isISOControl":          func(c rune) bool { return 0 <= c && c <= 0x1f || 0x7f <= c && c <= 0x9f },
}

// characterTypes are the general categories in the order of Character.getType.
var characterTypes = []struct {
	n     int32
	table *unicode.RangeTable
}{
	{1, unicode.Lu}, {2, unicode.Ll}, {3, unicode.Lt}, {4, unicode.Lm}, {5, unicode.Lo},
	{6, unicode.Mn}, {7, unicode.Me}, {8, unicode.Mc}, {9, unicode.Nd}, {10, unicode.Nl}, {11, unicode.No},
	{12, unicode.Zs}, {13, unicode.Zl}, {14, unicode.Zp}, {15, unicode.Cc}, {16, unicode.Cf}, {18, unicode.Co}, {19, unicode.Cs},
	{20, unicode.Pd}, {21, unicode.Ps}, {22, unicode.Pe}, {23, unicode.Pc}, {24, unicode.Po},
	{25, unicode.Sm}, {26, unicode.Sc}, {27, unicode.Sk}, {28, unicode.So}, {29, unicode.Pi}, {30, unicode.Pf},
}

func characterType(c rune) int32 {
	for _, t := range characterTypes {
		if unicode.Is(t.table, c) {
			return t.n
		}
	}
	return 0
}

// digitValue is Character.digit.
func digitValue(c rune, radix int32) int32 {
	v := int32(-1)
	switch {
	case '0' <= c && c <= '9':
		v = c - '0'
	case 'a' <= c && c <= 'z':
		v = c - 'a' + 10
	case 'A' <= c && c <= 'Z':
		v = c - 'A' + 10
	case c < 0x80:
	case 0xff21 <= c && c <= 0xff3a:
		v = c - 0xff21 + 10
	case 0xff41 <= c && c <= 0xff5a:
		v = c - 0xff41 + 10
	case isDigitPoint(c):
		v = decimalDigit(c)
	}
	if radix < 2 || radix > 36 || v >= radix {
		return -1
	}
	return v
}

// decimalDigit is the value of a character of category Nd: they come in runs of
// ten, except that the mathematical ones start at 1D7CE.
func decimalDigit(c rune) int32 {
	if 0x1d7ce <= c && c <= 0x1d7ff {
		return (c - 0x1d7ce) % 10
	}
	lo := c
	for isDigitPoint(lo-1) && c-lo < 60 {
		lo--
	}
	return (c - lo) % 10
}

// numericValue is Character.getNumericValue.
func numericValue(c rune) int32 {
	if v := digitValue(c, 36); v >= 0 {
		return v
	}
	i := sort.Search(len(numericRanges), func(i int) bool { return numericRanges[i].hi >= c })
	if i < len(numericRanges) && numericRanges[i].lo <= c {
		r := numericRanges[i]
		return r.first + r.step*(c-r.lo)
	}
	return -1
}

func characterNatives() map[string]Native {
	table := map[string]Native{}
	for name, is := range characterPredicates {
		f := func(m *Machine, _ Ref, a []Value) Value { return Bool(is(rune(a[0].N))) }
		table[name+"(int)"] = f
		if name != "isAlphabetic" && name != "isIdeographic" {
			table[name+"(char)"] = f
		}
	}

	for name, conv := range map[string]func(rune) int32{
		"toLowerCase":     lowerPoint,
		"toUpperCase":     upperPoint,
		"toTitleCase":     unicode.ToTitle,
		"getType":         characterType,
		"getNumericValue": numericValue,
	} {
		f := func(m *Machine, _ Ref, a []Value) Value {
			// Beyond Unicode there are no characters: each function has its own answer
			// for them.
			c := rune(a[0].N)
			if c < 0 || c > unicode.MaxRune {
				if name == "getType" {
					return Int(0)
				}
				if name == "getNumericValue" {
					return Int(-1)
				}
				return Int(c)
			}
			return Int(conv(c))
		}
		table[name+"(char)"] = f
		table[name+"(int)"] = f
	}

	digit := func(m *Machine, _ Ref, a []Value) Value { return Int(digitValue(rune(a[0].N), a[1].Int32())) }
	table["digit(char,int)"] = digit
	table["digit(int,int)"] = digit
	table["isSpace(char)"] = func(m *Machine, _ Ref, a []Value) Value {
		c := a[0].N
		return Bool(c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r')
	}

	mirrored := func(m *Machine, _ Ref, a []Value) Value {
		m.Unsupported("Character.isMirrored")
		return Value{}
	}
	table["isMirrored(char)"] = mirrored
	table["isMirrored(int)"] = mirrored

	table["toString(int)"] = func(m *Machine, _ Ref, a []Value) Value {
		c := a[0].Int32()
		if c < 0 || c > unicode.MaxRune {
			m.Throw("java.lang.IllegalArgumentException", "Not a valid Unicode code point: 0x"+strings.ToUpper(formatRadix(uint64(uint32(c)), 16)))
		}
		var t Text
		t.point(c)
		return R(t.String())
	}

	out := of("java.lang.Character", table)
	for k, f := range boxNatives("java.lang.Character", types.Char) {
		out[k] = f
	}
	return out
}
