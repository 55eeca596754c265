package loops

import (
	"slices"
	"strings"
	"testing"

	"ensures/java"
	"ensures/java/classlib"
	"ensures/java/types"
)

// method checks a method of a class and returns it with what its names mean.
func method(t *testing.T, src string) (*java.MethodDecl, *types.Info, *types.Method) {
	t.Helper()
	f, errs := java.Parse("T.java", "import java.util.*;\nclass T { int field; int[] array;\n"+src+" }")
	if len(errs) > 0 {
		t.Fatalf("%s: %v", src, errs)
	}
	prog, errs := types.Check(types.NewLibrary(classlib.FS), f)
	if len(errs) > 0 {
		t.Fatalf("%s: %v", src, errs)
	}
	for _, m := range f.Types[0].Members {
		if d, ok := m.(*java.MethodDecl); ok {
			m := prog.Units[0].Info.Methods[d]
			info, errs := m.Body()
			if len(errs) > 0 {
				t.Fatalf("%s: %v", src, errs)
			}
			return d, info, m
		}
	}
	t.Fatalf("%s: no method", src)
	return nil, nil, nil
}

var names = Names{I: "i_", J: "j_", K: "k_"}

func check(t *testing.T, src, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s\n%s: got\n%s\nwant\n%s", src, what, got, want)
	}
}

// What the text of a loop suggests, loop by loop.
func TestSuggest(t *testing.T) {
	for _, c := range []struct{ src, invariants, measures string }{
		{"int f(int[] a) { int s = 0; for (int i = 0; i < a.length; i++) { s += a[i]; } return s; }", `0 <= i && i <= a.length
0 <= i
i <= a.length
s == (\sum int i_; 0 <= i_ && i_ < i; a[i_])
s >= 0`, "a.length - i"},
		{"int f(int[] a, int x) { for (int i = a.length - 1; i >= 0; i--) { if (a[i] == x) return i; } return -1; }", `-1 <= i && i <= a.length - 1
i <= a.length - 1
-1 <= i
(\forall int i_; i + 1 <= i_ && i_ < a.length; a[i_] != x)`, "i + 1"},
		{"boolean f(int[] a, int x) { for (int y : a) { if (y == x) return true; } return false; }", `(\forall int i_; 0 <= i_ && i_ < \count; a[i_] != x)`, ""},
		{"void f(int[] a) { for (int i = 0; i < a.length; i++) a[i] = a[i] / 2; }", `0 <= i && i <= a.length
0 <= i
i <= a.length
(\forall int i_; 0 <= i_ && i_ < i; a[i_] == (\old(a[i_]) / 2))
(\forall int i_; i <= i_ && i_ < a.length; a[i_] == \old(a[i_]))`, "a.length - i"},
		{"int f(int n) { while (n > 9) { n = n / 10; } return n; }", "n >= 0\nn >= 1\nn >= 9\n\\old(n) <= 9 ==> n == \\old(n)", "n"},
		{"int f(int[] a) { int m = a[0]; for (int i = 1; i < a.length; i++) { if (a[i] > m) m = a[i]; } return m; }", `1 <= i && i <= a.length
1 <= i
i <= a.length
1 <= a.length ==> i <= a.length
a.length < 1 ==> i == 1
(\forall int i_; 1 <= i_ && i_ < i; a[i_] <= m)
(\exists int i_; 0 <= i_ && i_ < i; m == a[i_])
(\forall int i_; 0 <= i_ && i_ < i; a[i_] <= m)
m == a[0] || (\exists int i_; 1 <= i_ && i_ < i; m == a[i_])
(\exists int i_; 1 <= i_ && i_ < i; m == a[i_])`, "a.length - i"},
		{"int f(int[][] a) { int c = 0; for (int i = 0; i < a.length; i++) for (int j = 0; j < a[i].length; j++) if (a[i][j] == 0) c++; return c; }", `0 <= i && i <= a.length
0 <= i
i <= a.length
c == (\sum int i_; 0 <= i_ && i_ < i; (\num_of int j_; 0 <= j_ && j_ < a[i_].length; a[i_][j_] == 0))
--
0 <= j && j <= a[i].length
0 <= j
j <= a[i].length
c == (\sum int i_; 0 <= i_ && i_ < i; (\num_of int j_; 0 <= j_ && j_ < a[i_].length; a[i_][j_] == 0))
0 <= i && i < a.length
c == (\sum int i_; 0 <= i_ && i_ < i; (\num_of int j_; 0 <= j_ && j_ < a[i_].length; a[i_][j_] == 0)) + (\num_of int j_; 0 <= j_ && j_ < j; a[i][j_] == 0)
c >= 0`, "a.length - i\n--\na[i].length - j"},
		{"boolean f(int n) { for (int i = 2; i * i <= n; i++) { if (n % i == 0) return false; } return true; }", "(\\forall int i_; 2 <= i_ && i_ < i; n % i_ != 0)", "n - i"},
		{"boolean f(int n) { boolean p = true; for (int k = 2; k < n; k++) { if (n % k == 0) { p = false; break; } } return p; }", `2 <= k && k <= n
2 <= k
k <= n
2 <= n ==> k <= n
n < 2 ==> k == 2
p <==> (\forall int i_; 2 <= i_ && i_ < k; n % i_ != 0)
(\forall int i_; 2 <= i_ && i_ < k; n % i_ != 0)`, "n - k"},
		{"List<Integer> f(int[] a) { List<Integer> out = new ArrayList<>(); for (int x : a) { out.add(x); } return out; }", `out != null
out.size() == \count
(\forall int i_; 0 <= i_ && i_ < out.size(); out.get(i_).intValue() == a[i_])
(\forall int i_; 0 <= i_ && i_ < out.size(); out.get(i_) != null)`, ""},
		// What is joined, in front too, and where a condition asks for it.
		{"String f(String s) { StringBuilder b = new StringBuilder(); for (int i = s.length() - 1; i >= 0; i--) { b.append(s.charAt(i)); } return b.toString(); }", `-1 <= i && i <= s.length() - 1
i <= s.length() - 1
-1 <= i
b != null
b.length() == s.length() - (i + 1)
(\forall int i_; 0 <= i_ && i_ < b.length(); b.charAt(i_) == s.charAt(s.length() - 1 - i_))`, "i + 1"},
		{`String f(String s) { String b = ""; for (char c : s.toCharArray()) { b = c + b; } return b; }`, `b != null
b.length() == \count
(\forall int i_; 0 <= i_ && i_ < b.length(); b.charAt(i_) == s.charAt(b.length() - 1 - i_))`, ""},
		{`String f(String s) { String b = ""; for (int i = 0; i < s.length(); i++) { if (s.charAt(i) == ' ') continue; b += s.charAt(i); } return b; }`, `0 <= i && i <= s.length()
0 <= i
i <= s.length()
b != null
b.length() == (\num_of int i_; 0 <= i_ && i_ < i; s.charAt(i_) != ' ')
b.length() <= i
(\forall int i_; 0 <= i_ && i_ < i; s.charAt(i_) != ' ' ==> (\num_of int j_; 0 <= j_ && j_ < i_; s.charAt(j_) != ' ') < b.length())
(\forall int i_; 0 <= i_ && i_ < i; s.charAt(i_) != ' ' ==> b.charAt((\num_of int j_; 0 <= j_ && j_ < i_; s.charAt(j_) != ' ')) == s.charAt(i_))
(\forall int i_; 0 <= i_ && i_ < b.length(); b.charAt(i_) != ' ')
(\forall int i_; 0 <= i_ && i_ < b.length(); (\exists int j_; 0 <= j_ && j_ < i; b.charAt(i_) == s.charAt(j_)))
(\forall int i_; 0 <= i_ && i_ < i; s.charAt(i_) != ' ' ==> (\exists int j_; 0 <= j_ && j_ < b.length(); b.charAt(j_) == s.charAt(i_)))`, "s.length() - i"},
		// A set holds what iterations met: its tests are about them.
		{"boolean f(int[] a) { Set<Integer> s = new HashSet<>(); for (int x : a) { if (s.contains(x)) return true; s.add(x); } return false; }", `(\forall int i_; 0 <= i_ && i_ < \count; !(\exists int k_2; 0 <= k_2 && k_2 < i_; a[k_2] == a[i_]))
s != null
(\forall int i_; 0 <= i_ && i_ < \count; s.contains(a[i_]))
(\forall int i_; \count <= i_ && i_ < a.length; s.contains(a[i_]) ==> (\exists int j_; 0 <= j_ && j_ < \count; a[j_] == a[i_]))
s.size() == (\num_of int i_; 0 <= i_ && i_ < \count; !(\exists int j_; 0 <= j_ && j_ < i_; a[j_] == a[i_]))`, ""},
		// Neither counts: a step of two, and one that only some iterations make.
		{"void f(int n) { for (int i = 0; i < n; i += 2) { } }", "i >= 0\ni <= n", ""},
		{"void f(int n) { int i = 0; while (i < n) { if (field > 0) i++; } }", "i >= 0\ni <= n", ""},
	} {
		d, info, _ := method(t, c.src)
		all := Suggest(d, info, names)
		var invariants, measures []string
		java.Walk(d.Body, func(n java.Node) bool {
			if l, ok := n.(java.Stmt); ok {
				if s, ok := all[l]; ok {
					invariants = append(invariants, strings.Join(s.Invariants, "\n"))
					measures = append(measures, strings.Join(s.Measures, "\n"))
				}
			}
			return true
		})
		check(t, c.src, "invariants", strings.Join(invariants, "\n--\n"), c.invariants)
		check(t, c.src, "measures", strings.Join(measures, "\n--\n"), c.measures)
	}
}

// What loops leave behind; nothing of a method without.
func TestPostconditions(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"int f(int n) { return n + 1; }", ""},
		{"int f(int[] a) { int s = 1; for (int i = 0; i < a.length; i++) { s += a[i]; } return s; }", `\result == 1 + (\sum int i_; 0 <= i_ && i_ < a.length; a[i_])`},
		{"void f(int[] a) { for (int i = 0; i < a.length; i++) a[i] = 7; }", `(\forall int i_; 0 <= i_ && i_ < a.length; a[i_] == 7)`},
		{"int[] f(int[] a) { int[] b = new int[a.length]; for (int i = 0; i < a.length; i++) { b[i] = -a[i]; } return b; }", `\result.length == a.length
(\forall int i_; 0 <= i_ && i_ < a.length; \result[i_] == (-a[i_]))`},
		{"int[] f(int[] a, int[] c) { int[] b = new int[a.length]; int[] r = b; for (int i = 0; i < a.length; i++) { b[i] = a[i] + c[i]; } return r; }", ""},
		{"boolean f(int[] a) { for (int i = 0; i < a.length; i++) { if (a[i] < 0) return false; } return true; }", `\result <==> (\forall int i_; 0 <= i_ && i_ < a.length; a[i_] >= 0)`},
		{"int f(int[] a, int x) { for (int i = 0; i < a.length; i++) { if (a[i] == x) return i; } return -1; }", `\result == -1 <==> (\forall int i_; 0 <= i_ && i_ < a.length; a[i_] != x)
\result != -1 ==> 0 <= \result && \result < a.length`},
		{"int f(int[] a, int x) { for (int i = a.length - 1; i >= 0; i--) { if (a[i] == x) return i; } return -1; }", `\result != -1 ==> -1 < \result && \result <= a.length - 1
\result != -1 ==> (\forall int k_; \result + 1 <= k_ && k_ < a.length; a[k_] != x)`},
		{"String f(String s) { StringBuilder b = new StringBuilder(); for (int i = 0; i < s.length(); i++) { if (s.charAt(i) == 'a') b.append('x'); else b.append(s.charAt(i)); } return b.toString(); }", `\result.length() == s.length()
(\forall int i_; 0 <= i_ && i_ < \result.length(); s.charAt(i_) == 'a' ==> \result.charAt(i_) == 'x')
(\forall int i_; 0 <= i_ && i_ < \result.length(); s.charAt(i_) != 'a' ==> \result.charAt(i_) == s.charAt(i_))`},
		{"int f(int[] a) { Set<Integer> s = new HashSet<>(); for (int x : a) { s.add(x); } return s.size(); }", `\result == (\num_of int i_; 0 <= i_ && i_ < a.length; !(\exists int j_; 0 <= j_ && j_ < i_; a[j_] == a[i_]))`},
		{"int f(String s) { char[] cs = s.toCharArray(); int n = 0; for (char c : cs) { if (c == 'a') n++; } return n; }", `\result == (\num_of int i_; 0 <= i_ && i_ < s.length(); s.charAt(i_) == 'a')`},
		{"int f(int a, int b) { int s = 0; for (int i = 1; i <= a && i <= b; i++) { if (a % i == b % i) { s += i; } } return s; }", `\result == (\sum int i_; 1 <= i_ && i_ <= Math.min(a, b); (a % i_ == b % i_) ? i_ : 0)`},
		{"int f(int[] a, int[] b) { int s = 0; for (int i = 0; i < a.length && i < b.length; i++) { if (a[i] == b[i]) { s++; } } return s; }", `\result == (\num_of int i_; 0 <= i_ && i_ < Math.min(a.length, b.length); a[i_] == b[i_])
0 < a.length ==> \result == (\num_of int i_; 0 <= i_ && i_ < Math.min(a.length, b.length); a[i_] == b[i_])`},
		{"List<Integer> f(List<Integer> a, List<Integer> b) { List<Integer> l = new ArrayList<>(); for (int i = 0; i < a.size() && i < b.size(); i++) { l.add(a.get(i)); } return l; }", `\result.size() == Math.min(a.size(), b.size())
0 < a.size() ==> \result.size() == Math.min(a.size(), b.size())`},
		{"int f(int n, int a, int b) { int s = 0; for (int i = n; i > a && b <= i; i--) { if (i % 3 == 0) { s++; } } return s; }", `\result == (\num_of int i_; Math.max(a, b - 1) + 1 <= i_ && i_ <= n; i_ % 3 == 0)`},
		{"int f(int n, int a) { int s = 0; for (int i = 0; i < n && i < s + a; i++) { s += 2; } return s; }", "\\result == n * 2"},
		{"int f(int[] a, int k) { if (k < 1) { return 0; } int c = 0; for (int i = 0; i < a.length; i++) { for (int j = i + 1; j < a.length; j++) { if (a[i] - a[j] == k) { c++; } } } return c; }",
			`k >= 1 ==> \result == (\sum int i_; 0 <= i_ && i_ < a.length; (\num_of int k_; i_ + 1 <= k_ && k_ < a.length; a[i_] - a[k_] == k))`},
		{"List<Integer> f(int[] a) { if (a.length == 0) { return null; } List<Integer> l = new ArrayList<>(); for (int x : a) { l.add(x); } return l; }", `a.length == 0 ==> \result == null
a.length != 0 ==> \result.size() == a.length
a.length != 0 ==> (\forall int i_; 0 <= i_ && i_ < \result.size(); \result.get(i_).intValue() == a[i_])`},
		{"int[] f(int[] a) { if (a.length < 2) { return a; } int[] b = new int[a.length]; for (int i = 0; i < a.length; i++) { b[i] = a[i] + 1; } return b; }", // a is returned too
			`a.length >= 2 ==> \result.length == a.length
a.length >= 2 ==> (\forall int i_; 0 <= i_ && i_ < a.length; \result[i_] == (a[i_] + 1))`},
		{"boolean f(int[] a) { Set<Integer> s = new HashSet<>(); for (int x : a) { if (!s.add(x)) return true; } return false; }", `\result <==> (\exists int i_; 0 <= i_ && i_ < a.length; (\exists int j_; 0 <= j_ && j_ < i_; a[j_] == a[i_]))`},
	} {
		d, info, m := method(t, c.src)
		got := Postconditions(d, info, m.Return, names)
		if c.want == "" && len(got) > 0 {
			t.Errorf("%s: got %q", c.src, got)
		}
		for _, want := range strings.Split(c.want, "\n") {
			if c.want != "" && !slices.Contains(got, want) {
				t.Errorf("%s: no %s in\n%s", c.src, want, strings.Join(got, "\n"))
			}
		}
	}
}

// An array of a string's characters is the string as long as it is read alone and the
// string's name keeps its meaning.
func TestLetters(t *testing.T) {
	for between, want := range map[string]string{
		"": "s.charAt(i_)", "int k = c.length + c[n];": "s.charAt(i_)",
		"for (char d : c) { if (d == 'b') n++; }": "s.charAt(i_)", "for (char d : c) { c[1] = d; }": "c[i_]",
		"c[0] = 'b';": "c[i_]", "c[n]++;": "c[i_]", "Arrays.sort(c);": "c[i_]", "char[] d = c;": "c[i_]", "s = s + 'b';": "c[i_]", "c = new char[2];": "c[i_]",
	} {
		src := "int f(String s, int n) { char[] c = s.toCharArray(); " + between + " int m = 0; for (int i = 0; i < c.length; i++) { if (c[i] == 'a') m++; } return m; }"
		d, info, _ := method(t, src)
		var all []string
		for _, said := range Suggest(d, info, names) {
			all = append(all, said.Invariants...)
		}
		if count := "m == (\\num_of int i_; 0 <= i_ && i_ < i; " + want + " == 'a')"; !slices.Contains(all, count) {
			t.Errorf("%s: no %s in %q", src, count, all)
		}
	}
}

// How many elements iterations add to a sequence: fewest and most on the paths that come to
// the end of the body.
func TestAppendsIn(t *testing.T) {
	for _, c := range []struct {
		body string
		want paths
	}{
		{"b += 'x';", paths{1, 1}},
		{"if (n > 0) { b += 'x'; } else if (n < 0) { b += 'y'; } else { b += 'z'; }", paths{1, 1}},
		{"if (n > 0) { b += 'x'; }", paths{0, 1}},
		{"if (n > 0) { b += 'x'; continue; } b += 'y';", paths{1, 1}},
		{"if (n > 0) { return b; } b += 'y';", paths{1, 1}},
		{"l.add(n); b += 'y';", paths{1, 1}},
		{"while (n > 0) { b += 'y'; }", unclear},
	} {
		d, _, _ := method(t, "String f(String b, int n, List<Integer> l) { for (int i = 0; i < n; i++) { "+c.body+" } return b; }")
		if got := appendsIn([]java.Stmt{bodyOf(d.Body.Stmts[0])}, "b"); got != c.want {
			t.Errorf("%s: got %v, want %v", c.body, got, c.want)
		}
	}
}

// What expressions ask of the state before the call: kind, condition where the
// expression is reached, condition without regard to that.
func TestPreconditions(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"int f(int n) { return n; }", ""},
		{"int f(String s, int i, int j) { if (i > 0 && s.charAt(i) == 'a') return s.length() / j; return 0; }", `null | i > 0 ==> s != null | s != null
index | i > 0 ==> 0 <= i && i < s.length() | 0 <= i && i < s.length()
null | i > 0 && s.charAt(i) == 'a' ==> s != null | s != null
divide | i > 0 && s.charAt(i) == 'a' ==> j != 0 | j != 0`},
		{"int f(Integer x, List<String> l, int k) { return x + l.get(k).length() * 2; }", `null | x != null
null | l != null
index | 0 <= k && k < l.size()
null | l.get(k) != null
range | Integer.MIN_VALUE <= l.get(k).length() * 2 && l.get(k).length() * 2 <= Integer.MAX_VALUE
range | Integer.MIN_VALUE <= x + (l.get(k).length() * 2) && x + (l.get(k).length() * 2) <= Integer.MAX_VALUE`},
		{"int f(int[] a, int i) { switch (i) { case 0: return a[0]; case 1: return -i; default: return a[i]; } }", `index | i == 0 ==> 0 <= 0 && 0 < a.length | 0 <= 0 && 0 < a.length
range | i == 1 ==> Integer.MIN_VALUE <= -i && -i <= Integer.MAX_VALUE | Integer.MIN_VALUE <= -i && -i <= Integer.MAX_VALUE
index | i != 0 && i != 1 ==> 0 <= i && i < a.length | 0 <= i && i < a.length`},
		{"int[] f(int[] a, int[] b) { if (a == null) return null; return new int[a.length + b.length]; }", `null | a != null ==> a != null | a != null
null | a != null ==> b != null | b != null
range | a != null ==> Integer.MIN_VALUE <= a.length + b.length && a.length + b.length <= Integer.MAX_VALUE | Integer.MIN_VALUE <= a.length + b.length && a.length + b.length <= Integer.MAX_VALUE`},
		{"int[] f(int n, int k) { return new int[] {n / k, new int[n][2].length}; }", `divide | k != 0
size | 0 <= n`},
		{"boolean f(int n) { for (int k = 2; k < n; k++) { if (n % k == 0) { return false; } } return true; }", `divide | (\forall int i_; 2 <= i_ && i_ < n; i_ != 0)`},
		{"int f(int[] a) { int s = 0; for (int i = 0; i < a.length; i++) { s += a[i]; } return s; }", `null | a != null
range | (\forall int i_; 0 <= i_ && i_ < a.length; Integer.MIN_VALUE <= (\sum int i_2; 0 <= i_2 && i_2 < i_; a[i_2]) + a[i_] && (\sum int i_2; 0 <= i_2 && i_2 < i_; a[i_2]) + a[i_] <= Integer.MAX_VALUE)
range | head: i < a.length ==> Integer.MIN_VALUE <= s + a[i] && s + a[i] <= Integer.MAX_VALUE`},
	} {
		d, info, _ := method(t, c.src)
		var got []string
		for _, p := range Preconditions(d, info, names) {
			line := p.Fails.String()
			for _, part := range []struct{ mark, text string }{{"", p.Text}, {"", p.Always}, {"head: ", p.Head}, {"entry: ", p.Entry}} {
				if part.text != "" {
					line += " | " + part.mark + part.text
				}
			}
			got = append(got, line)
		}
		check(t, c.src, "preconditions", strings.Join(got, "\n"), c.want)
	}
}

// Plain bounds under which the arithmetic stays in range, and what loops keep then.
func TestBounded(t *testing.T) {
	for _, c := range []struct{ src, requires, invariants string }{
		{"int f(int n) { return n * n * n - 1; }", "-1000 <= n && n <= 1000", ""},
		{"int f(int n) { int s = 0; for (int i = 1; i <= n; i++) { s += i; } return s; }", "n <= 30000", "0 <= s\ns <= 30000 * (i - 1)"},
		{"int f(int[] a) { int s = 0; for (int i = 0; i < a.length; i++) { if (i % 2 == 0) s += a[i]; else s -= a[i]; } return s; }",
			"a.length <= 1000\n(\\forall int i_; 0 <= i_ && i_ < a.length; -1000000 <= a[i_] && a[i_] <= 1000000)", "-1000000 * i <= s\ns <= 1000000 * i"},
		{"int f(int n) { int r = 1; for (int i = 2; i <= n; i++) { r *= i; } return r; }", "n <= 12",
			"i == 2 ==> r == 1\ni == 3 ==> r == 2\ni == 4 ==> r == 6\ni == 5 ==> r == 24\ni == 6 ==> r == 120\ni == 7 ==> r == 720\ni == 8 ==> r == 5040\n" +
				"i == 9 ==> r == 40320\ni == 10 ==> r == 362880\ni == 11 ==> r == 3628800\ni == 12 ==> r == 39916800\ni == 13 ==> r == 479001600\n2 <= i && i <= 13"},
		{"int f(int n) { int c = 0; while (n > 0) { c += n % 10; n /= 10; } return c; }", "",
			"0 <= c\n\\old(n) >= 0 ==> c + n <= \\old(n)\n\\old(n) <= 0 ==> c - n <= -\\old(n)\n\\old(n) >= 0 ==> 0 <= n && n <= \\old(n)\n\\old(n) <= 0 ==> n <= 0 && \\old(n) <= n"},
		{"int f(int n, int m) { int c = 0; for (int i = 0; i < n; i++) { for (int j = 0; j < m; j++) { c++; } } return c; }",
			"n <= 30000\nm <= 30000", "0 <= c\nc <= 30000 * i\n\n0 <= c\nc <= 30000 * i + j"},
		{"int f(List<Integer> a) { int s = 0; for (int x : a) { s += x; } return s; }",
			"a.size() <= 1000\n(\\forall int i_; 0 <= i_ && i_ < a.size(); -1000000 <= a.get(i_) && a.get(i_) <= 1000000)", "-1000000 * \\count <= s\ns <= 1000000 * \\count"},
		{"int f(List<Integer> a) { int p = 1; for (int x : a) { p *= x; } return p; }", // few iterations are looked at one by one
			"a.size() <= 9\n(\\forall int i_; 0 <= i_ && i_ < a.size(); -9 <= a.get(i_) && a.get(i_) <= 9)",
			"\\count == 0 ==> p == 1\n\\count == 1 ==> -9 <= p && p <= 9\n\\count == 2 ==> -81 <= p && p <= 81\n\\count == 3 ==> -729 <= p && p <= 729\n" +
				"\\count == 4 ==> -6561 <= p && p <= 6561\n\\count == 5 ==> -59049 <= p && p <= 59049\n\\count == 6 ==> -531441 <= p && p <= 531441\n" +
				"\\count == 7 ==> -4782969 <= p && p <= 4782969\n\\count == 8 ==> -43046721 <= p && p <= 43046721\n" +
				"\\count == 9 ==> -387420489 <= p && p <= 387420489\n0 <= \\count && \\count <= 9"},
		{"int f(int[] a) { int l = 0, m = 0; for (int i = 0; i < a.length; i++) { l = Math.max(l + a[i], a[i]); m = Math.max(m, l); } return m; }", // what each iteration moves alike
			"a.length <= 1000\n(\\forall int i_; 0 <= i_ && i_ < a.length; -1000000 <= a[i_] && a[i_] <= 1000000)",
			"-1000000 <= l\nl <= 1000000 * i\n0 <= m\nm <= 1000000 * i"},
		{"int f(String s) { int c = 0; for (int i = 0; i < s.length(); i++) { for (int j = i; j < s.length(); j++) { c++; } } return c; }",
			"s.length() <= 1000", "0 <= c\nc <= 1000 * i\n\n0 <= c\nc <= 1000 * i + (j - i)"},
		{"int f(String s) { if (s == null) { return 0; } int c = 0; for (int i = 0; i < s.length(); i++) { c += s.charAt(i); } return c; }",
			"s != null ==> s.length() <= 1000", "0 <= c\nc <= 65535 * i"},
		{"int f(int n) { switch (n) { default: return n + 1; } }", "none", ""}, // not understood
		{"boolean f(int n) { for (int i = 2; i * i <= n; i++) { if (n % i == 0) return false; } return true; }", "n <= 1000000000", "2 <= i && i <= 31623"},
		{"int f(int x) { int i = 0; while ((i + 1) * (i + 1) <= x) { i++; } return i; }", "x <= 1000000000", "0 <= i && i <= 31622"},
		{"int f(int n) { int p = 1; while (p < n) { p *= 4; } return p; }", "n <= 500000000", "1 <= p && p <= 1999999996"},
		{"int f(int[] a, int t) { int i = 0, j = a.length - 1; while (i < j) { if (a[i] + a[j] < t) i++; else j--; } return i; }",
			"(\\forall int i_; 0 <= i_ && i_ < a.length; -1000000000 <= a[i_] && a[i_] <= 1000000000)", "0 <= i && i <= 2147483646\n-1 <= j && j <= 2147483646"},
		{"int f(int x) { int r = 0; while (x > 0) { r = r * 10 + x % 10; x /= 10; } return r; }", "x <= 999999999", ""},
	} {
		m, info, _ := method(t, c.src)
		b := Bounded(m, info, names)
		if b == nil {
			check(t, c.src, "bounds", "none", c.requires)
			continue
		}
		check(t, c.src, "requires", strings.Join(b.Requires, "\n"), c.requires)
		var loops []string
		all, _ := read(m, info, names.K, names.J)
		for _, l := range all {
			loops = append(loops, strings.Join(b.Loops[l.loop], "\n"))
		}
		check(t, c.src, "invariants", strings.Join(loops, "\n\n"), c.invariants)
	}
}

// A loop that swaps the ends of what is left of a range, either way round, and loops that are
// none: they step otherwise, swap something else, or do more.
func TestReversal(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"int i = 0; int j = a.length - 1; while (i < j) { int t = a[i]; a[i] = a[j]; a[j] = t; i++; j--; }", `(\forall int i_; 0 <= i_ && i_ < a.length; a[i_] == \old(a[a.length - 1 - i_]))`},
		{"for (int i = n, j = n + 3; j > i; --j, ++i) { int t = a[j]; a[j] = a[i]; a[i] = t; }", `(\forall int i_; n <= i_ && i_ <= n + 3; a[i_] == \old(a[n + (n + 3) - i_]))`},
		{"int i = 0; int j = 9; while (i < j) { int t = a[i]; a[i] = a[j]; a[j] = t; i++; i++; j--; }", ""},
		{"int i = 0; int j = 9; while (i < j) { int t = a[i]; a[i] = a[j]; a[j] = t; i++; }", ""},
		{"int i = 0; int j = 9; while (i < j) { int t = a[i]; a[i] = a[j]; a[i] = t; i++; j--; }", ""},
		{"int i = 0; int j = 9; while (i < j) { int t = a[i]; i++; a[i] = a[j]; a[j] = t; j--; }", ""},
		{"int i = 0; int j = 9; while (i < j) { int t = a[i]; a[i] = b[j]; b[j] = t; i++; j--; }", ""},
		{"int i = 0; int j = 9; while (i < j) { int t = a[i]; a[i] = a[j]; a[j] = t; i++; j--; n += 1; }", ""},
		{"int i = 0; int j = 9; while (i <= j) { int t = a[i]; a[i] = a[j]; a[j] = t; i++; j--; }", ""},
	} {
		d, info, _ := method(t, "void f(int[] a, int[] b, int n) { "+c.body+" }")
		all, _ := read(d, info, names.I, names.J)
		got := ""
		if r := reversalOf(all[0]); r != nil {
			got = r.postconditions(names.I)[0]
		}
		check(t, c.body, "reversal", got, c.want)
	}
}
