package condition_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"ensures/internal/effort"
	"ensures/internal/require"
	"ensures/verify/condition"
	"ensures/verify/smt"
)

// A condition that was proved is not asked about again, costs as much work as it did, and is
// told apart from others by each thing that a solver is told.
func TestRemembered(t *testing.T) {
	require.Tool(t, "z3")
	z3, _ := require.Find("z3")
	ps, err := smt.FindPrograms(t.Context(), z3, "", 0)
	if err != nil {
		t.Fatal(err)
	}
	var asked bytes.Buffer
	p, err := condition.NewProver(condition.Options{Solvers: condition.Solvers(ps), Quick: time.Second, Patient: time.Second, Processes: 1, Log: &asked})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)

	// n ≥ least ⊢ n + 1 ≥ 1, with a probe that cannot be reached
	make := func(least int64, goal *smt.Term) *condition.Condition {
		c := condition.New()
		n := c.Fresh("n", smt.Int)
		c.Fact(smt.Le(smt.IntLit(least), n))
		c.Probe(condition.Probe{After: c.Len(), Path: smt.Lt(n, smt.IntLit(least)), Claim: 7})
		if goal == nil {
			goal = smt.Le(one, smt.Add(n, one))
		}
		c.Oblige(condition.Obligation{Goal: goal, Claim: 3})
		return c
	}
	solve := func(c *condition.Condition, o condition.SolveOptions) (proof *condition.Proof, told bool, work time.Duration) {
		t.Helper()
		before := asked.Len()
		ctx, meter, done := effort.With(context.Background(), time.Hour)
		defer done()
		proof, err := p.Solve(ctx, c, o)
		if err != nil {
			t.Fatal(err)
		}
		if found, err := p.Contradiction(ctx, c); found != nil || err != nil {
			t.Fatalf("a contradiction: %v, %v", found, err)
		}
		return proof, asked.Len() > before, meter.Spent()
	}

	first, told, work := solve(make(0, nil), condition.SolveOptions{})
	if !first.Proved() || !told || len(first.Unreachable) != 1 {
		t.Fatalf("proved %v, asked %v, %d unreachable", first.Proved(), told, len(first.Unreachable))
	}
	again, told, same := solve(make(0, nil), condition.SolveOptions{})
	if told || !again.Proved() || len(again.Results) != 1 || again.Results[0].Obligation.Claim != 3 ||
		len(again.Unreachable) != 1 || again.Unreachable[0].Claim != 7 || same > work {
		t.Errorf("again: asked %v, %+v, work %v and %v", told, again, work, same)
	}
	for name, c := range map[string]*condition.Condition{"a fact": make(1, nil), "a goal": make(0, smt.Le(zero, one))} {
		if _, told, _ := solve(c, condition.SolveOptions{}); !told {
			t.Errorf("with %s that is another it is taken for the same", name)
		}
	}
	if _, told, _ := solve(make(0, nil), condition.SolveOptions{Quick: true}); !told {
		t.Error("with other limits it is taken for the same")
	}

	wrong := make(0, smt.Lt(one, zero))
	for range 2 {
		if proof, told, _ := solve(wrong, condition.SolveOptions{}); proof.Proved() || !told {
			t.Errorf("what is not proved: proved %v, asked %v", proof.Proved(), told)
		}
	}
}
