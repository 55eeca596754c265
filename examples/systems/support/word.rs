//! Atomic words that keep count of their changes, so that what many threads did to a
//! word can be written down in the order in which it happened.
//!
//! The count is in the same machine word as the value: the upper half of an AtomicU64.
//! An operation that changes the value also counts, in the one instruction in which it
//! takes effect. So the numbers of the changes ARE the order in which the hardware made
//! them (the modification order of the word), and not the order in which threads came
//! to write a log. An operation that changes nothing (a failed compare_exchange, a load)
//! reads the count together with the value: it happened after change number n and before
//! change n+1, because it saw n. Among the operations that saw the same n, those of one
//! thread keep their order, which the thread knows; those of several threads change
//! nothing, so any order of them is true. A step that touches no shared word (a call that
//! begins, a thread that gives up) stands after what the thread saw last and before what
//! it does next.
//!
//! Of several words each counts its own changes. The order of the whole is one that agrees
//! with that of each word and with that of each thread. There is one where operations take
//! effect one after another, as on x86, since every change here is a locked instruction; if
//! there are several, they differ only in operations that don't touch the same word. If
//! there is none, the merge fails.
//!
//! Nothing is shared beside the words: every thread keeps its own list, and the lists
//! are merged when all threads have ended. The orderings that the caller asks for are
//! handed on. A compare_exchange_weak is made strong: it fails only when the value
//! differs, as on x86.

use std::sync::atomic::{AtomicU32 as Number, AtomicU64};
pub use std::sync::atomic::Ordering;

use crate::record;

/// An AtomicU32 whose operations are recorded by the thread that makes them.
pub struct AtomicU32 {
    packed: AtomicU64,
    id: Number, // which word it is; 0 before the first operation
}

/// How many words have an id.
static WORDS: Number = Number::new(0);

fn value(packed: u64) -> u32 {
    packed as u32
}

fn changed(packed: u64, value: u32) -> u64 {
    ((packed >> 32) + 1) << 32 | value as u64
}

#[allow(dead_code)] // not every system uses every operation
impl AtomicU32 {
    pub const fn new(value: u32) -> Self {
        AtomicU32 { packed: AtomicU64::new(value as u64), id: Number::new(0) }
    }

    fn id(&self) -> u32 {
        let id = self.id.load(Ordering::Relaxed);
        if id != 0 {
            return id;
        }
        let new = WORDS.fetch_add(1, Ordering::Relaxed) + 1;
        self.id.compare_exchange(0, new, Ordering::Relaxed, Ordering::Relaxed).map_or_else(|id| id, |_| new)
    }

    /// A load is no step of the model unless the recorder is told so.
    pub fn load(&self, order: Ordering) -> u32 {
        record::yield_sometimes();
        value(self.packed.load(order))
    }

    pub fn store(&self, new: u32, order: Ordering) {
        self.update(order, |_| new);
    }

    pub fn swap(&self, new: u32, order: Ordering) -> u32 {
        self.update(order, |_| new)
    }

    pub fn fetch_add(&self, n: u32, order: Ordering) -> u32 {
        self.update(order, |old| old.wrapping_add(n))
    }

    pub fn fetch_sub(&self, n: u32, order: Ordering) -> u32 {
        self.update(order, |old| old.wrapping_sub(n))
    }

    pub fn fetch_or(&self, bits: u32, order: Ordering) -> u32 {
        self.update(order, |old| old | bits)
    }

    pub fn fetch_and(&self, bits: u32, order: Ordering) -> u32 {
        self.update(order, |old| old & bits)
    }

    /// One atomic change, counted even when it writes the value that was there.
    fn update(&self, order: Ordering, f: impl Fn(u32) -> u32) -> u32 {
        record::yield_sometimes();
        let mut seen = self.packed.load(Ordering::Relaxed);
        loop {
            let next = changed(seen, f(value(seen)));
            match self.packed.compare_exchange_weak(seen, next, order, Ordering::Relaxed) {
                Ok(_) => {
                    record::operation(self.id(), next >> 32, true, value(seen), value(next));
                    return value(seen);
                }
                Err(now) => seen = now,
            }
        }
    }

    pub fn compare_exchange(&self, current: u32, new: u32, success: Ordering, failure: Ordering) -> Result<u32, u32> {
        record::yield_sometimes();
        let mut seen = self.packed.load(failure);
        loop {
            if value(seen) != current {
                record::operation(self.id(), seen >> 32, false, value(seen), value(seen));
                return Err(value(seen));
            }
            let next = changed(seen, new);
            match self.packed.compare_exchange_weak(seen, next, success, failure) {
                Ok(_) => {
                    record::operation(self.id(), next >> 32, true, current, new);
                    return Ok(current);
                }
                Err(now) => seen = now,
            }
        }
    }

    pub fn compare_exchange_weak(&self, current: u32, new: u32, success: Ordering, failure: Ordering) -> Result<u32, u32> {
        self.compare_exchange(current, new, success, failure)
    }
}
