//// old in a callee's contract
class Base {
    int a;
    //@ requires a < 1000;
    //@ assignable a;
    //@ ensures a == \old(a) + 1 && \result == \old(a);
    int next() {
        return a++;
    }
    //@ requires -1000 < o.a && o.a < 1000 && -1000 < a && a < 1000;
    //@ assignable a;
    //@ ensures a == \old(a) + \old(o.a);
    void add(Base o) {
        a += o.a;
    }
}
public class Solution {
    static int t(int p) {
        Base o = new Base();
        o.a = p;
        int k = o.next();
        k = k * 10 + o.next();
        return k * 10 + o.a;
    }
    static int ta(int p) {
        Base o = new Base();
        o.a = p + 1;
        Base q = «X=o¦new Base()»;
        o.add(q);
        o.add(o);
        return o.a;
    }
}
//// receivers and arguments
class Base {
    int a;
    //@ requires -100 < a && a < 100 && -100 < o.a && o.a < 100;
    //@ ensures \result == a - o.a;
    /*@ pure @*/ int minus(Base o) {
        return a - o.a;
    }
    //@ requires x < 100 && y < 100 && x > -100 && y > -100;
    //@ assignable \nothing;
    //@ ensures \result == x - 2 * y;
    static int mix(int x, int y) {
        return x - 2 * y;
    }
    //@ assignable o.a;
    //@ ensures o.a == a;
    void give(Base o) {
        o.a = a;
    }
    //@ ensures \result == o;
    /*@ pure @*/ Base other(Base o) {
        return o;
    }
}
public class Solution {
    //@ requires -100 < x.a && x.a < 100 && -100 < y.a && y.a < 100;
    //@ ensures \result == x.a - y.a;
    static int diff(Base x, Base y) {
        return x.minus(y);
    }
    static int tm(int p) {
        return Base.mix(p, 3) * 10 + Base.mix(5, p);
    }
    static int t(int p) {
        Base o = new Base();
        Base q = new Base();
        o.a = p;
        q.a = 9;
        if (p > 1)
            o.give(q);
        else
            q.give(o);
        return o.a * 10 + q.a;
    }
    static int to(int p) {
        Base o = new Base();
        Base q = new Base();
        return (o.other(q) == q ? 1 : 2) + (o.other(o) == q ? 10 : 20);
    }
    static int te(int p) {
        int i = p;
        return Base.mix(i++, i) + 10 * Base.mix(i, i--);
    }
}
//// preconditions
public class Solution {
    //@ requires 0 <= v && v < 10;
    //@ ensures \result == v + 1;
    static int next(int v) {
        return v + 1;
    }
    //@ requires xs.length > 0;
    //@ ensures \result == xs[0];
    static int first(int[] xs) {
        return xs[0];
    }
    //@ requires s != null;
    //@ ensures \result == s.length();
    static int size(/*@ nullable @*/ String s) {
        return s.length();
    }
    //@ requires 0 <= v && v < 9;
    //@ ensures \result == v + 2;
    static int twice(int v) {
        return next(next(v));
    }
    //@ requires xs.length > 2;
    //@ ensures \result == xs[0];
    static int head(int[] xs) {
        return first(xs);
    }
    //@ requires v >= 0;
    //@ ensures \result >= 1;
    static int guarded(int v) {
        if (v < 10)
            return next(v);
        return 1;
    }
    //@ ensures s != null ==> \result == s.length();
    static int sized(/*@ nullable @*/ String s) {
        if (s == null)
            return 0;
        return size(s);
    }
    //@ requires x > 0;
    //@ ensures \result == 100 / x;
    static int part(int x) {
        return 100 / x;
    }
    //@ requires x > 1;
    //@ ensures \result == 100 / x;
    static int parts(int x) {
        return part(x);
    }
}
//// results
public class Solution {
    //@ ensures \result >= x && \result >= y;
    //@ ensures \result == x || \result == y;
    static int max(int x, int y) {
        return x > y ? x : y;
    }
    //@ ensures \result >= x && \result >= y && \result >= z;
    static int max3(int x, int y, int z) {
        return max(max(x, y), z);
    }
    //@ ensures \fresh(\result) && \result.length == 2;
    //@ ensures \result[0] == x && \result[1] == y;
    //@ assignable \nothing;
    static int[] pair(int x, int y) {
        return new int[] {x, y};
    }
    static int t(int p) {
        int[] a = pair(p, 5);
        int[] b = pair(7, p);
        a[0]++;
        return (a == b ? 1000 : 2000) + a[0] * 100 + a[1] * 10 + b[1];
    }
    static int tm(int p) {
        return max(p, 2) * 10 + max(1, p);
    }
}
//// cases
public class Solution {
    static int s;
    //@ public normal_behavior
    //@ requires x > 1;
    //@ assignable s;
    //@ ensures \result == 1 && s == x;
    //@ also public normal_behavior
    //@ requires x <= 1;
    //@ assignable \nothing;
    //@ ensures \result == 2;
    static int which(int x) {
        if (x <= 1)
            return 2;
        s = x;
        return 1;
    }
    static int t(int p) {
        s = 7;
        int k = which(p);
        return k * 10 + s;
    }
    //@ public normal_behavior
    //@ requires x > 1;
    //@ ensures \result == x;
    //@ also public exceptional_behavior
    //@ requires x <= 1;
    //@ signals_only IllegalStateException;
    //@ signals (IllegalStateException e) true;
    static /*@ pure @*/ int large(int x) {
        if (x <= 1)
            throw new IllegalStateException();
        return x;
    }
    static int tl(int p) {
        int k = 5;
        try {
            k = large(p);
        } catch (IllegalStateException e) {
            k = 9;
        }
        return k;
    }
}
//// null
class Base {
    int a;
}
public class Solution {
    //@ ensures \result == o.a;
    static int of(Base o) {
        return o.a;
    }
    //@ requires o != null;
    //@ ensures \result == o.a;
    static int through(/*@ nullable @*/ Base o) {
        return of(o);
    }
    //@ ensures o == null ==> \result == 0;
    static int maybe(/*@ nullable @*/ Base o) {
        return o == null ? 0 : of(o);
    }
    //@ requires o != null;
    //@ ensures \result == o;
    static Base same(/*@ nullable @*/ Base o) {
        return o;
    }
    //@ ensures \result != null;
    static Base made(boolean b) {
        Base o = b ? new Base() : null;
        if (o == null)
            o = new Base();
        return o;
    }
    static int t(int p) {
        Base o = p > 1 ? null : new Base();
        if (o == null)
            return 4;
        return of(o) + 1;
    }
}
