package trace

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// cursor is how a generated module goes through the trace, as texts of TLA+. In a trace
// whose lines stand in the order of the steps trc_l is the number of the next; in one that
// is ordered in part only it has the number of each process's next, and steps have the
// process as a parameter.
type cursor struct {
	trace     string // all records
	variables []string
	init      []string
	advance   []string // past the record
	parameter string   // of the definitions of steps
	at        string   // the next record
	open      string   // it may come now
	// unfinished: some record is still to come.
	unfinished string
	progress   string // tells how far it came
}

func (g *generator) cursor() cursor {
	l, s := prefix+"l", prefix+"s"
	c := cursor{
		trace: prefix + "Trace", variables: []string{l}, init: []string{l + " = 1"}, advance: []string{l + "' = " + l + " + 1"},
		progress: fmt.Sprintf("%s!Progress(%s)", toolsAlias, l),
	}

	var choose []string
	if g.batch != nil {
		k := prefix + "k"
		c.trace += "[" + k + "]"
		choose = []string{fmt.Sprintf("%s \\in 1..%d", k, len(g.batch))}
		c.progress = fmt.Sprintf("%s!ProgressIn(%s, %s)", toolsAlias, k, l)
	}
	c.at = c.trace + "[" + l + "]"
	c.open = fmt.Sprintf("%s <= %s!Length(%s)", l, toolsAlias, c.trace)
	c.unfinished = c.open

	// One counter for each process. What orders processes stands in the records (after), and
	// Possible compares it with the counters: a step needs no other condition to come in an
	// allowed order.
	if g.partial() {
		p := prefix + "p"
		c.init = []string{fmt.Sprintf("%s = [%sq \\in DOMAIN %s |-> 1]", l, prefix, c.trace)}
		c.advance = []string{fmt.Sprintf("%s' = [%s EXCEPT ![%s] = @ + 1]", l, l, p)}
		c.parameter = "(" + p + ")"
		c.at = fmt.Sprintf("%s[%s][%s[%s]]", c.trace, p, l, p)
		c.open = fmt.Sprintf("%s!Possible(%s, %s, %s)", toolsAlias, c.trace, l, p)
		// Only a restriction of which order is tried; the search without it decides
		// (validatePartial).
		if g.window >= 0 {
			c.open += fmt.Sprintf(" /\\ %s!Near(%s, %s, %s, %d)", toolsAlias, c.trace, l, p, g.window)
		}
		// Unlogged actions may happen while any process has a record left: whose turn is next is
		// open.
		c.unfinished = fmt.Sprintf("%s!Unfinished(%s, %s)", toolsAlias, c.trace, l)
		c.progress = fmt.Sprintf("%s!ProgressOfAll(%s)", toolsAlias, l)
		if g.batch != nil {
			c.progress = fmt.Sprintf("%s!ProgressIn(%sk, %s!Total(%s) + 1)", toolsAlias, prefix, toolsAlias, l)
		}
	}

	if g.batch != nil { // the trace is chosen before its first record is looked at
		c.variables, c.init, c.advance = append(c.variables, prefix+"k"), append(choose, c.init...), append(c.advance, "UNCHANGED "+prefix+"k")
	}
	// The counter of unlogged actions begins anew with every logged step: Max is meant between
	// two lines.
	if g.m.Unlogged.Max > 0 {
		c.variables, c.init, c.advance = append(c.variables, s), append(c.init, s+" = 0"), append(c.advance, s+"' = 0")
	}
	return c
}

// kept says that the cursor stays where it is.
func (c cursor) kept() string {
	// The counter of unlogged actions is what such a step changes.
	kept := slices.DeleteFunc(slices.Clone(c.variables), func(v string) bool { return v == prefix+"s" })
	return "UNCHANGED <<" + strings.Join(kept, ", ") + ">>"
}

// partial reports whether the traces are ordered in part only.
func (g *generator) partial() bool {
	if g.batch != nil {
		return g.batch[0].partial()
	}
	return g.t.partial()
}

// call is the step of that name: of any process, where it has a parameter.
func (c cursor) call(name string) string {
	if c.parameter == "" {
		return name
	}
	return fmt.Sprintf("(\\E %sp \\in DOMAIN %s : %s%s)", prefix, c.trace, name, c.parameter)
}

// at is the record of an index, as an expression.
func (g *generator) at(record int) string {
	for i, p := range g.t.Processes {
		if record >= p.From && record < p.To {
			return fmt.Sprintf("%sTrace[%d][%d]", prefix, i+1, record-p.From+1)
		}
	}
	return fmt.Sprintf("%sTrace[%d]", prefix, record+1)
}

// place is the condition that the cursor stands before the explanation's record, and the one
// under which a record still comes before it.
func (x *explanation) place(g *generator, c cursor) (here, before string) {
	l := prefix + "l"
	if !g.t.partial() {
		return fmt.Sprintf("%s = %d", l, x.record+1), fmt.Sprintf("%s < %d", l, x.record+1)
	}
	next := make([]int, len(x.cut))
	for i, n := range x.cut {
		next[i] = n + 1
	}
	// Before the cut no process may run past its own part of it; otherwise the search would also
	// visit sets of records that never come by the frontier.
	return l + " = " + tuple(next), fmt.Sprintf("%s[%sp] < %s[%sp] /\\ %s", l, prefix, tuple(next), prefix, c.open)
}

// tuple is a sequence of numbers.
func tuple(list []int) string {
	parts := make([]string, len(list))
	for i, n := range list {
		parts[i] = strconv.Itoa(n)
	}
	return "<<" + strings.Join(parts, ", ") + ">>"
}
