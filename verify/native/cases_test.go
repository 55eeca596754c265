package native_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ensures/bench"
	"ensures/internal/require"
	"ensures/verify"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
	"ensures/verify/refute"
)

// wrong are the methods that a file of cases/false is about where none is called m:
// their specifications are violated by a run. Where the run violates another
// method's, none of them must be proved without a condition either.
var wrong = map[string][]string{
	"F10b":               {"R10b", "get"},
	"F27b":               {"B27b"},
	"F29LeakObject":      {"F29LeakObject"},
	"F30LeakCond":        {"F30LeakCond"},
	"F33Constraint":      {"m", "m2"},
	"SuperDef":           {"r"},
	"SuperPure":          {"q", "r"},
	"F13ModelMethod":     nil,
	"ModelLemma":         nil,
	"F41Unchecked":       nil,
	"ModelContradiction": nil,
}

// The files that still come out wrong, with the part of the verifier that is to mend
// them. Both lists only get shorter, and go when they are empty.
var (
	stillProved = map[string]string{}
	stillOpen   = map[string]string{}
)

// refutedFalse is how many files of cases/false the whole command at least refutes, or
// calls vacuous or malformed, in each arithmetic: the count goes up and never down.
var refutedFalse = map[verify.Arithmetic]int{verify.Safe: 46, verify.Java: 46, verify.Quiet: 46}

// pipelines are the two ways of asking: for the proof alone, and as the whole command
// does, with runs that refute.
func pipelines(t *testing.T) map[string]verify.Backend {
	rt := bench.NewRuntime()
	b := nativetest.Backend(t, native.Options{Library: rt.Types, Patient: time.Second})
	return map[string]verify.Backend{"proof": b, "command": refute.Wrap(b, refute.Options{Runtime: rt})}
}

// TestCasesFalse: no file with a specification that some run violates is proved, in
// no arithmetic and neither by the proof alone nor by the whole command; nor is the
// method that the file is about.
func TestCasesFalse(t *testing.T) {
	dir := require.Shared(t, "cases/false")
	refuted := map[verify.Arithmetic]int{}
	eachCase(t, dir, func(t *testing.T, name, way string, out verify.Outcome) error {
		if v := out.Verdict; way == "command" {
			if v == verify.Refuted || v == verify.Vacuous || v == verify.Malformed {
				refuted[out.Arithmetic]++
			} else {
				t.Logf("%s arithmetic: %s", out.Arithmetic, v)
			}
		}
		if out.Verdict == verify.Verified {
			return fmt.Errorf("is proved")
		}
		about, ok := wrong[name]
		if !ok {
			about = []string{"m"}
		}
		for i := range out.Methods {
			m := &out.Methods[i]
			for _, w := range about {
				if m.Method.Short() == w && m.Verdict == verify.Verified {
					return fmt.Errorf("its method %s is proved", w)
				}
			}
		}
		return nil
	}, stillProved)
	// The counts are of all files, which a quick run does not ask about.
	for a, want := range refutedFalse {
		if refuted[a] < want && !testing.Short() {
			t.Errorf("%s arithmetic: %d files are refuted, vacuous or malformed, want %d at least", a, refuted[a], want)
		}
	}
	t.Logf("refuted, vacuous or malformed: %v", refuted)
}

// TestCasesTrue: every file whose specifications hold is verified.
func TestCasesTrue(t *testing.T) {
	dir := require.Shared(t, "cases/true")
	eachCase(t, dir, func(t *testing.T, name, _ string, out verify.Outcome) error {
		if out.Arithmetic == verify.Safe && out.Verdict != verify.Verified {
			return fmt.Errorf("is %s\n%s", out.Verdict, brief(out))
		}
		return nil
	}, stillOpen)
}

// TestCasesOfOurOwn: of each pair of files in testdata/cases one has a specification
// that some run violates, which the whole command refutes in every arithmetic; the other
// differs from it in a few words, and is verified.
func TestCasesOfOurOwn(t *testing.T) {
	t.Run("false", func(t *testing.T) {
		eachCase(t, "testdata/cases/false", func(t *testing.T, name, way string, out verify.Outcome) error {
			if v := out.Verdict; v == verify.Verified || way == "command" && v != verify.Refuted {
				return fmt.Errorf("is %s\n%s", v, brief(out))
			}
			return nil
		}, nil)
	})
	t.Run("true", func(t *testing.T) {
		eachCase(t, "testdata/cases/true", func(t *testing.T, name, way string, out verify.Outcome) error {
			if v := out.Verdict; v == verify.Refuted || out.Arithmetic == verify.Safe && v != verify.Verified {
				return fmt.Errorf("is %s\n%s", v, brief(out))
			}
			return nil
		}, nil)
	})
}

// eachCase asks about every file of a folder in every way. A file on the list must
// still fail in some way, so that the list is true.
func eachCase(t *testing.T, dir string, check func(t *testing.T, name, way string, out verify.Outcome) error, still map[string]string) {
	files, err := filepath.Glob(filepath.Join(dir, "*.java"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases in %s: %v", dir, err)
	}
	ways := pipelines(t)
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".java")
		if testing.Short() && !require.Sample(name, 5) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			src, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			failed := false
			for _, a := range []verify.Arithmetic{verify.Safe, verify.Java, verify.Quiet} {
				for _, way := range []string{"proof", "command"} {
					out, err := ways[way].Verify(t.Context(), verify.Request{File: filepath.Base(f), Source: string(src), Options: verify.Options{Arithmetic: a}})
					if err != nil {
						t.Fatal(err)
					}
					err = check(t, name, way, out)
					failed = failed || err != nil
					if err != nil && still[name] == "" {
						t.Errorf("%s arithmetic, %s: %v", a, way, err)
					}
				}
			}
			if !failed && still[name] != "" {
				t.Errorf("comes out right: take it off the list of what is still open (%s)", still[name])
			}
		})
	}
}
