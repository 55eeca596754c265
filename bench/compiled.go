package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"ensures/java/interp"
	"ensures/java/jvm"
	"ensures/java/types"
)

// InJVM calls the method on an input in the project's compiled code, as the JVM runs it; the
// result is of the same form as that of a run here. It is a [jvm.NoAnswer] where that can't be
// done or the call does not end.
func (p *Program) InJVM(ctx context.Context, in State) (*Pair, error) {
	m := p.Run.NewMachine(interp.Options{})
	call := jvm.Call{Method: p.Method, This: in.This, Args: in.Args, Statics: p.values(in)}
	a, err := p.Runtime.JVM.Run(ctx, m, call)
	if err != nil {
		return nil, err
	}

	out := &Pair{End: Returned, Pre: in, Result: a.Result, ToPost: a.After, Post: State{This: a.This, Args: a.Args}}
	if a.This == nil { // a constructor threw
		out.Post.This = in.This
	}
	if a.Thrown != nil {
		out.End, out.Thrown, out.Class = Threw, a.Thrown, m.ClassName(a.Thrown)
		// The message is got by a call of getMessage, which may be the program's own.
		m.Try(func() interp.Value {
			out.Text = messageOf(m, a.Thrown)
			return interp.Value{}
		})
	}
	out.Post.Statics = make(map[*types.Field]interp.Value, len(in.Statics))
	for f, v := range in.Statics {
		out.Post.Statics[f] = v // what is not sent stays as it was
	}
	for _, s := range a.Statics {
		out.Post.Statics[s.Field] = s.Value
	}
	return out, nil
}

// values are the static fields of a state, in the program's order.
func (p *Program) values(in State) (out []jvm.Static) {
	for _, f := range p.statics() {
		if v, ok := in.Statics[f]; ok {
			out = append(out, jvm.Static{Field: f, Value: v})
		}
	}
	return out
}

// confirmed is the number of runs that compiled code must repeat before what else it does
// is taken for what the source does.
const confirmed = 5

// outside runs the method in compiled code on an input that the interpreter can't run it on:
// nil where that gives nothing. Before the first such run the compiled code must do what the
// source did on inputs that ran here; where it does not it is another version's.
func (g *generation) outside(ctx context.Context, in State) *Pair {
	if g.p.Runtime.JVM == nil || g.stale {
		return nil
	}
	// Once for all inputs: a comparison costs as much as a run.
	if !g.asked {
		g.asked = true
		for _, pair := range g.p.Pairs[:min(len(g.p.Pairs), confirmed)] {
			if why, err := g.p.differs(ctx, pair); err == nil && why != "" {
				g.p.Problems = append(g.p.Problems, "the compiled code is not that of the source: "+why)
				g.stale = true
				return nil
			}
		}
	}
	pair, err := g.p.InJVM(ctx, in)
	if err != nil {
		g.p.Problems = append(g.p.Problems, err.Error())
		return nil
	}
	return pair
}

// differs says how a run in the JVM differs from a pair; "" where it does not.
func (p *Program) differs(ctx context.Context, pair *Pair) (string, error) {
	there, err := p.InJVM(ctx, pair.Pre)
	if err != nil {
		return "", err
	}
	m := p.Run.NewMachine(interp.Options{})
	call := jvm.Call{Method: p.Method}
	same, err := jvm.Same(m, call, p.end(pair), p.end(there))
	if err != nil || same {
		return "", err
	}
	text := pair.Name
	// Where the values can't be written, the name of the pair has to do.
	m.Try(func() interp.Value {
		text = fmt.Sprintf("on %s the interpreter gives %s, the JVM %s", pair.Input(m, p.Method), pair.Output(m, p.Method), there.Output(m, p.Method))
		return interp.Value{}
	})
	return text, nil
}

// end is how a pair ends, as the JVM says it.
func (p *Program) end(pair *Pair) *jvm.Answer {
	return &jvm.Answer{Result: pair.Result, Thrown: pair.Thrown, This: pair.Post.This, Args: pair.Post.Args, Statics: p.values(pair.Post)}
}

// Comparison is what the JVM says of pairs.
type Comparison struct {
	Asked, Answered int
	Differences     []string // each with its input
	NoAnswer        string   // the first reason why one was not answered
}

// Add adds what is said of a task's pairs.
func (c *Comparison) Add(task string, o Comparison) {
	c.Asked += o.Asked
	c.Answered += o.Answered
	for _, d := range o.Differences {
		c.Differences = append(c.Differences, task+": "+d)
	}
	c.NoAnswer = cmp.Or(c.NoAnswer, o.NoAnswer)
}

// mostCompared is the number of pairs of a task that are run again: a call with classes of its
// own takes about a millisecond.
const mostCompared = 2000

// Compare runs pairs again in the project's compiled code: all, or as many as are compared of a
// task, spread over them. Those that do not end have nothing to be compared.
func (p *Prepared) Compare(ctx context.Context) (Comparison, error) {
	var out Comparison
	pairs := slices.Concat(p.Pairs, p.Invalid)
	for i, pair := range pairs {
		if i%(1+len(pairs)/mostCompared) != 0 || pair.End == Endless {
			continue
		}
		out.Asked++
		why, err := p.differs(ctx, pair)
		var none *jvm.NoAnswer
		switch {
		case errors.As(err, &none):
			out.NoAnswer = cmp.Or(out.NoAnswer, none.Why)
			continue
		case err != nil:
			return out, err
		}
		out.Answered++
		if why != "" {
			out.Differences = append(out.Differences, why)
		}
	}
	return out, nil
}
