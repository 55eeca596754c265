package libtest

import (
	"fmt"

	"ensures/jml"
)

// Report is what the calls of one method said about its contract.
type Report struct {
	Method Method
	// Absent is set when the JVM has no such method, Lacks names a type of which no
	// inputs can be made.
	Absent bool
	Lacks  string
	// Calls are those that were written down: Passed, Failed, Undecided, Null (an argument
	// that may not be null is) and Outside of every case's precondition.
	Calls, Passed, Failed, Undecided, Null, Outside int
	Threw                                           int // of Passed: ended in an exception
	Large, Errors                                   int // calls left out
	Clauses                                         []ClauseReport
	Mutants, Killed                                 int
	Differ                                          int // calls on which the interpreter does something else
	// The first few of each kind, for people.
	Failures, Open, Differences []Example
}

// ClauseReport counts the values of a clause where its case applied.
type ClauseReport struct {
	Text                 string
	True, False, Unknown int
}

// Example is a call with what is wrong about it.
type Example struct {
	Call string // in Java
	Why  string
}

// examples is the number of examples of each kind that are kept.
const examples = 5

func keep(list []Example, call, why string) []Example {
	if len(list) == examples {
		return list
	}
	// From the third on each example has a reason of its own.
	for _, e := range list {
		if e.Why == why && len(list) > 1 {
			return list
		}
	}
	return append(list, Example{call, why})
}

// PostCorr is the share of decided calls on which the contract held; 1 when none was
// decided.
func (r *Report) PostCorr() float64 { return share(r.Passed, r.Passed+r.Failed) }

// Decided is the share of the calls inside of the precondition that were decided.
func (r *Report) Decided() float64 { return share(r.Passed+r.Failed, r.Passed+r.Failed+r.Undecided) }

// PostComp is the share of changed outputs that the contract rejected.
func (r *Report) PostComp() float64 { return share(r.Killed, r.Mutants) }

func share(n, of int) float64 {
	if of == 0 {
		return 1
	}
	return float64(n) / float64(of)
}

// Problems says in words what keeps the method's contract from being tested as it
// should be; none is a pass.
func (r *Report) Problems() []string {
	var out []string
	say := func(on bool, text string) {
		if on {
			out = append(out, text)
		}
	}
	say(r.Failed > 0, "the contract is false")
	say(r.Lacks != "", "no inputs of type "+r.Lacks)
	if r.Absent || r.Lacks != "" {
		return out
	}
	say(r.Undecided > 0, "calls are undecided")
	say(r.Outside > 0, fmt.Sprintf("%d calls are outside of every case", r.Outside))
	say(r.Passed+r.Failed == 0 && r.Undecided == 0, "no call satisfies the precondition")
	for _, c := range r.Clauses {
		say(c.True+c.False == 0, "never decided: "+c.Text)
	}
	return out
}

// clauses are the clauses of a contract that the judge evaluates.
func (r *Report) clause(index map[*jml.Clause]int, c *jml.Clause, text func(*jml.Clause) string) *ClauseReport {
	i, ok := index[c]
	if !ok {
		i = len(r.Clauses)
		index[c] = i
		r.Clauses = append(r.Clauses, ClauseReport{Text: text(c)})
	}
	return &r.Clauses[i]
}
