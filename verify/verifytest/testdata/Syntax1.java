public class Syntax1 {
    //@ requires x > ; //! SyntaxError
    public static int f(int x) {
        return x;
    }
}
