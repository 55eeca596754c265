package trace

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"ensures/tla"
	"ensures/tla/syntax"
)

// PartialOrder is what a report says of a run that is ordered in part only.
type PartialOrder struct {
	Files     int `json:"files"`
	Processes int `json:"processes"`
	// Orders is how many orders of all events are possible, as text: a whole number, one such
	// as 1.25e+31, or "at least" one; 0 where the clocks contradict each other.
	Orders string `json:"orders"`
	// Frontier has, where no order fits, each process's next event when most events are
	// done: those that may come next fit in none of the states possible there.
	Frontier []Next `json:"frontier,omitempty"`
}

// Next is a process's next event.
type Next struct {
	Process string `json:"process"`
	File    string `json:"file"`
	Line    int    `json:"line"` // 0: the process has no events left
	Event   string `json:"event,omitempty"`
	// Waits is the line, as file:line, that must come before it and can't; Broken what is
	// wrong with its clock. Where both are empty the order allows it and the specification
	// doesn't, for the Reason given.
	Waits  string `json:"waits,omitempty"`
	Broken string `json:"broken,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// Allowed reports whether the order allows the event to be the next.
func (n Next) Allowed() bool { return n.Line > 0 && n.Waits == "" && n.Broken == "" }

// notOrdered is why some questions can't be asked of a run that is ordered in part only.
const notOrdered = "the lines of the run are ordered in part only (order: in the mapping), and this question needs one order"

// nearby is how far from the preferred order the first searches go.
var nearby = []int{0, 8}

// fewCuts is how many sets of events that may come first are searched at once.
const fewCuts = 5_000

// validatePartial asks whether some order of a run's events that the logs allow is a
// behaviour of the specification.
//
//	⟨at⟩ → ⟨at[p] + 1⟩  by the action of p's next record,  if at ≥ after(record)
//
// TLC goes through the sets of records that may come first, and the states possible after
// each. Orders near the preferred one are tried before all: one that fits is an answer.
// Side condition: only a search of all orders says that none fits.
func validatePartial(ctx context.Context, tools tla.Toolchain, g *generator, o Options, rep *Report) error {
	t := g.t
	number, cuts := t.orders()
	rep.Order = &PartialOrder{Files: t.files(), Processes: len(t.Processes), Orders: number}
	// Few sets are searched whole at once. Where no order exists at all, a near one doesn't
	// either.
	windows := []int{-1}
	if number != "0" && (cuts == 0 || cuts > fewCuts) {
		windows = append(slices.Clone(nearby), -1)
	}

	var cut []int
	for _, w := range windows {
		// The window is written into the steps: each search is a module of its own.
		g = newGenerator(g.spec, g.facts, g.m, t)
		g.window = w
		out, err := g.checkEager(ctx, tools, o)
		if err != nil {
			return err
		}
		rep.Version = out.Version
		g.judge(rep, out)
		if cut, err = g.reached(rep, out); err != nil {
			return err
		}
		// Anything else of a near search says nothing of the orders that it left out.
		if rep.Status == Accepted || rep.Status == Malformed {
			break
		}
	}

	rep.Reached = rep.Matched
	rep.ByEvent = g.byEvent(t.upTo(cut))
	if rep.Status == Accepted || rep.Status == Malformed {
		return nil
	}
	rep.Order.Frontier = t.frontier(cut)
	return g.explainFrontier(ctx, tools, o, cut, rep)
}

// reached is how many records of each process come before the place where the search ended.
func (g *generator) reached(rep *Report, out tla.Outcome) ([]int, error) {
	text, best := "", ""
	for _, p := range said(out, "L") {
		if len(p) == 2 {
			best = p[1] // each is further than the one before
		}
	}
	// The place of the state that could not be evaluated, rather than the furthest one.
	if n := len(out.Trace); rep.Status == Evaluation && n > 0 {
		text, _ = out.Trace[n-1].Var(prefix + "l")
	}
	cut := make([]int, len(g.t.Processes))
	if text = cmp.Or(text, best); text == "" {
		return cut, nil // no initial state
	}

	v, err := syntax.ParseValue(text)
	at, ok := v.(syntax.Tuple)
	if err != nil || !ok || len(at) != len(cut) {
		return nil, fmt.Errorf("TLC's %sl is %q, which is no place in %d processes", prefix, text, len(cut))
	}
	rep.Matched = 0
	for i, x := range at {
		n, ok := x.(syntax.Int)
		if !ok || !n.N.IsInt64() {
			return nil, fmt.Errorf("TLC's %sl is %q, which is no place in a trace", prefix, text)
		}
		// The module counts the next record from 1, the report those that are done.
		cut[i] = int(n.N.Int64()) - 1
		rep.Matched += cut[i]
	}
	return cut, nil
}

// upTo reports for a record's index whether it is one of the first of its process.
func (t *Trace) upTo(cut []int) func(int) bool {
	return func(i int) bool {
		for p, q := range t.Processes {
			if i >= q.From && i < q.From+cut[p] {
				return true
			}
		}
		return false
	}
}

// files is how many logs a run has.
func (t *Trace) files() int {
	names := map[string]bool{}
	for _, r := range t.Records {
		names[r.File] = true
	}
	return len(names)
}

// frontier has each process's next event after the first cut[p] of each process p.
func (t *Trace) frontier(cut []int) []Next {
	var out []Next
	for p, q := range t.Processes {
		n := Next{Process: q.Name, File: q.File}
		if i := q.From + cut[p]; i < q.To {
			r := t.Records[i]
			n.File, n.Line, n.Event, n.Broken = r.File, r.Line, r.Event, r.broken
			for other, need := range r.after {
				if r.broken == "" && cut[other] < need {
					// The last of those it waits for comes after all others of that process.
					last := t.Records[t.Processes[other].From+need-1]
					n.Waits = fmt.Sprintf("%s:%d", last.File, last.Line)
					break
				}
			}
		}
		out = append(out, n)
	}
	return out
}

// explainFrontier names the first event that the order allows and the specification
// doesn't, and says of each such event why.
func (g *generator) explainFrontier(ctx context.Context, tools tla.Toolchain, o Options, cut []int, rep *Report) error {
	first := true
	for i := range rep.Order.Frontier {
		n := &rep.Order.Frontier[i]
		if !n.Allowed() {
			continue
		}
		record := g.t.Processes[i].From + cut[i]

		one := Report{Status: rep.Status, Matched: rep.Matched, Event: n.Event, Reason: rep.Reason}
		if rep.Status == Rejected && !o.NoExplain {
			// Each event that may come next is explained by itself: none of them is "the" line
			// that doesn't fit.
			x := &explanation{most: o.Most, record: record, cut: cut, skip: map[string]bool{}}
			if err := x.ask(ctx, tools, g, o, &one); err != nil {
				return err
			}
			one.Reason = x.reason(&one)
		}

		n.Reason = one.Reason
		if first {
			first = false
			rep.name(g.t.Records[record])
			rep.States, rep.Attempts, rep.Possible, rep.Failed, rep.Cut = one.States, one.Attempts, one.Possible, one.Failed, one.Cut
			rep.Reason = one.Reason
		}
	}
	if rep.Status == Rejected {
		g.nameOrder(cut, rep, first)
	}
	return nil
}

// nameOrder names an event whose clock is wrong, if there is one at the frontier: others may
// not fit because it is missing. Where alone is set the order stops the run by itself,
// whatever the specification says.
func (g *generator) nameOrder(cut []int, rep *Report, alone bool) {
	var waits []string
	for i, n := range rep.Order.Frontier {
		if n.Line == 0 || n.Allowed() {
			continue
		}
		r := g.t.Records[g.t.Processes[i].From+cut[i]]
		if n.Broken != "" {
			rep.name(r)
			rep.States, rep.Attempts, rep.Possible, rep.Failed, rep.Cut = nil, nil, nil, nil, false
			rep.Reason = n.Broken
			return
		}
		if alone && rep.Line == 0 {
			rep.name(r)
		}
		waits = append(waits, fmt.Sprintf("%s:%d waits for %s", n.File, n.Line, n.Waits))
	}
	if alone {
		rep.Reason = "no event may come next: " + strings.Join(waits, "; ")
	}
}

// name makes a record the one that the report is about.
func (rep *Report) name(r Record) {
	rep.File, rep.Line, rep.Event, rep.Logged = r.File, r.Line, r.Event, logged(r)
	rep.Misfits = []Misfit{{r.Line, r.Event, ""}}
}
