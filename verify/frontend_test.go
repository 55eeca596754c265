package verify

import (
	"testing"

	"ensures/java"
	"ensures/java/classlib"
	"ensures/java/types"
)

func TestMethodMatches(t *testing.T) {
	f, _ := java.Parse("A.java", `import java.util.*; class A { void m(List<Map<String, Integer>> l, int[] a) {} void n() {} }`)
	p, errs := types.Check(types.NewLibrary(classlib.FS), f)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	m := p.Class("A").MethodsNamed("m")[0]
	for want, ok := range map[string]bool{
		"": true, "m": true, "A.m": true, "*": true, "n": false,
		"m(List,int[])": true, "A.m(List, int[])": true, "m(List<Map<String,Integer>>,int[])": true,
		"m(List<String>,int[])": false, "m(List)": false, "m()": false, "n;m()": false, "n; A.m": true,
	} {
		if MethodMatches(m, want) != ok {
			t.Errorf("%q: %v", want, !ok)
		}
	}
}
