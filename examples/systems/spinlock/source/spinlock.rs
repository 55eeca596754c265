//! Test-and-test-and-set spinlock with guards.
//!
//! The lock is one word. Whoever changes it from FREE to HELD owns the value until the
//! guard is dropped. There is no queue: a thread that comes late may be first.

use std::cell::UnsafeCell;
use std::hint;
use std::ops::{Deref, DerefMut};

use crate::sync::{AtomicU32, Ordering};

const FREE: u32 = 0;
const HELD: u32 = 1;

/// Pauses between two looks at the word grow up to this many.
const MAX_PAUSES: u32 = 64;

/// A value that one thread at a time can use.
pub struct SpinLock<T> {
    word: AtomicU32,
    value: UnsafeCell<T>,
}

// The word lets one thread at a time reach the value.
unsafe impl<T: Send> Sync for SpinLock<T> {}
unsafe impl<T: Send> Send for SpinLock<T> {}

impl<T> SpinLock<T> {
    pub const fn new(value: T) -> Self {
        SpinLock { word: AtomicU32::new(FREE), value: UnsafeCell::new(value) }
    }

    /// Takes the lock, however long that takes.
    pub fn lock(&self) -> SpinGuard<'_, T> {
        let mut pauses = 1;
        loop {
            // The weak form may fail for no reason on some machines: the loop tries again.
            if self.word.compare_exchange_weak(FREE, HELD, Ordering::Acquire, Ordering::Relaxed).is_ok() {
                return SpinGuard { lock: self };
            }
            // Only look until it is free: looking leaves the word in the caches of the others.
            while self.word.load(Ordering::Relaxed) == HELD {
                for _ in 0..pauses {
                    hint::spin_loop();
                }
                pauses = (pauses * 2).min(MAX_PAUSES);
            }
        }
    }

    /// Takes the lock if it is free now. It never fails while the lock is free.
    pub fn try_lock(&self) -> Option<SpinGuard<'_, T>> {
        match self.word.compare_exchange(FREE, HELD, Ordering::Acquire, Ordering::Relaxed) {
            Ok(_) => Some(SpinGuard { lock: self }),
            Err(_) => None,
        }
    }

    /// Like `lock`, but gives up after so many attempts that found the lock held.
    pub fn lock_within(&self, attempts: u32) -> Option<SpinGuard<'_, T>> {
        for _ in 0..attempts {
            if self.word.compare_exchange(FREE, HELD, Ordering::Acquire, Ordering::Relaxed).is_ok() {
                return Some(SpinGuard { lock: self });
            }
            hint::spin_loop();
        }
        None
    }

    /// Whether some thread holds the lock; it may be out of date when it arrives.
    pub fn is_locked(&self) -> bool {
        self.word.load(Ordering::Relaxed) == HELD
    }
}

/// The right to use the value; dropping it gives the lock back.
pub struct SpinGuard<'a, T> {
    lock: &'a SpinLock<T>,
}

impl<T> Deref for SpinGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        unsafe { &*self.lock.value.get() }
    }
}

impl<T> DerefMut for SpinGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        unsafe { &mut *self.lock.value.get() }
    }
}

impl<T> Drop for SpinGuard<'_, T> {
    fn drop(&mut self) {
        // Release: whoever acquires the lock next sees what was written under it.
        self.lock.word.store(FREE, Ordering::Release);
    }
}
