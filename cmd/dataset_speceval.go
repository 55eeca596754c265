package cmd

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"

	"ensures/bench"
	"ensures/internal/atomicfile"
	"ensures/speceval"

	"github.com/spf13/cobra"
)

// truthFlags say where the ground truths of SpecEval's instances are.
type truthFlags struct {
	tasks, truths, verdicts string
}

func (f *truthFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.tasks, "dataset", "", "`file` of the tasks that the programs belong to, for their tests")
	c.Flags().StringVar(&f.truths, "truths", "", "`file` of the annotated programs, JSON lines with task_id and annotated")
	_ = c.MarkFlagRequired("dataset")
	_ = c.MarkFlagRequired("truths")
}

// truths reads the programs; those that can't be run are left out with a warning.
func (a *app) truths(ctx context.Context, f truthFlags) ([]*speceval.Program, error) {
	ps, bad, err := speceval.Load(ctx, bench.NewRuntime(), f.tasks, f.truths, f.verdicts)
	for _, id := range slices.Sorted(maps.Keys(bad)) {
		a.log.Warn("left out", "program", id, "why", bad[id])
	}
	return ps, err
}

func newDatasetSpecEval(a *app) *cobra.Command {
	var f truthFlags
	var out string
	c := &cobra.Command{
		Use:   "speceval --dataset TASKS --truths FILE --out FILE",
		Short: "Build SpecEval's four tasks from annotated programs",
		Long: `Build SpecEval's instances of judgement, selection, infilling and generation from
annotated programs, each in the original and under five perturbations, as JSON lines.

A clause that the key calls right holds on every run of its program, and one that it calls
wrong is violated by a run within the precondition. Programs with assume statements make
no instances. The same seed gives the same bytes.`,
		Example: `  ensures dataset speceval --dataset tasks.jsonl --truths oracle.jsonl --out speceval.jsonl`,
		Args:    exactly(),
		RunE:    func(c *cobra.Command, _ []string) error { return a.datasetSpecEval(c.Context(), f, out) },
	}
	f.add(c)
	c.Flags().StringVar(&f.verdicts, "verdicts", "", "`file` of a verifier's verdicts on the programs, JSON lines with task_id, arithmetic and verdict")
	c.Flags().StringVar(&out, "out", "", "write the instances to this `file`")
	_ = c.MarkFlagRequired("out")
	bind(c.Flags(), "seed", "harness.seed", "`seed` of every choice")
	return c
}

func (a *app) datasetSpecEval(ctx context.Context, f truthFlags, out string) error {
	ps, err := a.truths(ctx, f)
	if err != nil {
		return err
	}
	left := speceval.Left{}
	var list []*speceval.Instance
	for _, p := range ps {
		if err := ctx.Err(); err != nil {
			return err
		}
		more, err := p.Build(uint64(a.cfg.Harness.Seed), left)
		if err != nil {
			return err
		}
		list = append(list, more...)
	}

	data, err := speceval.Write(list)
	if err != nil {
		return err
	}
	if err := atomicfile.Write(out, data); err != nil {
		return err
	}
	a.instanceTable(list)
	for _, why := range slices.SortedFunc(maps.Keys(left), cmp.Compare[string]) {
		a.log.Info("left out", "why", why, "n", left[why])
	}
	return nil
}

// instanceTable counts instances by task and version.
func (a *app) instanceTable(list []*speceval.Instance) {
	type cell struct {
		kind    speceval.Kind
		version speceval.Version
	}
	type count struct {
		Kind       speceval.Kind    `json:"kind"`
		Version    speceval.Version `json:"version"`
		Instances  int              `json:"instances"`
		Applicable int              `json:"applicable"`
		HeldOut    int              `json:"held_out"`
	}

	counts := map[cell]*count{}
	var order []*count
	for _, k := range speceval.Kinds {
		for _, v := range speceval.Versions {
			n := &count{Kind: k, Version: v}
			counts[cell{k, v}] = n
			order = append(order, n)
		}
	}

	for _, in := range list {
		n := counts[cell{in.Kind, in.Version}]
		n.Instances++
		if in.Applied {
			n.Applicable++
		}
		if in.Held {
			n.HeldOut++
		}
	}

	var rows [][]string
	for _, n := range order {
		if a.out.json {
			_ = a.out.object(n)
			continue
		}
		rows = append(rows, []string{string(n.Kind), string(n.Version), strconv.Itoa(n.Instances), strconv.Itoa(n.Applicable), strconv.Itoa(n.HeldOut)})
	}
	if !a.out.json {
		a.out.table([]string{"TASK", "VERSION", "INSTANCES", "APPLICABLE", "HELD OUT"}, rows)
	}
}
