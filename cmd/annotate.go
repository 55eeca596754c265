package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"time"

	"ensures/bench"
	"ensures/engine"
	"ensures/engine/annotate"
	"ensures/internal/atomicfile"
	"ensures/internal/effort"
	"ensures/java"
	"ensures/java/project"
	"ensures/propose"
	"ensures/trajectories"
	"ensures/verify"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
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
	sarif     bool

	project projectFlags
	helpers bool
	exclude []string
	changed string
	workers int
}

func newAnnotate(a *app) *cobra.Command {
	var f annotateFlags
	c := &cobra.Command{
		Use:   "annotate FILE|FOLDER…",
		Short: "Propose JML for Java methods, measure it, write it back",
		Long: `Propose JML clauses for the methods of Java files: run each method on many inputs,
keep clauses that no run violates, first the few that rule out the most wrong
outputs; prove them; measure them (PostCorr, PostComp, PreCorr, PreComp); show what
they still let through; insert them with every other byte of the file kept. A method
that has a specification keeps it and is measured.

--write and --diff insert what is proved, by our verifier over a solver (z3 or cvc5)
or by another that verify.backend names. What only held on all runs that were made is
shown apart; --keep all inserts it too, as comments (//+unproved@) that no tool takes
for a contract unless it is asked to. Without a solver nothing is written: ensures
setup z3 gets one.

Classes of other files are found in the project of each file: below the folder that
its package declaration shows, in the Maven or Gradle modules around it, and in the
folders of --sourcepath. Of libraries what their jars declare is known: those that the
build files name, as far as the local Maven repository or Gradle's cache has them, and
those of --classpath; of the JDK, what its image has. No build is started, and nothing
is downloaded.

With --model a language model does the work, method by method: it proposes, has its
proposals verified and measured, repairs and strengthens them, until a specification
is proved and strong or its limits are reached (agent.* of the configuration). What
it says counts for nothing: the table shows what the verifier and the harness found.
A run that was interrupted goes on with --resume.

Functions of files of Rust (.rs) are run on the machine in a sandbox, and what our verifier
proves, of what the engine or a model proposes, is written above them as comments (//@ requires, //@ ensures), which cargo does not
see. That needs rustc 1.95, bubblewrap and a solver. A file of a package is worked on with
the modules of its crate and the crates that it needs, as cargo has them without a network;
the folder of a package or workspace stands for all files of its libraries and programs.

Engines without a model (--engine):` + engineList() + `

Exit code 3 when a file has mistakes or a method could not be annotated.`,
		Example: `  ensures annotate src/Account.java
  ensures annotate src/Account.java --method Account.withdraw
  ensures annotate src/Account.java --diff > account.patch
  ensures annotate -w src
  ensures annotate -w src --keep all
  ensures annotate -w src/search.rs
  ensures annotate -w crates/geometry
  ensures annotate src --changed=main --exclude '*Test.java'
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
	c.Flags().StringArrayVarP(&f.methods, "method", "m", nil, "only this `method`: m, C.m, p.C.m or m(int,String); may be repeated")
	c.Flags().StringVar(&f.changed, "changed", "", "only methods that git says changed since a `revision`, HEAD where none is given (--changed=main)")
	c.Flags().Lookup("changed").NoOptDefVal = "HEAD"
	c.Flags().StringArrayVar(&f.exclude, "exclude", nil, excludeHelp)
	c.Flags().BoolVarP(&f.write, "write", "w", false, "write the clauses into the files")
	c.Flags().BoolVar(&f.diff, "diff", false, "print a patch instead of the annotated methods")
	c.Flags().IntVar(&f.survivors, "survivors", 2, "show so many wrong outputs that each specification still accepts")
	c.Flags().StringVar(&f.engine, "engine", "", "the `engine` where no model is asked: "+engineNames()+" (default "+engine.List()[0].Name+")")
	c.Flags().BoolVar(&f.sarif, "sarif", false, "print what was found as a SARIF 2.1.0 log, at the lines of the files as they are")
	c.Flags().BoolVar(&f.explain, "explain", false, "show what the engine tried, what was refuted by which input, and what is not proved")
	c.Flags().BoolVar(&f.helpers, "helpers", true, "specify static methods that nobody asked for too, of the file or the project, where methods call them")
	f.project.bindJVM(c.Flags())
	c.Flags().StringVar(&f.resume, "resume", "", "go on with an interrupted `run` of a model: its name, its folder, or last")
	c.Flags().IntVar(&f.workers, "workers", max(1, runtime.GOMAXPROCS(0)), "so `many` methods at a time; what is found does not depend on it")
	bindAnnotate(c.Flags())
	return c
}

// bindAnnotate defines the flags of annotate that are configuration keys.
func bindAnnotate(fl *pflag.FlagSet) {
	bindModel(fl)
	bind(fl, "agent", "agent.mode", "how the model works: codeact or react")
	bind(fl, "preset", "agent.preset", "settings of the agent: default or veriact-paper")
	bind(fl, "tools", "agent.tools", "`names` of the tools that the model has beside the needed ones (docs/formats.md)")
	bind(fl, "max-steps", "agent.max_steps", "at most so `many` steps of the model for a method")
	bind(fl, "max-clauses", "annotate.max_clauses", "at most so many ensures clauses of a `method`")
	bind(fl, "budget", "annotate.budget", "work on one method, as the `time` of its steps on an idle machine")
	bind(fl, "limit", "annotate.limit", "`time` for the whole run; what it does not reach is left as it is, and said")
	bind(fl, "keep", "annotate.keep", "`which` clauses to keep: proved, or all, those that only held on runs as comments of no effect")
	bind(fl, "inputs", "annotate.inputs", "how `many` inputs to generate for a method")
	bind(fl, "seed", "harness.seed", "`seed` of everything generated")
}

func (a *app) annotate(ctx context.Context, args []string, f annotateFlags) error {
	if f.write && f.diff {
		return usagef("--write changes the files and --diff prints what would change: give one of them")
	}
	if f.sarif && (f.write || f.diff || a.out.json) {
		return usagef("--sarif is a form of its own: leave out --write, --diff and --json")
	}
	if f.workers < 1 {
		return usagef("--workers: %d; it takes at least 1", f.workers)
	}
	if f.engine != "" && (a.cfg.Model.Name != "" || f.resume != "") {
		return usagef("--engine works without a model: leave out --model and --resume")
	}

	if rust := slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return !isRust(arg) && !isCrate(arg) }); len(rust) > 0 {
		if len(rust) < len(args) {
			return usagef("files of Rust and of other languages are annotated apart: give one kind")
		}
		return a.annotateRust(ctx, args, f)
	}
	if a.cfg.Model.Name != "" || f.resume != "" {
		if f.project.jvm {
			return usagef("--jvm runs the user's code only, not what a model writes: leave out --model and --resume")
		}
		if f.changed != "" {
			return usagef("--changed works without a model: leave out --model and --resume")
		}
		return a.annotateWithModel(ctx, args, f)
	}

	until := ends(a.cfg.Annotate.Limit)
	sources, err := a.javaFiles(args, f.exclude)
	if err != nil {
		return err
	}
	rt, files, err := projectOf(sources, f.project)
	if err != nil {
		return err
	}
	end, err := f.project.startJVM(rt, files)
	if err != nil {
		return err
	}
	defer end()

	methods := map[string][]string{}
	if f.changed != "" {
		if sources, methods, err = changedOnly(ctx, f.changed, sources, f.methods); err != nil {
			return err
		}
		if len(sources) == 0 && !a.out.json && !a.flags.quiet {
			fmt.Fprintf(a.Stdout, "nothing changed since %s\n", f.changed)
		}
		if len(sources) == 0 {
			return nil
		}
	}

	job, done, err := a.annotateJob(ctx, rt, f)
	if err != nil {
		return err
	}
	defer done()
	job.methods, job.until, job.files = methods, until, files
	if job.rec, err = a.record("annotate", sources...); err != nil {
		return err
	}
	all, err := a.annotateAll(ctx, sources, job)
	if err != nil {
		_ = job.rec.Finish("interrupted", nil)
		return err
	}
	return a.finishAnnotate(job.rec, all, f)
}

// annotateJob returns how an engine without a model annotates the files of a project:
// nothing of it is recorded yet.
func (a *app) annotateJob(ctx context.Context, rt *bench.Runtime, f annotateFlags) (annotateJob, func(), error) {
	prover, done := a.prover(ctx, rt)
	if prover != nil {
		prover = proverInProject(prover, rt)
	}
	judge, end, err := a.judge(ctx, rt, prover, f)
	if err != nil {
		done()
		return annotateJob{}, nil, err
	}
	both := func() {
		end()
		done()
	}
	if f.engine == "" {
		f.engine = engine.List()[0].Name
	}
	e, err := a.engineNamed(f.engine, rt, prover)
	if err != nil {
		both()
		return annotateJob{}, nil, err
	}
	settings := e.Settings()
	settings.Workers = f.workers
	// Several methods at a time share the machine: each may take longer by the clock for the same
	// work.
	ctx = effort.Patient(ctx, f.workers)
	return annotateJob{rt: rt, judge: judge, flags: f, annotate: func(src source, o annotate.Options) (*annotate.Annotation, error) {
		return annotate.File(ctx, rt, src.path, string(src.text), settings, o), nil
	}}, both, nil
}

// judge returns who says what is proved of annotated files: our verifier with the
// patience of a search, or those that the configuration names; nil where there is none,
// and nothing is to be written for which one is needed.
func (a *app) judge(ctx context.Context, rt *bench.Runtime, prover *engine.Prover, f annotateFlags) (verify.Backend, func(), error) {
	if names := a.cfg.Verify.Backend; prover != nil && (names == "auto" || names == "native") {
		return prover.Judge, func() {}, nil
	}
	b, end, err := a.verifierIn(ctx, rt)
	var missing *coded
	switch {
	case err == nil:
		return inProject(b, rt), end, nil
	case !errors.As(err, &missing) || missing.code != ExitMissing:
		return nil, nil, err
	// Without a verifier there is still something to show, but nothing to write.
	case a.keepsProved() && (f.write || f.diff):
		return nil, nil, &coded{ExitMissing, fmt.Errorf("nothing is written without a proof: %w (or --keep all, which writes what held on all runs as comments that are no contracts)", err)}
	}
	return nil, func() {}, nil
}

// annotateJob is how files are annotated: by whom, who judges, and where it is
// recorded.
type annotateJob struct {
	rt       *bench.Runtime
	rec      *trajectories.Writer
	judge    verify.Backend // nil: nothing is verified
	flags    annotateFlags
	methods  map[string][]string // that are wanted of a file, where not those of the flags
	until    time.Time           // end of the run; zero: none
	files    *project.Project    // the files' project; nil: each is looked at by itself
	annotate func(source, annotate.Options) (*annotate.Annotation, error)
	watch    func(method string) (done func()) // told of each method; may be nil
}

// options returns what package annotate is told of a file.
func (j annotateJob) options(path string) annotate.Options {
	methods := j.flags.methods
	if of, ok := j.methods[path]; ok {
		methods = of
	}
	return annotate.Options{Methods: methods, Survivors: j.flags.survivors, Until: j.until, Record: j.rec, Watch: j.watch}
}

// inTime annotates a file, or gives up where that goes on after the end of the run.
func (j annotateJob) inTime(src source) (*annotate.Annotation, error) {
	type result struct {
		one *annotate.Annotation
		err error
	}
	r, ok := inTime(j.until, func() result {
		one, err := j.annotate(src, j.options(src.path))
		return result{one, err}
	})
	// Given up: nothing is known of the file, which stays as it was.
	if !ok {
		text := string(src.text)
		return &annotate.Annotation{Path: src.path, Original: text, Text: text}, nil
	}
	return r.one, r.err
}

// annotateAll annotates files one after the other and shows what came of each. Those
// whose methods others call come first; of files that nobody named the methods that are
// called are specified too, since a proof needs their contracts.
func (a *app) annotateAll(ctx context.Context, sources []source, job annotateJob) ([]*annotate.Annotation, error) {
	r := annotateRun{app: a, job: job, sources: map[string]source{}, begun: map[string]bool{}, bar: a.progress(a.toDo(sources, job), "annotate"), whole: len(sources) == 1}
	r.job.watch = r.bar.on
	for _, src := range sources {
		r.sources[src.path] = src
	}
	for _, src := range sources {
		if err := r.named(ctx, src); err != nil {
			r.bar.done()
			return r.all, err
		}
	}
	r.bar.done()
	if job.flags.diff && !a.out.json {
		return r.all, r.showHelpers()
	}
	switch {
	case job.flags.sarif:
		return r.all, verify.WriteSARIF(a.Stdout, version(), annotationSARIF(r.all))
	case !a.out.json:
		a.annotateTable(r.all)
	}
	return r.all, nil
}

// toDo counts the methods of files that are wanted, where someone sees the count.
func (a *app) toDo(sources []source, job annotateJob) (n int) {
	if !a.showsProgress() {
		return 0
	}
	for _, src := range sources {
		// Mistakes are told when the file's turn comes; here it is only counted.
		file, _ := java.Parse(src.path, string(src.text))
		tasks, _ := bench.BodiesOf(src.path, string(src.text))
		for _, t := range tasks {
			if t.Wanted(file, job.options(src.path).Methods) {
				n++
			}
		}
	}
	return n
}

// annotateRun is a run over files.
type annotateRun struct {
	*app
	job     annotateJob
	sources map[string]source // that were named, by path
	begun   map[string]bool   // paths of these, and methods of others after a #
	bar     *progress
	whole   bool // one file was named
	all     []*annotate.Annotation
}

// named annotates a file that was named, after those that it calls.
func (r *annotateRun) named(ctx context.Context, src source) error {
	// A file may be named, and called by one that comes earlier.
	if r.begun[src.path] {
		return nil
	}
	r.begun[src.path] = true

	var called []string // of its own, beside those that were asked for
	if r.job.files != nil && r.job.judge != nil && r.job.flags.helpers && notText(src.path, src.text) == nil {
		helpers, _ := inTime(r.job.until, func() []annotate.Helper {
			return annotate.Helpers(r.job.rt.Types, src.path, string(src.text), r.job.options(src.path).Methods)
		})
		for _, h := range helpers {
			if h.Path == src.path {
				called = append(called, h.Methods...)
			} else if err := r.helper(ctx, h); err != nil {
				return err
			}
		}
	}

	job := r.job
	if len(called) > 0 {
		job.methods = map[string][]string{src.path: slices.Concat(job.options(src.path).Methods, called)}
	}

	one, err := r.annotateOne(ctx, src, job)
	if err != nil {
		return err
	}
	one.Called = called
	return r.take(one)
}

// helper specifies methods of another file, and shows what was found of them.
func (r *annotateRun) helper(ctx context.Context, h annotate.Helper) error {
	if src, ok := r.sources[h.Path]; ok {
		return r.named(ctx, src)
	}
	if !r.job.files.Has(h.Path) {
		return nil // nobody writes into a library
	}

	h.Methods = slices.DeleteFunc(h.Methods, func(m string) bool {
		asked := r.begun[h.Path+"#"+m]
		r.begun[h.Path+"#"+m] = true
		return asked
	})
	if len(h.Methods) == 0 || !r.job.until.IsZero() && time.Now().After(r.job.until) {
		return nil
	}

	job := r.job
	job.watch = nil // it is none of those that are counted

	if !job.until.IsZero() { // most of the time is for what was named
		job.until = time.Now().Add(time.Until(job.until) / 4)
	}
	job.methods = map[string][]string{h.Path: h.Methods}
	text := h.Text
	for _, one := range r.all {
		if one.Path == h.Path {
			text = one.Written // other methods of it were specified before
		}
	}
	one, err := r.annotateOne(ctx, source{path: h.Path, text: []byte(text)}, job)
	if err != nil || one.Err != nil || one.Written == one.Original {
		return err // what is not found is no mistake of what was named
	}
	one.Helper = true
	return r.take(one)
}

// take writes and shows an annotated file.
func (r *annotateRun) take(one *annotate.Annotation) error {
	f := r.job.flags
	if one.Err == nil && f.write && one.Written != one.Original && one.Path != "<stdin>" {
		one.Err = writable(one.Path)
		if one.Err == nil {
			one.Err = atomicfile.Write(one.Path, []byte(one.Written))
		}
		if one.Err != nil {
			one.Written = one.Original
		}
	}
	// The next files are typed and proved against what stands in this one now, written or not.
	if r.job.files != nil && one.Err == nil {
		r.job.files.Put(one.Path, one.Written)
	}
	r.bar.clear()
	r.all = append(r.all, one)
	if one.Helper && f.diff && !r.out.json {
		return nil // a file has one part in a patch
	}
	return r.showAnnotated(one, r.whole && !one.Helper, f)
}

// showHelpers shows what files that nobody named have got in all.
func (r *annotateRun) showHelpers() error {
	shown := map[string]bool{}
	for i, one := range r.all {
		if !one.Helper || shown[one.Path] {
			continue
		}
		shown[one.Path] = true
		last := *one
		for _, later := range r.all[i:] {
			if later.Path == one.Path {
				last.Written = later.Written
			}
		}
		if err := r.showAnnotated(&last, false, r.job.flags); err != nil {
			return err
		}
	}
	return nil
}

// annotateOne annotates a file and has it verified.
func (a *app) annotateOne(ctx context.Context, src source, job annotateJob) (*annotate.Annotation, error) {
	if no := notText(src.path, src.text); no != nil {
		return &annotate.Annotation{Path: src.path, Original: string(src.text), Text: string(src.text), Err: no}, nil
	}
	one, err := job.inTime(src)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	one.Rows(job.options(src.path))
	if err := a.keep(ctx, one, job); err != nil {
		return nil, err
	}
	return one, ctx.Err()
}

// keep takes out of an annotated file what is not proved, where there is a verifier, and
// puts it into comments where all is to be kept.
func (a *app) keep(ctx context.Context, one *annotate.Annotation, job annotateJob) (err error) {
	c := a.cfg
	switch {
	case job.judge != nil:
		err = one.KeepProved(ctx, job.judge, a.proofOptions(), annotate.Remeasure{
			Runtime:  job.rt,
			Settings: propose.Options{Budget: c.Annotate.Budget, Inputs: c.Annotate.Inputs, Seed: c.Harness.Seed},
		}, job.options(one.Path))
	case !a.keepsProved() && one.Err == nil:
		err = one.KeepNone("no verifier was asked")
	}
	// What is written is what was verified, and with --keep all beside it what was not, as
	// comments.
	one.Written = one.Text
	if err == nil && !a.keepsProved() && one.Err == nil {
		one.Written, err = one.WithUnproved()
	}
	return err
}

// writable reports, by an error, that a file is not to be written to. Its folder may
// well let another file take its place.
func writable(path string) error {
	info, err := os.Stat(path)
	// atomicfile renames a new file over the old one, which asks the folder's permission only.
	if err == nil && info.Mode().Perm()&0o200 == 0 {
		return fmt.Errorf("%s is read-only: it is left as it was", path)
	}
	return err
}

// keepsProved reports whether only what is proved is kept.
func (a *app) keepsProved() bool { return a.cfg.Annotate.Keep == "proved" }

// javaFiles reads the files named, and the .java files of the folders named.
func (a *app) javaFiles(args, exclude []string) ([]source, error) {
	var list []source
	for _, arg := range args {
		info, err := os.Stat(arg)
		if arg == "-" || err == nil && !info.IsDir() {
			src, err := a.readText(arg)
			if err != nil {
				return nil, err
			}
			list = append(list, src)
			continue
		} else if err != nil {
			return nil, err
		}

		n := len(list)
		var unread error
		err = a.javaFolder(arg, exclude, func(path string) {
			src, err := a.readFile(path)
			if err != nil {
				unread = errors.Join(unread, err)
				return
			}
			list = append(list, src)
		})
		// Of a folder the other files are worth annotating; a file that was named has to be read.
		if unread != nil {
			a.log.Warn("left out", "why", unread)
		}
		if err != nil {
			return nil, err
		}
		if len(list) == n {
			return nil, fmt.Errorf("%s holds no .java file", arg)
		}
	}
	return list, nil
}
