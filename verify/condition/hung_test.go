package condition

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ensures/internal/require"
	"ensures/verify/smt"
)

// A solver that never answers costs seconds, once: the other one goes on.
func TestAttackHangingSolver(t *testing.T) {
	cvc5 := require.Tool(t, "cvc5")
	ps, _, err := smt.Find(t.Context(), 0, smt.Wanted{Dialect: smt.CVC5, Path: cvc5})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "z3")
	if err := os.WriteFile(path, []byte("#!/bin/sh\nexec sleep 1000\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	var warned []string
	p, err := NewProver(Options{Solvers: Solvers(append([]smt.Program{{Dialect: smt.Z3, Path: path, Version: "4.8.12"}}, ps...)), Quick: time.Second, Patient: 2 * time.Second, Processes: 1,
		Warn: func(s string) { warned = append(warned, s) }})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	began := time.Now()
	for range 3 {
		s, at, err := p.first(t.Context(), 0, false)
		if err != nil || at != 1 {
			t.Fatal(at, err)
		}
		p.solvers[at].pool.Put(s)
	}
	if took := time.Since(began); took > 9*time.Second {
		t.Errorf("it took %v", took)
	}
	if len(warned) != 1 || !strings.Contains(warned[0], "the work goes on with the other solver") {
		t.Errorf("%q", warned)
	}
}
