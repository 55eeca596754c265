//// helpers
class Base {
    int a;
    //@ public invariant a >= 0;
    //@ assignable a;
    //@ ensures a == v;
    /*@ helper @*/ void raw(int v) {
        a = v;
    }
    //@ requires v >= 0;
    //@ assignable a;
    //@ ensures a == v;
    void set(int v) {
        raw(v);
    }
    //@ requires v >= 0;
    //@ assignable a;
    //@ ensures a == v;
    void mend(int v) {
        raw(-5);
        raw(v);
    }
    //@ requires v >= 0;
    //@ assignable a;
    //@ ensures a == v + 1 || v == 2147483647;
    void more(int v) {
        raw(-1);
        a = v == 2147483647 ? 0 : v + 1;
    }
    /*@ pure @*/ boolean inv() {
        return true;
    }
}
//// calls while an invariant is broken
class Base {
    int b = 1;
    //@ public invariant b >= 1;
    //@ ensures \result == 10 / b;
    /*@ pure @*/ int ratio() {
        return 10 / b;
    }
    //@ requires 1 <= v;
    //@ assignable b;
    //@ ensures b == v;
    void set(int v) {
        b = v;
    }
    //@ assignable b;
    //@ ensures b == 3;
    void change() {
        b = 0;
        b = 2;
        int k = ratio();
        b = 3;
    }
    //@ assignable b;
    //@ ensures b == 1;
    void other(Base o) {
        int k = o.ratio();
        b = 0;
        b = 1;
    }
    /*@ pure @*/ boolean inv() {
        return true;
    }
}
//// trap: another object is asked while this is broken
class Base {
    int b = 1;
    //@ public invariant b >= 1;
    //@ ensures \result == 10 / b;
    /*@ pure @*/ int ratio() {
        return 10 / b;
    }
    //@ ensures \result >= 0 || \result < 0;
    /*@ pure @*/ int of(Base o) {
        return o.ratio();
    }
    //@ assignable b;
    //@ ensures b == 2;
    void change(Base o) {
        b = 0;
        int k = o.of(this);
        b = 2;
    }
    /*@ pure @*/ boolean inv() {
        return true;
    }
}
