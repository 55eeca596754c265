use geometry::{lists, Rectangle};

#[test]
fn turned_twice() {
    let mut r = Rectangle::new(1, 2);
    r.turn();
    assert_eq!(r.width, 2);
    assert_eq!(lists::first_at_least(&[1, 2, 3], 2), 1);
}
