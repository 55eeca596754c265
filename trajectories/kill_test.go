//go:build unix

package trajectories

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

const killSteps = 300

// TestMain lets the tests run this program as another process: the one that is killed.
func TestMain(m *testing.M) {
	if dir := os.Getenv("ENSURES_TEST_RECORD"); dir != "" {
		if err := recordOrResume(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// recordOrResume makes an agent's run in dir. Every call that is made leaves a line
// in a file of its own before its end is recorded.
func recordOrResume(dir string) error {
	if os.Getenv("ENSURES_TEST_LIMIT") != "" { // writes fail at this size, as on a full disk
		signal.Ignore(syscall.SIGXFSZ)
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 20000, Max: 20000}); err != nil {
			return err
		}
	}
	made, err := os.OpenFile(filepath.Join(dir, "made"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	w, _, err := OpenForResume(Options{}, filepath.Join(dir, "r"))
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, errNoHeader) { // or killed before the header was written
		w, err = Create(Options{Dir: dir}, agentHeader("r"))
	}
	if err != nil {
		return err
	}
	return agentRun(w, killSteps, func(call string) { fmt.Fprintln(made, call) })
}

func child(t *testing.T, dir string, env ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), append(env, "ENSURES_TEST_RECORD="+dir)...)
	cmd.Stderr = &bytes.Buffer{}
	return cmd
}

// Twenty times the process that records is killed at a random moment and another
// resumes: what was recorded is there to the end, and no call whose end was
// recorded is made again.
func TestKilledAtRandomMoments(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "r", TrajectoryFile)
	kills := 0
	for kills < 20 {
		before, ended := recorded(t, path)
		had := len(madeCalls(t, dir))
		cmd := child(t, dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		stop := time.AfterFunc(time.Duration(5+rand.IntN(60))*time.Millisecond, func() { cmd.Process.Kill() })
		err := cmd.Wait()
		stop.Stop()
		for _, c := range madeCalls(t, dir)[had:] {
			if ended[c] {
				t.Fatalf("after %d kills: %s was made again, its end was recorded", kills, c)
			}
		}
		after, _ := recorded(t, path)
		if !strings.HasPrefix(after, before) {
			t.Fatalf("after %d kills: what was recorded is not there any more", kills)
		}
		if err == nil { // came to its end: once more from the start
			checkWhole(t, dir, kills)
			dir = t.TempDir()
			path = filepath.Join(dir, "r", TrajectoryFile)
			continue
		}
		if cmd.ProcessState.Exited() {
			t.Fatalf("%v: %s", err, cmd.Stderr)
		}
		kills++
	}
	if err := child(t, dir).Run(); err != nil {
		t.Fatal(err)
	}
	checkWhole(t, dir, kills)
}

// recorded is a record's whole lines, and the calls whose end is among them.
func recorded(t *testing.T, path string) (string, map[string]bool) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return "", nil
	} else if err != nil {
		t.Fatal(err)
	}
	raw = raw[:bytes.LastIndexByte(raw, '\n')+1]
	if len(raw) == 0 {
		return "", nil
	}
	run, err := Read(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	ended := map[string]bool{}
	for _, s := range run.Spans() {
		for _, c := range s.Inside {
			if c.End != nil {
				name := c.Start.Name
				if c.Start.Type == ModelCallStart {
					name = "model"
				}
				ended[fmt.Sprint(name, " ", s.Start.ID)] = true
			}
		}
	}
	return string(raw), ended
}

func madeCalls(t *testing.T, dir string) []string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(dir, "made"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return slices.DeleteFunc(strings.Split(string(raw), "\n"), func(l string) bool { return l == "" })
}

// checkWhole says that a run is as one that was never killed.
func checkWhole(t *testing.T, dir string, kills int) {
	t.Helper()
	whole, err := Create(Options{Dir: t.TempDir(), Now: clock()}, agentHeader("r"))
	if err != nil {
		t.Fatal(err)
	}
	if err := agentRun(whole, killSteps, func(string) {}); err != nil {
		t.Fatal(err)
	}
	want, err := Open(whole.Dir())
	if err != nil {
		t.Fatal(err)
	}
	got, err := Open(filepath.Join(dir, "r"))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(lines(want), lines(got)) {
		t.Fatalf("after %d kills the record is not that of a run that was never killed", kills)
	}
}

// Where the system lets a file grow no more, what was recorded is whole, the error
// says so, and the run goes on where there is room.
func TestFileSizeLimit(t *testing.T) {
	dir := t.TempDir()
	cmd := child(t, dir, "ENSURES_TEST_LIMIT=1")
	err := cmd.Run()
	said, _ := io.ReadAll(cmd.Stderr.(*bytes.Buffer))
	if err == nil || !strings.Contains(string(said), "record the run: write ") || !strings.Contains(string(said), "file too large") {
		t.Fatalf("%v: %s", err, said)
	}
	raw, err := os.ReadFile(filepath.Join(dir, "r", TrajectoryFile))
	if err != nil || len(raw) < 15000 || len(raw) > 20000 || raw[len(raw)-1] != '\n' {
		t.Fatalf("%d bytes, %v", len(raw), err)
	}
	if err := child(t, dir).Run(); err != nil {
		t.Fatal(err)
	}
	checkWhole(t, dir, 0)
}
