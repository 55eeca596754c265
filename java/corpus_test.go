package java_test

import (
	"testing"

	"ensures/java"
	"ensures/java/javatest"
)

// Random programs parse without an error, and printing them loses nothing.
func TestRandomPrograms(t *testing.T) {
	n := 400
	if testing.Short() {
		n = 60
	}
	units := append(javatest.Programs(n, javatest.Options{Seed: 3}), javatest.Expressions(10*n, javatest.Options{Seed: 3})...)
	for _, u := range units {
		file, errs := java.Parse(u.Name+".java", u.Whole())
		if len(errs) > 0 {
			t.Errorf("%s\n%s", errs[0], u.Source)
			return
		}
		printed := java.Print(file)
		again, errs := java.Parse(u.Name+".java", printed)
		if len(errs) > 0 {
			t.Errorf("printed: %s\n%s", errs[0], printed)
			return
		}
		if !java.Equal(file, again) {
			t.Errorf("%s: printed and parsed again, the tree differs:\n%s", u.Name, printed)
			return
		}
	}
}
