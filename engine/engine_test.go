package engine

import (
	"errors"
	"testing"

	"ensures/verify"
)

// Every engine of the list can be found, and says what it can't do without.
func TestList(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range List() {
		if seen[e.Name] || e.About == "" {
			t.Errorf("%q: twice, or without a text", e.Name)
		}
		seen[e.Name] = true
		found, ok := Find(e.Name)
		if !ok || found.About != e.About {
			t.Errorf("%s: found %q", e.Name, found.Name)
		}
		_, err := New(e, Options{})
		var missing *verify.MissingError
		if errors.As(err, &missing) != e.Solver {
			t.Errorf("%s, needs a solver %t, without one: %v", e.Name, e.Solver, err)
		}
	}
	if _, ok := Find("nobody"); ok {
		t.Error("an engine without a name of the list was found")
	}
}
