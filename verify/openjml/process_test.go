package openjml_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"ensures/internal/leak"
	"ensures/internal/require"
	"ensures/verify"
	"ensures/verify/openjml"
)

// fake makes a backend over a shell script in the place of OpenJML. $DIR is a
// folder of the test's, $FILE the last argument.
func fake(t *testing.T, script string, o openjml.Options) (b *openjml.Backend, dir string) {
	t.Helper()
	dir = t.TempDir()
	path := filepath.Join(dir, "openjml")
	text := "#!/bin/sh\nDIR=" + dir + "\nfor FILE; do :; done\ncase \"$*\" in *--version*) echo 'openjml 0.21.0-alpha-0'; exit;; esac\necho $$ >> $DIR/groups\n" + script
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	o.Command = append([]string{path}, o.Command...)
	return openjml.New(o), dir
}

// TestReplay: every recorded run again, by a process that prints what was recorded.
func TestReplay(t *testing.T) {
	require.Tool(t, "cat")
	paths, err := filepath.Glob(filepath.Join(require.Shared(t, "transcripts/openjml"), "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no transcripts", err)
	}
	for _, p := range paths {
		raw, src := transcript(t, p)
		if raw.Exit < 0 {
			continue // was killed: see TestFaults
		}
		name := filepath.Base(p)
		t.Run(name, func(t *testing.T) {
			b, dir := fake(t, "[ -s $FILE ] || exit 2\ncat $DIR/out; exit $(cat $DIR/exit)", openjml.Options{})
			if raw.Exit == 0 { // it was recorded without being asked what it does
				raw.Stdout += "Completed proving methods in Solution [1 secs]\n"
			}
			for file, text := range map[string]string{"out": raw.Stdout, "exit": strconv.Itoa(raw.Exit)} {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			out, err := b.Verify(t.Context(), verify.Request{File: "Solution.java", Source: src})
			want := wants[name[:2]]
			var crash *openjml.CrashError
			if want == "crash" {
				if !errors.As(err, &crash) {
					t.Errorf("%+v, %v", out, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			got := out.Verdict.String()
			if len(out.Diagnostics) > 0 {
				d := out.Diagnostics[0]
				got = fmt.Sprintf("%s %s %d %d", got, d.Kind, d.Line, d.AssociatedLine)
			}
			if got != want || out.Backend != "openjml" || out.Version != "0.21.0-alpha-0" || out.Raw == nil || out.Raw.Exit != raw.Exit {
				t.Errorf("got %s by %s %s, want %s", got, out.Backend, out.Version, want)
			}
		})
	}
}

const one = "public class One {\n    //@ ensures \\result == 1;\n    public static int one() { return 1; }\n}\n"

// TestFaults: what is no answer is an error; what takes too long is unknown; no
// process is left.
func TestFaults(t *testing.T) {
	require.Tool(t, "sleep")
	require.Tool(t, "head")
	require.Tool(t, "tr")
	for _, c := range []struct {
		name, script string
		want         string // verdict, or part of the error
	}{
		{"silence and status 0", `exit 0`, "it proved nothing"},
		{"words and status 0", `echo 'Completed proving methods in One [1 secs]'`, "verified"},
		{"silence and status 6", `exit 6`, "openjml failed (exit status 6): exit status does not fit the output"},
		{"killed", `kill -9 $$`, "openjml failed (exit status -1)"},
		{"out of memory", `echo 'Exception in thread "main" java.lang.OutOfMemoryError: Java heap space'; exit 1`, "OutOfMemoryError"},
		{"internal error", `echo 'One.java:1: error: A catastrophic JML internal error occurred.  Please report'; exit 1`, "catastrophic"},
		{"garbage", `head -c 4096 /dev/zero | tr '\0' '#'; exit 0`, "unreadable line"},
		{"endless output", `while :; do echo 'Note: again'; done`, "unknown"},
		{"hangs", `sleep 300 & sleep 300`, "unknown"},
		{"answers and leaves a child", `echo 'Completed proof of One.one() with prover z3 - no warnings'; sleep 300 > /dev/null 2>&1 & exit 0`, "verified"},
		{"ignores being asked to end", `trap '' TERM INT; sleep 300`, "unknown"},
		{"notes of 0.17", `echo 'Completed proof of One.one() with prover z3 - no warnings'; echo 'Note: One.java uses unchecked or unsafe operations.'; echo 'Note: Recompile with -Xlint:unchecked for details.'; echo 'One.java:2: Note: Not implemented for static checking: ensures clause containing \x'; exit 0`, "verified"},
		{"solver's time-out", `echo 'One.java:3: verify: Validity is unknown - time or memory limit reached: : 5 secs'; echo '1 verification failure'; exit 6`, "unknown"},
	} {
		t.Run(c.name, func(t *testing.T) {
			leaks := leak.Goroutines()
			limit := 30 * time.Second
			if c.want == "unknown" && !strings.Contains(c.script, "exit 6") {
				limit = 400 * time.Millisecond
			}
			b, dir := fake(t, c.script, openjml.Options{Timeout: limit})
			start := time.Now()
			out, err := b.Verify(t.Context(), verify.Request{File: "One.java", Source: one})
			got := out.Verdict.String()
			if err != nil {
				got = err.Error()
				if !errors.As(err, new(*openjml.CrashError)) {
					t.Errorf("%v is no crash", err)
				}
			}
			if got != c.want && (err == nil || !strings.Contains(got, c.want)) {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if d := time.Since(start); d > 20*time.Second {
				t.Errorf("took %v", d)
			}
			groups, _ := os.ReadFile(filepath.Join(dir, "groups"))
			for _, g := range strings.Fields(string(groups)) {
				n, _ := strconv.Atoi(g)
				if err := leak.Group(n); err != nil {
					t.Error(err)
				}
			}
			if err := leaks(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestWrapper: a command of the user's with arguments before OpenJML's own, which
// sees the file under the name of its public class.
func TestWrapper(t *testing.T) {
	require.Tool(t, "cat")
	b, dir := fake(t, `printf '%s\n' "$@" > $DIR/args; cat $FILE > $DIR/source; basename $FILE > $DIR/name; echo 'Summary:'`, openjml.Options{
		Command: []string{"--image", "openjml:0.21"}, Prover: "cvc4", Args: []string{"--extra"}})
	out, err := b.Verify(t.Context(), verify.Request{File: "dir/Other.java", Source: one, Options: verify.Options{
		Arithmetic: verify.Quiet, NullableByDefault: true, Method: "one", MaxWarnings: 1}})
	if err != nil || out.Verdict != verify.Verified || len(out.Methods) != 1 || out.Methods[0].Verdict != verify.Verified {
		t.Fatalf("%+v, %v", out, err)
	}
	for file, want := range map[string]string{
		"args":   "--image\nopenjml:0.21\n--esc\n--esc-max-warnings\n1\n--prover=cvc4\n--nullable-by-default\n--arithmetic-failure=quiet\n--method=one\n-nowarn\n-progress\n--extra\nOne.java\n",
		"source": one, "name": "One.java\n",
	} {
		got, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil || string(got) != want {
			t.Errorf("%s is %q, want %q, %v", file, got, want, err)
		}
	}
}

func TestMissing(t *testing.T) {
	require.Tool(t, "sleep")
	for _, command := range []string{"/nowhere/openjml", "no-such-openjml"} {
		b := openjml.New(openjml.Options{Command: []string{command}})
		_, verr := b.Version(t.Context())
		_, err := b.Verify(t.Context(), verify.Request{File: "One.java", Source: one})
		var missing *verify.MissingError
		if !errors.As(err, &missing) || !errors.As(verr, &missing) || !strings.Contains(missing.Hint, "ensures setup openjml") {
			t.Errorf("%s: %v, %v", command, err, verr)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	b, _ := fake(t, "sleep 300", openjml.Options{})
	time.AfterFunc(200*time.Millisecond, cancel)
	if _, err := b.Verify(ctx, verify.Request{File: "One.java", Source: one}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
