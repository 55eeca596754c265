package trajectories

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What a run found of methods is read back as far as it was written; what is no finding is
// passed over.
func TestFindings(t *testing.T) {
	dir := t.TempDir()
	w, err := Create(Options{Dir: dir, Now: clock(), Secrets: []string{"long-secret"}}, Header{Run: "r", Verb: "annotate"})
	if err != nil {
		t.Fatal(err)
	}
	want := []Finding{
		{File: "/p/A.java", Method: "A.f()", Line: 3, Verdict: "verified", By: "native", Strict: map[string]float64{"post_completeness": 0.5}, Survivors: []string{"a < b"}},
		{File: "/p/A.java", Method: "A.g()", Reason: "long-secret"},
	}
	w.Found(want[0])
	w.Found(want[1])
	w.Found()
	if err := w.Finish("ok", nil); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "r", FindingsFile)
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	more := "not json\n{}\n{\"method\": \"" + strings.Repeat("x", mostFinding) + "\"}\n{\"method\": \"A.h()\", \"file\": \"/p/A.java\"}\n{\"method\": \"A.cut"
	if err := os.WriteFile(path, append(raw, more...), 0o644); err != nil {
		t.Fatal(err)
	}
	want[1].Reason = "[secret]"
	want = append(want, Finding{File: "/p/A.java", Method: "A.h()"})
	var got []Finding
	if err := Findings(filepath.Join(dir, "r"), func(f Finding) { got = append(got, f) }); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if err := Findings(t.TempDir(), func(Finding) { t.Error("a finding") }); err != nil {
		t.Error(err)
	}
	var none *Writer
	none.Found(want...)
}
