public class Syntax2 {
    //@ requires x > 0;
    public static int f(int x) { //!ok SyntaxError
        return x;
    }
}
