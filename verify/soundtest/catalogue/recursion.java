//// measured
public class Solution {
    //@ requires 0 <= n && n <= 20;
    //@ measured_by n;
    //@ ensures \result == 2 * n;
    static int twice(int n) {
        if (n == 0)
            return 0;
        return 2 + twice(n - 1);
    }
    //@ requires 0 <= n && n <= 20;
    //@ measured_by n;
    //@ ensures \result == (n % 2 == 0);
    static boolean even(int n) {
        if (n == 0)
            return true;
        return odd(n - 1);
    }
    //@ requires 0 <= n && n <= 20;
    //@ measured_by n;
    //@ ensures \result == (n % 2 == 1);
    static boolean odd(int n) {
        if (n == 0)
            return false;
        return even(n - 1);
    }
    static int t(int p) {
        return twice(p + «2¦4») + (even(p) ? 100 : 200);
    }
}
//// of a heap
class Base {
    int a;
    //@ requires 0 <= n && n <= 10 && 0 <= a && a < 1000 - n;
    //@ measured_by n;
    //@ assignable a;
    //@ ensures a == \old(a) + n;
    void up(int n) {
        if (n > 0) {
            a++;
            up(n - 1);
        }
    }
}
public class Solution {
    static int t(int p) {
        Base o = new Base();
        o.a = 3;
        o.up(p);
        return o.a;
    }
    //@ requires 0 <= i && i <= xs.length;
    //@ measured_by xs.length - i;
    //@ ensures \result == -1 || i <= \result && \result < xs.length && xs[\result] == x;
    static int find(int[] xs, int x, int i) {
        if (i == xs.length)
            return -1;
        if (xs[i] == x)
            return i;
        return find(xs, x, i + 1);
    }
}
