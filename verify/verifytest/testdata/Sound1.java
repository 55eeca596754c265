// Programs that a verifier is easily wrong about: what is marked must not verify.
public class Sound1 {
    /*@ spec_public */ private int count;
    /*@ spec_public */ private String label;

    //@ ensures count == n;
    public /*@ pure */ Sound1(int n) {
        this.count = n;
        label = "";
    }

    // Its own object a constructor may write without saying so.
    //@ assignable count;
    //@ ensures count == s.length();
    public Sound1(String s) {
        label = s;
        count = s.length();
    }

    //@ ensures \result == 77;
    public static int afterPureConstructor() {
        Sound1 p = new Sound1(5);
        return 3; //! Postcondition
    }

    //@ ensures \result == 77;
    public static int afterSilentConstructor() {
        Sound1 p = new Sound1("a");
        return p.label.length(); //! Postcondition
    }

    //@ ensures \result == 5;
    public static int ofPureConstructor() {
        return new Sound1(5).count;
    }

    static /*@ pure */ int endless(int n) { //!warn UnreachableEnd
        while (true) { }
    }

    // No value of this method satisfies its contract, which proves it and nothing else.
    //@ ensures false;
    static /*@ pure */ int noValue(int n) { //!warn UnreachableEnd
        while (true) { }
    }

    //@ ensures \result == 5 && noValue(1) == noValue(1);
    static int usesNoValue() {
        return 6; //! Postcondition
    }

    //@ ensures false;
    //@ signals (Exception e) true;
    static /*@ pure */ int throwing(int n) {
        throw new RuntimeException();
    }

    //@ ensures \result == 5 && throwing(1) == throwing(1);
    static int usesThrowing() {
        return 6; //! Postcondition
    }

    //@ ensures false;
    static /*@ pure */ int recursive(int n) {
        return recursive(n);
    }

    //@ ensures \result == 5 && recursive(1) == recursive(1);
    static int usesRecursive() {
        return 6; //! Postcondition
    }

    // Two cases, each with a measure: neither is looked at.
    //@ requires n >= 0;
    //@ measured_by n; //!native UnsupportedConstruct: only one measure of a method has a rule
    //@ ensures false;
    //@ also
    //@ requires n < 0;
    //@ measured_by -n;
    //@ ensures false;
    static /*@ pure */ int twoCases(int n) {
        return twoCases(n);
    }

    //@ ensures \result == 5 && twoCases(1) == twoCases(1);
    static int usesTwoCases() {
        return 6; //! Postcondition
    }

    // Clauses that lean on each other.
    //@ ensures left(n) == 1;
    static /*@ pure */ int right(int n) {
        return 0; //! Postcondition
    }

    //@ ensures right(n) == 0 && left(n) == 1;
    static /*@ pure */ int left(int n) {
        int x = 0;
        //@ loop_invariant true;
        //@ decreases 5 - x;
        while (x < 5) x++;
        return 0; //! Postcondition
    }
}
