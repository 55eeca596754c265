package report

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

func TestFiguresHaveSources(t *testing.T) {
	rules := []Rule{RuleVR, RuleMVR, RuleSR, RuleCR, RuleFlip, RuleJudge, RuleSelect, RuleInfill, RuleHandled}
	seen := map[Figure]bool{}
	for _, f := range Figures() {
		if f.System == "" || f.Data == "" || f.Source == "" || !slices.Contains(rules, f.Rule) || f.Percent < 0 || f.Percent > 100 {
			t.Errorf("%+v", f)
		}
		key := Figure{System: f.System, Data: f.Data, Rule: f.Rule}
		if seen[key] {
			t.Errorf("twice: %+v", key)
		}
		seen[key] = true
	}
}

// Ours come from the rows alone: other rows, other figures.
func TestCompare(t *testing.T) {
	ours, err := Read(fill(t, "SpecGenBench part"))
	if err != nil {
		t.Fatal(err)
	}
	other, err := Read(fill(t, "mine"))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := Compare(&b, []*Report{ours, other}, nil); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| Houdini | SpecGenBench | 120 | VR | 86.7 % | VeriAct paper",
		"| best prompt | FormalBench | 662 | MVR | < 11.0 % |",
		"| guided | VR | 2 of 3 (67 %, 21–94) | ",
		"mine: nothing is published for tasks of this kind.",
		"Not compared, since no run given is measured by the rule: SR (FormalBench).",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}
