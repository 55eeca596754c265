package measure

import (
	"crypto/sha256"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"ensures/internal/require"
	"ensures/rust/observe"
	"ensures/rust/spec"
	"ensures/rust/toolchain"
	"ensures/rust/toolchain/toolchaintest"
)

// specified wants the functions that have postconditions.
func specified(f *spec.Func) bool { return len(spec.Of(f.Clauses, spec.Ensures)) > 0 }

func measured(t *testing.T, tc *toolchain.Toolchain, name, src string, o Options) []*Report {
	t.Helper()
	file := spec.Parse(src)
	p, err := observe.Build(t.Context(), tc, name, file, specified)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	defer p.Close()
	for f, err := range p.Refused {
		t.Logf("%s: %s: %v", name, f.Name, err)
	}
	var out []*Report
	for _, f := range p.Funcs {
		r, err := Measure(t.Context(), p, f, file, o)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		out = append(out, r)
	}
	return out
}

// TestVerusBench measures the verified files of Verus-Bench on their own code: they are
// right, so that what is decided must be. Half of them, by a hash of the name, was
// looked at while the evaluator was written.
func TestVerusBench(t *testing.T) {
	tc := toolchaintest.Runner(t)
	text, err := os.ReadFile(require.Shared(t, "data/rust/verusbench.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var tasks, right, pairs, decided, strong [2]int
	for line := range strings.Lines(string(text)) {
		var task struct {
			ID       string  `json:"task_id"`
			Truth    string  `json:"ground_truth"`
			Stripped *string `json:"stripped"`
			Function string
		}
		if err := json.Unmarshal([]byte(line), &task); err != nil {
			t.Fatal(err)
		}
		hash := sha256.Sum256([]byte(task.ID))
		half := hash[0] % 2
		if task.Stripped == nil || testing.Short() && hash[1]%8 != 0 {
			continue
		}
		start := time.Now()
		ok, any := true, false
		for _, r := range measured(t, tc, task.ID+".rs", task.Truth, Options{}) {
			if half == 0 {
				for _, c := range r.Undecidable() {
					t.Logf("%s: %s: %v: %s", task.ID, r.Func.Spec.Name, c.Err, c.Text)
				}
			}
			c := r.Tally.Strict()
			pairs[half] += r.Tally.Pairs.Total
			decided[half] += r.Tally.Pairs.Decided
			any = any || c.PostCorr != nil
			if v := r.Violations(2); len(v) > 0 {
				ok = false
				t.Errorf("%s: %s is violated: %s", task.ID, r.Func.Spec.Name, v)
			}
			if half == 0 {
				t.Logf("%s %s: %d pairs (%d outside, %d unknown), %d panics, %d lost; %s; %.1fs", task.ID, r.Func.Spec.Name, r.Tally.Pairs.Total, r.Tally.Pairs.Vacuous, r.Tally.Pairs.Unknown, len(r.Invalid), r.Lost, show(c.PostCorr, c.PostComp, c.PreCorr, c.PreComp), time.Since(start).Seconds())
			}
			if r.Func.Spec.Name == task.Function && c.PostComp != nil && *c.PostComp >= 0.9 {
				strong[half]++
			}
		}
		tasks[half]++
		if ok && any {
			right[half]++
		} else {
			t.Logf("%s: PostCorr is not 1.0", task.ID)
		}
	}
	for half, name := range []string{"seen", "unseen"} {
		t.Logf("%s: %d tasks, PostCorr 1.0 on %d, %d of %d pairs decided, strict PostComp at least 0.9 on %d", name, tasks[half], right[half], decided[half], pairs[half], strong[half])
	}
	if n, m := decided[0]+decided[1], pairs[0]+pairs[1]; n*100 < m*85 {
		t.Errorf("%d of %d pairs are decided", n, m)
	}
	if n, m := right[0]+right[1], tasks[0]+tasks[1]; n*100 < m*95 {
		t.Errorf("PostCorr is 1.0 on %d of %d tasks", n, m)
	}
}

func show(fs ...*float64) string {
	var out []string
	for _, f := range fs {
		if f == nil {
			out = append(out, "–")
		} else {
			out = append(out, strconv.FormatFloat(*f, 'f', 2, 64))
		}
	}
	return strings.Join(out, " ")
}
