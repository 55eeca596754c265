package harness

import (
	"fmt"

	"ensures/bench"
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml/eval"
)

// transfer brings values of the task's program into the specification's: objects
// of the task's classes become objects of the classes that stand for them there,
// by name, with the task's class renamed. Values of the library stay themselves.
type transfer struct {
	s      *spec
	m      *interp.Machine
	rename map[string]string // binary names
	seen   map[interp.Ref]interp.Ref
}

func (s *spec) transfer(prep *bench.Prepared, m *interp.Machine) *transfer {
	return &transfer{s: s, m: m, rename: map[string]string{prep.Class.Binary: s.method.Owner.Binary}, seen: map[interp.Ref]interp.Ref{}}
}

// native reports whether values of a type need no transfer at all.
func native(t types.Type) bool {
	switch t := t.(type) {
	case *types.Basic:
		return t != types.Dynamic
	case *types.ArrayType:
		return native(t.Elem)
	case *types.ClassType:
		switch t.Class.Binary {
		case "java.lang.String", "java.lang.Integer", "java.lang.Long", "java.lang.Character", "java.lang.Boolean", "java.lang.Double":
			return true
		}
	}
	return false
}

// ref is the counterpart of r. It must run inside an entry of the machine.
func (x *transfer) ref(r interp.Ref) interp.Ref {
	switch r := r.(type) {
	case nil, *interp.String, *interp.Box, *interp.Func, *interp.ClassObject:
		return r
	case *interp.RefArray:
		return x.array(r)
	case *interp.Object:
		return x.object(r)
	}
	return r
}

func (x *transfer) array(a *interp.RefArray) interp.Ref {
	if d, ok := x.seen[a]; ok {
		return d
	}
	if native(a.Elem) {
		return a
	}
	elem := a.Elem
	if c, ok := elem.(*types.ClassType); ok && !c.Class.Library {
		if k := x.class(c.Class); k != nil {
			elem = &types.ClassType{Class: k.Class}
		}
	}
	d := &interp.RefArray{Elem: elem, A: make([]interp.Ref, len(a.A))}
	x.seen[a] = d
	for i, r := range a.A {
		d.A[i] = x.ref(r)
	}
	return d
}

func (x *transfer) class(c *types.Class) *interp.Class {
	name := c.Binary
	if to, ok := x.rename[name]; ok {
		name = to
	}
	return x.m.Class(name)
}

func (x *transfer) object(o *interp.Object) interp.Ref {
	if d, ok := x.seen[o]; ok {
		return d
	}
	if o.Class.Library {
		d := *o
		x.seen[o] = &d
		d.P = append([]int64{}, o.P...)
		d.R = make([]interp.Ref, len(o.R))
		same := true
		for i, r := range o.R {
			d.R[i] = x.ref(r)
			same = same && d.R[i] == r
		}
		if same { // nothing of the program in it
			x.seen[o] = o
			return o
		}
		return &d
	}
	if k := x.enum(o); k != nil {
		return k
	}
	k := x.class(o.Class.Class)
	if k == nil {
		x.m.Unsupported("class " + o.Class.Binary + " is not in the specification's code")
	}
	d := x.m.NewInstance(k)
	x.seen[o] = d
	for _, f := range o.Class.InstanceFields() {
		v, _ := o.Field(f)
		if to := k.FieldNamed(f.Name); to != nil {
			d.SetField(to, interp.Value{N: v.N, R: x.ref(v.R)})
		}
	}
	return d
}

// enum is the constant of that name, nil for objects that are none.
func (x *transfer) enum(o *interp.Object) interp.Ref {
	c := o.Class.Class
	if c.Kind != java.EnumClass && c.Super != nil && c.Super.Class.Kind == java.EnumClass {
		c = c.Super.Class
	}
	if c.Kind != java.EnumClass {
		return nil
	}
	k := x.class(c)
	if k == nil {
		x.m.Unsupported("enum " + c.Binary + " is not in the specification's code")
	}
	ordinal := x.m.CallMethod(o, "ordinal").Int32()
	if int(ordinal) < len(k.Constants) {
		v, end := x.m.StaticField(k.Constants[ordinal])
		if end.Kind == interp.Returned {
			return v.R
		}
	}
	return nil
}

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
		before, after := s.transfer(prep, m), s.transfer(prep, m)
		out.pre = s.state(before, p.Pre)
		out.post = s.state(after, p.Post)
		out.result = interp.Value{N: p.Result.N, R: after.ref(p.Result.R)}
		out.thrown = after.ref(p.Thrown)
		out.toPost = map[interp.Ref]interp.Ref{}
		for a, b := range p.ToPost {
			out.toPost[before.ref(a)] = after.ref(b)
		}
		return interp.Value{}
	})
	if end.Kind != interp.Returned {
		failed = fmt.Errorf("pair %s: %s", p.Name, end)
	}
	return out, failed
}

// state transfers a state; static fields are matched by name.
func (s *spec) state(x *transfer, st bench.State) eval.State {
	out := eval.State{Locals: make([]interp.Value, len(st.Args))}
	for i, a := range st.Args {
		out.Locals[i] = interp.Value{N: a.N, R: x.ref(a.R)}
	}
	if !s.method.Flags.Has(java.Static) {
		out.This = x.ref(st.This)
	}
	var statics fieldValues
	for f, v := range st.Statics {
		for _, g := range s.method.Owner.Fields {
			if g.Name == f.Name && g.Flags.Has(java.Static) {
				if statics == nil {
					statics = fieldValues{}
				}
				statics[g] = interp.Value{N: v.N, R: x.ref(v.R)}
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
