package java

import (
	"os"
	"strings"
	"testing"
)

// wantErrors reads the expectations of a chunk: after "// ERROR" on a line, the
// messages expected there, each in backquotes.
func wantErrors(t *testing.T, chunk string) map[int][]string {
	t.Helper()
	want := map[int][]string{}
	for i, l := range strings.Split(chunk, "\n") {
		_, l, ok := strings.Cut(l, "// ERROR ")
		if !ok {
			continue
		}
		parts := strings.Split(l, "`")
		for j := 1; j < len(parts); j += 2 {
			want[i+1] = append(want[i+1], parts[j])
		}
		if len(want[i+1]) == 0 || len(parts)%2 == 0 {
			t.Fatalf("bad expectation %q", l)
		}
	}
	return want
}

// stripErrors is a chunk without its expectations, which may stand inside a
// literal that is not closed.
func stripErrors(chunk string) string {
	lines := strings.Split(chunk, "\n")
	for i, l := range lines {
		l, _, _ = strings.Cut(l, " // ERROR ")
		lines[i] = l
	}
	return strings.TrimSuffix(strings.Join(lines, "\n"), "\n")
}

// checkErrors compares errors with a chunk's expectations, in both directions.
func checkErrors(t *testing.T, chunk string, errs ErrorList) {
	t.Helper()
	want := wantErrors(t, chunk)
	for _, e := range errs {
		text := e.Msg
		if e.Hint != "" {
			text += " (" + e.Hint + ")"
		}
		if e.Code != SyntaxError {
			text = string(e.Code) + ": " + text
		}
		if (e.Code == NotInSubset) != (e.Construct != "") {
			t.Errorf("%v: code %s with construct %q", e, e.Code, e.Construct)
		}
		line := e.At.Line
		found := false
		for i, w := range want[line] {
			if strings.Contains(text, w) {
				want[line] = append(want[line][:i:i], want[line][i+1:]...)
				found = true
				break
			}
		}
		if !found {
			t.Errorf("unexpected error %d:%d: %s\nin\n%s", line, e.At.Column, text, chunk)
		}
	}
	for line, ws := range want {
		for _, w := range ws {
			t.Errorf("line %d: no error %q in\n%s", line, w, chunk)
		}
	}
}

func chunks(t testing.TB, path string) []string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(b), "---\n")
}

func TestErrors(t *testing.T) {
	for _, c := range chunks(t, "testdata/errors/java.txt") {
		_, errs := Parse("", stripErrors(c))
		checkErrors(t, c, errs)
	}
}

func TestSpecErrors(t *testing.T) {
	for _, c := range chunks(t, "testdata/errors/spec.txt") {
		_, _, errs := ParseExprString(stripErrors(c), true)
		checkErrors(t, c, errs)
	}
}

// A broken method must not take the others with it.
func TestBrokenMethodLeavesOthers(t *testing.T) {
	broken := []string{
		"int f( { return 1; }", "int f(int x { return 1; }", "int f() { return 1 }", "int f() { if (x { y(); } }",
		"int f() { x = ; y = ); }", "int f() { for (;;;;) { } }", "int f() { (((((; }", "int f() { a[[[; }",
		"int f() { switch (x) { case } }", "int f() return 1; ", "int f() { \"abc\n }", "int f() { 'a\n }",
		"int f() { # $ ` }", "f() { }", "int { }", "int f() { int int = int; }", "@ int f() { }", "int f() throws { }",
		"int f() { new int[] { 1, 2; } }", "int f() { x -> { y = ; } }", "int f() { try { } }", "int f() { g(1, , 2); }",
		"int f() { while (true) { y(); }", "int f() { y(); } }", "int f() { if (a) { if (b) { y(); } }",
		"<T void f() { }", "int f() { List<int x = 3; }", "int f() { class { } }", "int f() { else { } }", "int f();;{ x = }",
	}
	for _, b := range broken {
		src := "class A {\n  int before(int x) { return x; }\n  " + b + "\n  public int after(int y) {\n    return y + 1;\n  }\n}\n"
		f, errs := Parse("", src)
		if len(errs) == 0 {
			t.Errorf("no error in %s", b)
		}
		var names []string
		Walk(f, func(n Node) bool {
			if m, ok := n.(*MethodDecl); ok && (m.Name.Name == "before" || m.Name.Name == "after") {
				if m.Body == nil || len(m.Body.Stmts) != 1 {
					t.Errorf("%s: body of %s lost", b, m.Name.Name)
				}
				names = append(names, m.Name.Name)
			}
			return true
		})
		if strings.Join(names, " ") != "before after" {
			t.Errorf("%s: methods left: %v\n%v", b, names, errs)
		}
	}
}
