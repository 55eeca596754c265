//! The standard library's atomics and the ring's slots, with a note of what a thread did
//! to them.
//!
//! Every thread keeps its own list, and nothing is added that threads share: they meet in
//! the two counters alone, as in the product, with the orderings that the source asks
//! for. So there is no order of all events. What is known is each thread's own, and that
//! a value was stored before it is seen.
//!
//! A load that is not Relaxed is of the other side's counter, and a step. What event it is
//! depends on what comes of it: it is written down before the next thing that the thread does.

use std::cell::Cell;
use std::mem;
use std::sync::atomic;
pub use std::sync::atomic::Ordering;

use crate::record;
use crate::slot;

/// Counters are logged modulo this number, a multiple of the capacity.
const WRAP: usize = 16;

/// So far before the end of usize a counter begins: runs see it wrap.
const LEFT: usize = WRAP;

thread_local! {
    /// What the call that the thread is in asks for.
    static WANTED: Cell<usize> = const { Cell::new(0) };
    /// The other side's counter, seen and not yet written down.
    static SEEN: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Begins a call.
pub fn call(name: &'static str, wanted: usize) {
    record::doing(name);
    WANTED.set(wanted);
}

/// Ends a call. If it has seen a value and done nothing, that was full, or empty.
pub fn end() {
    looked(false);
    record::doing("");
}

/// Writes down what was seen, if it isn't yet, and whether the call goes on with it.
fn looked(goes_on: bool) {
    let Some(seen) = SEEN.take() else { return };
    let wanted = WANTED.get();
    match (record::is_doing(), goes_on) {
        ("push", false) => step("PushFull", &format!("\"head\":{seen}")),
        ("push", true) => step("PushBegin", &format!("\"head\":{seen},\"wanted\":{wanted}")),
        ("pop", false) => step("PopEmpty", &format!("\"tail\":{seen}")),
        ("pop", true) => step("PopBegin", &format!("\"tail\":{seen},\"wanted\":{wanted}")),
        _ => step("ClearBegin", &format!("\"tail\":{seen}")),
    }
}

fn step(event: &str, fields: &str) {
    record::local(format!("\"event\":\"{event}\",{fields}"));
}

/// One of the two counters.
pub struct AtomicUsize {
    counter: atomic::AtomicUsize,
}

impl AtomicUsize {
    pub const fn new(value: usize) -> Self {
        AtomicUsize { counter: atomic::AtomicUsize::new(value.wrapping_sub(LEFT)) }
    }

    pub fn load(&self, order: Ordering) -> usize {
        record::yield_sometimes();
        let value = self.counter.load(order);
        // Outside of a call the harness looks, and not the ring.
        if order != Ordering::Relaxed && !record::is_doing().is_empty() {
            SEEN.set(Some(value % WRAP));
        }
        value
    }

    pub fn store(&self, value: usize, order: Ordering) {
        looked(true);
        record::yield_sometimes();
        self.counter.store(value, order);
        let value = value % WRAP;
        match record::is_doing() {
            "push" => step("Publish", &format!("\"tail\":{value}")),
            "pop" => step("Release", &format!("\"head\":{value}")),
            _ => step("Clear", &format!("\"head\":{value}")),
        }
    }
}

/// A slot, whose items are u32 here.
pub struct Slot<T> {
    slot: slot::Slot<T>,
}

impl<T: Copy> Slot<T> {
    pub const fn empty() -> Self {
        Slot { slot: slot::Slot::empty() }
    }

    /// # Safety
    /// As the slot's own.
    pub unsafe fn write(&self, item: T) {
        record::yield_sometimes();
        unsafe { self.slot.write(item) };
        access("Fill", item);
    }

    /// # Safety
    /// As the slot's own.
    pub unsafe fn read(&self) -> T {
        record::yield_sometimes();
        let item = unsafe { self.slot.read() };
        access("Copy", item);
        item
    }
}

fn access<T>(event: &str, item: T) {
    looked(true);
    assert_eq!(mem::size_of::<T>(), mem::size_of::<u32>());
    let item: u32 = unsafe { mem::transmute_copy(&item) };
    step(event, &format!("\"item\":{item}"));
}
