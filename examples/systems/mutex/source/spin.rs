//! A lock for a few instructions, without a queue: it keeps the list of a wait queue
//! together while one waker is put in or taken out.

use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut};
use std::thread;

use crate::sync::{AtomicBool, Ordering};

pub struct Spin<T> {
    taken: AtomicBool,
    value: UnsafeCell<T>,
}

// The flag lets one thread at a time reach the value.
unsafe impl<T: Send> Sync for Spin<T> {}

impl<T> Spin<T> {
    pub const fn new(value: T) -> Self {
        Spin {
            taken: AtomicBool::new(false),
            value: UnsafeCell::new(value),
        }
    }

    pub fn lock(&self) -> SpinGuard<'_, T> {
        while self.taken.swap(true, Ordering::Acquire) {
            while self.taken.load(Ordering::Relaxed) {
                thread::yield_now(); // who has it may wait for this core
            }
        }
        SpinGuard { spin: self }
    }
}

pub struct SpinGuard<'a, T> {
    spin: &'a Spin<T>,
}

impl<T> Deref for SpinGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        unsafe { &*self.spin.value.get() }
    }
}

impl<T> DerefMut for SpinGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        unsafe { &mut *self.spin.value.get() }
    }
}

impl<T> Drop for SpinGuard<'_, T> {
    fn drop(&mut self) {
        self.spin.taken.store(false, Ordering::Release);
    }
}
