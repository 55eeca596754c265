package eval

import (
	"fmt"
	"strings"
	"testing"

	"ensures/jml"
)

// Ghost initialisers, represents clauses and invariants that lead back to themselves, or of
// which each names the one before it twice, are refused; one-line methods that do are
// called.
func TestAttackExpansion(t *testing.T) {
	// twice declares n+1 members, of which each names the one before it twice.
	twice := func(n int, first, next string) string {
		var b strings.Builder
		b.WriteString(first)
		for i := 1; i <= n; i++ {
			b.WriteString(strings.NewReplacer("NEW", fmt.Sprint("h", i), "OLD", fmt.Sprint("h", i-1)).Replace(next))
		}
		return b.String()
	}
	const circle, many = "go round in a circle", "stand for more than"
	tests := []struct{ name, members, clause, refused string }{
		{"a ghost field of itself", "//@ ghost static int g = f(g);\n", `\result == g`, circle},
		{"a model field of itself", "//@ model static int g; static represents g = g + 1;\n", `\result == g`, circle},
		{"an invariant of itself", "A n; //@ public invariant \\invariant_for(n);\n", `\invariant_for(new A())`, circle},
		{"ghost fields", twice(19, "//@ ghost static int h0 = 1;\n", "//@ ghost static int NEW = OLD + OLD;\n"), `\result == h19`, many},
		{"ghost fields, a long chain", twice(60, "//@ ghost static int h0 = 1;\n", "//@ ghost static int NEW = OLD + OLD;\n"), `\result == h60`, circle},
		{"model fields", twice(19, "//@ model static int h0; static represents h0 = 1;\n", "//@ model static int NEW; static represents NEW = OLD + OLD;\n"), `\result == h19`, many},
		{"methods", twice(40, "static /*@ pure @*/ int h0(int x) { return x; }\n", "static /*@ pure @*/ int NEW(int x) { return OLD(x) + OLD(x); }\n"), `\result == h40(x)`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, prog := checked(t, "A.java", "class A {\n"+tt.members+"//@ ensures "+tt.clause+";\nstatic int f(int x) { return x; }\n}\n")
			for d, m := range c.Unit.Info.Methods {
				if d.Name.Name != "f" {
					continue
				}
				clause := jml.Normalise(c.Spec.Methods[d]).Cases[0].Ensures[0]
				_, err := Compile(c, prog, clause.Expr, CompileOptions{Slots: m.Params})
				switch {
				case err == nil && tt.refused != "":
					t.Errorf("compiled, want an error: %s", tt.refused)
				case err != nil && (tt.refused == "" || !strings.Contains(err.Msg, tt.refused)):
					t.Errorf("%v, want %q", err, tt.refused)
				}
			}
		})
	}
}
