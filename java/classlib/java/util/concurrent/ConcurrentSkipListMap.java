package java.util.concurrent;

import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Sorted like a tree map, which it is here; null values are refused. */
public class ConcurrentSkipListMap<K, V> extends TreeMap<K, V> implements ConcurrentNavigableMap<K, V> {
    public ConcurrentSkipListMap() {
    }

    public ConcurrentSkipListMap(Comparator<? super K> comparator) {
        super(comparator);
    }

    public ConcurrentSkipListMap(Map<? extends K, ? extends V> m) {
        super(m);
    }

    @Override
    public V put(K key, V value) {
        return super.put(Objects.requireNonNull(key), Objects.requireNonNull(value));
    }

    @Override
    public boolean remove(Object key, Object value) {
        return super.remove(key, value);
    }
}
