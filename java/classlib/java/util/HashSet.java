package java.util;

public class HashSet<E> extends AbstractSet<E> implements Set<E>, Cloneable, java.io.Serializable {
    private static final Object PRESENT = new Object();

    private transient HashMap<E, Object> map;

    /*@ public normal_behavior
      @   ensures size() == 0;
      @*/
    public /*@ pure @*/ HashSet() {
        map = new HashMap<E, Object>();
    }

    public HashSet(Collection<? extends E> c) {
        map = new HashMap<E, Object>(Math.max((int) (c.size() / .75f) + 1, 16));
        addAll(c);
    }

    public HashSet(int initialCapacity, float loadFactor) {
        map = new HashMap<E, Object>(initialCapacity, loadFactor);
    }

    /*@ public normal_behavior
      @   requires initialCapacity >= 0;
      @   ensures size() == 0;
      @ also public exceptional_behavior
      @   requires initialCapacity < 0;
      @   signals_only IllegalArgumentException;
      @*/
    public /*@ pure @*/ HashSet(int initialCapacity) {
        map = new HashMap<E, Object>(initialCapacity);
    }

    HashSet(int initialCapacity, float loadFactor, boolean linked) {
        map = new LinkedHashMap<E, Object>(initialCapacity, loadFactor);
    }

    public Iterator<E> iterator() {
        return map.keyIterator();
    }

    /*@ public normal_behavior
      @   ensures \result >= 0;
      @*/
    public /*@ pure @*/ int size() {
        return map.size();
    }

    /*@ public normal_behavior
      @   ensures \result <==> size() == 0;
      @*/
    public /*@ pure @*/ boolean isEmpty() {
        return map.size() == 0;
    }

    /*@ public normal_behavior
      @   ensures \result ==> size() > 0;
      @*/
    public /*@ pure @*/ boolean contains(/*@ nullable @*/ Object o) {
        return map.getNode(o) != null;
    }

    /*@ public normal_behavior
      @   assignable this.*;
      @   ensures contains(e) && \result == !\old(contains(e));
      @   ensures size() == \old(size()) + (\result ? 1 : 0);
      @*/
    public boolean add(/*@ nullable @*/ E e) {
        return map.put(e, PRESENT) == null;
    }

    /*@ public normal_behavior
      @   assignable this.*;
      @   ensures !contains(o) && \result == \old(contains(o));
      @   ensures size() == \old(size()) - (\result ? 1 : 0);
      @*/
    public boolean remove(/*@ nullable @*/ Object o) {
        return map.remove(o) == PRESENT;
    }

    /*@ public normal_behavior
      @   assignable this.*;
      @   ensures size() == 0;
      @*/
    public void clear() {
        map.clear();
    }

    @SuppressWarnings("unchecked")
    public Object clone() {
        try {
            HashSet<E> s = (HashSet<E>) super.clone();
            s.map = (HashMap<E, Object>) map.clone();
            return s;
        } catch (CloneNotSupportedException e) {
            throw new InternalError(e);
        }
    }

    public Object[] toArray() {
        return map.keySet().toArray();
    }
}
