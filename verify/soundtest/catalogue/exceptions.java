//// caught
public class Solution {
    static int t(int p) {
        int k = 1;
        try {
            k += 2;
            if (p > «1¦2»)
                throw new IllegalStateException();
            k += 10;
        } catch (IllegalStateException e) {
            k += 100;
        }
        return k;
    }
    static int tf(int p) {
        int k = 1;
        try {
            if (p == 1)
                throw new IllegalArgumentException();
            k += 10;
        } catch (RuntimeException e) {
            k += 100;
        } finally {
            k += 1000;
        }
        return k;
    }
    static int tr(int p) {
        int k = 1;
        try {
            if (p == 1)
                return k;
            k = 5;
        } finally {
            k = 7;
        }
        return k;
    }
    static int to(int p) {
        try {
            if (p == 1)
                return 1;
            throw new IllegalStateException();
        } catch (IllegalStateException e) {
            return 2;
        } finally {
            if (p == 3)
                return 9;
        }
    }
    static int tn(int p) {
        int k = 0;
        try {
            try {
                if (p > 1)
                    throw new IllegalStateException();
                k += 1;
            } catch (IllegalArgumentException e) {
                k += 10;
            } finally {
                k += 100;
            }
        } catch (IllegalStateException e) {
            k += 1000;
        }
        return k;
    }
}
//// of a call
class Halt extends RuntimeException {
}
class Base {
    int a;
    int b;
    //@ public normal_behavior
    //@ requires v >= 0;
    //@ assignable b;
    //@ ensures b == v;
    //@ also public exceptional_behavior
    //@ requires v < 0;
    //@ assignable a;
    //@ signals_only Halt;
    //@ signals (Halt e) a == 7;
    void check(int v) {
        if (v < 0) {
            a = 7;
            throw new Halt();
        }
        b = v;
    }
    //@ requires v < 100;
    //@ assignable a;
    //@ ensures v > 1 && a == v;
    //@ signals (Halt e) v <= 1 && a == 3;
    //@ signals_only Halt;
    void perhaps(int v) {
        if (v <= 1) {
            a = 3;
            throw new Halt();
        }
        a = v;
    }
}
public class Solution {
    static int t(int p) {
        Base o = new Base();
        int k = 0;
        try {
            o.check(p - «1¦2»);
            k = 1;
        } catch (Halt e) {
            k = 2;
        }
        return o.a * 100 + o.b * 10 + k;
    }
    static int tp(int p) {
        Base o = new Base();
        int k = 0;
        try {
            o.perhaps(p);
            k = 1;
        } catch (Halt e) {
            k = 2;
        } finally {
            k += 5;
        }
        return o.a * 10 + k;
    }
    //@ ensures p > 1;
    //@ signals (Halt e) p <= 1;
    //@ signals_only Halt;
    static int tt(int p) {
        Base o = new Base();
        o.perhaps(p);
        return o.a;
    }
    //@ signals (Halt e) v < 0 && o.a == 7;
    //@ signals_only Halt;
    //@ ensures v >= 0 && o.b == v;
    static void through(Base o, int v) {
        o.check(v);
    }
}
//// behaviours
public class Solution {
    static int s;
    //@ public normal_behavior
    //@ requires x > 0;
    //@ ensures \result == 1;
    //@ also public exceptional_behavior
    //@ requires x <= 0;
    //@ signals_only IllegalArgumentException;
    //@ signals (IllegalArgumentException e) true;
    static int positive(int x) {
        if (x <= 0)
            throw new IllegalArgumentException();
        return 1;
    }
    //@ requires x < 100;
    //@ ensures x > 3 && \result == x;
    //@ signals (IllegalStateException e) x <= 3;
    //@ signals_only IllegalStateException;
    static int large(int x) {
        if (x > 3)
            return x;
        throw new IllegalStateException();
    }
    //@ public exceptional_behavior
    //@ requires true;
    //@ assignable s;
    //@ signals_only IllegalStateException;
    //@ signals (IllegalStateException e) s == 5;
    static void always(int x) {
        s = x;
        s = 5;
        throw new IllegalStateException();
    }
    //@ public normal_behavior
    //@ requires 0 <= i && i < xs.length;
    //@ assignable \nothing;
    //@ ensures \result == xs[i];
    static int at(int[] xs, int i) {
        return xs[i];
    }
    //@ public behavior
    //@ requires x < 10;
    //@ assignable s;
    //@ ensures s == x && x >= 0;
    //@ signals (IllegalArgumentException e) s == \old(s) && x < 0;
    static void set(int x) {
        if (x < 0)
            throw new IllegalArgumentException();
        s = x;
    }
    //@ public normal_behavior
    //@ requires x != 5;
    //@ ensures true;
    static void quiet(int x) {
        if (x == 5)
            throw new IllegalStateException();
    }
}
//// of the machine
class Base {
    int a;
}
public class Solution {
    static int t(int p) {
        int[] xs = {1, 2};
        int k = 0;
        try {
            k += xs[p];
            k += 10;
        } catch (ArrayIndexOutOfBoundsException e) {
            k += 100;
        }
        return k;
    }
    static int tn(int p) {
        Base o = p > 1 ? new Base() : null;
        int k = 0;
        try {
            o.a = 3;
            k = o.a;
        } catch (NullPointerException e) {
            k = 20;
        }
        return k;
    }
    static int tc(int p) {
        Object o = p > 1 ? new Base() : "a";
        try {
            Base b = (Base) o;
            b.a = 4;
            return b.a;
        } catch (ClassCastException e) {
            return 9;
        }
    }
    static int td(int p) {
        int k = 0;
        try {
            k = 6 / (p - 1);
        } catch (ArithmeticException e) {
            k = 50;
        } finally {
            k++;
        }
        return k;
    }
    static int ts(int p) {
        Object[] xs = p > 1 ? new String[1] : new Object[1];
        try {
            xs[0] = new Base();
            return 1;
        } catch (ArrayStoreException e) {
            return 2;
        }
    }
}
//// order of catches
class Halt extends RuntimeException {
    int code;
    //@ assignable code;
    //@ ensures code == c;
    Halt(int c) {
        code = c;
    }
}
class Stop extends Halt {
    //@ assignable code;
    //@ ensures code == 8;
    Stop() {
        super(8);
    }
}
public class Solution {
    static int t(int p) {
        try {
            if (p == 1)
                throw new Halt(5);
            if (p == 2)
                throw new Stop();
            if (p == 3)
                throw new IllegalStateException();
            return 1;
        } catch (Stop e) {
            return 20 + e.code;
        } catch (Halt e) {
            return 30 + e.code;
        } catch (RuntimeException e) {
            return 40;
        }
    }
    static int tr(int p) {
        int k = 0;
        try {
            try {
                if (p < 2)
                    throw new Halt(p);
                k = 1;
            } catch (Halt e) {
                k = 10 + e.code;
                throw new Stop();
            }
        } catch (Halt e) {
            k += 100 * e.code;
        }
        return k;
    }
}
