package cmd

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"ensures/internal/require"
)

// The README's tour: a recorded run of a model on a file of examples/ is replayed
// through the real tools, without a key, and ends as it did.
func TestTour(t *testing.T) {
	require.Tool(t, "z3")
	root, err := require.Root()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(root)
	state := t.TempDir()
	var stdout, stderr bytes.Buffer
	code := Run(t.Context(), Env{
		Args:  []string{"annotate", "examples/Temperatures.java", "--model", "replay:examples/runs/Temperatures"},
		Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr, Now: time.Now,
		Getenv: func(k string) string {
			switch k {
			case "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME":
				return state
			case "PATH":
				return os.Getenv(k)
			}
			return ""
		},
	})
	if code != 0 {
		t.Fatalf("exit code %d: %s\n(where a text that the model is told has changed, `make tour` records the run anew)", code, stderr.String())
	}
	for _, want := range []string{
		"//@ ensures \\result == (\\num_of int k; 0 <= k && k < readings.length; readings[k] > limit);",
		"worked in codeact mode: 3 complete;", "3 verified by native",
	} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("no %q in\n%s", want, stdout.String())
		}
	}
}
