//! A ring buffer between one producer and one consumer.

/// Where the ring gets its atomics and slots from: the harness has its own `sync` in this
/// place, which records what happens to them.
pub mod sync {
    pub use crate::slot::Slot;
    pub use std::sync::atomic::{AtomicUsize, Ordering};
}

mod ringbuffer;
mod slot;
pub use ringbuffer::{Consumer, Producer, RingBuffer};
