package java.util.concurrent;

import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.Queue;

/** A bounded queue in one thread: what would wait for another thread would wait for ever, and says so. */
abstract class Waiting<E> extends AbstractQueue<E> implements BlockingQueue<E>, java.io.Serializable {
    final Queue<E> q;
    final int capacity;

    Waiting(Queue<E> q, int capacity) {
        if (capacity <= 0) {
            throw new IllegalArgumentException();
        }
        this.q = q;
        this.capacity = capacity;
    }

    /** Ends the run: no other thread can ever change the queue. */
    private static native void waitForever();

    public boolean offer(E e) {
        Objects.requireNonNull(e);
        return q.size() < capacity && q.offer(e);
    }

    public void put(E e) {
        if (!offer(e)) {
            waitForever();
        }
    }

    public boolean offer(E e, long timeout, TimeUnit unit) {
        return offer(e);
    }

    public E take() {
        if (q.isEmpty()) {
            waitForever();
        }
        return q.poll();
    }

    public E poll(long timeout, TimeUnit unit) {
        return q.poll();
    }

    public E poll() {
        return q.poll();
    }

    public E peek() {
        return q.peek();
    }

    public int size() {
        return q.size();
    }

    public int remainingCapacity() {
        return capacity == Integer.MAX_VALUE ? capacity : capacity - q.size();
    }

    public boolean remove(Object o) {
        return q.remove(o);
    }

    public boolean contains(Object o) {
        return q.contains(o);
    }

    public void clear() {
        q.clear();
    }

    public Iterator<E> iterator() {
        return q.iterator();
    }

    public String toString() {
        return q.toString();
    }

    public int drainTo(Collection<? super E> c) {
        return drainTo(c, Integer.MAX_VALUE);
    }

    public int drainTo(Collection<? super E> c, int maxElements) {
        int n = 0;
        while (n < maxElements && !q.isEmpty()) {
            c.add(q.poll());
            n++;
        }
        return n;
    }
}
