/** Keeps a value inside a range. */
public final class Clamp {
    private Clamp() {}

    public static int clamp(int value, int low, int high) { return Math.max(low, Math.min(high, value)); }
}
