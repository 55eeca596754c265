package cmd

import (
	"os"
	"strings"
	"testing"
)

// onScreen is what a terminal gets of what is written to a screen in pieces.
func onScreen(pieces ...string) string {
	var b strings.Builder
	s := &screen{to: &b}
	for _, p := range pieces {
		_, _ = s.Write([]byte(p))
	}
	return b.String()
}

// No control character of anybody's reaches a terminal.
func TestAttackTerminal(t *testing.T) {
	for _, c := range []struct {
		pieces []string
		want   string
	}{
		{[]string{"plain ü 漢字 \t tab\n"}, "plain ü 漢字 \t tab\n"},
		{[]string{"\x1b]0;title\x07"}, `\x1b]0;title\x07`},
		{[]string{"\x1b[2Jgone"}, `\x1b[2Jgone`},
		{[]string{"\x1b[31mred\x1b[0m \x1b[1mbold\x1b[m"}, "\x1b[31mred\x1b[0m \x1b[1mbold\x1b[m"},
		{[]string{"\x1b[8mhidden", "\x1b[30;40m"}, `\x1b[8mhidden\x1b[30;40m`},
		{[]string{"\x1b", "[2", "J"}, `\x1b[2J`},
		{[]string{"\x1b", "[3", "1m"}, "\x1b[31m"},
		{[]string{"over\rwritten\r\n"}, `over\x0dwritten` + "\n"},
		{[]string{"a\u202eb\u2066c\u200fd"}, `a\u202eb\u2066c\u200fd`},
		{[]string{"\u009b2J", "\u0085"}, `\x9b2J\x85`},
		{[]string{"\x9b2J\xff"}, `\x9b2J\xff`},
		{[]string{"\xe6\xbc", "\xa2"}, "漢"},
		{[]string{"\x00\x08\x7f"}, `\x00\x08\x7f`},
	} {
		if got := onScreen(c.pieces...); got != c.want {
			t.Errorf("%q: %q, want %q", c.pieces, got, c.want)
		}
	}
	if got := shownText("\x1b[31mname"); got != `\x1b[31mname` {
		t.Errorf("visible: %q", got)
	}
}

// What goes into a file stays as it is.
func TestScreenOfAFile(t *testing.T) {
	f, err := os.Create(t.TempDir() + "/f")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if newScreen(f) != f {
		t.Error("a file is taken for a terminal")
	}
}
