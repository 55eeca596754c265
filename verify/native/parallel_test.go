package native_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"ensures/verify"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
)

// What is found of a file's methods does not depend on how many are verified at a time.
func TestSeveralAtATime(t *testing.T) {
	var src strings.Builder
	src.WriteString("public class A {\n")
	for i := range 6 {
		fmt.Fprintf(&src, `
    //@ requires 0 <= x && x < %[2]d;
    //@ ensures \result == x + %[1]d;
    public static int add%[1]d(int x) { return x + %[1]d; }

    //@ ensures \result > x;
    public static int wrong%[1]d(int x) { return x - %[1]d; }

    //@ requires a.length > 0;
    //@ ensures (\forall int i; 0 <= i && i < a.length; \result >= a[i]);
    public static int max%[1]d(int[] a) {
        int m = a[0];
        //@ maintaining 0 <= k && k <= a.length;
        //@ maintaining (\forall int i; 0 <= i && i < k; m >= a[i]);
        //@ decreases a.length - k;
        for (int k = 0; k < a.length; k++) {
            if (a[k] > m) { m = a[k]; }
        }
        return add%[1]d(0) - %[1]d + m;
    }

    //@ ensures \result >= 0;
    public static double odd%[1]d(double x) { return Math.copySign(x, 1.0); }
`, i, 100+i)
	}
	src.WriteString("}\n")

	var first string
	for _, n := range []int{1, 4} {
		b := nativetest.Backend(t, native.Options{Patient: time.Second, Processes: n})
		out, err := b.Verify(t.Context(), verify.Request{File: "A.java", Source: src.String()})
		if err != nil {
			t.Fatal(err)
		}
		out.Elapsed = 0
		for i := range out.Methods {
			out.Methods[i].Elapsed = 0
			for j := range out.Methods[i].Obligations {
				out.Methods[i].Obligations[j].Elapsed = 0
			}
		}
		text, err := json.Marshal(out)
		if err != nil {
			t.Fatal(err)
		}
		if first == "" {
			first = string(text)
			if got := len(out.Methods); got < 24 || out.Methods[1].Verdict != verify.Verified || out.Methods[2].Verdict == verify.Verified {
				t.Fatalf("%d methods: %s", got, first)
			}
		} else if string(text) != first {
			t.Errorf("%d at a time:\n%s\none at a time:\n%s", n, text, first)
		}
	}
}
