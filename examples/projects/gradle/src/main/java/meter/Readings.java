package meter;

class Readings {
    private final int[] values;
    private int count;

    Readings(int capacity) {
        values = new int[capacity];
    }

    int count() {
        return count;
    }

    boolean isFull() {
        return count == values.length;
    }

    static boolean isRising(int[] values) {
        for (int i = 1; i < values.length; i++) {
            if (values[i] < values[i - 1]) {
                return false;
            }
        }
        return true;
    }

    static int indexOf(int[] values, int value) {
        for (int i = 0; i < values.length; i++) {
            if (values[i] == value) {
                return i;
            }
        }
        return -1;
    }

    static int usedOr(int before, int now, int otherwise) {
        if (before < 0 || now < 0 || before >= Limits.DIGITS || now >= Limits.DIGITS) {
            return otherwise;
        }
        return Reading.used(before, now);
    }
}
