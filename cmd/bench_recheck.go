package cmd

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"ensures/bench"
	"ensures/runner"
	"ensures/verify"

	"github.com/spf13/cobra"
)

func newBenchRecheck(a *app) *cobra.Command {
	var engine string
	var sample int
	c := &cobra.Command{
		Use:   "recheck RUN",
		Short: "Ask another verifier about what a run has verified",
		Long: `Ask a verifier (--backend) about the specifications that a run counts as verified,
all of them or a sample drawn by the seed. A counterexample is a disagreement: exit
code 3. A verifier that gives up, or that does not know a construct, is none.`,
		Example: `  ensures bench recheck runs/guided --backend key --sample 30`,
		Args:    exactly("RUN"),
		RunE: func(c *cobra.Command, args []string) error {
			return a.benchRecheck(c.Context(), args[0], engine, sample)
		},
	}
	c.Flags().StringVar(&engine, "engine", "", "only what this `engine` handed in")
	c.Flags().IntVar(&sample, "sample", 0, "so `many` at most, drawn at random by the seed; 0: all")
	bind(c.Flags(), "backend", "verify.backend", "who is asked")
	bind(c.Flags(), "arithmetic", "verify.arithmetic", "safe, java or quiet")
	bind(c.Flags(), "seed", "harness.seed", "`seed` of the sample")
	return c
}

// rechecked is what another verifier says of a row.
type rechecked struct {
	TaskID  string  `json:"task_id"`
	Engine  string  `json:"engine"`
	Run     int     `json:"run"`
	First   string  `json:"first"` // who verified it
	Backend string  `json:"backend"`
	Verdict string  `json:"verdict"`
	Why     string  `json:"why,omitempty"`
	Elapsed float64 `json:"elapsed_ms"`
}

func (a *app) benchRecheck(ctx context.Context, dir, engine string, sample int) error {
	m, err := runner.ReadManifest(dir)
	if err != nil {
		return err
	}
	rows, foreign, err := runner.RowsOf(m, dir)
	if err != nil {
		return err
	}
	for _, f := range foreign {
		a.log.Warn("left out: no row of the run", "line", f.Line, "why", f.Why)
	}
	rows = slices.DeleteFunc(rows, func(r runner.Row) bool {
		return r.Verdict != verify.Verified.String() || engine != "" && r.Engine != engine
	})

	if len(rows) == 0 {
		return fmt.Errorf("%s: nothing is verified there", dir)
	}
	if sample > 0 && sample < len(rows) {
		rng := rand.New(rand.NewPCG(uint64(a.cfg.Harness.Seed), 0))
		rng.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		rows = rows[:sample]
	}
	// Shuffled for the sample; asked in an order that does not hang on it.
	slices.SortFunc(rows, func(x, y runner.Row) int { return strings.Compare(x.Key(), y.Key()) })

	opts, err := a.verifyOptions(verifyFlags{})
	if err != nil {
		return err
	}
	// Asking again is the point: a remembered answer would agree with itself.
	a.keeping = keepNone
	backend, done, err := a.verifier(ctx)
	if err != nil {
		return err
	}
	defer done()

	counts := map[string]int{}
	var table [][]string
	bar := a.progress(len(rows), "asking")
	for _, r := range rows {
		one := rechecked{TaskID: r.TaskID, Engine: r.Engine, Run: r.Run, First: r.Backend}
		start := time.Now()
		out, err := backend.Verify(ctx, verify.Request{File: fileOf(r.Code), Source: r.Code, Options: opts})
		one.Elapsed = float64(time.Since(start).Microseconds()) / 1000
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			one.Verdict, one.Why = "error", err.Error()
		default:
			one.Verdict, one.Backend, one.Why = out.Verdict.String(), out.Backend+" "+out.Version, why(out)
		}
		bar.step()
		counts[one.Verdict]++
		if a.out.json {
			if err := a.out.object(one); err != nil {
				return err
			}
			continue
		}
		table = append(table, []string{one.TaskID, one.Engine, one.Verdict, one.Why})
	}

	bar.done()
	if !a.out.json {
		a.out.table([]string{"Task", "Engine", "Verdict", "Why"}, table)
	}
	if counts["error"] > 0 {
		return errors.New("the verifier failed in itself, see the table")
	}
	if n := counts[verify.Refuted.String()]; n > 0 {
		return shown(ExitBelow, "%d of %d refuted", n, len(rows))
	}
	return nil
}

// fileOf is the name of a file by the first class with a method in it.
func fileOf(code string) string {
	tasks, _ := bench.MethodsOf("Solution.java", code)
	if len(tasks) == 0 {
		return "Solution.java"
	}
	class, _, _ := strings.Cut(tasks[0].Class, ".")
	return class + ".java"
}

// why is the first reason for an outcome that is not verified, on one line.
func why(out verify.Outcome) string {
	for _, d := range out.Diagnostics {
		if out.Verdict != verify.Verified {
			text, _, _ := strings.Cut(d.Text(), "\n")
			if r := []rune(text); len(r) > 160 {
				text = string(r[:160]) + "…"
			}
			return fmt.Sprintf("%d: %s: %s", d.Line, d.Kind, text)
		}
	}
	return ""
}
