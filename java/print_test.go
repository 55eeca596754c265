package java

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// checkRoundTrip prints f and parses it again: the tree must be the same, and so
// must its second printing.
func checkRoundTrip(t testing.TB, f *File) {
	t.Helper()
	text := Print(f)
	g, errs := Parse(f.Name, text)
	if len(errs) > 0 {
		t.Fatalf("%s: printed form has errors:\n%v\n%s\nof\n%s", f.Name, errs, text, f.Src)
	}
	if !Equal(f, g) {
		t.Fatalf("%s: printed form is another tree:\n%s", f.Name, cmp.Diff(text, Print(g)))
	}
	if again := Print(g); again != text {
		t.Fatalf("%s: printing is not stable:\n%s", f.Name, cmp.Diff(text, again))
	}
}

// checkTree checks that every node lies in the file and in its parent, and that
// siblings follow one another.
func checkTree(t testing.TB, f *File) {
	t.Helper()
	var check func(n Node)
	check = func(n Node) {
		if n.Pos() < 1 || n.End() < n.Pos() || n.End() > Pos(len(f.Src)+1) {
			t.Fatalf("%s: %T at %d–%d is outside the file of %d", f.Name, n, n.Pos(), n.End(), len(f.Src))
		}
		last := Pos(0)
		Children(n, func(c Node) {
			if c.Pos() < n.Pos() || c.End() > n.End() {
				t.Fatalf("%s: %T at %d–%d is outside its %T at %d–%d\n%q\n%q", f.Name, c, c.Pos(), c.End(), n, n.Pos(), n.End(), f.Text(c), f.Text(n))
			}
			if c.Pos() < last {
				t.Fatalf("%s: %T at %d of %T starts before the end of the part before it, %d", f.Name, c, c.Pos(), n, last)
			}
			last = c.Pos()
			check(c)
		})
	}
	check(f)
}
