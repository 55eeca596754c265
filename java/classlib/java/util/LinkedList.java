package java.util;

import java.util.function.Consumer;

public class LinkedList<E> extends AbstractSequentialList<E>
        implements List<E>, Deque<E>, Cloneable, java.io.Serializable {
    private transient int size;
    private transient Node<E> first;
    private transient Node<E> last;

    private static final class Node<E> {
        E item;
        Node<E> next;
        Node<E> prev;

        Node(Node<E> prev, E item, Node<E> next) {
            this.item = item;
            this.next = next;
            this.prev = prev;
        }
    }

    /*@ public normal_behavior
      @   ensures size() == 0;
      @*/
    public /*@ pure @*/ LinkedList() {
    }

    /*@ public normal_behavior
      @   ensures size() == c.size();
      @   ensures c instanceof List ==> (\forall int i; 0 <= i && i < size(); get(i) == ((List<? extends E>) c).get(i));
      @*/
    public /*@ pure @*/ LinkedList(Collection<? extends E> c) {
        addAll(c);
    }

    private void linkFirst(E e) {
        Node<E> f = first;
        Node<E> n = new Node<E>(null, e, f);
        first = n;
        if (f == null) {
            last = n;
        } else {
            f.prev = n;
        }
        size++;
        modCount++;
    }

    private void linkLast(E e) {
        Node<E> l = last;
        Node<E> n = new Node<E>(l, e, null);
        last = n;
        if (l == null) {
            first = n;
        } else {
            l.next = n;
        }
        size++;
        modCount++;
    }

    private void linkBefore(E e, Node<E> succ) {
        if (succ == null) {
            linkLast(e);
            return;
        }
        Node<E> pred = succ.prev;
        Node<E> n = new Node<E>(pred, e, succ);
        succ.prev = n;
        if (pred == null) {
            first = n;
        } else {
            pred.next = n;
        }
        size++;
        modCount++;
    }

    private E unlink(Node<E> x) {
        E item = x.item;
        Node<E> next = x.next;
        Node<E> prev = x.prev;
        if (prev == null) {
            first = next;
        } else {
            prev.next = next;
            x.prev = null;
        }
        if (next == null) {
            last = prev;
        } else {
            next.prev = prev;
            x.next = null;
        }
        x.item = null;
        size--;
        modCount++;
        return item;
    }

    private Node<E> node(int index) {
        Node<E> x;
        if (index < (size >> 1)) {
            x = first;
            for (int i = 0; i < index; i++) {
                x = x.next;
            }
        } else {
            x = last;
            for (int i = size - 1; i > index; i--) {
                x = x.prev;
            }
        }
        return x;
    }

    private Node<E> find(Object o) {
        for (Node<E> x = first; x != null; x = x.next) {
            if (o == null ? x.item == null : o.equals(x.item)) {
                return x;
            }
        }
        return null;
    }

    private void checkElement(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + size);
        }
    }

    public E getFirst() {
        if (first == null) {
            throw new NoSuchElementException();
        }
        return first.item;
    }

    public E getLast() {
        if (last == null) {
            throw new NoSuchElementException();
        }
        return last.item;
    }

    public E removeFirst() {
        if (first == null) {
            throw new NoSuchElementException();
        }
        return unlink(first);
    }

    public E removeLast() {
        if (last == null) {
            throw new NoSuchElementException();
        }
        return unlink(last);
    }

    public void addFirst(E e) {
        linkFirst(e);
    }

    public void addLast(E e) {
        linkLast(e);
    }

    /*@ public normal_behavior
      @   ensures \result <==> (\exists int i; 0 <= i && i < size(); o == null ? get(i) == null : o.equals(get(i)));
      @*/
    public /*@ pure @*/ boolean contains(/*@ nullable @*/ Object o) {
        return find(o) != null;
    }

    /*@ public normal_behavior
      @   ensures \result >= 0;
      @*/
    public /*@ pure @*/ int size() {
        return size;
    }

    /*@ public normal_behavior
      @   assignable this.*;
      @   ensures \result && size() == \old(size()) + 1;
      @   ensures get(size() - 1) == e;
      @   ensures (\forall int i; 0 <= i && i < \old(size()); get(i) == \old(get(i)));
      @*/
    public boolean add(/*@ nullable @*/ E e) {
        linkLast(e);
        return true;
    }

    public boolean remove(Object o) {
        Node<E> x = find(o);
        if (x == null) {
            return false;
        }
        unlink(x);
        return true;
    }

    public boolean addAll(Collection<? extends E> c) {
        return addAll(size, c);
    }

    @SuppressWarnings("unchecked")
    public boolean addAll(int index, Collection<? extends E> c) {
        checkPosition(index, size);
        Object[] a = c.toArray();
        if (a.length == 0) {
            return false;
        }
        int changes = modCount;
        Node<E> succ = index == size ? null : node(index);
        for (Object o : a) {
            linkBefore((E) o, succ);
        }
        modCount = changes + 1;
        return true;
    }

    /*@ public normal_behavior
      @   assignable this.*;
      @   ensures size() == 0;
      @*/
    public void clear() {
        first = null;
        last = null;
        size = 0;
        modCount++;
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
    public /*@ pure nullable @*/ E get(int index) {
        checkElement(index);
        return node(index).item;
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
    public /*@ nullable @*/ E set(/*@ nullable @*/ int index, E element) {
        checkElement(index);
        Node<E> x = node(index);
        E old = x.item;
        x.item = element;
        return old;
    }

    public void add(int index, E element) {
        checkPosition(index, size);
        linkBefore(element, index == size ? null : node(index));
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
    public /*@ nullable @*/ E remove(int index) {
        checkElement(index);
        return unlink(node(index));
    }

    public int indexOf(Object o) {
        int i = 0;
        for (Node<E> x = first; x != null; x = x.next) {
            if (o == null ? x.item == null : o.equals(x.item)) {
                return i;
            }
            i++;
        }
        return -1;
    }

    public int lastIndexOf(Object o) {
        int i = size;
        for (Node<E> x = last; x != null; x = x.prev) {
            i--;
            if (o == null ? x.item == null : o.equals(x.item)) {
                return i;
            }
        }
        return -1;
    }

    public E peek() {
        return first == null ? null : first.item;
    }

    public E element() {
        return getFirst();
    }

    public E poll() {
        return first == null ? null : unlink(first);
    }

    public E remove() {
        return removeFirst();
    }

    public boolean offer(E e) {
        return add(e);
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
        return first == null ? null : first.item;
    }

    public E peekLast() {
        return last == null ? null : last.item;
    }

    public E pollFirst() {
        return first == null ? null : unlink(first);
    }

    public E pollLast() {
        return last == null ? null : unlink(last);
    }

    public void push(E e) {
        addFirst(e);
    }

    public E pop() {
        return removeFirst();
    }

    public boolean removeFirstOccurrence(Object o) {
        return remove(o);
    }

    public boolean removeLastOccurrence(Object o) {
        for (Node<E> x = last; x != null; x = x.prev) {
            if (o == null ? x.item == null : o.equals(x.item)) {
                unlink(x);
                return true;
            }
        }
        return false;
    }

    public ListIterator<E> listIterator(int index) {
        checkPosition(index, size);
        return new ListItr(index);
    }

    private class ListItr implements ListIterator<E> {
        private Node<E> lastReturned;
        private Node<E> next;
        private int nextIndex;
        private int expectedModCount = modCount;

        ListItr(int index) {
            next = index == size ? null : node(index);
            nextIndex = index;
        }

        public boolean hasNext() {
            return nextIndex < size;
        }

        public E next() {
            check();
            if (nextIndex >= size) {
                throw new NoSuchElementException();
            }
            Node<E> n = next;
            lastReturned = n;
            next = n.next;
            nextIndex++;
            return n.item;
        }

        public boolean hasPrevious() {
            return nextIndex > 0;
        }

        public E previous() {
            check();
            if (nextIndex <= 0) {
                throw new NoSuchElementException();
            }
            next = next == null ? last : next.prev;
            lastReturned = next;
            nextIndex--;
            return lastReturned.item;
        }

        public int nextIndex() {
            return nextIndex;
        }

        public int previousIndex() {
            return nextIndex - 1;
        }

        public void remove() {
            check();
            if (lastReturned == null) {
                throw new IllegalStateException();
            }
            Node<E> after = lastReturned.next;
            unlink(lastReturned);
            if (next == lastReturned) {
                next = after;
            } else {
                nextIndex--;
            }
            lastReturned = null;
            expectedModCount++;
        }

        public void set(E e) {
            if (lastReturned == null) {
                throw new IllegalStateException();
            }
            check();
            lastReturned.item = e;
        }

        public void add(E e) {
            check();
            lastReturned = null;
            linkBefore(e, next);
            nextIndex++;
            expectedModCount++;
        }

        public void forEachRemaining(Consumer<? super E> action) {
            Objects.requireNonNull(action);
            while (modCount == expectedModCount && nextIndex < size) {
                action.accept(next.item);
                lastReturned = next;
                next = next.next;
                nextIndex++;
            }
            check();
        }

        private void check() {
            if (modCount != expectedModCount) {
                throw new ConcurrentModificationException();
            }
        }
    }

    public Iterator<E> descendingIterator() {
        ListIterator<E> it = listIterator(size);
        return new Iterator<E>() {
            public boolean hasNext() {
                return it.hasPrevious();
            }

            public E next() {
                return it.previous();
            }

            public void remove() {
                it.remove();
            }
        };
    }

    @SuppressWarnings("unchecked")
    public Object clone() {
        return new LinkedList<E>(this);
    }

    public Object[] toArray() {
        Object[] r = new Object[size];
        int i = 0;
        for (Node<E> x = first; x != null; x = x.next) {
            r[i++] = x.item;
        }
        return r;
    }
}
