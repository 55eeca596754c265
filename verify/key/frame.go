package key

import (
	"slices"
	"strings"

	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
)

// written is the frame of a loop that has none: the locations that the code of the
// loop writes, as far as they can be named there, else everything.
func (t *translator) written(loop java.Stmt) string {
	f := &loopFrame{t: t, assigned: t.assigned(loop)}
	java.Walk(loop, f.visit)

	// Too large a frame loses facts; one that is too small would keep facts that no
	// longer hold.
	switch {
	case f.everything:
		return `\everything`
	case len(f.locs) > 0:
		return strings.Join(f.locs, ", ")
	case f.allocates:
		return `\nothing`
	}
	return `\strictly_nothing`
}

// loopFrame collects what a loop writes.
type loopFrame struct {
	t          *translator
	assigned   map[any]bool // the variables and fields that the loop assigns to
	locs       []string     // the locations that can be named in front of the loop
	everything bool         // a write has no such name
	allocates  bool
}

func (f *loopFrame) visit(n java.Node) bool {
	if to := java.Written(n); to != nil {
		f.write(to)
	}
	switch n := n.(type) {
	// A new object is no location of before the loop; but KeY's strictly nothing
	// forbids it too.
	case *java.New, *java.NewArray, *java.ArrayInit, *java.ConstructorCall:
		f.allocates = true
		if c := f.t.call(n); c != nil && c.Method != nil && f.t.all[c.Method] != nil && !f.t.changesNothing(c.Method) {
			f.everything = true
		}
	case *java.Call:
		c := f.t.call(n)
		switch {
		case c == nil || c.Method == nil:
			f.everything = true
		// What is taken of the library writes nothing: see checkCall.
		case c.Method.Owner != nil && c.Method.Owner.Library:
		case f.t.changesNothing(c.Method):
			f.allocates = true
		// What the called method writes, the loop writes.
		default:
			f.everything = true
		}
	}
	return true
}

// write adds the location that the assignment's left side x names.
func (f *loopFrame) write(x java.Expr) {
	x = java.Unparen(x)
	u := f.t.use(x)
	switch x := x.(type) {
	case *java.Name:
		switch {
		case u != nil && u.Kind == types.LocalRef:
		case u != nil && u.Kind == types.FieldRef && u.Field.Flags.Has(java.Static):
			f.add(u.Field.Owner.QualifiedName() + "." + x.Name)
		case u != nil && u.Kind == types.FieldRef:
			f.add("this." + x.Name)
		default:
			f.everything = true
		}
	case *java.Select:
		if u != nil && u.Kind == types.FieldRef && u.Field.Flags.Has(java.Static) {
			f.add(u.Field.Owner.QualifiedName() + "." + x.Name.Name)
			return
		}
		f.part(x.X, "."+x.Name.Name)
	case *java.Index:
		f.part(x.X, "[*]")
	default:
		f.everything = true
	}
}

// part adds a part of the object x. The frame speaks of the state in front of the
// loop, so the part has a name only where x is the same object in every iteration.
func (f *loopFrame) part(x java.Expr, part string) {
	s := f.t.deref(x)
	if s == "" || f.t.changes(x, f.assigned) {
		f.everything = true
		return
	}
	f.add(s + part)
}

func (f *loopFrame) add(loc string) {
	if !slices.Contains(f.locs, loc) {
		f.locs = append(f.locs, loc)
	}
}

// changesNothing reports whether a method's contract says so.
func (t *translator) changesNothing(m *types.Method) bool {
	if m.Decl == nil {
		return false
	}
	ms := t.spec.Methods[m.Decl]
	if ms == nil {
		return false
	}
	return jml.Normalise(ms).ChangesNothing()
}

// assigned are the variables and fields that a statement's code assigns.
func (t *translator) assigned(s java.Stmt) map[any]bool {
	out := map[any]bool{}
	note := func(x java.Expr) {
		if u := t.use(java.Unparen(x)); u != nil {
			if u.Local != nil {
				out[u.Local] = true
			}
			if u.Field != nil {
				out[u.Field] = true
			}
		}
	}
	java.Walk(s, func(n java.Node) bool {
		if to := java.Written(n); to != nil {
			note(to)
		}
		switch n := n.(type) {
		case *java.LocalVars:
			for _, v := range n.Vars {
				if l := t.infos.Local(v); l != nil {
					out[l] = true
				}
			}
		case *java.ForEach:
			if l := t.infos.Local(n.Var); l != nil {
				out[l] = true
			}
		}
		return true
	})
	return out
}

// deref is an expression that names an object by variables and fields alone, as a
// store reference; empty for others.
func (t *translator) deref(x java.Expr) string {
	switch x := java.Unparen(x).(type) {
	case *java.This:
		if x.Outer == nil {
			return "this"
		}
	case *java.Name:
		u := t.use(x)
		switch {
		case u == nil:
		case u.Kind == types.LocalRef:
			return x.Name
		case u.Kind == types.FieldRef && u.Field.Flags.Has(java.Static):
			return u.Field.Owner.QualifiedName() + "." + x.Name
		case u.Kind == types.FieldRef:
			return "this." + x.Name
		}
	case *java.Select:
		u := t.use(x)
		if u == nil || u.Kind != types.FieldRef {
			return ""
		}
		if u.Field.Flags.Has(java.Static) {
			return u.Field.Owner.QualifiedName() + "." + x.Name.Name
		}
		if b := t.deref(x.X); b != "" {
			return b + "." + x.Name.Name
		}
	}
	return ""
}

// changes reports whether a name of x is among what is assigned.
func (t *translator) changes(x java.Expr, assigned map[any]bool) bool {
	found := false
	java.Walk(x, func(n java.Node) bool {
		if e, ok := n.(java.Expr); ok {
			if u := t.use(e); u != nil && (u.Local != nil && assigned[u.Local] || u.Field != nil && assigned[u.Field]) {
				found = true
			}
		}
		return !found
	})
	return found
}
