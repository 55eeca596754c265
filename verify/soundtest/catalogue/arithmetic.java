//// quotients
public class Solution {
    //@ requires b != 0 && a > -1000 && b > -1000;
    //@ ensures \result == a / b;
    static int quotient(int a, int b) {
        return a / b;
    }
    static int t(int p) {
        int k = «-7¦7¦-8¦9¦-1» + p;
        return k / «2¦-2¦3» + 10 * (k % «2¦-2¦3¦-3»);
    }
    static int tm(int p) {
        return Math.floorMod(p - 2, 3) + 5 * Math.floorDiv(p - 2, 2);
    }
}
//// wraps
public class Solution {
    static int t(int p) {
        int k = «2147483647¦-2147483647 - 1¦2147483646» «+¦-» p;
        return k «+¦-» «1¦2» > k ? 1 : 2;
    }
    static long tl(int p) {
        int k = 65536 + p;
        return k * k;
    }
    static int tn(int p) {
        int k = -2147483647 - 1 + p;
        return -k;
    }
    static int ta(int p) {
        int k = -2147483647 + p - 1;
        return Math.abs(k) < 0 ? 1 : 2;
    }
}
//// casts
public class Solution {
    static int t(int p) {
        int k = «127¦128¦255¦300¦-129» + p;
        byte b = (byte) k;
        return b;
    }
    static int tc(int p) {
        int k = «65535¦-1¦65534» + p;
        return (char) k + 1;
    }
    static int ts(int p) {
        short s = (short) (32766 + p);
        s++;
        s += 1;
        return s;
    }
    static int ti(int p) {
        long k = 4294967295L + p;
        return (int) k;
    }
    static int tb(int p) {
        byte b = 126;
        b += p;
        b++;
        return b;
    }
}
//// increments
public class Solution {
    static int t(int p) {
        int i = p;
        int k = i++ * 10 + i;
        k += i-- * 100;
        return k + --i + ++i;
    }
    static int ta(int p) {
        int[] a = {p, 7};
        int i = 0;
        a[i++] += 3;
        a[i] = a[0]++ + i;
        return 10 * a[0] + a[1];
    }
    //@ requires x < 1000;
    //@ ensures \result == x + 1;
    static int next(int x) {
        x++;
        return x;
    }
}
//// relations
public class Solution {
    static int t(int p) {
        int k = 0;
        if (p < «1¦2»)
            k += 1;
        if (p > «1¦2»)
            k += 2;
        if (p <= 2)
            k += 4;
        if (p >= 2)
            k += 8;
        if (1 < p)
            k += 16;
        if (1 >= p)
            k += 32;
        if (p != 3)
            k += 64;
        return k;
    }
    //@ ensures \result == (a < b);
    static boolean less(int a, int b) {
        return a < b;
    }
    //@ ensures \result == (a > b);
    static boolean more(int a, int b) {
        return a > b;
    }
    //@ ensures \result <==> a >= b && a != 3;
    static boolean least(int a, int b) {
        return a >= b && a != 3;
    }
    //@ ensures \result >= a && \result >= b && (\result == a || \result == b);
    static int max(int a, int b) {
        return a > b ? a : b;
    }
}
//// bits
public class Solution {
    static int t(int p) {
        int k = «6¦5¦-6¦12» + p;
        return (k & «3¦6») + 100 * (k | «3¦5¦1») + 10000 * (k ^ «3¦6¦5»);
    }
    static int ts(int p) {
        int k = «-8¦-1¦17¦-17» - p;
        return (k >> «1¦2») + (k << «1¦3¦33»);
    }
    static int tu(int p) {
        int k = «-8¦-1¦17» - p;
        return k >>> «28¦30¦1¦33»;
    }
    static int tx(int p) {
        return p ^ «1¦2¦3»;
    }
    static int tn(int p) {
        return ~p + (p << 2);
    }
    static long tl(int p) {
        long k = -5L - p;
        return k >>> «60¦1¦62»;
    }
    //@ requires 0 <= x && x <= 100;
    //@ ensures \result == (x % 2 == 1);
    static boolean odd(int x) {
        return (x & 1) == 1;
    }
}
//// division by zero
public class Solution {
    //@ requires b != 0;
    //@ ensures true;
    static int divide(int a, int b) {
        return «a / b¦a % b»;
    }
    static int t(int p) {
        int k = 10;
        try {
            k = k / (p - «1¦2»);
        } catch (ArithmeticException e) {
            k = 99;
        }
        return k;
    }
    //@ signals (ArithmeticException e) p == 2;
    static int tt(int p) {
        return 7 % (p - 2);
    }
    //@ signals (ArithmeticException e) p == 1;
    static long tl(int p) {
        long d = p - 1;
        return 7L / d;
    }
}
//// compound
public class Solution {
    static int t(int p) {
        int k = 3;
        k «-=¦+=¦*=» p + 1;
        k *= 2;
        k %= 7;
        k /= 2;
        return k;
    }
    static int tw(int p) {
        int i = 1;
        i += i++ + p;
        i = i++ + 1;
        return i;
    }
    static int tx(int p) {
        int a = p, b = 2;
        a = b + (b = 5) * a;
        return a * 10 + b;
    }
    static long tm(int p) {
        int k = 1000000;
        long a = k * k;
        long b = (long) k * k;
        return a % 1000 + (b > 0 ? p : 7);
    }
}
//// sums
public class Solution {
    //@ requires -1000000 <= a && a <= 1000000 && -1000000 <= b && b <= 1000000;
    //@ ensures \result == a + b;
    static int sum(int a, int b) {
        return a + b;
    }
    //@ requires -40000 <= a && a <= 40000;
    //@ ensures \result == 2 * a + 1;
    static int twice(int a) {
        return 2 * a + 1;
    }
    //@ requires -1000 <= a && a <= 1000;
    //@ ensures \result == a * a;
    static int square(int a) {
        return a * a;
    }
    //@ requires x > -2147483648;
    //@ ensures \result >= 0 && (\result == x || \result == -x);
    static int abs(int x) {
        return x < 0 ? -x : x;
    }
    //@ ensures \result == (x > 0 ? 1 : x < 0 ? -1 : 0);
    static int sign(int x) {
        if (x > 0)
            return 1;
        if (x < 0)
            return -1;
        return 0;
    }
    //@ requires 0 <= x && x <= 100;
    //@ ensures \result == (byte) x;
    static byte narrow(int x) {
        return (byte) x;
    }
    //@ ensures \result == x || \result != x;
    //@ ensures -32768 <= \result && \result <= 32767;
    static short small(int x) {
        return (short) x;
    }
}
//// in range
public class Solution {
    //@ requires -1000 <= a && a <= 1000 && -1000 <= b && b <= 1000;
    //@ ensures \result == a * b - a;
    static int product(int a, int b) {
        return a * b - a;
    }
    //@ requires 0 <= n && n < 2147483647;
    //@ ensures \result == n + 1;
    static int next(int n) {
        int k = n;
        k++;
        return k;
    }
    //@ requires -2147483647 <= n;
    //@ ensures \result == -n;
    static int negative(int n) {
        return -n;
    }
    //@ requires 0 <= n && n <= 127;
    //@ ensures \result == n;
    static byte narrow(int n) {
        return (byte) n;
    }
    //@ requires 0 <= n && n < 1000000;
    //@ ensures \result == 3L * n;
    static long three(long n) {
        n += n + n;
        return n;
    }
    //@ ensures \result == (a < b ? a : b);
    static int least(int a, int b) {
        return a < b ? a : b;
    }
}
