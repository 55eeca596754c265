//// Math
public class Solution {
    static int t(int p) {
        return Math.max(p, 2) * 100 + Math.min(p, «1¦2») * 10 + Math.abs(p - 2);
    }
    static int ta(int p) {
        try {
            return Math.addExact(2147483645, p);
        } catch (ArithmeticException e) {
            return 5;
        }
    }
    static int tf(int p) {
        return Math.floorDiv(p - 2, 2) * 10 + Math.floorMod(p - 2, 3);
    }
    //@ ensures \result >= x && \result >= y && (\result == x || \result == y);
    static int max(int x, int y) {
        return Math.max(x, y);
    }
}
//// Integer and Character
public class Solution {
    static int t(int p) {
        return Integer.compare(p, 2) + Integer.MAX_VALUE % 10;
    }
    static int tc(int p) {
        char c = (char) ('8' + p);
        return (Character.isDigit(c) ? 1 : 2) + c;
    }
    static int ts(int p) {
        return Integer.signum(p - 1) * 10 + Integer.sum(p, 3);
    }
    static int tb(int p) {
        return Byte.compare((byte) (p + 3), (byte) 4);
    }
}
//// Arrays
import java.util.*;
public class Solution {
    static int t(int p) {
        int[] a = {1, 2, 3};
        int[] b = Arrays.copyOf(a, p + 1);
        b[0] = 9;
        return a[0] * 100 + b[0] * 10 + b.length;
    }
    static int tf(int p) {
        int[] a = new int[3];
        Arrays.fill(a, p);
        return a[0] * 10 + a[2];
    }
    static int te(int p) {
        int[] a = {1, 2};
        int[] b = {1, p};
        return (Arrays.equals(a, b) ? 1 : 2) + (a == b ? 10 : 20);
    }
    static int tc(int p) {
        int[] a = {1, 2, 3, 4};
        int[] b = new int[4];
        System.arraycopy(a, 1, b, 0, p);
        return b[0] * 100 + b[1] * 10 + b[3];
    }
}
//// preconditions
import java.util.*;
public class Solution {
    //@ requires 0 <= n && n <= 10;
    //@ ensures \result.length == n;
    static int[] some(int[] xs, int n) {
        return Arrays.copyOf(xs, n);
    }
    //@ requires 0 <= i && i < s.length();
    //@ ensures \result == s.charAt(i);
    static int at(String s, int i) {
        return s.charAt(i);
    }
    //@ requires 0 <= from && from <= to && to <= xs.length;
    //@ assignable xs[*];
    //@ ensures from < to ==> xs[from] == v;
    static void fill(int[] xs, int from, int to, int v) {
        Arrays.fill(xs, from, to, v);
    }
    //@ requires s != null && s.length() < 100;
    //@ ensures \result == s.length() + 1;
    static int longer(/*@ nullable @*/ String s) {
        return "a".concat(s).length();
    }
    //@ requires 0 <= n && n <= 3;
    //@ ensures \result.length() == 2 * n;
    static String twice(int n) {
        return "ab".repeat(n);
    }
    //@ requires 0 <= n && n <= 4;
    //@ assignable ys[*];
    //@ ensures n > 0 && xs != ys ==> ys[0] == xs[0];
    static void copy(int[] xs, int[] ys, int n) {
        if (xs.length >= 4 && ys.length >= 4)
            System.arraycopy(xs, 0, ys, 0, n);
        else
            throw new IllegalStateException();
    }
}
//// exceptions
import java.util.*;
public class Solution {
    //@ requires 0 <= n && n <= 3;
    //@ ensures \result != null;
    static String repeated(int n) {
        return "ab".repeat(n);
    }
    //@ requires 0 <= n && n <= 10;
    //@ ensures \result != null;
    static int[] cut(int[] xs, int n) {
        return Arrays.copyOf(xs, n);
    }
    //@ requires 0 <= a && a <= 1000 && 0 <= b && b <= 1000;
    //@ ensures \result >= 0 || \result < 0;
    static int exact(int a, int b) {
        return Math.addExact(a, b) + Math.multiplyExact(a, b);
    }
    //@ requires b != 0;
    //@ ensures \result >= 0 || \result < 0;
    static int rest(int a, int b) {
        return Math.floorMod(a, b);
    }
    //@ requires 0 <= i && i < 10;
    //@ ensures true;
    static int digit(int i) {
        return Integer.parseInt("" + i);
    }
    static int t(int p) {
        try {
            return "ab".repeat(p - 2).length();
        } catch (IllegalArgumentException e) {
            return 9;
        }
    }
}
