package synth

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ensures/bench"
	"ensures/java"
	"ensures/verify"

	"github.com/google/go-cmp/cmp"
)

// suspicious does not prove what says WRONG, nor methods that call overflow(); a
// caller fails where its method's precondition says NEVER.
type suspicious struct{ asked int }

func (*suspicious) Name() string                            { return "suspicious" }
func (*suspicious) Version(context.Context) (string, error) { return "1", nil }
func (s *suspicious) Verify(_ context.Context, r verify.Request) (verify.Outcome, error) {
	s.asked++
	out := verify.Outcome{Verdict: verify.Verified, Backend: "suspicious"}
	f, _ := java.Parse(r.File, r.Source)
	lines := strings.Split(r.Source, "\n")
	never := 0
	for i, l := range lines {
		if strings.Contains(l, "NEVER") {
			never = i + 1
		}
	}
	from := 1
	java.Walk(f, func(n java.Node) bool {
		d, ok := n.(*java.MethodDecl)
		if !ok {
			return true
		}
		m := verify.MethodOutcome{Method: verify.MethodKey{Class: "A", Name: d.Name.Name}, Line: f.Position(d.Name.From).Line, Verdict: verify.Verified}
		fail := func(line, column, of int) {
			m.Verdict = verify.Unknown
			out.Diagnostics = append(out.Diagnostics, verify.Diagnostic{Kind: verify.Postcondition, Severity: verify.Error, Verdict: verify.Unknown,
				Method: m.Method, Line: line, Column: column, AssociatedLine: of})
		}
		to := f.Position(d.End()).Line
		for i := from; i <= to; i++ {
			if at := strings.Index(lines[i-1], "WRONG"); at >= 0 {
				fail(i, at+1, 0)
			}
			if strings.Contains(lines[i-1], "overflow()") {
				fail(i, 0, 0)
			}
			if strings.Contains(lines[i-1], "picky(1)") && never > 0 {
				fail(i, 0, never)
			}
		}
		from = to + 1
		out.Methods = append(out.Methods, m)
		out.Verdict = verify.Join(out.Verdict, m.Verdict)
		return true
	})
	return out, nil
}

func TestKeepProved(t *testing.T) {
	for _, c := range []struct{ name, original, annotated, want, left string }{
		{"nothing to leave out",
			"class A {\n  int f() { return 1; }\n}\n",
			"class A {\n  //@ ensures \\result == 1;\n  int f() { return 1; }\n}\n",
			"class A {\n  //@ ensures \\result == 1;\n  int f() { return 1; }\n}\n", ""},
		{"one clause of two, on a line",
			"class A {\n\tint f() { return 1; }\n}\n",
			"class A {\n\t//@ ensures \\result == 1; ensures WRONG;\n\tint f() { return 1; }\n}\n",
			"class A {\n\t//@ ensures \\result == 1;\n\tint f() { return 1; }\n}\n", "2 ensures WRONG; (postcondition)"},
		{"a block, with the user's line ends",
			"class A {\r\n  int f() { return 1; }\r\n}\r\n",
			"class A {\r\n  /*@ requires true;\r\n    @ ensures \\result ==\r\n    @   WRONG;\r\n    @ ensures \\result == 1;\r\n    @*/\r\n  int f() { return 1; }\r\n}\r\n",
			"class A {\r\n  /*@ requires true;\r\n   @ ensures \\result == 1;\r\n   @*/\r\n  int f() { return 1; }\r\n}\r\n", "2 ensures \\result == WRONG; (postcondition)"},
		{"the clauses of a case",
			"class A {\n  int f(int a) { return 1; }\n}\n",
			"class A {\n  //@ requires a > 0;\n  //@ ensures \\result == 1;\n  //@ also\n  //@ ensures WRONG;\n  //@ also\n  //@ requires a < 0;\n  int f(int a) { return 1; }\n}\n",
			"class A {\n  //@ requires a > 0;\n  //@ ensures \\result == 1;\n  //@ also\n  //@ requires a < 0;\n  int f(int a) { return 1; }\n}\n", "2 ensures WRONG; (postcondition)"},
		{"the clauses of the first case",
			"class A {\n  int f(int a) { return 1; }\n}\n",
			"class A {\n  //@ ensures WRONG;\n  //@ also\n  //@ requires a < 0;\n  int f(int a) { return 1; }\n}\n",
			"class A {\n  //@ requires a < 0;\n  int f(int a) { return 1; }\n}\n", "2 ensures WRONG; (postcondition)"},
		{"a normal case says something without clauses",
			"class A {\n  int f(int a) { return 1; }\n}\n",
			"class A {\n  //@ public normal_behavior\n  //@   ensures WRONG;\n  //@ also\n  //@ public exceptional_behavior\n  //@   requires a < 0;\n  int f(int a) { return 1; }\n}\n",
			"class A {\n  //@ public normal_behavior\n  //@ also\n  //@ public exceptional_behavior\n  //@   requires a < 0;\n  int f(int a) { return 1; }\n}\n", "2 ensures WRONG; (postcondition)"},
		{"a method whose code fails, and its field",
			"class A {\n  private int n; private int m;\n  int f() { overflow(); return n; }\n  int g() { return m; }\n}\n",
			"class A {\n  private /*@ spec_public @*/ int n; private /*@ spec_public @*/ int m;\n  //@ public normal_behavior\n  //@   ensures \\result == n;\n  //@ pure\n  int f() { overflow(); return n; }\n  //@ ensures \\result == m;\n  int g() { return m; }\n}\n",
			"class A {\n  private int n; private /*@ spec_public @*/ int m;\n  int f() { overflow(); return n; }\n  //@ ensures \\result == m;\n  int g() { return m; }\n}\n",
			"3 ensures \\result == n; (the method is not proved: postcondition, line 3)"},
		{"what the user wrote stays, proved or not",
			"class A {\n  //@ ensures WRONG;\n  int f() { return 1; }\n  int g() {\n    //@ maintaining true;\n    while (true) { }\n  }\n}\n",
			"class A {\n  //@ ensures WRONG;\n  int f() { return 1; }\n  //@ ensures WRONG;\n  int g() {\n    //@ maintaining true;\n    //@ maintaining WRONG;\n    while (true) { }\n  }\n}\n",
			"class A {\n  //@ ensures WRONG;\n  int f() { return 1; }\n  int g() {\n    //@ maintaining true;\n    while (true) { }\n  }\n}\n",
			"4 ensures WRONG; (postcondition)\n6 loop_invariant WRONG; (postcondition)"},
		{"a precondition that a caller does not meet",
			"class A {\n  int f() { return picky(1); }\n  int picky(int a) { return a; }\n}\n",
			"class A {\n  int f() { return picky(1); }\n  //@ requires NEVER;\n  //@ ensures \\result == a;\n  int picky(int a) { return a; }\n}\n",
			"class A {\n  int f() { return picky(1); }\n  //@ ensures \\result == a;\n  int picky(int a) { return a; }\n}\n",
			"3 requires NEVER; (with it f is not proved any more)"},
		{"an assumption", // the method is proved, by magic
			"class A {\n  int f() {\n    return 1;\n  }\n}\n",
			"class A {\n  //@ ensures \\result == 1;\n  int f() {\n    //@ assume false;\n    //@ assert true;\n    return 1;\n  }\n}\n",
			"class A {\n  //@ ensures \\result == 1;\n  int f() {\n    //@ assert true;\n    return 1;\n  }\n}\n", "2 assume false; (assumes, and proves nothing)"},
		{"a line that the clauses broke is whole again",
			"class A { int f() { return 1; } int g() { return 2; } }",
			"class A {\n//@ ensures WRONG;\nint f() { return 1; }\n//@ ensures WRONG;\nint g() { return 2; } }",
			"class A { int f() { return 1; } int g() { return 2; } }", "1 ensures WRONG; (postcondition)\n1 ensures WRONG; (postcondition)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			k, err := KeepProved(t.Context(), &suspicious{}, "A.java", c.original, c.annotated, verify.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var left []string
			for _, l := range k.LeftOut {
				left = append(left, fmt.Sprintf("%d %s (%s)", l.Line, l.Clause, l.Why))
			}
			if d := cmp.Diff(c.want, k.Text); d != "" {
				t.Errorf("text: -want +got\n%s", d)
			}
			if d := cmp.Diff(c.left, strings.Join(left, "\n")); d != "" {
				t.Errorf("left out: -want +got\n%s", d)
			}
		})
	}
}

// TestKeepProvedPatience: a method that was not proved is asked about at length again only where
// it has other clauses than then. The last question is about the file as it was.
func TestKeepProvedPatience(t *testing.T) {
	b := &patient{}
	_, err := KeepProved(t.Context(), b, "A.java", "class A {\n  int f() { return overflow(); }\n  int g() { return 1; }\n}\n",
		"class A {\n  //@ ensures true;\n  int f() { return overflow(); }\n  //@ ensures WRONG;\n  //@ ensures true;\n  int g() { return 1; }\n}\n", verify.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"", "A.f()", ""}, b.brief); d != "" {
		t.Error(d)
	}
}

// TestKeepProvedLate: a method that the time limit came before takes with it what it calls, and
// nothing else.
func TestKeepProvedLate(t *testing.T) {
	const original = "class A {\n  int f() { return g(); }\n  int g() { return 1; }\n  int h() { return 1; }\n}\n"
	k, err := KeepProved(t.Context(), late{}, "A.java", original,
		"class A {\n  int f() { return g(); }\n  //@ requires true;\n  int g() { return 1; }\n  //@ ensures true;\n  int h() { return 1; }\n}\n", verify.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(strings.Replace(original, "  int h", "  //@ ensures true;\n  int h", 1), k.Text); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
}

// late does not come to f where something was added.
type late struct{}

func (late) Name() string                            { return "late" }
func (late) Version(context.Context) (string, error) { return "1", nil }
func (late) Verify(ctx context.Context, r verify.Request) (verify.Outcome, error) {
	out, err := (&suspicious{}).Verify(ctx, r)
	if strings.Contains(r.Source, "//@") {
		out.Methods[0].Verdict = verify.Unknown
		out.Settle()
	}
	return out, err
}

// patient notes of which methods first attempts are asked alone.
type patient struct {
	suspicious
	brief []string
}

func (p *patient) Verify(ctx context.Context, r verify.Request) (verify.Outcome, error) {
	p.brief = append(p.brief, r.Options.Brief)
	return p.suspicious.Verify(ctx, r)
}

// worth proves everything; what its proofs are worth a method's body says.
type worth struct{}

func (worth) Name() string                            { return "worth" }
func (worth) Version(context.Context) (string, error) { return "1", nil }
func (worth) Verify(_ context.Context, r verify.Request) (verify.Outcome, error) {
	out := verify.Outcome{Backend: "worth"}
	f, _ := java.Parse(r.File, r.Source)
	java.Walk(f, func(n java.Node) bool {
		d, ok := n.(*java.MethodDecl)
		if !ok {
			return true
		}
		m := verify.MethodOutcome{Method: verify.MethodKey{Class: "A", Name: d.Name.Name}, Line: f.Position(d.Name.From).Line, Verdict: verify.Verified,
			Witnesses: &verify.Witnesses{Ends: 1, Reached: 1}}
		for _, t := range java.Tokens(f.Src[d.Body.Pos().Offset():d.Body.End().Offset()]) {
			switch t.Text {
			case "refuted":
				m.Verdict = verify.Refuted
			case "unsupported":
				m.Verdict = verify.Unsupported
			case "assumes":
				m.Rests.Assumed = []verify.Assumption{{What: "an assume", Line: m.Line}}
			case "contradicts":
				m.Contradiction = &verify.Contradiction{Where: "at the entry", Line: m.Line}
			case "unseen":
				m.Witnesses.Reached = 0
			case "broken", "missing", "leaner", "assumer", "liar", "ghost":
				m.Rests.Methods = append(m.Rests.Methods, verify.MethodKey{Class: "A", Name: t.Text})
			}
		}
		out.Methods = append(out.Methods, m)
		return false
	})
	out.Settle()
	return out, nil
}

// Of what is proved only that is kept whose proof leans on nothing that is not proved,
// whose facts do not contradict, and which a run has shown.
func TestKeepProvedWorth(t *testing.T) {
	const clause = "  //@ ensures \\result == 1;\n"
	for _, c := range []struct {
		name, method, others string
		kept                 bool
	}{
		{"nothing", "{ return 1; }", "", true},
		{"leans on what is proved", "{ return leaner(); }", "  int leaner() { return 1; }\n", true},
		{"leans on a refuted method", "{ return broken(); }", "  int broken() { return refuted; }\n", false},
		{"leans on an unsupported method", "{ return broken(); }", "  int broken() { return unsupported; }\n", false},
		{"leans on one that nobody asked about", "{ return missing(); }", "", false},
		{"leans through another", "{ return leaner(); }", "  int leaner() { return broken(); }\n  int broken() { return refuted; }\n", false},
		{"assumes", "{ return assumes; }", "", false},
		{"leans on one that assumes", "{ return assumer(); }", "  int assumer() { return assumes; }\n", false},
		{"contradicts", "{ return contradicts; }", "", false},
		{"leans on one that contradicts", "{ return liar(); }", "  int liar() { return contradicts; }\n", false},
		{"no run", "{ return unseen; }", "", false},
		{"leans on one without a run", "{ return ghost(); }", "  int ghost() { return unseen; }\n", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			method := "  int m() " + c.method + "\n"
			original, annotated := "class A {\n"+method+c.others+"}\n", "class A {\n"+clause+method+c.others+"}\n"
			want, left := original, 1
			if c.kept {
				want, left = annotated, 0
			}
			k, err := KeepProved(t.Context(), worth{}, "A.java", original, annotated, verify.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want, k.Text); d != "" || len(k.LeftOut) != left {
				t.Errorf("-want +got\n%s%+v", d, k.LeftOut)
			}
		})
	}
}

func TestKeepProvedOtherProgram(t *testing.T) {
	s := &suspicious{}
	_, err := KeepProved(t.Context(), s, "A.java", "class A { int f() { return 1; } }", "class A { int f() { return 2; } }", verify.Options{})
	if err != errOtherCode || s.asked > 0 {
		t.Errorf("%v, after %d questions", err, s.asked)
	}
}

// What is kept is proved by the real verifier, asked anew; what was true stays.
func TestKeepProvedForReal(t *testing.T) {
	b := backend(t, bench.NewRuntime())
	const original = `class R {
	private int n;
	static int max(int a, int b) { return a > b ? a : b; }
	static int three(int a) { return max(max(a, 1), 2) + 1; }
	static int square(int a) { return a * a; }
	int up() { if (n < 9) n++; return n; }
	static int down(int a, int b) { return a; }
}
`
	const annotated = `class R {
	private /*@ spec_public @*/ int n;
	//@ ensures \result >= a && \result >= b;
	//@ ensures \result > a;
	static int max(int a, int b) { return a > b ? a : b; }
	//@ requires a < 100;
	//@ ensures \result > 2;
	static int three(int a) { return max(max(a, 1), 2) + 1; }
	//@ ensures \result >= 0;
	static int square(int a) { return a * a; }
	//@ assignable n;
	//@ ensures n >= \old(n);
	//@ ensures n > \old(n);
	int up() { if (n < 9) n++; return n; }
	//@ requires a < b;
	//@ requires b < a;
	//@ ensures \result == 5;
	//@ ensures \result == a;
	static int down(int a, int b) { return a; }
}
`
	k, err := KeepProved(t.Context(), b, "R.java", original, annotated, verify.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`\result >= a && \result >= b;`, `n >= \old(n);`, `assignable n;`, "spec_public", `\result == a;`} {
		if !strings.Contains(k.Text, want) {
			t.Errorf("%s is not there", want)
		}
	}
	for _, not := range []string{`\result > a;`, `\result >= 0;`, `n > \old(n);`, `\result == 5;`, `b < a`, `a < b`} {
		if strings.Contains(k.Text, not) {
			t.Errorf("%s is there", not)
		}
	}
	again, err := b.Verify(t.Context(), verify.Request{File: "R.java", Source: k.Text})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range again.Methods {
		if fails := m.Method.Name == "square"; (m.Verdict == verify.Verified) == fails {
			t.Errorf("%s: %v", m.Method.Name, m.Verdict)
		}
	}
	if !slices.ContainsFunc(k.LeftOut, func(l LeftOut) bool { return l.Method == 3 && l.Clause == `ensures \result > a;` }) {
		t.Errorf("%+v", k.LeftOut)
	}
	if t.Failed() {
		t.Log(k.Text)
	}
}
