#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    Point,
    Disc(u32),
    Box { w: u32, h: u32 },
}

#[derive(Clone)]
pub struct Stack {
    items: Vec<i64>,
    limit: usize,
}

impl Stack {
    //@ requires old(self).items.len() < old(self).limit
    //@ ensures self.items.len() == old(self).items.len() + 1, self.limit == old(self).limit
    //@ ensures self.items@ == old(self).items@.push(x)
    pub fn push(&mut self, x: i64) {
        self.items.push(x);
    }

    //@ ensures result == None <==> old(self).items.len() == 0
    //@ ensures result matches Some(x) ==> x == old(self).items[old(self).items.len() - 1]
    pub fn pop(&mut self) -> Option<i64> {
        self.items.pop()
    }

    //@ ensures result.len() == self.items.len()
    pub fn all(&self) -> &[i64] {
        &self.items
    }

    //@ ensures self.limit > 0
    pub fn slots(&mut self) -> &mut Vec<i64> {
        &mut self.items
    }
}

//@ ensures result == match s { Shape::Point => 0, Shape::Disc(r) => r as int, Shape::Box { w, h } => w * h }
//@ ensures s is Point ==> result == 0
pub fn size(s: Shape) -> u64 {
    match s {
        Shape::Point => 0,
        Shape::Disc(r) => r as u64,
        Shape::Box { w, h } => w as u64 * h as u64,
    }
}

pub mod inner {
    //@ requires n < 10, forall|x: int| x * 0 == 0
    //@ ensures result > n
    //@ decreases n
    pub const fn next(n: u8) -> u8 { n + 1 }

    //@ ensures result.0 == b && result.1 == a, result == (b, a)
    pub fn swap<T: Copy + PartialEq>(a: u8, b: u8, _c: T) -> (u8, u8) {
        'outer: loop {
            //@ invariant k <= 2
            //@ decreases 2 - k
            for k in 0..2u8 {
                if k == 1 { break 'outer; }
            }
        }
        (b, a)
    }
}
