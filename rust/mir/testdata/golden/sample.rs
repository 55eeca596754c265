// One of each form that the reader knows.
#[derive(Clone, PartialEq)]
pub enum Shape { Dot, Line(i32), Box { w: u32, h: u32 } }
pub struct Pair<T> { a: T, b: T }
const LIMIT: usize = 3;
static NAMES: [&str; 2] = ["a", "b\n"];

impl<T: Copy> Pair<T> {
    pub fn swap(&mut self) { let a = self.a; self.a = self.b; self.b = a; }
}
pub fn area(s: &Shape) -> u64 {
    match s { Shape::Dot => 0, Shape::Line(n) if *n < 0 => 1, Shape::Line(_) => 2, Shape::Box { w, h } => *w as u64 * *h as u64 }
}
pub fn arrays(v: &mut Vec<i32>, i: usize) -> i32 {
    let z = [7; LIMIT];
    v[i] += z[i % 3];
    let t = (v.len() as i32, -v[0], !z[1]);
    t.0.wrapping_add(t.1) >> 2 ^ t.2
}
pub fn slices(s: &[u8]) -> Option<u8> {
    match s { [] => None, [a] => Some(*a), [a, .., b] => Some(a.saturating_sub(*b)) }
}
pub fn loops(n: u8) -> u8 {
    let mut k = 0u8;
    for i in 0..n { if i % 2 == 0 { continue; } k = k.max(i); }
    while k > 100 { k -= 1; }
    loop { if k == 0 { break k; } k /= 2; }
}
pub fn closures(v: Vec<i32>, by: i32) -> Vec<i32> { v.into_iter().map(|x| x * by).filter(|x| *x != 0).collect() }
pub fn text(i: usize, c: char, f: f64) -> String {
    if i > 1 || f < 0.5 { panic!("no {}", c) }
    let mut s = NAMES[i].to_string();
    s.push(c);
    s
}
pub fn boxed(x: i64) -> Box<Pair<i64>> { Box::new(Pair { a: x, b: x.pow(2) }) }
pub fn same(a: &Shape) -> bool { a == &Shape::Dot || a.clone() == Shape::Line(1) }
