package java.util.concurrent;

import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** Iterators never fail: one that stands on a removed element goes on from it. */
public class ConcurrentLinkedDeque<E> extends AbstractCollection<E> implements Deque<E>, java.io.Serializable {
    private static final class Node<E> {
        E item;
        Node<E> prev;
        Node<E> next;
    }

    private final Node<E> ring = new Node<E>();
    private int size;

    public ConcurrentLinkedDeque() {
        ring.prev = ring;
        ring.next = ring;
    }

    public ConcurrentLinkedDeque(Collection<? extends E> c) {
        this();
        addAll(c);
    }

    private void insert(E e, Node<E> after) {
        if (e == null) {
            throw new NullPointerException();
        }
        Node<E> n = new Node<E>();
        n.item = e;
        n.prev = after;
        n.next = after.next;
        after.next.prev = n;
        after.next = n;
        size++;
    }

    private E unlink(Node<E> n) {
        if (n == ring) {
            return null;
        }
        E e = n.item;
        n.prev.next = n.next;
        n.next.prev = n.prev;
        n.item = null;
        size--;
        return e;
    }

    private E some(E e) {
        if (e == null) {
            throw new NoSuchElementException();
        }
        return e;
    }

    public void addFirst(E e) {
        insert(e, ring);
    }

    public void addLast(E e) {
        insert(e, ring.prev);
    }

    public boolean offerFirst(E e) {
        addFirst(e);
        return true;
    }

    public boolean offerLast(E e) {
        addLast(e);
        return true;
    }

    public E peekFirst() {
        return ring.next.item;
    }

    public E peekLast() {
        return ring.prev.item;
    }

    public E getFirst() {
        return some(peekFirst());
    }

    public E getLast() {
        return some(peekLast());
    }

    public E pollFirst() {
        return unlink(ring.next);
    }

    public E pollLast() {
        return unlink(ring.prev);
    }

    public E removeFirst() {
        return some(pollFirst());
    }

    public E removeLast() {
        return some(pollLast());
    }

    public boolean offer(E e) {
        return offerLast(e);
    }

    public boolean add(E e) {
        return offerLast(e);
    }

    public E poll() {
        return pollFirst();
    }

    public E peek() {
        return peekFirst();
    }

    public E remove() {
        return removeFirst();
    }

    public E pop() {
        return removeFirst();
    }

    public E element() {
        return getFirst();
    }

    public void push(E e) {
        addFirst(e);
    }

    public boolean removeFirstOccurrence(Object o) {
        for (Node<E> n = ring.next; n != ring; n = n.next) {
            if (o.equals(n.item)) {
                unlink(n);
                return true;
            }
        }
        return false;
    }

    public boolean removeLastOccurrence(Object o) {
        for (Node<E> n = ring.prev; n != ring; n = n.prev) {
            if (o.equals(n.item)) {
                unlink(n);
                return true;
            }
        }
        return false;
    }

    public boolean remove(Object o) {
        return removeFirstOccurrence(o);
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public Iterator<E> iterator() {
        return new Itr(true);
    }

    public Iterator<E> descendingIterator() {
        return new Itr(false);
    }

    private final class Itr implements Iterator<E> {
        private final boolean up;
        private Node<E> node;
        private E item;
        private Node<E> last;

        Itr(boolean up) {
            this.up = up;
            node = ring;
            advance();
        }

        private void advance() {
            do {
                node = up ? node.next : node.prev;
            } while (node != ring && node.item == null);
            item = node.item;
        }

        public boolean hasNext() {
            return item != null;
        }

        public E next() {
            E e = some(item);
            last = node;
            advance();
            return e;
        }

        public void remove() {
            if (last == null) {
                throw new IllegalStateException();
            }
            if (last.item != null) {
                unlink(last);
            }
            last = null;
        }
    }
}
