package smt

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"ensures/sandbox"
)

// Program is a solver installed on the machine.
type Program struct {
	Dialect Dialect
	Path    string
	Version string
	// MemoryBytes limits the address space of each process; 0 is no limit.
	MemoryBytes int64
}

// oldest is the oldest version of each solver whose answers and options are known
// to be those that are relied upon.
var oldest = map[Dialect][2]int{Z3: {4, 8}, CVC5: {1, 0}}

// ProgramError is a solver that is there, or was named, and can't be used.
type ProgramError struct {
	Dialect Dialect
	Path    string
	Err     error
}

func (e *ProgramError) Error() string { return fmt.Sprintf("%s at %s: %v", e.Dialect, e.Path, e.Err) }
func (e *ProgramError) Unwrap() error { return e.Err }

// FindPrograms looks for z3 and cvc5 on the search path, in that order, and asks
// each for its version. A path that is given and does not work is a
// [*ProgramError]; so is one that was found, unless another solver works.
func FindPrograms(ctx context.Context, z3Path, cvc5Path string, memory int64) ([]Program, error) {
	var out []Program
	var broken error
	for _, c := range []struct {
		d    Dialect
		path string
	}{{Z3, z3Path}, {CVC5, cvc5Path}} {
		path := c.path
		if path == "" {
			found, err := sandbox.Find(c.d.String())
			if err != nil {
				continue
			}
			path = found
		}
		v, err := version(ctx, c.d, path)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if err != nil {
			err = &ProgramError{c.d, path, err}
			if c.path != "" {
				return nil, err
			}
			broken = errors.Join(broken, err)
			continue
		}
		out = append(out, Program{Dialect: c.d, Path: path, Version: v, MemoryBytes: memory})
	}
	if len(out) == 0 {
		return nil, broken
	}
	return out, nil
}

var versionRE = regexp.MustCompile(`(?i)\b(z3|cvc5) version \[?(\d+)\.(\d+)[^\s,\]]*`)

// version reads "Z3 version 4.8.12 - 64 bit" or "This is cvc5 version 1.0.3".
func version(ctx context.Context, d Dialect, path string) (string, error) {
	r, err := sandbox.Run(ctx, sandbox.Cmd{Path: path, Args: []string{"--version"}, Timeout: 10 * time.Second, MaxOutput: 1 << 16})
	switch {
	case err != nil:
		return "", err
	case r.TimedOut:
		return "", errors.New("--version does not answer within 10 s")
	}
	text := strings.TrimSpace(string(r.Stdout))
	m := versionRE.FindStringSubmatch(text)
	switch {
	case m == nil:
		return "", fmt.Errorf("--version says %s (exit status %d)", quoted([]string{text}), r.ExitCode)
	case !strings.EqualFold(m[1], d.String()):
		return "", fmt.Errorf("it is %s, not %s", m[1], d)
	}
	major, _ := strconv.Atoi(m[2])
	minor, _ := strconv.Atoi(m[3])
	v := m[0][strings.LastIndexAny(m[0], " [")+1:]
	if o := oldest[d]; major < o[0] || major == o[0] && minor < o[1] {
		return "", fmt.Errorf("version %s is too old: at least %d.%d is needed", v, o[0], o[1])
	}
	return v, nil
}

// Start starts a process of the program.
func (p Program) Start() (Conn, error) {
	args := []string{"-in", "-smt2"}
	if p.Dialect == CVC5 {
		args = []string{"--incremental", "--lang=smt2", "--quiet"}
	}
	s, err := sandbox.StartSession(sandbox.SessionOptions{Path: p.Path, Args: args, MemoryBytes: p.MemoryBytes})
	if err != nil {
		return nil, err
	}
	return conn{s}, nil
}

// conn is a solver's process as a Conn.
type conn struct{ *sandbox.Session }

func (c conn) Write(b []byte) (int, error) { return c.Stdin.Write(b) }
func (c conn) Read(b []byte) (int, error)  { return c.Stdout.Read(b) }
