package rust

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"ensures/internal/require"
	"ensures/rust/toolchain/toolchaintest"
	"ensures/verify"
	"ensures/verify/condition"
	"ensures/verify/smt"
)

// open returns a verifier over the machine's compiler and solvers.
func open(t testing.TB) *Backend {
	t.Helper()
	tc := toolchaintest.Compiler(t)
	ps, err := smt.FindPrograms(context.Background(), "", "", 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(ps) == 0 {
		require.Tool(t, smt.Z3.String())
	}
	b, err := New(Options{Compiler: tc, Release: tc.Release, Prover: condition.Options{Solvers: condition.Solvers(ps), Quick: 150 * time.Millisecond, Patient: 5 * time.Second}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

// TestVerusBench re-proves the verified files of Verus-Bench. Half of them, by a hash
// of the name, was looked at while the rules were written.
func TestVerusBench(t *testing.T) {
	b := open(t)
	text, err := os.ReadFile(require.Shared(t, "data/rust/verusbench.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var all, proved [2]int
	for line := range strings.Lines(string(text)) {
		var task struct {
			ID       string  `json:"task_id"`
			Truth    string  `json:"ground_truth"`
			Stripped *string `json:"stripped"`
		}
		if err := json.Unmarshal([]byte(line), &task); err != nil {
			t.Fatal(err)
		}
		hash := sha256.Sum256([]byte(task.ID))
		if task.Stripped == nil || testing.Short() && hash[1]%8 != 0 {
			continue
		}
		out, err := b.Verify(context.Background(), verify.Request{File: task.ID, Source: task.Truth})
		if err != nil {
			t.Errorf("%s: %v", task.ID, err)
			continue
		}
		all[hash[0]%2]++
		if out.Verdict == verify.Verified {
			proved[hash[0]%2]++
		} else {
			t.Logf("%s: %v", task.ID, out.Verdict)
		}
	}
	t.Logf("proved: %d of %d seen, %d of %d unseen", proved[0], all[0], proved[1], all[1])
	if n, m := proved[0]+proved[1], all[0]+all[1]; n*10 < m*7 {
		t.Errorf("%d of %d are proved", n, m)
	}
}

// TestOutcome: positions are the user's, and what has no meaning is named.
func TestOutcome(t *testing.T) {
	b := open(t)
	for _, c := range []struct {
		name, text, want string
		verdict          verify.Verdict
	}{
		{"a clause that fails", "verus! {\nfn f(x: u8) -> (r: u8)\n    ensures r == 7\n{\n    x\n}\n}", "6:2 cannot prove Postcondition", verify.Unknown},
		{"overflow", "verus! {\nfn f(x: u8) -> u8 {\n    x + 1\n}\n}", "3:5 cannot prove ArithmeticOperationRange", verify.Unknown},
		{"a mistake in a clause", "verus! {\nfn f(x: u8)\n    requires x >\n{}\n}", "4:2 expected an expression, found }", verify.Malformed},
		{"a mistake in the code", "fn f() -> i32 {\n    \"x\"\n}", "2:5 mismatched types", verify.Malformed},
		{"wide characters before the code", "verus! {\nfn f(c: char) -> (r: char) requires c == '語', c != 'é' ensures r == 'é' { c }\n}", "2:78 cannot prove Postcondition", verify.Unknown},
		{"wide characters before a mistake", "verus! {\nfn f(c: char) -> (r: char) requires c == '語' { d }\n}", "2:48 cannot find value", verify.Malformed},
		{"an unknown name", "verus! {\nfn f(x: u8) -> (r: u8)\n    ensures r == y\n{ x }\n}", "3:18 not supported: unknown name y", verify.Unsupported},
		{"an unknown call", "verus! {\nfn f(x: f64) -> f64 {\n    x.sqrt()\n}\n}", "3:5 not supported: call of ", verify.Unsupported},
		{"nothing to verify", "fn f() {}\n", "no function to verify", verify.Malformed},
		{"a body that is not looked at", "verus! {\n#[verifier::external_body]\nfn f() -> (r: u8) ensures r == 9 { 0 }\n}", "body is not to be looked at", verify.Unsupported},
		{"clauses in comments", "//@ requires x < 9\n//@ ensures r == x + 1\nfn f(x: u8) -> u8 { x + 1 }", "unknown name r", verify.Unsupported},
		{"the result in comments", "//@ requires x < 9\n//@ ensures result == x + 1\nfn f(x: u8) -> u8 { x + 1 }", "", verify.Verified},
	} {
		out, err := b.Verify(context.Background(), verify.Request{File: "a.rs", Source: c.text})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		var got []string
		for _, d := range out.Diagnostics {
			got = append(got, strings.TrimSpace(itoa(d.Line)+":"+itoa(d.Column)+" "+d.Message))
		}
		if all := strings.Join(got, "\n"); out.Verdict != c.verdict || !strings.Contains(all, c.want) {
			t.Errorf("%s: %v\n%s\nwant %v %s", c.name, out.Verdict, all, c.verdict, c.want)
		}
	}
}

// TestWorth: what a proof leans on is said, and not more is made of it.
func TestWorth(t *testing.T) {
	b := open(t)
	for text, want := range map[string]verify.Verdict{
		"fn f(x: u8) requires x < 3, x > 7 ensures false {}":                                                                      verify.Vacuous,
		"fn f(x: u8) { assume(x < 7); assert(x < 9); }":                                                                           verify.Conditional,
		"#[verifier::external_body]\nfn g() -> (r: u8) ensures r == 9 { 0 }\nfn f() -> (r: u8) ensures r == 9 { g() }":            verify.Conditional,
		"fn g(x: u8) -> (r: u8) ensures r == 9 { x }\nfn f() -> (r: u8) ensures r == 9 { g(1) }":                                  verify.Conditional,
		"fn g() -> (r: u8) ensures r == 9 { 9 }\nfn f(v: &mut Vec<u8>) -> (r: u8) ensures r == 9, v.len() > 0 { v.push(1); g() }": verify.Verified,
	} {
		out, err := b.Verify(context.Background(), verify.Request{File: "a.rs", Source: "verus! {\n" + text + "\n}\n"})
		if err != nil {
			t.Fatal(err)
		}
		if got := out.Find(verify.MethodKey{Name: "f"}).Verdict; got != want {
			t.Errorf("%v, want %v: %s", got, want, text)
		}
	}
}
