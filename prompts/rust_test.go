package prompts_test

import (
	"strings"
	"testing"

	"ensures/prompts"
	"ensures/verify"
	"ensures/verify/rust/rusttest"
)

// rustCases are the templates for functions of Rust.
var rustCases = []rendering{
	{"rust/codeact/system", "rust-codeact", prompts.Options{}, system{"### `tool()`", "The code is Python.", 12}},
	{"rust/react/system", "rust-react", prompts.Options{}, system{"### `tool()`", "", 15}},
	{"rust/plan", "rust-plan", prompts.Options{}, rustBest},
	{"rust/folded", "rust-folded", prompts.Options{}, rustBest},
	{"rust/format_error", "rust-format-codeact", prompts.Options{}, format{"the reply is empty", "codeact", 4}},
	{"rust/spec_task", "rust-spec_task", prompts.Options{}, task{"fn f() {\n}\n", "Stack::push", "Puts one on top.", "It has to be verified."}},
}

var rustBest = state{Step: 5, Left: 8, Best: "fn f() {}\n", Verdict: "verified", Scores: map[string]float64{"PostComp": 0.25, "PostCorr": 1},
	Failure: "a result one larger is accepted", Steps: []string{"step 1: verify_rust: refuted", "step 2: analyze_errors"}}

// TestRustSpeaksOfRust: nothing of what is said for Java is left in what is said for Rust.
func TestRustSpeaksOfRust(t *testing.T) {
	s := load(t, prompts.Options{})
	for _, c := range rustCases {
		text, err := s.Render(c.name, c.data)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{"Java", "JML", "openjml", "java", `\result`, "exception"} {
			if strings.Contains(text, word) {
				t.Errorf("%s speaks of %s", c.name, word)
			}
		}
	}
}

// TestRustExamplesAreProved: every example that is taught is proved, by runs too, and is not
// true of everything: with a postcondition turned around it is not.
func TestRustExamplesAreProved(t *testing.T) {
	b := rusttest.Open(t).Backend
	s := load(t, prompts.Options{})
	n := 0
	for _, name := range s.Names() {
		if !strings.HasPrefix(name, "rust/examples/") {
			continue
		}
		n++
		t.Run(name, func(t *testing.T) {
			text, _, _ := s.Source(name)
			_, code, ok := strings.Cut(text, "```rust\n")
			code, _, ok2 := strings.Cut(code, "```")
			if !ok || !ok2 {
				t.Fatal("no Rust in it")
			}
			check := func(code string, verified bool) {
				t.Helper()
				got, err := b.Verify(t.Context(), verify.Request{File: "a.rs", Source: code})
				if err != nil {
					t.Fatal(err)
				}
				if (got.Verdict == verify.Verified) != verified || got.Verdict == verify.Malformed {
					t.Errorf("%v: %v\n%s", got.Verdict, got.Diagnostics, code)
				}
			}
			check(code, true)
			for _, line := range strings.Split(code, "\n") {
				if clause, ok := strings.CutPrefix(strings.TrimSpace(line), "//@ ensures "); ok {
					check(strings.Replace(code, clause, "!("+clause+")", 1), false)
				}
			}
		})
	}
	if n != 3 {
		t.Errorf("%d examples", n)
	}
}
