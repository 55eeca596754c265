package java.util;

import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

public class Vector<E> extends AbstractList<E> implements List<E>, RandomAccess, Cloneable, java.io.Serializable {
    protected Object[] elementData;
    protected int elementCount;
    protected int capacityIncrement;

    public Vector(int initialCapacity, int capacityIncrement) {
        if (initialCapacity < 0) {
            throw new IllegalArgumentException("Illegal Capacity: " + initialCapacity);
        }
        this.elementData = new Object[initialCapacity];
        this.capacityIncrement = capacityIncrement;
    }

    public Vector(int initialCapacity) {
        this(initialCapacity, 0);
    }

    public Vector() {
        this(10, 0);
    }

    public Vector(Collection<? extends E> c) {
        elementData = c.toArray();
        elementCount = elementData.length;
    }

    public void copyInto(Object[] anArray) {
        System.arraycopy(elementData, 0, anArray, 0, elementCount);
    }

    public void trimToSize() {
        modCount++;
        elementData = Arrays.copyOf(elementData, elementCount);
    }

    public void ensureCapacity(int minCapacity) {
        if (minCapacity > 0) {
            modCount++;
            if (minCapacity > elementData.length) {
                grow(minCapacity);
            }
        }
    }

    private void grow(int min) {
        int old = elementData.length;
        int n = old + (capacityIncrement > 0 ? capacityIncrement : old);
        elementData = Arrays.copyOf(elementData, n < min ? min : n);
    }

    public void setSize(int newSize) {
        modCount++;
        if (newSize > elementData.length) {
            grow(newSize);
        }
        for (int i = newSize; i < elementCount; i++) {
            elementData[i] = null;
        }
        elementCount = newSize;
    }

    public int capacity() {
        return elementData.length;
    }

    public int size() {
        return elementCount;
    }

    public boolean isEmpty() {
        return elementCount == 0;
    }

    public Enumeration<E> elements() {
        return new Enumeration<E>() {
            int count = 0;

            public boolean hasMoreElements() {
                return count < elementCount;
            }

            @SuppressWarnings("unchecked")
            public E nextElement() {
                if (count < elementCount) {
                    return (E) elementData[count++];
                }
                throw new NoSuchElementException("Vector Enumeration");
            }
        };
    }

    public boolean contains(Object o) {
        return indexOf(o, 0) >= 0;
    }

    public int indexOf(Object o) {
        return indexOf(o, 0);
    }

    public int indexOf(Object o, int index) {
        for (int i = index; i < elementCount; i++) {
            if (o == null ? elementData[i] == null : o.equals(elementData[i])) {
                return i;
            }
        }
        return -1;
    }

    public int lastIndexOf(Object o) {
        return lastIndexOf(o, elementCount - 1);
    }

    public int lastIndexOf(Object o, int index) {
        if (index >= elementCount) {
            throw new IndexOutOfBoundsException(index + " >= " + elementCount);
        }
        for (int i = index; i >= 0; i--) {
            if (o == null ? elementData[i] == null : o.equals(elementData[i])) {
                return i;
            }
        }
        return -1;
    }

    private void checkBelow(int index) {
        if (index >= elementCount) {
            throw new ArrayIndexOutOfBoundsException(index + " >= " + elementCount);
        }
    }

    private void checkIndex(int index) {
        if (index >= elementCount) {
            throw new ArrayIndexOutOfBoundsException(index);
        }
    }

    @SuppressWarnings("unchecked")
    public E elementAt(int index) {
        checkBelow(index);
        return (E) elementData[index];
    }

    @SuppressWarnings("unchecked")
    public E firstElement() {
        if (elementCount == 0) {
            throw new NoSuchElementException();
        }
        return (E) elementData[0];
    }

    @SuppressWarnings("unchecked")
    public E lastElement() {
        if (elementCount == 0) {
            throw new NoSuchElementException();
        }
        return (E) elementData[elementCount - 1];
    }

    public void setElementAt(E obj, int index) {
        checkBelow(index);
        elementData[index] = obj;
    }

    public void removeElementAt(int index) {
        checkBelow(index);
        if (index < 0) {
            throw new ArrayIndexOutOfBoundsException(index);
        }
        delete(index);
    }

    private void delete(int index) {
        modCount++;
        elementCount--;
        System.arraycopy(elementData, index + 1, elementData, index, elementCount - index);
        elementData[elementCount] = null;
    }

    public void insertElementAt(E obj, int index) {
        if (index > elementCount) {
            throw new ArrayIndexOutOfBoundsException(index + " > " + elementCount);
        }
        modCount++;
        if (elementCount == elementData.length) {
            grow(elementCount + 1);
        }
        System.arraycopy(elementData, index, elementData, index + 1, elementCount - index);
        elementData[index] = obj;
        elementCount++;
    }

    public void addElement(E obj) {
        add(obj);
    }

    public boolean removeElement(Object obj) {
        modCount++;
        int i = indexOf(obj);
        if (i < 0) {
            return false;
        }
        removeElementAt(i);
        return true;
    }

    public void removeAllElements() {
        modCount++;
        while (elementCount > 0) {
            elementData[--elementCount] = null;
        }
    }

    @SuppressWarnings("unchecked")
    public Object clone() {
        try {
            Vector<E> v = (Vector<E>) super.clone();
            v.elementData = Arrays.copyOf(elementData, elementCount);
            v.modCount = 0;
            return v;
        } catch (CloneNotSupportedException e) {
            throw new InternalError(e);
        }
    }

    public Object[] toArray() {
        return Arrays.copyOf(elementData, elementCount);
    }

    @SuppressWarnings("unchecked")
    public E get(int index) {
        checkIndex(index);
        return (E) elementData[index];
    }

    @SuppressWarnings("unchecked")
    public E set(int index, E element) {
        checkIndex(index);
        E old = (E) elementData[index];
        elementData[index] = element;
        return old;
    }

    public boolean add(E e) {
        modCount++;
        if (elementCount == elementData.length) {
            grow(elementCount + 1);
        }
        elementData[elementCount++] = e;
        return true;
    }

    public boolean remove(Object o) {
        return removeElement(o);
    }

    public void add(int index, E element) {
        insertElementAt(element, index);
    }

    @SuppressWarnings("unchecked")
    public E remove(int index) {
        modCount++;
        checkIndex(index);
        E old = (E) elementData[index];
        modCount--;
        delete(index);
        return old;
    }

    public void clear() {
        removeAllElements();
    }

    @SuppressWarnings("unchecked")
    public boolean addAll(Collection<? extends E> c) {
        Object[] a = c.toArray();
        modCount++;
        if (a.length == 0) {
            return false;
        }
        if (a.length > elementData.length - elementCount) {
            grow(elementCount + a.length);
        }
        System.arraycopy(a, 0, elementData, elementCount, a.length);
        elementCount += a.length;
        return true;
    }

    public boolean addAll(int index, Collection<? extends E> c) {
        if (index < 0 || index > elementCount) {
            throw new ArrayIndexOutOfBoundsException(index);
        }
        Object[] a = c.toArray();
        modCount++;
        int n = a.length;
        if (n == 0) {
            return false;
        }
        if (n > elementData.length - elementCount) {
            grow(elementCount + n);
        }
        System.arraycopy(elementData, index, elementData, index + n, elementCount - index);
        System.arraycopy(a, 0, elementData, index, n);
        elementCount += n;
        return true;
    }

    public boolean removeAll(Collection<?> c) {
        Objects.requireNonNull(c);
        return filter(c, null, false);
    }

    public boolean retainAll(Collection<?> c) {
        Objects.requireNonNull(c);
        return filter(c, null, true);
    }

    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        return filter(null, filter, false);
    }

    @SuppressWarnings("unchecked")
    private boolean filter(Collection<?> c, Predicate<? super E> p, boolean keep) {
        int expected = modCount;
        int n = elementCount;
        Object[] kept = new Object[n];
        int w = 0;
        for (int i = 0; i < n; i++) {
            E e = (E) elementData[i];
            if ((c != null ? c.contains(e) : p.test(e)) == keep) {
                kept[w++] = e;
            }
        }
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
        if (w == n) {
            return false;
        }
        modCount++;
        System.arraycopy(kept, 0, elementData, 0, n);
        elementCount = w;
        return true;
    }

    @SuppressWarnings("unchecked")
    public void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        int expected = modCount;
        int n = elementCount;
        for (int i = 0; modCount == expected && i < n; i++) {
            action.accept((E) elementData[i]);
        }
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
    }

    @SuppressWarnings("unchecked")
    public void replaceAll(UnaryOperator<E> operator) {
        Objects.requireNonNull(operator);
        for (int i = 0; i < elementCount; i++) {
            elementData[i] = operator.apply((E) elementData[i]);
        }
        modCount++;
    }

    @SuppressWarnings("unchecked")
    public void sort(Comparator<? super E> c) {
        int expected = modCount;
        Arrays.sort((E[]) elementData, 0, elementCount, c);
        if (modCount != expected) {
            throw new ConcurrentModificationException();
        }
        modCount++;
    }

    public Iterator<E> iterator() {
        return new Itr(0);
    }

    public ListIterator<E> listIterator() {
        return new Itr(0);
    }

    public ListIterator<E> listIterator(int index) {
        if (index < 0 || index > elementCount) {
            throw new IndexOutOfBoundsException("Index: " + index);
        }
        return new Itr(index);
    }

    private final class Itr implements ListIterator<E> {
        private int cursor;
        private int lastRet = -1;
        private int expectedModCount = modCount;

        Itr(int index) {
            cursor = index;
        }

        public boolean hasNext() {
            return cursor != elementCount;
        }

        @SuppressWarnings("unchecked")
        public E next() {
            check();
            if (cursor >= elementCount) {
                throw new NoSuchElementException();
            }
            lastRet = cursor++;
            return (E) elementData[lastRet];
        }

        public boolean hasPrevious() {
            return cursor != 0;
        }

        @SuppressWarnings("unchecked")
        public E previous() {
            check();
            if (cursor <= 0) {
                throw new NoSuchElementException();
            }
            lastRet = --cursor;
            return (E) elementData[lastRet];
        }

        public int nextIndex() {
            return cursor;
        }

        public int previousIndex() {
            return cursor - 1;
        }

        public void remove() {
            if (lastRet == -1) {
                throw new IllegalStateException();
            }
            check();
            Vector.this.remove(lastRet);
            expectedModCount = modCount;
            cursor = lastRet;
            lastRet = -1;
        }

        public void set(E e) {
            if (lastRet == -1) {
                throw new IllegalStateException();
            }
            check();
            Vector.this.set(lastRet, e);
        }

        public void add(E e) {
            check();
            Vector.this.add(cursor++, e);
            expectedModCount = modCount;
            lastRet = -1;
        }

        private void check() {
            if (modCount != expectedModCount) {
                throw new ConcurrentModificationException();
            }
        }
    }

    protected void removeRange(int fromIndex, int toIndex) {
        modCount++;
        int n = elementCount;
        System.arraycopy(elementData, toIndex, elementData, fromIndex, n - toIndex);
        elementCount -= toIndex - fromIndex;
        for (int i = elementCount; i < n; i++) {
            elementData[i] = null;
        }
    }
}
