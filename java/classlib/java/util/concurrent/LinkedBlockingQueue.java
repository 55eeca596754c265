package java.util.concurrent;

import java.util.Collection;

public class LinkedBlockingQueue<E> extends Waiting<E> {
    public LinkedBlockingQueue() {
        this(Integer.MAX_VALUE);
    }

    public LinkedBlockingQueue(int capacity) {
        super(new ConcurrentLinkedDeque<E>(), capacity);
    }

    public LinkedBlockingQueue(Collection<? extends E> c) {
        this(Integer.MAX_VALUE);
        addAll(c);
    }
}
