//! Mutex that puts its waiters to sleep, after the one of Asterinas' `ostd`.
//!
//! The lock is one word, taken by whoever changes it from FREE to HELD. Whoever finds it
//! held gets into a wait queue, tries once more, and sleeps. The guard frees the word first
//! and wakes the longest waiter then. The lock is not handed over: the one that was woken
//! tries as everybody does, and goes round again if somebody else was faster.

use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut};

use crate::sync::{AtomicU32, Ordering};
use crate::wait_queue::WaitQueue;

const FREE: u32 = 0;
const HELD: u32 = 1;

/// A value that one thread at a time can use.
pub struct Mutex<T> {
    word: AtomicU32,
    queue: WaitQueue,
    value: UnsafeCell<T>,
}

// The word lets one thread at a time reach the value.
unsafe impl<T: Send> Sync for Mutex<T> {}
unsafe impl<T: Send> Send for Mutex<T> {}

impl<T> Mutex<T> {
    pub const fn new(value: T) -> Self {
        Mutex {
            word: AtomicU32::new(FREE),
            queue: WaitQueue::new(),
            value: UnsafeCell::new(value),
        }
    }

    /// Takes the lock, and sleeps while others have it.
    pub fn lock(&self) -> MutexGuard<'_, T> {
        self.queue.wait_until(|| self.try_lock())
    }

    /// Takes the lock if it is free now. It never fails while the lock is free.
    pub fn try_lock(&self) -> Option<MutexGuard<'_, T>> {
        self.word
            .compare_exchange(FREE, HELD, Ordering::Acquire, Ordering::Relaxed)
            .is_ok()
            .then(|| MutexGuard { mutex: self })
    }

    /// Whether some thread has the lock; it may be out of date when it arrives.
    pub fn is_locked(&self) -> bool {
        self.word.load(Ordering::Relaxed) == HELD
    }
}

/// The right to use the value; dropping it gives the lock back.
pub struct MutexGuard<'a, T> {
    mutex: &'a Mutex<T>,
}

// A guard that is shared shares the value.
unsafe impl<T: Sync> Sync for MutexGuard<'_, T> {}

impl<T> Deref for MutexGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        unsafe { &*self.mutex.value.get() }
    }
}

impl<T> DerefMut for MutexGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        unsafe { &mut *self.mutex.value.get() }
    }
}

impl<T> Drop for MutexGuard<'_, T> {
    fn drop(&mut self) {
        // The word first: whoever is woken must find it free.
        self.mutex.word.store(FREE, Ordering::Release);
        self.mutex.queue.wake_one();
    }
}
