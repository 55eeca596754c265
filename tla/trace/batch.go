package trace

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"ensures/tla"
)

// mostTogether bounds the events of the traces that one run of TLC is asked about.
const mostTogether = 20_000

// ValidateAll is Validate for each of several traces. Those for which the module is the same
// are asked about in one run of TLC, which saves the start of a JVM for each that is
// accepted; one that is not accepted there is asked about once more by itself, unless
// nothing is to be explained. With Options.First the reports behind the first trace that is
// not accepted have no status.
//
//	Init ∧ trc_k ∈ 1..n,  and every step leaves trc_k as it is
//
// A behaviour of the module then is one of trace trc_k's module, so that the furthest line
// of each k is that of its own run. Side conditions: the traces give the constants the same
// values, have the same fields in their first lines (for initial:), and all or none of them
// are ordered in part only.
func ValidateAll(ctx context.Context, tools tla.Toolchain, s Spec, m *Mapping, list []*Trace, o Options) ([]Report, error) {
	f, problems, err := prepare(s, m)
	if err != nil {
		return nil, err
	}
	out := make([]Report, len(list))
	if len(problems) == 0 {
		for _, members := range together(m, list) {
			var group []*Trace
			for _, i := range members {
				group = append(group, list[i])
			}
			reports, err := validateTogether(ctx, tools, newGenerator(s, f, m, union(group)), group, o)
			if err != nil {
				return nil, err
			}
			for k, i := range members {
				out[i] = reports[k]
			}
		}
	}

	// Whatever the joint runs left without a status is asked by itself, with its own limits and
	// its own explanation.
	for i, t := range list {
		if out[i].Status == "" {
			if out[i], err = Validate(ctx, tools, s, m, t, o); err != nil {
				return nil, err
			}
		}
		if o.First && out[i].Status != Accepted {
			// A joint run may have answered for later traces already; the answer must not depend
			// on which traces happened to share a run.
			for k := i + 1; k < len(out); k++ {
				out[k] = Report{}
			}
			break
		}
	}
	return out, nil
}

// together groups the indices of traces that one run can be asked about; a trace that is
// alone in that is in no group.
func together(m *Mapping, list []*Trace) [][]int {
	groups := map[string][]int{}
	var order []string
	for i, t := range list {
		key := []string{strconv.FormatBool(t.partial())}
		for _, c := range m.Constants {
			key = append(key, strings.Join(slices.Sorted(slices.Values(c.collected(t))), ", "))
		}
		// The initial comparisons are written once, for the fields of the first record: a trace
		// whose first line lacks one would be compared with a field that isn't there.
		if len(m.Initial) > 0 {
			key = append(key, slices.Sorted(maps.Keys(t.Records[0].Fields))...)
		}

		k := strings.Join(key, "\x00")
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], i)
	}

	var out [][]int
	for _, k := range order {
		part, events := []int{}, 0
		for _, i := range groups[k] {
			if n := len(list[i].Records); len(part) > 0 && events+n > mostTogether {
				out, part, events = append(out, part), nil, 0
			}
			part, events = append(part, i), events+len(list[i].Records)
		}
		out = append(out, part)
	}
	// A trace alone gains nothing here, and Validate can explain it in the same number of runs.
	return slices.DeleteFunc(out, func(g []int) bool { return len(g) < 2 })
}

// union has the records of several traces, and the values of the first, which are all
// traces' values.
func union(group []*Trace) *Trace {
	t := &Trace{File: group[0].File, values: group[0].values}
	for _, one := range group {
		t.Records = append(t.Records, one.Records...)
	}
	return t
}

// validateTogether returns the reports of the traces of a group that one run of TLC accepts,
// and of those that it rejects where no reason is asked for; those of the others are empty.
func validateTogether(ctx context.Context, tools tla.Toolchain, g *generator, group []*Trace, o Options) ([]Report, error) {
	begin := time.Now()
	o = o.withDefaults(len(g.t.Records))
	o.Timeout *= time.Duration(len(group)) // the limit is one trace's
	g.batch, g.eager = group, true         // what has no value that way is asked about by itself

	// One window serves the whole group, so the widest of the near searches: sound, because a
	// trace that fits within it fits, and one that doesn't gets no answer here.
	orders := make([]PartialOrder, len(group))
	for k, t := range group {
		if t.partial() {
			number, cuts := t.orders()
			orders[k] = PartialOrder{Files: t.files(), Processes: len(t.Processes), Orders: number}
			if cuts == 0 || cuts > fewCuts { // those that fit only further away are asked about by themselves
				g.window = nearby[len(nearby)-1]
			}
		}
	}

	run, err := tools.Check(ctx, o.job(g, g.validation()))
	if err != nil {
		return nil, err
	}

	furthest := map[string]int{}
	for _, p := range said(run, "K") {
		if n, err := strconv.Atoi(p[len(p)-1]); err == nil && len(p) == 2 {
			furthest[p[0]] = max(furthest[p[0]], n)
		}
	}

	var whole Report // of a specification that is no TLA+, whatever the trace
	g.judge(&whole, run)

	elapsed := time.Since(begin) / time.Duration(len(group))
	reports := make([]Report, len(group))
	for k, t := range group {
		n, far := len(t.Records), furthest[strconv.Itoa(k+1)]
		rep := Report{Status: Accepted, Trace: t.File, Events: n, Matched: n, Reached: n, Version: run.Version, Elapsed: elapsed}
		if t.partial() {
			rep.Order = &orders[k]
		}
		if whole.Status == Malformed {
			reports[k] = whole
			reports[k].Trace, reports[k].Events, reports[k].Matched = t.File, n, 0
			continue
		}
		// The counts by event and the comparisons are those of the trace alone: the group's
		// generator counts the lines of all.
		own := newGenerator(g.spec, g.facts, g.m, t)

		// Behind the last line is an answer even of a run that failed later, since a behaviour
		// told it when it got there. "No further" is one only where all states were explored;
		// with a window, or with Past, it says too little.
		switch complete := run.Status == tla.OK || run.Status == tla.Partial; {
		case far == n+1:
		case complete && far > 0 && o.NoExplain && o.Past == 0 && !t.partial():
			rep.Status, rep.Reason, rep.Matched = Rejected, noBehaviour, far-1
			own.stopped(&rep)
		default:
			continue
		}
		rep.ByEvent = own.byEvent(func(i int) bool { return i < rep.Matched })
		rep.Compared, rep.NotCompared = own.compared()
		reports[k] = rep
	}
	return reports, nil
}
