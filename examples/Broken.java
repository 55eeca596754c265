/** What the error messages look like: every method has a mistake, except the last. */
public class Broken {

    //@ requires n >= 0
    //@ ensures \reslut >= 0;
    public static int half(int n) {
        return n / 2
    }

    //@ ensures \result == a & \result >= b;
    public static int larger(int a, int b) {
        return a > b ? a : bb;
    }

    public static int fine(int x) {
        return x + 1;
    }
}
