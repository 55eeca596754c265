package java.util.concurrent;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Every change makes a new array; iterators keep the array they started on. */
public class CopyOnWriteArrayList<E> extends AbstractList<E>
        implements List<E>, RandomAccess, Cloneable, java.io.Serializable {
    private Object[] array;

    public CopyOnWriteArrayList() {
        array = new Object[0];
    }

    public CopyOnWriteArrayList(Collection<? extends E> c) {
        array = c.toArray();
    }

    public CopyOnWriteArrayList(E[] toCopyIn) {
        array = Arrays.copyOf(toCopyIn, toCopyIn.length, Object[].class);
    }

    public int size() {
        return array.length;
    }

    @SuppressWarnings("unchecked")
    public E get(int index) {
        return (E) array[index];
    }

    @SuppressWarnings("unchecked")
    public E set(int index, E element) {
        E old = (E) array[index];
        Object[] a = array.clone();
        a[index] = element;
        array = a;
        return old;
    }

    public boolean add(E e) {
        int n = array.length;
        Object[] a = Arrays.copyOf(array, n + 1);
        a[n] = e;
        array = a;
        return true;
    }

    public void add(int index, E element) {
        int n = array.length;
        if (index > n || index < 0) {
            throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + n);
        }
        Object[] a = new Object[n + 1];
        System.arraycopy(array, 0, a, 0, index);
        System.arraycopy(array, index, a, index + 1, n - index);
        a[index] = element;
        array = a;
    }

    @SuppressWarnings("unchecked")
    public E remove(int index) {
        E old = (E) array[index];
        int n = array.length;
        Object[] a = new Object[n - 1];
        System.arraycopy(array, 0, a, 0, index);
        System.arraycopy(array, index + 1, a, index, n - index - 1);
        array = a;
        return old;
    }

    public boolean remove(Object o) {
        int i = indexOf(o);
        if (i < 0) {
            return false;
        }
        remove(i);
        return true;
    }

    public int indexOf(Object o) {
        Object[] a = array;
        for (int i = 0; i < a.length; i++) {
            if (Objects.equals(o, a[i])) {
                return i;
            }
        }
        return -1;
    }

    public boolean contains(Object o) {
        return indexOf(o) >= 0;
    }

    public boolean addIfAbsent(E e) {
        return !contains(e) && add(e);
    }

    public int addAllAbsent(Collection<? extends E> c) {
        int added = 0;
        for (E e : c) {
            if (addIfAbsent(e)) {
                added++;
            }
        }
        return added;
    }

    public boolean addAll(Collection<? extends E> c) {
        Object[] more = c.toArray();
        int n = array.length;
        Object[] a = Arrays.copyOf(array, n + more.length);
        System.arraycopy(more, 0, a, n, more.length);
        array = a;
        return more.length > 0;
    }

    public boolean addAll(int index, Collection<? extends E> c) {
        int at = index;
        for (E e : c) {
            add(at++, e);
        }
        return at > index;
    }

    public void clear() {
        array = new Object[0];
    }

    public boolean removeAll(Collection<?> c) {
        Objects.requireNonNull(c);
        return removeIf(e -> c.contains(e));
    }

    public boolean retainAll(Collection<?> c) {
        Objects.requireNonNull(c);
        return removeIf(e -> !c.contains(e));
    }

    @SuppressWarnings("unchecked")
    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        Object[] kept = new Object[array.length];
        int n = 0;
        for (Object e : array) {
            if (!filter.test((E) e)) {
                kept[n++] = e;
            }
        }
        if (n == kept.length) {
            return false;
        }
        array = Arrays.copyOf(kept, n);
        return true;
    }

    @SuppressWarnings("unchecked")
    public void replaceAll(UnaryOperator<E> operator) {
        Object[] a = array.clone();
        for (int i = 0; i < a.length; i++) {
            a[i] = operator.apply((E) a[i]);
        }
        array = a;
    }

    @SuppressWarnings("unchecked")
    public void sort(Comparator<? super E> c) {
        Object[] a = array.clone();
        Arrays.sort((E[]) a, c);
        array = a;
    }

    @SuppressWarnings("unchecked")
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        for (Object x : array) {
            action.accept((E) x);
        }
    }

    public List<E> subList(int fromIndex, int toIndex) {
        if (fromIndex < 0 || toIndex > array.length || fromIndex > toIndex) {
            throw new IndexOutOfBoundsException();
        }
        return super.subList(fromIndex, toIndex);
    }

    public Object[] toArray() {
        return array.clone();
    }

    public Object clone() {
        return new CopyOnWriteArrayList<E>(this);
    }

    public Iterator<E> iterator() {
        return new Itr<E>(array, 0);
    }

    public ListIterator<E> listIterator() {
        return new Itr<E>(array, 0);
    }

    public ListIterator<E> listIterator(int index) {
        if (index < 0 || index > array.length) {
            throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + array.length);
        }
        return new Itr<E>(array, index);
    }

    private static final class Itr<E> implements ListIterator<E> {
        private final Object[] snapshot;
        private int cursor;

        Itr(Object[] snapshot, int cursor) {
            this.snapshot = snapshot;
            this.cursor = cursor;
        }

        public boolean hasNext() {
            return cursor < snapshot.length;
        }

        public boolean hasPrevious() {
            return cursor > 0;
        }

        @SuppressWarnings("unchecked")
        public E next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return (E) snapshot[cursor++];
        }

        @SuppressWarnings("unchecked")
        public E previous() {
            if (!hasPrevious()) {
                throw new NoSuchElementException();
            }
            return (E) snapshot[--cursor];
        }

        public int nextIndex() {
            return cursor;
        }

        public int previousIndex() {
            return cursor - 1;
        }

        public void remove() {
            throw new UnsupportedOperationException();
        }

        public void set(E e) {
            throw new UnsupportedOperationException();
        }

        public void add(E e) {
            throw new UnsupportedOperationException();
        }
    }
}
