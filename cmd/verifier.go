package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"ensures/bench"
	"ensures/sandbox"
	"ensures/verify"
	"ensures/verify/condition"
	"ensures/verify/key"
	"ensures/verify/native"
	"ensures/verify/openjml"
	"ensures/verify/refute"
	"ensures/verify/smt"
)

// verifier is the configured backends with their wrappers; done ends their
// processes. Several names make a portfolio that waits for all of them, so that
// none of their disagreements is lost. Each file is all that they know.
func (a *app) verifier(ctx context.Context) (verify.Backend, func(), error) {
	return a.verifierIn(ctx, bench.NewRuntime())
}

// verifierIn is verifier for files whose names may lead to others that the class
// library of rt finds.
func (a *app) verifierIn(ctx context.Context, rt *bench.Runtime) (verify.Backend, func(), error) {
	v := a.cfg.Verify
	var list []verify.Backend
	var ends []func()
	done := func() {
		for _, end := range ends {
			end()
		}
	}

	names := strings.Split(v.Backend, ",")
	for _, name := range names {
		b, end, err := a.backend(ctx, rt, strings.TrimSpace(name))
		if err != nil {
			done()
			var missing *verify.MissingError
			var broken *smt.ProgramError
			if errors.As(err, &missing) || errors.As(err, &broken) {
				err = &coded{ExitMissing, err}
			}
			return nil, nil, err
		}
		ends = append(ends, end)
		list = append(list, verify.WithTimeout(verify.WithGuard(b), v.Timeout))
	}

	if len(list) == 1 {
		return list[0], done, nil
	}
	p := verify.NewPortfolio(list...)
	p.Patience = v.Timeout
	return p, done, nil
}

// backend is one backend by its name, with its tool looked for.
func (a *app) backend(ctx context.Context, rt *bench.Runtime, name string) (verify.Backend, func(), error) {
	switch name {
	case "native":
		return a.nativeVerifier(ctx, rt)
	case "openjml":
		b := a.openJML()
		_, err := b.Version(ctx)
		return a.remembering(b, nil, commandIdentity(a.openJMLCommand())), func() {}, err
	case "key":
		return a.keyVerifier(ctx, rt)
	case "auto":
		b, done, err := a.nativeVerifier(ctx, rt)
		// Without a solver OpenJML is asked where it is there; if it isn't, the error names the
		// solver, which is easier to get.
		if err != nil && ctx.Err() == nil {
			if o := a.openJML(); noError(o.Version(ctx)) {
				return a.remembering(o, nil, commandIdentity(a.openJMLCommand())), func() {}, nil
			}
		}
		return b, done, err
	}
	return nil, nil, usagef("--backend: unknown %q: use auto, native, key or openjml, or several with commas between them", name)
}

func noError(_ string, err error) bool { return err == nil }

// build names the program with all its changes: what it says of a file may be
// another thing tomorrow.
func build() string {
	v := version()
	// A commit names the program. With changes on top of it, or without one, only the file itself
	// does.
	if strings.Contains(v, "(") && !strings.Contains(v, "changes") {
		return v
	}
	path, err := os.Executable()
	if err != nil {
		return v
	}
	info, err := os.Stat(path)
	if err != nil {
		return v
	}
	return fmt.Sprintf("%s %d %d", v, info.Size(), info.ModTime().UnixNano())
}

// openJML is OpenJML as configured: a path, or a command of the user's with its
// arguments.
func (a *app) openJML() verify.Backend {
	command := a.openJMLCommand()
	b := openjml.New(openjml.Options{Command: command, Timeout: a.cfg.Verify.Timeout})
	return verify.WithControls(b, commandIdentity(command), a.store())
}

func (a *app) openJMLCommand() []string {
	command := []string{a.toolPath(a.cfg.Verify.OpenJML, "openjml")}
	// A path may hold blanks; what is no file is a command with its arguments.
	if _, err := os.Stat(command[0]); err != nil {
		command = strings.Fields(command[0])
	}
	if len(command) == 0 {
		command = []string{"openjml"}
	}
	if found, err := sandbox.Find(command[0]); err == nil {
		command[0] = found
	}
	return command
}

// nativeVerifier starts our own verifier over the solvers that are there.
func (a *app) nativeVerifier(ctx context.Context, rt *bench.Runtime) (verify.Backend, func(), error) {
	b, err := a.nativeBackend(ctx, rt)
	if err != nil {
		return nil, nil, err
	}
	return a.refuting(b, rt, a.solverIdentity()), b.Close, nil
}

// refuting lets runs have a say in what a verifier answers, and keeps the answers.
func (a *app) refuting(b verify.Backend, rt *bench.Runtime, programs string) verify.Backend {
	return a.remembering(refute.Wrap(b, refute.Options{Runtime: rt, Seed: a.cfg.Harness.Seed}), rt, programs)
}

// solvers returns the solvers that work, those of the configuration first. One that
// does not is said once.
func (a *app) solvers(ctx context.Context) ([]smt.Program, error) {
	v := a.cfg.Verify
	ps, skipped, err := smt.Find(ctx, v.Memory, smt.Wanted{Dialect: smt.Z3, Path: a.toolPath(v.Z3, "z3"), Named: v.Z3 != ""},
		smt.Wanted{Dialect: smt.CVC5, Path: a.toolPath(v.CVC5, "cvc5"), Named: v.CVC5 != ""})
	for _, s := range skipped {
		a.warnOnce(s.Error() + "; the work goes on with the other solver")
	}
	return ps, err
}

// nativeBackend is our own verifier without runs.
func (a *app) nativeBackend(ctx context.Context, rt *bench.Runtime) (*native.Backend, error) {
	v := a.cfg.Verify
	ps, err := a.solvers(ctx)
	if err != nil {
		return nil, err
	}
	return native.New(native.Options{
		Library: rt.Types, Quick: v.Quick, Patient: v.Patient, Processes: v.Processes, Solvers: condition.Solvers(ps), Warn: a.warnOnce, Trust: a.trust,
	})
}

// keyVerifier is KeY, whose worker starts with the first question. Runs refute what
// it leaves open. KeY sees one file.
func (a *app) keyVerifier(ctx context.Context, rt *bench.Runtime) (verify.Backend, func(), error) {
	v := a.cfg.Verify
	home := key.Home(a.toolPath(v.Key, "key"))
	if err := home.Check(); err != nil {
		return nil, nil, err
	}
	if _, err := sandbox.Find("java"); err != nil {
		return nil, nil, &verify.MissingError{Tool: "java", Hint: "KeY needs a JDK, version 17 or later"}
	}
	b := key.New(key.Options{Library: bench.NewRuntime().Types, Start: key.StartOptions{Home: home}.Starter(), Timeout: v.Timeout})
	jar := identity(filepath.Join(home.Lib(), "key.core-"+key.Version+".jar"))
	return a.refuting(verify.WithControls(b, jar, a.store()), rt, jar), b.Close, nil
}
