package jml_test

import (
	"testing"

	"ensures/java"
	"ensures/jml"
)

// TestRecordComponents: what a comment in a record's header says is of the component
// behind it.
func TestRecordComponents(t *testing.T) {
	src, errs := java.Parse("R.java", "record R(int n, /*@ nullable @*/ String s, String t) /*@ nullable_by_default @*/ { }")
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	f, errs := jml.Parse(src)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	d := f.Java.Types[0]
	for i, want := range []bool{false, true, false} {
		if got := f.Params[d.Components[i]].Has(jml.Nullable); got != want {
			t.Errorf("component %d is nullable: %v", i, got)
		}
	}
	if got := f.Classes[d].Mods.Has(jml.NullableByDefault); !got {
		t.Error("the comment behind the components is not of the class")
	}
}
