package trace

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Trace is the lines that count, reduced to what a mapping looks at.
type Trace struct {
	File    string
	Records []Record
	Others  int // lines that where: or ignore: leaves out
	// Unread are the paths that lines have and the mapping doesn't look at, as far as the
	// first 2,000 lines that count show.
	Unread []string
	// Processes are there where the mapping says that the lines are ordered in part only:
	// the records then stand process by process.
	Processes []Process
	ordered   int                 // so many of the records some order can reach
	values    map[string][]string // of the fields that make constants: each value once
}

// Record is one line that counts.
type Record struct {
	File   string
	Line   int
	Event  string
	Fields map[string]Value // by the field's name; without those that are not there

	// Of a run that is ordered in part only:
	after  []int  // so many of each process's records come before
	rank   int    // in the order that is tried first
	broken string // why the record fits in no order, whatever the model says
}

// Read reads a trace as a mapping sees it. The error is an *Error or a
// *MappingError where the trace or the mapping is at fault.
func Read(file string, r io.Reader, m *Mapping, limits Limits) (*Trace, error) {
	return ReadRun(file, []File{{file, func() (io.ReadCloser, error) { return io.NopCloser(r), nil }}}, m, limits)
}

// File is one log of a run.
type File struct {
	Name string
	Open func() (io.ReadCloser, error)
}

// ReadRun reads the logs of one run, which a mapping with order: puts in order as far as
// their lines say it. Without order: there can be one log only. Errors are as of Read.
func ReadRun(name string, files []File, m *Mapping, limits Limits) (*Trace, error) {
	if m.Order == nil && len(files) != 1 {
		return nil, &MappingError{[]Problem{{File: m.File, Text: fmt.Sprintf("%d logs are given as one run, and nothing says how their lines are ordered", len(files)),
			Hint: "write order:"}}}
	}

	b := &binder{m: m, t: &Trace{values: map[string][]string{}}, uses: map[string]use{}, kinds: map[string]kindAt{}, paths: map[string]bool{}}
	for _, c := range m.Constants {
		b.all = append(b.all, c.From...)
	}
	if m.Order != nil {
		b.order = newOrdering(m.Order)
	}
	for _, f := range files {
		if err := b.file(f, limits.withDefaults()); err != nil {
			return nil, err
		}
	}
	b.t.File = name
	// Only now: what must come before a line may stand in any of the logs.
	if b.order != nil {
		if err := b.order.finish(b.t); err != nil {
			return nil, err
		}
	}
	if len(b.t.Records) == 0 {
		text := "the trace has no events"
		if b.t.Others > 0 {
			text = fmt.Sprintf("no event is left: where: and ignore: of the mapping leave all %d lines out", b.t.Others)
		}
		return nil, &Error{File: name, Text: text}
	}
	for p, read := range b.paths {
		if !read {
			b.t.Unread = append(b.t.Unread, p)
		}
	}
	slices.Sort(b.t.Unread)
	return b.t, nil
}

// file adds the lines of one log.
func (b *binder) file(f File, limits Limits) error {
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	// Messages and stamps name the log they are about; the trace is called after the run again
	// when all are read.
	b.t.File = f.Name

	for raw, err := range b.m.Merge.lines(Lines(f.Name, r, limits)) {
		if err != nil {
			return err
		}
		if err := b.add(raw); err != nil {
			return err
		}
		if b.events > limits.Events {
			return &Error{f.Name, raw.Line, 0, fmt.Sprintf("more than %d events", limits.Events),
				"validate a part of the trace, or raise the limit; TLC holds about 60,000 events in 1.3 GB"}
		}
	}
	return nil
}

// keep adds the event of a line, nil where the line is none.
func (b *binder) keep(raw Raw, rec *Record) error {
	if rec == nil {
		b.t.Others++
	} else {
		// Only lines that count are held against Limits.Events: what makes a module large is its
		// records.
		b.events++
	}
	if b.order == nil {
		if rec != nil {
			b.t.Records = append(b.t.Records, *rec)
		}
		return nil
	}

	s, err := b.order.stamp(b.t.File, raw)
	switch {
	case err != nil && rec == nil:
		return nil // a line that is no event need not be ordered
	case err != nil:
		return b.fail(raw.Line, "", "%v", err)
	case rec != nil:
		if err := b.order.message(&s, raw, rec.Event); err != nil {
			return b.fail(raw.Line, "", "%v", err)
		}
	}
	b.order.add(s, rec)
	return nil
}

// look notes which leaves of a line are read: those at or under the path of a field,
// of the event's name, or of a condition of the mapping.
func (b *binder) look(v any, path string, fields []string) {
	// An object that is read as a whole is one leaf: what lies under it is looked at with it.
	if m, ok := v.(map[string]any); ok && len(m) > 0 && !b.reads(path, fields) {
		for k, e := range m {
			sub := k
			if path != "" {
				sub = path + "." + k
			}
			b.look(e, sub, fields)
		}
		return
	}
	// Objects whose keys are ids would make a path for every id; a hint needs only some.
	if path != "" && len(b.paths) < 500 {
		b.paths[path] = b.paths[path] || b.reads(path, fields)
	}
}

func (b *binder) reads(path string, fields []string) bool {
	// The path of an element of an array (conf.0) reads a part of the leaf conf: arrays are
	// leaves here.
	at := func(p string) bool {
		return p == path || strings.HasPrefix(p, path+".") && p[len(path)+1] >= '0' && p[len(path)+1] <= '9'
	}
	root := func(p string) string {
		if b.m.Root != "" {
			return b.m.Root + "." + p
		}
		return p
	}

	for _, p := range b.m.Event {
		if at(root(p)) {
			return true
		}
	}
	for _, w := range b.m.Where {
		if at(w.Path) {
			return true
		}
	}
	for _, p := range b.m.Order.paths() {
		if at(p) {
			return true
		}
	}
	for _, f := range fields {
		if at(root(b.m.field(f).Path)) {
			return true
		}
	}
	return false
}

// binder reduces lines to records.
type binder struct {
	m     *Mapping
	t     *Trace
	uses  map[string]use
	kinds map[string]kindAt
	paths map[string]bool // leaf paths of lines: whether some line's is read
	all   []string        // fields that are read of every line

	events int
	order  *ordering // nil where the lines are ordered as they stand
}

// use is what an event's expressions look at.
type use struct {
	event  *Event
	fields []string // all that may be there
	needed []string // must be there: the arguments of actions
	// with has for each field what it is compared with: values of a field in two events
	// may differ in type unless they are compared with the same.
	with map[string][]string
}

type kindAt struct {
	kind Kind
	line int
	raw  string
}

// uses are the fields of an event, and those that its lines must have.
func (m *Mapping) uses(e *Event) (fields, needed []string) {
	after, before, holds := m.compares(e)
	add := func(list *[]string, names ...string) {
		for _, n := range names {
			if h := m.isHidden(n, e.Hidden); h != "" {
				n = h
			}
			if !slices.Contains(*list, n) {
				*list = append(*list, n)
			}
		}
	}

	for _, x := range e.Actions {
		for _, n := range names(x.Text) {
			// A hidden id is used where the line has it and chosen where it doesn't: no line must
			// have it.
			if h := m.isHidden(n, e.Hidden); h == "" {
				add(&needed, n)
			}
			add(&fields, n)
		}
	}
	for _, list := range [][]Compare{after, before} {
		for _, c := range list {
			add(&fields, c.Field)
			add(&fields, names(c.Expr.Text)...)
		}
	}
	for _, x := range holds {
		add(&fields, names(x.Text)...)
	}
	for _, h := range append(append([]Hidden{}, e.Hidden...), m.Hidden...) {
		add(&fields, h.Name)
		add(&fields, names(h.Set.Text)...)
	}
	return fields, needed
}

// isHidden is the hidden id that a $name means: its first part, unless the name is
// a declared field.
func (m *Mapping) isHidden(name string, own []Hidden) string {
	for _, f := range m.Fields {
		if f.Name == name {
			// A declared field of the id's very name says the id; with any other declared name,
			// first.rest is that field's path and nothing hidden.
			for _, h := range slices.Concat(own, m.Hidden) {
				if h.Name == name {
					return h.Name
				}
			}
			return ""
		}
	}
	first, _, _ := strings.Cut(name, ".")
	for _, h := range slices.Concat(own, m.Hidden) {
		if h.Name == first {
			return first
		}
	}
	return ""
}

func (b *binder) add(raw Raw) error {
	m := b.m
	for _, w := range m.Where {
		// Before anything else is asked of the line: a line that is left out may have any form.
		v, ok := lookup(raw.Value, w.Path)
		if !ok || !slices.Contains(w.Values, plain(v)) {
			return b.keep(raw, nil)
		}
	}

	if err := m.spread(raw.Value); err != nil {
		return b.fail(raw.Line, "", "%v", err)
	}
	var root any = raw.Value
	if m.Root != "" {
		v, ok := lookup(raw.Value, m.Root)
		if !ok {
			return b.fail(raw.Line, "where: keeps only the lines that have it", "the line has no %s, the mapping's root", m.Root)
		}
		root = v
	}

	name, err := b.name(root, raw.Line)
	if err != nil {
		return err
	}
	u, err := b.use(name, raw.Line)
	if err != nil {
		return err
	}
	// Also of events that are ignored: an id that only such a line has is an element of the
	// system's set nevertheless.
	if err := b.constants(root, raw.Line); err != nil {
		return err
	}
	if u.event == nil {
		return b.keep(raw, nil)
	}

	fields := u.fields
	// Conditions on the initial state are held against the first record: it has their
	// fields too.
	if b.events == 0 {
		for _, c := range m.Initial {
			for _, n := range append(names(c.Expr.Text), c.Field) {
				if !slices.Contains(fields, n) {
					fields = append(slices.Clip(fields), n)
				}
			}
		}
	}

	rec := Record{File: b.t.File, Line: raw.Line, Event: name, Fields: make(map[string]Value, len(fields))}
	for _, n := range fields {
		v, ok, err := b.field(place{root, raw.Line, name}, n)
		if err != nil {
			return err
		}
		if ok {
			rec.Fields[n] = v
		}
	}

	for _, n := range u.needed {
		if _, ok := rec.Fields[n]; !ok {
			return b.fail(raw.Line, fmt.Sprintf("where lines don't say it, list %s under hidden with the set it is from", n),
				"event %s has no %s, which its action needs (%s:%d)", name, m.field(n).Path, m.File, u.event.Line)
		}
	}

	// For hints about fields that nothing compares, some thousand lines are enough.
	if b.events < 2000 {
		b.look(raw.Value, "", fields)
	}
	return b.keep(raw, &rec)
}

// name is the name of a line's event.
func (b *binder) name(root any, line int) (string, error) {
	var parts []string
	for i, p := range b.m.Event {
		v, ok := lookup(root, p)
		if s := unquoted(plain(v)); ok && s != "" {
			parts = append(parts, s)
		} else if i == 0 {
			// Only the first path must have a value: the others refine a name that some lines
			// leave as it is.
			return "", b.fail(line, "event: says where the name is, where: keeps only lines that have one", "the line has no event name at %s", p)
		}
	}
	return strings.Join(parts, "/"), nil
}

// use is what the mapping says of an event, looked up once; nothing of one to ignore.
func (b *binder) use(name string, line int) (u use, err error) {
	u, ok := b.uses[name]
	if ok {
		return u, nil
	}
	u.event = b.m.event(name)
	if u.event == nil && !b.m.ignored(name) {
		var known []string
		for _, e := range b.m.Events {
			known = append(known, e.Name)
		}
		hint := meant(name, known)
		// An event that nobody mapped is an error, not a line to skip: a trace is accepted for
		// what it says.
		if hint == "" {
			hint = "list it under events, or under ignore"
		}
		return u, b.fail(line, hint, "event %q is not in the mapping %s", name, b.m.File)
	}
	if u.event != nil {
		u.fields, u.needed = b.m.uses(u.event)
		u.with = map[string][]string{}
		after, before, _ := b.m.compares(u.event)
		for _, c := range append(after, before...) {
			u.with[c.Field] = append(slices.Clip(u.with[c.Field]), c.Field+" = "+c.Expr.Text)
		}
	}
	b.uses[name] = u
	return u, nil
}

// place is the line that is read; event is its own, or empty for what is read of all.
type place struct {
	root  any
	line  int
	event string
}

// field is the value of a field of a line, looked at for its type.
func (b *binder) field(in place, name string) (Value, bool, error) {
	f := b.m.field(name)
	root, line, event := in.root, in.line, in.event
	v, ok := lookup(root, f.Path)
	if !ok {
		return Value{}, false, nil
	}
	val, ok, err := f.convert(v, toolsAlias)
	// Such a text may hold names, whose meaning the mapping gives.
	if f.As == "tla" {
		val, ok, err = f.written(v, b.m.ModelValues)
	}
	if err != nil {
		return Value{}, false, b.fail(line, "", "%s: %v", f.Path, err)
	}
	// What the mapping wrote itself may be a model value, which TLC compares with anything.
	if !ok || val.Kind == Other {
		return val, ok, nil
	}
	// Two events may have a field in different types, unless they compare it with the same
	// expression: TLC ends with an error where it compares a number with a string.
	for _, key := range append(slices.Clip(b.uses[event].with[name]), event+"/"+name) {
		at, seen := b.kinds[key]
		if !seen {
			b.kinds[key] = kindAt{val.Kind, line, val.raw}
		} else if at.kind != val.Kind {
			return Value{}, false, b.fail(line, fmt.Sprintf("declare it under fields of the mapping: as: string, or values: for one of them (%s)", b.m.File),
				"%s is a %s here (%s) and a %s on line %d (%s); TLC can't compare the two", f.Path, val.Kind, val.raw, at.kind, at.line, at.raw)
		}
	}
	return val, true, nil
}

// constants collects the values of the fields that make constants.
func (b *binder) constants(root any, line int) error {
	for _, n := range b.all {
		v, ok, err := b.field(place{root, line, ""}, n)
		if err != nil {
			return err
		}
		if ok && !slices.Contains(b.t.values[n], v.Text) {
			b.t.values[n] = append(b.t.values[n], v.Text)
			if len(b.t.values[n]) > 10_000 {
				return b.fail(line, "", "%s has more than 10,000 different values: too many for a constant", n)
			}
		}
	}
	return nil
}

func (b *binder) fail(line int, hint, format string, args ...any) error {
	return &Error{b.t.File, line, 0, fmt.Sprintf(format, args...), hint}
}

// unquoted is a text without the quotes of a TLA+ string around it.
func unquoted(s string) string {
	if len(s) > 2 && s[0] == '"' && strings.IndexByte(s[1:], '"') == len(s)-2 {
		return s[1 : len(s)-1]
	}
	return s
}

// plain is a scalar as text without quotes; compact JSON of anything else.
func plain(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	if v == nil {
		return ""
	}
	return compact(v)
}
