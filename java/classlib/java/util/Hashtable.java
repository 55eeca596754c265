package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/** New mappings go to the head of their bin, and iteration runs from the last bin to the first. */
public class Hashtable<K, V> extends Dictionary<K, V> implements Map<K, V>, Cloneable, java.io.Serializable {
    private static final class Node<K, V> extends AbstractMap.SimpleEntry<K, V> {
        final int hash;
        Node<K, V> next;

        Node(int hash, K key, V value, Node<K, V> next) {
            super(key, value);
            this.hash = hash;
            this.next = next;
        }

        public V setValue(V value) {
            if (value == null) {
                throw new NullPointerException();
            }
            return super.setValue(value);
        }
    }

    private transient Node<K, V>[] table;
    private transient int count;
    private transient int modCount;
    private int threshold;
    private float loadFactor;

    @SuppressWarnings("unchecked")
    public Hashtable(int initialCapacity, float loadFactor) {
        if (initialCapacity < 0) {
            throw new IllegalArgumentException("Illegal Capacity: " + initialCapacity);
        }
        if (loadFactor <= 0 || Float.isNaN(loadFactor)) {
            throw new IllegalArgumentException("Illegal Load: " + loadFactor);
        }
        if (initialCapacity == 0) {
            initialCapacity = 1;
        }
        this.loadFactor = loadFactor;
        table = (Node<K, V>[]) new Node[initialCapacity];
        threshold = (int) (initialCapacity * loadFactor);
    }

    public Hashtable(int initialCapacity) {
        this(initialCapacity, 0.75f);
    }

    public Hashtable() {
        this(11, 0.75f);
    }

    public Hashtable(Map<? extends K, ? extends V> t) {
        this(Math.max(2 * t.size(), 11), 0.75f);
        putAll(t);
    }

    public int size() {
        return count;
    }

    public boolean isEmpty() {
        return count == 0;
    }

    private abstract class Walk {
        private int index = table.length;
        private Node<K, V> entry;
        private Node<K, V> last;
        private int expectedModCount = modCount;
        final boolean iterator;

        Walk(boolean iterator) {
            this.iterator = iterator;
        }

        public boolean hasNext() {
            while (entry == null && index > 0) {
                entry = table[--index];
            }
            return entry != null;
        }

        final Node<K, V> step() {
            if (iterator && modCount != expectedModCount) {
                throw new ConcurrentModificationException();
            }
            if (!hasNext()) {
                throw new NoSuchElementException("Hashtable Enumerator");
            }
            last = entry;
            entry = last.next;
            return last;
        }

        public boolean hasMoreElements() {
            return hasNext();
        }

        public void remove() {
            if (!iterator) {
                throw new UnsupportedOperationException();
            }
            if (last == null) {
                throw new IllegalStateException("Hashtable Enumerator");
            }
            if (modCount != expectedModCount) {
                throw new ConcurrentModificationException();
            }
            Hashtable.this.remove(last.getKey());
            expectedModCount = modCount;
            last = null;
        }
    }

    private final class Keys extends Walk implements Iterator<K>, Enumeration<K> {
        Keys(boolean iterator) {
            super(iterator);
        }

        public K next() {
            return step().getKey();
        }

        public K nextElement() {
            return next();
        }

        public Iterator<K> asIterator() {
            return iterator ? this : Enumeration.super.asIterator();
        }
    }

    private final class Elements extends Walk implements Iterator<V>, Enumeration<V> {
        Elements(boolean iterator) {
            super(iterator);
        }

        public V next() {
            return step().getValue();
        }

        public V nextElement() {
            return next();
        }

        public Iterator<V> asIterator() {
            return iterator ? this : Enumeration.super.asIterator();
        }
    }

    private final class Entries extends Walk implements Iterator<Map.Entry<K, V>> {
        Entries() {
            super(true);
        }

        public Map.Entry<K, V> next() {
            return step();
        }
    }

    public Enumeration<K> keys() {
        return new Keys(false);
    }

    public Enumeration<V> elements() {
        return new Elements(false);
    }

    public boolean contains(Object value) {
        if (value == null) {
            throw new NullPointerException();
        }
        for (Iterator<V> it = new Elements(true); it.hasNext();) {
            if (it.next().equals(value)) {
                return true;
            }
        }
        return false;
    }

    public boolean containsValue(Object value) {
        return contains(value);
    }

    private Node<K, V> find(Object key) {
        int hash = key.hashCode();
        for (Node<K, V> e = table[(hash & 0x7FFFFFFF) % table.length]; e != null; e = e.next) {
            if (e.hash == hash && e.getKey().equals(key)) {
                return e;
            }
        }
        return null;
    }

    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    public V get(Object key) {
        Node<K, V> e = find(key);
        return e == null ? null : e.getValue();
    }

    @SuppressWarnings("unchecked")
    protected void rehash() {
        Node<K, V>[] old = table;
        int n = (old.length << 1) + 1;
        Node<K, V>[] t = (Node<K, V>[]) new Node[n];
        modCount++;
        threshold = (int) (n * loadFactor);
        table = t;
        for (int i = old.length; i-- > 0;) {
            Node<K, V> e = old[i];
            while (e != null) {
                Node<K, V> rest = e.next;
                int j = (e.hash & 0x7FFFFFFF) % n;
                e.next = t[j];
                t[j] = e;
                e = rest;
            }
        }
    }

    public V put(K key, V value) {
        if (value == null) {
            throw new NullPointerException();
        }
        Node<K, V> e = find(key);
        if (e != null) {
            return e.setValue(value);
        }
        insert(key, value);
        return null;
    }

    private void insert(K key, V value) {
        if (count >= threshold) {
            rehash();
        }
        int hash = key.hashCode();
        int i = (hash & 0x7FFFFFFF) % table.length;
        table[i] = new Node<K, V>(hash, key, value, table[i]);
        count++;
        modCount++;
    }

    public V remove(Object key) {
        int hash = key.hashCode();
        int i = (hash & 0x7FFFFFFF) % table.length;
        Node<K, V> prev = null;
        for (Node<K, V> e = table[i]; e != null; prev = e, e = e.next) {
            if (e.hash == hash && e.getKey().equals(key)) {
                if (prev == null) {
                    table[i] = e.next;
                } else {
                    prev.next = e.next;
                }
                modCount++;
                count--;
                return e.getValue();
            }
        }
        return null;
    }

    public void putAll(Map<? extends K, ? extends V> t) {
        for (Map.Entry<? extends K, ? extends V> e : t.entrySet()) {
            put(e.getKey(), e.getValue());
        }
    }

    public void clear() {
        modCount++;
        for (int i = 0; i < table.length; i++) {
            table[i] = null;
        }
        count = 0;
    }

    public Object clone() {
        Hashtable<K, V> t = new Hashtable<K, V>(table.length, loadFactor);
        for (int i = 0; i < table.length; i++) {
            Node<K, V> tail = null;
            for (Node<K, V> e = table[i]; e != null; e = e.next) {
                Node<K, V> copy = new Node<K, V>(e.hash, e.getKey(), e.getValue(), null);
                if (tail == null) {
                    t.table[i] = copy;
                } else {
                    tail.next = copy;
                }
                tail = copy;
            }
        }
        t.count = count;
        return t;
    }

    /** The same mappings through AbstractMap's algorithms. */
    private final class View extends AbstractMap<K, V> {
        public Set<Map.Entry<K, V>> entrySet() {
            return Hashtable.this.entrySet();
        }

        public boolean containsKey(Object key) {
            return Hashtable.this.containsKey(key);
        }

        public V get(Object key) {
            return Hashtable.this.get(key);
        }

        public V remove(Object key) {
            return Hashtable.this.remove(key);
        }
    }

    public String toString() {
        Iterator<Map.Entry<K, V>> it = new Entries();
        StringBuilder sb = new StringBuilder("{");
        while (it.hasNext()) {
            Map.Entry<K, V> e = it.next();
            K key = e.getKey();
            V value = e.getValue();
            if (sb.length() > 1) {
                sb.append(", ");
            }
            sb.append(key == this ? "(this Map)" : key.toString());
            sb.append('=');
            sb.append(value == this ? "(this Map)" : value.toString());
        }
        return sb.append('}').toString();
    }

    public Set<K> keySet() {
        return new AbstractSet<K>() {
            public Iterator<K> iterator() {
                return new Keys(true);
            }

            public int size() {
                return count;
            }

            public boolean contains(Object o) {
                return containsKey(o);
            }

            public boolean remove(Object o) {
                return Hashtable.this.remove(o) != null;
            }

            public void clear() {
                Hashtable.this.clear();
            }
        };
    }

    public Set<Map.Entry<K, V>> entrySet() {
        return new AbstractSet<Map.Entry<K, V>>() {
            public Iterator<Map.Entry<K, V>> iterator() {
                return new Entries();
            }

            public int size() {
                return count;
            }

            public void clear() {
                Hashtable.this.clear();
            }
        };
    }

    public Collection<V> values() {
        return new AbstractCollection<V>() {
            public Iterator<V> iterator() {
                return new Elements(true);
            }

            public int size() {
                return count;
            }

            public boolean contains(Object o) {
                return containsValue(o);
            }

            public void clear() {
                Hashtable.this.clear();
            }
        };
    }

    public boolean equals(Object o) {
        return o == this || new View().equals(o);
    }

    public int hashCode() {
        return new View().hashCode();
    }

    public void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        int expected = modCount;
        for (int i = 0; i < table.length; i++) {
            for (Node<K, V> e = table[i]; e != null; e = e.next) {
                action.accept(e.getKey(), e.getValue());
                if (expected != modCount) {
                    throw new ConcurrentModificationException();
                }
            }
        }
    }

    public V computeIfAbsent(K key, Function<? super K, ? extends V> mappingFunction) {
        Objects.requireNonNull(mappingFunction);
        Node<K, V> e = find(key);
        if (e != null) {
            return e.getValue();
        }
        int mc = modCount;
        V v = mappingFunction.apply(key);
        if (mc != modCount) {
            throw new ConcurrentModificationException();
        }
        if (v != null) {
            insert(key, v);
        }
        return v;
    }

    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> remappingFunction) {
        Objects.requireNonNull(remappingFunction);
        Node<K, V> e = find(key);
        if (e == null) {
            if (value != null) {
                insert(key, value);
            }
            return value;
        }
        int mc = modCount;
        V v = remappingFunction.apply(e.getValue(), value);
        if (mc != modCount) {
            throw new ConcurrentModificationException();
        }
        if (v == null) {
            remove(key);
        } else {
            e.setValue(v);
        }
        return v;
    }
}
