package trace

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Order says that the lines of a run are ordered in part only: those of one process as they
// stand, those of different processes as clocks or messages say. At most one of Vector,
// Lamport and Messages is given; without one nothing is known between processes.
type Order struct {
	Process []string // paths whose values, joined by "/", name a line's process; none: a file is a process
	Vector  string   // path of a vector clock: an object of counts, or a list of [process, count]
	Lamport string   // path of a whole number: a line with less comes first
	// Messages: the receiving of a message comes after its sending.
	Messages *Messages
	// Prefer is a path whose values say which of the possible orders is tried first. It
	// changes no answer.
	Prefer string
	Line   int
}

// Messages says which events send and which receive, and what tells messages apart.
type Messages struct {
	ID            []string // paths, joined by "/"
	Send, Receive []string // events
}

// Process is one of a run's: its records are Trace.Records[From:To].
type Process struct {
	Name     string
	File     string
	From, To int
}

// stamp is where a line stands in the order.
type stamp struct {
	process string
	file    string
	line    int
	vector  map[string]int
	lamport int
	message string
	prefer  any
	counts  bool // an event is made of the line
}

// place is the name of a stamp's line in messages.
func (s stamp) place() string { return s.file + ":" + strconv.Itoa(s.line) }

// ordering collects the stamps of a run's lines, also of those that are no events: a
// critical section that was taken back has a count of its own.
type ordering struct {
	order     *Order
	processes []string
	stamps    map[string][]stamp
	records   map[string][]Record
}

func newOrdering(o *Order) *ordering {
	return &ordering{order: o, stamps: map[string][]stamp{}, records: map[string][]Record{}}
}

// stamp reads where a line stands. A line that is no event need not say it.
func (o *ordering) stamp(file string, raw Raw) (stamp, error) {
	s := stamp{file: file, line: raw.Line, process: strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))}
	if len(o.order.Process) > 0 {
		name, err := joined(raw.Value, o.order.Process)
		if err != nil {
			return s, fmt.Errorf("order: the line does not say its process: %w", err)
		}
		s.process = name
	}
	if o.order.Prefer != "" {
		s.prefer, _ = lookup(raw.Value, o.order.Prefer)
	}

	var err error
	switch {
	case o.order.Vector != "":
		v, _ := lookup(raw.Value, o.order.Vector)
		if s.vector, err = vector(v); err != nil {
			return s, fmt.Errorf("order: %s is no vector clock: %w", o.order.Vector, err)
		}
		if _, ok := s.vector[s.process]; !ok {
			return s, fmt.Errorf("order: the clock %s has no count of the line's own process %s", compact(v), s.process)
		}
	case o.order.Lamport != "":
		v, _ := lookup(raw.Value, o.order.Lamport)
		if s.lamport, err = count(v); err != nil {
			return s, fmt.Errorf("order: %s is no clock: %w", o.order.Lamport, err)
		}
	}
	return s, nil
}

// joined are the values at paths, joined by "/".
func joined(v any, paths []string) (string, error) {
	var parts []string
	for _, p := range paths {
		x, ok := lookup(v, p)
		if !ok || plain(x) == "" {
			return "", fmt.Errorf("nothing is at %s", p)
		}
		parts = append(parts, unquoted(plain(x)))
	}
	return strings.Join(parts, "/"), nil
}

// vector reads a vector clock: {"a": 1}, [["a", 1]], or [[["kind", "id"], 1]], whose process
// is kind/id.
func vector(v any) (map[string]int, error) {
	clock := map[string]int{}
	add := func(name string, v any) error {
		n, err := count(v)
		if err != nil {
			return err
		}
		if _, twice := clock[name]; twice {
			return fmt.Errorf("%s is there twice", name)
		}
		clock[name] = n
		return nil
	}

	switch x := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(x)) {
			if err := add(name, x[name]); err != nil {
				return nil, err
			}
		}
	case []any:
		for _, e := range x {
			pair, ok := e.([]any)
			if !ok || len(pair) != 2 {
				return nil, fmt.Errorf("%s is no pair of process and count", compact(e))
			}
			if err := add(processName(pair[0]), pair[1]); err != nil {
				return nil, err
			}
		}
	default:
		return nil, fmt.Errorf("%s where an object or a list is expected", jsonKind(v))
	}
	return clock, nil
}

// processName is the name of a process in a clock: a scalar, or a list joined by "/".
func processName(v any) string {
	list, ok := v.([]any)
	if !ok {
		return unquoted(plain(v))
	}
	var parts []string
	for _, e := range list {
		parts = append(parts, unquoted(plain(e)))
	}
	return strings.Join(parts, "/")
}

func count(v any) (int, error) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, fmt.Errorf("%s where a count is expected", jsonKind(v))
	}
	i, err := strconv.Atoi(n.String())
	if err != nil || i < 0 {
		return 0, fmt.Errorf("%s is no count", n)
	}
	return i, nil
}

// add takes in a line: an event with its record, or one that only counts in clocks.
func (o *ordering) add(s stamp, r *Record) {
	if _, ok := o.stamps[s.process]; !ok {
		o.processes = append(o.processes, s.process)
	}
	s.counts = r != nil
	o.stamps[s.process] = append(o.stamps[s.process], s)
	if r != nil {
		o.records[s.process] = append(o.records[s.process], *r)
	}
}

// message is the name of the message that an event sends or receives.
func (o *ordering) message(s *stamp, raw Raw, event string) error {
	m := o.order.Messages
	if m == nil || !slices.Contains(m.Send, event) && !slices.Contains(m.Receive, event) {
		return nil
	}
	id, err := joined(raw.Value, m.ID)
	if err != nil {
		return fmt.Errorf("order: event %s does not say which message: %w", event, err)
	}
	s.message = id
	return nil
}

// finish puts the records into the trace, process by process, each with what must come
// before it: of process q, its first Record.after[q] records.
//
//	vector clock V:   e waits for f of q   iff  V(f)[q] ≤ V(e)[q]
//	Lamport clock L:  e waits for f        iff  L(f) < L(e)
//	messages:         e waits for f        iff  f sends what e receives
//	always:           e waits for f        iff  f stands before e in e's process
//
// Side conditions, a record that breaks one of them fits nowhere (Record.broken): the own
// count (or L) rises from line to line of a process, lines that are no events included; no
// count of another process falls; what a clock counts is in the logs; what is received was
// sent.
func (o *ordering) finish(t *Trace) error {
	// The order of the logs given must not change the answer. With vector clocks a process
	// without events stays: clocks count its lines.
	slices.Sort(o.processes)
	o.processes = slices.DeleteFunc(o.processes, func(p string) bool { return len(o.records[p]) == 0 && o.order.Vector == "" })
	stamps := make([][]stamp, len(o.processes)) // of the events
	for i, p := range o.processes {
		from := len(t.Records)
		t.Records = append(t.Records, o.records[p]...)
		t.Processes = append(t.Processes, Process{p, o.stamps[p][0].file, from, len(t.Records)})
		for _, s := range o.stamps[p] {
			if s.counts {
				stamps[i] = append(stamps[i], s)
			}
		}
	}

	sent, err := o.sent(t, stamps)
	if err != nil {
		return err
	}
	for i, p := range t.Processes {
		o.laws(t, i)
		for j := range stamps[i] {
			r := &t.Records[p.From+j]
			r.after = make([]int, len(t.Processes))
			for q := range t.Processes {
				if q != i {
					r.after[q] = o.before(stamps[i][j], stamps[q], t.Processes[q].Name)
				}
			}
			m := o.order.Messages
			if m == nil || !slices.Contains(m.Receive, r.Event) {
				continue
			}

			// A message from the process itself needs no entry in after: its lines are ordered as
			// they stand.
			switch at, ok := sent[stamps[i][j].message]; {
			case !ok:
				r.broken = "no log has the sending of message " + stamps[i][j].message
			case at[0] != i:
				r.after[at[0]] = at[1] + 1
			case at[1] >= j:
				r.broken = "message " + stamps[i][j].message + " is received before it is sent"
			}
		}
	}

	// Last, so that no clock's wait overwrites it.
	for i, p := range t.Processes {
		for j := range stamps[i] {
			if r := &t.Records[p.From+j]; r.broken != "" {
				r.after[i] = j + 1 // waits for itself
			}
		}
	}
	t.rank(o.preferences(stamps))
	return nil
}

// before is how many events of another process come before a line.
func (o *ordering) before(s stamp, others []stamp, name string) int {
	switch {
	case o.order.Vector != "":
		// The own count rises from line to line (laws), so the events that are counted are a
		// prefix of the process's.
		n, _ := slices.BinarySearchFunc(others, s.vector[name]+1, func(x stamp, n int) int { return cmp.Compare(x.vector[name], n) })
		return n
	case o.order.Lamport != "":
		n, _ := slices.BinarySearchFunc(others, s.lamport, func(x stamp, n int) int { return cmp.Compare(x.lamport, n) })
		return n
	}
	return 0
}

// sent has for each message the process and the place in it of its sending.
func (o *ordering) sent(t *Trace, stamps [][]stamp) (map[string][2]int, error) {
	sent := map[string][2]int{}
	if o.order.Messages == nil {
		return sent, nil
	}
	for i, p := range t.Processes {
		for j, s := range stamps[i] {
			if !slices.Contains(o.order.Messages.Send, t.Records[p.From+j].Event) {
				continue
			}
			if at, twice := sent[s.message]; twice {
				return nil, &Error{s.file, s.line, 0, fmt.Sprintf("message %s is sent twice, first on %s", s.message, stamps[at[0]][at[1]].place()),
					"id: of the mapping's order takes several paths, which together tell messages apart"}
			}
			sent[s.message] = [2]int{i, j}
		}
	}
	return sent, nil
}

// laws holds the clocks of a process against the rules that clocks obey, and marks the
// first event at or after a line that breaks one.
func (o *ordering) laws(t *Trace, i int) {
	p := t.Processes[i]
	highest := map[string]int{}
	var last *stamp
	pending, event := "", p.From
	for k := range o.stamps[p.Name] {
		s := &o.stamps[p.Name][k]
		if pending == "" {
			pending = o.breaks(p.Name, s, last, highest)
		}
		for name, n := range s.vector {
			highest[name] = max(highest[name], n)
		}
		last = s
		if !s.counts {
			continue
		}
		if pending != "" {
			t.Records[event].broken = pending
			return // what comes after it is never reached
		}
		event++
	}
}

// breaks says which rule a line's clock breaks, empty for none.
func (o *ordering) breaks(process string, s, last *stamp, highest map[string]int) string {
	if o.order.Lamport != "" && last != nil && s.lamport <= last.lamport {
		return fmt.Sprintf("the clock of %s is %d, and %d on %s before it", s.place(), s.lamport, last.lamport, last.place())
	}
	for _, name := range slices.Sorted(maps.Keys(s.vector)) {
		n := s.vector[name]
		switch log := o.stamps[name]; {
		case name == process && last != nil && n <= highest[name]:
			return fmt.Sprintf("the clock of %s counts %d of its own process, and %s before it %d", s.place(), n, last.place(), highest[name])
		case n < highest[name]:
			return fmt.Sprintf("the clock of %s counts %d of %s, where an earlier line has %d", s.place(), n, name, highest[name])
		// Nothing of another process is claimed, or it is the own count, which the rule above
		// holds.
		case n == 0 || name == process:
		case len(log) == 0:
			return fmt.Sprintf("the clock of %s counts %d of %s, of which there is no log", s.place(), n, name)
		case n > log[len(log)-1].vector[name]:
			return fmt.Sprintf("the clock of %s counts %d of %s, whose log ends at %d", s.place(), n, name, log[len(log)-1].vector[name])
		}
	}
	// A count that was there and no longer is has fallen to none.
	for _, name := range slices.Sorted(maps.Keys(highest)) {
		if _, ok := s.vector[name]; !ok && highest[name] > 0 {
			return fmt.Sprintf("the clock of %s counts nothing of %s, where an earlier line has %d", s.place(), name, highest[name])
		}
	}
	return ""
}

// preferences are the values by which one possible order is preferred, by record.
func (o *ordering) preferences(stamps [][]stamp) []float64 {
	var all []any
	for i := range stamps {
		for j, s := range stamps[i] {
			switch {
			case s.prefer != nil:
				all = append(all, plain(s.prefer))
			case o.order.Vector != "":
				sum := 0
				for _, n := range s.vector {
					sum += n
				}
				all = append(all, float64(sum))
			case o.order.Lamport != "":
				all = append(all, float64(s.lamport))
			default:
				all = append(all, float64(j))
			}
		}
	}

	// Texts, as of times, are compared as texts unless all of them are numbers.
	out, texts := make([]float64, len(all)), []string{}
	for i, v := range all {
		switch x := v.(type) {
		case float64:
			out[i] = x
		case string:
			texts = append(texts, x)
			f, err := strconv.ParseFloat(x, 64)
			if err != nil {
				texts = append(texts, "\xff") // not all are numbers
			}
			out[i] = f
		}
	}
	if !slices.Contains(texts, "\xff") {
		return out
	}
	slices.Sort(texts)
	for i, v := range all {
		if x, ok := v.(string); ok {
			n, _ := slices.BinarySearch(texts, x)
			out[i] = float64(n)
		}
	}
	return out
}

// partial reports whether the trace's lines are ordered in part only.
func (t *Trace) partial() bool { return t.Processes != nil }

// possible reports whether the next record of process p may come after the first at[q]
// records of each process q.
func (t *Trace) possible(at []int, p int) bool {
	i := t.Processes[p].From + at[p]
	if i >= t.Processes[p].To {
		return false
	}
	for q, n := range t.Records[i].after {
		if at[q] < n {
			return false
		}
	}
	return true
}

// rank numbers the records in one order that is possible, by preference; those that no
// order reaches come last.
func (t *Trace) rank(prefer []float64) {
	at := make([]int, len(t.Processes))
	// Greedy: of the records that may come next the preferred one. Coming later never forbids a
	// record, so that all are reached that any order reaches.
	for n := range t.Records {
		best := -1
		for p := range t.Processes {
			if t.possible(at, p) && (best < 0 || prefer[t.Processes[p].From+at[p]] < prefer[t.Processes[best].From+at[best]]) {
				best = p
			}
		}
		if best < 0 {
			break
		}
		t.Records[t.Processes[best].From+at[best]].rank = n
		at[best]++
	}
	t.ordered = 0
	for p, n := range at {
		t.ordered += n
		for i := t.Processes[p].From + n; i < t.Processes[p].To; i++ {
			t.Records[i].rank = len(t.Records)
		}
	}
}

// mostCuts bounds the sets of records that orders are counted by.
const mostCuts = 50_000

// orders counts the orders of all records that are possible: a number, or "at least" one
// where there are more than 50,000 sets of records that may come first. cuts is how many
// sets there are, 0 for more than that.
//
//	orders(∅) = 1,  orders(S) = Σ orders(S \ {e}) over e last in S;  |S| = 0, 1, 2, …
//
// Where the order has no cycle every S can be completed, so the sum over all S of one size
// is never more than the number of all orders.
func (t *Trace) orders() (number string, cuts int) {
	if t.ordered < len(t.Records) {
		return "0", 0
	}
	type prefixes struct {
		at []int
		n  *big.Int
	}
	layer := map[string]prefixes{"": {make([]int, len(t.Processes)), big.NewInt(1)}}
	for range t.Records {
		cuts += len(layer)
		next := map[string]prefixes{}
		for _, s := range layer {
			for p := range t.Processes {
				if !t.possible(s.at, p) {
					continue
				}
				at := slices.Clone(s.at)
				at[p]++
				key := fmt.Sprint(at)
				// Several orders lead to one set of records: their counts add up.
				if x, ok := next[key]; ok {
					x.n.Add(x.n, s.n)
				} else {
					next[key] = prefixes{at, new(big.Int).Set(s.n)}
				}
			}
		}

		layer = next
		if cuts+len(layer) > mostCuts {
			break
		}
	}

	// Of the last layer, which is the set of all records where nothing was cut off.
	sum := new(big.Int)
	for _, s := range layer {
		sum.Add(sum, s.n)
	}
	number = sum.String()
	if len(number) > 15 {
		number = new(big.Float).SetInt(sum).Text('e', 2)
	}
	if cuts+len(layer) > mostCuts {
		return "at least " + number, 0
	}
	return number, cuts + len(layer)
}

// paths are those that the order looks at.
func (o *Order) paths() []string {
	if o == nil {
		return nil
	}
	list := slices.Clone(o.Process)
	for _, p := range []string{o.Vector, o.Lamport, o.Prefer} {
		if p != "" {
			list = append(list, p)
		}
	}
	if o.Messages != nil {
		list = append(list, o.Messages.ID...)
	}
	return list
}
