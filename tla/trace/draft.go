package trace

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"ensures/internal/closest"
	"ensures/tla/syntax"
)

// Drafted is a first mapping, made without a model from a specification and a trace:
// by names that are alike, by values that occur in both, by what actions assign.
type Drafted struct {
	YAML    string   `json:"yaml"`
	Guessed []string `json:"guessed"`
	Open    []string `json:"open"`
}

// Draft reads up to 2,000 lines of a trace. config may be the text of a configuration
// file with the constants' values. It fails where the trace can't be read, the module
// has no actions, or no field looks like an event's name.
func Draft(s Spec, next, config, file string, r io.Reader) (Drafted, error) {
	f, problems := s.read(next)
	if len(problems) > 0 {
		return Drafted{}, &MappingError{problems}
	}
	if len(f.actions) == 0 {
		return Drafted{}, &MappingError{[]Problem{{File: f.name + ".tla", Text: "no definition " + next + " with actions", Hint: "name the next-state relation"}}}
	}

	texts := []string{s.Module.Text}
	for _, e := range s.Extra {
		texts = append(texts, e.Text)
	}
	d := &drafter{f: f, spec: syntax.NewSpec(texts...), next: next, config: config, leaves: map[string]*leaf{}}
	for raw, err := range Lines(file, r, Limits{}) {
		if err != nil {
			return Drafted{}, err
		}
		d.lines = append(d.lines, raw)
		d.leaf("", raw.Value)
		if len(d.lines) == 2000 {
			break
		}
	}

	if len(d.lines) == 0 {
		return Drafted{}, &Error{File: file, Text: "the trace has no events"}
	}
	if !d.findEvent() {
		return Drafted{}, &Error{File: file, Text: "no field looks like an event's name", Hint: "a field with few different strings on every line is needed"}
	}

	d.matchEvents()
	d.matchIDs()
	d.matchVariables()
	return Drafted{YAML: d.write(file), Guessed: d.guessed, Open: d.open}, nil
}

// leaf is a path of the lines.
type leaf struct {
	path   string
	lines  int
	kinds  map[string]int
	values map[string]int // of scalars
}

type drafter struct {
	f      facts
	spec   *syntax.Spec
	next   string
	config string
	lines  []Raw
	leaves map[string]*leaf

	event     string
	root      string
	matched   map[string]*syntax.Action // event → action
	events    []string
	ids       map[string]string // set of a quantifier → field
	hidden    map[string]string // variable of a quantifier → set
	constants map[string]string // name → YAML
	model     []string
	compare   []string
	fields    []string
	extends   []string
	guessed   []string
	open      []string
}

func (d *drafter) guess(format string, args ...any) {
	d.guessed = append(d.guessed, fmt.Sprintf(format, args...))
}

func (d *drafter) ask(format string, args ...any) {
	d.open = append(d.open, fmt.Sprintf(format, args...))
}

// leaf notes what stands at a path.
func (d *drafter) leaf(path string, v any) {
	if m, ok := v.(map[string]any); ok && path == "" || ok && len(m) > 0 {
		for k, e := range m {
			sub := k
			if path != "" {
				sub = path + "." + k
			}
			d.leaf(sub, e)
		}
		return
	}
	l := d.leaves[path]
	if l == nil {
		if len(d.leaves) > 300 {
			return
		}
		l = &leaf{path: path, kinds: map[string]int{}, values: map[string]int{}}
		d.leaves[path] = l
	}
	l.lines++
	l.kinds[jsonKind(v)]++
	if len(l.values) <= 200 {
		if _, list := v.([]any); !list {
			l.values[plain(v)]++
		}
	}
}

func (l *leaf) kind() string {
	best := ""
	for _, k := range slices.Sorted(maps.Keys(l.kinds)) {
		if k != "null" && (best == "" || l.kinds[k] > l.kinds[best]) {
			best = k
		}
	}
	return best
}

// name is the last part of the path.
func (l *leaf) name() string { return l.path[strings.LastIndexByte(l.path, '.')+1:] }

func (d *drafter) paths() []*leaf {
	var out []*leaf
	for _, p := range slices.Sorted(maps.Keys(d.leaves)) {
		out = append(out, d.leaves[p])
	}
	return out
}

// alike says how much two names have in common, from 0 to 1.
func alike(a, b string) float64 {
	x, y := plainName(a), plainName(b)
	switch {
	case x == "" || y == "":
		return 0
	case x == y:
		return 1
	case strings.TrimSuffix(x, "s") == strings.TrimSuffix(y, "s"):
		return 0.95
	// Logs tell of what has happened (released), actions of what happens (Release).
	case strings.TrimSuffix(x, "ed") == strings.TrimSuffix(y, "e"), strings.TrimSuffix(y, "ed") == strings.TrimSuffix(x, "e"):
		return 0.9
	case len(x) >= 3 && len(y) >= 3 && (strings.Contains(x, y) || strings.Contains(y, x)):
		return 0.5 + 0.4*float64(min(len(x), len(y)))/float64(max(len(x), len(y)))
	}
	// Distance weighs more than its share of the letters: words of one length have many letters
	// in common by chance.
	n := max(len(x), len(y))
	return max(0, 1-1.5*float64(closest.Distance(x, y))/float64(n))
}

func plainName(s string) string {
	return strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'z' {
			return c
		}
		if c >= 'A' && c <= 'Z' {
			return c + 'a' - 'A'
		}
		return -1
	}, s)
}

// findEvent chooses the path of the event's name: strings, few of them, on most lines,
// that are like the names of actions.
func (d *drafter) findEvent() bool {
	usual := map[string]float64{"event": 0.3, "action": 0.3, "name": 0.2, "op": 0.2, "type": 0.1, "kind": 0.1, "label": 0.1}
	// A name that is usual helps, and decides nothing against values that are like actions: those
	// add up to 1.
	best := 0.0
	for _, l := range d.paths() {
		// Every line has an event's name, but for a few of another kind, such as a header.
		if l.kind() != "a string" || len(l.values) > 100 || l.lines*10 < len(d.lines)*9 {
			continue
		}
		score := usual[strings.ToLower(l.name())]
		for v, n := range l.values {
			top := 0.0
			for _, a := range d.f.actions {
				top = max(top, alike(v, a.name))
			}
			if top >= 0.5 {
				score += top * float64(n) / float64(l.lines)
			}
		}
		if score > best {
			best, d.event = score, l.path
		}
	}
	if d.event == "" {
		return false
	}
	if i := strings.LastIndexByte(d.event, '.'); i > 0 {
		d.root = d.event[:i]
	}
	d.guess("the event's name is at %s", d.event)
	return true
}

// matchEvents pairs events with actions, the most alike first.
func (d *drafter) matchEvents() {
	d.matched = map[string]*syntax.Action{}
	type pair struct {
		event  string
		action *syntax.Action
		score  float64
	}

	var actions []*syntax.Action
	for _, a := range d.spec.Actions(d.next) {
		if !a.Part && !slices.ContainsFunc(actions, func(b *syntax.Action) bool { return a.Name == b.Name }) {
			actions = append(actions, &a)
		}
	}

	var pairs []pair
	d.events = slices.Sorted(maps.Keys(d.leaves[d.event].values))
	for _, e := range d.events {
		for _, a := range actions {
			if s := alike(e, a.Name); s >= 0.5 {
				pairs = append(pairs, pair{e, a, s})
			}
		}
	}

	// The most alike pair first: an action that fits an event well isn't given away to
	// one that fits it less.
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(b.score, a.score) })
	used := map[string]bool{}
	for _, p := range pairs {
		if d.matched[p.event] == nil && !used[p.action.Name] {
			d.matched[p.event] = p.action
			used[p.action.Name] = true
			// Up to a plural the names are the same, which is no guess worth reading.
			if p.score < 0.95 {
				d.guess("event %s is action %s", p.event, p.action.Name)
			}
		}
	}

	for _, e := range d.events {
		if d.matched[e] == nil {
			d.ask("which action is event %s (%d lines)? it is ignored so far", e, d.leaves[d.event].values[e])
		}
	}
	for _, a := range actions {
		if !used[a.Name] {
			d.ask("no event is action %s: if it happens unlogged, list it under unlogged", a.Name)
		}
	}
}

// usualIDs are names of fields with ids.
var usualIDs = []string{"thread", "tid", "node", "nid", "server", "proc", "process", "pid", "client", "worker", "replica", "id"}

// matchIDs finds for every set that Next quantifies over the field with its elements.
func (d *drafter) matchIDs() {
	d.ids, d.hidden = map[string]string{}, map[string]string{}
	var sets, of []string // set, a variable of it
	for _, a := range d.spec.Actions(d.next) {
		for _, q := range a.Quantifiers {
			for _, n := range q.Names {
				sets, of = append(sets, q.Set), append(of, n)
			}
		}
	}

	done := map[string]bool{}
	for i, set := range sets {
		key := of[i] + " " + set
		if done[key] {
			continue
		}
		done[key] = true

		best, score := "", 0.0
		for _, l := range d.paths() {
			if l.path == d.event || !d.below(l.path) || l.kind() != "a string" && l.kind() != "a number" {
				continue
			}
			s := max(alike(l.name(), set), alike(l.name(), of[i]))
			// A usual name counts less than a likeness, and the sooner in the list the more; only
			// a named set has ids, not an expression such as 1..N.
			if k := slices.Index(usualIDs, strings.ToLower(l.name())); k >= 0 && identifier(set) {
				s = max(s, 0.6-0.01*float64(k))
			}
			if s > score {
				best, score = l.path, s
			}
		}

		if score >= 0.55 && !d.bindsTwo(of[i], set, best) {
			d.ids[key] = best
			// Lines that lack the field still need the id: it is hidden there, some element of
			// the set.
			if d.leaves[best].lines < len(d.lines) && identifier(d.short(best)) {
				d.hidden[d.short(best)] = set
			}
			if score < 0.95 {
				d.guess("%s of %s is the field %s", of[i], set, d.short(best))
			}
			continue
		}

		// The set may speak of variables that an outer quantifier binds; in a mapping these are
		// fields.
		bound, fields := d.boundIDs()
		d.hidden[of[i]] = replaceNames(set, bound, fields)
		d.ask("no field looks like %s of %s: it is hidden, some element of the set", of[i], set)
	}

	d.matchConstants()
}

// bindsTwo reports whether an action binds the variable beside another of the same set
// that the field already stands for.
func (d *drafter) bindsTwo(variable, set, field string) bool {
	for _, a := range d.spec.Actions(d.next) {
		// Send(from, to) has two ids of one set: the same field for both would make every message
		// one to the sender.
		var here, other bool
		for _, q := range a.Quantifiers {
			for _, n := range q.Names {
				here = here || n == variable && q.Set == set
				other = other || n != variable && d.ids[n+" "+q.Set] == field
			}
		}
		if here && other {
			return true
		}
	}
	return false
}

// boundIDs are the variables of quantifiers that have a field, with its $name.
func (d *drafter) boundIDs() (names, fields []string) {
	for _, key := range slices.Sorted(maps.Keys(d.ids)) {
		name, _, _ := strings.Cut(key, " ")
		if !slices.Contains(names, name) {
			names, fields = append(names, name), append(fields, "$"+d.short(d.ids[key]))
		}
	}
	return names, fields
}

// below reports whether a path can be said relative to the root.
func (d *drafter) below(path string) bool { return d.root == "" || strings.HasPrefix(path, d.root+".") }

func (d *drafter) short(path string) string {
	if d.root == "" {
		return path
	}
	return strings.TrimPrefix(path, d.root+".")
}

// configWord is a word of a configuration file: a comment, a text, an arrow, a bracket, a
// name or number.
var configWord = regexp.MustCompile(`\\\*[^\n]*|(?s:\(\*.*?\*\))|"[^"\n]*"|<-|[{}=,\[\]]|[^\s{}=,\[\]<]+|<`)

// assigned are the values that a configuration file gives to constants: after "=" one
// word, or all up to the bracket that closes the first. Any number stand on a line.
func assigned(config string) map[string]string {
	var words []string
	for _, w := range configWord.FindAllString(config, -1) {
		if !strings.HasPrefix(w, `\*`) && !strings.HasPrefix(w, "(*") {
			words = append(words, w)
		}
	}

	given := map[string]string{}
	for i := 1; i+1 < len(words); i++ {
		if words[i] != "=" {
			continue
		}
		name := words[i-1]
		var b strings.Builder
		for depth := 0; i+1 < len(words); {
			i++
			w := words[i]
			b.WriteString(w)
			switch w {
			case "{", "[":
				depth++
			case "}", "]":
				depth--
			case ",":
				b.WriteByte(' ')
			}
			if depth <= 0 {
				break
			}
		}
		given[name] = b.String()
	}
	return given
}

// matchConstants gives constants the ids of the trace, or the value of the
// configuration.
func (d *drafter) matchConstants() {
	d.constants = map[string]string{}
	given := assigned(d.config)
	for _, c := range d.f.constants {
		from := ""
		// The trace's own ids before the configuration's: a model is checked with few, and the
		// program may have run with more.
		for _, key := range slices.Sorted(maps.Keys(d.ids)) {
			if _, set, _ := strings.Cut(key, " "); set == c {
				from = d.short(d.ids[key])
			}
		}
		value, has := given[c]
		switch {
		case from != "":
			d.constants[c] = "{from: " + from + "}"
		// In a configuration file a name that stands for itself is a model value.
		case has && identifier(value) && value != "TRUE" && value != "FALSE":
			d.model = append(d.model, c)
		case has:
			d.constants[c] = syntax.Quote(value)
			d.guess("constant %s is %s, as in the configuration; the program that wrote the trace may have another", c, value)
		case d.comparedAsValue(c):
			d.model = append(d.model, c)
			d.guess("constant %s is a model value", c)
		default:
			d.constants[c] = "0"
			d.ask("what is constant %s? 0 so far", c)
		}
	}
}

// comparedAsValue reports whether the specification's initial state has a constant as a
// value: then it is likely "none".
func (d *drafter) comparedAsValue(c string) bool {
	for _, v := range d.f.variables {
		if x := d.initial(v); x == c || strings.HasSuffix(x, "|-> "+c+"]") {
			return true
		}
	}
	return false
}

// initial is the expression that Init gives a variable, as far as its text shows it.
func (d *drafter) initial(variable string) string {
	def := d.spec.Definition("Init")
	if def == nil {
		return ""
	}
	// Not the primed variable, nor the end of a longer name. The text suffices: the mapping is a
	// draft to be read.
	re := regexp.MustCompile(`(?:^|[^\w'])` + regexp.QuoteMeta(variable) + `\s*=\s*([^\n]*)`)
	v := re.FindStringSubmatch(def.Body.Text)
	if v == nil {
		return ""
	}
	x, _, _ := strings.Cut(v[1], `/\`)
	x, _, _ = strings.Cut(x, `\*`)
	return strings.TrimSpace(x)
}

var (
	functionRE = regexp.MustCompile(`^\[\s*(\w+)\s+\\in\s+(.+?)\s*\|->\s*(.*)\]$`)
	literalRE  = regexp.MustCompile(`"([^"]*)"`)
	wholeRE    = regexp.MustCompile(`^-?\d+$`)
)

// literals are the strings that assignments to a variable mention.
func (d *drafter) literals(variable string) map[string]bool {
	out := map[string]bool{}
	re := regexp.MustCompile(`(?:^|\W)` + regexp.QuoteMeta(variable) + `'?\s*=\s*([^\n]*(?:\n\s+[^/\n][^\n]*)*)`)
	for _, m := range d.spec.Modules {
		for _, def := range m.Definitions {
			for _, v := range re.FindAllStringSubmatch(def.Body.Text, -1) {
				for _, s := range literalRE.FindAllStringSubmatch(v[1], -1) {
					out[s[1]] = true
				}
			}
		}
	}
	return out
}

// matchVariables pairs variables with fields: names that are alike and values of the
// same type, or strings of a field that are all assigned to the variable.
func (d *drafter) matchVariables() {
	taken := map[string]bool{d.event: true}
	for _, p := range d.ids {
		taken[p] = true
	}

	for _, v := range d.f.variables {
		init := d.initial(v)
		// A function of ids is compared at the element that the line is about: v'[$id].
		element, index := init, ""
		if fn := functionRE.FindStringSubmatch(init); fn != nil {
			element = fn[3]
			for _, key := range slices.Sorted(maps.Keys(d.ids)) {
				if _, set, _ := strings.Cut(key, " "); set == strings.TrimSpace(fn[2]) {
					index = d.short(d.ids[key])
				}
			}
			if index == "" {
				d.ask("%s is a function and the lines don't say of which element: it isn't compared", v)
				continue
			}
		}

		words := d.literals(v)
		var best *leaf
		score, why := 0.0, ""
		for _, l := range d.paths() {
			if taken[l.path] || !d.below(l.path) {
				continue
			}
			s, w := alike(l.name(), v), "by name"
			// Below what is asked for at the end, whatever the names are like, but above nothing:
			// values may still decide.
			if !fits(l.kind(), element) {
				s = min(s, 0.4)
			}
			if l.kind() == "a string" && len(words) > 1 {
				all := true
				for x := range l.values {
					all = all && words[x]
				}
				if all && s < 0.7 {
					s, w = 0.7, "by its values"
				}
			}
			// Of two fields that look alike the one that more lines have.
			s += 0.04 * float64(l.lines) / float64(len(d.lines))
			if s > score {
				best, score, why = l, s, w
			}
		}

		// A comparison that is wrong makes every trace fail; one that is missing is only asked
		// for.
		if best == nil || score < 0.7 {
			d.ask("no field looks like variable %s: it isn't compared", v)
			continue
		}
		taken[best.path] = true
		if score < 0.95 {
			d.guess("field %s is variable %s (%s)", d.short(best.path), v, why)
		}
		d.comparison(best, v, element, index)
	}

	for _, l := range d.paths() {
		if !taken[l.path] {
			d.ask("field %s is not looked at", l.path)
		}
	}
}

// fits reports whether logged values of a kind can be those of a variable that begins
// with the expression.
func fits(kind, init string) bool {
	switch {
	case init == "":
		return true
	case init == "TRUE" || init == "FALSE":
		return kind == "a boolean"
	case wholeRE.MatchString(init):
		return kind == "a number"
	case strings.HasPrefix(init, `"`):
		return kind == "a string"
	// Logs often have the size of a collection in place of its elements.
	case init == "{}" || init == "<<>>":
		return kind == "an array" || kind == "a number"
	}
	return kind != "a boolean"
}

func (d *drafter) comparison(l *leaf, variable, element, index string) {
	path := d.short(l.path)

	what := variable
	if index != "" {
		what = variable + "'[$" + index + "]"
	}

	var opts []string
	switch {
	case element == "{}" && l.kind() == "a number":
		what = "Cardinality(" + primed(what) + ")"
		if !slices.Contains(d.extends, "FiniteSets") {
			d.extends = append(d.extends, "FiniteSets")
		}
		d.guess("%s is the size of %s", path, variable)
	case element == "<<>>" && l.kind() == "a number":
		what = "Len(" + primed(what) + ")"
		if !slices.Contains(d.extends, "Sequences") {
			d.extends = append(d.extends, "Sequences")
		}
		d.guess("%s is the length of %s", path, variable)
	case element == "{}":
		opts = append(opts, "as: set")
	}

	// The variable begins as a model value such as NoOne, which a log writes in a way of its own.
	if identifier(element) && slices.Contains(d.model, element) {
		// A logged value that is no id of the trace stands for "none".
		ids := map[string]bool{}
		for _, p := range d.ids {
			for x := range d.leaves[p].values {
				ids[x] = true
			}
		}
		var other []string
		for _, x := range slices.Sorted(maps.Keys(l.values)) {
			if !ids[x] {
				other = append(other, x)
			}
		}
		if len(other) == 1 {
			key := syntax.Quote(other[0])
			// A null is counted under the empty text, and its key in a mapping is null.
			if l.kinds["null"] > 0 && other[0] == "" {
				key = "null"
			}
			opts = append(opts, "values: {"+key+": "+element+"}")
			d.guess("%s %s stands for %s", path, key, element)
		}
	}

	if len(opts) > 0 {
		d.fields = append(d.fields, fmt.Sprintf("%s: {%s}", path, strings.Join(opts, ", ")))
	}
	if what != variable {
		what = syntax.Quote(what)
	}
	d.compare = append(d.compare, path+": "+what)
}

func primed(x string) string {
	if strings.Contains(x, "'") {
		return x
	}
	return x + "'"
}

// write writes the mapping, with what was guessed and what is open as comments.
func (d *drafter) write(file string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# A first mapping of %s to %s. Read it before you believe it.\n", file, d.f.name)
	for _, g := range d.guessed {
		fmt.Fprintf(&b, "# guessed: %s\n", g)
	}
	for _, o := range d.open {
		fmt.Fprintf(&b, "# open: %s\n", o)
	}
	fmt.Fprintf(&b, "spec: %s\n", d.f.name)
	if n := d.next; n != "Next" {
		fmt.Fprintf(&b, "next: %s\n", n)
	}

	list := func(key string, items []string) {
		if len(items) > 0 {
			fmt.Fprintf(&b, "%s: [%s]\n", key, strings.Join(items, ", "))
		}
	}
	block := func(key string, items []string) {
		if len(items) > 0 {
			fmt.Fprintf(&b, "%s:\n  %s\n", key, strings.Join(items, "\n  "))
		}
	}

	list("extends", d.extends)
	list("model_values", d.model)
	var items []string
	for _, c := range d.f.constants {
		if v, ok := d.constants[c]; ok {
			items = append(items, c+": "+v)
		}
	}
	block("constants", items)

	if d.root != "" {
		fmt.Fprintf(&b, "root: %s\n", d.root)
	}
	if e := d.short(d.event); e != "event" {
		fmt.Fprintf(&b, "event: %s\n", e)
	}
	block("fields", d.fields)

	items = nil
	for _, h := range slices.Sorted(maps.Keys(d.hidden)) {
		items = append(items, h+": "+syntax.Quote(d.hidden[h]))
	}
	block("hidden", items)

	items = nil
	var ignored []string
	for _, e := range d.events {
		key := e
		// YAML 1.1 reads these words as booleans or null; a mapping's key must stay a text.
		if !identifier(e) || slices.Contains([]string{"y", "n", "yes", "no", "on", "off", "true", "false", "null"}, strings.ToLower(e)) {
			key = syntax.Quote(e)
		}
		a := d.matched[e]
		if a == nil {
			ignored = append(ignored, key)
			continue
		}
		items = append(items, key+": "+syntax.Quote(d.call(a)))
	}

	block("events", items)
	list("ignore", ignored)
	block("compare", d.compare)
	return b.String()
}

// call is an action with $names for what quantifiers bind.
func (d *drafter) call(a *syntax.Action) string {
	var from, to []string
	for _, q := range a.Quantifiers {
		for _, n := range q.Names {
			from = append(from, n)
			if p, ok := d.ids[n+" "+q.Set]; ok {
				to = append(to, "$"+d.short(p))
			} else {
				to = append(to, "$"+n)
			}
		}
	}
	return replaceNames(a.Call, from, to)
}
