package java.util.concurrent;

import java.util.NavigableMap;

public interface ConcurrentNavigableMap<K, V> extends ConcurrentMap<K, V>, NavigableMap<K, V> {
}
