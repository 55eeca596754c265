//! A mutex whose waiters sleep, and the wait queue that it is made of.

/// Where the words come from: the harness has its own `sync` in this place, which
/// records what happens to them.
pub mod sync {
    pub use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
}

mod mutex;
mod spin;
mod wait_queue;

pub use mutex::{Mutex, MutexGuard};
pub use wait_queue::WaitQueue;
