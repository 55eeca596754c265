package cmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"ensures/internal/atomicfile"
	"ensures/trajectories"

	"github.com/spf13/cobra"
)

// exportFlags say what is exported and how.
type exportFlags struct {
	runFlags
	format, each, output string
	all, reasoning       bool
}

func newTrajectoriesExport(a *app) *cobra.Command {
	var f exportFlags
	c := &cobra.Command{
		Use:   "export [RUN…]",
		Short: "Turn runs into training data or another tool's form",
		Long: `Turn recorded runs into one JSON object per line: chat examples for fine-tuning
("messages" and "tools" as the chat completions API has them), ShareGPT
conversations, or SWE-agent trajectories.

What a model is to learn from must be right: only conversations are taken whose
result a verifier verified, whose strict scores reach the threshold (PostCorr and
PostComp; PreCorr and PreComp where they are defined), and whose code is unchanged.
Where nothing is known of one of these it is left out. --all takes everything. A run
over several methods has a conversation, and so an example, of each.

Without RUN, all runs that the filters pick. stderr says how many were left out.`,
		Example: `  ensures trajectories export --format chat > train.jsonl
  ensures trajectories export --format sharegpt --model openai/ --threshold 0.95
  ensures trajectories export last --all --format swe-agent --output traj`,
		RunE: func(_ *cobra.Command, args []string) error { return a.trajectoriesExport(args, f) },
	}
	f.define(c.Flags())
	_ = c.Flags().MarkHidden("success") // the rule here; --all switches it off
	c.Flags().StringVar(&f.format, "format", "chat", "`form`: chat, sharegpt, swe-agent")
	c.Flags().StringVar(&f.each, "each", "run", "one example of each `unit`: run (a conversation, in its last form) or call")
	c.Flags().StringVarP(&f.output, "output", "o", "", "write a file per run into this `folder`")
	c.Flags().BoolVar(&f.all, "all", false, "also runs that did not succeed")
	c.Flags().BoolVar(&f.reasoning, "reasoning", false, "keep the model's reasoning text")
	return c
}

// exportForms are the forms by name, each with its files' extension.
var exportForms = map[string]struct {
	ext  string
	make func(*trajectories.Run, trajectories.ExportOptions) ([]any, error)
}{
	"chat":     {".jsonl", (*trajectories.Run).Chat},
	"sharegpt": {".jsonl", (*trajectories.Run).ShareGPT},
	"swe-agent": {".traj", func(r *trajectories.Run, o trajectories.ExportOptions) ([]any, error) {
		end := r.End()
		if o.Bar != nil && (end == nil || !o.Bar.Reached(end.Candidate)) {
			return nil, nil
		}
		v, err := r.SWEAgent()
		return []any{v}, err
	}},
}

func (a *app) trajectoriesExport(names []string, f exportFlags) error {
	form, ok := exportForms[f.format]
	if !ok {
		return usagef("--format is chat, sharegpt or swe-agent, not %q", f.format)
	}
	if f.each != "run" && f.each != "call" {
		return usagef("--each is run or call, not %q", f.each)
	}
	f.success = false // asked of each conversation's result below
	filter, err := a.filter(f.runFlags)
	if err != nil {
		return err
	}

	opts := trajectories.ExportOptions{EachCall: f.each == "call", Reasoning: f.reasoning}
	if !f.all {
		opts.Bar = bar(f.threshold)
	}
	all := len(names) == 0
	if all {
		list, err := trajectories.List(a.runsDir())
		if err != nil {
			return err
		}
		for _, s := range list {
			names = append(names, s.Run)
		}
	}

	runs, examples, left := 0, 0, 0
	for _, name := range names {
		path, err := a.findRun(name)
		if err != nil {
			return err
		}
		sum, err := trajectories.Summarize(path)
		if err != nil {
			return err
		}
		if !filter.Pass(sum) {
			left++
			continue
		}

		run, err := a.openRun(name)
		var made []any
		if err == nil {
			made, err = form.make(run, opts)
		}
		if err != nil && all { // one bad run must not keep the others back
			a.log.Warn("not exported", "run", name, "err", err)
			left++
			continue
		} else if err != nil {
			return err
		}

		if len(made) == 0 {
			left++
			continue
		}
		if err := a.writeExamples(run.Header.Run+form.ext, made, f.output); err != nil {
			return err
		}
		runs++
		examples += len(made)
	}

	if !a.flags.quiet {
		fmt.Fprintf(a.Stderr, "%d runs, %d examples; %d runs left out\n", runs, examples, left)
	}
	if runs == 0 {
		return shown(ExitBelow, "no run was exported")
	}
	return nil
}

// writeExamples prints examples, or writes them into a file of the folder.
func (a *app) writeExamples(name string, made []any, folder string) error {
	if folder == "" {
		for _, v := range made {
			if err := a.out.object(v); err != nil {
				return err
			}
		}
		return nil
	}
	// The run's name is in the record, which may be a stranger's.
	if !filepath.IsLocal(name) || filepath.Base(name) != name {
		return fmt.Errorf("the run is named %q, which can't be a file of %s", name, folder)
	}
	var raw []byte
	for _, v := range made {
		line, err := json.Marshal(v)
		if err != nil {
			return err
		}
		raw = append(append(raw, line...), '\n')
	}
	if err := os.MkdirAll(folder, 0o755); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	return atomicfile.Write(filepath.Join(folder, name), raw)
}
