import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

// Boxes as objects, the content of the library's objects in frames, and invariants
// of receivers of which only a superclass is known.
public class Sound6 {
    //@ ensures \result;
    static boolean boxedTwice(int x) {
        Integer a = x;
        Integer b = x;
        return a == b; //! Postcondition
    }

    //@ requires -128 <= x <= 127;
    //@ ensures \result;
    static boolean boxedSmall(int x) {
        Integer a = x;
        Integer b = x;
        return a == b;
    }

    //@ ensures \result;
    static boolean boxedOnce(int x) {
        Integer a = x;
        return a == a;
    }

    //@ ensures \result;
    static boolean boxedAsObjects(int x) {
        Object a = x;
        Object b = x;
        return a == b; //! Postcondition
    }

    //@ ensures \result;
    static boolean boxedEqual(int x) {
        Integer a = x;
        Integer b = x;
        return a.equals(b);
    }

    //@ requires l.size() < 1000;
    //@ assignable \nothing;
    static void addsToAList(List<Integer> l) {
        l.add(1); //! Assignable
    }

    //@ requires l.size() < 1000;
    //@ assignable l.*;
    static void addsAsItSays(List<Integer> l) {
        l.add(1);
    }

    //@ requires l.size() < 1000;
    //@ ensures l.size() == \old(l.size());
    static void sizeAfterCall(List<Integer> l) { //! Postcondition
        addsAsItSays(l);
    }

    //@ assignable \nothing;
    //@ ensures \result == 1;
    static int addsToItsOwn() {
        List<Integer> l = new ArrayList<>();
        l.add(1);
        return l.size();
    }

    //@ assignable \nothing;
    static void puts(Map<String, Integer> m) {
        m.put("a", 1); //! Assignable
    }

    //@ assignable \nothing;
    static void appends(StringBuilder b) {
        b.append('c'); //! Assignable
    }

    static void copiesObjects(Object[] a, Object[] b) {
        if (a.length == b.length) {
            System.arraycopy(a, 0, b, 0, a.length); //! PossiblyBadArrayAssignment
        }
    }

    static void copiesToItsOwn(Object[] a) {
        Object[] b = new Object[a.length];
        System.arraycopy(a, 0, b, 0, a.length);
    }

    static void copiesNumbers(int[] a, int[] b) {
        if (a.length == b.length) {
            System.arraycopy(a, 0, b, 0, a.length);
        }
    }
}

class Sound6Base {
    int v = 1;
    //@ public invariant v > 0;

    static /*@ pure */ int[] made() {
        return new int[1];
    }

    // The receiver may be a Sound6Sub.
    //@ requires n > 0;
    //@ assignable v;
    void set(int n) { //! Invariant
        v = n;
    }

    //@ assignable v;
    void lower() { //! Invariant
        v = 1;
    }
}

class Sound6Sub extends Sound6Base {
    int w = 1;
    //@ public invariant w == v;

    //@ requires n > 0;
    //@ assignable v, w;
    //@ ensures v == n;
    void both(int n) {
        v = n;
        w = n;
    }
}

// Broken on the way, which what is called does not look at; nothing follows from it.
class Sound6Broken {
    int v = 1;
    //@ public invariant v > 0;

    //@ assignable v;
    void callsBlind() {
        v = 0;
        int[] k = Sound6Blind.made();
        //@ assert k == null; //! Assert
        v = 1;
    }

    //@ assignable v;
    void callsBlindly() { //!warn UnreachableEnd
        v = 0;
        try {
            Sound6Blind.boom();
            //@ unreachable;
        } catch (RuntimeException e) {
            //@ assert v == 1; //! Assert
        }
        v = 1;
    }
}

class Sound6Blind {
    //@ ensures \fresh(\result);
    static /*@ pure */ int[] made() {
        return new int[1];
    }

    //@ ensures false;
    //@ signals_only RuntimeException;
    static /*@ pure */ void boom() {
        throw new RuntimeException();
    }
}
