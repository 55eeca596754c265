package rust

import (
	"context"
	"testing"

	"ensures/internal/require"
	"ensures/verify"
)

// falsehoods are specifications that some run violates, or functions that panic or do not
// end; each has a near one that is verified.
var falsehoods = map[string]struct{ wrong, right string }{
	"overflow": {"fn f(x: u32) -> (r: u32) ensures r == x + 1 { x + 1 }",
		"fn f(x: u32) -> (r: u32) requires x < 100 ensures r == x + 1 { x + 1 }"},
	"division towards zero": {"fn f(x: i32) -> (r: i32) ensures r == x / 2 { x / 2 }",
		"fn f(x: i32) -> (r: i32) ensures x >= 0 ==> r == x / 2 { x / 2 }"},
	"panic and nothing else": {"fn f(x: u8) -> (r: u8) ensures r == 3 { panic!() }", "fn f(x: u8) -> (r: u8) ensures r == 3 { 3 }"},
	"last of the items": {"fn f(v: &[u8]) -> (r: u8) requires v.len() > 1 ensures r == v[0] { let mut i = v.iter().rev(); *i.next().unwrap() }",
		"fn f(v: &[u8]) -> (r: u8) requires v.len() > 1 ensures r == v[v.len() - 1] { let mut i = v.iter().rev(); *i.next().unwrap() }"},
	"overflow of which nothing is said": {"fn f(x: u32) -> u32 { x + 1 }", "fn f(x: u32) -> u32 requires x < 100 { x + 1 }"},
	"remainder by zero in a clause":     {"fn f(x: u32, y: u32) ensures x % y == x % y { }", "fn f(x: u32, y: u32) requires y > 0 ensures x % y == x % y { }"},
	"index behind or":                   {"fn f(v: &Vec<u8>) ensures v.len() > 0 || v[0] == v[0] { }", "fn f(v: &Vec<u8>) ensures v.len() == 0 || v[0] == v[0] { }"},
	"unequal":                           {"fn f(x: u8) -> (r: bool) ensures r == (x != 3) { x == 3 }", "fn f(x: u8) -> (r: bool) ensures r == (x != 3) { x != 3 }"},
	"complement":                        {"fn f(x: i32) -> (r: i32) ensures r == -x { !x }", "fn f(x: i32) -> (r: i32) ensures r == -x - 1 { !x }"},
	"truth as a number":                 {"fn f(b: bool) -> (r: u8) ensures b ==> r == 0 { b as u8 }", "fn f(b: bool) -> (r: u8) ensures b ==> r == 1 { b as u8 }"},
	"first of what is sorted": {"fn f(v: Vec<i32>) -> (r: Vec<i32>) requires v.len() > 1 ensures r[0] == v[0] { let mut w = v; w.sort(); w }",
		"fn f(v: Vec<i32>) -> (r: Vec<i32>) requires v.len() > 1 ensures r[0] <= r[1] { let mut w = v; w.sort(); w }"},
	"character behind the end": {"fn f(s: &str) -> (r: bool) ensures s@.len() == 3 ==> r { s.chars().nth(3).is_some() }",
		"fn f(s: &str) -> (r: bool) ensures s@.len() == 3 ==> !r { s.chars().nth(3).is_some() }"},
	"a string put behind another": {"fn f(s: String) -> (r: String) ensures r@ == s@ { s + \"a\" }",
		"fn f(s: String) -> (r: String) ensures r@.len() == s@.len() + 1, r@.last() == 'a' { s + \"a\" }"},
	"a character in a string": {"fn f(s: &str) -> (r: bool) ensures s@.len() > 0 ==> r { s.contains('a') }",
		"fn f(s: &str) -> (r: bool) requires s@.len() > 0, s@[0] == 'a' ensures r { s.contains('a') }"},
	"a string in a string": {"fn f(s: &str) -> (r: bool) ensures !r { s.contains(\"ab\") }",
		"fn f(s: &str) -> (r: bool) ensures !r { s.contains('b') && !s.contains('b') }"},
	"digits of a number": {"fn f(n: i32) -> (r: String) ensures '0' <= r@[0] { n.to_string() }",
		"fn f(n: i32) -> (r: String) requires n >= 0 ensures '0' <= r@[0] { n.to_string() }"},
	"end of a string": {"fn f(s: &str) -> (r: bool) ensures r == (s@.len() > 0 && s@[0] == 'a') { s.ends_with('a') }",
		"fn f(s: &str) -> (r: bool) requires s@.len() == 1 ensures r == (s@[0] == 'a') { s.ends_with('a') }"},
	"a string without its blanks": {"fn f(s: &str) -> (r: usize) ensures r == s@.len() { s.trim_end().chars().count() }",
		"fn f(s: &str) -> (r: usize) ensures r <= s@.len() { s.trim_end().chars().count() }"},
	"remainder by a variable": {"fn f(x: i32, y: i32) -> (r: i32) requires y != 0, y != -1 ensures 0 <= r { x % y }",
		"fn f(x: i32, y: i32) -> (r: i32) requires y != 0, y != -1 ensures x >= 0 ==> 0 <= r, x <= 0 ==> r <= 0, r < y || r < -y { x % y }"},
	"remainder by a variable, of clauses": {"fn f(x: i32, y: i32) -> (r: i32) requires y > 0 ensures r == x % y { x % y }",
		"fn f(x: i32, y: i32) -> (r: i32) requires y > 0, x >= 0 ensures r == x % y { x % y }"},
	"remainder by a negative variable": {"fn f(x: i32, y: i32) -> (r: i32) requires y < -1 ensures r <= 0 { x % y }",
		"fn f(x: i32, y: i32) -> (r: i32) requires y < -1, x >= 0 ensures r == x % y { x % y }"},
	"quotient by a variable": {"fn f(x: i32, y: i32) -> (r: i32) requires y > 1 ensures r == x / y { x / y }",
		"fn f(x: i32, y: i32) -> (r: i32) requires y > 1, x >= 0 ensures r == x / y, r <= x { x / y }"},
	"quotient of a number by itself": {"fn f(x: i32) -> (r: i32) requires x != 0 ensures r == 0 { x / x }",
		"fn f(x: i32) -> (r: i32) requires x > 0 ensures r == 1 { x / x }"},
	"remainder of a negative number": {"fn f(x: i32) -> (r: i32) ensures 0 <= r < 2 { x % 2 }",
		"fn f(x: i32) -> (r: i32) ensures -2 < r < 2 { x % 2 }"},
	"least number divided": {"fn f(x: i32, y: i32) -> i32 requires y != 0 { x / y }",
		"fn f(x: i32, y: i32) -> i32 requires y > 0 { x / y }"},
	"negation": {"fn f(x: i32) -> (r: i32) ensures r == -x { -x }",
		"fn f(x: i32) -> (r: i32) requires x > i32::MIN ensures r == -x { -x }"},
	"cast that cuts off": {"fn f(x: u32) -> (r: u8) ensures r == x { x as u8 }",
		"fn f(x: u32) -> (r: u8) requires x < 256 ensures r == x { x as u8 }"},
	"cast that changes the sign": {"fn f(x: i32) -> (r: u32) ensures r == x { x as u32 }",
		"fn f(x: i32) -> (r: u32) ensures x < 0 ==> r == x + 0x1_0000_0000 { x as u32 }"},
	"shift by too much": {"fn f(x: u32, n: u32) -> u32 { x << n }",
		"fn f(x: u32) -> (r: u32) requires x < 100 ensures r == x * 8 { x << 3 }"},
	"index": {"fn f(a: &[i32], i: usize) -> i32 { a[i] }",
		"fn f(a: &[i32], i: usize) -> (r: i32) requires i < a.len() ensures r == a[i as int] { a[i] }"},
	"clause beyond the end": {"fn f(a: &[u8]) ensures a[9] >= 0 { }",
		"fn f(a: &[u8]) ensures a.len() > 9 ==> a[9] >= 0 { }"},
	"clause before the beginning": {"fn f(a: &[u8], i: usize) requires i < a.len() ensures a[i - 1] <= 255 { }",
		"fn f(a: &[u8], i: usize) requires 0 < i < a.len() ensures a[i - 1] <= 255 { }"},
	"quantifier beyond the end": {"fn f(a: &[u8]) ensures forall|i: int| 0 <= i <= a.len() ==> a[i] >= 0 { }",
		"fn f(a: &[u8]) ensures forall|i: int| 0 <= i < a.len() ==> a[i] >= 0 { }"},
	"invariant beyond the end": {"fn f(a: &[u8]) { let mut i = 0; while i < a.len() invariant i <= a.len(), a[i as int] <= 255 { i += 1; } }",
		"fn f(a: &[u8]) { let mut i = 0; while i < a.len() invariant i <= a.len(), i < a.len() ==> a[i as int] <= 255 { i += 1; } }"},
	"part of a sequence beyond its end": {"fn f(a: &Vec<u8>) ensures a@.take(5).len() == 5 { }",
		"fn f(a: &Vec<u8>) requires a.len() > 5 ensures a@.take(5).len() == 5 { }"},
	"division by zero in a clause": {"fn f(x: u8) ensures x / x == x / x { }",
		"fn f(x: u8) ensures x != 0 ==> x / x == 1 { }"},
	"value of nothing in a clause": {"fn f(o: Option<u8>) ensures o.unwrap() <= 255 { }",
		"fn f(o: Option<u8>) ensures o.is_some() ==> o.unwrap() <= 255 { }"},
	"function of clauses beyond the end": {"spec fn at(a: Seq<u8>, i: int) -> bool { a[i] <= 255 }\nfn f(a: &Vec<u8>) ensures at(a@, 3) { }",
		"spec fn at(a: Seq<u8>, i: int) -> bool { a[i] <= 255 }\nfn f(a: &Vec<u8>) requires a.len() > 3 ensures at(a@, 3) { }"},
	"endless loop": {"fn f(n: u32) { let mut i = n; while i < 10 { } }",
		"fn f(n: u32) { let mut i = n; while i < 10 { i += 1; } }"},
	"endless search": {`fn f(n: u32) { let mut lo = 0u32; let mut hi = n;
				while lo < hi invariant lo <= hi { let mid = lo + (hi - lo) / 2; if mid % 2 == 0 { lo = mid; } else { hi = mid; } } }`,
		`fn f(n: u32) { let mut lo = 0u32; let mut hi = n;
				while lo < hi invariant lo <= hi { let mid = lo + (hi - lo) / 2; if mid % 2 == 0 { lo = mid + 1; } else { hi = mid; } } }`},
	"decreases that grows": {"fn f(n: u32) { let mut i = n; while i < 10 decreases i { i += 1; } }",
		"fn f(n: u32) { let mut i = n; while i < 10 decreases 10 - i { i += 1; } }"},
	"recursion without an end": {"fn f(n: u32) -> (r: u32) ensures r == 7 { f(n) }",
		"fn f(n: u32) -> (r: u32) ensures r == 7 decreases n { if n == 0 { 7 } else { f(n - 1) } }"},
	"recursion of two": {"fn f(n: u32) -> (r: u32) ensures r == 7 decreases n { g(n) }\nfn g(n: u32) -> (r: u32) ensures r == 7 decreases n { f(n) }",
		"fn f(n: u32) -> (r: u32) ensures r == 7 decreases n { if n == 0 { 7 } else { g(n - 1) } }\nfn g(n: u32) -> (r: u32) ensures r == 7 decreases n { if n == 0 { 7 } else { f(n - 1) } }"},
	"push changes the length": {"fn f(v: &mut Vec<i32>) ensures v.len() == old(v).len() { v.push(1); }",
		"fn f(v: &mut Vec<i32>) ensures v.len() == old(v).len() + 1 { v.push(1); }"},
	"what a loop changes through a reference": {"fn f(v: &mut Vec<i32>, n: u32) ensures v.len() == old(v).len() { let w = &mut *v; let mut i = 0; while i < n { w.push(1); i += 1; } }",
		"fn f(v: &mut Vec<i32>, n: u32) { let w = &mut *v; let mut i = 0; while i < n { w.push(1); i += 1; } }"},
	"what a loop changes in a field": {"struct S { a: u32, b: u32 }\nfn f(n: u32) -> (r: u32) ensures r == 0 { let mut s = S { a: 0, b: 0 }; let mut i = 0; while i < n invariant s.b == 0, i <= n { s.a = 1; i += 1; } s.a }",
		"struct S { a: u32, b: u32 }\nfn f(n: u32) -> (r: u32) ensures r == 0 { let mut s = S { a: 0, b: 0 }; let mut i = 0; while i < n invariant s.b == 0, i <= n { s.a = 1; i += 1; } s.b }"},
	"reference to one of two": {"fn f(c: bool) -> (r: i32) ensures r == 1 { let mut a = 1; let mut b = 2; { let p = if c { &mut a } else { &mut b }; *p = 5; } a }",
		"fn f() -> (r: i32) ensures r == 5 { let mut a = 1; { let p = &mut a; *p = 5; } a }"},
	"mutable reference in a struct": {"struct S<'a> { p: &'a mut i32 }\nfn g(s: S) { *s.p = 9; }\nfn f() -> (r: i32) ensures r == 1 { let mut a = 1; g(S { p: &mut a }); a }",
		"fn g(p: &mut i32) ensures *p == 9 { *p = 9; }\nfn f() -> (r: i32) ensures r == 9 { let mut a = 1; g(&mut a); a }"},
	"mutable reference in a tuple": {"fn g(s: (&mut i32, i32)) { *s.0 = 9; }\nfn f() -> (r: i32) ensures r == 1 { let mut a = 1; g((&mut a, 2)); a }",
		"fn g(s: (&i32, i32)) -> (r: i32) ensures r == *s.0 { *s.0 }\nfn f() -> (r: i32) ensures r == 1 { let a = 1; g((&a, 2)) }"},
	"mutable reference for a type parameter": {"fn g<T: std::ops::DerefMut<Target = i32>>(mut p: T) { *p = 9; }\nfn f() -> (r: i32) ensures r == 1 { let mut a = 1; g(&mut a); a }",
		"fn g(mut p: i32) -> (r: i32) ensures r == 9 { p = 9; p }\nfn f() -> (r: i32) ensures r == 1 { let a = 1; g(a); a }"},
	"swap of one": {"fn f(v: &mut Vec<i32>, i: usize, j: usize) requires i < v.len(), j < v.len() ensures v[i as int] == old(v)[i as int] { v.swap(i, j); }",
		"fn f(v: &mut Vec<i32>, i: usize, j: usize) requires i < v.len(), j < v.len() ensures v[i as int] == old(v)[j as int] { v.swap(i, j); }"},
	"parameter that the body changes": {"fn f(mut x: u32) -> (r: u32) requires x < 9 ensures r == x { x += 1; x }",
		"fn f(mut x: u32) -> (r: u32) requires x < 9 ensures r == x + 1 { x += 1; x }"},
	"shadowed variable": {"fn f(n: u32) -> (r: u32) ensures r == n { let x = n; let mut i = 0; { let x = 5u32; while i < 3 invariant x == 5, i <= 3 { i += 1; } } if i == 3 { 5 } else { x } }",
		"fn f(n: u32) -> (r: u32) ensures r == n { let x = n; let mut i = 0; { let x = 5u32; while i < 3 invariant x == 5, i <= 3 { i += 1; } } x }"},
	"exit by break": {"fn f(n: u32) -> (r: u32) ensures r == n { let mut i = 0; while i < n invariant i <= n { if i == 3 { break; } i += 1; } i }",
		"fn f(n: u32) -> (r: u32) ensures r == n || r == 3 { let mut i = 0; while i < n invariant i <= n { if i == 3 { break; } i += 1; } i }"},
	"continue": {"fn f(n: u32) -> (r: u32) ensures r == n { let mut i = 0; let mut s = 0; while i < n invariant i <= n, s == i { i += 1; if i == 2 { continue; } s += 1; } s }",
		"fn f(n: u32) -> (r: u32) ensures r == n { let mut i = 0; let mut s = 0; while i < n invariant i <= n, s == i { i += 1; s += 1; if i == 2 { continue; } } s }"},
	"equation without an end": {"spec fn bad(x: int) -> int decreases x { bad(x) + 1 }\nfn f() -> (r: u32) ensures r == 7, bad(1) == 0 { 8 }",
		"spec fn good(x: nat) -> nat decreases x { if x == 0 { 0 } else { good((x - 1) as nat) + 1 } }\nfn f() -> (r: u32) ensures good(1) == 1 { 8 }"},
	"equations without an end around three functions": {"spec fn a(x: int) -> int decreases x { b(x) + 1 }\nspec fn b(x: int) -> int decreases x { c(x) }\nspec fn c(x: int) -> int decreases x { a(x) }\nfn f(x: i32) -> (r: u32) requires x == 1, c(1) == c(1), b(x as int) == b(x as int), a(x as int) == a(x as int) ensures r == 7 { 8 }",
		"spec fn a(x: int) -> int { b(x) + 1 }\nspec fn b(x: int) -> int { c(x) }\nspec fn c(x: int) -> int { x }\nfn f() -> (r: u32) ensures r == 8, a(1) == 2 { 8 }"},
	"length of a sequence of clauses": {"spec fn double(s: Seq<()>, n: nat) -> Seq<()> decreases n { if n == 0 { s } else { double(s + s, (n - 1) as nat) } }\nfn f(v: &Vec<()>) -> (r: usize) requires double(v@, 1).len() >= 0 { v.len() * 2 }",
		"spec fn double(s: Seq<u8>, n: nat) -> Seq<u8> decreases n { if n == 0 { s } else { double(s + s, (n - 1) as nat) } }\nfn f(v: &Vec<u8>) -> (r: usize) requires double(v@, 1).len() >= 0 ensures r == 2 * v.len() { v.len() * 2 }"},
	"room for more boxes than there is memory": {"fn f(a: &Vec<u8>) -> (r: Vec<Box<u8>>) ensures r.len() == 0 { Vec::with_capacity(a.len()) }",
		"fn f(a: &Vec<u8>) -> (r: Vec<Box<u8>>) requires a.len() < 1000 ensures r.len() == 0 { Vec::with_capacity(a.len()) }"},
	"no decreases on a recursive function of clauses": {"spec fn bad(x: int) -> int { bad(x) + 1 }\nfn f() -> (r: u32) ensures bad(1) == 0 { 8 }",
		"spec fn fine(x: int) -> int { x + 1 }\nfn f() -> (r: u32) ensures fine(1) == 2 { 8 }"},
	"numbered variants": {"enum E { A = 1, B = 0 }\nfn f(e: E) -> (r: bool) ensures r == (e is B) { match e { E::A => true, E::B => false } }",
		"enum E { A, B }\nfn f(e: E) -> (r: bool) ensures r == (e is B) { match e { E::A => false, E::B => true } }"},
	"variants mixed up": {"enum E { A(u8), B { x: u8 } }\nfn f(e: E) -> (r: u8) ensures e matches E::A(v) ==> r == v + 1 { match e { E::A(v) => v, E::B { x } => x } }",
		"enum E { A(u8), B { x: u8 } }\nfn f(e: E) -> (r: u8) ensures e matches E::A(v) ==> r == v { match e { E::A(v) => v, E::B { x } => x } }"},
	"own trait on a type of std": {"trait L { fn len(&self) -> usize; }\nstruct W;\nimpl L for (u8, u8) { fn len(&self) -> usize { 9 } }\nfn f(v: (u8, u8)) -> (r: usize) ensures r == 2 { v.len() }",
		"fn f(v: &Vec<u8>) -> (r: usize) ensures r == v.len() { v.len() }"},
	"own type with a name of std": {"struct Option<T> { x: T }\nfn f(o: Option<u8>) -> (r: u8) ensures r == 0 { o.x }",
		"struct Opt<T> { x: T }\nfn f(o: Opt<u8>) -> (r: u8) ensures r == o.x { o.x }"},
	"code that runs at the end of a value": {"struct S { x: u8 }\nimpl Drop for S { fn drop(&mut self) { panic!() } }\nfn f() -> (r: u8) ensures r == 0 { let s = S { x: 0 }; 0 }",
		"struct S { x: u8 }\nfn f() -> (r: u8) ensures r == 0 { let s = S { x: 0 }; s.x }"},
	"clone of the file's own": {"struct S { x: u8 }\nimpl Clone for S { fn clone(&self) -> S { S { x: 0 } } }\nfn f(s: &S) -> (r: u8) ensures r == s.x { s.clone().x }",
		"#[derive(Clone)]\nstruct S { x: u8 }\nfn f(s: &S) -> (r: u8) ensures r == s.x { s.clone().x }"},
	"clone of what holds the file's own": {"struct S { x: u8 }\nimpl Clone for S { fn clone(&self) -> S { S { x: 0 } } }\nfn f(s: &Vec<S>) -> (r: Vec<S>) ensures r@ == s@ { s.clone() }",
		"#[derive(Clone)]\nstruct S { x: u8 }\nfn f(s: &Vec<S>) -> (r: Vec<S>) ensures r@ == s@ { s.clone() }"},
	"copy of a slice of the file's own": {"struct S { x: u8 }\nimpl Clone for S { fn clone(&self) -> S { S { x: 0 } } }\nfn f(s: &[S]) -> (r: Vec<S>) ensures r@ == s@ { s.to_vec() }",
		"fn f(s: &[u8]) -> (r: Vec<u8>) ensures r@ == s@ { s.to_vec() }"},
	"copy of a type parameter": {"fn f<T: Clone>(a: &mut Vec<T>, w: &[T]) ensures a@ == old(a)@ + w@ { a.extend_from_slice(w) }",
		"fn f(a: &mut Vec<i32>, w: &[i32]) ensures a@ == old(a)@ + w@ { a.extend_from_slice(w) }"},
	"clone that a macro makes": {"struct S { x: u8 }\nmacro_rules! m { () => { impl Clone for S { fn clone(&self) -> S { S { x: 0 } } } } }\nm!();\nfn f(s: &S) -> (r: u8) ensures r == s.x { s.clone().x }",
		"#[derive(PartialEq, Clone)]\nstruct S { x: u8 }\nfn f(s: &Option<S>) -> (r: Option<S>) ensures r == *s { s.clone() }"},
	"comparison of the file's own": {"struct S { x: u8 }\nimpl PartialEq for S { fn eq(&self, o: &S) -> bool { true } }\nfn f(s: &Vec<S>, x: &S) -> (r: bool) ensures r == s@.contains(*x) { s.contains(x) }",
		"fn f(s: &Vec<u8>, x: &u8) -> (r: bool) ensures r == s@.contains(*x) { s.contains(x) }"},
	"comparison of a type parameter": {"fn f<T: PartialEq>(s: &Vec<T>, x: &T) -> (r: bool) ensures r == s@.contains(*x) { s.contains(x) }",
		"fn f(s: &Vec<(u8, bool)>, x: &(u8, bool)) -> (r: bool) ensures r == s@.contains(*x) { s.contains(x) }"},
	"comparison of floats": {"fn f(s: &Vec<f64>) -> (r: bool) requires s.len() > 0 ensures r { s.contains(&s[0]) }",
		"fn f(s: &Vec<u64>) -> (r: bool) requires s.len() > 0 ensures r { s.contains(&s[0]) }"},
	"function of the name of a trait's": {"trait T { fn m(self) -> u8; }\nimpl T for u8 { fn m(self) -> u8 { 7 } }\nfn m(x: u8) -> (r: u8) ensures r == x { x }\nfn f() -> (r: u8) ensures r == 1 { 1u8.m() }",
		"fn m(x: u8) -> (r: u8) ensures r == x { x }\nfn f() -> (r: u8) ensures r == 1 { m(1) }"},
	"primitive type by another name": {"type u8 = i32;\nstruct S { x: u8 }\nfn f(s: S) -> (r: bool) ensures r { s.x >= 0 }",
		"type U = u8;\nfn f(s: u8) -> (r: bool) ensures r { s >= 0 }"},
	"import by a name of std": {"mod m { pub struct W { pub x: i8 } }\nuse m::W as String;\nstruct S { x: String }\nfn f(s: S) -> (r: bool) ensures r { s.x.x >= 0 }",
		"fn f(s: u8) -> (r: bool) ensures r { s as i32 >= 0 }"},
	"types of one name in two modules": {"mod a { pub struct P { pub x: u8 } }\nmod b { pub struct P { pub x: i8 } }\nfn f(p: a::P) -> (r: bool) ensures r { p.x as i32 <= 127 }",
		"// a struct P, of type u8\nmod a { pub struct P { pub x: u8 } }\nfn f(p: a::P) -> (r: bool) ensures r { p.x as i32 <= 255 }"},
	"type parameter by the name of a type": {"struct S<u8> { x: u8 }\nfn f(s: S<i32>) -> (r: bool) ensures r { s.x >= 0 }",
		"struct S<T> { x: T }\nfn f(s: S<u8>) -> (r: bool) ensures r { s.x >= 0 }"},
	"type of a function's own": {"struct P { x: i8 }\nfn f(y: u8) -> (r: bool) ensures r { struct P { x: u8 } let p = P { x: y }; p.x as i32 <= 127 }",
		"struct P { x: i8 }\nfn f(y: i8) -> (r: bool) ensures r { let p = P { x: y }; p.x as i32 <= 127 }"},
	"as many values without size as usize counts": {"fn f(a: &Vec<()>) -> (r: usize) ensures r == 2 * a.len() { a.len() * 2 }",
		"fn f(a: &Vec<u8>) -> (r: usize) ensures r == 2 * a.len() { a.len() * 2 }"},
	"values of a struct without fields": {"struct Z;\nfn f(a: &[(Z, Z)]) -> (r: usize) ensures r == 2 * a.len() { a.len() * 2 }",
		"struct Z;\nfn f(a: &[(Z, bool)]) -> (r: usize) ensures r == 2 * a.len() { a.len() * 2 }"},
	"values of a type parameter": {"fn f<T>(a: &[T]) -> (r: usize) ensures r == a.len() + 1 { a.len() + 1 }",
		"fn f<T>(a: &[Option<u8>]) -> (r: usize) ensures r == a.len() + 1 { a.len() + 1 }"},
	"references to large numbers": {"fn f(a: &Vec<&u128>) -> (r: bool) ensures r { a.len() <= 0x7ff_ffff_ffff_ffff }",
		"fn f(a: &Vec<&u128>) -> (r: bool) ensures r { a.len() <= 0xfff_ffff_ffff_ffff }"},
	"room for more references than there is memory": {"fn f<'a>(a: &'a Vec<u8>) -> (r: Vec<&'a u8>) ensures r.len() == 0 { Vec::with_capacity(a.len()) }",
		"fn f(a: &Vec<u8>) -> (r: Vec<u8>) ensures r.len() == 0 { Vec::with_capacity(a.len()) }"},
	"end of a value that a macro makes": {"struct S { x: u8 }\nmacro_rules! m { () => { impl Drop for S { fn drop(&mut self) { panic!() } } } }\nm!();\nfn f() -> (r: u8) ensures r == 1 { let s = S { x: 1 }; s.x }",
		"struct S { x: u8 }\nmacro_rules! m { () => { 1u8 } }\nfn f() -> (r: u8) ensures r == 1 { let s = S { x: m!() }; s.x }"},
	"indexing of the file's own": {"struct S { x: Vec<u8> }\nimpl std::ops::Index<usize> for S { type Output = u8; fn index(&self, i: usize) -> &u8 { &self.x[0] } }\nimpl std::ops::IndexMut<usize> for S { fn index_mut(&mut self, i: usize) -> &mut u8 { &mut self.x[0] } }\nfn f(s: &mut S) { s[3] = 4; }",
		"struct S { x: Vec<u8> }\nfn f(s: &mut S) requires old(s).x.len() > 3 ensures s.x[3] == 4 { s.x[3] = 4; }"},
	"panic": {"fn f(x: u8) -> u8 { if x == 7 { panic!() } x }",
		"fn f(x: u8) -> u8 requires x != 7 { if x == 7 { panic!() } x }"},
	"assertion of the code":          {"fn f(x: u8) { assert!(x < 7); }", "fn f(x: u8) requires x < 7 { assert!(x < 7); }"},
	"unwrap of nothing":              {"fn f(o: Option<u8>) -> u8 { o.unwrap() }", "fn f(o: Option<u8>) -> u8 requires o.is_some() { o.unwrap() }"},
	"assertion of the specification": {"fn f(x: u8) { assert(x < 7); }", "fn f(x: u8) requires x < 7 { assert(x < 7); }"},
	"callee's precondition":          {"fn g(x: u8) requires x > 0 {}\nfn f(x: u8) { g(x); }", "fn g(x: u8) requires x > 0 {}\nfn f(x: u8) requires x > 3 { g(x); }"},
	"callee without a contract":      {"fn g(x: u8) -> u8 { x }\nfn f(x: u8) -> (r: u8) ensures r == x { g(x) }", "fn g(x: u8) -> (r: u8) ensures r == x { x }\nfn f(x: u8) -> (r: u8) ensures r == x { g(x) }"},
	"range":                          {"fn f(n: u32) -> (r: u32) ensures r == 0 { let mut s = 0; for i in 0..n { s = i; } s }", "fn f(n: u32) -> (r: u32) ensures r == 7 { for i in 0..n { } 7 }"},
	"bits":                           {"fn f(x: u32) -> (r: u32) ensures r < x { x & 7 }", "fn f(x: u32) -> (r: u32) ensures r <= x, r <= 7 { x & 7 }"},
	"wrapping":                       {"fn f(x: u8) -> (r: u8) ensures r == x + 1 { x.wrapping_add(1) }", "fn f(x: u8) -> (r: u8) ensures x < 255 ==> r == x + 1, x == 255 ==> r == 0 { x.wrapping_add(1) }"},
	"array":                          {"fn f() -> (r: [i32; 3]) ensures r[2] == 2 { [1, 2, 3] }", "fn f() -> (r: [i32; 3]) ensures r[2] == 3, r.len() == 3 { [1, 2, 3] }"},
	"filter": {"fn f(a: &Vec<i32>) -> (r: Vec<i32>) ensures r@ == a@.filter(|x: i32| x > 0) { let mut r = Vec::new(); let mut i = 0; while i < a.len() invariant i <= a.len(), r@ == a@.take(i as int).filter(|x: i32| x > 0) { if a[i] >= 0 { r.push(a[i]); } i += 1; } r }",
		"fn f(a: &Vec<i32>) -> (r: Vec<i32>) ensures r@ == a@.filter(|x: i32| x > 0) { let mut r = Vec::new(); let mut i = 0; while i < a.len() invariant i <= a.len(), r@ == a@.take(i as int).filter(|x: i32| x > 0) { if a[i] > 0 { r.push(a[i]); } i += 1; } r }"},
}

// TestFalse: none of [falsehoods] is verified, and each near one is.
func TestFalse(t *testing.T) {
	b := open(t)
	for name, c := range falsehoods {
		if testing.Short() && !require.Sample(name, 6) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			for _, side := range []struct {
				text  string
				right bool
			}{{c.wrong, false}, {c.right, true}} {
				out, err := b.Verify(context.Background(), verify.Request{File: "a.rs", Source: "verus! {\n" + side.text + "\n}\n"})
				if err != nil {
					t.Fatal(err)
				}
				got := ofF(out)
				if ok := got == verify.Verified; ok != side.right {
					t.Errorf("%v: %s", got, side.text)
					for _, d := range out.Diagnostics {
						t.Logf("%d:%d %s %s [%s]", d.Line, d.Column, d.Method.Name, d.Message, d.Clause)
					}
				}
			}
		})
	}
}
