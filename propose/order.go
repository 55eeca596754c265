package propose

import (
	"slices"
	"strings"

	"ensures/bench"
	"ensures/java"
)

// calleesFirst orders a file's methods and constructors so that what one calls comes
// before it, where that is possible: its contract is known then.
func calleesFirst(file *java.File, tasks []*bench.Task) []*bench.Task {
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
					names[n.Type.Name[strings.LastIndexByte(n.Type.Name, '.')+1:]] = true
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

	var out []*bench.Task
	seen := map[*bench.Task]bool{}
	var visit func(t *bench.Task)
	visit = func(t *bench.Task) {
		if seen[t] {
			return
		}
		seen[t] = true
		var callees []int
		for name := range calls[t.Method] {
			callees = append(callees, named[name]...)
		}
		slices.Sort(callees) // in the order of the source
		for _, i := range callees {
			visit(tasks[i])
		}
		out = append(out, t)
	}
	for _, t := range tasks {
		visit(t)
	}
	return out
}

// inSourceOrder puts results back into the order of the tasks.
func inSourceOrder(results []MethodResult, tasks []*bench.Task) {
	at := map[string]int{}
	for i, t := range tasks {
		at[t.ID] = i
	}
	slices.SortStableFunc(results, func(x, y MethodResult) int { return at[x.Name] - at[y.Name] })
}
