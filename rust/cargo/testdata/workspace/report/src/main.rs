fn larger(a: u32, b: u32) -> u32 {
    if a < b {
        b
    } else {
        a
    }
}

fn main() {
    let r = geometry::Rectangle::new(2, 3);
    println!("{} {}", larger(r.width, r.height), geometry::is_square(&r));
}
