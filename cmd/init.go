package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"ensures/configs"
	"ensures/engine/annotate"
	"ensures/propose"
	"ensures/survey"

	"github.com/spf13/cobra"
)

// What init shows, and what it does for it.
const (
	listed    = 10              // candidates
	shownOnes = 3               // results
	mostTries = 16              // candidates that are annotated for them
	initEach  = 4 * time.Second // the engine's budget for each, if it has more
)

func newInit(a *app) *cobra.Command {
	var exclude []string
	c := &cobra.Command{
		Use:   "init [FOLDER]",
		Short: "Begin in a project: settings, where to start, the first results",
		Long: `Write a commented ensures.yaml into a project's folder, where there is none; list the
small public methods without a specification, those first whose contract says most and
is likely to be found and proved; and show what annotate makes of the first three.

The order is a guess from the text: choices and loops and how often a method is called
speak for it, strange types, calls, objects and loops over them against it. Nothing
but ensures.yaml is written, and nothing is asked.`,
		Example: `  ensures init
  ensures init ../project --exclude generated`,
		Args: atMostOne("FOLDER"),
		RunE: func(c *cobra.Command, args []string) error { return a.init(c.Context(), append(args, ".")[0], exclude) },
	}
	c.Flags().StringArrayVar(&exclude, "exclude", nil, excludeHelp)
	bind(c.Flags(), "budget", "annotate.budget", "work on one method, as the `time` of its steps on an idle machine")
	bind(c.Flags(), "seed", "harness.seed", "`seed` of everything generated")
	return c
}

func (a *app) init(ctx context.Context, dir string, exclude []string) error {
	if info, err := os.Stat(dir); err != nil {
		return err
	} else if !info.IsDir() {
		return usagef("%s is a file: ensures init wants the folder of a project", dir)
	}

	path := filepath.Join(dir, configs.FolderName)
	made, err := writeNew(path, configs.Template())
	if err != nil {
		return err
	}
	sources, err := a.javaFiles([]string{dir}, exclude)
	if err != nil {
		return err
	}
	files := make([]survey.Source, len(sources))
	for i, s := range sources {
		files[i] = survey.Source{Path: s.path, Text: string(s.text)}
	}

	project := survey.Of(files)
	first := project.First[:min(mostTries, len(project.First))]

	if a.out.json {
		if err := a.out.object(map[string]any{"config": path, "written": made, "files": project.Files, "methods": project.Methods, "specified": project.Specified, "first": len(project.First)}); err != nil {
			return err
		}
	} else {
		a.showSurvey(path, made, project)
	}
	return a.firstResults(ctx, sources, first)
}

// writeNew writes a file that is not there yet, and reports whether it wrote one: what
// lies there, be it a link to nothing, is left as it is.
func writeNew(path, text string) (bool, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	_, err = f.WriteString(text)
	return true, errors.Join(err, f.Close())
}

// showSurvey prints where to begin.
func (a *app) showSurvey(path string, made bool, p *survey.Project) {
	if made {
		a.out.printf("%s is written: every setting with its default, commented out\n", path)
	} else {
		a.out.printf("%s is there, and left as it is\n", path)
	}
	a.out.printf("%s, %s with a body: %d specified, %d small, public and not specified\n\n",
		some(p.Files, "file"), some(p.Methods, "method"), p.Specified, len(p.First))
	var rows [][]string
	for i, c := range p.First[:min(listed, len(p.First))] {
		rows = append(rows, []string{fmt.Sprint(i + 1), c.Method, fmt.Sprintf("%s:%d", c.Path, c.Line), fmt.Sprint(c.Statements), fmt.Sprint(c.Calls)})
	}
	if len(rows) > 0 {
		a.out.table([]string{"", "BEGIN WITH", "AT", "STATEMENTS", "CALLS"}, rows)
		a.out.printf("\n")
	}
}

// firstResults annotates candidates, in their order, until there are three of which
// something was found, and shows these.
func (a *app) firstResults(ctx context.Context, sources []source, first []survey.Candidate) error {
	if len(first) == 0 {
		return nil
	}
	texts := map[string]source{}
	for _, s := range sources {
		texts[s.path] = s
	}
	// The first results are to be there in a minute, not the strongest.
	a.cfg.Annotate.Budget = min(a.cfg.Annotate.Budget, initEach)
	job, done, err := a.annotateJob(ctx, projectRuntime(sources), annotateFlags{survivors: 1, workers: runtime.GOMAXPROCS(0)})
	if err != nil {
		return err
	}
	defer done()
	if job.rec, err = a.record("init", sources...); err != nil {
		return err
	}

	var found []*annotate.Annotation
	var next []string
	bar := a.progress(len(first), "annotate")
	for _, c := range first {
		if len(found) == shownOnes {
			break
		}
		job.methods = map[string][]string{c.Path: {c.Method}}
		one, err := a.annotateOne(ctx, texts[c.Path], job)
		if err != nil {
			bar.done()
			_ = job.rec.Finish("interrupted", nil)
			return err
		}
		bar.step()
		if !foundSome(one) {
			continue
		}
		bar.clear()
		found = append(found, one)
		next = append(next, fmt.Sprintf("ensures annotate -w %s --method %s", shellWord(c.Path), shellWord(c.Method)))
		if err := a.showAnnotated(one, true, job.flags); err != nil {
			return err
		}
	}
	bar.done()
	if !a.out.json {
		a.annotateTable(found)
		a.showNext(next, len(first), job.judge == nil)
	}
	return job.rec.Finish("ok", map[string]any{"tried": len(first), "shown": len(found)})
}

var plainWord = regexp.MustCompile(`^[\w./][\w./-]*$`)

// shellWord returns a word as a shell reads it.
func shellWord(w string) string {
	if plainWord.MatchString(w) {
		return w
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
}

// foundSome reports whether it was found what the methods of an annotation do, and proved
// where that was asked: a frame or a precondition alone says little.
func foundSome(one *annotate.Annotation) bool {
	if one.Result == nil {
		return false
	}
	for _, m := range one.Result.Methods {
		if m.Kept || !slices.ContainsFunc(m.Clauses, func(c propose.Clause) bool { return c.Kind == "ensures" }) {
			return false
		}
	}
	return len(one.Result.Methods) > 0
}

// showNext prints the commands that come next.
func (a *app) showNext(next []string, tried int, unproved bool) {
	if a.flags.quiet {
		return
	}
	switch {
	case len(next) == 0:
		a.out.printf("Nothing was found for the first %s; others may do better: ensures annotate FILE\n", some(tried, "method"))
		return
	case unproved:
		a.out.printf("Nothing is proved without a solver, and then nothing is written; next:\n  ensures setup solver\n")
	default:
		a.out.printf("Nothing is written yet; next:\n")
	}
	for _, k := range next {
		a.out.printf("  %s\n", k)
	}
}
