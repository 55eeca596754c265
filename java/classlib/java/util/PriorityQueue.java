package java.util;

import java.util.function.Consumer;
import java.util.function.Predicate;

public class PriorityQueue<E> extends AbstractQueue<E> implements java.io.Serializable {
    transient Object[] queue;
    int size;
    private final Comparator<? super E> comparator;
    transient int modCount;

    public PriorityQueue() {
        this(11, null);
    }

    public PriorityQueue(int initialCapacity) {
        this(initialCapacity, null);
    }

    public PriorityQueue(Comparator<? super E> comparator) {
        this(11, comparator);
    }

    public PriorityQueue(int initialCapacity, Comparator<? super E> comparator) {
        if (initialCapacity < 1) {
            throw new IllegalArgumentException();
        }
        this.queue = new Object[initialCapacity];
        this.comparator = comparator;
    }

    @SuppressWarnings("unchecked")
    public PriorityQueue(Collection<? extends E> c) {
        boolean sorted = true;
        if (c instanceof SortedSet) {
            comparator = (Comparator<? super E>) ((SortedSet<? extends E>) c).comparator();
        } else if (c instanceof PriorityQueue) {
            comparator = (Comparator<? super E>) ((PriorityQueue<? extends E>) c).comparator();
        } else {
            comparator = null;
            sorted = false;
        }
        init(c, sorted);
    }

    @SuppressWarnings("unchecked")
    public PriorityQueue(PriorityQueue<? extends E> c) {
        comparator = (Comparator<? super E>) c.comparator();
        init(c, true);
    }

    @SuppressWarnings("unchecked")
    public PriorityQueue(SortedSet<? extends E> c) {
        comparator = (Comparator<? super E>) c.comparator();
        init(c, true);
    }

    private void init(Collection<? extends E> c, boolean ordered) {
        Object[] es = c.toArray();
        for (Object e : es) {
            if (e == null) {
                throw new NullPointerException();
            }
        }
        size = es.length;
        queue = size == 0 ? new Object[1] : es;
        if (!ordered) {
            heapify();
        }
    }

    public boolean add(E e) {
        return offer(e);
    }

    public boolean offer(E e) {
        if (e == null) {
            throw new NullPointerException();
        }
        modCount++;
        int i = size;
        if (i >= queue.length) {
            queue = Arrays.copyOf(queue, i < 64 ? 2 * i + 2 : i + (i >> 1));
        }
        siftUp(i, e);
        size = i + 1;
        return true;
    }

    @SuppressWarnings("unchecked")
    public E peek() {
        return (E) queue[0];
    }

    private int indexOf(Object o) {
        if (o != null) {
            for (int i = 0; i < size; i++) {
                if (o.equals(queue[i])) {
                    return i;
                }
            }
        }
        return -1;
    }

    public boolean remove(Object o) {
        int i = indexOf(o);
        if (i < 0) {
            return false;
        }
        removeAt(i);
        return true;
    }

    public boolean contains(Object o) {
        return indexOf(o) >= 0;
    }

    public Object[] toArray() {
        return Arrays.copyOf(queue, size);
    }

    public Iterator<E> iterator() {
        return new Itr();
    }

    private final class Itr implements Iterator<E> {
        private int cursor;
        private int lastRet = -1;
        private ArrayDeque<E> forgetMeNot;
        private E lastRetElt;
        private int expectedModCount = modCount;

        public boolean hasNext() {
            return cursor < size || (forgetMeNot != null && !forgetMeNot.isEmpty());
        }

        @SuppressWarnings("unchecked")
        public E next() {
            if (expectedModCount != modCount) {
                throw new ConcurrentModificationException();
            }
            if (cursor < size) {
                lastRet = cursor++;
                return (E) queue[lastRet];
            }
            if (forgetMeNot != null) {
                lastRet = -1;
                lastRetElt = forgetMeNot.poll();
                if (lastRetElt != null) {
                    return lastRetElt;
                }
            }
            throw new NoSuchElementException();
        }

        public void remove() {
            if (expectedModCount != modCount) {
                throw new ConcurrentModificationException();
            }
            if (lastRet != -1) {
                E moved = PriorityQueue.this.removeAt(lastRet);
                lastRet = -1;
                if (moved == null) {
                    cursor--;
                } else {
                    if (forgetMeNot == null) {
                        forgetMeNot = new ArrayDeque<E>();
                    }
                    forgetMeNot.add(moved);
                }
            } else if (lastRetElt != null) {
                for (int i = 0; i < size; i++) {
                    if (queue[i] == lastRetElt) {
                        PriorityQueue.this.removeAt(i);
                        break;
                    }
                }
                lastRetElt = null;
            } else {
                throw new IllegalStateException();
            }
            expectedModCount = modCount;
        }
    }

    public int size() {
        return size;
    }

    public void clear() {
        modCount++;
        for (int i = 0; i < size; i++) {
            queue[i] = null;
        }
        size = 0;
    }

    @SuppressWarnings("unchecked")
    public E poll() {
        E result = (E) queue[0];
        if (result != null) {
            modCount++;
            int n = --size;
            E x = (E) queue[n];
            queue[n] = null;
            if (n > 0) {
                siftDown(0, x, n);
            }
        }
        return result;
    }

    /** Removes slot i; returns the element moved in front of i, which an iterator past i would miss. */
    @SuppressWarnings("unchecked")
    E removeAt(int i) {
        modCount++;
        int s = --size;
        if (s == i) {
            queue[i] = null;
            return null;
        }
        E moved = (E) queue[s];
        queue[s] = null;
        siftDown(i, moved, size);
        if (queue[i] == moved) {
            siftUp(i, moved);
            if (queue[i] != moved) {
                return moved;
            }
        }
        return null;
    }

    @SuppressWarnings("unchecked")
    private void siftUp(int k, E x) {
        Object[] es = queue;
        Comparator<? super E> cmp = comparator;
        if (cmp != null) {
            while (k > 0) {
                int parent = (k - 1) >>> 1;
                E e = (E) es[parent];
                if (cmp.compare(x, e) >= 0) {
                    break;
                }
                es[k] = e;
                k = parent;
            }
        } else {
            Comparable<? super E> key = (Comparable<? super E>) x;
            while (k > 0) {
                int parent = (k - 1) >>> 1;
                E e = (E) es[parent];
                if (key.compareTo(e) >= 0) {
                    break;
                }
                es[k] = e;
                k = parent;
            }
        }
        es[k] = x;
    }

    @SuppressWarnings("unchecked")
    private void siftDown(int k, E x, int n) {
        Object[] es = queue;
        Comparator<? super E> cmp = comparator;
        int half = n >>> 1;
        if (cmp != null) {
            while (k < half) {
                int child = 2 * k + 1;
                E c = (E) es[child];
                int right = child + 1;
                if (right < n && cmp.compare(c, (E) es[right]) > 0) {
                    child = right;
                    c = (E) es[child];
                }
                if (cmp.compare(x, c) <= 0) {
                    break;
                }
                es[k] = c;
                k = child;
            }
        } else {
            Comparable<? super E> key = (Comparable<? super E>) x;
            while (k < half) {
                int child = 2 * k + 1;
                E c = (E) es[child];
                int right = child + 1;
                if (right < n && ((Comparable<? super E>) c).compareTo((E) es[right]) > 0) {
                    child = right;
                    c = (E) es[child];
                }
                if (key.compareTo(c) <= 0) {
                    break;
                }
                es[k] = c;
                k = child;
            }
        }
        es[k] = x;
    }

    @SuppressWarnings("unchecked")
    private void heapify() {
        int n = size;
        for (int i = (n >>> 1) - 1; i >= 0; i--) {
            siftDown(i, (E) queue[i], n);
        }
    }

    public Comparator<? super E> comparator() {
        return comparator;
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
        int expected = ++modCount;
        int n = size;
        Object[] kept = new Object[n];
        int w = 0;
        for (int i = 0; i < n; i++) {
            E e = (E) queue[i];
            if ((p != null ? p.test(e) : c.contains(e)) == keep) {
                kept[w++] = e;
            }
        }
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
        if (w == n) {
            return false;
        }
        System.arraycopy(kept, 0, queue, 0, n);
        size = w;
        heapify();
        return true;
    }

    @SuppressWarnings("unchecked")
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        int expected = modCount;
        for (int i = 0, n = size; i < n; i++) {
            action.accept((E) queue[i]);
        }
        if (expected != modCount) {
            throw new ConcurrentModificationException();
        }
    }
}
