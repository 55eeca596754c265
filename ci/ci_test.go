package ci

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ensures/bench"
	"ensures/verify"
)

// What counts as specified, and when a contract is the same.
func TestContracts(t *testing.T) {
	src := `class A {
	int n;
	//@ ensures \result
	//@     == n;
	int own() { return n; }
	int none() { return n; }
	//@ ensures true;
	abstract int body();
	class Inner {
		//@ invariant n >= 0;
		void kept() { n = 1; }
	}
}`
	got := map[string]string{}
	for _, c := range contracts(bench.NewRuntime().Types, "A.java", src) {
		got[c.method.String()] = c.text
	}
	want := map[string]string{"A.own()": "ensures \\result == n;\n", "A.Inner.kept()": "invariant n >= 0;\n"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func row(change Change, v verify.Verdict, clauses ...string) Row {
	r := Row{File: "A.java", Method: verify.MethodKey{Class: "A", Name: "f"}, Change: change, Verdict: v}
	for _, c := range clauses {
		r.Diagnostics = append(r.Diagnostics, verify.Diagnostic{Kind: verify.Postcondition, Verdict: v, Clause: c, Line: 3})
	}
	return r
}

// A baseline knows what it names, where it fails as it did, wherever it moved to.
func TestBaselineKnows(t *testing.T) {
	old := row(Failing, verify.Unknown, "\\result  >\n0", "\\result < 9")
	text, err := (&Report{Rows: []Row{old, row(Kept, verify.Verified)}}).Baseline().Text()
	if err != nil {
		t.Fatal(err)
	}
	b, err := ReadBaseline(text)
	if err != nil || len(b.Methods) != 1 {
		t.Fatalf("%v: %s", err, text)
	}
	moved := row(Failing, verify.Unknown, "\\result > 0")
	moved.Line, moved.Diagnostics[0].Line = 90, 91
	elsewhere := moved
	elsewhere.File = "B.java"
	for _, c := range []struct {
		name string
		row  Row
		want bool
	}{
		{"as it was", old, true},
		{"one failure less, elsewhere in the file", moved, true},
		{"another clause", row(Failing, verify.Unknown, "\\result > 0", "\\result != 7"), false},
		{"refuted now", row(Failing, verify.Refuted, "\\result > 0"), false},
		{"another file", elsewhere, false},
		{"a contract that is gone", row(Dropped, verify.InvalidVerdict), false},
	} {
		if got := b.Knows(c.row); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	for _, bad := range []string{`{"schema":2,"methods":[]}`, `{"schema":1,"method":[]}`, `[`, ``} {
		if _, err := ReadBaseline([]byte(bad)); err == nil {
			t.Errorf("%q is a baseline", bad)
		}
	}
}

func TestBlocked(t *testing.T) {
	known := row(Lost, verify.Refuted, "x")
	known.Known = true
	for _, c := range []struct {
		name      string
		rows      []Row
		threshold float64
		want      bool
	}{
		{"nothing", nil, 100, false},
		{"all verified", []Row{row(Kept, verify.Verified), row(Gained, verify.Verified)}, 100, false},
		{"one of two", []Row{row(Kept, verify.Verified), row(Failing, verify.Unknown)}, 50, false},
		{"one of two is less", []Row{row(Kept, verify.Verified), row(Failing, verify.Unknown)}, 51, true},
		{"a loss whatever the part", []Row{row(Kept, verify.Verified), row(Lost, verify.Unknown)}, 0, true},
		{"a contract that is gone", []Row{row(Dropped, verify.InvalidVerdict)}, 0, true},
		{"a method that is gone", []Row{row(Removed, verify.InvalidVerdict)}, 100, false},
		{"what is known", []Row{known}, 100, false},
	} {
		if got := (&Report{Rows: c.rows, Threshold: c.threshold}).Blocked(); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// A proof on conditions is a failure that says which; a method that the verifier says
// nothing about is not verified because its file is.
func TestReasons(t *testing.T) {
	f, g := verify.MethodKey{Class: "A", Name: "f"}, verify.MethodKey{Class: "A", Name: "g"}
	p := &pair{path: "A.java", now: version{text: "class A {}", contracts: []contract{{method: f, line: 2}, {method: g, line: 5}}}}
	p.now.outcome = verify.Outcome{Methods: []verify.MethodOutcome{{Method: f, Verdict: verify.Verified, Rests: verify.Basis{Assumed: []verify.Assumption{{What: "assume x > 0", Line: 3}}}}}}
	p.now.outcome.Settle()
	rows := p.rows(bench.NewRuntime().Types)
	if len(rows) != 2 || rows[0].Verdict != verify.Conditional || rows[0].Change != Failing || rows[1].Verdict == verify.Verified || !rows[1].Fails() {
		t.Fatalf("%+v", rows)
	}
	if d := rows[0].Diagnostics; len(d) != 1 || d[0].Kind != NotVerified || !strings.Contains(d[0].Text(), "assume x > 0") {
		t.Errorf("%+v", d)
	}
	p.now.outcome = verify.Outcome{Verdict: verify.Verified}
	if rows := p.rows(bench.NewRuntime().Types); rows[0].Verdict != verify.Unknown || rows[0].Change != Failing {
		t.Errorf("%+v", rows)
	}
}

// What a stranger wrote stays text in a summary.
func TestMarkdownIsText(t *testing.T) {
	r := row(Lost, verify.Refuted, "x")
	r.File = "a|b`<img src=x>\n# head.java"
	r.Diagnostics[0].Message = "![](http://x) @all <script>"
	got := (&Report{Files: []File{{Path: r.File}}, Rows: []Row{r}}).Markdown("")
	for _, bad := range []string{"<img", "<script", "![", "@all", "\n# head", "a|b", "`<"} {
		if strings.Contains(got, bad) {
			t.Errorf("%q in\n%s", bad, got)
		}
	}
	if !strings.Contains(got, "<code>a&#124;b&#96;&lt;img src=x&gt; &#35; head.java&#58;0</code>") {
		t.Error(got)
	}
}
