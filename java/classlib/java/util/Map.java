package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

public interface Map<K, V> {
    /*@ public normal_behavior
      @   ensures \result >= 0;
      @*/
    /*@ pure @*/ int size();

    /*@ public normal_behavior
      @   ensures \result <==> size() == 0;
      @*/
    /*@ pure @*/ boolean isEmpty();

    /*@ public normal_behavior
      @   requires this instanceof HashMap;
      @   ensures \result ==> size() > 0;
      @ also public behavior
      @   requires !(this instanceof HashMap);
      @   ensures \result ==> size() > 0;
      @   signals_only RuntimeException;
      @*/
    /*@ pure @*/ boolean containsKey(/*@ nullable @*/ Object key);

    boolean containsValue(Object value);

    /*@ public normal_behavior
      @   requires this instanceof HashMap;
      @   ensures !containsKey(key) ==> \result == null;
      @ also public behavior
      @   requires !(this instanceof HashMap);
      @   ensures !containsKey(key) ==> \result == null;
      @   signals_only RuntimeException;
      @*/
    /*@ pure nullable @*/ V get(/*@ nullable @*/ Object key);

    /*@ public normal_behavior
      @   requires this instanceof HashMap;
      @   assignable this.*;
      @   ensures \result == \old(get(key)) && containsKey(key) && get(key) == value;
      @   ensures size() == \old(size()) + (\old(containsKey(key)) ? 0 : 1);
      @ also public behavior
      @   requires !(this instanceof HashMap);
      @   assignable this.*;
      @   ensures \result == \old(get(key)) && containsKey(key) && get(key) == value;
      @   ensures size() == \old(size()) + (\old(containsKey(key)) ? 0 : 1);
      @   signals_only RuntimeException;
      @*/
    /*@ nullable @*/ V put(/*@ nullable @*/ K key, /*@ nullable @*/ V value);

    V remove(Object key);

    void putAll(Map<? extends K, ? extends V> m);

    void clear();

    Set<K> keySet();

    Collection<V> values();

    Set<Map.Entry<K, V>> entrySet();

    interface Entry<K, V> {
        /*@ public normal_behavior
          @   ensures \result == getKey();
          @*/
        /*@ pure nullable @*/ K getKey();

        /*@ public normal_behavior
          @   ensures \result == getValue();
          @*/
        /*@ pure nullable @*/ V getValue();

        V setValue(V value);

        boolean equals(Object o);

        int hashCode();

        public static <K extends Comparable<? super K>, V> Comparator<Map.Entry<K, V>> comparingByKey() {
            return (c1, c2) -> c1.getKey().compareTo(c2.getKey());
        }

        public static <K, V extends Comparable<? super V>> Comparator<Map.Entry<K, V>> comparingByValue() {
            return (c1, c2) -> c1.getValue().compareTo(c2.getValue());
        }

        public static <K, V> Comparator<Map.Entry<K, V>> comparingByKey(Comparator<? super K> cmp) {
            Objects.requireNonNull(cmp);
            return (c1, c2) -> cmp.compare(c1.getKey(), c2.getKey());
        }

        public static <K, V> Comparator<Map.Entry<K, V>> comparingByValue(Comparator<? super V> cmp) {
            Objects.requireNonNull(cmp);
            return (c1, c2) -> cmp.compare(c1.getValue(), c2.getValue());
        }

        @SuppressWarnings("unchecked")
        public static <K, V> Map.Entry<K, V> copyOf(Map.Entry<? extends K, ? extends V> e) {
            return Map.entry((K) e.getKey(), (V) e.getValue());
        }
    }

    boolean equals(Object o);

    int hashCode();

    /*@ public normal_behavior
      @   requires this instanceof HashMap;
      @   ensures \result == (containsKey(key) ? get(key) : defaultValue);
      @ also public behavior
      @   requires !(this instanceof HashMap);
      @   ensures \result == (containsKey(key) ? get(key) : defaultValue);
      @   signals_only RuntimeException;
      @*/
    default /*@ pure nullable @*/ V getOrDefault(/*@ nullable @*/ Object key, /*@ nullable @*/ V defaultValue) {
        V v = get(key);
        return v != null || containsKey(key) ? v : defaultValue;
    }

    default void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        for (Map.Entry<K, V> entry : entrySet()) {
            K k;
            V v;
            try {
                k = entry.getKey();
                v = entry.getValue();
            } catch (IllegalStateException e) {
                throw new ConcurrentModificationException(e);
            }
            action.accept(k, v);
        }
    }

    default void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        for (Map.Entry<K, V> entry : entrySet()) {
            entry.setValue(function.apply(entry.getKey(), entry.getValue()));
        }
    }

    default V putIfAbsent(K key, V value) {
        V v = get(key);
        if (v == null) {
            v = put(key, value);
        }
        return v;
    }

    default boolean remove(Object key, Object value) {
        V cur = get(key);
        if (!Objects.equals(cur, value) || (cur == null && !containsKey(key))) {
            return false;
        }
        remove(key);
        return true;
    }

    default boolean replace(K key, V oldValue, V newValue) {
        V cur = get(key);
        if (!Objects.equals(cur, oldValue) || (cur == null && !containsKey(key))) {
            return false;
        }
        put(key, newValue);
        return true;
    }

    default V replace(K key, V value) {
        V cur = get(key);
        if (cur != null || containsKey(key)) {
            cur = put(key, value);
        }
        return cur;
    }

    default V computeIfAbsent(K key, Function<? super K, ? extends V> mappingFunction) {
        Objects.requireNonNull(mappingFunction);
        V v = get(key);
        if (v == null) {
            V made = mappingFunction.apply(key);
            if (made != null) {
                put(key, made);
                return made;
            }
        }
        return v;
    }

    default V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> remappingFunction) {
        Objects.requireNonNull(remappingFunction);
        V old = get(key);
        if (old == null) {
            return null;
        }
        V made = remappingFunction.apply(key, old);
        if (made != null) {
            put(key, made);
        } else {
            remove(key);
        }
        return made;
    }

    default V compute(K key, BiFunction<? super K, ? super V, ? extends V> remappingFunction) {
        Objects.requireNonNull(remappingFunction);
        V old = get(key);
        V made = remappingFunction.apply(key, old);
        if (made != null) {
            put(key, made);
        } else if (old != null || containsKey(key)) {
            remove(key);
        }
        return made;
    }

    default V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> remappingFunction) {
        Objects.requireNonNull(remappingFunction);
        Objects.requireNonNull(value);
        V old = get(key);
        V made = old == null ? value : remappingFunction.apply(old, value);
        if (made == null) {
            remove(key);
        } else {
            put(key, made);
        }
        return made;
    }

    static <K, V> Map<K, V> of() {
        return ImmutableCollections.mapOf();
    }

    static <K, V> Map<K, V> of(K k1, V v1) {
        return ImmutableCollections.mapOf(k1, v1);
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2) {
        return ImmutableCollections.mapOf(k1, v1, k2, v2);
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3) {
        return ImmutableCollections.mapOf(k1, v1, k2, v2, k3, v3);
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4) {
        return ImmutableCollections.mapOf(k1, v1, k2, v2, k3, v3, k4, v4);
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5) {
        return ImmutableCollections.mapOf(k1, v1, k2, v2, k3, v3, k4, v4, k5, v5);
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5, K k6, V v6) {
        return ImmutableCollections.mapOf(k1, v1, k2, v2, k3, v3, k4, v4, k5, v5, k6, v6);
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5, K k6, V v6, K k7, V v7) {
        return ImmutableCollections.mapOf(k1, v1, k2, v2, k3, v3, k4, v4, k5, v5, k6, v6, k7, v7);
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5, K k6, V v6, K k7, V v7,
            K k8, V v8) {
        return ImmutableCollections.mapOf(k1, v1, k2, v2, k3, v3, k4, v4, k5, v5, k6, v6, k7, v7, k8, v8);
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5, K k6, V v6, K k7, V v7,
            K k8, V v8, K k9, V v9) {
        return ImmutableCollections.mapOf(k1, v1, k2, v2, k3, v3, k4, v4, k5, v5, k6, v6, k7, v7, k8, v8, k9, v9);
    }

    static <K, V> Map<K, V> of(K k1, V v1, K k2, V v2, K k3, V v3, K k4, V v4, K k5, V v5, K k6, V v6, K k7, V v7,
            K k8, V v8, K k9, V v9, K k10, V v10) {
        return ImmutableCollections.mapOf(k1, v1, k2, v2, k3, v3, k4, v4, k5, v5, k6, v6, k7, v7, k8, v8, k9, v9, k10, v10);
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    static <K, V> Map<K, V> ofEntries(Map.Entry<? extends K, ? extends V>... entries) {
        Object[] kv = new Object[2 * entries.length];
        int n = 0;
        for (Map.Entry<? extends K, ? extends V> e : entries) {
            kv[n++] = e.getKey();
            kv[n++] = e.getValue();
        }
        return ImmutableCollections.mapOf(kv);
    }

    static <K, V> Map.Entry<K, V> entry(K k, V v) {
        return new KeyValueHolder<K, V>(k, v);
    }

    @SuppressWarnings("unchecked")
    static <K, V> Map<K, V> copyOf(Map<? extends K, ? extends V> map) {
        if (map instanceof ImmutableCollections.MapN) {
            return (Map<K, V>) map;
        }
        Object[] kv = new Object[2 * map.size()];
        int n = 0;
        for (Map.Entry<? extends K, ? extends V> e : map.entrySet()) {
            kv[n++] = e.getKey();
            kv[n++] = e.getValue();
        }
        return ImmutableCollections.mapOf(kv);
    }
}
