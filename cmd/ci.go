package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"ensures/bench"
	"ensures/ci"
	"ensures/harness"
	"ensures/internal/atomicfile"
	"ensures/internal/git"
	"ensures/trajectories"
	"ensures/verify"

	"github.com/spf13/cobra"
)

// ciFlags are the flags of ci that are no configuration keys.
type ciFlags struct {
	since         string
	all           bool
	format        string
	sarif         string
	summary       string
	baseline      string
	writeBaseline bool
	threshold     float64
	survivors     int
	exclude       []string
}

func newCI(a *app) *cobra.Command {
	var f ciFlags
	c := &cobra.Command{
		Use:   "ci [FOLDER…]",
		Short: "Verify what changed since a revision: for a build server or a hook",
		Long: `Verify the specified methods of the Java files that changed since a branch, and say
which are verified, which were and are not any more, and what a changed contract lets
through that it did not. Files that git does not know, and does not ignore, count.

The change begins at the last commit shared with --since; without it, with the branch
that the build server names (GitHub, GitLab, Jenkins), origin's own, main or master.

It ends with 3 where a proof or a contract is lost, or where less than --threshold
percent of the methods are verified. Failures that --baseline names count for nothing;
--all --write-baseline names all that there are. A failure that differs from the one
named, in its clause or by being refuted, blocks.

Nothing in the repository is run: neither its build nor what its git configuration or
its ensures.yaml names (ensures config trust).`,
		Example: `  ensures ci
  ensures ci --since origin/main --format github --sarif ensures.sarif --summary summary.md
  ensures ci --since HEAD src
  ensures ci --all --baseline ensures-baseline.json --write-baseline`,
		RunE: func(c *cobra.Command, args []string) error { return a.ci(c.Context(), args, f) },
	}
	fl := c.Flags()
	fl.StringVar(&f.since, "since", "", "the `revision` that the change is compared with")
	fl.BoolVar(&f.all, "all", false, "every file, changed or not")
	fl.StringVar(&f.format, "format", "text", "text or github, its annotations")
	fl.StringVar(&f.sarif, "sarif", "", "write a log of SARIF 2.1.0 to a `file`")
	fl.StringVar(&f.summary, "summary", "", "write a summary in Markdown to a `file`")
	fl.StringVar(&f.baseline, "baseline", "", "a `file` with the failures that are known")
	fl.BoolVar(&f.writeBaseline, "write-baseline", false, "write what fails now to the file of --baseline")
	fl.Float64Var(&f.threshold, "threshold", 100, "the least `percentage` of the methods that is to be verified")
	fl.IntVar(&f.survivors, "survivors", 2, "show so many wrong outputs that a changed contract lets through; 0 measures nothing")
	fl.StringArrayVar(&f.exclude, "exclude", nil, excludeHelp)
	bind(fl, "backend", "verify.backend", "auto, or names of backends with commas between them")
	bind(fl, "arithmetic", "verify.arithmetic", "safe, java or quiet")
	return c
}

// check reports what is wrong with the flags.
func (f ciFlags) check() error {
	switch {
	case f.format != "text" && f.format != "github":
		return usagef("--format: unknown %q: use text or github", f.format)
	case f.all && f.since != "":
		return usagef("--all and --since exclude each other")
	case f.writeBaseline && f.baseline == "":
		return usagef("--write-baseline needs the file's name: --baseline ensures-baseline.json")
	case !(f.threshold >= 0 && f.threshold <= 100): // nor is NaN any
		return usagef("--threshold takes a percentage from 0 to 100")
	}
	return nil
}

func (a *app) ci(ctx context.Context, args []string, f ciFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	o, err := a.ciOptions(ctx, args, f)
	if err != nil {
		return err
	}
	b, done, err := a.verifierIn(ctx, o.Runtime)
	if err != nil {
		return err
	}
	defer done()
	o.Verifier = inProject(b, o.Runtime)
	rec, err := a.record("ci")
	if err != nil {
		return err
	}

	rep, err := ci.Check(ctx, o)
	if err == nil {
		err = a.writeCI(rep, f)
	}
	if ferr := a.recordCI(rec, rep, err); ferr != nil {
		a.log.Warn("the run is not recorded", "err", ferr)
	}
	switch {
	case err != nil:
		return err
	case rep.Count().NoAnswer > 0:
		return shown(ExitError, "%d files have no answer", rep.Count().NoAnswer)
	case rep.Blocked() && !f.writeBaseline:
		return shown(ExitBelow, "the change is below the threshold")
	}
	return nil
}

// ciOptions returns the options of a check, but for the verifier.
func (a *app) ciOptions(ctx context.Context, args []string, f ciFlags) (ci.Options, error) {
	proof, err := a.verifyOptions(verifyFlags{})
	if err != nil {
		return ci.Options{}, err
	}
	repo, folders, err := openRepository(ctx, args)
	if err != nil {
		return ci.Options{}, err
	}

	o := ci.Options{
		Repository: repo, Folders: folders, Exclude: excluded(f.exclude),
		Proof: proof, Processes: a.cfg.Verify.Processes, Runtime: bench.NewRuntime(), Threshold: f.threshold,
	}
	if o.Processes <= 0 {
		o.Processes = runtime.NumCPU()
	}
	if !f.all {
		if o.Since, err = ci.Base(ctx, repo, f.since, a.Getenv); err != nil {
			return o, gitError("ensures ci --since", err)
		}
	}

	h := a.cfg.Harness
	o.Measure = ci.Measure{Survivors: f.survivors,
		Bench:   bench.Options{Pairs: h.Pairs, Inputs: h.Inputs, Seed: h.Seed},
		Harness: harness.Options{Pairs: h.Pairs, Mutants: h.Mutants, Steps: a.cfg.JML.Steps, Nullable: a.cfg.JML.NullableByDefault}}
	if f.baseline == "" {
		return o, nil
	}
	src, err := a.readFile(f.baseline)
	// The first baseline has none before it.
	if f.writeBaseline && errors.Is(err, fs.ErrNotExist) {
		return o, nil
	}
	if err == nil {
		o.Baseline, err = ci.ReadBaseline(src.text)
	}
	if err != nil {
		return o, fmt.Errorf("--baseline: %s", fileError(f.baseline, err))
	}
	return o, nil
}

// openRepository returns the repository around folders, and the folders in it.
func openRepository(ctx context.Context, args []string) (*git.Repository, []string, error) {
	for _, arg := range args {
		if info, err := os.Stat(arg); err != nil {
			return nil, nil, err
		} else if !info.IsDir() {
			return nil, nil, usagef("ensures ci takes folders, and %s is a file", arg)
		}
	}
	repo, err := git.Open(ctx, slices.Concat(args, []string{"."})[0])
	if err != nil {
		return nil, nil, gitError("ensures ci", err)
	}

	var folders []string
	for _, arg := range args {
		name, err := inRepository(repo, arg)
		if err != nil {
			return nil, nil, err
		}
		folders = append(folders, name)
	}
	return repo, folders, nil
}

// inRepository returns a folder's name in a repository.
func inRepository(repo *git.Repository, dir string) (string, error) {
	full, err := filepath.Abs(dir)
	if err == nil {
		// git names its top folder with links followed.
		full, err = filepath.EvalSymlinks(full)
	}
	if err != nil {
		return "", err
	}
	name, err := filepath.Rel(repo.Top, full)
	if err != nil || !filepath.IsLocal(name) {
		return "", usagef("%s is not in the repository %s", dir, repo.Top)
	}
	return filepath.ToSlash(name), nil
}

// writeCI prints a report and writes the files that were asked for.
func (a *app) writeCI(rep *ci.Report, f ciFlags) error {
	if f.writeBaseline {
		text, err := rep.Baseline().Text()
		if err == nil {
			err = writeOutput(f.baseline, text)
		}
		if err != nil {
			return err
		}
	}

	if f.summary != "" {
		if err := writeOutput(f.summary, []byte(rep.Markdown(a.verifiedBy(rep)))); err != nil {
			return err
		}
	}

	if f.sarif != "" {
		var log strings.Builder
		if err := verify.WriteSARIF(&log, version(), rep.Outcomes()); err != nil {
			return err
		}
		if err := writeOutput(f.sarif, []byte(log.String())); err != nil {
			return err
		}
	}

	for _, file := range rep.Files {
		if file.Err != nil {
			fmt.Fprintf(a.Stderr, "ensures: %s\n", ci.Shown(fileError(file.Path, file.Err)))
		}
	}
	return a.showCI(rep, f)
}

// writeOutput writes a file that the user named, in a folder that may be a stranger's: a
// link that lies there is not followed.
func writeOutput(path string, text []byte) error {
	if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return fmt.Errorf("%s is a link: it is left as it is", path)
	}
	return atomicfile.Write(path, text)
}

// showCI prints a report.
func (a *app) showCI(rep *ci.Report, f ciFlags) error {
	if a.out.json {
		for _, row := range rep.Rows {
			if err := a.out.object(row.JSON()); err != nil {
				return err
			}
		}
		return a.out.object(map[string]any{"since": rep.Since, "count": rep.Count(), "blocked": rep.Blocked(), "by": a.verifiedBy(rep)})
	}
	if f.format == "github" {
		for _, o := range rep.Outcomes() {
			if err := verify.WriteGitHub(a.Stdout, o.File, o.Outcome); err != nil {
				return err
			}
		}
	} else {
		rep.WriteText(a.Stdout)
	}
	_, err := fmt.Fprintf(a.Stdout, "%s\n", rep.Headline())
	return err
}

// verifiedBy names the verifiers that answered, with the arithmetic.
func (a *app) verifiedBy(rep *ci.Report) string {
	for _, f := range rep.Files {
		if o := f.Outcome; o.Backend != "" {
			return fmt.Sprintf("by %s (%s), arithmetic %s", o.Backend, o.Version, o.Arithmetic)
		}
	}
	return ""
}

// recordCI ends the record of a check.
func (a *app) recordCI(rec *trajectories.Writer, rep *ci.Report, err error) error {
	if rep == nil {
		return rec.Finish(verifyResult(err, 0, 0), nil)
	}
	for _, f := range rep.Files {
		recordVerified(rec, verified{path: f.Path, out: f.Outcome, err: f.Err})
	}
	c, below := rep.Count(), 0
	if rep.Blocked() {
		below = 1
	}
	return rec.Finish(verifyResult(err, c.NoAnswer, below), map[string]any{"files": len(rep.Files), "methods": c.Specified, "verified": c.Verified, "lost": c.Lost,
		"failing": c.Failing, "known": c.Known, "failed": c.NoAnswer})
}
