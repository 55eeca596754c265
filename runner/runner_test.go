package runner

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"ensures/bench"
	"ensures/harness"
	"ensures/trajectories"
	"ensures/verify"
)

// TestMain lets the test binary be a worker that is killed.
func TestMain(m *testing.M) {
	if dir := os.Getenv("RUNNER_TEST_DIR"); dir != "" {
		_, err := Run(context.Background(), Options{Dir: dir, Tasks: tasks(60), Engines: []Engine{slow{}}, Workers: 4, Resume: true, Version: "t"})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func tasks(n int) []*bench.Task {
	var out []*bench.Task
	for i := range n {
		out = append(out, &bench.Task{ID: fmt.Sprintf("T%03d", i), Name: "T.java", Method: "f",
			Source: fmt.Sprintf("class T { static int f(int x) { return x %% %d; } }", i+2)})
	}
	return out
}

// slow leaves a trace of every time it is called.
type slow struct{}

func (slow) Name() string { return "slow" }

func (slow) Specify(_ context.Context, t *bench.Task, dir string) (Product, error) {
	time.Sleep(3 * time.Millisecond)
	f, err := os.OpenFile(filepath.Join(filepath.Dir(filepath.Dir(dir)), t.ID+".ran"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err == nil {
		f.WriteString("x")
		f.Close()
	}
	return Product{Code: t.Source}, err
}

// engine is a function as an engine.
type engine func(ctx context.Context, t *bench.Task) (Product, error)

func (engine) Name() string { return "fake" }

func (e engine) Specify(ctx context.Context, t *bench.Task, _ string) (Product, error) {
	return e(ctx, t)
}

func echo(context.Context, *bench.Task) (Product, error) {
	return Product{Code: "class T {}", Steps: 2, Tokens: 7, Cost: 0.5}, nil
}

func TestKilledRunResumes(t *testing.T) {
	dir := t.TempDir()
	for kill := 1; ; kill++ {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "RUNNER_TEST_DIR="+dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(10+17*kill)*time.Millisecond, func() { _ = cmd.Process.Signal(syscall.SIGKILL) })
		err := cmd.Wait()
		timer.Stop()
		if err == nil {
			break
		}
		if kill > 60 {
			t.Fatal("it never finishes")
		}
		if rows, err := ReadRows(dir); err == nil && len(rows) > 0 {
			before := map[string]bool{}
			for _, r := range rows {
				before[r.TaskID] = true
			}
			t.Logf("killed with %d rows", len(before))
		}
	}
	rows, err := ReadRows(dir)
	if err != nil || len(rows) != 60 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	data, _ := os.ReadFile(filepath.Join(dir, SummaryFile))
	if n := strings.Count(string(data), "\n"); n != 60 {
		t.Errorf("%d lines: a finished task was run again", n)
	}
}

func TestResume(t *testing.T) {
	dir := t.TempDir()
	var calls atomic.Int32
	stop := errors.New("enough")
	o := Options{Dir: dir, Tasks: tasks(10), Version: "t", Engines: []Engine{engine(func(ctx context.Context, t *bench.Task) (Product, error) {
		if calls.Add(1) == 5 {
			return Product{}, stop
		}
		return echo(ctx, t)
	})}}
	p, err := Run(t.Context(), o)
	if err != nil || p.Done != 10 {
		t.Fatalf("%+v %v", p, err)
	}
	rows, _ := ReadRows(dir)
	if rows[4].Status != Infrastructure || rows[4].Reason != "enough" || rows[3].Tokens != 7 || rows[3].Cost != 0.5 {
		t.Errorf("%+v", rows[4])
	}
	if _, err := Run(t.Context(), o); !errors.Is(err, ErrExists) {
		t.Errorf("without resume: %v", err)
	}
	o.Resume = true
	p, err = Run(t.Context(), o)
	if err != nil || p.Resumed != 9 || p.Done != 10 || calls.Load() != 11 {
		t.Errorf("infrastructure is run again, the rest is not: %+v %v, %d calls", p, err, calls.Load())
	}
	o.Seed = 7
	if _, err := Run(t.Context(), o); !errors.Is(err, ErrOther) || !strings.Contains(err.Error(), "seed") {
		t.Errorf("other settings: %v", err)
	}
	o.Seed, o.Workers = 0, 3
	if _, err := Run(t.Context(), o); err != nil {
		t.Errorf("more workers are no other settings: %v", err)
	}
}

// A row that the run did not write is no reason not to run its task: not one of another
// run, nor of an engine or a repetition that this one does not have. Nor does such a row
// take the place of the run's own.
func TestAttackResume(t *testing.T) {
	dir := t.TempDir()
	var calls atomic.Int32
	o := Options{Dir: dir, Tasks: tasks(6), Version: "t", Engines: []Engine{engine(func(ctx context.Context, t *bench.Task) (Product, error) {
		calls.Add(1)
		return echo(ctx, t)
	})}}
	if _, err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, SummaryFile)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m, err := ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}

	// The first row becomes another run's, the second one an engine's that there is not, the
	// third one a repetition's; the fourth one is there twice, the fifth one is gone.
	lines := strings.SplitAfter(string(data), "\n")
	foreign := strings.Replace(lines[3], m.Hash, "0123456789abcdef", 1)
	lines[0] = strings.Replace(lines[0], m.Hash, "0123456789abcdef", 1)
	lines[1] = strings.Replace(lines[1], `"engine":"`, `"engine":"other-`, 1)
	lines[2] = strings.Replace(lines[2], `"run":1`, `"run":2`, 1)
	lines[3] += strings.Replace(lines[3], `"of":"`+m.Hash+`",`, "", 1)
	lines[4] = strings.Replace(foreign, `"status":"ok"`, `"status":"infrastructure"`, 1)
	if err := os.WriteFile(path, []byte(strings.Join(lines, "")), 0o600); err != nil {
		t.Fatal(err)
	}
	calls.Store(0)
	o.Resume = true
	if p, err := Run(t.Context(), o); err != nil || p.Resumed != 2 || p.Done != 6 || calls.Load() != 4 {
		t.Errorf("%+v, %v, %d calls", p, err, calls.Load())
	}
	rows, others, err := RowsOf(m, dir)
	if err != nil || len(rows) != 6 || len(others) != 5 {
		t.Errorf("%d rows, %+v, %v", len(rows), others, err)
	}
	for _, r := range rows {
		if r.Of != m.Hash || r.Status == Infrastructure {
			t.Errorf("%+v", r)
		}
	}
}

// Two processes, or two calls, do not write one summary.
func TestTwoAtOnce(t *testing.T) {
	dir := t.TempDir()
	var second error
	o := Options{Dir: dir, Tasks: tasks(2), Resume: true}
	var once sync.Once
	o.Engines = []Engine{engine(func(ctx context.Context, task *bench.Task) (Product, error) {
		once.Do(func() {
			other := o
			other.Engines = []Engine{engine(echo)}
			_, second = Run(ctx, other)
		})
		return echo(ctx, task)
	})}
	if _, err := Run(t.Context(), o); err != nil || !errors.Is(second, ErrRunning) {
		t.Errorf("first %v, second %v", err, second)
	}
	if _, err := Run(t.Context(), o); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

func TestTornLine(t *testing.T) {
	dir := t.TempDir()
	o := Options{Dir: dir, Tasks: tasks(3), Engines: []Engine{engine(echo)}, Resume: true}
	if _, err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, SummaryFile)
	data, _ := os.ReadFile(path)
	for cut := len(data) - 1; cut > len(data)/2; cut -= 29 {
		if err := os.WriteFile(path, data[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Run(t.Context(), o); err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		if rows, err := ReadRows(dir); err != nil || len(rows) != 3 {
			t.Fatalf("cut at %d: %d rows, %v", cut, len(rows), err)
		}
	}
}

func TestDrainAndCancel(t *testing.T) {
	drain := make(chan struct{})
	var once sync.Once
	o := Options{Dir: t.TempDir(), Tasks: tasks(50), Drain: drain, Engines: []Engine{engine(func(ctx context.Context, t *bench.Task) (Product, error) {
		once.Do(func() { close(drain) })
		return echo(ctx, t)
	})}}
	p, err := Run(t.Context(), o)
	if err != nil || p.Done < 1 || p.Done > 3 {
		t.Errorf("drained: %+v %v", p, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	o.Dir, o.Drain = t.TempDir(), nil
	o.Engines = []Engine{engine(func(ctx context.Context, t *bench.Task) (Product, error) {
		cancel()
		<-ctx.Done()
		return Product{}, ctx.Err()
	})}
	if p, err := Run(ctx, o); !errors.Is(err, context.Canceled) || p.Done != 0 {
		t.Errorf("cancelled: %+v %v", p, err)
	}
	if rows, _ := ReadRows(o.Dir); len(rows) != 0 {
		t.Errorf("a task that was cut short has a row: %+v", rows)
	}
}

func TestPanicIsTheTasksFailure(t *testing.T) {
	o := Options{Dir: t.TempDir(), Tasks: tasks(2), Engines: []Engine{engine(func(_ context.Context, t *bench.Task) (Product, error) {
		if t.ID == "T000" {
			panic("oh")
		}
		return echo(nil, t)
	})}}
	if _, err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	rows, _ := ReadRows(o.Dir)
	if rows[0].Status != Failed || rows[0].Reason != "panic: oh" || rows[1].Status != OK {
		t.Errorf("%+v", rows)
	}
}

// Every finished task has a trajectory, the engine's own or the runner's, with the
// judge's verdict.
func TestTrajectories(t *testing.T) {
	o := Options{Dir: t.TempDir(), Tasks: tasks(2), Judge: &Judge{Runtime: bench.NewRuntime(), Backend: says(verify.Verified)}, Engines: []Engine{engine(func(_ context.Context, t *bench.Task) (Product, error) {
		if t.ID == "T001" {
			return Product{Reason: "nothing came to mind"}, nil
		}
		return Product{Code: t.Source, Steps: 3}, nil
	})}}
	for range 2 { // the second time without a row: the folder is emptied
		if _, err := Run(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		run, err := trajectories.Open(filepath.Join(o.Dir, "tasks", "T000", "fake-1"))
		if err != nil {
			t.Fatal(err)
		}
		c := run.End().Candidate
		if run.Header.Task != "T000" || run.Header.Labels["engine"] != "fake" || c == nil || c.Verdict != "verified" || c.By != "fake 1" || run.End().Outcome != "ok" {
			t.Errorf("%+v %+v", run.Header, c)
		}
		run, err = trajectories.Open(filepath.Join(o.Dir, "tasks", "T001", "fake-1"))
		if err != nil || run.End().Outcome != "error" {
			t.Errorf("%v %v", run, err)
		}
		if err := errors.Join(os.Remove(filepath.Join(o.Dir, SummaryFile)), os.Remove(filepath.Join(o.Dir, ManifestFile))); err != nil {
			t.Fatal(err)
		}
	}
}

func TestShards(t *testing.T) {
	all := tasks(23)
	seen := map[string]int{}
	for i := 1; i <= 4; i++ {
		for _, task := range Select(all, true, 5, i, 4) {
			seen[task.ID]++
		}
	}
	if len(seen) != 23 {
		t.Errorf("%d of 23 tasks", len(seen))
	}
	for id, n := range seen {
		if n != 1 {
			t.Errorf("%s in %d shards", id, n)
		}
	}
	a, b := Select(all, true, 1, 0, 0), Select(all, true, 2, 0, 0)
	same := true
	for i := range a {
		same = same && a[i] == b[i]
	}
	if same {
		t.Error("two seeds, one order")
	}
}

func TestFolderNames(t *testing.T) {
	seen := map[string]string{}
	for _, id := range []string{"a", "A.b", "../x", "..", "a/b", "a_b", "", "é", strings.Repeat("x", 300)} {
		f := folder(id)
		if f == "" || strings.ContainsAny(f, "/\\") || strings.HasPrefix(f, ".") || len(f) > 120 || seen[f] != "" {
			t.Errorf("%q → %q", id, f)
		}
		seen[f] = id + "!"
	}
}

// A verdict comes from the backend and the scores from the harness, whatever the
// engine says of its work.
func TestJudge(t *testing.T) {
	j := &Judge{Runtime: bench.NewRuntime(), Backend: says(verify.Verified)}
	task := &bench.Task{ID: "T", Name: "T.java", Method: "f", Source: "class T { static int f(int x) { return x; } }"}
	for _, c := range []struct {
		code string
		want Row
	}{
		{"class T { //@ ensures \\result == x;\n static int f(int x) { return x; } }", Row{Status: OK, Verdict: "verified", MVRCompat: true, MVRStrict: true}},
		{"class T { //@ ensures true;\n static int f(int x) { return x; } }", Row{Status: OK, Verdict: "verified"}},
		{"class T { //@ ensures \\result ==== x;\n static int f(int x) { return x; } }", Row{Status: Malformed, Verdict: "verified"}},
		{"class T { //@ ensures \\result == 1;\n static int f(int x) { return 1; } }", Row{Status: OK, Verdict: "verified", MVRCompat: false}},
	} {
		r := Row{Code: c.code, Status: OK}
		if err := j.Judge(t.Context(), task, &r); err != nil {
			t.Fatal(err)
		}
		if r.Status != c.want.Status || r.Verdict != c.want.Verdict || r.MVRStrict != c.want.MVRStrict || r.MVRCompat != c.want.MVRCompat {
			t.Errorf("%s: %+v", c.code, r)
		}
	}
	for v := verify.InvalidVerdict + 1; v <= verify.Vacuous; v++ {
		if v == verify.Verified {
			continue
		}
		j.Backend = says(v)
		r := Row{Code: "class T { //@ ensures \\result == x;\n static int f(int x) { return x; } }", Status: OK}
		if err := j.Judge(t.Context(), task, &r); err != nil || r.Verdict != v.String() || r.MVRStrict || r.MVRCompat || !r.Strict.Meets(harness.StrictThreshold) {
			t.Errorf("%s: %+v %v", v, r, err)
		}
	}
}

type says verify.Verdict

func (says) Name() string                            { return "fake" }
func (says) Version(context.Context) (string, error) { return "1", nil }
func (s says) Verify(context.Context, verify.Request) (verify.Outcome, error) {
	return verify.Outcome{Verdict: verify.Verdict(s), Backend: "fake", Version: "1"}, nil
}
