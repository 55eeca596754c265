package cmd

import (
	"context"
	"path/filepath"

	"ensures/bench"
	"ensures/engine"
	"ensures/java/project"
	"ensures/verify"
	"ensures/verify/native"
	slicing "ensures/verify/partial"
)

// projectRuntime returns a class library that finds the classes of the project that
// the files belong to, and of the source roots that are named.
func projectRuntime(sources []source, sourcepath string) *bench.Runtime {
	rt, _ := projectOf(sources, sourcepath)
	return rt
}

// projectOf is projectRuntime with the project itself.
func projectOf(sources []source, sourcepath string) (*bench.Runtime, *project.Project) {
	texts := map[string]string{}
	for _, s := range sources {
		if s.path != "<stdin>" {
			texts[s.path] = string(s.text)
		}
	}
	var roots []string
	if sourcepath != "" {
		roots = filepath.SplitList(sourcepath)
	}
	rt := bench.NewRuntime()
	p := project.Of(texts, roots...)
	rt.Types.SetSources(slicing.WithUnknown(p))
	return rt, p
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
	if part, ok := s.part.Slice(r); ok {
		if session, none := s.Search.Open(part); none == nil {
			return session, nil
		}
	}
	return nil, bad
}
