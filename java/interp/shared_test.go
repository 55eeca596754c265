package interp_test

import (
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"
	"time"

	"ensures/internal/require"
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
)

func lines(t *testing.T, path string) []string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(b)), "\n")
}

// TestMBJP runs the Main of every MBJP task; each throws when a case fails.
func TestMBJP(t *testing.T) {
	if testing.Short() {
		t.Skip("all programs of a data set")
	}
	path := require.Shared(t, "data/mbjp/tasks.jsonl")
	passed, wrong, total := 0, 0, 0
	kinds := map[string]int{}
	for _, line := range lines(t, path) {
		var task struct {
			ID       string `json:"task_id"`
			Prompt   string
			Solution string `json:"canonical_solution"`
			Test     string
		}
		if err := json.Unmarshal([]byte(line), &task); err != nil {
			t.Fatal(err)
		}
		total++
		out, _, end := run(t, task.ID, task.Prompt+task.Solution+task.Test, "", interp.Limits{})
		kinds[end.Kind.String()]++
		switch {
		case end.ExitCode() == 0:
			passed++
		case end.Kind == interp.Unsupported:
			t.Logf("%s: %v", task.ID, end)
		default:
			wrong++
			t.Logf("%s: %v %s\n%s", task.ID, end, out, firstLines(end.Stack, 40))
		}
	}
	t.Logf("MBJP: %d of %d programs pass, %d wrong %v", passed, total, wrong, kinds)
	if passed < 545 || wrong > 0 {
		t.Errorf("MBJP: %d of %d programs pass (545 expected), %d wrong", passed, total, wrong)
	}
}

func firstLines(s string, n int) string {
	l := strings.SplitN(s, "\n", n+1)
	if len(l) > n {
		l = l[:n]
	}
	return strings.Join(l, "\n")
}

type pair struct{ Input, Output string }

var long = flag.Bool("long", false, "run the pairs of SpecGenBench that take billions of steps to their end")

// TestSpecGenBench runs every task on every recorded pair.
func TestSpecGenBench(t *testing.T) {
	if testing.Short() {
		t.Skip("all programs of a data set")
	}
	path := require.Shared(t, "data/specgenbench/tasks.jsonl")
	good, total, all, slow := 0, 0, 0, 0
	limit := int64(3_000_000)
	if *long {
		limit = 1 << 40
	}
	for _, line := range lines(t, path) {
		var task struct {
			ID        string `json:"task_id"`
			Code      string
			Test      string `json:"test_code"`
			Inputs    []pair `json:"test_inputs"`
			Generated []pair `json:"generated_test_cases"`
		}
		if err := json.Unmarshal([]byte(line), &task); err != nil {
			t.Fatal(err)
		}
		total++
		code, err1 := java.Parse(task.ID+"/Solution.java", task.Code)
		test, err2 := java.Parse(task.ID+"/Test.java", task.Test)
		if len(err1)+len(err2) > 0 {
			t.Errorf("%s: %v %v", task.ID, err1, err2)
			continue
		}
		p, errs := types.Check(checked(), code, test)
		for _, e := range errs {
			t.Logf("%s: %v", task.ID, e)
		}
		prog := interp.New(library(), p, interp.HookPlan{})
		ok := true
		began := time.Now()
		for _, q := range append(task.Inputs, task.Generated...) {
			all++
			var out strings.Builder
			m := prog.NewMachine(interp.Options{Stdin: strings.NewReader(q.Input), Stdout: &out, Limits: interp.Limits{Steps: limit}})
			end := m.RunMain("Test", nil)
			if end.Kind == interp.StepLimit && !*long {
				slow++ // quadratic and cubic loops on large inputs
				continue
			}
			if end.Kind != interp.Returned || strings.TrimSpace(out.String()) != strings.TrimSpace(q.Output) {
				if ok {
					t.Logf("%s: input %q: got %q, want %q (%v)\n%s", task.ID, q.Input, out.String(), q.Output, end, firstLines(end.Stack, 30))
				}
				ok = false
			}
		}
		if ok {
			good++
		}
		if d := time.Since(began); d > time.Second {
			t.Logf("%s: %v for %d pairs", task.ID, d.Round(time.Millisecond), len(task.Inputs)+len(task.Generated))
		}
	}
	t.Logf("SpecGenBench: %d of %d tasks reproduce all their pairs (%d pairs, %d of them beyond %d steps)", good, total, all, slow, limit)
	if good != total {
		t.Errorf("SpecGenBench: %d of %d tasks reproduce their pairs", good, total)
	}
}
