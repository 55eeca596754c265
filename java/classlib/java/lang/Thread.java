package java.lang;

/** The one thread of a run; starting another is not supported. */
public class Thread implements Runnable {
    private static Thread main;

    private String name;
    private Runnable target;

    public Thread() {
        this(null, "Thread-0");
    }

    public Thread(Runnable target) {
        this(target, "Thread-0");
    }

    public Thread(String name) {
        this(null, name);
    }

    public Thread(Runnable target, String name) {
        this.target = target;
        this.name = name;
    }

    public static Thread currentThread() {
        if (main == null) {
            main = new Thread("main");
        }
        return main;
    }

    public static void sleep(long millis) throws InterruptedException {
        if (millis < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
    }

    public static void yield() {
    }

    public static void onSpinWait() {
    }

    public static boolean interrupted() {
        return false;
    }

    public void run() {
        if (target != null) {
            target.run();
        }
    }

    public native void start();

    public final native void join() throws InterruptedException;

    public void interrupt() {
    }

    public boolean isInterrupted() {
        return false;
    }

    public final String getName() {
        return name;
    }

    public final void setName(String name) {
        this.name = name;
    }

    public final boolean isAlive() {
        return this == main;
    }

    public final boolean isDaemon() {
        return false;
    }

    public final void setDaemon(boolean on) {
    }

    public long getId() {
        return 1;
    }

    public StackTraceElement[] getStackTrace() {
        return new StackTraceElement[0];
    }

    public final int getPriority() {
        return 5;
    }

    public String toString() {
        return "Thread[" + name + ",5,main]";
    }
}
