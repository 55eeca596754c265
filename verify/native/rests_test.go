package native_test

import (
	"slices"
	"strings"
	"testing"

	"ensures/verify"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
)

// TestCollectionsAreAssumed: what is taken for granted of collections is said of the
// proofs that use one, and of no other.
func TestCollectionsAreAssumed(t *testing.T) {
	b := nativetest.Backend(t, native.Options{})
	out, err := b.Verify(t.Context(), verify.Request{File: "L.java", Source: `public class L {
  //@ ensures \result;
  public static boolean has(int x) { java.util.Set<Integer> s = new java.util.HashSet<>(); s.add(x); return s.contains(x); }
  //@ ensures \result == x;
  public static int id(int x) { return x; }
}`})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range out.Methods {
		said := slices.ContainsFunc(m.Rests.Assumed, func(a verify.Assumption) bool { return strings.HasPrefix(a.What, "collections") })
		if m.Verdict != verify.Verified || said != (m.Method.Name == "has") {
			t.Errorf("%s: %s, said %v", m.Method, m.Verdict, said)
		}
	}
}

// TestInferred: the invariants that the verifier guessed and proved are said of the
// proofs that they are facts in.
func TestInferred(t *testing.T) {
	b := nativetest.Backend(t, native.Options{})
	out, err := b.Verify(t.Context(), verify.Request{File: "L.java", Source: `public class L {
  //@ requires n > 0; ensures \result == n;
  public static int last(int n) {
    int[] a = new int[n];
    int i = 0;
    //@ loop_invariant 0 <= i && i < n && a.length == n && (\forall int k; 0 <= k && k < i; a[k] == k + 1); decreases n - i;
    while (i < n - 1) { a[i] = i + 1; i = i + 1; if (i % 2 == 5) { a = new int[n]; } }
    return n;
  }
  //@ ensures \result == x;
  public static int id(int x) { return x; }
}`})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range out.Methods {
		for _, a := range m.Rests.Inferred {
			if a.Line != 7 || !strings.HasPrefix(a.What, "loop invariant: ") {
				t.Errorf("%s: %+v", m.Method, a)
			}
		}
		if got := len(m.Rests.Inferred) > 0; got != (m.Method.Name == "last") {
			t.Errorf("%s: %s, inferred %v", m.Method, m.Verdict, m.Rests.Inferred)
		}
	}
}

// TestPortable: a portable proof needs in the file what it needs at a loop's head; the
// same with the invariants written is portable.
func TestPortable(t *testing.T) {
	b := nativetest.Backend(t, native.Options{})
	for name, c := range map[string]struct{ unwritten, written, loop string }{
		"lower bound of a counter": {
			"loop_invariant i <= a.length && (\\forall int k; 0 <= k && k < i; a[k] != x)",
			"loop_invariant 0 <= i && i <= a.length && (\\forall int k; 0 <= k && k < i; a[k] != x)",
			`//@ ensures \result <==> (\exists int k; 0 <= k && k < a.length; a[k] == x);
  public static boolean m(int[] a, int x) {
    //@ %s; decreases a.length - i;
    for (int i = 0; i < a.length; i++) { if (a[i] == x) return true; }
    return false;
  }`},
		"upper bound of a counter down": {
			"loop_invariant -1 <= i && (\\forall int k; i < k && k < a.length; a[k] != x)",
			"loop_invariant -1 <= i && i < a.length && (\\forall int k; i < k && k < a.length; a[k] != x)",
			`//@ ensures \result >= 0 ==> a[\result] == x;
  public static int m(int[] a, int x) {
    //@ %s; decreases i;
    for (int i = a.length - 1; i >= 0; i--) { if (a[i] == x) return i; }
    return -1;
  }`},
		"elements that are not reached yet": {
			"loop_invariant 0 <= i && i <= a.length && (\\forall int k; 0 <= k && k < i; a[k] == \\old(a[k]) + 1)",
			"loop_invariant 0 <= i && i <= a.length && (\\forall int k; 0 <= k && k < i; a[k] == \\old(a[k]) + 1) && (\\forall int k; i <= k && k < a.length; a[k] == \\old(a[k]))",
			`//@ requires (\forall int k; 0 <= k && k < a.length; a[k] < 1000);
  //@ assignable a[*];
  //@ ensures (\forall int k; 0 <= k && k < a.length; a[k] == \old(a[k]) + 1);
  public static void m(int[] a) {
    //@ %s; decreases a.length - i;
    for (int i = 0; i < a.length; i++) { a[i]++; }
  }`},
	} {
		t.Run(name, func(t *testing.T) {
			for _, q := range []struct {
				text     string
				portable bool
				verified bool
			}{{c.unwritten, false, true}, {c.unwritten, true, false}, {c.written, false, true}, {c.written, true, true}} {
				src := "public class L {\n  " + strings.Replace(c.loop, "%s", q.text, 1) + "\n}\n"
				out, err := b.Verify(t.Context(), verify.Request{File: "L.java", Source: src, Options: verify.Options{Portable: q.portable}})
				if err != nil {
					t.Fatal(err)
				}
				if got := out.Verdict.Holds(); got != q.verified {
					t.Errorf("portable %v: %s, %s: %v", q.portable, q.text, out.Verdict, out.Diagnostics)
				}
				for _, m := range out.Methods {
					if q.portable && len(m.Rests.Inferred) > 0 {
						t.Errorf("%s: a portable proof rests on %v", q.text, m.Rests.Inferred)
					}
				}
			}
		})
	}
}

// TestPortableCallee: a portable proof knows of a pure method of the program what its
// contract says, as other verifiers do, and not its body. A model method's body is its
// meaning.
func TestPortableCallee(t *testing.T) {
	b := nativetest.Backend(t, native.Options{})
	for name, c := range map[string]struct {
		callee          string
		usual, portable bool
	}{
		"no contract": {`//@ requires -1000 <= x && x <= 1000;
  /*@ pure @*/ static int twice(int x) { return 2 * x; }`, true, false},
		"a contract": {`//@ requires -1000 <= x && x <= 1000;
  //@ ensures \result == 2 * x;
  /*@ pure @*/ static int twice(int x) { return 2 * x; }`, true, true},
		"a model method": {`/*@ requires -1000 <= x && x <= 1000;
    @ model pure static int twice(int x) { return 2 * x; } @*/`, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			src := `public class P {
  ` + c.callee + `
  //@ requires -1000 <= x && x <= 1000;
  //@ ensures \result == twice(x) + 1;
  static int m(int x) { return x + x + 1; }
}
`
			for portable, want := range map[bool]bool{false: c.usual, true: c.portable} {
				out, err := b.Verify(t.Context(), verify.Request{File: "P.java", Source: src, Options: verify.Options{Portable: portable}})
				if err != nil {
					t.Fatal(err)
				}
				if got := out.Verdict.Holds(); got != want {
					t.Errorf("portable %v: %s: %v", portable, out.Verdict, out.Diagnostics)
				}
			}
		})
	}
}

// TestFilled: a method that is not proved takes those with it whose facts it may break,
// and no others: that a field is filled is plain of most code that assigns it.
func TestFilled(t *testing.T) {
	const bad = `int k = Integer.MAX_VALUE; k = k + n;` // nothing else is wrong of what has it
	for name, c := range map[string]struct {
		members string
		want    verify.Verdict
	}{
		"a new array":                                   {`int[] a = new int[3]; void grow() { ` + bad + ` a = new int[a.length]; }`, verify.Verified},
		"a copy, cloned or made":                        {`int[] a = {1}; void grow(boolean b) { ` + bad + ` a = b ? java.util.Arrays.copyOf(a, n) : a.clone(); }`, verify.Verified},
		"an argument that is asked":                     {`int[] a = {1}; void set(int[] b) { ` + bad + ` a = java.util.Objects.requireNonNull(b); }`, verify.Verified},
		"an argument":                                   {`int[] a = {1}; void set(int[] b) { ` + bad + ` a = b; }`, verify.Conditional},
		"null, perhaps":                                 {`int[] a = {1}; void set(boolean b) { ` + bad + ` a = b ? null : a.clone(); }`, verify.Conditional},
		"null, of another object":                       {`int[] a = {1}; void set(T t) { ` + bad + ` t.a = null; }`, verify.Conditional},
		"null, inside":                                  {`int[] a = {1}; void set(T t) { ` + bad + ` int[] b = new int[1]; b = t.a = null; }`, verify.Conditional},
		"null, in a lambda":                             {`int[] a = {1}; void set() { ` + bad + ` Runnable r = () -> a = null; }`, verify.Conditional},
		"the array itself":                              {`int[] a = {1}; void set() { ` + bad + ` a = a; }`, verify.Conditional},
		"another constructor":                           {`int[] a = new int[2]; T(int n) { ` + bad + ` } T() { }`, verify.Verified},
		"one that fills a final field":                  {`final int[] a; T(int n) { ` + bad + ` a = new int[4]; } T() { a = new int[1]; }`, verify.Verified},
		"one that may not fill it":                      {`int[] a; T(int n) { ` + bad + ` if (n > 0) a = new int[4]; } T() { a = new int[1]; }`, verify.Conditional},
		"one that is not written":                       {`int[] a = {1}; int b = 0; int c = 1 / b;`, verify.Verified},
		"one that is not written, and does not fill it": {`int[] a; int b = 0; int c = 1 / b;`, verify.Conditional},
		"one that calls another":                        {`final int[] a; T(int n) { this(n > 3); ` + bad + ` } T(boolean b) { a = new int[b ? 1 : 2]; } T() { a = new int[1]; }`, verify.Verified},
		"one that calls one that may not":               {`final int[] a; T(int n) { this(new int[2]); ` + bad + ` } T(int[] b) { a = b; } T() { a = new int[1]; }`, verify.Conditional},
		"one that empties it":                           {`int[] a = {2}; T(int n) { ` + bad + ` a = null; } T() { }`, verify.Conditional},
		"an initialiser that empties it":                {`int[] a = {2}; { if (n == 0) a = null; } T() { }`, verify.Conditional},
		"one that shows its object":                     {`final int[] a; T(int n) { T.last = this; ` + bad + ` a = new int[4]; } static /*@ nullable @*/ T last; T() { a = new int[1]; }`, verify.Conditional},
		"one that calls a method":                       {`final int[] a; T(int n) { m(); ` + bad + ` a = new int[4]; } T() { a = new int[1]; }`, verify.Conditional},
		"an invariant":                                  {`int[] a = {1}; /*@ invariant a.length > 0; */ void grow() { ` + bad + ` a = new int[0]; }`, verify.Conditional},
	} {
		source := "public class T {\n int n;\n //@ ensures \\result == a.length;\n final int m() { return a.length; }\n" + c.members + "\n}"
		out, err := nativetest.Backend(t, native.Options{}).Verify(t.Context(), verify.Request{File: "T.java", Source: source})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range out.Methods {
			if m.Method.Name == "m" && m.Verdict != c.want {
				t.Errorf("%s: %s, want %s: %v %v", name, m.Verdict, c.want, out.Conditions(m), out.Diagnostics)
			}
		}
	}
}
