package condition

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ensures/verify/smt"
)

// A check that the clock ends has used all that it was allowed: a condition's patience comes
// to an end whatever its solver's steps cost.
func TestPatienceByClock(t *testing.T) {
	var checks atomic.Int32
	start := func() (smt.Conn, error) { return newSlow(&checks), nil }
	p, err := NewProver(Options{Solvers: []SolverOptions{{Dialect: smt.Z3, Version: "4", Start: start}}, Quick: time.Millisecond, Patient: time.Millisecond, Processes: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	c := New()
	n := c.Fresh("n", smt.Int)
	for i := range int64(2) {
		c.Oblige(Obligation{Goal: smt.Le(smt.IntLit(i), n)})
	}

	proof, err := p.Solve(t.Context(), c, SolveOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if proof.Failures() != 2 || proof.Struck != 3 {
		t.Errorf("%d failures, %d checks ended by the clock", proof.Failures(), proof.Struck)
	}
	if got := checks.Load(); got != 3 {
		t.Errorf("%d checks, want the first ones of both and a later one of the first", got)
	}
}

// slow is a solver that counts hardly any steps in the time of the clock and then gives up.
type slow struct {
	*io.PipeReader
	*io.PipeWriter
}

func (s slow) Kill() {
	s.PipeReader.Close()
	s.PipeWriter.Close()
}

func newSlow(checks *atomic.Int32) smt.Conn {
	in, toSolver := io.Pipe()
	fromSolver, out := io.Pipe()
	go func() {
		defer out.Close()
		var facts []string
		for lines := bufio.NewScanner(in); lines.Scan(); {
			switch line := lines.Text(); {
			case strings.HasPrefix(line, "(assert"):
				facts = append(facts, line)
			case line == "(check-sat)" && len(facts) > 0 && facts[len(facts)-1] == "(assert true)":
				fmt.Fprintln(out, "sat") // what a new process is asked
			case line == "(check-sat)" && len(facts) > 0 && facts[len(facts)-1] == "(assert false)":
				fmt.Fprintln(out, "unsat")
			case line == "(check-sat)":
				checks.Add(1)
				time.Sleep(2100 * time.Millisecond)
				fmt.Fprintln(out, "unknown")
			case strings.HasPrefix(line, "(get-info :rlimit"):
				fmt.Fprintln(out, "(:rlimit 10)")
			case strings.HasPrefix(line, "(echo"):
				fmt.Fprintln(out, strings.Trim(strings.TrimPrefix(line, "(echo "), `")`))
			}
		}
	}()
	return slow{fromSolver, toSolver}
}
