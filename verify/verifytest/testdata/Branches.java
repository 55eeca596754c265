public class Branches {
    //@ ensures \result >= a && \result >= b && (\result == a || \result == b);
    public static int max(int a, int b) {
        if (a > b) return a;
        return b;
    }

    //@ ensures \result > a;
    public static int maxWrong(int a, int b) {
        if (a > b) {
            return a; //! Postcondition
        }
        return b; //! Postcondition
    }

    //@ requires x > Integer.MIN_VALUE;
    //@ ensures \result == (x < 0 ? -x : x);
    public static int abs(int x) {
        return x < 0 ? -x : x;
    }

    //@ ensures \result >= 0;
    public static int absOverflow(int x) {
        return x < 0 ? -x : x; //! ArithmeticOperationRange
    }

    //@ ensures \result <==> (a && !b) || (!a && b);
    public static boolean xor(boolean a, boolean b) {
        if (a) {
            if (b) return false;
            else return true;
        }
        return b;
    }

    //@ ensures \result == (c >= 'a' && c <= 'z' ? (char) (c - 32) : c);
    public static char upper(char c) {
        if (c >= 'a' && c <= 'z') {
            return (char) (c - 'a' + 'A');
        }
        return c;
    }

    //@ requires 0 <= m && m < 12;
    //@ ensures 28 <= \result && \result <= 31;
    public static int days(int m) {
        switch (m) {
            case 1:
                return 28;
            case 3: case 5: case 8: case 10:
                return 30;
            default:
                return 31;
        }
    }

    //@ requires 0 <= m;
    //@ ensures m == 0 ==> \result == 3;
    //@ ensures m == 1 ==> \result == 2;
    //@ ensures m > 1 ==> \result == 0;
    public static int fallThrough(int m) {
        int n = 0;
        switch (m) {
            case 0:
                n++;
            case 1:
                n += 2;
                break;
            default:
                n = 0;
        }
        return n;
    }

    //@ ensures \result == 2 * x;
    public static long widen(int x) {
        return 2L * x;
    }

    //@ ensures \result == x;
    public static byte narrow(int x) {
        return (byte) x; //! ArithmeticCastRange
    }

    //@ requires -128 <= x && x <= 127;
    //@ ensures \result == x;
    public static byte narrowOk(int x) {
        return (byte) x;
    }

    //@ requires b != 0 && !(a == Integer.MIN_VALUE && b == -1);
    //@ ensures \result * b + a % b == a;
    public static int divide(int a, int b) {
        return a / b;
    }

    public static int divideByZero(int a, int b) {
        return a % b; //! PossiblyDivideByZero
    }

    //@ ensures \result == a + b;
    public static int sum(int a, int b) {
        return a + b; //! ArithmeticOperationRange
    }

    //@ requires -1000 < a && a < 1000;
    //@ ensures \result == a * a;
    public static int square(int a) {
        int b = a;
        b *= a;
        return b;
    }

    //@ requires x < Integer.MAX_VALUE - 1;
    //@ ensures \result == 2 * x + 1;
    //@ requires -1000000000 < x && x < 1000000000;
    public static int sideEffects(int x) {
        int y = x++;
        return y + x;
    }

    //@ ensures \result == 7;
    public static int constants() {
        final int a = 3;
        return a + 4;
    }

    //@ requires 0 <= i && i < 3;
    //@ ensures \result == (i == 0 ? 'a' : i == 1 ? 'b' : 'c');
    public static char arrow(int i) {
        return switch (i) {
            case 0 -> 'a';
            case 1 -> 'b';
            default -> 'c';
        };
    }

    //@ ensures \result ==> x != 0;
    public static boolean guard(int x, int y) {
        return x != 0 && y / x > 2; //! ArithmeticOperationRange
    }
}
