package java.util;

public interface Set<E> extends Collection<E> {
    /*@ public normal_behavior
      @   ensures \result >= 0;
      @*/
    /*@ pure @*/ int size();

    /*@ public normal_behavior
      @   ensures \result <==> size() == 0;
      @*/
    /*@ pure @*/ boolean isEmpty();

    /*@ public normal_behavior
      @   requires this instanceof HashSet;
      @   ensures \result ==> size() > 0;
      @ also public behavior
      @   requires !(this instanceof HashSet);
      @   ensures \result ==> size() > 0;
      @   signals_only RuntimeException;
      @*/
    /*@ pure @*/ boolean contains(/*@ nullable @*/ Object o);

    Iterator<E> iterator();

    Object[] toArray();

    <T> T[] toArray(T[] a);

    /*@ public normal_behavior
      @   requires this instanceof HashSet;
      @   assignable this.*;
      @   ensures contains(e) && \result == !\old(contains(e));
      @   ensures size() == \old(size()) + (\result ? 1 : 0);
      @ also public behavior
      @   requires !(this instanceof HashSet);
      @   assignable this.*;
      @   ensures contains(e) && \result == !\old(contains(e));
      @   ensures size() == \old(size()) + (\result ? 1 : 0);
      @   signals_only RuntimeException;
      @*/
    boolean add(/*@ nullable @*/ E e);

    /*@ public normal_behavior
      @   requires this instanceof HashSet;
      @   assignable this.*;
      @   ensures !contains(o) && \result == \old(contains(o));
      @   ensures size() == \old(size()) - (\result ? 1 : 0);
      @ also public behavior
      @   requires !(this instanceof HashSet);
      @   assignable this.*;
      @   ensures !contains(o) && \result == \old(contains(o));
      @   ensures size() == \old(size()) - (\result ? 1 : 0);
      @   signals_only RuntimeException;
      @*/
    boolean remove(/*@ nullable @*/ Object o);

    boolean containsAll(Collection<?> c);

    boolean addAll(Collection<? extends E> c);

    boolean retainAll(Collection<?> c);

    boolean removeAll(Collection<?> c);

    /*@ public normal_behavior
      @   requires this instanceof HashSet || this instanceof TreeSet;
      @   assignable this.*;
      @   ensures size() == 0;
      @ also public behavior
      @   requires !(this instanceof HashSet || this instanceof TreeSet);
      @   assignable this.*;
      @   ensures size() == 0;
      @   signals_only RuntimeException;
      @*/
    void clear();

    boolean equals(Object o);

    int hashCode();

    @Override
    default Spliterator<E> spliterator() {
        return Spliterators.spliterator(this, Spliterator.DISTINCT);
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    static <E> Set<E> of(E... elements) {
        return ImmutableCollections.setOf(elements);
    }

    static <E> Set<E> of() {
        return new ImmutableCollections.SetN<E>();
    }

    static <E> Set<E> of(E e1) {
        return ImmutableCollections.setOf(e1);
    }

    static <E> Set<E> of(E e1, E e2) {
        return ImmutableCollections.setOf(e1, e2);
    }

    @SuppressWarnings("unchecked")
    static <E> Set<E> copyOf(Collection<? extends E> coll) {
        if (coll instanceof ImmutableCollections.SetN) {
            return (Set<E>) coll;
        }
        return (Set<E>) ImmutableCollections.setOf(new HashSet<E>(coll).toArray());
    }
}
