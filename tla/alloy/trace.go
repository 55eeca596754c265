package alloy

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// prefix names the command that asks for the first n events of the i-th trace.
func prefix(i, n int) string { return fmt.Sprintf("ensures_trace%d_%d", i+1, n) }

// traceModel is what is added to a model to ask whether it can do the first events of
// traces: all that are looked at, or with each every number of them from 1.
func (t *Task) traceModel(ts []logged, each func(i int) bool) (string, error) {
	var b strings.Builder
	atoms := map[string]map[string]bool{}
	for _, one := range ts {
		for _, e := range one.events {
			for f, sig := range t.Atoms {
				if v, ok := e.fields[f]; ok {
					if atoms[sig] == nil {
						atoms[sig] = map[string]bool{}
					}
					atoms[sig][atom(sig, v)] = true
				}
			}
		}
	}
	counts := ""
	for _, sig := range slices.Sorted(maps.Keys(atoms)) {
		names := slices.Sorted(maps.Keys(atoms[sig]))
		fmt.Fprintf(&b, "one sig %s extends %s {}\n", strings.Join(names, ", "), sig)
		counts += fmt.Sprintf(", exactly %d %s", len(names), sig)
	}
	for i, one := range ts {
		var calls []string
		for n, e := range one.events {
			step, after, err := t.step(one, e)
			if err != nil {
				return "", err
			}
			name := fmt.Sprintf("ensures_step%d_%d", i+1, n+1)
			fmt.Fprintf(&b, "pred %s { (%s) and after (%s) }\n", name, step, strings.Join(after, " and "))
			calls = append(calls, name)
		}
		for n := 1; n <= len(calls); n++ {
			if n == len(calls) || each(i) { // a behaviour ends in a loop: two states more than the events lead to
				fmt.Fprintf(&b, "run %s { %s } %s\n", prefix(i, n), strings.Join(calls[:n], " ; "), t.traceScope(n+3, counts))
			}
		}
	}
	return b.String(), nil
}

// step is an event's action, and what is true after it.
func (t *Task) step(one logged, e event) (string, []string, error) {
	action, ok := t.Actions[e.fields["event"]]
	if !ok {
		return "", nil, fmt.Errorf("%s:%d: no action stands for the event %q", one.name, e.line, e.fields["event"])
	}
	step, err := t.say(action, e)
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", one.name, err)
	}
	var after []string
	for _, f := range slices.Sorted(maps.Keys(t.Compare)) {
		v, logs := e.fields[f]
		if !logs {
			continue
		}
		formula, known := t.Compare[f][v]
		if !known {
			return "", nil, fmt.Errorf("%s:%d: nothing is said of %s = %s", one.name, e.line, f, v)
		}
		said, err := t.say(formula, e)
		if err != nil {
			return "", nil, fmt.Errorf("%s: %w", one.name, err)
		}
		after = append(after, "("+said+")")
	}
	if len(after) == 0 {
		after = []string{"some univ"}
	}
	return step, after, nil
}

var stepsRE = regexp.MustCompile(`(1\.\.)?\d+\s+steps`)

// traceScope is the task's scope with these steps and exact counts of atoms.
func (t *Task) traceScope(steps int, counts string) string {
	s := strings.TrimSuffix(strings.TrimSpace(stepsRE.ReplaceAllString(t.Scope, "")), ",")
	join := ", "
	if !strings.Contains(s, " but ") {
		join = " but "
	}
	return s + join + fmt.Sprintf("1..%d steps", steps) + counts
}
