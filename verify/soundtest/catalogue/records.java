//// components
record Pair(int x, int y) {
    //@ requires -1000 <= x && x <= 1000 && -1000 <= y && y <= 1000;
    //@ ensures \result == x - y;
    /*@ pure @*/ int diff() {
        return x - y;
    }
}
public class Solution {
    static int t(int p) {
        Pair a = new Pair(p, 5);
        Pair b = new Pair(7, p + 1);
        return a.x() * 1000 + a.y() * 100 + b.x() * 10 + b.y();
    }
    static int td(int p) {
        Pair a = new Pair(p, 2);
        return a.diff();
    }
    static int te(int p) {
        Pair a = new Pair(p, 2);
        Pair b = new Pair(p, 2);
        return (a == b ? 1 : 2) + (a.x() == b.x() ? 10 : 20);
    }
    //@ ensures \result.x() == o.y() && \result.y() == o.x();
    static Pair flip(Pair o) {
        return new Pair(o.y(), o.x());
    }
}
//// compact constructors
record Range(int lo, int hi) {
    //@ requires lo <= hi;
    Range {
        if (lo > hi)
            throw new IllegalArgumentException();
    }
}
record Named(String name, int n) {
}
public class Solution {
    static int t(int p) {
        Range r = new Range(p, p + 2);
        return r.hi() * 10 + r.lo();
    }
    static int tn(int p) {
        Named a = new Named("ab", p);
        return a.name().length() * 10 + a.n();
    }
}
