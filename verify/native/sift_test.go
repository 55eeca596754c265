package native_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ensures/verify"
	"ensures/verify/native"
)

const siftSource = `class A {
  //@ requires a.length > 0;
  //@ ensures (\forall int k; 0 <= k && k < a.length; \result >= a[k]);
  static int max(int[] a) {
    int m = a[0];
    for (int i = 1; i < a.length; i++) {
      if (a[i] > m) m = a[i];
    }
    return m;
  }

  static int nested(int n) {
    int c = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        c = j;
      }
    }
    return c;
  }
}`

// The greatest set that holds together, with what depends on it.
func TestSift(t *testing.T) {
	b := backend(t)
	s, bad := b.Open(verify.Request{File: "A.java", Source: siftSource})
	if bad != nil {
		t.Fatal(bad.Diagnostics)
	}
	for _, c := range []struct {
		name, method string
		cs           []native.Candidate
		holds        []bool
		proved       bool
	}{
		{"all that is needed", "max", []native.Candidate{
			{0, "loop_invariant 1 <= i && i <= a.length;"},
			{0, `(\forall int k; 0 <= k && k < i; m >= a[k])`},
			{0, "i < a.length"}, // false at the end
			{0, "m > 0"},        // false before
			{0, "i % 2 == 1"},   // not kept
			{-1, `ensures \result >= a[0];`},
			{-1, `\result == a[0]`},
		}, []bool{true, true, false, false, false, true, false}, true},
		{"one leans on another", "max", []native.Candidate{
			{0, `(\forall int k; 0 <= k && k < i; m >= a[k])`},
			{0, "m >= a[0]"},
			{-1, `\result >= a[0]`},
		}, []bool{true, true, true}, true},
		{"not all", "max", []native.Candidate{{0, "m >= a[0]"}}, []bool{true}, false},
		{"a set that falls together", "nested", []native.Candidate{
			{0, "c <= n"}, {1, "c < n"}, {1, "0 <= c"}, {0, "0 <= c"}, {1, "j <= i"}, {-1, `\result >= 0`},
		}, []bool{false, false, true, true, true, true}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := s.Sift(t.Context(), c.method, c.cs)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.holds, r.Holds); d != "" {
				t.Errorf("(-want +got):\n%s%v %v", d, r.Bad, r.Open)
			}
			if r.Proved != c.proved {
				t.Errorf("proved: %v, open %v", r.Proved, r.Open)
			}
		})
	}
	r, err := s.Sift(t.Context(), "max", []native.Candidate{{0, "i +"}, {0, "x > 0"}, {3, "true"}, {0, "i"}, {0, "i >= 1"}})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []bool{true, true, true, true, false} {
		if (r.Bad[i] != "") != want {
			t.Errorf("candidate %d: bad is %q", i, r.Bad[i])
		}
	}
	if !r.Holds[4] {
		t.Error("i >= 1 does not hold beside bad ones")
	}
	if _, err := s.Sift(t.Context(), "none", nil); err == nil {
		t.Error("no error for a method that is not there")
	}
}
