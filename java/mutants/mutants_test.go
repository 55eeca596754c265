package mutants_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ensures/java/classlib"
	"ensures/java/mutants"
	"ensures/java/types"
)

// Each operator of the table, by what stands at the place afterwards.
func TestOperators(t *testing.T) {
	cases := []struct{ code, want string }{
		{"int m(int a, int b) { int c = a + b; return c; }",
			"AOR (a - b), AOR (a * b), AOR (a / b), AOR (a % b)"},
		{"int m(int a, int b) { int c = a - b * 2; return c; }",
			"AOR (a + (b * 2)), AOR (a * (b * 2)), AOR (a / (b * 2)), AOR (a % (b * 2)), " +
				"AOR (b + 2), AOR (b - 2), AOR (b / 2), AOR (b % 2), LVR 0, LVR (-2)"},
		{"void m(int a, int b) { if (a < b) {} }", "ROR (a <= b), ROR (a != b), ROR false"},
		{"void m(int a, int b) { if (a <= b) {} }", "ROR (a == b), ROR (a < b), ROR true"},
		{"void m(int a, int b) { if (a > b) {} }", "ROR (a >= b), ROR (a != b), ROR false"},
		{"void m(int a, int b) { if (a >= b) {} }", "ROR (a == b), ROR (a > b), ROR true"},
		{"void m(int a, int b) { if (a == b) {} }", "ROR (a <= b), ROR (a >= b), ROR false"},
		{"void m(int a, int b) { if (a != b) {} }", "ROR (a < b), ROR (a > b), ROR true"},
		{"void m(boolean a, boolean b) { if (a == b) {} }", "COR false, COR a, COR b"},
		{"void m(boolean a, boolean b) { if (a != b) {} }", "COR true, COR a, COR b"},
		{"void m(String a) { if (a == null) {} }", "ROR false"},
		{"void m(String a) { if (a != null) {} }", "ROR true"},
		{"void m(boolean a, boolean b) { if (a && b) {} }", "COR (a == b), COR false, COR a, COR b"},
		{"void m(boolean a, boolean b) { if (a || b) {} }", "COR (a != b), COR true, COR a, COR b"},
		{"void m(int a) { int c = a & 7; }", "LOR (a | 7), LOR (a ^ 7), LVR 0, LVR (-7)"},
		{"void m(boolean a, boolean b) { boolean c = a | b; }", "LOR (a & b), LOR (a ^ b)"},
		{"void m(int a, int b) { int c = a >> b; }", "SOR (a << b), SOR (a >>> b)"},
		{"void m(int a) { int c = -a; }", "ORU +a, ORU ~a"},
		{"void m(int a) { int c = ~a; }", "ORU +a, ORU -a"},
		{"void m(double a) { double c = -a; }", "ORU +a"},
		{"void m() { boolean b = true; }", "LVR false"},
		{"void m() { long b = 0L; double d = 2.5; }", "LVR 1L, LVR (-1L), LVR 0.0, LVR (-2.5)"},
		{"void m() { int b = 0x0; float d = 0e3f; }", "LVR 1, LVR (-1), LVR 1.0f, LVR (-1.0f)"},
		{"void m(int[] a, int i) { a[i] = i; i++; f(); }", "STD ;, STD ;, STD ;"},
		{"void m(int n) { while (n > n) { if (n == n) continue; break; } }",
			"ROR (n >= n), ROR (n != n), ROR (n <= n), ROR (n >= n), ROR false, STD ;, STD ;"},
		// What would not compile does not exist: a value is missing, a part can't be reached,
		// a variable has no value, text is no number, a constant does not fit.
		{"int m(int n) { return n; }", ""},
		{"int m(boolean c) { int r; if (c) r = -1; else r = -2; return r; }",
			"ORU +1, ORU ~1, LVR 0, LVR (-1), ORU +2, ORU ~2, LVR 0, LVR (-2)"},
		{"void m(String a) { String b = a + a; }", ""},
		{"void m() { byte b = 100; char c = 3; }", "LVR 0, LVR (-100), LVR 0"},
		// A method of a class in the body is not the method's own.
		{"void m() { Runnable r = new Runnable() { public void run() { f(); } }; }", ""},
	}
	lib := types.NewLibrary(classlib.FS)
	for _, c := range cases {
		src := "class C { void f() {}\n" + c.code + " }"
		list, errs := mutants.Of(lib, "C.java", src, nil)
		if len(errs) > 0 {
			t.Errorf("%s: %v", c.code, errs[0])
		}
		var got []string
		for _, m := range list {
			got = append(got, m.Operator+" "+m.To)
			if want := strings.Replace(src, m.From, m.To, 1); m.Line != 2 || !slices.Contains(mutants.Operators, m.Operator) || strings.Count(src, m.From) == 1 && m.Code != want {
				t.Errorf("%s: mutant %+v", c.code, m)
			}
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.code, s, c.want)
		}
	}
}

// Specifications are comments to the operators, and a file with mistakes has no mutants.
func TestKeeps(t *testing.T) {
	lib := types.NewLibrary(classlib.FS)
	src := "class C {\n  //@ ensures \\result == a + 1;\n  int m(int a) { return a + 1; }\n}\n"
	list, _ := mutants.Of(lib, "C.java", src, nil)
	if len(list) != 6 {
		t.Errorf("%d mutants", len(list))
	}
	for _, m := range list {
		if !strings.Contains(m.Code, "//@ ensures \\result == a + 1;\n") || m.Line != 3 || m.Code == src {
			t.Errorf("%+v", m)
		}
	}
	if list, errs := mutants.Of(lib, "C.java", "class C { int m() { return x; } }", nil); len(errs) != 1 || list != nil {
		t.Error(fmt.Sprint(list, errs))
	}
}
