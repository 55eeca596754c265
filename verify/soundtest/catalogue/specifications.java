//// old
class Base {
    int a;
    int b;
    /*@ nullable @*/ Base next;
    //@ requires a < 1000;
    //@ assignable a, b;
    //@ ensures a == \old(a) + 1;
    //@ ensures b == \old(a);
    void shift() {
        b = a;
        a++;
    }
    //@ requires next != null && next != this && next.a < 1000;
    //@ assignable next.a, next;
    //@ ensures \old(next).a == \old(next.a) + 1;
    //@ ensures next == null;
    void leave() {
        next.a++;
        next = null;
    }
    //@ requires a < 1000 && a > -1000;
    //@ old int was = a;
    //@ assignable a;
    //@ ensures a == 2 * was;
    void twice() {
        a = a + a;
    }
    //@ assignable a, b;
    //@ ensures a == \old(b) && b == \old(a);
    void flip() {
        int t = a;
        a = b;
        b = t;
    }
}
public class Solution {
    static int s;
    //@ requires s < 1000;
    //@ assignable s;
    //@ ensures \result == \old(s) && s == \old(s) + 1;
    static int next() {
        return s++;
    }
    //@ requires xs.length > 1 && xs[0] < 1000;
    //@ assignable xs[0];
    //@ ensures xs[0] == \old(xs[0]) + 1 && xs[1] == \old(xs[1]);
    static void bump(int[] xs) {
        xs[0]++;
    }
    //@ requires x < 1000;
    //@ ensures \result == \old(x) + 1 && \result == x + 1;
    static int plus(int x) {
        x = x + 1;
        return x;
    }
}
//// several clauses
public class Solution {
    //@ requires x >= 0 && y >= 0 && x < 1000 && y < 1000;
    //@ ensures \result >= x;
    //@ ensures \result >= y;
    //@ ensures \result == x + y;
    static int sum(int x, int y) {
        return x + y;
    }
    //@ public normal_behavior
    //@ requires x > 0;
    //@ ensures \result > 0;
    //@ ensures \result == 1;
    //@ also public normal_behavior
    //@ requires x < 0;
    //@ ensures \result < 0;
    //@ ensures \result == -1;
    //@ also public normal_behavior
    //@ requires x == 0;
    //@ ensures \result == 0;
    static int sign(int x) {
        return x > 0 ? 1 : x < 0 ? -1 : 0;
    }
    //@ ensures \result <==> (x > 3 && x < 9);
    //@ ensures x == 4 ==> \result;
    //@ ensures \result ==> x != 3;
    static boolean within(int x) {
        return 3 < x && x < 9;
    }
    //@ ensures (x > 0) <=!=> (\result <= 0);
    static int same(int x) {
        return x;
    }
}
//// arithmetic of specifications
public class Solution {
    //@ requires x <= 1000;
    //@ ensures \result > x;
    static int more(int x) {
        return x + 1;
    }
    //@ ensures x < 2147483647 ==> \result == x + 1;
    //@ ensures x == 2147483647 ==> \result == -2147483648;
    static int next(int x) {
        return x + 1;
    }
    //@ ensures \result == (x + 1 > x);
    static boolean always(int x) {
        return true;
    }
    //@ requires y != 0;
    //@ ensures y > 0 && x >= 0 ==> \result == x / y && \result <= x;
    //@ ensures x == -7 && y == 2 ==> \result == -3;
    static int part(int x, int y) {
        return x / y;
    }
    //@ requires y != 0;
    //@ ensures x == -7 && y == 2 ==> \result == -1;
    //@ ensures x == 7 && y == -2 ==> \result == 1;
    static int rest(int x, int y) {
        return x % y;
    }
    //@ ensures \result == x || \result == -x || x == -2147483648;
    //@ ensures x != -2147483648 ==> \result >= 0;
    static int abs(int x) {
        return Math.abs(x);
    }
}
//// fresh and null
class Base {
    int a;
    /*@ nullable @*/ Base next;
    //@ assignable next;
    //@ ensures \fresh(next) && next.a == 0 && next != this;
    void grow() {
        next = new Base();
    }
    //@ ensures \fresh(\result) && \result.a == a;
    //@ assignable \nothing;
    Base copy() {
        Base o = new Base();
        o.a = a;
        return o;
    }
    //@ ensures \result == this;
    /*@ pure @*/ Base self() {
        return this;
    }
    //@ ensures \result == next;
    /*@ pure nullable @*/ Base after() {
        return next;
    }
}
public class Solution {
    static int t(int p) {
        Base o = new Base();
        o.a = p;
        Base q = «o.copy()¦o.self()»;
        q.a = 8;
        return o.a * 10 + (o == q ? 1 : 2);
    }
    static int tg(int p) {
        Base o = new Base();
        o.grow();
        Base q = o.next;
        if (p > 1)
            o.grow();
        return o.next == q ? 1 : 2;
    }
    //@ ensures \fresh(\result);
    //@ ensures \result != o;
    static Base other(Base o) {
        Base q = new Base();
        return q;
    }
    //@ ensures \result != null;
    static Base make() {
        return new Base();
    }
    //@ ensures \result.length == 2 && \fresh(\result);
    static int[] make2(int[] xs) {
        return new int[2];
    }
}
//// model fields of others
class Base {
    int lo;
    int hi;
    //@ public model int size;
    //@ represents size = hi - lo;
    //@ requires 0 <= lo && lo <= hi && hi < 1000;
    //@ requires 0 <= o.lo && o.lo <= o.hi && o.hi < 1000;
    //@ ensures \result == size - o.size;
    /*@ pure @*/ int more(Base o) {
        return hi - lo - (o.hi - o.lo);
    }
    //@ requires 0 <= o.lo && o.lo <= o.hi && o.hi < 1000 && o.size == 4 && size == 5;
    //@ ensures \result == 4;
    /*@ pure @*/ int of(Base o) {
        return o.hi - o.lo;
    }
}
//// some
public class Solution {
    //@ requires xs.length > 2;
    //@ ensures \result ==> (\exists int i; 0 <= i && i < xs.length; xs[i] == 3);
    static boolean has(int[] xs) {
        return xs[1] == 3;
    }
    //@ requires xs.length > 2;
    //@ assignable xs[1];
    //@ ensures (\exists int i; 0 <= i && i < xs.length; xs[i] == v);
    static void put(int[] xs, int v) {
        xs[1] = v;
    }
    //@ ensures (\exists int k; 0 <= k && k <= 1; \result == k);
    static int bit(boolean b) {
        return b ? 1 : 0;
    }
}
//// made anew
class Base {
    int a;
}
public class Solution {
    //@ assignable \nothing;
    //@ ensures \fresh(\result);
    static Base other(Base o) {
        Base q = o;
        q = new Base();
        return q;
    }
    //@ requires xs.length > 0;
    //@ assignable \nothing;
    //@ ensures \fresh(\result) && \result.length == xs.length;
    static int[] copy(int[] xs) {
        int[] ys = xs;
        ys = xs.clone();
        return ys;
    }
    static int t(int p) {
        Base o = new Base();
        Base q = other(o);
        q.a = p + 1;
        return o.a * 10 + (o == q ? 1 : 2);
    }
}
