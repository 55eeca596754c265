package eval_test

import (
	"encoding/json"
	"strings"
	"testing"

	"ensures/dafny"
	"ensures/dafny/eval"
	"ensures/dafny/values"
	"ensures/metric"
	"ensures/value"
)

const program = `
function fib(n: nat): nat { if n < 2 then n else fib(n - 1) + fib(n - 2) }
function depth(n: int): int { depth(n + 1) }
predicate even(n: int) { n % 2 == 0 }
predicate has(a: array<int>, x: int) reads a { exists i :: 0 <= i < a.Length && a[i] == x }
predicate positive(n: int) requires n > 0 { true }
function unknown(n: int): int
const K := 7
method M(n: int, s: seq<int>, t: string, a: array<int>, x: real, b: bv8, c: char, p: (int, bool)) returns (r: seq<int>)
  ensures CLAUSE
`

// state is the values of M's parameters and result.
const state = `[5, [3, 1, 3], "hello", [4, 2], 2.5, 200, {"char": "q"}, {"tuple": [1, true]}, [1, 3]]`

func clause(t *testing.T, text string) (metric.Verdict, error) {
	t.Helper()
	f := dafny.Parse(strings.ReplaceAll(program, "CLAUSE", text))
	for _, e := range f.Errs {
		t.Fatalf("%s: %s", text, f.Describe(e))
	}
	m := f.Methods()[0]
	var raw []json.RawMessage
	if err := json.Unmarshal([]byte(state), &raw); err != nil {
		t.Fatal(err)
	}
	names := map[string]*values.Value{}
	for i, p := range append(append([]dafny.Var{}, m.Params...), m.Returns...) {
		v, err := values.Read(raw[i], p.Type)
		if err != nil {
			t.Fatal(err)
		}
		names[p.Name] = v
	}
	return eval.New(f).Clause(m.Clauses[0].Expr, names, false)
}

func TestClauses(t *testing.T) {
	for _, c := range []struct{ want, clauses string }{
		{"true", `
			-7 / 2 == -4 && -7 % 2 == 1 && 7 / -2 == -3 && 7 % -2 == 1
			0 <= 1 < n <= 5 && 3 > 2 > 1
			1.0 / 3.0 * 3.0 == 1.0 && x == 2.5 && x.Floor == 2 && (0.0 - x).Floor == -3
			b + 100 == 44 && b & 15 == 8 && b << 1 == 144 && (b as int) + 100 == 300
			c == 'q' && c as int == 113 && (113 as char) == c && 'a' <= c <= 'z'
			p.0 == 1 && p.1 && p == (1, true)
			|s| == 3 && s[1..] == [1, 3] && s[..1] + s[1..] == s && s[0 := 1] == [1, 1, 3]
			3 in s && 4 !in s && multiset(s)[3] == 2 && multiset(s) == multiset{3, 3, 1}
			t == "hello" && t[1] == 'e' && "he" <= t && t + "" == t && |"a\n\u0041"| == 3
			a.Length == 2 && a[..] == [4, 2] && a != null && old(a[0]) == 4
			{1, 2} + {2, 3} == {1, 2, 3} && {1} < {1, 2} && {1, 2} * {2} == {2} && {1} !! {2} && |{1, 1}| == 1
			map[1 := 2][1] == 2 && 1 in map[1 := 2] && map[1 := 2].Keys == {1}
			fib(50) == 12586269025 && even(n - 1) && has(a, 4) && !has(a, 5) && K == 7
			forall i :: 0 <= i < |s| ==> s[i] >= 1
			forall i, j :: 0 <= i < j < |s| ==> i != j
			forall y :: y in r <==> (exists i :: 0 <= i < |s| && s[i] == y)
			forall y :: y in r ==> y in s
			exists i | 0 <= i < |s| :: s[i] == 1
			exists d :: 1 < d < 91 && 91 % d == 0
			exists k :: k * k == 144
			exists k, l :: k * l == 91 && k > 1 && l > 1
			!exists k :: k * k == 145
			forall i: nat :: i < 3 ==> i >= 0
			forall f: bool :: f || !f
			|set i | 0 <= i < |s| && s[i] == 3| == 2
			(set y | y in s) == {1, 3} && (set y | y in s :: y * 2) == {2, 6}
			(map i | 0 <= i < 2 :: i * i)[1] == 1
			seq(3, i => i * i) == [0, 1, 4]
			(var y := n + 1; y * y) == 36
			if n > 3 then true else 1 / 0 == 1
			n == 0 ==> 1 / n == 1
			n != 5 && 1 / 0 == 1 <==> false
			forall ch :: ch in t ==> 'a' <= ch <= 'z'
			forall ch: char :: ch in "ab" ==> ch <= 'b'
			forall y | has(a, y) :: y > 1
			n > 0 <== n > 3
			forall i :: 0 <= i < 100000000 ==> i >= 0
			s != [] && [] <= s
			(5.0 as int) == 5 && (5 as real) == 5.0`},
		{"false", `
			-7 / 2 == -3
			forall i :: 0 <= i < |s| ==> s[i] == 3
			forall y :: y in s ==> y in [3]
			forall y :: y in s <==> y in t[..0] + "" || y in [3]
			exists i :: 0 <= i < |s| && s[i] == 4
			exists k :: k * k == 145
			forall i :: i >= 0 ==> i < 1000
			forall d :: 1 < d < 91 ==> 91 % d != 0
			even(n)
			x == 2.4
			s < s`},
		{"undefined", `
			s[3] == 0
			s[-1] == 0
			1 / (n - 5) == 1
			positive(n - 5)
			fib(n - 6) == 1
			(x as int) == 2
			(300 as bv8) == 0
			map[1 := 2][3] == 2
			s[3] == 0 && false
			s[2..1] == []
			forall i :: 0 <= i < 4 ==> s[i] >= 1
			|seq(n - 6, i => i)| == 0
			b << 9 == 0
			forall i :: s[i] >= 1 || i < 0 || i >= |s|
			exists i :: s[i] == 1 && 0 <= i < |s|
			|set i | s[i] == 3 && 0 <= i < |s| :: i| == 2
			forall i :: 0 <= i < |s| ==> s[i + 1] >= 0 || true
			exists k :: 10 / k == 5 && k in r
			forall i, j :: 0 <= i < |s| ==> s[i] == s[j] || j < 0 || j >= |s|
			forall i: nat :: s[i] > 0 || i >= |s|`},
		{"unknown", `
			depth(0) == 0
			unknown(1) == 1
			forall i :: i + 0 == i
			forall q: seq<int> :: |q| >= 0
			exists i :: i > 100000 && i * i == i + i
			forall i :: 0 <= i < 100000000 ==> i * i + i >= 0`},
	} {
		for _, text := range strings.Split(strings.TrimSpace(c.clauses), "\n") {
			text = strings.TrimSpace(text)
			v, err := clause(t, text)
			got := map[value.Truth]string{value.True: "true", value.False: "false", value.Unknown: "unknown"}[v.Truth]
			if v.Undefined {
				got = "undefined"
			}
			if err != nil || got != c.want {
				t.Errorf("%s: %s, want %s (%v)", text, got, c.want, err)
			}
		}
	}
}

// What has no meaning is named, not guessed.
func TestNoMeaning(t *testing.T) {
	for text, want := range map[string]string{
		"n":            "a boolean is needed",
		"n == x":       "a comparison of 5 with 5/2",
		"n == t":       "a comparison of 5 with",
		"s == t":       "a comparison of",
		"n in t":       "5 in ",
		"n + t == t":   `5 + "hello"`,
		"n.Length > 0": "the member Length",
		"n[0] == 1":    "an index of 5",
		"s['a'] == 1":  "the index",
		"|n| == 1":     "the size of 5",
		"b == 'a'":     "a comparison of",
	} {
		if _, err := clause(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// Text that is not trusted costs steps, not time: each is unknown, or refused.
func TestHostileClauses(t *testing.T) {
	for _, text := range []string{
		"fib(2000) > 0 && depth(1) > 0",
		"forall i, j, k, l :: 0 <= i < 1000 && 0 <= j < 1000 && 0 <= k < 1000 && 0 <= l < 1000 ==> i + j + k + l >= 0",
		"(var y := 2; " + strings.Repeat("var y := y * y; ", 40) + "y) > 0",
		"(var y := [1]; " + strings.Repeat("var y := y + y; ", 40) + "y) == []",
		"|seq(100000000, i => i)| > 0",
		"|set i, j | 0 <= i < 100000 && 0 <= j < 100000 :: i + j| > 0",
	} {
		if v, err := clause(t, text); v.Truth != value.Unknown {
			t.Errorf("%.60s: %v %v", text, v, err)
		}
	}
}

func FuzzClause(f *testing.F) {
	f.Add("forall i :: 0 <= i < |s| ==> s[i] in a[..]")
	f.Add("exists k :: k * k == n || (set y | y in s :: y % 3) == {}")
	f.Fuzz(func(t *testing.T, text string) {
		file := dafny.Parse(strings.ReplaceAll(program, "CLAUSE", text))
		if ms := file.Methods(); len(file.Errs) == 0 && len(ms) > 0 {
			e := eval.New(file)
			e.Steps = 10_000
			for _, c := range ms[0].Clauses {
				if c.Expr != nil {
					e.Clause(c.Expr, map[string]*values.Value{"n": values.Truth(true), "s": values.Text("ab"), "a": values.Text("b")}, false)
				}
			}
		}
	})
}
