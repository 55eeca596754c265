package queue

import (
	"bufio"
	"context"
	"encoding/json"
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
	"ensures/runner"
	"ensures/runner/queue/server"
)

// TestMain lets the test binary be a worker, or the owner of a run.
func TestMain(m *testing.M) {
	url := os.Getenv("QUEUE_TEST_URL")
	if url == "" {
		os.Exit(m.Run())
	}
	ctx := context.Background()
	q, err := Dial(ctx, Options{URL: url, AckWait: time.Second})
	if err == nil && os.Getenv("QUEUE_TEST_OWNER") != "" {
		o := options(os.Getenv("QUEUE_TEST_OWNER"))
		o.Resume, o.Spread = true, q.Spread(Owned{})
		_, err = runner.Run(ctx, o)
	} else if err == nil {
		_, err = q.Work(ctx, WorkOptions{Dir: os.Getenv("QUEUE_TEST_DIR"), Workers: 2, Wait: 2 * time.Second, Open: open,
			Begun: func(j runner.Job) { fmt.Println(j.Task.ID) }})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

const many = 60

func options(dir string) runner.Options {
	o := runner.Options{Dir: dir, Dataset: "synthetic", Engines: []runner.Engine{slow{}}, Version: "t"}
	for i := range many {
		o.Tasks = append(o.Tasks, &bench.Task{ID: fmt.Sprintf("T%03d", i), Name: "T.java", Method: "f", Source: "class T { static int f(int x) { return x; } }"})
	}
	return o
}

func open(context.Context, runner.Manifest, json.RawMessage) (*runner.Executor, func(), error) {
	return &runner.Executor{Engines: []runner.Engine{slow{}}}, func() {}, nil
}

// slow is an engine that takes its time and tells which process it ran in.
type slow struct{}

func (slow) Name() string { return "slow" }

func (slow) Specify(ctx context.Context, t *bench.Task, dir string) (runner.Product, error) {
	select {
	case <-time.After(40 * time.Millisecond):
	case <-ctx.Done():
	}
	return runner.Product{Code: t.Source, Steps: 1}, os.WriteFile(filepath.Join(dir, "by"), []byte(fmt.Sprint(os.Getpid())), 0o644)
}

func start(t *testing.T) (*Queue, string) {
	t.Helper()
	s, err := server.Start(server.Options{Listen: "127.0.0.1:0", Store: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return dial(t, s.URL()), s.URL()
}

func dial(t *testing.T, url string) *Queue {
	t.Helper()
	q, err := Dial(t.Context(), Options{URL: url, AckWait: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(q.Close)
	return q
}

// process is the test binary as a worker; began gets the tasks that it begins.
type process struct {
	cmd   *exec.Cmd
	began atomic.Int32
}

func spawn(t *testing.T, url string, first func()) *process {
	t.Helper()
	p := &process{cmd: exec.Command(os.Args[0])}
	p.cmd.Env = append(os.Environ(), "QUEUE_TEST_URL="+url, "QUEUE_TEST_DIR="+t.TempDir())
	p.cmd.Stderr = os.Stderr
	out, err := p.cmd.StdoutPipe()
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.cmd.Process.Kill() })
	go func() {
		for s := bufio.NewScanner(out); s.Scan(); {
			if p.began.Add(1) == 8 && first != nil {
				first()
			}
		}
	}()
	return p
}

// once checks that the summary has every task exactly once, and gives the
// processes that did them.
func once(t *testing.T, dir string) map[string]int {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, runner.SummaryFile))
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]int{}
	by := map[string]int{}
	for line := range strings.Lines(string(data)) {
		var r runner.Row
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		lines[r.TaskID]++
		if r.Status != runner.OK || r.Steps != 1 {
			t.Errorf("%+v", r)
		}
		pid, err := os.ReadFile(filepath.Join(dir, "tasks", r.TaskID, "slow-1", "by"))
		if err != nil {
			t.Error(err)
		}
		by[string(pid)]++
	}
	for id, n := range lines {
		if n != 1 {
			t.Errorf("%s has %d lines", id, n)
		}
	}
	if len(lines) != many {
		t.Errorf("%d of %d tasks", len(lines), many)
	}
	return by
}

// Three workers, of which one is killed while it is at two jobs: every task is in
// the summary exactly once.
func TestWorkerKilled(t *testing.T) {
	t.Parallel()
	q, url := start(t)
	var victim *process
	killed := make(chan struct{})
	ready := make(chan struct{})
	workers := []*process{spawn(t, url, nil), spawn(t, url, nil)}
	victim = spawn(t, url, func() {
		<-ready
		_ = victim.cmd.Process.Signal(syscall.SIGKILL)
		close(killed)
	})
	close(ready)
	o := options(t.TempDir())
	o.Spread = q.Spread(Owned{})
	p, err := runner.Run(t.Context(), o)
	if err != nil || p.Done != many {
		t.Fatalf("%+v %v", p, err)
	}
	select {
	case <-killed:
	default:
		t.Fatal("nobody was killed: the test shows nothing")
	}
	by := once(t, o.Dir)
	if len(by) < 2 {
		t.Errorf("done by %v", by)
	}
	begun := victim.began.Load()
	for _, w := range workers {
		if err := w.cmd.Wait(); err != nil {
			t.Errorf("a worker that is left: %v", err)
		}
		begun += w.began.Load()
	}
	if begun <= many {
		t.Errorf("%d jobs begun: none was taken from the dead worker", begun)
	}
	if keys, err := q.open4work(t.Context(), ""); err != nil || len(keys) != 0 {
		t.Errorf("the run is still in the queue: %v %v", keys, err)
	}
	if _, err := q.js.Stream(t.Context(), run{ID: "x"}.jobs()); !gone(err) {
		t.Errorf("a stream that never was: %v", err)
	}
}

// The owner of a run is killed again and again: no task is lost or doubled.
func TestOwnerKilled(t *testing.T) {
	t.Parallel()
	_, url := start(t)
	spawn(t, url, nil)
	dir := t.TempDir()
	kills := 0
	for {
		owner := exec.Command(os.Args[0])
		owner.Env = append(os.Environ(), "QUEUE_TEST_URL="+url, "QUEUE_TEST_OWNER="+dir)
		owner.Stderr = os.Stderr
		if err := owner.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(200+100*kills)*time.Millisecond, func() { _ = owner.Process.Signal(syscall.SIGKILL) })
		err := owner.Wait()
		timer.Stop()
		if err == nil {
			break
		}
		if kills++; kills > 40 {
			t.Fatal("it never finishes")
		}
	}
	if kills == 0 {
		t.Error("nobody was killed: the test shows nothing")
	}
	once(t, dir)
}

// A drained run stays in the queue, with nothing of it begun, and is resumed.
func TestDrainedRunResumes(t *testing.T) {
	t.Parallel()
	q, url := start(t)
	here := dial(t, url)
	local := func(ctx context.Context, id string, drain <-chan struct{}) error {
		_, err := here.Work(ctx, WorkOptions{Dir: t.TempDir(), Workers: 2, Run: id, Drain: drain, Open: open})
		return err
	}
	drain := make(chan struct{})
	var stop sync.Once
	o := options(t.TempDir())
	o.Drain, o.Spread = drain, q.Spread(Owned{Local: local})
	o.Progress = func(_ runner.Row, p runner.Progress) {
		if p.Done >= 10 {
			stop.Do(func() { close(drain) })
		}
	}
	p, err := runner.Run(t.Context(), o)
	if err != nil || p.Done < 10 || p.Done > 30 {
		t.Fatalf("%+v %v", p, err)
	}
	o.Drain, o.Resume, o.Progress = nil, true, nil
	p2, err := runner.Run(t.Context(), o)
	if err != nil || p2.Done != many || p2.Resumed != p.Done {
		t.Fatalf("%+v after %+v: %v", p2, p, err)
	}
	once(t, o.Dir)
}

// A job that kills whoever begins it ends as a row, and does not go round for ever.
func TestPoison(t *testing.T) {
	t.Parallel()
	q, _ := start(t)
	o := options(t.TempDir())
	o.Tasks = o.Tasks[:2]
	deadly := func(context.Context, runner.Manifest, json.RawMessage) (*runner.Executor, func(), error) {
		return nil, nil, errors.New("not me")
	}
	o.Spread = q.Spread(Owned{Local: func(ctx context.Context, id string, drain <-chan struct{}) error {
		c, err := q.js.Consumer(ctx, run{ID: id}.jobs(), workers)
		if err != nil {
			return err
		}
		begun := map[string]int{}
		for ok := 0; ok < 2; { // a worker that takes jobs and dies
			if msg, err := c.Next(); err == nil {
				if begun[msg.Subject()]++; begun[msg.Subject()] == Tries {
					ok++
				}
				_ = msg.Nak()
			}
		}
		if _, err := q.Work(ctx, WorkOptions{Run: id, Open: deadly, Drain: drain}); err == nil || err.Error() != "not me" {
			t.Errorf("a worker that can't serve the run it is for: %v", err)
		}
		_, err = q.Work(ctx, WorkOptions{Dir: t.TempDir(), Run: id, Open: open, Drain: drain})
		return err
	}})
	if _, err := runner.Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	rows, err := runner.ReadRows(o.Dir)
	if err != nil || len(rows) != 2 {
		t.Fatalf("%+v %v", rows, err)
	}
	for _, r := range rows {
		if r.Status != runner.Infrastructure || !strings.Contains(r.Reason, "died") {
			t.Errorf("%+v", r)
		}
	}
	// Resumed, it is tried again.
	o.Resume = true
	o.Spread = q.Spread(Owned{Local: func(ctx context.Context, id string, drain <-chan struct{}) error {
		_, err := q.Work(ctx, WorkOptions{Dir: t.TempDir(), Run: id, Open: open, Drain: drain})
		return err
	}})
	if p, err := runner.Run(t.Context(), o); err != nil || p.Resumed != 0 || p.Done != 2 {
		t.Errorf("%+v %v", p, err)
	}
	if rows, _ := runner.ReadRows(o.Dir); len(rows) != 2 || rows[0].Status != runner.OK {
		t.Errorf("%+v", rows)
	}
}

func TestNoServer(t *testing.T) {
	_, err := Dial(t.Context(), Options{URL: "nats://127.0.0.1:1"})
	var c *ConnectError
	if !errors.As(err, &c) || !strings.Contains(err.Error(), "ensures-queue") {
		t.Errorf("%v", err)
	}
}

// A server that goes away and comes back with its streams interrupts nothing for
// good.
func TestServerRestarts(t *testing.T) {
	if testing.Short() {
		t.Skip("takes ten seconds")
	}
	t.Parallel()
	store := t.TempDir()
	s, err := server.Start(server.Options{Listen: "127.0.0.1:0", Store: store})
	if err != nil {
		t.Fatal(err)
	}
	q, url := dial(t, s.URL()), s.URL()
	here := dial(t, url)
	var once1 sync.Once
	back := make(chan *server.Server, 1)
	o := options(t.TempDir())
	o.Spread = q.Spread(Owned{Local: func(ctx context.Context, id string, drain <-chan struct{}) error {
		_, err := here.Work(ctx, WorkOptions{Dir: t.TempDir(), Workers: 2, Run: id, Drain: drain, Open: open})
		return err
	}})
	o.Progress = func(_ runner.Row, p runner.Progress) {
		if p.Done >= 10 {
			once1.Do(func() {
				go func() {
					s.Close()
					time.Sleep(300 * time.Millisecond)
					again, err := server.Start(server.Options{Listen: strings.TrimPrefix(url, "nats://"), Store: store})
					if err != nil {
						t.Error(err)
					}
					back <- again
				}()
			})
		}
	}
	if p, err := runner.Run(t.Context(), o); err != nil || p.Done != many {
		t.Errorf("%+v %v", p, err)
	}
	if again := <-back; again != nil {
		again.Close()
	}
	once(t, o.Dir)
}
