package cmd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"

	"ensures/engine/annotate"
	"ensures/feedback"
	"ensures/trajectories"
	"ensures/verify"

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
	explain           bool
	tokens            int
	exclude           []string
	portable          bool
	project           projectFlags
}

func newVerify(a *app) *cobra.Command {
	var f verifyFlags
	c := &cobra.Command{
		Use:   "verify FILE|FOLDER…",
		Short: "Prove that methods satisfy their specifications, or say what fails",
		Long: `Ask a verifier whether the methods of files satisfy their specifications. The
native verifier needs z3 or cvc5 and answers in milliseconds; OpenJML is asked
where it is installed, KeY where it is named. "Verified" stands beside the verifier's name and version.
Several names ("native,openjml") ask all of them, and a disagreement is shown.

Files of Rust (.rs) are verified over the compiler's own MIR, with the clauses of
Verus, in verus! blocks or in comments that begin with //@; rustc 1.95 is needed. A
file of a package is verified in its crate, with the crates that it needs as cargo has
them without a network; the folder of a package or workspace stands for all its files.

Exit code 0 when everything is verified, 3 when not, 4 when no verifier is there,
1 when a file can't be read or a verifier failed in itself.`,
		Example: `  ensures verify src/Account.java
  ensures verify --method withdraw --arithmetic java src/Account.java
  ensures verify --explain src/Account.java
  find src -name '*.java' | ensures verify --files-from - --json
  ensures verify --format github src
  ensures verify src/search.rs`,
		RunE: func(c *cobra.Command, args []string) error { return a.verify(c.Context(), args, f) },
	}
	fl := c.Flags()
	fl.StringVar(&f.method, "method", "", "only methods of this `name`: m, C.m or m(int,String)")
	fl.StringVar(&f.format, "format", "text", "text, openjml, github or sarif")
	fl.BoolVar(&f.sarif, "sarif", false, "the same as --format sarif")
	fl.BoolVar(&f.explain, "explain", false, "say of each failure what class it is, what shows it and what to change")
	fl.IntVar(&f.tokens, "tokens", 1500, "with --explain: at most so `many` tokens a file (of four bytes)")
	fl.StringArrayVar(&f.exclude, "exclude", nil, excludeHelp)
	fl.StringVar(&f.filesFrom, "files-from", "", "read the files' names from a `file`, one a line; - is standard input")
	fl.StringVar(&f.arithmeticFailure, "arithmetic-failure", "", "as in OpenJML: hard, soft or quiet")
	fl.BoolVar(&f.nullable, "nullable-by-default", false, "references may be null unless declared non_null")
	fl.BoolVar(&f.nonnull, "nonnull-by-default", false, "references are not null unless declared nullable (the default)")
	fl.BoolVar(&f.portable, "portable", false, "prove from what is written alone, without loop invariants of the verifier's own")
	fl.IntVar(&f.maxWarnings, "esc-max-warnings", 0, "failures shown for a method; 0 is all")
	f.project.bind(fl)
	bind(fl, "backend", "verify.backend", "auto, or names of backends with commas between them")
	bind(fl, "arithmetic", "verify.arithmetic", "safe, java or quiet")
	return c
}

// verifyOptions are the request's options from flags and configuration.
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
		Method: f.method, MaxWarnings: f.maxWarnings, Timeout: a.cfg.Verify.Timeout, Portable: f.portable}, nil
}

// verified is one file's answer, or why there is none.
type verified struct {
	path  string
	src   source
	found bool // in a folder that was named
	out   verify.Outcome
	err   error
}

// passed reports whether the file is passed over: a folder was named, and this file of it
// has nothing to verify, as one of constants or of interfaces.
func (v verified) passed() bool {
	other := func(d verify.Diagnostic) bool { return d.Kind != verify.NoMethod }
	return v.found && v.err == nil && len(v.out.Methods) == 0 && len(v.out.Diagnostics) > 0 && !slices.ContainsFunc(v.out.Diagnostics, other)
}

func (a *app) verify(ctx context.Context, args []string, f verifyFlags) error {
	if f.sarif {
		f.format = "sarif"
	}
	switch f.format {
	case "text", "openjml", "github", "sarif":
	default:
		return usagef("--format: unknown %q: use text, openjml, github or sarif", f.format)
	}
	if f.maxWarnings < 0 || f.tokens < 1 {
		return usagef("--esc-max-warnings and --tokens take a positive number")
	}

	opts, err := a.verifyOptions(f)
	if err != nil {
		return err
	}
	more, err := a.filesFrom(f.filesFrom)
	if err != nil {
		return err
	}
	if len(args)+len(more) == 0 {
		return usagef("ensures verify takes at least one FILE\ntry: ensures verify --help")
	}

	files := a.verifyFiles(ctx, append(args, more...), f.exclude)
	sources := make([]source, len(files))
	for i, one := range files {
		sources[i] = one.src
	}
	rt, _, err := projectOf(sources, f.project)
	if err != nil {
		return err
	}

	b, done, err := a.verifierIn(ctx, rt)
	if err != nil {
		return err
	}
	defer done()
	b, endRust := a.withRust(ctx, inProject(b, rt))
	defer endRust()

	rec, err := a.record("verify", sources...)
	if err != nil {
		return err
	}
	workers := a.cfg.Verify.Processes
	if workers <= 0 {
		workers = runtime.NumCPU()
	}

	var outs []verify.FileOutcome
	below, failed, missing, passed := 0, 0, 0, 0
	bar := a.progress(len(files), "verify")
	err = inOrder(ctx, files, workers, func(one verified) verified { return a.verifyFile(ctx, b, one, opts) }, func(one verified) error {
		defer bar.step()
		if one.err != nil && ctx.Err() != nil {
			return ctx.Err()
		}
		if one.passed() {
			passed++
			return nil
		}
		recordVerified(rec, one)
		bar.clear()
		if one.err != nil {
			failed++
			if errors.As(one.err, new(*verify.MissingError)) {
				missing++
			}
			outs = append(outs, verify.FileOutcome{File: one.path, Err: one.err})
			fmt.Fprintf(a.Stderr, "ensures: %s\n", fileError(one.path, one.err))
			return nil
		}
		if one.out.Verdict != verify.Verified {
			below++
		}
		outs = append(outs, verify.FileOutcome{File: one.path, Outcome: one.out})
		return a.showOutcome(one.path, string(one.src.text), one.out, f)
	})

	bar.done()
	if err == nil && f.format == "sarif" {
		err = verify.WriteSARIF(a.Stdout, version(), outs)
	}
	if ferr := rec.Finish(verifyResult(err, failed, below), map[string]any{"files": len(files), "verified": len(outs) - below - failed, "not_verified": below, "failed": failed}); ferr != nil {
		a.log.Warn("the run is not recorded", "err", ferr)
	}

	switch {
	case err != nil:
		return err
	case missing > 0:
		return shown(ExitMissing, "a verifier is missing")
	case failed > 0:
		return shown(ExitError, "%d files could not be verified", failed)
	case below > 0:
		return shown(ExitBelow, "%d files are not verified", below)
	case passed > 0 && len(outs) == 0 && f.method != "":
		return &coded{ExitBelow, fmt.Errorf("none of %d files has a method %q", passed, f.method)}
	case passed > 0 && len(outs) == 0:
		return &coded{ExitBelow, fmt.Errorf("none of %d files has a method to verify", passed)}
	}
	return nil
}

func verifyResult(err error, failed, below int) string {
	switch {
	case errors.Is(err, context.Canceled):
		return "interrupted"
	case err != nil || failed > 0:
		return "error"
	case below > 0:
		return "below"
	}
	return "ok"
}

// fileError is an error with the name of the file it is about, once.
func fileError(path string, err error) string {
	text := err.Error()
	if errors.As(err, new(*fs.PathError)) || strings.HasPrefix(text, path) {
		return text
	}
	return path + ": " + text
}

// verifyFiles reads the files named, the .java files of the folders named but for those that patterns exclude, and of
// folders of packages of Rust the files that have something to verify. A file that can't be read stands in its place with
// the reason.
func (a *app) verifyFiles(ctx context.Context, names, exclude []string) []verified {
	var out []verified
	read := func(path string, found bool) {
		src, err := a.readFile(path)
		if err == nil {
			path = src.path // "<stdin>" for "-"
		}
		out = append(out, verified{path: path, src: source{path, src.text}, found: found, err: err})
	}
	add := func(path string) { read(path, true) }
	for _, name := range names {
		if info, err := os.Stat(name); err != nil || !info.IsDir() || name == "-" {
			read(name, false)
			continue
		}

		if isCrate(name) {
			files, err := a.specifiedOf(ctx, name)
			if err != nil {
				out = append(out, verified{path: name, src: source{path: name}, err: err})
			}
			for _, f := range files {
				add(f)
			}
			continue
		}

		n := len(out)
		err := a.javaFolder(name, exclude, add)
		if err == nil && len(out) == n {
			err = fmt.Errorf("%s is a folder without a .java file", name)
		}
		if err != nil {
			out = append(out, verified{path: name, src: source{path: name}, err: err})
		}
	}
	return out
}

// verifyFile asks about one file.
func (a *app) verifyFile(ctx context.Context, b verify.Backend, one verified, opts verify.Options) verified {
	if one.err != nil {
		return one
	}
	if out, ok := unreadable(one.path, one.src.text, opts); ok {
		one.out = out
		return one
	}
	one.out, one.err = b.Verify(ctx, verify.Request{File: one.path, Source: string(one.src.text), Options: opts})
	return one
}

// unreadable is the outcome of a text that is no UTF-8: no verifier is asked, since
// each would make something else of it.
func unreadable(path string, text []byte, opts verify.Options) (verify.Outcome, bool) {
	no := notText(path, text)
	if no == nil {
		return verify.Outcome{}, false
	}
	return verify.Outcome{Verdict: verify.Malformed, Arithmetic: opts.WithDefaults().Arithmetic, Backend: "reader", Diagnostics: []verify.Diagnostic{{
		Kind: verify.SyntaxError, Severity: verify.Error, Verdict: verify.Malformed, Line: no.line, Column: no.column, Stage: "parse",
		Message: no.msg}}}, true
}

// recordVerified records one file's answer.
func recordVerified(rec *trajectories.Writer, one verified) {
	step := rec.Start("verify", one.path, nil)
	if one.err != nil {
		step.End("error", map[string]any{"error": one.err.Error()})
		return
	}
	o := one.out
	data := annotate.Found(o)
	data["warnings"], data["verifier_ms"] = o.Warnings, float64(o.Elapsed.Microseconds())/1000
	step.End(o.Verdict.String(), data)
	rec.Found(verifiedFindings(one.path, o)...)
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
func (a *app) showOutcome(path, source string, o verify.Outcome, f verifyFlags) error {
	switch {
	case f.format == "sarif":
		return nil
	case f.explain:
		return a.showExplained(path, feedback.Analyze(o, source), f.tokens)
	case a.out.json:
		b, err := verify.MarshalLine(path, o)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(a.Stdout, "%s\n", b)
		return err
	case f.format == "openjml":
		return verify.WriteOpenJML(a.Stdout, path, source, o)
	case f.format == "github":
		return verify.WriteGitHub(a.Stdout, path, o)
	}

	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s by %s (%s), arithmetic %s, %d ms\n", path, o.Verdict, o.Backend, o.Version, o.Arithmetic, o.Elapsed.Milliseconds())
	names := o.Names()
	for i, m := range o.Methods {
		fmt.Fprintf(&b, "  %-11s %s (line %d, %d obligations, %d ms)\n", m.Verdict.Phrase(), names[i], m.Line, len(m.Obligations), m.Elapsed.Milliseconds())
		for _, c := range o.Conditions(m) {
			fmt.Fprintf(&b, "    on condition: %s\n", c)
		}
		if c := m.Contradiction; c != nil {
			fmt.Fprintf(&b, "    contradiction %s, line %d: %s\n", c.Where, c.Line, strings.Join(c.Facts, "; "))
		}
		if w := m.Witnesses; w != nil && w.Reached < w.Ends {
			fmt.Fprintf(&b, "    witnesses: runs reach %d of %d ends\n", w.Reached, w.Ends)
		}
	}

	report := feedback.Analyze(o, source)
	for i, d := range o.Diagnostics {
		fmt.Fprintf(&b, "%s:%d:%d: %s: %s\n", path, d.Line, d.Column, d.Kind, d.Text())
		if d.Clause != "" {
			fmt.Fprintf(&b, "    clause (line %d): %s\n", report.Failures[i].ClauseLine, oneLine(d.Clause))
		}
		if c := d.Counterexample; c != nil {
			fmt.Fprintf(&b, "    for %s: %s\n", c.Inputs, c.Actual)
		}
		if h := report.Failures[i].Hint; h != "" {
			fmt.Fprintf(&b, "    hint: %s\n", h)
		}
	}

	for _, w := range o.Warnings {
		at := path
		if w.Line > 0 {
			at = fmt.Sprintf("%s:%d:%d", path, w.Line, w.Column)
		}
		fmt.Fprintf(&b, "%s: warning: %s: %s\n", at, w.Kind, w.Text())
	}
	_, err := a.Stdout.Write([]byte(b.String()))
	return err
}

// showExplained prints the analysis of one outcome.
func (a *app) showExplained(path string, r feedback.Report, tokens int) error {
	if a.out.json {
		return a.out.object(struct {
			File string `json:"file"`
			feedback.Report
		}{path, r})
	}
	a.out.printf("%s: %s\n", path, r.Text(tokens))
	return nil
}
