package java.util.concurrent;

import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Iterator;

public class ConcurrentLinkedQueue<E> extends AbstractQueue<E> implements java.io.Serializable {
    private final ConcurrentLinkedDeque<E> q = new ConcurrentLinkedDeque<E>();

    public ConcurrentLinkedQueue() {
    }

    public ConcurrentLinkedQueue(Collection<? extends E> c) {
        addAll(c);
    }

    public boolean offer(E e) {
        return q.offer(e);
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

    public boolean isEmpty() {
        return q.isEmpty();
    }

    public boolean remove(Object o) {
        return o != null && q.remove(o);
    }

    public Iterator<E> iterator() {
        return q.iterator();
    }
}
