package benchmark

import (
	"strings"
	"testing"

	"ensures/bench"
	"ensures/runner"
)

// TestNoSpecification: what an engine hands in has the task's code, and takes nothing for
// granted; what only looks like a comment for clauses is code. Nothing of it is compiled.
func TestNoSpecification(t *testing.T) {
	const src = "const A: &str = \"\n\";\n/*\nfn f() -> u8 { 2 }\n*/\nfn f() -> u8 { 1 }\n"
	task := &bench.Task{Language: bench.Rust, Name: "a.rs", Source: src, Method: "f"}
	for name, code := range map[string]string{
		"another body":           strings.Replace(src, "{ 1 }", "{ 3 }", 1),
		"a line of a text":       strings.Replace(src, "\"\n\"", "\"\n//@ x\n\"", 1),
		"taken out of a comment": strings.Replace(strings.Replace(src, "/*\n", "/*\n//@ */ mod old {\n", 1), "*/\nfn", "//@ } /*\n*/\nfn", 1),
		"an attribute":           "#![allow(warnings)]\n" + src,
		"an assumption":          strings.Replace(src, "fn f() -> u8 { 1 }", "//@ proof { admit(); }\nfn f() -> u8 { 1 }", 1),
		"a name taken":           src + "//@ spec fn f() -> int { 2 }\n",
	} {
		r := runner.Row{Code: code}
		if err := (&Judge{}).Judge(t.Context(), task, &r); err != nil || r.Status != runner.Malformed || r.Verdict != "" {
			t.Errorf("%s: %v, %+v", name, err, r)
		}
	}
}
