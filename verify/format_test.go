package verify_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ensures/verify"
)

var failed = verify.Outcome{Verdict: verify.Refuted, Backend: "native", Version: "z3 1", Arithmetic: verify.Safe,
	Methods: []verify.MethodOutcome{{Name: "f", Verdict: verify.Refuted}},
	Diagnostics: []verify.Diagnostic{{Kind: verify.Postcondition, Severity: verify.Error, Verdict: verify.Refuted, Method: "f", Line: 3, Column: 2,
		AssociatedLine: 1, AssociatedColumn: 5, Message: "cannot prove Postcondition", Clause: "\\result > 0",
		Counterexample: &verify.Counterexample{Inputs: "x = 0", Expected: "\\result > 0", Actual: "\\result is 0", Replayed: true}}}}

const failedSource = "//@ ensures \\result > 0;\nint f(int x) {\n\treturn x;\n}\n"

func TestWriteOpenJML(t *testing.T) {
	var b strings.Builder
	if err := verify.WriteOpenJML(&b, "A.java", failedSource, failed); err != nil {
		t.Fatal(err)
	}
	want := "A.java:3: verify: The prover cannot establish an assertion (Postcondition: A.java:1:) in method f\n" +
		"\treturn x;\n\t^\n" +
		"A.java:1: verify: Associated declaration: A.java:3:\n//@ ensures \\result > 0;\n    ^\n2 verification failures\n"
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	b.Reset()
	if err := verify.WriteOpenJML(&b, "A.java", failedSource, verify.Outcome{Verdict: verify.Verified}); err != nil || b.Len() > 0 {
		t.Errorf("verified is silence, got %q, %v", b.String(), err)
	}
}

func TestWriteGitHub(t *testing.T) {
	var b strings.Builder
	if err := verify.WriteGitHub(&b, "a,b.java", failed); err != nil {
		t.Fatal(err)
	}
	want := "::error file=a%2Cb.java,line=3,col=2,title=Postcondition::cannot prove Postcondition%0Afor x = 0: \\result is 0\n"
	if b.String() != want {
		t.Errorf("got %q", b.String())
	}
}

func TestWriteSARIF(t *testing.T) {
	var b strings.Builder
	if err := verify.WriteSARIF(&b, "1", []verify.FileOutcome{{File: "A.java", Outcome: failed}, {File: "B.java", Outcome: verify.Outcome{Verdict: verify.Verified}}}); err != nil {
		t.Fatal(err)
	}
	var log struct {
		Version string
		Runs    []struct {
			Results []struct {
				RuleID    string `json:"ruleId"`
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine int }
					}
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(b.String()), &log); err != nil {
		t.Fatal(err)
	}
	r := log.Runs[0].Results
	if log.Version != "2.1.0" || len(r) != 1 || r[0].RuleID != "Postcondition" || r[0].Locations[0].PhysicalLocation.Region.StartLine != 3 || r[0].Locations[0].PhysicalLocation.ArtifactLocation.URI != "A.java" {
		t.Errorf("%+v", log)
	}
}

func TestMarshalLine(t *testing.T) {
	b, err := verify.MarshalLine("A.java", failed)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"file":"A.java","verdict":"refuted","backend":"native","version":"z3 1","arithmetic":"safe","methods":[{"name":"f","verdict":"refuted","elapsed_ms":0}],` +
		`"diagnostics":[{"kind":"Postcondition","severity":"error","method":"f","line":3,"column":2,"message":"cannot prove Postcondition","associated_line":1,"clause":"\\result \u003e 0",` +
		`"counterexample":{"inputs":"x = 0","expected":"\\result \u003e 0","actual":"\\result is 0","replayed":true}}],"elapsed_ms":0}`
	if d := cmp.Diff(want, string(b)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
