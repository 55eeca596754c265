package verify_test

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ensures/verify"
	"ensures/verify/sariftest"
)

var keyF = verify.MethodKey{Class: "A", Name: "f", Params: "int"}

var failed = verify.Outcome{Verdict: verify.Refuted, Backend: "native", Version: "z3 1", Arithmetic: verify.Safe,
	Methods: []verify.MethodOutcome{{Method: keyF, Verdict: verify.Refuted}},
	Diagnostics: []verify.Diagnostic{{Kind: verify.Postcondition, Severity: verify.Error, Verdict: verify.Refuted, Method: keyF, Line: 3, Column: 2,
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

// TestWriteSARIF holds a log against SARIF 2.1.0 and what GitHub reads.
func TestWriteSARIF(t *testing.T) {
	var b strings.Builder
	outs := []verify.FileOutcome{{File: "src/My A.java", Outcome: failed}, {File: "B.java", Outcome: verify.Outcome{Verdict: verify.Verified}},
		{File: "/tmp/C.java", Err: errors.New("unreadable")}}
	if err := verify.WriteSARIF(&b, "1", outs); err != nil {
		t.Fatal(err)
	}
	validSARIF(t, b.String())
	var log map[string]any
	if err := json.Unmarshal([]byte(b.String()), &log); err != nil {
		t.Fatal(err)
	}
	get := func(path string) any { return dig(t, log, path) }
	for path, want := range map[string]any{
		"version":                       "2.1.0",
		"$schema":                       "https://json.schemastore.org/sarif-2.1.0.json",
		"runs.0.tool.driver.name":       "ensures",
		"runs.0.tool.driver.rules.0.id": "Postcondition",
		"runs.0.tool.driver.rules.0.shortDescription.text": "postcondition",
		"runs.0.columnKind":             "unicodeCodePoints",
		"runs.0.results.0.ruleId":       "Postcondition",
		"runs.0.results.0.ruleIndex":    0.0,
		"runs.0.results.0.level":        "error",
		"runs.0.results.0.message.text": "cannot prove Postcondition\nfor x = 0: \\result is 0",
		"runs.0.results.0.locations.0.physicalLocation.artifactLocation.uri":                                  "src/My%20A.java",
		"runs.0.results.0.locations.0.physicalLocation.region.startLine":                                      3.0,
		"runs.0.results.0.locations.0.physicalLocation.region.startColumn":                                    2.0,
		"runs.0.results.0.relatedLocations.0.physicalLocation.region.startLine":                               1.0,
		"runs.0.results.0.relatedLocations.0.message.text":                                                    "the clause: \\result > 0",
		"runs.0.results.0.properties.verdict":                                                                 "refuted",
		"runs.0.invocations.0.executionSuccessful":                                                            false,
		"runs.0.invocations.0.toolExecutionNotifications.0.message.text":                                      "unreadable",
		"runs.0.invocations.0.toolExecutionNotifications.0.level":                                             "error",
		"runs.0.invocations.0.toolExecutionNotifications.0.locations.0.physicalLocation.artifactLocation.uri": "file:///tmp/C.java",
	} {
		if got := get(path); got != want {
			t.Errorf("%s is %v, want %v", path, got, want)
		}
	}
	if n := len(get("runs.0.results").([]any)); n != 1 {
		t.Errorf("%d results", n)
	}

	// Names of files and unknown positions that are awkward in a log.
	b.Reset()
	odd := verify.Outcome{Verdict: verify.Unknown, Diagnostics: []verify.Diagnostic{{Kind: verify.Postcondition, Column: -1}, {Kind: verify.Postcondition, Column: -1}}}
	for _, file := range []string{"C:/a b.java", "[ä%]?#.java", "//host/A.java", "", "-"} {
		outs = append(outs, verify.FileOutcome{File: file, Outcome: odd}, verify.FileOutcome{File: file, Err: errors.New("")})
	}
	if err := verify.WriteSARIF(&b, "", outs); err != nil {
		t.Fatal(err)
	}
	validSARIF(t, b.String())

	// An empty log is one with empty lists, which readers require.
	b.Reset()
	if err := verify.WriteSARIF(&b, "1", nil); err != nil || !strings.Contains(b.String(), `"results": []`) || !strings.Contains(b.String(), `"rules": []`) {
		t.Errorf("%v: %s", err, b.String())
	}
	validSARIF(t, b.String())
}

func validSARIF(t *testing.T, log string) {
	t.Helper()
	for _, wrong := range sariftest.Check([]byte(log)) {
		t.Error(wrong)
	}
}

// dig follows a path of keys and indices.
func dig(t *testing.T, v any, path string) any {
	t.Helper()
	for _, key := range strings.Split(path, ".") {
		switch x := v.(type) {
		case map[string]any:
			v = x[key]
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i >= len(x) {
				t.Errorf("%s: no %s", path, key)
				return nil
			}
			v = x[i]
		default:
			t.Errorf("%s: nothing at %s", path, key)
			return nil
		}
	}
	return v
}

func TestMarshalLine(t *testing.T) {
	b, err := verify.MarshalLine("A.java", failed)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"file":"A.java","verdict":"refuted","backend":"native","version":"z3 1","arithmetic":"safe","methods":[{"name":"f","key":"A.f(int)","verdict":"refuted","elapsed_ms":0}],` +
		`"diagnostics":[{"kind":"Postcondition","severity":"error","method":"f","key":"A.f(int)","line":3,"column":2,"message":"cannot prove Postcondition","associated_line":1,"clause":"\\result > 0",` +
		`"counterexample":{"inputs":"x = 0","expected":"\\result > 0","actual":"\\result is 0","replayed":true}}],"elapsed_ms":0}`
	if d := cmp.Diff(want, string(b)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
