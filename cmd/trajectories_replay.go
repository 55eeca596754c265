package cmd

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ensures/internal/regular"
	"ensures/sandbox"
	"ensures/trajectories"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func newTrajectoriesReplay(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "replay RUN",
		Short: "Run a recorded run again, its model's answers taken from the record",
		Long: `Run a recorded run again: the same command on the same input with the same
settings, the model's answers taken from the record. Tools run anew, so this shows
what a change of ensures, of a prompt or of a solver does to a run. No key is needed,
no file is changed, and the new run is recorded beside the old one.

What differs is shown as by trajectories diff. Exit code 3 when something does.`,
		Example: `  ensures trajectories replay last
  ensures trajectories replay 20261121-091500-annotate-1f2e3d --json`,
		Args: exactly("RUN"),
		RunE: func(c *cobra.Command, args []string) error { return a.trajectoriesReplay(c.Context(), args[0]) },
	}
}

func (a *app) trajectoriesReplay(ctx context.Context, name string) error {
	path, err := a.findRun(name)
	if err != nil {
		return err
	}
	if path, err = filepath.Abs(path); err != nil {
		return err
	}

	old, err := trajectories.Open(path)
	if err != nil {
		return err
	}
	if !askedModel(old) {
		return fmt.Errorf("run %s asked no model: there is nothing to replay", old.Header.Run)
	}

	args, err := a.replayArgs(old.Header, path)
	if err != nil {
		return err
	}
	runs, err := filepath.Abs(a.runsDir())
	if err != nil {
		return err
	}

	before, err := trajectories.List(runs)
	if err != nil {
		return err
	}

	back, err := restoreInputs(old.Header)
	if err != nil {
		return err
	}
	defer back()

	env := a.Env
	env.Args, env.Stdin, env.Stdout = args, strings.NewReader(""), io.Discard
	env.Getenv = func(key string) string {
		switch key {
		case "ENSURES_TRAJECTORIES_DIR":
			// Absolute, since the working folder may be another one now.
			return runs
		case "ENSURES_TRAJECTORIES_RECORD":
			return "true"
		}
		return a.Getenv(key)
	}
	// A run of the whole program in this process: the command line is the user's interface, and
	// so it is what is repeated.
	code := Run(ctx, env)
	if ctx.Err() != nil {
		return ctx.Err()
	}

	after, err := trajectories.List(runs)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(after, func(s trajectories.Summary) bool {
		return !slices.ContainsFunc(before, func(b trajectories.Summary) bool { return b.Run == s.Run })
	})
	if i < 0 {
		return shown(code, "the replay recorded nothing") // it said why
	}

	again, err := trajectories.Open(filepath.Join(runs, after[i].Run))
	if err != nil {
		return err
	}
	d := trajectories.Compare(old, again)
	d.Settings = slices.DeleteFunc(d.Settings, func(c trajectories.Change) bool {
		return notReplayed(c.Key)
	})
	return a.reportDifference(old, again, d)
}

func askedModel(run *trajectories.Run) bool {
	for range run.Exchanges() {
		return true
	}
	return false
}

// notReplayed reports whether a fact of a run's header is one of the program and
// machine, and not of the run: what comes of another version shows in the steps.
func notReplayed(key string) bool {
	return key == "model" || key == "commit" ||
		slices.ContainsFunc([]string{"config.model.", "config.output.", "config.trajectories.", "versions.", "prompts."}, func(p string) bool { return strings.HasPrefix(key, p) })
}

// replayArgs is the recorded command line with the record as model, and without
// what would change files or go on with a run.
func (a *app) replayArgs(h trajectories.Header, path string) ([]string, error) {
	if h.Verb == "bench" {
		return nil, usagef("run %s is a task of a run over a data set: replay that with ensures bench run --model replay:FOLDER", h.Run)
	}
	if len(h.Args) == 0 {
		return nil, fmt.Errorf("run %s has no command line: it was recorded by an earlier version", h.Run)
	}

	c, rest, err := newRoot(&app{Env: a.Env}).Find(h.Args)
	if err == nil {
		err = c.ParseFlags(rest)
	}
	if err != nil {
		return nil, fmt.Errorf("run %s: its command line is not one of this version: %w", h.Run, err)
	}
	// The record may be anybody's, and so is the command line in it: it runs what asks a
	// model, and nothing that installs, sends or writes where it says.
	if verb := c.CommandPath(); verb != "ensures annotate" && verb != "ensures model" {
		return nil, fmt.Errorf("run %s: its command line %q is not one that asks a model", h.Run, verb)
	}

	args := strings.Fields(c.CommandPath())[1:]
	c.Flags().Visit(func(f *pflag.Flag) {
		// What chooses the model, writes files or shapes the output is this replay's own.
		if slices.Contains([]string{"config", "model", "write", "out", "diff", "resume", "json", "quiet"}, f.Name) {
			return
		}
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			args = append(args, "--"+f.Name+"="+v)
		}
	})

	if dir, err := filepath.Abs(a.runsDir()); err == nil && filepath.Dir(path) == dir {
		path = filepath.Base(path) // as a person names it
	}
	args = append(args, "--quiet", "--model=replay:"+path, "--")
	return append(args, c.Flags().Args()...), nil
}

// restoreInputs sees to it that the run's files are as they were: where one has
// changed since, or is not there, all are laid out anew in a folder of their own,
// which becomes the working directory.
func restoreInputs(h trajectories.Header) (back func(), err error) {
	same := true
	for _, in := range h.Inputs {
		raw, err := regular.ReadFile(in.Path)
		same = same && err == nil && sum(raw) == in.SHA256
	}
	if same {
		return func() {}, nil
	}

	was, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	dir, remove, err := sandbox.TempDir("replay")
	if err != nil {
		return nil, err
	}
	back = func() {
		_ = os.Chdir(was) // it was there a moment ago
		remove()
	}

	for _, in := range h.Inputs {
		err := fmt.Errorf("%s is not as the run read it, and the record does not hold it", in.Path)
		// A record may be a stranger's: its paths must not lead out of the folder, and its text
		// must be the one that was hashed.
		if filepath.IsLocal(in.Path) && sum([]byte(in.Text)) == in.SHA256 {
			file := filepath.Join(dir, in.Path)
			if err = os.MkdirAll(filepath.Dir(file), 0o755); err == nil {
				err = os.WriteFile(file, []byte(in.Text), 0o644)
			}
		}
		if err != nil {
			back()
			return nil, err
		}
	}
	return back, os.Chdir(dir)
}
