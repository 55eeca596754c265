package prompted

import (
	"strings"
	"testing"

	"ensures/java"
	"ensures/llm/llmtest"
)

// A wrong operator of any kind is mended, several clauses at a time; what can't be
// mended is left out, and the rest stays.
func TestMutationMends(t *testing.T) {
	backend := solver(t)
	for _, c := range []struct {
		name, code, spec string
		want, not        []string
	}{
		{"comparison", "class A {\n    @@\n    static int f(int a) { return a < 0 ? 0 : a; }\n}\n", `ensures \result > 0;`, []string{`ensures \result >= 0;`}, nil},
		{"logic", "class A {\n    @@\n    static int f(int a, int b) { return a < b ? a : b; }\n}\n", `ensures \result == a && \result == b;`, []string{`ensures \result == a || \result == b;`}, nil},
		{"arithmetic", "class A {\n    @@\n    static int f(int a) { return a / 2 + a / 3; }\n}\n", `ensures \result == a / 2 - a / 3;`, nil, []string{`a / 2 - a / 3`}},
		{"quantifier", "class A {\n    @@\n    static int f(int n) { return 0; }\n}\n", `ensures (\exists int i; false; true);`, []string{`\forall`}, []string{`\exists`}},
		{"two clauses", "class A {\n    @@\n    static int f(int a) { return a < 0 ? 0 : a; }\n}\n", "ensures \\result > 0;\nensures \\result > a;", []string{`ensures \result >= 0;`, `ensures \result >= a;`}, nil},
		{"no way", "class A {\n    @@\n    static int f(int a) { return a < 0 ? 0 : a; }\n}\n", "ensures \\result >= a;\nensures g(a);", []string{`ensures \result >= a;`}, []string{"g(a)"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := story{method: "f", code: c.code}
			srv := llmtest.New(t, llmtest.Reply{Text: fence(with(c.code, c.spec))})
			res, _ := s.run(t, find(t, "specgen-zero"), srv, Options{Backend: backend, Repairs: -1})
			if res.Outcome != Complete {
				t.Fatalf("%s after %d verifications: %v\n%s", res.Outcome, res.Checks, res.Last.Diagnostics, res.Code)
			}
			for _, w := range c.want {
				if !strings.Contains(res.Code, w) {
					t.Errorf("no %q in\n%s", w, res.Code)
				}
			}
			for _, w := range c.not {
				if strings.Contains(res.Code, w) {
					t.Errorf("%q in\n%s", w, res.Code)
				}
			}
		})
	}
}

// Every mutant differs from its clause in one operator, and is a clause.
func TestVariants(t *testing.T) {
	f, list := clausesIn("class A {\n  /*@ requires (\\forall int i; 0 <= i && i < n; a[i] + 1 > a[i]) ==> n != 0;\n    @ ensures true;\n    @*/\n  int f(int[] a, int n) { return 0; }\n}\n")
	if len(list) != 2 || len(variants(f, list[1])) != 0 {
		t.Fatal(len(list))
	}
	all := variants(f, list[0])
	seen := map[string]bool{textOf(f, list[0]): true}
	kinds := map[family]int{}
	for _, v := range all {
		if seen[v.text] {
			t.Errorf("twice: %s", v.text)
		}
		seen[v.text] = true
		kinds[v.family]++
		if _, again := clausesIn("class A {\n  //@ " + v.text + "\n  int f(int[] a, int n) { return 0; }\n}\n"); len(again) != 1 {
			t.Errorf("%s is no clause", v.text)
		}
	}
	// 4 comparisons with 5 others each; one && and one ==>; one +; one quantifier
	if kinds[comparison] != 20 || kinds[logical] != 2+4 || kinds[arithmetic] != 2 || kinds[predicate] != 1 {
		t.Error(kinds)
	}
	for op := java.InvalidOp; op <= java.Subtype; op++ {
		if _, ops := others(op); len(ops) > 0 {
			for _, o := range ops {
				if o == op {
					t.Errorf("%s is a mutant of itself", op)
				}
			}
		}
	}
}
