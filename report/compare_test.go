package report

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestFiguresHaveSources(t *testing.T) {
	seen := map[Figure]bool{}
	for _, f := range Figures() {
		known := slices.ContainsFunc(rules, func(r struct {
			Rule
			about string
		}) bool {
			return r.Rule == f.Rule && r.about != ""
		})
		if f.System == "" || f.Data == "" || f.Source == "" || !known || f.Percent < 0 || f.Percent > 100 {
			t.Errorf("%+v", f)
		}
		key := Figure{System: f.System, Data: f.Data, Rule: f.Rule}
		if seen[key] {
			t.Errorf("twice: %+v", key)
		}
		seen[key] = true
	}
	if len(seen) < 90 {
		t.Errorf("%d figures", len(seen))
	}
}

// Ours come from the rows alone: other rows, other figures. They stand among the published
// ones by their size, on the page as in Markdown.
func TestCompare(t *testing.T) {
	ours, err := Read(fill(t, "SpecGenBench part"))
	if err != nil {
		t.Fatal(err)
	}
	other, err := Read(fill(t, "mine"))
	if err != nil {
		t.Fatal(err)
	}
	forms := &Report{Dataset: "forms"}
	for _, row := range ours.Rows {
		row.TaskID += FormMark + "Rule"
		forms.Rows = append(forms.Rows, row)
	}
	forms.Rows[0].Verdict = "refuted"
	rate := 0.5
	e := Evidence{
		Runs:  []*Report{ours, other, forms},
		Rates: []Completeness{{Engine: "guided", Data: "mine", Specifications: 7, Compat: &rate}},
		Dafny: []Contract{{"a", true}, {"b", true}, {"c", false}},
	}
	var md, html bytes.Buffer
	if err := errors.Join(Compare(&md, e), CompareHTML(&html, e)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| Houdini | 86.7 % | 120 | VeriAct paper",
		"| best prompt | < 11.0 % | 662 |",
		"| **ensures: guided** | 66.7 % (21–94) | 3 | recorded, SpecGenBench part; tuned half ",
		"| **ensures: guided** | 50.0 % | 7 | recorded, mine; by the contract –, strict – |",
		"| **ensures: guided** | 50.0 % | 2 | recorded, other forms of SpecGenBench part; pooled 50.0 %, of 2 programs",
		"| **ensures: harness (evaluation)** | 66.7 % (21–94) | 3 |",
		"mine: nothing is published for tasks of this kind.",
		"Not measured by anything given: MVR (FormalBench), VR (FormalBench), SR (FormalBench),",
	} {
		if !strings.Contains(md.String(), want) {
			t.Errorf("no %q in\n%s", want, md.String())
		}
	}
	at := func(s string) int { return strings.Index(md.String(), s) }
	if houdini, guided, autospec := at("| Houdini | 86.7"), at("| **ensures: guided** | 66.7 % (21–94)"), at("| AutoSpec | 58.3"); houdini > guided && guided > autospec {
		t.Errorf("not in order: %d %d %d", houdini, guided, autospec)
	}
	var brief bytes.Buffer
	if err := Brief(&brief, e); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"accepts. “ensures true” counts | **66.7 % (21–94), guided (3, SpecGenBench part)** | 86.7 %, Houdini (120, SpecGenBench) |",
		"| **50.0 %, guided (7, mine)** | 91.2 %, Claude 3.5 Sonnet, zero-shot (74, FormalBench) |",      // and not the 100 % of one specification
		"| **0.0 %, houdini (2, other forms of mine)** | 27.2 %, DeepSeek-V3, zero-shot (FormalBench) |", // less is better
	} {
		if !strings.Contains(brief.String(), want) {
			t.Errorf("no %q in\n%s", want, brief.String())
		}
	}
	if strings.Contains(brief.String(), "SpecEval") {
		t.Errorf("a rule that nothing of ours answers:\n%s", brief.String())
	}
	for _, want := range []string{`class="ours"><td>ensures: guided<td><div class="bar" role="img" aria-label="66.7 % (21–94)"><i style="width:66.7%"></i><b style="left:20.8%;`, "SpecEval paper"} {
		if !strings.Contains(html.String(), want) {
			t.Errorf("no %q on the page", want)
		}
	}
	if strings.Contains(html.String(), "<script") || strings.Contains(html.String(), "http") {
		t.Error("the page needs more than itself")
	}
}
