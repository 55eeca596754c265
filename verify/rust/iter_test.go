package rust

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"ensures/internal/require"
	"ensures/rust/measure"
	"ensures/rust/observe"
	"ensures/rust/spec"
	"ensures/rust/toolchain"
	"ensures/verify"
)

// walks are functions over std's iterators: for each rule one that holds, which the real std
// is asked about too, and one near it that a run violates.
var walks = map[string]struct{ wrong, right string }{
	"items of a slice in order": {
		"fn f(v: &[i32]) -> (r: bool) ensures r ==> v.len() == 0 || v[0] > 0 { for x in v.iter() invariant iter.elements == v@, forall|k: int| 1 <= k < iter.pos ==> v[k] > 0 { if *x <= 0 { return false; } } true }",
		"fn f(v: &[i32]) -> (r: bool) ensures r == (forall|k: int| 0 <= k < v.len() ==> v[k] > 0) { for x in v.iter() invariant iter.elements == v@, forall|k: int| 0 <= k < iter.pos ==> v[k] > 0 { if *x <= 0 { return false; } } true }"},
	"items of a vector by value": {
		"fn f(v: Vec<i32>) -> (r: i32) ensures v.len() > 0 ==> r == v[0] { let mut s = 0; for x in v invariant iter.pos > 0 ==> s == iter.elements[0] { s = x; } s }",
		"fn f(v: Vec<i32>) -> (r: i32) ensures v.len() > 0 ==> r == v@.last() { let mut s = 0; for x in v invariant iter.elements == v@, iter.pos > 0 ==> s == iter.elements[iter.pos - 1] { s = x; } s }"},
	"items of a reference to a vector": {
		"fn f(v: &Vec<u8>) -> (r: usize) ensures r < v.len() { let mut n = 0; for _x in v invariant iter.elements == v@, n == iter.pos { n += 1; } n }",
		"fn f(v: &Vec<u8>) -> (r: usize) ensures r == v.len() { let mut n = 0; for _x in v invariant iter.elements == v@, n == iter.pos { n += 1; } n }"},
	"items of an array": {
		"fn f(v: [u8; 3]) -> (r: u8) ensures r == v[1] { let mut s = 0; for x in v invariant iter.elements == v@, iter.pos > 0 ==> s == v[iter.pos - 1] { s = x; } s }",
		"fn f(v: [u8; 3]) -> (r: u8) ensures r == v[2] { let mut s = 0; for x in v invariant iter.elements == v@, iter.pos > 0 ==> s == v[iter.pos - 1] { s = x; } s }"},
	"items from the end": {
		"fn f(v: &[i32]) -> (r: i32) ensures v.len() > 0 ==> r == v@.last() { let mut s = 0; for x in v.iter().rev() invariant iter.elements == v@, iter.pos < v.len() - 1 ==> s == v[iter.pos + 1] { s = *x; } s }",
		"fn f(v: &[i32]) -> (r: i32) ensures v.len() > 0 ==> r == v[0] { let mut s = 0; for x in v.iter().rev() invariant iter.elements == v@, -1 <= iter.pos < v.len(), iter.pos < v.len() - 1 ==> s == v[iter.pos + 1] { s = *x; } s }"},
	"numbered items": {
		"fn f(v: &[i32]) -> (r: usize) ensures r < v.len() || r == 0, v.len() > 0 ==> v[r as int] > 0 { let mut s = 0; for (i, x) in v.iter().enumerate() invariant iter.elements == v@, i == iter.pos, s <= i { if *x > 0 { s = i; } } s }",
		"fn f(v: &[i32]) -> (r: usize) ensures r < v.len() || r == 0, r > 0 ==> v[r as int] > 0 { let mut s = 0; for (i, x) in v.iter().enumerate() invariant iter.elements == v@, i == iter.pos, s == 0 || s < i, s > 0 ==> v[s as int] > 0 { if *x > 0 { s = i; } } s }"},
	"number of an item is not its value": {
		"fn f(v: &[usize]) -> (r: usize) ensures r == v.len() { let mut s = 0; for (x, i) in v.iter().enumerate() invariant s == i { s += 1; } s }",
		"fn f(v: &[usize]) -> (r: usize) ensures r == v.len() { let mut s = 0; for (x, _i) in v.iter().enumerate() invariant iter.elements == v@, x == iter.pos, s == x { s += 1; } s }"},
	"numbered items from the end": {
		"fn f(v: &[u8]) -> (r: u8) ensures v.len() > 0 ==> r == v[0] { let mut s = 0; for (i, x) in v.iter().rev().enumerate() invariant iter.elements == v@, i + iter.pos + 1 == v.len() { if i == 0 { s = *x; } } s }",
		"fn f(v: &[u8]) -> (r: u8) ensures v.len() > 0 ==> r == v@.last() { let mut s = 0; for (i, x) in v.iter().rev().enumerate() invariant iter.elements == v@, i + iter.pos + 1 == v.len(), i > 0 ==> s == v@.last() { if i == 0 { s = *x; } } s }"},
	"characters of a string": {
		"fn f(s: &str) -> (r: bool) ensures r == (exists|k: int| 0 <= k < s@.len() - 1 && s@[k] == 'a') { for c in s.chars() invariant iter.elements == s@, forall|k: int| 0 <= k < iter.pos ==> s@[k] != 'a' { if c == 'a' { return true; } } false }",
		"fn f(s: &str) -> (r: bool) ensures r == (exists|k: int| 0 <= k < s@.len() && s@[k] == 'a') { for c in s.chars() invariant iter.elements == s@, forall|k: int| 0 <= k < iter.pos ==> s@[k] != 'a' { if c == 'a' { return true; } } false }"},
	"a range with its end": {
		"fn f(n: u8) -> (r: u32) ensures r == n { let mut s = 0u32; for i in 1..=n invariant s <= i { s += 1; if i == 0 { s = 0; } } s }",
		"fn f(n: u8) -> (r: u32) ensures r == n { let mut s = 0u32; for i in 1..=n invariant s == i - 1 { s += 1; } s }"},
	"a range with its end and no number in it": {
		"fn f() -> (r: u8) ensures r == 1 { let mut s = 0; for _i in 3..=2u8 { s = 1; } s }",
		"fn f() -> (r: u8) ensures r == 0 { let mut s = 0; for _i in 3..=2u8 invariant s == 0 { s = 1; } s }"},
	"all bytes": {
		"fn f() -> (r: u32) ensures r == 255 { let mut s = 0u32; for i in 0..=255u8 invariant s == i { s += 1; } s }",
		"fn f() -> (r: u32) ensures r == 256 { let mut s = 0u32; for i in 0..=255u8 invariant s == i { s += 1; } s }"},
	"a range from its end": {
		"fn f(n: i8) -> (r: i8) requires n > 1 ensures r == n - 1 { let mut s = 0; for i in (1..n).rev() invariant 0 <= i < n, i < n - 1 ==> s == i + 1 { s = i; } s }",
		"fn f(n: i8) -> (r: i8) requires 1 < n ensures r == 1 { let mut s = 0; for i in (1..n).rev() invariant 0 <= i < n, i < n - 1 ==> s == i + 1 { s = i; } s }"},
	"a range with its end from there": {
		"fn f(n: i8) -> (r: i8) requires n > 1 ensures r == n { let mut s = 0; for i in (1..=n).rev() invariant 0 <= i <= n, i < n ==> s == i + 1 { s = i; } s }",
		"fn f(n: i8) -> (r: i8) requires 1 < n ensures r == 1 { let mut s = 0; for i in (1..=n).rev() invariant 0 <= i <= n, i < n ==> s == i + 1 { s = i; } s }"},
	"an iterator that is asked twice": {
		"fn f(v: &[u8]) -> (r: bool) ensures r == (v.len() > 0) { let mut i = v.iter(); let _a = i.next(); i.next().is_some() }",
		"fn f(v: &[u8]) -> (r: bool) ensures r == (v.len() > 1) { let mut i = v.iter(); let _a = i.next(); i.next().is_some() }"},
	"an iterator that is asked from both ends": {
		"fn f(v: &[u8]) -> (r: Option<u8>) requires v.len() == 2 ensures r == Some(v[1]) { let mut i = v.iter().copied(); let _a = i.next_back(); i.next() }",
		"fn f(v: &[u8]) -> (r: Option<u8>) requires v.len() == 2 ensures r == Some(v[0]) { let mut i = v.iter().copied(); let _a = i.next_back(); i.next() }"},
	"an iterator that is made anew": {
		"fn f(v: &[u8], w: &[u8]) -> (r: usize) requires v.len() == 3, w.len() == 1 ensures r == 3 { let mut i = v.iter(); let mut n = 0; while n < 3 { i = w.iter(); n += 1; } i.len() }",
		"fn f(v: &[u8], w: &[u8]) -> (r: usize) requires v.len() == 3, w.len() == 1 ensures r == 2 { let mut i = v.iter(); let mut n = 0; while n < 3 invariant n == 0 ==> i.pos == 0 { i = w.iter(); n += 1; } let mut j = v.iter(); let _a = j.next(); j.len() }"},
	"some of the items from the end": {
		"fn f(v: Vec<i32>, k: usize) -> (r: Vec<i32>) ensures r.len() == k { v.iter().rev().take(k).cloned().collect() }",
		"fn f(v: Vec<i32>, k: usize) -> (r: Vec<i32>) ensures r.len() == (if k < v.len() { k as int } else { v.len() }), forall|i: int| 0 <= i < r.len() ==> r[i] == v[v.len() - 1 - i] { v.iter().rev().take(k).cloned().collect() }"},
	"characters in a vector": {
		"fn f(s: &str) -> (r: Vec<char>) ensures r@ == s@.reverse() { s.chars().collect() }",
		"fn f(s: &str) -> (r: Vec<char>) ensures r@ == s@ { s.chars().collect() }"},
	"a string backwards": {
		"fn f(s: &str) -> (r: String) ensures r@ == s@ { s.chars().rev().collect() }",
		"fn f(s: &str) -> (r: String) ensures r@ == s@.reverse() { s.chars().rev().collect() }"},
	"the greatest item": {
		"fn f(v: &[i32]) -> (r: i32) requires v.len() > 0 ensures r == v[0] { *v.iter().max().unwrap() }",
		"fn f(v: &[i32]) -> (r: i32) requires v.len() > 0 ensures forall|i: int| 0 <= i < v.len() ==> v[i] <= r, exists|i: int| 0 <= i < v.len() && v[i] == r { *v.iter().max().unwrap() }"},
	"the greatest of none": {
		"fn f(v: &[i32]) -> (r: i32) ensures r <= 0x7fff_ffff { *v.iter().max().unwrap() }",
		"fn f(v: &[i32]) -> (r: Option<i32>) ensures r.is_none() == (v.len() == 0) { v.iter().copied().max() }"},
	"the least item": {
		"fn f(v: &[u8]) -> (r: Option<u8>) ensures r.is_some() { v.iter().copied().min() }",
		"fn f(v: &[u8]) -> (r: Option<u8>) ensures r.is_some() ==> forall|i: int| 0 <= i < v.len() ==> r.unwrap() <= v[i] { v.iter().copied().min() }"},
	"a variable called iter": {
		"struct R { start: u8, end: u8 }\nfn f() { let iter = R { start: 9, end: 0 }; for _i in 0..3u8 invariant iter.start <= 3 { } let _x = iter.start; }",
		"struct R { start: u8, end: u8 }\nfn f() { let iter = R { start: 9, end: 0 }; for _i in 0..3u8 invariant iter.start == 9 { } let _x = iter.start; }"},
	"the iterator of a loop around": {
		"fn f(v: &[u8]) { for _x in v.iter() invariant iter.pos <= v.len() { let mut k = 0u8; while k < 3 invariant iter.pos == 0, k <= 3 { k += 1; } } }",
		"fn f(v: &[u8]) { for _x in v.iter() invariant iter.elements == v@, iter.pos <= v.len() { let mut k = 0u8; while k < 3 invariant k <= 3 { k += 1; } } }"},
	"items that change hands in the loop": {
		"fn f(v: Vec<u8>) -> (r: usize) ensures r == v.len() { let mut i = v.iter(); let mut n = 0; while n < 5 && i.next().is_some() invariant n <= 5, n == i.pos { n += 1; let j = &mut i; j.next(); } n }",
		"fn f(v: Vec<u8>) -> (r: usize) ensures r <= v.len() { let mut i = v.iter(); let mut n = 0; while n < 5 && i.next().is_some() invariant n <= 5, n <= i.pos { n += 1; } if n > 0 && n <= v.len() { n } else { 0 } }"},
	"all of the items": {
		"fn f(v: &[i32]) -> (r: bool) ensures r == (forall|k: int| 0 <= k < v.len() ==> v[k] >= 0) { v.iter().all(|x| *x > 0) }",
		"fn f(v: &[i32]) -> (r: bool) ensures r == (forall|k: int| 0 <= k < v.len() ==> v[k] > 0) { v.iter().all(|x| *x > 0) }"},
	"any of the items": {
		"fn f(v: &[i32], y: i32) -> (r: bool) ensures r == (forall|k: int| 0 <= k < v.len() ==> v[k] > y) { v.iter().any(|x| *x > y) }",
		"fn f(v: &[i32], y: i32) -> (r: bool) ensures r == (exists|k: int| 0 <= k < v.len() && v[k] > y) { v.iter().any(|x| *x > y) }"},
	"any of the numbers of a range": {
		"fn f(n: u32) -> (r: bool) requires n < 1000 ensures r == (n >= 7) { (2..n).any(|k| k == 7) }",
		"fn f(n: u32) -> (r: bool) requires n < 1000 ensures r == (n > 7) { (2..n).any(|k| k == 7) }"},
	"all the numbers of a range with its end": {
		"fn f(n: u32) -> (r: bool) requires n < 1000 ensures r == (n < 9) { (2..=n).all(|k| k < 8) }",
		"fn f(n: u32) -> (r: bool) requires n < 1000 ensures r == (n < 8) { (2..=n).all(|k| k < 8) }"},
	"a closure that overflows": {
		"fn f(v: &[u8]) -> (r: bool) ensures r ==> v.len() == 0 || v[0] < 200 { v.iter().all(|x| *x + 1 < 200) }",
		"fn f(v: &[u8]) -> (r: bool) ensures r ==> v.len() == 0 || v[0] < 200 { v.iter().all(|x| *x < 199) }"},
	"a closure that overflows behind the first that decides": {
		"fn f(v: &[u8]) -> (r: bool) requires v.len() == 2, v[0] == 1, v[1] == 255 ensures r { v.iter().any(|x| *x + 1 > 100) }",
		"fn f(v: &[u8]) -> (r: bool) requires v.len() == 2, v[0] == 1, v[1] == 254 ensures r { v.iter().any(|x| *x + 1 > 100) }"},
	"a closure that counts": {
		"fn f(v: &[u8]) -> (r: usize) ensures r == 0 { let mut n = 0; let _a = v.iter().all(|_x| { n += 1; n < 3 }); n }",
		"fn f(v: &[u8]) -> (r: usize) ensures r == 0 { let n = 0; let _a = v.iter().all(|_x| n < 3); n }"},
	"a closure that counts by itself": {
		"fn f(v: &[u8]) -> (r: bool) requires v.len() == 2 ensures r { let mut n = 0; v.iter().all(move |_x| { n += 1; n < 2 }) }",
		"fn f(v: &[u8]) -> (r: bool) requires v.len() == 2 ensures r { let n = 0; v.iter().all(move |_x| n < 2) }"},
	"a closure that leads back": {
		"fn g(v: &[u8]) -> (r: bool) { v.iter().all(|_x| { f(v); true }) }\nfn f(v: &[u8]) ensures v.len() < 3 || v.len() >= 3 { let _r = g(v); }",
		"fn g(v: &[u8]) -> (r: bool) { v.iter().all(|_x| { h(v); true }) }\nfn h(v: &[u8]) { }\nfn f(v: &[u8]) ensures v.len() < 3 || v.len() >= 3 { let _r = g(v); }"},
	"a closure that panics": {
		"fn f(v: &[u8]) -> (r: bool) ensures r ==> v.len() < 300 { v.iter().all(|x| 10 / *x > 1) }",
		"fn f(v: &[u8]) -> (r: bool) requires forall|k: int| 0 <= k < v.len() ==> v[k] > 0 ensures r ==> (forall|k: int| 0 <= k < v.len() ==> v[k] <= 5) { v.iter().all(|x| 10 / *x > 1) }"},
	"what a closure makes of the items": {
		"fn f(v: &[u8]) -> (r: Vec<u32>) ensures r.len() == v.len(), forall|i: int| 0 <= i < r.len() ==> r[i] == v[i] + 2 { v.iter().map(|x| *x as u32 + 1).collect() }",
		"fn f(v: &[u8]) -> (r: Vec<u32>) ensures r.len() == v.len(), forall|i: int| 0 <= i < r.len() ==> r[i] == v[i] + 1 { v.iter().map(|x| *x as u32 + 1).collect() }"},
	"items that a closure leaves": {
		"fn f(v: Vec<i32>) -> (r: Vec<i32>) ensures r.len() == v.len(), forall|i: int| 0 <= i < r.len() ==> r[i] > 0 { v.into_iter().filter(|x| *x > 0).collect() }",
		"fn f(v: Vec<i32>) -> (r: Vec<i32>) ensures r.len() <= v.len(), forall|i: int| 0 <= i < r.len() ==> r[i] > 0, forall|i: int| 0 <= i < v.len() && v[i] > 0 ==> r@.contains(v[i]) { v.into_iter().filter(|x| *x > 0).collect() }"},
	"items that another vector has": {
		"fn f(v: Vec<i32>, w: Vec<i32>) -> (r: Vec<i32>) ensures r.len() == v.len() { v.into_iter().filter(|x| w.contains(x)).collect() }",
		"fn f(v: Vec<i32>, w: Vec<i32>) -> (r: Vec<i32>) ensures r.len() <= v.len(), forall|i: int| 0 <= i < r.len() ==> w@.contains(r[i]) { v.into_iter().filter(|x| w.contains(x)).collect() }"},
	"a vector written out": {
		"fn f(a: i32) -> (r: Vec<i32>) ensures r@ == seq![a, 3i32, 2i32] { vec![a, 3] }",
		"fn f(a: i32) -> (r: Vec<i32>) ensures r.len() == 2, r[0] == a, r[1] == 3 { vec![a, 3] }"},
	"a vector written out anew in a loop": {
		"fn f(n: u8) -> (r: Vec<u8>) ensures r[0] == 7 { let mut v = vec![7]; let mut i = 0; while i < n invariant i <= n { v = vec![i]; i += 1; } v }",
		"fn f(n: u8) -> (r: Vec<u8>) ensures n == 0 ==> r[0] == 7, n > 0 ==> r[0] == n - 1 { let mut v = vec![7]; let mut i = 0; while i < n invariant i <= n, v.len() == 1, i == 0 ==> v[0] == 7, i > 0 ==> v[0] == i - 1 { v = vec![i]; i += 1; } v }"},
	"a vector of one value": {
		"fn f(x: i32, n: usize) -> (r: Vec<i32>) ensures r.len() == n { vec![x; n] }",
		"fn f(x: i32, n: u8) -> (r: Vec<i32>) ensures r.len() == n, forall|i: int| 0 <= i < n ==> r[i] == x { vec![x; n as usize] }"},
	"an element that is not there": {
		"fn f(v: &[u8], i: usize) -> (r: u8) ensures r <= 255 { *v.get(i).unwrap() }",
		"fn f(v: &[u8], i: usize) -> (r: Option<u8>) ensures r.is_some() == (i < v.len()), i < v.len() ==> r == Some(v[i as int]) { v.get(i).copied() }"},
	"a part of a slice that is asked for": {
		"fn f(v: &[u8]) -> (r: bool) ensures r == (v.len() > 1) { v.get(1..3).is_some() }",
		"fn f(v: &[u8]) -> (r: bool) ensures r == (v.len() > 1) { v.get(1).is_some() }"},
	"sorted": {
		"fn f(v: Vec<i32>) -> (r: Vec<i32>) ensures r.len() == v.len(), forall|i: int| 0 <= i < r.len() - 1 ==> r[i] < r[i + 1] { let mut w = v; w.sort(); w }",
		"fn f(v: Vec<i32>) -> (r: Vec<i32>) ensures r.len() == v.len(), forall|i: int| 0 <= i < r.len() - 1 ==> r[i] <= r[i + 1] { let mut w = v; w.sort(); w }"},
	"sorted by an order of its own": {
		"#[derive(PartialEq, Eq, PartialOrd, Ord)]\nstruct S(u8);\nfn f(v: &mut Vec<S>) ensures v.len() == old(v).len() { v.sort(); v.push(S(1)); }",
		"fn f(v: &mut Vec<u8>) ensures v.len() == old(v).len() + 1 { v.sort(); v.push(1); }"},
	"each once": {
		"fn f(v: Vec<i32>) -> (r: Vec<i32>) ensures forall|i: int, j: int| 0 <= i < j < r.len() ==> r[i] < r[j] { let mut w = v; w.dedup(); w }",
		"fn f(v: Vec<i32>) -> (r: Vec<i32>) ensures forall|i: int, j: int| 0 <= i < j < r.len() ==> r[i] < r[j] { let mut w = v; w.sort(); w.dedup(); w }"},
	"the same elements, sorted": {
		"fn f(v: Vec<i32>) -> (r: Vec<i32>) requires v.len() > 1 ensures r@.contains(v[0]), r[0] == v[0] { let mut w = v; w.sort(); w }",
		"fn f(v: Vec<i32>) -> (r: Vec<i32>) requires v.len() > 1 ensures r@.contains(v[0]), v@.contains(r[0]) { let mut w = v; w.sort(); w }"},
	"the same elements, each once": {
		"fn f(v: Vec<i32>) -> (r: Vec<i32>) requires v.len() > 1 ensures r@.contains(v[1]), r.len() > 1 { let mut w = v; w.dedup(); w }",
		"fn f(v: Vec<i32>) -> (r: Vec<i32>) requires v.len() > 1 ensures r@.contains(v[1]), r.len() > 0, forall|i: int| 0 <= i < r.len() ==> v@.contains(r[i]) { let mut w = v; w.dedup(); w }"},
	"a sum of references": {
		"fn f(x: &i32, y: &i32) -> (r: i32) ensures r == x + y { x + y }",
		"fn f(x: &i32, y: &i32) -> (r: i32) requires -1000 <= x <= 1000, -1000 <= y <= 1000 ensures r == x + y { x + y }"},
	"a rest of a reference": {
		"fn f(x: &i32) -> (r: i32) ensures r == x % 3 { x % 3 }",
		"fn f(x: &i32) -> (r: i32) requires x >= 0 ensures r == x % 3 { x % 3 }"},
	"a division by a reference": {
		"fn f(x: i32, y: &i32) -> (r: i32) requires y != 0 ensures x == 0 ==> r == 0 { x / y }",
		"fn f(x: i32, y: &i32) -> (r: i32) requires y > 0 ensures x == 0 ==> r == 0 { x / y }"},
	"a reference added to a variable": {
		"fn f(v: &[u8]) -> (r: u8) ensures v.len() == 1 ==> r == v[0] { let mut s = 0; for x in v.iter() { s += x; } s }",
		"fn f(v: &[u8]) -> (r: u32) requires v.len() < 1000 ensures r <= 255 * v.len() { let mut s = 0u32; for x in v.iter() invariant iter.elements == v@, s <= 255 * iter.pos { let y = *x as u32; s += &y; } s }"},
	"characters of a string by their place": {
		"fn f(s: &str) -> (r: char) ensures s@.len() > 3 { s.chars().nth(3).unwrap_or('x') }",
		"fn f(s: &str) -> (r: char) ensures s@.len() > 3 ==> r == s@[3] { s.chars().nth(3).unwrap_or('x') }"},
	"bytes of a string": {
		"fn f(s: &str) -> (r: usize) ensures r == s@.len() { s.len() }",
		"fn f(s: &str) -> (r: usize) requires forall|i: int| 0 <= i < s@.len() ==> s@[i] <= 'z' ensures r == s@.len() { s.len() }"},
	"the type of an own iterator": {
		"struct Iter(u8);\nimpl Iterator for Iter { type Item = u8; fn next(&mut self) -> Option<u8> { None } }\nfn f() -> (r: bool) ensures r { let mut i = Iter(3); i.next().is_some() }",
		"fn f(v: &[u8]) -> (r: bool) ensures r == (v.len() > 0) { let mut i = v.iter(); i.next().is_some() }"},
}

// TestWalks: none of the wrong ones of [walks] is verified, and each right one is.
func TestWalks(t *testing.T) {
	b := open(t)
	for name, c := range walks {
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

// TestWalksOnStd: what is proved of [walks] holds when the real std runs it.
func TestWalksOnStd(t *testing.T) {
	require.Tool(t, "rustc")
	require.Tool(t, "bwrap")
	tc, err := toolchain.Find(t.Context(), toolchain.Options{})
	if err != nil {
		t.Fatal(err)
	}
	inputs := 2_000
	if testing.Short() {
		inputs = 100
	}
	var src strings.Builder
	n := 0
	for _, name := range slices.Sorted(maps.Keys(walks)) {
		if text := walks[name].right; !strings.Contains(text, "struct ") {
			n++
			src.WriteString(strings.Replace(text, "fn f(", "fn f"+itoa(n)+"(", 1) + "\n")
		}
	}
	file := spec.Parse("verus! {\n" + src.String() + "}\n")
	if len(file.Errs) > 0 {
		t.Fatal(file.Errs[0])
	}
	p, err := observe.Build(t.Context(), tc, "walks.rs", file, func(*spec.Func) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for f, err := range p.Refused {
		t.Errorf("%s: %v", f.Name, err)
	}
	for _, f := range p.Funcs {
		r, err := measure.Measure(t.Context(), p, f, file, measure.Options{Inputs: inputs, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if v := r.Violations(1); len(v) > 0 || r.Lost > 0 {
			t.Errorf("%s: %v, %d calls do not end", file.Src[f.Spec.From:f.Spec.To], v, r.Lost)
		}
	}
}
