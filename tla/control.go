package tla

import (
	"context"
	"fmt"
)

// controlModule counts to 3; it is asked about an invariant that holds and about one
// that doesn't.
const controlModule = `---- MODULE Control ----
EXTENDS Naturals
VARIABLE x
Init == x = 0
Next == x < 3 /\ x' = x + 1
Holds == x <= 3
Fails == x <= 2
====
`

// Control asks TLC two questions whose answers are known. An error says that it did not
// answer them so: what it says of anything else is worth nothing.
func (t Toolchain) Control(ctx context.Context) error {
	ask := func(invariant string) (Outcome, error) {
		return t.Check(ctx, Job{Module: Source{Text: controlModule}, Invariants: []string{invariant}, NoCoverage: true})
	}
	o, err := ask("Holds")
	if err != nil {
		return fmt.Errorf("control question to %s: %w", t, err)
	}
	if o.Status != OK || o.Distinct != 4 {
		return fmt.Errorf("%s is not believed: asked a control question, it says %s with %d states of what holds in 4", t, o.Status, o.Distinct)
	}
	if o, err = ask("Fails"); err != nil {
		return fmt.Errorf("control question to %s: %w", t, err)
	}
	if o.Status != Invariant || len(o.Trace) != 4 {
		return fmt.Errorf("%s is not believed: asked a control question, it says %s with a trace of %d states of what fails in the fourth", t, o.Status, len(o.Trace))
	}
	return nil
}
