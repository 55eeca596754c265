package soundtest_test

import (
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"ensures/internal/require"
	"ensures/java/classlib"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/verify"
	"ensures/verify/native"
	"ensures/verify/smt"
	"ensures/verify/soundtest"
)

// target is the number of checks: ENSURES_SOUNDNESS, 5,000 by default. A check is
// one run of a method that was verified, from an input that satisfies its
// precondition, with everything that was proved of it looked at.
func target(t *testing.T) int {
	s := os.Getenv("ENSURES_SOUNDNESS")
	if s == "" {
		return 5000
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatalf("ENSURES_SOUNDNESS: %v", err)
	}
	return n
}

func firstSeed(t *testing.T) int64 {
	s := os.Getenv("ENSURES_SOUNDNESS_SEED")
	if s == "" {
		return 1
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		t.Fatalf("ENSURES_SOUNDNESS_SEED: %v", err)
	}
	return n
}

func backend(t *testing.T, lib *types.Library) *native.Backend {
	t.Helper()
	ps, err := smt.FindPrograms(t.Context(), "", "", 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(ps) == 0 {
		require.Tool(t, "z3")
	}
	o := native.Options{Library: lib, Quick: 150 * time.Millisecond, Patient: time.Second, Processes: 2}
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

// TestRandomPrograms runs what the native verifier verifies of random programs.
func TestRandomPrograms(t *testing.T) {
	lib := types.NewLibrary(classlib.FS)
	ilib := interp.NewLibrary(lib)
	b := backend(t, lib)
	want := target(t)
	if testing.Short() {
		want /= 20
	}
	start := time.Now()
	modes := []verify.Arithmetic{verify.Safe, verify.Java, verify.Quiet}
	totals := make([]soundtest.Result, len(modes))
	var mu sync.Mutex
	programs := 0
	next := firstSeed(t)
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for {
				mu.Lock()
				sum, bad := 0, 0
				for _, r := range totals {
					sum += r.Checks
					bad += len(r.Violations)
				}
				if sum >= want || bad > 5 || t.Context().Err() != nil {
					mu.Unlock()
					return
				}
				seed := next
				next++
				programs++
				mu.Unlock()
				p := soundtest.Generate(seed)
				for i, a := range modes {
					if a == verify.Quiet && seed%4 != 0 {
						continue
					}
					r, err := soundtest.Search(t.Context(), b, *p, soundtest.Options{Types: lib, Lib: ilib, Arithmetic: a, Seed: seed})
					mu.Lock()
					if err != nil {
						t.Errorf("seed %d: %v", seed, err)
					}
					totals[i].Add(r)
					for _, v := range r.Violations {
						t.Errorf("seed %d, %v", seed, v)
					}
					mu.Unlock()
				}
			}
		}()
	}
	wg.Wait()
	for i, a := range modes {
		r := totals[i]
		t.Logf("%s: %d checks of %d verified methods with %d clauses (of %d methods: %v), %d undecided by the evaluator, %d violations",
			a, r.Checks, r.Methods, r.Clauses, r.Asked, r.Verdicts, r.Unknown, len(r.Violations))
	}
	t.Logf("%d programs in %v", programs, time.Since(start).Round(time.Second))
}
