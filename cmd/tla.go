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
	t, err := tla.Find(ctx, tla.Options{Java: a.cfg.TLA.Java, Jar: a.cfg.TLA.Jar, Installed: a.toolPath("", "tla"), Library: a.cfg.TLA.Library, Getenv: a.Getenv})
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
	// Partial is what was asked for where a budget or a simulation was.
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
	} else if f.spec == "" && f.init == "" && f.next == "" && (syntax.NewSpec(string(text)).Definition("Spec") != nil || tla.HasAlgorithm(string(text))) {
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

// Bounds of what a person is shown of a run; --json shows all.
const (
	maxShown         = 40 // lines
	maxShownPrints   = 20 // values of PrintT, where there is no trace
	maxShownProblems = 10 // lines of problems, and of warnings
	maxShownTrace    = 14 // lines of a trace
)

// showTLC prints an outcome for a person, on at most maxShown lines.
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
	lines := []string{fmt.Sprintf("%s: %s", path, head)}
	add := func(most int, list ...string) { lines = append(lines, cutLines(list, most)...) }

	var problems, warnings []string
	if out.Message != "" && len(out.Problems) == 0 {
		problems = append(problems, "  "+indent(tla.Words(out.Message)))
	}
	for _, p := range out.Problems {
		where := ""
		switch {
		case p.Column > 0:
			where = fmt.Sprintf("%s:%d:%d: ", p.Module, p.Line, p.Column)
		case p.Line > 0:
			where = fmt.Sprintf("%s:%d: ", cmp.Or(p.Module, "cfg"), p.Line)
		}
		problems = append(problems, "  "+where+indent(tla.Words(p.Text)))
	}
	for _, w := range out.Warnings {
		warnings = append(warnings, fmt.Sprintf("  %s %s", a.out.paint(warn, "warning:"), indent(w)))
	}
	add(maxShownProblems, problems...)
	add(maxShownProblems/2, warnings...)
	add(maxShownTrace+1, a.traceLines(out)...)
	prints := maxShownPrints
	if len(out.Trace) > 0 {
		prints = 3
	}
	var printed []string
	for _, p := range out.Prints {
		printed = append(printed, "  printed "+oneLine(p))
	}
	add(prints, printed...)
	if out.Distinct >= 0 {
		add(1, fmt.Sprintf("  %d distinct states, %d successors, depth %d, %d left to explore", out.Distinct, out.Generated, out.Depth, max(0, out.Queue)))
	}
	a.out.printf("%s\n", strings.Join(lines, "\n"))

	if len(out.Actions) > 0 {
		var rows [][]string
		for _, c := range out.Actions {
			rows = append(rows, []string{c.Name, fmt.Sprint(c.Line), fmt.Sprint(c.Generated), fmt.Sprint(c.Distinct)})
		}
		if room := max(3, maxShown-3-len(lines)); len(rows) > room {
			rows = append(rows[:room], []string{fmt.Sprintf("… %d more", len(rows)-room), "", "", ""})
		}
		a.out.table([]string{"ACTION", "LINE", "SUCCESSORS", "NEW STATES"}, rows)
	}
	if h := out.Hint(); h != "" {
		a.out.printf("  %s %s\n", a.out.paint(dim, "hint:"), h)
	}
}

// cutLines are the lines of some texts, at most so many.
func cutLines(texts []string, most int) []string {
	if len(texts) == 0 {
		return nil
	}
	lines := strings.Split(strings.Join(texts, "\n"), "\n")
	if len(lines) > most {
		lines = append(lines[:most-1], fmt.Sprintf("  … %d lines more (--json shows all)", len(lines)-most+1))
	}
	return lines
}

// traceLines are the states of a counterexample: of a long one the first and the last.
func (a *app) traceLines(out tla.Outcome) []string {
	var states [][]string
	for i, s := range out.Trace {
		line := ""
		if s.Line > 0 {
			line = fmt.Sprintf(" (line %d)", s.Line)
		}
		lines := []string{fmt.Sprintf("  %d %s%s", s.Number, a.out.paint(strong, s.Action), line)}
		for _, v := range s.Vars {
			if i == 0 {
				lines = append(lines, fmt.Sprintf("      %s = %s", v.Name, oneLine(v.Value)))
			}
		}
		for _, d := range s.Diff {
			lines = append(lines, fmt.Sprintf("      %s = %s %s", d.Name, oneLine(d.To), a.out.paint(dim, "(was "+oneLine(d.From)+")")))
		}
		states = append(states, lines)
	}

	var first, last []string
	if len(states) > 0 {
		first = cutLines(states[0], maxShownTrace/2)
	}
	i := len(states)
	for ; i > 1 && len(first)+len(last)+len(states[i-1]) < maxShownTrace; i-- {
		last = append(states[i-1], last...)
	}
	if i == len(states) && i > 1 {
		i--
		last = cutLines(states[i], maxShownTrace/2)
	}
	if i > 1 {
		first = append(first, fmt.Sprintf("  … %d states (--json shows all)", i-1))
	}
	switch {
	case out.Stuttering:
		last = append(last, "  and stays there for ever")
	case out.Loop > 0:
		last = append(last, fmt.Sprintf("  and goes back to state %d by %s", out.Loop, cmp.Or(out.LoopAction, "the next step")))
	}
	return append(first, last...)
}

func indent(s string) string { return strings.ReplaceAll(strings.TrimSpace(s), "\n", "\n    ") }

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
