package verify

import (
	"testing"

	"ensures/java"
	"ensures/java/classlib"
	"ensures/java/types"
)

// TestMethodKey: no two methods of a file have the same key, whatever they are
// declared in, and a key is read back from its text.
func TestMethodKey(t *testing.T) {
	f, _ := java.Parse("A.java", `package p;
import java.util.List;
class A<T extends Comparable<T>> {
  A(int x) {}
  int A(int x) { return x; }
  void m(int[] a, List<String> l, T t) {}
  void m(int[] a, String l, T t) {}
  class B { void m() {} }
  void local() { class B { void m() {} } new Object() { void m() {} }; }
  void other() { class B { void m() {} class C { void m() {} } } }
}
class B { void m() {} }`)
	p, errs := types.Check(types.NewLibrary(classlib.FS), f)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	short := map[string]string{
		"A.<init>(int)": "A", "A.A(int)": "A", "A.m(int[],java.util.List,java.lang.Comparable)": "m", "A.m(int[],java.lang.String,java.lang.Comparable)": "m",
		"A.B.m()": "B.m", "A.local()": "local", "A.other()": "other", "A$1B.m()": "B.m", "A$1.m()": "A$1.m", "A$2B.m()": "B.m", "A$2B$C.m()": "C.m", "B.m()": "m",
	}
	for _, m := range p.Units[0].Info.Methods {
		k := KeyOf(m)
		if want, ok := short[k.String()]; !ok || k.Short() != want {
			t.Errorf("%s, in short %s, want %q", k, k.Short(), want)
		}
		delete(short, k.String())
		var back MethodKey
		if err := back.UnmarshalText([]byte(k.String())); err != nil || back != k {
			t.Errorf("%s read back as %s: %v", k, back, err)
		}
		if !MethodMatches(m, k.String()) {
			t.Errorf("%s does not match itself", k)
		}
	}
	for k := range short {
		t.Errorf("no method %s", k)
	}
	if new(MethodKey).UnmarshalText([]byte("m")) == nil {
		t.Error("a bare name is no key")
	}
}
