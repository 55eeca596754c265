public class LoopsNumbers {
    //@ requires n >= 2;
    //@ ensures \result <==> (\forall int k; 2 <= k && k < n; n % k != 0);
    public static boolean isPrime(int n) {
        //@ maintaining 2 <= i && i <= n;
        //@ maintaining (\forall int k; 2 <= k && k < i; n % k != 0);
        //@ decreases n - i;
        for (int i = 2; i < n; i++) {
            if (n % i == 0) return false;
        }
        return true;
    }

    //@ requires 0 <= n && n <= 1000000;
    //@ ensures \result == (\sum int k; 1 <= k && k <= n; k);
    public static long triangle(int n) {
        long s = 0;
        //@ maintaining 1 <= i && i <= n + 1;
        //@ maintaining s == (\sum int k; 1 <= k && k < i; k);
        //@ maintaining 0 <= s && s <= (long) i * 1000000;
        //@ decreases n - i + 1;
        for (int i = 1; i <= n; i++) s += i;
        return s;
    }

    //@ requires 0 <= n && n <= 10000;
    //@ ensures \result == n * (n + 1) / 2;
    public static int triangle2(int n) {
        int s = 0;
        int i = 0;
        //@ maintaining 0 <= i && i <= n;
        //@ maintaining s == i * (i + 1) / 2;
        //@ decreases n - i;
        while (i < n) {
            i++;
            s += i;
        }
        return s;
    }

    //@ requires n >= 0;
    //@ ensures 0 <= \result && \result <= 90;
    public static int digitSum(int n) {
        int s = 0;
        int c = 0;
        //@ maintaining 0 <= n && 0 <= c && 0 <= s && s <= 9 * c;
        //@ maintaining c == 0 ==> n <= 2147483647;
        //@ maintaining c >= 1 ==> n <= 214748364;
        //@ maintaining c >= 2 ==> n <= 21474836;
        //@ maintaining c >= 3 ==> n <= 2147483;
        //@ maintaining c >= 4 ==> n <= 214748;
        //@ maintaining c >= 5 ==> n <= 21474;
        //@ maintaining c >= 6 ==> n <= 2147;
        //@ maintaining c >= 7 ==> n <= 214;
        //@ maintaining c >= 8 ==> n <= 21;
        //@ maintaining c >= 9 ==> n <= 2;
        //@ maintaining c >= 10 ==> n == 0;
        //@ maintaining c <= 10;
        //@ decreases n;
        while (n > 0) {
            s += n % 10;
            n /= 10;
            c++;
        }
        return s;
    }

    //@ requires a > 0 && b > 0;
    //@ ensures \result > 0 && a % \result == 0 && b % \result == 0;
    //@ ensures (\forall int k; \result < k && k <= a && k <= b; a % k != 0 || b % k != 0);
    public static int gcd(int a, int b) {
        int d = a < b ? a : b;
        //@ maintaining 1 <= d && d <= a && d <= b;
        //@ maintaining (\forall int k; d < k && k <= a && k <= b; a % k != 0 || b % k != 0);
        //@ decreases d;
        while (a % d != 0 || b % d != 0) d--;
        return d;
    }

    //@ requires 0 <= e && e <= 10 && 0 <= b && b <= 5;
    //@ ensures e == 0 ==> \result == 1;
    //@ ensures e == 1 ==> \result == b;
    //@ ensures \result >= 0;
    public static int power(int b, int e) {
        int r = 1;
        //@ maintaining 0 <= i && i <= e && 0 <= r;
        //@ maintaining i == 0 ==> r == 1;
        //@ maintaining i == 1 ==> r == b;
        //@ maintaining i <= 1 ==> r <= 5;
        //@ maintaining i <= 2 ==> r <= 25;
        //@ maintaining i <= 3 ==> r <= 125;
        //@ maintaining i <= 4 ==> r <= 625;
        //@ maintaining i <= 5 ==> r <= 3125;
        //@ maintaining i <= 6 ==> r <= 15625;
        //@ maintaining i <= 7 ==> r <= 78125;
        //@ maintaining i <= 8 ==> r <= 390625;
        //@ maintaining i <= 9 ==> r <= 1953125;
        //@ maintaining i <= 10 ==> r <= 9765625;
        //@ decreases e - i;
        for (int i = 0; i < e; i++) r = r * b;
        return r;
    }

    //@ requires x >= 0;
    //@ ensures \result * \result <= x && x < (\result + 1) * (\result + 1);
    public static int isqrt(int x) {
        long r = 0;
        //@ maintaining 0 <= r && r * r <= x && r <= 46340;
        //@ decreases x - r;
        while ((r + 1) * (r + 1) <= x) r++;
        return (int) r;
    }

    //@ requires m.length > 0 && (\forall int i; 0 <= i && i < m.length; m[i] != null && m[i].length == m.length);
    //@ requires (\forall int i; 0 <= i && i < m.length; (\forall int j; 0 <= j && j < m.length; m[i][j] >= 0 && m[i][j] <= 10)) && m.length < 1000;
    //@ ensures \result == (\sum int i; 0 <= i && i < m.length; m[i][i]);
    public static int trace(int[][] m) {
        int s = 0;
        //@ maintaining 0 <= i && i <= m.length && 0 <= s && s <= 10 * i;
        //@ maintaining s == (\sum int k; 0 <= k && k < i; m[k][k]);
        //@ decreases m.length - i;
        for (int i = 0; i < m.length; i++) s += m[i][i];
        return s;
    }

    //@ requires 0 <= i && i < a.length && 0 <= j && j < a.length;
    //@ assignable a[i], a[j];
    //@ ensures a[i] == \old(a[j]) && a[j] == \old(a[i]);
    public static void swap(int[] a, int i, int j) {
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
    }

    //@ requires a.length >= 1;
    //@ requires (\forall int i; 0 <= i && i < a.length; -1000 <= a[i] && a[i] <= 1000);
    //@ ensures (\forall int i, j; 0 <= i && i < a.length && 0 <= j && j < a.length; a[i] - a[j] <= \result);
    //@ ensures (\exists int i, j; 0 <= i && i < a.length && 0 <= j && j < a.length; a[i] - a[j] == \result);
    public static int maxDiff(int[] a) {
        int lo = a[0], hi = a[0];
        //@ maintaining 0 <= k && k <= a.length;
        //@ maintaining (\forall int i; 0 <= i && i < k; lo <= a[i] && a[i] <= hi);
        //@ maintaining (\exists int i; 0 <= i && i < a.length; a[i] == lo);
        //@ maintaining (\exists int i; 0 <= i && i < a.length; a[i] == hi);
        //@ decreases a.length - k;
        for (int k = 0; k < a.length; k++) {
            if (a[k] < lo) lo = a[k];
            if (a[k] > hi) hi = a[k];
        }
        return hi - lo;
    }
}
