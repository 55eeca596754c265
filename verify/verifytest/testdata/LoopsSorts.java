public class LoopsSorts {
    //@ ensures (\forall int i, j; 0 <= i && i < j && j < a.length; a[i] <= a[j]);
    public static void insertionSort(int[] a) {
        //@ maintaining 0 <= i;
        //@ maintaining i <= a.length || a.length == 0;
        //@ maintaining (\forall int p, q; 0 <= p && p < q && q < i && q < a.length; a[p] <= a[q]);
        //@ decreases a.length - i;
        for (int i = 0; i < a.length; i++) {
            int x = a[i];
            int j = i - 1;
            //@ maintaining -1 <= j && j < i;
            //@ maintaining (\forall int p, q; 0 <= p && p < q && q <= j; a[p] <= a[q]);
            //@ maintaining (\forall int p, q; j + 1 < p && p < q && q <= i; a[p] <= a[q]);
            //@ maintaining (\forall int p, q; 0 <= p && p <= j && j + 1 < q && q <= i; a[p] <= a[q]);
            //@ maintaining (\forall int q; j + 1 < q && q <= i; x < a[q]);
            //@ decreases j + 1;
            while (j >= 0 && a[j] > x) {
                a[j + 1] = a[j];
                j--;
            }
            a[j + 1] = x;
        }
    }

    //@ ensures (\forall int i, j; 0 <= i && i < j && j < a.length; a[i] <= a[j]);
    public static void selectionSort(int[] a) {
        //@ maintaining 0 <= i && i <= a.length;
        //@ maintaining (\forall int p, q; 0 <= p && p < i && p < q && q < a.length; a[p] <= a[q]);
        //@ decreases a.length - i;
        for (int i = 0; i < a.length; i++) {
            int m = i;
            //@ maintaining i + 1 <= j && j <= a.length && i <= m && m < a.length;
            //@ maintaining (\forall int q; i <= q && q < j; a[m] <= a[q]);
            //@ decreases a.length - j;
            for (int j = i + 1; j < a.length; j++) {
                if (a[j] < a[m]) m = j;
            }
            int t = a[i];
            a[i] = a[m];
            a[m] = t;
        }
    }

    //@ ensures (\forall int i, j; 0 <= i && i < j && j < a.length; a[i] <= a[j]);
    public static void bubbleSort(int[] a) {
        int n = a.length;
        //@ maintaining 0 <= i && i <= n;
        //@ maintaining (\forall int p, q; 0 <= p && p < q && n - i <= q && q < n; a[p] <= a[q]);
        //@ decreases n - i;
        for (int i = 0; i < n; i++) {
            //@ maintaining 0 <= j && j <= n - i - 1;
            //@ maintaining (\forall int p; 0 <= p && p < j; a[p] <= a[j]);
            //@ maintaining (\forall int p, q; 0 <= p && p < q && n - i <= q && q < n; a[p] <= a[q]);
            //@ decreases n - j;
            for (int j = 0; j < n - i - 1; j++) {
                if (a[j] > a[j + 1]) {
                    int t = a[j];
                    a[j] = a[j + 1];
                    a[j + 1] = t;
                }
            }
        }
    }

    //@ ensures \result.length == a.length;
    //@ ensures (\forall int k; 0 <= k && k < a.length; \result[k] == a[k] * 2);
    //@ requires (\forall int k; 0 <= k && k < a.length; -1000 <= a[k] && a[k] <= 1000);
    public static int[] doubled(int[] a) {
        int[] r = new int[a.length];
        //@ maintaining 0 <= i && i <= a.length;
        //@ maintaining (\forall int k; 0 <= k && k < i; r[k] == a[k] * 2);
        //@ decreases a.length - i;
        for (int i = 0; i < a.length; i++) r[i] = 2 * a[i];
        return r;
    }

    //@ ensures \result <==> (\exists int i, j; 0 <= i && i < j && j < a.length; a[i] == a[j]);
    public static boolean hasDuplicate(int[] a) {
        //@ maintaining 0 <= i && i <= a.length;
        //@ maintaining (\forall int p, q; 0 <= p && p < i && p < q && q < a.length; a[p] != a[q]);
        //@ decreases a.length - i;
        for (int i = 0; i < a.length; i++) {
            //@ maintaining i + 1 <= j && j <= a.length;
            //@ maintaining (\forall int q; i < q && q < j; a[i] != a[q]);
            //@ decreases a.length - j;
            for (int j = i + 1; j < a.length; j++) {
                if (a[i] == a[j]) return true;
            }
        }
        return false;
    }

    //@ requires a.length == b.length;
    //@ ensures \result <==> (\forall int k; 0 <= k && k < a.length; a[k] == b[k]);
    public static boolean same(int[] a, int[] b) {
        boolean r = true;
        //@ maintaining 0 <= i && i <= a.length;
        //@ maintaining r <==> (\forall int k; 0 <= k && k < i; a[k] == b[k]);
        //@ decreases a.length - i;
        for (int i = 0; i < a.length; i++) {
            if (a[i] != b[i]) r = false;
        }
        return r;
    }

    //@ ensures \result.length() == s.length();
    //@ ensures (\forall int k; 0 <= k && k < s.length(); \result.charAt(k) == s.charAt(s.length() - 1 - k));
    public static String reversed(String s) {
        String r = "";
        //@ maintaining 0 <= i && i <= s.length() && r.length() == i;
        //@ maintaining (\forall int k; 0 <= k && k < i; r.charAt(k) == s.charAt(s.length() - 1 - k));
        //@ decreases s.length() - i;
        for (int i = 0; i < s.length(); i++) {
            r = r + s.charAt(s.length() - 1 - i);
        }
        return r;
    }

    //@ ensures \result.length() == s.length();
    //@ ensures (\forall int k; 0 <= k && k < s.length(); \result.charAt(k) == s.charAt(s.length() - 1 - k));
    public static String reversed2(String s) {
        StringBuilder r = new StringBuilder();
        //@ maintaining -1 <= i && i < s.length() && r.length() == s.length() - 1 - i;
        //@ maintaining (\forall int k; 0 <= k && k < r.length(); r.charAt(k) == s.charAt(s.length() - 1 - k));
        //@ decreases i + 1;
        for (int i = s.length() - 1; i >= 0; i--) {
            r.append(s.charAt(i));
        }
        return r.toString();
    }

    //@ ensures \result >= 0;
    //@ ensures (\forall int i; 0 <= i && i < a.length; a[i] >= 0) ==> \result == a.length;
    public static int countNonNegative(int[] a) {
        int c = 0;
        //@ maintaining 0 <= c && c <= \count;
        //@ maintaining (\forall int k; 0 <= k && k < \count; a[k] >= 0) ==> c == \count;
        //@ decreases a.length - \count;
        for (int x : a) {
            if (x >= 0) c++;
        }
        return c;
    }

    //@ requires a.length >= 2;
    //@ ensures (\exists int i; 0 <= i && i < a.length; a[i] == \result);
    //@ ensures (\exists int i, j; 0 <= i && i < a.length && 0 <= j && j < a.length && i != j; a[i] >= \result && a[j] >= \result);
    public static int second(int[] a) {
        int m1, m2;
        int p1, p2;
        if (a[0] >= a[1]) { m1 = a[0]; m2 = a[1]; p1 = 0; p2 = 1; } else { m1 = a[1]; m2 = a[0]; p1 = 1; p2 = 0; }
        //@ maintaining 2 <= i && i <= a.length;
        //@ maintaining 0 <= p1 && p1 < i && 0 <= p2 && p2 < i && p1 != p2 && a[p1] == m1 && a[p2] == m2 && m1 >= m2;
        //@ decreases a.length - i;
        for (int i = 2; i < a.length; i++) {
            if (a[i] > m1) { m2 = m1; p2 = p1; m1 = a[i]; p1 = i; }
            else if (a[i] > m2) { m2 = a[i]; p2 = i; }
        }
        return m2;
    }

    //@ requires 0 <= k && k <= a.length;
    //@ requires (\forall int i; 0 <= i && i < a.length; 0 <= a[i] && a[i] < 1000) && a.length < 10000;
    //@ ensures (\forall int i; 0 <= i && i < \result.length; \result[i] == (\sum int j; 0 <= j && j <= i; a[j]));
    //@ ensures \result.length == a.length;
    public static int[] prefixSums(int[] a, int k) {
        int[] r = new int[a.length];
        int s = 0;
        //@ maintaining 0 <= i && i <= a.length && 0 <= s && s <= i * 1000;
        //@ maintaining s == (\sum int j; 0 <= j && j < i; a[j]);
        //@ maintaining (\forall int p; 0 <= p && p < i; r[p] == (\sum int j; 0 <= j && j <= p; a[j]));
        //@ decreases a.length - i;
        for (int i = 0; i < a.length; i++) {
            s += a[i];
            r[i] = s;
        }
        return r;
    }

    //@ ensures \result <==> (\exists int i; 0 <= i && i < s.length(); s.charAt(i) >= '0' && s.charAt(i) <= '9');
    public static boolean hasDigit(String s) {
        int i = 0;
        //@ maintaining 0 <= i && i <= s.length();
        //@ maintaining (\forall int k; 0 <= k && k < i; !(s.charAt(k) >= '0' && s.charAt(k) <= '9'));
        //@ decreases s.length() - i;
        while (i < s.length()) {
            if (Character.isDigit(s.charAt(i)) && s.charAt(i) < 128) return true;
            i++;
        }
        return false;
    }
}
