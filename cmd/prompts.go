package cmd

import (
	"errors"
	"io/fs"
	"strings"

	"ensures/prompts"

	"github.com/spf13/cobra"
)

func newPrompts(a *app) *cobra.Command {
	var hash bool
	list := &cobra.Command{
		Use:   "list",
		Short: "Every prompt with its origin and hash",
		Example: `  ensures prompts list
  ensures prompts list --json`,
		Args: exactly(),
		RunE: func(*cobra.Command, []string) error { return a.promptsList() },
	}
	show := &cobra.Command{
		Use:   "show NAME",
		Short: "A prompt's template",
		Example: `  ensures prompts show codeact/system
  ensures prompts show --hash plan`,
		Args: exactly("NAME"),
		RunE: func(_ *cobra.Command, args []string) error { return a.promptsShow(args[0], hash) },
	}
	show.Flags().BoolVar(&hash, "hash", false, "only the hash of the prompt and of all that it includes")
	export := &cobra.Command{
		Use:   "export DIR",
		Short: "Write all templates into a folder, to change them there",
		Long: `Write all templates into a folder. A folder of templates is used with
prompts.dir; it needs only the files that are changed.`,
		Example: `  ensures prompts export my-prompts
  ENSURES_PROMPTS_DIR=my-prompts ensures prompts list`,
		Args: exactly("DIR"),
		RunE: func(_ *cobra.Command, args []string) error { return a.promptsExport(args[0]) },
	}
	return group("prompts", "List, show and export the texts that a model is told", list, show, export)
}

// loadPrompts are the configured prompts for the configured verifier.
func (a *app) loadPrompts() (*prompts.Set, error) {
	s, err := prompts.Load(prompts.Options{Dir: a.cfg.Prompts.Dir, Verifier: taught(a.cfg.Verify.Backend), Arithmetic: a.cfg.Verify.Arithmetic})
	if err != nil {
		return nil, &coded{ExitMissing, err}
	}
	return s, nil
}

// taught is the verifier whose JML a model is taught for a backend.
func taught(backend string) string {
	if backend == "auto" {
		return "native"
	}
	return backend
}

func (a *app) promptsList() error {
	s, err := a.loadPrompts()
	if err != nil {
		return err
	}
	var rows [][]string
	for _, n := range s.Names() {
		_, origin, err := s.Source(n)
		if err != nil {
			return err
		}
		if a.out.json {
			if err := a.out.object(map[string]string{"name": n, "origin": origin, "sha256": s.Hash(n)}); err != nil {
				return err
			}
			continue
		}
		rows = append(rows, []string{n, origin, s.Hash(n)[:12]})
	}
	if !a.out.json {
		a.out.table([]string{"NAME", "ORIGIN", "HASH"}, rows)
	}
	return nil
}

func (a *app) promptsShow(name string, hash bool) error {
	s, err := a.loadPrompts()
	if err != nil {
		return err
	}
	text, origin, err := s.Source(name)
	if errors.Is(err, prompts.ErrUnknown) {
		return usagef("%v", err)
	} else if err != nil {
		return err
	}
	switch {
	case hash:
		a.out.printf("%s\n", s.Hash(name))
	case a.out.json:
		return a.out.object(map[string]string{"name": name, "origin": origin, "sha256": s.Hash(name), "text": text})
	default:
		a.out.printf("%s\n", strings.TrimRight(text, "\n"))
	}
	return nil
}

func (a *app) promptsExport(dir string) error {
	s, err := a.loadPrompts()
	if err != nil {
		return err
	}
	files, err := s.Export(dir)
	if errors.Is(err, fs.ErrExist) {
		return usagef("%v; nothing is overwritten", err)
	} else if err != nil {
		return err
	}
	for _, f := range files {
		a.out.printf("%s\n", f)
	}
	return nil
}
