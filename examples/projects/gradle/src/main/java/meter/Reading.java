package meter;

/** A reading of a meter with six digits, which begins anew behind the last. */
public record Reading(int value) {
    public boolean isValid() {
        return value >= 0 && value < Limits.DIGITS;
    }

    /** What was used between two readings. */
    public static int used(int before, int now) {
        return now >= before ? now - before : now + Limits.DIGITS - before;
    }
}
