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

// Wanted is a solver to look for.
type Wanted struct {
	Dialect Dialect
	Path    string // "" is wherever the search path finds it
	// Named says that somebody asked for the program at Path: it has to work.
	Named bool
}

// FindPrograms is [Find] of z3 and cvc5, in that order; a path that is given is named.
func FindPrograms(ctx context.Context, z3Path, cvc5Path string, memory int64) ([]Program, error) {
	ps, _, err := Find(ctx, memory, Wanted{Z3, z3Path, z3Path != ""}, Wanted{CVC5, cvc5Path, cvc5Path != ""})
	return ps, err
}

// Find looks for solvers and asks each for its version. One that is named and does
// not work is a [*ProgramError]. So is any other, unless another solver works: then
// it is left out, and skipped says why.
func Find(ctx context.Context, memory int64, list ...Wanted) (out []Program, skipped []*ProgramError, err error) {
	for _, w := range list {
		path := w.Path
		if path == "" {
			found, err := sandbox.Find(w.Dialect.String())
			if err != nil {
				// Not installed, which is no mistake unless none is.
				continue
			}
			path = found
		}
		v, err := version(ctx, w.Dialect, path)
		if ctx.Err() != nil {
			return nil, nil, context.Cause(ctx)
		}
		if err != nil {
			broken := &ProgramError{w.Dialect, path, err}
			// Whoever names a program wants that one, and no other in its place.
			if w.Named {
				return nil, nil, broken
			}
			skipped = append(skipped, broken)
			continue
		}
		out = append(out, Program{Dialect: w.Dialect, Path: path, Version: v, MemoryBytes: memory})
	}
	if len(out) == 0 {
		for _, s := range skipped {
			err = errors.Join(err, s)
		}
	}
	return out, skipped, err
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
