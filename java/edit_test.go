package java

import (
	"strings"
	"testing"
)

func parseOK(t testing.TB, src string) *File {
	t.Helper()
	f, errs := Parse("T.java", src)
	if len(errs) > 0 {
		t.Fatalf("%v\n%s", errs, src)
	}
	return f
}

func TestInsertLines(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"tabs", "class A {\n\tint f() {\n\t\twhile (b) ;\n\t}\n}\n",
			"class A {\n\t//@ M\n\t//@ N\n\tint f() {\n\t\t//@ W\n\t\twhile (b) ;\n\t}\n}\n"},
		{"spaces", "class A {\n   int f() {\n     while (b) ;\n   }\n}", "class A {\n   //@ M\n   //@ N\n   int f() {\n     //@ W\n     while (b) ;\n   }\n}"},
		{"CRLF", "class A {\r\n  int f() {\r\n    while (b) ;\r\n  }\r\n}", "class A {\r\n  //@ M\r\n  //@ N\r\n  int f() {\r\n    //@ W\r\n    while (b) ;\r\n  }\r\n}"},
		{"one line", "class A { int f() { while (b) ; } }", "class A { \n//@ M\n//@ N\nint f() { \n//@ W\nwhile (b) ; } }"},
		{"annotation", "class A {\n  @Override\n  public int f() { x = 1;\n    while (b) ; } }", "class A {\n  //@ M\n  //@ N\n  @Override\n  public int f() { x = 1;\n    //@ W\n    while (b) ; } }"},
	}
	for _, tt := range tests {
		f := parseOK(t, tt.src)
		e := NewEdits(f)
		Walk(f, func(n Node) bool {
			switch n := n.(type) {
			case *While:
				e.InsertLines(n, "//@ W")
			case *MethodDecl:
				e.InsertLines(n, "//@ M", "//@ N")
			}
			return true
		})
		got, err := e.Apply()
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if got != tt.want {
			t.Errorf("%s: got\n%q, want\n%q", tt.name, got, tt.want)
		}
	}
}

func TestEditsOrderAndOverlap(t *testing.T) {
	f := NewFile("T.java", "abcdef\r\n  //@ x\r\nend")
	sp := func(a, b int) Span { return Span{f.PosAt(a), f.PosAt(b)} }
	e := NewEdits(f)
	e.Replace(sp(2, 4), "X")
	e.Insert(f.PosAt(4), "2")
	e.Insert(f.PosAt(2), "1")
	e.Insert(f.PosAt(4), "3")
	e.Delete(sp(0, 1))
	e.DeleteLines(sp(10, 15))
	e.Insert(f.PosAt(len(f.Src)), "!")
	got, err := e.Apply()
	if want := "b1X23ef\r\nend!"; got != want || err != nil {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
	for _, bad := range [][2]Span{{sp(0, 3), sp(2, 4)}, {sp(0, 3), sp(1, 1)}, {sp(1, 2), sp(1, 3)}} {
		e := NewEdits(f)
		e.Replace(bad[0], "x")
		e.Replace(bad[1], "y")
		if s, err := e.Apply(); err == nil || !strings.Contains(err.Error(), "overlap") {
			t.Errorf("%v: got %q, %v; want an overlap", bad, s, err)
		}
	}
	e = NewEdits(f)
	e.Insert(NoPos, "x")
	if _, err := e.Apply(); err == nil {
		t.Error("an edit without a position was applied")
	}
}

// Every character that no edit covers, and every text that was put in, is found where
// it stands now.
func TestEditedPlaces(t *testing.T) {
	src := "ab\ncd\nef"
	f := NewFile("T.java", src)
	e := NewEdits(f)
	e.Insert(f.PosAt(6), "X\n")
	e.Insert(f.PosAt(0), "Y")
	e.Replace(Span{f.PosAt(3), f.PosAt(5)}, "long")
	e.Insert(f.PosAt(6), "Z")
	d, err := e.Edited()
	if err != nil || d.Text != "Yab\nlong\nX\nZef" {
		t.Fatalf("%q, %v", d.Text, err)
	}
	for i, text := range []string{"X\n", "Y", "long", "Z"} {
		if !strings.HasPrefix(d.Text[d.Inserted(i):], text) {
			t.Errorf("edit %d begins at %q, want %q", i, d.Text[d.Inserted(i):], text)
		}
	}
	for _, at := range []int{0, 1, 2, 5, 6, 7} {
		if now := d.Offset(at); d.Text[now] != src[at] {
			t.Errorf("character %d is at %d, which is %q, want %q", at, now, d.Text[now], src[at])
		}
	}
	if now := d.Offset(len(src)); now != len(d.Text) {
		t.Errorf("the end is at %d, want %d", now, len(d.Text))
	}
}
