package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ensures/llm"
	"ensures/llm/llmtest"
	"ensures/llm/openai"
	"ensures/sandbox"
	"ensures/tools"
	"ensures/trajectories"

	"github.com/google/go-cmp/cmp"
)

func readFile(t testing.TB, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// play runs the game once, new or resumed, and concludes the recording as a verb does.
func play(o Options, dir string) (Result, error) {
	opts := trajectories.Options{Dir: dir, Now: o.Now}
	w, _, err := trajectories.OpenForResume(opts, filepath.Join(dir, "r"))
	if os.IsNotExist(err) {
		w, err = trajectories.Create(opts, trajectories.Header{Run: "r", Verb: "test"})
	}
	if err != nil {
		return Result{}, err
	}
	o.Record, o.Broken = w, w.Err
	res := Run(context.Background(), "Find the number.", o)
	if res.Err != nil {
		return res, w.Suspend()
	}
	return res, w.Conclude(trajectories.Conclusion{Outcome: string(res.Outcome), Success: res.Success, Candidate: res.Best})
}

// After a stop at any line of the record, resuming asks the model for nothing that
// was answered, runs no tool that has run, and ends as the first run did.
func TestResumeAtEveryLine(t *testing.T) {
	for _, c := range []struct {
		mode    Mode
		replies []any
	}{
		{CodeAct, []any{codeOf("", "guess 1", "guess 2"), "no code", llm.ErrContextOverflow, codeOf("", "gess 3"), codeOf("", "loop"), "Plan 2.", codeOf("", "guess 42", "finish 42")}},
		{ReAct, []any{callsOf("", "guess 1", "guess 2"), "no call", callsOf("", "gess 3", "guess 4"), callsOf("", "guess 5"), "Plan 2.", callsOf("", "guess 42", "finish 42")}},
	} {
		set := func(m *model, g *game) Options {
			o := options(t, c.mode, m)
			o.Tools, o.PlanEvery = g.tools(t), 4
			return o
		}
		whole := t.TempDir()
		first := &model{replies: c.replies}
		want, err := play(set(first, &game{}), whole)
		if err != nil || want.Outcome != Complete {
			t.Fatalf("%s: %+v, %v", c.mode, want, err)
		}
		text := readFile(t, filepath.Join(whole, "r", trajectories.TrajectoryFile))
		lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
		for cut := 1; cut < len(lines); cut++ {
			before := strings.Join(lines[:cut], "")
			dir := t.TempDir()
			if err := os.MkdirAll(filepath.Join(dir, "r"), 0o755); err != nil {
				t.Fatal(err)
			}
			torn := before + lines[cut][:len(lines[cut])/2]
			if err := os.WriteFile(filepath.Join(dir, "r", trajectories.TrajectoryFile), []byte(torn), 0o644); err != nil {
				t.Fatal(err)
			}
			answered := strings.Count(before, `"model_call_end"`)
			m, g := &model{replies: c.replies[answered:]}, &game{}
			got, err := play(set(m, g), dir)
			if err != nil {
				t.Fatalf("%s, cut after line %d: %v", c.mode, cut, err)
			}
			if len(m.requests) != len(first.requests)-answered {
				t.Errorf("%s, cut after line %d: %d requests, %d of %d had been answered", c.mode, cut, len(m.requests), answered, len(first.requests))
			}
			ran := 0
			for _, n := range g.guessed {
				ran += n
			}
			if ended, total := calls(before, "guess"), calls(text, "guess"); ran != total-ended {
				t.Errorf("%s, cut after line %d: guess ran %d times, %d of %d calls had ended", c.mode, cut, ran, ended, total)
			}
			got.Elapsed, want.Elapsed = 0, 0
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, cut after line %d: %s", c.mode, cut, diff)
			}
			if after := readFile(t, filepath.Join(dir, "r", trajectories.TrajectoryFile)); !strings.HasPrefix(after, before) {
				t.Errorf("%s, cut after line %d: the record's beginning was changed", c.mode, cut)
			}
		}
	}
}

// calls is the number of calls of a tool that have ended in a record.
func calls(record, tool string) int {
	started := map[int]bool{}
	n := 0
	for line := range strings.Lines(record) {
		var r trajectories.Record
		if json.Unmarshal([]byte(line), &r) != nil {
			continue
		}
		switch {
		case r.Type == trajectories.ToolCallStart && r.Name == tool:
			started[r.ID] = true
		case r.Type == trajectories.ToolCallEnd && started[r.ID]:
			n++
		}
	}
	return n
}

// What failed outside of the model's doing is tried again when the run is resumed.
func TestResumeAfterInfrastructure(t *testing.T) {
	dir := t.TempDir()
	g := &game{fail: fmt.Errorf("the verifier's licence server is down")}
	m := &model{replies: []any{codeOf("", "guess 41"), codeOf("", "finish 42")}}
	o := options(t, CodeAct, m)
	o.Tools = g.tools(t)
	res, err := play(o, dir)
	if err != nil || res.Outcome != Infrastructure || !strings.Contains(res.Reason, "licence server") {
		t.Fatalf("%+v, %v", res, err)
	}
	o.Judge = &judge{}
	m.replies = m.replies[1:] // the first is recorded
	m.requests = nil
	if res, err = play(o, dir); err != nil || res.Outcome != Complete || g.guessed["41"] != 2 || len(m.requests) != 1 {
		t.Fatalf("%+v, %v, guessed %v, %d requests", res, err, g.guessed, len(m.requests))
	}
}

const (
	childURL  = "ENSURES_AGENT_TEST_URL" // set in the child: the server
	childDir  = "ENSURES_AGENT_TEST_DIR"
	childMost = "ENSURES_AGENT_TEST_BYTES" // that its files may have
	killed    = 6                          // steps of the run that is killed
)

// slowServer plays three guesses, a plan, three guesses and so on, whatever was asked before.
func slowServer(t *testing.T) *llmtest.Server {
	return llmtest.Func(t, func(_ int, body []byte) llmtest.Reply {
		done := bytes.Count(body, []byte(`"role":"assistant"`))
		r := llmtest.Reply{Delay: 3 * time.Millisecond}
		plans := (done + 1) / 4
		switch {
		case done%4 == 3:
			r.Text = "Plan."
		case done-plans+1 == killed:
			r.Text = codeOf("", "finish x")
		default:
			r.Text = codeOf("", fmt.Sprintf("guess %d", done))
		}
		return r
	})
}

// child is the process that plays the game in a folder, new or resumed; most are
// the bytes that its files may have.
func child(srv *llmtest.Server, dir, most string) *exec.Cmd {
	c := exec.Command(os.Args[0], "-test.run=^TestChild$", "-test.v")
	c.Env = append(os.Environ(), childURL+"="+srv.URL, childDir+"="+dir, childMost+"="+most)
	return c
}

// TestChild is the process that TestKill kills.
func TestChild(t *testing.T) {
	url, dir := os.Getenv(childURL), os.Getenv(childDir)
	if url == "" {
		t.Skip("run by TestKill")
	}
	log, err := os.OpenFile(filepath.Join(dir, "tools.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	reg, err := tools.NewRegistry(
		tools.New("guess", "Guess.", func(_ context.Context, in guessIn) (guessOut, error) {
			time.Sleep(3 * time.Millisecond)
			_, err := fmt.Fprintln(log, in.Text)
			return guessOut{Note: in.Text}, err
		}),
		tools.New("finish", "Hand in.", func(context.Context, guessIn) (finishOut, error) { return finishOut{true}, nil }))
	if err != nil {
		t.Fatal(err)
	}
	client, err := openai.New(openai.Options{BaseURL: url})
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Mode: CodeAct, Client: client, Model: "toy", Tools: reg, Judge: &judge{}, Prompts: words{}, PlanEvery: 3,
		Interpreter: func(_ context.Context, o sandbox.InterpreterOptions) (sandbox.Interpreter, error) {
			return &lines{o: o}, nil
		}}
	if most := os.Getenv(childMost); most != "" {
		signal.Ignore(syscall.SIGXFSZ)
		n, err := strconv.ParseUint(most, 10, 64)
		if err == nil {
			err = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: n, Max: n})
		}
		if err != nil {
			t.Fatal(err)
		}
		if res, err := play(o, dir); err == nil || res.Outcome != Infrastructure {
			t.Fatalf("%+v, %v", res, err)
		}
		return
	}
	res, err := play(o, dir)
	if err != nil || res.Outcome != Complete {
		t.Fatalf("%+v, %v", res, err)
	}
}

// A disk that is full, here a limit on the size of files, stops the run at the
// first line that can't be written: what was recorded is whole, and with room again
// the run goes on from there.
func TestDiskFull(t *testing.T) {
	srv := slowServer(t)
	for most := 1500; most < 6000; most += 1500 {
		dir := t.TempDir()
		asked := len(srv.Requests())
		if out, err := child(srv, dir, fmt.Sprint(most)).CombinedOutput(); err != nil {
			t.Fatalf("%d bytes: %v\n%s", most, err, out)
		}
		record := filepath.Join(dir, "r", trajectories.TrajectoryFile)
		before := readFile(t, record)
		if len(before) > most || !strings.HasSuffix(before, "\n") {
			t.Errorf("%d bytes: the record has %d and ends in %q", most, len(before), before[max(0, len(before)-20):])
		}
		if n := len(srv.Requests()) - asked; n > strings.Count(before, `"model_call_end"`)+1 {
			t.Errorf("%d bytes: asked %d times, %d answers recorded", most, n, strings.Count(before, `"model_call_end"`))
		}
		if out, err := child(srv, dir, "").CombinedOutput(); err != nil {
			t.Fatalf("%d bytes: resume: %v\n%s", most, err, out)
		}
		after := readFile(t, record)
		if !strings.HasPrefix(after, before) || strings.Count(after, `"model_call_end"`) != killed+1 {
			t.Errorf("%d bytes: resumed to\n%s", most, after)
		}
		if n := len(srv.Requests()) - asked; n > killed+2 { // one answer may have found no room
			t.Errorf("%d bytes: the model was asked %d times for %d answers", most, n, killed+1)
		}
	}
}

// A process that is killed at a random moment loses nothing that it recorded, and
// the one that resumes does nothing of it again.
func TestKill(t *testing.T) {
	rounds := 20
	if testing.Short() {
		rounds = 6
	}
	srv := slowServer(t)
	rng := rand.New(rand.NewPCG(1, 2))
	interrupted := 0
	for round := range rounds {
		dir := t.TempDir()
		record := filepath.Join(dir, "r", trajectories.TrajectoryFile)
		asked := len(srv.Requests())
		c := child(srv, dir, "")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for range 1000 { // the moment counts from the run's beginning, not the process's
			if _, err := os.Stat(record); err == nil {
				break
			}
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Duration(rng.IntN(60)) * time.Millisecond)
		_ = c.Process.Kill()
		_ = c.Wait()
		before := readFile(t, record)
		before = before[:strings.LastIndexByte(before, '\n')+1]
		if strings.Contains(before, `"run_end"`) {
			continue // it was faster
		}
		interrupted++
		out, err := child(srv, dir, "").CombinedOutput()
		if err != nil {
			t.Fatalf("round %d: resume: %v\n%s", round, err, out)
		}
		after := readFile(t, record)
		if !strings.HasPrefix(after, before) {
			t.Errorf("round %d: what was recorded is changed", round)
		}
		if n := strings.Count(after, `"model_call_end"`); n != killed+1 {
			t.Errorf("round %d: %d answers recorded, want %d", round, n, killed+1)
		}
		if n := len(srv.Requests()) - asked; n > killed+2 { // one may have been on its way
			t.Errorf("round %d: the model was asked %d times for %d answers", round, n, killed+1)
		}
		log := strings.Fields(readFile(t, filepath.Join(dir, "tools.log")))
		if len(log) > killed { // the same
			t.Errorf("round %d: the tool ran %d times: %v", round, len(log), log)
		}
		run, err := trajectories.Open(record)
		if err != nil || !run.Finished() || run.End().Outcome != string(Complete) {
			t.Errorf("round %d: %v, %+v", round, err, run)
		}
	}
	if interrupted < rounds/2 {
		t.Errorf("only %d of %d processes were killed before their end", interrupted, rounds)
	}
}
