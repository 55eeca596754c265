package java.util;

import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** The linear congruential generator that the documentation of Random fixes. */
public class Random implements java.io.Serializable {
    private static final long MULTIPLIER = 0x5DEECE66DL;
    private static final long MASK = (1L << 48) - 1;

    private long seed;
    private double spare;
    private boolean hasSpare;

    public Random() {
        this(freshSeed());
    }

    public Random(long seed) {
        setSeed(seed);
    }

    /** A seed from the run's own source, so that runs repeat. */
    private static native long freshSeed();

    public void setSeed(long seed) {
        this.seed = (seed ^ MULTIPLIER) & MASK;
        hasSpare = false;
    }

    protected int next(int bits) {
        seed = (seed * MULTIPLIER + 0xBL) & MASK;
        return (int) (seed >>> (48 - bits));
    }

    public void nextBytes(byte[] bytes) {
        for (int i = 0; i < bytes.length; ) {
            int r = nextInt();
            for (int k = 0; k < 4 && i < bytes.length; k++) {
                bytes[i++] = (byte) r;
                r >>= 8;
            }
        }
    }

    public int nextInt() {
        return next(32);
    }

    public int nextInt(int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive");
        }
        int r = next(31);
        int m = bound - 1;
        if ((bound & m) == 0) {
            return (int) ((bound * (long) r) >> 31);
        }
        int u = r;
        r = u % bound;
        while (u - r + m < 0) {
            u = next(31);
            r = u % bound;
        }
        return r;
    }

    public int nextInt(int origin, int bound) {
        if (origin >= bound) {
            throw new IllegalArgumentException("bound must be greater than origin");
        }
        int r = nextInt();
        int n = bound - origin;
        int m = n - 1;
        if ((n & m) == 0) {
            return (r & m) + origin;
        }
        if (n > 0) {
            int u = r >>> 1;
            r = u % n;
            while (u + m - r < 0) {
                u = nextInt() >>> 1;
                r = u % n;
            }
            return r + origin;
        }
        while (r < origin || r >= bound) {
            r = nextInt();
        }
        return r;
    }

    public long nextLong() {
        return ((long) next(32) << 32) + next(32);
    }

    public long nextLong(long bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive");
        }
        long m = bound - 1;
        long r = nextLong();
        if ((bound & m) == 0L) {
            return r & m;
        }
        long u = r >>> 1;
        r = u % bound;
        while (u + m - r < 0L) {
            u = nextLong() >>> 1;
            r = u % bound;
        }
        return r;
    }

    public long nextLong(long origin, long bound) {
        if (origin >= bound) {
            throw new IllegalArgumentException("bound must be greater than origin");
        }
        long n = bound - origin;
        if (n > 0L) {
            return nextLong(n) + origin;
        }
        long r = nextLong();
        while (r < origin || r >= bound) {
            r = nextLong();
        }
        return r;
    }

    public boolean nextBoolean() {
        return next(1) != 0;
    }

    public float nextFloat() {
        return next(24) / (float) (1 << 24);
    }

    public double nextDouble() {
        return (((long) next(26) << 27) + next(27)) * 0x1.0p-53;
    }

    public double nextDouble(double bound) {
        if (!(bound > 0.0 && bound < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("bound must be finite and positive");
        }
        double r = nextDouble() * bound;
        return r >= bound ? Math.nextDown(bound) : r;
    }

    public double nextDouble(double origin, double bound) {
        if (!(origin < bound && bound - origin < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("bound must be greater than origin");
        }
        double r = nextDouble() * (bound - origin) + origin;
        return r >= bound ? Math.nextDown(bound) : r;
    }

    public double nextGaussian() {
        if (hasSpare) {
            hasSpare = false;
            return spare;
        }
        double a;
        double b;
        double s;
        do {
            a = 2 * nextDouble() - 1;
            b = 2 * nextDouble() - 1;
            s = a * a + b * b;
        } while (s >= 1 || s == 0);
        double scale = StrictMath.sqrt(-2 * StrictMath.log(s) / s);
        spare = b * scale;
        hasSpare = true;
        return a * scale;
    }

    public IntStream ints() {
        return IntStream.generate(() -> nextInt());
    }

    public IntStream ints(long size) {
        return ints().limit(checkSize(size));
    }

    public IntStream ints(int origin, int bound) {
        if (origin >= bound) {
            throw new IllegalArgumentException("bound must be greater than origin");
        }
        return IntStream.generate(() -> nextInt(origin, bound));
    }

    public IntStream ints(long size, int origin, int bound) {
        checkSize(size);
        return ints(origin, bound).limit(size);
    }

    public LongStream longs() {
        return LongStream.generate(() -> nextLong());
    }

    public LongStream longs(long size) {
        return longs().limit(checkSize(size));
    }

    public LongStream longs(long origin, long bound) {
        return LongStream.generate(() -> nextLong(origin, bound));
    }

    public LongStream longs(long size, long origin, long bound) {
        return longs(origin, bound).limit(checkSize(size));
    }

    public DoubleStream doubles() {
        return DoubleStream.generate(() -> nextDouble());
    }

    public DoubleStream doubles(long size) {
        return doubles().limit(checkSize(size));
    }

    public DoubleStream doubles(double origin, double bound) {
        return DoubleStream.generate(() -> nextDouble(origin, bound));
    }

    public DoubleStream doubles(long size, double origin, double bound) {
        return doubles(origin, bound).limit(checkSize(size));
    }

    private static long checkSize(long size) {
        if (size < 0) {
            throw new IllegalArgumentException("size must be non-negative");
        }
        return size;
    }
}
