package bench

import (
	"math/big"

	javadecimal "ensures/java/decimal"
	"ensures/java/interp"
	"ensures/java/types"
)

// Rerun calls the method on an input that was recorded of a program with the same
// declarations, p itself included: what came out, how the run ended, and its steps. The
// pair is nil where the run did not come to the end of the method.
func (p *Program) Rerun(from *Program, in State, o interp.Options) (*Pair, interp.Outcome, int64) {
	rec := p.recorder(1)
	o.Hooks = rec.hooks()
	m := p.Run.NewMachine(o)
	start, end := Bring(m, in, p.statics(), map[string]string{from.Class.Binary: p.Class.Binary})
	if end.Kind != interp.Returned {
		return nil, end, m.StepsUsed()
	}
	// Bringing the input over may have run code of the program: that of a class's initialiser.
	rec.depth, rec.pairs, rec.open = 0, nil, nil
	before := m.StepsUsed()
	_, end = m.Call(p.Method, start.This, start.Args)
	steps := m.StepsUsed() - before
	if len(rec.pairs) == 0 {
		return nil, end, steps
	}
	return rec.pairs[0], end, steps
}

// Bring makes an input that was recorded of another program anew on m, where classes have
// other binary names by rename, and sets those of the static fields that it has values for.
// What was recorded is not shared with what is made.
func Bring(m *interp.Machine, in State, fields []*types.Field, rename map[string]string) (State, interp.Outcome) {
	var out State
	_, end := m.Try(func() interp.Value {
		x := NewTransfer(m, rename)
		args := make([]interp.Value, len(in.Args))
		for i, a := range in.Args {
			args[i] = x.Value(a)
		}
		var statics []static
		for _, f := range fields {
			for g, v := range in.Statics {
				if g.Name == f.Name && g.Owner.Binary == f.Owner.Binary {
					statics = append(statics, static{f, x.Value(v)})
				}
			}
		}

		// A copy of its own: the transfer shares what needs no change with the recorded input.
		copied, _, _, err := capture(m, x.Ref(in.This), args, statics)
		if err != nil {
			m.Unsupported("an input of that size")
		}
		out = copied
		for f, v := range out.Statics {
			m.SetStaticField(f, v)
		}
		return interp.Value{}
	})
	return out, end
}

// SameEnd reports whether two calls came to the same end, each in its own program: both
// returned or threw an exception of the same class, with equal results, and the receivers,
// the arguments and the static fields of the code under test became equal, with the same
// objects shared. What can't be compared, such as functions, is not the same.
func SameEnd(a, b *Pair) bool {
	if a.End != b.End || a.Class != b.Class || len(a.Post.Args) != len(b.Post.Args) || len(a.Post.Statics) != len(b.Post.Statics) {
		return false
	}
	c := heaps{to: map[interp.Ref]interp.Ref{}, from: map[interp.Ref]interp.Ref{}}
	if !c.same(interp.R(a.Post.This), interp.R(b.Post.This)) || !c.same(a.Result, b.Result) {
		return false
	}
	for i, v := range a.Post.Args {
		if !c.same(v, b.Post.Args[i]) {
			return false
		}
	}
	for f, v := range a.Post.Statics {
		// By name, as each program has fields of its own.
		found := false
		for g, w := range b.Post.Statics {
			if f.Name == g.Name && f.Owner.Binary == g.Owner.Binary {
				found = c.same(v, w)
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// heaps compares values of two heaps; to and from pair their objects.
type heaps struct{ to, from map[interp.Ref]interp.Ref }

func (c *heaps) same(v, w interp.Value) bool {
	return (v.R != nil || v.N == w.N) && c.ref(v.R, w.R)
}

func (c *heaps) ref(a, b interp.Ref) bool {
	switch x := a.(type) {
	case nil:
		return b == nil
	case *interp.String:
		y, ok := b.(*interp.String)
		return ok && x.GoString() == y.GoString()
	case *interp.Box:
		y, ok := b.(*interp.Box)
		return ok && *x == *y
	case *interp.ClassObject:
		return a == b
	case *interp.Func:
		return false
	}
	if b == nil {
		return false
	}
	// A pairing in both directions: two objects here that are one there, or the other way round, are
	// a difference.
	if seen, ok := c.to[a]; ok {
		return seen == b
	}
	if _, ok := c.from[b]; ok {
		return false
	}
	c.to[a], c.from[b] = b, a

	if x, ok := a.(interp.Array); ok {
		y, ok := b.(interp.Array)
		if !ok || x.Len() != y.Len() || x.ElemType().String() != y.ElemType().String() {
			return false
		}
		for i := range x.Len() {
			if !c.same(x.At(i), y.At(i)) {
				return false
			}
		}
		return true
	}
	x, isObject := a.(*interp.Object)
	y, ok := b.(*interp.Object)
	if !isObject || !ok || x.Class.Class.Binary != y.Class.Class.Binary || len(x.P) != len(y.P) || len(x.R) != len(y.R) {
		return false
	}
	for i, n := range x.P {
		if n != y.P[i] {
			return false
		}
	}
	for i, r := range x.R {
		if !c.ref(r, y.R[i]) {
			return false
		}
	}
	return sameNative(x.Native, y.Native)
}

// sameNative compares the states of library objects that are kept in Go.
func sameNative(a, b any) bool {
	switch x := a.(type) {
	case nil:
		return b == nil
	case *interp.Text:
		y, ok := b.(*interp.Text)
		return ok && x.String().GoString() == y.String().GoString()
	case *big.Int:
		y, ok := b.(*big.Int)
		return ok && x.Cmp(y) == 0
	case javadecimal.Number:
		y, ok := b.(javadecimal.Number)
		return ok && x.Scale() == y.Scale() && x.Unscaled().Cmp(y.Unscaled()) == 0
	}
	return false
}
