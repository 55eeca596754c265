package sandbox

import (
	"context"
	"slices"
	"testing"

	"ensures/internal/require"
)

// Without Landlock CPython runs inside bubblewrap: the same proofs and attacks.
func TestBubblewrap(t *testing.T) {
	bwrap := require.Tool(t, "bwrap")
	list := engines(t)
	if len(list) < 2 {
		t.Skip("no python3 that can be isolated here; set ENSURES_REQUIRE=python3 to make this a failure")
	}
	e := *list[1]
	e.wrap = bwrap
	proofs, err := e.Prove(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range proofs {
		if !p.Held {
			t.Errorf("%s: %s", p.Name, p.Detail)
		}
	}
	if testing.Short() {
		return
	}
	g := newTarget(t)
	t.Run("attacks", func(t *testing.T) {
		for _, a := range slices.Concat(pythonFiles, pythonNetwork, pythonProcesses) {
			switch a.name {
			case "read files outside", "lists of directories by glob", "a way out of the scratch folder by links":
				continue // /, /etc and /tmp are there and hold nothing else; the proofs read files
			}
			t.Run(a.name, func(t *testing.T) {
				t.Parallel()
				escape(t, &e, g, a)
			})
		}
	})
	g.unharmed(t)
}
