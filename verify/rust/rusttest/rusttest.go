// Package rusttest gives tests the verifier of Rust over the machine's compiler, solvers
// and sandbox. It is for tests only, and must not know what they test.
package rusttest

import (
	"context"
	"time"

	"ensures/internal/require"
	"ensures/rust/propose"
	"ensures/rust/toolchain/toolchaintest"
	"ensures/verify/condition"
	"ensures/verify/rust"
	"ensures/verify/rust/runs"
	"ensures/verify/smt"
)

// T is what the package needs of a test; *testing.T and *testing.B have it.
type T interface {
	require.T
	Context() context.Context
	Cleanup(func())
}

// Open returns with what files that stand alone are compiled, run and proved. Where
// something is missing the test is skipped, or fails if ENSURES_REQUIRE names it. The
// verifier is closed when the test ends.
func Open(t T) propose.Options {
	t.Helper()
	tc := toolchaintest.Runner(t)
	z3, _ := require.Find(smt.Z3.String())
	cvc5, _ := require.Find(smt.CVC5.String())
	ps, err := smt.FindPrograms(context.Background(), z3, cvc5, 0)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if len(ps) == 0 {
		require.Tool(t, smt.Z3.String())
	}
	b, err := rust.New(rust.Options{Compiler: tc, Release: tc.Release, Prover: condition.Options{Solvers: condition.Solvers(ps), Quick: 150 * time.Millisecond, Patient: 5 * time.Second}})
	if err != nil {
		t.Fatalf("%v", err)
	}
	t.Cleanup(b.Close)
	return propose.Options{Compiler: tc, Backend: runs.Wrap(b, runs.Options{Compiler: tc, Seed: 1}), Seed: 1}
}
