package types_test

import (
	"testing"

	"ensures/java"
	"ensures/java/classlib"
	"ensures/java/types"
)

// A nameless enum is Enum of itself; its name in messages must come to an end.
func TestNamelessEnum(t *testing.T) {
	f, errs := java.Parse("A.java", "class A { enum { RED } void f() { int x = RED; A.B y; } enum  E { } }")
	if len(errs) == 0 {
		t.Fatal("no syntax error")
	}
	p, _ := types.Check(types.NewLibrary(classlib.FS), f)
	for _, c := range p.Units[0].Info.Classes {
		_ = types.ShortString(c.Type())
	}
}
