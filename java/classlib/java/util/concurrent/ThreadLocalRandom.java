package java.util.concurrent;

import java.util.Random;

public class ThreadLocalRandom extends Random {
    private static ThreadLocalRandom instance;

    private ThreadLocalRandom() {
    }

    public static ThreadLocalRandom current() {
        if (instance == null) {
            instance = new ThreadLocalRandom();
        }
        return instance;
    }
}
