package types_test

import (
	"testing"

	"ensures/java"
	"ensures/java/types"
)

// The library is Java that javac accepts: every error in it is a mistake of the
// checker or of the library. Uses of classes that are not there yet do not count.
func TestLibraryIsClean(t *testing.T) {
	lib := testLibrary()
	var visit func(c *types.Class)
	report := func(where string, errs java.ErrorList) {
		for i, e := range errs {
			if i < 2 && e.Code != java.NotInSubset {
				t.Errorf("%s: %v [%s]", where, e, e.Hint)
			}
		}
	}
	visit = func(c *types.Class) {
		c.Load()
		_, errs := c.Init()
		report(c.Binary, errs)
		for _, m := range c.Methods {
			_, errs := m.Body()
			report(m.Key(), errs)
		}
		for _, k := range c.Members {
			visit(k)
		}
	}
	for _, p := range lib.Packages() {
		for _, n := range lib.ClassNames(p) {
			visit(lib.Class(p + "." + n))
		}
	}
}
