public class Type3 {
    //@ ensures \result == x;
    public static boolean f(int x) {
        return x; //! TypeError
    }
}
