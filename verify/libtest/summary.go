package libtest

import (
	"fmt"
	"slices"
	"strings"
)

// Summary adds up reports.
type Summary struct {
	Methods, Clean, Absent                int
	Clauses                               int
	Calls, Passed, Failed                 int
	Undecided, Null, Outside              int
	Mutants, Killed, Differ, DifferMethod int
}

func (s *Summary) add(r *Report) {
	s.Methods++
	if r.Absent {
		s.Absent++
	} else if len(r.Problems()) == 0 {
		s.Clean++
	}
	s.Clauses += len(r.Clauses)
	s.Calls += r.Calls
	s.Passed += r.Passed
	s.Failed += r.Failed
	s.Undecided += r.Undecided
	s.Null += r.Null
	s.Outside += r.Outside
	s.Mutants += r.Mutants
	s.Killed += r.Killed
	s.Differ += r.Differ
	if r.Differ > 0 {
		s.DifferMethod++
	}
}

// String is the summary in one line.
func (s Summary) String() string {
	return fmt.Sprintf("%d methods with contracts, %d without a problem, %d not in this JVM; %d clauses; %d calls: %d pass, %d fail, %d undecided, %d with a null that the contract excludes, %d outside of every case; "+
		"PostCorr %.4f of the decided %.1f %%; PostComp %.3f over %d changed outputs; the interpreter differs on %d calls of %d methods",
		s.Methods, s.Clean, s.Absent, s.Clauses, s.Calls, s.Passed, s.Failed, s.Undecided, s.Null, s.Outside,
		share(s.Passed, s.Passed+s.Failed), 100*share(s.Passed+s.Failed, s.Passed+s.Failed+s.Undecided), share(s.Killed, s.Mutants), s.Mutants, s.Differ, s.DifferMethod)
}

// weak is the PostComp below which a contract is on the list of work.
const weak = 0.9

// Table is the page of docs over all reports, in Markdown.
func Table(reports []Report, o Options) string {
	var s Summary
	for i := range reports {
		s.add(&reports[i])
	}
	var b strings.Builder
	b.WriteString("# Contracts of the class library, held against the JVM\n\n")
	b.WriteString("Made by `make library`; do not edit. What the columns mean is in [design note 020](design/020-library-contracts.md).\n\n")
	fmt.Fprintf(&b, "%s.\n\n", s)
	fmt.Fprintf(&b, "Inputs are %d a method, seed %d. *Clauses* counts those that were decided on some input. *Null* are inputs with a null that the\n", o.Inputs, o.Seed)
	b.WriteString("contract excludes. A contract with PostComp below 0.9 says less than could be said: a list of work.\n")

	class := ""
	for i := range reports {
		r := &reports[i]
		if c := r.Method.Class(); c != class {
			class = c
			fmt.Fprintf(&b, "\n## %s\n\n| Method | Clauses | Inputs | Null | Threw | PostCorr | Decided | PostComp | |\n|---|--:|--:|--:|--:|--:|--:|--:|---|\n", c)
		}
		notes := r.Problems()
		switch {
		case r.Absent:
			notes = append(notes, "not in this JVM")
		case r.PostComp() < weak:
			notes = append(notes, "weak")
		}
		if r.Differ > 0 {
			notes = append(notes, fmt.Sprintf("the interpreter differs on %d", r.Differ))
		}
		decided := len(r.Clauses) - len(slices.DeleteFunc(slices.Clone(r.Clauses), func(c ClauseReport) bool { return c.True+c.False > 0 }))
		fmt.Fprintf(&b, "| `%s` | %d | %d | %d | %d | %.3f | %.3f | %.2f | %s |\n", r.Method.Name(), decided, r.Calls, r.Null, r.Threw,
			r.PostCorr(), r.Decided(), r.PostComp(), strings.Join(notes, "; "))
	}
	return b.String()
}
