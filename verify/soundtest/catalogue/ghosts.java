//// fields
class Base {
    int a;
    //@ ghost int calls;
    //@ requires calls < 1000;
    //@ assignable calls;
    //@ ensures calls == \old(calls) + 1;
    void called() {
        //@ set calls = calls + 1;
    }
    //@ requires calls < 1000;
    //@ assignable a, calls;
    //@ ensures a == v && calls == v;
    void set(int v) {
        a = v;
        //@ set calls = v;
    }
}
public class Solution {
    //@ requires o.calls == 3;
    //@ assignable o.calls;
    //@ ensures o.calls == 5;
    static void two(Base o) {
        o.called();
        o.called();
    }
    //@ requires o != q && o.calls == 1 && q.calls == 2;
    //@ assignable o.calls;
    //@ ensures o.calls == 2 && q.calls == 2;
    static void one(Base o, Base q) {
        o.called();
    }
    //@ requires o.calls < 10;
    //@ assignable o.a, o.calls;
    //@ ensures o.calls == 8 && o.a == 7;
    static void mixed(Base o) {
        o.set(7);
        //@ assert o.calls == 7;
        o.called();
    }
}
//// variables
public class Solution {
    //@ requires 0 <= n && n < 1000;
    //@ ensures \result == n + 3;
    static int three(int n) {
        //@ ghost int was = n;
        int k = n + 1;
        //@ set was = was + 1;
        //@ assert k == was;
        k += 2;
        //@ assert k == was + 2;
        return k;
    }
    //@ requires 0 <= n && n < 1000;
    //@ ensures \result == n;
    static int steps(int n) {
        int i = 0;
        //@ ghost int done = 0;
        //@ loop_invariant 0 <= i && i <= n && done == 2 * i;
        //@ decreases n - i;
        while (i < n) {
            i++;
            //@ set done = done + 2;
        }
        //@ assert done == 2 * n;
        return i;
    }
}
//// assertions
public class Solution {
    //@ requires x > 3 && x < 1000;
    //@ ensures \result > 4;
    static int t0(int x) {
        int y = x + 1;
        //@ assert y > 4;
        //@ assert y != 3;
        return y;
    }
    //@ requires xs.length > 1;
    //@ ensures \result == \old(xs[0]);
    static int first(int[] xs) {
        int k = xs[0];
        //@ assert xs.length > 1;
        xs[0] = 5;
        //@ assert xs[0] == 5 && k == \old(xs[0]);
        return k;
    }
    //@ requires x != 0;
    //@ ensures \result ==> x > 0;
    static boolean pos(int x) {
        if (x > 0) {
            //@ assert x >= 1;
            return true;
        }
        //@ assert x < 0;
        return false;
    }
}
