/** What a part of an expression, a call in a loop or a conversion does beside its value. */
public class Effects1 {
    int f;
    static int s;

    //@ assignable f;
    //@ ensures f == \old(f);
    boolean and(boolean b) {
        boolean r = b && (f = 1) == 1;
        return r; //! Postcondition
    }

    //@ assignable f;
    //@ ensures b ==> f == 1 && \result;
    //@ ensures !b ==> f == \old(f) && !\result;
    boolean andHolds(boolean b) {
        boolean r = b && (f = 1) == 1;
        return r;
    }

    //@ assignable f;
    //@ ensures f == \old(f);
    int conditional(boolean c) {
        int r = c ? (f = 3) : 0;
        return r; //! Postcondition
    }

    //@ assignable s;
    //@ ensures s == \old(s);
    static int ofClass(boolean c) {
        int r = c ? (s = 4) : 0;
        return r; //! Postcondition
    }

    //@ requires a.length > 0;
    //@ assignable a[0];
    //@ ensures a[0] == \old(a[0]);
    static int element(int[] a, boolean c) {
        int r = c ? (a[0] = 4) : 0;
        return r; //! Postcondition
    }

    //@ assignable f;
    //@ ensures f == 7 && \result;
    boolean seven() {
        f = 7;
        return true;
    }

    //@ assignable f;
    //@ ensures f == \old(f);
    boolean calls(boolean b) {
        return b || seven(); //! Postcondition
    }

    //@ assignable f;
    //@ ensures b ==> f == \old(f);
    //@ ensures !b ==> f == 7;
    boolean callsHolds(boolean b) {
        return b || seven();
    }
}

class Group1 {
    //@ public model int size;
    int n; //@ in size;
    //@ public represents size = n;

    //@ assignable size;
    //@ ensures n >= \old(n);
    void grow() {
        n = n < 100 ? n + 1 : n;
    }

    //@ requires n == 0;
    //@ assignable size;
    //@ ensures n == 0;
    void often(int k) { //! Postcondition
        //@ loop_invariant 0 <= i;
        //@ decreases k - i;
        for (int i = 0; i < k; i++) {
            grow();
        }
    }

    //@ requires n == 0;
    //@ assignable size;
    //@ ensures n >= 0;
    void oftenHolds(int k) {
        //@ loop_invariant 0 <= i && n >= 0;
        //@ decreases k - i;
        for (int i = 0; i < k; i++) {
            grow();
        }
    }
}

class Made1 {
    //@ requires n > 0;
    //@ ensures !\fresh(\result);
    static String text(int n) {
        String t = "a";
        //@ loop_invariant 0 <= i && i <= n;
        //@ decreases n - i;
        for (int i = 0; i < n; i++) {
            t += "b";
        }
        return t; //! Postcondition
    }

    //@ requires 0 < n && n < 1000;
    //@ ensures !\fresh(\result);
    static Integer number(int n) {
        Integer t = 5;
        //@ loop_invariant 0 <= i && i <= n;
        //@ decreases n - i;
        for (int i = 0; i < n; i++) {
            t = i + 100000;
        }
        return t; //! Postcondition
    }

    //@ ensures \result == i;
    static /*@ pure @*/ Integer box(int i) {
        return i;
    }

    //@ ensures !\fresh(\result);
    static Integer given() {
        return box(1000); //! Postcondition
    }

    //@ ensures \result;
    static boolean twice() {
        return box(1000) == box(1000); //! Postcondition
    }

    //@ ensures \result;
    static boolean twiceHolds() {
        return box(1000).intValue() == box(1000).intValue();
    }
}

class Ghosts1 {
    //@ ghost Object g;
    int v;

    //@ ensures \result == 2;
    static int made() {
        Ghosts1 c = new Ghosts1();
        //@ assert c.g != null; //! Assert
        return 1;
    }
}

class Unrolled1 {
    //@ requires a.length > 0 && n == 2;
    //@ ensures a[0] == 1.0;
    static void last(double[] a, int n) { //! Postcondition
        int i = 0;
        while (i == 0 || i < n) { //!warn MissingLoopInvariant
            double[] b = a;
            b[0] = i == 0 ? 1.0 : 2.0;
            i++;
        }
    }
}

class Old1 {
    //@ old int q = 1 / x; //! UndefinedDivideByZero
    //@ ensures \result == x;
    static int given(int x) {
        return x;
    }

    //@ old int q = 1 / x;
    //@ requires x != 0;
    //@ ensures \result == x;
    static int givenHolds(int x) {
        return x;
    }
}

class Chain1 {
    int val = 1; /*@ nullable @*/ Chain1 next;
    //@ invariant val > 0;

    //@ requires p.next != null && p.next.next != null;
    //@ ensures \result > 0;
    static /*@ pure @*/ int second(Chain1 p) {
        p = p.next;
        return p.val;
    }

    //@ requires next != null && next != this && next.next != null;
    //@ assignable next.val;
    //@ ensures false;
    void breaks() { //! Postcondition
        next.val = -1;
        //@ assert second(this) > 0; //! Assert
        next.val = 1;
    }
}

class Block1 {
    int v;
    {
        //@ refining ensures v == 7; //!native UnsupportedConstruct: what stands in initialisers is asked as what stands in methods
        v = 1;
    }

    //@ ensures true;
    public Block1() {
    }
}
