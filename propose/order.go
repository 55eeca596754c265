package propose

import (
	"slices"
	"strings"

	"ensures/bench"
	"ensures/java"
)

// calleesFirst orders a file's methods and constructors so that what one calls comes
// before it, where that is possible: its contract is known then.
func calleesFirst(file *java.File, tasks []*bench.Task) []*calling {
	calls := callsIn(file)
	at := map[place]*java.MethodDecl{}
	for d := range calls {
		p := placeOf(file.Position(d.Pos()).Line, d.Name.Name, bench.ParamTypes(d))
		if at[p] == nil || d.Pos() < at[p].Pos() { // the first, in whatever order the map gives them
			at[p] = d
		}
	}
	decls := make([]*java.MethodDecl, len(tasks)) // nil where the file has none there
	named := map[string][]int{}                   // the tasks of a method's name
	for i, t := range tasks {
		decls[i] = at[placeOf(t.Line, t.Method, t.Params)]
		named[t.Method] = append(named[t.Method], i)
	}
	above := supertypes(file)

	// callees are the places of the tasks that one calls, in the order of the source.
	callees := func(at int) (out []int) {
		t := tasks[at]
		for c := range calls[decls[at]] {
			for _, i := range named[c.name] {
				if c.mayBe(decls[i]) {
					out = append(out, i)
				}
			}
		}
		if types := above[simpleName(t.Class)]; len(types) > 0 { // a specification is inherited
			for _, i := range named[t.Method] {
				if slices.Contains(types, simpleName(tasks[i].Class)) {
					out = append(out, i)
				}
			}
		}
		slices.Sort(out)
		return out
	}

	// Depth first, each behind those that it calls; in a cycle the one that was entered first comes
	// last, and those inside of it do without its contract.
	var out []*calling
	seen := make([]*calling, len(tasks))
	var visit func(at int) *calling
	visit = func(at int) *calling {
		if seen[at] != nil {
			return seen[at]
		}
		c := &calling{task: tasks[at]}
		seen[at] = c
		for _, i := range callees(at) {
			c.calls(visit(i))
		}
		c.placed = true
		out = append(out, c)
		return c
	}
	for i := range tasks {
		visit(i)
	}
	return out
}

// place tells methods of a file apart, but for those of two classes on one line.
type place struct {
	line         int
	name, params string
}

func placeOf(line int, name string, params []string) place {
	return place{line, name, strings.Join(params, ",")}
}

// called is a call as it is written: which overload it is of, only types tell.
type called struct {
	name string
	args int
}

// mayBe reports whether a declaration of the name takes that many arguments; nil may.
func (c called) mayBe(d *java.MethodDecl) bool {
	if d == nil || d.Compact { // whose parameters are the components
		return true
	}
	// A variable parameter takes any number of arguments, none too.
	n := len(d.Params)
	return c.args == n || n > 0 && d.Params[n-1].Variadic && c.args >= n-1
}

// callsIn are the calls in the body of each of a file's methods and constructors.
func callsIn(file *java.File) map[*java.MethodDecl]map[called]bool {
	out := map[*java.MethodDecl]map[called]bool{}
	java.Walk(file, func(n java.Node) bool {
		m, ok := n.(*java.MethodDecl)
		if !ok || m.Body == nil {
			return true
		}
		calls := map[called]bool{}
		out[m] = calls
		java.Walk(m.Body, func(n java.Node) bool {
			switch n := n.(type) {
			case *java.Call:
				calls[called{n.Name.Name, len(n.Args)}] = true
			case *java.New:
				if n.Type != nil {
					calls[called{simpleName(n.Type.Name), len(n.Args)}] = true
				}
			}
			return true
		})
		return true
	})
	return out
}

// supertypes are the names of the types above each class of a file, as far as the file
// declares them.
func supertypes(file *java.File) map[string][]string {
	above := map[string][]string{}
	java.Walk(file, func(n java.Node) bool {
		if c, ok := n.(*java.ClassDecl); ok {
			for _, t := range slices.Concat([]*java.TypeExpr{c.Extends}, c.Implements) {
				if t != nil {
					above[c.Name.Name] = append(above[c.Name.Name], simpleName(t.Name))
				}
			}
		}
		return true
	})
	for name := range above {
		for i := 0; i < len(above[name]); i++ { // grows
			for _, t := range above[above[name][i]] {
				if t != name && !slices.Contains(above[name], t) {
					above[name] = append(above[name], t)
				}
			}
		}
	}
	return above
}

func simpleName(qualified string) string {
	return qualified[strings.LastIndexByte(qualified, '.')+1:]
}

// ready reports whether the methods that c calls are done.
func (c *calling) ready() bool {
	return !slices.ContainsFunc(c.callees, func(k *calling) bool { return !k.done })
}

// calling is a method to be worked on, with those whose contracts its proof may need.
type calling struct {
	task    *bench.Task
	placed  bool       // it has its place in the order
	callees []*calling // that come before it, also those that callees call; in the order

	done  bool        // worked on, or not wanted
	found *annotating // then; nil where the work was broken off before
}

// declared is the declaration of a method that was worked on; nil where it was not understood.
func (c *calling) declared() *java.MethodDecl {
	if c.found == nil {
		return nil
	}
	return c.found.decl
}

// calls notes a callee and its own; one that calls c itself comes after it and is none.
func (c *calling) calls(callee *calling) {
	if !callee.placed {
		return
	}
	for _, k := range append(slices.Clone(callee.callees), callee) {
		if !slices.Contains(c.callees, k) {
			c.callees = append(c.callees, k)
		}
	}
}

// inSourceOrder puts results back into the order of the tasks.
func inSourceOrder(results []MethodResult, tasks []*bench.Task) {
	at := map[string]int{}
	for i, t := range tasks {
		at[t.ID] = i
	}
	slices.SortStableFunc(results, func(x, y MethodResult) int { return at[x.Name] - at[y.Name] })
}
