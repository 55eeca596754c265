//// switch
public class Solution {
    static int t(int p) {
        int k = 0;
        switch (p) {
            case 0:
                k += 1;
                break;
            case 1:
                k += 10;
            case 2:
                k += 100;
                break;
            default:
                k += 1000;
        }
        return k;
    }
    static int te(int p) {
        return switch (p) {
            case 0, 1 -> 5;
            case 2 -> {
                int k = p + 1;
                yield k * 10;
            }
            default -> 7;
        };
    }
    static int ts(int p) {
        String s = p > 1 ? "ab" : "c";
        switch (s) {
            case "ab":
                return 1;
            case "c":
                return 2;
        }
        return 3;
    }
    static int ta(int p) {
        int k = 0;
        switch (p) {
            case 1 -> k = 4;
            case 3 -> k = 6;
        }
        return k;
    }
}
//// labels
public class Solution {
    static int t(int p) {
        int k = 0;
        out: {
            k += 1;
            if (p > 1)
                break out;
            k += 10;
        }
        return k;
    }
    static int tf(int p) {
        int k = 0;
        out: {
            try {
                if (p == 1)
                    break out;
                k += 10;
            } finally {
                k += 100;
            }
            k += 1000;
        }
        return k;
    }
}
//// short circuits
public class Solution {
    static int s;
    //@ requires s < 1000;
    //@ assignable s;
    //@ ensures s == \old(s) + 1 && \result == b;
    static boolean count(boolean b) {
        s++;
        return b;
    }
    static int t(int p) {
        s = 0;
        boolean b = p > 1 && count(p > 2);
        boolean c = p > 1 || count(true);
        return s * 100 + (b ? 10 : 20) + (c ? 1 : 2);
    }
    static int tn(int p) {
        s = 0;
        boolean b = p > 1 & count(p > 2);
        boolean c = p > 1 | count(true);
        return s * 100 + (b ? 10 : 20) + (c ^ b ? 1 : 2);
    }
    static int tc(int p) {
        s = 0;
        int k = p > 1 ? (count(true) ? 3 : 4) : 5;
        return s * 10 + k;
    }
    //@ ensures \result == (x != 0 && 10 / x > 2);
    static boolean safe(int x) {
        return x != 0 && 10 / x > 2;
    }
    //@ ensures \result == (xs == null || xs.length == 0);
    static boolean empty(/*@ nullable @*/ int[] xs) {
        return xs == null || xs.length == 0;
    }
}
