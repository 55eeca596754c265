package java.util.concurrent.locks;

/** A lock of the only thread there is. */
public class ReentrantLock implements Lock, java.io.Serializable {
    private final boolean fair;
    private int holds;

    public ReentrantLock() {
        this(false);
    }

    public ReentrantLock(boolean fair) {
        this.fair = fair;
    }

    public void lock() {
        holds++;
    }

    public void lockInterruptibly() {
        holds++;
    }

    public boolean tryLock() {
        holds++;
        return true;
    }

    public boolean tryLock(long time, java.util.concurrent.TimeUnit unit) {
        return tryLock();
    }

    public void unlock() {
        if (holds == 0) {
            throw new IllegalMonitorStateException();
        }
        holds--;
    }

    public int getHoldCount() {
        return holds;
    }

    public boolean isHeldByCurrentThread() {
        return holds > 0;
    }

    public boolean isLocked() {
        return holds > 0;
    }

    public final boolean isFair() {
        return fair;
    }
}
