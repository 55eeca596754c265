package java

import (
	"strings"
	"testing"
)

// seeds are the sources of the other tests.
func seeds(f *testing.F) []string {
	f.Helper()
	list := []string{
		"class A { int f(int x) { return x > 0 ? x >> 2 : (int) -x; } }",
		"enum E { A, B { void f() { } }; int x; } record R<T>(int a, T... b) { R { } } @interface N { int v() default 1; }",
		"sealed interface S permits P { default void f() { } } non-sealed class P implements S { { } static { } }",
		"class A { void f() { for (var x : y) z: while (a) { break z; } try (var q = r) { } catch (B | C e) { } finally { } } }",
		"class A { String s = \"\"\"\n  a\\n\n  \"\"\" + \"\\u0041\\7\" + 'x' + 0x1p3f + 1_0L; // c\n /* d */ }",
		"class A { F f = (a, b) -> { yield = 1; return A::<B>new; }; int[][] g = {{1}, {}}, h[] = new int[2][]; }",
		"class A { int f() { return switch (a) { case B(var c, D d) when c -> 1; case null, default -> { yield 2; } }; } }",
		"cl\\u0061ss A { A<? super B[], ?>.C<D> x; @A(b = {1, @C}) int y; }",
	}
	for _, path := range []string{"testdata/errors/java.txt", "testdata/errors/spec.txt"} {
		for _, c := range chunks(f, path) {
			list = append(list, stripErrors(c))
		}
	}
	return list
}

func FuzzParse(f *testing.F) {
	for _, s := range seeds(f) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		file, errs := Parse("F.java", src)
		last := Pos(0)
		for _, c := range file.Comments {
			if c.From < last || c.To <= c.From || c.To > file.To || file.Slice(c.Span) != c.Text {
				t.Fatalf("comment %q at %d–%d after %d", c.Text, c.From, c.To, last)
			}
			last = c.To
		}
		for i, e := range errs {
			if !e.Span.From.IsValid() || e.Span.To < e.Span.From || e.Span.To > file.To || e.At.Line < 1 || e.At.Column < 1 || e.Msg == "" {
				t.Fatalf("error %+v", e)
			}
			if i > 0 && e.Span.From < errs[i-1].Span.From {
				t.Fatalf("errors out of order: %v", errs)
			}
		}
		if len(errs) > 0 {
			checkRange(t, file, file)
			_ = Print(file)
			return
		}
		checkTree(t, file)
		if strings.Contains(src, "\xff") || strings.ToValidUTF8(src, "") != src {
			return // comments aside, what is printed is text
		}
		checkRoundTrip(t, file)
	})
}

func FuzzParseSpec(f *testing.F) {
	for _, s := range seeds(f) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		file := NewFile("", src)
		p := NewParser(file, 1, file.To, ParserOptions{Spec: true, Stop: func(w string) bool { return w == "ensures" }})
		for !p.AtEnd() {
			at := p.pos
			x := p.Expr()
			checkRange(t, file, x)
			_ = Print(x)
			if p.pos == at {
				p.Next()
			}
			p.Recover()
		}
		for _, e := range p.Errors() {
			if !e.Span.From.IsValid() || e.Span.To < e.Span.From || e.Span.To > file.To {
				t.Fatalf("error %+v", e)
			}
		}
		x, _, errs := ParseExprString(src, true)
		if len(errs) > 0 || strings.ToValidUTF8(src, "") != src {
			return
		}
		text := Print(x)
		y, _, errs := ParseExprString(text, true)
		if len(errs) > 0 || !Equal(x, y) || Print(y) != text {
			t.Fatalf("%q printed as %q: %v", src, text, errs)
		}
	})
}

// checkRange checks that all nodes lie in the file.
func checkRange(t *testing.T, f *File, root Node) {
	t.Helper()
	Walk(root, func(n Node) bool {
		if n.Pos() < 1 || n.End() < n.Pos() || n.End() > f.To {
			t.Fatalf("%T at %d–%d of %q", n, n.Pos(), n.End(), f.Src)
		}
		return true
	})
}

func BenchmarkParse(b *testing.B) {
	all := sharedPrograms(b)
	total := 0
	for _, p := range all {
		total += len(p.src)
	}
	b.SetBytes(int64(total))
	b.ReportAllocs()
	for b.Loop() {
		for _, p := range all {
			Parse(p.name, p.src)
		}
	}
}
