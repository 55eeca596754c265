package score

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"ensures/tla"
	"ensures/tla/invariant"
	"ensures/tla/syntax"
)

// Options say how to score. The zero value measures everything strictly.
type Options struct {
	// Compat asks for the published column too, which takes many more runs.
	Compat bool
	// Metrics are those to take; nil: all. Those before them, which hold the gates, are
	// taken too.
	Metrics []Metric
	Seed    int64
	// Quick ends a metric as soon as it is known not to be full. The score is then what
	// is known up to there.
	Quick bool
	// Jobs are the JVMs at a time; default 2.
	Jobs int
	// Budget is the time of an exploration; default one minute, as published.
	Budget time.Duration
	// Simulations is how often compat's coverage simulates; default 20, as published.
	Simulations int
	Traces      int // at most so many of the system's; default all
	MemoryMB    int // of a JVM's heap; default as package tla's
	Now         func() time.Time
}

func (o Options) withDefaults() Options {
	if o.Jobs <= 0 {
		o.Jobs = 2
	}
	if o.Budget <= 0 {
		o.Budget = time.Minute
	}
	if o.Simulations <= 0 {
		o.Simulations = 20
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// wants says whether a metric is to be taken.
func (o Options) wants(m Metric) bool {
	if len(o.Metrics) == 0 || slices.Contains(o.Metrics, m) {
		return true
	}
	// Syntax holds runtime's gate, and runtime that of the three others.
	return m == Syntax || m == Runtime && slices.ContainsFunc(o.Metrics, func(x Metric) bool { return x != Syntax })
}

// Scorer scores models with one toolchain, at most so many JVMs at a time.
type Scorer struct {
	tools tla.Toolchain
	o     Options
	slots chan struct{}
}

// New makes a scorer.
func New(tools tla.Toolchain, o Options) *Scorer {
	o = o.withDefaults()
	return &Scorer{tools: tools, o: o, slots: make(chan struct{}, o.Jobs)}
}

// job is the scoring of one model.
type job struct {
	*Scorer
	sys   *System
	model Model
	mod   *syntax.Module
	names []string // of the model and of the modules beside it
	vars  []string
	cfg   config // the model's, as it came
	bench config // strict's: with the system's constants, and nothing to check
	defs  string // definitions that bench needs
	res   *Result
	runs  atomic.Int64
}

// Score scores one model. An error is of the machine or of the system's own files,
// never of the model.
func (s *Scorer) Score(ctx context.Context, sys *System, m Model) (*Result, error) {
	start := s.o.Now()
	modules, problem, err := s.tools.Readable(ctx, append([]tla.Source{m.Module}, m.Extra...))
	if err != nil {
		var input *tla.InputError
		if !errors.As(err, &input) {
			return nil, err
		}
	} else if problem == nil {
		m.Module, m.Extra = modules[0], modules[1:] // else the syntax says what is wrong
	}
	j := &job{Scorer: s, sys: sys, model: m, res: &Result{Model: m.Name, System: sys.Name, Seed: s.o.Seed, Tool: "TLC " + s.tools.Version, Strict: map[Metric]Value{}}}
	if s.o.Compat {
		j.res.Compat = map[Metric]Value{}
	}

	j.read()
	// The order is that of the gates: what a metric's gate hangs on has been measured when it is
	// its turn.
	for _, step := range []struct {
		metric Metric
		take   func(context.Context) error
	}{{Syntax, j.syntax}, {Runtime, j.runtime}, {Conformance, j.conformance}, {Invariants, j.invariants}, {Permissiveness, j.permissiveness}} {
		if !s.o.wants(step.metric) {
			continue
		}
		if err := step.take(ctx); err != nil {
			return nil, err
		}
	}
	j.res.Runs = int(j.runs.Load())
	j.res.ElapsedMS = s.o.Now().Sub(start).Milliseconds()
	return j.res, nil
}

// All scores several models, results in their order. each is called as they are done,
// one at a time; it may be nil.
func (s *Scorer) All(ctx context.Context, sys *System, models []Model, each func(*Result)) ([]*Result, error) {
	ctx, cancel := context.WithCancel(ctx)
	// An error is of the machine or of the system's files, which every other model would meet as
	// well.
	defer cancel()
	out := make([]*Result, len(models))
	var (
		wait  sync.WaitGroup
		lock  sync.Mutex
		first error
	)

	next := make(chan int)
	for range min(s.o.Jobs, len(models)) {
		wait.Go(func() {
			for i := range next {
				r, err := s.Score(ctx, sys, models[i])
				lock.Lock()
				if err != nil && first == nil {
					first = err
					cancel()
				}
				if out[i] = r; r != nil && each != nil {
					each(r)
				}
				lock.Unlock()
			}
		})
	}

	for i := range models {
		next <- i
	}
	close(next)
	wait.Wait()
	if first != nil {
		return nil, first
	}
	return out, nil
}

// read looks at the model's text.
func (j *job) read() {
	j.mod = syntax.Parse(j.model.Module.Text)
	for i, src := range append([]tla.Source{j.model.Module}, j.model.Extra...) {
		m := j.mod
		if i > 0 {
			m = syntax.Parse(src.Text)
		}
		for _, d := range m.Definitions {
			j.names = append(j.names, d.Name)
		}
		for _, d := range m.Constants {
			j.names = append(j.names, d.Name)
		}
		for _, d := range m.Variables {
			j.names, j.vars = append(j.names, d.Name), append(j.vars, d.Name)
		}
	}
	j.cfg = readConfig(j.model.Config)
	if j.model.Config == "" {
		j.cfg = j.written()
	}

	// Strict asks its own questions of the model's instance: what the model itself wants checked
	// is left out, and the system's constants take the place of its own.
	j.bench = j.cfg.without("INVARIANT", "PROPERTY", "CHECK_DEADLOCK", "ALIAS", "POSTCONDITION", "TYPE")
	for _, c := range j.sys.Constants {
		if !slices.Contains(j.names, c.Name) {
			continue
		}
		a, def := constant(c.Name, c.Value)
		j.bench = j.bench.set(a)
		if def != "" {
			j.defs += def + "\n"
		}
	}
}

// written is the configuration of a model that came without one.
func (j *job) written() config {
	var c config
	if slices.Contains(j.names, "Spec") {
		c = c.with("SPECIFICATION", "Spec")
	} else {
		c = c.with("INIT", "Init").with("NEXT", "Next")
	}
	for _, x := range j.sys.Constants {
		if a, def := constant(x.Name, x.Value); def == "" && slices.Contains(j.names, x.Name) {
			c = c.set(a)
		}
	}
	return c
}

// about is what the invariants have to know of the model.
func (j *job) about() invariant.Model {
	return invariant.Model{Module: j.mod.Name, Variables: j.vars, Names: j.names, Actions: j.actions()}
}

// actions are the model's by event, where the mapping leaves nothing of the step open.
func (j *job) actions() map[string]string {
	m := j.sys.Mapping
	if j.model.Mapping != nil {
		m = j.model.Mapping
	}
	out := map[string]string{}
	if m == nil {
		return out
	}
	for _, e := range m.Events {
		var parts []string
		for _, x := range e.Actions {
			parts = append(parts, "("+x.Text+")")
		}
		// A hidden id of the event is chosen by the step: the action's text alone would leave it
		// open.
		if len(parts) > 0 && len(e.Hidden) == 0 {
			out[e.Name] = strings.Join(parts, " \\/ ")
		}
	}
	return out
}

// sources are the model and the modules beside it.
func (j *job) sources() []tla.Source {
	return append([]tla.Source{j.model.Module}, j.model.Extra...)
}

// check runs TLC, when there is a slot.
func (j *job) check(ctx context.Context, t tla.Job) (tla.Outcome, error) {
	if err := j.enter(ctx); err != nil {
		return tla.Outcome{}, err
	}
	defer j.leave()
	t.MemoryMB = j.o.MemoryMB
	return j.tools.Check(ctx, t)
}

func (j *job) parse(ctx context.Context, roots, extra []tla.Source) ([]tla.SyntaxOutcome, error) {
	if err := j.enter(ctx); err != nil {
		return nil, err
	}
	defer j.leave()
	return j.tools.ParseEach(ctx, roots, extra)
}

func (j *job) enter(ctx context.Context) error {
	select {
	case j.slots <- struct{}{}:
		j.runs.Add(1)
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (j *job) leave() { <-j.slots }
