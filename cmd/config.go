package cmd

import (
	"encoding/json"
	"fmt"
	"strings"

	"ensures/configs"

	"github.com/spf13/cobra"
)

func newConfig(a *app) *cobra.Command {
	return group("config", "Show the configuration, consent to a folder's", newConfigShow(a), newConfigTrust(a))
}

func newConfigShow(a *app) *cobra.Command {
	var origin bool
	c := &cobra.Command{
		Use:   "show",
		Short: "Print the resolved configuration",
		Long: `Print every key with its value after defaults, files, environment and flags.
Later sources win: embedded defaults, $XDG_CONFIG_HOME/ensures/config.yaml,
./ensures.yaml (or only the file of --config), ENSURES_… variables, flags. What
./ensures.yaml says of programs, addresses and folders waits for consent: see
ensures config trust.`,
		Example: `  ensures config show --origin
  ENSURES_HARNESS_PAIRS=50 ensures config show --json`,
		Args: exactly(),
		RunE: func(*cobra.Command, []string) error { return a.configShow(origin) },
	}
	c.Flags().BoolVar(&origin, "origin", false, "say where each value comes from")
	return c
}

func (a *app) configShow(origin bool) error {
	values := a.cfg.Map()
	if a.out.json {
		if !origin {
			return a.out.object(a.cfg.Config)
		}
		for _, key := range configs.Keys() {
			err := a.out.object(map[string]any{"key": key, "value": values[key], "origin": a.cfg.Origin[key], "env": configs.EnvName(key)})
			if err != nil {
				return err
			}
		}
		return nil
	}

	if origin {
		var rows [][]string
		for _, key := range configs.Keys() {
			rows = append(rows, []string{key, fmt.Sprint(values[key]), a.cfg.Origin[key]})
		}
		a.out.table([]string{"KEY", "VALUE", "ORIGIN"}, rows)
		return nil
	}

	section := "" // as a file that could be read back
	for _, key := range configs.Keys() {
		s, name, _ := strings.Cut(key, ".")
		if s != section {
			a.out.printf("%s:\n", s)
			section = s
		}

		value := fmt.Sprint(values[key])
		if list, ok := values[key].([]string); ok {
			raw, err := json.Marshal(append([]string{}, list...))
			if err != nil {
				return err
			}
			value = string(raw)
		}
		if value == "" {
			value = `""`
		}
		a.out.printf("  %s: %s\n", name, value)
	}
	return nil
}
