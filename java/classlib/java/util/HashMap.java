package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A table of chains. Iteration has the order of the reference implementation, for which crowded bins of large
 * tables become trees as well (HashTree).
 */
public class HashMap<K, V> extends AbstractMap<K, V> implements Map<K, V>, Cloneable, java.io.Serializable {
    static final int MAXIMUM_CAPACITY = 1 << 30;

    static class Node<K, V> implements Map.Entry<K, V> {
        final int hash;
        final K key;
        V value;
        Node<K, V> next;

        Node(int hash, K key, V value, Node<K, V> next) {
            this.hash = hash;
            this.key = key;
            this.value = value;
            this.next = next;
        }

        public final K getKey() {
            return key;
        }

        public final V getValue() {
            return value;
        }

        public final String toString() {
            return key + "=" + value;
        }

        public final int hashCode() {
            return (key == null ? 0 : key.hashCode()) ^ (value == null ? 0 : value.hashCode());
        }

        public final V setValue(V newValue) {
            V old = value;
            value = newValue;
            return old;
        }

        public final boolean equals(Object o) {
            if (o == this) {
                return true;
            }
            if (!(o instanceof Map.Entry)) {
                return false;
            }
            Map.Entry<?, ?> e = (Map.Entry<?, ?>) o;
            return Objects.equals(key, e.getKey()) && Objects.equals(value, e.getValue());
        }
    }

    transient Node<K, V>[] table;
    transient int size;
    transient int modCount;
    int threshold;
    private boolean trees; // some bin may be a tree
    final float loadFactor;

    /*@ public normal_behavior
      @   requires initialCapacity >= 0 && loadFactor > 0;
      @   ensures size() == 0;
      @ also public exceptional_behavior
      @   requires initialCapacity < 0 || !(loadFactor > 0);
      @   signals_only IllegalArgumentException;
      @*/
    public /*@ pure @*/ HashMap(int initialCapacity, float loadFactor) {
        if (initialCapacity < 0) {
            throw new IllegalArgumentException("Illegal initial capacity: " + initialCapacity);
        }
        if (loadFactor <= 0 || Float.isNaN(loadFactor)) {
            throw new IllegalArgumentException("Illegal load factor: " + loadFactor);
        }
        this.loadFactor = loadFactor;
        this.threshold = tableSizeFor(initialCapacity);
    }

    /*@ public normal_behavior
      @   requires initialCapacity >= 0;
      @   ensures size() == 0;
      @ also public exceptional_behavior
      @   requires initialCapacity < 0;
      @   signals_only IllegalArgumentException;
      @*/
    public /*@ pure @*/ HashMap(int initialCapacity) {
        this(initialCapacity, .75f);
    }

    /*@ public normal_behavior
      @   ensures size() == 0;
      @*/
    public /*@ pure @*/ HashMap() {
        this.loadFactor = .75f;
    }

    public HashMap(Map<? extends K, ? extends V> m) {
        this.loadFactor = .75f;
        putMapEntries(m);
    }

    /** The hash code with its upper half mixed into the lower; 0 for null. */
    static native int hash(Object key);

    /** The node of the key in its chain, or null. */
    private static native <K, V> Node<K, V> find(Node<K, V>[] tab, int hash, Object key);

    static int tableSizeFor(int cap) {
        int n = 1;
        while (n < cap && n < MAXIMUM_CAPACITY) {
            n <<= 1;
        }
        return n;
    }

    private void putMapEntries(Map<? extends K, ? extends V> m) {
        int s = m.size();
        if (s > 0) {
            if (table == null) {
                float ft = (float) s / loadFactor + 1.0F;
                int t = ft < (float) MAXIMUM_CAPACITY ? (int) ft : MAXIMUM_CAPACITY;
                if (t > threshold) {
                    threshold = tableSizeFor(t);
                }
            } else {
                while (s > threshold && table.length < MAXIMUM_CAPACITY) {
                    resize();
                }
            }
            for (Map.Entry<? extends K, ? extends V> e : m.entrySet()) {
                put(e.getKey(), e.getValue());
            }
        }
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

    final Node<K, V> getNode(Object key) {
        int h = hash(key);
        return table == null ? null : find(table, h, key);
    }

    /*@ public normal_behavior
      @   ensures !containsKey(key) ==> \result == null;
      @*/
    public /*@ pure nullable @*/ V get(/*@ nullable @*/ Object key) {
        Node<K, V> e = getNode(key);
        return e == null ? null : e.value;
    }

    /*@ public normal_behavior
      @   ensures \result ==> size() > 0;
      @*/
    public /*@ pure @*/ boolean containsKey(/*@ nullable @*/ Object key) {
        return getNode(key) != null;
    }

    /*@ public normal_behavior
      @   assignable this.*;
      @   ensures \result == \old(get(key)) && containsKey(key) && get(key) == value;
      @   ensures size() == \old(size()) + (\old(containsKey(key)) ? 0 : 1);
      @*/
    public /*@ nullable @*/ V put(/*@ nullable @*/ K key, /*@ nullable @*/ V value) {
        return putVal(key, value, false);
    }

    private V putVal(K key, V value, boolean onlyIfAbsent) {
        int h = hash(key);
        Node<K, V>[] tab = table;
        if (tab == null) {
            tab = resize();
        }
        int i = (tab.length - 1) & h;
        Node<K, V> p = tab[i];
        if (p == null) {
            tab[i] = newNode(h, key, value, null);
        } else {
            Node<K, V> e = find(tab, h, key);
            if (e != null) {
                V old = e.value;
                if (!onlyIfAbsent || old == null) {
                    e.value = value;
                }
                afterNodeAccess(e);
                return old;
            }
            if (trees && HashTree.isTree(p)) {
                HashTree.insert(tab, p, h, key, value);
            } else {
                int chain = 1;
                for (; p.next != null; p = p.next) {
                    chain++;
                }
                p.next = newNode(h, key, value, null);
                if (chain >= 8) {
                    crowded(tab, i);
                }
            }
        }
        modCount++;
        if (++size > threshold) {
            resize();
        }
        afterNodeInsertion();
        return null;
    }

    private void crowded(Node<K, V>[] tab, int index) {
        if (tab.length < 64) {
            resize();
        } else if (treesMatter()) {
            trees = true;
            HashTree.treeify(tab, index);
        }
    }

    /** Trees are kept for the order they give; a map with an order of its own needs none. */
    boolean treesMatter() {
        return true;
    }

    @SuppressWarnings("unchecked")
    final Node<K, V>[] resize() {
        Node<K, V>[] oldTab = table;
        int oldCap = oldTab == null ? 0 : oldTab.length;
        int oldThr = threshold;
        int newCap;
        int newThr = 0;
        if (oldCap > 0) {
            if (oldCap >= MAXIMUM_CAPACITY) {
                threshold = Integer.MAX_VALUE;
                return oldTab;
            }
            newCap = oldCap << 1;
            if (newCap < MAXIMUM_CAPACITY && oldCap >= 16) {
                newThr = oldThr << 1;
            }
        } else if (oldThr > 0) {
            newCap = oldThr;
        } else {
            newCap = 16;
            newThr = 12;
        }
        if (newThr == 0) {
            float ft = (float) newCap * loadFactor;
            newThr = newCap < MAXIMUM_CAPACITY && ft < (float) MAXIMUM_CAPACITY ? (int) ft : Integer.MAX_VALUE;
        }
        threshold = newThr;
        Node<K, V>[] newTab = (Node<K, V>[]) new Node[newCap];
        table = newTab;
        for (int j = 0; j < oldCap; j++) {
            Node<K, V> e = oldTab[j];
            if (e == null) {
                continue;
            }
            if (e.next == null) {
                newTab[e.hash & (newCap - 1)] = e;
                continue;
            }
            if (trees && HashTree.isTree(e)) {
                HashTree.split(newTab, e, j, oldCap);
                continue;
            }
            Node<K, V> loHead = null;
            Node<K, V> loTail = null;
            Node<K, V> hiHead = null;
            Node<K, V> hiTail = null;
            for (; e != null; e = e.next) {
                if ((e.hash & oldCap) == 0) {
                    if (loTail == null) {
                        loHead = e;
                    } else {
                        loTail.next = e;
                    }
                    loTail = e;
                } else {
                    if (hiTail == null) {
                        hiHead = e;
                    } else {
                        hiTail.next = e;
                    }
                    hiTail = e;
                }
            }
            if (loTail != null) {
                loTail.next = null;
                newTab[j] = loHead;
            }
            if (hiTail != null) {
                hiTail.next = null;
                newTab[j + oldCap] = hiHead;
            }
        }
        return newTab;
    }

    public void putAll(Map<? extends K, ? extends V> m) {
        putMapEntries(m);
    }

    public V remove(Object key) {
        Node<K, V> e = removeNode(key, null, false);
        return e == null ? null : e.value;
    }

    final Node<K, V> removeNode(Object key, Object value, boolean matchValue) {
        return removeNode(key, value, matchValue, true);
    }

    final Node<K, V> removeNode(Object key, Object value, boolean matchValue, boolean movable) {
        Node<K, V>[] tab = table;
        if (tab == null) {
            return null;
        }
        int h = hash(key);
        Node<K, V> e = find(tab, h, key);
        if (e == null || (matchValue && !Objects.equals(value, e.value))) {
            return null;
        }
        int i = (tab.length - 1) & h;
        if (trees && HashTree.isTree(e)) {
            HashTree.remove(tab, e, movable);
        } else if (tab[i] == e) {
            tab[i] = e.next;
        } else {
            Node<K, V> p = tab[i];
            while (p.next != e) {
                p = p.next;
            }
            p.next = e.next;
        }
        modCount++;
        size--;
        afterNodeRemoval(e);
        return e;
    }

    public void clear() {
        modCount++;
        Node<K, V>[] tab = table;
        if (tab != null && size > 0) {
            size = 0;
            for (int i = 0; i < tab.length; i++) {
                tab[i] = null;
            }
        }
    }

    public boolean containsValue(Object value) {
        for (Node<K, V> e = firstNode(); e != null; e = nodeAfter(e)) {
            V v = e.value;
            if (v == value || (value != null && value.equals(v))) {
                return true;
            }
        }
        return false;
    }

    Iterator<K> keyIterator() {
        return new KeyIterator<K, V>(this);
    }

    Iterator<V> valueIterator() {
        return new ValueIterator<K, V>(this);
    }

    Iterator<Map.Entry<K, V>> entryIterator() {
        return new EntryIterator<K, V>(this);
    }

    public Set<K> keySet() {
        return new KeySet();
    }

    public Collection<V> values() {
        return new Values();
    }

    public Set<Map.Entry<K, V>> entrySet() {
        return new EntrySet();
    }

    final class KeySet extends AbstractSet<K> {
        public int size() {
            return size;
        }

        public void clear() {
            HashMap.this.clear();
        }

        public Iterator<K> iterator() {
            return keyIterator();
        }

        public boolean contains(Object o) {
            return containsKey(o);
        }

        public boolean remove(Object key) {
            return removeNode(key, null, false) != null;
        }

        public void forEach(Consumer<? super K> action) {
            Objects.requireNonNull(action);
            int mc = modCount;
            for (Node<K, V> e = firstNode(); e != null; e = nodeAfter(e)) {
                action.accept(e.key);
            }
            checkUnchanged(mc);
        }
    }

    final class Values extends AbstractCollection<V> {
        public int size() {
            return size;
        }

        public void clear() {
            HashMap.this.clear();
        }

        public Iterator<V> iterator() {
            return valueIterator();
        }

        public boolean contains(Object o) {
            return containsValue(o);
        }

        public void forEach(Consumer<? super V> action) {
            Objects.requireNonNull(action);
            int mc = modCount;
            for (Node<K, V> e = firstNode(); e != null; e = nodeAfter(e)) {
                action.accept(e.value);
            }
            checkUnchanged(mc);
        }
    }

    final class EntrySet extends AbstractSet<Map.Entry<K, V>> {
        public int size() {
            return size;
        }

        public void clear() {
            HashMap.this.clear();
        }

        public Iterator<Map.Entry<K, V>> iterator() {
            return entryIterator();
        }

        public boolean contains(Object o) {
            if (!(o instanceof Map.Entry)) {
                return false;
            }
            Map.Entry<?, ?> e = (Map.Entry<?, ?>) o;
            Node<K, V> n = getNode(e.getKey());
            return n != null && n.equals(e);
        }

        public boolean remove(Object o) {
            if (!(o instanceof Map.Entry)) {
                return false;
            }
            Map.Entry<?, ?> e = (Map.Entry<?, ?>) o;
            return removeNode(e.getKey(), e.getValue(), true) != null;
        }

        public void forEach(Consumer<? super Map.Entry<K, V>> action) {
            Objects.requireNonNull(action);
            int mc = modCount;
            for (Node<K, V> e = firstNode(); e != null; e = nodeAfter(e)) {
                action.accept(e);
            }
            checkUnchanged(mc);
        }
    }

    final void checkUnchanged(int mc) {
        if (modCount != mc) {
            throw new ConcurrentModificationException();
        }
    }

    Node<K, V> firstNode() {
        return size == 0 ? null : firstFrom(table, 0);
    }

    Node<K, V> nodeAfter(Node<K, V> e) {
        if (e.next != null) {
            return e.next;
        }
        Node<K, V>[] tab = table;
        return firstFrom(tab, (e.hash & (tab.length - 1)) + 1);
    }

    private Node<K, V> firstFrom(Node<K, V>[] tab, int i) {
        for (; i < tab.length; i++) {
            if (tab[i] != null) {
                return tab[i];
            }
        }
        return null;
    }

    private abstract static class HashIterator<K, V> {
        final HashMap<K, V> map;
        Node<K, V> next;
        Node<K, V> current;
        int expectedModCount;
        int index;

        HashIterator(HashMap<K, V> map) {
            this.map = map;
            expectedModCount = map.modCount;
            if (map.size > 0) {
                advance(map.table);
            }
        }

        private void advance(Node<K, V>[] t) {
            int i = index;
            int n = t.length;
            Node<K, V> e = null;
            while (i < n && e == null) {
                e = t[i++];
            }
            index = i;
            next = e;
        }

        public final boolean hasNext() {
            return next != null;
        }

        final Node<K, V> nextNode() {
            Node<K, V> e = next;
            if (map.modCount != expectedModCount) {
                throw new ConcurrentModificationException();
            }
            if (e == null) {
                throw new NoSuchElementException();
            }
            current = e;
            next = e.next;
            if (next == null && map.table != null) {
                advance(map.table);
            }
            return e;
        }

        public final void remove() {
            Node<K, V> p = current;
            if (p == null) {
                throw new IllegalStateException();
            }
            if (map.modCount != expectedModCount) {
                throw new ConcurrentModificationException();
            }
            current = null;
            map.removeNode(p.key, null, false, false);
            expectedModCount = map.modCount;
        }
    }

    private static final class KeyIterator<K, V> extends HashIterator<K, V> implements Iterator<K> {
        KeyIterator(HashMap<K, V> map) {
            super(map);
        }

        public K next() {
            return nextNode().key;
        }
    }

    private static final class ValueIterator<K, V> extends HashIterator<K, V> implements Iterator<V> {
        ValueIterator(HashMap<K, V> map) {
            super(map);
        }

        public V next() {
            return nextNode().value;
        }
    }

    private static final class EntryIterator<K, V> extends HashIterator<K, V> implements Iterator<Map.Entry<K, V>> {
        EntryIterator(HashMap<K, V> map) {
            super(map);
        }

        public Map.Entry<K, V> next() {
            return nextNode();
        }
    }

    /*@ public normal_behavior
      @   ensures \result == (containsKey(key) ? get(key) : defaultValue);
      @*/
    public /*@ pure nullable @*/ V getOrDefault(/*@ nullable @*/ Object key, /*@ nullable @*/ V defaultValue) {
        Node<K, V> e = getNode(key);
        return e == null ? defaultValue : e.value;
    }

    public V putIfAbsent(K key, V value) {
        return putVal(key, value, true);
    }

    public boolean remove(Object key, Object value) {
        return removeNode(key, value, true) != null;
    }

    public boolean replace(K key, V oldValue, V newValue) {
        Node<K, V> e = getNode(key);
        if (e != null && Objects.equals(e.value, oldValue)) {
            e.value = newValue;
            afterNodeAccess(e);
            return true;
        }
        return false;
    }

    public V replace(K key, V value) {
        Node<K, V> e = getNode(key);
        if (e == null) {
            return null;
        }
        V old = e.value;
        e.value = value;
        afterNodeAccess(e);
        return old;
    }

    /** Makes room before a function may add a mapping: the computing methods grow earlier than put does. */
    private void room() {
        if (size > threshold || table == null) {
            resize();
        }
    }

    /** Adds a mapping at the head of its bin, where the computing methods put theirs. */
    private void addFirst(K key, V value, int mc) {
        Node<K, V>[] tab = table;
        int h = hash(key);
        int i = (tab.length - 1) & h;
        Node<K, V> first = tab[i];
        if (trees && HashTree.isTree(first)) {
            HashTree.insert(tab, first, h, key, value);
        } else {
            int chain = 0;
            for (Node<K, V> e = first; e != null; e = e.next) {
                chain++;
            }
            tab[i] = newNode(h, key, value, first);
            if (chain >= 7) {
                crowded(tab, i);
            }
        }
        modCount = mc + 1;
        size++;
        afterNodeInsertion();
    }

    public V computeIfAbsent(K key, Function<? super K, ? extends V> mappingFunction) {
        if (mappingFunction == null) {
            throw new NullPointerException();
        }
        room();
        Node<K, V> old = getNode(key);
        if (old != null && old.value != null) {
            afterNodeAccess(old);
            return old.value;
        }
        int mc = modCount;
        V v = mappingFunction.apply(key);
        checkUnchanged(mc);
        if (v == null) {
            return null;
        }
        if (old != null) {
            old.value = v;
            afterNodeAccess(old);
        } else {
            addFirst(key, v, mc);
        }
        return v;
    }

    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> remappingFunction) {
        if (remappingFunction == null) {
            throw new NullPointerException();
        }
        Node<K, V> e = getNode(key);
        if (e == null || e.value == null) {
            return null;
        }
        int mc = modCount;
        V v = remappingFunction.apply(key, e.value);
        checkUnchanged(mc);
        if (v != null) {
            e.value = v;
            afterNodeAccess(e);
        } else {
            removeNode(key, null, false);
        }
        return v;
    }

    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> remappingFunction) {
        if (remappingFunction == null) {
            throw new NullPointerException();
        }
        room();
        Node<K, V> old = getNode(key);
        int mc = modCount;
        V v = remappingFunction.apply(key, old == null ? null : old.value);
        checkUnchanged(mc);
        if (old != null) {
            if (v != null) {
                old.value = v;
                afterNodeAccess(old);
            } else {
                removeNode(key, null, false);
            }
        } else if (v != null) {
            addFirst(key, v, mc);
        }
        return v;
    }

    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> remappingFunction) {
        if (value == null || remappingFunction == null) {
            throw new NullPointerException();
        }
        room();
        Node<K, V> old = getNode(key);
        int mc = modCount;
        if (old == null) {
            addFirst(key, value, mc);
            return value;
        }
        V v = value;
        if (old.value != null) {
            v = remappingFunction.apply(old.value, value);
            checkUnchanged(mc);
        }
        if (v != null) {
            old.value = v;
            afterNodeAccess(old);
        } else {
            removeNode(key, null, false);
        }
        return v;
    }

    public void forEach(BiConsumer<? super K, ? super V> action) {
        if (action == null) {
            throw new NullPointerException();
        }
        int mc = modCount;
        for (Node<K, V> e = firstNode(); e != null; e = nodeAfter(e)) {
            action.accept(e.key, e.value);
        }
        checkUnchanged(mc);
    }

    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        if (function == null) {
            throw new NullPointerException();
        }
        int mc = modCount;
        for (Node<K, V> e = firstNode(); e != null; e = nodeAfter(e)) {
            e.value = function.apply(e.key, e.value);
        }
        checkUnchanged(mc);
    }

    @SuppressWarnings("unchecked")
    public Object clone() {
        HashMap<K, V> result;
        try {
            result = (HashMap<K, V>) super.clone();
        } catch (CloneNotSupportedException e) {
            throw new InternalError(e);
        }
        result.reset();
        result.putMapEntries(this);
        return result;
    }

    void reset() {
        table = null;
        trees = false;
        size = 0;
        modCount = 0;
        threshold = 0;
    }

    Node<K, V> newNode(int hash, K key, V value, Node<K, V> next) {
        return new Node<K, V>(hash, key, value, next);
    }

    void afterNodeAccess(Node<K, V> p) {
    }

    void afterNodeInsertion() {
    }

    void afterNodeRemoval(Node<K, V> p) {
    }
}
