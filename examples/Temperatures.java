public class Temperatures {

    /** The highest reading of the day. */
    public static int hottest(int[] readings) {
        int best = readings[0];
        for (int i = 1; i < readings.length; i++) {
            if (readings[i] > best) {
                best = readings[i];
            }
        }
        return best;
    }

    public static int daysAbove(int[] readings, int limit) {
        int days = 0;
        for (int r : readings)
            if (r > limit) days++;
        return days;
    }

    // index of the first reading below zero, -1 if it never froze
    public static int firstFrost(int[] readings) {
        for (int i = 0; i < readings.length; i++) {
            if (readings[i] < 0) return i;
        }
        return -1;
    }
}
