package javatest

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"ensures/sandbox"
)

//go:embed Driver.java
var driver []byte

// Result is what a unit printed, and the exception that ended its main, if any.
type Result struct {
	Stdout  string
	Thrown  string // class name; empty when main returned
	Message string // of the exception; "null" when it has none
}

// JVM compiles and runs units in one JVM. Dir is a scratch folder of the caller's.
type JVM struct {
	Java, Javac string // executables
	Dir         string
	Major       int // version of the JVM, set by Run
}

var majorVersion = regexp.MustCompile(`version "(\d+)`)

// Run compiles all units with one javac and runs their main methods in one JVM.
// The result is keyed by unit name.
func (j *JVM) Run(ctx context.Context, units []Unit) (map[string]Result, error) {
	version, err := sandbox.Run(ctx, sandbox.Cmd{Path: j.Java, Args: []string{"-version"}})
	if err != nil {
		return nil, err
	}
	if m := majorVersion.FindSubmatch(version.Stderr); m != nil {
		j.Major, _ = strconv.Atoi(string(m[1]))
	}
	if err := j.compile(ctx, units); err != nil {
		return nil, err
	}
	var names strings.Builder
	for _, u := range units {
		names.WriteString(u.Name + "\n")
	}
	list := filepath.Join(j.Dir, "names.txt")
	if err := os.WriteFile(list, []byte(names.String()), 0o644); err != nil {
		return nil, err
	}
	res, err := sandbox.Run(ctx, sandbox.Cmd{
		Path: j.Java,
		Args: []string{"-Xss4m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Duser.language=en", "-Duser.country=US", "-Dfile.encoding=UTF-8", "-cp", j.classes(), "Driver", list},
		Dir:  j.Dir, Timeout: 15 * time.Minute, MaxOutput: 512 << 20,
	})
	if err != nil {
		return nil, err
	}
	if res.ExitCode != 0 || res.TimedOut {
		return nil, fmt.Errorf("java ended with %d (timed out: %v): %s", res.ExitCode, res.TimedOut, res.Stderr)
	}
	return parse(res.Stdout)
}

func (j *JVM) classes() string { return filepath.Join(j.Dir, "classes") }

func (j *JVM) compile(ctx context.Context, units []Unit) error {
	src := filepath.Join(j.Dir, "src")
	if err := os.MkdirAll(src, 0o755); err != nil {
		return err
	}
	var files strings.Builder
	write := func(name string, text []byte) error {
		path := filepath.Join(src, name+".java")
		files.WriteString(path + "\n")
		return os.WriteFile(path, text, 0o644)
	}
	if err := write("Driver", driver); err != nil {
		return err
	}
	if err := write("Show", []byte("class Show {"+showHelpers+"}\n")); err != nil {
		return err
	}
	for _, u := range units {
		if err := write(u.Name, []byte(u.Source)); err != nil {
			return err
		}
	}
	list := filepath.Join(j.Dir, "files.txt")
	if err := os.WriteFile(list, []byte(files.String()), 0o644); err != nil {
		return err
	}
	res, err := sandbox.Run(ctx, sandbox.Cmd{
		// without -g, as most programs are compiled and as `java FILE` does: messages
		// of NullPointerException name local variables by their slots
		Path: j.Javac, Args: []string{"-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1", "-J-Xmx1500m", "-nowarn", "-proc:none", "-Xmaxerrs", "20", "-encoding", "UTF-8", "-d", j.classes(), "@" + list},
		Timeout: 15 * time.Minute, MaxOutput: 64 << 10,
	})
	switch {
	case err != nil:
		return err
	case res.TimedOut:
		return fmt.Errorf("javac took longer than %v", res.Elapsed.Round(time.Second))
	case res.ExitCode != 0:
		return fmt.Errorf("javac ended with %d: %s%s", res.ExitCode, res.Stdout, res.Stderr)
	}
	return nil
}

// parse reads the driver's output.
func parse(out []byte) (map[string]Result, error) {
	results := map[string]Result{}
	in := bufio.NewReader(bytes.NewReader(out))
	for {
		head, err := in.ReadString('\n')
		if err == io.EOF && head == "" {
			return results, nil
		}
		var name string
		var text, thrown int
		if _, err := fmt.Sscanf(head, "%s %d %d", &name, &text, &thrown); err != nil {
			return nil, fmt.Errorf("driver's output: %q: %w", head, err)
		}
		buf := make([]byte, text+thrown+1)
		if _, err := io.ReadFull(in, buf); err != nil {
			return nil, fmt.Errorf("driver's output of %s: %w", name, err)
		}
		r := Result{Stdout: string(buf[:text])}
		r.Thrown, r.Message, _ = strings.Cut(string(buf[text:text+thrown]), "\n")
		results[name] = r
	}
}
