package partial_test

import (
	"testing"

	"ensures/bench"
	"ensures/verify"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
	"ensures/verify/partial"
)

// Each method is verified, or not, though the file around it has mistakes.
func TestPartial(t *testing.T) {
	rt := bench.NewRuntime()
	b := &partial.Backend{Backend: nativetest.Backend(t, native.Options{}), Library: rt.Types}
	for _, c := range []struct {
		name, src string
		want      map[string]verify.Verdict
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
			"same": verify.Verified, "wrong": verify.Unknown, "broken": verify.Malformed, "depends": verify.Unsupported, "calls": verify.Verified, "instance": verify.Unsupported}},
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
}`, map[string]verify.Verdict{"broken": verify.Malformed, "state": verify.Unsupported, "constant": verify.Verified, "object": verify.Unsupported}},
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
}`, map[string]verify.Verdict{"k": verify.Unsupported, "z": verify.Unsupported}},
		// The more specific overload is what the specification calls; it is not there.
		{"overloads in a specification", `class A {
	static int g(Object x) { return 1; }
	static int g(String x) { Missing.f(); return 2; }
	//@ ensures \result == g("a");
	static int one() { return 1; }
}`, map[string]verify.Verdict{"g": verify.Malformed, "one": verify.Unsupported}},
		// What an unknown superclass has may be what a name means.
		{"a superclass that is not there", `class A extends Missing {
	static int f(Object x) { return 1; }
	//@ ensures \result == 1;
	static int one() { return f("a"); }
}`, nil},
		{"an invariant that is not kept by whom nobody understands", `class A {
	//@ static invariant K == 3;
	static final int K = 3;
	static void broken() { Missing.f(); }
	//@ ensures \result == 3;
	static int one() { return K; }
}`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, err := b.Verify(t.Context(), verify.Request{File: "A.java", Source: c.src})
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
			for name, want := range c.want {
				if got[name] != want {
					t.Errorf("%s is %v, want %v; diagnostics %v", name, got[name], want, out.Diagnostics)
				}
			}
			if len(c.want) == 0 && len(out.Methods) > 0 {
				t.Errorf("methods are judged: %v", out.Methods)
			}
		})
	}
}
