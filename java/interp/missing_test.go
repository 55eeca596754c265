package interp_test

import (
	"strings"
	"testing"

	"ensures/java/interp"
)

// What isn't understood of a static initialiser takes with it only its field, where
// nothing else can depend on it.
func TestMissingInitialiser(t *testing.T) {
	for _, c := range []struct {
		name, fields, use string
		want              string // what is printed; "": the run is not supported
	}{
		{"an unknown type", `static final Missing[] X = {};`, `A.n + 1`, "3"},
		{"an unknown call", `static final Log LOG = Log.of(A.class, "a" + 1);`, `A.n`, "2"},
		{"at run time", `static final java.util.regex.Pattern P = java.util.regex.Pattern.compile("\\p{InCombiningDiacriticalMarks}+");`, `A.n`, "2"},
		{"the field itself", `static final Missing[] X = {};`, `A.X`, ""},
		{"the field at run time", `static final java.util.regex.Pattern P = java.util.regex.Pattern.compile("\\p{InCombiningDiacriticalMarks}+");`, `A.P == null`, ""},
		{"a field that depends on it", `static final Log LOG = Log.of(); static final String NAME = "" + LOG;`, `A.NAME`, ""},
		{"a field of an instance", `final Log log = Log.of(); static int one() { return 1; }`, `A.one()`, "1"},
		{"its object", `final Log log = Log.of();`, `new A().n`, ""},
		{"an object beside it", `static final Log LOG = Log.of(); int one = 1;`, `new A().one`, "1"},
		// The lost call may have counted.
		{"an effect", `static int bump() { n++; return n; } static final Log LOG = Log.of(bump());`, `A.n`, ""},
		{"an effect of its own", `static final Log LOG = Log.of(n++);`, `A.n`, ""},
		{"an object that it gets", `static final int[] A1 = {1}; static final Log LOG = Log.of(A1);`, `A.A1[0]`, ""},
		{"a lambda", `static final Log LOG = Log.of(() -> n++);`, `A.n`, ""},
		{"not final", `static Log log = Log.of();`, `A.n`, ""},
		{"a block", `static { Missing.f(); }`, `A.n`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := "class A { static int n = 2; " + c.fields + " }\nclass Main { public static void main(String[] args) { System.out.println(" + c.use + "); } }\n"
			out, _, end := run(t, "Main.java", src, "", interp.Limits{Steps: 1e6})
			if c.want == "" {
				if end.Kind != interp.Unsupported || out != "" {
					t.Errorf("printed %q, ended as %v", out, end)
				}
				return
			}
			if strings.TrimSpace(out) != c.want || end.Kind != interp.Returned {
				t.Errorf("printed %q, ended as %v, want %q", out, end, c.want)
			}
		})
	}
}
