package regex

import (
	"strings"
	"unicode"
)

// bracket parses a character class from its opening bracket on.
func (p *parser) bracket() set {
	p.pos++
	return p.classBody(true)
}

// classBody parses up to the closing bracket, which it takes only if consume.
func (p *parser) classBody(consume bool) set {
	p.nest()
	defer func() { p.depth-- }()
	var prev set
	negative := false
	first := true

	for {
		c := p.peek()
		if p.pos >= len(p.src) {
			p.fail("Unclosed character class", len(p.src))
		}
		switch c {
		case '^':
			// Only right behind the bracket does ^ negate.
			if first && p.src[p.pos-1] == '[' {
				p.pos++
				negative = true
				first = false
				continue
			}
		case '[':
			p.pos++
			prev = union(prev, p.classBody(true))
			first = false
			continue
		case '&':
			if p.pos+1 < len(p.src) && p.src[p.pos+1] == '&' {
				first = false
				prev = p.intersection(prev)
				continue
			}
		case ']':
			// A bracket that closes an empty class stands for itself, as in []a].
			if prev != nil {
				if consume {
					p.pos++
				}
				if negative {
					// The complement is of the whole class, nested ones included.
					inner := prev
					return func(c rune) bool { return !inner(c) }
				}
				return prev
			}
		}

		first = false
		prev = union(prev, p.classRange())
	}
}

// union is the characters of either; a is nil at the start of a class.
func union(a, b set) set {
	if a == nil {
		return b
	}
	return func(c rune) bool { return a(c) || b(c) }
}

// intersection parses from && to the end of its right side, which Java lets be
// empty: then the left one stays as it is.
func (p *parser) intersection(left set) set {
	p.pos += 2
	var right set
	var c rune
	for {
		c = p.peek()
		if p.pos >= len(p.src) {
			p.fail("Unclosed character class", len(p.src))
		}
		if c == ']' || c == '&' {
			break
		}

		nested := c == '['
		if nested {
			p.pos++
		}
		// Not nested, the right side runs up to the bracket that closes the class around it,
		// which is left to that one.
		right = union(right, p.classBody(nested))
	}

	both := left
	switch {
	case left == nil && right == nil:
		p.fail("Bad class syntax", p.pos+1)
	case left == nil:
		both = right
	case right != nil:
		both = func(c rune) bool { return left(c) && right(c) }
	}
	// A single & after it stands for itself.
	if c == '&' && !(p.pos+1 < len(p.src) && p.src[p.pos+1] == '&') {
		p.pos++
		both = union(both, func(c rune) bool { return c == '&' })
	}
	return both
}

// classRange parses a character, a range or an escaped class.
func (p *parser) classRange() set {
	if p.src[p.pos] == '\\' && p.pos+1 < len(p.src) {
		if p.src[p.pos+1] == 'Q' {
			return p.quotedClass()
		}
		if s := p.escapedClass(); s != nil {
			return s
		}
	}

	lo := p.classChar()
	if p.pos < len(p.src) && p.peek() == '-' {
		if p.pos+1 >= len(p.src) {
			p.fail("Illegal character range", p.pos+2)
		}
		// A hyphen before a bracket stands for itself.
		if next := p.src[p.pos+1]; next != ']' && next != '[' {
			p.pos++
			hi := p.classChar()
			if hi < lo {
				p.fail("Illegal character range", p.pos)
			}
			return p.rangeSet(lo, hi)
		}
	}

	if p.has(CaseInsensitive) {
		s, _ := p.foldSet(lo)
		return s
	}
	return func(c rune) bool { return c == lo }
}

func (p *parser) quotedClass() set {
	p.pos += 2
	chars := map[rune]bool{}
	for p.pos < len(p.src) && !(p.src[p.pos] == '\\' && p.pos+1 < len(p.src) && p.src[p.pos+1] == 'E') {
		chars[p.src[p.pos]] = true
		p.pos++
	}
	p.pos = min(p.pos+2, len(p.src))
	return func(c rune) bool { return chars[c] }
}

func (p *parser) classChar() rune {
	p.skipComments()
	if p.pos >= len(p.src) {
		p.fail("Unclosed character class", len(p.src))
	}
	if p.src[p.pos] == '\\' {
		p.pos++
		if p.pos >= len(p.src) {
			p.fail("Unclosed character class", len(p.src)+1)
		}
		return p.escapedChar()
	}
	p.pos++
	return p.src[p.pos-1]
}

func (p *parser) rangeSet(lo, hi rune) set {
	if !p.has(CaseInsensitive) {
		return func(c rune) bool { return lo <= c && c <= hi }
	}
	if p.has(UnicodeCase) {
		return func(c rune) bool {
			if lo <= c && c <= hi {
				return true
			}
			// Both cases of c are tried: the range may be of either, or lie across.
			up := unicode.ToUpper(c)
			if lo <= up && up <= hi {
				return true
			}
			low := unicode.ToLower(up)
			return lo <= low && low <= hi
		}
	}

	return func(c rune) bool {
		if lo <= c && c <= hi {
			return true
		}
		if !isASCIILetter(c) {
			return false
		}
		u, l := c&^0x20, c|0x20
		return lo <= u && u <= hi || lo <= l && l <= hi
	}
}

func not(s set) set { return func(c rune) bool { return !s(c) } }

func isBlankHorizontal(c rune) bool {
	return c == ' ' || c == '\t' || c == 0xa0 || c == 0x1680 || c == 0x180e || 0x2000 <= c && c <= 0x200a || c == 0x202f || c == 0x205f || c == 0x3000
}

func isVertical(c rune) bool {
	return '\n' <= c && c <= '\r' || c == 0x85 || c == 0x2028 || c == 0x2029
}

func isASCIISpace(c rune) bool { return c == ' ' || '\t' <= c && c <= '\r' }

func isWordASCII(c rune) bool { return isASCIILetter(c) || isDigit(c) || c == '_' }

func isAlphabetic(c rune) bool {
	return unicode.IsLetter(c) || unicode.In(c, unicode.Nl, unicode.Other_Alphabetic)
}

func isWordUnicode(c rune) bool {
	return isAlphabetic(c) || unicode.In(c, unicode.Mn, unicode.Me, unicode.Mc, unicode.Nd, unicode.Pc) || unicode.Is(unicode.Join_Control, c)
}

// escapedClass parses \d and its like; nil when the escape is a single character.
func (p *parser) escapedClass() set {
	c := p.src[p.pos+1]
	var s set
	wide := p.has(UnicodeClass)
	switch c {
	case 'd', 'D':
		s = isDigit
		if wide {
			s = func(c rune) bool { return unicode.Is(unicode.Nd, c) }
		}
	case 'w', 'W':
		s = isWordASCII
		if wide {
			s = isWordUnicode
		}
	case 's', 'S':
		s = isASCIISpace
		if wide {
			s = unicode.IsSpace
		}
	case 'h', 'H':
		s = isBlankHorizontal
	case 'v', 'V':
		s = isVertical
	case 'p', 'P':
		p.pos += 2
		return p.property(c == 'P')
	default:
		return nil
	}

	p.pos += 2
	if unicode.IsUpper(c) {
		return not(s)
	}
	return s
}

// property parses the name after \p or \P.
func (p *parser) property(negative bool) set {
	if p.pos >= len(p.src) {
		p.fail("Unknown character property name {\x00}", p.pos+1)
	}
	var name string
	if p.src[p.pos] != '{' {
		name = string(p.src[p.pos])
		p.pos++
	} else {
		end := p.pos
		for end < len(p.src) && p.src[end] != '}' {
			end++
		}
		if end == len(p.src) {
			p.fail("Unclosed character family", len(p.src)+1)
		}
		name = string(p.src[p.pos+1 : end])
		p.pos = end + 1
		if name == "" {
			p.fail("Empty character family", p.pos)
		}
	}

	s := p.namedSet(name)
	if negative {
		return not(s)
	}
	return s
}

func (p *parser) namedSet(name string) set {
	if key, value, ok := strings.Cut(name, "="); ok {
		switch strings.ToLower(key) {
		case "sc", "script":
			return p.script(value)
		case "gc", "general_category":
			if s := p.category(value); s != nil {
				return s
			}
		case "blk", "block":
			panic(Unsupported("character block in a regular expression: \\p{" + name + "}"))
		}
		p.fail("Unknown Unicode property {name=<"+key+">, value=<"+value+">}", p.pos)
	}

	switch {
	case strings.HasPrefix(name, "In"):
		panic(Unsupported("character block in a regular expression: \\p{" + name + "}"))
	case strings.HasPrefix(name, "Is"):
		rest := name[2:]
		// The order of the attempts is part of the meaning: a name may be one of several kinds.
		if s := binaryProperty(rest); s != nil {
			return s
		}
		if s := p.category(rest); s != nil {
			return s
		}
		return p.script(rest)
	case strings.HasPrefix(name, "java"):
		class := name[4:]
		if p.has(CaseInsensitive) && (class == "LowerCase" || class == "UpperCase" || class == "TitleCase") {
			lower, upper, title := p.class("isLowerCase"), p.class("isUpperCase"), p.class("isTitleCase")
			return func(c rune) bool { return lower(c) || upper(c) || title(c) }
		}
		if f := p.class("is" + class); f != nil {
			return f
		}
	}

	if s := p.posix(name); s != nil {
		return s
	}
	if s := p.category(name); s != nil {
		return s
	}

	p.fail("Unknown character property name {"+name+"}", p.pos)
	return nil
}

func (p *parser) posix(name string) set {
	if p.has(UnicodeClass) {
		switch name {
		case "Lower", "Upper", "Alpha", "Digit", "Punct", "Space", "Cntrl", "XDigit":
			return binaryProperty(map[string]string{"Lower": "Lowercase", "Upper": "Uppercase", "Alpha": "Alphabetic", "Digit": "Digit",
				"Punct": "Punctuation", "Space": "White_Space", "Cntrl": "Control", "XDigit": "Hex_Digit"}[name])
		case "Alnum":
			return func(c rune) bool { return isAlphabetic(c) || unicode.Is(unicode.Nd, c) }
		case "Blank":
			return func(c rune) bool { return c == '\t' || unicode.Is(unicode.Zs, c) }
		case "Graph", "Print":
			panic(Unsupported("\\p{" + name + "} with UNICODE_CHARACTER_CLASS"))
		}
	}

	letters := func(lo, hi rune) set { return func(c rune) bool { return lo <= c && c <= hi } }
	switch name {
	case "ASCII":
		return letters(0, 0x7f)
	case "Alnum":
		return func(c rune) bool { return isASCIILetter(c) || isDigit(c) }
	case "Alpha":
		return isASCIILetter
	case "Blank":
		return func(c rune) bool { return c == ' ' || c == '\t' }
	case "Cntrl":
		return func(c rune) bool { return 0 <= c && c < 0x20 || c == 0x7f }
	case "Digit":
		return isDigit
	case "Graph":
		return letters('!', '~')
	case "Lower", "Upper":
		if p.has(CaseInsensitive) {
			return isASCIILetter
		}
		if name == "Lower" {
			return letters('a', 'z')
		}
		return letters('A', 'Z')
	case "Print":
		return letters(' ', '~')
	case "Punct":
		return func(c rune) bool { return '!' <= c && c <= '~' && !isASCIILetter(c) && !isDigit(c) }
	case "Space":
		return isASCIISpace
	case "XDigit":
		return func(c rune) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' && c < 0x80 }
	case "L1":
		return letters(0, 0xff)
	case "all":
		return func(rune) bool { return true }
	}
	return nil
}

func (p *parser) category(name string) set {
	switch name {
	case "LC":
		return func(c rune) bool { return unicode.In(c, unicode.Lu, unicode.Ll, unicode.Lt) }
	case "LD":
		return func(c rune) bool { return unicode.In(c, unicode.L, unicode.Nd) }
	case "Lu", "Ll", "Lt":
		// Without regard to case the three are one.
		if p.has(CaseInsensitive) {
			return func(c rune) bool { return unicode.In(c, unicode.Lu, unicode.Ll, unicode.Lt) }
		}
	case "Cn":
		return func(c rune) bool { return !assigned(c) }
	case "C":
		return func(c rune) bool {
			return unicode.In(c, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs) || !assigned(c)
		}
	}
	if t, ok := unicode.Categories[name]; ok && len(name) <= 2 {
		return func(c rune) bool { return unicode.Is(t, c) }
	}
	return nil
}

func assigned(c rune) bool {
	return unicode.In(c, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs)
}

func (p *parser) script(name string) set {
	for k, t := range unicode.Scripts {
		if strings.EqualFold(k, name) {
			return func(c rune) bool { return unicode.Is(t, c) }
		}
	}
	if t := map[string]*unicode.RangeTable{"LATN": unicode.Latin, "GREK": unicode.Greek, "CYRL": unicode.Cyrillic, "HANI": unicode.Han}[strings.ToUpper(name)]; t != nil {
		return func(c rune) bool { return unicode.Is(t, c) }
	}
	p.fail("Unknown character script name {"+name+"}", p.pos)
	return nil
}

func binaryProperty(name string) set {
	in := func(t ...*unicode.RangeTable) set { return func(c rune) bool { return unicode.In(c, t...) } }
	switch strings.ReplaceAll(strings.ToUpper(name), "_", "") {
	case "ALPHABETIC":
		return isAlphabetic
	case "LETTER":
		return unicode.IsLetter
	case "IDEOGRAPHIC":
		return in(unicode.Ideographic)
	case "LOWERCASE":
		return in(unicode.Ll, unicode.Other_Lowercase)
	case "UPPERCASE":
		return in(unicode.Lu, unicode.Other_Uppercase)
	case "TITLECASE":
		return in(unicode.Lt)
	case "WHITESPACE":
		return in(unicode.White_Space)
	case "CONTROL":
		return in(unicode.Cc)
	case "PUNCTUATION":
		return in(unicode.P)
	case "HEXDIGIT":
		return in(unicode.Nd, unicode.Hex_Digit)
	case "DIGIT":
		return in(unicode.Nd)
	case "ASSIGNED":
		return assigned
	case "NONCHARACTERCODEPOINT":
		return in(unicode.Noncharacter_Code_Point)
	case "JOINCONTROL":
		return in(unicode.Join_Control)
	}
	return nil
}
