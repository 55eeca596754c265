package cmd

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"ensures/bench"
	"ensures/engine"
	"ensures/internal/regular"
	"ensures/java/jvm"
	"ensures/java/project"
	"ensures/verify"
	"ensures/verify/native"
	slicing "ensures/verify/partial"

	"github.com/spf13/pflag"
)

// projectFlags say what belongs to a project beside what its files show.
type projectFlags struct {
	sourcepath string
	classpath  string
	jvm        bool
}

func (f *projectFlags) bind(set *pflag.FlagSet) {
	set.StringVar(&f.sourcepath, "sourcepath", "", "`folders` with more source of the project, beside those that its files show")
	set.StringVar(&f.classpath, "classpath", "", "`jars` and folders of compiled classes, or @FILE that lists them, as a build tool prints it")
}

// bindJVM is bind for commands that can run the project's compiled code too.
func (f *projectFlags) bindJVM(set *pflag.FlagSet) {
	f.bind(set)
	set.BoolVar(&f.jvm, "jvm", false, "run the project's compiled code in a confined JVM where a method needs more of Java than the interpreter has")
}

// startJVM lets a class library run the compiled code of its project where the flags want
// that; the function ends what it starts.
func (f projectFlags) startJVM(rt *bench.Runtime, p *project.Project) (func(), error) {
	if !f.jvm {
		return func() {}, nil
	}
	classes := p.Classpath()
	if len(classes) == 0 {
		return nil, usagef("--jvm: there is no compiled code: build the project, or say where it is with --classpath")
	}
	j, err := jvm.Open(jvm.Options{Classpath: classes})
	if err != nil {
		return nil, &coded{ExitMissing, fmt.Errorf("--jvm: %w", err)}
	}
	rt.JVM = j
	return j.Close, nil
}

// compiled returns the jars and folders that the flags name.
func (f projectFlags) compiled() ([]string, error) {
	list := f.classpath
	if path, ok := strings.CutPrefix(list, "@"); ok {
		data, err := regular.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("--classpath: %w", err)
		}
		list = ""
		// Build tools print one entry a line or all on one, in quotes or without.
		for line := range strings.Lines(string(data)) {
			list += strings.Trim(line, "\" \t\r\n") + string(filepath.ListSeparator)
		}
	}
	var out []string
	for _, entry := range filepath.SplitList(list) {
		if entry == "" {
			continue
		}
		if _, err := os.Stat(entry); err != nil {
			return nil, fmt.Errorf("--classpath: %w", err)
		}
		out = append(out, entry)
	}
	return out, nil
}

// projectRuntime returns a class library that finds the classes of the project that
// the files belong to.
func projectRuntime(sources []source) *bench.Runtime {
	rt, _, _ := projectOf(sources, projectFlags{}) // there is no mistake in flags
	return rt
}

// projectOf is projectRuntime with what flags add, and the project itself.
func projectOf(sources []source, f projectFlags) (*bench.Runtime, *project.Project, error) {
	compiled, err := f.compiled()
	if err != nil {
		return nil, nil, err
	}
	texts := map[string]string{}
	for _, s := range sources {
		// Standard input has no place in a project.
		if s.path != "<stdin>" {
			texts[s.path] = string(s.text)
		}
	}
	var roots []string
	if f.sourcepath != "" {
		roots = filepath.SplitList(f.sourcepath)
	}
	rt := bench.NewRuntime()
	p := project.Of(texts, roots...)
	p.AddClasspath(compiled)
	rt.Types.SetSources(slicing.WithUnknown(p))
	return rt, p, nil
}

// inProject lets a verifier that knows single files prove what can be proved of files
// whose names lead into their project.
func inProject(b verify.Backend, rt *bench.Runtime) *slicing.Backend {
	return &slicing.Backend{Backend: b, Library: rt.Types}
}

// proverInProject is inProject for both verifiers that engines ask.
func proverInProject(p *engine.Prover, rt *bench.Runtime) *engine.Prover {
	return &engine.Prover{Search: projectSearch{p.Search, inProject(p.Search, rt)}, Judge: inProject(p.Judge, rt)}
}

// projectSearch is a search that takes slices of files that it can't read as a whole.
type projectSearch struct {
	engine.Search
	part *slicing.Backend
}

// Verify implements verify.Backend.
func (s projectSearch) Verify(ctx context.Context, r verify.Request) (verify.Outcome, error) {
	return s.part.Verify(ctx, r)
}

// Open implements synth.Sifter.
func (s projectSearch) Open(r verify.Request) (*native.Session, *verify.Outcome) {
	session, bad := s.Search.Open(r)
	if bad == nil {
		return session, nil
	}
	// The file as a whole may name what the search doesn't know; its slice around the method may
	// not.
	if part, ok := s.part.Slice(r); ok {
		if session, none := s.Search.Open(part); none == nil {
			return session, nil
		}
	}
	return nil, bad
}
