package java.util;

public class EnumMap<K extends Enum<K>, V> extends AbstractMap<K, V> implements Cloneable, java.io.Serializable {
    private static final Object ABSENT = new Object();

    private final Class<K> keyType;
    private final K[] universe;
    private Object[] vals;
    private int size;

    public EnumMap(Class<K> keyType) {
        this.keyType = keyType;
        universe = keyType.getEnumConstants();
        init();
    }

    public EnumMap(EnumMap<K, ? extends V> m) {
        keyType = m.keyType;
        universe = m.universe;
        init();
        putAll(m);
    }

    @SuppressWarnings("unchecked")
    public EnumMap(Map<K, ? extends V> m) {
        if (m instanceof EnumMap) {
            keyType = ((EnumMap<K, ? extends V>) m).keyType;
        } else {
            if (m.isEmpty()) {
                throw new IllegalArgumentException("Specified map is empty");
            }
            keyType = m.keySet().iterator().next().getDeclaringClass();
        }
        universe = keyType.getEnumConstants();
        init();
        putAll(m);
    }

    private void init() {
        vals = new Object[universe.length];
        for (int i = 0; i < vals.length; i++) {
            vals[i] = ABSENT;
        }
        size = 0;
    }

    private int slot(Object key) {
        if (key instanceof Enum) {
            int i = ((Enum<?>) key).ordinal();
            if (i < universe.length && universe[i] == key && vals[i] != ABSENT) {
                return i;
            }
        }
        return -1;
    }

    public int size() {
        return size;
    }

    public boolean containsKey(Object key) {
        return slot(key) >= 0;
    }

    @SuppressWarnings("unchecked")
    public V get(Object key) {
        int i = slot(key);
        return i < 0 ? null : (V) vals[i];
    }

    @SuppressWarnings("unchecked")
    public V put(K key, V value) {
        Class<?> keyClass = key.getClass();
        if (keyClass != keyType && key.getDeclaringClass() != keyType) {
            throw new ClassCastException(keyClass + " != " + keyType);
        }
        int i = key.ordinal();
        Object old = vals[i];
        vals[i] = value;
        if (old == ABSENT) {
            size++;
            return null;
        }
        return (V) old;
    }

    @SuppressWarnings("unchecked")
    public V remove(Object key) {
        int i = slot(key);
        if (i < 0) {
            return null;
        }
        V old = (V) vals[i];
        vals[i] = ABSENT;
        size--;
        return old;
    }

    public void clear() {
        init();
    }

    public EnumMap<K, V> clone() {
        return new EnumMap<K, V>(this);
    }

    private final class Entry implements Map.Entry<K, V> {
        private final int i;

        Entry(int i) {
            this.i = i;
        }

        public K getKey() {
            return universe[i];
        }

        @SuppressWarnings("unchecked")
        public V getValue() {
            if (vals[i] == ABSENT) {
                throw new IllegalStateException("Entry was removed");
            }
            return (V) vals[i];
        }

        public V setValue(V value) {
            V old = getValue();
            vals[i] = value;
            return old;
        }

        public boolean equals(Object o) {
            return o instanceof Map.Entry && ((Map.Entry<?, ?>) o).getKey() == universe[i]
                    && Objects.equals(getValue(), ((Map.Entry<?, ?>) o).getValue());
        }

        public int hashCode() {
            return universe[i].hashCode() ^ Objects.hashCode(getValue());
        }

        public String toString() {
            return universe[i] + "=" + getValue();
        }
    }

    public Set<Map.Entry<K, V>> entrySet() {
        return new AbstractSet<Map.Entry<K, V>>() {
            public int size() {
                return size;
            }

            public Iterator<Map.Entry<K, V>> iterator() {
                return new Iterator<Map.Entry<K, V>>() {
                    private int index = 0;
                    private int last = -1;

                    public boolean hasNext() {
                        while (index < vals.length && vals[index] == ABSENT) {
                            index++;
                        }
                        return index < vals.length;
                    }

                    public Map.Entry<K, V> next() {
                        if (!hasNext()) {
                            throw new NoSuchElementException();
                        }
                        last = index++;
                        return new Entry(last);
                    }

                    public void remove() {
                        if (last < 0) {
                            throw new IllegalStateException();
                        }
                        EnumMap.this.remove(universe[last]);
                        last = -1;
                    }
                };
            }
        };
    }
}
