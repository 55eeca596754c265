package cmd

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ensures/bench"
	"ensures/harness"
	"ensures/java"
	"ensures/propose"
	"ensures/synth"
	"ensures/trajectories"
	"ensures/verify"
	"ensures/verify/native"

	"github.com/spf13/cobra"
)

// annotateFlags are the flags of annotate that are no configuration keys.
type annotateFlags struct {
	methods   []string
	write     bool
	diff      bool
	survivors int
	resume    string
	engine    string
	explain   bool
}

func newAnnotate(a *app) *cobra.Command {
	var f annotateFlags
	c := &cobra.Command{
		Use:   "annotate FILE|FOLDER…",
		Short: "Propose JML for Java methods, measure it, write it back",
		Long: `Propose JML clauses for the methods of Java files: run each method on many inputs,
keep clauses that no run violates, first the few that rule out the most wrong
outputs; measure them (PostCorr, PostComp, PreCorr, PreComp); show what they still
let through; insert them with every other byte of the file kept. A method that has
a specification keeps it and is measured.

What is found held on all runs that were made. Where a solver is there (z3 or cvc5)
the annotated methods are then proved, or not, by our verifier, which is named with
its version; without one nothing is said to be proved. --keep proved leaves out what
the configured verifier does not prove, so that the methods that were annotated
verify; the others stay as they were.

With --model a language model does the work, method by method: it proposes, has its
proposals verified and measured, repairs and strengthens them, until a specification
is proved and strong or its limits are reached (agent.* of the configuration). What
it says counts for nothing: the table shows what the verifier and the harness found.
A run that was interrupted goes on with --resume.

Engines without a model (--engine):` + engineList() + `

Exit code 3 when a file has mistakes or a method could not be annotated.`,
		Example: `  ensures annotate src/Account.java
  ensures annotate src/Account.java --method Account.withdraw
  ensures annotate src/Account.java --diff > account.patch
  ensures annotate -w src
  ensures annotate -w src --keep proved
  ensures annotate src/Account.java --engine dynamic
  ensures annotate src/Account.java --model ollama/qwen2.5-coder
  ensures annotate --resume last`,
		Args: func(c *cobra.Command, args []string) error {
			if f.resume != "" && len(args) == 0 {
				return nil // the run knows its files
			}
			return atLeast("FILE")(c, args)
		},
		RunE: func(c *cobra.Command, args []string) error { return a.annotate(c.Context(), args, f) },
	}
	c.Flags().StringArrayVarP(&f.methods, "method", "m", nil, "only this `method`: Class.name or name; may be repeated")
	c.Flags().BoolVarP(&f.write, "write", "w", false, "write the clauses into the files")
	c.Flags().BoolVar(&f.diff, "diff", false, "print a patch instead of the annotated methods")
	c.Flags().IntVar(&f.survivors, "survivors", 2, "show so many wrong outputs that each specification still accepts")
	c.Flags().StringVar(&f.engine, "engine", "", "the `engine` where no model is asked: "+engineNames()+" (default "+engines()[0].name+")")
	c.Flags().BoolVar(&f.explain, "explain", false, "show what the engine tried, what was refuted by which input, and what is not proved")
	c.Flags().StringVar(&f.resume, "resume", "", "go on with an interrupted `run` of a model: its name, its folder, or last")
	bindModel(c.Flags())
	bind(c.Flags(), "agent", "agent.mode", "how the model works: codeact or react")
	bind(c.Flags(), "preset", "agent.preset", "settings of the agent: default or veriact-paper")
	bind(c.Flags(), "tools", "agent.tools", "`names` of the tools that the model has beside the needed ones (docs/formats.md)")
	bind(c.Flags(), "max-steps", "agent.max_steps", "at most so `many` steps of the model for a method")
	bind(c.Flags(), "max-clauses", "annotate.max_clauses", "at most so many ensures clauses of a `method`")
	bind(c.Flags(), "budget", "annotate.budget", "`time` for one method")
	bind(c.Flags(), "keep", "annotate.keep", "`which` clauses to keep: all that no run violates, or only what the verifier proved")
	bind(c.Flags(), "inputs", "annotate.inputs", "how `many` inputs to generate for a method")
	bind(c.Flags(), "seed", "harness.seed", "`seed` of everything generated")
	return c
}

// annotated is one file's result.
type annotated struct {
	src    source
	res    *propose.FileResult
	text   string // with the clauses inserted
	failed error
	proof  *verify.Outcome // of the annotated text; nil without a verifier
	left   []synth.LeftOut // with annotate.keep proved
}

func (a *app) annotate(ctx context.Context, args []string, f annotateFlags) error {
	if f.write && f.diff {
		return usagef("--write changes the files and --diff prints what would change: give one of them")
	}
	if f.engine != "" && (a.cfg.Model.Name != "" || f.resume != "") {
		return usagef("--engine works without a model: leave out --model and --resume")
	}
	if a.cfg.Model.Name != "" || f.resume != "" {
		return a.annotateWithModel(ctx, args, f)
	}
	sources, err := a.javaFiles(args)
	if err != nil {
		return err
	}
	rt := bench.NewRuntime()
	prover, done := a.prover(ctx, rt)
	defer done()
	var judge verify.Backend
	if prover != nil {
		judge = prover.judge
	}
	if a.keepsProved() { // the verifier that `ensures verify` asks, with all its patience
		b, end, err := a.verifier(ctx)
		if err != nil {
			return fmt.Errorf("--keep proved: %w", err)
		}
		defer end()
		judge = b
	}
	if f.engine == "" {
		f.engine = engines()[0].name
	}
	engine, err := engineNamed(f.engine, prover)
	if err != nil {
		return err
	}
	rec, err := a.record("annotate", sources...)
	if err != nil {
		return err
	}
	all, err := a.annotateAll(ctx, rt, sources, rec, judge, f, func(src source) (annotated, error) {
		return a.annotateFile(ctx, rt, engine.options(a, prover), src, rec, f), nil
	})
	if err != nil {
		_ = rec.Finish("interrupted", nil)
		return err
	}
	return a.finishAnnotate(rec, all, f)
}

// annotateAll annotates files one after the other and shows what came of each.
func (a *app) annotateAll(ctx context.Context, rt *bench.Runtime, sources []source, rec *trajectories.Writer, judge verify.Backend, f annotateFlags, annotate func(source) (annotated, error)) ([]annotated, error) {
	bar := a.progress(len(sources), "annotate")
	var all []annotated
	for _, src := range sources {
		one, err := annotate(src)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			bar.done()
			return all, err
		}
		if a.keepsProved() {
			err = a.keepProved(ctx, rt, judge, &one, rec, f)
		} else {
			a.prove(ctx, judge, &one, rec)
		}
		if err != nil {
			bar.done()
			return all, err
		}
		if one.failed == nil && f.write && one.text != string(src.text) && src.path != "<stdin>" {
			one.failed = trajectories.WriteFile(src.path, []byte(one.text))
		}
		bar.clear()
		all = append(all, one)
		if err := a.showAnnotated(one, len(sources) == 1, f); err != nil {
			return all, err
		}
		bar.step()
	}
	bar.done()
	if !a.out.json && !f.diff {
		a.annotateTable(all)
	}
	return all, nil
}

// prover is our verifier with little patience: search prunes and tries, judge has
// the last word, with runs that may refute.
type prover struct {
	search *native.Backend
	judge  verify.Backend
}

// prover is nil where there is no solver.
func (a *app) prover(ctx context.Context, rt *bench.Runtime) (*prover, func()) {
	quick := *a
	cfg := *a.cfg
	quick.cfg = &cfg
	quick.cfg.Verify.Quick = min(cfg.Verify.Quick, 200*time.Millisecond)
	quick.cfg.Verify.Patient = min(cfg.Verify.Patient, 1500*time.Millisecond)
	b, err := quick.nativeBackend(ctx, rt)
	if err != nil {
		a.log.Info("nothing will be proved", "reason", err)
		return nil, func() {}
	}
	return &prover{search: b, judge: a.refuting(b, rt)}, b.Close
}

// arithmetic is the configured mode.
func (a *app) arithmetic() verify.Arithmetic {
	ar, err := verify.ParseArithmetic(a.cfg.Verify.Arithmetic)
	if err != nil {
		return verify.Safe
	}
	return ar
}

// proofOptions are the configured options of a proof.
func (a *app) proofOptions() verify.Options {
	return verify.Options{Arithmetic: a.arithmetic(), NullableByDefault: a.cfg.JML.NullableByDefault, Timeout: a.cfg.Verify.Timeout}
}

// prove asks the verifier about the annotated text.
func (a *app) prove(ctx context.Context, b verify.Backend, one *annotated, rec *trajectories.Writer) {
	if b == nil || one.failed != nil || len(one.res.Errors) > 0 {
		return
	}
	step := rec.Start("verify", one.src.path, nil)
	out, err := b.Verify(ctx, verify.Request{File: one.src.path, Source: one.text, Options: a.proofOptions()})
	if err != nil {
		a.log.Warn("not verified", "file", one.src.path, "err", err)
		step.End("error", map[string]any{"error": err.Error()})
		return
	}
	one.proof = &out
	step.End(out.Verdict.String(), found(out))
}

// found is what is recorded of a verifier's answer.
func found(o verify.Outcome) map[string]any {
	return map[string]any{"backend": o.Backend, "version": o.Version, "arithmetic": o.Arithmetic, "methods": o.Methods, "diagnostics": o.Diagnostics}
}

// javaFiles reads the files named, and the .java files of the folders named.
func (a *app) javaFiles(args []string) ([]source, error) {
	var list []source
	for _, arg := range args {
		info, err := os.Stat(arg)
		if arg == "-" || err == nil && !info.IsDir() {
			src, err := a.readFile(arg)
			if err != nil {
				return nil, err
			}
			list = append(list, src)
			continue
		} else if err != nil {
			return nil, err
		}
		n := len(list)
		err = filepath.WalkDir(arg, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || filepath.Ext(path) != ".java" {
				return err
			}
			src, err := a.readFile(path)
			list = append(list, src)
			return err
		})
		if err != nil {
			return nil, err
		}
		if len(list) == n {
			return nil, fmt.Errorf("%s holds no .java file", arg)
		}
	}
	return list, nil
}

func (a *app) annotateFile(ctx context.Context, rt *bench.Runtime, o propose.Options, src source, rec *trajectories.Writer, f annotateFlags) annotated {
	one := annotated{src: src, text: string(src.text)}
	step := rec.Start("file", src.path, nil)
	o.Methods, o.Survivors, o.Trace = f.methods, f.survivors, tracer(step)
	one.res, one.failed = propose.File(ctx, rt, src.path, string(src.text), o)
	if one.failed == nil {
		one.text, one.failed = one.res.Edits.Apply()
	}
	outcome, data := "ok", map[string]any{"annotated": one.text}
	if one.failed != nil {
		outcome, data = "error", map[string]any{"error": one.failed.Error()}
	}
	step.End(outcome, data)
	return one
}

// tracer records the steps that an engine reports, nested as they are.
func tracer(top *trajectories.Step) func(kind, name string, data any) func(outcome string, data any) {
	open := []*trajectories.Step{top}
	return func(kind, name string, data any) func(string, any) {
		s := open[len(open)-1].Start(kind, name, data)
		open = append(open, s)
		return func(outcome string, data any) {
			s.End(outcome, data)
			open = open[:len(open)-1]
		}
	}
}

// methodJSON is one method's result with --json.
type methodJSON struct {
	File      string           `json:"file"`
	Line      int              `json:"line"`
	Method    string           `json:"method"`
	Signature string           `json:"signature"`
	Status    propose.Status   `json:"status"`
	Reason    string           `json:"reason,omitempty"`
	Kept      bool             `json:"kept"`
	Proved    bool             `json:"proved"`            // verified, by ProvedBy
	Verdict   string           `json:"verdict,omitempty"` // of the verifier, where there is one
	ProvedBy  string           `json:"verifier,omitempty"`
	Open      []string         `json:"open,omitempty"` // what it did not prove
	Clauses   []propose.Clause `json:"clauses"`
	LeftOut   []synth.LeftOut  `json:"left_out,omitempty"` // with --keep proved: what is not proved
	Scores    harness.Row      `json:"harness"`
	Survivors []string         `json:"survivors"`
	Inputs    int              `json:"inputs"`
	Account   propose.Account  `json:"account"`
	ElapsedMS float64          `json:"elapsed_ms"`
}

// showAnnotated prints one file's result.
func (a *app) showAnnotated(one annotated, whole bool, f annotateFlags) error {
	if one.res != nil && one.res.File != nil {
		if err := a.errors(one.res.File, one.res.Errors); err != nil {
			return err
		}
	}
	if one.failed != nil {
		fmt.Fprintf(a.Stderr, "ensures: %v\n", one.failed)
		return nil
	}
	switch {
	case a.out.json:
		placed := one.placed()
		for _, m := range one.res.Methods {
			v, by := placed.proved(m)
			verdict := ""
			if by != "" {
				verdict = v.String()
			}
			err := a.out.object(methodJSON{
				Proved: v == verify.Verified, Verdict: verdict, ProvedBy: by, Open: placed.open(m),
				File: one.src.path, Line: m.Line, Method: m.Name, Signature: m.Signature, Status: m.Status, Reason: m.Reason, Kept: m.Kept,
				Clauses: m.Clauses, LeftOut: one.leftOut(m), Scores: m.Row, Survivors: m.Survivors, Inputs: m.Inputs, Account: m.Account, ElapsedMS: float64(m.Elapsed.Microseconds()) / 1000,
			})
			if err != nil {
				return err
			}
		}
		return nil
	case f.diff:
		for _, line := range unifiedDiff(one.src.path, string(one.src.text), one.text) {
			a.out.printf("%s", a.diffLine(line))
		}
		if f.explain {
			a.listLeftOut(a.Stderr, one)
		}
		return nil
	case f.write:
		if f.explain {
			a.listLeftOut(a.Stdout, one)
		}
		return nil
	}
	a.showMethods(one, whole, f.explain)
	return nil
}

func (a *app) diffLine(line string) string {
	body, end := strings.TrimRight(line, "\r\n"), ""
	end = line[len(body):]
	switch {
	case strings.HasPrefix(line, "+++"), strings.HasPrefix(line, "---"):
		return a.out.paint(strong, body) + end
	case strings.HasPrefix(line, "+"):
		return a.out.paint(good, body) + end
	case strings.HasPrefix(line, "-"):
		return a.out.paint(bad, body) + end
	case strings.HasPrefix(line, "@@"):
		return a.out.paint(code, body) + end
	}
	return line
}

// showMethods prints the annotated methods: whole ones of a single file, those
// lines that were added and the head of the method of many.
func (a *app) showMethods(one annotated, whole, explain bool) {
	o := a.out
	placed := one.placed()
	for _, m := range one.res.Methods {
		o.printf("%s %s\n", o.paint(strong, fmt.Sprintf("%s:%d", one.src.path, m.Line)), o.paint(code, m.Name))
		if m.Status != propose.Proposed {
			o.printf("  %s %s\n", o.paint(warn, string(m.Status)+":"), m.Reason)
			a.showLeftOut(one.leftOut(m), explain)
			if explain {
				a.showAccount(m.Account)
			}
			o.printf("\n")
			continue
		}
		if d := placed.decls[m.Decl]; d != nil {
			o.printf("%s", a.methodText(placed.file, d, whole))
		}
		a.showOpen(placed.open(m))
		a.showLeftOut(one.leftOut(m), explain)
		for _, s := range m.Survivors {
			o.printf("  %s %s\n", o.paint(warn, "survives:"), s)
		}
		if explain {
			a.showAccount(m.Account)
		}
		o.printf("\n")
	}
}

// showAccount prints what an engine did on a method.
func (a *app) showAccount(c propose.Account) {
	o := a.out
	o.printf("  %s %d clauses tried, %d held on all runs, %d questions to the verifier\n", o.paint(dim, "engine:"), c.Tried, c.Held, c.Asked)
	for _, n := range c.Notes {
		o.printf("  %s %s\n", o.paint(dim, "engine:"), n)
	}
	for _, f := range c.Findings {
		at := ""
		if f.Line > 0 {
			at = fmt.Sprintf(" (loop of line %d)", f.Line)
		}
		why := ""
		if f.Why != "" {
			why = ": " + f.Why
		}
		o.printf("  %s %s%s%s\n", o.paint(warn, string(f.Fate)+":"), f.Clause, at, why)
	}
	if c.More > 0 {
		o.printf("  %s %d more\n", o.paint(dim, "engine:"), c.More)
	}
}

// methodText is a method with the specification above it, specification lines
// coloured. Without the whole body only lines with a specification are shown, and
// the method's head.
func (a *app) methodText(f *java.File, d *java.MethodDecl, whole bool) string {
	lines := strings.Split(strings.ReplaceAll(f.Src, "\r\n", "\n"), "\n")
	head, last := f.Position(d.Pos()).Line, f.Position(d.End()).Line
	first := head
	for first > 1 && isSpecLine(lines[first-2]) {
		first--
	}
	var b strings.Builder
	for i := first; i <= last && i <= len(lines); i++ {
		l := lines[i-1]
		switch {
		case isSpecLine(l):
			b.WriteString(a.out.paint(good, l) + "\n")
		case whole || i == head || i > 1 && isSpecLine(lines[i-2]): // what the specification belongs to
			b.WriteString(l + "\n")
		}
	}
	return b.String()
}

func isSpecLine(l string) bool {
	l = strings.TrimSpace(l)
	return strings.HasPrefix(l, "//@") || strings.HasPrefix(l, "/*@") || strings.HasPrefix(l, "@ ") || strings.HasPrefix(l, "@*/")
}

// annotateTable is the summary: one row a method.
func (a *app) annotateTable(all []annotated) {
	var rows [][]string
	for _, one := range all {
		if one.res == nil {
			continue
		}
		placed := one.placed()
		for _, m := range one.res.Methods {
			v, by := placed.proved(m)
			verdict := "–"
			switch {
			case by == "" || m.Status == propose.Unsupported || m.Status == propose.Failed:
				verdict = a.out.paint(dim, verdict)
			case v == verify.Verified:
				verdict = a.out.paint(good, v.String())
			default:
				verdict = a.out.paint(warn, v.String())
			}
			s := m.Row.Strict
			mutants := ""
			if m.Row.Mutants.Total > 0 {
				mutants = fmt.Sprintf("%d/%d", m.Row.Mutants.Killed, m.Row.Mutants.Total)
			}
			name := m.Name
			if m.Kept {
				name += " (yours)"
			}
			rows = append(rows, []string{
				name, fmt.Sprint(len(m.Clauses)), a.score(s.PostCorr), a.score(s.PostComp), a.score(s.PreCorr), a.score(s.PreComp),
				mutants, verdict, fmt.Sprint(m.Inputs), m.Elapsed.Round(time.Millisecond).String(),
			})
		}
	}
	if len(rows) == 0 {
		return
	}
	a.out.table([]string{"METHOD", "CLAUSES", "POSTCORR", "POSTCOMP", "PRECORR", "PRECOMP", "KILLED", "PROOF", "INPUTS", "TIME"}, rows)
}

// score is a metric, "–" where it is undefined.
func (a *app) score(x *float64) string {
	if x == nil {
		return a.out.paint(dim, "–")
	}
	t := good
	switch {
	case *x < a.cfg.Harness.Threshold:
		t = bad
	case *x < harness.StrictThreshold:
		t = warn
	}
	return a.out.paint(t, fmt.Sprintf("%.2f", *x))
}

// some is a number of things in words.
func some(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// finishAnnotate closes the recording and says what was done and what was not.
func (a *app) finishAnnotate(rec *trajectories.Writer, all []annotated, f annotateFlags, more ...func(*trajectories.Conclusion)) error {
	methods, clauses, wrong, changed, proved, left, by, asked := 0, 0, 0, 0, 0, 0, "", false
	for _, one := range all {
		left += len(one.left)
		asked = asked || one.proof != nil
		if one.failed != nil {
			wrong++
			continue
		}
		wrong += len(one.res.Errors)
		placed := one.placed()
		if one.text != string(one.src.text) {
			changed++
		}
		for _, m := range one.res.Methods {
			if m.Status == propose.Unsupported || m.Status == propose.Failed {
				wrong++
				continue
			}
			methods++
			clauses += len(m.Clauses)
			if v, name := placed.proved(m); name != "" {
				by = name
				if v == verify.Verified {
					proved++
				}
			}
		}
	}
	outcome := "ok"
	if wrong > 0 {
		outcome = "below"
	}
	end := trajectories.Conclusion{Outcome: outcome, Figures: map[string]any{"files": len(all), "methods": methods, "clauses": clauses, "problems": wrong, "changed": changed, "left_out": left}}
	for _, f := range more {
		f(&end)
	}
	if err := rec.Conclude(end); err != nil {
		a.log.Warn("the run is not recorded", "err", err)
	}
	if !a.out.json && !a.flags.quiet && methods > 0 {
		w := a.Stdout
		if f.diff {
			w = a.Stderr
		}
		fmt.Fprintf(w, "%s, %s", some(methods, "method"), some(clauses, "clause"))
		if len(more) == 0 {
			fmt.Fprint(w, ". They held on every run that was made")
		}
		if left > 0 {
			fmt.Fprintf(w, "; %d more are not proved and left out (--explain names them)", left)
		}
		fmt.Fprint(w, "; ")
		if by == "" && asked {
			fmt.Fprintf(w, "nothing is proved.\n")
		} else if by == "" {
			fmt.Fprintf(w, "nothing is proved (no solver: ensures doctor).\n")
		} else {
			fmt.Fprintf(w, "%d verified by %s, arithmetic %s", proved, by, a.cfg.Verify.Arithmetic)
			if proved < methods {
				fmt.Fprintf(w, "; %d not proved", methods-proved)
			}
			fmt.Fprintln(w, ".")
		}
		if names := unverified(all); a.keepsProved() && len(names) > 0 {
			fmt.Fprintf(w, "Methods that do not verify, and got no clauses: %s.\n", strings.Join(names, ", "))
		}
		if f.write {
			fmt.Fprintf(w, "%s written.\n", some(changed, "file"))
		}
		if rec != nil {
			fmt.Fprintf(w, "Recorded in %s; show it: ensures trajectories show last\n", rec.Dir())
		}
	}
	if wrong > 0 {
		return shown(ExitBelow, "%d problems", wrong)
	}
	return nil
}
