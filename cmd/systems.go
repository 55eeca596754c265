package cmd

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"ensures/internal/regular"
	"ensures/tla/task"
	"ensures/tla/trace"

	"github.com/spf13/cobra"
)

func newModelInit(a *app) *cobra.Command {
	var o task.InitOptions
	c := &cobra.Command{
		Use:   "init DIR [SOURCE…]",
		Short: "Draft a task folder from a repository: source, logged events, name of the module",
		Long: `Draft a task folder from an engineer's own repository. The source files are those
named (below the repository), or else those that speak most of threads, locks and
messages. The events are those of the traces (--trace, one JSON object a line); where
there are none yet, those that calls of a log in the source seem to write. Source and
traces are copied, so the folder stands for itself.

What no tool can know is marked TODO in task.yaml. Nothing is written over.`,
		Example: `  ensures model init tasks/queue --repo ~/src/queue
  ensures model init tasks/lock --repo ~/src/kernel sync/spin.rs --trace lock-1.ndjson --module Spin`,
		Args: atLeast("DIR"),
		RunE: func(_ *cobra.Command, args []string) error {
			o.Dir, o.Source = args[0], args[1:]
			return a.modelInit(o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.Repo, "repo", ".", "the system's repository, or a `folder` of it")
	f.StringArrayVar(&o.Traces, "trace", nil, "`file` with logged events (again for more)")
	f.StringVar(&o.Module, "module", "", "`name` of the module (default: from the folder's name)")
	return c
}

func (a *app) modelInit(o task.InitOptions) error {
	d, err := task.Init(o)
	switch {
	case errors.Is(err, task.ErrExists):
		return usagef("%v", err)
	case err != nil:
		return fmt.Errorf("model init: %w", err)
	}
	if a.out.json {
		return a.out.object(d)
	}

	var rows [][]string
	for _, f := range d.Source {
		rows = append(rows, []string{"source/" + f.Path, f.Language, fmt.Sprint(f.Bytes), fmt.Sprint(f.Score)})
	}
	a.out.table([]string{"SOURCE", "LANGUAGE", "BYTES", "CONCURRENCY"}, rows)
	rows = nil
	for _, e := range d.Events {
		seen := "only in the source"
		if e.Count > 0 {
			seen = fmt.Sprintf("%d times", e.Count)
		}
		rows = append(rows, []string{e.Name, strings.Join(e.Fields, " "), seen, fmt.Sprintf("%s:%d", e.File, e.Line)})
	}
	if len(rows) > 0 {
		a.out.printf("\n")
		a.out.table([]string{"EVENT", "FIELDS", "LOGGED", "PLACE"}, rows)
	}

	if n := len(d.Others); n > 0 {
		a.out.printf("\n%d more files speak of threads or locks; the first is %s\n", n, d.Others[0].Path)
	}
	a.out.printf("\n%s: module %s, %d source files, %d events, %d traces\nnext:\n", filepath.Join(d.Dir, task.File), d.Module, len(d.Source), len(d.Events), len(d.Traces))
	for i, t := range d.Todo {
		a.out.printf("  %d. %s\n", i+1, t)
	}
	return nil
}

func newModelCheck(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "check DIR…",
		Short: "Look for mistakes in task folders, with their places",
		Long: `Look for mistakes in task folders: in task.yaml, and in the source, traces, invariants,
reference model and bugs that it names. A folder may hold several tasks.

Exit code 3 when a task can't be used; warnings don't count.`,
		Example: `  ensures model check examples/systems`,
		Args:    atLeast("DIR"),
		RunE:    func(_ *cobra.Command, args []string) error { return a.modelCheck(args) },
	}
}

// checkedTask is the line of a task in the output of model check.
type checkedTask struct {
	Task     string         `json:"task"`
	Dir      string         `json:"dir"`
	Usable   bool           `json:"usable"`
	Source   int            `json:"source"`
	Events   int            `json:"events"`
	Traces   int            `json:"traces"`
	Problems []task.Problem `json:"problems"`
}

// mappingProblems is what is wrong with a task's mapping.
func mappingProblems(t task.Task) []task.Problem {
	if t.Mapping == "" {
		return nil
	}
	raw, err := regular.ReadFile(t.Path(t.Mapping))
	if err != nil {
		return nil // told already
	}
	m, err := trace.ReadMapping(t.Mapping, raw)
	var wrong *trace.MappingError
	switch {
	case errors.As(err, &wrong):
		var problems []task.Problem
		for _, p := range wrong.Problems {
			problems = append(problems, task.Problem{File: t.Mapping, Line: p.Line, Text: p.Text, Fix: p.Hint})
		}
		return problems
	case err != nil:
		return []task.Problem{{File: t.Mapping, Text: err.Error()}}
	}
	var problems []task.Problem
	if m.Spec != "" && m.Spec != t.Module {
		problems = append(problems, task.Problem{File: t.Mapping, Text: fmt.Sprintf("the mapping is to the module %s, the task's is %s", m.Spec, t.Module), Fix: "give both the same name"})
	}
	return problems
}

func (a *app) modelCheck(roots []string) error {
	var dirs []string
	for _, r := range roots {
		if _, err := os.Stat(filepath.Join(r, task.File)); err == nil {
			dirs = append(dirs, r)
			continue
		}
		list, err := task.List(r)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			return usagef("%s holds no task: no folder below it has a %s", r, task.File)
		}
		dirs = append(dirs, list...)
	}

	var rows [][]string
	var lines []string
	bad := 0
	for _, dir := range dirs {
		t, problems, err := task.Check(dir)
		if err != nil {
			return err
		}
		problems = append(problems, mappingProblems(t)...)

		c := checkedTask{Task: t.Name, Dir: dir, Usable: true, Source: len(t.Source), Events: len(t.Events), Traces: len(t.Traces), Problems: []task.Problem{}}
		for _, p := range problems {
			c.Usable = c.Usable && p.Warn
			c.Problems = append(c.Problems, p)
			p.File = filepath.Join(dir, filepath.FromSlash(p.File))
			lines = append(lines, p.String())
		}

		word := "ok"
		if !c.Usable {
			word, bad = "not usable", bad+1
		}
		if a.out.json {
			if err := a.out.object(c); err != nil {
				return err
			}
			continue
		}
		rows = append(rows, []string{filepath.Base(dir), t.Language, t.Module, fmt.Sprint(len(t.Source)), fmt.Sprint(len(t.Events)), fmt.Sprint(len(t.Traces)), fmt.Sprint(len(problems)), word})
	}

	if !a.out.json {
		a.out.table([]string{"TASK", "LANGUAGE", "MODULE", "SOURCE", "EVENTS", "TRACES", "PROBLEMS", "VERDICT"}, rows)
		for _, l := range lines {
			a.out.printf("%s\n", l)
		}
	}
	if bad > 0 {
		return shown(ExitBelow, "%d tasks can't be used", bad)
	}
	return nil
}
