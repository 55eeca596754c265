package types_test

import (
	"testing"

	"ensures/java"
	"ensures/java/classlib"
	"ensures/java/javatest"
	"ensures/java/types"
)

// Random programs, which javac accepts, type-check.
func TestRandomPrograms(t *testing.T) {
	n := 300
	if testing.Short() {
		n = 40
	}
	lib := types.NewLibrary(classlib.FS)
	opts := javatest.Options{Seed: 3}
	bad := 0
	for _, u := range append(javatest.Expressions(10*n, opts), javatest.Programs(n, opts)...) {
		file, errs := java.Parse(u.Name+".java", u.Whole())
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		if _, errs := types.Check(lib, file); len(errs) > 0 {
			for _, e := range errs[:min(3, len(errs))] {
				if bad++; bad <= 20 {
					line := file.Slice(java.Span{From: file.LineStart(e.At.Line), To: file.LineStart(e.At.Line + 1)})
					t.Errorf("%v\n%s", e, line)
				}
			}
		}
	}
	if bad > 20 {
		t.Errorf("%d errors in all", bad)
	}
}
