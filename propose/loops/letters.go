package loops

import (
	"ensures/java"
)

// letters are the arrays of a method that hold a string's characters throughout: those that
// s.toCharArray() makes, of which the method reads the elements and the length alone. Loops
// over them are about the string, which the specification can name.
func letters(m *java.MethodDecl) map[string]java.Expr {
	out, times := map[string]java.Expr{}, map[string]int{}
	assigned := java.Assigned(m.Body)
	java.Walk(m.Body, func(n java.Node) bool {
		v, ok := n.(*java.VarDeclarator)
		if !ok {
			return true
		}
		// Two variables of one name in different scopes can't be told apart by name.
		times[v.Name.Name]++
		c, ok := java.Unparen(v.Init).(*java.Call)
		if !ok || c.Name.Name != "toCharArray" || len(c.Args) > 0 {
			return true
		}
		if s, ok := java.Unparen(c.X).(*java.Name); ok && !assigned[s.Name] {
			out[v.Name.Name] = c
		}
		return true
	})
	for name, c := range out {
		s := c.(*java.Call).X.(*java.Name)
		if assigned[name] || times[name] > 1 || times[s.Name] > 1 || !onlyRead(m.Body, name) {
			delete(out, name)
		}
	}
	return out
}

// onlyRead reports whether a method's body has to do with an array's elements and length
// alone, and changes none of them.
func onlyRead(body java.Node, name string) bool {
	is := func(e java.Expr) bool { x, ok := java.Unparen(e).(*java.Name); return ok && x.Name == name }
	read := true
	java.Walk(body, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.Index:
			if is(n.X) {
				read = read && onlyRead(n.I, name)
				return false
			}
		case *java.Select:
			return !is(n.X) || n.Name.Name != "length"
		case *java.ForEach:
			if is(n.X) {
				read = read && onlyRead(n.Body, name)
				return false
			}
		case *java.AssignExpr:
			x, ok := java.Unparen(n.X).(*java.Index)
			read = read && !(ok && is(x.X))
		case *java.Unary:
			x, ok := java.Unparen(n.X).(*java.Index)
			read = read && !(ok && is(x.X) && n.Op.Changes())
		// Any other use may hand the array to somebody who changes it.
		case *java.Name:
			read = read && n.Name != name
		}
		return true
	})
	return read
}
