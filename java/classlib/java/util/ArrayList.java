package java.util;

import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

public class ArrayList<E> extends AbstractList<E> implements List<E>, RandomAccess, Cloneable, java.io.Serializable {
    private static final Object[] EMPTY = {};

    transient Object[] elementData;
    private int size;

    /*@ public normal_behavior
      @   ensures size() == 0;
      @*/
    public /*@ pure @*/ ArrayList() {
        elementData = EMPTY;
    }

    /*@ public normal_behavior
      @   requires initialCapacity >= 0;
      @   ensures size() == 0;
      @ also public exceptional_behavior
      @   requires initialCapacity < 0;
      @   signals_only IllegalArgumentException;
      @*/
    public /*@ pure @*/ ArrayList(int initialCapacity) {
        if (initialCapacity < 0) {
            throw new IllegalArgumentException("Illegal Capacity: " + initialCapacity);
        }
        elementData = initialCapacity == 0 ? EMPTY : new Object[initialCapacity];
    }

    /*@ public normal_behavior
      @   ensures size() == c.size();
      @   ensures c instanceof List ==> (\forall int i; 0 <= i && i < size(); get(i) == ((List<? extends E>) c).get(i));
      @*/
    public /*@ pure @*/ ArrayList(Collection<? extends E> c) {
        elementData = c.toArray();
        size = elementData.length;
    }

    public void trimToSize() {
        modCount++;
        if (size < elementData.length) {
            elementData = Arrays.copyOf(elementData, size);
        }
    }

    public void ensureCapacity(int minCapacity) {
        if (minCapacity > elementData.length) {
            modCount++;
            grow(minCapacity);
        }
    }

    private void grow(int min) {
        int n = elementData.length + (elementData.length >> 1);
        if (n < min) {
            n = min;
        }
        if (n < 10) {
            n = 10;
        }
        Object[] bigger = new Object[n];
        System.arraycopy(elementData, 0, bigger, 0, size);
        elementData = bigger;
    }

    /*@ public normal_behavior
      @   ensures \result >= 0;
      @*/
    public /*@ pure @*/ int size() {
        return size;
    }

    /*@ public normal_behavior
      @   ensures \result <==> size() == 0;
      @*/
    public /*@ pure @*/ boolean isEmpty() {
        return size == 0;
    }

    /*@ public normal_behavior
      @   ensures \result <==> (\exists int i; 0 <= i && i < size(); o == null ? get(i) == null : o.equals(get(i)));
      @*/
    public /*@ pure @*/ boolean contains(/*@ nullable @*/ Object o) {
        return indexOf(o) >= 0;
    }

    public int indexOf(Object o) {
        return Arrays.indexOf(elementData, size, o);
    }

    public int lastIndexOf(Object o) {
        Object[] es = elementData;
        for (int i = size - 1; i >= 0; i--) {
            if (o == null ? es[i] == null : o.equals(es[i])) {
                return i;
            }
        }
        return -1;
    }

    @SuppressWarnings("unchecked")
    public Object clone() {
        try {
            ArrayList<E> v = (ArrayList<E>) super.clone();
            v.elementData = Arrays.copyOf(elementData, size);
            v.modCount = 0;
            return v;
        } catch (CloneNotSupportedException e) {
            throw new InternalError(e);
        }
    }

    public Object[] toArray() {
        Object[] r = new Object[size];
        System.arraycopy(elementData, 0, r, 0, size);
        return r;
    }

    public <T> T[] toArray(T[] a) {
        T[] r = a.length < size ? Arrays.newArray(a, size) : a;
        System.arraycopy(elementData, 0, r, 0, size);
        if (r.length > size) {
            r[size] = null;
        }
        return r;
    }

    /*@ public normal_behavior
      @   requires 0 <= index && index < size();
      @   ensures true;
      @ also public exceptional_behavior
      @   requires index < 0;
      @   signals_only IndexOutOfBoundsException;
      @ also public exceptional_behavior
      @   requires index >= size();
      @   signals_only IndexOutOfBoundsException;
      @*/
    @SuppressWarnings("unchecked")
    public /*@ pure nullable @*/ E get(int index) {
        if (index < 0 || index >= size) {
            Objects.checkIndex(index, size);
        }
        return (E) elementData[index];
    }

    /*@ public normal_behavior
      @   requires 0 <= index && index < size();
      @   assignable this.*;
      @   ensures \result == \old(get(index));
      @   ensures size() == \old(size()) && get(index) == element;
      @   ensures (\forall int i; 0 <= i && i < size() && i != index; get(i) == \old(get(i)));
      @ also public exceptional_behavior
      @   requires index < 0;
      @   signals_only IndexOutOfBoundsException;
      @ also public exceptional_behavior
      @   requires index >= size();
      @   signals_only IndexOutOfBoundsException;
      @*/
    @SuppressWarnings("unchecked")
    public /*@ nullable @*/ E set(/*@ nullable @*/ int index, E element) {
        if (index < 0 || index >= size) {
            Objects.checkIndex(index, size);
        }
        E old = (E) elementData[index];
        elementData[index] = element;
        return old;
    }

    /*@ public normal_behavior
      @   assignable this.*;
      @   ensures \result && size() == \old(size()) + 1;
      @   ensures get(size() - 1) == e;
      @   ensures (\forall int i; 0 <= i && i < \old(size()); get(i) == \old(get(i)));
      @*/
    public boolean add(/*@ nullable @*/ E e) {
        modCount++;
        if (size == elementData.length) {
            grow(size + 1);
        }
        elementData[size++] = e;
        return true;
    }

    public void add(int index, E element) {
        checkPosition(index, size);
        modCount++;
        if (size == elementData.length) {
            grow(size + 1);
        }
        System.arraycopy(elementData, index, elementData, index + 1, size - index);
        elementData[index] = element;
        size++;
    }

    /*@ public normal_behavior
      @   requires 0 <= index && index < size();
      @   assignable this.*;
      @   ensures \result == \old(get(index)) && size() == \old(size()) - 1;
      @   ensures (\forall int i; 0 <= i && i < size(); get(i) == \old(get(i < index ? i : i + 1)));
      @ also public exceptional_behavior
      @   requires index < 0;
      @   signals_only IndexOutOfBoundsException;
      @ also public exceptional_behavior
      @   requires index >= size();
      @   signals_only IndexOutOfBoundsException;
      @*/
    @SuppressWarnings("unchecked")
    public /*@ nullable @*/ E remove(int index) {
        if (index < 0 || index >= size) {
            Objects.checkIndex(index, size);
        }
        E old = (E) elementData[index];
        fastRemove(index);
        return old;
    }

    public boolean remove(Object o) {
        int i = indexOf(o);
        if (i < 0) {
            return false;
        }
        fastRemove(i);
        return true;
    }

    private void fastRemove(int i) {
        modCount++;
        int n = --size;
        if (n > i) {
            System.arraycopy(elementData, i + 1, elementData, i, n - i);
        }
        elementData[n] = null;
    }

    /*@ public normal_behavior
      @   assignable this.*;
      @   ensures size() == 0;
      @*/
    public void clear() {
        modCount++;
        Object[] es = elementData;
        for (int i = 0, n = size; i < n; i++) {
            es[i] = null;
        }
        size = 0;
    }

    public boolean addAll(Collection<? extends E> c) {
        Object[] a = c.toArray();
        modCount++;
        int n = a.length;
        if (n == 0) {
            return false;
        }
        if (n > elementData.length - size) {
            grow(size + n);
        }
        System.arraycopy(a, 0, elementData, size, n);
        size += n;
        return true;
    }

    public boolean addAll(int index, Collection<? extends E> c) {
        checkPosition(index, size);
        Object[] a = c.toArray();
        modCount++;
        int n = a.length;
        if (n == 0) {
            return false;
        }
        if (n > elementData.length - size) {
            grow(size + n);
        }
        System.arraycopy(elementData, index, elementData, index + n, size - index);
        System.arraycopy(a, 0, elementData, index, n);
        size += n;
        return true;
    }

    protected void removeRange(int fromIndex, int toIndex) {
        if (fromIndex > toIndex) {
            throw new IndexOutOfBoundsException("From Index: " + fromIndex + " > To Index: " + toIndex);
        }
        modCount++;
        cut(fromIndex, toIndex);
    }

    private void cut(int lo, int hi) {
        System.arraycopy(elementData, hi, elementData, lo, size - hi);
        int n = size;
        size -= hi - lo;
        for (int i = size; i < n; i++) {
            elementData[i] = null;
        }
    }

    public boolean removeAll(Collection<?> c) {
        Objects.requireNonNull(c);
        return batch(c, false);
    }

    public boolean retainAll(Collection<?> c) {
        Objects.requireNonNull(c);
        return batch(c, true);
    }

    private boolean batch(Collection<?> c, boolean keep) {
        Object[] es = elementData;
        int n = size;
        int w = 0;
        int r = 0;
        try {
            for (; r < n; r++) {
                Object e = es[r];
                if (c.contains(e) == keep) {
                    es[w++] = e;
                }
            }
        } finally {
            if (w < r) {
                modCount += r - w;
                cut(w, r);
            }
        }
        return w < r;
    }

    @SuppressWarnings("unchecked")
    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        int expected = modCount;
        Object[] es = elementData;
        int n = size;
        boolean[] drop = new boolean[n];
        boolean any = false;
        for (int i = 0; i < n; i++) {
            if (filter.test((E) es[i])) {
                drop[i] = true;
                any = true;
            }
        }
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
        if (!any) {
            return false;
        }
        modCount++;
        int w = 0;
        for (int i = 0; i < n; i++) {
            if (!drop[i]) {
                es[w++] = es[i];
            }
        }
        cut(w, n);
        return true;
    }

    @SuppressWarnings("unchecked")
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        int expected = modCount;
        Object[] es = elementData;
        int n = size;
        for (int i = 0; modCount == expected && i < n; i++) {
            action.accept((E) es[i]);
        }
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
    }

    @SuppressWarnings("unchecked")
    public void replaceAll(UnaryOperator<E> operator) {
        Objects.requireNonNull(operator);
        int expected = modCount;
        Object[] es = elementData;
        int n = size;
        for (int i = 0; modCount == expected && i < n; i++) {
            es[i] = operator.apply((E) es[i]);
        }
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
        modCount++;
    }

    @SuppressWarnings("unchecked")
    public void sort(Comparator<? super E> c) {
        int expected = modCount;
        Arrays.sort((E[]) elementData, 0, size, c);
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
        modCount++;
    }

    public Iterator<E> iterator() {
        return new Itr<E>(this);
    }

    public ListIterator<E> listIterator() {
        return new ListItr<E>(this, 0);
    }

    public ListIterator<E> listIterator(int index) {
        checkPosition(index, size);
        return new ListItr<E>(this, index);
    }

    private static class Itr<E> implements Iterator<E> {
        final ArrayList<E> list;
        int cursor;
        int lastRet = -1;
        int expectedModCount;

        Itr(ArrayList<E> list) {
            this.list = list;
            this.expectedModCount = list.modCount;
        }

        public boolean hasNext() {
            return cursor != list.size;
        }

        @SuppressWarnings("unchecked")
        public E next() {
            ArrayList<E> l = list;
            if (l.modCount != expectedModCount) {
                throw new ConcurrentModificationException();
            }
            int i = cursor;
            if (i >= l.size) {
                throw new NoSuchElementException();
            }
            cursor = i + 1;
            lastRet = i;
            return (E) l.elementData[i];
        }

        public void remove() {
            if (lastRet < 0) {
                throw new IllegalStateException();
            }
            checkForComodification();
            list.fastRemove(lastRet);
            cursor = lastRet;
            lastRet = -1;
            expectedModCount = list.modCount;
        }

        @SuppressWarnings("unchecked")
        public void forEachRemaining(Consumer<? super E> action) {
            Objects.requireNonNull(action);
            int n = list.size;
            int i = cursor;
            if (i < n) {
                Object[] es = list.elementData;
                for (; i < n && list.modCount == expectedModCount; i++) {
                    action.accept((E) es[i]);
                }
                cursor = i;
                lastRet = i - 1;
                checkForComodification();
            }
        }

        final void checkForComodification() {
            if (list.modCount != expectedModCount) {
                throw new ConcurrentModificationException();
            }
        }
    }

    private static class ListItr<E> extends Itr<E> implements ListIterator<E> {
        ListItr(ArrayList<E> list, int index) {
            super(list);
            cursor = index;
        }

        public boolean hasPrevious() {
            return cursor != 0;
        }

        public int nextIndex() {
            return cursor;
        }

        public int previousIndex() {
            return cursor - 1;
        }

        @SuppressWarnings("unchecked")
        public E previous() {
            checkForComodification();
            int i = cursor - 1;
            if (i < 0) {
                throw new NoSuchElementException();
            }
            cursor = i;
            lastRet = i;
            return (E) list.elementData[i];
        }

        public void set(E e) {
            if (lastRet < 0) {
                throw new IllegalStateException();
            }
            checkForComodification();
            list.elementData[lastRet] = e;
        }

        public void add(E e) {
            checkForComodification();
            list.add(cursor, e);
            cursor++;
            lastRet = -1;
            expectedModCount = list.modCount;
        }
    }

    public boolean equals(Object o) {
        if (o == this) {
            return true;
        }
        if (!(o instanceof List)) {
            return false;
        }
        int expected = modCount;
        boolean same = o instanceof ArrayList ? equalsArrayList((ArrayList<?>) o) : equalsList((List<?>) o);
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
        return same;
    }

    private boolean equalsArrayList(ArrayList<?> other) {
        int n = size;
        if (other.size != n) {
            return false;
        }
        Object[] a = elementData;
        Object[] b = other.elementData;
        for (int i = 0; i < n; i++) {
            Object x = a[i];
            if (!(x == null ? b[i] == null : x.equals(b[i]))) {
                return false;
            }
        }
        return true;
    }

    private boolean equalsList(List<?> other) {
        Iterator<?> it = other.iterator();
        for (int i = 0; i < size; i++) {
            if (!it.hasNext()) {
                return false;
            }
            Object x = elementData[i];
            Object y = it.next();
            if (!(x == null ? y == null : x.equals(y))) {
                return false;
            }
        }
        return !it.hasNext();
    }

    public int hashCode() {
        int expected = modCount;
        int h = 1;
        Object[] es = elementData;
        for (int i = 0, n = size; i < n; i++) {
            Object e = es[i];
            h = 31 * h + (e == null ? 0 : e.hashCode());
        }
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
        return h;
    }

    public Spliterator<E> spliterator() {
        return new ArraySpliterator<E>(this);
    }

    /** Binds to the list at its first use; a change of the list during traversal shows at the end. */
    private static final class ArraySpliterator<E> implements Spliterator<E> {
        private final ArrayList<E> list;
        private int index;
        private int fence = -1;
        private int expectedModCount;

        ArraySpliterator(ArrayList<E> list) {
            this.list = list;
        }

        private int fence() {
            if (fence < 0) {
                expectedModCount = list.modCount;
                fence = list.size;
            }
            return fence;
        }

        public Spliterator<E> trySplit() {
            return null;
        }

        @SuppressWarnings("unchecked")
        public boolean tryAdvance(Consumer<? super E> action) {
            if (action == null) {
                throw new NullPointerException();
            }
            if (index >= fence()) {
                return false;
            }
            action.accept((E) list.elementData[index++]);
            if (list.modCount != expectedModCount) {
                throw new ConcurrentModificationException();
            }
            return true;
        }

        @SuppressWarnings("unchecked")
        public void forEachRemaining(Consumer<? super E> action) {
            if (action == null) {
                throw new NullPointerException();
            }
            int n = fence();
            Object[] es = list.elementData;
            int i = index;
            index = n;
            for (; i < n; i++) {
                action.accept((E) es[i]);
            }
            if (list.modCount != expectedModCount) {
                throw new ConcurrentModificationException();
            }
        }

        public long estimateSize() {
            return fence() - index;
        }

        public int characteristics() {
            return ORDERED | SIZED | SUBSIZED;
        }
    }
}
