//! Reader-writer spinlock in one word.
//!
//! Many readers, or one writer. Beside the readers there may be one upgradable reader,
//! who can become the writer without letting go in between. A writer can become a reader
//! in the same way.
//!
//! Readers and upgradable readers announce themselves first and look afterwards: one
//! atomic instruction when there is no writer. If there is one, they take the
//! announcement back, so the word may count a reader for a moment that never reads.
//! Everybody else must bear that: it is why a writer goes by clearing its bit and not by
//! writing zero.

use std::cell::UnsafeCell;
use std::hint;
use std::mem;
use std::ops::{Deref, DerefMut};

use crate::sync::{AtomicU32, Ordering};

const WRITER: u32 = 1 << 31;
const UPGRADER: u32 = 1 << 30;
const READER: u32 = 1; // the lower bits count them

/// A value with many readers or one writer.
pub struct RwLock<T> {
    word: AtomicU32,
    value: UnsafeCell<T>,
}

// The word keeps writers apart from everybody else.
unsafe impl<T: Send + Sync> Sync for RwLock<T> {}
unsafe impl<T: Send> Send for RwLock<T> {}

impl<T> RwLock<T> {
    pub const fn new(value: T) -> Self {
        RwLock { word: AtomicU32::new(0), value: UnsafeCell::new(value) }
    }

    /// A reader's guard, as soon as there is no writer.
    pub fn read(&self) -> ReadGuard<'_, T> {
        loop {
            if let Some(guard) = self.try_read() {
                return guard;
            }
            while self.word.load(Ordering::Relaxed) & WRITER != 0 {
                hint::spin_loop();
            }
        }
    }

    /// A reader's guard if there is no writer now.
    pub fn try_read(&self) -> Option<ReadGuard<'_, T>> {
        let before = self.word.fetch_add(READER, Ordering::Acquire);
        if before & WRITER == 0 {
            return Some(ReadGuard { lock: self });
        }
        self.word.fetch_sub(READER, Ordering::Relaxed);
        None
    }

    /// The writer's guard, as soon as nobody else has one.
    pub fn write(&self) -> WriteGuard<'_, T> {
        loop {
            if let Some(guard) = self.try_write() {
                return guard;
            }
            while self.word.load(Ordering::Relaxed) != 0 {
                hint::spin_loop();
            }
        }
    }

    /// The writer's guard if nobody has one, or is about to take an announcement back.
    pub fn try_write(&self) -> Option<WriteGuard<'_, T>> {
        match self.word.compare_exchange(0, WRITER, Ordering::Acquire, Ordering::Relaxed) {
            Ok(_) => Some(WriteGuard { lock: self }),
            Err(_) => None,
        }
    }

    /// A reader's guard that can become a writer's, as soon as there is neither a writer
    /// nor another one of these.
    pub fn upgradable(&self) -> UpgradableGuard<'_, T> {
        loop {
            if let Some(guard) = self.try_upgradable() {
                return guard;
            }
            while self.word.load(Ordering::Relaxed) & (WRITER | UPGRADER) != 0 {
                hint::spin_loop();
            }
        }
    }

    /// The same, if it can be had now.
    pub fn try_upgradable(&self) -> Option<UpgradableGuard<'_, T>> {
        let before = self.word.fetch_or(UPGRADER, Ordering::Acquire);
        if before & (WRITER | UPGRADER) == 0 {
            return Some(UpgradableGuard { lock: self });
        }
        // The bit is somebody else's if it was there before.
        if before & UPGRADER == 0 {
            self.word.fetch_and(!UPGRADER, Ordering::Relaxed);
        }
        None
    }

    /// Whether nobody has a guard; it may be out of date when it arrives.
    pub fn is_free(&self) -> bool {
        self.word.load(Ordering::Relaxed) == 0
    }
}

/// One of many readers.
pub struct ReadGuard<'a, T> {
    lock: &'a RwLock<T>,
}

/// The one reader who may become the writer.
pub struct UpgradableGuard<'a, T> {
    lock: &'a RwLock<T>,
}

/// The writer.
pub struct WriteGuard<'a, T> {
    lock: &'a RwLock<T>,
}

impl<'a, T> UpgradableGuard<'a, T> {
    /// Becomes the writer when the last reader has gone; no other writer comes between.
    pub fn upgrade(self) -> WriteGuard<'a, T> {
        let lock = self.lock;
        mem::forget(self); // the bit goes over into the writer's
        while lock.word.compare_exchange(UPGRADER, WRITER, Ordering::Acquire, Ordering::Relaxed).is_err() {
            while lock.word.load(Ordering::Relaxed) != UPGRADER {
                hint::spin_loop();
            }
        }
        WriteGuard { lock }
    }
}

impl<'a, T> WriteGuard<'a, T> {
    /// Becomes a reader; no other writer comes between.
    pub fn downgrade(self) -> ReadGuard<'a, T> {
        let lock = self.lock;
        mem::forget(self);
        // One instruction: minus the writer, plus a reader.
        lock.word.fetch_sub(WRITER - READER, Ordering::Release);
        ReadGuard { lock }
    }
}

impl<T> Deref for ReadGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        unsafe { &*self.lock.value.get() }
    }
}

impl<T> Deref for UpgradableGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        unsafe { &*self.lock.value.get() }
    }
}

impl<T> Deref for WriteGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        unsafe { &*self.lock.value.get() }
    }
}

impl<T> DerefMut for WriteGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        unsafe { &mut *self.lock.value.get() }
    }
}

impl<T> Drop for ReadGuard<'_, T> {
    fn drop(&mut self) {
        self.lock.word.fetch_sub(READER, Ordering::Release);
    }
}

impl<T> Drop for UpgradableGuard<'_, T> {
    fn drop(&mut self) {
        self.lock.word.fetch_and(!UPGRADER, Ordering::Release);
    }
}

impl<T> Drop for WriteGuard<'_, T> {
    fn drop(&mut self) {
        self.lock.word.fetch_and(!WRITER, Ordering::Release);
    }
}
