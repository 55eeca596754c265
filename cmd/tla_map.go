package cmd

import (
	"errors"
	"os"
	"strings"

	"ensures/internal/regular"
	"ensures/tla/trace"

	"github.com/spf13/cobra"
)

func newTLAMap(a *app) *cobra.Command {
	var config, next string
	c := &cobra.Command{
		Use:   "map SPEC.tla TRACE",
		Short: "Draft the mapping of a trace to a specification, without a model",
		Long: `Draft a mapping: events are paired with actions and fields with variables by names
that are alike and by values that occur in both. What was guessed and what is open
stands in comments at the top; nothing is trusted before ensures tla validate has
accepted a trace, and --probe rejected changed ones.`,
		Example: `  ensures tla map Lock.tla run-1.ndjson > mapping.yaml`,
		Args:    exactly("SPEC.tla", "TRACE"),
		RunE:    func(_ *cobra.Command, args []string) error { return a.tlaMap(args[0], args[1], config, next) },
	}
	c.Flags().StringVar(&config, "cfg", "", "the configuration `file` with the constants' values; by default the one beside the module")
	c.Flags().StringVar(&next, "next", "Next", "`name` of the next-state relation")
	return c
}

func (a *app) tlaMap(path, file, config, next string) error {
	spec, err := readSpec(path)
	if err != nil {
		return err
	}
	beside := config == ""
	if beside {
		config = strings.TrimSuffix(path, ".tla") + ".cfg"
	}
	cfg, err := regular.ReadFile(config)
	// The file beside the module need not be there; one that was named must.
	if err != nil && (!beside || !errors.Is(err, os.ErrNotExist)) {
		return err
	}
	r, name, err := a.openTrace(file)
	if err != nil {
		return err
	}
	defer r.Close()
	d, err := trace.Draft(spec, next, string(cfg), name, r)
	if err != nil {
		return err
	}
	if a.out.json {
		return a.out.object(d)
	}
	a.out.printf("%s", d.YAML)
	return nil
}
