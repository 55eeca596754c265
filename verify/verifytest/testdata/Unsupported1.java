// What has no meaning for the verifier is refused by name, never passed over.
public class Unsupported1 {
    public static int anonymous(int x) {
        Object o = new Object() { }; //!native UnsupportedConstruct: an anonymous class
        return x;
    }

    //@ ensures \result == x;
    public static int plain(int x) { //!ok UnsupportedConstruct
        return x;
    }
}
