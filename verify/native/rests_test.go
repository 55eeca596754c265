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
