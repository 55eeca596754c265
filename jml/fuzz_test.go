package jml

import (
	"os"
	"strings"
	"testing"

	"ensures/java"
	"ensures/java/types"
)

// Any file can be read, checked and printed: no panic, positions in range, and
// what is read without errors is read the same after printing.
func FuzzParseSpecs(f *testing.F) {
	for _, name := range []string{"testdata/errors.txt", "eval/testdata/eval.txt", "testdata/print.java"} {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, chunk := range strings.Split(string(b), "---\n") {
			src, _, _ := strings.Cut(stripExpected(chunk), "\n== ")
			f.Add(src)
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 1<<14 {
			return
		}
		file, jerrs := java.Parse("", src)
		s, errs := Parse(file)
		inRange := func(list java.ErrorList) {
			for _, e := range list {
				if e.Span.From < 1 || e.Span.To < e.Span.From || int(e.Span.To) > len(src)+1 {
					t.Fatalf("%v: span %v in a file of %d bytes", e, e.Span, len(src))
				}
			}
		}
		inRange(errs)
		inRange(s.Warnings)
		for _, m := range s.Methods {
			for _, k := range m.Cases {
				for _, c := range k.Clauses {
					if c.From < 1 || c.To < c.From || int(c.To) > len(src)+1 {
						t.Fatalf("%s: span %v", c, c.Span)
					}
				}
			}
			Normalise(m)
		}
		if len(jerrs) > 0 || len(errs) > 0 {
			return
		}
		roundTrip(t, s)
		lib := library()
		p, jerrs := types.Check(lib, file)
		_, errs = Check(s, p, p.Units[0])
		inRange(errs)
	})
}
