package native

import (
	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
)

// Other files of a project. A file that is proved may name their classes. Of these the
// types are known and nothing else: not what their code does, nor what their
// specifications promise.
//
//	a value of a class of another file     an object of that type, or null
//	a constant of one, as Java has it      its value
//	any other use of a member of one       the method is unsupported
//
// and what is asked about calls by looking at the text takes one that leads to another
// file for a call of anything: it writes, reads and throws, and this leaks.
//
// Side conditions:
//
//   - a constructor of a class whose superclass stands in another file is unsupported;
//     what leans on it is proved on that condition;
//   - no supertype in another file has a specification, which would be inherited: of
//     such a class nothing is proved;
//   - a call of a library method on an object of a class of another file may run that
//     class's own, and is unsupported;
//   - code outside of the file does not touch the private fields of its classes, and
//     what overrides their methods meets their contracts, as of every file by itself.

// notElsewhere ends the proof at a call that leads to another file.
func (x *exec) notElsewhere(n java.Node) {
	if c := x.infos.Call(n); c != nil && c.Method != nil && c.Method.Owner.Elsewhere {
		m := c.Method
		if m.IsConstructor() {
			x.unsupported(n, "constructor of "+m.Owner.Name+", which stands in another file")
		}
		x.unsupported(n, "call of "+m.Owner.Name+"."+m.Name+", which stands in another file")
	}
}

// failElsewhere is the same for a call that is not written.
func (x *exec) failElsewhere(m *types.Method) {
	if m.Owner.Elsewhere {
		x.fail("call of " + m.Owner.Name + "." + m.Name + ", which stands in another file")
	}
}

// notOnElsewhere ends the proof at a call of a library method on an object whose class
// stands in another file.
func (x *exec) notOnElsewhere(e *java.Call, c *types.Call) {
	if e.X == nil || c.Mode == types.StaticCall || !c.Method.Owner.Library {
		return
	}
	for _, k := range classesOf(x.typeOfOr(e.X)) {
		if k.Elsewhere {
			x.unsupported(e, "call of "+e.Name.Name+" on an object of "+k.Name+", which stands in another file")
		}
	}
}

// classesOf is the classes of which a type says that its values are instances.
func classesOf(t types.Type) []*types.Class {
	switch t := t.(type) {
	case *types.ClassType:
		return []*types.Class{t.Class}
	case *types.TypeVar:
		var out []*types.Class
		for _, b := range t.Bounds {
			out = append(out, classesOf(b)...)
		}
		return out
	case *types.Intersection:
		var out []*types.Class
		for _, b := range t.Parts {
			out = append(out, classesOf(b)...)
		}
		return out
	}
	return nil
}

// notOfElsewhere ends the proof at a field of a class of another file that is no
// constant.
func (x *exec) notOfElsewhere(e java.Node, f *types.Field) {
	if f.Owner.Elsewhere {
		x.unsupported(e, "field "+f.Owner.Name+"."+f.Name+", which stands in another file")
	}
}

// requireOwnSpecification ends the generation where a class, or one around it, may
// inherit a specification from another file.
func (x *exec) requireOwnSpecification(c *types.Class) {
	for ; c != nil; c = c.Outer {
		if from := x.inheritsFrom[c]; from != nil {
			x.fail("specification of " + from.Name + ", which stands in another file and is inherited,")
		}
	}
}

// supertypesElsewhere notes for each class of the file a supertype that stands in
// another file and has a specification there, well formed or not.
func (u *unit) supertypesElsewhere() {
	u.inheritsFrom = map[*types.Class]*types.Class{}
	specified := map[*java.File]bool{}
	for _, c := range u.classes {
		seen := map[*types.Class]bool{}
		var visit func(k *types.Class)
		visit = func(k *types.Class) {
			if k.Library || seen[k] {
				return
			}
			seen[k] = true
			k.Load()
			if k.Elsewhere {
				f := k.Unit.File
				if _, read := specified[f]; !read {
					spec, errs := jml.Parse(f)
					specified[f] = len(errs) > 0 || len(spec.Active) > 0
				}
				if specified[f] {
					u.inheritsFrom[c] = k
				}
			}
			for _, s := range types.Supertypes(k.Type()) {
				visit(s.Class)
			}
		}
		visit(c)
	}
}
