package propose

import (
	"slices"
	"strings"
	"testing"

	"ensures/candidate"
	"ensures/java"
	"ensures/jml"
)

// TestSparing: which bodies the text for a method keeps, by the names that lead to them.
func TestSparing(t *testing.T) {
	const src = `class A {
  static int f(int x) { return g(x); }
  static int g(int x) {
    //@ loop_invariant said(i);
    for (int i = 0; i < x; i++) { }
    return x;
  }
  private int h() { return n; }
  static boolean said(int i) {
    return
      i > 0;
  }
  static Runnable local() { return new Runnable() { String s; public void run() { } }; }
  static int other(int x) { return f(x); }
  static int called(int x) { return x; }
  int instance() { return again(); }
  static int again() { return 0; }
  static int K = first();
  static int first() { return 1; }
  int n;
}
class B extends A { A a = A.other(1); }
`
	file, errs := java.Parse("A.java", src)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	s := sparingIn(file, classesOf(file))
	methods := map[string]*java.MethodDecl{}
	java.Walk(file, func(n java.Node) bool {
		if d, ok := n.(*java.MethodDecl); ok {
			methods[d.Name.Name] = d
		}
		return true
	})
	elsewhere, _ := java.Parse("C.java", "class C { int m() { return A.called(1) + g(2); } }")
	below, _ := java.Parse("D.java", "class D extends A { int m() { return called(1) + h(2); } }")
	for _, c := range []struct {
		method, clause string
		elsewhere      []*java.File
		want           string
	}{
		{"h", "true", nil, "again first h instance local other f g said"}, // what the rest of the file says stays
		{"called", "true", nil, "again called first instance local other f g said"},
		{"called", `\result == h()`, nil, "again called first h instance local other f g said"},
		{"h", "true", []*java.File{elsewhere}, "again called first h instance local other f g said"},
		{"f", "true", []*java.File{below}, "again called first h instance local other f g said"},
	} {
		in := candidate.Into(file)
		spec := candidate.Light([]*candidate.Clause{candidate.New(jml.Ensures, c.clause)}, 0)
		s.leave(in, methods[c.method], []candidate.Spec{spec}, c.elsewhere)
		text, err := in.Text()
		if err != nil {
			t.Fatal(err)
		}
		now, errs := java.Parse("A.java", text.Code)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		var kept []string
		java.Walk(now, func(n java.Node) bool {
			d, ok := n.(*java.MethodDecl)
			if ok && d.Name.Name != "run" && !strings.Contains(text.Code[d.Pos().Offset():d.End().Offset()], "throw null;") {
				kept = append(kept, d.Name.Name)
			}
			if ok && d.Name.Name == "first" {
				if was, is := file.Position(methods["first"].Pos()).Line, now.Position(d.Pos()).Line; was != is {
					t.Errorf("%s: line %d is now line %d", c.method, was, is)
				}
			}
			return true
		})
		want := strings.Fields(c.want)
		slices.Sort(kept)
		slices.Sort(want)
		if !slices.Equal(kept, want) {
			t.Errorf("for %s with %s\n got %q\nwant %q", c.method, c.clause, kept, want)
		}
	}
}
