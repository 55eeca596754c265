package key

import (
	"slices"
	"strings"

	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
	"ensures/jml"
)

// written is the frame of a loop that has none: the locations that the code of the
// loop writes, as far as they can be named there, else everything.
func (t *translator) written(loop java.Stmt) string {
	var locs []string

	everything, allocates := false, false
	assigned := t.assigned(loop)
	add := func(loc string) {
		if !slices.Contains(locs, loc) {
			locs = append(locs, loc)
		}
	}
	// base names an object that stays the same during the loop.
	base := func(x java.Expr) string {
		s := t.deref(x)
		if s == "" || t.changes(x, assigned) {
			return ""
		}
		return s
	}

	write := func(x java.Expr) {
		switch x := expr.Unparen(x).(type) {
		case *java.Name:
			u := t.use(x)
			switch {
			case u != nil && u.Kind == types.LocalRef:
			case u != nil && u.Kind == types.FieldRef && u.Field.Flags.Has(java.Static):
				add(u.Field.Owner.QualifiedName() + "." + x.Name)
			case u != nil && u.Kind == types.FieldRef:
				add("this." + x.Name)
			default:
				everything = true
			}
		case *java.Select:
			u := t.use(x)
			if u != nil && u.Kind == types.FieldRef && u.Field.Flags.Has(java.Static) {
				add(u.Field.Owner.QualifiedName() + "." + x.Name.Name)
				return
			}
			if b := base(x.X); b != "" {
				add(b + "." + x.Name.Name)
				return
			}
			everything = true
		case *java.Index:
			if b := base(x.X); b != "" {
				add(b + "[*]")
				return
			}
			everything = true
		default:
			everything = true
		}
	}

	java.Walk(loop, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.AssignExpr:
			write(n.X)
		case *java.Unary:
			if steps(n.Op) {
				write(n.X)
			}
		// A new object is no location of before the loop; but KeY's strictly nothing
		// forbids it too.
		case *java.New, *java.NewArray, *java.ArrayInit, *java.ConstructorCall:
			allocates = true
			if c := t.call(n); c != nil && c.Method != nil && t.all[c.Method] != nil && !t.changesNothing(c.Method) {
				everything = true
			}
		case *java.Call:
			c := t.call(n)
			switch {
			case c == nil || c.Method == nil:
				everything = true
			case c.Method.Owner != nil && c.Method.Owner.Library:
			case t.changesNothing(c.Method):
				allocates = true
			// What the called method writes, the loop writes.
			default:
				everything = true
			}
		}
		return true
	})

	// Too large a frame loses facts; one that is too small would keep facts that no
	// longer hold.
	switch {
	case everything:
		return `\everything`
	case len(locs) > 0:
		return strings.Join(locs, ", ")
	case allocates:
		return `\nothing`
	}
	return `\strictly_nothing`
}

func steps(op java.Op) bool {
	return op == java.PreInc || op == java.PreDec || op == java.PostInc || op == java.PostDec
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
	n := jml.Normalise(ms)
	if n.IsPure() {
		return true
	}
	if len(n.Cases) == 0 {
		return false
	}
	for _, c := range n.Cases {
		if kind, _ := c.Frame(); kind != jml.FrameNothing && kind != jml.FrameStrict {
			return false
		}
	}
	return true
}

// assigned are the variables and fields that a statement's code assigns.
func (t *translator) assigned(s java.Stmt) map[any]bool {
	out := map[any]bool{}
	note := func(x java.Expr) {
		if u := t.use(expr.Unparen(x)); u != nil {
			if u.Local != nil {
				out[u.Local] = true
			}
			if u.Field != nil {
				out[u.Field] = true
			}
		}
	}
	java.Walk(s, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.AssignExpr:
			note(n.X)
		case *java.Unary:
			if steps(n.Op) {
				note(n.X)
			}
		case *java.LocalVars:
			for _, v := range n.Vars {
				for _, i := range t.infos {
					if l := i.Locals[v]; l != nil {
						out[l] = true
					}
				}
			}
		case *java.ForEach:
			for _, i := range t.infos {
				if l := i.Locals[n.Var]; l != nil {
					out[l] = true
				}
			}
		}
		return true
	})
	return out
}

// deref is an expression that names an object by variables and fields alone, as a
// store reference; empty for others.
func (t *translator) deref(x java.Expr) string {
	switch x := expr.Unparen(x).(type) {
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
