package starlark

import (
	"strings"

	"go.starlark.net/syntax"
)

// formatted reads what stands between the quotes of an f-string. Text is added to
// joined; a value flushes it to parts and is added as a call that formats it.
func (p *parser) formatted(t token, body string, nesting int, parts *[]syntax.Expr, joined *string) {
	if nesting > 2 {
		p.fail(t.pos, "an f-string is nested too deeply")
	}

	// A scanner without text, for its unescape, which reports mistakes at the f-string's place.
	un := &scanner{file: p.file, line: t.pos.Line, col: t.pos.Col}
	add := func(s string) {
		if !t.raw {
			s = un.unescape(s, false)
		}
		*joined += s
	}
	for body != "" {
		i := strings.IndexAny(body, "{}")
		if i < 0 {
			add(body)
			return
		}
		add(body[:i])
		// Doubled braces are braces at the outermost level only: in a format "}}" closes two
		// fields.
		if i+1 < len(body) && body[i+1] == body[i] && nesting == 0 {
			*joined += body[i : i+1]
			body = body[i+2:]
			continue
		}
		if body[i] == '}' {
			p.fail(t.pos, "a single } in an f-string; write }}")
		}
		// Text read so far must stand before the field: the order of parts is the order of the
		// result.
		n := p.fieldLength(t, body[i+1:])
		if *joined != "" {
			*parts = append(*parts, str(*joined, t.pos))
			*joined = ""
		}
		*parts = append(*parts, p.field(t, body[i+1:i+1+n], nesting, parts))
		body = body[i+n+2:]
	}
}

// fieldLength is the number of bytes up to the brace that closes a field.
func (p *parser) fieldLength(t token, s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '{', '[', '(':
			depth++
		case '}', ']', ')':
			if depth == 0 && s[i] == '}' {
				return i
			}
			depth--
		case '"', '\'':
			// Brackets inside a string of the expression do not count.
			if n := strings.IndexByte(s[i+1:], s[i]); n >= 0 {
				i += n + 1
			}
		}
	}
	p.fail(t.pos, "a { in an f-string is not closed; write {{ for a brace")
	return 0
}

// field is one {value!conversion:format} of an f-string.
func (p *parser) field(t token, s string, nesting int, parts *[]syntax.Expr) syntax.Expr {
	expr, conv, spec, eq := splitField(s)
	if strings.TrimSpace(expr) == "" {
		p.fail(t.pos, "an empty {} in an f-string")
	}

	// {x=} shows its own text first, spaces and all, and then the value, as repr unless a
	// conversion or a format is given, as in Python.
	if eq {
		*parts = append(*parts, str(expr, t.pos))
		expr = strings.TrimSuffix(strings.TrimRight(expr, " "), "=")
		if conv == "" && spec == "" {
			conv = "r"
		}
	}

	// In parentheses a field may be spread over lines, and the scanner finds no indentation in
	// it. Loops: break can't occur in an expression, but the parser looks at the last entry.
	sub := &parser{file: p.file, toks: scan(p.file, "("+expr+")"), loops: []bool{false}}
	for i := range sub.toks { // one line is as exact as it gets
		sub.toks[i].pos = t.pos
	}
	x := sub.testList()
	if sub.tok().kind != newline {
		p.fail(t.pos, "%q in an f-string is no expression", expr)
	}
	var format syntax.Expr = str(spec, t.pos)
	if strings.Contains(spec, "{") {
		var inner []syntax.Expr
		joined := ""
		p.formatted(t, spec, nesting+1, &inner, &joined)
		if joined != "" {
			inner = append(inner, str(joined, t.pos))
		}
		format = call("$format", t.pos, inner...)
	}
	return call("$field", t.pos, x, str(conv, t.pos), format)
}

// splitField cuts a field at its top-level ! and :. eq is whether the expression
// ends in a = that asks for its own text.
func splitField(s string) (expr, conv, spec string, eq bool) {
	depth := 0
	expr = s
scan:
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '{', '[', '(':
			depth++
		case '}', ']', ')':
			depth--
		case '"', '\'':
			if n := strings.IndexByte(s[i+1:], c); n >= 0 {
				i += n + 1
			}
		case '!':
			// "!=" is an operator; a single ! begins the conversion. An exclamation mark inside
			// brackets or a string belongs to the expression.
			if depth == 0 && i+1 < len(s) && s[i+1] != '=' {
				expr, conv = s[:i], s[i+1:]
				conv, spec, _ = strings.Cut(conv, ":")
				break scan
			}
		case ':':
			// The first colon outside of brackets ends the expression, so that a lambda needs
			// brackets around it, as in Python.
			if depth == 0 {
				expr, spec = s[:i], s[i+1:]
				break scan
			}
		}
	}

	// The last = of an operator (==, !=, <=, >=) does not ask for the text.
	if trimmed := strings.TrimRight(expr, " "); strings.HasSuffix(trimmed, "=") && len(trimmed) > 1 && !strings.ContainsAny(trimmed[len(trimmed)-2:len(trimmed)-1], "=!<>") {
		return expr, conv, spec, true
	}
	return expr, conv, spec, false
}
