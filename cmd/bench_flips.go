package cmd

import (
	"strconv"

	"ensures/report"
	"ensures/runner"

	"github.com/spf13/cobra"
)

func newBenchFlips(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "flips RUN FORMS",
		Short: "How much of what was verified is lost when programs come in other forms",
		Long: `Compare a run over programs with a run over their other forms, as dataset transform makes
them: FormalBench's flip rate, per program and pooled, and its normalised rates. What is
unknown about a form counts as a flip. The control is what asking again about the same
program loses, of a run with --runs 2 or more.`,
		Example: `  ensures bench flips runs/mbjp runs/mbjp-transformed`,
		Args:    exactly("RUN", "FORMS"),
		RunE:    func(_ *cobra.Command, args []string) error { return a.benchFlips(args[0], args[1]) },
	}
}

func (a *app) benchFlips(programs, forms string) error {
	own, err := runner.ReadRows(programs)
	if err != nil {
		return err
	}
	others, err := runner.ReadRows(forms)
	if err != nil {
		return err
	}
	var table [][]string
	for _, f := range report.FlipRates(own, others) {
		if a.out.json {
			if err := a.out.object(f); err != nil {
				return err
			}
			continue
		}
		table = append(table, []string{f.Engine, strconv.Itoa(f.Verified), strconv.Itoa(f.Forms), rateText(f.Mean), rateText(f.Pooled),
			strconv.Itoa(f.Unknown), rateText(f.Control), rateText(f.SR), rateText(f.FR), rateText(f.UnknownRate)})
	}
	if !a.out.json {
		a.out.table([]string{"Engine", "Verified", "Forms", "Flip rate", "Pooled", "Unknown", "Control", "SR′", "FR′", "Unknown′"}, table)
	}
	return nil
}
