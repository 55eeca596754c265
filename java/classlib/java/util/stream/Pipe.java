package java.util.stream;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Spliterator;

/** A stream of any shape: a source, or a stage after another stream. Elements are pushed through sinks. */
abstract class Pipe {
    static final int KEEPS_SIZE = 1;
    static final int KEEPS_ORDER = 2; // elements that came in natural order still do
    static final int SORTS = 4;
    static final int STOPS = 8; // may want no more elements before the source ends

    private final Source source;
    private final Pipe prev;
    private final Op op;
    private final int flags;
    private boolean used;
    private boolean parallel; // of the head
    private List<Runnable> closers;
    private long skip; // a known size is that of the elements after skip, up to limit
    private long limit = Long.MAX_VALUE;

    Pipe(Source source) {
        this.source = source;
        this.prev = null;
        this.op = null;
        this.flags = 0;
    }

    Pipe(Pipe prev, int flags, Op op) {
        prev.use();
        this.source = null;
        this.prev = prev;
        this.op = op;
        this.flags = flags;
        this.closers = prev.closers;
    }

    final void use() {
        if (used) {
            throw new IllegalStateException("stream has already been operated upon or closed");
        }
        used = true;
    }

    /** How many elements there are if that needs no run, or -1. */
    private long size() {
        if (prev == null) {
            return source.size();
        }
        long n = (flags & KEEPS_SIZE) != 0 ? prev.size() : -1;
        return n < 0 ? -1 : Math.min(limit, Math.max(0, n - skip));
    }

    final boolean isSorted() {
        if (prev == null) {
            return source.sorted();
        }
        return (flags & SORTS) != 0 || ((flags & KEEPS_ORDER) != 0 && prev.isSorted());
    }

    /** Runs all elements into s. */
    final <S extends Sink<?>> S run(S s, boolean stops) {
        use();
        push(s, stops);
        return s;
    }

    @SuppressWarnings("unchecked")
    final void push(Sink<?> s, boolean stops) {
        Sink<Object> top = (Sink<Object>) s;
        Pipe p = this;
        for (; p.prev != null; p = p.prev) {
            top = p.op.wrap(top);
            stops |= (p.flags & STOPS) != 0;
        }
        if (stops) {
            while (!top.done() && p.source.advance(top)) {
            }
        } else {
            p.source.forEach(top);
        }
        top.end();
    }

    /** Runs the stream inside another one, whose sink decides when enough has come. */
    final void pushInto(Sink<Object> s) {
        use();
        push(new Sink<Object>(s) {
            public void accept(Object t) {
                down.accept(t);
            }

            public void accept(int value) {
                down.accept(value);
            }

            public void accept(long value) {
                down.accept(value);
            }

            public void accept(double value) {
                down.accept(value);
            }

            void end() {
            }
        }, true);
        close();
    }

    final long countElements() {
        long n = size();
        if (n >= 0) {
            use();
            return n;
        }
        return run(new Counter(), false).n;
    }

    private static final class Counter extends Sink<Object> {
        long n;

        Counter() {
            super(null);
        }

        public void accept(Object t) {
            n++;
        }

        public void accept(int value) {
            n++;
        }

        public void accept(long value) {
            n++;
        }

        public void accept(double value) {
            n++;
        }
    }

    /** This stream's elements, boxed, taken one by one. */
    final Pull pull() {
        use();
        Pipe head = this;
        Pull out = new Pull();
        Sink<Object> top = out;
        for (; head.prev != null; head = head.prev) {
            top = head.op.wrap(top);
        }
        out.top = top;
        out.source = head.source;
        return out;
    }

    final Source asSource() {
        if (prev == null) {
            use();
            return source;
        }
        return source(pull(), size());
    }

    /** A source of the same shape as this stream. */
    abstract Source source(Pull pull, long size);

    final Spliterator<?> sourceSpliterator() {
        if (prev == null && source.spliterator() != null) {
            use();
            return source.spliterator();
        }
        return null;
    }

    static final class Pull extends Sink<Object> {
        private Sink<Object> top;
        private Source source;
        private boolean ended;
        private final ArrayList<Object> ready = new ArrayList<Object>();
        private int taken;

        Pull() {
            super(null);
        }

        public void accept(Object t) {
            ready.add(t);
        }

        public void accept(int value) {
            ready.add(value);
        }

        public void accept(long value) {
            ready.add(value);
        }

        public void accept(double value) {
            ready.add(value);
        }

        boolean hasNext() {
            while (taken == ready.size()) {
                if (ended) {
                    return false;
                }
                ready.clear();
                taken = 0;
                if (top.done() || !source.advance(top)) {
                    ended = true;
                    top.end();
                }
            }
            return true;
        }

        Object next() {
            if (!hasNext()) {
                throw new java.util.NoSuchElementException();
            }
            return ready.get(taken++);
        }
    }

    /** Parallel streams run in order like all others; they only know that they were asked to be parallel. */
    final void parallel(boolean on) {
        head().parallel = on;
    }

    private Pipe head() {
        Pipe p = this;
        while (p.prev != null) {
            p = p.prev;
        }
        return p;
    }

    public boolean isParallel() {
        return head().parallel;
    }

    final void closer(Runnable r) {
        if (closers == null) {
            closers = new ArrayList<Runnable>();
        }
        closers.add(r);
    }

    public void close() {
        used = true;
        List<Runnable> rs = closers;
        if (rs != null) {
            List<Runnable> todo = new ArrayList<Runnable>(rs);
            rs.clear();
            for (Runnable r : todo) {
                r.run();
            }
        }
    }

    final void slice(long skip, long limit) {
        this.skip = skip;
        this.limit = limit;
    }

    static void checkCount(long n) {
        if (n < 0) {
            throw new IllegalArgumentException(Long.toString(n));
        }
    }
}
