package regex

import "unicode"

// escape parses a backslash outside of a class.
func (p *parser) escape() *node {
	if p.pos+1 >= len(p.src) {
		p.fail("Unexpected internal error", len(p.src)+1)
	}

	if s := p.escapedClass(); s != nil {
		return &node{op: opSet, set: s, char: -1}
	}

	c := p.src[p.pos+1]
	assert := func(f func(m *matcher, i int) bool) *node {
		p.pos += 2
		return &node{op: opAssert, assert: f}
	}

	switch c {
	case '1', '2', '3', '4', '5', '6', '7', '8', '9':
		p.pos += 2
		n := int(c - '0')
		// Another digit belongs to the number if there is such a group already.
		for p.pos < len(p.src) && isDigit(p.src[p.pos]) && n*10+int(p.src[p.pos]-'0') <= p.groups {
			n = n*10 + int(p.src[p.pos]-'0')
			p.pos++
		}
		return &node{op: opBackref, n: n, flags: p.flags}
	case 'A':
		return assert((*matcher).atBegin)
	case 'b':
		if p.pos+3 < len(p.src) && p.src[p.pos+2] == '{' && p.src[p.pos+3] == 'g' {
			panic(Unsupported("\\b{g} in a regular expression"))
		}
		return p.boundary(true)
	case 'B':
		return p.boundary(false)
	case 'G':
		return assert(func(m *matcher, i int) bool { return i == m.last })
	case 'Z':
		p.pos += 2
		return p.dollar(false)
	case 'z':
		return assert(func(m *matcher, i int) bool { return i == m.endBound() })
	case 'R':
		p.pos += 2
		return &node{op: opLineBreak}
	case 'X', 'N':
		panic(Unsupported("\\" + string(c) + " in a regular expression"))
	case 'k':
		p.pos += 2
		if !p.accept('<') {
			p.fail("\\k is not followed by '<' for named capturing group", p.pos+1)
		}
		name := p.groupName()
		// A group has to be defined before the reference, in the order of the text.
		n := p.names[name]
		if n == 0 {
			p.fail("named capturing group <"+name+"> does not exist", p.pos)
		}
		return &node{op: opBackref, n: n, flags: p.flags}
	}

	p.pos++
	return p.single(p.escapedChar())
}

func (p *parser) boundary(want bool) *node {
	p.pos += 2
	word := func(c rune) bool { return c == '_' || unicode.IsLetter(c) || unicode.Is(unicode.Nd, c) }
	if p.has(UnicodeClass) {
		word = isWordUnicode
	}
	return &node{op: opAssert, assert: func(m *matcher, i int) bool { return m.atWordBoundary(i, word) == want }}
}

// escapedChar parses an escape that stands for one character, after its backslash.
func (p *parser) escapedChar() rune {
	if p.pos >= len(p.src) {
		p.fail("Unexpected internal error", len(p.src)+1)
	}
	c := p.src[p.pos]
	p.pos++
	switch c {
	case '0':
		return p.octal()
	case 'a':
		return 7
	case 'c':
		if p.pos >= len(p.src) {
			p.fail("Illegal control escape sequence", p.pos)
		}
		p.pos++
		return p.src[p.pos-1] ^ 64
	case 'e':
		return 27
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	case 'u':
		return p.unicode()
	case 'x':
		return p.hex()
	}

	// Letters are kept for escapes to come; every other character may be escaped in vain.
	if isASCIILetter(c) {
		p.fail("Illegal/unsupported escape sequence", p.pos)
	}
	return c
}

func (p *parser) octal() rune {
	n, digits := rune(0), 0
	// \0377 is the greatest: a digit that would go beyond it isn't taken.
	for digits < 3 && p.pos < len(p.src) && '0' <= p.src[p.pos] && p.src[p.pos] <= '7' && n*8+p.src[p.pos]-'0' <= 0377 {
		n = n*8 + p.src[p.pos] - '0'
		p.pos++
		digits++
	}
	if digits == 0 {
		p.fail("Illegal octal escape sequence", p.pos+1)
	}
	return n
}

func hexValue(c rune) rune {
	switch {
	case isDigit(c):
		return c - '0'
	case 'a' <= c|0x20 && c|0x20 <= 'f' && c < 0x80:
		return c | 0x20 - 'a' + 10
	}
	return -1
}

func (p *parser) hexDigits(n int) (rune, bool) {
	v := rune(0)
	for range n {
		if p.pos >= len(p.src) || hexValue(p.src[p.pos]) < 0 {
			return 0, false
		}
		v = v<<4 | hexValue(p.src[p.pos])
		p.pos++
	}
	return v, true
}

func (p *parser) hex() rune {
	if p.accept('{') {
		v, digits := rune(0), 0
		for p.pos < len(p.src) && hexValue(p.src[p.pos]) >= 0 {
			v = v<<4 | hexValue(p.src[p.pos])
			if v > unicode.MaxRune {
				p.fail("Hexadecimal codepoint is too big", p.pos+1)
			}
			p.pos++
			digits++
		}
		if digits == 0 || !p.accept('}') {
			p.fail("Unclosed hexadecimal escape sequence", p.pos+1)
		}
		return v
	}
	v, ok := p.hexDigits(2)
	if !ok {
		p.fail("Illegal hexadecimal escape sequence", p.pos+1)
	}
	return v
}

func (p *parser) unicode() rune {
	v, ok := p.hexDigits(4)
	if !ok {
		p.fail("Illegal Unicode escape sequence", p.pos+1)
	}
	if v&0xfc00 == 0xd800 && p.pos+1 < len(p.src) && p.src[p.pos] == '\\' && p.src[p.pos+1] == 'u' {
		at := p.pos
		p.pos += 2
		if w, ok := p.hexDigits(4); ok && w&0xfc00 == 0xdc00 {
			return (v-0xd800)<<10 + (w - 0xdc00) + 0x10000
		}
		// The second escape is no low half: it is read again, as a character of its own.
		p.pos = at
	}
	return v
}
