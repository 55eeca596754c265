package report

import (
	"fmt"
	"io"
	"strings"
)

// measured holds the rules that rows of benchmarks are measured by.
var measured = map[Rule]func(Engine) Rate{
	RuleVR:  func(e Engine) Rate { return e.Verified },
	RuleMVR: func(e Engine) Rate { return e.MVRCompat },
}

// sameKind returns the published data set whose tasks are of the kind of ours, and
// why the two are not one: "" for a data set that nothing is published for.
func sameKind(dataset string) (published, why string) {
	switch name := strings.ToLower(dataset); {
	case strings.Contains(name, "specgenbench"):
		return "SpecGenBench", "ours is the part of the 120 tasks with recorded inputs"
	case strings.Contains(name, "mbjp"):
		return "FormalBench", "ours are MBJP's programs, of the same problems but other code"
	}
	return "", ""
}

// Compare writes every published figure with ours by the same rule on tasks of the
// same kind beside it; what has none of ours says so.
func Compare(w io.Writer, runs []*Report) error {
	var b strings.Builder
	fmt.Fprint(&b, "Shares in percent, ours with Wilson's 95 % interval from the recorded rows. MVR is by the published rule (compat).\n"+
		"The rules are the published ones, the measurement is not: the published verifier is OpenJML and its harness takes at most five pairs a task; ours is named with each run.\n\n")
	fmt.Fprint(&b, "| System | Data | Tasks | Rule | Share | Source |\n|---|---|---|---|---|---|\n")
	for _, f := range Figures() {
		n, less := "–", ""
		if f.N > 0 {
			n = fmt.Sprint(f.N)
		}
		if f.AtMost {
			less = "< "
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s%.1f %% | %s |\n", f.System, f.Data, n, f.Rule, less, f.Percent, f.Source)
	}

	for _, r := range runs {
		published, why := sameKind(r.Dataset)
		if published == "" {
			fmt.Fprintf(&b, "\n%s: nothing is published for tasks of this kind.\n", r.Dataset)
			continue
		}
		fmt.Fprintf(&b, "\nOurs on %s, beside %s (%s), verified by %s:\n\n| Engine | Rule | Share |\n|---|---|---|\n", r.Dataset, published, why, r.by())
		for _, e := range r.Engines {
			for _, rule := range []Rule{RuleVR, RuleMVR} {
				fmt.Fprintf(&b, "| %s | %s | %s |\n", e.Name, rule, measured[rule](e))
			}
		}
	}

	fmt.Fprint(&b, "\nNot compared, since no run given is measured by the rule:")
	seen := map[Rule]bool{}
	for _, f := range Figures() {
		if measured[f.Rule] == nil && !seen[f.Rule] {
			fmt.Fprintf(&b, " %s (%s).", f.Rule, f.Data)
			seen[f.Rule] = true
		}
	}
	b.WriteByte('\n')
	_, err := io.WriteString(w, b.String())
	return err
}
