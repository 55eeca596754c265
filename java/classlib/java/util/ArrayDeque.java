package java.util;

import java.util.function.Consumer;
import java.util.function.Predicate;

/** A ring: the elements are at head, head+1, … tail-1, modulo the length; the slot at tail is always null. */
public class ArrayDeque<E> extends AbstractCollection<E> implements Deque<E>, Cloneable, java.io.Serializable {
    transient Object[] elements;
    transient int head;
    transient int tail;

    public ArrayDeque() {
        elements = new Object[17];
    }

    public ArrayDeque(int numElements) {
        elements = new Object[numElements < 1 ? 1 : numElements == Integer.MAX_VALUE ? Integer.MAX_VALUE : numElements + 1];
    }

    public ArrayDeque(Collection<? extends E> c) {
        this(c.size());
        for (E e : c) {
            addLast(e);
        }
    }

    private void grow(int needed) {
        int old = elements.length;
        int jump = old < 64 ? old + 2 : old >> 1;
        if (jump < needed) {
            jump = needed;
        }
        int n = old + jump;
        Object[] es = Arrays.copyOf(elements, n);
        if (tail < head || (tail == head && es[head] != null)) {
            int space = n - old;
            System.arraycopy(es, head, es, head + space, old - head);
            int to = head + space;
            for (int i = head; i < to; i++) {
                es[i] = null;
            }
            head = to;
        }
        elements = es;
    }

    public void addFirst(E e) {
        if (e == null) {
            throw new NullPointerException();
        }
        Object[] es = elements;
        int h = head - 1;
        if (h < 0) {
            h = es.length - 1;
        }
        es[h] = e;
        head = h;
        if (h == tail) {
            grow(1);
        }
    }

    public void addLast(E e) {
        if (e == null) {
            throw new NullPointerException();
        }
        Object[] es = elements;
        int t = tail;
        es[t] = e;
        t++;
        if (t >= es.length) {
            t = 0;
        }
        tail = t;
        if (head == t) {
            grow(1);
        }
    }

    public boolean addAll(Collection<? extends E> c) {
        int s = size();
        int needed = s + c.size() + 1 - elements.length;
        if (needed > 0) {
            grow(needed);
        }
        for (E e : c) {
            addLast(e);
        }
        return size() > s;
    }

    public boolean offerFirst(E e) {
        addFirst(e);
        return true;
    }

    public boolean offerLast(E e) {
        addLast(e);
        return true;
    }

    public E removeFirst() {
        E e = pollFirst();
        if (e == null) {
            throw new NoSuchElementException();
        }
        return e;
    }

    public E removeLast() {
        E e = pollLast();
        if (e == null) {
            throw new NoSuchElementException();
        }
        return e;
    }

    @SuppressWarnings("unchecked")
    public E pollFirst() {
        Object[] es = elements;
        int h = head;
        E e = (E) es[h];
        if (e != null) {
            es[h] = null;
            h++;
            head = h >= es.length ? 0 : h;
        }
        return e;
    }

    @SuppressWarnings("unchecked")
    public E pollLast() {
        Object[] es = elements;
        int t = tail - 1;
        if (t < 0) {
            t = es.length - 1;
        }
        E e = (E) es[t];
        if (e != null) {
            es[t] = null;
            tail = t;
        }
        return e;
    }

    public E getFirst() {
        E e = peekFirst();
        if (e == null) {
            throw new NoSuchElementException();
        }
        return e;
    }

    public E getLast() {
        E e = peekLast();
        if (e == null) {
            throw new NoSuchElementException();
        }
        return e;
    }

    @SuppressWarnings("unchecked")
    public E peekFirst() {
        return (E) elements[head];
    }

    @SuppressWarnings("unchecked")
    public E peekLast() {
        int t = tail - 1;
        return (E) elements[t < 0 ? elements.length - 1 : t];
    }

    public boolean removeFirstOccurrence(Object o) {
        if (o != null) {
            for (int i = head; i != tail; i = inc(i)) {
                if (o.equals(elements[i])) {
                    delete(i);
                    return true;
                }
            }
        }
        return false;
    }

    public boolean removeLastOccurrence(Object o) {
        if (o != null) {
            for (int i = tail; i != head;) {
                i = dec(i);
                if (o.equals(elements[i])) {
                    delete(i);
                    return true;
                }
            }
        }
        return false;
    }

    private int inc(int i) {
        return i + 1 >= elements.length ? 0 : i + 1;
    }

    private int dec(int i) {
        return i == 0 ? elements.length - 1 : i - 1;
    }

    private static int distance(int from, int to, int length) {
        int d = to - from;
        return d < 0 ? d + length : d;
    }

    /** Closes the gap at i from the nearer end; reports whether the elements behind i moved back. */
    boolean delete(int i) {
        Object[] es = elements;
        int front = distance(head, i, es.length);
        int back = distance(i, tail, es.length) - 1;
        if (front < back) {
            for (int k = i; k != head;) {
                int p = dec(k);
                es[k] = es[p];
                k = p;
            }
            es[head] = null;
            head = inc(head);
            return false;
        }
        tail = dec(tail);
        for (int k = i; k != tail;) {
            int n = inc(k);
            es[k] = es[n];
            k = n;
        }
        es[tail] = null;
        return true;
    }

    public boolean add(E e) {
        addLast(e);
        return true;
    }

    public boolean offer(E e) {
        addLast(e);
        return true;
    }

    public E remove() {
        return removeFirst();
    }

    public E poll() {
        return pollFirst();
    }

    public E element() {
        return getFirst();
    }

    public E peek() {
        return peekFirst();
    }

    public void push(E e) {
        addFirst(e);
    }

    public E pop() {
        return removeFirst();
    }

    public int size() {
        int n = tail - head;
        return n < 0 ? n + elements.length : n;
    }

    public boolean isEmpty() {
        return head == tail;
    }

    public Iterator<E> iterator() {
        return new DeqItr(true);
    }

    public Iterator<E> descendingIterator() {
        return new DeqItr(false);
    }

    private class DeqItr implements Iterator<E> {
        private final boolean up;
        private int cursor;
        private int remaining = size();
        private int lastRet = -1;

        DeqItr(boolean up) {
            this.up = up;
            cursor = up ? head : dec(tail);
        }

        public boolean hasNext() {
            return remaining > 0;
        }

        @SuppressWarnings("unchecked")
        public E next() {
            if (remaining <= 0) {
                throw new NoSuchElementException();
            }
            E e = (E) elements[cursor];
            if (e == null) {
                throw new ConcurrentModificationException();
            }
            lastRet = cursor;
            cursor = up ? inc(cursor) : dec(cursor);
            remaining--;
            return e;
        }

        public void remove() {
            if (lastRet < 0) {
                throw new IllegalStateException();
            }
            boolean backMoved = delete(lastRet);
            if (up && backMoved) {
                cursor = dec(cursor);
            } else if (!up && !backMoved) {
                cursor = inc(cursor);
            }
            lastRet = -1;
        }
    }

    @SuppressWarnings("unchecked")
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        Object[] es = elements;
        for (int i = head, end = tail; i != end;) {
            if (es != elements || es[i] == null) {
                throw new ConcurrentModificationException();
            }
            action.accept((E) es[i]);
            i++;
            if (i >= es.length) {
                i = 0;
            }
        }
    }

    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        return filter(filter, null, false);
    }

    public boolean removeAll(Collection<?> c) {
        Objects.requireNonNull(c);
        return filter(null, c, false);
    }

    public boolean retainAll(Collection<?> c) {
        Objects.requireNonNull(c);
        return filter(null, c, true);
    }

    @SuppressWarnings("unchecked")
    private boolean filter(Predicate<? super E> p, Collection<?> c, boolean keep) {
        Object[] all = toArray();
        int end = tail;
        Object[] kept = new Object[all.length];
        int w = 0;
        for (Object o : all) {
            if ((p != null ? p.test((E) o) : c.contains(o)) == keep) {
                kept[w++] = o;
            }
        }
        if (w == all.length) {
            return false;
        }
        if (end != tail) {
            throw new ConcurrentModificationException();
        }
        int i = head;
        for (int k = 0; k < all.length; k++) {
            elements[i] = kept[k];
            if (k == w) {
                tail = i;
            }
            i = inc(i);
        }
        return true;
    }

    public boolean contains(Object o) {
        if (o != null) {
            for (int i = head; i != tail; i = inc(i)) {
                if (o.equals(elements[i])) {
                    return true;
                }
            }
        }
        return false;
    }

    public boolean remove(Object o) {
        return removeFirstOccurrence(o);
    }

    public void clear() {
        for (int i = head; i != tail; i = inc(i)) {
            elements[i] = null;
        }
        head = 0;
        tail = 0;
    }

    public Object[] toArray() {
        Object[] r = new Object[size()];
        int i = head;
        for (int k = 0; k < r.length; k++) {
            r[k] = elements[i];
            i = inc(i);
        }
        return r;
    }

    @SuppressWarnings("unchecked")
    public ArrayDeque<E> clone() {
        try {
            ArrayDeque<E> d = (ArrayDeque<E>) super.clone();
            d.elements = Arrays.copyOf(elements, elements.length);
            return d;
        } catch (CloneNotSupportedException e) {
            throw new InternalError(e);
        }
    }
}
