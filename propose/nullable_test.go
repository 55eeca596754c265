package propose

import (
	"slices"
	"strings"
	"testing"

	"ensures/java"
	"ensures/jml"
)

// TestNullness: what is declared nullable, by the names of fields, parameters and methods.
func TestNullness(t *testing.T) {
	for members, want := range map[string]string{
		`String a; String b = "x"; final String c = null; T() { b = "y"; }`:                                                 "a",
		`String a; T() { a = "x"; } T(int x) { this(); }`:                                                                   "",
		`String a; T() { a = "x"; } T(int x) { }`:                                                                           "a",
		`String a; T() { set(); } void set() { a = "x"; }`:                                                                  "",
		`String a; { a = "x"; }`:                                                                                            "",
		`static String a; static String b; static { b = "x"; }`:                                                             "a",
		`String a = "x"; void clear() { a = null; }`:                                                                        "a",
		`String a = "x"; void clear() { String a; a = null; }`:                                                              "",
		`String a = "x"; boolean set() { return this.a != null; }`:                                                          "a",
		`String a = "x"; boolean set(T t) { return t.a != null; }`:                                                          "a",
		`String a = "x"; void set(String s) { a = s; } boolean no(String s) { return s == null; } void go() { set(null); }`: "a s:no s:set",
		`String a = "x"; void set(String s) { if (s == null) throw new RuntimeException(); a = s; }`:                        "s:set",
		`String a; String get() { return a; } String other() { return a + ""; }`:                                            "a get",
		`int n; int[] m; boolean b(int x, int... y) { return y == null; }`:                                                  "m y:b",
		`String f(int x) { return x > 0 ? "a" : null; }`:                                                                    "f",
		`<U> U f(int x) { return null; }`:                                                                                   "f",
		`Runnable f() { return () -> { String s = null; }; }`:                                                               "",
		`T next; int v; T(int v, T next) { this.v = v; this.next = next; }`:                                                 "next next:T",
		`T next; T(T next) { this.next = next; } T() { next = this; }`:                                                      "",
		`/*@ non_null @*/ String a; /*@ nullable @*/ String b;`:                                                             "",
		`class In { boolean b() { return a == null; } } String a = "x";`:                                                    "a",
	} {
		file, errs := java.Parse("T.java", "class T { "+members+" }")
		if len(errs) > 0 {
			t.Fatal(errs[0])
		}
		spec, _ := jml.Parse(file)
		n := nullnessOf(file, spec)
		var got []string
		java.Walk(file, func(k java.Node) bool {
			switch k := k.(type) {
			case *java.FieldDecl:
				if n.fields[k] {
					got = append(got, k.Vars[0].Name.Name)
				}
			case *java.MethodDecl:
				if n.results[k] {
					got = append(got, k.Name.Name)
				}
				for _, p := range k.Params {
					if n.params[p] {
						got = append(got, p.Name.Name+":"+k.Name.Name)
					}
				}
			}
			return true
		})
		slices.Sort(got)
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s\n got %s\nwant %s", members, s, want)
		}
	}
}
