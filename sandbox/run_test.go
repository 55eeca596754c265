package sandbox

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ensures/internal/require"
)

func TestRun(t *testing.T) {
	require.Tool(t, "cat")
	require.Tool(t, "sleep")
	sh := require.Tool(t, "sh")
	for _, c := range []struct {
		name   string
		script string
		cmd    Cmd
		want   Result
	}{
		{"output and exit code", "cat; echo err >&2; exit 3", Cmd{Stdin: strings.NewReader("in")},
			Result{ExitCode: 3, Stdout: []byte("in"), Stderr: []byte("err\n")}},
		{"signal", "kill -9 $$", Cmd{}, Result{ExitCode: -1}},
		{"output limit", "echo 123456789", Cmd{MaxOutput: 4}, Result{Stdout: []byte("1234"), Truncated: true}},
		{"time limit", "echo a; sleep 30", Cmd{Timeout: 200 * time.Millisecond}, Result{ExitCode: -1, Stdout: []byte("a\n"), TimedOut: true}},
		{"environment", "echo $A$HOME", Cmd{Env: []string{"A=b"}}, Result{Stdout: []byte("b\n")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.cmd.Path, c.cmd.Args = sh, []string{"-c", c.script}
			got, err := Run(context.Background(), c.cmd)
			if err != nil {
				t.Fatal(err)
			}
			if got.ExitCode != c.want.ExitCode || string(got.Stdout) != string(c.want.Stdout) ||
				string(got.Stderr) != string(c.want.Stderr) || got.Truncated != c.want.Truncated || got.TimedOut != c.want.TimedOut {
				t.Errorf("got %+v\nwant %+v", got, c.want)
			}
			if got.Elapsed > 10*time.Second {
				t.Errorf("took %v", got.Elapsed)
			}
		})
	}
}

func TestRunMissing(t *testing.T) {
	if _, err := Run(context.Background(), Cmd{Path: "no-such-tool-here"}); !errors.Is(err, ErrNotFound) {
		t.Errorf("got %v, want ErrNotFound", err)
	}
}

func TestRunCancelled(t *testing.T) {
	require.Tool(t, "sleep")
	sh := require.Tool(t, "sh")
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(100*time.Millisecond, cancel)
	start := time.Now()
	_, err := Run(ctx, Cmd{Path: sh, Args: []string{"-c", "sleep 30"}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
	if d := time.Since(start); d > 10*time.Second {
		t.Errorf("took %v", d)
	}
}

// A grandchild in the background dies with the group.
func TestRunLeavesNothing(t *testing.T) {
	require.Tool(t, "sleep")
	sh := require.Tool(t, "sh")
	mark := filepath.Join(t.TempDir(), "mark")
	if _, err := Run(context.Background(), Cmd{Path: sh, Args: []string{"-c", "(sleep 1; echo late > " + mark + ") >/dev/null 2>&1 & exit 0"}}); err != nil {
		t.Fatal(err)
	}
	time.Sleep(1500 * time.Millisecond)
	if _, err := os.Stat(mark); err == nil {
		t.Error("a background child outlived the run")
	}
}
