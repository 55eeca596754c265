package interp_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ensures/java/interp"
)

// Hostile programs end within their limits, whatever they catch.
func TestLimits(t *testing.T) {
	deep := strings.Repeat("(1 + ", 400) + "x" + strings.Repeat(")", 400)
	tests := []struct {
		name, body string
		want       interp.OutcomeKind
		class      string
	}{
		{"endless loop", `while (true) {}`, interp.StepLimit, ""},
		{"endless for", `for (;;) ;`, interp.StepLimit, ""},
		{"endless do", `do { continue; } while (true);`, interp.StepLimit, ""},
		{"loop that catches everything", `while (true) { try { while (true) ; } catch (Throwable e) { } finally { System.out.print(""); } }`, interp.StepLimit, ""},
		{"finally does not run on a limit", `try { while (true) ; } finally { System.out.println("finally"); }`, interp.StepLimit, ""},
		{"endless recursion", `rec(0);`, interp.Thrown, "java.lang.StackOverflowError"},
		{"recursion that catches its overflow", `while (true) { try { rec(0); } catch (StackOverflowError e) { } }`, interp.StepLimit, ""},
		{"recursion with handlers at every level", `tries(0);`, interp.StepLimit, ""},
		{"recursion through lambdas", `java.util.function.Function<Integer, Integer>[] f = new java.util.function.Function[1]; f[0] = x -> f[0].apply(x + 1); f[0].apply(0);`, interp.Thrown, "java.lang.StackOverflowError"},
		{"recursion through toString", `Object[] o = new Object[1]; o[0] = new Object() { public String toString() { return "" + o[0]; } }; System.out.println(o[0]);`, interp.Thrown, "java.lang.StackOverflowError"},
		{"recursion through a comparator", `class C implements Comparable<C> { public int compareTo(C c) { java.util.Arrays.sort(new C[]{this, c}); return 0; } } java.util.Arrays.sort(new C[]{new C(), new C()});`, interp.Thrown, "java.lang.StackOverflowError"},
		{"recursion in a deep expression", `nest(1);`, interp.Thrown, "java.lang.StackOverflowError"},
		{"huge array", `int[] a = new int[Integer.MAX_VALUE]; System.out.println(a.length);`, interp.HeapLimit, ""},
		{"huge matrix", `long[][] a = new long[100000][100000];`, interp.HeapLimit, ""},
		{"many arrays", `java.util.List<int[]> l = new java.util.ArrayList<>(); while (true) l.add(new int[100000]);`, interp.HeapLimit, ""},
		{"gigantic string", `String s = "ab"; while (true) s += s;`, interp.HeapLimit, ""},
		{"gigantic builder", `StringBuilder b = new StringBuilder("ab"); while (true) b.append(b.toString());`, interp.HeapLimit, ""},
		{"repeated string", `String s = "ab".repeat(2000000000);`, interp.HeapLimit, ""},
		{"growing list", `java.util.List<Object> l = new java.util.ArrayList<>(); while (true) l.add(new Object());`, interp.HeapLimit, ""},
		{"growing map", `java.util.Map<Integer, Integer> m = new java.util.HashMap<>(); for (int i = 0; ; i++) m.put(i, i);`, interp.HeapLimit, ""},
		{"boxes", `Integer n = 1000; while (true) n++;`, interp.HeapLimit, ""},
		{"endless output", `while (true) System.out.println("spam");`, interp.OutputLimit, ""},
		{"exit", `try { System.exit(3); } finally { System.out.println("no"); }`, interp.Exited, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			src := `public class Main {
	static int rec(int n) { return rec(n + 1) + 1; }
	static int tries(int n) { try { return tries(n + 1); } catch (StackOverflowError e) { while (true) ; } finally { n++; } }
	static int nest(int x) { int y = ` + deep + `; return ` + strings.Replace(deep, "x", "nest(y)", 1) + `; }
	public static void main(String[] args) { ` + tt.body + ` }
}`
			start := time.Now()
			out, _, end := run(t, "Main.java", src, "", interp.Limits{Steps: 20_000_000, HeapBytes: 64 << 20, OutputBytes: 1 << 20})
			if end.Kind != tt.want || end.Class != tt.class {
				t.Errorf("ends with %v (%v), want %v %s\n%s", end, end.Kind, tt.want, tt.class, firstLines(end.Stack, 30))
			}
			if strings.Contains(out, "finally") || strings.Contains(out, "no") {
				t.Errorf("output %q", out)
			}
			t.Logf("%v", time.Since(start))
		})
	}
}

// Allocation takes steps: constants that double end by the limit of steps, long before
// the one of memory.
func TestAttackDoubling(t *testing.T) {
	var b strings.Builder
	b.WriteString(`class A { static final String S0 = "xx";`)
	for i := 1; i <= 40; i++ {
		fmt.Fprintf(&b, " static final String S%d = S%d + S%d;", i, i-1, i-1)
	}
	b.WriteString(" public static void main(String[] a) { System.out.println(S40.length()); } }")
	for _, source := range []string{b.String(),
		`class A { public static void main(String[] a) { String s = "x"; while (true) s += s; } }`,
		`class A { static int[] a; public static void main(String[] b) { int n = 1; while (true) a = new int[n *= 2]; } }`,
		`class A { public static void main(String[] a) { StringBuilder b = new StringBuilder("x"); while (true) b.append(b); } }`,
	} {
		p, _ := compile(t, "A.java", source, interp.HookPlan{})
		m := p.NewMachine(interp.Options{Limits: interp.Limits{Steps: 300_000, HeapBytes: 1 << 40}})
		o := m.RunMain("A", nil)
		if o.Kind != interp.StepLimit || m.HeapUsed() > 200<<20 {
			t.Errorf("%v after %d bytes: %.80s", o.Kind, m.HeapUsed(), source)
		}
	}
}
