package java.util;

/** The comparators of natural order and of orders that accept null. */
class Comparators {
    private Comparators() {
    }

    static final class NaturalOrder implements Comparator<Comparable<Object>> {
        static final NaturalOrder INSTANCE = new NaturalOrder();

        @Override
        public int compare(Comparable<Object> c1, Comparable<Object> c2) {
            return c1.compareTo(c2);
        }

        @Override
        public Comparator<Comparable<Object>> reversed() {
            return Comparator.reverseOrder();
        }
    }

    static final class Nulls<T> implements Comparator<T> {
        private final boolean first;
        private final Comparator<T> real;

        @SuppressWarnings("unchecked")
        Nulls(boolean first, Comparator<? super T> real) {
            this.first = first;
            this.real = (Comparator<T>) real;
        }

        @Override
        public int compare(T a, T b) {
            if (a == null) {
                return b == null ? 0 : first ? -1 : 1;
            }
            if (b == null) {
                return first ? 1 : -1;
            }
            return real == null ? 0 : real.compare(a, b);
        }

        @Override
        public Comparator<T> thenComparing(Comparator<? super T> other) {
            Objects.requireNonNull(other);
            return new Nulls<T>(first, real == null ? other : real.thenComparing(other));
        }

        @Override
        public Comparator<T> reversed() {
            return new Nulls<T>(!first, real == null ? null : real.reversed());
        }
    }
}
