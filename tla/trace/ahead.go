package trace

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ensures/tla"
	"ensures/tla/syntax"
)

// Ahead is what a specification allows next at the lines of traces, whatever the traces
// have there.
//
//	(s, e) is allowed  iff  s is a state in which a behaviour may be that agrees with the
//	lines before some line, and the action of the line e is enabled in s
//
// Side conditions: e is a line of the pool, so that "not allowed" is said of no other; of a
// trace that isn't accepted, the lines up to where it fits; every line is looked at up to
// mostLooked of them, else every n-th.
type Ahead struct {
	// Status is Accepted where the question was answered; else Reason says why not.
	Status   Status
	Reason   string
	Problems []Problem
	// Failed are events whose action can't be evaluated with some line of the pool: nothing
	// is said of them.
	Failed []string

	reading Reading
	pool    *Pool
	places  map[position]map[unit]map[string]bool // what each unit leads to: the values compared, joined by separator
	fields  map[string][]string                   // event → paths of the values compared, in order
	allowed map[stateUnit]position                // with the first place where it is
	taken   map[stateUnit]bool
	failed  map[string]bool
	raw     map[[2]string]string // path and the model's value → as it is logged
}

// position is a line of a trace: both are indices.
type position struct{ trace, record int }

// unit is a line of the pool.
type unit struct {
	event string
	line  int
}

type stateUnit struct {
	state [sha256.Size]byte
	unit
}

// mostLooked bounds the lines that are looked at.
const mostLooked = 3000

// LookAhead asks at every line of the traces which lines of the pool may come there. All
// traces are asked about in one run of TLC (and one more for each event that can't be
// evaluated): constants have the values of all of them.
func LookAhead(ctx context.Context, tools tla.Toolchain, s Spec, r Reading, pool *Pool, o Options) (*Ahead, error) {
	f, problems, err := prepare(s, r.Mapping)
	if err != nil {
		return nil, err
	}
	a := &Ahead{reading: r, pool: pool, places: map[position]map[unit]map[string]bool{}, fields: map[string][]string{},
		allowed: map[stateUnit]position{}, taken: map[stateUnit]bool{}, failed: map[string]bool{}}
	if len(problems) > 0 {
		a.Status, a.Problems, a.Reason = Malformed, problems, problems[0].String()
		return a, nil
	}
	if slices.ContainsFunc(r.Traces, (*Trace).partial) {
		a.Status, a.Reason = Unfinished, notOrdered
		return a, nil
	}

	// One module asks for all traces, so a constant that is collected from a field has the values
	// of all of them.
	all := union(r.Traces)
	all.values = map[string][]string{}
	for _, t := range r.Traces {
		for name, list := range t.values {
			for _, v := range list {
				if !slices.Contains(all.values[name], v) {
					all.values[name] = append(all.values[name], v)
				}
			}
		}
	}
	o = o.withDefaults(2 * len(all.Records))
	o.Timeout *= time.Duration(len(r.Traces)) // the limit is one trace's
	// Each run that does not answer leaves out one event more, so there are no more runs than
	// events and one.
	for range len(r.Mapping.Events) + 1 {
		g := newGenerator(s, f, r.Mapping, all)
		g.batch = r.Traces
		out, err := tools.Check(ctx, o.job(g, a.module(g)))
		if err != nil {
			return nil, err
		}
		if a.read(g, out) {
			return a, nil
		}
	}
	return a, nil
}

// module is the module whose behaviours go through the traces and tell at every line what
// may come next.
func (a *Ahead) module(g *generator) string {
	c := g.cursor()
	g.begin(c.variables...)
	g.initial(c.init...)
	steps := g.events(c, c.open)
	if g.m.Unlogged.Max > 0 {
		steps = append(steps, g.silent(c.unfinished, c.kept())...)
	}

	here := c.open
	if n := (len(g.t.Records) + mostLooked - 1) / mostLooked; n > 1 {
		here += fmt.Sprintf(" /\\ %sl %% %d = 0", prefix, n)
	}
	told := []string{toolsAlias + "!Number", toolsAlias + "!Text(" + prefix + "k)", toolsAlias + "!Text(" + prefix + "l)"}
	for _, v := range g.facts.variables {
		told = append(told, toolsAlias+"!Text("+v+")")
	}

	hold := strings.Join(c.variables, ", ")
	g.line(0, "%sShow ==\n  /\\ %s\n  /\\ %s!NextState\n  /\\ %s!Say(\"S\", <<%s>>)\n  /\\ FALSE\n  /\\ UNCHANGED <<%s, %s>>",
		prefix, here, toolsAlias, toolsAlias, strings.Join(told, ", "), strings.Join(g.facts.variables, ", "), hold)

	may := []string{prefix + "Show"} // first, since it numbers the state for the others
	known := a.reading.values()
	for i := range g.m.Events {
		e := &g.m.Events[i]
		if records := a.pool.records(a.reading, known, e); !a.failed[e.Name] && slices.ContainsFunc(records, func(r *Record) bool { return r != nil }) {
			// The steps of the trace are written already: may overwrites which fields the lines
			// of the event have, by those of the pool's.
			name := fmt.Sprintf("%smay_%d", prefix, i+1)
			a.fields[e.Name] = g.may(e, name, here, hold, records)
			may = append(may, name)
		}
	}
	g.line(0, "%sNext == %s", prefix, strings.Join(append(may, steps...), " \\/ "))
	g.line(0, "%sProgress == %s", prefix, c.progress)
	return g.end()
}

// may writes the step that tells which of some lines of an event may come next, and returns
// the paths of the fields whose values it tells.
func (g *generator) may(e *Event, name, here, hold string, records []*Record) []string {
	// The fields that the lines have are those of the pool's, not of the trace's.
	g.total[e.Name], g.present[e.Name] = 0, map[string]int{}
	g.line(0, "%s_lines == <<", name)
	for i, r := range records {
		if r == nil {
			continue
		}
		for f := range r.Fields {
			g.present[e.Name][f]++
		}
		g.line(0, "%s[id |-> %q, of |-> %s]", separated("", g.total[e.Name]), strconv.Itoa(i), g.record(*r, 0))
		g.total[e.Name]++
	}
	g.line(0, ">>")

	after, before, holds := g.m.compares(e)
	var early, late, told, paths []string
	for _, h := range holds {
		if when, ok := g.condition(e, "", names(h.Text)); ok && when == "" {
			// A condition with a prime, or one whose value hangs on the action, has to wait for
			// it.
			list := &late
			if g.early(check{kind: "holds", expr: h.Text}) {
				list = &early
			}
			*list = append(*list, wrap(g.fill(h.Text, e.Hidden)))
		}
	}
	tell := func(list []Compare, primed bool) {
		for _, c := range list {
			x := c.Expr.Text
			if primed {
				x = g.primed(x)
			}
			path := g.m.field(c.Field).Path
			if when, ok := g.condition(e, "", names(c.Expr.Text)); ok && when == "" && !slices.Contains(paths, path) {
				// Values are told rather than compared: what the log would have to say is what
				// the question is about.
				told = append(told, toolsAlias+"!Text"+wrap(g.fill(x, e.Hidden)))
				paths = append(paths, path)
			}
		}
	}
	tell(after, true)
	tell(before, false)

	open, _ := g.quantifiers(e.Name, e.Hidden, g.texts(e)...)
	g.line(e.Line, "%s ==\n  /\\ %s\n  /\\ \\E %sc \\in {%s_lines[%si] : %si \\in 1..%d} : \\E %se \\in {%sc.of} :", name, here, prefix, name, prefix, prefix, g.total[e.Name], prefix, prefix)
	if open != "" {
		g.line(e.Line, "     %s", open)
	}
	for _, x := range early {
		g.line(e.Line, "       /\\ %s", x)
	}
	g.line(e.Line, "       /\\ %s", g.actions(e))
	for _, x := range late {
		g.line(e.Line, "       /\\ %s", x)
	}
	// FALSE behind the print: the step is told and not taken, so the pool's lines add no states.
	g.line(0, "       /\\ %s!Say(\"N\", <<%s>>)\n       /\\ FALSE", toolsAlias,
		strings.Join(append([]string{toolsAlias + "!Number", strconv.Quote(strconv.Itoa(g.number[e.Name])), prefix + "c.id"}, told...), ", "))
	g.line(0, "  /\\ UNCHANGED <<%s>>", hold)
	return paths
}

// read takes in what a run told; false: it is to be asked again, without an event that
// can't be evaluated.
func (a *Ahead) read(g *generator, out tla.Outcome) bool {
	switch out.Status {
	case tla.OK, tla.Partial, tla.Vacuous:
	case tla.Timeout, tla.StackOverflow, tla.OutOfMemory:
		a.Status, a.Reason = Unfinished, fmt.Sprintf("TLC ended with %s", out.Status)
		return true
	case tla.Syntax, tla.Semantic, tla.Config, tla.Assumption:
		a.Status, a.Problems, a.Reason = Malformed, g.problems(out), out.Message
		return true
	default:
		if name := g.failedEvent(out); name != "" && !a.failed[name] {
			a.failed[name] = true
			a.Failed = append(a.Failed, name+": "+g.words(out))
			return false
		}
		a.Status, a.Reason = Evaluation, g.words(out)
		return true
	}

	type where struct {
		position
		state [sha256.Size]byte
	}
	states := map[string]where{}
	for _, p := range said(out, "S") {
		if len(p) != 3+len(g.facts.variables) {
			continue
		}
		k, err := strconv.Atoi(p[1])
		l, err2 := strconv.Atoi(p[2])
		if err != nil || err2 != nil {
			continue
		}
		// One value may be printed in several ways; with one form for all of them the same state
		// of two traces is one.
		for i := 3; i < len(p); i++ {
			p[i] = oneForm(p[i])
		}
		at := position{k - 1, l - 1}
		states[p[0]] = where{at, sha256.Sum256([]byte(strings.Join(p[3:], separator)))}
		if a.places[at] == nil {
			a.places[at] = map[unit]map[string]bool{}
		}
	}

	for _, p := range said(out, "N") {
		at, ok := states[p[0]]
		if !ok || len(p) < 3 {
			continue
		}
		n, err := strconv.Atoi(p[1])
		line, err2 := strconv.Atoi(p[2])
		if err != nil || err2 != nil || n < 1 || n > len(g.m.Events) {
			continue
		}
		u := unit{g.m.Events[n-1].Name, line}
		values := p[3:]
		for i, v := range values {
			values[i] = oneForm(v)
		}
		if a.places[at.position][u] == nil {
			a.places[at.position][u] = map[string]bool{}
		}
		a.places[at.position][u][strings.Join(values, separator)] = true

		su := stateUnit{at.state, u}
		if first, ok := a.allowed[su]; !ok || at.position.before(first) {
			a.allowed[su] = at.position
		}
		// The trace itself has this line here: the step is allowed and was seen.
		rec := a.reading.Traces[at.trace].Records[at.record]
		if rec.Event == u.event && a.pool.index(a.reading, rec) == line {
			a.taken[su] = true
		}
	}
	a.Status = Accepted
	return true
}

func (p position) before(q position) bool {
	return cmp.Or(cmp.Compare(p.trace, q.trace), cmp.Compare(p.record, q.record)) < 0
}

// oneForm gives equal values one text.
func oneForm(text string) string {
	if v, err := syntax.ParseValue(text); err == nil {
		return syntax.Normal(v).String()
	}
	return text
}

// failedEvent is the event whose lines of the pool can't be evaluated; empty where it is
// something else that can't.
func (g *generator) failedEvent(out tla.Outcome) string {
	if out.Failing == nil {
		return ""
	}
	for _, r := range append([]tla.Range{out.Failing.Range}, out.Failing.Stack...) {
		if r.Module != moduleName {
			continue
		}
		if rest, ok := strings.CutPrefix(g.definitionAt(r.Line), prefix+"may_"); ok {
			if n, err := strconv.Atoi(rest); err == nil && n >= 1 && n <= len(g.m.Events) {
				return g.m.Events[n-1].Name
			}
		}
	}
	return ""
}

// Unseen counts, for an event, the pairs of a state and a line that the specification
// allows, and those of them that no trace has. Legal steps that did not happen are among
// them, so that the share alone is no verdict.
type Unseen struct {
	Event   string `json:"event"`
	Allowed int    `json:"allowed"`
	Never   int    `json:"never"`
	Example string `json:"example,omitempty"`
}

// Unseen counts by event, in the mapping's order.
func (a *Ahead) Unseen() []Unseen {
	byEvent := map[string]*Unseen{}
	first := map[string]position{}
	for su, at := range a.allowed {
		n := byEvent[su.event]
		if n == nil {
			n = &Unseen{Event: su.event}
			byEvent[su.event] = n
		}
		n.Allowed++
		if a.taken[su] {
			continue
		}
		n.Never++
		// Maps have no order, so the example is the first place, and of one place the least text.
		text := a.where(at) + ": " + a.pool.line(su.event, su.line)
		if f, ok := first[su.event]; !ok || at.before(f) || at == f && text < n.Example {
			first[su.event], n.Example = at, text
		}
	}
	var out []Unseen
	for _, e := range a.reading.Mapping.Events {
		if n := byEvent[e.Name]; n != nil {
			out = append(out, *n)
		}
	}
	return out
}

// where is a place as file:line.
func (a *Ahead) where(p position) string {
	t := a.reading.Traces[p.trace]
	return fmt.Sprintf("%s:%d", t.File, t.Records[p.record].Line)
}

// Strays says where a specification and the one that has the system's rules differ about
// what may come next.
type Strays struct {
	// Lines are the lines of the pool that one of the two allows, over all places; Agreed
	// those that both allow, with the same values compared.
	Lines  int     `json:"lines"`
	Agreed int     `json:"agreed"`
	Events []Stray `json:"events,omitempty"`
}

// Stray is an event about which they differ.
type Stray struct {
	Event string `json:"event"`
	// Illegal are lines that the specification takes and the rules don't: traces that end
	// with such a line are accepted. Refused are those that only the rules take.
	Illegal int `json:"illegal,omitempty"`
	Refused int `json:"refused,omitempty"`
	// Examples are the first of both.
	IllegalExample string `json:"illegal_example,omitempty"`
	RefusedExample string `json:"refused_example,omitempty"`
}

func (s Stray) String() string {
	var parts []string
	if s.Illegal > 0 {
		parts = append(parts, fmt.Sprintf("%d lines that the system's rules forbid are accepted, as in %s", s.Illegal, s.IllegalExample))
	}
	if s.Refused > 0 {
		parts = append(parts, fmt.Sprintf("%d lines that the rules allow are not possible, as in %s", s.Refused, s.RefusedExample))
	}
	return s.Event + ": " + strings.Join(parts, "; ")
}

// Against compares what may come next with what the system's rules, as another
// specification, allow there. Both are of one pool. Values are compared where both mappings
// compare the field.
func (a *Ahead) Against(rules *Ahead) Strays {
	var out Strays
	byEvent := map[string]*Stray{}
	for _, at := range sortedPlaces(a.places) {
		other, ok := rules.places[at]
		// Where only one of the two came by, they differ already in an earlier line; what comes
		// after it is no difference of its own.
		if !ok {
			continue
		}
		for _, u := range sortedUnits(a.places[at], other) {
			if a.failed[u.event] || rules.failed[u.event] {
				continue
			}
			mine, theirs := project(a, rules, u.event, a.places[at][u]), project(rules, a, u.event, other[u])
			extra, missing := firstNot(mine, theirs), firstNot(theirs, mine)
			out.Lines++
			// Lines with other values than the rules have are illegal and refused at once: extra
			// and missing may both be there.
			if extra == nil && missing == nil {
				out.Agreed++
				continue
			}
			s := byEvent[u.event]
			if s == nil {
				s = &Stray{Event: u.event}
				byEvent[u.event] = s
			}
			text := fmt.Sprintf("%s: %s", a.where(at), a.pool.line(u.event, u.line))
			if extra != nil {
				if s.Illegal++; s.Illegal == 1 {
					s.IllegalExample = text + told(extra, theirs)
				}
			}
			if missing != nil {
				if s.Refused++; s.Refused == 1 {
					s.RefusedExample = text + told(missing, mine)
				}
			}
		}
	}

	for _, e := range rules.reading.Mapping.Events {
		if s := byEvent[e.Name]; s != nil {
			out.Events = append(out.Events, *s)
		}
	}
	return out
}

// told says of the values that one side has which of them the other hasn't; nothing where
// the other side doesn't allow the line at all.
func told(one map[string]string, others map[string]map[string]string) string {
	if len(others) == 0 {
		return ""
	}
	var parts []string
	for _, path := range keys(one) {
		var not []string
		same := false
		for _, k := range keys(others) {
			v := others[k][path]
			// A value that the other side has too, with other values beside it, is not what is
			// wrong.
			same = same || v == one[path]
			if !slices.Contains(not, v) {
				not = append(not, v)
			}
		}
		if !same {
			parts = append(parts, fmt.Sprintf("%s=%s (not %s)", path, one[path], strings.Join(not[:min(3, len(not))], " or ")))
		}
	}
	if len(parts) == 0 {
		return ", with another combination of values"
	}
	return ", " + strings.Join(parts, ", ")
}

// project are the values of the fields that both sides compare, by their text.
func project(a, b *Ahead, event string, values map[string]bool) map[string]map[string]string {
	out := map[string]map[string]string{}
	for v := range values {
		parts := []string{}
		// Splitting an empty text would give one empty value where there is none.
		if len(a.fields[event]) > 0 {
			parts = strings.Split(v, separator)
		}
		one := map[string]string{}
		for i, path := range a.fields[event] {
			if i < len(parts) && slices.Contains(b.fields[event], path) {
				one[path] = a.logged(path, parts[i])
			}
		}
		var key strings.Builder
		for _, path := range keys(one) {
			key.WriteString(path + "=" + one[path] + separator)
		}
		out[key.String()] = one
	}
	return out
}

// logged is how the log writes a value of the model, where the traces have it.
func (a *Ahead) logged(path, text string) string {
	if a.raw == nil {
		a.raw = map[[2]string]string{}
		for path, known := range a.reading.values() {
			for _, raw := range keys(known) {
				a.raw[[2]string{path, oneForm(known[raw].Text)}] = raw
			}
		}
	}
	if raw, ok := a.raw[[2]string{path, text}]; ok {
		return raw
	}
	return text
}

// firstNot is the first of one that the other hasn't, nil for none.
func firstNot(one, other map[string]map[string]string) map[string]string {
	for _, k := range keys(one) {
		if _, ok := other[k]; !ok {
			return one[k]
		}
	}
	return nil
}

func sortedPlaces(m map[position]map[unit]map[string]bool) []position {
	var out []position
	for p := range m {
		out = append(out, p)
	}
	slices.SortFunc(out, func(p, q position) int {
		return cmp.Or(cmp.Compare(p.trace, q.trace), cmp.Compare(p.record, q.record))
	})
	return out
}

func sortedUnits(a, b map[unit]map[string]bool) []unit {
	var out []unit
	for _, m := range []map[unit]map[string]bool{a, b} {
		for u := range m {
			if !slices.Contains(out, u) {
				out = append(out, u)
			}
		}
	}
	slices.SortFunc(out, func(p, q unit) int { return cmp.Or(cmp.Compare(p.event, q.event), cmp.Compare(p.line, q.line)) })
	return out
}
