package cmd

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"ensures/bench"
	"ensures/harness"
	"ensures/java"
	"ensures/jml"
	"ensures/verify"
	"ensures/verify/cross"

	"github.com/spf13/cobra"
)

// harnessFlags are the flags of harness that are no configuration keys.
type harnessFlags struct {
	dataset, specs string
	survivors      int
	workers        int
	crossCheck     int
	methods        []string
	project        projectFlags
}

func newHarness(a *app) *cobra.Command {
	var f harnessFlags
	c := &cobra.Command{
		Use:   "harness FILE… | --dataset D --specs S",
		Short: "Measure specifications: PostCorr, PostComp, PreCorr, PreComp",
		Long: `Measure specifications against what the code really does (Spec-Harness).

With files: the specifications in them, against their own code, on generated
inputs. A file of Rust (.rs) is compiled and run in a sandbox, with every check that
a debug build has. The methods of a file of Dafny (F.dfy) are measured on the tests of
F.tests.jsonl, lines of {"method", "args", "expected"}, or those of a data set on its
own (a file of .jsonl with lines of {"task_id", "code", "method", "tests"}); bodies are
not run. With --dataset and --specs: S is JSON lines of {"task_id", "code"}; every
specification is measured on the pairs of its task. A specification that can't be
measured gets a row that says why and never stops the rest.

The table shows the strict column; --json has both (docs/formats.md). Exit code 3
when some row isn't ok.`,
		Example: `  ensures harness src/Account.java
  ensures harness src/search.rs --survivors 3
  ensures harness search.dfy
  ensures harness --dataset tasks.jsonl --specs specs.jsonl --json > rows.jsonl`,
		Args: func(c *cobra.Command, args []string) error {
			switch {
			case f.dataset == "" && f.specs == "" && len(args) > 0, f.dataset != "" && f.specs != "" && len(args) == 0:
				return nil
			}
			return usagef("%s takes files, or --dataset and --specs together\ntry: %s --help", c.CommandPath(), c.CommandPath())
		},
		RunE: func(c *cobra.Command, args []string) error { return a.harness(c.Context(), args, f) },
	}
	c.Flags().StringVar(&f.dataset, "dataset", "", "benchmark `file` (JSON or JSONL), or a folder of Java files")
	c.Flags().StringVar(&f.specs, "specs", "", "specifications: `file` of JSON lines {task_id, code}")
	c.Flags().IntVar(&f.survivors, "survivors", 0, "show so many wrong outputs that each specification accepts")
	c.Flags().IntVar(&f.crossCheck, "cross-check", 0, "ask the native verifier about the outputs of so `many` pairs of a task too: it must agree")
	c.Flags().IntVar(&f.workers, "workers", runtime.GOMAXPROCS(0), "how many specifications to measure at a time")
	c.Flags().StringArrayVarP(&f.methods, "method", "m", nil, "of files of Java only this `method`: m, C.m, p.C.m or m(int,String); may be repeated")
	f.project.bindJVM(c.Flags())
	bind(c.Flags(), "pairs", "harness.pairs", "at most so `many` pairs of a task")
	bind(c.Flags(), "mutants", "harness.mutants", "at most so `many` mutants of a pair")
	bind(c.Flags(), "inputs", "harness.inputs", "how `many` inputs to generate")
	bind(c.Flags(), "limit", "harness.limit", "`time` for the whole run; rows that it does not reach are counted")
	bind(c.Flags(), "seed", "harness.seed", "`seed` of everything generated")
	return c
}

// job is one specification to measure.
type job struct {
	spec bench.CandidateSpec
	task *bench.Task
	rust *rustJob  // of Rust: instead of a task
	dfy  *dafnyJob // of Dafny: instead of a task
	err  error     // why it can't be measured
}

// measured is a job's result.
type measured struct {
	row       harness.Row
	survivors []string
	late      bool // the run's time was over: there is no row
}

func (a *app) harness(ctx context.Context, args []string, f harnessFlags) error {
	until := ends(a.cfg.Harness.Limit)
	jobs, sources, err := a.jobs(ctx, args, f)
	if err != nil {
		return err
	}

	rec, err := a.record("harness")
	if err != nil {
		return err
	}

	meter, end, err := a.newMeter(ctx, sources, f)
	if err != nil {
		return err
	}
	defer end()
	work := ctx
	if !until.IsZero() {
		var cancel context.CancelFunc
		work, cancel = context.WithDeadline(ctx, until)
		defer cancel()
	}

	defer func() {
		for _, j := range jobs {
			j.rust.close()
		}
	}()

	bar := a.progress(len(jobs), "harness")
	var rows []measured
	late := 0
	err = inOrder(ctx, jobs, f.workers,
		func(j job) measured {
			if over(until) {
				return measured{late: true}
			}
			step := rec.Start("measure", j.spec.TaskID, nil)
			m, ok := inTime(until, func() measured { return meter.measure(work, j, f.survivors) })
			if !ok || work.Err() != nil && ctx.Err() == nil {
				m = measured{late: true, row: harness.Failure(j.spec.TaskID, errOver)} // what it says of half the pairs is no measure
			}
			step.End(string(m.row.Status), m.row)
			return m
		},
		func(m measured) error {
			defer bar.step()
			if m.late {
				late++
				return nil
			}
			if a.out.json {
				return harness.WriteRow(a.Stdout, m.row)
			}
			rows = append(rows, m)
			return nil
		})

	bar.done()
	if err != nil {
		_ = rec.Finish("interrupted", nil)
		return err
	}
	if !a.out.json {
		a.harnessTable(rows)
	}

	bad := int(meter.bad.Load())
	if late > 0 {
		fmt.Fprintf(a.Stderr, "ensures: not reached: %d of %d rows, the run's time was over (harness.limit)\n", late, len(jobs))
	}
	if err := rec.Finish("ok", map[string]any{"rows": len(jobs) - late, "not_ok": bad, "not_reached": late}); err != nil {
		a.log.Warn("the run is not recorded", "err", err)
	}
	// Before the rows: two parts of ours that disagree make every figure doubtful.
	if err := meter.disagreements(f); err != nil {
		return err
	}
	if late > 0 {
		return shown(ExitBelow, "%d of %d rows were not reached", late, len(jobs))
	}
	if bad > 0 {
		return shown(ExitBelow, "%d of %d rows are not ok", bad, len(jobs))
	}
	return nil
}

// jobs are the specifications to measure, those that can't be read included, and the files of
// Java among what was given.
func (a *app) jobs(ctx context.Context, args []string, f harnessFlags) ([]job, []source, error) {
	if len(args) > 0 {
		return a.fileJobs(ctx, args, f.methods)
	}
	ds, err := bench.Load(f.dataset)
	if err != nil {
		return nil, nil, err
	}
	for _, b := range ds.Bad {
		a.log.Warn("unreadable task", "err", b)
	}

	specs, badLines, err := bench.LoadSpecs(f.specs)
	if err != nil {
		return nil, nil, err
	}
	tasks := map[string]*bench.Task{}
	for _, t := range ds.Tasks {
		tasks[t.ID] = t
	}

	var list []job
	for _, s := range specs {
		j := job{spec: s, task: tasks[s.TaskID]}
		if j.task == nil {
			j.err = fmt.Errorf("%s has no task %q", f.dataset, s.TaskID)
		}
		list = append(list, j)
	}
	// A line that can't be read is a row all the same: the count of specifications stays.
	for _, b := range badLines {
		list = append(list, job{err: b})
	}
	return list, nil, nil
}

// fileJobs are the specified methods of files, those of Java that are wanted; each is measured
// against its own code.
func (a *app) fileJobs(ctx context.Context, args, methods []string) ([]job, []source, error) {
	list, args, err := a.rustJobs(ctx, args)
	if err != nil {
		return nil, nil, err
	}
	dafny, args, err := a.dafnyJobs(args)
	list = append(list, dafny...)
	if err != nil || len(args) == 0 {
		return list, nil, err
	}

	sources, err := a.javaFiles(args, nil)
	if err != nil {
		return nil, nil, err
	}
	for _, src := range sources {
		code := string(src.text)
		tasks, errs := bench.BodiesOf(src.path, code)
		n := len(list)
		file, specified := specifiedNames(src)
		for _, t := range tasks {
			if specified[t.Method] && t.Wanted(file, methods) {
				list = append(list, job{spec: bench.CandidateSpec{TaskID: t.ID, Code: code}, task: t})
			}
		}
		if len(list) == n {
			err := fmt.Errorf("%s: no method with a body has a specification", src.path)
			if len(methods) > 0 {
				err = fmt.Errorf("%s: none of the methods that were asked for has a body and a specification", src.path)
			}
			if len(errs) > 0 {
				err = errs[0]
			}
			list = append(list, job{spec: bench.CandidateSpec{TaskID: src.path}, err: err})
		}
	}
	return list, sources, nil
}

// meter measures jobs; the pairs of a task are made once.
type meter struct {
	*app
	rt       *bench.Runtime
	mu       sync.Mutex
	prepared map[*bench.Task]*preparation
	bad      atomic.Int64   // rows that are not ok
	judge    verify.Backend // asked about outputs too, nil for not at all
	pairs    int            // of a task that it is asked about
	crossed  cross.Result
	compared bench.Comparison // of pairs with the compiled code
}

// preparation is a task's pairs, made by the first job that needs them.
type preparation struct {
	once sync.Once
	prep *bench.Prepared
	err  error
}

// newMeter returns a meter of the specifications in files, or of a data set's where there are
// none, and how what it starts is ended.
func (a *app) newMeter(ctx context.Context, sources []source, f harnessFlags) (*meter, func(), error) {
	m := &meter{app: a, rt: bench.NewRuntime(), prepared: map[*bench.Task]*preparation{}}
	end := func() {}
	if len(sources) > 0 {
		rt, files, err := projectOf(sources, f.project)
		if err != nil {
			return nil, nil, err
		}
		if end, err = f.project.startJVM(rt, files); err != nil {
			return nil, nil, err
		}
		m.rt = rt
	}
	if f.crossCheck == 0 {
		return m, end, nil
	}
	b, err := a.nativeBackend(ctx, m.rt)
	if err != nil {
		end()
		return nil, nil, err
	}
	m.judge, m.pairs = b, f.crossCheck
	return m, func() { b.Close(); end() }, nil
}

// disagreements says what two that should agree do not: the interpreter and the JVM, the
// evaluator and the verifier.
func (m *meter) disagreements(f harnessFlags) error {
	if c := m.compared; f.project.jvm {
		for _, d := range c.Differences {
			fmt.Fprintln(m.Stderr, "ensures: the interpreter and the JVM disagree:", d)
		}
		note := ""
		if c.NoAnswer != "" {
			note = "; others not, such as " + c.NoAnswer
		}
		fmt.Fprintf(m.Stderr, "ensures: of %d runs the JVM repeated %d with %d differences%s\n", c.Asked, c.Answered, len(c.Differences), note)
		if len(c.Differences) > 0 {
			return shown(ExitError, "the interpreter and the JVM disagree on %d runs", len(c.Differences))
		}
	}
	if c := m.crossed; f.crossCheck > 0 {
		for _, d := range c.Disagreements {
			fmt.Fprintln(m.Stderr, "ensures: the verifier and the evaluator disagree:", d)
		}
		fmt.Fprintf(m.Stderr, "ensures: of %d outputs asked as Hoare triples the native verifier decides %d; %d disagreements\n", c.Asked, c.Decided, len(c.Disagreements))
		if len(c.Disagreements) > 0 {
			return shown(ExitError, "the native verifier and the evaluator disagree on %d outputs", len(c.Disagreements))
		}
	}
	return nil
}

func (m *meter) prepare(ctx context.Context, t *bench.Task) (*bench.Prepared, error) {
	m.mu.Lock()
	p := m.prepared[t]
	if p == nil {
		p = &preparation{}
		m.prepared[t] = p
	}
	m.mu.Unlock()
	// Outside of the lock: other tasks are prepared meanwhile, and only those of this one wait.
	p.once.Do(func() {
		h := m.cfg.Harness
		p.prep, p.err = m.rt.Prepare(ctx, t, bench.Options{Pairs: h.Pairs, Inputs: h.Inputs, Seed: h.Seed})
	})
	return p.prep, p.err
}

func (m *meter) measure(ctx context.Context, j job, survivors int) (out measured) {
	defer func() {
		if out.row.Status != harness.OK {
			m.bad.Add(1)
		}
	}()
	if j.err != nil {
		return measured{row: harness.Failure(j.spec.TaskID, j.err)}
	}
	if j.rust != nil {
		return m.measureRust(ctx, j, survivors)
	}
	if j.dfy != nil {
		return m.measureDafny(j, survivors)
	}

	prep, err := m.prepare(ctx, j.task)
	if err != nil {
		return measured{row: harness.Failure(j.spec.TaskID, err)}
	}
	h := m.cfg.Harness
	rep := harness.Measure(ctx, prep, j.spec.Code, harness.Options{Pairs: h.Pairs, Mutants: h.Mutants, Steps: m.cfg.JML.Steps, Nullable: m.cfg.JML.NullableByDefault})
	rep.TaskID = j.spec.TaskID

	if m.rt.JVM != nil {
		c, err := prep.Compare(ctx)
		if err != nil {
			return measured{row: harness.Failure(j.spec.TaskID, err)}
		}
		m.mu.Lock()
		m.compared.Add(j.spec.TaskID, c)
		m.mu.Unlock()
	}

	if m.judge != nil {
		c, err := cross.Check(ctx, m.judge, rep, m.pairs)
		if err != nil {
			return measured{row: harness.Failure(j.spec.TaskID, err)}
		}
		for i, d := range c.Disagreements {
			c.Disagreements[i] = j.spec.TaskID + ": " + d
		}
		m.mu.Lock()
		m.crossed.Add(c)
		m.mu.Unlock()
	}
	return measured{row: rep.Row, survivors: rep.Survivors(survivors)}
}

func (a *app) harnessTable(list []measured) {
	var rows [][]string
	for _, m := range list {
		r := m.row
		note := ""
		for _, d := range r.Diagnostics {
			if d.Severity == "error" && note == "" {
				note = shorten(d.Message, 60)
			}
		}
		if r.AlteredCode {
			note = "altered code " + note
		}
		if r.UsesAssume {
			note = "uses assume " + note
		}
		s := r.Strict
		rows = append(rows, []string{
			r.TaskID, string(r.Status), a.score(s.PostCorr), a.score(s.PostComp), a.score(s.PreCorr), a.score(s.PreComp),
			fmt.Sprintf("%d/%d", r.Pairs.Decided, r.Pairs.Total), fmt.Sprintf("%d/%d", r.Mutants.Killed, r.Mutants.Total), fmt.Sprintf("%.1f", r.ElapsedMS), note,
		})
	}
	a.out.table([]string{"TASK", "STATUS", "POSTCORR", "POSTCOMP", "PRECORR", "PRECOMP", "DECIDED", "KILLED", "MS", "NOTE"}, rows)
	for _, m := range list {
		for _, s := range m.survivors {
			a.out.printf("%s %s %s\n", m.row.TaskID, a.out.paint(warn, "survives:"), s)
		}
	}
}

// specifiedNames returns a file and the names of its methods that have a specification.
func specifiedNames(src source) (*java.File, map[string]bool) {
	file, _ := java.Parse(src.path, string(src.text))
	spec, _ := jml.Parse(file)
	names := map[string]bool{}
	for d := range spec.Methods {
		names[d.Name.Name] = true
	}
	return file, names
}
