package bench

import (
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
)

// Inputs makes inputs for a method of any program, as Prepare does for a task's:
// ends of ranges, zero, empty and null first, then random values, related
// arguments, and small changes of inputs that were worth keeping.
type Inputs struct {
	g    generation
	n    int
	kept []kept
}

// kept is an input worth changing a little, with the static fields it goes with.
type kept struct {
	State
	statics *interp.Statics
}

// NewInputs makes a source of inputs for a method; p has the method's program. The
// same seed gives the same inputs. Where rules are given the inputs are scenes, too, and
// each is made in a machine whose classes are not initialised.
func NewInputs(p *types.Program, m *types.Method, voc Vocabulary, seed int64, rules Rules) *Inputs {
	prog := &Program{Types: p, Method: m, Class: m.Owner}
	in := &Inputs{g: generation{p: &Prepared{Program: prog}, rng: source(seed, m.Key()), voc: voc, rules: rules}}
	for _, c := range prog.Own() {
		if c.Decl != nil {
			in.g.own = append(in.g.own, c)
		}
	}
	return in
}

// StandIns makes classes for the abstract types of which the program has no implementation,
// where they have no specification, and objects of inner classes and of odd ones of the
// library. What such an input shows is of a program with more classes than this one.
func (in *Inputs) StandIns(p *types.Program) { in.g.standIns = p }

// Next makes the next input on m, whose static fields are part of it. It is an error
// when there is no way to make a value of some parameter's type; ok is false when a
// constructor threw.
func (in *Inputs) Next(m *interp.Machine) (s State, ok bool, err error) {
	_, end := m.Try(func() interp.Value {
		// Two in five are changes of what was kept, as in the generation for a task.
		if len(in.kept) > 0 && in.n%5 >= 3 {
			s, ok = in.again(m)
			return interp.Value{}
		}
		in.fresh(m)
		s, err = in.g.input(m, in.n)
		ok = err == nil
		return interp.Value{}
	})
	in.n++
	return s, ok && end.Kind == interp.Returned, err
}

// fresh makes the classes uninitialised again.
func (in *Inputs) fresh(m *interp.Machine) {
	if in.g.rules != nil {
		m.SetStatics(&interp.Statics{})
	}
}

// again is a small change of an input that was kept.
func (in *Inputs) again(m *interp.Machine) (State, bool) {
	k := in.kept[in.g.rng.IntN(len(in.kept))]
	s, ok := k.copy(m)
	if !ok {
		return s, false
	}
	params := in.g.p.Method.Params
	vals := newValues(m, &in.g)
	if n := len(s.Args); n > 0 {
		i := in.g.rng.IntN(n)
		s.Args[i] = vals.tweak(s.Args[i], params[i].Type)
		if in.g.rng.IntN(3) == 0 {
			vals.relate(params, s.Args)
		}
	}
	if o, isObject := s.This.(*interp.Object); isObject && vals.chance(2) && !o.Class.Library {
		vals.vary(o, 1, false)
	}
	return s, true
}

// copy makes the input again on m.
func (k kept) copy(m *interp.Machine) (State, bool) {
	roots := append([]interp.Value{interp.R(k.This)}, k.Args...)
	if k.statics != nil {
		roots = append(roots, k.statics.Roots()...)
	}
	snap, err := m.Snapshot(maxHeap, roots...)
	if err != nil {
		return State{}, false
	}
	if k.statics != nil {
		m.SetStatics(k.statics.Through(snap.Copy))
	}
	n := 1 + len(k.Args)
	return State{This: snap.Roots[0].R, Args: snap.Roots[1:n:n]}, true
}

// Again makes an input that a run began with anew, with the static fields of then.
func Again(m *interp.Machine, s State, statics *interp.Statics) (State, bool) {
	return kept{s, statics}.copy(m)
}

// Keep says that an input, which must not change any more, is worth changing a
// little to make others.
func (in *Inputs) Keep(s State, statics *interp.Statics) {
	// Later inputs take the places of earlier ones at random, so that the list stays short.
	const most = 40
	if len(in.kept) < most {
		in.kept = append(in.kept, kept{s, statics})
	} else {
		in.kept[in.g.rng.IntN(most)] = kept{s, statics}
	}
}

// Given makes the input with the given values of parameters by name, and of the
// receiver's fields as "this.f", and of static fields as "C.f": nil for null, bool, int64 (integers and chars),
// float64, string, []any for arrays and lists, where the same slice is the same
// object. What is not given is random. ok is false where a value does not fit its
// type.
func (in *Inputs) Given(m *interp.Machine, vals map[string]any) (s State, ok bool) {
	ok = true
	_, end := m.Try(func() interp.Value {
		in.fresh(m)
		g := newValues(m, &in.g)
		method := in.g.p.Method
		for _, p := range method.Params {
			v, given := vals[p.Name]
			out, fits := given1(g, p.Type, v, given)
			ok = ok && fits
			s.Args = append(s.Args, out)
		}
		if !ok {
			return interp.Value{}
		}

		for _, c := range in.g.own {
			for _, f := range c.Fields {
				v, given := vals[c.QualifiedName()+"."+f.Name]
				if !given || !f.Flags.Has(java.Static) {
					continue
				}
				if out, fits := given1(g, f.Type, v, true); fits {
					m.SetStaticField(f, out)
				}
			}
		}
		if method.Flags.Has(java.Static) || method.IsConstructor() {
			return interp.Value{}
		}

		// The receiver comes from a constructor, then its fields get what is given: the others hold
		// what that left in them.
		var err error
		if s.This, err = in.g.receiver(m, g); err != nil {
			ok = false
			return interp.Value{}
		}
		o, isObject := s.This.(*interp.Object)
		if !isObject {
			return interp.Value{}
		}
		for _, f := range o.Class.InstanceFields() {
			if v, given := vals["this."+f.Name]; given {
				if out, fits := given1(g, f.Type, v, true); fits {
					o.SetField(f, out)
				}
			}
		}
		return interp.Value{}
	})
	return s, ok && end.Kind == interp.Returned
}

func given1(g *values, t types.Type, v any, given bool) (interp.Value, bool) {
	if !given {
		out, err := g.value(t, 0)
		return out, err == nil
	}
	return g.given(t, v)
}

// maxGiven is the length of arrays, strings and lists that are made from values.
const maxGiven = 10_000

// given makes a value of type t.
func (g *values) given(t types.Type, v any) (interp.Value, bool) {
	k := t.Kind()
	if k >= types.Boolean && k <= types.Double {
		switch v := v.(type) {
		case bool:
			return interp.Bool(v), k == types.Boolean
		case int64:
			lo, hi := rangeOf(k)
			return interp.Value{N: v}, k >= types.Byte && k <= types.Long && v >= lo && v <= hi
		case float64:
			if k == types.Float {
				return interp.Float(float32(v)), true
			}
			return interp.Double(v), k == types.Double
		}
		return interp.Value{}, false
	}
	if v == nil {
		return interp.Value{}, true
	}
	switch t := t.(type) {
	case *types.ArrayType:
		vs, ok := v.([]any)
		if !ok || len(vs) > maxGiven {
			return interp.Value{}, false
		}
		a := g.m.NewArray(erase(t.Elem), len(vs))
		if len(vs) > 0 {
			if r, ok := g.made[&vs[0]]; ok {
				return interp.R(r), true
			}
			if g.made == nil {
				g.made = map[*any]interp.Ref{}
			}
			// Before its elements: they may be the array itself.
			g.made[&vs[0]] = a
		}
		for i, e := range vs {
			out, ok := g.given(t.Elem, e)
			if !ok {
				return interp.Value{}, false
			}
			a.Set(i, out)
		}
		return interp.R(a), true
	case *types.ClassType:
		switch v := v.(type) {
		case string:
			return interp.R(interp.NewString(v)), types.IsString(t)
		case []any:
			class, ok := collections[t.Class.Binary]
			if !ok || len(v) > maxGiven {
				return interp.Value{}, false
			}
			c := g.m.NewObject(class)
			for _, e := range v {
				out, ok := g.given(argument(t, 0), e)
				if !ok {
					return interp.Value{}, false
				}
				g.m.CallMethod(c, "add", out)
			}
			return interp.R(c), true
		}
		if p := types.Unboxed(t); p != nil && p.Kind() >= types.Boolean && p.Kind() <= types.Double {
			out, ok := g.given(p, v)
			return interp.R(g.m.Box(p.Kind(), out.N)), ok
		}
	}
	return interp.Value{}, false
}
