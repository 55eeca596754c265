package annotate

import (
	"context"
	"testing"

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

// A verifier is asked about a method, its callers, and what the proof leans on.
func TestOnly(t *testing.T) {
	l := &leaning{}
	text := "package p; class C {\n  int m(int a) { return k(); }\n  int k() { return 1; }\n  int other() { return 2; }\n  int caller(String[] x) { return this.m(1); }\n}\n"
	out, err := about(l, "C.java", text, []string{"p.C.m(int)"}).Verify(t.Context(), verify.Request{File: "C.java", Source: text})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"p.C.m(int);caller(String[])", "p.C.m(int);caller(String[]);C.k()"}, l.asked); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	if m := out.Methods[0]; m.Verdict != verify.Verified {
		t.Errorf("m is %s", m.Verdict)
	}
}
