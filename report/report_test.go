package report

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ensures/harness"
	"ensures/runner"

	"github.com/google/go-cmp/cmp"
)

// Reference values: Wilson by hand from the formula with z = 1.96, McNemar from
// the binomial distribution.
func TestStatistics(t *testing.T) {
	near := func(name string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 5e-4 {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	r := Wilson(8, 10)
	near("low", r.Low, 0.4902)
	near("high", r.High, 0.9433)
	r = Wilson(0, 20)
	near("low of none", r.Low, 0)
	near("high of none", r.High, 0.1611)
	if r := Wilson(0, 0); r.Low != 0 || r.High != 1 || !math.IsNaN(r.Value()) {
		t.Errorf("%+v", r)
	}
	near("1 against 9", McNemar(1, 9), 22.0/1024)
	near("0 against 5", McNemar(0, 5), 2.0/32)
	near("equal", McNemar(4, 4), 1)
	near("none", McNemar(0, 0), 1)
	near("symmetric", McNemar(12, 3), McNemar(3, 12))
}

func fill(t *testing.T, dataset string) string {
	t.Helper()
	dir := t.TempDir()
	m, _ := json.Marshal(runner.Manifest{Schema: 1, Dataset: dataset, Digest: "d", Hash: "h", Engines: []string{"guided", "houdini"}, Runs: 1, Backend: "fake 1"})
	if err := os.WriteFile(filepath.Join(dir, runner.ManifestFile), m, 0o644); err != nil {
		t.Fatal(err)
	}
	one, half := 1.0, 0.4
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	for i, x := range []struct {
		engine, task, verdict string
		comp                  *float64
		status                runner.Status
	}{
		{"guided", "a", "verified", &one, runner.OK}, {"guided", "b", "verified", &half, runner.OK}, {"guided", "c", "unknown", &one, runner.OK}, {"guided", "d", "", nil, runner.Infrastructure},
		{"houdini", "a", "unknown", &one, runner.OK}, {"houdini", "b", "verified", &one, runner.OK}, {"houdini", "c", "verified", nil, runner.OK},
	} {
		r := runner.Row{TaskID: x.task, Engine: x.engine, Run: 1, Status: x.status, Verdict: x.verdict, Category: "<i>", ElapsedMS: float64(100 * i), Tokens: 10, Mutants: 10, Killed: 6,
			Strict: harness.Scores{PostCorr: &one, PostComp: x.comp}}
		r.MVRStrict = x.verdict == "verified" && r.Strict.Meets(harness.Threshold)
		if x.verdict == "unknown" {
			r.FailureClass = "F03-postcondition"
			r.Unsupported = []string{"lambda"}
		}
		if err := e.Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, runner.SummaryFile), b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestReport(t *testing.T) {
	r, err := Read(fill(t, "SpecGenBench part"))
	if err != nil {
		t.Fatal(err)
	}
	g := r.Engines[0]
	if g.Tasks != 3 || g.Broken != 1 || g.Verified.Hits != 2 || g.MVRStrict.Hits != 1 || g.Tokens != 40 || g.Failures["F03-postcondition"] != 1 || math.Abs(g.SurviveBy-0.4) > 1e-9 {
		t.Errorf("%+v", g)
	}
	p := r.Pairs[0]
	if p.Tasks != 3 || p.OnlyA != 1 || p.OnlyB != 1 || p.Both != 0 || p.P != 1 {
		t.Errorf("%+v", p)
	}
	var md, csv, html, js bytes.Buffer
	for name, err := range map[string]error{"markdown": r.Markdown(&md), "csv": r.CSV(&csv), "html": r.HTML(&html), "json": r.JSON(&js)} {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, w := range []string{"| guided | 3 | 2 of 3 (67 %, 21–94) |", "Published figures for SpecGenBench, on other tasks", "| Houdini | 104 of 120 (87 %) | 2.0 % |", "F03-postcondition 1",
		"which 1 tasks of guided met: lambda 1.", "1 tasks of guided are in no figure", "| guided | – | – | – | – | 40 % |"} {
		if !strings.Contains(md.String(), w) {
			t.Errorf("no %q in\n%s", w, md.String())
		}
	}
	if n := strings.Count(csv.String(), "\n"); n != 8 {
		t.Errorf("%d lines of CSV", n)
	}
	if !strings.Contains(html.String(), "<svg") || strings.Contains(html.String(), "<script") || strings.Contains(html.String(), "http://") && !strings.Contains(html.String(), "www.w3.org") {
		t.Error("the page has no chart, or something that it must not have")
	}
	for _, w := range []string{"<td>lambda<td>1", "<td>F03-postcondition<td>1", "in no figure", "By the published rule", "Other tasks, another measure: VeriAct paper", "Solved over time", "survive", "Failure classes"} {
		if !strings.Contains(html.String(), w) {
			t.Errorf("no %q on the page", w)
		}
	}
	if !json.Valid(js.Bytes()) {
		t.Error("JSON is not valid")
	}
	if r, err := Read(fill(t, "mbjp")); err != nil || len(r.published()) != 4 || r.published()[0].Dataset != "FormalBench" {
		t.Errorf("published figures beside a data set of the same kind: %v", err)
	}
	if r, err := Read(fill(t, "mine")); err != nil || len(r.published()) != 0 {
		t.Errorf("published figures beside another data set: %v", err)
	}
}

func TestReadErrors(t *testing.T) {
	if _, err := Read(); err == nil {
		t.Error("no folder")
	}
	if _, err := Read(t.TempDir()); err == nil {
		t.Error("an empty folder is no run")
	}
}

// Rows that the run did not write are named and count for nothing, also where one
// takes the place of a row of the run.
func TestAttackForeignRows(t *testing.T) {
	dir := fill(t, "mine")
	before, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(filepath.Join(dir, runner.SummaryFile), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, line := range []string{"{}", `{"task_id":"a","engine":"other","run":1,"verdict":"verified"}`, `{"task_id":"z","engine":"guided","run":2,"verdict":"verified"}`,
		`{"task_id":"c","engine":"guided","run":1,"of":"g","verdict":"verified","status":"ok"}`} {
		if _, err := f.WriteString(line + "\n"); err != nil {
			t.Fatal(err)
		}
	}
	after, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(after.Foreign) != 4 || !strings.HasSuffix(after.Foreign[0], "summary.jsonl:8: it names no task") || len(after.Rows) != len(before.Rows) {
		t.Errorf("%q, %d rows", after.Foreign, len(after.Rows))
	}
	if got := strings.Join(after.Missing, "\n"); len(before.Missing) > 0 || got != "" {
		t.Errorf("missing: %q, was %q", got, before.Missing)
	}
	if after.Engines[0].Verified != before.Engines[0].Verified {
		t.Errorf("%+v, was %+v", after.Engines[0].Verified, before.Engines[0].Verified)
	}
}

// A row that was taken away is missed by its name, a task's only row by its number.
func TestAttackMissingRows(t *testing.T) {
	dir := fill(t, "mine")
	path := filepath.Join(dir, runner.SummaryFile)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	first, rest, _ := strings.Cut(string(text), "\n")
	m, err := runner.ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range whole.Rows {
		if r.Engine == m.Engines[0] {
			m.Tasks++
		}
	}
	b, _ := json.Marshal(m)
	if err := os.WriteFile(filepath.Join(dir, runner.ManifestFile), b, 0o600); err != nil {
		t.Fatal(err)
	}
	if whole, err = Read(dir); err != nil || len(whole.Missing) != 1 || !strings.HasSuffix(whole.Missing[0], "no row of d by houdini, repetition 1") {
		t.Fatalf("%v %q", err, whole.Missing)
	}
	if err := os.WriteFile(path, []byte(rest), 0o600); err != nil {
		t.Fatal(err)
	}
	after, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(after.Missing) != 2 || !strings.HasSuffix(after.Missing[1], "no row of a by guided, repetition 1") {
		t.Errorf("%q after losing %s", after.Missing, first)
	}
}

// What repairs did is told by the class of the first answer.
func TestRepairs(t *testing.T) {
	row := func(first, verdict, class string) runner.Row {
		return runner.Row{FirstClass: first, Verdict: verdict, FailureClass: class}
	}
	got := repairs([]runner.Row{
		row("verified", "verified", ""), row("F16-overflow", "verified", ""), row("F16-overflow", "refuted", "F16-overflow"),
		row("F16-overflow", "refuted", "F03-postcondition"), row("no program", "unknown", ""),
		{FirstClass: "verified", Status: runner.Infrastructure}, {Verdict: "verified"},
	})
	want := []Repair{
		{"F16-overflow", 3, 1, 1, 1}, {"verified", 1, 1, 1, 2}, {"no program", 1, 0, 0, 0},
		{"F03-postcondition", 0, 0, 0, 1}, {"unknown", 0, 0, 0, 1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := repairs([]runner.Row{{Verdict: "verified"}}); got != nil {
		t.Errorf("without repair: %v", got)
	}
}
