package net.client;

public class RetryPolicy {
    static final int MAX_ATTEMPTS = 10;

    /** Doubles the delay with each attempt, up to a minute. */
    public static long delayMillis(int attempt, long base) {
        if (attempt < 1 || attempt > MAX_ATTEMPTS) {
            throw new IllegalArgumentException("attempt " + attempt + " of " + MAX_ATTEMPTS);
        }
        if (base < 0) throw new IllegalArgumentException("negative base");
        long delay = base;
        for (int i = 1; i < attempt; i++) {
            delay *= 2;
            if (delay > 60_000L) return 60_000L;
        }
        return Math.min(delay, 60_000L);
    }
}
