//! Rectangles, and lists of lengths.

mod flat;
#[cfg(feature = "lists")]
pub mod lists;

pub use flat::Rectangle;

/// Whether a rectangle is as wide as it is high.
pub fn is_square(r: &Rectangle) -> bool {
    flat::same(r.width, r.height)
}

/// A width within what a screen has.
pub fn on_screen(width: i32) -> i32 {
    bounds::clamped(width, 0, 1920)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares() {
        assert!(is_square(&Rectangle::new(2, 2)));
        assert!(!is_square(&Rectangle::new(2, 3)));
    }

    #[test]
    fn screens() {
        assert_eq!(on_screen(-5), 0);
    }
}
