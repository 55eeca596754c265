package cmd

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"

	"ensures/trajectories"

	"github.com/spf13/cobra"
)

func newTrajectoriesShow(a *app) *cobra.Command {
	var whole bool
	c := &cobra.Command{
		Use:   "show RUN",
		Short: "Show one run step by step",
		Long:  "Show one run step by step. RUN is a name from `ensures trajectories list`, the last one by `last`, or a path.",
		Example: `  ensures trajectories show last
  ensures trajectories show runs/20261121-091500-annotate-1f2e3d --json`,
		Args: exactly("RUN"),
		RunE: func(_ *cobra.Command, args []string) error { return a.trajectoriesShow(args[0], whole) },
	}
	c.Flags().BoolVar(&whole, "whole", false, "do not shorten long texts")
	return c
}

func (a *app) trajectoriesShow(name string, whole bool) error {
	run, err := a.openRun(name)
	if err != nil {
		return err
	}
	if a.out.json {
		run.Header.Schema = trajectories.Schema // as the records are given
		if err := a.out.object(run.Header); err != nil {
			return err
		}
		for _, r := range run.Records {
			if err := a.out.object(r); err != nil {
				return err
			}
		}
		return nil
	}

	h := run.Header
	a.out.printf("%s  %s  %s\n", a.out.paint(strong, visible(h.Run)), visible(strings.TrimSpace(h.Verb+" "+h.Task)), h.Started.Format(time.RFC3339))
	if h.Model != "" {
		a.out.printf("  model %s\n", visible(h.Model))
	}
	for _, in := range h.Inputs {
		a.out.printf("  input %s  %s\n", visible(in.Path), a.out.paint(dim, in.SHA256[:min(12, len(in.SHA256))]))
	}

	limit := 160
	if whole {
		limit = math.MaxInt
	}
	a.showSpans(run.Spans(), "  ", limit)
	if end := run.End(); end != nil {
		a.out.printf("  %s %s\n", visible(end.Outcome), a.out.paint(dim, duration(end.ElapsedMS)))
		if end.Usage != nil {
			a.out.printf("  %s\n", a.out.paint(dim, usageLine(*end.Usage)))
		}
		if end.Candidate != nil {
			a.out.printf("  result: %s\n", a.candidateLine(*end.Candidate))
		}
	}

	if run.Cut {
		a.out.printf("%s\n", a.out.paint(warn, "the last line is incomplete: the run was killed"))
	} else if !run.Finished() {
		a.out.printf("%s\n", a.out.paint(warn, "the run did not come to its end"))
	}
	return nil
}

// showSpans prints steps and calls indented by their nesting, each with its end.
func (a *app) showSpans(spans []*trajectories.Span, indent string, limit int) {
	for _, s := range spans {
		outcome, end := a.out.paint(warn, "not ended"), trajectories.Record{}
		if s.End != nil {
			end = *s.End
			outcome = visible(end.Outcome) + " " + a.out.paint(dim, duration(end.ElapsedMS))
		}

		kind := visible(s.Start.Kind)
		switch s.Start.Type {
		case trajectories.ModelCallStart:
			kind = "model"
			if end.Usage != nil {
				outcome += " " + a.out.paint(dim, usageLine(*end.Usage))
			}
		case trajectories.ToolCallStart:
			kind = "tool"
		}

		a.out.printf("%s%d %s %s  %s\n", indent, s.Start.ID, kind, a.out.paint(code, visible(s.Start.Name)), outcome)
		for _, text := range []string{string(s.Start.Data), string(s.Start.Args), end.Thought, end.Code, end.Observation, string(end.Result), string(end.Data)} {
			if text != "" {
				text = strings.ReplaceAll(shorten(visible(text), limit), "\n", "\n"+indent+"    ")
				a.out.printf("%s    %s\n", indent, a.out.paint(dim, text))
			}
		}
		if end.Error != "" {
			a.out.printf("%s    %s\n", indent, a.out.paint(bad, visible(end.Error)))
		}
		if end.Candidate != nil {
			a.out.printf("%s    candidate: %s\n", indent, a.candidateLine(*end.Candidate))
		}
		a.showSpans(s.Inside, indent+"  ", limit)
	}
}

func usageLine(u trajectories.Usage) string {
	text := fmt.Sprintf("%d tokens in, %d out", u.Input, u.Output)
	if u.CostUSD > 0 {
		text += fmt.Sprintf(", $%.4f", u.CostUSD)
	}
	return text
}

// candidateLine is a candidate in one line: hash, verdict, scores.
func (a *app) candidateLine(c trajectories.Candidate) string {
	parts := []string{a.out.paint(dim, c.SHA256[:min(8, len(c.SHA256))])}
	if c.Verdict != "" {
		t := warn
		if c.Verdict == "verified" {
			t = good
		}
		parts = append(parts, a.out.paint(t, visible(c.Verdict)))
	}
	for _, m := range slices.Sorted(maps.Keys(c.Strict)) {
		parts = append(parts, fmt.Sprintf("%s %.2f", visible(m), c.Strict[m]))
	}
	if c.Unchanged != nil && !*c.Unchanged {
		parts = append(parts, a.out.paint(bad, "code changed"))
	}
	return strings.Join(parts, "  ")
}

// visible is a recorded text with control characters, which could do anything to a
// terminal, replaced.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return '\ufffd'
		}
		return r
	}, s)
}

// shorten cuts a long text with a note of how much is missing.
func shorten(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return fmt.Sprintf("%s… (%d more)", string(r[:n]), len(r)-n)
}
