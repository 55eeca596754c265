package spec

import (
	"strconv"
	"strings"
)

// unescape resolves the escapes of a literal's text; what is no escape stays.
func unescape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case '0':
			b.WriteByte(0)
		// Before a line break it joins the lines, without the blanks that the next one begins with.
		case '\n', '\r':
			for i+1 < len(s) && strings.IndexByte(" \t\r\n", s[i+1]) >= 0 {
				i++
			}
		case 'x':
			if v, err := strconv.ParseUint(s[min(i+1, len(s)):min(i+3, len(s))], 16, 8); err == nil {
				b.WriteRune(rune(v))
				i += 2
			}
		case 'u':
			end := strings.IndexByte(s[i:], '}')
			if end > 2 {
				if v, err := strconv.ParseUint(s[i+2:i+end], 16, 32); err == nil {
					b.WriteRune(rune(v))
				}
				i += end
			}
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}
