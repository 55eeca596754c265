package jml_test

import (
	"strings"
	"testing"

	"ensures/java/classlib"
	"ensures/java/types"
	"ensures/jml"
)

// eachContract calls f with every method of the class library that has a contract.
func eachContract(t *testing.T, f func(m *types.Method, c *jml.LibraryContract)) *jml.Library {
	t.Helper()
	lib := types.NewLibrary(classlib.FS)
	specs := jml.NewLibrary(lib)
	var visit func(c *types.Class)
	visit = func(c *types.Class) {
		c.Load()
		for _, m := range append(c.Methods[:len(c.Methods):len(c.Methods)], c.Constructors()...) {
			if k := specs.Contract(m); k != nil {
				f(m, k)
			}
		}
		for _, k := range c.Members {
			visit(k)
		}
	}
	for _, pkg := range lib.Packages() {
		for _, name := range lib.ClassNames(pkg) {
			visit(lib.Class(pkg + "." + name))
		}
	}
	return specs
}

// TestLibraryContracts: every contract of the class library can be read, and has the
// form that docs/design/020 gives.
func TestLibraryContracts(t *testing.T) {
	n := 0
	specs := eachContract(t, func(m *types.Method, c *jml.LibraryContract) {
		n++
		for _, k := range c.Cases {
			if !k.MustThrow {
				continue
			}
			if len(k.SignalsOnly) != 1 || len(k.SignalsOnly[0].Types) != 1 {
				t.Errorf("%s: an exceptional case names one class", m.Key())
			}
			if len(k.Requires) == 0 {
				t.Errorf("%s: an exceptional case has a condition", m.Key())
			}
		}
	})
	for _, e := range specs.Errors() {
		t.Errorf("%v", e)
	}
	if n < 100 {
		t.Errorf("%d contracts", n)
	}
	t.Logf("%d contracts", n)
}

// TestLibraryContract: the parts of one contract.
func TestLibraryContract(t *testing.T) {
	var got *jml.LibraryContract
	eachContract(t, func(m *types.Method, c *jml.LibraryContract) {
		if m.Key() == "java.util.Objects.requireNonNull(java.lang.Object,java.lang.String)" {
			got = c
		}
	})
	if got == nil {
		t.Fatal("no contract")
	}
	if !got.IsPure() || len(got.Cases) != 2 || !got.Cases[0].MustReturn || !got.Cases[1].MustThrow {
		t.Errorf("cases %v", got.Cases)
	}
	if !got.Params[0].Has(jml.Nullable) || !strings.HasSuffix(got.File.Name, "Objects.java") {
		t.Errorf("parameters %v in %s", got.Params, got.File.Name)
	}
}
