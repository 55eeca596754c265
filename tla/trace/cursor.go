package trace

import (
	"fmt"
	"strconv"
	"strings"
)

// cursor is how a generated module goes through the trace, as texts of TLA+. In a trace
// whose lines stand in the order of the steps trc_l is the number of the next; in one that
// is ordered in part only it has the number of each process's next, and steps have the
// process as a parameter.
type cursor struct {
	variables []string
	init      []string
	advance   []string // past the record
	parameter string   // of the definitions of steps
	at        string   // the next record
	open      string   // it may come now
	// unfinished: some record is still to come.
	unfinished string
	progress   string // the operator of EnsuresTraceTools that tells how far it came
}

func (g *generator) cursor() cursor {
	l, s := prefix+"l", prefix+"s"
	c := cursor{
		variables: []string{l}, init: []string{l + " = 1"}, advance: []string{l + "' = " + l + " + 1"},
		at: prefix + "Trace[" + l + "]", open: fmt.Sprintf("%s <= %d", l, len(g.t.Records)), progress: "Progress",
	}
	c.unfinished = c.open
	if g.t.partial() {
		p := prefix + "p"
		from, to := make([]int, len(g.t.Processes)), make([]int, len(g.t.Processes))
		for i, q := range g.t.Processes {
			from[i], to[i] = 1, q.To-q.From+1
		}
		c.init = []string{l + " = " + tuple(from)}
		c.advance = []string{fmt.Sprintf("%s' = [%s EXCEPT ![%s] = @ + 1]", l, l, p)}
		c.parameter = "(" + p + ")"
		c.at = fmt.Sprintf("%sTrace[%s][%s[%s]]", prefix, p, l, p)
		c.open = fmt.Sprintf("%s!Possible(%sTrace, %s, %s)", toolsAlias, prefix, l, p)
		if g.window >= 0 {
			c.open += fmt.Sprintf(" /\\ %s!Near(%sTrace, %s, %s, %d)", toolsAlias, prefix, l, p, g.window)
		}
		c.unfinished = l + " # " + tuple(to)
		c.progress = "ProgressOfAll"
	}
	if g.m.Unlogged.Max > 0 {
		c.variables, c.init, c.advance = append(c.variables, s), append(c.init, s+" = 0"), append(c.advance, s+"' = 0")
	}
	return c
}

// call is the step of that name: of any process, where it has a parameter.
func (c cursor) call(name string) string {
	if c.parameter == "" {
		return name
	}
	return fmt.Sprintf("(\\E %sp \\in DOMAIN %sTrace : %s%s)", prefix, prefix, name, c.parameter)
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
