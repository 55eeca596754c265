package interp

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"ensures/java/types"
)

// charset is the name of a Charset or of the charset so called.
func (m *Machine) charset(v Value) string {
	if v.R == nil {
		m.Throw("java.lang.NullPointerException", "charset")
	}
	if s, ok := v.R.(*String); ok {
		for _, name := range []string{"UTF-8", "US-ASCII", "ISO-8859-1", "UTF-16", "UTF-16BE", "UTF-16LE"} {
			if strings.EqualFold(name, s.GoString()) || strings.EqualFold(strings.ReplaceAll(name, "-", ""), s.GoString()) {
				return name
			}
		}
		m.Throw("java.io.UnsupportedEncodingException", s.GoString())
	}
	return m.CallMethod(v.R, "name").R.(*String).GoString()
}

func encodeBytes(m *Machine, s *String, charset string) Value {
	var out []byte
	switch charset {
	case "UTF-8":
		out = []byte(s.UTF8())
	case "US-ASCII", "ISO-8859-1":
		limit := int32(0x80)
		if charset == "ISO-8859-1" {
			limit = 0x100
		}
		for i := 0; i < s.Len(); {
			c := codePointAt(s, i)
			i += width(c)
			if c < limit {
				out = append(out, byte(c))
			} else {
				out = append(out, '?')
			}
		}
	case "UTF-16", "UTF-16BE", "UTF-16LE":
		// Only UTF-16 without an order writes a mark.
		if charset == "UTF-16" {
			out = append(out, 0xfe, 0xff)
		}
		for _, c := range utf16.Encode([]rune(s.UTF8())) {
			if charset == "UTF-16LE" {
				out = append(out, byte(c), byte(c>>8))
			} else {
				out = append(out, byte(c>>8), byte(c))
			}
		}
	default:
		m.Unsupported("charset " + charset)
	}

	arr := m.NewArray(types.TByte, len(out)).(*ByteArray)
	for i, b := range out {
		arr.A[i] = int8(b)
	}
	return R(arr)
}

// decodeBytes makes a string of bytes from offset (all of them when it is -1).
func decodeBytes(m *Machine, v Value, offset, count int64, charset string) Value {
	a, ok := v.R.(*ByteArray)
	if !ok {
		m.nullArgument("Cannot read the array length", "bytes")
	}
	all := a.A
	if offset != -1 || count != 0 {
		m.checkOffset(int(offset), int(count), len(all))
		all = all[offset : offset+count]
	}

	m.Alloc(int64(len(all)))
	b := make([]byte, len(all))
	for i, c := range all {
		b[i] = byte(c)
	}

	switch charset {
	case "UTF-8":
		return R(NewString(strings.ToValidUTF8(string(decodeReplacing(b)), "\ufffd")))
	case "ISO-8859-1":
		return R(NewLatin1(string(b)))
	case "US-ASCII":
		var t Text
		for _, c := range b {
			if c < 0x80 {
				t.Unit(uint16(c))
			} else {
				t.Unit(0xfffd)
			}
		}
		return R(t.String())
	case "UTF-16", "UTF-16BE", "UTF-16LE":
		// A byte order mark decides, big-endian is meant without one.
		little := charset == "UTF-16LE"
		if charset == "UTF-16" && len(b) >= 2 && (b[0] == 0xfe && b[1] == 0xff || b[0] == 0xff && b[1] == 0xfe) {
			little = b[0] == 0xff
			b = b[2:]
		}
		var u []uint16
		for i := 0; i+1 < len(b); i += 2 {
			if little {
				u = append(u, uint16(b[i])|uint16(b[i+1])<<8)
			} else {
				u = append(u, uint16(b[i])<<8|uint16(b[i+1]))
			}
		}
		// Half a unit at the end.
		if len(b)%2 != 0 {
			u = append(u, 0xfffd)
		}
		return R(NewStringUTF16(u))
	}
	m.Unsupported("charset " + charset)
	return Value{}
}

// decodeReplacing puts U+FFFD for every maximal malformed part of UTF-8.
func decodeReplacing(b []byte) []byte {
	if utf8.Valid(b) {
		return b
	}
	var out []byte
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r != utf8.RuneError || n > 1 {
			out = append(out, b[:n]...)
			b = b[n:]
			continue
		}
		out = append(out, "\ufffd"...)
		n = 1
		// A sequence cut short counts as one mistake as far as it could have been right.
		if need := sequenceLength(b[0]); need > 1 {
			for n < need && n < len(b) && validContinuation(b[0], b[n], n) {
				n++
			}
		}
		b = b[n:]
	}
	return out
}

func sequenceLength(c byte) int {
	switch {
	case c >= 0xc2 && c < 0xe0:
		return 2
	case c >= 0xe0 && c < 0xf0:
		return 3
	case c >= 0xf0 && c < 0xf5:
		return 4
	}
	return 1
}

func validContinuation(lead, c byte, i int) bool {
	lo, hi := byte(0x80), byte(0xbf)
	if i == 1 {
		switch lead {
		case 0xe0:
			lo = 0xa0
		case 0xed:
			hi = 0x9f
		case 0xf0:
			lo = 0x90
		case 0xf4:
			hi = 0x8f
		}
	}
	return lo <= c && c <= hi
}
