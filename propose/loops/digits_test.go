package loops

import (
	"strings"
	"testing"

	"ensures/java/types"
)

// A loop through the digits of a number is said iteration by iteration.
func TestDigits(t *testing.T) {
	for _, c := range []struct{ src, invariant, post string }{
		{"int f(int n) { int s = 0; while (n > 0) { s += n % 16; n = n / 16; } return s; }",
			`n == \old(n) && s == 0 || 1 <= \old(n) && n == \old(n) / 16 && s == \old(n) % 16 || 16 <= \old(n) && n == \old(n) / 256 && s == \old(n) % 16 + \old(n) / 16 % 16 ||`,
			`n >= 16 && n < 256 ==> \result == n % 16 + n / 16 % 16`},
		{"int f(int n) { int c = 0; int m = n; while (m != 0) { int d = m % 10; if (d == 7) c++; m /= 10; } return c; }",
			`m == n && c == 0 || n != 0 && m == n / 10 && c == (n % 10 == 7 ? 1 : 0) ||`, ""},
		{"int f(int n) { int r = 0, j = 1; while (n > 0) { r += n % 10 * j; j *= 2; n /= 10; } return r; }",
			`1 <= \old(n) && n == \old(n) / 10 && r == \old(n) % 10 && j == 2 || 10 <= \old(n) && n == \old(n) / 100 && r == \old(n) % 10 + \old(n) / 10 % 10 * 2 && j == 4`,
			`n >= 10 && n < 100 ==> \result == n % 10 + n / 10 % 10 * 2`},
		// No digits: too small a base, a long, an iteration that may be the last, another end, two steps, a divisor that changes.
		{"int f(int n) { int c = 0; while (n > 0) { c += n % 2; n /= 2; } return c; }", "", ""},
		{"int f(long n) { int c = 0; while (n > 0) { c++; n /= 10; } return c; }", "", ""},
		{"int f(int n) { int c = 0; while (n > 0) { if (n == 5) break; c++; n /= 10; } return c; }", "", ""},
		{"int f(int n) { int c = 0; while (n > 9) { c++; n /= 10; } return c; }", "", ""},
		{"int f(int n) { int c = 0; while (n > 0) { c++; n /= 10; n /= 10; } return c; }", "", ""},
		{"int f(int n, int k) { int c = 0; while (n > 0) { c++; n /= k; } return c; }", "", ""},
		{"int f(int n) { int c = 0; while (n > 0) { c++; if (c > 2) n /= 10; } return c; }", "", ""},
	} {
		m, info, _ := method(t, c.src)
		all, _ := read(m, info, names.K, names.J)
		d := digitsOf(all[0], info)
		if c.invariant == "" {
			if d != nil {
				t.Errorf("%s: taken for digits", c.src)
			}
			continue
		}
		if d == nil {
			t.Errorf("%s: not taken for digits", c.src)
			continue
		}
		if got := d.invariant(m); !strings.Contains(got, c.invariant) {
			t.Errorf("%s:\ngot  %s\nwant %s", c.src, got, c.invariant)
		}
		posts := strings.Join(Postconditions(m, info, types.TInt, names), "\n")
		if !strings.Contains(posts, c.post) {
			t.Errorf("%s:\ngot  %s\nwant %s", c.src, posts, c.post)
		}
	}
}
