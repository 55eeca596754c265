package java.util.concurrent.locks;

public class ReentrantReadWriteLock implements ReadWriteLock, java.io.Serializable {
    private final ReentrantLock reader = new ReentrantLock();
    private final ReentrantLock writer = new ReentrantLock();

    public ReentrantReadWriteLock() {
    }

    public ReentrantReadWriteLock(boolean fair) {
    }

    public Lock readLock() {
        return reader;
    }

    public Lock writeLock() {
        return writer;
    }
}
