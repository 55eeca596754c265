package rust

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ensures/internal/require"
	"ensures/rust/spec"
	"ensures/sandbox"
	"ensures/verify"
)

// changes are one thing each that can be wrong in a program.
var changes = [][2]string{{" < ", " <= "}, {" <= ", " < "}, {" > ", " >= "}, {" == ", " != "}, {" != ", " == "}, {" + 1", " + 2"}, {" += 1", " += 2"},
	{" - 1", " - 2"}, {" - ", " + "}, {" + ", " - "}, {" % ", " / "}, {" && ", " || "}, {" = 0", " = 1"}, {"[index]", "[0]"}, {"true", "false"}}

// TestMutants changes the code of verified programs in one place. Where the changed
// program is verified against the same specification, its own tests must pass: what
// they ask for, the specification says.
func TestMutants(t *testing.T) {
	b := open(t)
	text, err := os.ReadFile(require.Shared(t, "data/rust/verusbench.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	asked, verified := 0, 0
	for line := range strings.Lines(string(text)) {
		var task struct {
			ID    string  `json:"task_id"`
			Truth string  `json:"ground_truth"`
			Tests *string `json:"tests"`
		}
		if err := json.Unmarshal([]byte(line), &task); err != nil {
			t.Fatal(err)
		}
		hash := sha256.Sum256([]byte(task.ID))
		if task.Tests == nil || testing.Short() && hash[2]%12 != 0 {
			continue
		}
		if outside(t, b, task.Truth) {
			continue
		}
		for _, m := range mutants(task.Truth) {
			asked++
			out, err := b.Verify(context.Background(), verify.Request{File: task.ID, Source: m, Options: verify.Options{Quick: true}})
			if err != nil {
				t.Fatalf("%s: %v", task.ID, err)
			}
			if out.Verdict != verify.Verified {
				continue
			}
			verified++
			if said, ok := passes(t, m); !ok {
				t.Errorf("%s is verified, and its test fails: %s\n%s", task.ID, said, m)
			}
		}
	}
	t.Logf("%d changed programs, %d of them verified", asked, verified)
	if asked == 0 {
		t.Error("no program was changed")
	}
}

// outside reports whether a program's tests call a function where its precondition
// does not hold: of such calls the specification says nothing.
func outside(t *testing.T, b *Backend, src string) bool {
	t.Helper()
	out, err := b.Verify(t.Context(), verify.Request{File: "main.rs", Source: src, Options: verify.Options{Quick: true, Method: "main"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range out.Diagnostics {
		if d.Kind == verify.Precondition {
			return true
		}
	}
	return false
}

// mutants are the programs with one change in the code of one function.
func mutants(src string) []string {
	f := spec.Parse(src)
	plain := f.Plain()
	var out []string
	for _, fn := range f.Funcs {
		if fn.Mode != spec.Exec || !fn.Asked {
			continue
		}
		for _, c := range changes {
			for at := fn.Body.From; at < fn.Body.To; at++ {
				// Only where the compiler sees it: code, and no clause.
				if strings.HasPrefix(src[at:], c[0]) && strings.HasPrefix(plain[at:], c[0]) && at+len(c[0]) < fn.Body.To {
					out = append(out, src[:at]+c[1]+src[at+len(c[0]):])
				}
			}
		}
	}
	return out
}

// passes compiles a program as it runs, and runs its tests.
func passes(t *testing.T, src string) (string, bool) {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "main.rs")
	if err := os.WriteFile(path, []byte(spec.Parse(src).Plain()), 0o600); err != nil {
		t.Fatal(err)
	}
	res, err := sandbox.Run(t.Context(), sandbox.Cmd{Path: "rustc", Args: []string{"--edition=2021", "-Awarnings", "-Coverflow-checks=on", "-o", filepath.Join(dir, "main"), path}, Dir: dir})
	if err != nil || res.ExitCode != 0 {
		t.Fatalf("%v\n%s", err, res.Stderr)
	}
	res, err = sandbox.Run(t.Context(), sandbox.Cmd{Path: filepath.Join(dir, "main"), Dir: dir, Timeout: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("exit %d, timed out %v\n%s", res.ExitCode, res.TimedOut, res.Stderr), res.ExitCode == 0 && !res.TimedOut
}
