package survey

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Small public methods without a contract, those first that are worth one and can get
// it; tests, what is inherited, specified, long or hidden is left out.
func TestOf(t *testing.T) {
	p := Of([]Source{
		{"src/main/java/A.java", `public class A {
	private int n;
	public int n() { return n; }
	public static int max(int a, int b) { if (a > b) return a; return b; }
	public static int clamp(int x, int low, int high) { if (x < low) return low; if (x > high) return high; return x; }
	public Thing thing(Thing t) { if (t == null) return new Thing(); return t.next(); }
	//@ ensures \result == a;
	public static int known(int a) { return a; }
	public String toString() { return "A"; }
	static int hidden(int a) { if (a > 0) return a; return -a; }
	public static int over(int a) { if (a > 0) return a; return -a; }
	public static int over(long a) { return 1; }
	public static int sum(int a) { a++; a++; a++; a++; a++; a++; a++; a++; a++; a++; a++; a++; a++; a++; a++; return a; }
	public void empty() { }
	int use() { return max(1, 2) + max(3, 4) + A.max(5, 6); }
}`},
		{"src/test/java/B.java", `public class B { public static int max(int a) { return a; } }`},
		{"src/main/java/ATest.java", `public class ATest { public static int max(int a) { return a; } }`},
	})
	var got []string
	for _, c := range p.First {
		got = append(got, c.Method)
	}
	want := []string{"A.max", "A.clamp", "A.over(int)", "A.over(long)", "A.n", "A.thing"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if p.Files != 1 || p.Methods != 12 || p.Specified != 1 || p.First[0].Calls != 3 || p.First[0].Line != 4 || p.First[0].Statements != 3 {
		t.Errorf("%+v", p)
	}
	for _, c := range p.First {
		if c.Chance <= 0 || c.Chance > 1 || c.Value <= 0 {
			t.Errorf("%+v", c)
		}
	}
}
