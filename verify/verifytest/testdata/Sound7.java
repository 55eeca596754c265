// Pure methods that need not come to an end or have a value, and what is null while
// an object is made.
public class Sound7 {
    //@ ensures b != 0;
    //@ signals (ArithmeticException e) true;
    static /*@ pure */ int remainder(int a, int b) {
        return a % b;
    }

    //@ ensures remainder(1, 0) == remainder(1, 0) && \result == 7;
    static int ofAThrowingOne() {
        return 6; //! Postcondition
    }

    //@ requires b != 0;
    //@ ensures \result == a % b;
    static /*@ pure */ int remainderOf(int a, int b) {
        return a % b;
    }

    //@ ensures \result == remainderOf(7, 4);
    static int ofATotalOne() {
        return 3;
    }

    // The counter never reaches the bound.
    //@ ensures false;
    static /*@ pure */ int endless() { //!warn UnreachableEnd
        //@ loop_invariant b <= 127;
        for (byte b = 0; b < 128; b++) { //! ArithmeticCastRange
        }
        return 1;
    }

    //@ ensures endless() == endless() && \result == 7;
    static int ofAnEndlessOne() {
        return 6; //! Postcondition
    }

    //@ ensures (\num_of byte b; 126 <= b && b < 129; true) == 3;
    static void beyondAByte() { //! Postcondition
    }

    //@ ensures (\num_of byte b; 125 <= b && b < 128; true) == 3;
    static void withinAByte() {
    }
}

class Sound7Named {
    String name;

    Sound7Named(String n) {
        //@ assert get() == get();
        //@ assert n == null; //! Assert
        name = n;
    }

    //@ ensures \result != null;
    /*@ pure */ String get() {
        return name;
    }

    //@ ensures \result.length() >= 0;
    static String nameOf(Sound7Named n) {
        return n.get();
    }
}

// What has run when a null is noticed.
class Sound7Order {
    //@ assignable \nothing;
    void take(int k) {
    }

    //@ ensures \result == 0;
    static int argumentsFirst() {
        int x = 0;
        Sound7Order o = null;
        try {
            o.take(x = 5);
        } catch (NullPointerException e) {
            return x; //! Postcondition
        }
        return 0;
    }

    //@ ensures \result == 5;
    static int argumentsFirstOfAString() {
        int x = 0;
        String s = null;
        try {
            s.charAt(x = 5);
        } catch (NullPointerException e) {
            return x;
        }
        return 5;
    }

    //@ ensures \result == 3;
    static int leftUnboxedFirst(/*@ nullable */ Integer a) {
        int x = 0;
        try {
            boolean y = a < (x = 3);
        } catch (NullPointerException e) {
            return x; //! Postcondition
        }
        return 3;
    }

    //@ ensures \result == 0;
    static int leftUnboxedFirstIndeed(/*@ nullable */ Integer a) {
        int x = 0;
        try {
            boolean y = a < (x = 3);
        } catch (NullPointerException e) {
            return x;
        }
        return 0;
    }
}

// The rounds of which loop.
class Sound7Rounds {
    //@ requires a.length > 0 && n > 3;
    static void innermost(int[] a, int n) {
        //@ maintaining true;
        for (int v : a) {
            //@ maintaining 0 <= i && i <= n;
            //@ maintaining \count < a.length; //! UnsupportedConstruct
            //@ decreases n - i;
            for (int i = 0; i < n; i++) {
            }
        }
    }

    static void outer(int[] a) {
        int c = 0;
        //@ maintaining c == \count;
        for (int v : a) {
            for (int i = 0; i < 2; i++) {
            }
            //@ assert \count < a.length;
            c++;
        }
        //@ assert c == a.length;
    }
}
