package trace

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// ReadMapping reads a mapping. file is its name in messages. Unknown keys, wrong
// types and double entries are mistakes; the error is a *MappingError with all of
// them.
func ReadMapping(file string, text []byte) (*Mapping, error) {
	r := &mappingReader{m: &Mapping{File: file, Init: "Init", Next: "Next", Event: []string{"event"}}}
	if !utf8.Valid(text) {
		line, column := notUTF8(text)
		r.problem(line, "", "column %d: not UTF-8", column)
		return nil, &MappingError{r.problems}
	}

	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		var te *yaml.TypeError
		msg := strings.TrimPrefix(err.Error(), "yaml: ")
		if errors.As(err, &te) {
			msg = te.Errors[0]
		}
		// yaml writes the line into its message; a problem has it in a field of its own.
		line := 0
		if n, err := fmt.Sscanf(msg, "line %d:", &line); n == 1 && err == nil {
			_, msg, _ = strings.Cut(msg, ": ")
		}
		r.problem(line, "", "%s", msg)
		return nil, &MappingError{r.problems}
	}

	if len(doc.Content) == 0 {
		r.problem(1, "", "the mapping is empty: it needs at least events")
		return nil, &MappingError{r.problems}
	}
	r.top(doc.Content[0])
	if len(r.problems) > 0 {
		slices.SortStableFunc(r.problems, func(a, b Problem) int { return a.Line - b.Line })
		return nil, &MappingError{r.problems}
	}
	return r.m, nil
}

// mappingReader collects what is wrong while it reads.
type mappingReader struct {
	m        *Mapping
	problems []Problem
}

func (r *mappingReader) problem(line int, hint, format string, args ...any) {
	r.problems = append(r.problems, Problem{r.m.File, line, fmt.Sprintf(format, args...), hint})
}

// each calls f for the entries of a mapping node, after looking that the keys are
// among known (nil: any) and there once.
func (r *mappingReader) each(n *yaml.Node, what string, known []string, f func(key string, line int, v *yaml.Node)) {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n.Kind == yaml.ScalarNode && n.Tag == "!!null" {
		return
	}

	if n.Kind != yaml.MappingNode {
		r.problem(n.Line, "", "%s must be a mapping of keys to values", what)
		return
	}

	seen := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		for v.Kind == yaml.AliasNode {
			v = v.Alias
		}

		switch {
		case k.Tag == "!!merge": // <<: *anchor; own keys win
			r.each(v, what, known, func(key string, line int, v *yaml.Node) {
				if seen[key] == 0 && !has(n, key) {
					seen[key] = line
					f(key, line, v)
				}
			})
			continue
		case k.Kind != yaml.ScalarNode:
			r.problem(k.Line, "", "a key of %s must be a word", what)
			continue
		case seen[k.Value] > 0:
			r.problem(k.Line, "", "%s: %s is there twice, first on line %d", what, k.Value, seen[k.Value])
			continue
		case known != nil && !slices.Contains(known, k.Value):
			hint := meant(k.Value, known)
			if hint == "" {
				hint = "known are " + strings.Join(known, ", ")
			}
			r.problem(k.Line, hint, "%s has no key %s", what, k.Value)
			continue
		}

		seen[k.Value] = k.Line
		f(k.Value, k.Line, v)
	}
}

// has reports whether a mapping node has a key of its own.
func has(n *yaml.Node, key string) bool {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return true
		}
	}
	return false
}

// text is a scalar's text.
func (r *mappingReader) text(n *yaml.Node, what string) string {
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		r.problem(n.Line, "", "%s must be a text", what)
		return ""
	}
	return strings.TrimSpace(n.Value)
}

// expr is a TLA+ expression. YAML's true and false are TLA+'s.
func (r *mappingReader) expr(n *yaml.Node, what string) Expr {
	t := r.text(n, what)
	switch {
	case n.Kind == yaml.ScalarNode && n.Tag == "!!bool":
		t = strings.ToUpper(t)
	case t == "" && n.Kind == yaml.ScalarNode && n.Tag != "!!null":
		r.problem(n.Line, "", "%s is empty", what)
	}
	if n.Kind == yaml.ScalarNode && !balanced(t) {
		r.problem(n.Line, "in a list in brackets, YAML ends an item at a comma: quote it", "%s: the parentheses of %q don't match", what, t)
	}
	return Expr{t, n.Line}
}

// balanced reports whether every bracket of an expression is closed.
func balanced(x string) bool {
	depth := 0
	for i := 0; i < len(x); i++ {
		switch x[i] {
		case '"':
			for i++; i < len(x) && x[i] != '"'; i++ {
				if x[i] == '\\' {
					i++
				}
			}
		case '(', '[', '{':
			if i == 0 || x[i-1] != '\\' {
				depth++
			}
		case ')', ']', '}':
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return depth == 0
}

// list is a list of texts; one text is a list of one.
func (r *mappingReader) list(n *yaml.Node, what string) []string {
	var out []string
	for _, x := range r.exprs(n, what) {
		out = append(out, x.Text)
	}
	return out
}

func (r *mappingReader) exprs(n *yaml.Node, what string) []Expr {
	if n.Kind == yaml.SequenceNode {
		var out []Expr
		for _, c := range n.Content {
			out = append(out, r.expr(c, what))
		}
		return out
	}
	return []Expr{r.expr(n, what)}
}

func (r *mappingReader) integer(n *yaml.Node, what string) int {
	v, err := strconv.Atoi(r.text(n, what))
	if err != nil || v < 0 {
		r.problem(n.Line, "", "%s must be a whole number, 0 or more", what)
	}
	return v
}

func (r *mappingReader) top(n *yaml.Node) {
	m := r.m
	known := []string{"spec", "init", "next", "extends", "model_values", "constants", "definitions", "root", "event", "where", "order", "merge", "entries", "fields", "hidden",
		"events", "ignore", "compare", "before", "holds", "initial", "unlogged"}

	r.each(n, "the mapping", known, func(key string, line int, v *yaml.Node) {
		switch key {
		case "spec":
			m.Spec = r.name(v, key)
		case "init":
			m.Init = r.name(v, key)
		case "next":
			m.Next = r.name(v, key)
		case "extends":
			m.Extends = r.nameList(v, key)
		case "model_values":
			m.ModelValues = r.nameList(v, key)
		case "constants":
			r.each(v, key, nil, func(k string, line int, v *yaml.Node) { m.Constants = append(m.Constants, r.constant(k, line, v)) })
		case "definitions":
			m.Definitions = r.text(v, key)
		case "root":
			m.Root = r.text(v, key)
		case "event":
			m.Event = r.list(v, key)
		case "where":
			r.each(v, key, nil, func(k string, line int, v *yaml.Node) {
				m.Where = append(m.Where, Where{k, r.list(v, "where "+k), line})
			})
		case "order":
			m.Order = r.order(v, line)
		case "merge":
			m.Merge = r.merge(v, line)
		case "entries":
			r.each(v, key, nil, func(k string, line int, v *yaml.Node) {
				m.Entries = append(m.Entries, Entries{k, r.list(v, "entries "+k), line})
			})
		case "fields":
			r.each(v, key, nil, func(k string, line int, v *yaml.Node) { m.Fields = append(m.Fields, r.field(k, line, v)) })
		case "hidden":
			m.Hidden = r.hidden(v, key)
		case "events":
			r.each(v, key, nil, func(k string, line int, v *yaml.Node) { m.Events = append(m.Events, r.event(k, line, v)) })
		case "ignore":
			m.Ignore = r.list(v, key)
		case "compare":
			m.Compare = r.compare(v, key, false)
		case "before":
			m.Before = r.compare(v, key, false)
		case "holds":
			m.Holds = r.exprs(v, key)
		case "initial":
			m.Initial = r.compare(v, key, false)
		case "unlogged":
			m.Unlogged = r.unlogged(v, line)
		}
	})

	if m.Order != nil && len(m.Initial) > 0 {
		r.problem(m.Initial[0].Expr.Line, "compare the fields before: the first event", "initial has no meaning beside order: no line is the first")
	}
	// A mistyped key is reported already; that nothing was read under it is no second mistake.
	if len(m.Events) == 0 && len(r.problems) == 0 {
		r.problem(n.Line, "write events: and under it, for each event, action: and the action's name", "no events are mapped")
	}
	for _, e := range m.Events {
		if slices.Contains(m.Ignore, e.Name) {
			r.problem(e.Line, "", "event %s is mapped and ignored", e.Name)
		}
	}
}

// name is the name of a definition or module.
func (r *mappingReader) name(n *yaml.Node, what string) string {
	t := r.text(n, what)
	if t != "" && !identifier(t) {
		r.problem(n.Line, "", "%s: %q is no name of TLA+", what, t)
	}
	return t
}

func (r *mappingReader) nameList(n *yaml.Node, what string) []string {
	list := r.exprs(n, what)
	var out []string
	for _, x := range list {
		if x.Text != "" && !identifier(x.Text) {
			r.problem(x.Line, "", "%s: %q is no name of TLA+", what, x.Text)
		}
		out = append(out, x.Text)
	}
	return out
}

func (r *mappingReader) constant(name string, line int, v *yaml.Node) Constant {
	c := Constant{Name: name, Line: line}
	what := "constant " + name
	switch v.Kind {
	case yaml.MappingNode:
		r.each(v, what, []string{"from"}, func(_ string, _ int, v *yaml.Node) { c.From = r.list(v, what+": from") })
		if len(c.From) == 0 {
			r.problem(line, "from: names the fields whose values are the set", "%s has no value", what)
		}
	case yaml.SequenceNode:
		r.problem(line, "a set is written as TLA+: '{1, 2}'", "%s must be a TLA+ expression", what)
	default:
		c.Expr = r.expr(v, what)
	}
	return c
}

func (r *mappingReader) field(name string, line int, v *yaml.Node) Field {
	f := Field{Name: name, Path: name, Line: line}
	what := "field " + name
	if v.Kind == yaml.ScalarNode {
		f.Path = r.text(v, what)
		return f
	}
	r.each(v, what, []string{"path", "as", "keys", "values"}, func(k string, line int, v *yaml.Node) {
		switch k {
		case "path":
			f.Path = r.text(v, what+": path")
		case "as":
			f.As = r.oneOf(v, what+": as", "string", "int", "set", "sequence", "tla")
		case "keys":
			f.Keys = r.oneOf(v, what+": keys", "string", "int")
		case "values":
			f.Values = map[string]string{}
			r.each(v, what+": values", nil, func(k string, _ int, v *yaml.Node) {
				f.Values[k] = r.expr(v, what+": values").Text
			})
		}
	})
	return f
}

func (r *mappingReader) oneOf(n *yaml.Node, what string, words ...string) string {
	t := r.text(n, what)
	if !slices.Contains(words, t) {
		r.problem(n.Line, meant(t, words), "%s must be one of %s", what, strings.Join(words, ", "))
	}
	return t
}

func (r *mappingReader) hidden(v *yaml.Node, what string) []Hidden {
	var out []Hidden
	r.each(v, what, nil, func(k string, line int, v *yaml.Node) {
		out = append(out, Hidden{k, r.expr(v, what+" "+k)})
	})
	return out
}

// compare reads field → expression; ~ takes a common comparison back.
func (r *mappingReader) compare(v *yaml.Node, what string, own bool) []Compare {
	var out []Compare
	if v.Kind == yaml.SequenceNode { // fields named like the variables
		for _, c := range v.Content {
			x := r.expr(c, what)
			out = append(out, Compare{x.Text, x})
		}
		return out
	}
	r.each(v, what, nil, func(k string, line int, v *yaml.Node) {
		// Only an event can take something back: at the top there is nothing behind it.
		if own && v.Kind == yaml.ScalarNode && v.Tag == "!!null" {
			out = append(out, Compare{k, Expr{"", line}})
			return
		}
		out = append(out, Compare{k, r.expr(v, what+" "+k)})
	})
	return out
}

func (r *mappingReader) event(name string, line int, v *yaml.Node) Event {
	e := Event{Name: name, Line: line}
	what := "event " + name
	if v.Kind == yaml.ScalarNode && v.Tag != "!!null" || v.Kind == yaml.SequenceNode {
		e.Actions = r.exprs(v, what)
		return e
	}
	r.each(v, what, []string{"action", "observe", "compare", "before", "holds", "hidden"}, func(k string, line int, v *yaml.Node) {
		switch k {
		case "action":
			e.Actions = r.exprs(v, what+": action")
		case "observe":
			e.Observe = r.text(v, what+": observe") == "true"
		case "compare":
			e.Compare = r.compare(v, what+": compare", true)
		case "before":
			e.Before = r.compare(v, what+": before", true)
		case "holds":
			e.Holds = r.exprs(v, what+": holds")
		case "hidden":
			e.Hidden = r.hidden(v, what+": hidden")
		}
	})

	switch {
	case e.Observe && len(e.Actions) > 0:
		r.problem(line, "", "%s has an action, and observe: true says that it is no step", what)
	case !e.Observe && len(e.Actions) == 0:
		r.problem(line, "write action: NAME, or observe: true where the state stays as it is, or list the event under ignore", "%s has no action", what)
	}
	return e
}

// order reads what is known of the order of a run's lines: program, or a mapping.
func (r *mappingReader) order(v *yaml.Node, line int) *Order {
	o := &Order{Line: line}
	if v.Kind == yaml.ScalarNode {
		r.oneOf(v, "order", "program")
		return o
	}
	var by []string
	r.each(v, "order", []string{"process", "vector", "lamport", "messages", "prefer"}, func(k string, line int, v *yaml.Node) {
		switch k {
		case "process":
			o.Process = r.list(v, "order: process")
		case "vector":
			o.Vector, by = r.text(v, "order: vector"), append(by, k)
		case "lamport":
			o.Lamport, by = r.text(v, "order: lamport"), append(by, k)
		case "messages":
			o.Messages, by = r.messages(v, line), append(by, k)
		case "prefer":
			o.Prefer = r.text(v, "order: prefer")
		}
	})
	if len(by) > 1 {
		r.problem(line, "", "order: %s: give one of them", strings.Join(by, " and "))
	}
	return o
}

func (r *mappingReader) messages(v *yaml.Node, line int) *Messages {
	m := &Messages{}
	r.each(v, "order: messages", []string{"id", "send", "receive"}, func(k string, _ int, v *yaml.Node) {
		switch list := r.list(v, "messages: "+k); k {
		case "id":
			m.ID = list
		case "send":
			m.Send = list
		case "receive":
			m.Receive = list
		}
	})
	if len(m.ID) == 0 || len(m.Send) == 0 || len(m.Receive) == 0 {
		r.problem(line, "", "messages needs id (paths), send and receive (events)")
	}
	return m
}

func (r *mappingReader) merge(v *yaml.Node, line int) *Merge {
	m := &Merge{Line: line}
	r.each(v, "merge", []string{"by", "into"}, func(k string, _ int, v *yaml.Node) {
		if k == "by" {
			m.By = r.list(v, "merge: by")
		} else {
			m.Into = r.text(v, "merge: into")
		}
	})
	if len(m.By) == 0 || m.Into == "" {
		r.problem(line, "", "merge needs by (paths) and into (the name of the list of lines)")
	}
	return m
}

func (r *mappingReader) unlogged(v *yaml.Node, line int) Unlogged {
	// Without max: an unlogged action happens at most once between two lines. With no bound at
	// all the search may have no end.
	u, before := Unlogged{Max: 1}, len(r.problems)
	r.each(v, "unlogged", []string{"max", "actions"}, func(k string, line int, v *yaml.Node) {
		if k == "max" {
			u.Max = r.integer(v, "unlogged: max")
			return
		}
		nodes := []*yaml.Node{v}
		if v.Kind == yaml.SequenceNode {
			nodes = v.Content
		}
		for _, n := range nodes {
			if n.Kind == yaml.ScalarNode {
				u.Actions = append(u.Actions, Unlog{Action: r.expr(n, "unlogged: actions")})
				continue
			}
			var one Unlog
			r.each(n, "an unlogged action", []string{"action", "hidden"}, func(k string, _ int, v *yaml.Node) {
				if k == "action" {
					one.Action = r.expr(v, "unlogged: action")
				} else {
					one.Hidden = r.hidden(v, "unlogged: hidden")
				}
			})
			if one.Action.Text == "" {
				r.problem(n.Line, "", "an unlogged action has no action")
			}
			u.Actions = append(u.Actions, one)
		}
	})

	if len(r.problems) == before && (u.Max == 0 || len(u.Actions) == 0) {
		r.problem(line, "leave unlogged out where there are none", "unlogged needs actions, and a max of at least 1")
	}
	return u
}

// notUTF8 is the place of the first byte that is no UTF-8, 1-based.
func notUTF8(text []byte) (line, column int) {
	line, column = 1, 1
	for len(text) > 0 {
		c, n := utf8.DecodeRune(text)
		if c == utf8.RuneError && n == 1 {
			return line, column
		}
		column++
		if c == '\n' {
			line, column = line+1, 1
		}
		text = text[n:]
	}
	return line, column
}
