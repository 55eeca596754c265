package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ensures/internal/regular"
	"ensures/tla/alloy"
	"ensures/tla/score"

	"github.com/spf13/cobra"
)

// newAlloy holds the verbs of models in Alloy.
func newAlloy(a *app) *cobra.Command {
	return group("alloy", "Models of real systems in Alloy: scores", newAlloyScore(a))
}

// alloyTools are Java and the jar that setup installed, which have answered their
// control questions.
func (a *app) alloyTools(ctx context.Context) (alloy.Toolchain, error) {
	tools, err := alloy.Find(a.cfg.TLA.Java, a.toolPath("", "alloy"))
	if err != nil {
		return tools, &coded{ExitMissing, err}
	}
	return tools, a.control(identity(tools.Java)+identity(tools.Jar), func() error { return tools.Control(ctx) })
}

func newAlloyScore(a *app) *cobra.Command {
	var f scoreFlags
	var limit time.Duration
	c := &cobra.Command{
		Use:   "score TASK",
		Short: "Score Alloy models of a real system: syntax, runtime, conformance, invariants",
		Long: `Score Alloy models of a task's system as ensures tla score does TLA+ models. What
Alloy says is bounded: by the scope of each command, and of a trace by its first events.

Without --model it is the task's reference model. Exit code 3 when a model's scores are
not all 1, 4 when Java or Alloy is not there (ensures setup alloy).`,
		Example: `  ensures alloy score examples/alloy/spinlock
  ensures alloy score examples/alloy/spinlock --bugs --format markdown`,
		Args: exactly("TASK"),
		RunE: func(c *cobra.Command, args []string) error {
			return a.alloyScore(c.Context(), args[0], f, alloy.Options{Limit: limit})
		},
	}
	fl := c.Flags()
	fl.StringSliceVar(&f.models, "model", nil, "a model's `file`; several with commas or again")
	fl.BoolVar(&f.bugs, "bugs", false, "the reference model, and it with each of the task's seeded bugs")
	fl.DurationVar(&limit, "timeout", time.Minute, "`time` for one run")
	fl.StringVar(&f.format, "format", "table", "table, markdown, json or html")
	fl.StringVarP(&f.out, "output", "o", "", "write to this `file`")
	return c
}

func (a *app) alloyScore(ctx context.Context, dir string, f scoreFlags, o alloy.Options) error {
	if a.out.json {
		f.format = "json"
	}
	if !slices.Contains([]string{"table", "markdown", "json", "html"}, f.format) {
		return usagef("--format: unknown %q: use table, markdown, json or html", f.format)
	}

	t, err := alloy.Load(dir)
	if err != nil {
		return err
	}
	names, texts := []string{}, []string{}
	for _, path := range f.models {
		text, err := regular.ReadFile(path)
		if err != nil {
			return err
		}
		names, texts = append(names, strings.TrimSuffix(filepath.Base(path), ".als")), append(texts, string(text))
	}

	if len(names) == 0 {
		text, err := t.Reference()
		if err != nil {
			return err
		}
		names, texts = append(names, "reference"), append(texts, text)
	}
	if f.bugs {
		for _, b := range t.Bugs {
			text, err := t.Buggy(b)
			if err != nil {
				return err
			}
			names, texts = append(names, b.Name), append(texts, text)
		}
	}

	tools, err := a.alloyTools(ctx)
	if err != nil {
		return err
	}
	table := score.Table{System: t.System}
	below := 0
	for i := range names {
		r, err := t.Score(ctx, tools, names[i], texts[i], o)
		if err != nil {
			return fmt.Errorf("%s: %w", names[i], err)
		}
		if table.Models = append(table.Models, r); !r.Full() {
			below++
		}
	}

	if err := a.writeScores(table, f); err != nil {
		return err
	}
	// A seeded bug is meant to score below.
	if below > 0 && !f.bugs {
		return shown(ExitBelow, "%d of %d models have not all scores at 1", below, len(names))
	}
	return nil
}

// lookForAlloy finds Alloy's jar, which is no program.
func (a *app) lookForAlloy(ctx context.Context) finding {
	f := finding{Name: "alloy", Status: "missing", Use: "models in Alloy (needs Java)", Install: toGet("alloy")}
	tools, err := a.alloyTools(ctx)
	var missing *alloy.MissingError
	switch {
	case err == nil:
		f.Path, f.Status, f.Version, f.Install = tools.Jar, "ok", cmp.Or(tools.Version, "unknown"), ""
	case errors.As(err, &missing) && missing.Tool == "java":
		f.Install = jdk
	case !errors.As(err, &missing):
		f.Path, f.Status, f.Use = tools.Jar, "broken", err.Error()
	}
	return f
}
