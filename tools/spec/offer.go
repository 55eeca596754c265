package spec

import (
	"fmt"
	"slices"
	"strings"

	"ensures/bench"
	"ensures/tools"
)

// needed are the tools without which no specification is handed in.
func (w words) needed() []string {
	return []string{w.verify, "analyze_errors", "run_spec_harness", "task_complete"}
}

// UnknownToolError names a tool that there is none of.
type UnknownToolError struct {
	Name  string
	Known []string // what there is beside the needed ones
}

func (e *UnknownToolError) Error() string {
	return fmt.Sprintf("there is no tool %q; there are %s", e.Name, strings.Join(e.Known, ", "))
}

// Offer returns the tools that a model has for a task: the needed ones and those
// named. The name that a tool has for another language stands for its own. Its error is an
// UnknownToolError.
func Offer(t *bench.Task, o Options, names []string) (*tools.Registry, error) {
	all := New(t, o).Tools()
	w := wordsOf(bench.Java)
	if t != nil {
		w = wordsOf(t.Language)
	}
	needed := w.needed()
	var known []string
	for _, t := range all {
		if !slices.Contains(needed, t.Name) {
			known = append(known, t.Name)
		}
	}
	wanted := slices.Clone(needed)
	for _, name := range names {
		name = w.translated(strings.TrimSpace(name))
		if name != "" && !slices.Contains(needed, name) && !slices.Contains(known, name) {
			return nil, &UnknownToolError{name, known}
		}
		wanted = append(wanted, name)
	}
	return tools.NewRegistry(slices.DeleteFunc(all, func(t tools.Tool) bool { return !slices.Contains(wanted, t.Name) })...)
}

// translated is the name in this language of a tool that has one in another.
func (w words) translated(name string) string {
	for _, l := range []bench.Language{bench.Java, bench.Rust} {
		switch other := wordsOf(l); name {
		case other.verify:
			return w.verify
		case other.evaluate:
			return w.evaluate
		}
	}
	return name
}
