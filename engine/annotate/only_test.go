package annotate

import (
	"context"
	"strings"
	"testing"

	"ensures/bench"
	"ensures/java"
	"ensures/propose"
	"ensures/verify"

	"github.com/google/go-cmp/cmp"
)

// leaning proves m by leaning on k, which is proved without help.
type leaning struct{ asked []string }

func (*leaning) Name() string                            { return "leaning" }
func (*leaning) Version(context.Context) (string, error) { return "1", nil }
func (l *leaning) Verify(_ context.Context, r verify.Request) (verify.Outcome, error) {
	l.asked = append(l.asked, r.Options.Method)
	k := verify.MethodKey{Class: "C", Name: "k"}
	out := verify.Outcome{Methods: []verify.MethodOutcome{{Method: verify.MethodKey{Class: "C", Name: "m"}, Verdict: verify.Verified, Rests: verify.Basis{Methods: []verify.MethodKey{k}}}}}
	if len(l.asked) > 1 {
		out.Methods = append(out.Methods, verify.MethodOutcome{Method: k, Verdict: verify.Verified})
	}
	out.Settle()
	return out, nil
}

// A verifier is asked about a method, what the proof leans on, and those of its callers that
// the clauses can cost something: the specified ones, and all where it has a precondition.
func TestOnly(t *testing.T) {
	const plain = "package p; class C {\n  int m(int a) { return k(); }\n  int k() { return 1; }\n  int other() { return 2; }\n  int caller(String[] x) { return this.m(1); }\n}\n"
	for name, c := range map[string]struct {
		kind, text, first string
	}{
		"a precondition":     {"requires", plain, "p.C.m(int);caller(String[])"},
		"a postcondition":    {"ensures", plain, "p.C.m(int)"},
		"a specified caller": {"ensures", strings.Replace(plain, "  int caller", "  //@ ensures true;\n  int caller", 1), "p.C.m(int);caller(String[])"},
	} {
		t.Run(name, func(t *testing.T) {
			l := &leaning{}
			file, _ := java.Parse("C.java", c.text)
			tasks, _ := bench.BodiesOf("C.java", c.text)
			a := &Annotation{Path: "C.java", Original: c.text, Result: &propose.FileResult{File: file, Methods: []propose.MethodResult{
				{Name: "C.m", Decl: tasks[0].Declaration(file), Clauses: []propose.Clause{{Kind: c.kind, Text: c.kind + " true;"}}}}}}
			out, err := a.about(l, []string{"p.C.m(int)"}).Verify(t.Context(), verify.Request{File: "C.java", Source: c.text})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff([]string{c.first, c.first + ";C.k()"}, l.asked); d != "" {
				t.Errorf("-want +got\n%s", d)
			}
			if m := out.Methods[0]; m.Verdict != verify.Verified {
				t.Errorf("m is %s", m.Verdict)
			}
		})
	}
}
