package propose

import (
	"strings"
	"testing"

	"ensures/bench"
	"ensures/java"
)

// A method comes after the overloads that its calls may be of, by their number of arguments,
// and after those of its supertypes.
func TestCalleesFirst(t *testing.T) {
	const src = `class A extends B {
  static int find(int[] a, int x) { return find(a, x, 0); }
  static int find(int[] a, int x, int from) { return max0(from) + sum(x, from); }
  static int find(int[] a) { return 0; }
  static int max0(int n) { return Math.max(0, n); }
  static int sum(int... all) { return all.length; }
  static int one(int n) { return max0(n); } static int one(long n) { return find(null); }
  int over() { return new A(1).over(); }
  A(int n) { }
  A() { this(2); }
}
class B { int over() { return 0; } }`
	file, errs := java.Parse("A.java", src)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	tasks, _ := bench.BodiesOf("A.java", src)
	got := map[string]string{}
	placed := map[*calling]bool{}
	for _, c := range calleesFirst(file, tasks) {
		var names []string
		for _, k := range c.callees {
			names = append(names, k.task.ID)
			if !placed[k] {
				t.Errorf("%s comes before %s, which it calls", c.task.ID, k.task.ID)
			}
		}
		placed[c] = true
		got[c.task.ID] = strings.Join(names, " ")
	}
	for name, want := range map[string]string{
		"A.find(int[],int)":     "A.max0 A.sum A.find(int[],int,int)",
		"A.find(int[],int,int)": "A.max0 A.sum",
		"A.find(int[])":         "",
		"A.one(int)":            "A.max0",
		"A.one(long)":           "A.find(int[])",
		"A.over":                "A.A(int) B.over",
		"B.over":                "",
	} {
		if g, ok := got[name]; !ok || g != want {
			t.Errorf("%s: after %q, want %q", name, g, want)
		}
	}
}
