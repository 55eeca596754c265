// What has no meaning for the verifier is refused by name, never passed over.
public class Unsupported1 {
    public static int lambda(int x) {
        Runnable r = () -> { }; //!native UnsupportedConstruct: a function as a value
        return x;
    }

    //@ ensures \result == x;
    public static int plain(int x) { //!ok UnsupportedConstruct
        return x;
    }
}
