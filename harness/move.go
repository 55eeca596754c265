package harness

import (
	"fmt"

	"ensures/bench"
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml/eval"
)

// moved is a pair in the specification's program.
type moved struct {
	pre, post eval.State
	result    interp.Value
	thrown    interp.Ref
	toPost    map[interp.Ref]interp.Ref
	toCur     func(interp.Ref) interp.Ref // instead of toPost, after a run of the specification's own code
	fresh     func(interp.Ref) bool
	lost      string // why the state is not known
}

// move transfers a pair. Where no class of the task is involved nothing is copied.
func (s *spec) move(prep *bench.Prepared, m *interp.Machine, p *bench.Pair, plain bool) (*moved, error) {
	if plain {
		return &moved{
			pre: eval.State{Locals: p.Pre.Args}, post: eval.State{Locals: p.Post.Args}, result: p.Result,
			thrown: p.Thrown, toPost: p.ToPost,
		}, nil
	}
	out := &moved{}
	var failed error
	_, end := m.Try(func() interp.Value {
		rename := map[string]string{prep.Class.Binary: s.method.Owner.Binary}
		// The states are two heaps: an object of both has a copy in each, and toPost leads from one
		// to the other.
		before, after := bench.NewTransfer(m, rename), bench.NewTransfer(m, rename)
		out.pre = s.state(before, p.Pre)
		out.post = s.state(after, p.Post)
		out.result = after.Value(p.Result)
		out.thrown = after.Ref(p.Thrown)
		out.toPost = map[interp.Ref]interp.Ref{}
		for a, b := range p.ToPost {
			out.toPost[before.Ref(a)] = after.Ref(b)
		}
		return interp.Value{}
	})
	if end.Kind != interp.Returned {
		failed = fmt.Errorf("pair %s: %s", p.Name, end)
	}
	return out, failed
}

// state transfers a state; static fields are matched by name.
func (s *spec) state(x *bench.Transfer, st bench.State) eval.State {
	out := eval.State{Locals: make([]interp.Value, len(st.Args))}
	for i, a := range st.Args {
		out.Locals[i] = x.Value(a)
	}
	if !s.method.Flags.Has(java.Static) {
		out.This = x.Ref(st.This)
	}
	var statics fieldValues
	for f, v := range st.Statics {
		for _, g := range s.method.Owner.Fields {
			if g.Name == f.Name && g.Flags.Has(java.Static) {
				if statics == nil {
					statics = fieldValues{}
				}
				statics[g] = x.Value(v)
			}
		}
	}
	if statics != nil {
		out.Statics = statics
	}
	return out
}

// fieldValues are the values of static fields in a state.
type fieldValues map[*types.Field]interp.Value

// Field is the value of a field, as package jml asks for it.
func (f fieldValues) Field(g *types.Field) (interp.Value, bool) {
	v, ok := f[g]
	return v, ok
}
