package key

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ensures/bench"
	"ensures/internal/golden"
	"ensures/verify"
)

// Each file under testdata in KeY's dialect, with what is asked about its methods.
func TestTranslation(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.java")
	if err != nil || len(paths) == 0 {
		t.Fatal(err)
	}
	for _, p := range paths {
		t.Run(filepath.Base(p), func(t *testing.T) {
			src, err := os.ReadFile(p)
			if err != nil {
				t.Fatal(err)
			}
			u, errs := load(bench.NewRuntime().Types, p, string(src), verify.Options{}.WithDefaults())
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			var b strings.Builder
			b.WriteString(u.text)
			if u.unfit != nil {
				fmt.Fprintf(&b, "file: %d: %s\n", u.unfit.at.Line, u.unfit.what)
			} else if n := u.origin[len(u.origin)-1]; n != strings.Count(string(src), "\n")+1 || len(u.origin) != strings.Count(u.text, "\n")+2 {
				t.Errorf("lines have moved: the last of %d is from line %d", len(u.origin), n)
			}
			for _, m := range u.methods {
				fmt.Fprintf(&b, "// %d %s (lines %d to %d)", m.at.Line, m.key.Short(), m.from, m.to)
				if m.allow {
					b.WriteString(", exceptions allowed")
				}
				if m.unfit != nil {
					fmt.Fprintf(&b, ": not supported: %d: %s", m.unfit.at.Line, m.unfit.what)
				}
				b.WriteString("\n")
			}
			golden.Text(t, strings.TrimSuffix(p, ".java")+".key.golden", b.String())
		})
	}
}

// Nullness by default is the request's.
func TestNullableByDefault(t *testing.T) {
	src := "class A { Object o; A next(A a, /*@ non_null */ A b) { return a; } }"
	u, errs := load(bench.NewRuntime().Types, "A.java", src, verify.Options{NullableByDefault: true}.WithDefaults())
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	for _, want := range []string{"/*@ nullable @*/ Object o", "nullable @*/\nA next(/*@ nullable @*/ A a,                 A b)"} {
		if !strings.Contains(u.text, want) {
			t.Errorf("no %q in %s", want, u.text)
		}
	}
}
