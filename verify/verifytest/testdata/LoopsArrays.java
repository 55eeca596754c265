public class LoopsArrays {
    //@ ensures \result == -1 ==> (\forall int k; 0 <= k && k < a.length; a[k] != x);
    //@ ensures \result != -1 ==> 0 <= \result && \result < a.length && a[\result] == x;
    public static int indexOf(int[] a, int x) {
        //@ maintaining 0 <= i && i <= a.length;
        //@ maintaining (\forall int k; 0 <= k && k < i; a[k] != x);
        //@ decreases a.length - i;
        for (int i = 0; i < a.length; i++) {
            if (a[i] == x) return i;
        }
        return -1;
    }

    //@ ensures \result == (\num_of int k; 0 <= k && k < a.length; a[k] == x);
    public static int count(int[] a, int x) {
        int c = 0;
        //@ maintaining 0 <= i && i <= a.length;
        //@ maintaining 0 <= c && c <= i;
        //@ maintaining c == (\num_of int k; 0 <= k && k < i; a[k] == x);
        //@ decreases a.length - i;
        for (int i = 0; i < a.length; i++) {
            if (a[i] == x) c++;
        }
        return c;
    }

    //@ requires (\forall int i; 0 <= i && i < a.length; 0 <= a[i] && a[i] <= 1000) && a.length <= 1000;
    //@ ensures \result == (\sum int k; 0 <= k && k < a.length; a[k]);
    public static int sum(int[] a) {
        int s = 0;
        //@ maintaining 0 <= i && i <= a.length;
        //@ maintaining 0 <= s && s <= 1000 * i;
        //@ maintaining s == (\sum int k; 0 <= k && k < i; a[k]);
        //@ decreases a.length - i;
        for (int i = 0; i < a.length; i++) {
            s += a[i];
        }
        return s;
    }

    //@ requires a.length > 0;
    //@ ensures (\forall int k; 0 <= k && k < a.length; \result >= a[k]);
    //@ ensures (\exists int k; 0 <= k && k < a.length; \result == a[k]);
    public static int max(int[] a) {
        int m = a[0];
        //@ maintaining 1 <= i && i <= a.length;
        //@ maintaining (\forall int k; 0 <= k && k < i; m >= a[k]);
        //@ maintaining (\exists int k; 0 <= k && k < i; m == a[k]);
        //@ decreases a.length - i;
        for (int i = 1; i < a.length; i++) {
            if (a[i] > m) m = a[i];
        }
        return m;
    }

    //@ requires a.length > 0;
    //@ ensures \result == (\max int k; 0 <= k && k < a.length; a[k]);
    public static int max2(int[] a) {
        int m = a[0];
        //@ maintaining 1 <= i && i <= a.length;
        //@ maintaining m == (\max int k; 0 <= k && k < i; a[k]);
        //@ decreases a.length - i;
        for (int i = 1; i < a.length; i++) {
            m = Math.max(m, a[i]);
        }
        return m;
    }

    //@ requires (\forall int i, j; 0 <= i && i < j && j < a.length; a[i] <= a[j]);
    //@ ensures \result == -1 ==> (\forall int k; 0 <= k && k < a.length; a[k] != x);
    //@ ensures \result >= 0 ==> \result < a.length && a[\result] == x;
    public static int binarySearch(int[] a, int x) {
        int lo = 0, hi = a.length - 1;
        //@ maintaining 0 <= lo && lo <= a.length && -1 <= hi && hi < a.length;
        //@ maintaining (\forall int k; 0 <= k && k < lo; a[k] < x);
        //@ maintaining (\forall int k; hi < k && k < a.length; a[k] > x);
        //@ decreases hi - lo + 1;
        while (lo <= hi) {
            int mid = lo + (hi - lo) / 2;
            if (a[mid] < x) lo = mid + 1;
            else if (a[mid] > x) hi = mid - 1;
            else return mid;
        }
        return -1;
    }

    //@ ensures (\forall int k; 0 <= k && k < a.length; a[k] == \old(a[a.length - 1 - k]));
    public static void reverse(int[] a) {
        int i = 0, j = a.length - 1;
        //@ maintaining 0 <= i && i + j == a.length - 1 && i <= j + 2;
        //@ maintaining (\forall int k; 0 <= k && k < i; a[k] == \old(a[a.length - 1 - k]) && a[a.length - 1 - k] == \old(a[k]));
        //@ maintaining (\forall int k; i <= k && k <= j; a[k] == \old(a[k]));
        //@ decreases j - i + 2;
        while (i < j) {
            int t = a[i];
            a[i] = a[j];
            a[j] = t;
            i++;
            j--;
        }
    }

    //@ ensures \result <==> (\forall int k; 0 <= k && k < s.length(); s.charAt(k) == s.charAt(s.length() - 1 - k));
    public static boolean isPalindrome(String s) {
        int n = s.length();
        //@ maintaining 0 <= i && i <= n / 2;
        //@ maintaining (\forall int k; 0 <= k && k < i; s.charAt(k) == s.charAt(n - 1 - k));
        //@ decreases n - i;
        for (int i = 0; i < n / 2; i++) {
            if (s.charAt(i) != s.charAt(n - 1 - i)) return false;
        }
        return true;
    }

    //@ ensures \result == (\num_of int k; 0 <= k && k < s.length(); s.charAt(k) == 'a' || s.charAt(k) == 'e');
    public static int vowels(String s) {
        int c = 0;
        //@ maintaining 0 <= i && i <= s.length() && 0 <= c && c <= i;
        //@ maintaining c == (\num_of int k; 0 <= k && k < i; s.charAt(k) == 'a' || s.charAt(k) == 'e');
        //@ decreases s.length() - i;
        for (int i = 0; i < s.length(); i++) {
            char ch = s.charAt(i);
            if (ch == 'a' || ch == 'e') c++;
        }
        return c;
    }
}
