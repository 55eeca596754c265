//! Threads that sleep until something is the case, and are woken in their order.
//!
//! A waiter leaves a waker in the queue *before* it looks again, and whoever makes the
//! condition true looks into the queue *after* that. So one of the two sees the other, and
//! no wake-up is lost. A wake-up says only that it is worth looking: the waiter gets into
//! the queue once more, and looks.
//!
//! A waiter that needs its waker no longer closes it and leaves it where it is. Whoever
//! takes a closed one out of the queue wakes the next.

use std::collections::VecDeque;
use std::sync::Arc;
use std::thread::{self, Thread};

use crate::spin::Spin;
use crate::sync::{AtomicBool, AtomicU32, Ordering};

/// A queue of threads that sleep.
pub struct WaitQueue {
    count: AtomicU32, // of the wakers, for a look at it without the lock
    wakers: Spin<VecDeque<Arc<Waker>>>,
}

impl WaitQueue {
    pub const fn new() -> Self {
        WaitQueue {
            count: AtomicU32::new(0),
            wakers: Spin::new(VecDeque::new()),
        }
    }

    /// Sleeps until the condition gives something. Whoever makes that possible calls
    /// `wake_one` afterwards.
    pub fn wait_until<R>(&self, mut condition: impl FnMut() -> Option<R>) -> R {
        if let Some(result) = condition() {
            return result;
        }
        let waiter = Waiter::new();
        loop {
            self.enqueue(waiter.waker.clone());
            if let Some(result) = condition() {
                return result;
            }
            waiter.sleep();
        }
    }

    /// Wakes the thread that has waited longest, and says whether there was one.
    pub fn wake_one(&self) -> bool {
        if self.is_empty() {
            return false;
        }
        while let Some(waker) = self.dequeue() {
            if waker.wake() {
                return true;
            }
        }
        false
    }

    fn is_empty(&self) -> bool {
        // An addition of nothing and no load: a waiter that counts itself later sees by it
        // what the caller has done before.
        self.count.fetch_add(0, Ordering::Release) == 0
    }

    fn enqueue(&self, waker: Arc<Waker>) {
        let mut wakers = self.wakers.lock();
        wakers.push_back(waker);
        self.count.fetch_add(1, Ordering::Acquire);
    }

    /// The first waker. The list is unlocked when it is woken.
    fn dequeue(&self) -> Option<Arc<Waker>> {
        let mut wakers = self.wakers.lock();
        let waker = wakers.pop_front()?;
        self.count.fetch_sub(1, Ordering::Release);
        Some(waker)
    }
}

impl Default for WaitQueue {
    fn default() -> Self {
        Self::new()
    }
}

/// Wakes one thread, for as long as that thread waits.
struct Waker {
    signalled: AtomicBool, // the thread has been woken and hasn't seen it, or waits no more
    thread: Thread,
}

impl Waker {
    /// Wakes the thread, unless that was done before or the waker is closed.
    fn wake(&self) -> bool {
        if self.signalled.swap(true, Ordering::Release) {
            return false;
        }
        self.thread.unpark();
        true
    }
}

/// The thread's own side of its waker.
struct Waiter {
    waker: Arc<Waker>,
}

impl Waiter {
    fn new() -> Self {
        Waiter {
            waker: Arc::new(Waker {
                signalled: AtomicBool::default(),
                thread: thread::current(),
            }),
        }
    }

    /// Sleeps until the waker is used. `park` may return for no reason: the flag decides.
    fn sleep(&self) {
        while !self.waker.signalled.swap(false, Ordering::Acquire) {
            thread::park();
        }
    }
}

impl Drop for Waiter {
    fn drop(&mut self) {
        // Closed. Acquire: the thread may have been woken a moment ago, and what the other
        // did before that is seen from now on.
        self.waker.signalled.swap(true, Ordering::Acquire);
    }
}
