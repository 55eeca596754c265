package soundtest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"ensures/internal/require"
	"ensures/java/classlib"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/verify"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
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
	return nativetest.Backend(t, native.Options{Library: lib, Quick: 60 * time.Millisecond, Patient: time.Second, Processes: 2})
}

// TestScenes runs what the native verifier verifies of the catalogue's scenes and of
// copies of their methods with one thing changed: three checks in five.
func TestScenes(t *testing.T) {
	lib := types.NewLibrary(classlib.FS)
	ilib := interp.NewLibrary(lib)
	scenes := soundtest.Catalogue()
	search(t, lib, target(t)*3/5, 0, func(seed int64, a verify.Arithmetic) (soundtest.Program, bool) {
		if a != verify.Java && seed%3 != 0 {
			return soundtest.Program{}, false
		}
		o := soundtest.Options{Types: lib, Lib: ilib, Arithmetic: a, Seed: seed}
		p, err := soundtest.Changed(scenes[seed%int64(len(scenes))], seed, o)
		if err != nil {
			t.Error(err)
			return p, false
		}
		return p, a != verify.Quiet || !p.Floats
	})
}

// TestRandomPrograms runs what the native verifier verifies of random programs:
// one check in five.
func TestRandomPrograms(t *testing.T) {
	lib := types.NewLibrary(classlib.FS)
	search(t, lib, target(t)/5, 0, func(seed int64, a verify.Arithmetic) (soundtest.Program, bool) {
		p := *soundtest.Generate(seed)
		return p, a != verify.Quiet || seed%4 == 0 && !p.Floats
	})
}

// TestMutatedTruth runs what the native verifier verifies of true programs whose
// clauses are changed a little: one check in five.
func TestMutatedTruth(t *testing.T) {
	lib := types.NewLibrary(classlib.FS)
	truth := groundTruth(t)
	search(t, lib, target(t)/5, 0, func(seed int64, a verify.Arithmetic) (soundtest.Program, bool) {
		src := truth[int(seed)%len(truth)]
		p := soundtest.Mutate(src, seed)
		if len(p.Mutated) == 0 || !soundtest.WellFormed(p.Source, lib) || a == verify.Quiet && (strings.Contains(src, "double") || strings.Contains(src, "float")) {
			return p, false
		}
		return p, true
	})
}

// maxCrashes is how often a solver may break down in one search.
const maxCrashes = 10

// search asks for programs until the runs of what was verified are enough, and the
// programs too.
func search(t *testing.T, lib *types.Library, want, least int, program func(seed int64, a verify.Arithmetic) (soundtest.Program, bool)) {
	ilib := interp.NewLibrary(lib)
	b := backend(t, lib)
	if testing.Short() {
		want, least = want/20, least/20
	}
	inputs := 20
	if want > 20_000 {
		inputs = 40
	}
	start := time.Now()
	modes := []verify.Arithmetic{verify.Safe, verify.Java, verify.Quiet}
	totals := make([]soundtest.Result, len(modes))
	var mu sync.Mutex
	programs, crashes, failures := 0, 0, 0
	next, said := firstSeed(t), start
	report := func() {
		var all soundtest.Result
		for i, a := range modes {
			r := totals[i]
			all.Add(r)
			t.Logf("%s: %d checks of %d verified methods (of %d: %v), %d clauses asked for although a run had shown them false, %d runs undecided by the evaluator, %d violations",
				a, r.Checks, r.Methods, r.Asked, r.Verdicts, r.False, r.Unknown, len(r.Violations))
		}
		t.Logf("%d programs, %d checks on %d different methods with %d different clauses, in %v", programs, all.Checks, len(all.Code), len(all.Said), time.Since(start).Round(time.Second))
	}
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
				if sum >= want && programs >= least || bad > 5 || failures > 5 || t.Context().Err() != nil {
					mu.Unlock()
					return
				}
				if time.Since(said) > time.Minute {
					said = time.Now()
					report()
				}
				seed := next
				next++
				programs++
				mu.Unlock()
				for i, a := range modes {
					p, ok := program(seed, a)
					if !ok {
						continue
					}
					r, err := soundtest.Search(t.Context(), b, p, soundtest.Options{Types: lib, Lib: ilib, Arithmetic: a, Seed: seed, Inputs: inputs})
					mu.Lock()
					switch {
					case errors.Is(err, smt.ErrSolver) && crashes < maxCrashes: // no verdict, and no mistake of ours
						crashes++
						t.Logf("seed %d: %v", seed, err)
					case err != nil:
						failures++
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
	report()
	var all soundtest.Result
	for _, r := range totals {
		all.Add(r)
	}
	t.Log("different methods that were run, by what occurs in them: " + features(all.Code))
}

// features counts the methods in which a construct occurs.
func features(code map[string]bool) string {
	var out []string
	for _, f := range []struct{ name, re string }{
		{"objects", `\b(Box|Base|Sub)\b|this\.`}, {"instance methods and constructors", `public (/\*@ pure @\*/ )?\w+(\[\])? k\d\(|\b(Box|Base|Sub)\(\w.*\{`}, {"static fields", `Solution\.s\d`},
		{"calls", `\b[mk]\d\(.*;|new Box\(`}, {"recursion", `measured_by`}, {"loops", `\b(for|while) \(`}, {"labels", `out\d+:`}, {"switch", `switch`},
		{"inheritance", `\bSub\b`}, {"interfaces", `\bValue\b`}, {"records", `\bPair\b`}, {"enums", `\bColor\b`}, {"boxes", `Integer`}, {"builders", `StringBuilder`},
		{"lists and maps", `List<|Map<`}, {"generics", `Cell<`}, {"ghosts", `calls|called\(`}, {"model methods", `twice|odd\(`}, {"static state", `Base\.|made`}, {"clones", `clone\(`},
		{"try", `\btry\b`}, {"throw", `throw new`}, {"arrays", `int\[\]|long\[\]`}, {"nested arrays", `int\[\]\[\]`}, {"null", `nullable`},
		{"strings", `String`}, {"floating point", `\b(double|float)\b`}, {"byte, short, char", `\b(byte|short|char)\b`}, {"assignable", `assignable`}, {"bits", `<<|>>|[&|^~] `},
	} {
		re, n := regexp.MustCompile(f.re), 0
		for c := range code {
			if re.MatchString(c) {
				n++
			}
		}
		out = append(out, fmt.Sprintf("%s %d", f.name, n))
	}
	return strings.Join(out, ", ")
}

// groundTruth is the programs whose specifications are true.
func groundTruth(t *testing.T) []string {
	f, err := os.Open(require.Shared(t, "data/specgenbench/normalised.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []string
	dec := json.NewDecoder(f)
	for dec.More() {
		var r struct {
			Code string `json:"code"`
		}
		if err := dec.Decode(&r); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(r.Code, "assume ") {
			out = append(out, r.Code)
		}
	}
	return out
}
