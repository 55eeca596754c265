package java.util.concurrent;

public enum TimeUnit {
    NANOSECONDS(1L),
    MICROSECONDS(1000L),
    MILLISECONDS(1000_000L),
    SECONDS(1000_000_000L),
    MINUTES(60_000_000_000L),
    HOURS(3600_000_000_000L),
    DAYS(86400_000_000_000L);

    private final long nanos;

    TimeUnit(long nanos) {
        this.nanos = nanos;
    }

    public long convert(long duration, TimeUnit unit) {
        if (unit.nanos <= nanos) {
            return duration / (nanos / unit.nanos);
        }
        long ratio = unit.nanos / nanos;
        long limit = Long.MAX_VALUE / ratio;
        return duration > limit ? Long.MAX_VALUE : duration < -limit ? Long.MIN_VALUE : duration * ratio;
    }

    public long toNanos(long d) {
        return NANOSECONDS.convert(d, this);
    }

    public long toMicros(long d) {
        return MICROSECONDS.convert(d, this);
    }

    public long toMillis(long d) {
        return MILLISECONDS.convert(d, this);
    }

    public long toSeconds(long d) {
        return SECONDS.convert(d, this);
    }

    public long toMinutes(long d) {
        return MINUTES.convert(d, this);
    }

    public long toHours(long d) {
        return HOURS.convert(d, this);
    }

    public long toDays(long d) {
        return DAYS.convert(d, this);
    }

    public void sleep(long d) throws InterruptedException {
    }
}
