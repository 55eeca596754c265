package flow_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ensures/internal/golden"
	"ensures/tla/flow"
)

// Every construct of each language has the points that it should have.
func TestOutline(t *testing.T) {
	for _, ext := range []string{"go", "java", "rs", "c", "cpp"} {
		t.Run(ext, func(t *testing.T) {
			file := filepath.Join("testdata", "control."+ext)
			list := outline(t, file)
			text, left := flow.Print(list, 1000)
			if len(left) > 0 {
				t.Errorf("left out: %v", left)
			}
			golden.Text(t, file+".golden", text)
		})
	}
}

func outline(t *testing.T, file string) []flow.Function {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	list, err := flow.Outline(filepath.ToSlash(file), string(src))
	if err != nil {
		t.Fatal(err)
	}
	well(t, list)
	return list
}

// well checks that edges lead to points, and that lines grow with functions.
func well(t *testing.T, list []flow.Function) {
	t.Helper()
	for _, f := range list {
		for i, p := range f.Points {
			if len(p.Next) == 0 {
				t.Errorf("%s: point %d leads nowhere", f.Name, i+1)
			}
			for _, e := range p.Next {
				if e.To < 0 || e.To > len(f.Points) {
					t.Errorf("%s: point %d leads to %d", f.Name, i+1, e.To)
				}
			}
		}
	}
}

// The sources of the examples are outlined.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob("../../examples/systems/*/source/*")
	if err != nil || len(files) < 9 {
		t.Fatalf("%d sources: %v", len(files), err)
	}
	for _, f := range files {
		outline(t, f)
	}
}

// What isn't understood is named with its place.
func TestNotUnderstood(t *testing.T) {
	for _, c := range []struct{ file, src, want string }{
		{"a.py", "def f(): pass", `a.py: the control flow of ".py" files can't be read; that of Go, Java, Rust, C and C++ can`},
		{"Makefile", "", `Makefile: the control flow of "" files can't be read; that of Go, Java, Rust, C and C++ can`},
		{"a.go", "package a\nfunc f( {", "a.go:2:9: expected ')', found '{'"},
		{"a.java", "class A { void f() { if } }", "a.java:1:25: "},
		{"a.rs", "fn f() { if x { }", `a.rs:1:8: a block without an end`},
		{"a.rs", "fn f() { x => y }", `a.rs:1:12: "=>" outside a match`},
		{"a.rs", "fn f() { \"x }", `a.rs:1:10: a literal without an end`},
		{"a.rs", "/* /* */", `a.rs:1:1: a comment without an end`},
		{"a.rs", "fn f() { g((1] }", `a.rs:1:8: a block without an end`},
		{"a.rs", "fn f() { ) }", `a.rs:1:10: ) ends nothing`},
		{"a.rs", "}", `a.rs:1:1: } belongs to nothing`},
		{"a.rs", "fn f() { match x { 1 => 2", `a.rs:1:18: a match without an end`},
		{"a.rs", "fn f() { else { } }", `a.rs:1:10: an else without an if`},
		{"a.c", "void f() { else x(); }", `a.c:1:12: else without what belongs before it`},
		{"a.c", "void f() { case 1: x(); }", `a.c:1:12: case outside the block of its switch`},
		{"a.c", "void f() { x() }", `a.c:1:16: ";" is expected, and "}" is there`},
		{"a.c", "{ }", `a.c:1:1: a block that belongs to nothing`},
		{"a.c", "void f() { switch (x) { case 1: ", `a.c:1:23: a switch without an end`},
		{"a.c", "void f() " + strings.Repeat("{", 300) + strings.Repeat("}", 300), "a.c:1:210: nested too deeply"},
	} {
		list, err := flow.Outline(c.file, c.src)
		var bad *flow.Error
		if !errors.As(err, &bad) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %.40s: %v, want %s (%d functions)", c.file, c.src, err, c.want, len(list))
		}
	}
}

// Where not all functions have room, those with shared points do.
func TestPrint(t *testing.T) {
	list, err := flow.Outline("a.go", "package a\nfunc f() { x() }\nfunc g() { mu.Lock() }\nfunc h() { y(); z() }\n")
	if err != nil {
		t.Fatal(err)
	}
	text, left := flow.Print(list, 5)
	if want := "f (a.go:2)\n   1  L2    x() → return\ng (a.go:3)\n   1* L3    mu.Lock() → return\n"; text != want || strings.Join(left, " ") != "h" {
		t.Errorf("%q, left out %v", text, left)
	}
}

// No source makes a reader crash, and no edge leads out of a function.
func FuzzOutline(f *testing.F) {
	for _, ext := range []string{"go", "java", "rs", "c", "cpp"} {
		src, err := os.ReadFile("testdata/control." + ext)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(ext, string(src))
		for cut := 1; cut < 20; cut++ {
			f.Add(ext, string(src[:len(src)*cut/20]))
			f.Add(ext, string(src[:len(src)*cut/20])+string(src[len(src)*cut/20+1:]))
		}
	}
	f.Fuzz(func(t *testing.T, ext, src string) {
		list, err := flow.Outline("f."+ext, src)
		var bad *flow.Error
		if err != nil && !errors.As(err, &bad) {
			t.Errorf("%v is no *Error", err)
		}
		for _, fn := range list {
			for i, p := range fn.Points {
				for _, e := range p.Next {
					if e.To < 0 || e.To > len(fn.Points) {
						t.Errorf("%s: point %d leads to %d", fn.Name, i+1, e.To)
					}
				}
			}
		}
	})
}
