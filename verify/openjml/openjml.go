// Package openjml asks a real OpenJML, as a child process: its command line, its
// exit codes and the text it prints become a verify.Outcome.
//
// OpenJML's only word for success is silence with exit status 0, so it is asked to
// say what it does: success is status 0 after proofs that it says it completed. What
// it prints is read line by line; a line that this package does not know, a crash, or
// a status that does not fit the text is an error, never a verdict.
package openjml

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"ensures/java"
	"ensures/sandbox"
	"ensures/verify"
)

// Options configure a Backend.
type Options struct {
	// Command is how OpenJML is started, e.g. {"openjml"} or a wrapper of the
	// user's with its arguments.
	Command []string
	// Prover is passed as --prover; empty leaves OpenJML's default.
	Prover string
	// Timeout ends a run from outside; OpenJML can wait for its solver for ever.
	// 0 is 300 s.
	Timeout time.Duration
	// Args are further arguments.
	Args []string
}

// Backend is OpenJML. It implements verify.Backend.
type Backend struct {
	o       Options
	mu      sync.Mutex
	version string // once it is known: asking starts a JVM
}

// New is a backend over an installed OpenJML.
func New(o Options) *Backend {
	if len(o.Command) == 0 {
		o.Command = []string{"openjml"}
	}
	o.Timeout = cmp.Or(o.Timeout, 300*time.Second)
	return &Backend{o: o}
}

// Name implements verify.Backend.
func (b *Backend) Name() string { return "openjml" }

// Version implements verify.Backend.
func (b *Backend) Version(ctx context.Context) (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.version != "" {
		return b.version, nil
	}
	v, err := b.ask(ctx)
	if err == nil {
		b.version = v
	}
	return v, err
}

// ask starts OpenJML for its version.
func (b *Backend) ask(ctx context.Context) (string, error) {
	r, err := sandbox.Run(ctx, sandbox.Cmd{Path: b.o.Command[0], Args: append(b.o.Command[1:len(b.o.Command):len(b.o.Command)], "--version"), Timeout: 30 * time.Second})
	if errors.Is(err, sandbox.ErrNotFound) || errors.Is(err, os.ErrNotExist) {
		return "", missing()
	}
	if err != nil {
		return "", fmt.Errorf("openjml --version: %w", err)
	}
	v := strings.TrimSpace(string(r.Stdout))
	v = strings.TrimPrefix(v, "openjml ")
	if v == "" || r.ExitCode != 0 {
		return "", fmt.Errorf("openjml --version: exit status %d, output %q", r.ExitCode, v)
	}
	return strings.SplitN(v, "\n", 2)[0], nil
}

func missing() error {
	return &verify.MissingError{Tool: "openjml", Hint: "run `ensures setup openjml --archive FILE --sha256 SUM` with a release archive"}
}

// Argv is the command line for a request on file.
func (b *Backend) Argv(o verify.Options, file string) []string {
	o = o.WithDefaults()
	args := append([]string{}, b.o.Command...)
	args = append(args, "--esc")
	if o.MaxWarnings > 0 {
		args = append(args, "--esc-max-warnings", strconv.Itoa(o.MaxWarnings))
	}
	if b.o.Prover != "" {
		args = append(args, "--prover="+b.o.Prover)
	}
	if o.NullableByDefault {
		args = append(args, "--nullable-by-default")
	} else {
		args = append(args, "--nonnull-by-default")
	}
	switch o.Arithmetic {
	case verify.Quiet:
		args = append(args, "--arithmetic-failure=quiet")
	case verify.Java:
		args = append(args, "--code-math=java")
	}
	if o.Method != "" {
		args = append(args, "--method="+o.Method)
	}
	// With progress OpenJML says of every method that its proof is done. Without, all
	// that it says of a verified file is nothing, as /bin/true does.
	args = append(args, "-nowarn", progress)
	args = append(args, b.o.Args...)
	return append(args, file)
}

// Verify implements verify.Backend. The file is written to a scratch folder under
// the name its public class asks for.
func (b *Backend) Verify(ctx context.Context, req verify.Request) (verify.Outcome, error) {
	version, err := b.Version(ctx)
	if err != nil {
		return verify.Outcome{}, err
	}
	dir, remove, err := sandbox.TempDir("openjml")
	if err != nil {
		return verify.Outcome{}, err
	}

	defer remove()
	name := fileName(req)
	if err := os.WriteFile(filepath.Join(dir, name), []byte(req.Source), 0o600); err != nil {
		return verify.Outcome{}, err
	}
	argv := b.Argv(req.Options, name)
	limit := b.o.Timeout
	if t := req.Options.Timeout; t > 0 && t < limit {
		limit = t
	}
	r, err := sandbox.Run(ctx, sandbox.Cmd{Path: argv[0], Args: argv[1:], Dir: dir, Timeout: limit, MaxOutput: 8 << 20})
	if errors.Is(err, sandbox.ErrNotFound) || errors.Is(err, os.ErrNotExist) {
		return verify.Outcome{}, missing()
	}
	if err != nil {
		return verify.Outcome{}, fmt.Errorf("openjml: %w", err)
	}
	raw := verify.Raw{Argv: argv, Exit: r.ExitCode, Stdout: string(r.Stdout), Stderr: string(r.Stderr), Duration: r.Elapsed}
	var out verify.Outcome
	if r.TimedOut {
		out = timedOut(limit)
	} else if out, err = Parse(raw, req.Source); err != nil {
		return verify.Outcome{Raw: &raw}, err
	}
	out.Backend, out.Version, out.Arithmetic = b.Name(), version, req.Options.WithDefaults().Arithmetic
	out.Raw, out.Elapsed = &raw, r.Elapsed
	return out, nil
}

func timedOut(d time.Duration) verify.Outcome {
	return verify.Outcome{Verdict: verify.Unknown, Diagnostics: []verify.Diagnostic{{Kind: verify.Timeout, Severity: verify.Error,
		Verdict: verify.Unknown, Message: "no answer within " + d.String(), Stage: "prove"}}}
}

// fileName is the name Java wants for the source: its public class's.
func fileName(req verify.Request) string {
	f, _ := java.Parse(req.File, req.Source)
	if f != nil {
		for _, c := range f.Types {
			if c.Mods.Flags.Has(java.Public) && c.Name.Name != "" {
				return c.Name.Name + ".java"
			}
		}
	}
	if base := filepath.Base(req.File); strings.HasSuffix(base, ".java") && base != ".java" {
		return base
	}
	return "Input.java"
}
