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
