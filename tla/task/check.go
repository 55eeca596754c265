package task

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"ensures/internal/closest"
	"ensures/internal/regular"
	"ensures/tla/invariant"

	"go.yaml.in/yaml/v3"
)

// Check is everything that is wrong with a folder: its task.yaml, and the files that
// it names. A task without a problem that is no warning can be used. The error tells
// of a folder that is no task at all, or can't be read.
func Check(dir string) (Task, []Problem, error) {
	t, err := Load(dir)
	var wrong *Error
	switch {
	case errors.As(err, &wrong):
		return t, wrong.Problems, nil
	case err != nil:
		return t, nil, err
	}
	c := &checker{task: t}
	c.todo()
	c.sources()
	c.traces()
	c.yaml("mapping", t.Mapping)
	c.reference()
	c.invariants()
	c.bugs()
	if d := t.Harness.Dir; d != "" {
		if info, err := os.Stat(t.Path(d)); err != nil || !info.IsDir() {
			c.add(File, 0, "", "harness: there is no folder %s", d)
		}
	}
	return t, c.problems, nil
}

type checker struct {
	task     Task
	problems []Problem
}

func (c *checker) add(file string, line int, fix, format string, args ...any) {
	c.problems = append(c.problems, Problem{File: file, Line: line, Text: fmt.Sprintf(format, args...), Fix: fix})
}

func (c *checker) warn(file string, line int, fix, format string, args ...any) {
	c.add(file, line, fix, format, args...)
	c.problems[len(c.problems)-1].Warn = true
}

// todo reminds of what a draft has left open.
func (c *checker) todo() {
	t := c.task
	for key, text := range map[string]string{"system": t.System, "description": t.Description, "granularity": t.Granularity} {
		if strings.Contains(text, "TODO") {
			c.warn(File, 0, "", "%s still says TODO", key)
		}
	}
	// The texts stand in a map; these are the first problems of all.
	slices.SortFunc(c.problems, func(a, b Problem) int { return strings.Compare(a.Text, b.Text) })
}

// invariants reads the templates, and the reference's binding to them.
func (c *checker) invariants() {
	t := c.task
	if t.Invariants == "" {
		return
	}
	set, err := invariant.Read(t.Path(t.Invariants))
	if err == nil {
		for _, p := range set.Unused() {
			c.warn(t.Invariants, 0, "take it out, or use it in a formula", "no invariant uses the placeholder %s", p.Head())
		}
	}
	if err == nil && t.Reference.Binding != "" {
		_, err = invariant.ReadBinding(t.Path(t.Reference.Binding), set)
	}
	var wrong *invariant.Error
	switch {
	case errors.As(err, &wrong):
		rel := t.Invariants
		// Templates and binding are read by one package: its error says which of the two is
		// wrong.
		if wrong.File == t.Path(t.Reference.Binding) {
			rel = t.Reference.Binding
		}
		text := wrong.Text
		if wrong.What != "" {
			text = wrong.What + ": " + text
		}
		c.add(rel, 0, "", "%s", text)
	case err != nil:
		c.add(File, 0, "", "invariants: %v", err)
	}
}

// read is a file as UTF-8 text.
func (c *checker) read(key, rel string) ([]byte, bool) {
	raw, err := regular.ReadFile(c.task.Path(rel))
	if err != nil {
		var perr *fs.PathError
		if errors.As(err, &perr) {
			err = perr.Err
		}
		c.add(File, 0, "", "%s: %s: %v", key, rel, err)
		return nil, false
	}
	for i, line := range bytes.Split(raw, []byte("\n")) {
		if !utf8.Valid(line) {
			c.add(rel, i+1, "write the file as UTF-8", "the line is no UTF-8 text")
			return nil, false
		}
	}
	return raw, true
}

func (c *checker) sources() {
	if len(c.task.Source) == 0 {
		c.add(File, 0, "name the files that a model is made from", "source is empty")
	}
	for _, f := range c.task.Source {
		// What the harness fetches is not kept in the folder: that it isn't there yet is no
		// mistake of the task.
		if _, err := os.Stat(c.task.Path(f)); errors.Is(err, fs.ErrNotExist) && len(c.task.Harness.Fetch) > 0 {
			fetch := strings.Join(c.task.Harness.Fetch, " ")
			c.warn(File, 0, "run "+fetch+" in "+c.task.Harness.Dir, "source: %s is not kept in the folder, and was not fetched yet", f)
			continue
		}
		c.read("source", f)
	}
}

// maxLine is the longest line that a trace may have, in bytes.
const maxLine = 1 << 20

// traces looks at every line, but reports a kind of mistake once a file.
func (c *checker) traces() {
	t := c.task
	if t.pattern == "" {
		c.warn(File, 0, "collect some, and name them with traces: traces/*.ndjson", "there are no traces: conformance can't be measured")
		return
	}
	if len(t.Traces) == 0 {
		c.add(File, 0, "collect traces first, or mend the pattern", "traces: no file fits %q", t.pattern)
		return
	}
	seen, size := map[string]bool{}, int64(0)
	for _, f := range t.Traces {
		info, err := os.Stat(t.Path(f))
		if err != nil {
			c.add(File, 0, "", "traces: %v", err)
			continue
		}

		size += info.Size()
		if strings.HasSuffix(f, ".ndjson") || strings.HasSuffix(f, ".jsonl") {
			c.trace(f, seen)
		}
	}
	if size > MaxTraces {
		c.warn(File, 0, "keep the shorter ones", "the traces have %d bytes together; %d are enough for a repository", size, MaxTraces)
	}
	for _, e := range t.Events {
		// With names at another place than usual no event is seen at all, which is no reason to
		// miss every one of them.
		if len(seen) > 0 && !seen[e.Name] {
			c.warn(File, 0, "collect a trace with one, or drop it", "no trace has an event %s: nothing checks what a model says of it", e.Name)
		}
	}
}

// trace reads one trace and notes the events that it has.
func (c *checker) trace(file string, seen map[string]bool) {
	f, err := regular.Open(c.task.Path(file))
	if err != nil {
		c.add(File, 0, "", "traces: %v", err)
		return
	}
	defer f.Close()

	events := map[string]Event{}
	for _, e := range c.task.Events {
		events[e.Name] = e
	}
	// One complaint for a name, and one for each field that it lacks: a trace has thousands of
	// lines of a kind.
	told := map[string]bool{}

	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxLine)
	n := 0
	for lines.Scan() {
		n++
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}

		if !utf8.Valid(line) {
			c.add(file, n, "write the trace as UTF-8", "the line is no UTF-8 text")
			return
		}
		var record map[string]any
		if err := json.Unmarshal(line, &record); err != nil {
			c.add(file, n, "one object a line, nothing else", "the line is no JSON object: %v", err)
			return
		}

		name := eventName(record)
		if name == "" {
			continue
		}

		seen[name] = true
		e, known := events[name]
		if known || len(events) == 0 || told[name] {
			if inner, ok := record["event"].(map[string]any); ok {
				record = inner
			}
			for _, field := range e.Fields {
				if _, ok := record[field]; !ok && !told[name+"."+field] {
					told[name+"."+field] = true
					c.add(file, n, "log it, or take it out of the event's fields in "+File, "the event %s has no field %s", name, field)
				}
			}
			continue
		}

		told[name] = true
		fix := "add it to the events of " + File
		if s := closest.Word(name, slices.Sorted(maps.Keys(events)), len(name)/2); s != "" {
			fix += ", or do you mean " + s + "?"
		}
		c.add(file, n, fix, "%s has no event %q", File, name)
	}

	if err := lines.Err(); err != nil {
		c.add(file, n+1, "", "the line can't be read: %v", err)
	}
	if n == 0 {
		c.add(file, 0, "", "the trace is empty")
	}
}

// eventName is the name of a logged event, wherever it is usual to put it; empty
// where it is somewhere else.
func eventName(record map[string]any) string {
	switch e := record["event"].(type) {
	case string:
		return e
	case map[string]any:
		name, _ := e["name"].(string)
		return name
	}
	return ""
}

// yaml looks whether a file is there and is YAML; what it means is for others.
func (c *checker) yaml(key, rel string) {
	if rel == "" {
		return
	}
	raw, ok := c.read(key, rel)
	if !ok {
		return
	}
	if n, problems := document(raw); n == nil || n.Kind != yaml.MappingNode && n.Kind != yaml.SequenceNode {
		if len(problems) == 0 {
			problems = []Problem{{Text: "the file has neither keys nor a list"}}
		}
		for _, p := range problems {
			p.File = rel
			c.problems = append(c.problems, p)
		}
	}
}

// header finds the name of a module.
var header = regexp.MustCompile(`(?m)^\s*-{4,}[ \t]*MODULE[ \t]+([A-Za-z0-9_]+)[ \t]*-{4,}`)

func (c *checker) reference() {
	r := c.task.Reference
	if r.Module == "" {
		return
	}
	if raw, ok := c.read("reference", r.Module); ok {
		switch m := header.FindSubmatchIndex(raw); {
		case m == nil:
			c.add(r.Module, 1, "begin it with ---- MODULE "+c.task.Module+" ----", "the file is no TLA+ module")
		case string(raw[m[2]:m[3]]) != c.task.Module:
			c.add(r.Module, 1+bytes.Count(raw[:m[2]], []byte("\n")), "give both the same name", "the module is called %s, in %s %s", raw[m[2]:m[3]], File, c.task.Module)
		}
	}
	c.read("reference", r.Config)
}

func (c *checker) bugs() {
	bugs, err := c.task.LoadBugs()
	var wrong *Error
	switch {
	case errors.As(err, &wrong):
		c.problems = append(c.problems, wrong.Problems...)
		return
	case err != nil:
		c.add(File, 0, "", "bugs: %v", err)
		return
	}
	for _, b := range bugs {
		if _, err := c.task.Buggy(b); err != nil {
			line := 0
			if len(b.Edits) > 0 {
				line = b.Edits[0].line
			}
			c.add(c.task.Bugs, line, "", "%v", err)
		}
	}
}
