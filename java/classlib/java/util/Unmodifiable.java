package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Read-only views of collections and maps. */
final class Unmodifiable {
    private Unmodifiable() {
    }

    private static UnsupportedOperationException uoe() {
        return new UnsupportedOperationException();
    }

    static class OfCollection<E> implements Collection<E>, java.io.Serializable {
        final Collection<? extends E> c;

        OfCollection(Collection<? extends E> c) {
            if (c == null) {
                throw new NullPointerException();
            }
            this.c = c;
        }

        public int size() {
            return c.size();
        }

        public boolean isEmpty() {
            return c.isEmpty();
        }

        public boolean contains(Object o) {
            return c.contains(o);
        }

        public Object[] toArray() {
            return c.toArray();
        }

        public <T> T[] toArray(T[] a) {
            return c.toArray(a);
        }

        public String toString() {
            return c.toString();
        }

        public Iterator<E> iterator() {
            Iterator<? extends E> it = c.iterator();
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

        public boolean remove(Object o) {
            throw uoe();
        }

        public boolean containsAll(Collection<?> coll) {
            return c.containsAll(coll);
        }

        public boolean addAll(Collection<? extends E> coll) {
            throw uoe();
        }

        public boolean removeAll(Collection<?> coll) {
            throw uoe();
        }

        public boolean retainAll(Collection<?> coll) {
            throw uoe();
        }

        public void clear() {
            throw uoe();
        }

        public void forEach(Consumer<? super E> action) {
            c.forEach(action);
        }

        public boolean removeIf(Predicate<? super E> filter) {
            throw uoe();
        }

        @SuppressWarnings("unchecked")
        public Spliterator<E> spliterator() {
            return (Spliterator<E>) c.spliterator();
        }

        @SuppressWarnings("unchecked")
        public Stream<E> stream() {
            return (Stream<E>) c.stream();
        }
    }

    static class OfSet<E> extends OfCollection<E> implements Set<E> {
        OfSet(Set<? extends E> s) {
            super(s);
        }

        public boolean equals(Object o) {
            return o == this || c.equals(o);
        }

        public int hashCode() {
            return c.hashCode();
        }

        public Spliterator<E> spliterator() {
            return super.spliterator();
        }
    }

    static class OfSortedSet<E> extends OfSet<E> implements SortedSet<E> {
        private final SortedSet<E> ss;

        OfSortedSet(SortedSet<E> s) {
            super(s);
            ss = s;
        }

        public Comparator<? super E> comparator() {
            return ss.comparator();
        }

        public SortedSet<E> subSet(E fromElement, E toElement) {
            return new OfSortedSet<E>(ss.subSet(fromElement, toElement));
        }

        public SortedSet<E> headSet(E toElement) {
            return new OfSortedSet<E>(ss.headSet(toElement));
        }

        public SortedSet<E> tailSet(E fromElement) {
            return new OfSortedSet<E>(ss.tailSet(fromElement));
        }

        public E first() {
            return ss.first();
        }

        public E last() {
            return ss.last();
        }
    }

    static class OfNavigableSet<E> extends OfSortedSet<E> implements NavigableSet<E> {
        private final NavigableSet<E> ns;

        OfNavigableSet(NavigableSet<E> s) {
            super(s);
            ns = s;
        }

        public E lower(E e) {
            return ns.lower(e);
        }

        public E floor(E e) {
            return ns.floor(e);
        }

        public E ceiling(E e) {
            return ns.ceiling(e);
        }

        public E higher(E e) {
            return ns.higher(e);
        }

        public E pollFirst() {
            throw uoe();
        }

        public E pollLast() {
            throw uoe();
        }

        public NavigableSet<E> descendingSet() {
            return new OfNavigableSet<E>(ns.descendingSet());
        }

        public Iterator<E> descendingIterator() {
            return descendingSet().iterator();
        }

        public NavigableSet<E> subSet(E fromElement, boolean fromInclusive, E toElement, boolean toInclusive) {
            return new OfNavigableSet<E>(ns.subSet(fromElement, fromInclusive, toElement, toInclusive));
        }

        public NavigableSet<E> headSet(E toElement, boolean inclusive) {
            return new OfNavigableSet<E>(ns.headSet(toElement, inclusive));
        }

        public NavigableSet<E> tailSet(E fromElement, boolean inclusive) {
            return new OfNavigableSet<E>(ns.tailSet(fromElement, inclusive));
        }
    }

    static class OfList<E> extends OfCollection<E> implements List<E> {
        private final List<? extends E> list;

        OfList(List<? extends E> list) {
            super(list);
            this.list = list;
        }

        public boolean equals(Object o) {
            return o == this || list.equals(o);
        }

        public int hashCode() {
            return list.hashCode();
        }

        public E get(int index) {
            return list.get(index);
        }

        public E set(int index, E element) {
            throw uoe();
        }

        public void add(int index, E element) {
            throw uoe();
        }

        public E remove(int index) {
            throw uoe();
        }

        public int indexOf(Object o) {
            return list.indexOf(o);
        }

        public int lastIndexOf(Object o) {
            return list.lastIndexOf(o);
        }

        public boolean addAll(int index, Collection<? extends E> c) {
            throw uoe();
        }

        public void replaceAll(UnaryOperator<E> operator) {
            throw uoe();
        }

        public void sort(Comparator<? super E> c) {
            throw uoe();
        }

        public Spliterator<E> spliterator() {
            return super.spliterator();
        }

        public ListIterator<E> listIterator() {
            return listIterator(0);
        }

        public ListIterator<E> listIterator(int index) {
            ListIterator<? extends E> it = list.listIterator(index);
            return new ListIterator<E>() {
                public boolean hasNext() {
                    return it.hasNext();
                }

                public E next() {
                    return it.next();
                }

                public boolean hasPrevious() {
                    return it.hasPrevious();
                }

                public E previous() {
                    return it.previous();
                }

                public int nextIndex() {
                    return it.nextIndex();
                }

                public int previousIndex() {
                    return it.previousIndex();
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
            };
        }

        public List<E> subList(int fromIndex, int toIndex) {
            return Collections.unmodifiableList(list.subList(fromIndex, toIndex));
        }
    }

    static final class OfRandomAccess<E> extends OfList<E> implements RandomAccess {
        OfRandomAccess(List<? extends E> list) {
            super(list);
        }
    }

    static class OfMap<K, V> implements Map<K, V>, java.io.Serializable {
        private final Map<? extends K, ? extends V> m;

        OfMap(Map<? extends K, ? extends V> m) {
            if (m == null) {
                throw new NullPointerException();
            }
            this.m = m;
        }

        public int size() {
            return m.size();
        }

        public boolean isEmpty() {
            return m.isEmpty();
        }

        public boolean containsKey(Object key) {
            return m.containsKey(key);
        }

        public boolean containsValue(Object val) {
            return m.containsValue(val);
        }

        public V get(Object key) {
            return m.get(key);
        }

        public V put(K key, V value) {
            throw uoe();
        }

        public V remove(Object key) {
            throw uoe();
        }

        public void putAll(Map<? extends K, ? extends V> t) {
            throw uoe();
        }

        public void clear() {
            throw uoe();
        }

        public Set<K> keySet() {
            return new OfSet<K>(m.keySet());
        }

        public Set<Map.Entry<K, V>> entrySet() {
            return new Entries<K, V>(m);
        }

        public Collection<V> values() {
            return new OfCollection<V>(m.values());
        }

        public boolean equals(Object o) {
            return o == this || m.equals(o);
        }

        public int hashCode() {
            return m.hashCode();
        }

        public String toString() {
            return m.toString();
        }

        @SuppressWarnings("unchecked")
        public V getOrDefault(Object k, V defaultValue) {
            return ((Map<K, V>) m).getOrDefault(k, defaultValue);
        }

        public void forEach(BiConsumer<? super K, ? super V> action) {
            m.forEach(action);
        }

        public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
            throw uoe();
        }

        public V putIfAbsent(K key, V value) {
            throw uoe();
        }

        public boolean remove(Object key, Object value) {
            throw uoe();
        }

        public boolean replace(K key, V oldValue, V newValue) {
            throw uoe();
        }

        public V replace(K key, V value) {
            throw uoe();
        }

        public V computeIfAbsent(K key, Function<? super K, ? extends V> f) {
            throw uoe();
        }

        public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> f) {
            throw uoe();
        }

        public V compute(K key, BiFunction<? super K, ? super V, ? extends V> f) {
            throw uoe();
        }

        public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> f) {
            throw uoe();
        }
    }

    /** The entries of a map, each unable to set its value. */
    private static final class Entries<K, V> extends AbstractSet<Map.Entry<K, V>> {
        private final Map<? extends K, ? extends V> m;

        Entries(Map<? extends K, ? extends V> m) {
            this.m = m;
        }

        public int size() {
            return m.size();
        }

        public boolean contains(Object o) {
            return m.entrySet().contains(o);
        }

        public boolean remove(Object o) {
            throw uoe();
        }

        public void clear() {
            throw uoe();
        }

        public boolean removeIf(Predicate<? super Map.Entry<K, V>> filter) {
            throw uoe();
        }

        @SuppressWarnings("unchecked")
        public Iterator<Map.Entry<K, V>> iterator() {
            Iterator<Map.Entry<K, V>> it = ((Map<K, V>) m).entrySet().iterator();
            return new Iterator<Map.Entry<K, V>>() {
                public boolean hasNext() {
                    return it.hasNext();
                }

                public Map.Entry<K, V> next() {
                    return new AbstractMap.SimpleImmutableEntry<K, V>(it.next());
                }

                public void remove() {
                    throw uoe();
                }
            };
        }
    }

    static class OfSortedMap<K, V> extends OfMap<K, V> implements SortedMap<K, V> {
        private final SortedMap<K, ? extends V> sm;

        OfSortedMap(SortedMap<K, ? extends V> m) {
            super(m);
            sm = m;
        }

        public Comparator<? super K> comparator() {
            return sm.comparator();
        }

        public SortedMap<K, V> subMap(K fromKey, K toKey) {
            return new OfSortedMap<K, V>(sm.subMap(fromKey, toKey));
        }

        public SortedMap<K, V> headMap(K toKey) {
            return new OfSortedMap<K, V>(sm.headMap(toKey));
        }

        public SortedMap<K, V> tailMap(K fromKey) {
            return new OfSortedMap<K, V>(sm.tailMap(fromKey));
        }

        public K firstKey() {
            return sm.firstKey();
        }

        public K lastKey() {
            return sm.lastKey();
        }
    }

    static class OfNavigableMap<K, V> extends OfSortedMap<K, V> implements NavigableMap<K, V> {
        private final NavigableMap<K, V> nm;

        @SuppressWarnings("unchecked")
        OfNavigableMap(NavigableMap<K, ? extends V> m) {
            super(m);
            nm = (NavigableMap<K, V>) m;
        }

        private static <K, V> Map.Entry<K, V> export(Map.Entry<K, V> e) {
            return e == null ? null : new AbstractMap.SimpleImmutableEntry<K, V>(e);
        }

        public Map.Entry<K, V> lowerEntry(K key) {
            return export(nm.lowerEntry(key));
        }

        public K lowerKey(K key) {
            return nm.lowerKey(key);
        }

        public Map.Entry<K, V> floorEntry(K key) {
            return export(nm.floorEntry(key));
        }

        public K floorKey(K key) {
            return nm.floorKey(key);
        }

        public Map.Entry<K, V> ceilingEntry(K key) {
            return export(nm.ceilingEntry(key));
        }

        public K ceilingKey(K key) {
            return nm.ceilingKey(key);
        }

        public Map.Entry<K, V> higherEntry(K key) {
            return export(nm.higherEntry(key));
        }

        public K higherKey(K key) {
            return nm.higherKey(key);
        }

        public Map.Entry<K, V> firstEntry() {
            return export(nm.firstEntry());
        }

        public Map.Entry<K, V> lastEntry() {
            return export(nm.lastEntry());
        }

        public Map.Entry<K, V> pollFirstEntry() {
            throw uoe();
        }

        public Map.Entry<K, V> pollLastEntry() {
            throw uoe();
        }

        public NavigableMap<K, V> descendingMap() {
            return new OfNavigableMap<K, V>(nm.descendingMap());
        }

        public NavigableSet<K> navigableKeySet() {
            return new OfNavigableSet<K>(nm.navigableKeySet());
        }

        public NavigableSet<K> descendingKeySet() {
            return new OfNavigableSet<K>(nm.descendingKeySet());
        }

        public NavigableMap<K, V> subMap(K fromKey, boolean fromInclusive, K toKey, boolean toInclusive) {
            return new OfNavigableMap<K, V>(nm.subMap(fromKey, fromInclusive, toKey, toInclusive));
        }

        public NavigableMap<K, V> headMap(K toKey, boolean inclusive) {
            return new OfNavigableMap<K, V>(nm.headMap(toKey, inclusive));
        }

        public NavigableMap<K, V> tailMap(K fromKey, boolean inclusive) {
            return new OfNavigableMap<K, V>(nm.tailMap(fromKey, inclusive));
        }
    }
}
