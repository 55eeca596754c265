package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"ensures/rust/cargo"
	"ensures/rust/measure"
	rustpropose "ensures/rust/propose"
	"ensures/rust/spec"
	"ensures/rust/toolchain"
	toolspec "ensures/tools/spec"
	"ensures/verify"
	"ensures/verify/condition"
	"ensures/verify/rust"
	"ensures/verify/rust/crates"
	"ensures/verify/rust/runs"
)

// isRust reports whether a file is one of Rust's, by its name.
func isRust(path string) bool { return filepath.Ext(path) == ".rs" }

// isCrate reports whether a path is the folder of a package or a workspace of Rust.
func isCrate(path string) bool {
	info, err := os.Stat(filepath.Join(path, "Cargo.toml"))
	return err == nil && info.Mode().IsRegular()
}

// specifiedOf are the files of a folder's crates that have something to verify.
func (a *app) specifiedOf(ctx context.Context, folder string) ([]string, error) {
	files, err := a.rustFiles(ctx, []string{folder})
	if err != nil {
		return nil, err
	}
	var out []string
	for _, f := range files {
		src, err := a.readFile(f)
		// A file that can't be read stays, so that its error is told with the others.
		if err != nil || slices.ContainsFunc(spec.Parse(string(src.text)).Funcs, func(fn *spec.Func) bool { return fn.Asked && !fn.Test }) {
			out = append(out, f)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s is a folder whose crates have no function with a specification", folder)
	}
	return out, nil
}

// languages asks about each file the verifier of its language. Rust's is started when
// the first such file comes, since it starts a compiler.
type languages struct {
	verify.Backend // of Java
	rust           opened
}

// Verify implements verify.Backend.
func (l *languages) Verify(ctx context.Context, req verify.Request) (verify.Outcome, error) {
	if !isRust(req.File) {
		return l.Backend.Verify(ctx, req)
	}
	return l.rust.Verify(ctx, req)
}

// withRust adds the verifier of Rust to that of Java.
func (a *app) withRust(ctx context.Context, java verify.Backend) (verify.Backend, func()) {
	end := func() {}
	// Most runs see no file of Rust, and need no compiler.
	open := sync.OnceValues(func() (verify.Backend, error) {
		j, err := a.rustJudges(ctx)
		if err != nil {
			return nil, err
		}
		end = j.close
		return j.ofFiles(), nil
	})
	return &languages{java, open}, func() { end() }
}

// ofFiles is the verifier of files of crates and files that stand alone.
func (j *rustJudges) ofFiles() verify.Backend {
	return crates.Wrap(crates.Options{Backend: j.alone(), Crates: j.crates, Over: j.over})
}

// tools are what the tools for functions of Rust work with, over files and their crates.
func (j *rustJudges) tools() toolspec.Rust {
	return toolspec.Rust{In: j.proposing, Backend: j.ofFiles(), Verify: j.proofOptions(), Measure: j.measureRust()}
}

// toolsAlone are what the tools work with over texts that stand alone.
func (j *rustJudges) toolsAlone() toolspec.Rust {
	t := j.tools()
	t.In = func(context.Context, string, string) (rustpropose.Options, *cargo.Flat, error) {
		return j.proposingAlone(), nil, nil
	}
	t.Backend = j.alone()
	return t
}

// measureRust are the settings by which functions of Rust are measured.
func (a *app) measureRust() measure.Options {
	h := a.cfg.Harness
	return measure.Options{Inputs: min(h.Inputs, h.Pairs), Mutants: h.Mutants, Seed: uint64(h.Seed)}
}

// rustTools are what the tools for functions of Rust work with, over texts that stand alone;
// the compiler and the verifier are looked for when the first such text comes.
func (a *app) rustTools(ctx context.Context) (toolspec.Rust, func()) {
	end := func() {}
	open := sync.OnceValues(func() (*rustJudges, error) {
		if _, err := a.rustRunner(ctx); err != nil {
			return nil, err
		}
		j, err := a.rustJudges(ctx)
		if err == nil {
			end = j.close
		}
		return j, err
	})
	in := func(context.Context, string, string) (rustpropose.Options, *cargo.Flat, error) {
		j, err := open()
		if err != nil {
			return rustpropose.Options{}, nil, err
		}
		return j.proposingAlone(), nil, nil
	}
	backend := opened(func() (verify.Backend, error) {
		j, err := open()
		if err != nil {
			return nil, err
		}
		return j.alone(), nil
	})
	return toolspec.Rust{In: in, Backend: backend, Verify: a.proofOptions(), Measure: a.measureRust()}, func() { end() }
}

// opened is a verifier of Rust that starts when the first question comes.
type opened func() (verify.Backend, error)

// Name implements verify.Backend.
func (o opened) Name() string { return "rust" }

// Version implements verify.Backend.
func (o opened) Version(ctx context.Context) (string, error) {
	b, err := o()
	if err != nil {
		return "", err
	}
	return b.Version(ctx)
}

// Verify implements verify.Backend.
func (o opened) Verify(ctx context.Context, req verify.Request) (verify.Outcome, error) {
	b, err := o()
	if err != nil {
		return verify.Outcome{}, err
	}
	return b.Verify(ctx, req)
}

// rustJudges are the verifiers of files of Rust, alone and in their crates.
type rustJudges struct {
	*app
	ctx    context.Context
	base   *rust.Backend
	runner *toolchain.Toolchain // nil where nothing can be run
	crates *cargo.Set
}

// rustJudges starts the verifier of Rust.
func (a *app) rustJudges(ctx context.Context) (*rustJudges, error) {
	b, err := a.rustVerifier(ctx)
	if err != nil {
		return nil, err
	}
	j := &rustJudges{app: a, ctx: ctx, base: b, crates: a.rustCrates(ctx)}
	// A proof doesn't need runs, which only confirm it.
	if j.runner, err = a.rustRunner(ctx); err != nil {
		a.warnOnce("proofs of Rust are not confirmed by runs: " + err.Error())
	}
	return j, nil
}

func (j *rustJudges) close() {
	j.crates.Close()
	j.base.Close()
}

// rustCrates are the crates of files, opened when the first file of one comes.
func (a *app) rustCrates(ctx context.Context) *cargo.Set {
	return &cargo.Set{Options: sync.OnceValues(func() (cargo.Options, error) {
		tc, err := a.rustCompiler(ctx)
		return cargo.Options{Compiler: tc, Scripts: a.cfg.Verify.Scripts}, err
	})}
}

// proposing returns how specifications of a file's functions are proposed: by whom compiled,
// run and proved. Of a file of a crate they are proposed in the crate's text, flat.
func (j *rustJudges) proposing(ctx context.Context, path, text string) (o rustpropose.Options, flat *cargo.Flat, err error) {
	c, flat, err := j.crates.Of(ctx, path, text)
	if err != nil {
		return o, nil, err
	}
	o = j.proposingAlone()
	if c == nil {
		return o, nil, nil
	}
	o.Compiler, o.Backend, o.Within = c.Compiler, j.over(c), flat.Own
	return o, flat, nil
}

// proposingAlone is how specifications are proposed for files that stand alone.
func (j *rustJudges) proposingAlone() rustpropose.Options {
	return rustpropose.Options{Compiler: j.runner, Backend: j.alone(), Verify: j.proofOptions(), Budget: j.cfg.Annotate.Budget, Inputs: j.cfg.Annotate.Inputs, Seed: uint64(j.cfg.Harness.Seed)}
}

// alone is the verifier of files that stand alone.
func (j *rustJudges) alone() verify.Backend { return j.judged(j.base, j.runner) }

// over is the verifier of a crate's text.
func (j *rustJudges) over(c *cargo.Crate) verify.Backend {
	// Without a sandbox nothing is run, in a crate neither.
	runner := j.runner
	if runner != nil {
		runner = c.Compiler
	}
	return j.judged(j.base.Over(c.Compiler, c.Externs), runner)
}

// judged adds what runs of the machine code say, where there is a sandbox for them.
func (j *rustJudges) judged(b verify.Backend, runner *toolchain.Toolchain) verify.Backend {
	if runner != nil {
		b = runs.Wrap(b, runs.Options{Compiler: runner, Seed: uint64(j.cfg.Harness.Seed), Warn: j.warnOnce})
	}
	return verify.WithTimeout(verify.WithGuard(b), j.cfg.Verify.Timeout)
}

// rustCompiler finds the compiler.
func (a *app) rustCompiler(ctx context.Context) (*toolchain.Toolchain, error) {
	tc, err := toolchain.Find(ctx, toolchain.Options{Rustc: a.cfg.Verify.Rustc, Timeout: a.cfg.Verify.Timeout})
	if missing := (*toolchain.MissingError)(nil); errors.As(err, &missing) {
		return nil, &verify.MissingError{Tool: "rustc 1.95", Hint: missing.Error()}
	}
	// The text of MIR differs between versions: what older ones print is not read.
	if err == nil && !tc.AtLeast(1, 95) {
		old := &toolchain.MissingError{Reason: "is " + tc.Release + ", which is too old"}
		return nil, &verify.MissingError{Tool: "rustc 1.95", Hint: old.Error()}
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
