package cmd

import (
	"slices"
	"strings"

	"ensures/bench"
	"ensures/tools"
	"ensures/tools/spec"
	"ensures/tools/system"
)

// needed are the tools without which no specification is handed in.
var needed = []string{"verify_with_openjml", "analyze_errors", "run_spec_harness", "task_complete"}

// offered are the tools that a model has for a task: the needed ones and those of
// agent.tools.
func (a *app) offered(t *bench.Task, o spec.Options) (*tools.Registry, error) {
	o.More = system.Tools(a.systemOptions(false))
	all := spec.New(t, o).Tools()
	var names []string
	for _, t := range all {
		if !slices.Contains(needed, t.Name) {
			names = append(names, t.Name)
		}
	}
	wanted := slices.Clone(needed)
	for _, name := range a.cfg.Agent.Tools {
		name = strings.TrimSpace(name)
		if name != "" && !slices.Contains(needed, name) && !slices.Contains(names, name) {
			return nil, usagef("%s: agent.tools: there is no tool %q; there are %s", a.cfg.Origin["agent.tools"], name, strings.Join(names, ", "))
		}
		wanted = append(wanted, name)
	}
	return tools.NewRegistry(slices.DeleteFunc(all, func(t tools.Tool) bool { return !slices.Contains(wanted, t.Name) })...)
}
