package trace

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"ensures/tla"
)

// ProbeOptions say how a trace is changed; zero fields mean the defaults.
type ProbeOptions struct {
	Mutants int // at most so many changed traces; 60
	Seed    uint64
	Options
}

// Probe is what share of changed traces the specification rejects.
type Probe struct {
	// Status is Accepted where the trace itself is; nothing is known of its mutants
	// otherwise.
	Status   Status  `json:"status"`
	Trace    string  `json:"trace"`
	Mutants  int     `json:"mutants"`
	Rejected int     `json:"rejected"`
	Rate     float64 `json:"rate"`
	ByKind   []Share `json:"by_kind"`  // value, event, drop, repeat, swap
	ByField  []Share `json:"by_field"` // of the mutants with another value
	// Accepted are mutants that passed, Failed those that could not be evaluated (they
	// count as rejected).
	Accepted []Mutant `json:"accepted,omitempty"`
	Failed   int      `json:"failed,omitempty"`
	// Unread are the paths of the lines that the mapping doesn't look at: whatever stands
	// there is accepted.
	Unread   []string      `json:"unread,omitempty"`
	Reason   string        `json:"reason,omitempty"`
	Problems []Problem     `json:"problems,omitempty"`
	Elapsed  time.Duration `json:"-"`
}

// Share counts the mutants of a kind.
type Share struct {
	Name     string `json:"name"`
	Mutants  int    `json:"mutants"`
	Rejected int    `json:"rejected"`
}

// Mutant is a changed trace.
type Mutant struct {
	Line  int    `json:"line"`
	Kind  string `json:"kind"`
	Field string `json:"field,omitempty"`
	From  string `json:"from,omitempty"`
	To    string `json:"to,omitempty"`

	at   int      // index of the first record that is replaced
	over int      // how many are
	with []Record // by these
}

func (m Mutant) String() string {
	switch m.Kind {
	case "value":
		return fmt.Sprintf("line %d: %s %s instead of %s", m.Line, m.Field, m.To, m.From)
	case "event":
		return fmt.Sprintf("line %d: event %s instead of %s", m.Line, m.To, m.From)
	case "drop":
		return fmt.Sprintf("line %d (%s) is missing", m.Line, m.From)
	case "repeat":
		return fmt.Sprintf("line %d (%s) is there twice", m.Line, m.From)
	}
	return fmt.Sprintf("line %d (%s) and the next (%s) are swapped", m.Line, m.From, m.To)
}

// TryMutants changes an accepted trace in many ways, one change at a time, and asks for each
// whether it is still accepted; all in one run of TLC. Seeded, so the same call makes
// the same mutants.
func TryMutants(ctx context.Context, tools tla.Toolchain, s Spec, m *Mapping, t *Trace, o ProbeOptions) (Probe, error) {
	begin := time.Now()
	o.Mutants = cmp.Or(o.Mutants, 60)
	o.Options = o.Options.withDefaults(4 * len(t.Records))
	rep := Probe{Trace: t.File, Unread: t.Unread}

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
	mutants := newMutator(m, t, o.Seed).all(o.Mutants)

	passed, failed := map[int]bool{}, map[int]bool{}
	// A mutant that can't be evaluated ends the run of all: it counts as rejected, and
	// the rest run again without it.
	for {
		g := newGenerator(s, f, m, t)
		text := g.mutated(mutants, failed)
		out, err := tools.Check(ctx, o.job(g, text))
		if err != nil {
			return rep, err
		}

		for _, p := range said(out, "X") {
			if n, err := strconv.Atoi(p[0]); err == nil {
				passed[n] = true
			}
		}

		var base Report
		base.Events = len(t.Records)
		g.judge(&base, out)
		if len(out.Trace) > 0 && base.Status == Evaluation {
			// Number 0 is the trace itself: if that can't be evaluated there is nothing to leave
			// out.
			v, _ := out.Trace[len(out.Trace)-1].Var(prefix + "m")
			if n, err := strconv.Atoi(v); err == nil && n > 0 && !failed[n] && len(failed) < mostErrors {
				failed[n] = true
				continue
			}
		}

		rep.Status, rep.Reason, rep.Problems = base.Status, base.Reason, base.Problems
		break
	}

	rep.Elapsed = time.Since(begin)
	if rep.Status != Accepted {
		switch {
		case rep.Status == Rejected:
			rep.Reason = "the trace itself is not accepted"
		case len(failed) >= mostErrors:
			rep.Reason = fmt.Sprintf("more than %d changed traces can't be evaluated, the last: %s", mostErrors, rep.Reason)
		}
		return rep, nil
	}

	for i, mu := range mutants {
		rep.count(mu, !passed[i+1] || failed[i+1])
	}

	rep.Failed = len(failed)
	if rep.Mutants > 0 {
		rep.Rate = float64(rep.Rejected) / float64(rep.Mutants)
	}
	return rep, nil
}

// count adds what became of one mutant.
func (p *Probe) count(mu Mutant, rejected bool) {
	p.Mutants++
	if rejected {
		p.Rejected++
	} else {
		p.Accepted = append(p.Accepted, mu)
	}
	p.ByKind = countShare(p.ByKind, mu.Kind, rejected)
	if mu.Kind == "value" {
		p.ByField = countShare(p.ByField, mu.Field, rejected)
	}
}

func countShare(list []Share, name string, rejected bool) []Share {
	i := slices.IndexFunc(list, func(s Share) bool { return s.Name == name })
	if i < 0 {
		i = len(list)
		list = append(list, Share{Name: name})
	}
	list[i].Mutants++
	if rejected {
		list[i].Rejected++
	}
	return list
}

// mutator makes mutants of a trace.
type mutator struct {
	m      *Mapping
	t      *Trace
	rnd    *rand.Rand
	fields []string           // in order
	values map[string][]Value // that a field has somewhere, each once
	having map[string][]int   // records that have a field
	ids    map[string]bool    // fields that are arguments, or make constants: of the values they have somewhere
	seen   map[string]bool
}

func newMutator(m *Mapping, t *Trace, seed uint64) *mutator {
	u := &mutator{m: m, t: t, rnd: rand.New(rand.NewPCG(seed, 0x6d757461)), values: map[string][]Value{}, having: map[string][]int{}, seen: map[string]bool{}}
	u.ids = map[string]bool{}
	for i := range m.Events {
		_, needed := m.uses(&m.Events[i])
		for _, n := range needed {
			u.ids[n] = true
		}
	}
	for _, c := range m.Constants {
		for _, n := range c.From {
			u.ids[n] = true
		}
	}

	known := map[[2]string]bool{}
	for i, r := range t.Records {
		for f, v := range r.Fields {
			u.having[f] = append(u.having[f], i)
			if k := [2]string{f, v.Text}; !known[k] && len(u.values[f]) < 1000 {
				known[k] = true
				u.values[f] = append(u.values[f], v)
			}
		}
	}
	for f := range u.having {
		u.fields = append(u.fields, f)
	}
	slices.Sort(u.fields)
	return u
}

// all makes up to n mutants: half with another value, the fields in turn, the others
// of the kinds that change lines.
func (u *mutator) all(n int) []Mutant {
	var out []Mutant
	kinds := []func() (Mutant, bool){u.event, u.drop, u.repeat, u.swap}
	for i, misses := 0, 0; len(out) < n && misses < 20*n; i++ {
		var m Mutant
		ok := false
		if i%2 == 0 && len(u.fields) > 0 {
			m, ok = u.value(u.fields[i/2%len(u.fields)])
		} else {
			m, ok = kinds[i/2%len(kinds)]()
		}
		// Mutants are told apart by what is said of them, and the same one is made once. Misses
		// are bounded: a short trace has few mutants.
		if key := m.String(); !ok || u.seen[key] {
			misses++
			continue
		} else {
			u.seen[key] = true
		}
		out = append(out, m)
	}
	slices.SortStableFunc(out, func(a, b Mutant) int { return a.at - b.at })
	return out
}

func (u *mutator) value(field string) (Mutant, bool) {
	i := u.having[field][u.rnd.IntN(len(u.having[field]))]
	r := u.t.Records[i]
	from := r.Fields[field]
	var to Value
	switch {
	case from.Kind == Bool:
		to = Value{Bool, "TRUE", "true"}
		if from.Text == "TRUE" {
			to = Value{Bool, "FALSE", "false"}
		}
	// A number that counts is changed by one. An id plus one may be nobody's, which any model
	// refuses.
	case from.Kind == Int && !u.ids[field] && u.rnd.IntN(2) == 0:
		n, err := strconv.Atoi(from.raw)
		if err != nil {
			return Mutant{}, false
		}
		v, err := number(strconv.Itoa(n + 1 - 2*u.rnd.IntN(2)))
		if err != nil {
			return Mutant{}, false
		}
		to = v
	default:
		other := u.values[field]
		// A value that the field has elsewhere: of the right type, and one that the system does
		// write.
		to = other[u.rnd.IntN(len(other))]
	}
	if to.Text == from.Text {
		return Mutant{}, false
	}

	// The records are shared with the trace, so the fields are copied before one is changed.
	changed := Record{Line: r.Line, Event: r.Event, Fields: make(map[string]Value, len(r.Fields))}
	for f, v := range r.Fields {
		changed.Fields[f] = v
	}
	changed.Fields[field] = to
	return Mutant{Line: r.Line, Kind: "value", Field: field, From: from.raw, To: to.raw, at: i, over: 1, with: []Record{changed}}, true
}

// event gives a line the name of another event that the trace has and that needs no
// field that the line doesn't have.
func (u *mutator) event() (Mutant, bool) {
	i := u.rnd.IntN(len(u.t.Records))
	r := u.t.Records[i]
	o := u.t.Records[u.rnd.IntN(len(u.t.Records))]
	if o.Event == r.Event {
		return Mutant{}, false
	}
	// An event whose action lacks an argument would be an error of the mapping, not a trace to be
	// judged.
	_, needed := u.m.uses(u.m.event(o.Event))
	for _, f := range needed {
		if _, has := r.Fields[f]; !has {
			return Mutant{}, false
		}
	}
	with := Record{Line: r.Line, Event: o.Event, Fields: r.Fields}
	return Mutant{Line: r.Line, Kind: "event", From: r.Event, To: o.Event, at: i, over: 1, with: []Record{with}}, true
}

// drop leaves a line out, but for the last, whose loss no log can show.
func (u *mutator) drop() (Mutant, bool) {
	if len(u.t.Records) < 2 {
		return Mutant{}, false
	}
	i := u.rnd.IntN(len(u.t.Records) - 1)
	r := u.t.Records[i]
	return Mutant{Line: r.Line, Kind: "drop", From: r.Event, at: i, over: 1}, true
}

func (u *mutator) repeat() (Mutant, bool) {
	i := u.rnd.IntN(len(u.t.Records))
	r := u.t.Records[i]
	return Mutant{Line: r.Line, Kind: "repeat", From: r.Event, at: i, over: 1, with: []Record{r, r}}, true
}

func (u *mutator) swap() (Mutant, bool) {
	if len(u.t.Records) < 2 {
		return Mutant{}, false
	}
	i := u.rnd.IntN(len(u.t.Records) - 1)
	a, b := u.t.Records[i], u.t.Records[i+1]
	return Mutant{Line: a.Line, Kind: "swap", From: a.Event, To: b.Event, at: i, over: 2, with: []Record{b, a}}, true
}

// mutated is the module in which a behaviour may leave the trace for a mutant of it:
// m is the mutant, 0 for none yet, j the place among the lines that stand instead.
func (g *generator) mutated(mutants []Mutant, without map[int]bool) string {
	// What a mutant's line has may be more, or less, than the events of the trace have.
	for _, mu := range mutants {
		for _, r := range mu.with {
			g.total[r.Event]++
			for f := range r.Fields {
				g.present[r.Event][f]++
			}
		}
	}

	l, mv, j, s := prefix+"l", prefix+"m", prefix+"j", prefix+"s"
	// One behaviour holds all mutants: at some record it turns to one, follows the
	// changed records, and comes back behind them.
	quiet := g.m.Unlogged.Max > 0
	vars, init := []string{l, mv, j}, []string{l + " = 1", mv + " = 0", j + " = 0"}
	next := []string{
		fmt.Sprintf("%s' = IF %s = 0 THEN %s + 1 ELSE IF %s < Len(%sMutants[%s].r) THEN %s ELSE %s + %sMutants[%s].w", l, j, l, j, prefix, mv, l, l, prefix, mv),
		fmt.Sprintf("%s' = IF %s = 0 \\/ %s = Len(%sMutants[%s].r) THEN 0 ELSE %s + 1", j, j, j, prefix, mv, j),
		fmt.Sprintf("%s' = %s", mv, mv),
	}
	for i, n := range next {
		next[i] = strings.ReplaceAll(n, "Len(", toolsAlias+"!Length(")
	}
	if quiet {
		vars, init, next = append(vars, s), append(init, s+" = 0"), append(next, s+"' = 0")
	}

	g.begin(vars...)
	g.line(0, "%sMutants == <<", prefix)
	for i, mu := range mutants {
		var rs []string
		for _, r := range mu.with {
			rs = append(rs, g.record(r, 0))
		}
		at := mu.at + 1
		if without[i+1] {
			// No record has the number 0: the behavior never turns to this mutant, and the others
			// keep theirs.
			at = 0
		}
		comma := ","
		if i == len(mutants)-1 {
			comma = ""
		}
		g.line(0, "[at |-> %d, w |-> %d, r |-> <<%s>>]%s", at, mu.over, strings.Join(rs, ", "), comma)
	}
	g.line(0, ">>")

	g.initial(init...)
	// Behind the last line there may still be a mutant's lines to go through.
	open := fmt.Sprintf("(%s <= %d \\/ %s > 0)", l, len(g.t.Records), j)
	g.line(0, "%sAt == IF %s > 0 THEN %sMutants[%s].r[%s] ELSE %sTrace[%s]", prefix, j, prefix, mv, j, prefix, l)

	var steps []string
	names := map[string]bool{}
	for i := range g.m.Events {
		e := &g.m.Events[i]
		if g.total[e.Name] == 0 || names[e.Name] {
			continue
		}
		names[e.Name] = true
		name := fmt.Sprintf("%sev_%d", prefix, i+1)
		g.event(e, name, open, prefix+"At", next...)
		steps = append(steps, name)
	}
	if quiet {
		steps = append(steps, g.silent(open, fmt.Sprintf("UNCHANGED <<%s, %s, %s>>", l, mv, j))...)
	}
	// Turning to a mutant is no step of the system: no variable of the specification changes. A
	// mutant without lines (drop) goes straight behind the lines that it replaces.
	hold := slices.Clone(g.facts.variables)
	if quiet {
		hold = append(hold, s)
	}
	g.line(0, "%sTurn ==\n  /\\ %s = 0\n  /\\ \\E %sk \\in 1..%d :", prefix, mv, prefix, len(mutants))
	g.line(0, "       /\\ %sMutants[%sk].at = %s\n       /\\ %s' = %sk", prefix, prefix, l, mv, prefix)
	g.line(0, "       /\\ IF %s!Length(%sMutants[%sk].r) = 0 THEN %s' = 0 /\\ %s' = %s + %sMutants[%sk].w ELSE %s' = 1 /\\ %s' = %s",
		toolsAlias, prefix, prefix, j, l, l, prefix, prefix, j, l, l)
	g.line(0, "  /\\ UNCHANGED <<%s>>", strings.Join(hold, ", "))
	if len(mutants) > 0 {
		steps = append(steps, prefix+"Turn")
	}

	g.line(0, "%sNext == %s", prefix, strings.Join(steps, " \\/ "))
	// A mutant has passed when its behavior came behind the last record of the trace.
	g.line(0, "%sProgress == IF %s = 0 THEN %s!Progress(%s) ELSE %s <= %d \\/ %s > 0 \\/ %s!Say(\"X\", <<%s!Text(%s)>>)",
		prefix, mv, toolsAlias, l, l, len(g.t.Records), j, toolsAlias, toolsAlias, mv)
	return g.end()
}
