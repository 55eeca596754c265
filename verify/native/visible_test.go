package native_test

import (
	"testing"

	"ensures/verify"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
)

// TestHidden: a clause that names what its readers can't see is no mistake of meaning; in
// text that other tools have to take it is one, of that method alone.
func TestHidden(t *testing.T) {
	source := `public class T { private int a; private /*@ spec_public @*/ int b;
  //@ ensures \result == a;
  public int a() { return a; }
  //@ ensures \result == b;
  public int b() { return b; }
  //@ private normal_behavior ensures \result == a;
  public int c() { return a; }
}`
	for portable, want := range map[bool]verify.Verdict{false: verify.Verified, true: verify.Malformed} {
		out, err := nativetest.Backend(t, native.Options{}).Verify(t.Context(), verify.Request{File: "T.java", Source: source, Options: verify.Options{Portable: portable}})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range out.Methods {
			switch {
			case m.Method.Name == "a" && m.Verdict != want, m.Method.Name != "a" && m.Verdict != verify.Verified:
				t.Errorf("portable %v: %s is %s: %v", portable, m.Method, m.Verdict, out.Diagnostics)
			}
		}
	}
}
