package spec

import (
	"fmt"
	"math/rand/v2"
	"regexp"
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

// codeSources are files in which something could be hidden, or hide something.
var codeSources = []string{
	"const NOTE: &str = \"\nnot code\";\n/*\nfn old() -> u8 { 1 }\n*/\n#[derive(Clone)]\nstruct D { x: u8 }\nimpl Drop for D {\n    fn drop(&mut self) { }\n}\nmod m {\n    pub fn g() -> u8 { 2 }\n}\n\nfn f(d: &mut D) -> u8 {\n    let mut n = 1;\n    while n < 9 {\n        n += m::g();\n    }\n    n\n}\n",
	"use vstd::prelude::*;\nverus! {\nspec fn two() -> int { 2 }\nfn g(x: u8) -> (r: u8)\n    requires x < 9,\n    ensures r == x + two(),\n{\n    proof {\n        assert(true);\n    }\n    let ghost y = x;\n    x + 2\n}\n}\nfn h() { loop { break; } }\n",
	"fn f(v: &[u8]) -> u8 {\n    let c =\n        |x: u8|\n            x / 2;\n    let n = [0;\n        3];\n    return\n        c(v[0]);\n}\n",
	"macro_rules! m {\n    ($($t:tt)*) => { $($t)* };\n}\nm! {\n    fn f() -> u8 {\n        1\n    }\n}\ntrait T {\n    fn g(&self) -> u8;\n}\nimpl T for u8 {\n    fn g(&self) -> u8 {\n        r#\"\n\"#.len() as u8\n    }\n}\n",
}

// pieces are what hostile comments are made of.
var pieces = []string{"requires x < 9", "ensures result == 1,", "ensures result ==", "invariant n < 9", "decreases n", "spec fn k() -> int { 1 }", "spec fn k() -> int {", "}", "{", "(", ")", "[", "]", "/*", "*/", "\"", "'", "r#\"", "\"#",
	"proof {", "assert(true);", "assert(", ");", "assert(true) by {", "let ghost z =", "let ghost z = 3;", "reveal(", "assume(false);", "verus! {", "#[cfg(any())]", "#[verifier::external_body]", "#", "fn f() -> u8 { 3 }", "impl", "mod x {", "use a as String;", "while", "loop", "for", "match result {", "if x { 1 } else {", "|x: u8|", "forall|i: int|", "seq![", "hidden! {", "//", "///", "<", ">", "::", ";", ","}

// TestCommentsAddNoCode: whatever stands in comments for clauses, a file that is read without
// a mistake shows the compiler the words that it shows without them, and its functions and
// types are read as the same.
func TestCommentsAddNoCode(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 7))
	read := 0
	for range 20_000 {
		src := codeSources[rnd.IntN(len(codeSources))]
		var b strings.Builder
		for _, line := range strings.SplitAfter(src, "\n") {
			for rnd.IntN(8) == 0 {
				b.WriteString("//@ " + pieces[rnd.IntN(len(pieces))] + " " + pieces[rnd.IntN(len(pieces))] + "\n")
			}
			b.WriteString(line)
		}
		text := b.String()
		if Uncommented(text) != src {
			continue // something stands in a literal, or in another comment
		}
		was, now := Parse(src), Parse(text)
		if len(was.Errs) > 0 {
			t.Fatal(was.Errs[0])
		}
		if len(now.Errs) > 0 {
			continue
		}
		read++
		if a, b := words(was.Plain()), words(now.Plain()); a != b {
			t.Fatalf("the compiler sees\n%s\nand without the comments\n%s\nof\n%s", b, a, text)
		}
		if a, b := outline(was), outline(now); a != b {
			t.Fatalf("read as\n%s\nand without the comments as\n%s\nof\n%s", b, a, text)
		}
	}
	if read < 500 {
		t.Errorf("only %d files were read", read)
	}
	t.Logf("%d files were read", read)
}

// words are the tokens of a text.
func words(src string) string {
	var errs []*Error
	var out []string
	for _, tok := range lex(src, &errs) {
		out = append(out, tok.text)
	}
	return marks.ReplaceAllString(strings.Join(out, " "), "")
}

// marks are what is left where an assertion stood.
var marks = regexp.MustCompile(`_e \( \d+ \) ; |# \[ allow \( dead_code \) \] fn _e \( _ : usize \) \{ \} ?`)

// outline is what is read of a file's code.
func outline(f *File) string {
	var out []string
	for _, fn := range f.Funcs {
		if fn.Mode == Exec {
			out = append(out, fmt.Sprint("fn ", fn.Module, " ", fn.Name, " ", fn.Trusted, fn.Test, len(fn.Params), len(fn.Loops), fn.Body.To > fn.Body.From))
		}
	}
	for _, it := range f.Items {
		out = append(out, fmt.Sprint("type ", it.Module, " ", it.Name, " ", len(it.Variants)))
	}
	for _, m := range f.Modules {
		out = append(out, "mod "+m.Path)
	}
	return strings.Join(append(out, f.Traits...), "\n")
}
