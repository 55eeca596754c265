public class Type1 {
    //@ requires x > y; //! TypeError
    public static int f(int x) {
        return x;
    }
}
