package java.lang;

/** The machine as programs that measure themselves see it: fixed figures. */
public class Runtime {
    private static final Runtime current = new Runtime();

    private Runtime() {
    }

    public static Runtime getRuntime() {
        return current;
    }

    public int availableProcessors() {
        return 1;
    }

    public long freeMemory() {
        return 128L << 20;
    }

    public long totalMemory() {
        return 256L << 20;
    }

    public long maxMemory() {
        return 1L << 30;
    }

    public void gc() {
    }

    public void exit(int status) {
        System.exit(status);
    }
}
