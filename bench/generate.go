package bench

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"ensures/internal/effort"
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
)

// generation is the search for inputs of one method.
type generation struct {
	p      *Prepared
	o      Options
	rng    *rand.Rand
	voc    Vocabulary
	own    []*types.Class
	cover  coverage
	corpus []State // inputs that reached something new
	seen   map[string]bool
	tests  bool  // the task has tests: only T⁻ is wanted
	steps  int64 // of all runs so far
	long   int   // runs that came to their limit of steps
	asked  bool  // compiled code was compared with the source
	stale  bool  // and is another version's
	rules  Rules // of scenes; nil for none

	standIns *types.Program // see values
}

// generate runs the method on generated inputs. Without tests the inputs make T⁺
// too; they go on beyond half the budget only while some decision is open.
func (p *Prepared) generate(ctx context.Context, o Options, seen map[string]bool) error {
	g := &generation{
		p: p, o: o, rng: source(o.Seed, p.Task.ID), own: p.Own(), cover: coverage{}, seen: seen,
		voc: p.Vocabulary(), tests: len(p.Pairs) > 0, standIns: p.Types,
	}
	if c := p.Method.Owner; p.Method.IsConstructor() && c.Outer != nil && !c.Static {
		p.NoInputs = &Unsupported{Construct: "a constructor of an inner class", At: p.File.Position(p.Decl.Pos())}
		return nil
	}

	failures := 0
	for i := range o.Inputs {
		if err := ctx.Err(); err != nil {
			return err
		}
		if i > o.Inputs/2 && g.done() || o.AllSteps > 0 && g.steps > o.AllSteps {
			break
		}
		err := g.one(ctx, i)
		var none noValue
		if errors.As(err, &none) {
			p.NoInputs = err
			return nil
		}
		if err != nil {
			// Single inputs may meet what isn't supported; where nearly all do, the method is.
			if failures++; failures > 20 && len(p.Pairs) == 0 {
				return err
			}
		}
	}
	p.Open, p.Decisions = g.cover.open(p.Decl)
	return nil
}

func (g *generation) done() bool {
	open, _ := g.cover.open(g.p.Decl)
	return open == 0 && (g.tests || len(g.p.Pairs) >= g.o.Inputs/3)
}

// manyLong is how many runs may come to their limit of steps before it is halved, which
// is done at most fourfold.
const manyLong = 16

// limit is the steps of a run. Code that does not end on many inputs, such as a division
// by subtracting, would use up all the work there is on them alone.
func (g *generation) limit() int64 { return g.o.RunSteps >> min(4, g.long/manyLong) }

// About the time of a step of a run, of an object that is copied with a state, and of a
// state that is written as text.
const (
	StepWork   = 30 * time.Nanosecond
	copyWork   = 300 * time.Nanosecond
	formatWork = 5 * time.Microsecond
)

// one makes an input, runs the method on it and files the pair.
func (g *generation) one(ctx context.Context, i int) error {
	fresh := 0
	rec := g.p.recorder(1)
	hooks := rec.hooks()
	g.cover.watch(hooks, &fresh)

	m := g.p.Run.NewMachine(interp.Options{Hooks: hooks, Limits: interp.Limits{Steps: g.limit(), HeapBytes: 64 << 20}})
	var in State
	var failed error
	_, end := m.Try(func() interp.Value {
		in, failed = g.input(m, i)
		return interp.Value{}
	})
	if failed != nil {
		return failed
	}
	if end.Kind != interp.Returned { // a constructor refused its arguments
		return nil
	}

	rec.depth, rec.pairs, rec.open = 0, nil, nil // what constructors called does not count
	_, end = m.Call(g.p.Method, in.This, in.Args)
	g.steps += m.StepsUsed()
	effort.Spend(ctx, time.Duration(m.StepsUsed())*StepWork+time.Duration(m.Copied())*copyWork)

	var pair *Pair
	switch end.Kind {
	case interp.Unsupported:
		if rec.open != nil {
			pair = g.outside(ctx, rec.open.pre)
		}
		if pair == nil {
			return &Unsupported{Construct: end.Construct, At: end.At}
		}
	case interp.Internal:
		return errors.New("interpreter: " + end.Message)
	}

	g.p.Generated++
	switch {
	case pair != nil:
	case len(rec.pairs) == 1:
		pair = rec.pairs[0]
	// A run that is only long is neither T⁺ nor T⁻: it counts as invalid where it is shown not to end.
	case end.Kind == interp.StepLimit && rec.open != nil:
		g.long++
		if !g.endless(ctx, rec.open.pre) {
			g.p.Undecided++
			return nil
		}
		pair = &Pair{End: Endless, Pre: rec.open.pre, Post: rec.open.pre}
	default:
		return nil
	}

	pair.Name = "input " + strconv.Itoa(i+1)
	if fresh > 0 {
		g.corpus = append(g.corpus, pair.Pre)
	}
	// With tests their outputs are T⁺; generated inputs that return add nothing that was asked for.
	if pair.End == Returned && g.tests || pair.End != Returned && len(g.p.Invalid) >= g.o.Invalid {
		return nil
	}
	m2 := g.p.Run.NewMachine(interp.Options{Limits: interp.Limits{Steps: 100_000}})
	g.p.file(m2, pair, g.seen)
	return nil
}

// input makes the i-th input: boundary values first, then random ones and small
// changes of those that reached something new.
func (g *generation) input(m *interp.Machine, i int) (State, error) {
	vals := newValues(m, g)
	method := g.p.Method
	if len(g.corpus) > 0 && i%5 >= 3 {
		in, _, err := g.corpus[g.rng.IntN(len(g.corpus))].Copy(m)
		// Static fields are the machine's: an input of the corpus runs with those of a fresh one.
		in.Statics = nil
		if n := len(in.Args); n > 0 && err == nil {
			k := g.rng.IntN(n)
			in.Args[k] = vals.tweak(in.Args[k], method.Params[k].Type)
			if g.rng.IntN(3) == 0 {
				vals.relate(method.Params, in.Args)
			}
			return in, nil
		}
	}

	args, err := vals.tuple(method.Params, 0)
	if err != nil {
		return State{}, err
	}
	in := State{Args: args}
	// Three ends for each argument, one argument at a time.
	if i < 3*len(args)+3 {
		g.boundary(args, i)
	} else if g.rng.IntN(2) == 0 {
		vals.relate(method.Params, args)
	}
	if g.rng.IntN(12) == 0 {
		g.null(args)
	}
	if !method.Flags.Has(java.Static) && !method.IsConstructor() {
		if in.This, err = g.receiver(m, vals); err != nil {
			return State{}, err
		}
	}
	if g.rules != nil {
		vals.scene(&in, method.Params)
	}
	return in, nil
}

// boundary sets one argument to an end of its range, zero, empty or null.
func (g *generation) boundary(args []interp.Value, i int) {
	if len(args) == 0 {
		return
	}
	k := i % len(args)
	t := g.p.Method.Params[k].Type
	switch kind := t.Kind(); {
	case kind >= types.Byte && kind <= types.Long:
		lo, hi := rangeOf(kind)
		args[k].N = []int64{0, hi, lo}[i/len(args)%3]
	case kind == types.ArrayOf || kind == types.Ref:
		if i/len(args)%3 == 0 {
			args[k] = interp.Value{}
		}
	}
}

// null sets one reference argument to null.
func (g *generation) null(args []interp.Value) {
	var refs []int
	for i, l := range g.p.Method.Params {
		if k := l.Type.Kind(); k == types.ArrayOf || k == types.Ref {
			refs = append(refs, i)
		}
	}
	if len(refs) > 0 {
		args[refs[g.rng.IntN(len(refs))]] = interp.Value{}
	}
}

// receiver makes an object of the method's class and calls a few of its other
// methods on it, so that it is not always in the state its constructor left.
func (g *generation) receiver(m *interp.Machine, vals *values) (interp.Ref, error) {
	c := g.p.Class
	v, err := vals.exactly(&types.ClassType{Class: c}, 0)
	if err != nil || v.R == nil {
		return nil, err
	}

	var others []*types.Method
	for _, o := range c.Methods {
		if o.Name != "<init>" && !o.Spec && !o.Flags.Has(java.Static) && o.Decl != nil && o.Decl.Body != nil {
			others = append(others, o)
		}
	}
	if len(others) == 0 {
		return v.R, nil
	}

	calls := g.rng.IntN(5)
	if g.rng.IntN(4) == 0 {
		calls += 8
	}
	// One method often enough may fill what the object holds, or bring it to a limit of its own.
	favourite := others[g.rng.IntN(len(others))]
	for range calls {
		o := favourite
		if g.rng.IntN(3) == 0 {
			o = others[g.rng.IntN(len(others))]
		}
		args, err := vals.tuple(o.Params, 1)
		if err != nil {
			continue
		}
		_, end := m.Try(func() interp.Value { return m.Invoke(o, v.R, args) })
		// After a limit or something unsupported the machine goes on with nothing.
		if end.Kind != interp.Returned && end.Kind != interp.Thrown {
			break
		}
	}
	return v.R, nil
}

// maxVisits bounds the search for a repeated state.
const maxVisits = 5000

// endless reports whether the run on an input comes back, at the head of a loop of
// the method, to a state that it was in before: equal locals, receiver, arguments
// and statics. Such a run never ends.
func (g *generation) endless(ctx context.Context, in State) bool {
	depth, visits, next := 0, 0, 1
	saved, repeated := "", false
	statics := g.p.statics()
	var hooks interp.Hooks
	hooks.Enter = func(*interp.Machine, *types.Method, interp.FrameView) { depth++ }
	hooks.Exit = func(*interp.Machine, *types.Method, interp.FrameView, interp.Value, interp.Ref) { depth-- }

	hooks.LoopHead = func(m *interp.Machine, loop java.Stmt, v interp.FrameView) {
		if depth != 1 || v.Method() != g.p.Method || repeated || visits > maxVisits {
			return
		}
		visits++
		// Locals, receiver and static fields, as text, are taken for all that the rest of the run
		// depends on: equal states go on alike, for ever.
		now := strconv.Itoa(int(loop.Pos())) + ":"
		for s := g.p.Info.Scopes[loop]; s != nil; s = s.Parent {
			for _, l := range s.Locals {
				if x, ok := v.Local(l); ok {
					now += m.FormatValue(x, l.Type) + ";"
				}
			}
		}
		now += m.FormatValue(interp.R(v.This()), nil)
		for _, f := range statics {
			x, _ := m.StaticField(f)
			now += m.FormatValue(x, f.Type)
		}
		if repeated = now == saved; repeated {
			m.Exit(0)
		}
		// Brent's way to find a cycle: the state to compare with is taken anew at each power of two, so
		// that one is kept in all, and a cycle of any length is met.
		if visits == next {
			saved, next = now, next*2
		}
	}

	m := g.p.Run.NewMachine(interp.Options{Hooks: &hooks, Limits: interp.Limits{Steps: g.limit()}})
	start, _, err := in.Copy(m)
	if err != nil {
		return false
	}
	m.Call(g.p.Method, start.This, start.Args)
	g.steps += m.StepsUsed()
	effort.Spend(ctx, time.Duration(m.StepsUsed())*StepWork+time.Duration(visits)*formatWork)
	return repeated
}

// boundaryPairs is the number of small inputs that Sample puts first.
const boundaryPairs = 20

// Sample orders pairs for looking at a part of them: first a few with the smallest
// inputs (empty arrays and strings, zero, null), where loops do not run at all,
// then the others in a seeded random order.
func Sample(pairs []*Pair, seed int64) []*Pair {
	size := map[*Pair]int{}
	for _, p := range pairs {
		for _, a := range p.Pre.Args {
			size[p] += 2 * max(0, Length(a.R))
			if a.R == nil {
				size[p] += int(min(max(a.N, -a.N, 0), 100))
			}
		}
	}
	small := slices.Clone(pairs)
	slices.SortStableFunc(small, func(a, b *Pair) int { return size[a] - size[b] })
	small = small[:min(len(small), boundaryPairs)]
	first := map[*Pair]bool{}
	for _, p := range small {
		first[p] = true
	}
	for _, p := range Shuffle(pairs, seed) {
		if !first[p] {
			small = append(small, p)
		}
	}
	return small
}

// Shuffle puts pairs in a seeded random order, for sampling.
func Shuffle(pairs []*Pair, seed int64) []*Pair {
	out := slices.Clone(pairs)
	rand.New(rand.NewPCG(uint64(seed), 7)).Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}
