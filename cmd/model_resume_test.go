package cmd

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"ensures/llm/llmtest"
	"ensures/setup/tlatest"
	"ensures/trajectories"
)

const (
	torn  = "---- MODULE Spinlock ----\nVARIABLE x\nInit == x = = 0\n====" // does not parse
	still = "---- MODULE Spinlock ----\nVARIABLE x\nInit == x = 0\nNext == x' = x\n===="
)

// countingJava is a java that notes its starts. With again, what the first start of
// TLC or SANY said is said by all: then a run takes no time, and TLC's word is not what the test is about.
func countingJava(t *testing.T, again bool) (path string, starts func() int) {
	t.Helper()
	real, err := exec.LookPath("java")
	if err != nil {
		t.Fatal(err) // TLC was found before
	}
	dir := t.TempDir()
	path = filepath.Join(dir, "java")
	// What TLC is asked to see whether it is one is not of the run.
	script := fmt.Sprintf("#!/bin/sh\ncase \"$*\" in *Control*) exec '%s' \"$@\";; esac\necho start >> %s/log\n", real, dir)
	if again {
		script += fmt.Sprintf("case \"$*\" in *tlc2.TLC*) k=%[1]s/tlc;; *) k=%[1]s/sany;; esac\nif [ ! -f $k.code ]; then '%[2]s' \"$@\" > $k.out 2>&1; echo $? > $k.code; fi\ncat $k.out; exit `cat $k.code`\n", dir, real)
	} else {
		script += fmt.Sprintf("exec '%s' \"$@\"\n", real)
	}
	if err := os.WriteFile(path, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return path, func() int {
		raw, err := os.ReadFile(filepath.Join(dir, "log"))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		return strings.Count(string(raw), "\n")
	}
}

// asCode is a reply with the calls as code.
func asCode(text string, calls ...llmtest.Call) string {
	code := ""
	for _, c := range calls {
		code += fmt.Sprintf("print(%s(**json.loads(r'''%s''')))\n", c.Name, c.Arguments)
	}
	return text + "\n```python\nimport json\n" + code + "```"
}

func args(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// systemHome is a home in which ensures model works with a server's model.
func systemHome(t *testing.T, srv *llmtest.Server, java, mode string) *home {
	return newHome(t, map[string]string{"PATH": os.Getenv("PATH"), "ENSURES_TLA_JAR": tlatest.Toolchain(t).Jar, "ENSURES_TLA_JAVA": java,
		"ENSURES_MODEL_BASE_URL": srv.URL, "ENSURES_MODEL_NAME": "vllm/m", "ENSURES_MODEL_ATTEMPTS": "1",
		"ENSURES_AGENT_MODE": mode, "ENSURES_AGENT_PLANNING": "3", "ENSURES_SANDBOX_ENGINE": "starlark"})
}

// onlyRun is the folder of the only run that a home has.
func onlyRun(t *testing.T, h *home) string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(h.dir, "state", "ensures", "runs", "*"))
	if err != nil || len(list) != 1 {
		t.Fatalf("runs: %v, %v", list, err)
	}
	return list[0]
}

func recordText(t *testing.T, run string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(run, trajectories.TrajectoryFile))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// A run of ensures model that was cut off at any line of its record goes on: no reply
// is asked for again, what TLC judged is not judged again, what was recorded stays as
// it is, and the end is the same. In both modes, with every strategy.
func TestModelResumeAtEveryLine(t *testing.T) {
	tlatest.Toolchain(t)
	folder := filepath.Join("..", "examples", "systems", "spinlock")
	for i, c := range []struct{ mode, strategy string }{{"react", "basic"}, {"codeact", "translate"}, {"codeact", "basic"}, {"react", "translate"}, {"react", "learn"}, {"codeact", "learn"}} {
		if testing.Short() && i > 0 {
			break
		}
		t.Run(c.mode+" "+c.strategy, func(t *testing.T) {
			steps := [][]llmtest.Call{
				{{ID: "a", Name: "show_trace", Arguments: args(map[string]any{"to": 2})}, {ID: "b", Name: "draft_mapping", Arguments: args(map[string]string{"module": still})}},
				nil, // calls nothing
				{{ID: "c", Name: "run_tlc", Arguments: args(map[string]any{"module": torn})},
					{ID: "d", Name: "run_tlc", Arguments: args(map[string]any{"module": still, "config": "INIT Init", "constants": []string{"A = 1"}})}}, // refused
				{{ID: "e", Name: "task_complete", Arguments: args(map[string]any{"module": torn})}},
			}
			if c.strategy != "learn" {
				steps[0] = append(steps[0], llmtest.Call{ID: "f", Name: "read_source", Arguments: args(map[string]any{"to": 3})})
			}
			var replies []llmtest.Reply
			for n, calls := range steps {
				if n == 3 {
					replies = append(replies, llmtest.Reply{Text: "Another plan."})
				}
				r := llmtest.Reply{Text: "Step.", ToolCalls: calls}
				if c.mode == "codeact" && calls != nil {
					r = llmtest.Reply{Text: asCode("Step.", calls...)}
				}
				replies = append(replies, r)
			}
			java, starts := countingJava(t, true)
			left := replies // those that the server still has
			var asked []int // the starts of Java before each request
			srv := llmtest.Func(t, func(int, []byte) llmtest.Reply {
				asked = append(asked, starts())
				if len(left) == 0 {
					t.Error("a request too many")
					return llmtest.Reply{Status: 418, Body: "{}"}
				}
				r := left[0]
				left = left[1:]
				return r
			})
			command := []string{"model", "--task", folder, "--strategy", c.strategy, "--max-steps", "4", "--json"}
			whole := systemHome(t, srv, java, c.mode)
			if code := whole.run(t, command...); code != ExitBelow {
				t.Fatalf("exit %d: %s", code, whole.stderr.String())
			}
			want, all := whole.stdout.String(), starts()
			dir := onlyRun(t, whole)
			text := recordText(t, dir)
			lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
			if len(asked) != 5 || all == 0 || len(lines) < 25 || strings.Count(text, `"bad_call"`) != 1 || !strings.Contains(text, `"format_error"`) {
				t.Fatalf("%d requests, %d starts of Java, the record:\n%s", len(asked), all, text)
			}
			after := []int{0} // the starts after the calls that TLC or SANY answered
			for i, n := range append(asked[1:], all) {
				if n > asked[i] {
					after = append(after, n)
				}
			}
			if len(after) != 3 {
				t.Fatalf("starts of Java: %v", asked)
			}
			for cut := 1; cut < len(lines); cut++ {
				if testing.Short() && cut%16 != 1 || i > 1 && cut%3 != i%3 {
					continue
				}
				before := strings.Join(lines[:cut], "")
				h := systemHome(t, srv, java, c.mode)
				run := filepath.Join(h.dir, "state", "ensures", "runs", filepath.Base(dir))
				if err := os.MkdirAll(run, 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(run, trajectories.TrajectoryFile), []byte(before+lines[cut][:len(lines[cut])/2]), 0o644); err != nil {
					t.Fatal(err)
				}
				answered, started := strings.Count(before, `"type":"model_call_end"`), starts()
				left, asked = replies[answered:], nil
				if code := h.run(t, "model", "--resume", "last", "--json"); code != ExitBelow {
					t.Fatalf("cut after line %d: exit %d: %s", cut, code, h.stderr.String())
				}
				if len(asked) != len(replies)-answered {
					t.Errorf("cut after line %d: %d requests, %d of %d had been answered", cut, asked, answered, len(replies))
				}
				judged := 0
				for _, l := range lines[:cut] {
					if strings.Contains(l, `"type":"tool_call_end"`) && strings.Contains(l, `"candidate":`) {
						judged++
					}
				}
				if n := starts() - started; n != all-after[judged] {
					t.Errorf("cut after line %d: Java was started %d times, %d of 2 calls had been judged with %d", cut, n, judged, after[judged])
				}
				if got := h.stdout.String(); got != want {
					t.Errorf("cut after line %d:\n%swant\n%s", cut, got, want)
				}
				if now := recordText(t, run); !strings.HasPrefix(now, before) {
					t.Errorf("cut after line %d: the record's beginning was changed", cut)
				}
			}
		})
	}
}

// A process that is killed while the model thinks, while TLC works, and in between: the
// run goes on each time, and no reply that came is asked for again.
func TestModelKill(t *testing.T) {
	tlatest.Toolchain(t)
	folder := filepath.Join("..", "examples", "systems", "spinlock")
	// Every reply depends on how many came before it in the conversation.
	type kill struct {
		at    int // the request during which, or after which, the process is killed
		after time.Duration
	}
	kills := []kill{{1, 0}, {2, 5 * time.Millisecond}, {4, 40 * time.Millisecond}, {6, 30 * time.Millisecond}}
	var child *exec.Cmd
	srv := llmtest.Func(t, func(n int, body []byte) llmtest.Reply {
		r := llmtest.Reply{ToolCalls: []llmtest.Call{{ID: "x", Name: "run_tlc", Arguments: args(map[string]any{"module": torn})}}}
		switch strings.Count(string(body), `"role":"assistant"`) {
		case 0, 2:
			r.ToolCalls[0].Name, r.ToolCalls[0].Arguments = "show_trace", args(map[string]any{"to": 1 + strings.Count(string(body), `"role":"assistant"`)})
		case 3:
			r.ToolCalls[0].Name = "task_complete"
		}
		if len(kills) > 0 && n == kills[0].at {
			k := kills[0]
			kills = kills[1:]
			p := child.Process
			if k.after == 0 {
				_ = p.Kill()
				r.Delay = time.Second
			} else {
				time.AfterFunc(k.after, func() { _ = p.Kill() })
			}
		}
		return r
	})
	java, _ := countingJava(t, false)
	h := systemHome(t, srv, java, "react")
	h.env["ENSURES_AGENT_PLANNING"] = "0"
	start := func(args ...string) (string, error) {
		child = exec.Command(os.Args[0], args...)
		child.Args[0] = "ensures"
		child.Env = append(os.Environ(), "GOCOVERDIR="+t.TempDir())
		for k, v := range h.env {
			child.Env = append(child.Env, k+"="+v)
		}
		out, err := child.CombinedOutput()
		return string(out), err
	}
	out, err := start("model", "--task", folder)
	before, killed := "", 0
	for ; child.ProcessState.ExitCode() == -1; out, err = start("model", "--resume", "last") {
		now := recordText(t, onlyRun(t, h))
		if !strings.HasPrefix(now, before) {
			t.Error("the record's beginning was changed")
		}
		before = now[:strings.LastIndexByte(now, '\n')+1]
		if killed++; killed > 4 {
			t.Fatal(out)
		}
	}
	if child.ProcessState.ExitCode() != ExitBelow || killed < 3 {
		t.Fatalf("killed %d times, then %v: %s", killed, err, out)
	}
	run, err := trajectories.Open(onlyRun(t, h))
	if err != nil {
		t.Fatal(err)
	}
	if end := run.End(); end == nil || end.Outcome != "steps" || len(end.Superseded) > 0 || len(run.Steps()) != 4 {
		t.Fatalf("%+v", end)
	}
	if text := recordText(t, onlyRun(t, h)); !strings.HasPrefix(text, before) {
		t.Error("the record's beginning was changed")
	}
	// Asked again was only what had no answer when the process died.
	seen, twice := map[string]bool{}, 0
	for _, body := range srv.Requests() {
		if seen[string(body)] {
			twice++
		}
		seen[string(body)] = true
	}
	if len(seen) != 4 || twice > killed {
		t.Errorf("%d different requests, %d asked again after %d kills", len(seen), twice, killed)
	}
}

// Of several runs the resumed one has those before it, read back, and those after it
// follow; the best of all is written where the first command said.
func TestModelResumeOfSeveral(t *testing.T) {
	if testing.Short() {
		t.Skip("make check runs it")
	}
	tlatest.Toolchain(t)
	folder := filepath.Join(t.TempDir(), "lock")
	if err := os.CopyFS(folder, os.DirFS(filepath.Join("..", "examples", "systems", "spinlock"))); err != nil {
		t.Fatal(err)
	}
	left := []string{still}
	srv := llmtest.Func(t, func(n int, _ []byte) llmtest.Reply {
		if len(left) == 0 {
			return llmtest.Reply{Status: 400, Body: `{"error":{"message":"no reply is left"}}`}
		}
		module := left[0]
		left = left[1:]
		return llmtest.Reply{ToolCalls: []llmtest.Call{{ID: "x", Name: "run_tlc", Arguments: args(map[string]any{"module": module})}}}
	})
	h := systemHome(t, srv, "", "react")
	h.env["ENSURES_AGENT_PLANNING"] = "0"
	out := filepath.Join(h.dir, "best")
	if code := h.run(t, "model", "--task", folder, "--runs", "3", "--max-steps", "1", "--out", out); code != ExitError {
		t.Fatalf("exit %d: %s", code, h.stderr.String())
	}
	if text := h.stderr.String(); !strings.Contains(text, "no reply is left") || !strings.Contains(text, "go on with: ensures model --resume ") {
		t.Errorf("%s", text)
	}
	_, name, _ := strings.Cut(strings.TrimSpace(h.stderr.String()), "--resume ")

	left = []string{torn}
	if code := h.run(t, "model", "--resume", name, "--runs", "4"); code != ExitUsage {
		t.Errorf("--runs: exit %d", code)
	}
	change := func(file, text, complaint string) {
		t.Helper()
		path := filepath.Join(folder, file)
		was, err := os.ReadFile(path)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if code := h.run(t, "model", "--resume", name); code != ExitError || !strings.Contains(h.stderr.String(), complaint) {
			t.Errorf("%s: exit %d, %s", file, code, h.stderr.String())
		}
		if os.IsNotExist(err) {
			err = os.Remove(path)
		} else {
			err = os.WriteFile(path, was, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	trace, err := os.ReadFile(filepath.Join(folder, "traces", "trace-01.ndjson"))
	if err != nil {
		t.Fatal(err)
	}
	change("source/spinlock.rs", "fn main() {}\n", "spinlock.rs is not as it was when the run "+name+" began")
	change("traces/trace-99.ndjson", string(trace), "trace-99.ndjson is not as it was")
	if err := os.Rename(filepath.Join(folder, "traces", "trace-06.ndjson"), filepath.Join(h.dir, "aside")); err != nil {
		t.Fatal(err)
	}
	if code := h.run(t, "model", "--resume", name); code != ExitError || !strings.Contains(h.stderr.String(), "trace-06.ndjson is not among the task's files now") {
		t.Errorf("a trace less: exit %d, %s", code, h.stderr.String())
	}
	if err := os.Rename(filepath.Join(h.dir, "aside"), filepath.Join(folder, "traces", "trace-06.ndjson")); err != nil {
		t.Fatal(err)
	}
	// Somewhere else now: the folder may be named.
	moved := filepath.Join(h.dir, "moved")
	if err := os.Rename(folder, moved); err != nil {
		t.Fatal(err)
	}
	if n := len(srv.Requests()); n != 2 {
		t.Errorf("%d requests", n)
	}
	if code := h.run(t, "model", "--resume", name, "--task", moved, "--json"); code != ExitError { // the third run has no reply
		t.Fatalf("exit %d: %s%s", code, h.stdout.String(), h.stderr.String())
	}
	_, third, _ := strings.Cut(strings.TrimSpace(h.stderr.String()), "--resume ")
	if third == name || third == "" {
		t.Fatalf("the third run is %q: %s", third, h.stderr.String())
	}
	if code := h.run(t, "model", "--resume", name, "--task", moved); code != ExitError || !strings.Contains(h.stderr.String(), "come to its end") {
		t.Errorf("a run that ended: exit %d, %s", code, h.stderr.String())
	}
	left = []string{still + "\n\\* the third"}
	if code := h.run(t, "model", "--resume", third, "--task", moved, "--json"); code != ExitBelow {
		t.Fatalf("exit %d: %s%s", code, h.stdout.String(), h.stderr.String())
	}
	var runs []modelRun
	for l := range strings.Lines(h.stdout.String()) {
		var r modelRun
		if err := json.Unmarshal([]byte(l), &r); err != nil {
			t.Fatal(err)
		}
		runs = append(runs, r)
	}
	if len(runs) != 3 || runs[1].Run != name || runs[2].Run != third || slices.ContainsFunc(runs, func(r modelRun) bool { return r.Outcome != "steps" || r.Steps != 1 || r.Tokens != 110 }) {
		t.Fatalf("%+v", runs)
	}
	if runs[0].Missing != "" || !strings.HasPrefix(runs[1].Missing, "Spinlock:3") {
		t.Errorf("%q, %q", runs[0].Missing, runs[1].Missing)
	}
	got, err := os.ReadFile(filepath.Join(out, "Spinlock.tla"))
	if err != nil || strings.TrimSpace(string(got)) != still { // the first of the equals
		t.Errorf("%s, %v", got, err)
	}
}

// A killed ensures leaves no TLC behind, however long that would have worked.
func TestKillEndsTLC(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux ends children with their parent")
	}
	jar := tlatest.Toolchain(t).Jar
	dir := t.TempDir()
	module := filepath.Join(dir, "Counter.tla")
	if err := os.WriteFile(module, []byte("---- MODULE Counter ----\nEXTENDS Naturals\nVARIABLE x\nInit == x = 0\nNext == x' = x + 1\n====\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	real, err := exec.LookPath("java")
	if err != nil {
		t.Fatal(err)
	}
	java, pids := filepath.Join(dir, "java"), filepath.Join(dir, "pids")
	if err := os.WriteFile(java, []byte("#!/bin/sh\necho $$ >> '"+pids+"'\nexec '"+real+"' \"$@\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	child := exec.Command(os.Args[0], "tla", "check", module)
	child.Args[0] = "ensures"
	child.Env = append(os.Environ(), "ENSURES_TLA_JAVA="+java, "ENSURES_TLA_JAR="+jar, "XDG_STATE_HOME="+dir)
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	running := func(pid string) bool {
		line, err := os.ReadFile(filepath.Join("/proc", pid, "cmdline")) // of what nobody waited for it is empty
		return err == nil && strings.Contains(string(line), "tlc2.TLC")
	}
	pid := ""
	for end := time.Now().Add(20 * time.Second); !running(pid) || pid == ""; time.Sleep(20 * time.Millisecond) {
		raw, _ := os.ReadFile(pids)
		pid = strings.TrimSpace(string(raw))
		if time.Now().After(end) {
			_ = child.Process.Kill()
			t.Fatalf("TLC does not start: %q", raw)
		}
	}
	time.Sleep(500 * time.Millisecond)
	if !running(pid) {
		t.Fatal("TLC has ended by itself: the test shows nothing")
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait()
	for end := time.Now().Add(2 * time.Second); running(pid); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("TLC, process %s, still works", pid)
		}
	}
}
