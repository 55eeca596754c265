//! The atomics of ../../source, recorded: what std's would do, on words that count their
//! changes. Each operation says first which word of the mutex it is about.

use std::cell::Cell;

use crate::record;
use crate::word;
pub use crate::word::Ordering;

/// What a word is for.
#[derive(Clone, Copy, PartialEq)]
pub enum Word {
    Lock,
    Count,
    Spin,
    Flag(u32), // of the waker of this thread
}

thread_local! {
    static LAST: Cell<Word> = const { Cell::new(Word::Lock) };
}

/// The word of this thread's operation.
pub fn last() -> Word {
    LAST.get()
}

/// The lock's word, which is compared and stored, or the count, which is added to.
pub struct AtomicU32(word::AtomicU32);

impl AtomicU32 {
    pub const fn new(value: u32) -> Self {
        AtomicU32(word::AtomicU32::new(value))
    }

    pub fn load(&self, order: Ordering) -> u32 {
        self.0.load(order)
    }

    pub fn compare_exchange(
        &self,
        current: u32,
        new: u32,
        success: Ordering,
        failure: Ordering,
    ) -> Result<u32, u32> {
        LAST.set(Word::Lock);
        self.0.compare_exchange(current, new, success, failure)
    }

    pub fn store(&self, new: u32, order: Ordering) {
        LAST.set(Word::Lock);
        self.0.store(new, order);
    }

    pub fn fetch_add(&self, n: u32, order: Ordering) -> u32 {
        LAST.set(Word::Count);
        self.0.fetch_add(n, order)
    }

    pub fn fetch_sub(&self, n: u32, order: Ordering) -> u32 {
        LAST.set(Word::Count);
        self.0.fetch_sub(n, order)
    }
}

/// A waker's flag, which its thread makes by `default`, or the lock of the list.
pub struct AtomicBool {
    bit: word::AtomicU32,
    about: Word,
}

impl AtomicBool {
    pub const fn new(value: bool) -> Self {
        AtomicBool {
            bit: word::AtomicU32::new(value as u32),
            about: Word::Spin,
        }
    }

    pub fn load(&self, order: Ordering) -> bool {
        self.bit.load(order) != 0
    }

    pub fn store(&self, new: bool, order: Ordering) {
        LAST.set(self.about);
        self.bit.store(new as u32, order);
    }

    pub fn swap(&self, new: bool, order: Ordering) -> bool {
        LAST.set(self.about);
        self.bit.swap(new as u32, order) != 0
    }
}

impl Default for AtomicBool {
    fn default() -> Self {
        AtomicBool {
            bit: word::AtomicU32::new(0),
            about: Word::Flag(record::thread()),
        }
    }
}
