class A {
    int f(int x, boolean b, int[] a) {
        int y;
        if (x > 0) y = 1;
        return y; // ERROR "variable y might not have been initialized"
    }
    int ok1(int x) {
        int y;
        if (x > 0) y = 1; else y = 2;
        return y;
    }
    int ok2(int x) {
        int y;
        if (x > 0 && (y = x) > 2) return y;
        while (true) { y = 1; if (x > y) break; }
        return y;
    }
    int ok3(int x) {
        int y, z;
        switch (x) { case 1: y = 1; break; case 2: y = 3; break; default: throw new RuntimeException(); }
        z = switch (x) { case 1 -> y; default -> { int q = 3; yield q; } };
        try { z = 1; } finally { y = 2; }
        return y + z;
    }
    int bad3(int x) {
        int y;
        switch (x) { case 1: y = 1; break; case 2: y = 3; }
        return y; // ERROR "variable y might not have been initialized"
    }
    int bad4(int x) {
        int y;
        try { y = Integer.parseInt("1"); } catch (NumberFormatException e) { }
        return y; // ERROR "variable y might not have been initialized"
    }
    int ok4(int x) {
        int y;
        try { y = Integer.parseInt("1"); } catch (NumberFormatException e) { y = 0; }
        return y;
    }
    int ok5(int x) {
        final int y;
        boolean ok;
        if (!(ok = x > 0)) return 0;
        for (y = 1; ; ) { if (ok) return y; }
    }
    int bad5(int x) {
        int y;
        for (int i = 0; i < x; i++) y = i;
        y++; // ERROR "variable y might not have been initialized"
        return 1;
    }
    int bad6(int x) {
        int s;
        while (x > 0) { s += x; x--; } // ERROR "variable s might not have been initialized"
        return 1;
    }
    int bad7(int x) {
        int y;
        Runnable r = () -> System.out.println(y); // ERROR "variable y might not have been initialized"
        return 1;
    }
    int ok7(boolean b) {
        int k;
        do { k = 1; if (b) continue; k = 2; } while (k > 3);
        boolean t;
        if (b || (t = k > 1)) k = 3; else k = t ? 1 : 2;
        int u;
        if (b && k > 1) { u = 1; } else { return 1; }
        int w;
        outer:
        for (;;) { for (;;) { w = 2; break outer; } }
        return u + w;
    }
    static final boolean ON = true;
    int ok9() {
        int y;
        if (ON) y = 1;
        return y;
    }
    void ok8(Object o) {
        int n;
        if (o instanceof Integer i) { n = i; } else { n = 0; }
        System.out.println(n);
        String s;
        synchronized (o) { s = "a"; }
        int m;
        class L { int z = 1; int f() { int q; q = z; return q; } }
        System.out.println(s + (m = 3) + m + new L().f());
    }
}
// ---
import java.util.function.*;

class B {
    void f(int p) {
        int x = 0;
        x++;
        Runnable r = () -> System.out.println(x); // ERROR "must be final or effectively final"
        Runnable q = new Runnable() {
            public void run() { System.out.println(p + x); } // ERROR "must be final or effectively final"
        };
        int y = 1;
        Runnable s = () -> y++; // ERROR "must be final or effectively final"
        for (int i = 0; i < 3; i++) {
            int j = i;
            Supplier<Integer> ok = () -> j;
            Supplier<Integer> bad = () -> i; // ERROR "must be final or effectively final"
        }
        int z;
        if (p > 0) z = 1; else z = 2;
        Supplier<Integer> fine = () -> z + p;
        int[] box = {1};
        Runnable ok2 = () -> box[0]++;
        for (String e : new String[0]) { Runnable ok3 = () -> e.length(); }
    }
    void g(int p) {
        p = 3;
        Runnable r = () -> System.out.println(p); // ERROR "must be final or effectively final"
    }
}
// ---
import java.io.*;
import java.util.concurrent.Callable;

class C {
    static class Mine extends Exception { Mine(String s) { super(s); } }
    static class Soft extends RuntimeException { }
    static void t() throws Mine { throw new Mine("x"); }
    void a() {
        throw new Exception("x"); // ERROR "unreported exception Exception" HINT "throws Exception"
    }
    void b() {
        t(); // ERROR "unreported exception C.Mine"
    }
    void c() throws Exception { t(); throw new Soft(); }
    void d() {
        try { t(); } catch (Mine e) { throw new Soft(); } finally { }
        try { t(); } catch (Exception e) { }
        try { t(); } finally { return; }
    }
    void e() {
        Runnable r = () -> t(); // ERROR "unreported exception C.Mine"
        Callable<Integer> k = () -> { t(); return 1; };
        Runnable q = new Runnable() {
            public void run() { t(); } // ERROR "unreported exception C.Mine"
        };
        Runnable s = C::u;
    }
    static void u() { }
    void f() {
        try (Res x = new Res()) { } // ERROR "unreported exception C.Mine"
        try (Reader x = new StringReader("a")) { } catch (IOException e) { }
    }
    static class Res implements AutoCloseable {
        public void close() throws Mine { }
    }
    void g() throws Mine {
        try { t(); } catch (Exception e) { throw e; }
        int[] a = {1};
        int[] b = a.clone();
        throw new Error("x");
    }
    static final int K;
    static {
        try { t(); } catch (Mine m) { }
        K = 1;
    }
    void h(int x) {
        if (x > 0) throw new IllegalStateException();
        java.util.Optional.of(1).orElseThrow(() -> new IllegalStateException("x"));
    }
}
