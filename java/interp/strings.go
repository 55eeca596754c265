package interp

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// NewString makes a String of Go text in WTF-8: UTF-8 in which a lone surrogate
// may stand as its three-byte form. Other invalid bytes become U+FFFD.
func NewString(s string) *String {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return fromWTF8(s)
		}
	}
	return &String{b: s}
}

// NewLatin1 makes a String with one unit for each byte of s.
func NewLatin1(s string) *String { return &String{b: s} }

// NewStringUTF16 makes a String of UTF-16 code units; u is not kept.
func NewStringUTF16(u []uint16) *String {
	latin := true
	for _, c := range u {
		if c > 0xff {
			latin = false
			break
		}
	}
	if latin {
		// The narrow form wherever it is possible: a text has one form only, which Equal relies on.
		return &String{b: latin1(u)}
	}
	return &String{u: append([]uint16(nil), u...)}
}

func latin1(u []uint16) string {
	var b strings.Builder
	b.Grow(len(u))
	for _, c := range u {
		b.WriteByte(byte(c))
	}
	return b.String()
}

func fromWTF8(s string) *String {
	u := make([]uint16, 0, len(s))
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			u = append(u, uint16(s[i]))
			i++
			continue
		}
		if i+2 < len(s) && s[i] == 0xed && s[i+1] >= 0xa0 && s[i+1] <= 0xbf && s[i+2]&0xc0 == 0x80 {
			// A surrogate in its three bytes, which Go's decoder would replace.
			u = append(u, 0xd000|uint16(s[i+1]&0x3f)<<6|uint16(s[i+2]&0x3f))
			i += 3
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		if r >= 0x10000 {
			hi, lo := utf16.EncodeRune(r)
			u = append(u, uint16(hi), uint16(lo))
		} else {
			u = append(u, uint16(r))
		}
	}
	return NewStringUTF16(u)
}

// Len is length().
func (s *String) Len() int {
	if s.u != nil {
		return len(s.u)
	}
	return len(s.b)
}

// At is the code unit at i, which must be in range.
func (s *String) At(i int) uint16 {
	if s.u != nil {
		return s.u[i]
	}
	return uint16(s.b[i])
}

// IsLatin1 reports whether every unit is below 256.
func (s *String) IsLatin1() bool { return s.u == nil }

// Latin1 is the units as bytes when IsLatin1, else empty.
func (s *String) Latin1() string { return s.b }

// Units is the UTF-16 code units; the caller must not change them.
func (s *String) Units() []uint16 {
	if s.u != nil {
		return s.u
	}
	u := make([]uint16, len(s.b))
	for i := range u {
		u[i] = uint16(s.b[i])
	}
	return u
}

// GoString is the text in WTF-8.
func (s *String) GoString() string {
	if s.u == nil {
		for i := 0; i < len(s.b); i++ {
			if s.b[i] >= utf8.RuneSelf {
				return string(appendLatin1(make([]byte, 0, len(s.b)+8), s.b))
			}
		}
		return s.b
	}
	return string(appendWTF8(make([]byte, 0, 2*len(s.u)), s.u))
}

// String is GoString.
func (s *String) String() string { return s.GoString() }

// UTF8 is the text as Java prints it: lone surrogates become '?'.
func (s *String) UTF8() string {
	if s.u == nil {
		return s.GoString()
	}
	out := make([]byte, 0, 2*len(s.u))
	for i := 0; i < len(s.u); i++ {
		c := rune(s.u[i])
		if utf16.IsSurrogate(c) {
			if i+1 < len(s.u) {
				if r := utf16.DecodeRune(c, rune(s.u[i+1])); r != utf8.RuneError {
					out = utf8.AppendRune(out, r)
					i++
					continue
				}
			}
			out = append(out, '?')
			continue
		}
		out = utf8.AppendRune(out, c)
	}
	return string(out)
}

func appendLatin1(out []byte, b string) []byte {
	for i := 0; i < len(b); i++ {
		out = utf8.AppendRune(out, rune(b[i]))
	}
	return out
}

func appendWTF8(out []byte, u []uint16) []byte {
	for i := 0; i < len(u); i++ {
		c := rune(u[i])
		switch {
		case c < 0x80:
			out = append(out, byte(c))
		case utf16.IsSurrogate(c):
			if i+1 < len(u) {
				if r := utf16.DecodeRune(c, rune(u[i+1])); r != utf8.RuneError {
					out = utf8.AppendRune(out, r)
					i++
					continue
				}
			}
			out = append(out, 0xe0|byte(c>>12), 0x80|byte(c>>6)&0x3f, 0x80|byte(c)&0x3f)
		default:
			out = utf8.AppendRune(out, c)
		}
	}
	return out
}

// Hash is hashCode().
func (s *String) Hash() int32 {
	if s.done {
		return s.hash
	}
	var h int32
	if s.u != nil {
		for _, c := range s.u {
			h = 31*h + int32(c)
		}
	} else {
		for i := 0; i < len(s.b); i++ {
			h = 31*h + int32(s.b[i])
		}
	}
	s.hash, s.done = h, true
	return h
}

// Equal reports whether s and t have the same units.
func (s *String) Equal(t *String) bool {
	if s == t {
		return true
	}
	// The wide form is used only where a unit needs it, so that texts of different forms differ.
	if (s.u == nil) != (t.u == nil) {
		return false
	}
	if s.u == nil {
		return s.b == t.b
	}
	if len(s.u) != len(t.u) {
		return false
	}
	for i, c := range s.u {
		if c != t.u[i] {
			return false
		}
	}
	return true
}

// Compare is compareTo: the difference of the first differing units, or of the lengths.
func (s *String) Compare(t *String) int32 {
	n := min(s.Len(), t.Len())
	for i := 0; i < n; i++ {
		if a, b := s.At(i), t.At(i); a != b {
			return int32(a) - int32(b)
		}
	}
	return int32(s.Len()) - int32(t.Len())
}

// Concat is s followed by t.
func (s *String) Concat(t *String) *String {
	if s.u == nil && t.u == nil {
		return &String{b: s.b + t.b}
	}
	// One of the two has a unit above 255, and so has the result.
	u := make([]uint16, 0, s.Len()+t.Len())
	return &String{u: t.appendUnits(s.appendUnits(u))}
}

func (s *String) appendUnits(u []uint16) []uint16 {
	if s.u != nil {
		return append(u, s.u...)
	}
	for i := 0; i < len(s.b); i++ {
		u = append(u, uint16(s.b[i]))
	}
	return u
}

// Substring is the units from i up to j, which must be in range.
func (s *String) Substring(i, j int) *String {
	if s.u == nil {
		if i == 0 && j == len(s.b) {
			return s
		}
		return &String{b: s.b[i:j]}
	}
	if i == 0 && j == len(s.u) {
		return s
	}
	// The part may be without the units that made the whole wide.
	return NewStringUTF16(s.u[i:j])
}

// bytes is the heap size a String is charged with.
func (s *String) bytes() int64 {
	if s.u != nil {
		return 24 + 2*int64(len(s.u))
	}
	return 24 + int64(len(s.b))
}

// Text is a growing string in the narrower of the two encodings; the zero value
// is empty. Concatenation and the native part of StringBuilder use it.
type Text struct {
	b    []byte
	u    []uint16
	wide bool
}

// Len is the number of units.
func (t *Text) Len() int {
	if t.wide {
		return len(t.u)
	}
	return len(t.b)
}

// At is the unit at i, which must be in range.
func (t *Text) At(i int) uint16 {
	if t.wide {
		return t.u[i]
	}
	return uint16(t.b[i])
}

func (t *Text) widen() {
	if t.wide {
		return
	}
	t.u = make([]uint16, len(t.b), 2*len(t.b)+16)
	for i, c := range t.b {
		t.u[i] = uint16(c)
	}
	t.b, t.wide = nil, true
}

// Unit appends one code unit.
func (t *Text) Unit(c uint16) {
	if !t.wide {
		if c < 256 {
			t.b = append(t.b, byte(c))
			return
		}
		t.widen()
	}
	t.u = append(t.u, c)
}

// Add appends s.
func (t *Text) Add(s *String) {
	if !t.wide {
		if s.u == nil {
			t.b = append(t.b, s.b...)
			return
		}
		t.widen()
	}
	t.u = s.appendUnits(t.u)
}

// ASCII appends s, which must be ASCII.
func (t *Text) ASCII(s string) {
	if !t.wide {
		t.b = append(t.b, s...)
		return
	}
	for i := 0; i < len(s); i++ {
		t.u = append(t.u, uint16(s[i]))
	}
}

// String is the text as a new String; later changes of t do not show in it.
func (t *Text) String() *String {
	if t.wide {
		return NewStringUTF16(t.u)
	}
	return &String{b: string(t.b)}
}

// Slice is the units from i to j as a String; i and j must be in range.
func (t *Text) Slice(i, j int) *String {
	if t.wide {
		return NewStringUTF16(t.u[i:j])
	}
	return &String{b: string(t.b[i:j])}
}

// SetLen cuts the text, or pads it with NUL.
func (t *Text) SetLen(n int) {
	for t.Len() < n {
		t.Unit(0)
	}
	if t.wide {
		t.u = t.u[:n]
	} else {
		t.b = t.b[:n]
	}
}

// Set replaces the unit at i, which must be in range.
func (t *Text) Set(i int, c uint16) {
	if !t.wide {
		if c < 256 {
			t.b[i] = byte(c)
			return
		}
		t.widen()
	}
	t.u[i] = c
}

// Replace puts s in place of the units from i to j, which must be in range.
func (t *Text) Replace(i, j int, s *String) {
	if s.u != nil {
		t.widen()
	}
	if !t.wide {
		// A copy, since the append writes over where the tail stands.
		tail := string(t.b[j:])
		t.b = append(append(t.b[:i], s.b...), tail...)
		return
	}
	tail := append([]uint16(nil), t.u[j:]...)
	t.u = append(s.appendUnits(t.u[:i]), tail...)
}
