package cmd

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"

	"ensures/bench"
	"ensures/internal/atomicfile"
	"ensures/java"
	"ensures/java/classlib"
	"ensures/java/transforms"
	"ensures/java/types"
	"ensures/jml"
	"ensures/mutation"
	"ensures/report"

	"github.com/spf13/cobra"
)

func newTransform(a *app) *cobra.Command {
	var rules []string
	var out string
	c := &cobra.Command{
		Use:   "transform FILE [--rule NAME…]",
		Short: "Write a Java program in another form that does the same",
		Long: `Rewrite a Java file by rules that keep its meaning: loops and conditions in other forms,
other names, statements in another order. The rules are the eighteen of FormalBench and four
more of its data, each under conditions that keep the meaning. Specifications are left out:
they speak of the old form.

Without --rule the rules are listed with the number of places where they apply. With one the
new text is printed, with several each after the other is applied; -o writes it to a file.`,
		Example: `  ensures transform src/Search.java
  ensures transform --rule For2While --rule ReverseIf src/Search.java -o Search2.java`,
		Args: exactly("FILE"),
		RunE: func(_ *cobra.Command, args []string) error { return a.transform(args[0], rules, out) },
	}
	c.Flags().StringArrayVar(&rules, "rule", nil, "`name` of a rule; may be given again")
	c.Flags().StringVarP(&out, "output", "o", "", "write to this `file`")
	return c
}

// ruleRow is what a rule does to a file, as JSON.
type ruleRow struct {
	Rule   string `json:"rule"`
	Places int    `json:"places"`
	Code   string `json:"code"`
}

func (a *app) transform(path string, names []string, out string) error {
	rules, err := rulesNamed(names)
	if err != nil {
		return err
	}
	src, err := a.readText(path)
	if err != nil {
		return err
	}
	code, err := withoutJML(src.path, string(src.text))
	if err != nil {
		return err
	}

	lib := types.NewLibrary(classlib.FS)
	if len(rules) == 0 {
		return a.rulesOf(lib, src.path, code)
	}
	for _, r := range rules {
		next, places, errs := r.Apply(lib, src.path, code)
		if len(errs) > 0 {
			return a.mistakes(src.path, code, errs)
		}
		if places == 0 {
			a.log.Warn("the rule applies nowhere", "rule", r.Name)
		}
		code = next
	}

	if out == "" {
		_, err := a.Stdout.Write([]byte(code))
		return err
	}
	return atomicfile.Write(out, []byte(code))
}

// rulesNamed are the rules that --rule names.
func rulesNamed(names []string) ([]transforms.Rule, error) {
	var rules []transforms.Rule
	for _, n := range names {
		r, ok := transforms.Named(n)
		if !ok {
			return nil, usagef("--rule: unknown %q\ntry: ensures transform FILE, which lists the rules", n)
		}
		rules = append(rules, r)
	}
	return rules, nil
}

// rulesOf lists what each rule does to a file.
func (a *app) rulesOf(lib *types.Library, path, code string) error {
	var table [][]string
	for _, r := range slices.Concat(transforms.Rules, transforms.Extras) {
		text, places, errs := r.Apply(lib, path, code)
		if len(errs) > 0 {
			return a.mistakes(path, code, errs)
		}
		if a.out.json {
			if err := a.out.object(ruleRow{r.Name, places, text}); err != nil {
				return err
			}
			continue
		}
		table = append(table, []string{r.Name, strconv.Itoa(places)})
	}
	if !a.out.json {
		a.out.table([]string{"Rule", "Places"}, table)
	}
	return nil
}

// withoutJML is a file without specifications.
func withoutJML(path, src string) (string, error) {
	f, _ := java.Parse(path, src)
	return jml.Strip(f).Apply()
}

func newDatasetTransform(a *app) *cobra.Command {
	var rules []string
	c := &cobra.Command{
		Use:   "transform DATASET OUT",
		Short: "Make a data set of the programs in other forms that do the same",
		Long: `Write each program of a data set in the other forms that FormalBench's rules give it, as
tasks of their own: TASK~RULE, with the tests of the original and its id as origin. What a
rule makes is run beside the original on the inputs of its tests and on generated ones; a
program that differs is left out, and named.`,
		Example: `  ensures dataset transform tasks.jsonl transformed.jsonl
  ensures dataset transform tasks.jsonl whiles.jsonl --rule For2While`,
		Args: exactly("DATASET", "OUT"),
		RunE: func(c *cobra.Command, args []string) error {
			return a.datasetTransform(c.Context(), args[0], args[1], rules)
		},
	}
	c.Flags().StringArrayVar(&rules, "rule", nil, "`name` of a rule; may be given again; FormalBench's eighteen without")
	return c
}

// formed are the other forms of a task, and why some are left out.
type formed struct {
	tasks []*bench.Task
	rules []string
	left  []string
}

func (a *app) datasetTransform(ctx context.Context, in, out string, names []string) error {
	if e := filepath.Ext(out); e != ".jsonl" && e != ".json" {
		return usagef("%s: want a name that ends in .jsonl or .json", out)
	}
	rules, err := rulesNamed(names)
	if err != nil {
		return err
	}
	if len(rules) == 0 {
		rules = transforms.Rules
	}

	d, err := a.dataset(in)
	if err != nil {
		return err
	}

	rt := bench.NewRuntime()
	var all []*bench.Task
	counts, left := map[string]int{}, 0
	bar := a.progress(len(d.Tasks), "programs")
	err = inOrder(ctx, d.Tasks, runtime.GOMAXPROCS(0), func(t *bench.Task) formed { return forms(ctx, rt, t, rules) }, func(f formed) error {
		defer bar.step()
		all = append(all, f.tasks...)
		for _, r := range f.rules {
			counts[r]++
		}
		for _, why := range f.left {
			left++
			fmt.Fprintln(a.Stderr, "ensures: left out:", why)
		}
		return ctx.Err()
	})
	bar.done()
	if err != nil {
		return err
	}

	if len(all) == 0 {
		return fmt.Errorf("%s: no rule applies to any program", in)
	}
	if err := writeTasks(out, all); err != nil {
		return err
	}

	var table [][]string
	for _, r := range rules {
		table = append(table, []string{r.Name, strconv.Itoa(counts[r.Name])})
	}
	a.out.table([]string{"Rule", "Programs"}, table)
	a.out.printf("%d programs in %s, of %d; %.1f rules a program; %d left out\n", len(all), out, len(d.Tasks), float64(len(all))/float64(len(d.Tasks)), left)
	return nil
}

// forms makes the other forms of a task's program.
func forms(ctx context.Context, rt *bench.Runtime, t *bench.Task, rules []transforms.Rule) (out formed) {
	fail := func(format string, args ...any) { out.left = append(out.left, t.ID+fmt.Sprintf(format, args...)) }
	code, err := withoutJML(t.Name, t.Source)
	if err != nil {
		fail(": %v", err)
		return out
	}

	bare := *t
	bare.Source = code
	ref, err := mutation.NewReference(ctx, rt, &bare)
	if err != nil {
		fail(": %v", err)
		return out
	}

	for _, r := range rules {
		next, places, errs := r.Apply(rt.Types, t.Name, code)
		if len(errs) > 0 {
			fail("~%s: %v", r.Name, errs[0])
			return out
		}
		if places == 0 {
			continue
		}
		// The rules keep the meaning under their side conditions; the runs hold that against each
		// program.
		switch same, err := ref.Same(ctx, next); {
		case err != nil:
			fail("~%s: %v", r.Name, err)
		case !same:
			fail("~%s: runs differ from the original's", r.Name)
		default:
			out.tasks = append(out.tasks, t.Changed(t.ID+report.FormMark+r.Name, next))
			out.rules = append(out.rules, r.Name)
		}
	}
	return out
}
