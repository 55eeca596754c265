public class Type2 {
    //@ requires x > y;
    public static int f(int x, int y) { //!ok TypeError
        return x;
    }
}
