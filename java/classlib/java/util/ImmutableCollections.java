package java.util;

import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** The collections of List.of, Set.of, Map.of and Stream.toList. */
public final class ImmutableCollections {
    private ImmutableCollections() {
    }

    static UnsupportedOperationException uoe() {
        return new UnsupportedOperationException();
    }

    @SuppressWarnings("unchecked")
    static <E> List<E> listOf(Object[] es) {
        if (es.length == 1) {
            return new List12<E>((E) es[0]);
        }
        if (es.length == 2) {
            return new List12<E>((E) es[0], (E) es[1]);
        }
        Object[] copy = new Object[es.length];
        for (int i = 0; i < es.length; i++) {
            copy[i] = Objects.requireNonNull(es[i]);
        }
        return new ListN<E>(copy, false);
    }

    /** A list of the elements of an array that nobody else holds; they may be null. */
    public static <E> List<E> listOfNullable(Object[] es) {
        return new ListN<E>(es, true);
    }

    @SuppressWarnings("unchecked")
    static <E> List<E> listCopy(Collection<? extends E> coll) {
        if (coll instanceof ImmutableList && !((ImmutableList<?>) coll).nulls) {
            return (List<E>) coll;
        }
        return listOf(coll.toArray());
    }

    static <E> Set<E> setOf(Object... es) {
        SetN<E> s = new SetN<E>();
        for (Object e : es) {
            s.insert(e);
        }
        return s;
    }

    static <K, V> Map<K, V> mapOf(Object... kv) {
        MapN<K, V> m = new MapN<K, V>();
        for (int i = 0; i < kv.length; i += 2) {
            m.insert(kv[i], kv[i + 1]);
        }
        return m;
    }

    abstract static class ImmutableList<E> extends AbstractList<E> implements RandomAccess {
        final boolean nulls;

        ImmutableList(boolean nulls) {
            this.nulls = nulls;
        }

        public boolean add(E e) {
            throw uoe();
        }

        public boolean addAll(Collection<? extends E> c) {
            throw uoe();
        }

        public boolean addAll(int index, Collection<? extends E> c) {
            throw uoe();
        }

        public void clear() {
            throw uoe();
        }

        public boolean remove(Object o) {
            throw uoe();
        }

        public boolean removeAll(Collection<?> c) {
            throw uoe();
        }

        public boolean retainAll(Collection<?> c) {
            throw uoe();
        }

        public boolean removeIf(Predicate<? super E> filter) {
            throw uoe();
        }

        public void replaceAll(UnaryOperator<E> operator) {
            throw uoe();
        }

        public void sort(Comparator<? super E> c) {
            throw uoe();
        }

        public int indexOf(Object o) {
            if (!nulls && o == null) {
                throw new NullPointerException();
            }
            for (int i = 0, n = size(); i < n; i++) {
                if (Objects.equals(o, get(i))) {
                    return i;
                }
            }
            return -1;
        }

        public int lastIndexOf(Object o) {
            if (!nulls && o == null) {
                throw new NullPointerException();
            }
            for (int i = size() - 1; i >= 0; i--) {
                if (Objects.equals(o, get(i))) {
                    return i;
                }
            }
            return -1;
        }

        public boolean contains(Object o) {
            return indexOf(o) >= 0;
        }

        public Iterator<E> iterator() {
            return new Itr<E>(this, 0);
        }

        public ListIterator<E> listIterator(int index) {
            if (index < 0 || index > size()) {
                throw outOfBounds(index);
            }
            return new Itr<E>(this, index);
        }

        public List<E> subList(int fromIndex, int toIndex) {
            checkRange(fromIndex, toIndex, size());
            return new Part<E>(this, fromIndex, toIndex - fromIndex);
        }

        final IndexOutOfBoundsException outOfBounds(int index) {
            return new IndexOutOfBoundsException("Index: " + index + " Size: " + size());
        }
    }

    private static final class Itr<E> implements ListIterator<E> {
        private final ImmutableList<E> list;
        private final int size;
        private int cursor;

        Itr(ImmutableList<E> list, int index) {
            this.list = list;
            this.size = list.size();
            this.cursor = index;
        }

        public boolean hasNext() {
            return cursor != size;
        }

        public E next() {
            if (cursor >= size) {
                throw new NoSuchElementException();
            }
            return list.get(cursor++);
        }

        public boolean hasPrevious() {
            return cursor != 0;
        }

        public E previous() {
            if (cursor <= 0) {
                throw new NoSuchElementException();
            }
            return list.get(--cursor);
        }

        public int nextIndex() {
            return cursor;
        }

        public int previousIndex() {
            return cursor - 1;
        }

        public void remove() {
            throw uoe();
        }

        public void set(E e) {
            throw uoe();
        }

        public void add(E e) {
            throw uoe();
        }
    }

    private static final class Part<E> extends ImmutableList<E> {
        private final ImmutableList<E> root;
        private final int offset;
        private final int size;

        Part(ImmutableList<E> root, int offset, int size) {
            super(root.nulls);
            this.root = root;
            this.offset = offset;
            this.size = size;
        }

        public int size() {
            return size;
        }

        public E get(int index) {
            Objects.checkIndex(index, size);
            return root.get(offset + index);
        }
    }

    static final class List12<E> extends ImmutableList<E> {
        private final E e0;
        private final E e1;

        List12(E e0) {
            super(false);
            this.e0 = Objects.requireNonNull(e0);
            this.e1 = null;
        }

        List12(E e0, E e1) {
            super(false);
            this.e0 = Objects.requireNonNull(e0);
            this.e1 = Objects.requireNonNull(e1);
        }

        public int size() {
            return e1 == null ? 1 : 2;
        }

        public E get(int index) {
            if (index == 0) {
                return e0;
            }
            if (index == 1 && e1 != null) {
                return e1;
            }
            throw outOfBounds(index);
        }
    }

    static final class ListN<E> extends ImmutableList<E> {
        private final Object[] elements;

        /** Takes the array, which nobody else may change. */
        ListN(Object[] elements, boolean nulls) {
            super(nulls);
            this.elements = elements;
        }

        public int size() {
            return elements.length;
        }

        @SuppressWarnings("unchecked")
        public E get(int index) {
            return (E) elements[index];
        }
    }

    static final class SetN<E> extends AbstractSet<E> {
        private final LinkedHashSet<E> set = new LinkedHashSet<E>();

        @SuppressWarnings("unchecked")
        void insert(Object e) {
            if (!set.add((E) Objects.requireNonNull(e))) {
                throw new IllegalArgumentException("duplicate element: " + e);
            }
        }

        public int size() {
            return set.size();
        }

        public boolean contains(Object o) {
            return set.contains(Objects.requireNonNull(o));
        }

        public Iterator<E> iterator() {
            Iterator<E> it = set.iterator();
            return new Iterator<E>() {
                public boolean hasNext() {
                    return it.hasNext();
                }

                public E next() {
                    return it.next();
                }

                public void remove() {
                    throw uoe();
                }
            };
        }

        public boolean add(E e) {
            throw uoe();
        }

        public boolean addAll(Collection<? extends E> c) {
            throw uoe();
        }

        public void clear() {
            throw uoe();
        }

        public boolean remove(Object o) {
            throw uoe();
        }

        public boolean removeAll(Collection<?> c) {
            throw uoe();
        }

        public boolean retainAll(Collection<?> c) {
            throw uoe();
        }

        public boolean removeIf(Predicate<? super E> filter) {
            throw uoe();
        }
    }

    static final class MapN<K, V> extends AbstractMap<K, V> {
        private final LinkedHashMap<K, V> map = new LinkedHashMap<K, V>();

        @SuppressWarnings("unchecked")
        void insert(Object k, Object v) {
            if (map.put((K) Objects.requireNonNull(k), (V) Objects.requireNonNull(v)) != null) {
                throw new IllegalArgumentException("duplicate key: " + k);
            }
        }

        public int size() {
            return map.size();
        }

        public boolean containsKey(Object o) {
            return map.containsKey(Objects.requireNonNull(o));
        }

        public boolean containsValue(Object o) {
            return map.containsValue(Objects.requireNonNull(o));
        }

        public V get(Object o) {
            int n = map.size();
            return n == 0 ? map.get(Objects.requireNonNull(o)) : n == 1 ? one(o) : probe(o);
        }

        // What null throws depends on the size, as in the reference implementation.

        private V one(Object o) {
            K k0 = map.firstNode().getKey();
            return o.equals(k0) ? map.get(k0) : null;
        }

        private V probe(Object pk) {
            pk.hashCode();
            return map.get(pk);
        }

        public V getOrDefault(Object o, V defaultValue) {
            V v = get(o);
            return v != null ? v : defaultValue;
        }

        public Set<Map.Entry<K, V>> entrySet() {
            return new AbstractSet<Map.Entry<K, V>>() {
                public int size() {
                    return map.size();
                }

                public Iterator<Map.Entry<K, V>> iterator() {
                    Iterator<Map.Entry<K, V>> it = map.entrySet().iterator();
                    return new Iterator<Map.Entry<K, V>>() {
                        public boolean hasNext() {
                            return it.hasNext();
                        }

                        public Map.Entry<K, V> next() {
                            Map.Entry<K, V> e = it.next();
                            return new KeyValueHolder<K, V>(e.getKey(), e.getValue());
                        }

                        public void remove() {
                            throw uoe();
                        }
                    };
                }
            };
        }

        public void clear() {
            throw uoe();
        }

        public V put(K key, V value) {
            throw uoe();
        }

        public void putAll(Map<? extends K, ? extends V> m) {
            throw uoe();
        }

        public V putIfAbsent(K key, V value) {
            throw uoe();
        }

        public V remove(Object key) {
            throw uoe();
        }

        public boolean remove(Object key, Object value) {
            throw uoe();
        }

        public V replace(K key, V value) {
            throw uoe();
        }

        public boolean replace(K key, V oldValue, V newValue) {
            throw uoe();
        }

        public void replaceAll(BiFunction<? super K, ? super V, ? extends V> f) {
            throw uoe();
        }

        public V compute(K key, BiFunction<? super K, ? super V, ? extends V> f) {
            throw uoe();
        }

        public V computeIfAbsent(K key, Function<? super K, ? extends V> f) {
            throw uoe();
        }

        public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> f) {
            throw uoe();
        }

        public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> f) {
            throw uoe();
        }
    }
}
