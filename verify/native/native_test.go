package native_test

import (
	"testing"
	"time"

	"ensures/internal/require"
	"ensures/java/classlib"
	"ensures/java/types"
	"ensures/verify"
	"ensures/verify/native"
	"ensures/verify/smt"
	"ensures/verify/verifytest"
)

func backend(t testing.TB) *native.Backend {
	t.Helper()
	ps, err := smt.FindPrograms(t.Context(), "", "", 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(ps) == 0 {
		require.Tool(t, "z3")
	}
	o := native.Options{Library: types.NewLibrary(classlib.FS), Patient: time.Second}
	for _, p := range ps {
		o.Solvers = append(o.Solvers, native.SolverOptions{Dialect: p.Dialect, Version: p.Version, Start: p.Start})
	}
	b, err := native.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

func TestContract(t *testing.T) {
	verifytest.RunWarnings(t, backend(t), verify.Options{})
}
