package mir

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// scanner reads one line of the text from left to right. What it does not know ends
// the reading of the function by a panic with an *Error, which [read] recovers.
type scanner struct {
	s    string
	i    int
	line int
}

// fail ends the reading at what is no known what.
func (r *scanner) fail(what string) {
	panic(&Error{Line: r.line, What: what, Text: strings.TrimSpace(clip(r.s))})
}

// clip shortens a line that an error shows.
func clip(s string) string {
	const longest = 200
	if len(s) <= longest {
		return s
	}
	return strings.ToValidUTF8(s[:longest], "") + "…"
}

func (r *scanner) space() {
	for r.i < len(r.s) && r.s[r.i] == ' ' {
		r.i++
	}
}

func (r *scanner) rest() string { return r.s[r.i:] }

func (r *scanner) looking(at string) bool { return strings.HasPrefix(r.s[r.i:], at) }

// accept skips text if it is next, white space before it included.
func (r *scanner) accept(text string) bool {
	at := r.i
	r.space()
	if r.looking(text) {
		r.i += len(text)
		return true
	}
	r.i = at
	return false
}

func (r *scanner) expect(text, what string) {
	if !r.accept(text) {
		r.fail(what)
	}
}

// word is the identifier that is next; empty where there is none.
func (r *scanner) word() string {
	r.space()
	from := r.i
	for r.i < len(r.s) {
		c, n := utf8.DecodeRuneInString(r.s[r.i:])
		if c != '_' && !unicode.IsLetter(c) && (r.i == from || !unicode.IsDigit(c)) {
			break
		}
		r.i += n
	}
	return r.s[from:r.i]
}

// peek is the identifier that is next, without reading it.
func (r *scanner) peek() string {
	at := r.i
	w := r.word()
	r.i = at
	return w
}

// digits is the number that is next, in the text's own digits.
func (r *scanner) digits(what string) string {
	r.space()
	from := r.i
	for r.i < len(r.s) && '0' <= r.s[r.i] && r.s[r.i] <= '9' {
		r.i++
	}
	if from == r.i {
		r.fail(what)
	}
	return r.s[from:r.i]
}

// int is the small number that is next.
func (r *scanner) int(what string) int {
	n := 0
	for _, c := range r.digits(what) {
		if n = n*10 + int(c-'0'); n > 1<<30 {
			r.fail(what)
		}
	}
	return n
}

// signed is a number with its sign, as text.
func (r *scanner) signed(what string) string {
	if r.accept("-") {
		return "-" + r.digits(what)
	}
	return r.digits(what)
}

func (r *scanner) block() Block {
	r.expect("bb", "block")
	return Block(r.int("block"))
}

func (r *scanner) local() Local {
	r.expect("_", "local")
	return Local(r.int("local"))
}

// quoted reads a literal between two quotes q, the escapes of Rust's Debug resolved.
func (r *scanner) quoted(q byte) string {
	r.expect(string(q), "literal")
	var b strings.Builder
	for r.i < len(r.s) && r.s[r.i] != q {
		if r.s[r.i] == '\\' {
			r.i++
			r.escape(&b)
			continue
		}
		c, n := utf8.DecodeRuneInString(r.s[r.i:])
		b.WriteRune(c)
		r.i += n
	}
	r.expect(string(q), "literal")
	return b.String()
}

func (r *scanner) escape(b *strings.Builder) {
	if r.i >= len(r.s) {
		r.fail("escape")
	}
	c := r.s[r.i]
	r.i++
	switch c {
	case 'n', 't', 'r', '0':
		b.WriteByte(map[byte]byte{'n': '\n', 't': '\t', 'r': '\r', '0': 0}[c])
	case '\\', '\'', '"':
		b.WriteByte(c)
	case 'x':
		b.WriteByte(byte(r.hex(2)))
	case 'u':
		r.expect("{", "escape")
		// At most six digits, as Debug prints a character.
		end := strings.IndexByte(r.rest(), '}')
		if end < 1 || end > 6 {
			r.fail("escape")
		}
		b.WriteRune(rune(r.hex(end)))
		r.expect("}", "escape")
	default:
		r.fail("escape")
	}
}

// hex reads n hexadecimal digits.
func (r *scanner) hex(n int) int {
	v := 0
	for range n {
		if r.i >= len(r.s) {
			r.fail("escape")
		}
		d := strings.IndexByte("0123456789abcdef", r.s[r.i]|0x20)
		if d < 0 {
			r.fail("escape")
		}
		v = v<<4 | d
		r.i++
	}
	return v
}
