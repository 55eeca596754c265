package report

import (
	"crypto/sha256"
	"fmt"
	"io"
	"strings"

	"ensures/runner"
)

// Measured is a figure of ours, from recorded rows.
type Measured struct {
	Data   string `json:"data"`   // of the run
	Beside string `json:"beside"` // the published data set whose tasks are of the same kind
	Engine string `json:"engine"`
	Rule   Rule   `json:"rule"`
	All    Rate   `json:"all"`
	// The tasks by the first byte of the SHA-256 of their ids: engines were tuned on even
	// ones, and on odd ones not.
	Even Rate `json:"even"`
	Odd  Rate `json:"odd"`
}

// measured holds the rules that rows of benchmarks are measured by.
var measured = map[Rule]func(runner.Row) bool{
	RuleVR:  func(r runner.Row) bool { return r.Verdict == "verified" },
	RuleMVR: func(r runner.Row) bool { return r.MVRCompat },
}

// Measure computes our figures by the published rules, of runs over tasks of a kind for
// which something is published. Of tasks that were asked about several times each counts.
func Measure(runs []*Report) []Measured {
	var out []Measured
	for _, r := range runs {
		published, _ := sameKind(r.Dataset)
		if published == "" {
			continue
		}
		for _, e := range r.Engines {
			for _, rule := range []Rule{RuleVR, RuleMVR} {
				var hits, of [2]int
				for _, row := range r.Rows {
					if row.Engine != e.Name || row.Status == runner.Infrastructure {
						continue
					}
					half := int(sha256.Sum256([]byte(row.TaskID))[0] % 2)
					of[half]++
					if measured[rule](row) {
						hits[half]++
					}
				}
				out = append(out, Measured{Data: r.Dataset, Beside: published, Engine: e.Name, Rule: rule,
					All: Wilson(hits[0]+hits[1], of[0]+of[1]), Even: Wilson(hits[0], of[0]), Odd: Wilson(hits[1], of[1])})
			}
		}
	}
	return out
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

// Completeness are an engine's mean completeness rates over specifications.
type Completeness struct {
	Engine                   string
	Specifications           int
	Compat, Contract, Strict *float64
}

// Compare writes every published figure with ours by the same rule on tasks of the
// same kind beside it; what has none of ours says so.
func Compare(w io.Writer, runs []*Report, rates []Completeness) error {
	var b strings.Builder
	fmt.Fprint(&b, "# Published figures and ours\n\nWritten by `ensures bench compare` (`make comparison`) from recorded runs.\n\nShares in percent, ours with Wilson's 95 % interval from the recorded rows. MVR is by the published rule (compat).\n"+
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
		fmt.Fprintf(&b, "\nOurs on %s, beside %s (%s), verified by %s. Halves are by a hash of the tasks' ids: the even one is looked at when engines are tuned, the odd one no longer is.\n\n| Engine | Rule | Share | Even half | Odd half |\n|---|---|---|---|---|\n", r.Dataset, published, why, r.by())
		for _, m := range Measure([]*Report{r}) {
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", m.Engine, m.Rule, m.All, m.Even, m.Odd)
		}
	}

	if len(rates) > 0 {
		fmt.Fprint(&b, "\nCompleteness rates, of what is verified; compat is the published rule, and the mutants are by the published operators:\n\n| Engine | Specifications | Compat | Contract | Strict |\n|---|--:|--:|--:|--:|\n")
		for _, c := range rates {
			fmt.Fprintf(&b, "| %s | %d | %s | %s | %s |\n", c.Engine, c.Specifications, score(c.Compat), score(c.Contract), score(c.Strict))
		}
	}
	fmt.Fprint(&b, "\nNot compared, since no run given is measured by the rule:")
	seen := map[Rule]bool{}
	for _, f := range Figures() {
		if measured[f.Rule] == nil && !seen[f.Rule] && !(f.Rule == RuleCR && len(rates) > 0) {
			fmt.Fprintf(&b, " %s (%s).", f.Rule, f.Data)
			seen[f.Rule] = true
		}
	}
	b.WriteByte('\n')
	_, err := io.WriteString(w, b.String())
	return err
}
