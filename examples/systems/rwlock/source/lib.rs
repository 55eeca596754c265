//! A reader-writer lock that spins, with upgradable readers.

/// Where the lock gets its atomics from: the harness has its own `sync` in this place,
/// which records what happens to them.
pub mod sync {
    pub use std::sync::atomic::{AtomicU32, Ordering};
}

mod rwlock;
pub use rwlock::{ReadGuard, RwLock, UpgradableGuard, WriteGuard};
