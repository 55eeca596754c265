package report

import (
	"fmt"
	"testing"

	"ensures/runner"
)

// Models with known flips: what they lose comes out exactly, by program and pooled, with
// what is unknown counted as a flip and what asking again loses beside it.
func TestFlipRates(t *testing.T) {
	row := func(engine, task string, run int, verdict string) runner.Row {
		return runner.Row{TaskID: task, Engine: engine, Run: run, Verdict: verdict}
	}
	var own, forms []runner.Row
	for _, engine := range []string{"none", "half", "all", "uneven"} {
		own = append(own, row(engine, "A", 1, "verified"), row(engine, "B", 1, "verified"), row(engine, "C", 1, "refuted"), row(engine, "D", 1, "verified"))
		for i := range 4 {
			verdict := map[string]string{"none": "verified", "half": []string{"verified", "refuted"}[i%2], "all": "unknown", "uneven": "verified"}[engine]
			for _, p := range []string{"A", "B", "C"} {
				if engine == "uneven" && p == "B" {
					if i == 0 {
						forms = append(forms, row(engine, "B~Rule", 1, "refuted"))
					}
					continue
				}
				forms = append(forms, row(engine, fmt.Sprintf("%s~Rule%d", p, i), 1, verdict))
			}
		}
	}
	own = append(own, row("half", "A", 2, "verified"), row("half", "A", 3, "unknown"), row("half", "C", 2, "verified"))
	want := map[string][5]float64{ // mean, pooled, normalised SR, FR, unknown
		"none":   {0, 0, 1, 0, 0},
		"half":   {0.5, 0.5, 0.5, 0.5, 0},
		"all":    {1, 1, 0, 0, 1},
		"uneven": {0.5, 0.2, 2.0 / 3, 1.0 / 3, 0},
	}
	got := FlipRates(own, forms)
	if len(got) != len(want) {
		t.Fatalf("%d engines", len(got))
	}
	for _, f := range got {
		w := want[f.Engine]
		for i, x := range []*float64{f.Mean, f.Pooled, f.SR, f.FR, f.UnknownRate} {
			if x == nil || *x != w[i] {
				t.Errorf("%s: figure %d is %v, want %v", f.Engine, i, x, w[i])
			}
		}
		// D has no forms, C was not verified.
		if f.Verified != 2 || f.Programs != 3 {
			t.Errorf("%s: %+v", f.Engine, f)
		}
		if f.Engine == "half" && (f.Control == nil || *f.Control != 0.5 || f.Again != 2) || f.Engine != "half" && f.Control != nil {
			t.Errorf("%s: control %v of %d", f.Engine, f.Control, f.Again)
		}
		if f.Engine == "all" && f.Unknown != 8 {
			t.Errorf("unknown: %d", f.Unknown)
		}
	}
	if none := FlipRates(own[:4], nil); len(none) != 1 || none[0].Mean != nil || none[0].SR != nil {
		t.Errorf("without forms: %+v", none)
	}
}
