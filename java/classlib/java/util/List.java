package java.util;

import java.util.function.UnaryOperator;

public interface List<E> extends Collection<E> {
    /*@ public normal_behavior
      @   ensures \result >= 0;
      @*/
    /*@ pure @*/ int size();

    /*@ public normal_behavior
      @   ensures \result <==> size() == 0;
      @*/
    /*@ pure @*/ boolean isEmpty();

    /*@ public normal_behavior
      @   requires o != null || (this instanceof ArrayList || this instanceof LinkedList);
      @   ensures \result <==> (\exists int i; 0 <= i && i < size(); o == null ? get(i) == null : o.equals(get(i)));
      @ also public behavior
      @   requires o == null && !((this instanceof ArrayList || this instanceof LinkedList));
      @   ensures \result <==> (\exists int i; 0 <= i && i < size(); o == null ? get(i) == null : o.equals(get(i)));
      @   signals_only NullPointerException;
      @*/
    /*@ pure @*/ boolean contains(/*@ nullable @*/ Object o);

    Iterator<E> iterator();

    Object[] toArray();

    <T> T[] toArray(T[] a);

    /*@ public normal_behavior
      @   requires (this instanceof ArrayList || this instanceof LinkedList);
      @   assignable this.*;
      @   ensures \result && size() == \old(size()) + 1;
      @   ensures get(size() - 1) == e;
      @   ensures (\forall int i; 0 <= i && i < \old(size()); get(i) == \old(get(i)));
      @ also public behavior
      @   requires !((this instanceof ArrayList || this instanceof LinkedList));
      @   assignable \everything;
      @   ensures \result && size() == \old(size()) + 1;
      @   ensures get(size() - 1) == e;
      @   ensures (\forall int i; 0 <= i && i < \old(size()); get(i) == \old(get(i)));
      @   signals_only RuntimeException;
      @*/
    boolean add(/*@ nullable @*/ E e);

    boolean remove(Object o);

    boolean containsAll(Collection<?> c);

    boolean addAll(Collection<? extends E> c);

    boolean addAll(int index, Collection<? extends E> c);

    boolean removeAll(Collection<?> c);

    boolean retainAll(Collection<?> c);

    default void replaceAll(UnaryOperator<E> operator) {
        Objects.requireNonNull(operator);
        ListIterator<E> it = listIterator();
        while (it.hasNext()) {
            it.set(operator.apply(it.next()));
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    default void sort(Comparator<? super E> c) {
        Object[] a = toArray();
        Arrays.sort(a, (Comparator) c);
        ListIterator<E> it = listIterator();
        for (Object e : a) {
            it.next();
            it.set((E) e);
        }
    }

    /*@ public normal_behavior
      @   requires (this instanceof ArrayList || this instanceof LinkedList);
      @   assignable this.*;
      @   ensures size() == 0;
      @ also public behavior
      @   requires !((this instanceof ArrayList || this instanceof LinkedList));
      @   assignable \everything;
      @   ensures size() == 0;
      @   signals_only RuntimeException;
      @*/
    void clear();

    boolean equals(Object o);

    int hashCode();

    /*@ public normal_behavior
      @   requires 0 <= index && index < size();
      @   ensures true;
      @ also public exceptional_behavior
      @   requires index < 0;
      @   signals_only IndexOutOfBoundsException;
      @ also public exceptional_behavior
      @   requires index >= size();
      @   signals_only IndexOutOfBoundsException;
      @*/
    /*@ pure nullable @*/ E get(int index);

    /*@ public normal_behavior
      @   requires (this instanceof ArrayList || this instanceof LinkedList) && 0 <= index && index < size();
      @   assignable this.*;
      @   ensures \result == \old(get(index));
      @   ensures size() == \old(size()) && get(index) == element;
      @   ensures (\forall int i; 0 <= i && i < size() && i != index; get(i) == \old(get(i)));
      @ also public exceptional_behavior
      @   requires (this instanceof ArrayList || this instanceof LinkedList) && index < 0;
      @   signals_only IndexOutOfBoundsException;
      @ also public exceptional_behavior
      @   requires (this instanceof ArrayList || this instanceof LinkedList) && index >= size();
      @   signals_only IndexOutOfBoundsException;
      @ also public behavior
      @   requires !((this instanceof ArrayList || this instanceof LinkedList));
      @   assignable \everything;
      @   ensures 0 <= index && index < \old(size());
      @   ensures \result == \old(get(index));
      @   ensures size() == \old(size()) && get(index) == element;
      @   ensures (\forall int i; 0 <= i && i < size() && i != index; get(i) == \old(get(i)));
      @   signals_only RuntimeException;
      @*/
    /*@ nullable @*/ E set(/*@ nullable @*/ int index, E element);

    void add(int index, E element);

    /*@ public normal_behavior
      @   requires (this instanceof ArrayList || this instanceof LinkedList) && 0 <= index && index < size();
      @   assignable this.*;
      @   ensures \result == \old(get(index)) && size() == \old(size()) - 1;
      @   ensures (\forall int i; 0 <= i && i < size(); get(i) == \old(get(i < index ? i : i + 1)));
      @ also public exceptional_behavior
      @   requires (this instanceof ArrayList || this instanceof LinkedList) && index < 0;
      @   signals_only IndexOutOfBoundsException;
      @ also public exceptional_behavior
      @   requires (this instanceof ArrayList || this instanceof LinkedList) && index >= size();
      @   signals_only IndexOutOfBoundsException;
      @ also public behavior
      @   requires !((this instanceof ArrayList || this instanceof LinkedList));
      @   assignable \everything;
      @   ensures 0 <= index && index < \old(size());
      @   ensures \result == \old(get(index)) && size() == \old(size()) - 1;
      @   ensures (\forall int i; 0 <= i && i < size(); get(i) == \old(get(i < index ? i : i + 1)));
      @   signals_only RuntimeException;
      @*/
    /*@ nullable @*/ E remove(int index);

    int indexOf(Object o);

    int lastIndexOf(Object o);

    ListIterator<E> listIterator();

    ListIterator<E> listIterator(int index);

    List<E> subList(int fromIndex, int toIndex);

    @Override
    default Spliterator<E> spliterator() {
        return Spliterators.spliterator(this, Spliterator.ORDERED);
    }

    /*@ public normal_behavior
      @   assignable \nothing;
      @   ensures \result.size() == 0;
      @*/
    static <E> List<E> of() {
        return new ImmutableCollections.ListN<E>(new Object[0], false);
    }

    /*@ public normal_behavior
      @   requires e1 != null;
      @   assignable \nothing;
      @   ensures \result.size() == 1 && \result.get(0) == e1;
      @ also public exceptional_behavior
      @   requires e1 == null;
      @   signals_only NullPointerException;
      @*/
    static <E> List<E> of(/*@ nullable @*/ E e1) {
        return new ImmutableCollections.List12<E>(e1);
    }

    /*@ public normal_behavior
      @   requires e1 != null && e2 != null;
      @   assignable \nothing;
      @   ensures \result.size() == 2 && \result.get(0) == e1 && \result.get(1) == e2;
      @ also public exceptional_behavior
      @   requires e1 == null || e2 == null;
      @   signals_only NullPointerException;
      @*/
    static <E> List<E> of(/*@ nullable @*/ E e1, /*@ nullable @*/ E e2) {
        return new ImmutableCollections.List12<E>(e1, e2);
    }

    /*@ public normal_behavior
      @   requires elements != null && \nonnullelements(elements);
      @   assignable \nothing;
      @   ensures \result.size() == elements.length;
      @   ensures (\forall int i; 0 <= i && i < elements.length; \result.get(i) == elements[i]);
      @ also public exceptional_behavior
      @   requires elements == null || !\nonnullelements(elements);
      @   signals_only NullPointerException;
      @*/
    @SafeVarargs
    @SuppressWarnings("varargs")
    static <E> List<E> of(/*@ nullable @*/ E... elements) {
        return ImmutableCollections.listOf(elements);
    }

    static <E> List<E> copyOf(Collection<? extends E> coll) {
        return ImmutableCollections.listCopy(coll);
    }
}
