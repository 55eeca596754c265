package report

import (
	"slices"
	"strings"

	"ensures/runner"
)

// Flips says how much of what an engine has verified it loses when programs come in other
// forms that do the same (flip rate and normalised metrics, FormalBench, §4).
//
//	FlR(p; T) = |{t ∈ T : V(L(t); t) ≠ ok}| / |T|    for programs p whose own was verified
//
// What is unknown about a form counts as a flip, and is counted apart too. A program without
// forms drops out. Rates are nil where there is nothing to count.
type Flips struct {
	Engine   string   `json:"engine"`
	Verified int      `json:"verified"`    // programs that were verified in their own form and have others
	Forms    int      `json:"forms"`       // other forms of these
	Flipped  int      `json:"flipped"`     // of them, not verified
	Unknown  int      `json:"unknown"`     // of those flipped, neither proved nor refuted
	Mean     *float64 `json:"flip_rate"`   // mean of the programs' rates
	Pooled   *float64 `json:"pooled_rate"` // over all forms together

	// Control is the share of the programs' further runs, in their own form, that are not
	// verified: what asking again flips. Nil where a run asked once.
	Control *float64 `json:"control"`
	Again   int      `json:"again"` // further runs

	// The normalised metrics, in which each program weighs the same however many forms it has.
	Programs    int      `json:"programs"`
	SR          *float64 `json:"normalised_sr"`
	FR          *float64 `json:"normalised_fr"`
	UnknownRate *float64 `json:"normalised_unknown"`
}

// FormMark stands in a task's id between the program and the rule that made another form.
const FormMark = "~"

// FlipRates compares a run over programs with a run over their other forms, by engine. Of
// programs that were asked about several times in the first run the first time counts.
func FlipRates(programs, forms []runner.Row) []Flips {
	type outcome struct{ verified, refuted bool }
	of := func(r runner.Row) outcome {
		return outcome{r.Verdict == "verified", r.Verdict == "refuted"}
	}
	others := map[string]map[string][]outcome{} // engine → program → forms
	for _, r := range forms {
		program, _, ok := strings.Cut(r.TaskID, FormMark)
		if !ok || r.Run > 1 {
			continue
		}
		if others[r.Engine] == nil {
			others[r.Engine] = map[string][]outcome{}
		}
		others[r.Engine][program] = append(others[r.Engine][program], of(r))
	}

	var engines []string
	own := map[string]map[string]outcome{}
	for _, r := range programs {
		if own[r.Engine] == nil {
			own[r.Engine] = map[string]outcome{}
			engines = append(engines, r.Engine)
		}
		if r.Run <= 1 {
			own[r.Engine][r.TaskID] = of(r)
		}
	}
	slices.Sort(engines)
	var out []Flips
	for _, e := range engines {
		f := Flips{Engine: e}
		var rates, sr, fr, unknown []float64
		for program, list := range others[e] {
			n, flipped, open, verified, refuted := float64(len(list)), 0, 0, 0, 0
			for _, o := range list {
				switch {
				case o.verified:
					verified++
					continue
				case o.refuted:
					refuted++
				default:
					open++
				}
				flipped++
			}
			// The normalised metrics are over all programs, whatever became of their own form.
			sr, fr, unknown = append(sr, float64(verified)/n), append(fr, float64(refuted)/n), append(unknown, float64(open)/n)
			// A flip is a loss: a program that was never verified has none.
			if !own[e][program].verified {
				continue
			}
			f.Verified++
			f.Forms += len(list)
			f.Flipped += flipped
			f.Unknown += open
			rates = append(rates, float64(flipped)/n)
		}
		f.Programs = len(sr)
		f.Mean, f.SR, f.FR, f.UnknownRate = average(rates), average(sr), average(fr), average(unknown)
		if f.Forms > 0 {
			r := float64(f.Flipped) / float64(f.Forms)
			f.Pooled = &r
		}
		lost := 0
		for _, r := range programs {
			if r.Engine == e && r.Run > 1 && own[e][r.TaskID].verified {
				f.Again++
				if !of(r).verified {
					lost++
				}
			}
		}
		if f.Again > 0 {
			r := float64(lost) / float64(f.Again)
			f.Control = &r
		}
		out = append(out, f)
	}
	return out
}

// average is the mean, nil of nothing. The sum is taken in order of size, so that it is the
// same whatever order the values come in.
func average(values []float64) *float64 {
	if len(values) == 0 {
		return nil
	}
	slices.Sort(values)
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	sum /= float64(len(values))
	return &sum
}
