package java.util;

public class EnumSet<E extends Enum<E>> extends AbstractSet<E> implements Cloneable, java.io.Serializable {
    private final Class<E> elementType;
    private final E[] universe;
    private boolean[] present;
    private int size;

    private EnumSet(Class<E> elementType) {
        this.elementType = elementType;
        this.universe = elementType.getEnumConstants();
        if (universe == null) {
            throw new ClassCastException(elementType + " not an enum");
        }
        this.present = new boolean[universe.length];
    }

    public static <E extends Enum<E>> EnumSet<E> noneOf(Class<E> elementType) {
        return new EnumSet<E>(elementType);
    }

    public static <E extends Enum<E>> EnumSet<E> allOf(Class<E> elementType) {
        EnumSet<E> s = new EnumSet<E>(elementType);
        Collections.addAll(s, s.universe);
        return s;
    }

    public static <E extends Enum<E>> EnumSet<E> copyOf(EnumSet<E> s) {
        return s.clone();
    }

    public static <E extends Enum<E>> EnumSet<E> copyOf(Collection<E> c) {
        if (c instanceof EnumSet) {
            return ((EnumSet<E>) c).clone();
        }
        if (c.isEmpty()) {
            throw new IllegalArgumentException("Collection is empty");
        }
        EnumSet<E> s = noneOf(c.iterator().next().getDeclaringClass());
        s.addAll(c);
        return s;
    }

    public static <E extends Enum<E>> EnumSet<E> complementOf(EnumSet<E> s) {
        EnumSet<E> r = new EnumSet<E>(s.elementType);
        for (E e : s.universe) {
            if (!s.contains(e)) {
                r.add(e);
            }
        }
        return r;
    }

    public static <E extends Enum<E>> EnumSet<E> of(E e) {
        EnumSet<E> s = noneOf(e.getDeclaringClass());
        s.add(e);
        return s;
    }

    public static <E extends Enum<E>> EnumSet<E> of(E e1, E e2) {
        EnumSet<E> s = of(e1);
        s.add(e2);
        return s;
    }

    public static <E extends Enum<E>> EnumSet<E> of(E e1, E e2, E e3) {
        EnumSet<E> s = of(e1, e2);
        s.add(e3);
        return s;
    }

    public static <E extends Enum<E>> EnumSet<E> of(E e1, E e2, E e3, E e4) {
        EnumSet<E> s = of(e1, e2, e3);
        s.add(e4);
        return s;
    }

    public static <E extends Enum<E>> EnumSet<E> of(E e1, E e2, E e3, E e4, E e5) {
        EnumSet<E> s = of(e1, e2, e3, e4);
        s.add(e5);
        return s;
    }

    @SafeVarargs
    public static <E extends Enum<E>> EnumSet<E> of(E first, E... rest) {
        EnumSet<E> s = noneOf(first.getDeclaringClass());
        s.add(first);
        for (E e : rest) {
            s.add(e);
        }
        return s;
    }

    public static <E extends Enum<E>> EnumSet<E> range(E from, E to) {
        if (from.compareTo(to) > 0) {
            throw new IllegalArgumentException(from + " > " + to);
        }
        EnumSet<E> s = noneOf(from.getDeclaringClass());
        for (int i = from.ordinal(); i <= to.ordinal(); i++) {
            s.add(s.universe[i]);
        }
        return s;
    }

    public int size() {
        return size;
    }

    public boolean contains(Object o) {
        if (!(o instanceof Enum)) {
            return false;
        }
        int i = ((Enum<?>) o).ordinal();
        return i < universe.length && universe[i] == o && present[i];
    }

    public boolean add(E e) {
        Class<?> eClass = e.getClass();
        if (eClass != elementType && e.getDeclaringClass() != elementType) {
            throw new ClassCastException(eClass + " != " + elementType);
        }
        int i = e.ordinal();
        if (present[i]) {
            return false;
        }
        present[i] = true;
        size++;
        return true;
    }

    public boolean remove(Object o) {
        if (!contains(o)) {
            return false;
        }
        present[((Enum<?>) o).ordinal()] = false;
        size--;
        return true;
    }

    public void clear() {
        present = new boolean[universe.length];
        size = 0;
    }

    public EnumSet<E> clone() {
        EnumSet<E> s = new EnumSet<E>(elementType);
        s.present = present.clone();
        s.size = size;
        return s;
    }

    public Iterator<E> iterator() {
        return new Iterator<E>() {
            private int index = 0;
            private int last = -1;

            public boolean hasNext() {
                while (index < present.length && !present[index]) {
                    index++;
                }
                return index < present.length;
            }

            public E next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                last = index++;
                return universe[last];
            }

            public void remove() {
                if (last < 0) {
                    throw new IllegalStateException();
                }
                EnumSet.this.remove(universe[last]);
                last = -1;
            }
        };
    }
}
