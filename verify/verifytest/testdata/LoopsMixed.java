import java.util.List;

public class LoopsMixed {
    /*@ spec_public @*/ private int balance;
    /*@ spec_public @*/ private int[] items = new int[10];
    /*@ spec_public @*/ private int size;
    //@ public invariant 0 <= size && size <= items.length && items.length == 10;

    /*@ public normal_behavior
      @   requires size < items.length;
      @   assignable items[size], size;
      @   ensures size == \old(size) + 1 && items[size - 1] == x;
      @   ensures (\forall int k; 0 <= k && k < \old(size); items[k] == \old(items[k]));
      @ also public exceptional_behavior
      @   requires size >= items.length;
      @   assignable \nothing;
      @   signals_only IllegalStateException;
      @*/
    public void push(int x) {
        if (size >= items.length) throw new IllegalStateException("full");
        items[size] = x;
        size++;
    }

    //@ requires size > 0;
    //@ assignable size;
    //@ ensures \result == items[\old(size) - 1] && size == \old(size) - 1;
    public int pop() {
        size--;
        return items[size];
    }

    //@ ensures \result <==> (\exists int k; 0 <= k && k < size; items[k] == x);
    public /*@ pure @*/ boolean contains(int x) {
        //@ loop_invariant 0 <= i && i <= size;
        //@ loop_invariant (\forall int k; 0 <= k && k < i; items[k] != x);
        //@ loop_modifies i;
        //@ decreases size - i;
        for (int i = 0; i < size; i++) {
            if (items[i] == x) return true;
        }
        return false;
    }

    //@ requires 0 <= n;
    //@ ensures \result == n % 2;
    public static int parity(int n) {
        int r = n;
        //@ maintaining r >= 0 && r % 2 == n % 2;
        //@ decreases r;
        while (r >= 2) r -= 2;
        return r;
    }

    //@ requires a >= 0 && b > 0;
    //@ ensures \result * b <= a && a < (\result + 1) * b;
    public static int divide(int a, int b) {
        int q = 0, r = a;
        //@ maintaining r >= 0 && q >= 0 && a == q * b + r;
        //@ decreases r;
        while (r >= b) {
            r -= b;
            q++;
        }
        return q;
    }

    //@ requires 0 <= x && x <= 1000 && 0 <= y && y <= 1000;
    //@ ensures \result == x * y;
    public static int multiply(int x, int y) {
        int r = 0;
        int i = 0;
        //@ maintaining 0 <= i && i <= y && r == x * i;
        //@ decreases y - i;
        while (i < y) {
            r = r + x;
            i = i + 1;
        }
        return r;
    }

    //@ requires n >= 1;
    //@ ensures \result == true ==> (\exists int k; 0 <= k && k <= 30; n == (1 << k));
    public static boolean isPowerOfTwo(int n) {
        int p = 1;
        int k = 0;
        //@ maintaining 0 <= k && k <= 30 && p == (1 << k);
        //@ decreases n - p;
        while (p < n && k < 30) {
            p = p * 2;
            k++;
        }
        return p == n;
    }

    //@ requires a.length > 0 && a.length == b.length;
    //@ requires (\forall int i; 0 <= i && i < a.length; -100 <= a[i] && a[i] <= 100 && -100 <= b[i] && b[i] <= 100) && a.length <= 1000;
    //@ ensures \result == (\sum int i; 0 <= i && i < a.length; a[i] * b[i]);
    public static int dot(int[] a, int[] b) {
        int s = 0;
        //@ maintaining 0 <= i && i <= a.length && -10000 * i <= s && s <= 10000 * i;
        //@ maintaining s == (\sum int k; 0 <= k && k < i; a[k] * b[k]);
        //@ decreases a.length - i;
        for (int i = 0; i < a.length; i++) {
            s += a[i] * b[i];
        }
        return s;
    }

    //@ requires a.length > 0;
    //@ ensures 0 <= \result && \result < a.length;
    //@ ensures (\forall int k; 0 <= k && k < a.length; a[\result] <= a[k]);
    //@ ensures (\forall int k; 0 <= k && k < \result; a[\result] < a[k]);
    public static int argMin(int[] a) {
        int m = 0;
        //@ maintaining 1 <= i && i <= a.length && 0 <= m && m < i;
        //@ maintaining (\forall int k; 0 <= k && k < i; a[m] <= a[k]);
        //@ maintaining (\forall int k; 0 <= k && k < m; a[m] < a[k]);
        //@ decreases a.length - i;
        for (int i = 1; i < a.length; i++) if (a[i] < a[m]) m = i;
        return m;
    }

    //@ requires 0 <= from && from <= to && to <= a.length;
    //@ ensures \result.length == to - from;
    //@ ensures (\forall int k; 0 <= k && k < \result.length; \result[k] == a[from + k]);
    public static int[] slice(int[] a, int from, int to) {
        int[] r = new int[to - from];
        //@ maintaining from <= i && i <= to;
        //@ maintaining (\forall int k; 0 <= k && k < i - from; r[k] == a[from + k]);
        //@ decreases to - i;
        for (int i = from; i < to; i++) r[i - from] = a[i];
        return r;
    }

    //@ requires s.length() > 0;
    //@ ensures \result.length() == s.length();
    //@ ensures (\forall int k; 0 <= k && k < s.length(); ('a' <= s.charAt(k) && s.charAt(k) <= 'z') ==> \result.charAt(k) == (char) (s.charAt(k) - 32));
    public static String upper(String s) {
        StringBuilder sb = new StringBuilder();
        //@ maintaining 0 <= i && i <= s.length() && sb.length() == i;
        //@ maintaining (\forall int k; 0 <= k && k < i; ('a' <= s.charAt(k) && s.charAt(k) <= 'z') ==> sb.charAt(k) == (char) (s.charAt(k) - 32));
        //@ decreases s.length() - i;
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c >= 'a' && c <= 'z') sb.append((char) (c - 32));
            else sb.append(c);
        }
        return sb.toString();
    }

    //@ requires a.length > 0;
    //@ ensures \result <==> (\forall int i; 0 <= i && i < a.length - 1; a[i] <= a[i + 1]);
    public static boolean sorted(int[] a) {
        //@ maintaining 1 <= i && i <= a.length;
        //@ maintaining (\forall int k; 0 <= k && k < i - 1; a[k] <= a[k + 1]);
        //@ decreases a.length - i;
        for (int i = 1; i < a.length; i++) {
            if (a[i - 1] > a[i]) return false;
        }
        return true;
    }

    //@ ensures \result == (a > b ? (a > c ? a : c) : (b > c ? b : c));
    public static int max3(int a, int b, int c) {
        int m = a;
        if (b > m) m = b;
        if (c > m) m = c;
        return m;
    }

    //@ requires 1 <= month && month <= 12;
    //@ ensures \result == 28 || \result == 30 || \result == 31;
    //@ ensures month == 2 ==> \result == 28;
    public static int days(int month) {
        switch (month) {
            case 2: return 28;
            case 4: case 6: case 9: case 11: return 30;
            default: return 31;
        }
    }

    //@ requires 0 <= k && k < a.length;
    //@ ensures (\forall int i; 0 <= i && i < a.length - 1; a[i] == \old(a[i + 1]));
    //@ ensures a[a.length - 1] == \old(a[0]);
    public static void rotateLeft(int[] a, int k) {
        int first = a[0];
        //@ maintaining 0 <= i && i <= a.length - 1;
        //@ maintaining (\forall int j; 0 <= j && j < i; a[j] == \old(a[j + 1]));
        //@ maintaining (\forall int j; i <= j && j < a.length; a[j] == \old(a[j]));
        //@ decreases a.length - i;
        for (int i = 0; i < a.length - 1; i++) a[i] = a[i + 1];
        a[a.length - 1] = first;
    }

    //@ requires 0 <= n;
    //@ ensures \result == n * n;
    //@ requires n <= 46340;
    public static int squareByOdds(int n) {
        int s = 0;
        int odd = 1;
        //@ maintaining 0 <= i && i <= n && s == i * i && odd == 2 * i + 1;
        //@ decreases n - i;
        for (int i = 0; i < n; i++) {
            s += odd;
            odd += 2;
        }
        return s;
    }

    //@ requires a.length == b.length;
    //@ ensures \result.length == a.length;
    //@ ensures (\forall int i; 0 <= i && i < a.length; \result[i] == (a[i] > b[i] ? a[i] : b[i]));
    public static int[] pointwiseMax(int[] a, int[] b) {
        int[] r = new int[a.length];
        int i = 0;
        //@ maintaining 0 <= i && i <= a.length;
        //@ maintaining (\forall int k; 0 <= k && k < i; r[k] == (a[k] > b[k] ? a[k] : b[k]));
        //@ decreases a.length - i;
        do {
            if (i >= a.length) break;
            r[i] = Math.max(a[i], b[i]);
            i++;
        } while (true);
        return r;
    }

    //@ ensures (\forall int i; 0 <= i && i < a.length; \old(a[i]) != x ==> a[i] == \old(a[i]));
    //@ ensures (\forall int i; 0 <= i && i < a.length; \old(a[i]) == x ==> a[i] == y);
    //@ assignable a[*];
    public static void replaceAll(int[] a, int x, int y) {
        //@ maintaining 0 <= i && i <= a.length;
        //@ maintaining (\forall int k; 0 <= k && k < i; \old(a[k]) != x ==> a[k] == \old(a[k]));
        //@ maintaining (\forall int k; 0 <= k && k < i; \old(a[k]) == x ==> a[k] == y);
        //@ maintaining (\forall int k; i <= k && k < a.length; a[k] == \old(a[k]));
        //@ decreases a.length - i;
        for (int i = 0; i < a.length; i++) {
            if (a[i] == x) a[i] = y;
        }
    }

    //@ ensures \result == null || \result.length() > 3;
    public static /*@ nullable @*/ String firstLong(List<String> l) {
        //@ maintaining 0 <= i && i <= l.size();
        //@ decreases l.size() - i;
        for (int i = 0; i < l.size(); i++) {
            String s = l.get(i);
            if (s != null && s.length() > 3) return s;
        }
        return null;
    }

    //@ requires m.length == n && (\forall int i; 0 <= i && i < n; m[i] != null && m[i].length == n);
    //@ requires (\forall int i, j; 0 <= i && i < n && 0 <= j && j < n && i != j; m[i] != m[j]);
    //@ ensures (\forall int i, j; 0 <= i && i < n && 0 <= j && j < n; m[i][j] == (i == j ? 1 : 0));
    //@ requires n > 0;
    public static void identity(int[][] m, int n) {
        //@ maintaining 0 <= i && i <= n;
        //@ maintaining (\forall int p, q; 0 <= p && p < i && 0 <= q && q < n; m[p][q] == (p == q ? 1 : 0));
        //@ decreases n - i;
        for (int i = 0; i < n; i++) {
            //@ maintaining 0 <= j && j <= n;
            //@ maintaining (\forall int p, q; 0 <= p && p < i && 0 <= q && q < n; m[p][q] == (p == q ? 1 : 0));
            //@ maintaining (\forall int q; 0 <= q && q < j; m[i][q] == (i == q ? 1 : 0));
            //@ decreases n - j;
            for (int j = 0; j < n; j++) {
                m[i][j] = i == j ? 1 : 0;
            }
        }
    }
}
