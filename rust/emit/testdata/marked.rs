// Assertions in comments, and a file with other ends of lines would do as well.
//@ requires x < 100 && y < 100
pub fn far(x: u32, y: u32) -> u32 {
    let d = if x > y { x - y } else { y - x };
    let n: u32 = d + 1;
    //@ assert(n > 0 && n * n <= 10_000);
    //@ assume(d < 100);
    n
}
