package propose

import "ensures/java"

// namesReached returns the names in the code of a file that a method may run: its own
// and that of all methods, initialisers of fields and blocks whose names it mentions.
// A static field that isn't among them has no part in what the method does, so that a
// clause about both would relate what the code doesn't.
func namesReached(f *java.File, m *java.MethodDecl) map[string]bool {
	code := map[string][]java.Node{} // by the name that leads there
	const made = "new"               // leads to what runs for a new object
	java.Walk(f, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.MethodDecl:
			name := n.Name.Name
			if n.IsConstructor {
				name = made
			}
			code[name] = append(code[name], n)
		case *java.FieldDecl:
			for _, v := range n.Vars {
				code[v.Name.Name] = append(code[v.Name.Name], v)
				if !n.Mods.Flags.Has(java.Static) {
					code[made] = append(code[made], v)
				}
			}
		case *java.InitBlock:
			// A block gives values to the fields that it names.
			code[made] = append(code[made], n)
			java.Walk(n.Body, func(k java.Node) bool {
				if k, ok := k.(*java.Name); ok {
					code[k.Name] = append(code[k.Name], n)
				}
				return true
			})
		}
		return true
	})

	names, seen := map[string]bool{}, map[java.Node]bool{}
	todo := []java.Node{m}
	reach := func(name string) {
		if !names[name] {
			names[name] = true
			todo = append(todo, code[name]...)
		}
	}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		java.Walk(n, func(k java.Node) bool {
			switch k := k.(type) {
			case *java.Name:
				reach(k.Name)
			case *java.Select:
				reach(k.Name.Name)
			case *java.Call:
				reach(k.Name.Name)
			case *java.MethodRef:
				reach(k.Name.Name)
			case *java.New, *java.ConstructorCall, *java.EnumConstant:
				reach(made)
			case *java.MethodDecl:
				if k.IsConstructor {
					reach(made)
				}
			}
			return true
		})
	}
	return names
}
