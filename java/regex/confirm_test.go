package regex_test

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand"
	"os/exec"
	"strings"
	"testing"
	"unicode/utf16"

	"ensures/internal/require"
	"ensures/java/regex"
)

// randomPattern writes a pattern over few letters, mostly a good one.
func randomPattern(r *rand.Rand, depth int) string {
	if depth == 0 {
		return []string{"a", "b", "c", ".", "[ab]", "[^a]", `\w`, `\d`, `\s`, "^", "$", `\b`, `\B`, "[a-c&&[^b]]", "x", "é", `\1`, "", `\p{L}`, "(?i)A", `\R`, "[b-]", "1"}[r.Intn(23)]
	}
	sub := func() string { return randomPattern(r, r.Intn(depth)) }
	switch r.Intn(14) {
	case 0, 1, 2, 3:
		return sub() + sub()
	case 4:
		return sub() + "|" + sub()
	case 5, 6:
		return "(" + sub() + ")"
	case 7:
		return "(?:" + sub() + ")" + quantifier(r)
	case 8:
		return "(" + sub() + ")" + quantifier(r)
	case 9:
		return []string{"(?=", "(?!", "(?<=", "(?<!", "(?>"}[r.Intn(5)] + sub() + ")"
	case 10:
		return sub() + quantifier(r)
	case 11:
		return "(?<n" + string(rune('a'+r.Intn(26))) + ">" + sub() + ")"
	case 12:
		return "(?" + []string{"i", "m", "s", "x", "d", "-i", "im-s"}[r.Intn(7)] + ":" + sub() + ")"
	}
	return sub() + sub() + sub()
}

func quantifier(r *rand.Rand) string {
	return []string{"*", "+", "?", "{2}", "{1,2}", "{0,}", "*?", "+?", "??", "{1,3}?", "*+", "++", "?+"}[r.Intn(13)]
}

func describe(pattern, text string) (s string) {
	re, err := regex.Compile([]rune(pattern), 0, nil)
	if err != nil {
		return err.Error()
	}
	u := append([]uint16{}, utf16.Encode([]rune(text))...)
	in := regex.Input{Wide: u}
	var b strings.Builder
	start, last := 0, 0
	for n := 0; n < 10 && start <= len(u); n++ {
		g := re.Find(regex.Search{Input: in, To: len(u), Start: start, Last: last, Anywhere: true})
		if g == nil {
			break
		}
		for i := 0; i < len(g); i += 2 {
			fmt.Fprintf(&b, "%d,%d ", g[i], g[i+1])
		}
		start, last = g[1], g[1]
		if g[0] == g[1] {
			start++
		}
	}
	fmt.Fprint(&b, re.Find(regex.Search{Input: in, To: len(u), Full: true}) != nil)
	return b.String()
}

// TestConfirm runs random patterns on random texts here and in the real engine. A
// few in ten thousand may differ: groups in quantified look-around and the like.
func TestConfirm(t *testing.T) {
	java := require.Tool(t, "java")
	n := 20_000
	if testing.Short() {
		n = 2_000
	}
	r := rand.New(rand.NewSource(3))
	var in bytes.Buffer
	type pair struct{ pattern, text string }
	var pairs []pair
	for range n {
		p := pair{pattern: randomPattern(r, 1+r.Intn(5))}
		for range r.Intn(9) {
			p.text += []string{"a", "b", "c", "ab", "A", "1", " ", "~", "é", "x"}[r.Intn(10)]
		}
		pairs = append(pairs, p)
		fmt.Fprintf(&in, "%s\n%s\n", p.pattern, p.text)
	}
	cmd := exec.Command(java, "testdata/jvm/FindAll.java")
	cmd.Stdin = &in
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("java: %v", err)
	}
	sc := bufio.NewScanner(bytes.NewReader(out))
	wrong := 0
	var differences []string
	for _, p := range pairs {
		if !sc.Scan() {
			t.Fatal("java printed too little")
		}
		if got := describe(p.pattern, strings.ReplaceAll(p.text, "~", "\n")); got != sc.Text() {
			wrong++
			differences = append(differences, fmt.Sprintf("%s in %q: %s, Java gives %s", p.pattern, p.text, got, sc.Text()))
		}
	}
	t.Logf("%d of %d differ", wrong, n)
	if wrong*2000 > n {
		t.Errorf("too many:\n%s", strings.Join(differences[:min(30, wrong)], "\n"))
	}
}
