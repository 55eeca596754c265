package soundtest_test

import (
	"slices"
	"testing"
	"time"

	"ensures/java/classlib"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/verify"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
	"ensures/verify/soundtest"
)

// sceneOptions are how scenes are run.
func sceneOptions(lib *types.Library, a verify.Arithmetic, seed int64) soundtest.Options {
	return soundtest.Options{Types: lib, Lib: interp.NewLibrary(lib), Arithmetic: a, Inputs: 8, Steps: 100_000, Ends: true, Seed: seed}
}

// TestCatalogue: what the scenes say is true of their runs, and the verifier proves it, so
// that a change that makes something false stands alone. A scene called a trap has a
// violation as it stands, and the verifier proves none of what a run violates.
func TestCatalogue(t *testing.T) {
	lib := types.NewLibrary(classlib.FS)
	b := nativetest.Backend(t, native.Options{Library: lib, Processes: 2})
	o := sceneOptions(lib, verify.Java, 1)
	for i, s := range soundtest.Catalogue() {
		if testing.Short() && i%4 != 0 {
			continue
		}
		violations, err := soundtest.Check(s, int64(i), o)
		if err != nil {
			t.Error(err)
			continue
		}
		if s.Trap() != (len(violations) > 0) {
			t.Errorf("%s: violated by runs: %v", s, violations)
		}
		out, err := b.Verify(t.Context(), verify.Request{File: "Solution.java", Source: s.Source(int64(i)), Options: verify.Options{Arithmetic: verify.Java}})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range out.Methods {
			violated := slices.ContainsFunc(violations, func(v soundtest.Violation) bool { return v.Method == m.Method.String() })
			if (m.Verdict == verify.Verified) == violated && (violated || len(violations) == 0) {
				t.Errorf("%s: %s is %s %+v", s, m.Method, m.Verdict, m.Contradiction)
			}
		}
	}
}

// TestQuestions asks what runs have shown to be false, of one program of each scene: the
// verifier says verified to none of it.
func TestQuestions(t *testing.T) {
	lib := types.NewLibrary(classlib.FS)
	o := sceneOptions(lib, verify.Java, 1)
	b := nativetest.Backend(t, native.Options{Library: lib, Quick: 40 * time.Millisecond, Patient: 200 * time.Millisecond, Processes: 2})
	total := 0
	for i, s := range soundtest.Catalogue() {
		if testing.Short() && i%48 != 0 {
			continue
		}
		start := time.Now()
		qs, err := soundtest.Questions(s, 1, o)
		if err != nil {
			t.Error(err)
			continue
		}
		made := time.Since(start)
		n := 0
		for _, q := range qs {
			n += len(q.False)
			v, ok, err := q.Ask(t.Context(), b)
			if err != nil {
				t.Error(err)
			}
			if ok {
				t.Errorf("%v", v)
			}
		}
		total += n
		t.Logf("%s: %d questions in %d files, made in %v, asked in %v", s, n, len(qs), made, time.Since(start)-made)
	}
	t.Logf("%d false claims, none of them verified", total)
	if total < 5000 && !testing.Short() {
		t.Errorf("%d false claims", total)
	}
}
