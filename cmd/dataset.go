package cmd

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ensures/bench"
	"ensures/internal/atomicfile"

	"github.com/spf13/cobra"
)

func newDataset(a *app) *cobra.Command {
	return group("dataset", "Check, convert, count and split data sets",
		newDatasetCheck(a), newDatasetConvert(a), newDatasetStats(a), newDatasetSplit(a), newDatasetSpecEval(a), newDatasetTransform(a))
}

// datasetForms is what the verbs say of the forms that they read.
const datasetForms = `A data set is JSON lines or a JSON array in the form of SpecGenBench or MBJP, a Java
file, or a folder of Java files: each of their methods with a body is a task, and their
JML is the tasks' reference.`

func newDatasetCheck(a *app) *cobra.Command {
	var tests bool
	c := &cobra.Command{
		Use:   "check DATASET",
		Short: "Look for mistakes in a data set",
		Long: `Look for mistakes: records that can't be read, code that is not Java, methods that
are not there, references with mistakes. Constructs outside of the subset are noted, and
are no mistakes. Exit code 3 when there is a mistake.

` + datasetForms,
		Example: `  ensures dataset check tasks.jsonl --tests`,
		Args:    exactly("DATASET"),
		RunE:    func(c *cobra.Command, args []string) error { return a.datasetCheck(c.Context(), args[0], tests) },
	}
	c.Flags().BoolVar(&tests, "tests", false, "run the tests too, and compare their outputs")
	return c
}

func (a *app) datasetCheck(ctx context.Context, path string, tests bool) error {
	d, err := bench.Load(path)
	if d == nil || err != nil && len(d.Bad) == 0 {
		return err
	}
	problems, err := bench.NewRuntime().Check(ctx, d, tests)
	if err != nil {
		return err
	}

	bad, notes := 0, 0
	for _, p := range problems {
		kind := ""
		if p.Note {
			notes++
			kind = "note: "
		} else {
			bad++
		}
		if a.out.json {
			if err := a.out.object(p); err != nil {
				return err
			}
			continue
		}
		a.out.printf("%s%s\n", kind, p)
	}

	if !a.out.json {
		a.out.printf("%d tasks, %d mistakes, %d notes\n", len(d.Tasks), bad, notes)
	}
	if bad > 0 {
		return shown(ExitBelow, "%d mistakes", bad)
	}
	return nil
}

// dataset loads a data set and tells of the records that can't be read.
func (a *app) dataset(path string) (*bench.Dataset, error) {
	d, err := bench.Load(path)
	if err != nil {
		return nil, err
	}
	for _, b := range d.Bad {
		a.log.Warn("left out", "task", b.Error())
	}
	return d, nil
}

func newDatasetConvert(a *app) *cobra.Command {
	var specs string
	c := &cobra.Command{
		Use:   "convert DATASET OUT",
		Short: "Write a data set in another form",
		Long: `Write a data set as JSON lines (OUT ends in .jsonl), as a JSON array (.json), or as a
new folder of annotated Java files. Records stay as they were where the form allows it.
A folder has no place for tests; how many tasks lose theirs is said.

--specs takes the specifications of a file of JSON lines with task_id and code, such as
the summary.jsonl of a run, for the tasks' references; tasks without one are left out.

` + datasetForms,
		Example: `  ensures dataset convert src tasks.jsonl
  ensures dataset convert tasks.jsonl annotated --specs runs/guided/summary.jsonl`,
		Args: exactly("DATASET", "OUT"),
		RunE: func(_ *cobra.Command, args []string) error { return a.datasetConvert(args[0], args[1], specs) },
	}
	c.Flags().StringVar(&specs, "specs", "", "`file` of specifications")
	return c
}

func (a *app) datasetConvert(in, out, specs string) error {
	d, err := a.dataset(in)
	if err != nil {
		return err
	}
	tasks := d.Tasks
	if specs != "" {
		if tasks, err = a.withSpecs(tasks, specs); err != nil {
			return err
		}
	}

	switch filepath.Ext(out) {
	case ".jsonl", ".json":
		if err := writeTasks(out, tasks); err != nil {
			return err
		}
		a.out.printf("%d tasks in %s\n", len(tasks), out)
		return nil
	case "":
	default:
		return usagef("%s: want a name that ends in .jsonl or .json, or a folder", out)
	}

	files, lost, err := bench.WriteFolder(out, tasks)
	if err != nil {
		return err
	}
	a.out.printf("%d tasks in %d files of %s\n", len(tasks), files, out)
	if lost > 0 {
		a.log.Warn("a folder of Java files has no place for tests", "tasks that lose theirs", lost)
	}
	return nil
}

// withSpecs are the tasks for which a file has a specification, with it for their
// reference. The last specification of a task counts.
func (a *app) withSpecs(tasks []*bench.Task, path string) ([]*bench.Task, error) {
	specs, bad, err := bench.LoadSpecs(path)
	if err != nil {
		return nil, err
	}
	for _, b := range bad {
		a.log.Warn("left out", "specification", b.Error())
	}
	code := map[string]string{}
	for _, s := range specs {
		if s.Code != "" {
			code[s.TaskID] = s.Code
		}
	}
	var out []*bench.Task
	for _, t := range tasks {
		if c, ok := code[t.ID]; ok {
			out = append(out, t.WithReference(c))
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: no specification of a task of the data set", path)
	}
	return out, nil
}

// writeTasks writes tasks as JSON lines, or as an array into a .json file.
func writeTasks(path string, tasks []*bench.Task) error {
	data, err := bench.Lines(tasks, filepath.Ext(path) == ".json")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return atomicfile.Write(path, data)
}

func newDatasetStats(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "stats DATASET",
		Short:   "Count what a data set is made of",
		Long:    "Count tasks, tests, references, and what methods are made of, by category.\n\n" + datasetForms,
		Example: `  ensures dataset stats tasks.jsonl`,
		Args:    exactly("DATASET"),
		RunE:    func(_ *cobra.Command, args []string) error { return a.datasetStats(args[0]) },
	}
}

func (a *app) datasetStats(path string) error {
	d, err := a.dataset(path)
	if err != nil {
		return err
	}
	all := bench.Count(d.Tasks)
	if a.out.json {
		for _, c := range all {
			if err := a.out.object(c); err != nil {
				return err
			}
		}
		return nil
	}
	var rows [][]string
	for _, c := range all {
		rows = append(rows, []string{c.Name, fmt.Sprint(c.Tasks), fmt.Sprint(c.WithTests), fmt.Sprint(c.Tests), fmt.Sprint(c.References), fmt.Sprint(c.Documented),
			fmt.Sprint(c.Loops), fmt.Sprint(c.Nested), fmt.Sprint(c.Branches), fmt.Sprint(c.Straight), fmt.Sprint(c.MedianLines)})
	}
	a.out.table([]string{"Category", "Tasks", "With tests", "Tests", "References", "Documented", "Loops", "Nested", "Branches", "Straight", "Median lines"}, rows)
	return nil
}

func newDatasetSplit(a *app) *cobra.Command {
	var parts, out string
	c := &cobra.Command{
		Use:   "split DATASET --out FOLDER",
		Short: "Divide a data set into parts at random, each with its share of every category",
		Long: `Divide a data set into parts: FOLDER/PART.jsonl. Every category is divided in the same
ratio as nearly as whole tasks can be; tasks without a category are grouped by what their
method is made of (loops, nested loops, branches, straight). The same seed divides the same
tasks the same way, in whatever order they come.

` + datasetForms,
		Example: `  ensures dataset split tasks.jsonl --parts train=0.6,dev=0.2,test=0.2 --seed 7 --out parts`,
		Args:    exactly("DATASET"),
		RunE:    func(_ *cobra.Command, args []string) error { return a.datasetSplit(args[0], parts, out) },
	}
	c.Flags().StringVar(&parts, "parts", "train=0.8,test=0.2", "names and `shares`")
	c.Flags().StringVar(&out, "out", "", "`folder` of the parts")
	bind(c.Flags(), "seed", "harness.seed", "`seed` of the split")
	return c
}

func (a *app) datasetSplit(path, spec, out string) error {
	if out == "" {
		return usagef("ensures dataset split takes --out\ntry: ensures dataset split --help")
	}
	parts, err := bench.ParseParts(spec)
	if err != nil {
		return usagef("--parts: %v", err)
	}
	d, err := a.dataset(path)
	if err != nil {
		return err
	}

	split := bench.Split(d.Tasks, parts, a.cfg.Harness.Seed)
	var rows [][]string
	for i, p := range parts {
		file := filepath.Join(out, p.Name+".jsonl")
		if err := writeTasks(file, split[i]); err != nil {
			return err
		}

		strata := map[string]int{}
		var names []string
		for _, t := range split[i] {
			s := bench.Stratum(t)
			if strata[s]++; strata[s] == 1 {
				names = append(names, s)
			}
		}
		slices.Sort(names)
		var of []string
		for _, n := range names {
			of = append(of, fmt.Sprintf("%s %d", n, strata[n]))
		}
		if a.out.json {
			if err := a.out.object(map[string]any{"part": p.Name, "file": file, "tasks": len(split[i]), "strata": strata}); err != nil {
				return err
			}
			continue
		}
		rows = append(rows, []string{p.Name, fmt.Sprint(len(split[i])), file, strings.Join(of, ", ")})
	}
	if !a.out.json {
		a.out.table([]string{"Part", "Tasks", "File", "Of"}, rows)
	}
	return nil
}
