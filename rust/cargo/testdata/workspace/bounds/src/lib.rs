//! Numbers within bounds.

/// The number itself, or the bound that it is beyond.
pub fn clamped(x: i32, low: i32, high: i32) -> i32 {
    if x < low {
        low
    } else if x > high {
        high
    } else {
        x
    }
}
