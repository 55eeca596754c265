package modeling_test

import (
	"strings"
	"testing"

	"ensures/prompts"
	"ensures/setup/tlatest"
	"ensures/tla"
	"ensures/tla/invariant"
	"ensures/tla/trace"
)

// What a model is taught is true: the worked example runs, a log fits it, its binding
// can be read.
func TestTeaching(t *testing.T) {
	tools := tlatest.Toolchain(t)
	set, err := prompts.Load(prompts.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := set.Render("model/teaching", nil)
	if err != nil {
		t.Fatal(err)
	}
	module := tla.Source{Name: "Turnstile", Text: block(t, text, "tla", 0)}
	out, err := tools.Check(t.Context(), tla.Job{Module: module, Specification: "Spec", Constants: []tla.Constant{{Name: "Gates", Value: "{1, 2}"}, {Name: "Most", Value: "3"}}})
	if err != nil || out.Status != tla.OK || out.Distinct < 8 {
		t.Fatalf("%v: %+v", err, out)
	}
	m, err := trace.ReadMapping("mapping.yaml", []byte(block(t, text, "yaml", 0)))
	if err != nil {
		t.Fatal(err)
	}
	log := `{"event":"coin","gate":2,"open":true,"inside":0}
{"event":"push","gate":2,"open":false,"inside":1}
`
	for _, c := range []struct {
		log  string
		want trace.Status
	}{{log, trace.Accepted}, {strings.Replace(log, `"inside":1`, `"inside":0`, 1), trace.Rejected}} {
		tr, err := trace.Read("log", strings.NewReader(c.log), m, trace.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		rep, err := trace.Validate(t.Context(), tools, trace.Spec{Module: module}, m, tr, trace.Options{NoExplain: true})
		if err != nil || rep.Status != c.want {
			t.Errorf("%v: %+v", err, rep)
		}
	}
	s, err := invariant.Parse("invariants.yaml", []byte("placeholders: {gates: the gates, isOpen(g): it is open}\ninvariants:\n  - {name: A, meaning: x, formula: '\\A g \\in $gates : $isOpen(g) => TRUE'}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := invariant.ParseBinding("binding.yaml", []byte(block(t, text, "yaml", 1)), s); err != nil {
		t.Error(err)
	}
}

// block is the nth fenced block of a language.
func block(t *testing.T, text, language string, n int) string {
	t.Helper()
	parts := strings.Split(text, "```"+language+"\n")
	if len(parts) < n+2 {
		t.Fatalf("no block %d of %s", n, language)
	}
	body, _, _ := strings.Cut(parts[n+1], "```")
	return body
}
