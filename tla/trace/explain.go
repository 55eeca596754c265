package trace

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ensures/tla"
	"ensures/tla/syntax"
)

// explain fills in what the specification allows at the first line that doesn't fit,
// from a second run that stops before it. What can't be evaluated there is left out
// and named.
func explain(ctx context.Context, tools tla.Toolchain, from *generator, o Options, rep *Report) error {
	x := &explanation{most: o.Most, record: rep.Matched, initial: rep.Status == NoInitial, skip: map[string]bool{}}
	if err := x.ask(ctx, tools, from, o, rep); err != nil {
		return err
	}
	rep.Reason = x.reason(rep)
	return nil
}

// ask runs TLC for what the specification allows at the record.
func (x *explanation) ask(ctx context.Context, tools tla.Toolchain, from *generator, o Options, rep *Report) error {
	// A run that can't evaluate something is done again without it; there are only so
	// many things to leave out.
	for range len(from.facts.actions) + 2 {
		// A generator writes one module, and which fields lines have (present) must be that of
		// the shorter trace: the checks are written for it.
		t := from.t
		if !t.partial() { // the rest is of no concern
			t = &Trace{File: t.File, Records: t.Records[:x.record+1], values: t.values}
		}
		g := newGenerator(from.spec, from.facts, from.m, t)
		out, err := tools.Check(ctx, o.job(g, g.explanation(x)))
		if err != nil {
			return err
		}
		if out.Status == tla.Syntax || out.Status == tla.Semantic || out.Status == tla.Config {
			return fmt.Errorf("the module that explains a rejection is %s: %s", out.Status, oneLine(out.Message))
		}
		x.read(g, rep, out)
		if out.Status == tla.OK || out.Status == tla.Vacuous || !x.without(g, rep, out) {
			break
		}
	}
	return nil
}

// explanation is what the second run is asked.
type explanation struct {
	most    int
	record  int   // index of the record that doesn't fit
	cut     []int // of a run that is ordered in part only: how many records of each process come before it
	initial bool
	byText  bool            // compare printed values: they are of types that TLC can't compare
	skip    map[string]bool // actions that can't be evaluated here; "" is the event's own
	checks  []check
	hidden  []string
	actions []string // the event's, as the mapping writes them
}

// explanation is the module of the second run: as validation up to the line, where
// every state and every step is printed and none is taken.
func (g *generator) explanation(x *explanation) string {
	c := g.cursor()
	vars, init := c.variables, c.init
	here, before := x.place(g, c)

	g.begin(vars...)
	if x.initial {
		g.line(0, "%sInit ==\n  /\\ %s", prefix, g.m.Init)
		for _, v := range init {
			g.line(0, "  /\\ %s", v)
		}
	} else {
		g.initial(init...)
	}

	state := g.texted("")
	g.line(0, "%sShow ==\n  /\\ %s\n  /\\ %s!NextState\n  /\\ %s!Tell(3, %d, \"S\", <<>>, %s)\n  /\\ FALSE\n  /\\ UNCHANGED <<%s>>",
		prefix, here, toolsAlias, toolsAlias, x.most, state, strings.Join(append(slices.Clone(g.facts.variables), vars...), ", "))

	// Show is the first disjunct: it numbers the state, and what the others tell bears that
	// number. One worker of TLC takes a state's disjuncts in this order.
	steps := []string{prefix + "Show"}
	if x.initial {
		// The first line disagrees with every initial state: each of them is told with what the
		// comparisons say, as if it were a step that changes nothing.
		x.checks = g.initialChecks()
		g.attempt(x, here, "", "UNCHANGED <<"+strings.Join(g.facts.variables, ", ")+">>", "")
		steps = append(steps, prefix+"try_1")
	} else {
		steps = append(steps, g.events(c, before)...)
		if g.m.Unlogged.Max > 0 { // nothing goes past the record, so they may happen everywhere
			steps = append(steps, g.silent("TRUE", c.kept())...)
		}
		steps = append(steps, g.attempts(x, here)...)
		// Each action is tried from each state and told, but not taken: the state
		// before the line is to be explained, nothing after it.
		for i, a := range g.facts.actions {
			if x.skip[a.name] {
				continue
			}
			name := fmt.Sprintf("%sact_%d", prefix, i+1)
			args := make([]string, 0, len(a.bound)+1)
			args = append(args, strconv.Quote(strconv.Itoa(i)), strconv.Quote(strconv.Itoa(len(a.bound))))
			for _, b := range a.bound {
				args = append(args, toolsAlias+"!Text("+b+")")
			}
			g.line(0, "%s ==\n  /\\ %s\n  /\\ %s!Room(%d, %d)\n  /\\ %s", name, here, toolsAlias, firstAction+i, x.most, a.open)
			g.line(0, "       /\\ %s", wrap(a.text))
			g.line(0, "       /\\ %s!Tell(%d, %d, \"A\", <<%s>>, %s)\n       /\\ FALSE", toolsAlias, firstAction+i, x.most, strings.Join(args, ", "), g.texted("'"))
			g.line(0, "  /\\ UNCHANGED <<%s>>", strings.Join(vars, ", "))
			steps = append(steps, name)
		}
	}

	g.line(0, "%sNext == %s", prefix, strings.Join(steps, " \\/ "))
	g.line(0, "%sProgress == TRUE", prefix)
	g.line(0, "ASSUME %s!Counting(%d)", toolsAlias, firstAction+len(g.facts.actions))
	return g.end()
}

// firstAction is the register of the first action.
const firstAction = 5

// texted is the tuple of the printed values of all variables.
func (g *generator) texted(prime string) string {
	var parts []string
	for _, v := range g.facts.variables {
		parts = append(parts, toolsAlias+"!Text("+v+prime+")")
	}
	return "<<" + strings.Join(parts, ", ") + ">>"
}

// attempts writes the event's own actions at the line, without comparisons.
func (g *generator) attempts(x *explanation, here string) []string {
	r := g.t.Records[x.record]
	e := g.m.event(r.Event)
	x.checks = nil
	for _, c := range g.checks(e) {
		if _, has := r.Fields[c.field]; has || c.field == "" {
			x.checks = append(x.checks, c)
		}
	}

	if x.skip[""] {
		return nil
	}
	// What validation asks of the step as a whole (taken) is a check among others here, so that
	// "enabled, but no step of Next" can be told.
	if slices.ContainsFunc(e.Actions, func(a Expr) bool { name, _ := head(a.Text); return !g.facts.inNext[name] }) {
		expr := fmt.Sprintf("(%s \\/ UNCHANGED <<%s>>) = TRUE", g.m.Next, strings.Join(g.facts.variables, ", "))
		// One that is applied to some values is looked at no further than for these.
		if within := g.within(e.Actions[0].Text, e.Hidden); within != "" && len(e.Actions) == 1 {
			expr = within
		}
		x.checks = append(x.checks, check{kind: "next", text: "a step of " + g.m.Next, line: e.Line, expr: expr})
	}

	open, bound := g.quantifiers(e.Name, e.Hidden, g.texts(e)...)
	x.hidden, x.actions = bound, nil

	list := e.Actions
	if e.Observe {
		list = []Expr{{"observe", e.Line}}
	}
	var steps []string
	for i, a := range list {
		x.actions = append(x.actions, refs(a.Text, func(n string) string {
			if v, ok := r.Fields[n]; ok {
				return v.Text
			}
			return "$" + n
		}))
		text := wrap(g.fill(a.Text, e.Hidden))
		if e.Observe {
			text = g.actions(e)
		}
		g.attempt(x, here, open, text, strconv.Itoa(i+1))
		steps = append(steps, fmt.Sprintf("%stry_%d", prefix, i+1))
	}
	return steps
}

// attempt writes one action and what the comparisons say of its successors.
func (g *generator) attempt(x *explanation, here, open, text, number string) {
	if number == "" {
		number = "1"
		x.actions = []string{"initial state"}
	}

	parts := []string{strconv.Quote(number)}
	for _, h := range x.hidden {
		parts = append(parts, toolsAlias+"!Text("+prefix+"h_"+h+")")
	}
	for _, c := range x.checks {
		// By text where TLC can't compare the two sides: a string and a number differ, and that
		// is the answer.
		cond := c.formula()
		if x.byText && c.field != "" {
			cond = fmt.Sprintf("%s!Text%s = %s!Text(%s)", toolsAlias, wrap(c.expr), toolsAlias, c.want)
			if c.when != "" {
				cond = "(" + c.when + ") => " + cond
			}
		}
		model, want := toolsAlias+"!Text"+wrap(c.expr), `""`
		if c.field != "" {
			want = toolsAlias + "!Text(" + c.want + ")"
		}
		parts = append(parts, "IF "+cond+` THEN "1" ELSE "0"`, model, want)
	}

	g.line(0, "%stry_%s ==\n  /\\ %s\n  /\\ %s!Room(4, %d)\n  /\\ \\E %se \\in {%s} :", prefix, number, here, toolsAlias, 3*x.most, prefix, g.at(x.record))
	g.line(0, "     %s", open)
	g.line(0, "       /\\ %s", text)
	g.line(0, "       /\\ %s!Tell(4, %d, \"M\", <<%s>>, %s)\n       /\\ FALSE", toolsAlias, 3*x.most, strings.Join(parts, ", "), g.texted("'"))
	g.line(0, "  /\\ UNCHANGED <<%s>>", strings.Join(g.cursor().variables, ", "))
}

// read takes in what the second run printed.
func (x *explanation) read(g *generator, rep *Report, out tla.Outcome) {
	rep.States, rep.Attempts, rep.Possible = nil, nil, nil
	vars := g.facts.variables
	states, byID := rep.readStates(vars, out)
	tried := normal(said(out, "M"))

	seen := map[string]bool{}
	for _, p := range tried {
		if from, ok := byID[p[0]]; ok {
			x.attempt(rep, from, p, seen)
		}
	}

	slices.SortStableFunc(rep.Attempts, func(a, b Attempt) int { return len(a.Disagree) - len(b.Disagree) })

	allowed := normal(said(out, "A"))
	for _, p := range allowed {
		from, ok := byID[p[0]]
		if !ok || len(p) < 3 {
			continue
		}
		i, err := strconv.Atoi(p[1])
		n, err2 := strconv.Atoi(p[2])
		if err != nil || err2 != nil || i >= len(g.facts.actions) || len(p) != 3+n+len(vars) {
			continue
		}
		a := g.facts.actions[i]
		s := Step{From: from, Name: a.name, Action: a.applied(p[3 : 3+n]), Diff: rep.diff(from, p[3+n:])}
		key := fmt.Sprint(s)
		if !seen[key] {
			seen[key] = true
			rep.Possible = append(rep.Possible, s)
		}
	}

	// Somewhere the module stopped telling: then "in any of the states" would say too
	// much.
	per := map[string]int{}
	for _, p := range allowed {
		per[p[1]]++
		rep.Cut = rep.Cut || per[p[1]] >= x.most
	}
	rep.Cut = rep.Cut || len(states) >= x.most || len(tried) >= 3*x.most
}

// readStates adds the states that TLC printed, each once, and returns what it printed
// and the place of each by its number there.
func (rep *Report) readStates(vars []string, out tla.Outcome) (states [][]string, byID map[string]int) {
	index := map[string]int{} // printed state → index
	byID = map[string]int{}

	states = normal(said(out, "S"))
	for _, p := range states {
		if len(p) != 1+len(vars) {
			continue
		}
		// The cursor and the count of unlogged actions are no part of what is shown: states that
		// differ in them alone are one.
		key := strings.Join(p[1:], separator)
		k, ok := index[key]
		if !ok {
			k = len(rep.States)
			index[key] = k
			s := State{}
			for i, v := range vars {
				s.Vars = append(s.Vars, tla.Variable{Name: v, Value: p[1+i]})
			}
			rep.States = append(rep.States, s)
		}
		byID[p[0]] = k
	}
	return states, byID
}

// diff is what values change in a state.
func (rep *Report) diff(from int, values []string) []tla.Change {
	changes := []tla.Change{}
	for i, v := range rep.States[from].Vars {
		if v.Value != values[i] {
			changes = append(changes, tla.Change{Name: v.Name, From: v.Value, To: values[i]})
		}
	}
	return changes
}

// attempt adds an action that was tried in a state, as TLC printed it: which one, the
// values of what the log does not show, and each check with both sides.
func (x *explanation) attempt(rep *Report, from int, p []string, seen map[string]bool) {
	fixed := 2 + len(x.hidden) + 3*len(x.checks)
	if len(p) != fixed+len(rep.States[from].Vars) {
		return
	}
	key := strconv.Itoa(from) + separator + strings.Join(p[1:], separator)
	if seen[key] {
		return
	}
	seen[key] = true

	a := Attempt{From: from, Diff: rep.diff(from, p[fixed:]), Disagree: []Difference{}}
	if n, err := strconv.Atoi(p[1]); err == nil && n >= 1 && n <= len(x.actions) {
		a.Action = x.actions[n-1]
	}
	for i, h := range x.hidden {
		a.Hidden = append(a.Hidden, Logged{h, p[2+i]})
	}
	for i, c := range x.checks {
		if q := p[2+len(x.hidden)+3*i:]; q[0] == "0" {
			a.Disagree = append(a.Disagree, Difference{Field: c.field, With: c.text, Trace: q[2], Model: q[1]})
		}
	}
	rep.Attempts = append(rep.Attempts, a)
}

// normal gives equal values one form.
func normal(said [][]string) [][]string {
	for _, parts := range said {
		for i, p := range parts {
			if v, err := syntax.ParseValue(p); err == nil {
				parts[i] = syntax.Normal(v).String()
			}
		}
	}
	return said
}

// Choice is a step of Report.Possible for reading, and how many more of the same action
// there are.
type Choice struct {
	Step
	More int
}

// Choices are the possible steps, one for each action.
func (r Report) Choices() []Choice {
	var out []Choice
	for _, s := range r.Possible {
		if i := slices.IndexFunc(out, func(c Choice) bool { return c.Name == s.Name }); i >= 0 {
			out[i].More++
		} else {
			out = append(out, Choice{s, 0})
		}
	}
	return out
}

// applied is the action with the values of the variables that quantifiers bind, in
// the place of their names where it is an application of a definition.
func (a action) applied(values []string) string {
	if len(values) == 0 {
		return a.text
	}
	if name, _ := head(a.text); name != "" {
		return replaceNames(a.text, a.bound, values)
	}
	var with []string
	for i, v := range values {
		with = append(with, a.bound[i]+" = "+v)
	}
	return a.name + " with " + strings.Join(with, ", ")
}

// replaceNames puts values in the place of names.
func replaceNames(text string, names, values []string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		if !word(text[i]) {
			b.WriteByte(text[i])
			i++
			continue
		}
		j := i
		for j < len(text) && word(text[j]) {
			j++
		}
		w := text[i:j]
		// All at once: a value that is put in is not looked at again.
		if k := slices.Index(names, w); k >= 0 {
			w = values[k]
		}
		b.WriteString(w)
		i = j
	}
	return b.String()
}

// without arranges for another run after one that failed: what failed is left out.
// It is false where nothing else can be left out.
func (x *explanation) without(g *generator, rep *Report, out tla.Outcome) bool {
	if out.Status.Failed() == false || out.Failing == nil {
		return false
	}
	// From the outside in: the definition that was evaluated stands above those of the
	// specification that it calls.
	for _, r := range append([]tla.Range{out.Failing.Range}, out.Failing.Stack...) {
		if r.Module != moduleName {
			continue
		}
		name := g.definitionAt(r.Line)
		switch {
		// The first suspicion is a comparison of two types; only where texts fail, too, is it the
		// action.
		case strings.HasPrefix(name, prefix+"try_") && !x.byText:
			x.byText = true
			return true
		case strings.HasPrefix(name, prefix+"try_") && !x.skip[""]:
			x.skip[""] = true
			rep.Failed = append(rep.Failed, strings.Join(x.actions, " / ")+": "+g.words(out))
			return true
		case strings.HasPrefix(name, prefix+"act_"):
			if i, err := strconv.Atoi(name[len(prefix+"act_"):]); err == nil && i >= 1 && i <= len(g.facts.actions) {
				a := g.facts.actions[i-1]
				if !x.skip[a.name] {
					x.skip[a.name] = true
					rep.Failed = append(rep.Failed, a.name+": "+g.words(out))
					return true
				}
			}
		}
	}
	return false
}

// definitionAt is the definition of the generated module that a line belongs to.
func (g *generator) definitionAt(line int) string {
	name := ""
	n := 0
	for text := range strings.Lines(g.b.String()) {
		n++
		if strings.HasPrefix(text, prefix) {
			name, _, _ = strings.Cut(text, " ")
		}
		if n == line {
			break
		}
	}
	return name
}

// reason is one sentence.
func (x *explanation) reason(rep *Report) string {
	in := "in the only state possible there"
	if n := len(rep.States); n > 1 {
		in = fmt.Sprintf("in any of the %d states possible there", n)
		if rep.Cut {
			in = fmt.Sprintf("in any of the first %d states possible there", n)
		}
	}

	if x.initial {
		in = "of the specification"
		if len(rep.States) == 0 {
			return "the specification has no initial state"
		}
	}

	switch {
	case len(rep.Attempts) == 0 && x.skip[""]:
		return "the event's action can't be evaluated: " + rep.Failed[0]
	case len(rep.Attempts) == 0:
		return fmt.Sprintf("event %s: %s is not enabled %s", rep.Event, strings.Join(x.actions, ", "), in)
	}

	var parts []string
	// The attempts are sorted by how much disagrees, so that the first is the nearest to the
	// line.
	for _, d := range rep.Attempts[0].Disagree {
		if d.Field == "" {
			parts = append(parts, "not "+d.With)
			continue
		}
		models := []string{}
		for _, a := range rep.Attempts {
			for _, o := range a.Disagree {
				if o.Field == d.Field && o.With == d.With && !slices.Contains(models, o.Model) {
					models = append(models, o.Model)
				}
			}
		}
		more := ""
		if len(models) > 4 {
			models, more = models[:4], " …"
		}
		parts = append(parts, fmt.Sprintf("%s is %s in the trace, %s is %s%s in the model", d.Field, d.Trace, d.With, strings.Join(models, " or "), more))
	}

	if len(parts) == 0 {
		return fmt.Sprintf("event %s fits here and nowhere goes on", rep.Event)
	}
	what := "event " + rep.Event + ": " + rep.Attempts[0].Action + " is possible, but "
	if x.initial {
		what = "initial state: "
	}
	return what + strings.Join(parts, "; ")
}
