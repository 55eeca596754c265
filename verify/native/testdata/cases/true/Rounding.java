// An int has a double of its own, and its float is as small or smaller than that of a larger one.
class Rounding {
    //@ requires 16777216 <= a && a <= 16777300 && 16777216 <= b && b <= 16777300;
    //@ requires a < b;
    //@ ensures (float) a <= (float) b;
    //@ ensures (double) a != (double) b;
    static void m(int a, int b) {
    }
}
