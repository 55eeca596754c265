package java.util;

public class LinkedHashSet<E> extends HashSet<E> implements Set<E>, Cloneable, java.io.Serializable {
    public LinkedHashSet(int initialCapacity, float loadFactor) {
        super(initialCapacity, loadFactor, true);
    }

    /*@ public normal_behavior
      @   requires initialCapacity >= 0;
      @   ensures size() == 0;
      @ also public exceptional_behavior
      @   requires initialCapacity < 0;
      @   signals_only IllegalArgumentException;
      @*/
    public /*@ pure @*/ LinkedHashSet(int initialCapacity) {
        super(initialCapacity, .75f, true);
    }

    /*@ public normal_behavior
      @   ensures size() == 0;
      @*/
    public /*@ pure @*/ LinkedHashSet() {
        super(16, .75f, true);
    }

    public LinkedHashSet(Collection<? extends E> c) {
        super(Math.max(2 * c.size(), 11), .75f, true);
        addAll(c);
    }

    @Override
    public Spliterator<E> spliterator() {
        return Spliterators.spliterator(this, Spliterator.DISTINCT | Spliterator.ORDERED);
    }
}
