package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"ensures/bench"
	"ensures/engine"
	"ensures/engine/annotate"
	"ensures/harness"
	"ensures/java"
	"ensures/java/types"
	"ensures/lsp"
	"ensures/propose"
	rustpropose "ensures/rust/propose"
	"ensures/trajectories"
	"ensures/verify"

	"github.com/spf13/cobra"
)

func newLSP(a *app) *cobra.Command {
	var engineName string
	c := &cobra.Command{
		Use:   "lsp",
		Short: "Serve an editor over the Language Server Protocol",
		Long: `Serve an editor on standard input and output. As one types, the Java and its JML
are checked (the clauses of Rust files too); on opening and saving a file its
specified methods are proved in the background, which the editor shows and can
cancel. A hover over a method's signature says what is proved, by whom, and what the
proof rests on; lenses above methods prove, specify and show what a specification
still accepts; actions write a specification, add the clause that a hint names, or
take out one that is not proved. Nothing is written without an action.

docs/editors.md has the settings of editors.`,
		Example: `  ensures lsp          # for an editor that starts it`,
		Args:    exactly(),
		RunE:    func(c *cobra.Command, _ []string) error { return a.lsp(c.Context(), engineName) },
	}
	c.Flags().StringVar(&engineName, "engine", engine.List()[0].Name, "the `engine` that specifies methods: "+engineNames())
	bind(c.Flags(), "backend", "verify.backend", "`verifier`: auto, native, openjml")
	bind(c.Flags(), "budget", "annotate.budget", "work on one method, as the `time` of its steps on an idle machine")
	c.Flags().Bool("stdio", true, "the streams are standard input and output; some editors say so")
	return c
}

func (a *app) lsp(ctx context.Context, engineName string) error {
	e := &editing{app: a, projects: map[string]*bench.Runtime{}, engine: engineName}
	o := lsp.Options{Version: version(), Log: a.log, Proof: a.proofOptions(), Library: e.library, Specify: e.specify, Measure: e.measure}
	backend, done, err := a.verifier(ctx)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	// An editor is served without a verifier as well: mistakes are found, and the user is told
	// once why nothing is proved.
	case err != nil:
		o.Prove = func(context.Context, verify.Request) (verify.Outcome, error) { return verify.Outcome{}, err }
	default:
		defer done()
		b, endRust := a.withRust(ctx, backend)
		defer endRust()
		e.backend, o.Prove = b, e.prove
	}
	err = lsp.Serve(ctx, io.NopCloser(a.Stdin), keepOpen{a.Stdout}, o)
	if errors.Is(err, context.Canceled) {
		return nil // the editor's way to end what it started
	}
	return err
}

// editing is what the server of an editor asks for, in the project of each file.
type editing struct {
	*app
	backend verify.Backend // nil without a verifier
	engine  string

	mu       sync.Mutex
	projects map[string]*bench.Runtime // by path of the file
}

// library reads the project around a file anew.
func (e *editing) library(path, text string) *types.Library {
	rt := projectRuntime([]source{{path: path, text: []byte(text)}})
	e.mu.Lock()
	e.projects[path] = rt
	e.mu.Unlock()
	return rt.Types
}

// project returns the classes that a file's names lead to, as they were last read.
func (e *editing) project(path, text string) *bench.Runtime {
	e.mu.Lock()
	rt := e.projects[path]
	e.mu.Unlock()
	if rt == nil {
		e.library(path, text)
		return e.project(path, text)
	}
	return rt
}

func (e *editing) prove(ctx context.Context, r verify.Request) (verify.Outcome, error) {
	if isRust(r.File) {
		return e.backend.Verify(ctx, r)
	}
	return inProject(e.backend, e.project(r.File, r.Source)).Verify(ctx, r)
}

// taskOf returns the name under which engines know the method of a key.
func (e *editing) taskOf(path, text, method string) (string, error) {
	tasks, _ := bench.BodiesOf(path, text) // a mistake elsewhere is nothing to this method
	f, _ := java.Parse(path, text)
	// The editor knows a method by the verifier's key, engines by the task's name: the types of
	// its declaration lead from one to the other.
	prog, _ := types.Check(e.project(path, text).Types, f)
	for _, t := range tasks {
		if m := prog.Units[0].Info.Methods[t.Declaration(f)]; m != nil && verify.KeyOf(m).String() == method {
			return t.ID, nil
		}
	}
	return "", fmt.Errorf("%s is not a method that can be specified", method)
}

func (e *editing) specify(ctx context.Context, path, text, method string) (now, found string, err error) {
	if isRust(path) {
		return e.specifyRust(ctx, path, text, method)
	}
	id, err := e.taskOf(path, text, method)
	if err != nil {
		return "", "", err
	}
	rt := e.project(path, text)

	prover, done := e.prover(ctx, bench.NewRuntime())
	defer done()
	if prover != nil {
		prover = proverInProject(prover, rt)
	}
	eng, err := e.engineNamed(e.engine, rt, prover)
	if err != nil {
		return "", "", err
	}

	o := annotate.Options{Methods: []string{id}, Record: (*trajectories.Step)(nil)}
	one := annotate.File(ctx, rt, path, text, eng.Settings(), o)
	if one.Err == nil && e.keepsProved() && e.backend != nil {
		err = one.KeepProved(ctx, inProject(e.backend, rt), e.proofOptions(), annotate.Remeasure{Runtime: rt, Settings: e.measuring()}, o)
	}
	if err = errors.Join(err, one.Err, ctx.Err()); err != nil {
		return "", "", err
	}

	for _, m := range one.Result.Methods {
		found = fmt.Sprintf("%d clauses, %s", len(m.Clauses), scores(m))
		if len(m.Clauses) == 0 {
			found = "no clause was found: " + m.Reason
		}
	}
	return one.Text, found, nil
}

// specifyRust returns a text with what is proved of a function of Rust.
func (e *editing) specifyRust(ctx context.Context, path, text, function string) (now, found string, err error) {
	judges, err := e.rustJudges(ctx)
	if err != nil {
		return "", "", err
	}
	defer judges.close()
	if judges.runner == nil {
		_, err := e.rustRunner(ctx)
		return "", "", err
	}

	o, flat, err := judges.proposing(ctx, path, text)
	if err != nil {
		return "", "", err
	}
	whole := text
	if flat != nil {
		whole = flat.Text
	}
	o.Wanted = func(name string) bool { return name == function }
	now, list, err := rustpropose.File(ctx, path, whole, o)
	if err = errors.Join(err, ctx.Err()); err != nil {
		return "", "", err
	}

	if len(list) == 0 {
		return text, "it is specified, or has no body", nil
	}
	f := list[0]
	if len(f.Clauses) == 0 {
		return text, "no clause was found: " + f.Why, nil
	}
	if flat != nil {
		if now, err = flat.Back(now); err != nil {
			return "", "", err
		}
	}
	return now, fmt.Sprintf("%d clauses, %s", len(f.Clauses), namedScores(f.Report.Tally.Strict())), nil
}

// measuring are the settings of runs that measure what is there.
func (e *editing) measuring() propose.Options {
	return propose.Options{Bare: true, Budget: e.cfg.Annotate.Budget, Inputs: e.cfg.Annotate.Inputs, Seed: e.cfg.Harness.Seed}
}

func (e *editing) measure(ctx context.Context, path, text, method string) (lsp.Strength, error) {
	if isRust(path) {
		return lsp.Strength{}, errors.New("strength is measured by ensures harness")
	}
	id, err := e.taskOf(path, text, method)
	if err != nil {
		return lsp.Strength{}, err
	}
	o := e.measuring()
	o.Methods, o.Survivors = []string{id}, 5
	res, err := propose.File(ctx, e.project(path, text), path, text, o)
	if err != nil {
		return lsp.Strength{}, err
	}
	for _, m := range res.Methods {
		if m.Reason != "" && len(m.Survivors) == 0 && m.Row.Strict.PostCorr == nil {
			return lsp.Strength{}, errors.New(m.Reason)
		}
		return lsp.Strength{Scores: scores(m), Survivors: m.Survivors}, nil
	}
	return lsp.Strength{}, errors.New("it has no specification")
}

// scores words the four metrics of a method.
func scores(m propose.MethodResult) string { return namedScores(m.Row.Strict) }

// namedScores words the four metrics.
func namedScores(s harness.Scores) string {
	var parts []string
	for _, one := range []struct {
		name  string
		value *float64
	}{{"PostCorr", s.PostCorr}, {"PostComp", s.PostComp}, {"PreCorr", s.PreCorr}, {"PreComp", s.PreComp}} {
		value := "–"
		if one.value != nil {
			value = fmt.Sprintf("%.2f", *one.value)
		}
		parts = append(parts, one.name+" "+value)
	}
	return strings.Join(parts, " · ")
}
