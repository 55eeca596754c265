// Package nativetest gives tests the native verifier over the machine's solvers. It
// is for tests only, and must not know what they test.
package nativetest

import (
	"context"

	"ensures/internal/require"
	"ensures/java/classlib"
	"ensures/java/types"
	"ensures/verify/condition"
	"ensures/verify/native"
	"ensures/verify/smt"
)

// T is what the package needs of a test; *testing.T and *testing.B have it.
type T interface {
	require.T
	Context() context.Context
	Cleanup(func())
}

// programs are the solvers of the machine. Where there is none the test is skipped,
// or fails if ENSURES_REQUIRE names z3.
func programs(t T) []smt.Program {
	t.Helper()
	z3, _ := require.Find(smt.Z3.String())
	cvc5, _ := require.Find(smt.CVC5.String())
	ps, err := smt.FindPrograms(t.Context(), z3, cvc5, 0)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if len(ps) == 0 {
		require.Tool(t, smt.Z3.String())
	}
	return ps
}

// Backend is a verifier over the solvers of the machine, or over only those that
// are named, each of which the test then needs. It is closed when the test ends.
// Options without a library get one of their own.
func Backend(t T, o native.Options, only ...smt.Dialect) *native.Backend {
	t.Helper()
	if o.Library == nil {
		o.Library = types.NewLibrary(classlib.FS)
	}
	ps := programs(t)
	if len(only) > 0 {
		ps = named(t, ps, only)
	}
	o.Solvers = condition.Solvers(ps)
	b, err := native.New(o)
	if err != nil {
		t.Fatalf("%v", err)
	}
	t.Cleanup(b.Close)
	return b
}

func named(t T, ps []smt.Program, only []smt.Dialect) []smt.Program {
	t.Helper()
	var out []smt.Program
	for _, d := range only {
		require.Tool(t, d.String())
		for _, p := range ps {
			if p.Dialect == d {
				out = append(out, p)
			}
		}
	}
	return out
}
