package configs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

// env is an environment of a test.
func env(m map[string]string) func(string) string { return func(k string) string { return m[k] } }

func TestPrecedence(t *testing.T) {
	home := t.TempDir()
	t.Chdir(t.TempDir())
	write(t, filepath.Join(home, "ensures", "config.yaml"), "harness:\n  pairs: 11\n  mutants: 3\nannotate:\n  budget: 3s\n")
	write(t, "ensures.yaml", "harness:\n  pairs: 12\n  seed: 7\n")
	r, err := Load(Options{
		Env:   env(map[string]string{"XDG_CONFIG_HOME": home, "ENSURES_HARNESS_SEED": "8", "ENSURES_JML_NULLABLE_BY_DEFAULT": "true"}),
		Flags: []Flag{{"output.log_level", "--log-level", "debug"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	user := filepath.Join(home, "ensures", "config.yaml")
	for _, c := range []struct {
		key    string
		value  any
		origin string
	}{
		{"harness.pairs", 12, "ensures.yaml:2"},
		{"harness.mutants", 3, user + ":3"},
		{"harness.seed", int64(8), "ENSURES_HARNESS_SEED"},
		{"annotate.budget", "3s", user + ":5"},
		{"jml.nullable_by_default", true, "ENSURES_JML_NULLABLE_BY_DEFAULT"},
		{"output.log_level", "debug", "--log-level"},
		{"harness.inputs", 400, "default"},
	} {
		if got := r.Map()[c.key]; got != c.value || r.Origin[c.key] != c.origin {
			t.Errorf("%s = %v from %s, want %v from %s", c.key, got, r.Origin[c.key], c.value, c.origin)
		}
	}
	if r.Annotate.Budget != 3*time.Second {
		t.Errorf("budget %v", r.Annotate.Budget)
	}
	if diff := cmp.Diff([]string{user, "ensures.yaml"}, r.Files); diff != "" {
		t.Error(diff)
	}
}

// --config is the only file read.
func TestGivenFile(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "ensures.yaml", "harness:\n  pairs: 12\n")
	write(t, "mine.yaml", "harness:\n  mutants: 4\n")
	r, err := Load(Options{File: "mine.yaml", Env: env(nil)})
	if err != nil {
		t.Fatal(err)
	}
	if r.Harness.Pairs != 200 || r.Harness.Mutants != 4 {
		t.Errorf("got %+v", r.Harness)
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		name, file string
		opts       Options
		want       string
	}{
		{"unknown key", "harness:\n  pairs: 1\n  mutant: 3\n", Options{}, "ensures.yaml:3: harness.mutant: unknown key; did you mean harness.mutants?"},
		{"unknown section", "harnes:\n  pairs: 1\n", Options{}, "ensures.yaml:1: harnes: unknown key; did you mean harness?"},
		{"key outside its section", "pairs: 1\n", Options{}, "ensures.yaml:1: pairs: unknown key; did you mean harness.pairs?"},
		{"section without keys", "harness: 3\n", Options{}, "ensures.yaml:1: harness: must hold keys, one per line, as in `pairs: 200`"},
		{"wrong type", "harness:\n  pairs: many\n", Options{}, `ensures.yaml:2: harness.pairs: must be a whole number`},
		{"wrong type in the environment", "", Options{Env: env(map[string]string{"ENSURES_ANNOTATE_BUDGET": "soon"})}, `ENSURES_ANNOTATE_BUDGET: annotate.budget: must be a duration such as 20s`},
		{"out of range", "harness:\n  threshold: 1.5\n", Options{}, "ensures.yaml:2: harness.threshold: must be between 0 and 1"},
		{"out of range by a flag", "", Options{Flags: []Flag{{"output.log_level", "--log-level", "loud"}}}, "--log-level: output.log_level: must be one of debug, info, warn, error"},
		{"not YAML", "harness: [\n", Options{}, "ensures.yaml: line 1: did not find expected node content"},
		{"no such file", "", Options{File: "none.yaml"}, "none.yaml: no such configuration file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if c.file != "" {
				write(t, "ensures.yaml", c.file)
			}
			if c.opts.Env == nil {
				c.opts.Env = env(nil)
			}
			_, err := Load(c.opts)
			if err == nil || err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

// The embedded file and the struct have the same keys in the same order.
func TestDefaultsAreComplete(t *testing.T) {
	var doc yaml.Node
	if err := yaml.Unmarshal(defaults, &doc); err != nil {
		t.Fatal(err)
	}
	var keys []string
	top := doc.Content[0]
	for i := 0; i < len(top.Content); i += 2 {
		section := top.Content[i+1]
		for j := 0; j < len(section.Content); j += 2 {
			keys = append(keys, top.Content[i].Value+"."+section.Content[j].Value)
		}
	}
	if diff := cmp.Diff(keys, Keys()); diff != "" {
		t.Errorf("defaults.yaml (-) and Config (+) differ:\n%s", diff)
	}
	for _, k := range keys {
		if k != strings.ToLower(k) || slices.Contains(strings.Split(k, "."), "") {
			t.Errorf("key %q", k)
		}
	}
	if _, err := Load(Options{Env: env(nil)}); err != nil {
		t.Error(err)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
