package cmd

import (
	"context"
	"errors"
	"path/filepath"
	"sync"

	"ensures/rust/toolchain"
	"ensures/verify"
	"ensures/verify/condition"
	"ensures/verify/rust"
	"ensures/verify/rust/runs"
)

// isRust reports whether a file is one of Rust's, by its name.
func isRust(path string) bool { return filepath.Ext(path) == ".rs" }

// languages asks about each file the verifier of its language. Rust's is started when
// the first such file comes, since it starts a compiler.
type languages struct {
	verify.Backend // of Java
	rust           func() (verify.Backend, error)
}

// Verify implements verify.Backend.
func (l *languages) Verify(ctx context.Context, req verify.Request) (verify.Outcome, error) {
	if !isRust(req.File) {
		return l.Backend.Verify(ctx, req)
	}
	b, err := l.rust()
	if err != nil {
		return verify.Outcome{}, err
	}
	return b.Verify(ctx, req)
}

// withRust adds the verifier of Rust to that of Java.
func (a *app) withRust(ctx context.Context, java verify.Backend) (verify.Backend, func()) {
	end := func() {}
	open := sync.OnceValues(func() (verify.Backend, error) {
		b, err := a.rustVerifier(ctx)
		if err != nil {
			return nil, err
		}
		end = b.Close
		return verify.WithTimeout(verify.WithGuard(a.withRuns(ctx, b)), a.cfg.Verify.Timeout), nil
	})
	return &languages{java, open}, func() { end() }
}

// withRuns adds what runs of the machine code say, where there is a sandbox for them.
func (a *app) withRuns(ctx context.Context, b verify.Backend) verify.Backend {
	tc, err := a.rustRunner(ctx)
	if err != nil {
		a.warnOnce("proofs of Rust are not confirmed by runs: " + err.Error())
		return b
	}
	return runs.Wrap(b, runs.Options{Compiler: tc, Seed: uint64(a.cfg.Harness.Seed), Warn: a.warnOnce})
}

// rustCompiler finds the compiler.
func (a *app) rustCompiler(ctx context.Context) (*toolchain.Toolchain, error) {
	tc, err := toolchain.Find(ctx, toolchain.Options{Rustc: a.cfg.Verify.Rustc, Timeout: a.cfg.Verify.Timeout})
	if missing := (*toolchain.MissingError)(nil); errors.As(err, &missing) {
		return nil, &verify.MissingError{Tool: "rustc 1.95", Hint: missing.Error()}
	}
	if err == nil && tc.Unconfined != "" {
		a.warnOnce("rustc is held to memory and time only, it sees all files: " + tc.Unconfined)
	}
	return tc, err
}

// rustVerifier starts the verifier of Rust over the compiler and the solvers that are
// there.
func (a *app) rustVerifier(ctx context.Context) (*rust.Backend, error) {
	v := a.cfg.Verify
	tc, err := a.rustCompiler(ctx)
	if err != nil {
		return nil, err
	}
	ps, err := a.solvers(ctx)
	if err != nil {
		return nil, err
	}
	if len(ps) == 0 {
		return nil, &verify.MissingError{Tool: "an SMT solver (z3 or cvc5)", Hint: "run `ensures setup z3`"}
	}
	return rust.New(rust.Options{Compiler: tc, Release: tc.Release,
		Prover: condition.Options{Solvers: condition.Solvers(ps), Quick: v.Quick, Patient: v.Patient, Processes: v.Processes, Warn: a.warnOnce, Trust: a.trust}})
}
