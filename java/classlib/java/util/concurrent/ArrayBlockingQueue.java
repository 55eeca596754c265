package java.util.concurrent;

public class ArrayBlockingQueue<E> extends Waiting<E> {
    public ArrayBlockingQueue(int capacity) {
        super(new ConcurrentLinkedDeque<E>(), capacity);
    }

    public ArrayBlockingQueue(int capacity, boolean fair) {
        this(capacity);
    }
}
