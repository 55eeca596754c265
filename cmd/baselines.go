package cmd

import (
	"strconv"
	"strings"

	"ensures/baseline/prompted"

	"github.com/spf13/cobra"
)

// published is a published engine with its settings.
type published struct {
	Name        string   `json:"name"`
	About       string   `json:"about"`
	Model       bool     `json:"model"` // it needs one
	Source      string   `json:"source"`
	Style       string   `json:"style,omitempty"`
	Examples    int      `json:"examples"`
	Reasoning   string   `json:"reasoning,omitempty"`
	Repairs     int      `json:"repairs"`
	Mutations   int      `json:"mutations,omitempty"`
	Temperature *float64 `json:"temperature,omitempty"`
	Prompts     []string `json:"prompts,omitempty"`
}

// baselines are the published engines with the settings that are configured.
func (a *app) baselines() []published {
	list := []published{
		{Name: "houdini", About: "templates of ESC/Java, pruned by the verifier", Source: "Flanagan and Leino, Houdini, an Annotation Assistant for ESC/Java, FME 2001"},
		{Name: "daikon", About: "default families of invariants over the tests, verified as a whole", Source: "Ernst et al., The Daikon system for dynamic detection of likely invariants, SCP 2007"},
	}
	for _, c := range prompted.Configs() {
		p := published{Name: c.Name, About: c.About, Model: true, Source: c.Source, Style: string(c.Style), Examples: c.Shots, Reasoning: string(c.Reasoning),
			Repairs: a.cfg.Baseline.Repairs, Prompts: c.Templates()}
		if c.Style != prompted.FormalBench {
			p.Mutations = a.cfg.Baseline.Mutations
		}
		if t := a.cfg.Baseline.Temperature; t >= 0 {
			p.Temperature = &t
		}
		list = append(list, p)
	}
	return list
}

func newBaselines(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "baselines",
		Short: "The published engines that bench run can run, with their settings",
		Long: `The published engines that bench run can run, with source and settings: Houdini and
Daikon, which need no model, and eleven prompt configurations, which do. The texts of
the latter are ours (ensures prompts show NAME); settings are the keys baseline.*.`,
		Example: `  ensures baselines
  ensures bench run --dataset tasks.jsonl --engine specgen-two,formalbench-few-cot --model ollama/qwen2.5-coder`,
		Args: exactly(),
		RunE: func(*cobra.Command, []string) error {
			var rows [][]string
			for _, p := range a.baselines() {
				if a.out.json {
					if err := a.out.object(p); err != nil {
						return err
					}
					continue
				}
				model, examples, repairs, temperature := "no", "", "", ""
				if p.Model {
					model, examples, repairs = "yes", strconv.Itoa(p.Examples), strconv.Itoa(p.Repairs)
				}
				if p.Temperature != nil {
					temperature = strconv.FormatFloat(*p.Temperature, 'g', -1, 64)
				}
				rows = append(rows, []string{p.Name, model, examples, repairs, temperature, p.About, cite(p.Source)})
			}
			if !a.out.json {
				a.out.table([]string{"NAME", "MODEL", "EXAMPLES", "REPAIRS", "TEMPERATURE", "ABOUT", "SOURCE"}, rows)
			}
			return nil
		},
	}
}

// cite is a source without its title.
func cite(source string) string {
	parts := strings.Split(source, ", ")
	return parts[0] + ", " + parts[len(parts)-1]
}
