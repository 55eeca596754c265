package spec

import (
	"slices"
	"strings"
	"testing"
)

// TestUncommented: what is taken out are the comments for clauses, and nothing that only looks
// like one; without them the text is the code's.
func TestUncommented(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"//@ requires x\n  //@ ensures y\r\nfn f() {}\n", "fn f() {}\n"},
		{"fn f() {\n\t//@ invariant i\n    loop {}\n}\n//@ spec fn g() -> int { 1 }", "fn f() {\n    loop {}\n}\n"},
		{"fn f() {} //@ ensures x\n/* a */ //@ b\n", "fn f() {} //@ ensures x\n/* a */ //@ b\n"},
		{"///@ doc\n//! @\n// @\n//@\n", "///@ doc\n//! @\n// @\n"},

		// Lines of literals and of other comments.
		{"const A: &str = \"\n//@ x\n\";\n//@ y\n", "const A: &str = \"\n//@ x\n\";\n"},
		{"const A: &str = r##\"\n\"#\n//@ x\n\"##;\n//@ y\n", "const A: &str = r##\"\n\"#\n//@ x\n\"##;\n"},
		{"const A: &CStr = cr#\"\\\n//@ x\n\"#;\n//@ y\n", "const A: &CStr = cr#\"\\\n//@ x\n\"#;\n"},
		{"/* a /* b */\n//@ c\n*/\n//@ d\n", "/* a /* b */\n//@ c\n*/\n"},
		{"/*\n//@ */ fn g() {} /*\n*/\n", "/*\n//@ */ fn g() {} /*\n*/\n"},
		{"/* a\n*/ //@ b\n", "/* a\n*/ //@ b\n"},
		{"const Q: char = '\"';\n//@ x\nconst R: char = '\"';\n", "const Q: char = '\"';\nconst R: char = '\"';\n"},
		{"fn f<'a>(x: &'a str) {}\n//@ x'\nfn g() {}\n", "fn f<'a>(x: &'a str) {}\nfn g() {}\n"},
		{"\"no end\n//@ x\n", "\"no end\n//@ x\n"},
	} {
		if got := Uncommented(c.src); got != c.want {
			t.Errorf("%q: %q, want %q", c.src, got, c.want)
		}
		lines := strings.SplitAfter(c.src, "\n")
		var left string
		for i, comment := range CommentLines(c.src) {
			if !comment {
				left += lines[i]
			}
		}
		if left != c.want {
			t.Errorf("%q: by lines %q, want %q", c.src, left, c.want)
		}
	}
}

// TestCommentsHoldClauses: in a comment for specifications stands nothing else that our reader
// would take for a part of the code, or of what it knows of it.
func TestCommentsHoldClauses(t *testing.T) {
	for comment, good := range map[string]bool{
		"requires x > 0":                     true,
		"spec fn g(x: int) -> int { x }":     true,
		"pub open spec fn g() -> int { 1 }":  true,
		"(":                                  false,
		"[":                                  false,
		"hidden!(":                           false,
		"#[verifier::external_body]":         false,
		"#[test]":                            false,
		"#![allow(x)]":                       false,
		"proof fn lemma() ensures false { }": false,
		"axiom fn lemma() ensures false;":    false,
		"broadcast use vstd::g;":             false,
		"verus! { }":                         false,
		"struct Vec { }":                     false,
		"impl Drop for Vec { }":              false,
		"use std::vec::Vec as V;":            false,
		"const N: usize = 1;":                false,
		"assume(false);":                     false,
	} {
		f := Parse("//@ " + comment + "\nfn f(x: i32) { }\nstruct Own;\n")
		if (len(f.Errs) == 0) != good {
			t.Errorf("%s: %v", comment, f.Errs)
		}
		if good != slices.ContainsFunc(f.Funcs, func(f *Func) bool { return f.Name == "f" }) && good {
			t.Errorf("%s: f is not read", comment)
		}
	}
}

// FuzzUncommented: what is left has no comment for clauses, and every line of it was there.
func FuzzUncommented(f *testing.F) {
	f.Add("//@ a\nfn f() {}\n")
	f.Add("\"\n//@ x\n\"\n/*\n//@ */\n")
	f.Fuzz(func(t *testing.T, src string) {
		got := Uncommented(src)
		if again := Uncommented(got); again != got {
			t.Errorf("%q: %q, then %q", src, got, again)
		}
		if len(got) > len(src) {
			t.Errorf("%q grew", src)
		}
	})
}
