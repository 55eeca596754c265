//! A spinlock for short critical sections, in user space or without an operating system.

/// Where the lock gets its atomics from: the harness has its own `sync` in this place,
/// which records what happens to them.
pub mod sync {
    pub use std::sync::atomic::{AtomicU32, Ordering};
}

mod spinlock;
pub use spinlock::{SpinGuard, SpinLock};
