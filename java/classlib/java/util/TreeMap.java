package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/** A red-black tree; views are ranges of it that may run downwards. */
public class TreeMap<K, V> extends AbstractMap<K, V> implements NavigableMap<K, V>, Cloneable, java.io.Serializable {
    private final Comparator<? super K> comparator;
    private transient Node<K, V> root;
    private transient int size;
    private transient int modCount;
    private transient int turn; // where the last search by locate ended: 0 at the key, else left or right of the leaf

    static final class Node<K, V> implements Map.Entry<K, V> {
        K key;
        V value;
        Node<K, V> left;
        Node<K, V> right;
        Node<K, V> parent;
        boolean black = true;

        Node(K key, V value, Node<K, V> parent) {
            this.key = key;
            this.value = value;
            this.parent = parent;
        }

        public K getKey() {
            return key;
        }

        public V getValue() {
            return value;
        }

        public V setValue(V value) {
            V old = this.value;
            this.value = value;
            return old;
        }

        public boolean equals(Object o) {
            if (!(o instanceof Map.Entry)) {
                return false;
            }
            Map.Entry<?, ?> e = (Map.Entry<?, ?>) o;
            return Objects.equals(key, e.getKey()) && Objects.equals(value, e.getValue());
        }

        public int hashCode() {
            return (key == null ? 0 : key.hashCode()) ^ (value == null ? 0 : value.hashCode());
        }

        public String toString() {
            return key + "=" + value;
        }
    }

    /*@ public normal_behavior
      @   ensures size() == 0;
      @*/
    public /*@ pure @*/ TreeMap() {
        comparator = null;
    }

    public TreeMap(Comparator<? super K> comparator) {
        this.comparator = comparator;
    }

    public TreeMap(Map<? extends K, ? extends V> m) {
        comparator = null;
        putAll(m);
    }

    public TreeMap(SortedMap<K, ? extends V> m) {
        comparator = m.comparator();
        for (Map.Entry<K, ? extends V> e : m.entrySet()) {
            put(e.getKey(), e.getValue());
        }
    }

    @SuppressWarnings("unchecked")
    final int compare(Object k1, Object k2) {
        return comparator == null ? ((Comparable<? super K>) k1).compareTo((K) k2)
                : comparator.compare((K) k1, (K) k2);
    }

    /*@ public normal_behavior
      @   ensures \result >= 0;
      @*/
    public /*@ pure @*/ int size() {
        return size;
    }

    /*@ public behavior
      @   ensures \result ==> size() > 0;
      @   signals_only RuntimeException;
      @*/
    public /*@ pure @*/ boolean containsKey(/*@ nullable @*/ Object key) {
        return getEntry(key) != null;
    }

    public boolean containsValue(Object value) {
        for (Node<K, V> e = lowest(); e != null; e = successor(e)) {
            if (Objects.equals(value, e.value)) {
                return true;
            }
        }
        return false;
    }

    /*@ public behavior
      @   ensures !containsKey(key) ==> \result == null;
      @   signals_only RuntimeException;
      @*/
    public /*@ pure nullable @*/ V get(/*@ nullable @*/ Object key) {
        Node<K, V> p = getEntry(key);
        return p == null ? null : p.value;
    }

    /*@ public behavior
      @   ensures \result == (containsKey(key) ? get(key) : defaultValue);
      @   signals_only RuntimeException;
      @*/
    public /*@ pure nullable @*/ V getOrDefault(/*@ nullable @*/ Object key, /*@ nullable @*/ V defaultValue) {
        Node<K, V> p = getEntry(key);
        return p == null ? defaultValue : p.value;
    }

    public Comparator<? super K> comparator() {
        return comparator;
    }

    public K firstKey() {
        return key(lowest());
    }

    public K lastKey() {
        return key(highest());
    }

    static <K> K key(Node<K, ?> e) {
        if (e == null) {
            throw new NoSuchElementException();
        }
        return e.key;
    }

    static <K, V> K keyOrNull(Node<K, V> e) {
        return e == null ? null : e.key;
    }

    static <K, V> Map.Entry<K, V> export(Node<K, V> e) {
        return e == null ? null : new AbstractMap.SimpleImmutableEntry<K, V>(e);
    }

    @SuppressWarnings("unchecked")
    final Node<K, V> getEntry(Object key) {
        Node<K, V> p = root;
        if (comparator != null) {
            Comparator<? super K> cmp = comparator;
            K k = (K) key;
            while (p != null) {
                int c = cmp.compare(k, p.key);
                if (c == 0) {
                    return p;
                }
                p = c < 0 ? p.left : p.right;
            }
            return null;
        }
        Objects.requireNonNull(key);
        Comparable<? super K> k = (Comparable<? super K>) key;
        while (p != null) {
            int c = k.compareTo(p.key);
            if (c == 0) {
                return p;
            }
            p = c < 0 ? p.left : p.right;
        }
        return null;
    }

    final Node<K, V> lowest() {
        Node<K, V> p = root;
        while (p != null && p.left != null) {
            p = p.left;
        }
        return p;
    }

    final Node<K, V> highest() {
        Node<K, V> p = root;
        while (p != null && p.right != null) {
            p = p.right;
        }
        return p;
    }

    /** The least entry above key, or at it when inclusive. */
    final Node<K, V> above(K key, boolean inclusive) {
        Node<K, V> p = root;
        Node<K, V> best = null;
        while (p != null) {
            int c = compare(key, p.key);
            if (c == 0 && inclusive) {
                return p;
            }
            if (c < 0) {
                best = p;
                p = p.left;
            } else {
                p = p.right;
            }
        }
        return best;
    }

    /** The greatest entry below key, or at it when inclusive. */
    final Node<K, V> below(K key, boolean inclusive) {
        Node<K, V> p = root;
        Node<K, V> best = null;
        while (p != null) {
            int c = compare(key, p.key);
            if (c == 0 && inclusive) {
                return p;
            }
            if (c > 0) {
                best = p;
                p = p.right;
            } else {
                p = p.left;
            }
        }
        return best;
    }

    static <K, V> Node<K, V> successor(Node<K, V> e) {
        if (e.right != null) {
            Node<K, V> p = e.right;
            while (p.left != null) {
                p = p.left;
            }
            return p;
        }
        Node<K, V> p = e.parent;
        while (p != null && e == p.right) {
            e = p;
            p = p.parent;
        }
        return p;
    }

    static <K, V> Node<K, V> predecessor(Node<K, V> e) {
        if (e.left != null) {
            Node<K, V> p = e.left;
            while (p.right != null) {
                p = p.right;
            }
            return p;
        }
        Node<K, V> p = e.parent;
        while (p != null && e == p.left) {
            e = p;
            p = p.parent;
        }
        return p;
    }

    public void putAll(Map<? extends K, ? extends V> map) {
        for (Map.Entry<? extends K, ? extends V> e : map.entrySet()) {
            put(e.getKey(), e.getValue());
        }
    }

    /*@ public behavior
      @   assignable this.*;
      @   ensures \result == \old(get(key)) && containsKey(key) && get(key) == value;
      @   ensures size() == \old(size()) + (\old(containsKey(key)) ? 0 : 1);
      @   signals_only RuntimeException;
      @*/
    public /*@ nullable @*/ V put(/*@ nullable @*/ K key, /*@ nullable @*/ V value) {
        return put(key, value, true);
    }

    public V putIfAbsent(K key, V value) {
        return put(key, value, false);
    }

    /** The entry of a key or, when turn is not 0, the leaf it would hang on; the tree is not empty. */
    @SuppressWarnings("unchecked")
    private Node<K, V> locate(K key) {
        Comparator<? super K> cmp = comparator;
        if (cmp == null) {
            Objects.requireNonNull(key);
        }
        Node<K, V> t = root;
        while (true) {
            int c = cmp == null ? ((Comparable<? super K>) key).compareTo(t.key) : cmp.compare(key, t.key);
            Node<K, V> below = c < 0 ? t.left : t.right;
            if (c == 0 || below == null) {
                turn = c;
                return t;
            }
            t = below;
        }
    }

    private void add(K key, V value, Node<K, V> parent, int turn) {
        if (parent == null) {
            compare(key, key);
            root = new Node<K, V>(key, value, null);
        } else {
            Node<K, V> e = new Node<K, V>(key, value, parent);
            if (turn < 0) {
                parent.left = e;
            } else {
                parent.right = e;
            }
            balanceInsertion(e);
        }
        size++;
        modCount++;
    }

    private V put(K key, V value, boolean replaceOld) {
        if (root == null) {
            add(key, value, null, 0);
            return null;
        }
        Node<K, V> p = locate(key);
        if (turn != 0) {
            add(key, value, p, turn);
            return null;
        }
        V old = p.value;
        if (replaceOld || old == null) {
            p.value = value;
        }
        return old;
    }

    private void checkUnchanged(int mc) {
        if (mc != modCount) {
            throw new ConcurrentModificationException();
        }
    }

    public V computeIfAbsent(K key, Function<? super K, ? extends V> mappingFunction) {
        Objects.requireNonNull(mappingFunction);
        Node<K, V> p = root == null ? null : locate(key);
        int c = turn;
        boolean found = p != null && c == 0;
        if (found && p.value != null) {
            return p.value;
        }
        int mc = modCount;
        V made = mappingFunction.apply(key);
        checkUnchanged(mc);
        if (found) {
            p.value = made;
        } else if (made != null) {
            add(key, made, p, c);
        }
        return made;
    }

    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> remappingFunction) {
        Objects.requireNonNull(remappingFunction);
        Node<K, V> e = getEntry(key);
        if (e == null || e.value == null) {
            return null;
        }
        int mc = modCount;
        return remap(e, remappingFunction.apply(key, e.value), mc);
    }

    private V remap(Node<K, V> e, V made, int mc) {
        checkUnchanged(mc);
        if (made == null) {
            deleteEntry(e);
        } else {
            e.value = made;
        }
        return made;
    }

    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> remappingFunction) {
        Objects.requireNonNull(remappingFunction);
        Node<K, V> p = root == null ? null : locate(key);
        int c = turn;
        boolean found = p != null && c == 0;
        int mc = modCount;
        V made = remappingFunction.apply(key, found ? p.value : null);
        if (found) {
            return remap(p, made, mc);
        }
        checkUnchanged(mc);
        if (made != null) {
            add(key, made, p, c);
        }
        return made;
    }

    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> remappingFunction) {
        Objects.requireNonNull(remappingFunction);
        Objects.requireNonNull(value);
        Node<K, V> p = root == null ? null : locate(key);
        if (p == null || turn != 0) {
            add(key, value, p, turn);
            return value;
        }
        int mc = modCount;
        return remap(p, p.value == null ? value : remappingFunction.apply(p.value, value), mc);
    }

    public V remove(Object key) {
        Node<K, V> p = getEntry(key);
        if (p == null) {
            return null;
        }
        V old = p.value;
        deleteEntry(p);
        return old;
    }

    public void clear() {
        modCount++;
        size = 0;
        root = null;
    }

    @SuppressWarnings("unchecked")
    public Object clone() {
        TreeMap<K, V> clone;
        try {
            clone = (TreeMap<K, V>) super.clone();
        } catch (CloneNotSupportedException e) {
            throw new InternalError(e);
        }
        clone.clear();
        clone.modCount = 0;
        clone.putAll(this);
        return clone;
    }

    private void rotateLeft(Node<K, V> p) {
        Node<K, V> r = p.right;
        p.right = r.left;
        if (r.left != null) {
            r.left.parent = p;
        }
        replaceChild(p, r);
        r.left = p;
        p.parent = r;
    }

    private void rotateRight(Node<K, V> p) {
        Node<K, V> l = p.left;
        p.left = l.right;
        if (l.right != null) {
            l.right.parent = p;
        }
        replaceChild(p, l);
        l.right = p;
        p.parent = l;
    }

    /** Puts q, which may be null, where p hangs. */
    private void replaceChild(Node<K, V> p, Node<K, V> q) {
        Node<K, V> up = p.parent;
        if (q != null) {
            q.parent = up;
        }
        if (up == null) {
            root = q;
        } else if (up.left == p) {
            up.left = q;
        } else {
            up.right = q;
        }
    }

    private static boolean red(Node<?, ?> e) {
        return e != null && !e.black;
    }

    private void balanceInsertion(Node<K, V> x) {
        x.black = false;
        while (x != root && !x.parent.black) {
            Node<K, V> p = x.parent;
            Node<K, V> g = p.parent;
            boolean onLeft = p == g.left;
            Node<K, V> uncle = onLeft ? g.right : g.left;
            if (red(uncle)) {
                p.black = true;
                uncle.black = true;
                g.black = false;
                x = g;
                continue;
            }
            if (onLeft) {
                if (x == p.right) {
                    x = p;
                    rotateLeft(x);
                }
                x.parent.black = true;
                g.black = false;
                rotateRight(g);
            } else {
                if (x == p.left) {
                    x = p;
                    rotateRight(x);
                }
                x.parent.black = true;
                g.black = false;
                rotateLeft(g);
            }
        }
        root.black = true;
    }

    private void deleteEntry(Node<K, V> p) {
        modCount++;
        size--;
        if (p.left != null && p.right != null) {
            Node<K, V> s = successor(p);
            p.key = s.key;
            p.value = s.value;
            p = s;
        }
        Node<K, V> child = p.left != null ? p.left : p.right;
        if (child != null) {
            replaceChild(p, child);
            if (p.black) {
                balanceDeletion(child);
            }
        } else if (p.parent == null) {
            root = null;
        } else {
            if (p.black) {
                balanceDeletion(p);
            }
            replaceChild(p, null);
        }
    }

    private void balanceDeletion(Node<K, V> x) {
        while (x != root && x.black) {
            Node<K, V> p = x.parent;
            boolean onLeft = x == p.left;
            Node<K, V> sib = onLeft ? p.right : p.left;
            if (red(sib)) {
                sib.black = true;
                p.black = false;
                if (onLeft) {
                    rotateLeft(p);
                    sib = p.right;
                } else {
                    rotateRight(p);
                    sib = p.left;
                }
            }
            if (!red(sib.left) && !red(sib.right)) {
                sib.black = false;
                x = p;
                continue;
            }
            if (onLeft) {
                if (!red(sib.right)) {
                    sib.left.black = true;
                    sib.black = false;
                    rotateRight(sib);
                    sib = p.right;
                }
                sib.black = p.black;
                p.black = true;
                sib.right.black = true;
                rotateLeft(p);
            } else {
                if (!red(sib.left)) {
                    sib.right.black = true;
                    sib.black = false;
                    rotateLeft(sib);
                    sib = p.left;
                }
                sib.black = p.black;
                p.black = true;
                sib.left.black = true;
                rotateRight(p);
            }
            x = root;
        }
        x.black = true;
    }

    public Map.Entry<K, V> firstEntry() {
        return export(lowest());
    }

    public Map.Entry<K, V> lastEntry() {
        return export(highest());
    }

    public Map.Entry<K, V> pollFirstEntry() {
        return poll(lowest());
    }

    public Map.Entry<K, V> pollLastEntry() {
        return poll(highest());
    }

    final Map.Entry<K, V> poll(Node<K, V> e) {
        Map.Entry<K, V> result = export(e);
        if (e != null) {
            deleteEntry(e);
        }
        return result;
    }

    public Map.Entry<K, V> lowerEntry(K key) {
        return export(below(key, false));
    }

    public K lowerKey(K key) {
        return keyOrNull(below(key, false));
    }

    public Map.Entry<K, V> floorEntry(K key) {
        return export(below(key, true));
    }

    public K floorKey(K key) {
        return keyOrNull(below(key, true));
    }

    public Map.Entry<K, V> ceilingEntry(K key) {
        return export(above(key, true));
    }

    public K ceilingKey(K key) {
        return keyOrNull(above(key, true));
    }

    public Map.Entry<K, V> higherEntry(K key) {
        return export(above(key, false));
    }

    public K higherKey(K key) {
        return keyOrNull(above(key, false));
    }

    public Set<K> keySet() {
        return navigableKeySet();
    }

    public NavigableSet<K> navigableKeySet() {
        return new KeySet<K>(this);
    }

    public NavigableSet<K> descendingKeySet() {
        return descendingMap().navigableKeySet();
    }

    public Collection<V> values() {
        return new AbstractCollection<V>() {
            public Iterator<V> iterator() {
                return new ValueIterator<K, V>(TreeMap.this, lowest(), null, false);
            }

            public int size() {
                return TreeMap.this.size;
            }

            public void clear() {
                TreeMap.this.clear();
            }
        };
    }

    public Set<Map.Entry<K, V>> entrySet() {
        return new EntrySet<K, V>(this, this) {
            public Iterator<Map.Entry<K, V>> iterator() {
                return new EntryIterator<K, V>(m, m.lowest(), null, false);
            }
        };
    }

    public NavigableMap<K, V> descendingMap() {
        return new SubMap<K, V>(this, true, null, true, true, null, true, true);
    }

    public NavigableMap<K, V> subMap(K fromKey, boolean fromInclusive, K toKey, boolean toInclusive) {
        return new SubMap<K, V>(this, false, fromKey, fromInclusive, false, toKey, toInclusive, false);
    }

    public NavigableMap<K, V> headMap(K toKey, boolean inclusive) {
        return new SubMap<K, V>(this, true, null, true, false, toKey, inclusive, false);
    }

    public NavigableMap<K, V> tailMap(K fromKey, boolean inclusive) {
        return new SubMap<K, V>(this, false, fromKey, inclusive, true, null, true, false);
    }

    public SortedMap<K, V> subMap(K fromKey, K toKey) {
        return subMap(fromKey, true, toKey, false);
    }

    public SortedMap<K, V> headMap(K toKey) {
        return headMap(toKey, false);
    }

    public SortedMap<K, V> tailMap(K fromKey) {
        return tailMap(fromKey, true);
    }

    public boolean replace(K key, V oldValue, V newValue) {
        Node<K, V> p = getEntry(key);
        if (p == null || !Objects.equals(oldValue, p.value)) {
            return false;
        }
        p.value = newValue;
        return true;
    }

    public V replace(K key, V value) {
        Node<K, V> p = getEntry(key);
        return p == null ? null : p.setValue(value);
    }

    public void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        int mc = modCount;
        for (Node<K, V> e = lowest(); e != null; e = successor(e)) {
            action.accept(e.key, e.value);
            checkUnchanged(mc);
        }
    }

    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        int mc = modCount;
        for (Node<K, V> e = lowest(); e != null; e = successor(e)) {
            e.value = function.apply(e.key, e.value);
            checkUnchanged(mc);
        }
    }

    /** Walks up or down to the key of fence, exclusive. */
    private abstract static class TreeIterator<K, V> {
        private final TreeMap<K, V> m;
        private final boolean down;
        private final boolean fenced;
        private final K fenceKey;
        private Node<K, V> next;
        private Node<K, V> lastReturned;
        private int expectedModCount;

        TreeIterator(TreeMap<K, V> m, Node<K, V> first, Node<K, V> fence, boolean down) {
            this.m = m;
            this.down = down;
            this.fenced = fence != null;
            this.fenceKey = fence == null ? null : fence.key;
            this.next = first;
            this.expectedModCount = m.modCount;
        }

        public final boolean hasNext() {
            return next != null && !(fenced && next.key == fenceKey);
        }

        final Node<K, V> nextEntry() {
            Node<K, V> e = next;
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            m.checkUnchanged(expectedModCount);
            next = down ? predecessor(e) : successor(e);
            lastReturned = e;
            return e;
        }

        public void remove() {
            if (lastReturned == null) {
                throw new IllegalStateException();
            }
            m.checkUnchanged(expectedModCount);
            if (!down && lastReturned.left != null && lastReturned.right != null) {
                next = lastReturned;
            }
            m.deleteEntry(lastReturned);
            expectedModCount = m.modCount;
            lastReturned = null;
        }
    }

    private static final class EntryIterator<K, V> extends TreeIterator<K, V> implements Iterator<Map.Entry<K, V>> {
        EntryIterator(TreeMap<K, V> m, Node<K, V> first, Node<K, V> fence, boolean down) {
            super(m, first, fence, down);
        }

        public Map.Entry<K, V> next() {
            return nextEntry();
        }
    }

    private static final class KeyIterator<K, V> extends TreeIterator<K, V> implements Iterator<K> {
        KeyIterator(TreeMap<K, V> m, Node<K, V> first, Node<K, V> fence, boolean down) {
            super(m, first, fence, down);
        }

        public K next() {
            return nextEntry().key;
        }
    }

    private static final class ValueIterator<K, V> extends TreeIterator<K, V> implements Iterator<V> {
        ValueIterator(TreeMap<K, V> m, Node<K, V> first, Node<K, V> fence, boolean down) {
            super(m, first, fence, down);
        }

        public V next() {
            return nextEntry().value;
        }
    }

    Iterator<K> keyIterator() {
        return new KeyIterator<K, V>(this, lowest(), null, false);
    }

    Iterator<K> descendingKeyIterator() {
        return new KeyIterator<K, V>(this, highest(), null, true);
    }

    private abstract static class EntrySet<K, V> extends AbstractSet<Map.Entry<K, V>> {
        final TreeMap<K, V> m;
        private final NavigableMap<K, V> view;

        EntrySet(TreeMap<K, V> m, NavigableMap<K, V> view) {
            this.m = m;
            this.view = view;
        }

        public int size() {
            return view.size();
        }

        public boolean isEmpty() {
            return view.isEmpty();
        }

        public boolean contains(Object o) {
            if (!(o instanceof Map.Entry)) {
                return false;
            }
            Map.Entry<?, ?> e = (Map.Entry<?, ?>) o;
            return view.containsKey(e.getKey()) && Objects.equals(view.get(e.getKey()), e.getValue());
        }

        public boolean remove(Object o) {
            if (contains(o)) {
                view.remove(((Map.Entry<?, ?>) o).getKey());
                return true;
            }
            return false;
        }
    }

    /** The keys of a map of this file as a set. */
    static final class KeySet<E> extends AbstractSet<E> implements NavigableSet<E> {
        private final NavigableMap<E, ?> m;

        KeySet(NavigableMap<E, ?> map) {
            m = map;
        }

        public Iterator<E> iterator() {
            return m instanceof TreeMap ? ((TreeMap<E, ?>) m).keyIterator() : ((SubMap<E, ?>) m).keyIterator();
        }

        public Iterator<E> descendingIterator() {
            return m instanceof TreeMap ? ((TreeMap<E, ?>) m).descendingKeyIterator()
                    : ((SubMap<E, ?>) m).descendingKeyIterator();
        }

        public int size() {
            return m.size();
        }

        public boolean isEmpty() {
            return m.isEmpty();
        }

        public boolean contains(Object o) {
            return m.containsKey(o);
        }

        public void clear() {
            m.clear();
        }

        public E lower(E e) {
            return m.lowerKey(e);
        }

        public E floor(E e) {
            return m.floorKey(e);
        }

        public E ceiling(E e) {
            return m.ceilingKey(e);
        }

        public E higher(E e) {
            return m.higherKey(e);
        }

        public E first() {
            return m.firstKey();
        }

        public E last() {
            return m.lastKey();
        }

        public Comparator<? super E> comparator() {
            return m.comparator();
        }

        public E pollFirst() {
            Map.Entry<E, ?> e = m.pollFirstEntry();
            return e == null ? null : e.getKey();
        }

        public E pollLast() {
            Map.Entry<E, ?> e = m.pollLastEntry();
            return e == null ? null : e.getKey();
        }

        public boolean remove(Object o) {
            int old = size();
            m.remove(o);
            return size() != old;
        }

        public NavigableSet<E> subSet(E fromElement, boolean fromInclusive, E toElement, boolean toInclusive) {
            return new KeySet<E>(m.subMap(fromElement, fromInclusive, toElement, toInclusive));
        }

        public NavigableSet<E> headSet(E toElement, boolean inclusive) {
            return new KeySet<E>(m.headMap(toElement, inclusive));
        }

        public NavigableSet<E> tailSet(E fromElement, boolean inclusive) {
            return new KeySet<E>(m.tailMap(fromElement, inclusive));
        }

        public SortedSet<E> subSet(E fromElement, E toElement) {
            return subSet(fromElement, true, toElement, false);
        }

        public SortedSet<E> headSet(E toElement) {
            return headSet(toElement, false);
        }

        public SortedSet<E> tailSet(E fromElement) {
            return tailSet(fromElement, true);
        }

        public NavigableSet<E> descendingSet() {
            return new KeySet<E>(m.descendingMap());
        }
    }

    /** The mappings from lo to hi, in falling order when desc. */
    static final class SubMap<K, V> extends AbstractMap<K, V> implements NavigableMap<K, V> {
        final TreeMap<K, V> m;
        final K lo;
        final K hi;
        final boolean fromStart;
        final boolean toEnd;
        final boolean loInclusive;
        final boolean hiInclusive;
        final boolean desc;

        SubMap(TreeMap<K, V> m, boolean fromStart, K lo, boolean loInclusive, boolean toEnd, K hi,
                boolean hiInclusive, boolean desc) {
            if (!fromStart && !toEnd) {
                if (m.compare(lo, hi) > 0) {
                    throw new IllegalArgumentException("fromKey > toKey");
                }
            } else {
                if (!fromStart) {
                    m.compare(lo, lo);
                }
                if (!toEnd) {
                    m.compare(hi, hi);
                }
            }
            this.m = m;
            this.fromStart = fromStart;
            this.lo = lo;
            this.loInclusive = loInclusive;
            this.toEnd = toEnd;
            this.hi = hi;
            this.hiInclusive = hiInclusive;
            this.desc = desc;
        }

        private boolean tooLow(Object key) {
            if (fromStart) {
                return false;
            }
            int c = m.compare(key, lo);
            return c < 0 || (c == 0 && !loInclusive);
        }

        private boolean tooHigh(Object key) {
            if (toEnd) {
                return false;
            }
            int c = m.compare(key, hi);
            return c > 0 || (c == 0 && !hiInclusive);
        }

        private boolean inRange(Object key) {
            return !tooLow(key) && !tooHigh(key);
        }

        private boolean inRange(Object key, boolean inclusive) {
            return inclusive ? inRange(key)
                    : (fromStart || m.compare(key, lo) >= 0) && (toEnd || m.compare(hi, key) >= 0);
        }

        private Node<K, V> lowest() {
            Node<K, V> e = fromStart ? m.lowest() : m.above(lo, loInclusive);
            return e == null || tooHigh(e.key) ? null : e;
        }

        private Node<K, V> highest() {
            Node<K, V> e = toEnd ? m.highest() : m.below(hi, hiInclusive);
            return e == null || tooLow(e.key) ? null : e;
        }

        private Node<K, V> up(K key, boolean inclusive) {
            if (tooLow(key)) {
                return lowest();
            }
            Node<K, V> e = m.above(key, inclusive);
            return e == null || tooHigh(e.key) ? null : e;
        }

        private Node<K, V> down(K key, boolean inclusive) {
            if (tooHigh(key)) {
                return highest();
            }
            Node<K, V> e = m.below(key, inclusive);
            return e == null || tooLow(e.key) ? null : e;
        }

        private Node<K, V> head() {
            return desc ? highest() : lowest();
        }

        private Node<K, V> last() {
            return desc ? lowest() : highest();
        }

        private Node<K, V> after(K key, boolean inclusive) {
            return desc ? down(key, inclusive) : up(key, inclusive);
        }

        private Node<K, V> before(K key, boolean inclusive) {
            return desc ? up(key, inclusive) : down(key, inclusive);
        }

        /** The first entry past the range, in the direction of travel. */
        private Node<K, V> fence(boolean down) {
            if (down) {
                return fromStart ? null : m.below(lo, !loInclusive);
            }
            return toEnd ? null : m.above(hi, !hiInclusive);
        }

        public int size() {
            if (fromStart && toEnd) {
                return m.size;
            }
            int n = 0;
            Node<K, V> end = fence(false);
            for (Node<K, V> e = lowest(); e != null && e != end; e = successor(e)) {
                n++;
            }
            return n;
        }

        public boolean isEmpty() {
            return lowest() == null;
        }

        public boolean containsKey(Object key) {
            return inRange(key) && m.containsKey(key);
        }

        public V get(Object key) {
            return inRange(key) ? m.get(key) : null;
        }

        public V put(K key, V value) {
            checkKey(key);
            return m.put(key, value);
        }

        private void checkKey(K key) {
            if (!inRange(key)) {
                throw new IllegalArgumentException("key out of range");
            }
        }

        public V putIfAbsent(K key, V value) {
            checkKey(key);
            return m.putIfAbsent(key, value);
        }

        public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> remappingFunction) {
            checkKey(key);
            return m.merge(key, value, remappingFunction);
        }

        public V remove(Object key) {
            return inRange(key) ? m.remove(key) : null;
        }

        public Comparator<? super K> comparator() {
            return desc ? Collections.reverseOrder(m.comparator) : m.comparator;
        }

        public K firstKey() {
            return key(head());
        }

        public K lastKey() {
            return key(last());
        }

        public Map.Entry<K, V> firstEntry() {
            return export(head());
        }

        public Map.Entry<K, V> lastEntry() {
            return export(last());
        }

        public Map.Entry<K, V> pollFirstEntry() {
            return m.poll(head());
        }

        public Map.Entry<K, V> pollLastEntry() {
            return m.poll(last());
        }

        public Map.Entry<K, V> lowerEntry(K key) {
            return export(before(key, false));
        }

        public K lowerKey(K key) {
            return keyOrNull(before(key, false));
        }

        public Map.Entry<K, V> floorEntry(K key) {
            return export(before(key, true));
        }

        public K floorKey(K key) {
            return keyOrNull(before(key, true));
        }

        public Map.Entry<K, V> ceilingEntry(K key) {
            return export(after(key, true));
        }

        public K ceilingKey(K key) {
            return keyOrNull(after(key, true));
        }

        public Map.Entry<K, V> higherEntry(K key) {
            return export(after(key, false));
        }

        public K higherKey(K key) {
            return keyOrNull(after(key, false));
        }

        public NavigableMap<K, V> descendingMap() {
            return new SubMap<K, V>(m, fromStart, lo, loInclusive, toEnd, hi, hiInclusive, !desc);
        }

        public Set<K> keySet() {
            return navigableKeySet();
        }

        public NavigableSet<K> navigableKeySet() {
            return new KeySet<K>(this);
        }

        public NavigableSet<K> descendingKeySet() {
            return descendingMap().navigableKeySet();
        }

        Iterator<K> keyIterator() {
            return new KeyIterator<K, V>(m, head(), fence(desc), desc);
        }

        Iterator<K> descendingKeyIterator() {
            return new KeyIterator<K, V>(m, last(), fence(!desc), !desc);
        }

        public Set<Map.Entry<K, V>> entrySet() {
            return new EntrySet<K, V>(m, this) {
                public Iterator<Map.Entry<K, V>> iterator() {
                    return new EntryIterator<K, V>(m, head(), fence(desc), desc);
                }
            };
        }

        private void checkEnd(K key, boolean inclusive, String name) {
            if (!inRange(key, inclusive)) {
                throw new IllegalArgumentException(name + " out of range");
            }
        }

        public NavigableMap<K, V> subMap(K fromKey, boolean fromInclusive, K toKey, boolean toInclusive) {
            checkEnd(fromKey, fromInclusive, "fromKey");
            checkEnd(toKey, toInclusive, "toKey");
            return desc ? new SubMap<K, V>(m, false, toKey, toInclusive, false, fromKey, fromInclusive, true)
                    : new SubMap<K, V>(m, false, fromKey, fromInclusive, false, toKey, toInclusive, false);
        }

        public NavigableMap<K, V> headMap(K toKey, boolean inclusive) {
            checkEnd(toKey, inclusive, "toKey");
            return desc ? new SubMap<K, V>(m, false, toKey, inclusive, toEnd, hi, hiInclusive, true)
                    : new SubMap<K, V>(m, fromStart, lo, loInclusive, false, toKey, inclusive, false);
        }

        public NavigableMap<K, V> tailMap(K fromKey, boolean inclusive) {
            checkEnd(fromKey, inclusive, "fromKey");
            return desc ? new SubMap<K, V>(m, fromStart, lo, loInclusive, false, fromKey, inclusive, true)
                    : new SubMap<K, V>(m, false, fromKey, inclusive, toEnd, hi, hiInclusive, false);
        }

        public SortedMap<K, V> subMap(K fromKey, K toKey) {
            return subMap(fromKey, true, toKey, false);
        }

        public SortedMap<K, V> headMap(K toKey) {
            return headMap(toKey, false);
        }

        public SortedMap<K, V> tailMap(K fromKey) {
            return tailMap(fromKey, true);
        }
    }
}
