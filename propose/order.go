package propose

import (
	"slices"

	"ensures/bench"
	"ensures/java"
)

// calleesFirst orders a file's methods so that what a method calls comes before
// it, where that is possible: its contract is known then.
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
			if c, ok := n.(*java.Call); ok {
				names[c.Name.Name] = true
			}
			return true
		})
		return true
	})
	var out []*bench.Task
	seen := map[*bench.Task]bool{}
	var visit func(t *bench.Task)
	visit = func(t *bench.Task) {
		if seen[t] {
			return
		}
		seen[t] = true
		for _, u := range tasks {
			if calls[t.Method][u.Method] {
				visit(u)
			}
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
