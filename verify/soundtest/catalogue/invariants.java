//// instance
class Base {
    int a;
    int b = 1;
    //@ public invariant a >= 0 && b >= 1;
    //@ requires 0 <= v;
    //@ assignable a, b;
    //@ ensures a == v;
    Base(int v) {
        a = v;
    }
    //@ requires v >= 0;
    //@ assignable a;
    //@ ensures a == v;
    void set(int v) {
        a = v;
    }
    //@ requires a < 1000;
    //@ assignable a;
    //@ ensures a == \old(a) + 1;
    void up() {
        a++;
    }
    //@ assignable a;
    //@ ensures \old(a) > 0 ==> a == \old(a) - 1;
    void down() {
        if (a > 0)
            a--;
    }
    //@ ensures \result >= 1;
    /*@ pure @*/ int least() {
        return a / b + 1 > 0 ? 1 : 2;
    }
    //@ ensures \result == a / b;
    /*@ pure @*/ int ratio() {
        return a / b;
    }
    /*@ pure @*/ boolean inv() {
        return true;
    }
}
public class Solution {
    static int t(int p) {
        Base o = new Base(p);
        o.up();
        if (p > 1)
            o.set(5);
        return o.a * 10 + o.ratio();
    }
    //@ requires o.a < 100;
    //@ ensures \result >= 0;
    static int use(Base o) {
        return o.a;
    }
}
//// arrays
class Base {
    int[] xs = new int[4];
    int n;
    //@ public invariant xs != null && 0 <= n && n <= xs.length;
    //@ requires n < xs.length;
    //@ assignable n, xs[n];
    //@ ensures n == \old(n) + 1 && xs[\old(n)] == v;
    void push(int v) {
        xs[n] = v;
        n++;
    }
    //@ requires n > 0;
    //@ assignable n;
    //@ ensures n == \old(n) - 1 && \result == xs[n];
    int pop() {
        n--;
        return xs[n];
    }
    //@ ensures \result == xs.length - n && \result >= 0;
    /*@ pure @*/ int left() {
        return xs.length - n;
    }
    //@ requires 0 <= i && i < n;
    //@ ensures \result == xs[i];
    /*@ pure @*/ int at(int i) {
        return xs[i];
    }
    //@ assignable n;
    //@ ensures n == 0;
    void clear() {
        n = 0;
    }
    /*@ pure @*/ boolean inv() {
        return true;
    }
}
public class Solution {
    //@ requires o.n == 0 && o.xs.length == 4;
    //@ assignable o.n, o.xs[*];
    //@ ensures \result == 6 && o.n == 1;
    static int two(Base o) {
        o.push(5);
        o.push(6);
        return o.pop();
    }
}
//// another object's
class Base {
    int a;
    //@ public invariant a >= 0;
    //@ requires v >= 0;
    //@ assignable o.a;
    //@ ensures o.a == v;
    void give(Base o, int v) {
        o.a = v;
    }
    //@ assignable a, o.a;
    //@ ensures a == \old(o.a) && o.a == \old(a);
    void swap(Base o) {
        int t = a;
        a = o.a;
        o.a = t;
    }
    /*@ pure @*/ boolean inv() {
        return true;
    }
}
public class Solution {
    //@ requires v >= 0;
    //@ assignable o.a;
    //@ ensures o.a == v;
    static void put(Base o, int v) {
        o.a = v;
    }
    //@ ensures \result >= 0;
    static int get(Base o) {
        return o.a;
    }
    static int t(int p) {
        Base o = new Base();
        Base q = new Base();
        o.give(q, p);
        return q.a + o.a;
    }
}
//// inherited
class Base {
    int a;
    //@ public invariant a >= 0;
    //@ requires v >= 0;
    //@ assignable a;
    //@ ensures a == v;
    void set(int v) {
        a = v;
    }
    /*@ pure @*/ boolean inv() {
        return true;
    }
}
class Sub extends Base {
    int b;
    //@ public invariant b >= 1 || b == 0;
    //@ requires 0 <= v && v < 1000;
    //@ assignable b;
    //@ ensures b == v;
    void setB(int v) {
        b = v;
    }
    //@ requires 0 <= v && v < 1000;
    //@ assignable a, b;
    //@ ensures a == v && b == v + 1;
    void both(int v) {
        a = v;
        b = v + 1;
    }
    //@ also
    //@ requires v >= 0;
    //@ assignable a;
    //@ ensures a == v;
    void set(int v) {
        super.set(v);
    }
    //@ ensures \result >= 0;
    /*@ pure @*/ int either() {
        return a > b ? a : b;
    }
    /*@ pure @*/ boolean inv() {
        return true;
    }
}
public class Solution {
    //@ ensures \result >= 0;
    static int use(Sub o) {
        return o.a;
    }
}
//// constraints
class Base {
    int n;
    //@ public constraint n >= \old(n);
    //@ requires n < 1000;
    //@ assignable n;
    //@ ensures n == \old(n) + 1;
    void up() {
        n++;
    }
    //@ requires v >= n;
    //@ assignable n;
    //@ ensures n == v;
    void set(int v) {
        n = v;
    }
}
public class Solution {
    static int t(int p) {
        Base o = new Base();
        o.n = p;
        o.up();
        o.up();
        return o.n;
    }
}
//// static
class Base {
    static int n = 1;
    //@ public static invariant n >= 1;
    //@ requires v >= 1;
    //@ assignable n;
    //@ ensures n == v;
    static void set(int v) {
        n = v;
    }
    //@ requires 0 <= x && x < 1000;
    //@ ensures \result == x / n && \result >= 0;
    static /*@ pure @*/ int ratio(int x) {
        return x / n;
    }
    //@ requires n < 1000;
    //@ assignable n;
    //@ ensures n == \old(n) + 1;
    static void up() {
        n++;
    }
}
public class Solution {
    static int t(int p) {
        Base.set(2);
        Base.up();
        return Base.n * 10 + Base.ratio(p + 3);
    }
}
//// static of another class
class Base {
    static int n = 1;
    //@ public static invariant n >= 1;
    //@ ensures \result == 10 / n;
    static /*@ pure @*/ int ratio() {
        return 10 / n;
    }
    //@ requires v >= 1;
    //@ assignable n;
    //@ ensures n == v;
    static void set(int v) {
        n = v;
    }
    //@ assignable n;
    //@ ensures n == 2;
    static void change() {
        n = 0;
        n = 2;
        int k = ratio();
    }
}
public class Solution {
    //@ requires v >= 1;
    //@ assignable Base.n;
    //@ ensures \result == 10 / v;
    static int use(int v) {
        Base.n = v;
        return Base.ratio();
    }
}
//// constraints of callers
class Base {
    int n;
    //@ public constraint n >= \old(n);
    //@ requires n < 1000;
    //@ assignable n;
    //@ ensures n > \old(n);
    void up() {
        n += 2;
    }
    //@ requires n < 1000 && v > 0 && v < 1000;
    //@ assignable n;
    void add(int v) {
        n += v;
    }
    //@ requires o.n < 1000;
    //@ assignable o.n;
    //@ ensures o.n == \old(o.n) + 1;
    void other(Base o) {
        o.n++;
    }
}
