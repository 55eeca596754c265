package native

import (
	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
	"ensures/verify"
	"ensures/verify/smt"
)

// A model field has no place in the heap: it is what its class says that it
// represents.
//
//	represents f = E in D,  o of a class C ⊑ D
//	───────────────────────────────────────────
//	o.f in state s  is  E[o/this] in state s
//
// Side conditions: no subclass of C in the file says otherwise; E does not lead back
// to f; E has a value there (its definedness is that of what reads f).
//
//	g in f, h in g, …
//	─────────────────────────────────────────────
//	assignable o.f  allows  o.f, o.g, o.h, …
//
// A field is in its own group. What is in a group is found in the whole file, since a
// subclass may add to it.

// isModel reports whether f is a model field.
func (x *exec) isModel(f *types.Field) bool {
	if !f.Spec {
		return false
	}
	fs := x.spec.Fields[x.fieldDecls[f]]
	return fs != nil && fs.Mods.Has(jml.Model)
}

// representation is a represents clause with the class that it stands in.
type representation struct {
	class  *types.Class
	clause *jml.Clause
}

// representations returns the represents clauses of f, in the order of the classes.
func (x *exec) representations(f *types.Field) []representation {
	var out []representation
	for _, c := range x.classes {
		if c.Decl == nil {
			continue
		}
		for _, cl := range x.spec.Classes[c.Decl].Of(jml.Represents) {
			if len(cl.Refs) == 0 || cl.Expr == nil {
				continue
			}
			if u := x.useOf(java.Unparen(cl.Refs[0])); u != nil && u.Kind == types.FieldRef && u.Field == f {
				out = append(out, representation{c, cl})
			}
		}
	}
	return out
}

// modelField is the value of a model field by its representation.
func (sp *spec) modelField(e java.Expr, f *types.Field) *smt.Term {
	x := sp.x
	class, recv := sp.receiverOf(e, f)
	var is *jml.Clause
	for _, r := range x.representations(f) {
		switch {
		case types.IsSubclass(class, r.class):
			if is != nil {
				x.unsupported(e, "model field "+f.Name+" with several represents clauses")
			}
			is = r.clause
		case types.IsSubclass(r.class, class):
			x.unsupported(e, "model field "+f.Name+", which a subclass represents in its own way")
		}
	}
	if is == nil {
		x.unsupported(e, "model field "+f.Name+" without a represents clause")
	}
	if x.representing[f] {
		x.unsupported(e, "model field "+f.Name+", whose represents clause leads back to it")
	}
	x.representing[f] = true
	defer delete(x.representing, f)

	at := sp.with()
	at.this, at.result, at.vals = recv, nil, map[*types.Local]*smt.Term{}
	v := x.convert(at.eval(is.Expr), x.typeOf(is.Expr), f.Type)
	sp.wd = append(sp.wd, at.wd...)
	return v
}

// receiverOf returns the object whose model field an expression reads, nil of a static
// one, and the class that is known of it.
func (sp *spec) receiverOf(e java.Expr, f *types.Field) (*types.Class, *smt.Term) {
	x := sp.x
	class := f.Owner
	if f.Flags.Has(java.Static) {
		return class, nil
	}
	recv := sp.this
	if u := x.useOf(e); u != nil {
		recv = sp.around(e, u.Implicit)
	}
	if sel, ok := e.(*java.Select); ok {
		if _, super := sel.X.(*java.Super); !super {
			recv = sp.eval(sel.X)
			sp.need(smt.Not(smt.Eq(recv, null)), verify.UndefinedNullDeReference, sel.Name.From-1)
			if ct, ok := types.Erasure(x.typeOf(sel.X)).(*types.ClassType); ok {
				class = ct.Class
			}
		}
	} else if m := sp.method; m != nil && m != x.method && types.IsSubclass(m.Owner, class) {
		class = m.Owner
	}
	if recv == nil {
		x.unsupported(e, "instance field without an instance")
	}
	if recv == x.this && x.class != nil && types.IsSubclass(x.class, class) {
		class = x.class
	}
	return class, recv
}

// modelReads adds what the representations of a model field read.
func (x *exec) modelReads(f *types.Field, names map[string]bool, seen map[*types.Method]bool) {
	if x.representing[f] {
		return
	}
	x.representing[f] = true
	defer delete(x.representing, f)
	for _, r := range x.representations(f) {
		x.addReads(r.clause.Expr, names, seen)
	}
}

// dataGroup returns the locations that are in the group of a field's, beside itself.
func (x *exec) dataGroup(at java.Expr, l location) []location {
	var out []location
	seen := map[*types.Field]bool{l.field: true}
	for queue := []*types.Field{l.field}; len(queue) > 0; queue = queue[1:] {
		for _, g := range x.groupMembers(queue[0]) {
			if seen[g] {
				continue
			}
			seen[g] = true
			queue = append(queue, g)
			if l.field.Flags.Has(java.Static) && !g.Flags.Has(java.Static) {
				x.unsupported(at, "static data group with instance fields")
			}
			member := location{field: g}
			if !g.Flags.Has(java.Static) {
				member.recv = l.recv
			}
			out = append(out, member)
		}
	}
	return out
}

// groupMembers returns the fields declared to be in f's group, in source order.
func (x *exec) groupMembers(f *types.Field) []*types.Field {
	var out []*types.Field
	for _, c := range x.classes {
		fields := c.Fields
		if m := x.members[c]; m != nil {
			fields = append(fields[:len(fields):len(fields)], m.Fields...)
		}
		for _, g := range fields {
			fs := x.spec.Fields[x.fieldDecls[g]]
			if fs == nil {
				continue
			}
			for _, cl := range fs.Clauses {
				if cl.Kind != jml.In {
					continue
				}
				for _, r := range cl.Refs {
					if u := x.useOf(java.Unparen(r)); u != nil && u.Kind == types.FieldRef && u.Field == f {
						out = append(out, g)
					}
				}
			}
		}
	}
	return out
}
