// Invariants: where they are broken on the way, nothing may follow from them.
public class Sound2 {
    /*@ spec_public */ private int count;
    //@ public invariant count >= 0;

    //@ ensures \result >= 0;
    public /*@ pure */ int get() {
        return count;
    }

    //@ assignable count;
    public void inSpecification() {
        count = -1;
        //@ assert get() == 77; //! Assert
        count = 0;
    }

    //@ ensures \result == 9;
    //@ assignable o.count;
    public static int other(Sound2 o) {
        o.count = -1;
        return o.get(); //! InvariantEntrance
    }

    //@ assignable o.count;
    //@ ensures \result >= 0;
    public static int otherRestored(Sound2 o) {
        int n = o.get();
        o.count = -1;
        o.count = n;
        return o.get();
    }

    // The receiver and the parameter may be one object.
    //@ requires count > 3;
    //@ assignable count, o.count;
    //@ ensures count > 0;
    public void both(Sound2 o) { //! Postcondition
        o.count = 0;
        count = count > 3 ? 3 : count;
    }
}

class Sound2Sub extends Sound2 {
    /*@ spec_public */ private int extra;
    //@ public invariant extra >= get();

    //@ requires n >= 0;
    public Sound2Sub(int n) { //! InvariantExit
        extra = n - 1;
    }
}

class Sound2Static {
    static int total = 0;
    //@ public static invariant total >= 0;

    //@ ensures \result >= 0;
    public static int total() {
        return total;
    }

    //@ assignable total;
    //@ signals (IllegalStateException e) true;
    public static void throwing() {
        total = -1;
        throw new IllegalStateException(); //! InvariantExit
    }

    //@ assignable total;
    public static int calls() {
        total = -1;
        int n = total(); //! InvariantEntrance
        total = 0;
        return n;
    }
}

class Sound2User {
    //@ assignable Sound2Static.total;
    public static void foreign() { //! InvariantExit
        Sound2Static.total = -1;
    }
}
