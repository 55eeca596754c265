use std::fmt::Debug;

pub struct Window<'a, T: Debug> {
    s: &'a [T],
    n: usize,
}

impl<'a, T: Debug + Clone> Window<'a, T> {
    //@ ensures result.n == 0, result.s.len() == s.len()
    pub fn new(s: &'a [T]) -> Self {
        Window { s, n: 0 }
    }

    //@ ensures self.n == old(self).n + 1 || result.is_none()
    pub fn next(&mut self) -> Option<&'a T> {
        let r = self.s.get(self.n)?;
        self.n += 1;
        Some(r)
    }
}

//@ ensures result.len() == N, forall|i: int| 0 <= i < N ==> result[i] == x
pub fn fill<const N: usize>(x: u8) -> [u8; N] { [x; N] }

trait Area { fn area(&self) -> u32; }

impl Area for u16 {
    //@ ensures result == *self * 2
    fn area(&self) -> u32 { *self as u32 * 2 }
}

//@ requires v.len() > 0
//@ ensures exists|i: int| 0 <= i < v.len() && v[i] == result
pub unsafe fn find(v: &[i64]) -> i64 {
    let mut i = 0;
    //@ invariant i < v.len()
    //@ decreases v.len() - i
    let got = 'a: loop {
        if v[i] > 3 || i + 1 == v.len() { break 'a v[i]; }
        i += 1;
    };
    got
}

//@ ensures true
pub fn bytes(v: Vec<u8>) -> impl Iterator<Item = u8> { v.into_iter() }

//@ ensures x == 1
pub async fn later(x: u8) { let _ = x; }

//@ ensures result.0 == 1
pub fn swap((a, b): (u8, u8)) -> (u8, u8) { (b, a) }

pub fn outer(n: u32) -> u32 {
    //@ invariant k <= n
    for k in (0..n).rev() { if k > 5 { continue; } }
    let mut q = vec![1, 2, 3];
    //@ invariant q.len() <= 3
    while let Some(x) = q.pop() { let _ = x; }
    //@ invariant q.len() == 0
    for x in q.iter_mut() { *x = 1; }
    n
}
