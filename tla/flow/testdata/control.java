package control;

class Control<T> {
    private final Object lock = new Object();
    private final Runnable task = () -> { run(1); };

    Control(int n) {
        super();
        this.n = n;
    }

    synchronized int early(int n) {
        if (n > 0 && queue.poll() != null) {
            return 1;
        } else {
            n--;
        }
        return n;
    }

    void loops(List<String> all) {
        outer:
        for (int i = 0, j = 1; i < 3; i++, j--) {
            while (true) {
                if (i == 1) continue outer;
                if (i == 2) break outer;
                break;
            }
        }
        for (String s : all) System.out.println(s);
        do {
            n = count.incrementAndGet();
        } while (n < 5);
        for (;;) ;
    }

    int switches(int n) {
        switch (n) {
            case 1:
                n = 2;
            case 2:
                n = 3;
                break;
            default:
                n = 4;
        }
        int m = switch (n) {
            case 3, 4 -> 1;
            case 5 -> { work(); yield 2; }
            default -> throw new IllegalStateException();
        };
        return switch (m) { case 1 -> 7; default -> 8; };
    }

    int finals(Reader in) throws IOException {
        while (true) {
            try {
                if (in.ready()) return in.read();
                if (closed) break;
                throw new IOException("no");
            } catch (EOFException | TimeoutException e) {
                continue;
            } finally {
                in.close();
            }
        }
        synchronized (lock) {
            lock.wait();
            if (n > 0) return 1;
        }
        try (Reader r = open(); Reader q = open()) {
            r.read();
        }
        throw new Error();
    }

    void nested() {
        pool.submit(() -> { latch.await(); return 1; });
        new Thread(new Runnable() {
            public void run() { work(); }
        }).start();
        block: { if (n > 0) break block; work(); }
        assert n > 0 : "n";
    }

    abstract void none();

    interface Inner { default void hello() { say(); } }
}
