// Floating point is IEEE 754: NaN, infinities and rounding are there.
public class Numbers2 {
    //@ requires x == x && y == y;
    //@ ensures \result >= x && \result >= y;
    public static float max(float x, float y) {
        return x > y ? x : y;
    }

    //@ ensures \result >= x && \result >= y;
    public static float maxWrong(float x, float y) {
        return x > y ? x : y; //! Postcondition
    }

    //@ ensures \result == (double) x;
    public static double exact(int x) {
        return x;
    }

    //@ requires x > 0 && x < 100;
    //@ ensures \result < 0;
    public static float negate(float x) {
        return -x;
    }

    //@ ensures \result == (a < b);
    public static boolean less(double a, double b) {
        return a < b;
    }

    //@ ensures \result == !(a >= b);
    public static boolean lessWrong(double a, double b) {
        return a < b; //! Postcondition
    }

    //@ ensures \result;
    public static boolean reflexive(double a) {
        return a == a; //! Postcondition
    }

    //@ ensures !\result;
    public static boolean irreflexive(int a) {
        double d = a;
        return d != d;
    }

    //@ ensures \result;
    public static boolean irreflexiveWrong(int a) {
        double d = a;
        return d != d; //! Postcondition
    }
}
