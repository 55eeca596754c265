package regex_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"ensures/java/regex"
)

func find(re *regex.Regexp, text string, full bool) []int {
	u := utf16.Encode([]rune(text))
	return re.Find(regex.Search{Input: regex.Input{Wide: append([]uint16{}, u...)}, To: len(u), Anywhere: !full, Full: full})
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          []int
	}{
		{"a+b", "xaab", []int{1, 4}},
		{"(a)|(b)", "b", []int{0, 1, -1, -1, 0, 1}},
		{"(a*)*", "aa", []int{0, 2, 2, 2}},
		{"(x(y)?)+", "xyx", []int{0, 3, 2, 3, 1, 2}},
		{"a++a", "aaa", nil},
		{"(?>a|ab)c", "abc", nil},
		{"(?<=a)b(?!c)", "abcab", []int{4, 5}},
		{`(\w)\1`, "abccd", []int{2, 4, 2, 3}},
		{"[a-f&&[^bc]]+", "bcadb", []int{2, 4}},
		{"(?i)straSSe", "xSTRASSE", []int{1, 8}},
		{".", "\n\U0001F600", []int{1, 3}},
		{"(a|b)*?c", "abc", []int{0, 3, 1, 2}},
		{`\bcat\b`, "concat cat", []int{7, 10}},
		{"(?m)^b$", "a\nb\nc", []int{2, 3}},
	} {
		re, err := regex.Compile([]rune(c.pattern), 0, nil)
		if err != nil {
			t.Errorf("%s: %v", c.pattern, err)
			continue
		}
		if diff := cmp.Diff(c.want, find(re, c.text, false)); diff != "" {
			t.Errorf("%s in %q (-want +got):\n%s", c.pattern, c.text, diff)
		}
	}
}

func TestErrors(t *testing.T) {
	for pattern, want := range map[string]string{
		"(a":     "Unclosed group near index 2",
		"[a":     "Unclosed character class near index 1",
		"*a":     "Dangling meta character '*' near index 0",
		"a)":     "Unmatched closing ')' near index 0",
		"a{2,1}": "Illegal repetition range near index 5",
		`\y`:     "Illegal/unsupported escape sequence near index 1",
	} {
		_, err := regex.Compile([]rune(pattern), 0, nil)
		if e, ok := regex.IsSyntax(err); !ok || e.Error() != want {
			t.Errorf("%s: %v, want %s", pattern, err, want)
		}
	}
	var missing regex.Unsupported
	if _, err := regex.Compile([]rune(`\X`), 0, nil); !errors.As(err, &missing) {
		t.Errorf(`\X: %v, want it unsupported by name`, err)
	}
}

// TestHostile stops a match that would take for ever, by its charge, and one that
// nests too deep, by a panic of its own.
func TestHostile(t *testing.T) {
	type enough struct{}
	re, _ := regex.Compile([]rune(`((a+)+)+\1?$`), 0, nil)
	left := 100_000
	text := strings.Repeat("a", 40) + "b"
	end := func() (end any) {
		defer func() { end = recover() }()
		re.Find(regex.Search{Input: regex.Input{Latin: text}, To: len(text), Anywhere: true, Charge: func(n int) {
			if left -= n; left < 0 {
				panic(enough{})
			}
		}})
		return nil
	}()
	if _, ok := end.(enough); !ok {
		t.Errorf("the endless match ended with %v, want it stopped by its charge", end)
	}
	re, _ = regex.Compile([]rune("(a|b)*"), 0, nil)
	text = strings.Repeat("ab", 1_000_000)
	end = func() (end any) {
		defer func() { end = recover() }()
		re.Find(regex.Search{Input: regex.Input{Latin: text}, To: len(text)})
		return nil
	}()
	if _, ok := end.(regex.TooDeep); !ok {
		t.Errorf("the deep match ended with %v, want TooDeep", end)
	}
}

func TestNesting(t *testing.T) {
	for _, open := range []string{"(", "[a", "(?:a|"} {
		end := func() (end any) {
			defer func() { end = recover() }()
			regex.Compile([]rune(strings.Repeat(open, 100_000)), 0, nil)
			return nil
		}()
		if _, ok := end.(regex.TooDeep); !ok {
			t.Errorf("%s nested: %v, want TooDeep", open, end)
		}
	}
}

func FuzzCompile(f *testing.F) {
	for _, s := range []string{"a*", "(?<n>a)\\k<n>", "[a-z&&[^b]]", "(?i)x{2,3}+", "\\p{Lu}|\\Q.\\E", "(?<=a{1,3})b", "(|a)+?", "[[^a]b&&c"} {
		f.Add(s, "aabbc")
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		defer func() {
			switch e := recover().(type) {
			case nil, regex.TooDeep, stop:
			default:
				panic(e)
			}
		}()
		re, err := regex.Compile([]rune(pattern), 0, nil)
		if err != nil {
			return
		}
		left := 50_000
		u := utf16.Encode([]rune(text))
		g := re.Find(regex.Search{Input: regex.Input{Wide: append([]uint16{}, u...)}, To: len(u), Anywhere: true, Charge: func(n int) {
			if left -= n; left < 0 {
				panic(stop{})
			}
		}})
		for i := 0; i < len(g); i += 2 {
			if g[i] > g[i+1] || g[i] < -1 || g[i+1] > len(u) {
				t.Errorf("%q in %q: groups %v", pattern, text, g)
			}
		}
	})
}

type stop struct{}
