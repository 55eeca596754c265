//! Searching, with the clauses in comments.

use std::cmp::Ordering;

/// The place of x in a, which is in order.
//@ requires forall|i: int, j: int| 0 <= i <= j < a.len() ==> a[i] <= a[j]
//@ ensures result.is_some() ==> result.unwrap() < a.len() && a[result.unwrap() as int] == x,
//@     result.is_none() ==> forall|i: int| 0 <= i < a.len() ==> a[i] != x
#[inline]
pub fn search(a: &[i32], x: i32) -> Option<usize> {
    let mut lo = 0;
    let mut hi = a.len();
    //@ invariant lo <= hi <= a.len(),
    //@     forall|i: int| 0 <= i < lo ==> a[i] < x,
    //@     forall|i: int| hi <= i < a.len() ==> a[i] > x
    //@ decreases hi - lo
    while lo < hi {
        let mid = lo + (hi - lo) / 2;
        match a[mid].cmp(&x) {
            Ordering::Equal => return Some(mid),
            Ordering::Less => lo = mid + 1,
            Ordering::Greater => hi = mid,
        }
    }
    None
}

fn unspecified(x: u8) -> u8 { x }

//@ spec fn sum(v: Seq<u32>, n: int) -> int
//@     decreases n
//@ {
//@     if n <= 0 { 0 } else { sum(v, n - 1) + v[n - 1] }
//@ }

//@ requires sum(v@, v.len() as int) <= u32::MAX,
//@     forall|k: int| 0 <= k <= v.len() ==> sum(v@, k) <= u32::MAX
//@ ensures result == sum(v@, v.len() as int)
pub fn total(v: &Vec<u32>) -> u32 {
    let mut s: u32 = 0;
    //@ invariant s == sum(v@, i as int)
    for i in 0..v.len() {
        s += v[i];
    }
    s
}

//@ ensures v.len() == old(v).len() + 1, v@ == old(v)@.push(x), *n == *old(n) || *n == *old(n) + 1
//@ requires *old(n) < 1000
pub fn put(v: &mut Vec<u8>, x: u8, n: &mut u64) {
    if x % 2 == 0 {
        *n += 1;
    }
    v.push(x);
}

//@ ensures result * result <= x, x < (result + 1) * (result + 1)
pub fn root(x: u64) -> u64 {
    let mut r: u64 = 0;
    //@ invariant r * r <= x
    while (r + 1).checked_mul(r + 1).map_or(false, |s| s <= x) {
        r += 1;
    }
    r
}
