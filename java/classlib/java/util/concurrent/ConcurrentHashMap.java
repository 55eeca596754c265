package java.util.concurrent;

import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A table of chains in the reference implementation's order. Iterators never fail: they walk the table they
 * started on and show what they meet there.
 */
public class ConcurrentHashMap<K, V> extends AbstractMap<K, V> implements ConcurrentMap<K, V>, java.io.Serializable {
    private static final class Node<K, V> {
        final int hash;
        final K key;
        V val;
        Node<K, V> next;

        Node(int hash, K key, V val, Node<K, V> next) {
            this.hash = hash;
            this.key = key;
            this.val = val;
            this.next = next;
        }
    }

    private Node<K, V>[] table;
    private int count;
    private int sizeCtl; // the next size at which to grow, or the first capacity

    public ConcurrentHashMap() {
    }

    public ConcurrentHashMap(int initialCapacity) {
        this(initialCapacity, 0.75f, 1);
    }

    public ConcurrentHashMap(Map<? extends K, ? extends V> m) {
        sizeCtl = 16;
        putAll(m);
    }

    public ConcurrentHashMap(int initialCapacity, float loadFactor) {
        this(initialCapacity, loadFactor, 1);
    }

    public ConcurrentHashMap(int initialCapacity, float loadFactor, int concurrencyLevel) {
        if (!(loadFactor > 0.0f) || initialCapacity < 0 || concurrencyLevel <= 0) {
            throw new IllegalArgumentException();
        }
        if (initialCapacity < concurrencyLevel) {
            initialCapacity = concurrencyLevel;
        }
        long size = (long) (1.0 + (long) initialCapacity / loadFactor);
        sizeCtl = powerOfTwo(size >= 1L << 30 ? 1 << 30 : (int) size);
    }

    private static int powerOfTwo(int c) {
        int n = 1;
        while (n < c && n < 1 << 30) {
            n <<= 1;
        }
        return n;
    }

    private static int spread(Object key) {
        int h = key.hashCode();
        return (h ^ (h >>> 16)) & 0x7fffffff;
    }

    @SuppressWarnings("unchecked")
    private Node<K, V>[] room(int least) {
        if (table == null) {
            int n = Math.max(sizeCtl > 0 ? sizeCtl : 16, least);
            table = (Node<K, V>[]) new Node[n];
            sizeCtl = n - (n >>> 2);
        }
        return table;
    }

    /** Doubles the table. Of each chain the last nodes that stay together are kept, those before come in front, reversed. */
    @SuppressWarnings("unchecked")
    private void grow() {
        Node<K, V>[] tab = table;
        int n = tab.length;
        Node<K, V>[] big = (Node<K, V>[]) new Node[n << 1];
        for (int i = 0; i < n; i++) {
            Node<K, V> f = tab[i];
            if (f == null) {
                continue;
            }
            int runBit = f.hash & n;
            Node<K, V> lastRun = f;
            for (Node<K, V> p = f.next; p != null; p = p.next) {
                int b = p.hash & n;
                if (b != runBit) {
                    runBit = b;
                    lastRun = p;
                }
            }
            Node<K, V> lo = runBit == 0 ? lastRun : null;
            Node<K, V> hi = runBit == 0 ? null : lastRun;
            for (Node<K, V> p = f; p != lastRun; p = p.next) {
                if ((p.hash & n) == 0) {
                    lo = new Node<K, V>(p.hash, p.key, p.val, lo);
                } else {
                    hi = new Node<K, V>(p.hash, p.key, p.val, hi);
                }
            }
            big[i] = lo;
            big[i + n] = hi;
        }
        table = big;
        sizeCtl = (n << 1) - (n >>> 1);
    }

    private void presize(int size) {
        int c = powerOfTwo(size + (size >>> 1) + 1);
        room(c);
        while (c > sizeCtl && table.length < 1 << 30) {
            grow();
        }
    }

    private Node<K, V> find(Object key) {
        int h = spread(key);
        Node<K, V>[] tab = table;
        if (tab == null) {
            return null;
        }
        for (Node<K, V> e = tab[h & (tab.length - 1)]; e != null; e = e.next) {
            if (e.hash == h && (e.key == key || key.equals(e.key))) {
                return e;
            }
        }
        return null;
    }

    public int size() {
        return count;
    }

    public boolean isEmpty() {
        return count == 0;
    }

    public long mappingCount() {
        return count;
    }

    public V get(Object key) {
        Node<K, V> e = find(key);
        return e == null ? null : e.val;
    }

    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    public boolean containsValue(Object value) {
        if (value == null) {
            throw new NullPointerException();
        }
        for (Iterator<V> it = new ValueItr(); it.hasNext();) {
            if (value.equals(it.next())) {
                return true;
            }
        }
        return false;
    }

    public boolean contains(Object value) {
        return containsValue(value);
    }

    public V put(K key, V value) {
        if (key == null || value == null) {
            throw new NullPointerException();
        }
        Node<K, V> e = find(key);
        if (e != null) {
            V old = e.val;
            e.val = value;
            return old;
        }
        append(key, value);
        return null;
    }

    private void append(K key, V value) {
        int h = spread(key);
        Node<K, V>[] tab = room(0);
        int i = h & (tab.length - 1);
        Node<K, V> made = new Node<K, V>(h, key, value, null);
        int chain = 0;
        Node<K, V> p = tab[i];
        if (p == null) {
            tab[i] = made;
        } else {
            chain = 1;
            while (p.next != null) {
                p = p.next;
                chain++;
            }
            p.next = made;
        }
        if (chain >= 8 && tab.length < 64) {
            presize(tab.length << 1);
        }
        count++;
        while (count >= sizeCtl && table.length < 1 << 30) {
            grow();
        }
    }

    public void putAll(Map<? extends K, ? extends V> m) {
        presize(m.size());
        for (Map.Entry<? extends K, ? extends V> e : m.entrySet()) {
            put(e.getKey(), e.getValue());
        }
    }

    public V remove(Object key) {
        return delete(key, null);
    }

    private V delete(Object key, Object value) {
        Node<K, V> e = find(key);
        if (e == null || (value != null && value != e.val && !value.equals(e.val))) {
            return null;
        }
        Node<K, V>[] tab = table;
        int i = e.hash & (tab.length - 1);
        if (tab[i] == e) {
            tab[i] = e.next;
        } else {
            Node<K, V> p = tab[i];
            while (p.next != e) {
                p = p.next;
            }
            p.next = e.next;
        }
        count--;
        return e.val;
    }

    public void clear() {
        if (table != null) {
            for (int i = 0; i < table.length; i++) {
                table[i] = null;
            }
        }
        count = 0;
    }

    public V getOrDefault(Object key, V defaultValue) {
        V v = get(key);
        return v == null ? defaultValue : v;
    }

    public V putIfAbsent(K key, V value) {
        if (key == null || value == null) {
            throw new NullPointerException();
        }
        Node<K, V> e = find(key);
        if (e != null) {
            return e.val;
        }
        append(key, value);
        return null;
    }

    public boolean remove(Object key, Object value) {
        if (key == null) {
            throw new NullPointerException();
        }
        return value != null && delete(key, value) != null;
    }

    public boolean replace(K key, V oldValue, V newValue) {
        if (key == null || oldValue == null || newValue == null) {
            throw new NullPointerException();
        }
        Node<K, V> e = find(key);
        if (e == null || !oldValue.equals(e.val)) {
            return false;
        }
        e.val = newValue;
        return true;
    }

    public V replace(K key, V value) {
        if (key == null || value == null) {
            throw new NullPointerException();
        }
        Node<K, V> e = find(key);
        if (e == null) {
            return null;
        }
        V old = e.val;
        e.val = value;
        return old;
    }

    public V computeIfAbsent(K key, Function<? super K, ? extends V> mappingFunction) {
        if (key == null || mappingFunction == null) {
            throw new NullPointerException();
        }
        Node<K, V> e = find(key);
        if (e != null) {
            return e.val;
        }
        V v = mappingFunction.apply(key);
        if (v != null) {
            put(key, v);
        }
        return v;
    }

    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> remappingFunction) {
        if (key == null || remappingFunction == null) {
            throw new NullPointerException();
        }
        Node<K, V> e = find(key);
        return e == null ? null : set(e, remappingFunction.apply(key, e.val));
    }

    private V set(Node<K, V> e, V v) {
        if (v == null) {
            delete(e.key, null);
        } else {
            e.val = v;
        }
        return v;
    }

    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> remappingFunction) {
        if (key == null || remappingFunction == null) {
            throw new NullPointerException();
        }
        Node<K, V> e = find(key);
        if (e != null) {
            return set(e, remappingFunction.apply(key, e.val));
        }
        V v = remappingFunction.apply(key, null);
        if (v != null) {
            put(key, v);
        }
        return v;
    }

    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> remappingFunction) {
        if (key == null || value == null || remappingFunction == null) {
            throw new NullPointerException();
        }
        Node<K, V> e = find(key);
        if (e != null) {
            return set(e, remappingFunction.apply(e.val, value));
        }
        append(key, value);
        return value;
    }

    public void forEach(BiConsumer<? super K, ? super V> action) {
        if (action == null) {
            throw new NullPointerException();
        }
        for (Walk w = new Walk(); w.hasNext();) {
            Node<K, V> e = w.step();
            action.accept(e.key, e.val);
        }
    }

    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        if (function == null) {
            throw new NullPointerException();
        }
        for (Walk w = new Walk(); w.hasNext();) {
            Node<K, V> e = w.step();
            V v = function.apply(e.key, e.val);
            if (v == null) {
                throw new NullPointerException();
            }
            e.val = v;
        }
    }

    private class Walk {
        private final Node<K, V>[] tab = table;
        private int index = 0;
        private Node<K, V> next;
        private Node<K, V> last;

        Walk() {
            advance();
        }

        private void advance() {
            Node<K, V> e = next == null ? null : next.next;
            while (e == null && tab != null && index < tab.length) {
                e = tab[index++];
            }
            next = e;
        }

        public final boolean hasNext() {
            return next != null;
        }

        public final boolean hasMoreElements() {
            return next != null;
        }

        final Node<K, V> step() {
            if (next == null) {
                throw new NoSuchElementException();
            }
            last = next;
            advance();
            return last;
        }

        public final void remove() {
            if (last == null) {
                throw new IllegalStateException();
            }
            ConcurrentHashMap.this.delete(last.key, null);
            last = null;
        }
    }

    private final class KeyItr extends Walk implements Iterator<K>, Enumeration<K> {
        public K next() {
            return step().key;
        }

        public K nextElement() {
            return step().key;
        }
    }

    private final class ValueItr extends Walk implements Iterator<V>, Enumeration<V> {
        public V next() {
            return step().val;
        }

        public V nextElement() {
            return step().val;
        }
    }

    private final class EntryItr extends Walk implements Iterator<Map.Entry<K, V>> {
        public Map.Entry<K, V> next() {
            Node<K, V> e = step();
            return new SimpleEntry<K, V>(e.key, e.val) {
                public V setValue(V value) {
                    if (value == null) {
                        throw new NullPointerException();
                    }
                    ConcurrentHashMap.this.put(getKey(), value);
                    return super.setValue(value);
                }
            };
        }
    }

    public Enumeration<K> keys() {
        return new KeyItr();
    }

    public Enumeration<V> elements() {
        return new ValueItr();
    }

    public KeySetView<K, V> keySet() {
        return new KeySetView<K, V>(this, null);
    }

    public KeySetView<K, V> keySet(V mappedValue) {
        if (mappedValue == null) {
            throw new NullPointerException();
        }
        return new KeySetView<K, V>(this, mappedValue);
    }

    public static <T> KeySetView<T, Boolean> newKeySet() {
        return new KeySetView<T, Boolean>(new ConcurrentHashMap<T, Boolean>(), Boolean.TRUE);
    }

    public static <T> KeySetView<T, Boolean> newKeySet(int initialCapacity) {
        return new KeySetView<T, Boolean>(new ConcurrentHashMap<T, Boolean>(initialCapacity), Boolean.TRUE);
    }

    private Iterator<K> keyIterator() {
        return new KeyItr();
    }

    public static final class KeySetView<K, V> extends AbstractSet<K> implements java.io.Serializable {
        private final ConcurrentHashMap<K, V> map;
        private final V value;

        KeySetView(ConcurrentHashMap<K, V> map, V value) {
            this.map = map;
            this.value = value;
        }

        public ConcurrentHashMap<K, V> getMap() {
            return map;
        }

        public V getMappedValue() {
            return value;
        }

        public int size() {
            return map.count;
        }

        public boolean contains(Object o) {
            return map.containsKey(o);
        }

        public boolean remove(Object o) {
            return map.remove(o) != null;
        }

        public Iterator<K> iterator() {
            return map.keyIterator();
        }

        public boolean add(K e) {
            if (value == null) {
                throw new UnsupportedOperationException();
            }
            return map.putIfAbsent(e, value) == null;
        }

        public void clear() {
            map.clear();
        }
    }

    public Collection<V> values() {
        return new AbstractCollection<V>() {
            public int size() {
                return count;
            }

            public Iterator<V> iterator() {
                return new ValueItr();
            }

            public void clear() {
                ConcurrentHashMap.this.clear();
            }
        };
    }

    public Set<Map.Entry<K, V>> entrySet() {
        return new AbstractSet<Map.Entry<K, V>>() {
            public int size() {
                return count;
            }

            public Iterator<Map.Entry<K, V>> iterator() {
                return new EntryItr();
            }

            public boolean contains(Object o) {
                return o instanceof Map.Entry && ((Map.Entry<?, ?>) o).getValue() != null
                        && ((Map.Entry<?, ?>) o).getValue().equals(get(((Map.Entry<?, ?>) o).getKey()));
            }

            public void clear() {
                ConcurrentHashMap.this.clear();
            }
        };
    }
}
