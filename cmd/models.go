package cmd

import (
	"strings"

	"ensures/llm/openai"

	"github.com/spf13/cobra"
)

func newModels(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "models",
		Short: "List the servers of models that are known by name",
		Long: `Print the presets of --model PRESET/NAME: the server's address, the variable that
holds its key, and whether that is set. Any other server that speaks OpenAI's chat
completions is reached by model.base_url.`,
		Example: `  ensures models
  ensures models --json`,
		Args: exactly(),
		RunE: func(*cobra.Command, []string) error { return a.models() },
	}
}

func (a *app) models() error {
	var rows [][]string
	for _, p := range openai.Presets() {
		key := "not needed"
		if p.KeyEnv != "" {
			key = "missing"
			// Servers without TLS are those of this machine, which seldom want a key.
			if strings.HasPrefix(p.BaseURL, "http:") {
				key = "optional"
			}
			if a.Getenv(p.KeyEnv) != "" || a.cfg.Model.Key.Reveal() != "" {
				key = "set"
			}
		}
		if a.out.json {
			err := a.out.object(map[string]string{"preset": p.Name, "address": p.BaseURL, "key": key, "key_variable": p.KeyEnv, "example": p.Example, "note": p.Note})
			if err != nil {
				return err
			}
			continue
		}
		rows = append(rows, []string{p.Name, p.BaseURL, p.KeyEnv, key, "--model " + p.Example, p.Note})
	}
	if !a.out.json {
		a.out.table([]string{"PRESET", "ADDRESS", "VARIABLE", "KEY", "EXAMPLE", "SERVER"}, rows)
	}
	return nil
}
