package rust

import (
	"testing"

	"ensures/internal/require"
	"ensures/verify"
)

// hostile are specifications that a run violates, or that have no value, in places
// where a rule could take one thing for another; each has a near one that holds.
var hostile = map[string]struct{ wrong, right string }{
	// Casts in clauses.
	"char cast to a byte": {"fn f(c: char) -> (r: u32) ensures r == c as u8 { c as u32 }",
		"fn f(c: char) -> (r: u32) requires c <= 'z' ensures r == c as u8 { c as u32 }"},
	"cast that does not fit, twice": {"fn f(x: u32) ensures x as u8 == x as u8 { }",
		"fn f(x: u32) ensures x < 256 ==> x as u8 == x { }"},
	"range of a cast that does not fit": {"fn f(x: i64) ensures -0x8000_0000 <= x as i32 <= 0x7fff_ffff { }",
		"fn f(x: i64) requires x == 7 ensures -0x8000_0000 <= x as i32 <= 0x7fff_ffff { }"},
	"cast to the same size": {"fn f(x: u32) ensures x as i32 <= 0x7fff_ffff { }",
		"fn f(x: u32) requires x < 9 ensures x as i32 <= 0x7fff_ffff { }"},
	"cast of a negative number to nat": {"fn f(x: i32) ensures x as nat >= 0 { }",
		"fn f(x: i32) requires x >= 0 ensures x as nat >= 0 { }"},
	"cast under a quantifier": {"fn f(a: &Vec<u32>) ensures forall|i: int| 0 <= i < a.len() ==> a[i] as u8 <= 255 { }",
		"fn f(a: &Vec<u32>) ensures forall|i: int| 0 <= i < a.len() ==> a[i] as u64 <= 0xffff_ffff { }"},
	"cast in an invariant": {"fn f(n: u32) { let mut i = 0; while i < n invariant i <= n, i as u8 <= 255 { i += 1; } }",
		"fn f(n: u32) { let mut i = 0; while i < n invariant i <= n, i as u64 <= 0xffff_ffff { i += 1; } }"},
	"cast in a precondition of a callee": {"fn g(x: u32) requires x as u8 <= 255 { }\nfn f(x: u32) { g(x) }",
		"fn g(x: u32) requires x as u8 <= 255 { }\nfn f(x: u32) requires x < 5 { g(x) }"},
	"cast in a closure": {"fn f(a: &Vec<char>) ensures a@.map_values(|c: char| c as u8).len() == a.len() { }",
		"fn f(a: &Vec<char>) ensures a@.map_values(|c: char| c as u32).len() == a.len() { }"},

	// The variable of a for, which at the loop's head is the number that comes next.
	"variable of a for below its end": {"fn f(n: u8) { let mut s: u8 = 0; for i in 0..n invariant s == i, i < n { s += 1; } }",
		"fn f(n: u8) { let mut s: u8 = 0; for i in 0..n invariant s == i, i <= n { s += 1; } }"},
	"variable of a for behind the loop": {"fn f(n: u8) -> (r: u8) ensures r + 1 == n { let mut s: u8 = 0; for i in 0..n invariant s == i { s += 1; } s }",
		"fn f(n: u8) -> (r: u8) ensures r == n { let mut s: u8 = 0; for i in 0..n invariant s == i { s += 1; } s }"},
	"variable of a for without an iteration": {"fn f() { let s: u8 = 9; for i in 9..3u8 invariant s == i, i <= 3 { } }",
		"fn f() { let s: u8 = 9; for i in 9..3u8 invariant s == i { } }"},
	"variable of a for hides another": {"fn f(n: u8) { let i: u8 = 3; let mut s: u8 = 3; for i in 0..n invariant s == i { s += 1; } }",
		"fn f(n: u8) { let i: u8 = 3; let mut s: u8 = 0; for i in 0..n invariant s == i { s += 1; } }"},
	"variable of a for hidden in its body": {"fn f(n: u8) { let mut s: u8 = 0; for i in 0..n invariant s == i { let i = 5; s = i; } }",
		"fn f(n: u8) { let mut s: u8 = 0; for i in 0..n invariant s == i { let i = 1; s += i; } }"},

	// Types of clauses, which no compiler has seen.
	"branches of two types": {"fn f(c: bool, x: u8) ensures (if c { x } else { 300 }) as u8 as int == (if c { x as int } else { 300 }) { }",
		"fn f(c: bool, x: u8) ensures (if c { x as int } else { 300 }) as u16 <= 300 { }"},
	"longer sequence of another type": {"fn f(v: &Vec<u8>) ensures v@.push(300).last() as u8 == 300 { }",
		"fn f(v: &Vec<u8>) ensures v@.push(200).last() as u8 == 200 { }"},
	"sequence of two types": {"fn f(x: u8) ensures seq![x, 300][1] as u8 == 300 { }",
		"fn f(x: u8) ensures seq![x, 200][1] as u8 == 200 { }"},
	"elements of another type": {"fn f(v: &Vec<u8>, n: u8) -> (r: u8) requires v.len() > 0, n < 3 ensures v@.map_values(|x: u8| if x > 255 { x } else { 300 })[0] == 300 ==> r == 77 { n }",
		"fn f(v: &Vec<u8>) requires v.len() > 0 ensures v@.map_values(|x: u8| if x > 200 { x as int } else { 300 })[0] <= 300 { }"},
	"sequence without elements or one with some": {"fn f(c: bool, v: &Vec<u8>) -> (r: Vec<u8>) requires v@ == seq![1u8] ensures r@ == (if c { seq![] } else { v@ }) { let mut r = Vec::new(); if !c { r.push(7); } r }",
		"fn f(c: bool, v: &Vec<u8>) -> (r: Vec<u8>) requires v@ == seq![1u8] ensures r@ == (if c { seq![] } else { v@ }) { let mut r = Vec::new(); if !c { r.push(1); } r }"},
	"match without an arm": {"fn f(o: Option<u8>) ensures match o { Some(k) => k <= 255 } { }",
		"fn f(o: Option<u8>) requires o.is_some() ensures match o { Some(k) => k <= 255 } { }"},
	"match of guards alone": {"fn f(x: u8) ensures match x { y if y > 3 => true } { }",
		"fn f(x: u8) ensures match x { y if y > 3 => true, y => y <= 3 } { }"},
	"match of literals alone": {"fn f(x: u8) ensures match x { 3 => true } { }",
		"fn f(x: u8) ensures match x { 3 => true, _ => x != 3 } { }"},

	// Functions of clauses.
	"own abs": {"spec fn abs(x: int) -> int { x }\nfn f(x: i32) ensures abs(x as int) >= 0 { }",
		"fn f(x: i32) ensures abs(x as int) >= 0 { }"},
	"own old": {"spec fn old(x: int) -> int { 0 }\nfn f(x: i32) -> (r: i32) ensures r == old(x as int) { x }",
		"spec fn ald(x: int) -> int { x }\nfn f(x: i32) -> (r: i32) ensures r == ald(x as int) { x }"},
	"recursion below a type": {"spec fn g(n: nat) -> nat decreases n { g(n - 1) + 1 }\nfn f() -> (r: u8) ensures g(0) >= 2 { 7 }",
		"spec fn g(n: nat) -> nat decreases n { if n == 0 { 2 } else { g((n - 1) as nat) + 1 } }\nfn f() -> (r: u8) ensures g(0) >= 2 { 7 }"},
	"result beyond its type": {"spec fn g(x: int) -> u8 decreases x { if x <= 0 { 300 } else { g(x - 1) } }\nfn f() -> (r: u8) ensures g(0) == 1 || r == 3 { 7 }",
		"spec fn g(x: int) -> u8 decreases x { if x <= 0 { 1u8 } else { g(x - 1) } }\nfn f() -> (r: u8) ensures g(0) == 1 || r == 3 { 7 }"},
	"result below its type": {"spec fn g(x: int) -> nat decreases x { if x <= 0 { x - 5 } else { g(x - 1) } }\nfn f() -> (r: u8) ensures g(0) == 1 || r == 3 { 7 }",
		"spec fn g(x: int) -> nat decreases x { if x <= 0 { 1 } else { g(x - 1) } }\nfn f() -> (r: u8) ensures g(0) == 1 || r == 3 { 7 }"},
	"recursion that reads beyond the end": {"spec fn g(s: Seq<u8>, n: int) -> int decreases n { if n <= 0 { 0 } else { g(s, n - 1) + s[n - 1] } }\nfn f(a: &Vec<u8>) ensures g(a@, 1) <= 255 { }",
		"spec fn g(s: Seq<u8>, n: int) -> int decreases n { if n <= 0 { 0 } else { g(s, n - 1) + s[n - 1] } }\nfn f(a: &Vec<u8>) requires a.len() > 0 ensures g(a@, 1) <= 255 { }"},
	"what stands beyond the end is not the sequence's": {"spec fn g(s: Seq<u8>) -> int decreases s.len() { if s.len() == 0 { s[5] as int } else { g(s.drop_last()) } }\nfn f(a: &Vec<u8>, b: &Vec<u8>) -> (r: u8) requires a.len() > 5, b.len() > 5, a[5] == 1, b[5] == 2 ensures g(a@.take(0)) == g(b@.take(0)) ==> r == 9 { 7 }",
		"spec fn g(s: Seq<u8>) -> int decreases s.len() { if s.len() == 0 { 5 } else { g(s.drop_last()) } }\nfn f(a: &Vec<u8>, b: &Vec<u8>) -> (r: u8) requires a.len() > 5, b.len() > 5 ensures g(a@.take(0)) == g(b@.take(0)) { 7 }"},
	"filters that differ in the last of many fields": {"struct S { a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8, h: u8, i: u8, j: u8, k: u8 }\nfn f(v: &Vec<S>) requires v.len() == 1 ensures v@.filter(|s: S| s.a > 3).len() == v@.filter(|s: S| s.k > 3).len() { }",
		"struct S { a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8, h: u8, i: u8, j: u8, k: u8 }\nfn f(v: &Vec<S>) requires v.len() == 1 ensures v@.filter(|s: S| s.k > 3).len() == v@.filter(|s: S| s.k > 3).len() { }"},

	// Clauses that no code has.
	"loop that never comes back": {"fn f(x: u8) -> (r: u8) ensures r == x { while true invariant x == 3 { return x; } x }",
		"fn f(x: u8) -> (r: u8) ensures r == x { while true { return x; } x }"},
	"loop that is left at once": {"fn f(x: u8) -> (r: u8) ensures r == x { loop invariant x == 3 { break; } x }",
		"fn f(x: u8) -> (r: u8) ensures r == x { loop { break; } x }"},
	"ensures of a loop": {"fn f(n: u8) -> (r: u8) ensures r == n { let mut i = 0; while i < n invariant i <= n ensures i == 77 { i += 1; } i }",
		"fn f(n: u8) -> (r: u8) ensures r == n { let mut i = 0; while i < n invariant i <= n ensures i == n { i += 1; } i }"},
	"ensures of a loop with a return": {"fn f(n: u8) -> (r: u8) { let mut i = 0; while i < n invariant i <= n ensures i == 5 { if i == 5 { return 0; } i += 1; } i }",
		"fn f(n: u8) -> (r: u8) { let mut i = 0; while i < n invariant i <= n ensures i == n { if i == 5 { return 0; } i += 1; } i }"},
	"ensures of a loop with a break": {"fn f(n: u8) -> (r: u8) { let mut i = 0; let mut x = 0; while i < n invariant i <= n, x == 0 ensures x == 0 { if i == 5 { x = 1; break; } i += 1; } i }",
		"fn f(n: u8) -> (r: u8) { let mut i = 0; let mut x = 0; while i < n invariant i <= n, x == 0 { if i == 5 { x = 1; break; } i += 1; } i }"},
	"assertion of a function within": {"fn f(n: u8) -> (r: u8) ensures r == n { fn g(x: u8) { assert(x == 3); } n }",
		"fn f(n: u8) -> (r: u8) ensures r == n { fn g(x: u8) { } n }"},
	"variable of the pattern": {"fn f(n: u8) -> (r: u8) ensures r == n { let x = 0u8; for x in 0..n invariant x == 0 { } n }",
		"fn f(n: u8) -> (r: u8) ensures r == n { let x = 0u8; for y in 0..n invariant x == 0 { } n }"},
	"ghost variable by the name of another": {"fn f(n: u8) { let x = 3u8; let ghost x = 5; assert(x == 3); }",
		"fn f(n: u8) { let x = 3u8; let ghost y = 5; assert(x == 3); }"},

	// Names.
	"module by the name of a type": {"mod slice { pub fn len(x: &[u8]) -> usize { 0 } }\nfn f(a: &[u8]) -> (r: usize) ensures r == a.len() { slice::len(a) }",
		"mod slice { pub fn len(x: &[u8]) -> usize { 0 } }\nfn f(a: &[u8]) -> (r: usize) ensures r == a.len() { a.len() }"},
	"module by the name of numbers": {"mod int { pub fn max(x: u8, y: u8) -> u8 { 0 } }\nfn f(a: u8) -> (r: u8) ensures r >= a { int::max(a, a) }",
		"fn f(a: u8) -> (r: u8) ensures r >= a { a.max(a) }"},
	"module by the name of one of std's": {"mod cmp { pub fn max<T>(x: T, y: T) -> T { y } }\nfn f(a: u8, b: u8) -> (r: u8) ensures r >= a { cmp::max(a, b) }",
		"fn f(a: u8, b: u8) -> (r: u8) ensures r >= a { std::cmp::max(a, b) }"},
	"own deref": {"mod m { pub fn deref(x: &Vec<u8>) -> &[u8] { &x[0..0] } }\nfn f(a: &Vec<u8>) -> (r: usize) ensures r == a.len() { let s = m::deref(a); s.len() }",
		"fn f(a: &Vec<u8>) -> (r: usize) ensures r == a.len() { let s: &[u8] = a; s.len() }"},
	"own deref_mut": {"mod m { pub fn deref_mut(x: &mut Vec<u8>) -> &mut Vec<u8> { x.push(1); x } }\nfn f(a: &mut Vec<u8>) ensures a.len() == old(a).len() { m::deref_mut(a); }",
		"fn f(a: &mut Vec<u8>) ensures a.len() == old(a).len() { a.reverse(); }"},
	"own index_mut": {"mod m { pub fn index_mut(x: &mut Vec<u8>, i: usize) -> &mut u8 { &mut x[0] } }\nfn f(a: &mut Vec<u8>) requires old(a).len() > 3 ensures a[3] == 1 { *m::index_mut(a, 3) = 1; }",
		"fn f(a: &mut Vec<u8>) requires old(a).len() > 3 ensures a[3] == 1 { a[3] = 1; }"},
	"parameter by the name of a constant": {"const N: usize = 3;\nfn f<const N: usize>() -> (r: usize) ensures r == 3 { N }",
		"const N: usize = 3;\nfn f() -> (r: usize) ensures r == 3 { N }"},
	"constant by the name of another": {"const N: usize = 3;\nfn f() -> (r: usize) ensures r == 2 { const N: usize = 5; let mut i = 0; while i < 2 invariant i <= 2, N == 3 { i += 1; } i }",
		"const N: usize = 3;\nfn f() -> (r: usize) ensures r == 2 { let mut i = 0; while i < 2 invariant i <= 2, N == 3 { i += 1; } i }"},
	"constant of a module by the name of another": {"mod m { pub const N: u8 = 9; pub const M: u8 = 9; }\nconst N: u8 = 3;\nfn f() -> (r: u8) ensures r == 9 { N }",
		"mod m { pub const M: u8 = 9; }\nconst N: u8 = 3;\nfn f() -> (r: u8) ensures r == 3 { N }"},
	"constant of a trait by the name of a type's": {"trait T { const MAX: i8; }\nimpl T for i8 { const MAX: i8 = 3; }\nfn f() -> (r: i8) ensures r == 127 { <i8 as T>::MAX }",
		"fn f() -> (r: i8) ensures r == 127 { i8::MAX }"},
	"constant in a pattern": {"#[allow(non_upper_case_globals)]\nconst k: u8 = 3;\nfn f(x: u8) ensures match x { k => true, _ => false } { }",
		"const K: u8 = 3;\nfn f(x: u8) ensures match x { k => true } { }"},
	"variant that is left out": {"enum E { #[cfg(any())] A, B, C }\nfn f(e: E) -> (r: u8) ensures e is C ==> r == 9 { match e { E::B => 1, E::C => 2 } }",
		"enum E { B, C }\nfn f(e: E) -> (r: u8) ensures e is C ==> r == 2 { match e { E::B => 1, E::C => 2 } }"},
	"field that is left out": {"struct S { #[cfg(any())] a: u8, b: u8, c: u8 }\nfn f(s: S) -> (r: u8) ensures r == s.b { s.c }",
		"struct S { b: u8, c: u8 }\nfn f(s: S) -> (r: u8) ensures r == s.c { s.c }"},
	"own struct proof": {"struct proof { x: u8 }\nfn f(x: u8) -> (r: u8) ensures r == 4 { let mut y = 4; proof { x: { y = 5; 1 } }; y }",
		"struct Proof { x: u8 }\nfn f(x: u8) -> (r: u8) ensures r == 5 { let mut y = 4; Proof { x: { y = 5; 1 } }; y }"},

	// Values.
	"bytes of a string": {"fn f() -> (r: &'static str) ensures r.len() == 1 { \"é\" }",
		"fn f() -> (r: &'static str) ensures r@.len() == 1 { \"é\" }"},
	"length of a string": {"fn f(s: &String) ensures s.len() == s@.len() { }",
		"fn f(s: &String) requires s@.len() == 1 ensures s@.len() == 1 { }"},
	"strings in a vector": {"fn f(s: &Vec<String>) requires s.len() > 0, s[0]@.len() == 1 ensures s[0].len() == 1 { }",
		"fn f(s: &Vec<String>) requires s.len() > 0, s[0]@.len() == 1 ensures s[0]@.len() == 1 { }"},
	"characters of one byte": {"fn f(s: &str) ensures s@.len() <= 0x1fff_ffff_ffff_ffff { }",
		"fn f(s: &str) ensures s@.len() <= 0x7fff_ffff_ffff_ffff { }"},
	"another type of the same name": {"use std::sync::atomic::Ordering;\nfn f(o: Ordering) -> (r: u8) ensures r <= 1 { match o { Ordering::Relaxed => 0, Ordering::Release => 1, Ordering::Acquire => 2, Ordering::AcqRel => 3, Ordering::SeqCst => 4, _ => 0 } }",
		"use std::cmp::Ordering;\nfn f(o: Ordering) -> (r: u8) ensures r <= 2 { match o { Ordering::Less => 0, Ordering::Equal => 1, Ordering::Greater => 2 } }"},
	"equality of the file's own": {"enum E { Non, Som(u8) }\nimpl PartialEq<E> for Option<u8> { fn eq(&self, o: &E) -> bool { true } }\nfn f(o: Option<u8>, e: E) -> (r: bool) ensures r ==> o.is_none() == (e is Non) { o == e }",
		"fn f(o: Option<u8>, e: Option<u8>) -> (r: bool) ensures r ==> o.is_none() == e.is_none() { o == e }"},
	"one more than usize counts": {"fn f(v: &mut Vec<()>) requires old(v).len() == usize::MAX ensures v.len() == 3 { v.push(()); }",
		"fn f(v: &mut Vec<()>) requires old(v).len() == 5 ensures v.len() == 6 { v.push(()); }"},
	"one more of any type": {"fn f<T>(v: &mut Vec<T>, x: T) ensures v.len() == old(v).len() + 1 { v.push(x); }",
		"fn f<T>(v: &mut Vec<T>, x: T) requires old(v).len() < 9 ensures v.len() == old(v).len() + 1 { v.push(x); }"},
	"more than usize counts": {"fn f(v: &mut Vec<()>, w: &mut Vec<()>) requires old(v).len() == usize::MAX, old(w).len() == 4 ensures v.len() == 3 { v.append(w); }",
		"fn f(v: &mut Vec<u8>, w: &mut Vec<u8>) ensures v.len() == old(v).len() + old(w).len() { v.append(w); }"},
	"float that is no number": {"fn f(x: f64) -> (r: f64) ensures r == x { x }",
		"fn f(x: f64) -> (r: bool) ensures r { true }"},

	// What the file's own types are to std's functions.
	"own type with a range's fields": {"struct R { start: u8, end: u8 }\nimpl Iterator for R { type Item = u8; fn next(&mut self) -> Option<u8> { None } }\nfn f() -> (r: Option<u8>) ensures r.is_some() { R { start: 0, end: 9 }.max() }",
		"fn f() -> (r: Option<u8>) ensures r.is_some() { (0..9u8).max() }"},
	"own type with a range's fields, from its end": {"struct R { start: u8, end: u8 }\nimpl Iterator for R { type Item = u8; fn next(&mut self) -> Option<u8> { None } }\nimpl DoubleEndedIterator for R { fn next_back(&mut self) -> Option<u8> { None } }\nfn f() -> (r: Option<u8>) ensures r == Some(8u8) { let mut x = R { start: 0, end: 9 }; x.next_back() }",
		"fn f() -> (r: Option<u8>) ensures r == Some(8u8) { let mut x = 0..9u8; x.next_back() }"},
	"own type with a range's fields and a closure": {"struct R { start: u8, end: u8 }\nimpl Iterator for R { type Item = u8; fn next(&mut self) -> Option<u8> { None } }\nfn f() -> (r: bool) ensures r { let mut x = R { start: 0, end: 9 }; x.any(|k| k == 7) }",
		"fn f() -> (r: bool) ensures r { let mut x = 0..9u8; x.any(|k| k == 7) }"},
	"own way to what is referred to": {"struct P { a: u8, b: u8 }\nstruct W { a: P, b: u8 }\nimpl std::ops::Deref for W { type Target = P; fn deref(&self) -> &P { &self.a } }\nimpl std::ops::DerefMut for W { fn deref_mut(&mut self) -> &mut P { &mut self.a } }\nfn f(w: &mut W) ensures w.b == 5 { let p: &mut P = &mut *w; p.b = 5; let _q = p.b; }",
		"struct W { a: u8, b: u8 }\nfn f(w: &mut W) ensures w.b == 5 { let p: &mut W = &mut *w; p.b = 5; let _q = p.b; }"},
	"values that a vector ends": {"struct D { x: u8 }\nimpl Drop for D { fn drop(&mut self) { panic!() } }\nfn f(v: &mut Vec<D>) ensures v.len() == 0 { v.clear(); }",
		"struct D { x: u8 }\nimpl Drop for D { fn drop(&mut self) { panic!() } }\nfn f(v: &mut Vec<u8>) ensures v.len() == 0 { v.clear(); }"},
	"values that a vector of any type ends": {"struct D { x: u8 }\nimpl Drop for D { fn drop(&mut self) { panic!() } }\nfn g<T>(v: &mut Vec<T>) ensures v.len() == 0 { v.truncate(0); }\nfn f(v: &mut Vec<D>) ensures v.len() == 0 { g(v); }",
		"struct D { x: u8 }\nimpl Drop for D { fn drop(&mut self) { panic!() } }\nfn f(v: &mut Vec<D>, d: D) requires old(v).len() < 9 ensures v.len() == old(v).len() + 1 { v.push(d); }"},
	"value that unwrap_or ends": {"struct D { x: u8 }\nimpl Drop for D { fn drop(&mut self) { panic!() } }\nfn f(o: Option<D>, d: D) -> (r: D) ensures o.is_some() ==> r == o.unwrap() { o.unwrap_or(d) }",
		"struct D { x: u8 }\nfn f(o: Option<D>, d: D) -> (r: D) ensures o.is_some() ==> r == o.unwrap() { o.unwrap_or(d) }"},
	"values that an iterator ends": {"struct D { x: u8 }\nimpl Drop for D { fn drop(&mut self) { panic!() } }\nfn f(v: Vec<D>) -> (r: usize) ensures r == v.len() { v.into_iter().count() }",
		"struct D { x: u8 }\nimpl Drop for D { fn drop(&mut self) { panic!() } }\nfn f(v: &Vec<D>) -> (r: usize) ensures r == v.len() { v.iter().count() }"},
	"short name of a float's type": {"type W = f64;\nstruct S { x: W }\nfn f(s: S) -> (r: S) ensures r.x == s.x { s }",
		"struct S<W> { x: W }\nfn f(s: S<u8>) -> (r: S<u8>) ensures r.x == s.x { s }"},
	"option of what has no values": {"enum V {}\nfn g() -> Option<V> { None }\nfn f(x: u8) -> (r: u8) ensures r == 3 { if x > 3 { let o = g(); } 7 }",
		"enum V { A }\nfn g() -> Option<V> { None }\nfn f(x: u8) -> (r: u8) ensures r == 7 { if x > 3 { let o = g(); } 7 }"},
	"vector of what has no values": {"enum V {}\nfn f(x: u8) -> (r: u8) ensures r == 3 { if x > 100 { let v: Vec<V> = Vec::new(); if v.len() == 0 { return 5; } } 7 }",
		"enum V { A, B }\nfn f(x: u8) -> (r: u8) ensures r >= 5 { if x > 100 { let v: Vec<V> = Vec::new(); if v.len() == 0 { return 5; } } 7 }"},
	"variant of what has no values": {"enum V {}\nstruct S { v: V }\nenum E { A(S), B(u8) }\nfn f(x: u8) -> (r: u8) ensures r == 3 { if x > 3 { let e = E::B(x); } 7 }",
		"enum V { C }\nstruct S { v: V }\nenum E { A(S), B(u8) }\nfn f(x: u8) -> (r: u8) ensures r == 7 { if x > 3 { let e = E::B(x); } 7 }"},

	// Which body is a function's, and which function is called.
	"function of its own name inside of it": {"fn f() -> (r: u8) ensures r == 2 { fn f() -> u8 { 2 } 1 }",
		"fn f() -> (r: u8) ensures r == 1 { fn f() -> u8 { 2 } 1 }"},
	"function of its own name in a macro's argument": {"macro_rules! id { ($($t:tt)*) => { $($t)* } }\nfn f() -> (r: u8) ensures r == 2 { id! { mod m { pub fn f() -> u8 { 2 } } } 1 }",
		"macro_rules! id { ($($t:tt)*) => { $($t)* } }\nfn f() -> (r: u8) ensures r == 1 { id! { mod m { pub fn f() -> u8 { 2 } } } 1 }"},
	"method of its own name inside of it": {"struct W;\nimpl W { fn g() -> (r: u8) ensures r == 2 { struct V; impl V { fn g() -> u8 { 2 } } 1 } }\nfn f() -> (r: u8) ensures r == 1 { W::g() }",
		"struct W;\nimpl W { fn g() -> (r: u8) ensures r == 1 { struct V; impl V { fn g() -> u8 { 2 } } 1 } }\nfn f() -> (r: u8) ensures r == 1 { 1 }"},
	"function that a macro makes": {"macro_rules! mk { () => { fn g() -> u8 { 2 } } }\nmod m { pub fn g() -> (r: u8) ensures r == 1 { 1 } }\nmk!{ }\nfn f() -> (r: u8) ensures r == 1 { g() }",
		"mod m { pub fn g() -> (r: u8) ensures r == 1 { 1 } }\nfn f() -> (r: u8) ensures r == 1 { m::g() }"},
	"module by the name of another module's type": {"struct S;\nimpl S { fn g() -> (r: u8) ensures r == 1 { 1 } }\nmod a { pub mod S { pub fn g() -> u8 { 2 } } }\nmod b { pub fn g() -> u8 { 3 } }\nfn f() -> (r: u8) ensures r == 1 { a::S::g() }",
		"struct S;\nimpl S { fn g() -> (r: u8) ensures r == 1 { 1 } }\nmod a { pub mod T { pub fn g() -> u8 { 2 } } }\nfn f() -> (r: u8) ensures r == 1 { S::g() }"},
	"method that a macro makes": {"macro_rules! mk { () => { impl W<i8> { fn g() -> u8 { 2 } } } }\nstruct W<T> { x: T }\nimpl W<u8> { fn g() -> (r: u8) ensures r == 1 { 1 } }\nmk!{ }\nfn f() -> (r: u8) ensures r == 1 { W::<i8>::g() }",
		"struct W<T> { x: T }\nimpl W<u8> { fn g() -> (r: u8) ensures r == 1 { 1 } }\nfn f() -> (r: u8) ensures r == 1 { W::<u8>::g() }"},
}

// TestHostile: none of [hostile] is verified, and each has a near one that is.
func TestHostile(t *testing.T) {
	b := open(t)
	for name, c := range hostile {
		if testing.Short() && !require.Sample(name, 6) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			if got, why := answer(t, b, c.wrong); got == verify.Verified {
				t.Errorf("verified: %s", c.wrong)
			} else {
				t.Log(got, why)
			}
			if got, why := answer(t, b, c.right); got != verify.Verified {
				t.Errorf("%v: %s\n%s", got, c.right, why)
			}
		})
	}
}

// TestTrait: a method is not verified where its trait promises what nobody asked it for.
func TestTrait(t *testing.T) {
	b := open(t)
	for promise, want := range map[string]verify.Verdict{"ensures r == 0": verify.Unsupported, "": verify.Verified} {
		src := "verus! {\ntrait T { fn g(&self) -> (r: u8) " + promise + "; }\nstruct S;\nimpl T for S { fn g(&self) -> (r: u8) { 7 } }\n}\n"
		out, err := b.Verify(t.Context(), verify.Request{File: "a.rs", Source: src})
		if err != nil {
			t.Fatal(err)
		}
		if m := out.Find(verify.MethodKey{Name: "S::g"}); m == nil || m.Verdict != want {
			t.Errorf("%q: %v", promise, m)
		}
	}
}

// answer is what is said of function f of a verus! block, and why.
func answer(t *testing.T, b *Backend, text string) (got verify.Verdict, why string) {
	t.Helper()
	return answerFile(t, b, "verus! {\n"+text+"\n}\n")
}

// ofF is what is said of function f, which is asked about: others of its file may be
// unsupported.
func ofF(out verify.Outcome) verify.Verdict {
	if f := out.Find(verify.MethodKey{Name: "f"}); f != nil && out.Verdict != verify.Malformed {
		return f.Verdict
	}
	return out.Verdict
}

// answerFile is what is said of function f of a file, and why.
func answerFile(t *testing.T, b *Backend, text string) (got verify.Verdict, why string) {
	t.Helper()
	out, err := b.Verify(t.Context(), verify.Request{File: "a.rs", Source: text})
	if err != nil {
		t.Fatal(err)
	}
	got = ofF(out)
	for _, d := range out.Diagnostics {
		why += d.Method.Name + " " + d.Message + " [" + d.Clause + "]\n"
	}
	return got, why
}
