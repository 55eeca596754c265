// Package regex is Java's regular expressions: a backtracking matcher over UTF-16
// with the syntax, the meaning and the error messages of java.util.regex.
//
// A pattern is parsed to a tree and compiled to a chain of functions, each of which
// matches its part and calls the next. Work is charged to the caller, who may stop
// a match by panicking; recursion that is too deep is a panic with [TooDeep], where
// Java's own matcher overflows its stack.
//
// The package must not know the interpreter.
package regex

import (
	"fmt"
	"unicode"
)

// Flags are Java's match flags, with Java's values.
type Flags int

// The flags.
const (
	UnixLines Flags = 1 << iota
	CaseInsensitive
	Comments
	Multiline
	Literal
	DotAll
	UnicodeCase
	CanonEq
	UnicodeClass
)

// SyntaxError is a PatternSyntaxException; Index counts code points, -1 for none.
type SyntaxError struct {
	Desc  string
	Index int
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s near index %d", e.Desc, e.Index) }

// Unsupported is a construct of Java's that this package does not have.
type Unsupported string

func (e Unsupported) Error() string { return string(e) }

type op uint8

const (
	opEmpty op = iota
	opSet      // one code point
	opCat
	opAlt
	opGroup // capturing, number n
	opRepeat
	opLook
	opAtomic
	opBackref
	opAssert
	opLineBreak
)

type mode uint8

const (
	greedy mode = iota
	lazy
	possessive
)

// node is a part of the syntax tree.
type node struct {
	op       op
	set      set
	char     rune // the only code point of the set, or -1
	subs     []*node
	n        int // group number
	min, max int // of a repeat; max -1 for no limit
	mode     mode
	behind   bool
	negative bool
	flags    Flags
	assert   func(m *matcher, i int) bool
}

// set is a predicate on code points.
type set func(c rune) bool

type parser struct {
	src    []rune
	pos    int
	flags  Flags
	groups int
	names  map[string]int
	class  func(name string) func(rune) bool
	depth  int // of groups and classes
}

// maxNesting is far above what people write; Java's parser recurses, too.
const maxNesting = 2000

func (p *parser) nest() {
	if p.depth++; p.depth > maxNesting {
		panic(TooDeep{})
	}
}

// fail stops the parse; like Java's, the index is that of the character before
// the cursor.
func (p *parser) fail(desc string, cursor int) {
	panic(&SyntaxError{desc, cursor - 1})
}

func (p *parser) has(f Flags) bool { return p.flags&f != 0 }

// peek is the next character, comments passed over; 0 at the end.
func (p *parser) peek() rune {
	p.skipComments()
	if p.pos < len(p.src) {
		return p.src[p.pos]
	}
	return 0
}

func (p *parser) skipComments() {
	for p.has(Comments) && p.pos < len(p.src) {
		c := p.src[p.pos]
		switch {
		case c == ' ' || '\t' <= c && c <= '\r':
			p.pos++
		case c == '#':
			for p.pos < len(p.src) && !p.lineEnd(p.src[p.pos]) {
				p.pos++
			}
		default:
			return
		}
	}
}

func (p *parser) lineEnd(c rune) bool {
	return c == '\n' || !p.has(UnixLines) && (c == '\r' || c == 0x85 || c|1 == 0x2029)
}

func (p *parser) end() bool {
	p.skipComments()
	return p.pos >= len(p.src)
}

func (p *parser) accept(c rune) bool {
	if p.pos < len(p.src) && p.src[p.pos] == c {
		p.pos++
		return true
	}
	return false
}

// alternatives parses up to the end or a closing parenthesis.
func (p *parser) alternatives() *node {
	var alts []*node
	for {
		alts = append(alts, p.sequence())
		if p.end() || p.src[p.pos] != '|' {
			break
		}
		p.pos++
	}
	if len(alts) == 1 {
		return alts[0]
	}
	return &node{op: opAlt, subs: alts}
}

func (p *parser) sequence() *node {
	seq := &node{op: opCat}
	for !p.end() {
		c := p.src[p.pos]
		switch c {
		case '|', ')':
			return seq
		case '*', '+', '?':
			p.pos++
			p.fail("Dangling meta character '"+string(c)+"'", p.pos)
		}
		// \Q comes before atoms, as it stands for several.
		if c == '\\' && p.pos+1 < len(p.src) && p.src[p.pos+1] == 'Q' {
			p.pos += 2
			p.quoted(seq)
			continue
		}

		n := p.atom()
		if n != nil {
			seq.subs = append(seq.subs, p.closure(n))
		}
	}
	return seq
}

// quoted parses the text up to \E as characters.
func (p *parser) quoted(seq *node) {
	for p.pos < len(p.src) {
		if p.src[p.pos] == '\\' && p.pos+1 < len(p.src) && p.src[p.pos+1] == 'E' {
			p.pos += 2
			// A quantifier behind \E is the last character's.
			if k := len(seq.subs); k > 0 {
				seq.subs[k-1] = p.closure(seq.subs[k-1])
			}
			return
		}
		seq.subs = append(seq.subs, p.single(p.src[p.pos]))
		p.pos++
	}
}

func (p *parser) atom() *node {
	c := p.src[p.pos]
	switch c {
	case '(':
		return p.group()
	case '[':
		return &node{op: opSet, set: p.bracket(), char: -1}
	case '\\':
		return p.escape()
	case '^':
		p.pos++
		switch {
		case !p.has(Multiline):
			return &node{op: opAssert, assert: (*matcher).atBegin}
		case p.has(UnixLines):
			return &node{op: opAssert, assert: (*matcher).atUnixLine}
		}
		return &node{op: opAssert, assert: (*matcher).atLine}
	case '$':
		p.pos++
		return p.dollar(p.has(Multiline))
	case '.':
		p.pos++
		return &node{op: opSet, set: p.dot(), char: -1}
	case '{':
		// A brace where nothing is to be repeated repeats the nothing before it: it isn't taken
		// here, and closure reads it.
		return &node{op: opCat}
	}
	p.pos++
	return p.single(c)
}

func (p *parser) dot() set {
	switch {
	case p.has(DotAll):
		return func(rune) bool { return true }
	case p.has(UnixLines):
		return func(c rune) bool { return c != '\n' }
	}
	return func(c rune) bool { return c != '\n' && c != '\r' && c|1 != 0x2029 && c != 0x85 }
}

func (p *parser) dollar(multi bool) *node {
	if p.has(UnixLines) {
		return &node{op: opAssert, assert: func(m *matcher, i int) bool { return m.atUnixDollar(i, multi) }}
	}
	return &node{op: opAssert, assert: func(m *matcher, i int) bool { return m.atDollar(i, multi) }}
}

// single is one character, under the case flags.
func (p *parser) single(c rune) *node {
	if !p.has(CaseInsensitive) {
		return &node{op: opSet, set: func(d rune) bool { return c == d }, char: c}
	}
	s, plain := p.foldSet(c)
	if plain {
		return &node{op: opSet, set: s, char: c}
	}
	return &node{op: opSet, set: s, char: -1}
}

// foldSet is c without regard to case; the second result tells that c has none.
func (p *parser) foldSet(c rune) (set, bool) {
	if p.has(UnicodeCase) {
		f := foldRune(c)
		if f == unicode.ToUpper(f) && f == c {
			return func(d rune) bool { return c == d }, true
		}
		return func(d rune) bool { return c == d || foldRune(d) == f }, false
	}
	if c < 0x80 && unicode.IsLetter(c) {
		l := c | 0x20
		return func(d rune) bool { return d < 0x80 && d|0x20 == l }, false
	}
	return func(d rune) bool { return c == d }, true
}

func foldRune(c rune) rune { return unicode.ToLower(unicode.ToUpper(c)) }

// closure parses the quantifier after an atom. There is one at most: a second one
// repeats the nothing between them.
func (p *parser) closure(n *node) *node {
	if p.end() {
		return n
	}
	r := &node{op: opRepeat, subs: []*node{n}, max: -1}
	switch p.src[p.pos] {
	case '?':
		p.pos++
		r.max = 1
	case '*':
		p.pos++
	case '+':
		p.pos++
		r.min = 1
	case '{':
		p.counted(r)
	default:
		return n
	}

	switch p.peek() {
	case '?':
		p.pos++
		r.mode = lazy
	case '+':
		p.pos++
		r.mode = possessive
	}
	return r
}

func (p *parser) counted(r *node) {
	at := p.pos + 1
	if at >= len(p.src) || !isDigit(p.src[at]) {
		p.fail("Illegal repetition", p.pos+2)
	}

	number := func() int {
		n := 0
		for at < len(p.src) && isDigit(p.src[at]) {
			n = n*10 + int(p.src[at]-'0')
			// Asked at each digit: the number stays far from the bounds of Go's int.
			if n > 0x7fffffff {
				p.fail("Illegal repetition range", at+1)
			}
			at++
		}
		return n
	}
	r.min = number()
	r.max = r.min
	if at < len(p.src) && p.src[at] == ',' {
		at++
		r.max = -1
		if at < len(p.src) && p.src[at] != '}' {
			r.max = number()
		}
	}

	if at >= len(p.src) || p.src[at] != '}' {
		p.fail("Unclosed counted closure", at+1)
	}
	if r.max >= 0 && r.max < r.min {
		p.fail("Illegal repetition range", at+1)
	}
	p.pos = at + 1
}

func isDigit(c rune) bool { return '0' <= c && c <= '9' }

// group parses from an opening parenthesis on; nil for a group of flags alone.
func (p *parser) group() *node {
	p.nest()
	defer func() { p.depth-- }()
	p.pos++
	saved := p.flags

	var n *node

	if p.accept('?') {
		if p.pos >= len(p.src) {
			p.fail("Unknown inline modifier", p.pos+1)
		}
		c := p.src[p.pos]
		p.pos++
		switch c {
		case ':':
			n = p.alternatives()
			// In a sequence of its own, by which repeat sees that it was a group.
			n = &node{op: opCat, subs: []*node{n}}
		case '=', '!':
			n = &node{op: opLook, negative: c == '!', subs: []*node{p.alternatives()}}
		case '>':
			n = &node{op: opAtomic, subs: []*node{p.alternatives()}}
		case '<':
			if p.pos < len(p.src) && isASCIILetter(p.src[p.pos]) {
				n = p.named()
				break
			}
			c = 0
			if p.pos < len(p.src) {
				c = p.src[p.pos]
			}
			p.pos++
			if c != '=' && c != '!' {
				p.fail("capturing group name does not start with a Latin letter", min(p.pos, len(p.src)+1))
			}
			n = &node{op: opLook, behind: true, negative: c == '!', subs: []*node{p.alternatives()}}
			if _, ok := n.subs[0].limited(); !ok {
				p.fail("Look-behind group does not have an obvious maximum length", p.pos)
			}
		case '$', '@':
			p.fail("Unknown group type", p.pos)
		default:
			p.pos--
			p.addFlags()
			if p.accept(')') {
				// (?i) holds up to the end of the group around it: the flags are not put back
				// here.
				return nil
			}
			if !p.accept(':') {
				p.pos++
				p.fail("Unknown inline modifier", p.pos)
			}
			n = &node{op: opCat, subs: []*node{p.alternatives()}}
		}
	} else {
		p.groups++
		// The number is taken before the inside is read: groups are counted by their opening
		// parentheses.
		k := p.groups
		n = &node{op: opGroup, n: k, subs: []*node{p.alternatives()}}
	}

	p.closeGroup()
	p.flags = saved
	return n
}

func (p *parser) closeGroup() {
	if p.end() || p.src[p.pos] != ')' {
		p.fail("Unclosed group", len(p.src)+1)
	}
	p.pos++
}

func isASCIILetter(c rune) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' && c < 0x80 }

func (p *parser) groupName() string {
	start := p.pos
	if p.pos >= len(p.src) || !isASCIILetter(p.src[p.pos]) {
		p.fail("capturing group name does not start with a Latin letter", p.pos+1)
	}
	for p.pos < len(p.src) && (isASCIILetter(p.src[p.pos]) || isDigit(p.src[p.pos])) {
		p.pos++
	}
	name := string(p.src[start:p.pos])
	p.pos++
	if p.pos > len(p.src) || p.src[p.pos-1] != '>' {
		p.fail("named capturing group is missing trailing '>'", p.pos)
	}
	return name
}

func (p *parser) named() *node {
	name := p.groupName()
	if p.names[name] != 0 {
		p.fail("Named capturing group <"+name+"> is already defined", p.pos)
	}
	p.groups++
	k := p.groups
	// Known from here on, so that the inside may refer to it.
	p.names[name] = k
	return &node{op: opGroup, n: k, subs: []*node{p.alternatives()}}
}

var flagLetters = map[rune]Flags{'i': CaseInsensitive, 'm': Multiline, 's': DotAll, 'd': UnixLines, 'u': UnicodeCase,
	'c': CanonEq, 'x': Comments, 'U': UnicodeClass | UnicodeCase}

func (p *parser) addFlags() {
	on := true
	for p.pos < len(p.src) {
		c := p.src[p.pos]
		if c == '-' && on {
			on = false
			p.pos++
			continue
		}
		f, ok := flagLetters[c]
		if !ok {
			return
		}
		if on {
			p.flags |= f
		} else {
			p.flags &^= f
		}
		p.pos++
	}
}
