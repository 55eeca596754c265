package key

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"time"

	"ensures/sandbox"
	"ensures/verify"
)

// Version is the version of KeY that the driver is written for.
const Version = "2.12.3"

// Artifact is a Maven artifact that a KeY installation begins with; its run-time
// dependencies belong to it.
type Artifact struct{ Group, Name, Version string }

// Artifacts are KeY's core and a logger that is silent.
func Artifacts() []Artifact {
	return []Artifact{{"org.key-project", "key.core", Version}, {"org.slf4j", "slf4j-nop", "2.0.17"}}
}

// The driver is a program of its own that is compiled against KeY on the machine:
// KeY is under the GPL, and no part of it is in ensures.
//
//go:embed driver/*.java
var driver embed.FS

// Sources are the driver's Java files by name.
func Sources() map[string][]byte {
	out := map[string][]byte{}
	es, err := driver.ReadDir("driver")
	if err != nil {
		panic(err) // embedded
	}
	for _, e := range es {
		b, err := driver.ReadFile("driver/" + e.Name())
		if err != nil {
			panic(err) // embedded
		}
		out[e.Name()] = b
	}
	return out
}

// Home is a KeY installation: a folder with KeY's jars in lib and the compiled
// driver beside it.
type Home string

// Lib is the folder of the jars.
func (h Home) Lib() string { return filepath.Join(string(h), "lib") }

// driverDir is where this version of the driver is compiled to. Its name has a hash
// of the source, so that a new ensures with an old installation compiles anew.
func (h Home) driverDir() string {
	src := Sources()
	names := make([]string, 0, len(src))
	for n := range src {
		names = append(names, n)
	}
	sort.Strings(names)
	sum := sha256.New()
	for _, n := range names {
		fmt.Fprintf(sum, "%s\n%s\n", n, src[n])
	}
	return filepath.Join(string(h), "driver-"+hex.EncodeToString(sum.Sum(nil))[:12])
}

// Check reports whether KeY's jars are there, as a *verify.MissingError when not.
func (h Home) Check() error {
	if h == "" {
		return missing()
	}
	if _, err := os.Stat(filepath.Join(h.Lib(), "key.core-"+Version+".jar")); err != nil {
		return missing()
	}
	return nil
}

func missing() error {
	return &verify.MissingError{Tool: "KeY " + Version, Hint: "run `ensures setup key`"}
}

// Compiled reports whether the driver is compiled.
func (h Home) Compiled() bool {
	_, err := os.Stat(filepath.Join(h.driverDir(), "Driver.class"))
	return err == nil
}

// Compile compiles the driver against the jars, as a whole or not at all.
func (h Home) Compile(ctx context.Context, javac string) error {
	if err := h.Check(); err != nil {
		return err
	}

	tmp, err := os.MkdirTemp(string(h), ".driver-")
	if err != nil {
		return fmt.Errorf("compile KeY's driver: %w", err)
	}
	defer os.RemoveAll(tmp)
	args := []string{"-proc:none", "-nowarn", "-cp", filepath.Join(h.Lib(), "*"), "-d", filepath.Join(tmp, "classes")}
	for n, b := range Sources() {
		p := filepath.Join(tmp, n)
		if err := os.WriteFile(p, b, 0o600); err != nil {
			return fmt.Errorf("compile KeY's driver: %w", err)
		}
		args = append(args, p)
	}

	r, err := sandbox.Run(ctx, sandbox.Cmd{Path: javac, Args: args, Timeout: 2 * time.Minute})
	if err != nil {
		return fmt.Errorf("compile KeY's driver: %w", err)
	}
	if r.ExitCode != 0 {
		return fmt.Errorf("compile KeY's driver: javac's exit status %d: %s%s", r.ExitCode, r.Stdout, r.Stderr)
	}
	dir := h.driverDir()
	if err := os.Rename(filepath.Join(tmp, "classes"), dir); err != nil && !h.Compiled() { // another process may have been first
		return fmt.Errorf("compile KeY's driver: %w", err)
	}
	return nil
}

// StartOptions describe how workers are started.
type StartOptions struct {
	Home   Home
	Java   string // path of java; "java" on PATH when empty
	Javac  string // path of javac, for the driver's first use; "javac" on PATH when empty
	Memory string // of the Java heap, as -Xmx takes it; empty is 2g
	Nice   bool   // at a low priority
}

// Starter starts real workers of the installation. It compiles the driver first
// where that has not been done.
func (o StartOptions) Starter() Starter {
	java, javac, memory := orElse(o.Java, "java"), orElse(o.Javac, "javac"), orElse(o.Memory, "2g")
	return func(integers string) (Conn, error) {
		if err := o.Home.Check(); err != nil {
			return nil, err
		}
		path, err := sandbox.Find(java)
		if err != nil {
			return nil, &verify.MissingError{Tool: "java", Hint: "KeY needs a JDK, version 17 or later"}
		}
		if !o.Home.Compiled() {
			if err := o.Home.Compile(context.Background(), javac); err != nil {
				return nil, err
			}
		}

		dir, remove, err := sandbox.TempDir("key")
		if err != nil {
			return nil, fmt.Errorf("start KeY: %w", err)
		}
		// KeY keeps settings in its user's home: each worker has one of its own.
		args := []string{"-Xmx" + memory, "-Xss16m", "-XX:+UseSerialGC", "-Djava.awt.headless=true", "-Duser.home=" + dir, "-Djava.io.tmpdir=" + dir,
			"-cp", o.Home.driverDir() + string(os.PathListSeparator) + filepath.Join(o.Home.Lib(), "*"), "Driver", dir, integers}
		if o.Nice {
			if nice, err := sandbox.Find("nice"); err == nil {
				path, args = nice, append([]string{"-n", "10", path}, args...)
			}
		}
		s, err := sandbox.StartSession(sandbox.SessionOptions{Path: path, Args: args, Dir: dir, Env: environment()})
		if err != nil {
			remove()
			return nil, err
		}
		return &session{s, remove}, nil
	}
}

// environment is what a worker sees of ours: enough to find programs, no more.
func environment() []string {
	var out []string
	for _, k := range []string{"PATH", "LANG", "LC_ALL", "JAVA_HOME", "SYSTEMROOT"} {
		if v, ok := os.LookupEnv(k); ok {
			out = append(out, k+"="+v)
		}
	}
	return out
}

// session is a worker's process with its scratch folder.
type session struct {
	*sandbox.Session
	remove func()
}

func (s *session) Write(b []byte) (int, error) { return s.Stdin.Write(b) }
func (s *session) Read(b []byte) (int, error)  { return s.Stdout.Read(b) }

// Kill implements Conn.
func (s *session) Kill() {
	s.Session.Kill()
	s.remove()
}

func orElse(s, or string) string {
	if s == "" {
		return or
	}
	return s
}
