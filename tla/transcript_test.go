package tla_test

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"ensures/internal/require"
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
	paths, err := filepath.Glob(filepath.Join(require.Shared(t, "transcripts/tlc"), "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatal(err, len(paths))
	}
	for _, path := range paths {
		base := strings.TrimSuffix(filepath.Base(path), ".txtar")
		name, how, _ := strings.Cut(base, ".")
		t.Run(base, func(t *testing.T) {
			ar, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			files := map[string]string{}
			for _, f := range ar.Files {
				files[f.Name] = string(f.Data)
			}
			exit, err := strconv.Atoi(strings.TrimSpace(files["exit.txt"]))
			if err != nil {
				t.Fatal(err)
			}
			raw := tla.Raw{Exit: exit, Stdout: files["output.txt"], Stderr: files["stderr.txt"]}
			if how == "sany" {
				out, err := tla.ReadSANY(raw)
				want := wants[name]
				if want != "syntax" && want != "semantic" {
					want = "ok"
				}
				if err != nil || string(out.Status) != want {
					t.Fatalf("%s, %v, want %s", out.Status, err, want)
				}
				return
			}
			out, err := tla.Read(raw)
			if err != nil || string(out.Status) != wants[name] {
				t.Fatalf("%s, %v, want %s\n%s", out.Status, err, wants[name], fmt.Sprint(out))
			}
		})
	}
}
