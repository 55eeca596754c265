package partial_test

import (
	"maps"
	"testing"

	"ensures/bench"
	"ensures/java"
	"ensures/verify"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
	"ensures/verify/partial"
)

// Each method is verified, or not, though the file around it has mistakes: by a file
// with holes where the verifier knows the class that stands for them, else by a slice.
func TestPartial(t *testing.T) {
	bare, knowing := bench.NewRuntime(), bench.NewRuntime()
	knowing.Types.SetSources(partial.WithUnknown(noSources{}))
	slices := &partial.Backend{Backend: nativetest.Backend(t, native.Options{Library: bare.Types}), Library: bare.Types}
	holes := &partial.Backend{Backend: nativetest.Backend(t, native.Options{Library: knowing.Types}), Library: knowing.Types}
	const verified, unknown, malformed, unsupported, conditional = verify.Verified, verify.Unknown, verify.Malformed, verify.Unsupported, verify.Conditional
	type verdicts = map[string]verify.Verdict
	for _, c := range []struct {
		name, src string
		want      verdicts // by a slice
		holed     verdicts // by a file with holes, where it is another
	}{
		{"a broken neighbour", `class A {
	static final Missing M = Missing.make();
	//@ ensures \result == x;
	static int same(int x) { return x; }
	//@ ensures \result == x;
	static int wrong(int x) { return x / 2; }
	static int broken(int x) { return Missing.of(x); }
	//@ ensures \result == broken(1);
	static int depends(int x) { return broken(1); }
	//@ ensures \result == x;
	static int calls(int x) { return same(x); }
	int instance() { return 1; }
}`, map[string]verify.Verdict{
			"same": verify.Verified, "wrong": verify.Unknown, "broken": verify.Malformed, "depends": verify.Unsupported, "calls": verify.Verified, "instance": verify.Unsupported},
			verdicts{"instance": verified, "depends": malformed}},
		// What a broken method may do to a field is not known.
		{"state", `class A {
	private static int n = 0;
	static final int K = 3;
	static void broken() { n++; Missing.f(); }
	//@ ensures \result == 0;
	static int state() { return n; }
	//@ ensures \result == 3;
	static int constant() { return K; }
	private final int[] a = {0};
	//@ ensures \result == 0;
	static int object(A x) { return x.a[0]; }
}`, map[string]verify.Verdict{"broken": verify.Malformed, "state": verify.Unsupported, "constant": verify.Verified, "object": verify.Unsupported},
			verdicts{"state": unknown, "object": unknown}},
		// A constant that goes with its neighbour is not that of the class around it.
		{"a constant of another class", `class A {
	static final int K = 1;
	static class B {
		static final int K = 2, L = Missing.f();
		//@ ensures \result == 1;
		static int k() { return K; }
	}
	enum E { X; static final int Z = 5; }
	static final int Z = 6;
	//@ ensures \result == 6;
	static int z() { return E.Z; }
	//@ ensures \result == 6;
	static int own() { return Z; }
}`, map[string]verify.Verdict{"k": verify.Unsupported, "z": verify.Unsupported}, verdicts{"k": unknown, "z": unknown}},
		// The more specific overload is what the specification calls; it is not there.
		{"overloads in a specification", `class A {
	static int g(Object x) { return 1; }
	static int g(String x) { Missing.f(); return 2; }
	//@ ensures \result == g("a");
	static int one() { return 1; }
}`, map[string]verify.Verdict{"g": verify.Malformed, "one": verify.Unsupported}, verdicts{"one": malformed}},
		// What an unknown superclass has may be what a name means.
		{"a superclass that is not there", `class A extends Missing {
	static int f(Object x) { return 1; }
	//@ ensures \result == 1;
	static int one() { return f("a"); }
}`, nil, nil},
		{"an invariant that is not kept by whom nobody understands", `class A {
	//@ static invariant K == 3;
	static final int K = 3;
	static void broken() { Missing.f(); }
	//@ ensures \result == 3;
	static int one() { return K; }
}`, nil, nil},
		{"what a hole may do", `import org.missing.Log;
final class A {
	private static final Log LOG = Log.of(A.class);
	private int n; private String text; private int[] row = new int[1];
	A(int n) { this.n = n; text = ""; }
	void log() { LOG.info("n"); }
	//@ ensures n == \old(n);
	void writes() { log(); }
	//@ signals_only \nothing;
	void ends() { log(); }
	//@ ensures \result == 0;
	static int fresh() { int[] a = new int[1]; hand(a); return a[0]; }
	static void hand(int[] a) { Log.keep(a); }
	private boolean look() { return LOG.debugs(); }
	//@ ensures \result;
	boolean twice() { return look() == look(); }
	//@ ensures \result == n;
	int n() { return n; }
}`, nil, verdicts{"<init>": verified, "log": malformed, "writes": unknown, "ends": unknown, "fresh": unknown, "twice": unknown, "n": verified}},
		{"a field that a hole may leave null", `class A {
	private String text = "";
	void set() { text = Missing.text(); }
	//@ ensures \result != null;
	String text() { return text; }
	static class B { private String other = "";
		void set() { Missing.text(); }
		//@ ensures \result != null;
		String other() { return other; }
	}
}`, nil, verdicts{"set": malformed, "text": conditional, "other": verified}},
		{"a constructor with a hole", `class A {
	private final int n; private String text = "";
	A() { n = Missing.n(); }
	//@ ensures \result == 0;
	static int made() { return new A().n; }
	//@ ensures \result != null;
	String text() { return text; }
	//@ ensures \result == n;
	int n() { return n; }
}`, nil, verdicts{"<init>": malformed, "made": unknown, "text": conditional, "n": verified}},
		{"a field with an unknown value", `class A {
	private int n = Missing.n(), m = 3;
	//@ ensures \result == 0;
	static int made() { return new A().n; }
	//@ ensures \result == m;
	int m() { return m; }
}`, nil, verdicts{"made": unknown, "m": verified}},
		{"an initialiser that assigns has no hole", `class A {
	private String text = "";
	private int n = Missing.n(text = null);
	//@ ensures \result != null;
	String text() { return text; }
}`, nil, nil},
		{"a type that is not there", `class A {
	//@ ensures \result == x;
	static int one(Missing m, int x) { return x; }
	//@ ensures \result == m;
	static Missing same(Missing m) { return m; }
	//@ ensures \result;
	static boolean equal(Missing m) { return m.equals(m); }
	//@ ensures \result != null;
	static String text(Missing m) { return "" + m; }
	static void signals() throws Missing { }
	//@ signals_only \nothing;
	static void calls() { signals(); }
}`, nil, verdicts{"one": verified, "same": verified, "equal": unknown, "text": unsupported, "signals": malformed, "calls": unknown}},
		{"a clause about a type that is not there", `class A {
	//@ ensures \result == m.k;
	static int field(Missing m) { return 1; }
}`, nil, nil},
		{"raw types in a hole", `import java.util.List;
class A {
	private List<String> names = new java.util.ArrayList<>();
	void spoil() { ((List) names).add(Missing.f()); }
	//@ requires names.size() > 0;
	//@ signals_only \nothing;
	String first() { return names.get(0); }
}`, nil, verdicts{"spoil": malformed, "first": unsupported}},
	} {
		t.Run(c.name, func(t *testing.T) {
			judged(t, slices, c.src, c.want)
			want := maps.Clone(c.want)
			if want == nil {
				want = verdicts{}
			}
			maps.Copy(want, c.holed)
			judged(t, holes, c.src, want)
		})
	}
}

// judged asks about the methods of a file: those of a name have the worst of their
// verdicts. Where none is wanted, none is judged.
func judged(t *testing.T, b verify.Backend, src string, want map[string]verify.Verdict) {
	t.Helper()
	out, err := b.Verify(t.Context(), verify.Request{File: "A.java", Source: src})
	if err != nil {
		t.Fatal(err)
	}
	if out.Verdict == verify.Verified {
		t.Error("a file with mistakes is verified")
	}
	got := map[string]verify.Verdict{}
	for _, m := range out.Methods {
		got[m.Method.Name] = verify.Join(got[m.Method.Name], m.Verdict)
		if got[m.Method.Name] == verify.InvalidVerdict {
			got[m.Method.Name] = m.Verdict
		}
	}
	for name, want := range want {
		if got[name] != want {
			t.Errorf("%s is %v, want %v; diagnostics %v", name, got[name], want, out.Diagnostics)
		}
	}
	if len(want) == 0 && len(out.Methods) > 0 {
		t.Errorf("methods are judged: %v", out.Methods)
	}
}

// noSources is a project without other files.
type noSources struct{}

func (noSources) File(string) *java.File { return nil }
