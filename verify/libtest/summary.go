package libtest

import "fmt"

// Summary adds up reports.
type Summary struct {
	Methods, Clean, Absent                int
	Clauses                               int
	Calls, Passed, Failed                 int
	Undecided, Outside                    int
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
	return fmt.Sprintf("%d methods with contracts, %d without a problem, %d not in this JVM; %d clauses; %d calls: %d pass, %d fail, %d undecided, %d outside of every precondition; "+
		"PostCorr %.4f of the decided %.1f %%; PostComp %.3f over %d changed outputs; the interpreter differs on %d calls of %d methods",
		s.Methods, s.Clean, s.Absent, s.Clauses, s.Calls, s.Passed, s.Failed, s.Undecided, s.Outside,
		share(s.Passed, s.Passed+s.Failed), 100*share(s.Passed+s.Failed, s.Passed+s.Failed+s.Undecided), share(s.Killed, s.Mutants), s.Mutants, s.Differ, s.DifferMethod)
}
