package java.util;

import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

public class Collections {
    private Collections() {
    }

    @SuppressWarnings("rawtypes")
    public static final /*@ non_null @*/ Set EMPTY_SET = new EmptySet<Object>();

    @SuppressWarnings("rawtypes")
    public static final /*@ non_null @*/ List EMPTY_LIST = new EmptyList<Object>();

    @SuppressWarnings("rawtypes")
    public static final /*@ non_null @*/ Map EMPTY_MAP = new EmptyMap<Object, Object>();

    /*@ public normal_behavior
      @   requires list instanceof ArrayList || list instanceof LinkedList;
      @   requires list.size() < 2 || (\forall int i; 0 <= i && i < list.size(); list.get(i) != null);
      @   assignable list.*;
      @   ensures list.size() == \old(list.size());
      @   ensures (\forall int i; 1 <= i && i < list.size(); list.get(i - 1).compareTo(list.get(i)) <= 0);
      @   ensures (\forall int i; 0 <= i && i < list.size(); (\num_of int j; 0 <= j && j < list.size(); list.get(j) == list.get(i))
      @     == (\num_of int j; 0 <= j && j < list.size(); \old(list.get(j)) == list.get(i)));
      @ also public exceptional_behavior
      @   requires list instanceof ArrayList || list instanceof LinkedList;
      @   requires list.size() >= 2 && (\exists int i; 0 <= i && i < list.size(); list.get(i) == null);
      @   signals_only NullPointerException;
      @ also public behavior
      @   requires !(list instanceof ArrayList || list instanceof LinkedList);
      @   assignable \everything;
      @   signals_only RuntimeException;
      @*/
    public static <T extends Comparable<? super T>> void sort(List<T> list) {
        list.sort(null);
    }

    public static <T> void sort(List<T> list, Comparator<? super T> c) {
        list.sort(c);
    }

    public static <T> int binarySearch(List<? extends Comparable<? super T>> list, T key) {
        int low = 0;
        int high = list.size() - 1;
        while (low <= high) {
            int mid = (low + high) >>> 1;
            Comparable<? super T> midVal = list.get(mid);
            int cmp = midVal.compareTo(key);
            if (cmp < 0) {
                low = mid + 1;
            } else if (cmp > 0) {
                high = mid - 1;
            } else {
                return mid;
            }
        }
        return -(low + 1);
    }

    @SuppressWarnings("unchecked")
    public static <T> int binarySearch(List<? extends T> list, T key, Comparator<? super T> c) {
        if (c == null) {
            return binarySearch((List<? extends Comparable<? super T>>) list, key);
        }
        int low = 0;
        int high = list.size() - 1;
        while (low <= high) {
            int mid = (low + high) >>> 1;
            T midVal = list.get(mid);
            int cmp = c.compare(midVal, key);
            if (cmp < 0) {
                low = mid + 1;
            } else if (cmp > 0) {
                high = mid - 1;
            } else {
                return mid;
            }
        }
        return -(low + 1);
    }

    @SuppressWarnings("unchecked")
    public static void reverse(List<?> list) {
        List<Object> l = (List<Object>) list;
        int size = l.size();
        if (size < 18 || l instanceof RandomAccess) {
            for (int i = 0, j = size - 1; i < size >> 1; i++, j--) {
                l.set(i, l.set(j, l.get(i)));
            }
            return;
        }
        ListIterator<Object> fwd = l.listIterator();
        ListIterator<Object> rev = l.listIterator(size);
        for (int i = 0; i < size >> 1; i++) {
            Object tmp = fwd.next();
            fwd.set(rev.previous());
            rev.set(tmp);
        }
    }

    public static void shuffle(List<?> list) {
        shuffle(list, new Random());
    }

    @SuppressWarnings("unchecked")
    public static void shuffle(List<?> list, Random rnd) {
        List<Object> l = (List<Object>) list;
        int size = l.size();
        if (size < 5 || l instanceof RandomAccess) {
            for (int i = size; i > 1; i--) {
                swap(l, i - 1, rnd.nextInt(i));
            }
            return;
        }
        Object[] a = l.toArray();
        for (int i = size; i > 1; i--) {
            int j = rnd.nextInt(i);
            Object tmp = a[i - 1];
            a[i - 1] = a[j];
            a[j] = tmp;
        }
        ListIterator<Object> it = l.listIterator();
        for (Object e : a) {
            it.next();
            it.set(e);
        }
    }

    @SuppressWarnings("unchecked")
    public static void swap(List<?> list, int i, int j) {
        List<Object> l = (List<Object>) list;
        l.set(i, l.set(j, l.get(i)));
    }

    public static <T> void fill(List<? super T> list, T obj) {
        int size = list.size();
        for (int i = 0; i < size; i++) {
            list.set(i, obj);
        }
    }

    public static <T> void copy(List<? super T> dest, List<? extends T> src) {
        int n = src.size();
        if (n > dest.size()) {
            throw new IndexOutOfBoundsException("Source does not fit in dest");
        }
        for (int i = 0; i < n; i++) {
            dest.set(i, src.get(i));
        }
    }

    public static <T extends Object & Comparable<? super T>> T min(Collection<? extends T> coll) {
        Iterator<? extends T> i = coll.iterator();
        T candidate = i.next();
        while (i.hasNext()) {
            T next = i.next();
            if (next.compareTo(candidate) < 0) {
                candidate = next;
            }
        }
        return candidate;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static <T> T min(Collection<? extends T> coll, Comparator<? super T> comp) {
        if (comp == null) {
            return (T) min((Collection) coll);
        }
        Iterator<? extends T> i = coll.iterator();
        T candidate = i.next();
        while (i.hasNext()) {
            T next = i.next();
            if (comp.compare(next, candidate) < 0) {
                candidate = next;
            }
        }
        return candidate;
    }

    public static <T extends Object & Comparable<? super T>> T max(Collection<? extends T> coll) {
        Iterator<? extends T> i = coll.iterator();
        T candidate = i.next();
        while (i.hasNext()) {
            T next = i.next();
            if (next.compareTo(candidate) > 0) {
                candidate = next;
            }
        }
        return candidate;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static <T> T max(Collection<? extends T> coll, Comparator<? super T> comp) {
        if (comp == null) {
            return (T) max((Collection) coll);
        }
        Iterator<? extends T> i = coll.iterator();
        T candidate = i.next();
        while (i.hasNext()) {
            T next = i.next();
            if (comp.compare(next, candidate) > 0) {
                candidate = next;
            }
        }
        return candidate;
    }

    @SuppressWarnings("unchecked")
    public static void rotate(List<?> list, int distance) {
        List<Object> l = (List<Object>) list;
        int n = l.size();
        if (n == 0) {
            return;
        }
        int shift = distance % n;
        if (shift < 0) {
            shift += n;
        }
        if (shift == 0) {
            return;
        }
        Object[] a = l.toArray();
        for (int i = 0; i < n; i++) {
            l.set((i + shift) % n, a[i]);
        }
    }

    public static <T> boolean replaceAll(List<T> list, T oldVal, T newVal) {
        boolean result = false;
        for (ListIterator<T> it = list.listIterator(); it.hasNext();) {
            if (Objects.equals(oldVal, it.next())) {
                it.set(newVal);
                result = true;
            }
        }
        return result;
    }

    public static int indexOfSubList(List<?> source, List<?> target) {
        int n = target.size();
        int max = source.size() - n;
        for (int c = 0; c <= max; c++) {
            if (source.subList(c, c + n).equals(target)) {
                return c;
            }
        }
        return -1;
    }

    public static int lastIndexOfSubList(List<?> source, List<?> target) {
        int n = target.size();
        for (int c = source.size() - n; c >= 0; c--) {
            if (source.subList(c, c + n).equals(target)) {
                return c;
            }
        }
        return -1;
    }

    public static <T> Collection<T> unmodifiableCollection(Collection<? extends T> c) {
        return new Unmodifiable.OfCollection<T>(c);
    }

    public static <T> Set<T> unmodifiableSet(Set<? extends T> s) {
        return new Unmodifiable.OfSet<T>(s);
    }

    public static <T> SortedSet<T> unmodifiableSortedSet(SortedSet<T> s) {
        return new Unmodifiable.OfSortedSet<T>(s);
    }

    public static <T> NavigableSet<T> unmodifiableNavigableSet(NavigableSet<T> s) {
        return new Unmodifiable.OfNavigableSet<T>(s);
    }

    public static <T> List<T> unmodifiableList(List<? extends T> list) {
        return list instanceof RandomAccess ? new Unmodifiable.OfRandomAccess<T>(list) : new Unmodifiable.OfList<T>(list);
    }

    public static <K, V> Map<K, V> unmodifiableMap(Map<? extends K, ? extends V> m) {
        return new Unmodifiable.OfMap<K, V>(m);
    }

    public static <K, V> SortedMap<K, V> unmodifiableSortedMap(SortedMap<K, ? extends V> m) {
        return new Unmodifiable.OfSortedMap<K, V>(m);
    }

    public static <K, V> NavigableMap<K, V> unmodifiableNavigableMap(NavigableMap<K, ? extends V> m) {
        return new Unmodifiable.OfNavigableMap<K, V>(m);
    }

    // One thread runs at a time here, so a synchronized view is the collection itself.

    public static <T> Collection<T> synchronizedCollection(Collection<T> c) {
        return Objects.requireNonNull(c);
    }

    public static <T> Set<T> synchronizedSet(Set<T> s) {
        return Objects.requireNonNull(s);
    }

    public static <T> SortedSet<T> synchronizedSortedSet(SortedSet<T> s) {
        return Objects.requireNonNull(s);
    }

    public static <T> NavigableSet<T> synchronizedNavigableSet(NavigableSet<T> s) {
        return Objects.requireNonNull(s);
    }

    public static <T> List<T> synchronizedList(List<T> list) {
        return Objects.requireNonNull(list);
    }

    public static <K, V> Map<K, V> synchronizedMap(Map<K, V> m) {
        return Objects.requireNonNull(m);
    }

    public static <K, V> SortedMap<K, V> synchronizedSortedMap(SortedMap<K, V> m) {
        return Objects.requireNonNull(m);
    }

    public static <K, V> NavigableMap<K, V> synchronizedNavigableMap(NavigableMap<K, V> m) {
        return Objects.requireNonNull(m);
    }

    public static <T> Iterator<T> emptyIterator() {
        return new ArrayList<T>(0).iterator();
    }

    public static <T> ListIterator<T> emptyListIterator() {
        return new ArrayList<T>(0).listIterator();
    }

    public static <T> Enumeration<T> emptyEnumeration() {
        return enumeration(new ArrayList<T>(0));
    }

    @SuppressWarnings("unchecked")
    public static <T> Set<T> emptySet() {
        return (Set<T>) EMPTY_SET;
    }

    public static <E> SortedSet<E> emptySortedSet() {
        return unmodifiableSortedSet(new TreeSet<E>());
    }

    public static <E> NavigableSet<E> emptyNavigableSet() {
        return unmodifiableNavigableSet(new TreeSet<E>());
    }

    /*@ public normal_behavior
      @   assignable \nothing;
      @   ensures \result.size() == 0;
      @*/
    @SuppressWarnings("unchecked")
    public static <T> List<T> emptyList() {
        return (List<T>) EMPTY_LIST;
    }

    @SuppressWarnings("unchecked")
    public static <K, V> Map<K, V> emptyMap() {
        return (Map<K, V>) EMPTY_MAP;
    }

    public static <K, V> SortedMap<K, V> emptySortedMap() {
        return unmodifiableSortedMap(new TreeMap<K, V>());
    }

    public static <K, V> NavigableMap<K, V> emptyNavigableMap() {
        return unmodifiableNavigableMap(new TreeMap<K, V>());
    }

    private static class EmptySet<E> extends AbstractSet<E> {
        public Iterator<E> iterator() {
            return emptyIterator();
        }

        public int size() {
            return 0;
        }

        public boolean removeIf(Predicate<? super E> filter) {
            Objects.requireNonNull(filter);
            return false;
        }
    }

    private static class EmptyList<E> extends AbstractList<E> implements RandomAccess {
        public int size() {
            return 0;
        }

        public boolean contains(Object o) {
            return false;
        }

        public E get(int index) {
            throw new IndexOutOfBoundsException("Index: " + index);
        }

        public Iterator<E> iterator() {
            return emptyIterator();
        }

        public ListIterator<E> listIterator() {
            return emptyListIterator();
        }

        public boolean removeIf(Predicate<? super E> filter) {
            Objects.requireNonNull(filter);
            return false;
        }

        public void sort(Comparator<? super E> c) {
        }
    }

    private static class EmptyMap<K, V> extends AbstractMap<K, V> {
        public Set<Map.Entry<K, V>> entrySet() {
            return emptySet();
        }

        public V putIfAbsent(K key, V value) {
            throw new UnsupportedOperationException();
        }

        public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> f) {
            throw new UnsupportedOperationException();
        }

        public V compute(K key, BiFunction<? super K, ? super V, ? extends V> f) {
            throw new UnsupportedOperationException();
        }

        public V computeIfAbsent(K key, java.util.function.Function<? super K, ? extends V> f) {
            throw new UnsupportedOperationException();
        }
    }

    static <E> Iterator<E> singletonIterator(E e) {
        return new Iterator<E>() {
            private boolean more = true;

            public boolean hasNext() {
                return more;
            }

            public E next() {
                if (!more) {
                    throw new NoSuchElementException();
                }
                more = false;
                return e;
            }

            public void remove() {
                throw new UnsupportedOperationException();
            }
        };
    }

    public static <T> Set<T> singleton(T o) {
        return new AbstractSet<T>() {
            public Iterator<T> iterator() {
                return singletonIterator(o);
            }

            public int size() {
                return 1;
            }

            public boolean removeIf(Predicate<? super T> filter) {
                throw new UnsupportedOperationException();
            }
        };
    }

    /*@ public normal_behavior
      @   assignable \nothing;
      @   ensures \fresh(\result) && \result.size() == 1 && \result.get(0) == o;
      @*/
    public static <T> List<T> singletonList(/*@ nullable @*/ T o) {
        return new SingletonList<T>(o);
    }

    private static class SingletonList<E> extends AbstractList<E> implements RandomAccess {
        private final E element;

        SingletonList(E element) {
            this.element = element;
        }

        public int size() {
            return 1;
        }

        public E get(int index) {
            if (index != 0) {
                throw new IndexOutOfBoundsException("Index: " + index + ", Size: 1");
            }
            return element;
        }

        public Iterator<E> iterator() {
            return singletonIterator(element);
        }

        public boolean removeIf(Predicate<? super E> filter) {
            throw new UnsupportedOperationException();
        }

        public void replaceAll(UnaryOperator<E> operator) {
            throw new UnsupportedOperationException();
        }

        public void sort(Comparator<? super E> c) {
        }
    }

    public static <K, V> Map<K, V> singletonMap(K key, V value) {
        return new AbstractMap<K, V>() {
            public Set<Map.Entry<K, V>> entrySet() {
                return singleton(new SimpleImmutableEntry<K, V>(key, value));
            }

            public V putIfAbsent(K k, V v) {
                throw new UnsupportedOperationException();
            }

            public V merge(K k, V v, BiFunction<? super V, ? super V, ? extends V> f) {
                throw new UnsupportedOperationException();
            }
        };
    }

    /*@ public normal_behavior
      @   requires n >= 0;
      @   assignable \nothing;
      @   ensures \result.size() == n && (\forall int i; 0 <= i && i < n; \result.get(i) == o);
      @ also public exceptional_behavior
      @   requires n < 0;
      @   signals_only IllegalArgumentException;
      @*/
    public static <T> List<T> nCopies(int n, /*@ nullable @*/ T o) {
        if (n < 0) {
            throw new IllegalArgumentException("List length = " + n);
        }
        return new CopiesList<T>(n, o);
    }

    private static class CopiesList<E> extends AbstractList<E> implements RandomAccess {
        private final int n;
        private final E element;

        CopiesList(int n, E element) {
            this.n = n;
            this.element = element;
        }

        public int size() {
            return n;
        }

        public boolean contains(Object o) {
            return n != 0 && Objects.equals(o, element);
        }

        public E get(int index) {
            if (index < 0 || index >= n) {
                throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + n);
            }
            return element;
        }
    }

    @SuppressWarnings("unchecked")
    public static <T> Comparator<T> reverseOrder() {
        return (Comparator<T>) ReverseNatural.INSTANCE;
    }

    private static final class ReverseNatural implements Comparator<Comparable<Object>> {
        static final ReverseNatural INSTANCE = new ReverseNatural();

        public int compare(Comparable<Object> c1, Comparable<Object> c2) {
            return c2.compareTo(c1);
        }

        public Comparator<Comparable<Object>> reversed() {
            return Comparator.naturalOrder();
        }
    }

    @SuppressWarnings("unchecked")
    public static <T> Comparator<T> reverseOrder(Comparator<T> cmp) {
        if (cmp == null) {
            return (Comparator<T>) ReverseNatural.INSTANCE;
        }
        if (cmp == ReverseNatural.INSTANCE) {
            return (Comparator<T>) Comparators.NaturalOrder.INSTANCE;
        }
        if (cmp == Comparators.NaturalOrder.INSTANCE) {
            return (Comparator<T>) ReverseNatural.INSTANCE;
        }
        if (cmp instanceof Reversed) {
            return ((Reversed<T>) cmp).cmp;
        }
        return new Reversed<T>(cmp);
    }

    private static final class Reversed<T> implements Comparator<T> {
        final Comparator<T> cmp;

        Reversed(Comparator<T> cmp) {
            this.cmp = cmp;
        }

        public int compare(T t1, T t2) {
            return cmp.compare(t2, t1);
        }

        public boolean equals(Object o) {
            return o == this || (o instanceof Reversed && cmp.equals(((Reversed<?>) o).cmp));
        }

        public int hashCode() {
            return cmp.hashCode() ^ Integer.MIN_VALUE;
        }

        public Comparator<T> reversed() {
            return cmp;
        }
    }

    public static <T> Enumeration<T> enumeration(Collection<T> c) {
        Iterator<T> it = c.iterator();
        return new Enumeration<T>() {
            public boolean hasMoreElements() {
                return it.hasNext();
            }

            public T nextElement() {
                return it.next();
            }
        };
    }

    public static <T> ArrayList<T> list(Enumeration<T> e) {
        ArrayList<T> l = new ArrayList<T>();
        while (e.hasMoreElements()) {
            l.add(e.nextElement());
        }
        return l;
    }

    public static int frequency(Collection<?> c, Object o) {
        int result = 0;
        if (o == null) {
            for (Object e : c) {
                if (e == null) {
                    result++;
                }
            }
        } else {
            for (Object e : c) {
                if (o.equals(e)) {
                    result++;
                }
            }
        }
        return result;
    }

    public static boolean disjoint(Collection<?> c1, Collection<?> c2) {
        Collection<?> contains = c2;
        Collection<?> iterate = c1;
        if (c1 instanceof Set) {
            iterate = c2;
            contains = c1;
        } else if (!(c2 instanceof Set)) {
            int n1 = c1.size();
            int n2 = c2.size();
            if (n1 == 0 || n2 == 0) {
                return true;
            }
            if (n1 > n2) {
                iterate = c2;
                contains = c1;
            }
        }
        for (Object e : iterate) {
            if (contains.contains(e)) {
                return false;
            }
        }
        return true;
    }

    @SafeVarargs
    public static <T> boolean addAll(Collection<? super T> c, T... elements) {
        boolean result = false;
        for (T element : elements) {
            result |= c.add(element);
        }
        return result;
    }

    public static <E> Set<E> newSetFromMap(Map<E, Boolean> map) {
        if (!map.isEmpty()) {
            throw new IllegalArgumentException("Map is non-empty");
        }
        return new AbstractSet<E>() {
            public int size() {
                return map.size();
            }

            public boolean contains(Object o) {
                return map.containsKey(o);
            }

            public boolean remove(Object o) {
                return map.remove(o) != null;
            }

            public boolean add(E e) {
                return map.put(e, Boolean.TRUE) == null;
            }

            public Iterator<E> iterator() {
                return map.keySet().iterator();
            }

            public void clear() {
                map.clear();
            }
        };
    }

    public static <T> Queue<T> asLifoQueue(Deque<T> deque) {
        Objects.requireNonNull(deque);
        return new AbstractQueue<T>() {
            public boolean add(T e) {
                deque.addFirst(e);
                return true;
            }

            public boolean offer(T e) {
                return deque.offerFirst(e);
            }

            public T poll() {
                return deque.poll();
            }

            public T peek() {
                return deque.peek();
            }

            public int size() {
                return deque.size();
            }

            public Iterator<T> iterator() {
                return deque.iterator();
            }

            public boolean contains(Object o) {
                return deque.contains(o);
            }
        };
    }
}
