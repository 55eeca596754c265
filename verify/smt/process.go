package smt

import (
	"context"
	"fmt"
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

// FindPrograms looks for z3 and cvc5 on the search path, in that order, and asks
// each for its version. Explicit paths come first; an explicit path that does not
// work is an error.
func FindPrograms(ctx context.Context, z3Path, cvc5Path string, memory int64) ([]Program, error) {
	var out []Program
	for _, c := range []struct {
		d    Dialect
		path string
		name string
	}{{Z3, z3Path, "z3"}, {CVC5, cvc5Path, "cvc5"}} {
		path := c.path
		if path == "" {
			found, err := sandbox.Find(c.name)
			if err != nil {
				continue
			}
			path = found
		}
		v, err := version(ctx, path)
		if err != nil {
			if c.path != "" {
				return nil, fmt.Errorf("%s at %s: %w", c.name, c.path, err)
			}
			continue
		}
		out = append(out, Program{Dialect: c.d, Path: path, Version: v, MemoryBytes: memory})
	}
	return out, nil
}

// version reads "Z3 version 4.8.12 - 64 bit" or "This is cvc5 version 1.0.3".
func version(ctx context.Context, path string) (string, error) {
	r, err := sandbox.Run(ctx, sandbox.Cmd{Path: path, Args: []string{"--version"}, Timeout: 10 * time.Second})
	if err != nil {
		return "", err
	}
	words := strings.Fields(string(r.Stdout))
	for i, w := range words {
		if w == "version" && i+1 < len(words) {
			return strings.Trim(words[i+1], "[],"), nil
		}
	}
	return "", fmt.Errorf("no version in %q", strings.TrimSpace(string(r.Stdout)))
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
