package interp

import "strings"

func isTrimmed(c uint16) bool       { return c <= ' ' }
func isJavaSpaceUnit(c uint16) bool { return isJavaWhitespace(rune(c)) }

func trimBy(m *Machine, s *String, drop func(uint16) bool, left, right bool) *String {
	i, j := 0, s.Len()
	for left && i < j && drop(s.At(i)) {
		i++
	}
	for right && i < j && drop(s.At(j-1)) {
		j--
	}
	m.read(s.Len() - (j - i))
	if i == 0 && j == s.Len() {
		return s
	}
	return s.Substring(i, j)
}

// lines cuts at \n, \r and \r\n; a terminator at the end starts no line.
func lines(m *Machine, s *String) []*String {
	m.read(4 * s.Len())
	var out []*String
	for i := 0; i < s.Len(); {
		j := i
		for j < s.Len() && s.At(j) != '\n' && s.At(j) != '\r' {
			j++
		}
		out = append(out, s.Substring(i, j))
		if j+1 < s.Len() && s.At(j) == '\r' && s.At(j+1) == '\n' {
			j++
		}
		i = j + 1
	}
	return out
}

func indent(m *Machine, s *String, n int) *String {
	var out Text
	for _, l := range lines(m, s) {
		m.Alloc(int64(l.Len() + max(n, 0)))
		for range n {
			out.Unit(' ')
		}
		i := 0
		for i < -n && i < l.Len() && isJavaSpaceUnit(l.At(i)) {
			i++
		}
		out.Add(l.Substring(i, l.Len()))
		out.Unit('\n')
	}
	return out.String()
}

func stripIndent(m *Machine, s *String) *String {
	if s.Len() == 0 {
		return s
	}
	last := s.At(s.Len() - 1)
	ended := last == '\n' || last == '\r'
	all := lines(m, s)
	least := -1
	for i, l := range all {
		lead := l.Len() - trimBy(m, l, isJavaSpaceUnit, true, false).Len()
		// Blank lines do not count for the least indentation, except the last one.
		if (lead < l.Len() || i == len(all)-1) && (least < 0 || lead < least) {
			least = lead
		}
	}
	// After a terminator at the end there is a last line, and it is empty.
	if ended {
		least = 0
	}

	var out Text
	for i, l := range all {
		if i > 0 {
			out.Unit('\n')
		}
		if t := trimBy(m, l, isJavaSpaceUnit, false, true); t.Len() > least {
			out.Add(t.Substring(least, t.Len()))
		}
	}
	if ended {
		out.Unit('\n')
	}
	m.Alloc(int64(out.Len()))
	return out.String()
}

func translateEscapes(m *Machine, s *String) *String {
	m.Alloc(2 * int64(s.Len()))
	var out Text
	n := s.Len()
	for i := 0; i < n; i++ {
		c := s.At(i)
		if c != '\\' {
			out.Unit(c)
			continue
		}
		i++
		c = 0
		if i < n {
			c = s.At(i)
		}
		switch c {
		case 'b', 'f', 'n', 's', 't', 'r', '\'', '"', '\\':
			out.Unit(map[uint16]uint16{'b': '\b', 'f': '\f', 'n': '\n', 's': ' ', 't': '\t', 'r': '\r', '\'': '\'', '"': '"', '\\': '\\'}[c])
		case '0', '1', '2', '3', '4', '5', '6', '7':
			v := c - '0'
			// An octal escape has three digits at most, and three only up to \377.
			most := 1
			if c <= '3' {
				most = 2
			}
			for ; most > 0 && i+1 < n && s.At(i+1) >= '0' && s.At(i+1) <= '7'; most-- {
				i++
				v = v<<3 | (s.At(i) - '0')
			}
			out.Unit(v)
		// A line terminator behind a backslash joins the lines.
		case '\n':
		case '\r':
			if i+1 < n && s.At(i+1) == '\n' {
				i++
			}
		default:
			shown := unitString(c).GoString()
			hex := "0000" + formatRadix(uint64(c), 16)
			m.Throw("java.lang.IllegalArgumentException", "Invalid escape sequence: \\"+shown+" \\\\u"+strings.ToUpper(hex[len(hex)-4:]))
		}
	}
	return out.String()
}
