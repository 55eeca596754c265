package optimize

import (
	"bufio"
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// childDir names the variable that makes the test binary the process to be killed.
const childDir = "ENSURES_TEST_OPTIMIZE"

// TestChild is no test: it optimises, slowly, in the folder that it is given.
func TestChild(t *testing.T) {
	dir := os.Getenv(childDir)
	if dir == "" {
		return
	}
	w := &world{}
	o := options(t, w, dir)
	o.Resume = true
	o.Evaluate = func(ctx context.Context, texts map[string]string, task Task) (Evaluation, error) {
		time.Sleep(5 * time.Millisecond)
		return w.evaluate(ctx, texts, task)
	}
	if _, err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
}

// Killed (-9) again and again at random moments, the run comes to the same end, and
// no evaluation that reached the disk is made again.
func TestKilledAtRandomMoments(t *testing.T) {
	if os.Getenv(childDir) != "" {
		return
	}
	want, err := Run(t.Context(), options(t, &world{}, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	child := func() *exec.Cmd {
		c := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestChild$")
		c.Env = append(os.Environ(), childDir+"="+dir)
		return c
	}
	for range 6 {
		c := child()
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(50+rand.IntN(150)) * time.Millisecond)
		_ = c.Process.Kill()
		_ = c.Wait()
	}
	if out, err := child().CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	o := options(t, &world{stop: 1}, dir) // the log has all of it
	o.Resume = true
	got, err := Run(t.Context(), o)
	if err != nil || result(t, got) != result(t, want) || got.Calls != want.Calls {
		t.Errorf("%d candidates and %d calls, want %d and %d; %v", len(got.Candidates), got.Calls, len(want.Candidates), want.Calls, err)
	}
	f, err := os.Open(filepath.Join(dir, LogFile))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	seen := map[string]bool{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var e entry
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			t.Error(err)
		}
		if seen[e.Key] {
			t.Errorf("%s %s is there twice", e.Type, e.Key)
		}
		seen[e.Key] = true
	}
}
