package java.util;

/** Keys are compared by identity; the order of iteration, which has no meaning in Java either, is that of insertion. */
public class IdentityHashMap<K, V> extends AbstractMap<K, V> implements Map<K, V>, Cloneable, java.io.Serializable {
    private static final class Key {
        final Object ref;

        Key(Object ref) {
            this.ref = ref;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(ref);
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Key && ((Key) o).ref == ref;
        }
    }

    private final LinkedHashMap<Key, V> map = new LinkedHashMap<Key, V>();

    public IdentityHashMap() {
    }

    public IdentityHashMap(int expectedMaxSize) {
        if (expectedMaxSize < 0) {
            throw new IllegalArgumentException("expectedMaxSize is negative: " + expectedMaxSize);
        }
    }

    public IdentityHashMap(Map<? extends K, ? extends V> m) {
        putAll(m);
    }

    public int size() {
        return map.size();
    }

    public boolean containsKey(Object key) {
        return map.containsKey(new Key(key));
    }

    public boolean containsValue(Object value) {
        for (V v : map.values()) {
            if (v == value) {
                return true;
            }
        }
        return false;
    }

    public V get(Object key) {
        return map.get(new Key(key));
    }

    public V put(K key, V value) {
        return map.put(new Key(key), value);
    }

    public V remove(Object key) {
        return map.remove(new Key(key));
    }

    public void clear() {
        map.clear();
    }

    @SuppressWarnings("unchecked")
    public Object clone() {
        return new IdentityHashMap<K, V>(this);
    }

    private static final class IdEntry<K, V> implements Map.Entry<K, V> {
        private final Map.Entry<Key, V> e;

        IdEntry(Map.Entry<Key, V> e) {
            this.e = e;
        }

        @SuppressWarnings("unchecked")
        public K getKey() {
            return (K) e.getKey().ref;
        }

        public V getValue() {
            return e.getValue();
        }

        public V setValue(V value) {
            return e.setValue(value);
        }

        public boolean equals(Object o) {
            return o instanceof Map.Entry && ((Map.Entry<?, ?>) o).getKey() == getKey()
                    && ((Map.Entry<?, ?>) o).getValue() == getValue();
        }

        public int hashCode() {
            return System.identityHashCode(getKey()) ^ System.identityHashCode(getValue());
        }

        public String toString() {
            return getKey() + "=" + getValue();
        }
    }

    public Set<Map.Entry<K, V>> entrySet() {
        return new AbstractSet<Map.Entry<K, V>>() {
            public int size() {
                return map.size();
            }

            public Iterator<Map.Entry<K, V>> iterator() {
                Iterator<Map.Entry<Key, V>> it = map.entrySet().iterator();
                return new Iterator<Map.Entry<K, V>>() {
                    public boolean hasNext() {
                        return it.hasNext();
                    }

                    public Map.Entry<K, V> next() {
                        return new IdEntry<K, V>(it.next());
                    }

                    public void remove() {
                        it.remove();
                    }
                };
            }
        };
    }
}
