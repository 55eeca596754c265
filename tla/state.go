package tla

import (
	"regexp"
	"strings"
)

const initialAction = "Initial predicate"

var (
	stateRE = regexp.MustCompile(`^(\d+): <(.*?)(?: ` + place + `)?(?: \(.*\))?>$`)
	varRE   = regexp.MustCompile(`^(?:/\\ )?([A-Za-z_][A-Za-z0-9_!]*) = (.*)$`)
)

// state reads a state of a counterexample.
func (r *reader) state(text string) {
	head, body, _ := strings.Cut(text, "\n")
	v := stateRE.FindStringSubmatch(strings.TrimRight(head, " "))
	if v == nil {
		return
	}
	s := State{Number: int(number(v[1])), Action: v[2], Vars: variables(body)}
	if v[3] != "" {
		s.Range = rangeOf(v[3:])
	}
	if s.Number == 1 {
		r.out.Trace = nil // the one that counts is the last that TLC prints
	}
	r.out.Trace = append(r.out.Trace, s)
}

// variables reads lines "/\ x = 1"; a value may go over several lines.
func variables(body string) []Variable {
	var vars []Variable
	for line := range strings.SplitSeq(body, "\n") {
		v := varRE.FindStringSubmatch(line)
		n := len(vars)
		// A line inside of a value may look like a variable's; there a bracket is still open.
		if v != nil && (n == 0 || strings.HasPrefix(line, "/\\ ") && depth(vars[n-1].Value) <= 0) {
			vars = append(vars, Variable{Name: v[1], Value: v[2]})
		} else if n > 0 && strings.TrimSpace(line) != "" {
			vars[n-1].Value += "\n" + line
		}
	}
	return vars
}

// diffs fills in what each step changed.
func diffs(trace []State) {
	for i := 1; i < len(trace); i++ {
		for _, v := range trace[i].Vars {
			if from, ok := trace[i-1].Var(v.Name); !ok || from != v.Value {
				trace[i].Diff = append(trace[i].Diff, Change{v.Name, from, v.Value})
			}
		}
	}
}
