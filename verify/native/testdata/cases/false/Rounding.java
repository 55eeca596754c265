// An int is rounded to the nearest float: two may become one.
class Rounding {
    //@ requires 16777216 <= a && a <= 16777300 && 16777216 <= b && b <= 16777300;
    //@ requires a != b;
    //@ ensures (float) a != (float) b;
    static void m(int a, int b) {
    }
}
