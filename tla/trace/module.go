package trace

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ensures/tla"
)

//go:embed EnsuresTraceTools.tla
var toolsModule string

const (
	moduleName = "EnsuresTrace"
	// prefix begins every name of generated modules.
	prefix = "trc_"
	// toolsAlias is the name under which they know EnsuresTraceTools.
	toolsAlias = prefix + "T"
)

// generator writes the module that holds a trace against a specification.
type generator struct {
	spec  Spec
	facts facts
	m     *Mapping
	t     *Trace

	names   map[string]string         // field → its name in the records
	present map[string]map[string]int // event → field → lines that have it
	total   map[string]int            // event → lines
	number  map[string]int            // event → its number in the records

	// past are the records (by index) that need not fit: the comparisons are left out, or
	// the line is taken at its word.
	past map[int]passing
	// window is how far a record may come before one that the preferred order has earlier;
	// negative: any distance that the order allows.
	window int
	// eager has the comparisons before the step asked before the action is taken, where they
	// choose hidden ids at once. Their order changes no answer but that of an expression that
	// has a value only where the action's guards are true: such a run ends with Evaluation.
	eager bool
	// batch are several traces that one run asks about; t then has the records of all.
	batch []*Trace

	b      strings.Builder
	lines  int
	origin map[int]int // line of the module → line of the mapping
}

// passing is how a line that doesn't fit is gone past.
type passing int

const (
	uncompared passing = iota + 1 // the event's action, whatever the line says
	adopted                       // no action: what the line says of whole variables, the others as they were
)

// longTrace is from how many records on a run is long enough for the JVM to optimise.
const longTrace = 2000

// beyond is added to the number of an event whose comparisons are left out.
const beyond = 10_000

func newGenerator(s Spec, f facts, m *Mapping, t *Trace) *generator {
	g := &generator{spec: s, facts: f, m: m, t: t, window: -1, names: map[string]string{}, present: map[string]map[string]int{}, total: map[string]int{},
		number: map[string]int{}, origin: map[int]int{}}
	for i, e := range m.Events {
		g.number[e.Name] = i + 1
		g.present[e.Name] = map[string]int{}
	}
	for _, r := range t.Records {
		g.total[r.Event]++
		for f := range r.Fields {
			g.present[r.Event][f]++
		}
	}
	return g
}

// line writes one line; at is the mapping's that it comes from, 0 for none.
func (g *generator) line(at int, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	n := 1 + strings.Count(text, "\n")
	if at > 0 {
		for i := 1; i <= n; i++ {
			g.origin[g.lines+i] = at
		}
	}
	g.lines += n
	g.b.WriteString(text)
	g.b.WriteByte('\n')
}

// wrap makes an expression safe inside a list of conjuncts: in parentheses, its lines
// further right than the list.
func wrap(x string) string {
	return "(" + strings.ReplaceAll(x, "\n", "\n                                        ") + ")"
}

// name is a field's name in the records.
func (g *generator) name(field string) string {
	if n, ok := g.names[field]; ok {
		return n
	}
	var b strings.Builder
	b.WriteString("f_")
	for i := range len(field) {
		if word(field[i]) {
			b.WriteByte(field[i])
		} else {
			b.WriteByte('_')
		}
	}
	n := b.String()
	// Paths that differ in punctuation alone (a.b, a-b) come out alike.
	for _, other := range g.names {
		if other == n {
			n += "_" + strconv.Itoa(len(g.names))
		}
	}
	g.names[field] = n
	return n
}

// fill puts the line's fields and the hidden ids in the place of $names.
func (g *generator) fill(x string, own []Hidden) string {
	return refs(x, func(name string) string {
		if h := g.m.isHidden(name, own); h != "" {
			return prefix + "h_" + h + name[len(h):]
		}
		return prefix + "e." + g.name(name)
	})
}

// condition says when a comparison of a field with an expression that mentions refs
// can be made; ok is false where no line has all it needs.
func (g *generator) condition(e *Event, field string, refs []string) (text string, ok bool) {
	var need []string
	if field != "" {
		need = append(need, field)
	}
	for _, n := range refs {
		if g.m.isHidden(n, e.Hidden) == "" && !slices.Contains(need, n) {
			need = append(need, n)
		}
	}
	var conds []string
	for _, f := range need {
		switch n := g.present[e.Name][f]; {
		// In no line: the comparison would only be an error of TLC's, whatever the values.
		case n == 0:
			return "", false
		// In some lines: those without it are not compared, since a record of TLA+ has no value
		// at a field that it lacks.
		case n < g.total[e.Name]:
			conds = append(conds, fmt.Sprintf("%q \\in DOMAIN %se", g.name(f), prefix))
		}
	}
	return strings.Join(conds, " /\\ "), true
}

// check is one thing that is asked about a step.
type check struct {
	field string // empty: a condition
	kind  string // before, after, holds
	text  string // the expression as the mapping has it
	expr  string // of the state, filled in
	want  string // the line's, filled in
	when  string // the line must satisfy this; empty: every line
	line  int
}

// formula is the check as a conjunct.
func (c check) formula() string {
	f := wrap(c.expr)
	if c.field != "" {
		f += " = " + c.want
	}
	if c.when != "" {
		f = "(" + c.when + ") => (" + f + ")"
	}
	return f
}

// primed is what a comparison after the step looks at: a variable's new value, or
// the expression as it stands.
func (g *generator) primed(x string) string {
	if slices.Contains(g.facts.variables, x) {
		return x + "'"
	}
	return x
}

// checks are those of an event that some line of the trace can be asked, in the order
// in which they are asked.
func (g *generator) checks(e *Event) []check {
	after, before, holds := g.m.compares(e)
	var out []check
	add := func(kind string, list []Compare) {
		for _, c := range list {
			when, ok := g.condition(e, c.Field, names(c.Expr.Text))
			if !ok {
				continue
			}
			x := c.Expr.Text
			if kind == "after" {
				x = g.primed(x)
			}
			want := prefix + "e." + g.name(c.Field)
			out = append(out, check{c.Field, kind, c.Expr.Text, g.fill(x, e.Hidden), want, when, c.Expr.Line})
		}
	}
	add("before", before)
	for _, h := range holds {
		if when, ok := g.condition(e, "", names(h.Text)); ok {
			out = append(out, check{"", "holds", h.Text, g.fill(h.Text, e.Hidden), "", when, h.Line})
		}
	}
	add("after", after)
	return out
}

// early reports whether a check is asked before the action is taken: conditions, which
// choose hidden ids. Comparisons come after it, since its guards may be what gives
// their expressions a value, but where the run is eager.
func (g *generator) early(c check) bool {
	return c.kind == "holds" && !strings.Contains(c.expr, "'") || g.eager && c.kind == "before"
}

// quantifiers bind the hidden ids that texts mention.
func (g *generator) quantifiers(event string, own []Hidden, texts ...string) (open string, bound []string) {
	var used []string
	for _, n := range names(texts...) {
		if h := g.m.isHidden(n, own); h != "" {
			used = append(used, h)
		}
	}
	// Sets may speak of other ids, whose sets may speak of further ones: used grows while it is
	// walked.
	for i := 0; i < len(used); i++ {
		for _, h := range g.m.hidden(own, used[i:i+1]) {
			for _, n := range names(h.Set.Text) {
				if o := g.m.isHidden(n, own); o != "" && !slices.Contains(used, o) {
					used = append(used, o)
				}
			}
		}
	}

	var b strings.Builder
	list := g.m.hidden(own, used)
	if len(list) > 1 { // an id comes after those that its set speaks of
		slices.SortStableFunc(list, func(a, c Hidden) int {
			switch {
			case slices.Contains(names(c.Set.Text), a.Name):
				return -1
			case slices.Contains(names(a.Set.Text), c.Name):
				return 1
			}
			return 0
		})
	}

	for _, h := range list {
		// A line that says the id leaves nothing to choose: the set shrinks to that one value.
		set := g.fill(h.Set.Text, own)
		switch n := g.present[event][h.Name]; {
		case event != "" && n > 0 && n == g.total[event]:
			set = fmt.Sprintf("{%se.%s}", prefix, g.name(h.Name))
		case event != "" && n > 0:
			set = fmt.Sprintf("(IF %q \\in DOMAIN %se THEN {%se.%s} ELSE %s)", g.name(h.Name), prefix, prefix, g.name(h.Name), set)
		}
		fmt.Fprintf(&b, "\\E %sh_%s \\in %s : ", prefix, h.Name, strings.ReplaceAll(set, "\n", " "))
		bound = append(bound, h.Name)
	}
	return b.String(), bound
}

// texts are all expressions of an event that may mention hidden ids.
func (g *generator) texts(e *Event) []string {
	var out []string
	for _, x := range e.Actions {
		out = append(out, x.Text)
	}
	after, before, holds := g.m.compares(e)
	for _, c := range append(before, after...) {
		out = append(out, c.Expr.Text)
	}
	for _, x := range holds {
		out = append(out, x.Text)
	}
	return out
}

// actions is the disjunction of an event's actions.
func (g *generator) actions(e *Event) string {
	if e.Observe {
		// TLC needs every variable of the next state assigned, also where nothing happens.
		return "UNCHANGED <<" + strings.Join(g.facts.variables, ", ") + ">>"
	}
	var parts []string
	for _, x := range e.Actions {
		parts = append(parts, g.taken(x.Text, e.Hidden))
	}
	return strings.Join(parts, " \\/ ")
}

// taken is an action as a step of the specification: one that the next-state relation
// does not apply by name must satisfy it, or leave everything as it is.
func (g *generator) taken(x string, own []Hidden) string {
	text := wrap(g.fill(x, own))
	if name, _ := head(x); g.facts.inNext[name] {
		return text
	}
	if within := g.within(x, own); within != "" {
		return fmt.Sprintf("(%s /\\ %s = TRUE)", text, within)
	}

	// Next is asked as a value (= TRUE), once, of the next state that the action has assigned.
	// UNCHANGED stands for the stuttering that every specification allows.
	return fmt.Sprintf("(%s /\\ (%s \\/ UNCHANGED <<%s>>) = TRUE)", text, g.m.Next, strings.Join(g.facts.variables, ", "))
}

// record is a line as a TLA+ record.
func (g *generator) record(r Record, p passing) string {
	n := g.number[r.Event]
	switch p {
	case uncompared:
		n += beyond
	case adopted:
		n = 0
	}
	var b strings.Builder
	b.WriteString("[n |-> ")
	b.WriteString(strconv.Itoa(n))
	// A run that is ordered in part only carries its order in the records: what must come before,
	// and the place in the preferred order.
	if r.after != nil {
		fmt.Fprintf(&b, ", after |-> %s, rank |-> %d", tuple(r.after), r.rank)
	}
	fields := make([]string, 0, len(r.Fields))
	for f := range r.Fields {
		fields = append(fields, f)
	}
	slices.Sort(fields)
	for _, f := range fields {
		b.WriteString(", ")
		b.WriteString(g.name(f))
		b.WriteString(" |-> ")
		b.WriteString(r.Fields[f].Text)
	}
	b.WriteByte(']')
	return b.String()
}

// begin writes what all modules have: constants, the trace, the mapping's definitions.
func (g *generator) begin(variables ...string) {
	extends := append([]string{g.facts.name, "Naturals"}, g.m.Extends...)
	g.line(0, "---- MODULE %s ----", moduleName)
	g.line(0, "EXTENDS %s", strings.Join(extends, ", "))
	g.line(0, "%s == INSTANCE EnsuresTraceTools", toolsAlias)
	// Model values that the specification doesn't declare are the mapping's own, as "none" of a
	// logged null, and need a declaration before a configuration can give them a value.
	var own []string
	for _, v := range g.m.ModelValues {
		if !slices.Contains(g.facts.constants, v) {
			own = append(own, v)
		}
	}
	if len(own) > 0 {
		g.line(0, "CONSTANTS %s", strings.Join(own, ", "))
	}
	g.line(0, "VARIABLES %s", strings.Join(variables, ", "))
	for _, c := range g.m.Constants {
		g.line(c.Line, "%sc_%s == %s", prefix, c.Name, c.value(g.t))
	}
	if g.m.Definitions != "" {
		g.line(0, "%s", g.m.Definitions)
	}
	for _, name := range slices.Sorted(maps.Keys(g.facts.applied)) {
		g.applies(name)
	}

	g.line(0, "%sTrace ==", prefix)
	if g.batch == nil {
		g.trace(g.t)
		return
	}
	for i, t := range g.batch {
		g.line(0, "%s", separated("<<", i))
		g.trace(t)
	}
	g.line(0, ">>")
}

// value is a constant's: of a set that is collected from a trace, the values that it has.
func (c Constant) value(t *Trace) string {
	if len(c.From) == 0 {
		return c.Expr.Text
	}
	return "{" + strings.Join(c.collected(t), ", ") + "}"
}

// collected are the values that the constant's fields have in a trace, each once.
func (c Constant) collected(t *Trace) []string {
	var all []string
	for _, f := range c.From {
		for _, v := range t.values[f] {
			if !slices.Contains(all, v) {
				all = append(all, v)
			}
		}
	}
	return all
}

// separated is what stands before the element i of a list.
func separated(open string, i int) string {
	if i == 0 {
		return open
	}
	return ","
}

// trace writes the records of a trace: a sequence, or one for each process.
func (g *generator) trace(t *Trace) {
	sequence := func(from, to int) {
		g.line(0, "<<")
		for i := from; i < to; i++ {
			g.line(0, "%s%s", separated("", i-from), g.record(t.Records[i], g.past[i]))
		}
		g.line(0, ">>")
	}
	if !t.partial() {
		sequence(0, len(t.Records))
		return
	}
	for i, p := range t.Processes {
		g.line(0, "%s", separated("<<", i))
		sequence(p.From, p.To)
	}
	g.line(0, ">>")
}

func (g *generator) end() string {
	g.line(0, "ASSUME %s!Ready", toolsAlias)
	if g.batch != nil {
		g.line(0, "ASSUME %s!ReadyFor(%d)", toolsAlias, len(g.batch))
	}
	g.line(0, "====")
	return g.b.String()
}

// initial is the initial condition with the comparisons of the first line.
func (g *generator) initial(variables ...string) {
	g.line(0, "%sInit ==", prefix)
	g.line(0, "  /\\ %s", g.m.Init)
	for _, v := range variables {
		g.line(0, "  /\\ %s", v)
	}
	for _, c := range g.initialChecks() {
		g.line(c.line, "  /\\ \\E %se \\in {%s[1]} : %s", prefix, g.cursor().trace, c.formula())
	}
}

func (g *generator) initialChecks() []check {
	var out []check
	// Fields that the first line lacks are not compared, as in any other line.
	first := g.t.Records[0]
	for _, c := range g.m.Initial {
		ok := true
		for _, n := range append([]string{c.Field}, names(c.Expr.Text)...) {
			_, has := first.Fields[n]
			ok = ok && has
		}
		if ok {
			out = append(out, check{c.Field, "initial", c.Expr.Text, g.fill(c.Expr.Text, nil), prefix + "e." + g.name(c.Field), "", c.Expr.Line})
		}
	}
	return out
}

// event writes an event's step as a definition; at is the expression for the record
// and extra are further conjuncts.
func (g *generator) event(e *Event, name, guard, at string, extra ...string) {
	g.step(e, stepText{name, guard, at, g.checks(e), g.number[e.Name]}, extra...)
}

// stepText is what differs between the definitions of an event's steps.
type stepText struct {
	name   string
	guard  string // empty: none
	at     string // the record
	checks []check
	number int // of the event in the records
}

func (g *generator) step(e *Event, s stepText, extra ...string) {
	g.line(e.Line, "%s ==", s.name)
	if s.guard != "" {
		g.line(0, "  /\\ %s", s.guard)
	}
	g.line(0, "  /\\ %s.n = %d", s.at, s.number)
	g.line(0, "  /\\ \\E %se \\in {%s} :", prefix, s.at)
	// One choice of the hidden ids serves the conditions, the action and all comparisons: the
	// quantifiers stand around all of them.
	open, _ := g.quantifiers(e.Name, e.Hidden, g.texts(e)...)
	if open != "" {
		g.line(e.Line, "     %s", open)
	}
	for _, c := range s.checks {
		if g.early(c) {
			g.line(c.line, "       /\\ %s", c.formula())
		}
	}

	at0 := e.Line
	if len(e.Actions) > 0 {
		at0 = e.Actions[0].Line
	}
	g.line(at0, "       /\\ %s", g.actions(e))
	for _, c := range s.checks {
		if !g.early(c) {
			g.line(c.line, "       /\\ %s", c.formula())
		}
	}

	// Outside of the quantifiers: the cursor advances once, whichever ids were chosen.
	for _, x := range extra {
		g.line(0, "  /\\ %s", x)
	}
}

// silent writes the unlogged actions as definitions and gives their names.
func (g *generator) silent(guard string, extra ...string) []string {
	var out []string
	for i, u := range g.m.Unlogged.Actions {
		name := fmt.Sprintf("%ssilent_%d", prefix, i+1)
		// No event: an action that was not logged has no line that could say an id.
		open, _ := g.quantifiers("", u.Hidden, u.Action.Text)
		g.line(u.Action.Line, "%s ==", name)
		g.line(0, "  /\\ %s", guard)
		g.line(0, "  /\\ %ss < %d", prefix, g.m.Unlogged.Max)
		g.line(u.Action.Line, "  /\\ %s%s", open, g.taken(u.Action.Text, u.Hidden))
		g.line(0, "  /\\ %ss' = %ss + 1", prefix, prefix)
		for _, x := range extra {
			g.line(0, "  /\\ %s", x)
		}
		out = append(out, name)
	}
	return out
}

// seen are the events that the trace has, in the mapping's order.
func (g *generator) seen() []*Event {
	var out []*Event
	for i := range g.m.Events {
		if g.total[g.m.Events[i].Name] > 0 {
			out = append(out, &g.m.Events[i])
		}
	}
	return out
}

// validation is the module of the first run: does a behaviour go through all lines?
func (g *generator) validation() string {
	c := g.cursor()
	g.begin(c.variables...)
	g.initial(c.init...)
	steps := g.events(c, c.open)
	steps = append(steps, g.passed(c.open, c.at, c.advance...)...)
	if g.m.Unlogged.Max > 0 {
		steps = append(steps, g.silent(c.unfinished, c.kept())...)
	}
	g.line(0, "%sNext == %s", prefix, strings.Join(steps, " \\/ "))
	g.line(0, "%sProgress == %s", prefix, c.progress)
	return g.end()
}

// events writes the steps of all events and gives the calls of them.
func (g *generator) events(c cursor, open string) []string {
	var steps []string
	for i, e := range g.seen() {
		name := fmt.Sprintf("%sev_%d", prefix, i+1)
		g.event(e, name+c.parameter, open, c.at, c.advance...)
		steps = append(steps, c.call(name))
	}
	return steps
}

// passed writes the steps of lines that need not fit.
func (g *generator) passed(open, at string, reset ...string) []string {
	var steps []string
	done := map[string]bool{}
	for _, i := range slices.Sorted(maps.Keys(g.past)) {
		r := g.t.Records[i]
		name := fmt.Sprintf("%spast_%d", prefix, i+1)
		if g.past[i] == uncompared {
			if !done[r.Event] {
				done[r.Event] = true
				e := g.m.event(r.Event)
				// One definition serves all such lines of an event, since their number is the
				// event's with beyond added.
				g.step(e, stepText{name: name, guard: open, at: at, number: g.number[e.Name] + beyond}, reset...)
				steps = append(steps, name)
			}
			continue
		}
		// The line is taken at its word; what it doesn't say of the state stays as it was, which
		// is a guess that only lines behind a misfit depend on.
		g.line(0, "%s ==\n  /\\ %sl = %d", name, prefix, i+1)
		for _, v := range g.facts.variables {
			if f, ok := g.whole(r, v, true); ok {
				g.line(0, "  /\\ %s' = %s.%s", v, at, g.name(f))
			} else {
				g.line(0, "  /\\ UNCHANGED %s", v)
			}
		}
		for _, x := range reset {
			g.line(0, "  /\\ %s", x)
		}
		steps = append(steps, name)
	}
	return steps
}

// job is the run of a generated module.
func (g *generator) job(text string) tla.Job {
	// Coverage is not asked for: expressions are long, and nobody reads it. The specification
	// goes along as a module that the generated one extends.
	j := tla.Job{
		Module: tla.Source{Name: moduleName, Text: text},
		Extra:  append([]tla.Source{g.spec.Module, {Name: "EnsuresTraceTools", Text: toolsModule}}, g.spec.Extra...),
		Init:   prefix + "Init", Next: prefix + "Next",
		NoCoverage: true,
		FullJIT:    len(g.t.Records) > longTrace,
	}
	for _, v := range g.m.ModelValues {
		j.Constants = append(j.Constants, tla.Constant{Name: v, Value: v})
	}
	for _, c := range g.m.Constants {
		// A configuration file can't write most expressions; it can replace a constant by a
		// definition.
		j.Constants = append(j.Constants, tla.Constant{Name: c.Name, Value: prefix + "c_" + c.Name, Defined: true})
	}
	return j
}
