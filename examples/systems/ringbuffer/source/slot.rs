//! One place of the ring.

use std::cell::UnsafeCell;
use std::mem::MaybeUninit;

/// A place for an item, without a lock: the ring's counters say who may be there.
pub struct Slot<T> {
    cell: UnsafeCell<MaybeUninit<T>>,
}

impl<T: Copy> Slot<T> {
    pub const fn empty() -> Self {
        Slot { cell: UnsafeCell::new(MaybeUninit::uninit()) }
    }

    /// # Safety
    /// Nobody else reads or writes the slot meanwhile.
    pub unsafe fn write(&self, item: T) {
        unsafe { (*self.cell.get()).write(item) };
    }

    /// # Safety
    /// The slot has been written, and nobody writes it meanwhile.
    pub unsafe fn read(&self) -> T {
        unsafe { (*self.cell.get()).assume_init_read() }
    }
}
