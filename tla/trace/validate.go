package trace

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ensures/tla"
)

// Options bound the runs; zero fields mean the defaults.
type Options struct {
	Timeout  time.Duration // of one run of TLC; 2 minutes
	MemoryMB int           // of its heap; 800, more for more than 24,000 events
	StackMB  int           // of a thread; 256
	// Most bounds the states, and the successors of each action, that are listed for the
	// first line that doesn't fit; 50.
	Most int
	// NoExplain leaves out the second run.
	NoExplain bool
	First     bool // ValidateAll ends with the first trace that is not accepted
	// Past goes on after a line that doesn't fit, up to so many of them: with the state that
	// the line says where it says all of it, else with the event's action uncompared, else
	// with what it says of whole variables; a run of TLC or two each.
	Past int // not of runs that are ordered in part only
}

func (o Options) withDefaults(events int) Options {
	o.Timeout = cmp.Or(o.Timeout, 2*time.Minute)
	o.MemoryMB = cmp.Or(o.MemoryMB, max(800, events/30))
	o.StackMB = cmp.Or(o.StackMB, 256)
	o.Most = cmp.Or(o.Most, 50)
	return o
}

// Status is how a validation ended.
type Status string

// The statuses. Only Accepted says that the trace is a behaviour of the specification.
const (
	Accepted   Status = "accepted"
	Rejected   Status = "rejected"   // no behaviour goes past Report.Line
	NoInitial  Status = "no_initial" // no initial state agrees with the first line, or there is none
	Evaluation Status = "evaluation" // an expression has no value at Report.Line
	Malformed  Status = "malformed"  // the specification, or an expression of the mapping, is no TLA+
	Unfinished Status = "unfinished" // a limit of time, memory or stack; Matched is how far it came
)

// Report is the answer of Validate.
type Report struct {
	Status  Status `json:"status"`
	Trace   string `json:"trace"`
	Events  int    `json:"events"`  // lines that count
	Matched int    `json:"matched"` // so many of them, from the first, fit
	// File is the log of a run that is ordered in part only in which Line is; else empty.
	File string `json:"file,omitempty"`
	// Line is where in the file the first line stands that doesn't fit, Event its event,
	// Logged what it says; none where the trace was accepted.
	Line   int      `json:"line,omitempty"`
	Event  string   `json:"event,omitempty"`
	Logged []Logged `json:"logged,omitempty"`
	// Reason says in one sentence what is wrong there.
	Reason string `json:"reason,omitempty"`

	// Misfits are all lines that don't fit, as far as Options.Past lets it go; Reached is
	// how many lines were looked at, so Reached − len(Misfits) fit.
	Misfits []Misfit `json:"misfits,omitempty"`
	Reached int      `json:"reached"`

	// Order is there where the mapping says that the lines are ordered in part only.
	Order *PartialOrder `json:"order,omitempty"`

	ByEvent []EventCount `json:"by_event"`
	// Compared are the fields that were looked at, Ignored those of the mapping that no
	// line has.
	Compared    []Comparison `json:"compared"`
	NotCompared []string     `json:"not_compared,omitempty"`

	// Of the first line that doesn't fit:
	States   []State   `json:"states,omitempty"`   // in which the system may be before it
	Attempts []Attempt `json:"attempts,omitempty"` // the event's action there, and what disagrees
	Possible []Step    `json:"possible,omitempty"` // what every named action allows instead
	Failed   []string  `json:"failed,omitempty"`   // actions that can't be evaluated there
	Cut      bool      `json:"cut,omitempty"`      // there are more than are listed

	Problems []Problem     `json:"problems,omitempty"` // of a malformed specification or mapping
	Version  string        `json:"version,omitempty"`
	Elapsed  time.Duration `json:"-"`
}

// Logged is a field of a line.
type Logged struct {
	Field string `json:"field"`
	Value string `json:"value"`
}

// EventCount counts an event's lines and those of the matched prefix.
type EventCount struct {
	Event   string `json:"event"`
	Lines   int    `json:"lines"`
	Matched int    `json:"matched"`
}

// Comparison is a field that is compared, in so many of the lines that count.
type Comparison struct {
	Field string `json:"field"`
	With  string `json:"with"`
	Lines int    `json:"lines"`
}

// State is a state with its variables in the specification's order.
type State struct {
	Vars []tla.Variable `json:"vars"`
}

// Attempt is the event's action in one of the states, without the comparisons.
type Attempt struct {
	From     int          `json:"from"` // index of States
	Action   string       `json:"action"`
	Hidden   []Logged     `json:"hidden,omitempty"` // ids that the line doesn't say
	Diff     []tla.Change `json:"diff"`
	Disagree []Difference `json:"disagree"`
}

// Difference is a comparison that fails.
type Difference struct {
	Field string `json:"field,omitempty"` // empty: a condition
	With  string `json:"with"`
	Trace string `json:"trace,omitempty"`
	Model string `json:"model"`
}

// Step is a successor that an action allows.
type Step struct {
	From   int          `json:"from"` // index of States
	Name   string       `json:"name"` // of the definition
	Action string       `json:"action"`
	Diff   []tla.Change `json:"diff"`
}

// Validate asks whether a behaviour of the specification agrees with every line of
// the trace, in some order of its lines that is allowed. A specification that is no TLA+, and a trace that doesn't fit, are
// reports; the error is a *MappingError, or infrastructure.
func Validate(ctx context.Context, tools tla.Toolchain, s Spec, m *Mapping, t *Trace, o Options) (Report, error) {
	begin := time.Now()
	rep := Report{Trace: t.File, Events: len(t.Records)}
	o = o.withDefaults(len(t.Records))

	f, problems, err := prepare(s, m)
	if err != nil {
		return rep, err
	}
	if len(problems) > 0 {
		rep.Status, rep.Problems = Malformed, problems
		rep.Reason = problems[0].String()
		return rep, nil
	}

	g := newGenerator(s, f, m, t)
	if t.partial() {
		err = validatePartial(ctx, tools, g, o, &rep)
	} else {
		err = validateOrdered(ctx, tools, g, o, &rep)
	}
	if err != nil {
		return rep, err
	}
	rep.Compared, rep.NotCompared = g.compared()
	rep.Elapsed = time.Since(begin)
	return rep, nil
}

// validateOrdered asks it of a trace whose lines stand in the order of the steps.
func validateOrdered(ctx context.Context, tools tla.Toolchain, g *generator, o Options, rep *Report) error {
	out, err := g.checkEager(ctx, tools, o)
	if err != nil {
		return err
	}
	rep.Version = out.Version

	g.judge(rep, out)
	if rep.Status == Rejected && o.Past > 0 {
		if err := goOn(ctx, tools, g, o, rep); err != nil {
			return err
		}
	} else {
		rep.Reached = rep.Matched
	}
	g.stopped(rep)
	rep.ByEvent = g.byEvent(func(i int) bool { return i < rep.Matched })
	if (rep.Status == Rejected || rep.Status == NoInitial) && !o.NoExplain {
		return explain(ctx, tools, g, o, rep)
	}
	return nil
}

// checkEager runs the validation with comparisons asked as early as can be, and once more in
// the safe order where something has no value.
func (g *generator) checkEager(ctx context.Context, tools tla.Toolchain, o Options) (tla.Outcome, error) {
	g.eager = true
	out, err := tools.Check(ctx, o.job(g, g.validation()))
	var rep Report
	if g.judge(&rep, out); err != nil || rep.Status != Evaluation {
		return out, err
	}
	// The guards of the action may be what gives a comparison its value, so Evaluation is no
	// verdict of an eager run. A module is written once by a generator: the second is a new one.
	window, past := g.window, g.past
	*g = *newGenerator(g.spec, g.facts, g.m, g.t)
	g.window, g.past = window, past
	return tools.Check(ctx, o.job(g, g.validation()))
}

// noBehaviour is why a line does not fit, before a second run says more.
const noBehaviour = "no behaviour of the specification agrees with this line"

// stopped fills in the line at which the trace ended, if it did not end behind its last.
func (g *generator) stopped(rep *Report) {
	if rep.Status == Malformed || rep.Matched >= rep.Events {
		return
	}
	r := g.t.Records[rep.Matched]
	rep.Line, rep.Event, rep.Logged = r.Line, r.Event, logged(r)
	// Unfinished is no misfit: the line was not reached, which says nothing about it.
	if len(rep.Misfits) == 0 && (rep.Status == Rejected || rep.Status == NoInitial || rep.Status == Evaluation) {
		rep.Reached = rep.Matched + 1
		rep.Misfits = []Misfit{{r.Line, r.Event, ""}}
	}
}

// goOn finds further lines that don't fit after the first.
func goOn(ctx context.Context, tools tla.Toolchain, first *generator, o Options, rep *Report) error {
	past := map[int]passing{}
	at := rep.Matched
	t := first.t
	g := newGenerator(first.spec, first.facts, first.m, t)
	for {
		// A line is first passed with its action but without its comparisons; where that
		// doesn't fit either, it is taken at its word.
		switch past[at] {
		case 0:
			past[at] = uncompared
			if g.known(at) || first.m.event(t.Records[at].Event).Observe {
				past[at] = adopted
			}
			rep.Misfits = append(rep.Misfits, Misfit{t.Records[at].Line, t.Records[at].Event, ""})
			if len(rep.Misfits) > o.Past {
				rep.Reached = at + 1
				return nil
			}
		case uncompared:
			past[at] = adopted
		default:
			return fmt.Errorf("line %d of %s is left out and still stops the run", t.Records[at].Line, t.File)
		}

		// Which comparisons are left out is written into the records, so every further line needs
		// a module of its own. The safe order of comparisons is used: an eager run could end with
		// Evaluation at a line that fits.
		g = newGenerator(first.spec, first.facts, first.m, t)
		g.past = past
		out, err := tools.Check(ctx, o.job(g, g.validation()))
		if err != nil {
			return err
		}
		far := furthest(out)

		if far-1 == len(t.Records) {
			rep.Reached = len(t.Records)
			return nil
		}
		// A run that did not explore everything does not say where the trace stops next; what was
		// reached before it is kept.
		if out.Status != tla.OK && out.Status != tla.Partial || far-1 < at {
			rep.Reached = max(at+1, far-1)
			return nil
		}
		at = far - 1
	}
}

// prepare reads the specification and looks whether the mapping fits it. What is
// wrong with the specification is returned; what is wrong with the mapping is an error.
func prepare(s Spec, m *Mapping) (facts, []Problem, error) {
	f, problems := s.read(m.Next)
	if len(problems) > 0 {
		return f, problems, nil
	}
	if problems := m.check(f); len(problems) > 0 {
		return f, nil, &MappingError{problems}
	}
	return f, nil, nil
}

func (o Options) job(g *generator, text string) tla.Job {
	j := g.job(text)
	j.Constraints = []string{prefix + "Progress"}
	j.Timeout, j.MemoryMB, j.StackMB = o.Timeout, o.MemoryMB, o.StackMB
	return j
}

// said are the parts of what the module printed under a tag.
func said(out tla.Outcome, tag string) [][]string {
	var list [][]string
	for _, p := range out.Prints {
		rest, ok := strings.CutPrefix(p, `"ensures:`+tag+separator)
		if ok {
			rest = unescape(strings.TrimSuffix(rest, `"`))
			list = append(list, strings.Split(rest, separator))
		}
	}
	return list
}

// unescape takes off what TLC's printing of a string adds to it.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		// Any other escaped character, a quote or a backslash, stands for itself.
		if s[i] == '\\' && i+1 < len(s) {
			i++
			switch s[i] {
			case 'n':
				b.WriteByte('\n')
				continue
			case 't':
				b.WriteByte('\t')
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

const separator = "~|~"

// furthest is the largest line number that was reached, 0 for none.
func furthest(out tla.Outcome) int {
	best := 0
	for _, p := range said(out, "L") {
		if n, err := strconv.Atoi(p[0]); err == nil && n > best {
			best = n
		}
	}
	return best
}

// judge reads the outcome of the first run.
func (g *generator) judge(rep *Report, out tla.Outcome) {
	// The cursor stands before the next record, so that 1 is an initial state and n+1 the end of
	// n records.
	far := furthest(out)
	rep.Matched = max(0, far-1)

	switch out.Status {
	case tla.OK, tla.Partial:
		switch {
		case far == 0:
			rep.Status, rep.Reason = NoInitial, "the specification has no initial state"
		case rep.Matched == rep.Events:
			rep.Status = Accepted
		default:
			rep.Status, rep.Reason = Rejected, noBehaviour
		}
	case tla.Vacuous:
		rep.Status, rep.Reason = NoInitial, "no initial state of the specification agrees with the first line"
	case tla.Timeout, tla.StackOverflow, tla.OutOfMemory:
		rep.Status = Unfinished
		rep.Reason = fmt.Sprintf("TLC ended with %s after %d of %d lines, which fit; %s", out.Status, rep.Matched, rep.Events, unfinishedHints[out.Status])
	case tla.Syntax, tla.Semantic, tla.Config, tla.Assumption:
		rep.Status = Malformed
		rep.Problems = g.problems(out)
		rep.Reason = out.Message
		if len(rep.Problems) > 0 {
			rep.Reason = rep.Problems[0].String()
		}
	// An expression without a value: the last state of TLC's trace is the one in which it was
	// evaluated, which may lie before the furthest line.
	default:
		rep.Status = Evaluation
		if n := len(out.Trace); n > 0 {
			if v, ok := out.Trace[n-1].Var(prefix + "l"); ok {
				if l, err := strconv.Atoi(v); err == nil && l >= 1 {
					rep.Matched = l - 1
				}
			}
		}
		rep.Reason = g.words(out)
	}
}

// unfinishedHints say what to do about a run that a limit ended.
var unfinishedHints = map[tla.Status]string{
	tla.Timeout:       "give it more time with --timeout, or validate a part of the trace",
	tla.StackOverflow: "a recursive definition goes too deep or has no end",
	tla.OutOfMemory:   "give it more memory with tla.memory, or validate a part of the trace",
}

// words say what could not be evaluated, and where.
func (g *generator) words(out tla.Outcome) string {
	msg := oneLine(tla.Words(out.Message))
	if len(out.Unassigned) > 0 {
		msg = "the action leaves " + strings.Join(out.Unassigned, ", ") + " of the next state open"
	}
	// A place in the generated module means nothing to the user, unless it comes from a line of
	// the mapping.
	if f := out.Failing; f != nil {
		switch at, ok := g.origin[f.Line]; {
		case f.Module == moduleName && ok:
			msg += fmt.Sprintf(" (%s:%d)", g.m.File, at)
		case f.Module != moduleName && f.Module != "":
			msg += fmt.Sprintf(" (%s line %d", f.Module, f.Line)
			if f.Definition != "" && !strings.HasPrefix(f.Definition, prefix) {
				msg += ", in " + f.Definition
			}
			msg += ")"
		}
	}
	return msg
}

// problems are SANY's and TLC's, in the mapping's lines where they are about it.
func (g *generator) problems(out tla.Outcome) []Problem {
	var list []Problem
	for _, p := range out.Problems {
		q := Problem{File: p.Module, Line: p.Line, Text: oneLine(p.Text)}
		// SANY complains of the module that it was given; the user wrote the mapping it was made
		// from.
		if p.Module == moduleName {
			q.Line = g.origin[p.Line]
			q.File = g.m.File
			if q.Line == 0 {
				q.Text += fmt.Sprintf(" (line %d of the generated module)", p.Line)
			}
		} else if p.Module != "" {
			q.File += ".tla"
		}
		q.File = cmp.Or(q.File, g.facts.name)
		if !slices.Contains(list, q) {
			list = append(list, q)
		}
	}
	return list
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// byEvent counts lines by event.
func (g *generator) byEvent(matched func(record int) bool) []EventCount {
	var out []EventCount
	at := map[string]int{}
	for i, r := range g.t.Records {
		k, ok := at[r.Event]
		if !ok {
			k = len(out)
			at[r.Event] = k
			out = append(out, EventCount{Event: r.Event})
		}
		out[k].Lines++
		if matched(i) {
			out[k].Matched++
		}
	}
	return out
}

// compared lists the comparisons and in how many lines each is made, and the fields
// of comparisons that no line has.
func (g *generator) compared() (list []Comparison, not []string) {
	at := map[[2]string]int{}
	for _, e := range g.seen() {
		for _, c := range g.checks(e) {
			key := [2]string{c.field, c.text}
			k, ok := at[key]
			if !ok {
				k = len(list)
				at[key] = k
				list = append(list, Comparison{Field: c.field, With: c.text})
			}
			n := g.total[e.Name]
			if c.field != "" {
				n = g.present[e.Name][c.field]
			}
			list[k].Lines += n
		}
	}
	for _, c := range g.initialChecks() {
		list = append(list, Comparison{c.field, c.text + " (initial state)", 1})
	}

	// A field that is compared in some event is looked at, even where other events of the mapping
	// never have it.
	fields := map[string]bool{}
	for _, c := range list {
		fields[c.Field] = true
	}
	for i := range g.m.Events {
		after, before, _ := g.m.compares(&g.m.Events[i])
		for _, c := range append(after, before...) {
			if !fields[c.Field] && !slices.Contains(not, c.Field) {
				not = append(not, c.Field)
			}
		}
	}
	return list, not
}

// logged are a line's fields as they were logged.
func logged(r Record) []Logged {
	var out []Logged
	for f, v := range r.Fields {
		out = append(out, Logged{f, v.raw})
	}
	slices.SortFunc(out, func(a, b Logged) int { return strings.Compare(a.Field, b.Field) })
	return out
}
