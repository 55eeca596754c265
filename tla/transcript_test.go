package tla_test

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/rogpeppe/go-internal/txtar"

	"ensures/internal/golden"
	"ensures/internal/require"
	"ensures/setup/tlatest"
	"ensures/tla"
)

// wants is what TLC says of each recorded input: status, and where there is one the
// place of its first problem or the length of its trace.
var wants = map[string]string{
	"action_property_violation": "action_property", "assert_failure": "assertion", "assert_failure_inv": "assertion", "assume_failure": "assumption",
	"cfg_alias": "config", "cfg_check_deadlock": "config", "cfg_missing": "config", "cfg_missing_constant": "config", "cfg_postcondition": "config",
	"cfg_syntax_error": "config", "cfg_undefined_invariant": "config", "cfg_view_constraint": "ok", "correct": "ok", "deadlock": "deadlock",
	"enumerate_nat": "evaluation", "incomplete_next": "unassigned", "invariant_violation": "invariant", "invariant_violation_init": "invariant",
	"lexical_error": "syntax", "missing_module": "syntax", "module_name_mismatch": "syntax", "no_init_states": "vacuous", "precedence_error": "syntax",
	"runtime_error": "evaluation", "runtime_error_invariant": "evaluation", "runtime_error_type": "evaluation", "semantic_error": "semantic",
	"syntax_error": "syntax", "temporal_stutter": "temporal_property", "temporal_violation": "temporal_property", "unbounded_timeout": "timeout",
}

func TestTranscripts(t *testing.T) {
	outcomes := map[string]tla.Outcome{}
	for _, c := range cases(t) {
		t.Run(c.base, func(t *testing.T) {
			if c.how == "sany" {
				out, err := tla.ReadSANY(c.raw)
				want := wants[c.name]
				if want != "syntax" && want != "semantic" {
					want = "ok"
				}
				if err != nil || string(out.Status) != want || want == "ok" && (len(out.Modules) == 0 || len(out.Problems) > 0) {
					t.Fatalf("%s, %v, want %s", out.Status, err, want)
				}
				// SANY alone and SANY in TLC have the same complaints.
				if want != "ok" {
					if d := cmp.Diff(outcomes[c.name+".sany"].Problems, out.Problems); d != "" && len(outcomes[c.name+".sany"].Problems) > 0 {
						t.Error(d)
					}
					outcomes[c.name+".sany"] = tla.Outcome{Problems: out.Problems}
				}
				return
			}
			out, err := tla.Read(c.raw, c.module())
			if err != nil || string(out.Status) != wants[c.name] {
				t.Fatalf("%s, %v, want %s: %s", out.Status, err, wants[c.name], out.Message)
			}
			outcomes[c.name+"."+c.how] = out
		})
	}
	// The plain output says the same, but for the coverage it was not asked for.
	final := map[string]tla.Outcome{}
	for name := range wants {
		plain, tool := outcomes[name+".tlc.plain"], outcomes[name+".tlc.tool"]
		final[name] = tool
		tool.Actions = nil
		if plain.Depth == 0 { // which is in a message that only comes with coverage
			plain.Depth = tool.Depth
		}
		if name == "unbounded_timeout" { // two runs, killed at different points
			plain.Generated, plain.Distinct, plain.Queue = tool.Generated, tool.Distinct, tool.Queue
		}
		if d := cmp.Diff(tool, plain, notes); d != "" {
			t.Errorf("%s: -tool and plain differ: %s", name, d)
		}
		if s := outcomes[name+".sany"]; s.Problems != nil {
			if d := cmp.Diff(s.Problems, tool.Problems); d != "" {
				t.Errorf("%s: SANY alone and TLC differ: %s", name, d)
			}
		}
	}
	golden.JSON(t, "testdata/outcomes.json", final)
}

// notes is what is not compared between runs.
var notes = cmpopts.IgnoreFields(tla.Outcome{}, "Raw", "Elapsed", "Version")

// recorded is a recorded run.
type recorded struct {
	base, name, how string
	files           map[string]string
	raw             tla.Raw
}

func (c recorded) module() tla.Source { return tla.Source{Name: "Spec", Text: c.files["Spec.tla"]} }

func cases(t testing.TB) []recorded {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(require.Shared(t, "transcripts/tlc"), "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatal(err, len(paths))
	}
	var all []recorded
	for _, path := range paths {
		ar, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		c := recorded{base: strings.TrimSuffix(filepath.Base(path), ".txtar"), files: map[string]string{}}
		c.name, c.how, _ = strings.Cut(c.base, ".")
		for _, f := range ar.Files {
			c.files[f.Name] = string(f.Data)
		}
		if c.raw.Exit, err = strconv.Atoi(strings.TrimSpace(c.files["exit.txt"])); err != nil {
			t.Fatal(path, err)
		}
		c.raw.Stdout, c.raw.Stderr = c.files["output.txt"], c.files["stderr.txt"]
		if _, ok := wants[c.name]; !ok {
			t.Errorf("%s: what does it mean?", c.name)
		}
		all = append(all, c)
	}
	return all
}

// The real TLC and SANY agree with what was recorded, in every detail.
func TestReal(t *testing.T) {
	tools := tlatest.Toolchain(t)
	scratch(t)
	recordings := cases(t)
	quick := []string{"runtime_error", "no_init_states", "semantic_error"}
	limit := make(chan struct{}, 2)
	var wg sync.WaitGroup
	for _, c := range recordings {
		if c.how == "tlc.plain" || testing.Short() && !slices.Contains(quick, c.name) {
			continue
		}
		if c.name == "missing_module" { // the module of the recording is found now
			gone := func(text string) string { return strings.ReplaceAll(text, "SequencesExt", "SequencesEx2") }
			c.files["Spec.tla"], c.raw.Stdout, c.raw.Stderr = gone(c.files["Spec.tla"]), gone(c.raw.Stdout), gone(c.raw.Stderr)
		}
		limit <- struct{}{}
		wg.Go(func() {
			defer func() { <-limit }()
			if c.how == "sany" {
				want, _ := tla.ReadSANY(c.raw)
				got, err := tools.Parse(t.Context(), []tla.Source{c.module()})
				if err != nil {
					t.Errorf("%s: %v", c.base, err)
				}
				if d := cmp.Diff(want, got, cmpopts.IgnoreFields(tla.SyntaxOutcome{}, "Raw", "Elapsed")); d != "" {
					t.Errorf("%s: %s", c.base, d)
				}
				return
			}
			want, _ := tla.Read(c.raw, c.module())
			job := tla.Job{Module: c.module(), Config: c.files["Spec.cfg"], Deadlock: true}
			switch c.name {
			case "cfg_missing":
				job.Config, job.Args = "X", []string{"-config", "Gone.cfg"}
				want.Message = strings.ReplaceAll(want.Message, "Spec.cfg", "Gone.cfg")
				want.Problems[0].Text = want.Message
			case "unbounded_timeout":
				job.Timeout = 5 * time.Second
			}
			got, err := tools.Check(t.Context(), job)
			if err != nil {
				t.Errorf("%s: %v", c.base, err)
			}
			if got.Version != tools.Version || got.Elapsed <= 0 {
				t.Errorf("%s: version %s, %v", c.base, got.Version, got.Elapsed)
			}
			if c.name == "unbounded_timeout" {
				got.Generated, got.Distinct, got.Queue, got.Depth = want.Generated, want.Distinct, want.Queue, want.Depth
			}
			for i := range got.Problems { // Check finds places that TLC does not tell
				if i < len(want.Problems) && want.Problems[i].Line == 0 {
					if got.Problems[i].Line == 0 && want.Problems[i].Kind == tla.ConfigError && c.name != "cfg_missing" && c.name != "cfg_syntax_error" { // a file that is not there; a name that is none
						t.Errorf("%s: no place: %s", c.base, got.Problems[i].Text)
					}
					got.Problems[i].Range = want.Problems[i].Range
				}
			}
			if d := cmp.Diff(want, got, notes, cmpopts.IgnoreFields(tla.Outcome{}, "Advice"), cmpopts.EquateEmpty()); d != "" {
				t.Errorf("%s: %s", c.base, d)
			}
		})
	}
	wg.Wait()
}
