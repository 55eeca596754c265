package java.util;

public class TreeSet<E> extends AbstractSet<E> implements NavigableSet<E>, Cloneable, java.io.Serializable {
    private static final Object PRESENT = new Object();

    private transient NavigableMap<E, Object> m;

    TreeSet(NavigableMap<E, Object> m) {
        this.m = m;
    }

    /*@ public normal_behavior
      @   ensures size() == 0;
      @*/
    public /*@ pure @*/ TreeSet() {
        this(new TreeMap<E, Object>());
    }

    public TreeSet(Comparator<? super E> comparator) {
        this(new TreeMap<E, Object>(comparator));
    }

    public TreeSet(Collection<? extends E> c) {
        this(new TreeMap<E, Object>());
        addAll(c);
    }

    public TreeSet(SortedSet<E> s) {
        this(new TreeMap<E, Object>(s.comparator()));
        addAll(s);
    }

    public Iterator<E> iterator() {
        return m.navigableKeySet().iterator();
    }

    public Iterator<E> descendingIterator() {
        return m.navigableKeySet().descendingIterator();
    }

    public NavigableSet<E> descendingSet() {
        return new TreeSet<E>(m.descendingMap());
    }

    /*@ public normal_behavior
      @   ensures \result >= 0;
      @*/
    public /*@ pure @*/ int size() {
        return m.size();
    }

    /*@ public normal_behavior
      @   ensures \result <==> size() == 0;
      @*/
    public /*@ pure @*/ boolean isEmpty() {
        return m.isEmpty();
    }

    /*@ public behavior
      @   ensures \result ==> size() > 0;
      @   signals_only RuntimeException;
      @*/
    public /*@ pure @*/ boolean contains(/*@ nullable @*/ Object o) {
        return m.containsKey(o);
    }

    /*@ public behavior
      @   assignable this.*;
      @   ensures contains(e) && \result == !\old(contains(e));
      @   ensures size() == \old(size()) + (\result ? 1 : 0);
      @   signals_only RuntimeException;
      @*/
    public boolean add(/*@ nullable @*/ E e) {
        return m.put(e, PRESENT) == null;
    }

    /*@ public behavior
      @   assignable this.*;
      @   ensures !contains(o) && \result == \old(contains(o));
      @   ensures size() == \old(size()) - (\result ? 1 : 0);
      @   signals_only RuntimeException;
      @*/
    public boolean remove(/*@ nullable @*/ Object o) {
        return m.remove(o) == PRESENT;
    }

    /*@ public normal_behavior
      @   assignable this.*;
      @   ensures size() == 0;
      @*/
    public void clear() {
        m.clear();
    }

    public NavigableSet<E> subSet(E fromElement, boolean fromInclusive, E toElement, boolean toInclusive) {
        return new TreeSet<E>(m.subMap(fromElement, fromInclusive, toElement, toInclusive));
    }

    public NavigableSet<E> headSet(E toElement, boolean inclusive) {
        return new TreeSet<E>(m.headMap(toElement, inclusive));
    }

    public NavigableSet<E> tailSet(E fromElement, boolean inclusive) {
        return new TreeSet<E>(m.tailMap(fromElement, inclusive));
    }

    public SortedSet<E> subSet(E fromElement, E toElement) {
        return subSet(fromElement, true, toElement, false);
    }

    public SortedSet<E> headSet(E toElement) {
        return headSet(toElement, false);
    }

    public SortedSet<E> tailSet(E fromElement) {
        return tailSet(fromElement, true);
    }

    public Comparator<? super E> comparator() {
        return m.comparator();
    }

    public E first() {
        return m.firstKey();
    }

    public E last() {
        return m.lastKey();
    }

    public E lower(E e) {
        return m.lowerKey(e);
    }

    public E floor(E e) {
        return m.floorKey(e);
    }

    public E ceiling(E e) {
        return m.ceilingKey(e);
    }

    public E higher(E e) {
        return m.higherKey(e);
    }

    public E pollFirst() {
        Map.Entry<E, ?> e = m.pollFirstEntry();
        return e == null ? null : e.getKey();
    }

    public E pollLast() {
        Map.Entry<E, ?> e = m.pollLastEntry();
        return e == null ? null : e.getKey();
    }

    public Object clone() {
        TreeMap<E, Object> copy = new TreeMap<E, Object>(m.comparator());
        copy.putAll(m);
        return new TreeSet<E>(copy);
    }
}
