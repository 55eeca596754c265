package interp_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ensures/internal/golden"
	"ensures/internal/require"
	"ensures/java/interp"
)

// The programs of testdata run as `java FILE` runs them. NAME.out holds standard
// output and, after a line "--- exit 1", the first line of the stack trace.

func programs(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/*.java")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs in testdata: %v", err)
	}
	return files
}

func stdin(file string) string {
	b, err := os.ReadFile(strings.TrimSuffix(file, ".java") + ".in")
	if err != nil {
		return ""
	}
	return string(b)
}

func transcript(stdout string, code int, trace string) string {
	if code == 0 {
		return stdout
	}
	first, _, _ := strings.Cut(trace, "\n")
	return stdout + "--- exit " + string(rune('0'+code)) + "\n" + strings.TrimRight(first, "\r") + "\n"
}

func TestPrograms(t *testing.T) {
	for _, file := range programs(t) {
		name := strings.TrimSuffix(filepath.Base(file), ".java")
		t.Run(name, func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			out, _, end := run(t, file, string(src), stdin(file), interp.Limits{})
			if end.Kind != interp.Returned && end.Kind != interp.Thrown && end.Kind != interp.Exited {
				t.Errorf("%v\n%s", end, firstLines(end.Stack, 40))
			}
			golden.Text(t, strings.TrimSuffix(file, ".java")+".out", transcript(out, end.ExitCode(), end.String()))
		})
	}
}

// TestProgramsConfirm checks the expected outputs against the real `java`.
func TestProgramsConfirm(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a JVM for each program")
	}
	java := require.Tool(t, "java")
	for _, file := range programs(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			// Where a JVM compiles code that throws often, it throws an exception without a
			// message; when it compiles depends on the load of the machine.
			cmd := exec.Command(java, "-XX:-OmitStackTraceInFastThrow", "-Dstdout.encoding=UTF-8", "-Dfile.encoding=UTF-8", file)
			cmd.Stdin = strings.NewReader(stdin(file))
			var out, trace strings.Builder
			cmd.Stdout, cmd.Stderr = &out, &trace
			err := cmd.Run()
			code := 0
			if x, ok := err.(*exec.ExitError); ok {
				code = x.ExitCode()
			} else if err != nil {
				t.Fatal(err)
			}
			text := trace.String()
			for strings.HasPrefix(text, "Note:") || strings.HasPrefix(text, "warning:") {
				_, text, _ = strings.Cut(text, "\n")
			}
			golden.Text(t, strings.TrimSuffix(file, ".java")+".out", transcript(out.String(), code, text))
		})
	}
}
