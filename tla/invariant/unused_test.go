package invariant_test

import (
	"testing"

	"ensures/tla/invariant"
)

func TestUnused(t *testing.T) {
	s, err := invariant.Parse("i.yaml", []byte("placeholders: {held: the lock is held, free(t): t has it not, none: nobody uses it}\n"+
		"invariants:\n  - {name: A, formula: $held, witness: $free(1)}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if u := s.Unused(); len(u) != 1 || u[0].Name != "none" {
		t.Errorf("%v", u)
	}
}
