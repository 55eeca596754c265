package rust

import (
	"testing"

	"ensures/verify"
)

// hostileFiles are files, not wrapped in verus!, in which what the project's compiler sees could
// be another thing than what is proved; each has a near one that holds.
var hostileFiles = map[string]struct{ wrong, right string }{
	// Types of std by the names of the file's.
	"type of a module by the name of one of std's": {
		"mod m { pub enum Bound { A } }\n//@ ensures result == 1\nfn f(b: std::ops::Bound<u8>) -> u8 { match b { std::ops::Bound::Unbounded => 2, _ => 1 } }\n",
		"mod m { pub enum Bound { A } }\n//@ ensures result == 1\nfn f(b: m::Bound) -> u8 { match b { m::Bound::A => 1 } }\n"},
	"type of std that is imported": {
		"use std::ops::Bound;\nmod m { pub enum Bound { A } }\nstruct S { b: Bound<u8> }\n//@ ensures result == 1\nfn f(s: &S) -> u8 { match s.b { Bound::Unbounded => 2, _ => 1 } }\n",
		"use m::Bound;\nmod m { pub enum Bound { A } }\nstruct S { b: Bound }\n//@ ensures result == 1\nfn f(s: &S) -> u8 { match s.b { Bound::A => 1 } }\n"},
	"type of std of a module that is imported whole": {
		"use std::ops::*;\nmod m { pub enum Bound { A } }\nstruct S { b: Bound<u8> }\n//@ ensures result == 1\nfn f(s: &S) -> u8 { match s.b { Bound::Unbounded => 2, _ => 1 } }\n",
		"use std::ops::*;\nenum Bound { A }\nstruct S { b: Bound }\n//@ ensures result == 1\nfn f(s: &S) -> u8 { match s.b { Bound::A => 1 } }\n"},
	"another type of std by the name of a known one": {
		"use std::sync::atomic::*;\nstruct S { o: Ordering }\n//@ ensures result < 3\nfn f(s: S) -> u8 { match s.o { Ordering::Relaxed => 0, Ordering::Release => 1, Ordering::Acquire => 2, _ => 3 } }\n",
		"use std::cmp::*;\nstruct S { o: Ordering }\n//@ ensures result < 3\nfn f(s: S) -> u8 { match s.o { Ordering::Less => 0, Ordering::Equal => 1, Ordering::Greater => 2 } }\n"},
	"another range": {
		"use std::collections::btree_map::Range;\nstruct S<'a> { r: Range<'a, u8, u8> }\n//@ ensures result == false\nfn f(s: &mut S) -> bool { s.r.next_back().is_some() }\n",
		"use std::ops::Range;\nstruct S { r: Range<u8> }\n//@ ensures result == (old(s).r.start < old(s).r.end)\nfn f(s: &mut S) -> bool { s.r.next_back().is_some() }\n"},

	"type that a macro makes of its arguments": {
		"macro_rules! m { ($a:tt $n:tt { $f:tt : $t:tt }) => { $a $n { $f: i8 } } }\nm!(struct S { x: u8 });\n//@ ensures result\nfn f(s: S) -> bool { s.x as i32 >= 0 }\n",
		"macro_rules! m { ($($t:tt)*) => { } }\nm!(struct T { x: u8 });\nm![struct U { x: u8 }];\nstruct S { x: u8 }\n//@ ensures result\nfn f(s: S) -> bool { s.x as i32 >= 0 }\n"},
	"raw name of a type of std": {
		"mod v { pub struct r#String { pub x: i8 } }\nuse v::String;\nstruct S { s: String }\n//@ ensures s.s@.len() >= 0\nfn f(s: &S) { }\n",
		"mod v { pub struct r#Text { pub x: i8 } }\nstruct S { s: String }\n//@ ensures s.s@.len() >= 0\nfn f(s: &S) { }\n"},

	// Words of specifications as names of the code's.
	"variable assert": {"//@ ensures result == 1\nfn f() -> u8 { let assert = |_b: bool| panic!(); assert(true); 1 }\n",
		"//@ ensures result == 1\nfn f() -> u8 { let assert = 1; assert }\n"},
	"variable assume": {"//@ ensures result == 1\nfn f() -> u8 { let assume = |_b: bool| panic!(); assume(true); 1 }\n",
		"//@ ensures result == 1\nfn f() -> u8 { let assume = 1; assume }\n"},
	"variable ghost": {"//@ ensures result == 1\nfn f() -> u8 { let mut n = 1; let ghost = { n = 2; 3u8 }; let _ = ghost; n }\n",
		"//@ ensures result == 2\nfn f() -> u8 { let mut n = 1; let ghost = { n = 2; 3u8 }; let _ = ghost; n }\n"},
	"variable hide": {"//@ ensures result == 1\nfn f() -> u8 { let hide = |_b: bool| panic!(); hide(true); 1 }\n",
		"//@ ensures result == 1\nfn f() -> u8 { let hide = 1; hide }\n"},
	"variable invariant": {"//@ ensures result == 1\nfn f() -> u8 { let invariant = false; while invariant { return 1; } { return 2 } }\n",
		"//@ ensures result == 2\nfn f() -> u8 { let invariant = false; while invariant { return 1; } { return 2 } }\n"},
	"macro verus": {"macro_rules! verus { ($($t:tt)*) => { fn g() -> u8 { 2 } } }\nverus! { fn g() -> (r: u8) ensures r == 1 { 1 } }\n//@ ensures result == 1\nfn f() -> u8 { g() }\n",
		"verus! { fn g() -> (r: u8) ensures r == 1 { 1 } }\n//@ ensures result == 1\nfn f() -> u8 { g() }\n"},
	"condition that speaks of verus": {"mod a { pub fn h() -> u8 { 1 } }\nmod b { pub fn h() -> u8 { 2 } }\nmod c { #[cfg(verus_x)]\npub use super::a::h as g;\n#[cfg(not(verus_x))]\npub use super::b::h as g; }\n//@ ensures result == 1\nfn f() -> u8 { c::g() }\n",
		"#[cfg(not(verus_x))]\n//@ ensures result == 1\nfn f() -> u8 { 1 }\n"},
	"setter of the file's own": {"trait Put { fn set(&mut self, i: usize, v: u8); }\nimpl Put for [u8] { fn set(&mut self, i: usize, v: u8) { self[i] = v / 2; } }\n//@ requires old(v).len() > 0\n//@ ensures v[0] == 5\nfn f(v: &mut Vec<u8>) { v.set(0, 5) }\n",
		"verus! {\nfn f(v: &mut Vec<u8>) requires old(v).len() > 0 ensures v[0] == 5 { v.set(0, 5) }\n}\n"},

	// Comments that the code goes on in.
	"assertion in a comment": {"//@ ensures result == x / 2\nfn f(x: u8) -> u8 {\n    let y = x / 2;\n    //@ assert(y < x);\n    y\n}\n",
		"//@ ensures result == x / 2\nfn f(x: u8) -> u8 {\n    let y = x / 2;\n    //@ assert(y <= x); assert(x - y\n    //@     >= y);\n    //@ proof { assert(y < 128); }\n    y\n}\n"},
	"assumption in a comment": {"//@ ensures result == 7\nfn f(x: u8) -> u8 {\n    //@ assume(x == 7);\n    x\n}\n",
		"//@ requires x == 7\n//@ ensures result == 7\nfn f(x: u8) -> u8 {\n    //@ assert(x == 7);\n    x\n}\n"},
	"assertion that would be a value": {"//@ ensures result == 1\nfn f(x: u8) -> u8 {\n    let y =\n    //@ assert(true);\n    g(x);\n    1\n}\nfn g(x: u8) -> u8 { x + 1 }\n",
		"//@ ensures result == 1\nfn f(x: u8) -> u8 {\n    let y =\n    x / 2;\n    //@ assert(y <= x);\n    1\n}\n"},
	"code behind an assertion": {"//@ ensures result == 2\nfn f() -> u8 {\n    let mut n = 1;\n    //@ assert(true); n = 2;\n    n\n}\n",
		"//@ ensures result == 1\nfn f() -> u8 {\n    let n = 1;\n    //@ assert(true);\n    n\n}\n"},
	"proof around code": {"//@ ensures result == 1\nfn f() -> u8 {\n    let mut n = 1;\n    //@ proof { n = 1;\n    n = 2;\n    //@ }\n    n\n}\n",
		"//@ ensures result == 2\nfn f() -> u8 {\n    let mut n = 1;\n    n = 2;\n    n\n}\n"},
	"ghost variable around code": {"//@ ensures result == 1\nfn f() -> u8 {\n    let mut n = 1;\n    //@ let ghost x = 3 +\n    { n = 2; }\n    //@ ;\n    n\n}\n",
		"//@ ensures result == 2\nfn f() -> u8 {\n    let mut n = 1;\n    //@ let ghost x = 3;\n    { n = 2; }\n    n\n}\n"},
	"reveal around code": {"//@ ensures result == 1\nfn f() -> u8 {\n    let mut n = 1;\n    //@ reveal(\n    g(&mut n);\n    //@ );\n    n\n}\nfn g(n: &mut u8) { *n = 2; }\n",
		"//@ ensures result == 1\nfn f() -> u8 {\n    let n = 1;\n    //@ reveal(g);\n    n\n}\n"},
	"clause that goes on in code": {"//@ ensures result == 1\nfn f() -> u8 {\n    let n = 1;\n    //@ invariant n ==\n    n; while false { }\n    n\n}\n",
		"//@ ensures result == 1\nfn f() -> u8 {\n    let n = 1;\n    let mut i = 0u8;\n    //@ invariant i <= 3,\n    //@     n == 1\n    while i < 3 { i += 1; }\n    n\n}\n"},
	"comment around types": {"//@ ensures true /*\nmod v { pub struct String { pub x: i8 } }\n//@ */\n//@ ensures result\nfn f(s: v::String) -> bool { s.x >= 0 }\n",
		"mod v { pub struct Text { pub x: u8 } }\n//@ ensures result\nfn f(s: v::Text) -> bool { s.x <= 255 }\n"},
	"text around types": {"//@ ensures true \"\nmod v { pub struct String { pub x: i8 } }\n//@ \"\n//@ ensures result\nfn f(s: v::String) -> bool { s.x >= 0 }\n",
		"/* one\n//@ ensures false\n*/\n//@ ensures result\nfn f() -> bool { true }\n"},
	"brackets around an item": {"struct D { x: u8 }\n//@ (\nimpl Clone for D { fn clone(&self) -> D { D { x: 0 } } }\n//@ )\n//@ ensures result.x == d.x\nfn f(d: &D) -> D { d.clone() }\n",
		"#[derive(Clone)]\nstruct D { x: u8 }\n//@ ensures result.x == d.x\nfn f(d: &D) -> D { d.clone() }\n"},
	"type in a comment": {"//@ enum Bound { A }\n//@ ensures result == 1\nfn f(b: std::ops::Bound<u8>) -> u8 { match b { std::ops::Bound::Unbounded => 2, _ => 1 } }\n",
		"//@ spec fn one() -> int { 1 }\n//@ ensures result == one()\nfn f() -> u8 { 1 }\n"},
}

// TestHostileFiles: none of [hostileFiles] is verified, and each has a near one that is.
func TestHostileFiles(t *testing.T) {
	b := open(t)
	for name, c := range hostileFiles {
		t.Run(name, func(t *testing.T) {
			if got, why := answerFile(t, b, c.wrong); got == verify.Verified {
				t.Errorf("verified: %s", c.wrong)
			} else {
				t.Log(got, why)
			}
			if got, why := answerFile(t, b, c.right); got != verify.Verified {
				t.Errorf("%v: %s\n%s", got, c.right, why)
			}
		})
	}
}
