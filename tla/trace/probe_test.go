package trace

import (
	"fmt"
	"testing"

	"ensures/setup/tlatest"
	"ensures/tla"
)

const queueSpec = `---- MODULE Queue ----
EXTENDS Naturals, Sequences
VARIABLES q, got
Init == q = <<>> /\ got = 0
Put(x) == q' = Append(q, x) /\ UNCHANGED got
Take == got' = Head(q) /\ q' = Tail(q)
Next == \E x \in 1..3 : Put(x) \/ Take
====
`

// A changed trace whose action has no value, Take of an empty queue, is a rejected one;
// the others are judged all the same.
func TestProbeWithoutValue(t *testing.T) {
	tools := tlatest.Toolchain(t)
	m := mustMapping(t, "spec: Queue\nevents: {put: Put($x), take: Take}\ncompare: {got: got, len: \"Len(q')\"}\n")
	var lines []string
	for i := range 3 {
		lines = append(lines, fmt.Sprintf(`{"event":"put","x":%d,"got":%d,"len":1}`, i+1, i), fmt.Sprintf(`{"event":"take","got":%d,"len":0}`, i+1))
	}
	tr := mustRead(t, m, lines)
	p, err := TryMutants(t.Context(), tools, Spec{Module: tla.Source{Name: "Queue", Text: queueSpec}}, m, tr, ProbeOptions{Mutants: 8, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	if p.Status != Accepted || p.Mutants != 8 || p.Failed == 0 || p.Rejected < p.Failed {
		t.Errorf("%+v", p)
	}
}
