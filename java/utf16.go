package java

import (
	"strings"
	"unicode/utf8"
)

// appendUnit appends one UTF-16 code unit as WTF-8: like UTF-8, with a lone
// surrogate in three bytes.
func appendUnit(b []byte, u uint16) []byte {
	switch {
	case u < 0x80:
		return append(b, byte(u))
	case u < 0x800:
		return append(b, 0xc0|byte(u>>6), 0x80|byte(u&0x3f))
	}
	return append(b, 0xe0|byte(u>>12), 0x80|byte(u>>6&0x3f), 0x80|byte(u&0x3f))
}

// decodeWTF8 is utf8.DecodeRuneInString that accepts lone surrogates.
func decodeWTF8(s string) (rune, int) {
	if len(s) >= 3 && s[0] == 0xed && s[1]&0xe0 == 0xa0 && s[2]&0xc0 == 0x80 {
		return 0xd000 | rune(s[1]&0x3f)<<6 | rune(s[2]&0x3f), 3
	}
	return utf8.DecodeRuneInString(s)
}

// DecodeUTF16 is the UTF-16 code units of a literal's value.
func DecodeUTF16(wtf8 string) []uint16 {
	us := make([]uint16, 0, len(wtf8))
	for i := 0; i < len(wtf8); {
		r, n := decodeWTF8(wtf8[i:])
		i += n
		if r > 0xffff {
			r -= 0x10000
			us = append(us, uint16(0xd800|r>>10), uint16(0xdc00|r&0x3ff))
			continue
		}
		us = append(us, uint16(r))
	}
	return us
}

// EncodeWTF8 is the inverse of DecodeUTF16: UTF-8 with lone surrogates kept.
func EncodeWTF8(us []uint16) string {
	b := make([]byte, 0, len(us))
	for i := 0; i < len(us); i++ {
		u := us[i]
		if 0xd800 <= u && u < 0xdc00 && i+1 < len(us) && 0xdc00 <= us[i+1] && us[i+1] < 0xe000 {
			b = utf8.AppendRune(b, rune(u-0xd800)<<10+rune(us[i+1]-0xdc00)+0x10000)
			i++
			continue
		}
		b = appendUnit(b, u)
	}
	return string(b)
}

// joinSurrogates makes one character of two adjacent surrogate halves.
func joinSurrogates(s string) string {
	// A half of a pair begins with this byte in WTF-8.
	if !strings.Contains(s, "\xed") {
		return s
	}
	return EncodeWTF8(DecodeUTF16(s))
}
