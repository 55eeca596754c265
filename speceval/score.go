package speceval

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Task is what a model did on one task in one version, over some of the programs.
type Task struct {
	Kind    Kind    `json:"kind"`
	Version Version `json:"version"`
	Half    string  `json:"half"` // all, tuned, held-out
	// Set says which programs: all, or those to which the perturbation applies.
	Set       string  `json:"set"`
	N         int     `json:"n"`
	Pass      int     `json:"pass"`
	Accuracy  float64 `json:"accuracy"`
	Malformed int     `json:"malformed"` // replies of a wrong form, which count as wrong
	Exact     int     `json:"exact,omitempty"`
	Precision float64 `json:"precision,omitempty"` // mean over the programs
	Recall    float64 `json:"recall,omitempty"`
	// Distance is Jaccard's, of the programs that are right in the original and in the
	// version; of generation the mean changes of precision and recall, plain and squared.
	Distance         float64 `json:"distance"`
	ChangePrecision  float64 `json:"change_precision,omitempty"`
	ChangeRecall     float64 `json:"change_recall,omitempty"`
	SquaredPrecision float64 `json:"squared_precision,omitempty"`
	SquaredRecall    float64 `json:"squared_recall,omitempty"`
}

// The halves and sets of a summary.
const (
	Everything = "all"
	Tuned      = "tuned"
	HeldHalf   = "held-out"
	Applicable = "applicable"
)

// Again is the version of instances that ask about the original once more.
const Again Version = "again"

// Control are the original instances to be asked once more: how far their results are from
// the first ones is what a model's answers differ by without any perturbation.
func Control(list []*Instance) []*Instance {
	var out []*Instance
	for _, in := range list {
		if in.Version == Original {
			again := *in
			again.Version = Again
			again.ID = strings.TrimSuffix(in.ID, string(Original)) + string(Again)
			out = append(out, &again)
		}
	}
	return out
}

// Summary counts results by task, version, half and set, in this order; what has no
// result is left out.
func Summary(list []*Instance, results map[string]Result) []Task {
	originals := map[string]Result{}
	for _, in := range list {
		if r, ok := results[in.ID]; ok && in.Version == Original {
			originals[in.Program+string(in.Kind)] = r
		}
	}
	var out []Task
	for _, k := range Kinds {
		for _, v := range append(slices.Clone(Versions), Again) {
			for _, half := range []string{Everything, Tuned, HeldHalf} {
				for _, set := range []string{Everything, Applicable} {
					t := &tally{Task: Task{Kind: k, Version: v, Half: half, Set: set}}
					for _, in := range list {
						of := half == Everything || in.Held == (half == HeldHalf)
						r, ok := results[in.ID]
						if ok && of && in.Kind == k && in.Version == v && (set == Everything || in.Applied) {
							// The result on the original of the same program and task: the
							// distance is between pairs.
							o, had := originals[in.Program+string(k)]
							t.add(r, o, had)
						}
					}
					if t.N > 0 {
						out = append(out, t.done())
					}
				}
			}
		}
	}
	return out
}

// tally adds up one Task.
type tally struct {
	Task
	both, either            int
	precisions, recalls     int // pairs with a figure that is not 0
	sumPrecision, sumRecall float64
}

func (t *tally) add(r, original Result, paired bool) {
	t.N++
	if r.Correct {
		t.Pass++
	}
	if r.Exact {
		t.Exact++
	}
	if !r.Format {
		t.Malformed++
	}
	t.sumPrecision += r.Precision()
	t.sumRecall += r.Recall()

	if !paired {
		return
	}
	if r.Correct && original.Correct {
		t.both++
	}
	if r.Correct || original.Correct {
		t.either++
	}
	change := func(a, b float64, n *int, plain, squared *float64) {
		// Two zeros are no change, and would make the mean smaller than it is where there is
		// something to change.
		if a == 0 && b == 0 {
			return
		}
		*n++
		*plain += math.Abs(a - b)
		*squared += (a - b) * (a - b)
	}
	change(original.Precision(), r.Precision(), &t.precisions, &t.ChangePrecision, &t.SquaredPrecision)
	change(original.Recall(), r.Recall(), &t.recalls, &t.ChangeRecall, &t.SquaredRecall)
}

func (t *tally) done() Task {
	mean := func(sum float64, n int) float64 {
		if n == 0 {
			return 0
		}
		return sum / float64(n)
	}
	t.Accuracy = part(t.Pass, t.N)
	if t.either > 0 {
		t.Distance = 1 - part(t.both, t.either)
	}
	t.Precision, t.Recall = mean(t.sumPrecision, t.N), mean(t.sumRecall, t.N)
	t.ChangePrecision, t.SquaredPrecision = mean(t.ChangePrecision, t.precisions), mean(t.SquaredPrecision, t.precisions)
	t.ChangeRecall, t.SquaredRecall = mean(t.ChangeRecall, t.recalls), mean(t.SquaredRecall, t.recalls)
	return t.Task
}

// Oracle is the reply of a model that knows the key.
func Oracle(in *Instance) string {
	if in.Kind == Generation {
		return in.Annotated
	}
	return fmt.Sprintf("Answer: %s", in.Key)
}
