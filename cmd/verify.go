package cmd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"ensures/bench"
	"ensures/feedback"
	"ensures/sandbox"
	"ensures/verify"
	"ensures/verify/native"
	"ensures/verify/openjml"
	"ensures/verify/refute"
	"ensures/verify/smt"

	"github.com/spf13/cobra"
)

// verifyFlags are the flags of verify that are no configuration keys. Those that
// OpenJML has too mean the same.
type verifyFlags struct {
	method            string
	format            string
	sarif             bool
	filesFrom         string
	arithmeticFailure string
	nullable          bool
	nonnull           bool
	maxWarnings       int
}

func newVerify(a *app) *cobra.Command {
	var f verifyFlags
	c := &cobra.Command{
		Use:   "verify FILE…",
		Short: "Prove that methods satisfy their JML, or say what fails",
		Long: `Ask a verifier whether the methods of files satisfy their specifications. The
native verifier needs z3 or cvc5 and answers in milliseconds; OpenJML is asked
where it is installed. "Verified" stands beside the verifier's name and version.

Exit code 0 when everything is verified, 3 when not, 4 when no verifier is there.`,
		Example: `  ensures verify src/Account.java
  ensures verify --method withdraw --arithmetic java src/Account.java
  find src -name '*.java' | ensures verify --files-from - --json
  ensures verify --format github src/*.java`,
		RunE: func(c *cobra.Command, args []string) error { return a.verify(c.Context(), args, f) },
	}
	fl := c.Flags()
	fl.StringVar(&f.method, "method", "", "only methods of this `name`: m, C.m or m(int,String)")
	fl.StringVar(&f.format, "format", "text", "text, openjml, github or sarif")
	fl.BoolVar(&f.sarif, "sarif", false, "the same as --format sarif")
	fl.StringVar(&f.filesFrom, "files-from", "", "read the files' names from a `file`, one a line; - is standard input")
	fl.StringVar(&f.arithmeticFailure, "arithmetic-failure", "", "as in OpenJML: hard, soft or quiet")
	fl.BoolVar(&f.nullable, "nullable-by-default", false, "references may be null unless declared non_null")
	fl.BoolVar(&f.nonnull, "nonnull-by-default", false, "references are not null unless declared nullable (the default)")
	fl.IntVar(&f.maxWarnings, "esc-max-warnings", 0, "failures shown for a method; 0 is all")
	bind(fl, "backend", "verify.backend", "auto, native or openjml")
	bind(fl, "arithmetic", "verify.arithmetic", "safe, java or quiet")
	return c
}

// options are the request's options from flags and configuration.
func (a *app) verifyOptions(f verifyFlags) (verify.Options, error) {
	ar, err := verify.ParseArithmetic(a.cfg.Verify.Arithmetic)
	if err != nil {
		return verify.Options{}, usagef("--arithmetic: %v", err)
	}
	switch f.arithmeticFailure {
	case "":
	case "hard", "soft":
		ar = verify.Safe
	case "quiet":
		ar = verify.Quiet
	default:
		return verify.Options{}, usagef("--arithmetic-failure: unknown %q: use hard, soft or quiet", f.arithmeticFailure)
	}
	if f.nullable && f.nonnull {
		return verify.Options{}, usagef("--nullable-by-default and --nonnull-by-default exclude each other")
	}
	return verify.Options{Arithmetic: ar, NullableByDefault: (f.nullable || a.cfg.JML.NullableByDefault) && !f.nonnull,
		Method: f.method, MaxWarnings: f.maxWarnings, Timeout: a.cfg.Verify.Timeout}, nil
}

func (a *app) verify(ctx context.Context, paths []string, f verifyFlags) error {
	if f.sarif {
		f.format = "sarif"
	}
	switch f.format {
	case "text", "openjml", "github", "sarif":
	default:
		return usagef("--format: unknown %q: use text, openjml, github or sarif", f.format)
	}
	opts, err := a.verifyOptions(f)
	if err != nil {
		return err
	}
	more, err := a.filesFrom(f.filesFrom)
	if err != nil {
		return err
	}
	paths = append(paths, more...)
	if len(paths) == 0 {
		return usagef("ensures verify takes at least one FILE\ntry: ensures verify --help")
	}
	b, done, err := a.verifier(ctx)
	if err != nil {
		return err
	}
	defer done()
	var outs []verify.FileOutcome
	below, failed := 0, 0
	for _, path := range paths {
		src, err := a.readFile(path)
		if err == nil {
			var out verify.Outcome
			out, err = b.Verify(ctx, verify.Request{File: path, Source: string(src.text), Options: opts})
			if err == nil {
				if out.Verdict != verify.Verified {
					below++
				}
				outs = append(outs, verify.FileOutcome{File: path, Outcome: out})
				if err := a.showOutcome(path, string(src.text), out, f.format); err != nil {
					return err
				}
				continue
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		failed++
		fmt.Fprintf(a.Stderr, "ensures: %s: %v\n", path, err)
	}
	if f.format == "sarif" {
		if err := verify.WriteSARIF(a.Stdout, version(), outs); err != nil {
			return err
		}
	}
	switch {
	case failed > 0:
		return shown(ExitError, "%d files could not be verified", failed)
	case below > 0:
		return shown(ExitBelow, "%d files are not verified", below)
	}
	return nil
}

// filesFrom reads names, one a line.
func (a *app) filesFrom(name string) ([]string, error) {
	if name == "" {
		return nil, nil
	}
	in := a.Stdin
	if name != "-" {
		src, err := a.readFile(name)
		if err != nil {
			return nil, err
		}
		in = strings.NewReader(string(src.text))
	}
	var out []string
	sc := bufio.NewScanner(in)
	for sc.Scan() {
		if l := strings.TrimSpace(sc.Text()); l != "" {
			out = append(out, l)
		}
	}
	return out, sc.Err()
}

// showOutcome prints one outcome in a form that is not collected over files.
func (a *app) showOutcome(path, source string, o verify.Outcome, format string) error {
	switch {
	case format == "sarif":
		return nil
	case a.out.json:
		b, err := verify.MarshalLine(path, o)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(a.Stdout, "%s\n", b)
		return err
	case format == "openjml":
		return verify.WriteOpenJML(a.Stdout, path, source, o)
	case format == "github":
		return verify.WriteGitHub(a.Stdout, path, o)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s by %s (%s), arithmetic %s, %d ms\n", path, o.Verdict, o.Backend, o.Version, o.Arithmetic, o.Elapsed.Milliseconds())
	for _, m := range o.Methods {
		fmt.Fprintf(&b, "  %-11s %s (line %d, %d obligations, %d ms)\n", m.Verdict, m.Name, m.Line, len(m.Obligations), m.Elapsed.Milliseconds())
	}
	report := feedback.Analyze(o, source)
	for i, d := range o.Diagnostics {
		fmt.Fprintf(&b, "%s:%d:%d: %s: %s\n", path, d.Line, d.Column, d.Kind, d.Message)
		if d.Clause != "" {
			fmt.Fprintf(&b, "    clause (line %d): %s\n", report.Failures[i].ClauseLine, strings.Join(strings.Fields(d.Clause), " "))
		}
		if c := d.Counterexample; c != nil {
			fmt.Fprintf(&b, "    for %s: %s\n", c.Inputs, c.Actual)
		}
		if h := report.Failures[i].Hint; h != "" {
			fmt.Fprintf(&b, "    hint: %s\n", h)
		}
	}
	for _, w := range o.Warnings {
		fmt.Fprintf(&b, "%s: warning: %s\n", path, w)
	}
	_, err := a.Stdout.Write([]byte(b.String()))
	return err
}

// verifier is the configured backend with its wrappers; done ends its processes.
func (a *app) verifier(ctx context.Context) (b verify.Backend, done func(), err error) {
	v := a.cfg.Verify
	done = func() {}
	switch v.Backend {
	case "native":
		b, done, err = a.nativeVerifier(ctx, bench.NewRuntime())
	case "openjml":
		b = a.openJML()
	case "auto":
		b, done, err = a.nativeVerifier(ctx, bench.NewRuntime())
		var missing *verify.MissingError
		if errors.As(err, &missing) {
			o := a.openJML()
			if _, verr := o.Version(ctx); verr == nil {
				b, err = o, nil
			}
		}
	default:
		return nil, done, usagef("--backend: unknown %q: use auto, native or openjml", v.Backend)
	}
	if err != nil {
		var missing *verify.MissingError
		if errors.As(err, &missing) {
			return nil, done, &coded{ExitMissing, err}
		}
		return nil, done, err
	}
	if _, err := b.Version(ctx); err != nil {
		done()
		return nil, func() {}, &coded{ExitMissing, err}
	}
	if v.Cache != "" {
		b = verify.WithCache(b, v.Cache)
	}
	return verify.WithTimeout(b, v.Timeout), done, nil
}

func (a *app) openJML() verify.Backend {
	path := a.cfg.Verify.OpenJML
	if path == "" {
		path = "openjml"
		if found, err := sandbox.Find(path); err == nil {
			path = found
		}
	}
	return openjml.New(openjml.Options{Command: []string{path}, Timeout: a.cfg.Verify.Timeout})
}

// nativeVerifier starts our own verifier over the solvers that are there.
func (a *app) nativeVerifier(ctx context.Context, rt *bench.Runtime) (verify.Backend, func(), error) {
	v := a.cfg.Verify
	ps, err := smt.FindPrograms(ctx, v.Z3, v.CVC5, v.Memory)
	if err != nil {
		return nil, func() {}, err
	}
	o := native.Options{Library: rt.Types, Quick: v.Quick, Patient: v.Patient, Processes: v.Processes}
	for _, p := range ps {
		o.Solvers = append(o.Solvers, native.SolverOptions{Dialect: p.Dialect, Version: p.Version, Start: p.Start})
	}
	b, err := native.New(o)
	if err != nil {
		return nil, func() {}, err
	}
	return refute.Wrap(b, refute.Options{Runtime: rt, Seed: a.cfg.Harness.Seed}), b.Close, nil
}
