package cmd

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ensures/internal/regular"
	"ensures/tla"
	"ensures/tla/syntax"

	"github.com/spf13/cobra"
)

func newTLA(a *app) *cobra.Command {
	return group("tla", "TLA+ models: check them with TLC, hold logs against them, score them",
		newTLACheck(a), newTLAMap(a), newTLAScore(a), newTLAValidate(a))
}

// toolchain is the configured Java and tla2tools.jar, which have answered their control
// questions.
func (a *app) toolchain(ctx context.Context) (tla.Toolchain, error) {
	t, err := tla.Find(ctx, tla.Options{Java: a.cfg.TLA.Java, Jar: a.cfg.TLA.Jar, Installed: a.toolPath("", "tla"), Getenv: a.Getenv})
	if err != nil {
		return t, err
	}
	return t, a.control(identity(t.Java)+identity(t.Jar), func() error { return t.Control(ctx) })
}

// tlaCheckFlags are the flags of tla check.
type tlaCheckFlags struct {
	cfg, spec, init, next               string
	constants                           []string
	invariants, properties, constraints []string
	deadlock                            bool
	simulate, depth, workers            int
	seed                                int64
	budget                              time.Duration
}

func newTLACheck(a *app) *cobra.Command {
	var f tlaCheckFlags
	c := &cobra.Command{
		Use:   "check FILE.tla",
		Short: "Run TLC on a module and say what it found",
		Long: `Run TLC on a module. The configuration is --cfg, else what the flags say, else the
.cfg file beside the module; without any of them Init and Next, or Spec where it is
defined, are explored. Modules that it extends are looked for beside it.

Exit code 0 when everything asked for holds in all reachable states, or with
--budget or --simulate in the part that was explored; 3 when not: an error in the
module or the configuration, a violated property, no initial state, no answer in
time; 4 when Java or tla2tools.jar is not there; 1 when the file can't be read.`,
		Example: `  ensures tla check Lock.tla
  ensures tla check Lock.tla --cfg Small.cfg --deadlock
  ensures tla check Lock.tla --constant 'Threads={t1,t2}' --invariant Mutex --json
  ensures tla check Raft.tla --cfg Raft.cfg --budget 30s`,
		Args: exactly("FILE.tla"),
		RunE: func(c *cobra.Command, args []string) error { return a.tlaCheck(c.Context(), args[0], f) },
	}
	fl := c.Flags()
	fl.StringVar(&f.cfg, "cfg", "", "the configuration `file`")
	fl.StringVar(&f.spec, "spec", "", "the specification's `name`, as SPECIFICATION")
	fl.StringVar(&f.init, "init", "", "the initial predicate's `name`")
	fl.StringVar(&f.next, "next", "", "the next-state relation's `name`")
	fl.StringArrayVar(&f.constants, "constant", nil, "a constant's value, `NAME=EXPRESSION`; may be repeated")
	fl.StringArrayVar(&f.invariants, "invariant", nil, "the `name` of an invariant; may be repeated")
	fl.StringArrayVar(&f.properties, "property", nil, "the `name` of a temporal property; may be repeated")
	fl.StringArrayVar(&f.constraints, "constraint", nil, "the `name` of a predicate; states beyond it are not explored; may be repeated")
	fl.BoolVar(&f.deadlock, "deadlock", false, "a state without successor is an error")
	fl.IntVar(&f.simulate, "simulate", 0, "so `many` random behaviors in place of all states")
	fl.IntVar(&f.depth, "depth", 0, "the `length` of random behaviors")
	fl.Int64Var(&f.seed, "tlc-seed", 0, "the `seed` of random behaviors")
	fl.IntVar(&f.workers, "workers", 1, "threads of TLC")
	fl.DurationVar(&f.budget, "budget", 0, "end the exploration after so much `time`, with coverage")
	bind(fl, "timeout", "tla.timeout", "kill TLC after so much time")
	return c
}

// checked is a line of JSON.
type checked struct {
	File string `json:"file"`
	tla.Outcome
	Hint string `json:"hint,omitempty"`
}

func (a *app) tlaCheck(ctx context.Context, path string, f tlaCheckFlags) error {
	job, err := a.tlaJob(path, f)
	if err != nil {
		return err
	}
	tools, err := a.toolchain(ctx)
	if err != nil {
		return err
	}
	out, err := tools.Check(ctx, job)
	if err != nil {
		return err
	}
	if a.out.json {
		if err := a.out.object(checked{path, out, out.Hint()}); err != nil {
			return err
		}
	} else {
		a.showTLC(path, out)
	}
	if out.Status == tla.OK || out.Status == tla.Partial && (f.budget > 0 || f.simulate > 0) {
		return nil
	}
	return shown(ExitBelow, "%s: %s", path, out.Status)
}

// tlaJob is what the file and the flags ask for.
func (a *app) tlaJob(path string, f tlaCheckFlags) (tla.Job, error) {
	text, err := regular.ReadFile(path)
	if err != nil {
		return tla.Job{}, err
	}
	job := tla.Job{Module: tla.Source{Name: strings.TrimSuffix(filepath.Base(path), ".tla"), Text: string(text)}, Extra: modulesBeside(path, string(text)),
		Specification: f.spec, Init: f.init, Next: f.next, Invariants: f.invariants, Properties: f.properties, Constraints: f.constraints,
		Deadlock: f.deadlock, Depth: f.depth, Workers: f.workers, Seed: f.seed, Budget: f.budget, Timeout: max(a.cfg.TLA.Timeout, 2*f.budget), MemoryMB: a.cfg.TLA.Memory,
		FullJIT: f.budget > time.Minute}
	if f.simulate > 0 {
		job.Simulate = &tla.Simulation{Num: f.simulate}
	}
	for _, c := range f.constants {
		name, value, ok := strings.Cut(c, "=")
		if name = strings.TrimSpace(name); !ok || name == "" || strings.TrimSpace(value) == "" {
			return job, usagef("--constant takes NAME=EXPRESSION, not %q", c)
		}
		job.Constants = append(job.Constants, tla.Constant{Name: name, Value: strings.TrimSpace(value)})
	}
	given := f.spec != "" || f.init != "" || f.next != "" || len(f.constants)+len(f.invariants)+len(f.properties)+len(f.constraints) > 0
	if f.cfg != "" && given {
		return job, usagef("--cfg has the constants, invariants and properties in it; leave the flags out")
	}
	config := f.cfg
	if beside := strings.TrimSuffix(path, ".tla") + ".cfg"; config == "" && !given {
		if _, err := os.Stat(beside); err == nil {
			config = beside
		}
	}
	if config != "" {
		b, err := regular.ReadFile(config)
		if err != nil {
			return job, err
		}
		job.Config = string(b)
		if strings.TrimSpace(job.Config) == "" {
			return job, &coded{ExitError, fmt.Errorf("%s is empty", config)}
		}
	} else if f.spec == "" && f.init == "" && f.next == "" && syntax.NewSpec(string(text)).Definition("Spec") != nil {
		job.Specification = "Spec"
	}
	return job, nil
}

// modulesBeside are the modules in the file's folder that it leans on.
func modulesBeside(path, text string) []tla.Source {
	var all []tla.Source
	seen := map[string]bool{strings.TrimSuffix(filepath.Base(path), ".tla"): true}
	var follow func(text string)
	follow = func(text string) {
		m := syntax.Parse(text)
		names := m.Extends
		for _, i := range m.Instances {
			names = append(names, i.Module)
		}
		for _, name := range names {
			if seen[name] {
				continue
			}
			seen[name] = true
			b, err := regular.ReadFile(filepath.Join(filepath.Dir(path), name+".tla"))
			if err != nil {
				continue // a standard module, or SANY says that it is missing
			}
			all = append(all, tla.Source{Name: name, Text: string(b)})
			follow(string(b))
		}
	}
	follow(text)
	return all
}

// maxShownPrints is how many values of PrintT a person is shown.
const maxShownPrints = 20

// showTLC prints an outcome for a person.
func (a *app) showTLC(path string, out tla.Outcome) {
	t := good
	switch {
	case out.Status == tla.Partial || out.Status == tla.Timeout:
		t = warn
	case out.Status != tla.OK:
		t = bad
	}
	head := a.out.paint(t, string(out.Status))
	if out.Violated != "" {
		head += " " + out.Violated
	}
	a.out.printf("%s: %s\n", path, head)
	if out.Message != "" && len(out.Problems) == 0 {
		a.out.printf("  %s\n", indent(out.Message))
	}
	for _, p := range out.Problems {
		where := ""
		switch {
		case p.Column > 0:
			where = fmt.Sprintf("%s:%d:%d: ", p.Module, p.Line, p.Column)
		case p.Line > 0:
			where = fmt.Sprintf("%s:%d: ", cmp.Or(p.Module, "cfg"), p.Line)
		}
		a.out.printf("  %s%s\n", where, indent(p.Text))
	}
	for _, w := range out.Warnings {
		a.out.printf("  %s %s\n", a.out.paint(warn, "warning:"), indent(w))
	}
	for i, s := range out.Trace {
		line := ""
		if s.Line > 0 {
			line = fmt.Sprintf(" (line %d)", s.Line)
		}
		a.out.printf("  %d %s%s\n", s.Number, a.out.paint(strong, s.Action), line)
		if i == 0 {
			for _, v := range s.Vars {
				a.out.printf("      %s = %s\n", v.Name, oneLine(v.Value))
			}
			continue
		}
		for _, d := range s.Diff {
			a.out.printf("      %s = %s %s\n", d.Name, oneLine(d.To), a.out.paint(dim, "(was "+oneLine(d.From)+")"))
		}
	}
	switch {
	case out.Stuttering:
		a.out.printf("  and stays there for ever\n")
	case out.Loop > 0:
		a.out.printf("  and goes back to state %d by %s\n", out.Loop, cmp.Or(out.LoopAction, "the next step"))
	}
	for i, p := range out.Prints {
		if i == maxShownPrints {
			a.out.printf("  … and %d more (--json shows all)\n", len(out.Prints)-i)
			break
		}
		a.out.printf("  printed %s\n", oneLine(p))
	}
	if out.Distinct >= 0 {
		a.out.printf("  %d distinct states, %d successors, depth %d, %d left to explore\n", out.Distinct, out.Generated, out.Depth, max(0, out.Queue))
	}
	if len(out.Actions) > 0 {
		var rows [][]string
		for _, c := range out.Actions {
			rows = append(rows, []string{c.Name, fmt.Sprint(c.Line), fmt.Sprint(c.Generated), fmt.Sprint(c.Distinct)})
		}
		a.out.table([]string{"ACTION", "LINE", "SUCCESSORS", "NEW STATES"}, rows)
	}
	if h := out.Hint(); h != "" {
		a.out.printf("  %s %s\n", a.out.paint(dim, "hint:"), h)
	}
}

func indent(s string) string { return strings.ReplaceAll(strings.TrimSpace(s), "\n", "\n    ") }

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
