package libtest

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"ensures/sandbox"
)

//go:embed Shapes.java
var shapes string

//go:embed Driver.java
var driver string

//go:embed Inputs.java
var inputs string

//go:embed Heap.java
var heaps string

// JVM runs methods of the real class library. Dir is a scratch folder of the caller's.
type JVM struct {
	Java, Javac string // executables
	Dir         string

	compiled bool
}

// Run calls each method on count inputs made from a seed, and returns the name of the
// file that says what happened.
func (j *JVM) Run(ctx context.Context, methods []Method, seed int64, count int) (string, error) {
	if err := j.compile(ctx); err != nil {
		return "", err
	}
	var list strings.Builder
	for _, m := range methods {
		list.WriteString(m.line() + "\n")
	}
	in, out := filepath.Join(j.Dir, "methods.txt"), filepath.Join(j.Dir, "calls.txt")
	if err := os.WriteFile(in, []byte(list.String()), 0o644); err != nil {
		return "", err
	}

	// The option hashCode=2 gives all objects one identity hash code, so that no order depends on
	// the run.
	res, err := sandbox.Run(ctx, sandbox.Cmd{
		Path: j.Java,
		Args: []string{"-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=2", "-Duser.language=en", "-Duser.country=US",
			"--add-opens", "java.base/java.lang=ALL-UNNAMED", "--add-opens", "java.base/java.util=ALL-UNNAMED",
			"-cp", j.classes(), "Driver", in, strconv.FormatInt(seed, 10), strconv.Itoa(count), out},
		Dir: j.Dir, Timeout: 30 * time.Minute,
	})
	switch {
	case err != nil:
		return "", err
	case res.ExitCode != 0 || res.TimedOut:
		return "", fmt.Errorf("java ended with %d (timed out: %v): %s", res.ExitCode, res.TimedOut, res.Stderr)
	}
	return out, nil
}

func (j *JVM) classes() string { return filepath.Join(j.Dir, "classes") }

// compile makes the driver's classes, once.
func (j *JVM) compile(ctx context.Context) error {
	if j.compiled {
		return nil
	}
	args := []string{"-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-d", j.classes()}
	for name, text := range map[string]string{"Shapes.java": shapes, "Driver.java": driver, "Inputs.java": inputs, "Heap.java": heaps} {
		path := filepath.Join(j.Dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
		args = append(args, path)
	}
	res, err := sandbox.Run(ctx, sandbox.Cmd{Path: j.Javac, Args: args, Timeout: 5 * time.Minute, MaxOutput: 64 << 10})
	if err == nil && (res.ExitCode != 0 || res.TimedOut) {
		err = fmt.Errorf("javac ended with %d: %s%s", res.ExitCode, res.Stdout, res.Stderr)
	}
	j.compiled = err == nil
	return err
}
