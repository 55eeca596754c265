package java

import (
	"slices"
	"testing"
)

func TestLiterals(t *testing.T) {
	tests := []struct {
		src   string
		kind  LiteralKind
		value string
	}{
		{"1", IntLiteral, ""}, {"0x7fff_ffff", IntLiteral, ""}, {"0b1010L", LongLiteral, ""}, {"017", IntLiteral, ""},
		{"0_7", IntLiteral, ""}, {"0xffffffff", IntLiteral, ""}, {"9223372036854775807L", LongLiteral, ""},
		{"1.", DoubleLiteral, ""}, {".5", DoubleLiteral, ""}, {"1e10", DoubleLiteral, ""}, {"1f", FloatLiteral, ""},
		{"1D", DoubleLiteral, ""}, {"09.5", DoubleLiteral, ""}, {"0x1.8p-3", DoubleLiteral, ""}, {"0x1p3f", FloatLiteral, ""},
		{"0x.8p0", DoubleLiteral, ""}, {"1_000.5_5e1_0", DoubleLiteral, ""}, {"0xFF", IntLiteral, ""}, {"0x1D", IntLiteral, ""},
		{"true", BoolLiteral, ""}, {"null", NullLiteral, ""},
		{`'a'`, CharLiteral, "a"}, {`'\n'`, CharLiteral, "\n"}, {`'\''`, CharLiteral, "'"}, {`'"'`, CharLiteral, `"`},
		{`'\\'`, CharLiteral, `\`}, {`'\7'`, CharLiteral, "\a"}, {`'\377'`, CharLiteral, "ÿ"}, {`'\u0041'`, CharLiteral, "A"},
		{`'\uuu0041'`, CharLiteral, "A"}, {`'\ud83d'`, CharLiteral, "\xed\xa0\xbd"}, {`'é'`, CharLiteral, "é"}, {`'\s'`, CharLiteral, " "},
		{`""`, StringLiteral, ""}, {`"a\tb\"c"`, StringLiteral, "a\tb\"c"}, {`"\0\18\477"`, StringLiteral, "\x00\x018\x277"},
		{`"\ud83d\ude00"`, StringLiteral, "😀"}, {`"\ude00\ud83d"`, StringLiteral, "\xed\xb8\x80\xed\xa0\xbd"},
		{`"\u005cn\u0022`, StringLiteral, "\n"}, {`"\\u0041"`, StringLiteral, `\u0041`}, {`"\\\u0041"`, StringLiteral, `\A`},
		{`"//x/*y*/"`, StringLiteral, "//x/*y*/"},
		{"\"\"\"\n  a\n    b\n  \"\"\"", TextBlock, "a\n  b\n"},
		{"\"\"\"  \n  a\\\n  b \\s\n  c  \"\"\"", TextBlock, "ab  \nc"},
		{"\"\"\"\r\n\ta\r\n\r\n\tb\"\"\"", TextBlock, "a\n\nb"},
		{"\"\"\"\n  a \"b\" \"\"\\\"\"\" c\\n\n\"\"\"", TextBlock, "  a \"b\" \"\"\"\"\" c\n\n"},
	}
	for _, tt := range tests {
		x, f, errs := ParseExprString(tt.src, false)
		l, ok := x.(*Literal)
		if !ok || len(errs) > 0 {
			t.Errorf("%s: %T, %v", tt.src, x, errs)
			continue
		}
		if l.Kind != tt.kind || l.Value != tt.value || f.Text(l) != tt.src {
			t.Errorf("%s: kind %d value %q text %q, want kind %d value %q", tt.src, l.Kind, l.Value, f.Text(l), tt.kind, tt.value)
		}
		if tt.kind == StringLiteral || tt.kind == CharLiteral {
			made := &Literal{Kind: l.Kind, Value: l.Value}
			y, _, errs := ParseExprString(Print(made), false)
			if m, ok := y.(*Literal); !ok || len(errs) > 0 || m.Value != l.Value {
				t.Errorf("%s: made anew as %s: %v", tt.src, Print(made), errs)
			}
		}
	}
}

func TestIntRange(t *testing.T) {
	tests := []struct {
		src string
		ok  bool
	}{
		{"2147483647", true}, {"2147483648", false}, {"-2147483648", true}, {"-2147483649", false}, {"- 2147483648", true},
		{"-(2147483648)", false}, {"-0x80000000", true}, {"0xffffffff", true}, {"0x1ffffffff", false}, {"037777777777", true},
		{"047777777777", false}, {"9223372036854775807L", true}, {"9223372036854775808L", false}, {"-9223372036854775808L", true},
		{"0xffffffffffffffffL", true}, {"0x1ffffffffffffffffL", false}, {"1-2147483648", false},
	}
	for _, tt := range tests {
		_, _, errs := ParseExprString(tt.src, false)
		if (len(errs) == 0) != tt.ok {
			t.Errorf("%s: %v", tt.src, errs)
		}
		if _, _, errs := ParseExprString(tt.src, true); len(errs) > 0 {
			t.Errorf("%s in a specification: %v", tt.src, errs)
		}
	}
}

func TestParseInt(t *testing.T) {
	tests := []struct {
		raw   string
		v     uint64
		radix int
		ok    bool
	}{
		{"0", 0, 10, true}, {"00", 0, 8, true}, {"1_0", 10, 10, true}, {"0x_f", 15, 16, true}, {"0xFL", 15, 16, true}, {"0B11", 3, 2, true},
		{"0_17", 15, 8, true}, {"18446744073709551615", 1<<64 - 1, 10, true}, {"18446744073709551616", 0, 10, false}, {"0x", 0, 16, false},
	}
	for _, tt := range tests {
		v, radix, ok := ParseInt(tt.raw)
		if v != tt.v || radix != tt.radix || ok != tt.ok {
			t.Errorf("%s: %d, %d, %v", tt.raw, v, radix, ok)
		}
	}
}

func TestUTF16(t *testing.T) {
	tests := []struct {
		s  string
		us []uint16
	}{
		{"", []uint16{}}, {"aé€", []uint16{0x61, 0xe9, 0x20ac}}, {"😀", []uint16{0xd83d, 0xde00}},
		{"\xed\xa0\xbd!", []uint16{0xd83d, '!'}}, {"\xed\xb8\x80\xed\xa0\xbd", []uint16{0xde00, 0xd83d}},
	}
	for _, tt := range tests {
		if got := DecodeUTF16(tt.s); !slices.Equal(got, tt.us) {
			t.Errorf("%q: %x, want %x", tt.s, got, tt.us)
		}
		if got := EncodeWTF8(tt.us); got != tt.s {
			t.Errorf("%x: %q, want %q", tt.us, got, tt.s)
		}
	}
	for u := range 0x10000 {
		for _, us := range [][]uint16{{uint16(u)}, {uint16(u), 0xdc01}, {0xd801, uint16(u)}} {
			if got := DecodeUTF16(EncodeWTF8(us)); !slices.Equal(got, us) {
				t.Fatalf("%x became %x", us, got)
			}
		}
	}
}

func TestUnicodeEscapesAnywhere(t *testing.T) {
	f := parseOK(t, "cl\\u0061ss \\u0041\\u007b int \\u0069 = 1; String s = \"\\u0022; /\\u002a x \\u002a/ // y\\u000a int z; \\u007d")
	c := f.Types[0]
	if c.Name.Name != "A" || len(c.Members) != 3 || len(f.Comments) != 2 {
		t.Fatalf("%s\n%v", Print(f), f.Comments)
	}
	if got := f.Text(c.Members[2]); got != "int z;" {
		t.Errorf("last member is %q", got)
	}
	if got := f.Text(c.Members[0]); got != "int \\u0069 = 1;" {
		t.Errorf("first member is %q", got)
	}
	checkTree(t, f)
	checkRoundTrip(t, f)
}

func TestPositions(t *testing.T) {
	f := NewFile("T.java", "ab\r\ncé\rd\n\n😀x")
	tests := []struct{ off, line, col int }{{0, 1, 1}, {2, 1, 3}, {4, 2, 1}, {5, 2, 2}, {7, 2, 3}, {8, 3, 1}, {10, 4, 1}, {11, 5, 1}, {15, 5, 2}, {16, 5, 3}}
	for _, tt := range tests {
		p := f.Position(f.PosAt(tt.off))
		if p.Line != tt.line || p.Column != tt.col || p.Offset != tt.off || p.File != "T.java" {
			t.Errorf("offset %d: %+v, want %d:%d", tt.off, p, tt.line, tt.col)
		}
	}
	if p := f.Position(NoPos); p.Line != 0 || p.Offset != -1 {
		t.Errorf("no position: %+v", p)
	}
	if f.Lines() != 5 || f.LineStart(5) != f.PosAt(11) || f.LineStart(9) != f.PosAt(16) {
		t.Errorf("%d lines, line 5 at %d", f.Lines(), f.LineStart(5))
	}
	lazy := &File{Src: f.Src}
	if lazy.Position(f.PosAt(11)).Line != 5 {
		t.Error("a file made by hand has no lines")
	}
}

func TestComments(t *testing.T) {
	f := parseOK(t, "\ufeff//@ a\r\nclass A { /*@ b @*/ int /**/ x = 1 // c\n; String s = \"// no\"; } // end")
	var got []string
	for _, c := range f.Comments {
		if f.Slice(c.Span) != c.Text {
			t.Errorf("%q is at %q", c.Text, f.Slice(c.Span))
		}
		got = append(got, c.Text)
	}
	if want := []string{"//@ a", "/*@ b @*/", "/**/", "// c", "// end"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
