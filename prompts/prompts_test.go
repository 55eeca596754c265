package prompts_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ensures/internal/golden"
	"ensures/prompts"
)

func load(t *testing.T, o prompts.Options) *prompts.Set {
	t.Helper()
	s, err := prompts.Load(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The data that the agent renders the prompts with, by their field names.
type (
	system struct {
		Tools, Dialect string
		MaxSteps       int
	}
	state struct {
		Step, Left             int
		Best, Verdict, Failure string
		Scores                 map[string]float64
		Steps                  []string
	}
	observation struct {
		Notice, Stdout, Value, Error, Called, Result string
		Left                                         int
	}
	format struct {
		Problem, Mode string
		Left          int
	}
	task struct{ Code, Method, Doc, Bar string }
)

var best = state{Step: 5, Left: 8, Best: "class A {}\n", Verdict: "verified", Scores: map[string]float64{"PostComp": 0.25, "PostCorr": 1},
	Failure: "a result one larger is accepted", Steps: []string{"step 1: verify_with_openjml: refuted", "step 2: analyze_errors"}}

// rendering is a template with data for it; its golden file is named as.
type rendering struct {
	name, as string
	o        prompts.Options
	data     any
}

// cases are every template that is rendered by name, in every form it takes.
var cases = []rendering{
	{"codeact/system", "codeact", prompts.Options{}, system{"### `tool()`", "The code is Python.", 12}},
	{"codeact/system", "codeact-openjml", prompts.Options{Verifier: "openjml", Arithmetic: "quiet"}, system{"### `tool()`", "The code is Python.", 12}},
	{"react/system", "react", prompts.Options{}, system{"### `tool()`", "", 15}},
	{"react/system", "react-key", prompts.Options{Verifier: "key", Arithmetic: "java"}, system{"### `tool()`", "", 15}},
	{"plan", "plan-first", prompts.Options{}, state{Step: 1, Left: 12}},
	{"plan", "plan-later", prompts.Options{}, best},
	{"plan", "plan-last", prompts.Options{}, state{Step: 12, Left: 1}},
	{"folded", "folded", prompts.Options{}, best},
	{"folded", "folded-bare", prompts.Options{}, state{Step: 3, Left: 1}},
	{"observation", "observation", prompts.Options{}, observation{Stdout: "verified\n", Value: "{'a': 1}", Left: 5}},
	{"observation", "observation-error", prompts.Options{}, observation{Notice: "Names are gone.", Stdout: "x\n", Error: "line 2: KeyError: 'a'", Left: 1}},
	{"observation", "observation-nothing", prompts.Options{}, observation{Left: 0}},
	{"observation", "observation-call", prompts.Options{}, observation{Called: "verify_with_openjml", Result: `{"verdict":"verified"}`, Left: 2}},
	{"format_error", "format-codeact", prompts.Options{}, format{"the reply is empty", "codeact", 4}},
	{"format_error", "format-react", prompts.Options{}, format{"no tool is called", "react", 1}},
	{"spec_task", "spec_task", prompts.Options{}, task{"class A {\n}\n", "A.f(int)", "Adds one.", "It has to be verified."}},
	{"spec_task", "spec_task-bare", prompts.Options{}, task{"class A {\n}\n", "A.f(int)", "", "It has to be verified."}},
}

func TestGolden(t *testing.T) {
	rendered := map[string]bool{}
	for _, c := range slices.Concat(cases, rustCases, baselineCases, modelCases, specEvalCases) {
		t.Run(c.as, func(t *testing.T) {
			s := load(t, c.o)
			got, err := s.Render(c.name, c.data)
			if err != nil {
				t.Fatal(err)
			}
			for _, bad := range []string{"<no value>", "{{", "\n\n\n"} {
				if strings.Contains(got, bad) {
					t.Errorf("%q in:\n%s", bad, got)
				}
			}
			golden.Text(t, filepath.Join("testdata", c.as+".golden.md"), got+"\n")
		})
		rendered[c.name] = true
	}
	// Whatever isn't rendered by name is a part of what is.
	s := load(t, prompts.Options{})
	for _, n := range s.Names() {
		used := rendered[n]
		for name := range rendered {
			text, _, _ := s.Source(name)
			used = used || uses(t, s, text, n)
		}
		if !used {
			t.Errorf("no golden test renders %s, nor includes it", n)
		}
	}
}

// uses reports whether a text includes the prompt n, directly or not.
func uses(t *testing.T, s *prompts.Set, text, n string) bool {
	for _, other := range s.Names() {
		if strings.Contains(text, `{{template "`+other+`"`) {
			if inner, _, _ := s.Source(other); other == n || uses(t, s, inner, n) {
				return true
			}
		}
	}
	return false
}

// A field that the data lacks is an error, in structs and in maps.
func TestMissingDataIsAnError(t *testing.T) {
	s := load(t, prompts.Options{})
	for _, data := range []any{struct{ Problem string }{"x"}, map[string]any{"Problem": "x", "Mode": "react"}, nil} {
		if got, err := s.Render("format_error", data); err == nil {
			t.Errorf("%#v: rendered %q", data, got)
		}
	}
	if _, err := s.Render("nowhere", nil); !errors.Is(err, prompts.ErrUnknown) || !strings.Contains(err.Error(), "codeact/system") {
		t.Errorf("unknown prompt: %v", err)
	}
}

func TestFolderOverrides(t *testing.T) {
	write := func(name, text string) string {
		t.Helper()
		dir := t.TempDir()
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	s := load(t, prompts.Options{Dir: write("rules.md", "One rule, {{.MaxSteps}} steps.\n")})
	got, err := s.Render("react/system", system{Tools: "t", MaxSteps: 3})
	if err != nil || !strings.HasSuffix(got, "One rule, 3 steps.") {
		t.Errorf("%v, ends in %q", err, got[max(0, len(got)-60):])
	}
	for name, text := range map[string]string{"rulez.md": "x", "plan.md": "{{.Step", "folded.md": `{{template "nothing"}}`} {
		if _, err := prompts.Load(prompts.Options{Dir: write(name, text)}); err == nil || !strings.Contains(err.Error(), strings.TrimSuffix(name, ".md")) {
			t.Errorf("%s %q: got %v", name, text, err)
		}
	}
	if _, err := prompts.Load(prompts.Options{Dir: filepath.Join(t.TempDir(), "gone")}); err == nil || !strings.Contains(err.Error(), "there is no folder") {
		t.Errorf("a folder that is not there: %v", err)
	}
}

// A prompt's hash changes with its own text and with what it includes.
func TestHash(t *testing.T) {
	a := load(t, prompts.Options{})
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "rules.md"), []byte("other"), 0o644); err != nil {
		t.Fatal(err)
	}
	b := load(t, prompts.Options{Dir: dir})
	for name, same := range map[string]bool{"rules": false, "react/system": false, "codeact/system": false, "plan": true, "jml/teaching": true} {
		if (a.Hash(name) == b.Hash(name)) != same || len(a.Hash(name)) != 64 {
			t.Errorf("%s: %s and %s", name, a.Hash(name), b.Hash(name))
		}
	}
	if len(a.Hashes()) != len(a.Names()) || a.Hash("nowhere") != "" {
		t.Error("hashes don't match the names")
	}
}

// What is exported can be loaded again, and means the same.
func TestExport(t *testing.T) {
	s := load(t, prompts.Options{})
	dir := t.TempDir()
	files, err := s.Export(dir)
	if err != nil || len(files) != len(s.Names()) {
		t.Fatalf("%d files, %v", len(files), err)
	}
	again := load(t, prompts.Options{Dir: dir})
	if !slices.Equal(again.Names(), s.Names()) || again.Hash("codeact/system") != s.Hash("codeact/system") {
		t.Error("the export differs")
	}
	if _, origin, _ := again.Source("plan"); origin != dir {
		t.Errorf("origin %q", origin)
	}
	if _, err := s.Export(dir); !errors.Is(err, os.ErrExist) {
		t.Errorf("files were overwritten: %v", err)
	}
}
