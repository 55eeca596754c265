package eval

import (
	"slices"

	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
)

// Objects are what the classes of a program demand of their objects and static fields
// in every visible state: invariants, constraints, and fields that are never null.
type Objects struct {
	chk      *jml.Checked
	nullable bool
	classes  []*types.Class
	rules    map[*types.Class]*rules
}

// rules are what one class adds to what its superclasses and interfaces demand.
type rules struct {
	invariants, constraints   []Clause // of its objects
	static, staticConstraints []Clause
	nonNull, nonNullStatic    []*types.Field
	supers                    []*types.Class
}

// Breach is a demand that a state does not meet.
type Breach struct {
	Clause *jml.Clause  // nil where a field is null
	Field  *types.Field // that is null
	Object interp.Ref   // nil for what is static
	Result Result       // False, or Unknown
}

// NewObjects compiles the demands; nullable says that references are nullable unless
// they are declared not to be.
func NewObjects(chk *jml.Checked, prog *interp.Program, nullable bool) *Objects {
	o := &Objects{chk: chk, nullable: nullable || chk.Spec.NullableByDefault, rules: map[*types.Class]*rules{}}
	fields := map[*types.Field]*java.FieldDecl{}
	for fd := range chk.Spec.Fields {
		for _, v := range fd.Vars {
			if f := chk.Unit.Info.Fields[v]; f != nil {
				fields[f] = fd
			}
		}
	}
	for _, c := range chk.Program.Classes() {
		o.classes = append(o.classes, c)
		o.rules[c] = o.rulesOf(c, prog, fields)
	}
	return o
}

func (o *Objects) rulesOf(c *types.Class, prog *interp.Program, fields map[*types.Field]*java.FieldDecl) *rules {
	r := &rules{}
	if c.Super != nil && !c.Super.Class.Library {
		r.supers = append(r.supers, c.Super.Class)
	}
	for _, i := range c.Interfaces {
		if !i.Class.Library {
			r.supers = append(r.supers, i.Class)
		}
	}

	options := CompileOptions{Math: o.chk.Math(c)}
	if spec := o.chk.Spec.Classes[c.Decl]; c.Decl != nil && spec != nil {
		for _, cl := range append(spec.Of(jml.Invariant), spec.Of(jml.Constraint)...) {
			list := &r.invariants
			switch static := cl.Mods.Flags.Has(java.Static); {
			case cl.Kind == jml.Constraint && static:
				list = &r.staticConstraints
			case cl.Kind == jml.Constraint:
				list = &r.constraints
			case static:
				list = &r.static
			}
			*list = append(*list, compileClause(o.chk, prog, cl, options, nil))
		}
	}

	for _, f := range c.Fields {
		switch {
		case f.Spec || !o.nonNull(f, fields[f]):
		case f.Flags.Has(java.Static):
			r.nonNullStatic = append(r.nonNullStatic, f)
		default:
			r.nonNull = append(r.nonNull, f)
		}
	}
	return r
}

// nonNull reports whether a field is declared, or by default, never null; fd is where
// the specification says something of it.
func (o *Objects) nonNull(f *types.Field, fd *java.FieldDecl) bool {
	if types.IsPrimitive(f.Type) {
		return false
	}
	mods, said := jml.Mods{}, false
	// A component's modifiers stand in the record's header.
	for i, k := range f.Owner.Components {
		if k == f && f.Owner.Decl != nil && i < len(f.Owner.Decl.Components) {
			mods, said = o.chk.Spec.Params[f.Owner.Decl.Components[i]], true
		}
	}
	if fd != nil && !said {
		mods = o.chk.Spec.Fields[fd].Mods
	}
	switch {
	case mods.Has(jml.Nullable):
		return false
	case mods.Has(jml.NonNull):
		return true
	}
	return !o.nullable
}

// NonNull reports whether a field is never null in a visible state.
func (o *Objects) NonNull(f *types.Field) bool {
	r := o.rules[f.Owner]
	return r != nil && (slices.Contains(r.nonNull, f) || slices.Contains(r.nonNullStatic, f))
}

// Broken returns the demands that the objects do not meet, or that have no value, in
// the state that the machine is in; they are instances of any class, of which those of the
// program's own count.
func (o *Objects) Broken(m *interp.Machine, ghosts *Ghosts, objects []interp.Ref) []Breach {
	var out []Breach
	for _, r := range objects {
		x, ok := r.(*interp.Object)
		if !ok || x.Class.Library {
			continue
		}
		env := &Env{Machine: m, Cur: State{This: x, Ghosts: ghosts}, Count: -1}
		o.each(x.Class.Class, map[*types.Class]bool{}, func(r *rules) {
			for _, f := range r.nonNull {
				if v, has := x.Field(f); has && v.R == nil {
					out = append(out, Breach{Field: f, Object: x, Result: Result{Truth: False, Reason: f.Name + " is null"}})
				}
			}
			for i := range r.invariants {
				if res := r.invariants[i].Eval(env); res.Truth != True {
					out = append(out, Breach{Clause: r.invariants[i].Clause, Object: x, Result: res})
				}
			}
		})
	}
	return out
}

// BrokenStatic is Broken for the static fields of the classes that are initialised.
func (o *Objects) BrokenStatic(m *interp.Machine, ghosts *Ghosts) []Breach {
	var out []Breach
	env := &Env{Machine: m, Cur: State{Ghosts: ghosts}, Count: -1}
	for _, c := range o.classes {
		r := o.rules[c]
		if len(r.nonNullStatic)+len(r.static) == 0 || !m.Initialised(c) {
			continue
		}
		for _, f := range r.nonNullStatic {
			if v, end := m.StaticField(f); end.Kind == interp.Returned && v.R == nil {
				out = append(out, Breach{Field: f, Result: Result{Truth: False, Reason: f.Name + " is null"}})
			}
		}
		for i := range r.static {
			if res := r.static[i].Eval(env); res.Truth != True {
				out = append(out, Breach{Clause: r.static[i].Clause, Result: res})
			}
		}
	}
	return out
}

// Changed returns the constraints that do not hold, or have no value, between the two
// states of a run. this is the receiver of a constructor, which had no state before.
func (o *Objects) Changed(m *interp.Machine, run *Run) []Breach {
	var out []Breach
	env := run.Env(m)
	for _, c := range o.classes {
		r := o.rules[c]
		for i := range r.staticConstraints {
			// A class that isn't initialised even after the run has no state to compare.
			if run.Pre.Statics == nil || !m.Initialised(c) {
				continue
			}
			e := *env
			e.Cur.This, e.Cur.Locals = nil, nil
			if res := r.staticConstraints[i].Eval(&e); res.Truth != True {
				out = append(out, Breach{Clause: r.staticConstraints[i].Clause, Result: res})
			}
		}
	}
	for before, after := range run.Objects {
		x, ok := after.(*interp.Object)
		if !ok || x.Class.Library {
			continue
		}
		o.each(x.Class.Class, map[*types.Class]bool{}, func(r *rules) {
			for i := range r.constraints {
				e, pre := *env, *env.Pre
				// The object's state before is that of its copy in the earlier heap; in neither
				// state are there parameters.
				pre.This, pre.Locals = before, nil
				e.Cur.This, e.Cur.Locals, e.Pre = x, nil, &pre
				if res := r.constraints[i].Eval(&e); res.Truth != True {
					out = append(out, Breach{Clause: r.constraints[i].Clause, Object: x, Result: res})
				}
			}
		})
	}
	// In the order of the file, whatever that of the objects was.
	slices.SortStableFunc(out, func(a, b Breach) int { return int(a.Clause.From - b.Clause.From) })
	return out
}

// each visits the rules of a class and of all that it is a subclass of.
func (o *Objects) each(c *types.Class, seen map[*types.Class]bool, visit func(*rules)) {
	r := o.rules[c]
	if r == nil || seen[c] {
		return
	}
	// An interface may be reached in several ways.
	seen[c] = true
	for _, s := range r.supers {
		o.each(s, seen, visit)
	}
	visit(r)
}
