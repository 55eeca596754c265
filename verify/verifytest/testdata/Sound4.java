import java.util.List;

// What is evaluated when, what is written where, and what a call may change.
public class Sound4 {
    //@ assignable \nothing;
    //@ ensures \result == 0;
    static int rightSideFirst(int[] a) {
        int x = 0;
        try {
            a[-1] = (x = 5);
        } catch (ArrayIndexOutOfBoundsException e) {
            return x; //! Postcondition
        }
        return 0;
    }

    int field;

    //@ ensures \result == (o == null ? 5 : 0);
    //@ assignable o.field;
    static int rightSideBeforeNull(/*@ nullable */ Sound4 o) {
        int x = 0;
        try {
            o.field = (x = 5);
        } catch (NullPointerException e) {
            return x;
        }
        return 0;
    }

    //@ requires a.length == 2;
    //@ assignable \nothing;
    //@ ensures \result == 1;
    static int whichThrows(int[] a) {
        try {
            a[2] = 1 / (a.length - 2);
        } catch (ArrayIndexOutOfBoundsException e) {
            return 1;
        } catch (ArithmeticException e) {
            return 2; //! Postcondition
        }
        return 3;
    }

    //@ requires a.length == 2;
    //@ assignable \nothing;
    //@ ensures \result == 1;
    static int compoundLeftFirst(int[] a) {
        try {
            a[2] += 1 / (a.length - 2);
        } catch (ArrayIndexOutOfBoundsException e) {
            return 1;
        } catch (ArithmeticException e) {
            return 2;
        }
        return 3;
    }

    static int nullString(/*@ nullable */ String s) {
        switch (s) { //! PossiblyNullValue
            case "a": return 1;
            default: return 2;
        }
    }

    enum Colour { RED, GREEN }

    static int nullEnum(/*@ nullable */ Colour c) {
        return switch (c) { case RED -> 1; case GREEN -> 2; }; //! PossiblyNullValue
    }

    //@ ensures \result == 2;
    static int caughtNull(/*@ nullable */ Integer n) {
        try {
            switch (n) {
                case 1: return 2;
                default: return 2;
            }
        } catch (NullPointerException e) {
            return 3; //! Postcondition
        }
    }

    //@ requires 0 <= n <= 5;
    //@ ensures \result >= 5;
    static int countsByFractions(int n) {
        int i = 5;
        //@ loop_invariant 0 <= k <= n;
        //@ decreases n - k;
        for (int k = 0; k < n; k++) {
            i += -0.5;
        }
        return i; //! Postcondition
    }

    static void narrowArray() {
        Object[] o = new String[1];
        o[0] = Integer.valueOf(3); //! PossiblyBadArrayAssignment
    }

    static void narrowRows() {
        Object[] o = new int[1][];
        o[0] = "x"; //! PossiblyBadArrayAssignment
    }

    static void narrowFits() {
        Object[] o = new String[1];
        o[0] = "x";
    }

    //@ ensures \result == 5;
    static int assertAssigns() {
        int x = 0;
        assert (x = 5) > 0; //! UnsupportedConstruct
        return x;
    }

    //@ assignable this.*;
    void touch() {
        field = field == 9 ? 8 : 9;
    }

    void touched(Sound4 o) {
        o.touch();
        //@ assert o.field == \old(o.field); //! Assert
    }

    //@ assignable field;
    //@ ensures field == 3;
    /*@ pure */ void pureWrites() {
        field = 3; //! Assignable
    }

    //@ assignable \everything;
    /*@ pure */ void pureWritesAll() {
        field = 3; //! Assignable
    }

    // The arrays that two ways through an unrolled loop write.
    //@ requires a.length == 3 && b.length == 3 && a != b && n == 2 && b[0] == 0;
    //@ assignable a[*], b[*];
    //@ ensures b[0] == 0;
    static void unrolledTwice(int[] a, int[] b, int n) { //! Postcondition
        int m = 1;
        for (int k = 0; k < 2; k++) {
            for (int i = 0; i < m; i++) { //!warn MissingLoopInvariant
                int[] c = k == 0 ? a : b;
                c[i] = 7;
            }
            m = n;
        }
    }

    static int charactersOf(char[] cs, int from) {
        return new String(cs, from, 2).length(); //! PossiblyTooLargeIndex
    }

    //@ ensures \result == 0;
    static int copyOfNull(/*@ nullable */ String s) {
        return new String(s).length() * 0; //! PossiblyNullValue
    }
}

// Pure methods as functions of what they read.
class Sound4Reads {
    //@ requires a.length <= 1000;
    static /*@ pure */ int first(int[] a) {
        for (int v : a) {
            return v;
        }
        return 0;
    }

    //@ requires a.length == 1 && a[0] == 1;
    //@ assignable a[0];
    //@ ensures first(a) == \old(first(a));
    static void readsByForEach(int[] a) { //! Postcondition
        a[0] = 2;
    }

    //@ requires a.length == 1 && a[0] == 1;
    //@ assignable a[0];
    static void readsByForEachInCode(int[] a) {
        int x = first(a);
        a[0] = 2;
        int y = first(a);
        //@ assert x == y; //! Assert
    }

    static /*@ pure */ int size(List<Integer> l) {
        return l.size();
    }

    //@ requires l.size() < 1000;
    static void readsAList(List<Integer> l) {
        int x = size(l);
        l.add(3);
        int y = size(l);
        //@ assert x == y; //! Assert
    }

    //@ requires l.size() < 1000;
    static void readsTheSameList(List<Integer> l) {
        int x = size(l);
        int y = size(l);
        //@ assert x == y;
    }

    static /*@ pure */ int last(StringBuilder b) {
        return b.length();
    }

    static void readsABuilder(StringBuilder b) {
        int x = last(b);
        b.append('c');
        int y = last(b);
        //@ assert x == y; //! Assert
    }

    static long now() {
        return System.nanoTime();
    }

    static void readsTheClock() {
        long x = now();
        long y = now();
        //@ assert x == y; //! Assert
    }

    //@ requires \nonnullelements(a);
    //@ ensures \result == 1;
    static /*@ pure */ int whole(Object[] a) {
        return 1;
    }

    // What holds of the arguments that a method admits.
    //@ ensures s != null;
    static /*@ pure */ boolean ok(String s) {
        return true;
    }

    //@ requires t == null;
    //@ ensures ok(t) == ok(t) && \result == 7;
    static int ofNull(/*@ nullable */ String t) {
        return 6; //! Postcondition
    }

    //@ ensures \fresh(\result);
    static /*@ pure */ String cat(String a, String b) {
        return a + b;
    }

    //@ ensures \result == 7;
    static int freshByPlus(String a) {
        String s = cat(a, "b");
        return 6; //! Postcondition
    }

    //@ ensures \fresh(\result);
    static String append(String a, String b) {
        String c = a;
        c += b;
        return c;
    }

    //@ ensures \result == 7;
    static int freshByAssignment(String a) {
        String s = append(a, "b");
        return 6; //! Postcondition
    }
}
