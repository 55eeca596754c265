package java.util;

import java.util.function.Consumer;

public final class Spliterators {
    private Spliterators() {
    }

    public static <T> Spliterator<T> spliterator(Collection<? extends T> c, int characteristics) {
        return new OfIterator<T>(Objects.requireNonNull(c), characteristics);
    }

    public static <T> Spliterator<T> spliterator(Iterator<? extends T> iterator, long size, int characteristics) {
        return new OfIterator<T>(Objects.requireNonNull(iterator), size,
                characteristics | Spliterator.SIZED | Spliterator.SUBSIZED);
    }

    public static <T> Spliterator<T> spliteratorUnknownSize(Iterator<? extends T> iterator, int characteristics) {
        return new OfIterator<T>(Objects.requireNonNull(iterator), Long.MAX_VALUE,
                characteristics & ~(Spliterator.SIZED | Spliterator.SUBSIZED));
    }

    public static <T> Spliterator<T> spliterator(Object[] array, int characteristics) {
        return new OfArray<T>(array, 0, array.length, characteristics);
    }

    public static <T> Spliterator<T> spliterator(Object[] array, int fromIndex, int toIndex, int characteristics) {
        return new OfArray<T>(array, fromIndex, toIndex, characteristics);
    }

    public static <T> Spliterator<T> emptySpliterator() {
        return new OfArray<T>(new Object[0], 0, 0, 0);
    }

    public static <T> Iterator<T> iterator(Spliterator<? extends T> spliterator) {
        return new Pulling<T>(spliterator);
    }

    private static final class Pulling<T> implements Iterator<T>, Consumer<T> {
        private final Spliterator<? extends T> source;
        private boolean ready;
        private T next;

        Pulling(Spliterator<? extends T> source) {
            this.source = Objects.requireNonNull(source);
        }

        public void accept(T t) {
            ready = true;
            next = t;
        }

        public boolean hasNext() {
            if (!ready) {
                source.tryAdvance(this);
            }
            return ready;
        }

        public T next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            ready = false;
            T t = next;
            next = null;
            return t;
        }
    }

    /** The elements of an iterator, or of a collection's iterator taken at the first use. */
    static class OfIterator<T> implements Spliterator<T> {
        private final Collection<? extends T> collection;
        private Iterator<? extends T> it;
        private long left;
        private final int characteristics;

        OfIterator(Collection<? extends T> collection, int characteristics) {
            this.collection = collection;
            this.characteristics = (characteristics & Spliterator.CONCURRENT) != 0 ? characteristics
                    : characteristics | Spliterator.SIZED | Spliterator.SUBSIZED;
        }

        OfIterator(Iterator<? extends T> it, long size, int characteristics) {
            this.collection = null;
            this.it = it;
            this.left = size;
            this.characteristics = characteristics;
        }

        private void bind() {
            if (it == null) {
                it = collection.iterator();
                left = collection.size();
            }
        }

        public boolean tryAdvance(Consumer<? super T> action) {
            if (action == null) {
                throw new NullPointerException();
            }
            bind();
            if (!it.hasNext()) {
                return false;
            }
            action.accept(it.next());
            return true;
        }

        public void forEachRemaining(Consumer<? super T> action) {
            if (action == null) {
                throw new NullPointerException();
            }
            bind();
            it.forEachRemaining(action);
        }

        public Spliterator<T> trySplit() {
            return null;
        }

        public long estimateSize() {
            bind();
            return left;
        }

        public int characteristics() {
            return characteristics;
        }

        @Override
        public Comparator<? super T> getComparator() {
            if ((characteristics & Spliterator.SORTED) != 0) {
                return null;
            }
            throw new IllegalStateException();
        }
    }

    static final class OfArray<T> implements Spliterator<T> {
        private final Object[] array;
        private int index;
        private final int fence;
        private final int characteristics;

        OfArray(Object[] array, int from, int to, int characteristics) {
            this.array = array;
            this.index = from;
            this.fence = to;
            this.characteristics = characteristics | Spliterator.SIZED | Spliterator.SUBSIZED;
        }

        @SuppressWarnings("unchecked")
        public boolean tryAdvance(Consumer<? super T> action) {
            if (action == null) {
                throw new NullPointerException();
            }
            if (index >= fence) {
                return false;
            }
            action.accept((T) array[index++]);
            return true;
        }

        @SuppressWarnings("unchecked")
        public void forEachRemaining(Consumer<? super T> action) {
            if (action == null) {
                throw new NullPointerException();
            }
            int i = index;
            index = fence;
            for (; i < fence; i++) {
                action.accept((T) array[i]);
            }
        }

        @SuppressWarnings("unchecked")
        public Spliterator<T> trySplit() {
            int lo = index;
            int mid = (lo + fence) >>> 1;
            if (lo >= mid) {
                return null;
            }
            index = mid;
            return new OfArray<T>(array, lo, mid, characteristics);
        }

        public long estimateSize() {
            return fence - index;
        }

        public int characteristics() {
            return characteristics;
        }
    }

    public abstract static class AbstractSpliterator<T> implements Spliterator<T> {
        private final long size;
        private final int characteristics;

        protected AbstractSpliterator(long est, int additionalCharacteristics) {
            this.size = est;
            this.characteristics = (additionalCharacteristics & Spliterator.SIZED) != 0
                    ? additionalCharacteristics | Spliterator.SUBSIZED : additionalCharacteristics;
        }

        public Spliterator<T> trySplit() {
            return null;
        }

        public long estimateSize() {
            return size;
        }

        public int characteristics() {
            return characteristics;
        }
    }
}
