package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"ensures/internal/leak"
	"ensures/internal/require"
	"ensures/runner/queue/server"
	"ensures/sandbox"
	"ensures/setup"
	"ensures/tla"
	"ensures/verify/key"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"
)

func TestMain(m *testing.M) {
	sandbox.Child()
	require.UseInstalled("z3", "cvc5")
	testscript.Main(m, map[string]func(){"ensures": func() { os.Exit(Main()) }})
}

// Every behaviour of the command line is one script.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("XDG_STATE_HOME", e.WorkDir+"/state")
			e.Setenv("XDG_CONFIG_HOME", e.WorkDir+"/config")
			e.Setenv("XDG_DATA_HOME", e.WorkDir+"/data")
			e.Setenv("XDG_CACHE_HOME", e.WorkDir+"/cache")
			// Scripts have a folder of tools of their own; the machine's KeY is for those
			// that ask for it.
			e.Setenv("KEY_HOME", string(machineKeY()))
			e.Setenv("TLC_JAR", machineTLC())
			e.Setenv("RUSTC", machineRustc()) // rustup's own looks for its toolchains below HOME
			e.Setenv("CARGO", filepath.Join(filepath.Dir(machineRustc()), "cargo"))
			workspace, err := filepath.Abs("../rust/cargo/testdata/workspace")
			if err != nil {
				return err
			}
			e.Setenv("WORKSPACE", workspace)
			bin, _, _ := strings.Cut(e.Getenv("PATH"), string(os.PathListSeparator))
			e.Setenv("ENSURES_BIN", bin) // for scripts that hide the machine's tools
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "latin1": latin1, "verdicts": verdicts, "groupsgone": groupsGone,
			"queue": startQueue, "lines": countLines, "appears": appears, "actionstep": actionStep, "sarif": checkSARIF},
		Condition: func(cond string) (bool, error) {
			// [tool:NAME] is whether a tool is there; where the run requires it, it must be.
			name, ok := strings.CutPrefix(cond, "tool:")
			if !ok {
				return false, fmt.Errorf("unknown condition %q", cond)
			}
			_, err := exec.LookPath(name)
			if name == "key" {
				err = machineKeY().Check()
			}
			if name == "cargo" {
				_, err = os.Stat(filepath.Join(filepath.Dir(machineRustc()), "cargo"))
			}
			if name == "rustc" && machineRustc() == "" {
				err = errors.New("no rustc that tells where it is")
			}
			if name == "tlc" {
				_, err = tla.Find(context.Background(), tla.Options{Jar: machineTLC()})
			}
			if err != nil && require.Promised(name) {
				return false, fmt.Errorf("%s is not there, but this run requires it", name)
			}
			return err == nil, nil
		},
	})
}

// machineKeY is the KeY that the environment names or setup installed.
func machineKeY() key.Home {
	if h := os.Getenv("ENSURES_VERIFY_KEY"); h != "" {
		return key.Home(h)
	}
	return setup.KeyHome(setup.Dir(os.Getenv))
}

// machineTLC is the tla2tools.jar that the environment names or setup installed.
func machineTLC() string {
	if jar := os.Getenv("ENSURES_TLA_JAR"); jar != "" {
		return jar
	}
	jar, _ := setup.Find(setup.Dir(os.Getenv), "tla")
	return jar
}

// exits CODE ARGS…: ensures ends with the exit code. The output is left for
// `stdout` and `stderr`.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE args…")
	}
	err := ts.Exec("ensures", args[1:]...)
	got := "0"
	if err != nil {
		got = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if got != args[0] {
		ts.Fatalf("ensures %s: exit code %s, want %s", strings.Join(args[1:], " "), got, args[0])
	}
}

// latin1 FILE writes a Java file with a letter that is no UTF-8, at 2:11.
func latin1(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte("class L {\n    // caf\xe9\n}\n"), 0o644))
}

// verdicts FILE: the JSON lines on stdout say of each file what FILE does.
func verdicts(ts *testscript.TestScript, _ bool, args []string) {
	got := ""
	for line := range strings.Lines(ts.ReadFile("stdout")) {
		var one struct{ File, Verdict string }
		ts.Check(json.Unmarshal([]byte(line), &one))
		got += one.File + " " + one.Verdict + "\n"
	}
	if want := ts.ReadFile(args[0]); got != want {
		ts.Fatalf("got:\n%swant:\n%s", got, want)
	}
}

// startQueue starts a queue of runs and puts its address into QUEUE.
func startQueue(ts *testscript.TestScript, _ bool, _ []string) {
	s, err := server.Start(server.Options{Listen: "127.0.0.1:0", Store: ts.MkAbs("queue")})
	ts.Check(err)
	ts.Defer(s.Close)
	ts.Setenv("QUEUE", s.URL())
}

// countLines FILE N: the file has so many lines.
func countLines(ts *testscript.TestScript, _ bool, args []string) {
	if n := strings.Count(ts.ReadFile(args[0]), "\n"); strconv.Itoa(n) != args[1] {
		ts.Fatalf("%s has %d lines, want %s", args[0], n, args[1])
	}
}

// appears FILE: the file has something in it, or soon will.
func appears(ts *testscript.TestScript, _ bool, args []string) {
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if info, err := os.Stat(ts.MkAbs(args[0])); err == nil && info.Size() > 0 {
			return
		}
	}
	ts.Fatalf("%s does not appear", args[0])
}

// groupsGone FILE: of the process groups named in FILE, one a line, none is left.
func groupsGone(ts *testscript.TestScript, _ bool, args []string) {
	groups := strings.Fields(ts.ReadFile(args[0]))
	if len(groups) == 0 {
		ts.Fatalf("%s names no process group: the test shows nothing", args[0])
	}
	for _, g := range groups {
		n, err := strconv.Atoi(g)
		ts.Check(err)
		ts.Check(leak.Group(n))
	}
}

// each calls f for every verb.
func each(c *cobra.Command, f func(*cobra.Command)) {
	f(c)
	for _, sub := range c.Commands() {
		each(sub, f)
	}
}

// Every verb says what it does and shows an example that begins with its name.
func TestEveryVerbHasAnExample(t *testing.T) {
	each(newRoot(&app{}), func(c *cobra.Command) {
		if c.Short == "" {
			t.Errorf("%s has no short description", c.CommandPath())
		}
		if c.HasSubCommands() && c.HasParent() {
			return
		}
		if !strings.Contains(c.Example, c.CommandPath()) {
			t.Errorf("%s has no example of itself: %q", c.CommandPath(), c.Example)
		}
	})
}

// A cancelled context ends a verb with the interrupt's exit code.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stdout, stderr bytes.Buffer
	code := Run(ctx, Env{
		Args: []string{"doctor"}, Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr, Now: time.Now,
		Getenv: func(k string) string {
			if k == "XDG_STATE_HOME" {
				return t.TempDir()
			}
			return ""
		},
	})
	if code != ExitInterrupted {
		t.Errorf("exit code %d, want %d; stderr: %s", code, ExitInterrupted, stderr.String())
	}
}

// machineRustc is the machine's compiler itself, behind rustup's proxy.
func machineRustc() string {
	out, err := exec.Command("rustc", "--print", "sysroot").Output()
	if err != nil {
		return ""
	}
	return filepath.Join(strings.TrimSpace(string(out)), "bin", "rustc")
}
