package loops

import (
	"strings"
	"testing"

	"ensures/java/types"
)

// The results of a recursive function that fit their type are listed, as far as there are any.
func TestRecursive(t *testing.T) {
	for _, c := range []struct{ src, requires, has string }{
		{"int f(int n) { if (n <= 1) { return 1; } return n * f(n - 1); }", "n <= 12", `(n == 12 ==> \result == 479001600)`},
		{"long f(int n) { if (n == 0 || n == 1) return n; else return f(n - 1) + f(n - 2); }", "0 <= n && n <= 60", `(n == 60 ==> \result == 1548008755920)`},
		{"int f(int n) { return n < 1 ? 0 : n + f(n - 1); }", "n <= 60", `(n == 4 ==> \result == 10)`},
		{"int f(int n) { return f(n + 1); }", "", ""},
		{"int f(int n) { return n == 3 ? 1 : 1 / f(n / 0); }", "", ""},
		{"int f(int n, int m) { if (n <= 1) { return m; } return f(n - 1, m); }", "", ""},
		{"int f(int n) { int[] a = new int[3]; if (n <= 1) { return 1; } return n * f(n - 1); }", "", ""},
	} {
		m, info, _ := method(t, c.src)
		r := recursiveOf(m, info)
		if c.has == "" {
			if r != nil && r.listed() != "" {
				t.Errorf("%s: listed: %s", c.src, r.listed())
			}
			continue
		}
		if r == nil {
			t.Fatalf("%s: not recursive", c.src)
		}
		if posts := Postconditions(m, info, types.TInt, names); len(posts) != 1 || !strings.Contains(posts[0], c.has) {
			t.Errorf("%s: %q", c.src, posts)
		}
		if b := Bounded(m, info, names); b == nil || strings.Join(b.Requires, ";") != c.requires {
			t.Errorf("%s: %+v", c.src, b)
		}
	}
}
