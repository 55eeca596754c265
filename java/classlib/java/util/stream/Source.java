package java.util.stream;

import java.util.Comparator;
import java.util.Spliterator;
import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;

/** Where a stream's elements come from; it is asked only once a terminal operation runs. */
abstract class Source {
    /** Gives the next element to s; false when there is none. */
    abstract boolean advance(Sink<Object> s);

    void forEach(Sink<Object> s) {
        while (advance(s)) {
        }
    }

    /** The number of elements left if it is known, or -1. */
    long size() {
        return -1;
    }

    /** The elements come in natural order. */
    boolean sorted() {
        return false;
    }

    /** What this source was made from, if it was. */
    Spliterator<?> spliterator() {
        return null;
    }

    @SuppressWarnings("unchecked")
    static Source of(Spliterator<?> spliterator) {
        Spliterator<Object> sp = (Spliterator<Object>) spliterator;
        return new Source() {
            boolean advance(Sink<Object> s) {
                return sp.tryAdvance(s);
            }

            void forEach(Sink<Object> s) {
                sp.forEachRemaining(s);
            }

            long size() {
                return sp.getExactSizeIfKnown();
            }

            boolean sorted() {
                return sp.hasCharacteristics(Spliterator.SORTED) && sp.getComparator() == null;
            }

            Spliterator<?> spliterator() {
                return sp;
            }
        };
    }

    static Source of(Spliterator.OfInt sp) {
        return new Source() {
            boolean advance(Sink<Object> s) {
                return sp.tryAdvance((IntConsumer) s);
            }

            long size() {
                return sp.getExactSizeIfKnown();
            }

            Spliterator<?> spliterator() {
                return sp;
            }
        };
    }

    static Source of(Spliterator.OfLong sp) {
        return new Source() {
            boolean advance(Sink<Object> s) {
                return sp.tryAdvance((LongConsumer) s);
            }

            long size() {
                return sp.getExactSizeIfKnown();
            }

            Spliterator<?> spliterator() {
                return sp;
            }
        };
    }

    static Source of(Spliterator.OfDouble sp) {
        return new Source() {
            boolean advance(Sink<Object> s) {
                return sp.tryAdvance((DoubleConsumer) s);
            }

            long size() {
                return sp.getExactSizeIfKnown();
            }

            Spliterator<?> spliterator() {
                return sp;
            }
        };
    }

    /** The ints, or as longs, from lo up to hi, exclusive. */
    static Source range(long lo, long hi, boolean longs) {
        return new Source() {
            private long next = lo;

            boolean advance(Sink<Object> s) {
                if (next >= hi) {
                    return false;
                }
                long v = next++;
                if (longs) {
                    s.accept(v);
                } else {
                    s.accept((int) v);
                }
                return true;
            }

            void forEach(Sink<Object> s) {
                long n = next;
                next = hi;
                if (longs) {
                    for (; n < hi; n++) {
                        s.accept(n);
                    }
                } else {
                    for (; n < hi; n++) {
                        s.accept((int) n);
                    }
                }
            }

            long size() {
                return next < hi ? hi - next : 0;
            }

            boolean sorted() {
                return true;
            }
        };
    }

    static Source of(int[] a, int from, int to) {
        return new Source() {
            private int i = from;

            boolean advance(Sink<Object> s) {
                if (i >= to) {
                    return false;
                }
                s.accept(a[i++]);
                return true;
            }

            void forEach(Sink<Object> s) {
                for (; i < to; i++) {
                    s.accept(a[i]);
                }
            }

            long size() {
                return to - i;
            }
        };
    }

    static Source of(long[] a, int from, int to) {
        return new Source() {
            private int i = from;

            boolean advance(Sink<Object> s) {
                if (i >= to) {
                    return false;
                }
                s.accept(a[i++]);
                return true;
            }

            long size() {
                return to - i;
            }
        };
    }

    static Source of(double[] a, int from, int to) {
        return new Source() {
            private int i = from;

            boolean advance(Sink<Object> s) {
                if (i >= to) {
                    return false;
                }
                s.accept(a[i++]);
                return true;
            }

            long size() {
                return to - i;
            }
        };
    }

    static Source concat(Pipe a, Pipe b) {
        Source first = a.asSource();
        Source second = b.asSource();
        return new Source() {
            private boolean passed;

            boolean advance(Sink<Object> s) {
                if (!passed) {
                    if (first.advance(s)) {
                        return true;
                    }
                    passed = true;
                }
                return second.advance(s);
            }

            void forEach(Sink<Object> s) {
                if (!passed) {
                    first.forEach(s);
                    passed = true;
                }
                second.forEach(s);
            }

            long size() {
                long m = first.size();
                long n = second.size();
                return m < 0 || n < 0 ? -1 : m + n;
            }
        };
    }
}
