package trace

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ensures/tla"
)

// Transitions is the answer to the question of every step by itself: from the state
// that the trace has before the line, does the event's action lead to one that agrees
// with the line?
type Transitions struct {
	Status Status `json:"status"` // Accepted: every step that was judged fits; Rejected, Malformed, Unfinished
	Trace  string `json:"trace"`
	Events int    `json:"events"`
	// Judged are the steps whose state before is known from the trace (of the first: from
	// Init), Passed those of them that fit.
	Judged  int         `json:"judged"`
	Passed  int         `json:"passed"`
	Failed  []Misfit    `json:"failed,omitempty"`
	ByEvent []EventRate `json:"by_event"`
	Reason  string      `json:"reason,omitempty"`
	// Unobserved are the variables of which the trace never has the whole value: with any
	// of them only the first step can be judged.
	Unobserved []string      `json:"unobserved,omitempty"`
	Problems   []Problem     `json:"problems,omitempty"`
	Elapsed    time.Duration `json:"-"`
}

// Misfit is a line that does not fit.
type Misfit struct {
	Line   int    `json:"line"`
	Event  string `json:"event"`
	Reason string `json:"reason,omitempty"` // where something could not be evaluated
}

// EventRate counts the steps of an event.
type EventRate struct {
	Event  string `json:"event"`
	Judged int    `json:"judged"`
	Passed int    `json:"passed"`
}

// mostErrors bounds how many steps that can't be evaluated are left out one by one.
const mostErrors = 20

// Steps judges every logged step by itself, in one run of TLC (and one more for each
// step that can't be evaluated, up to 20).
func Steps(ctx context.Context, tools tla.Toolchain, s Spec, m *Mapping, t *Trace, o Options) (Transitions, error) {
	begin := time.Now()
	rep := Transitions{Trace: t.File, Events: len(t.Records)}
	o = o.withDefaults(2 * len(t.Records))

	f, problems, err := prepare(s, m)
	if err != nil {
		return rep, err
	}
	if len(problems) > 0 {
		rep.Status, rep.Problems, rep.Reason = Malformed, problems, problems[0].String()
		return rep, nil
	}

	if t.partial() {
		rep.Status, rep.Reason = Unfinished, notOrdered
		return rep, nil
	}

	g := newGenerator(s, f, m, t)
	ways, judged := g.ways()
	rep.Unobserved = g.unobserved()
	passed, failed := map[int]bool{}, map[int]string{}
	// A step that can't be evaluated ends the run: it counts as failed, and the others
	// run again without it.
	for {
		g := newGenerator(s, f, m, t)
		out, err := tools.Check(ctx, o.job(g, g.transitions(ways, judged, failed)))
		if err != nil {
			return rep, err
		}

		for _, p := range said(out, "T") {
			if n, err := strconv.Atoi(p[0]); err == nil {
				// What a run told before it ended stays true in the next one: steps don't depend
				// on each other.
				passed[n-1] = true
			}
		}

		stop := false
		switch out.Status {
		case tla.OK, tla.Partial, tla.Vacuous:
			rep.Status, stop = Accepted, true
		case tla.Timeout, tla.StackOverflow, tla.OutOfMemory:
			rep.Status, stop = Unfinished, true
			rep.Reason = fmt.Sprintf("TLC ended with %s", out.Status)
		case tla.Syntax, tla.Semantic, tla.Config, tla.Assumption:
			rep.Status, rep.Problems, rep.Reason, stop = Malformed, g.problems(out), out.Message, true
		default:
			at := recordAt(out, len(t.Records))
			// Without a record, or with one that was left out already, another run would end in
			// the same place.
			if _, again := failed[at]; at < 0 || again || len(failed) >= mostErrors {
				rep.Status, rep.Reason, stop = Evaluation, g.words(out), true
			} else {
				failed[at] = g.words(out)
				delete(passed, at)
			}
		}
		if stop {
			break
		}
	}

	if rep.Status == Malformed || rep.Status == Unfinished {
		rep.Elapsed = time.Since(begin)
		return rep, nil
	}

	rep.count(t, judged, passed, failed)
	if len(rep.Failed) > 0 && rep.Status == Accepted {
		rep.Status = Rejected
		rep.Reason = fmt.Sprintf("%d of %d steps do not fit, the first on line %d", len(rep.Failed), rep.Judged, rep.Failed[0].Line)
	}
	rep.Elapsed = time.Since(begin)
	return rep, nil
}

// recordAt is which of n records TLC was at when it stopped, -1 where it does not say.
func recordAt(out tla.Outcome, n int) int {
	if len(out.Trace) == 0 {
		return -1
	}
	v, ok := out.Trace[len(out.Trace)-1].Var(prefix + "l")
	if !ok {
		return -1
	}
	l, err := strconv.Atoi(v)
	if err != nil || l < 1 || l > n {
		return -1
	}
	return l - 1
}

// count sums up the steps that were judged: those that TLC passed and did not stop at
// fit.
func (rep *Transitions) count(t *Trace, judged []int, passed map[int]bool, failed map[int]string) {
	at := map[string]int{}
	for i, r := range t.Records {
		if judged[i] < 0 {
			continue
		}
		k, ok := at[r.Event]
		if !ok {
			k = len(rep.ByEvent)
			at[r.Event] = k
			rep.ByEvent = append(rep.ByEvent, EventRate{Event: r.Event})
		}
		rep.Judged++
		rep.ByEvent[k].Judged++
		if why, bad := failed[i]; passed[i] && !bad {
			rep.Passed++
			rep.ByEvent[k].Passed++
		} else {
			rep.Failed = append(rep.Failed, Misfit{r.Line, r.Event, why})
		}
	}
}

// source says where a variable's value before a step stands: in a field of the line
// before, or of the line itself.
type source struct {
	field string
	own   bool
}

// way is how the state before a step is put together: a source for every variable.
type way []source

// ways are the different ways of a trace, and for each line the index of its own: −1
// where the state before it is not known. The first line has Init, whose index is the number
// of lines: no way's.
func (g *generator) ways() (ways []way, judged []int) {
	byKey := map[string]int{}
	judged = make([]int, len(g.t.Records))
	judged[0] = len(g.t.Records) // Init
	for i := 1; i < len(g.t.Records); i++ {
		w := make(way, 0, len(g.facts.variables))
		// The line's own word comes first: it was logged at the step, while the line before may
		// lie before an unlogged action.
		for _, v := range g.facts.variables {
			if f, ok := g.whole(g.t.Records[i], v, false); ok {
				w = append(w, source{f, true})
			} else if f, ok := g.whole(g.t.Records[i-1], v, true); ok {
				w = append(w, source{f, false})
			}
		}
		// One variable that nobody knows could have any value, and a step from a guessed state
		// proves nothing.
		if len(w) < len(g.facts.variables) {
			judged[i] = -1
			continue
		}
		key := fmt.Sprint(w)
		k, ok := byKey[key]
		if !ok {
			k = len(ways)
			byKey[key] = k
			ways = append(ways, w)
		}
		judged[i] = k
	}
	return ways, judged
}

// whole is the field that has the whole value of a variable after a line's step, or
// before it.
func (g *generator) whole(r Record, variable string, after bool) (string, bool) {
	a, b, _ := g.m.compares(g.m.event(r.Event))
	list := b
	if after {
		list = a
	}
	for _, c := range list {
		if _, has := r.Fields[c.Field]; has && (c.Expr.Text == variable || after && c.Expr.Text == variable+"'") {
			return c.Field, true
		}
	}
	return "", false
}

// known reports whether a line has the whole state after it.
func (g *generator) known(i int) bool {
	return !slices.ContainsFunc(g.facts.variables, func(v string) bool { _, ok := g.whole(g.t.Records[i], v, true); return !ok })
}

// unobserved are the variables that no line has whole.
func (g *generator) unobserved() []string {
	var out []string
	for _, v := range g.facts.variables {
		if !slices.ContainsFunc(g.t.Records, func(r Record) bool {
			_, a := g.whole(r, v, true)
			_, b := g.whole(r, v, false)
			return a || b
		}) {
			out = append(out, v)
		}
	}
	return out
}

// transitions is the module in which every step begins at a state of its own.
func (g *generator) transitions(ways []way, judged []int, failed map[int]string) string {
	l, d, s := prefix+"l", prefix+"d", prefix+"s"
	quiet := g.m.Unlogged.Max > 0
	// d is 1 behind the step: no behavior takes a second logged one.
	vars, init, next := []string{l, d}, []string{d + " = 0"}, []string{l + "' = " + l, d + "' = 1", fmt.Sprintf("%s!Say(\"T\", <<%s!Text(%s)>>)", toolsAlias, toolsAlias, l)}
	if quiet {
		vars, init, next = append(vars, s), append(init, s+" = 0"), append(next, s+"' = 0")
	}

	g.begin(vars...)
	// The way of every line, 0 for none.
	var list []string
	for i, k := range judged {
		n := 0
		if _, bad := failed[i]; i > 0 && k >= 0 && !bad {
			n = k + 1
		}
		list = append(list, strconv.Itoa(n))
	}

	g.line(0, "%sWay == <<%s>>", prefix, strings.Join(list, ","))
	g.line(0, "%sFirst ==", prefix)
	g.line(0, "  /\\ %s\n  /\\ %s = 1", g.m.Init, l)
	if _, bad := failed[0]; bad {
		g.line(0, "  /\\ FALSE")
	}
	for _, v := range init {
		g.line(0, "  /\\ %s", v)
	}
	for _, c := range g.initialChecks() {
		g.line(c.line, "  /\\ \\E %se \\in {%sTrace[1]} : %s", prefix, prefix, c.formula())
	}

	begins := []string{prefix + "First"}
	for k, w := range ways {
		name := fmt.Sprintf("%sfrom_%d", prefix, k+1)
		g.line(0, "%s ==\n  /\\ %s \\in 2..%d\n  /\\ %sWay[%s] = %d", name, l, len(g.t.Records), prefix, l, k+1)
		// The state before the line is the previous record's, but for what the line
		// itself says of it.
		for i, v := range g.facts.variables {
			at := l
			if !w[i].own {
				at += " - 1"
			}
			g.line(0, "  /\\ %s = %sTrace[%s].%s", v, prefix, at, g.name(w[i].field))
		}
		for _, v := range init {
			g.line(0, "  /\\ %s", v)
		}
		begins = append(begins, name)
	}

	g.line(0, "%sInit == %s", prefix, strings.Join(begins, " \\/ "))
	var steps []string
	for i, e := range g.seen() {
		name := fmt.Sprintf("%sev_%d", prefix, i+1)
		g.event(e, name, d+" = 0", prefix+"Trace["+l+"]", next...)
		steps = append(steps, name)
	}
	if quiet {
		steps = append(steps, g.silent(d+" = 0", fmt.Sprintf("UNCHANGED <<%s, %s>>", l, d))...)
	}

	g.line(0, "%sNext == %s", prefix, strings.Join(steps, " \\/ "))
	g.line(0, "%sProgress == TRUE", prefix)
	return g.end()
}
