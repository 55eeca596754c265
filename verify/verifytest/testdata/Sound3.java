// Objects under construction and dispatch.
public class Sound3 {
    /*@ spec_public */ private String label;
    /*@ spec_public */ private int size;
    //@ public invariant size >= 0;

    public Sound3() {
        int n = length(); //! InvariantEntrance
        label = "a";
        size = 1;
    }

    public Sound3(String s) {
        label = s;
        size = s.length();
        int n = length();
    }

    public Sound3(int n) {
        int k = measure(this); //! InvariantEntrance
        label = "a";
        size = 1;
    }

    //@ ensures \result >= 0;
    public int length() {
        return label.length();
    }

    //@ ensures \result >= 0;
    public static int measure(Sound3 o) {
        return o.label.length();
    }
}

class Sound3A {
    //@ ensures \result >= 1;
    public /*@ pure */ int f() {
        return 1;
    }

    //@ ensures \result == 1;
    public static int one(Sound3A o) {
        return o.f(); //! Postcondition
    }

    //@ ensures \result >= 1;
    public static int positive(Sound3A o) {
        return o.f();
    }

    //@ ensures \result == 1;
    public static int exactly() {
        return new Sound3A().f();
    }
}

class Sound3B extends Sound3A {
    //@ also ensures \result == 2;
    public /*@ pure */ int f() {
        return 2;
    }
}
