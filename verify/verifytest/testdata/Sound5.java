// Ghost state, constructors of superclasses, and methods that are overridden.
public class Sound5 {
    //@ public ghost int g;

    //@ assignable \nothing;
    void setsGhost() {
        //@ set g = 5; //! Assignable
    }

    //@ requires g < 100;
    //@ ensures g == \old(g) + 1;
    void countsGhost() {
        //@ set g = g + 1;
    }

    //@ requires g == 1;
    //@ ensures \result == 7;
    int afterGhost() {
        countsGhost();
        return 6; //! Postcondition
    }

    //@ requires g == 1;
    //@ ensures g == 1;
    void ghostUnchanged() { //! Postcondition
        countsGhost();
    }

    //@ requires n == 3;
    static void ghostInACase(int n) {
        //@ ghost int q = 0;
        //@ loop_invariant 0 <= i <= n;
        //@ decreases n - i;
        for (int i = 0; i < n; i++) {
            switch (n) {
                case 1:
                    i = i + 0;
                    //@ set q = 1;
                default:
                    i = i + 0;
                    //@ set q = 1;
            }
        }
        //@ assert q == 0; //! Assert
    }
}

class Sound5Super {
    int v;
    static int made;

    //@ assignable made;
    //@ ensures v == n && made == n;
    Sound5Super(int n) {
        v = n;
        made = n;
    }

    //@ assignable made;
    //@ ensures v == 5 && made == 5;
    Sound5Super() {
        v = 5;
        made = 5;
    }
}

class Sound5Explicit extends Sound5Super {
    int w = v + 1;

    //@ assignable made;
    //@ ensures w == 1;
    Sound5Explicit() { //! Postcondition
        super(7);
    }

    //@ assignable made;
    //@ ensures w == n + 1 && v == n;
    //@ requires 0 <= n < 100;
    Sound5Explicit(int n) {
        super(n);
    }
}

class Sound5Implicit extends Sound5Super {
    int w = v;

    //@ assignable made;
    //@ ensures v == 0;
    Sound5Implicit() { //! Postcondition
        made = 5;
    }

    //@ assignable made;
    //@ ensures v == 5 && w == 5 && made == 5;
    Sound5Implicit(int n) {
    }

    //@ assignable \nothing;
    Sound5Implicit(String s) { //! Assignable
    }
}

class Sound5Default extends Sound5Super {
    int w = v;

    //@ ensures \result == 0;
    static int inherited() {
        return new Sound5Default().v; //! Postcondition
    }

    //@ ensures \result == 5;
    static int initialised() {
        return new Sound5Default().w;
    }

    //@ requires made == 0;
    //@ ensures made == 0;
    static void counted() { //! Postcondition
        new Sound5Default();
    }
}

class Sound5Silent {
    int f(int x) {
        return 1;
    }

    static int admits(Sound5Silent a) {
        return a.f(0);
    }
}

// Whoever calls the method of the superclass, which says nothing, may give it 0.
class Sound5Demanding extends Sound5Silent {
    //@ requires x > 0;
    //@ ensures \result >= 0;
    int f(int x) {
        return 10 / x; //! PossiblyDivideByZero
    }
}

class Sound5Throws {
    //@ requires b != 0 && a > 0;
    //@ signals_only ArithmeticException;
    //@ also
    //@ requires b == 0 && a > 0;
    //@ signals_only ArithmeticException;
    static int divide(int a, int b) {
        return a / b;
    }

    //@ ensures \result == 1;
    static int unseenException() {
        try {
            divide(1, 0);
            return 1;
        } catch (ArithmeticException e) {
            return 2; //! Postcondition
        }
    }
}
