//! Ring buffer for one producer and one consumer, without a lock.
//!
//! After the ring buffer of the Asterinas kernel, whose slices of bytes go in as a part, too.
//! The head counts the items that were popped, the tail those that were pushed. Each is
//! written by one side only: the head by the consumer, the tail by the producer. Both go
//! on beyond the capacity and wrap at the end of usize. Their difference is the number of
//! items in the ring, so full and empty differ and no slot is wasted. The low bits of a
//! counter are the number of a slot: that is why the capacity is a power of two.
//!
//! What one side sees of the other's counter may be out of date when it is used, and
//! errs on the safe side: there may be more room than the producer sees, and more items
//! than the consumer sees, never less.

use std::sync::Arc;

use crate::sync::{AtomicUsize, Ordering, Slot};

/// The slots and the two counters.
pub struct RingBuffer<T> {
    slots: Box<[Slot<T>]>,
    head: AtomicUsize, // the consumer's
    tail: AtomicUsize, // the producer's
}

// The producer writes slots that have no item, the consumer reads those that have one.
unsafe impl<T: Send> Sync for RingBuffer<T> {}

impl<T: Copy> RingBuffer<T> {
    /// An empty ring; it panics unless the capacity is a power of two.
    pub fn new(capacity: usize) -> Self {
        assert!(capacity.is_power_of_two(), "the capacity is a power of two");
        RingBuffer {
            slots: (0..capacity).map(|_| Slot::empty()).collect(),
            head: AtomicUsize::new(0),
            tail: AtomicUsize::new(0),
        }
    }

    /// The two halves, of which each may go to a thread of its own.
    pub fn split(self) -> (Producer<T>, Consumer<T>) {
        let ring = Arc::new(self);
        (Producer { ring: Arc::clone(&ring) }, Consumer { ring })
    }

    fn capacity(&self) -> usize {
        self.slots.len()
    }

    fn slot(&self, counter: usize) -> &Slot<T> {
        &self.slots[counter & (self.capacity() - 1)]
    }
}

/// The half that pushes; there is only one, and every call has it for itself.
pub struct Producer<T> {
    ring: Arc<RingBuffer<T>>,
}

impl<T: Copy> Producer<T> {
    /// Pushes an item, or hands it back if the ring is full.
    pub fn push(&mut self, item: T) -> Result<(), T> {
        match self.push_slice(&[item]) {
            0 => Err(item),
            _ => Ok(()),
        }
    }

    /// Pushes as many of the items as there is room for, and says how many those are. The
    /// consumer sees all of them at once.
    pub fn push_slice(&mut self, items: &[T]) -> usize {
        let ring = &*self.ring;
        let tail = ring.tail.load(Ordering::Relaxed); // nobody else writes it
        let n = items.len().min(self.free_len());
        if n == 0 {
            return 0;
        }
        for (i, &item) in items[..n].iter().enumerate() {
            // The consumer has gone past this slot, and doesn't come back before the store.
            unsafe { ring.slot(tail.wrapping_add(i)).write(item) };
        }
        ring.tail.store(tail.wrapping_add(n), Ordering::Release);
        n
    }

    /// How many items there is room for at least.
    pub fn free_len(&self) -> usize {
        let tail = self.ring.tail.load(Ordering::Relaxed);
        let head = self.ring.head.load(Ordering::Acquire); // the consumer has read what is before it
        self.ring.capacity() - tail.wrapping_sub(head)
    }
}

/// The half that pops; there is only one, and every call has it for itself.
pub struct Consumer<T> {
    ring: Arc<RingBuffer<T>>,
}

impl<T: Copy> Consumer<T> {
    /// The oldest item, or nothing if the ring is empty.
    pub fn pop(&mut self) -> Option<T> {
        let mut popped = None;
        self.pop_each(1, |item| popped = Some(item));
        popped
    }

    /// Pops as many items as there are and the slice has places for, oldest first, and says
    /// how many those are. The producer gets all of their slots at once.
    pub fn pop_slice(&mut self, items: &mut [T]) -> usize {
        let mut places = items.iter_mut();
        self.pop_each(places.len(), |item| *places.next().unwrap() = item)
    }

    /// Hands out so many items at most, and then gives their slots back.
    fn pop_each(&mut self, most: usize, mut take: impl FnMut(T)) -> usize {
        let ring = &*self.ring;
        let head = ring.head.load(Ordering::Relaxed); // nobody else writes it
        let n = most.min(self.len());
        if n == 0 {
            return 0;
        }
        for i in 0..n {
            // The producer has filled this slot, and doesn't come back before the store.
            take(unsafe { ring.slot(head.wrapping_add(i)).read() });
        }
        ring.head.store(head.wrapping_add(n), Ordering::Release);
        n
    }

    /// Drops the items that are in the ring when it looks.
    pub fn clear(&mut self) {
        let tail = self.ring.tail.load(Ordering::Acquire);
        self.ring.head.store(tail, Ordering::Release);
    }

    /// How many items there are at least.
    pub fn len(&self) -> usize {
        let head = self.ring.head.load(Ordering::Relaxed);
        let tail = self.ring.tail.load(Ordering::Acquire); // the producer has filled what is before it
        tail.wrapping_sub(head)
    }

    /// Whether no item is seen.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
