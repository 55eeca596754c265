package cmd

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"ensures/tla/trace"
)

// tracedRun is what one validation is about: a log, or several that are ordered in part only.
type tracedRun struct {
	name string
	logs func() ([]trace.File, error)
}

// tracedRuns are those that the given names stand for: with order: in the mapping each folder is
// one and the files are one together, else each file is one.
func (a *app) tracedRuns(names []string, m *trace.Mapping) []tracedRun {
	var out []tracedRun
	var together []trace.File
	for _, name := range names {
		if m.Order == nil {
			out = append(out, tracedRun{name, func() ([]trace.File, error) { return []trace.File{a.traceFile(name)}, nil }})
		} else if info, err := os.Stat(name); err == nil && info.IsDir() {
			out = append(out, tracedRun{name, func() ([]trace.File, error) { return a.logsIn(name) }})
		} else {
			together = append(together, a.traceFile(name))
		}
	}
	if len(together) > 0 {
		name := together[0].Name
		if len(together) > 1 {
			name = fmt.Sprintf("%s and %d more", name, len(together)-1)
		}
		out = append(out, tracedRun{name, func() ([]trace.File, error) { return together, nil }})
	}
	return out
}

// logsIn are the logs of a folder: its files, but those whose names begin with a dot.
func (a *app) logsIn(folder string) ([]trace.File, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var out []trace.File
	for _, e := range entries {
		if !e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			out = append(out, a.traceFile(filepath.Join(folder, e.Name())))
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s has no logs", folder)
	}
	return out, nil
}

// traceFile is a trace's file; it is read without its text being held.
func (a *app) traceFile(path string) trace.File {
	name := path
	if path == "-" {
		name = "<stdin>"
	}
	return trace.File{Name: name, Open: func() (io.ReadCloser, error) {
		r, _, err := a.openTrace(path)
		return r, err
	}}
}

// showOrder shows how many orders a run has and, where none fits, what is next in each log.
func (a *app) showOrder(p *trace.PartialOrder) {
	if p == nil {
		return
	}
	a.out.printf("  order:    logs: %d, processes: %d, orders possible: %s\n", p.Files, p.Processes, p.Orders)
	for _, n := range p.Frontier {
		switch {
		case n.Line == 0:
			a.out.printf("  next:     %s has no events left\n", n.Process)
		case n.Waits != "":
			a.out.printf("  next:     %s:%d %s waits for %s\n", n.File, n.Line, n.Event, n.Waits)
		default:
			a.out.printf("  next:     %s:%d %s: %s\n", n.File, n.Line, n.Event, cmp.Or(n.Broken, n.Reason))
		}
	}
}
