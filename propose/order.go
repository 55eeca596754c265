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
	calls := map[string]map[string]bool{} // method → names it calls
	java.Walk(file, func(n java.Node) bool {
		m, ok := n.(*java.MethodDecl)
		if !ok || m.Body == nil {
			return true
		}
		names := calls[m.Name.Name]
		if names == nil {
			names = map[string]bool{}
			calls[m.Name.Name] = names
		}
		java.Walk(m.Body, func(n java.Node) bool {
			switch n := n.(type) {
			case *java.Call:
				names[n.Name.Name] = true
			case *java.New:
				if n.Type != nil {
					names[simpleName(n.Type.Name)] = true
				}
			}
			return true
		})
		return true
	})
	named := map[string][]int{} // the tasks of a method's name
	for i, t := range tasks {
		named[t.Method] = append(named[t.Method], i)
	}

	above := supertypes(file)
	var out []*calling
	seen := map[*bench.Task]*calling{}
	var visit func(t *bench.Task) *calling
	visit = func(t *bench.Task) *calling {
		if seen[t] != nil {
			return seen[t]
		}
		c := &calling{task: t, done: make(chan struct{})}
		seen[t] = c
		var callees []int
		for name := range calls[t.Method] {
			callees = append(callees, named[name]...)
		}
		if types := above[simpleName(t.Class)]; len(types) > 0 { // a specification is inherited
			for _, i := range named[t.Method] {
				if slices.Contains(types, simpleName(tasks[i].Class)) {
					callees = append(callees, i)
				}
			}
		}
		slices.Sort(callees) // in the order of the source
		for _, i := range callees {
			c.calls(visit(tasks[i]))
		}
		c.placed = true
		out = append(out, c)
		return c
	}
	for _, t := range tasks {
		visit(t)
	}
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

// waitForCallees waits until the methods that c calls are done.
func (c *calling) waitForCallees() {
	for _, k := range c.callees {
		<-k.done
	}
}

// calling is a method to be worked on, with those whose contracts its proof may need.
type calling struct {
	task    *bench.Task
	placed  bool       // it has its place in the order
	callees []*calling // that come before it, also those that callees call; in the order

	done  chan struct{} // closed when it is worked on
	found *annotating   // then; nil where the work was broken off before
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
