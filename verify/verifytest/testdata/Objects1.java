public class Objects1 {
    private /*@ spec_public */ int count;
    private /*@ spec_public nullable */ String name;
    /*@ spec_public */ private static int total;
    //@ public invariant count >= 0;

    //@ ensures count == 0;
    public Objects1() {
        count = 0;
    }

    //@ requires n >= 0;
    //@ ensures count == n;
    public Objects1(int n) {
        this.count = n;
    }

    //@ ensures count == n;
    public Objects1(long n) { //! Postcondition //!^ InvariantExit
        this.count = -1;
    }


    //@ requires count < Integer.MAX_VALUE;
    //@ assignable count;
    //@ ensures count == \old(count) + 1;
    public void increment() {
        count++;
    }

    //@ requires count < Integer.MAX_VALUE - 1;
    //@ assignable count;
    //@ ensures count == \old(count) + 2;
    public void twice() {
        increment();
        increment();
    }

    //@ assignable \nothing;
    public void notAllowed() {
        count = 1; //! Assignable
    }

    //@ assignable count;
    public void breaksInvariant() { //! InvariantExit
        count = -1;
    }

    //@ ensures \result == count;
    public /*@ pure @*/ int get() {
        return count;
    }

    //@ requires count < 100;
    //@ ensures \result == get() + 1;
    public int callsPure() {
        return get() + 1;
    }

    public int nameLength() {
        return name.length(); //! PossiblyNullDeReference
    }

    public int nameLengthChecked() {
        if (name == null) return 0;
        return name.length();
    }

    //@ requires o.count > 3;
    //@ ensures \result > 3;
    public static int other(Objects1 o) {
        return o.count;
    }

    //@ ensures \fresh(\result) && \result.count == 7;
    public static Objects1 make() {
        return new Objects1(7);
    }

    public static Objects1 makeWrong() {
        return new Objects1(-7); //! Precondition
    }

    public static /*@ nullable */ Objects1 nullable(boolean b) {
        return b ? null : new Objects1();
    }

    public static Objects1 nonNull(boolean b) { //! PossiblyNullReturn
        if (b) return null;
        return new Objects1();
    }

    //@ assignable total;
    //@ ensures total == 5;
    public static void setTotal() {
        total = 5;
    }
}
