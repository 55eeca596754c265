public class Syntax3 {
    public static int f(int x) {
        return x + ; //! SyntaxError
    }
}
