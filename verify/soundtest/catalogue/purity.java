//// pure methods
class Base {
    int a;
    int b;
    static int s;
    //@ ensures \result == a;
    /*@ pure @*/ int getA() {
        return a;
    }
    //@ requires 0 <= a && a < 1000;
    //@ ensures \result == a + 1;
    /*@ pure @*/ int next() {
        int k = a;
        k++;
        return k;
    }
    //@ ensures \fresh(\result) && \result.length == 2 && \result[0] == a;
    /*@ pure @*/ int[] pair() {
        int[] xs = new int[2];
        xs[0] = a;
        xs[1]++;
        return xs;
    }
    //@ assignable a;
    //@ ensures a == v;
    void set(int v) {
        a = v;
    }
    //@ assignable s;
    //@ ensures s == 5;
    static void five() {
        s = 5;
    }
}
public class Solution {
    static int t(int p) {
        Base o = new Base();
        o.a = p;
        int k = o.getA();
        o.set(7);
        return k * 10 + o.getA();
    }
    static int tn(int p) {
        Base o = new Base();
        o.a = p;
        o.b = 4;
        int k = o.next();
        return o.a * 100 + o.b * 10 + k;
    }
    static int tp(int p) {
        Base o = new Base();
        o.a = p;
        int[] xs = o.pair();
        xs[0] = 9;
        return o.pair()[0];
    }
}
//// without a contract
class Base {
    int a;
    int b;
    static int s;
    void set(int v) {
        a = v;
    }
    void up() {
        b++;
    }
    int read() {
        return a;
    }
    static void stat() {
        s++;
    }
    void array(int[] xs) {
        if (xs.length > 0)
            xs[0] = 4;
    }
    void plus(int v) {
        a += v;
    }
    void deep(int v) {
        set(v);
    }
}
public class Solution {
    static int t(int p) {
        Base o = new Base();
        o.a = p;
        int was = o.a;
        o.set(7);
        return o.a == was ? 1 : 1;
    }
    //@ requires o.a == 3 && o.b == 4;
    //@ ensures o.a == 3 || o.a != 3;
    static int read(Base o) {
        o.read();
        o.up();
        return o.b;
    }
    //@ assignable o.a, o.b;
    static void write(Base o) {
        o.a = 2;
        o.b++;
    }
    //@ requires Base.s < 100;
    //@ assignable Base.s;
    //@ ensures Base.s == \old(Base.s) + 1;
    static void stat() {
        Base.s++;
    }
    static int ts(int p) {
        Base.s = p;
        Base.stat();
        return p;
    }
    static int tx(int p) {
        int[] xs = {p};
        Base o = new Base();
        o.array(xs);
        return xs.length;
    }
}
//// calls in specifications
class Base {
    int a;
    //@ ensures \result == a;
    /*@ pure @*/ int getA() {
        return a;
    }
    //@ requires -100 < x && x < 100;
    //@ ensures \result == 2 * x;
    static /*@ pure @*/ int twice(int x) {
        return x + x;
    }
    //@ assignable a;
    //@ ensures getA() == v;
    void set(int v) {
        a = v;
    }
    //@ requires -50 < a && a < 50;
    //@ assignable a;
    //@ ensures getA() == twice(\old(getA()));
    void redouble() {
        a *= 2;
    }
}
public class Solution {
    //@ requires -100 < x && x < 100;
    //@ ensures \result == Base.twice(x) + 1;
    static int odd(int x) {
        return 2 * x + 1;
    }
    static int t(int p) {
        Base o = new Base();
        o.set(p);
        o.redouble();
        return o.getA() * 10 + Base.twice(p + 1);
    }
    //@ requires o.getA() == 3;
    //@ assignable o.a;
    //@ ensures o.getA() == 4 && \result == \old(o.getA());
    static int four(Base o) {
        int k = o.getA();
        o.set(4);
        return k;
    }
}
//// model methods
public class Solution {
    //@ requires -1000 <= n && n <= 1000;
    //@ ensures \result == 2 * n + 1;
    //@ static pure model int odd(int n) { return 2 * n + 1; }
    //@ requires -1000 <= n && n <= 1000;
    //@ ensures \result == odd(n);
    static int next(int n) {
        return n + n + 1;
    }
    //@ requires 0 <= n && n <= 100;
    //@ ensures \result == odd(n) + odd(n + 1);
    static int sum(int n) {
        return 4 * n + 4;
    }
    static int t(int p) {
        return next(p) + 10 * next(p + 1);
    }
}
//// model fields
class Base {
    int lo;
    int hi;
    //@ public model int size;
    //@ represents size = hi - lo;
    //@ requires 0 <= lo && lo <= hi && hi < 1000;
    //@ ensures \result == size;
    /*@ pure @*/ int size() {
        return hi - lo;
    }
    //@ requires 0 <= lo && lo <= hi && hi < 1000;
    //@ assignable hi;
    //@ ensures size == \old(size) + 1;
    void grow() {
        hi++;
    }
    //@ requires 0 <= lo && lo <= hi && hi < 1000;
    //@ assignable lo, hi;
    //@ ensures size == 0;
    void clear() {
        hi = lo;
    }
}
public class Solution {
    //@ requires 0 <= o.lo && o.lo <= o.hi && o.hi < 1000 && o.size == 3;
    //@ ensures \result == 3;
    static int three(Base o) {
        return o.size();
    }
}
