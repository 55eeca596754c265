package spec

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCarry(t *testing.T) {
	const file = "public class Max {\r\n" +
		"\tint[] data;\r\n" +
		"\t//@ ensures true;\r\n" +
		"\tint size() { return data.length; }\r\n" +
		"\r\n" +
		"\t/** The largest. */\r\n" +
		"\t//@ ensures \\old(true);\r\n" +
		"\tpublic int max( int[] a )\r\n" +
		"\t{\r\n" +
		"\t\tint m = a[0];   // odd\r\n" +
		"\t\tfor (int x : a) { if (x > m) m = x; }\r\n" +
		"\t\treturn m; }\r\n" +
		"}\r\n"
	const cand = `public class Max {
    /*@ spec_public @*/ int[] data;
    int size() { return data.length; }

    /*@ requires a.length > 0;
      @ ensures \result >= a[0];
      @*/
    public int max(/*@ nullable @*/ int[] a) {
        int m = a[0];
        //@ loop_invariant m >= a[0];
        for (int x : a) {
            //@ assert true;
            if (x > m) m = x;
        }
        return m;
    }
}
`
	const want = "public class Max {\r\n" +
		"\t/*@ spec_public @*/ int[] data;\r\n" +
		"\t//@ ensures true;\r\n" +
		"\tint size() { return data.length; }\r\n" +
		"\r\n" +
		"\t/** The largest. */\r\n" +
		"\t/*@ requires a.length > 0;\r\n" +
		"\t @ ensures \\result >= a[0];\r\n" +
		"\t @*/\r\n" +
		"\tpublic int max( /*@ nullable @*/ int[] a )\r\n" +
		"\t{\r\n" +
		"\t\tint m = a[0];   // odd\r\n" +
		"\t\t//@ loop_invariant m >= a[0];\r\n" +
		"\t\tfor (int x : a) { /*@ assert true; @*/ if (x > m) m = x; }\r\n" +
		"\t\treturn m; }\r\n" +
		"}\r\n"
	task := taskOf(t, file, "max")
	got, err := Carry(task, file, cand)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	again, err := Carry(task, got, cand)
	if err != nil || again != got {
		t.Errorf("carried twice (%v):\n%s", err, cmp.Diff(got, again))
	}
	if _, err := Carry(task, file, strings.Replace(cand, "x > m", "x >= m", 1)); err == nil || !strings.Contains(err.Error(), "the code was changed") {
		t.Errorf("changed code: %v", err)
	}
}
