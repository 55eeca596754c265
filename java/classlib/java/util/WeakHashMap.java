package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/** References are strong here; the bins, their order and the hash are those of the reference implementation. */
public class WeakHashMap<K, V> extends AbstractMap<K, V> implements Map<K, V> {
    private static final class Node<K, V> extends AbstractMap.SimpleEntry<K, V> {
        final int hash;
        Node<K, V> next;

        Node(int hash, K key, V value, Node<K, V> next) {
            super(key, value);
            this.hash = hash;
            this.next = next;
        }
    }

    private Node<K, V>[] table;
    private int size;
    private int threshold;
    private final float loadFactor;
    private int modCount;

    @SuppressWarnings("unchecked")
    public WeakHashMap(int initialCapacity, float loadFactor) {
        if (initialCapacity < 0) {
            throw new IllegalArgumentException("Illegal Initial Capacity: " + initialCapacity);
        }
        if (loadFactor <= 0 || Float.isNaN(loadFactor)) {
            throw new IllegalArgumentException("Illegal Load factor: " + loadFactor);
        }
        table = (Node<K, V>[]) new Node[HashMap.tableSizeFor(initialCapacity)];
        this.loadFactor = loadFactor;
        threshold = (int) (table.length * loadFactor);
    }

    public WeakHashMap(int initialCapacity) {
        this(initialCapacity, .75f);
    }

    public WeakHashMap() {
        this(16, .75f);
    }

    public WeakHashMap(Map<? extends K, ? extends V> m) {
        this(Math.max((int) ((float) m.size() / .75f + 1.0F), 16), .75f);
        putAll(m);
    }

    private static int hash(Object k) {
        int h = k == null ? 0 : k.hashCode();
        h ^= (h >>> 20) ^ (h >>> 12);
        return h ^ (h >>> 7) ^ (h >>> 4);
    }

    private Node<K, V> find(Object key) {
        int h = hash(key);
        Node<K, V> e = table[h & (table.length - 1)];
        while (e != null && !(e.hash == h && Objects.equals(key, e.getKey()))) {
            e = e.next;
        }
        return e;
    }

    public int size() {
        return size;
    }

    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    public V get(Object key) {
        Node<K, V> e = find(key);
        return e == null ? null : e.getValue();
    }

    @SuppressWarnings("unchecked")
    public V put(K key, V value) {
        Node<K, V> e = find(key);
        if (e != null) {
            return e.setValue(value);
        }
        int h = hash(key);
        int i = h & (table.length - 1);
        table[i] = new Node<K, V>(h, key, value, table[i]);
        modCount++;
        if (++size >= threshold) {
            Node<K, V>[] old = table;
            Node<K, V>[] t = (Node<K, V>[]) new Node[old.length * 2];
            for (Node<K, V> chain : old) {
                while (chain != null) {
                    Node<K, V> rest = chain.next;
                    int j = chain.hash & (t.length - 1);
                    chain.next = t[j];
                    t[j] = chain;
                    chain = rest;
                }
            }
            table = t;
            threshold = (int) (t.length * loadFactor);
        }
        return null;
    }

    public V remove(Object key) {
        Node<K, V> e = find(key);
        if (e == null) {
            return null;
        }
        int i = e.hash & (table.length - 1);
        if (table[i] == e) {
            table[i] = e.next;
        } else {
            Node<K, V> p = table[i];
            while (p.next != e) {
                p = p.next;
            }
            p.next = e.next;
        }
        modCount++;
        size--;
        return e.getValue();
    }

    public void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        int mc = modCount;
        for (Node<K, V> chain : table) {
            for (Node<K, V> e = chain; e != null; e = e.next) {
                action.accept(e.getKey(), e.getValue());
                if (modCount != mc) {
                    throw new ConcurrentModificationException();
                }
            }
        }
    }

    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        forEach((k, v) -> put(k, function.apply(k, v)));
    }

    public void clear() {
        modCount++;
        for (int i = 0; i < table.length; i++) {
            table[i] = null;
        }
        size = 0;
    }

    public Set<Map.Entry<K, V>> entrySet() {
        return new AbstractSet<Map.Entry<K, V>>() {
            public int size() {
                return size;
            }

            public Iterator<Map.Entry<K, V>> iterator() {
                return new Itr();
            }
        };
    }

    private final class Itr implements Iterator<Map.Entry<K, V>> {
        private int index = table.length;
        private Node<K, V> next;
        private Node<K, V> last;
        private int expectedModCount = modCount;

        public boolean hasNext() {
            while (next == null && index > 0) {
                next = table[--index];
            }
            return next != null;
        }

        public Map.Entry<K, V> next() {
            if (modCount != expectedModCount) {
                throw new ConcurrentModificationException();
            }
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            last = next;
            next = last.next;
            return last;
        }

        public void remove() {
            if (last == null) {
                throw new IllegalStateException();
            }
            if (modCount != expectedModCount) {
                throw new ConcurrentModificationException();
            }
            WeakHashMap.this.remove(last.getKey());
            expectedModCount = modCount;
            last = null;
        }
    }
}
