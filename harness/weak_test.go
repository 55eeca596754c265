package harness

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"ensures/bench"
	"ensures/internal/golden"
)

const (
	sortCode = `class A {
@
static int[] sort(int[] a) {
int[] b = new int[a.length];
for (int i = 0; i < a.length; i++) { b[i] = a[i]; }
for (int i = 0; i < b.length; i++) { for (int j = 0; j + 1 < b.length; j++) { if (b[j] > b[j + 1]) { int t = b[j]; b[j] = b[j + 1]; b[j + 1] = t; } } }
return b;
}
}`
	insideCode = `class A {
@
static void sort(int[] a) {
for (int i = 0; i < a.length; i++) { for (int j = 0; j + 1 < a.length; j++) { if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; } } }
}
}`
	reverseCode = `class A {
@
static int[] reverse(int[] a) {
int[] b = new int[a.length];
for (int i = 0; i < a.length; i++) { b[i] = a[a.length - 1 - i]; }
return b;
}
}`
	maxCode = `class A {
@
static int max(int[] a) {
int m = a[0];
for (int i = 1; i < a.length; i++) { if (a[i] > m) { m = a[i]; } }
return m;
}
}`
	upperCode = `class A {
@
static String twice(String s) { return s + s; }
}`
	squareCode = `class A {
@
static int square(int x) { return x * x; }
}`
	countsCode = `class A {
@
static java.util.Map<Integer, Integer> counts(int[] a) {
java.util.Map<Integer, Integer> m = new java.util.HashMap<>();
for (int i = 0; i < a.length; i++) { m.put(a[i], m.containsKey(a[i]) ? m.get(a[i]) + 1 : 1); }
return m;
}
}`
	sorted  = `(\forall int i; 0 <= i && i < X.length - 1; X[i] <= X[i + 1])`
	between = `(\forall int i; 0 <= i && i < X.length; (\exists int j, k; 0 <= j && j < a.length && 0 <= k && k < a.length; \old(a[j]) <= X[i] && X[i] <= \old(a[k])))`
	some    = `(\forall int i; 0 <= i && i < X.length; (\exists int j; 0 <= j && j < a.length; X[i] == \old(a[j])))`
	same    = `(\forall int i; 0 <= i && i < a.length; (\num_of int j; 0 <= j && j < a.length; \old(a[j]) == \old(a[i])) == (\num_of int j; 0 <= j && j < a.length; X[j] == \old(a[i])))`
)

// weak are specifications that a reader finds weak at once, and for each code one that
// says everything, which has to keep its score.
var weak = []struct{ name, code, x, spec string }{
	{"sort: all of it", sortCode, `\result`, `\result.length == a.length && ` + sorted + ` && ` + same},
	{"sort: sorted, within the old bounds", sortCode, `\result`, `\result.length == a.length && ` + sorted + ` && ` + between},
	{"sort: each is an old element", sortCode, `\result`, `\result.length == a.length && ` + some},
	{"sort: sorted", sortCode, `\result`, `\result.length == a.length && ` + sorted},
	{"sort in place: all of it", insideCode, `a`, sorted + ` && ` + same},
	{"sort in place: sorted, within the old bounds", insideCode, `a`, sorted + ` && ` + between},
	{"sort in place: each is an old element", insideCode, `a`, some},
	{"reverse: all of it", reverseCode, `\result`, `\result.length == a.length && (\forall int i; 0 <= i && i < a.length; \result[i] == a[a.length - 1 - i])`},
	{"reverse: the same elements", reverseCode, `\result`, `\result.length == a.length && ` + same},
	{"reverse: the ends", reverseCode, `\result`, `\result.length == a.length && (a.length > 0 ==> \result[0] == a[a.length - 1] && \result[a.length - 1] == a[0])`},
	{"max: all of it", maxCode, ``, `(\exists int i; 0 <= i && i < a.length; a[i] == \result) && (\forall int i; 0 <= i && i < a.length; a[i] <= \result)`},
	{"max: some element", maxCode, ``, `(\exists int i; 0 <= i && i < a.length; a[i] == \result)`},
	{"twice: all of it", upperCode, ``, `\result.equals(s + s)`},
	{"twice: length and first", upperCode, ``, `\result.length() == 2 * s.length() && (s.length() > 0 ==> \result.charAt(0) == s.charAt(0))`},
	{"square: all of it", squareCode, ``, `\result == x * x`},
	{"square: divisible, not negative", squareCode, ``, `\result >= 0 && (x != 0 ==> \result % x == 0)`},
	{"counts: all of it", countsCode, ``, `(\forall int i; 0 <= i && i < a.length; \result.get(a[i]) == (\num_of int j; 0 <= j && j < a.length; a[j] == a[i])) && (\forall Integer k; \result.containsKey(k); (\exists int i; 0 <= i && i < a.length; a[i] == k))`},
	{"counts: as many keys as there are values", countsCode, ``, `\result.size() == (\num_of int i; 0 <= i && i < a.length; (\forall int j; 0 <= j && j < i; a[j] != a[i]))`},
}

// TestWeakSpecifications is the table of weak specifications with their scores by the
// published mutants (compat) and by all of them (strict): a weak one falls below 0.9,
// one that says everything stays at 1.
func TestWeakSpecifications(t *testing.T) {
	var table strings.Builder
	fmt.Fprintln(&table, "| specification | compat PostComp | strict PostComp |\n|---|---|---|")
	for _, c := range weak {
		plain := strings.Replace(c.code, "@\n", "", 1)
		tasks, errs := bench.MethodsOf("A.java", plain)
		if len(errs) > 0 {
			t.Fatal(c.name, errs)
		}
		prep, err := bench.NewRuntime().Prepare(t.Context(), tasks[0], bench.Options{Inputs: 200, Seed: 1})
		if err != nil {
			t.Fatal(c.name, err)
		}
		requires := ""
		if c.code == squareCode {
			requires = "//@ requires -1000 <= x && x <= 1000;\n"
		}
		if c.code == maxCode {
			requires = "//@ requires a.length > 0;\n"
		}
		r := Measure(t.Context(), prep, strings.Replace(c.code, "@\n", requires+"//@ ensures "+strings.ReplaceAll(c.spec, "X", c.x)+";\n", 1), Options{Traces: -1})
		if r.Status != OK || r.Strict.PostComp == nil || r.Compat.PostComp == nil || r.Strict.PostCorr == nil || *r.Strict.PostCorr != 1 {
			t.Errorf("%s: %s, %+v, %v", c.name, r.Status, r.Strict, r.Diagnostics)
			continue
		}
		fmt.Fprintf(&table, "| %s | %.4f | %.4f |\n", c.name, *r.Compat.PostComp, *r.Strict.PostComp)
		whole := strings.HasSuffix(c.name, "all of it")
		if score := *r.Strict.PostComp; whole && score < 1 || !whole && score >= 0.9 {
			t.Errorf("%s: %.4f; surviving:\n%s", c.name, score, strings.Join(r.Survivors(4), "\n"))
		}
	}
	golden.Text(t, filepath.Join("testdata", "weak.md"), table.String())
}
