package java.util;

import java.util.function.BiConsumer;

public class LinkedHashMap<K, V> extends HashMap<K, V> implements Map<K, V> {
    static final class Linked<K, V> extends HashMap.Node<K, V> {
        Linked<K, V> before;
        Linked<K, V> after;

        Linked(int hash, K key, V value, HashMap.Node<K, V> next) {
            super(hash, key, value, next);
        }
    }

    transient Linked<K, V> head;
    transient Linked<K, V> tail;
    final boolean accessOrder;

    /*@ public normal_behavior
      @   requires initialCapacity >= 0 && loadFactor > 0;
      @   ensures size() == 0;
      @ also public exceptional_behavior
      @   requires initialCapacity < 0 || !(loadFactor > 0);
      @   signals_only IllegalArgumentException;
      @*/
    public /*@ pure @*/ LinkedHashMap(int initialCapacity, float loadFactor) {
        super(initialCapacity, loadFactor);
        accessOrder = false;
    }

    /*@ public normal_behavior
      @   requires initialCapacity >= 0;
      @   ensures size() == 0;
      @ also public exceptional_behavior
      @   requires initialCapacity < 0;
      @   signals_only IllegalArgumentException;
      @*/
    public /*@ pure @*/ LinkedHashMap(int initialCapacity) {
        super(initialCapacity);
        accessOrder = false;
    }

    /*@ public normal_behavior
      @   ensures size() == 0;
      @*/
    public /*@ pure @*/ LinkedHashMap() {
        accessOrder = false;
    }

    public LinkedHashMap(Map<? extends K, ? extends V> m) {
        accessOrder = false;
        putAll(m);
    }

    /*@ public normal_behavior
      @   requires initialCapacity >= 0 && loadFactor > 0;
      @   ensures size() == 0;
      @ also public exceptional_behavior
      @   requires initialCapacity < 0 || !(loadFactor > 0);
      @   signals_only IllegalArgumentException;
      @*/
    public /*@ pure @*/ LinkedHashMap(int initialCapacity, float loadFactor, boolean accessOrder) {
        super(initialCapacity, loadFactor);
        this.accessOrder = accessOrder;
    }

    @Override
    HashMap.Node<K, V> newNode(int hash, K key, V value, HashMap.Node<K, V> next) {
        Linked<K, V> p = new Linked<K, V>(hash, key, value, next);
        linkLast(p);
        return p;
    }

    private void linkLast(Linked<K, V> p) {
        Linked<K, V> last = tail;
        tail = p;
        p.before = last;
        p.after = null;
        if (last == null) {
            head = p;
        } else {
            last.after = p;
        }
    }

    private void unlink(Linked<K, V> p) {
        Linked<K, V> b = p.before;
        Linked<K, V> a = p.after;
        if (b == null) {
            head = a;
        } else {
            b.after = a;
        }
        if (a == null) {
            tail = b;
        } else {
            a.before = b;
        }
        p.before = null;
        p.after = null;
    }

    @Override
    void afterNodeAccess(HashMap.Node<K, V> e) {
        if (accessOrder && tail != e) {
            Linked<K, V> p = (Linked<K, V>) e;
            unlink(p);
            linkLast(p);
            modCount++;
        }
    }

    @Override
    void afterNodeInsertion() {
        Linked<K, V> first = head;
        if (first != null && removeEldestEntry(first)) {
            removeNode(first.key, null, false);
        }
    }

    @Override
    void afterNodeRemoval(HashMap.Node<K, V> e) {
        unlink((Linked<K, V>) e);
    }

    @Override
    boolean treesMatter() {
        return false;
    }

    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return false;
    }

    /*@ public normal_behavior
      @   ensures !containsKey(key) ==> \result == null;
      @*/
    @Override
    public /*@ pure nullable @*/ V get(/*@ nullable @*/ Object key) {
        HashMap.Node<K, V> e = getNode(key);
        if (e == null) {
            return null;
        }
        afterNodeAccess(e);
        return e.value;
    }

    /*@ public normal_behavior
      @   ensures \result == (containsKey(key) ? get(key) : defaultValue);
      @*/
    @Override
    public /*@ pure nullable @*/ V getOrDefault(/*@ nullable @*/ Object key, /*@ nullable @*/ V defaultValue) {
        HashMap.Node<K, V> e = getNode(key);
        if (e == null) {
            return defaultValue;
        }
        afterNodeAccess(e);
        return e.value;
    }

    @Override
    public void clear() {
        super.clear();
        head = null;
        tail = null;
    }

    @Override
    void reset() {
        super.reset();
        head = null;
        tail = null;
    }

    @Override
    HashMap.Node<K, V> firstNode() {
        return head;
    }

    @Override
    HashMap.Node<K, V> nodeAfter(HashMap.Node<K, V> e) {
        return ((Linked<K, V>) e).after;
    }

    @Override
    Iterator<K> keyIterator() {
        return new KeyItr<K, V>(this);
    }

    @Override
    Iterator<V> valueIterator() {
        return new ValueItr<K, V>(this);
    }

    @Override
    Iterator<Map.Entry<K, V>> entryIterator() {
        return new EntryItr<K, V>(this);
    }

    private abstract static class LinkedIterator<K, V> {
        final LinkedHashMap<K, V> map;
        Linked<K, V> next;
        Linked<K, V> current;
        int expectedModCount;

        LinkedIterator(LinkedHashMap<K, V> map) {
            this.map = map;
            next = map.head;
            expectedModCount = map.modCount;
        }

        public final boolean hasNext() {
            return next != null;
        }

        final Linked<K, V> nextNode() {
            Linked<K, V> e = next;
            if (map.modCount != expectedModCount) {
                throw new ConcurrentModificationException();
            }
            if (e == null) {
                throw new NoSuchElementException();
            }
            current = e;
            next = e.after;
            return e;
        }

        public final void remove() {
            Linked<K, V> p = current;
            if (p == null) {
                throw new IllegalStateException();
            }
            if (map.modCount != expectedModCount) {
                throw new ConcurrentModificationException();
            }
            current = null;
            map.removeNode(p.key, null, false);
            expectedModCount = map.modCount;
        }
    }

    private static final class KeyItr<K, V> extends LinkedIterator<K, V> implements Iterator<K> {
        KeyItr(LinkedHashMap<K, V> map) {
            super(map);
        }

        public K next() {
            return nextNode().key;
        }
    }

    private static final class ValueItr<K, V> extends LinkedIterator<K, V> implements Iterator<V> {
        ValueItr(LinkedHashMap<K, V> map) {
            super(map);
        }

        public V next() {
            return nextNode().value;
        }
    }

    private static final class EntryItr<K, V> extends LinkedIterator<K, V> implements Iterator<Map.Entry<K, V>> {
        EntryItr(LinkedHashMap<K, V> map) {
            super(map);
        }

        public Map.Entry<K, V> next() {
            return nextNode();
        }
    }
}
