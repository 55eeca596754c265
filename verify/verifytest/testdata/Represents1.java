// A model field is what its class says that it represents, and a frame that names a
// field takes in what is in its group.
class Represents1 {
    //@ public model int size;
    private int n; //@ in size;
    private int other;
    //@ private represents size = n;

    //@ requires n < 100;
    //@ assignable size;
    //@ ensures size == \old(size) + 1;
    void add() { //!ok Postcondition
        n++;
    }

    //@ requires n < 100;
    //@ assignable size;
    //@ ensures size == \old(size);
    void addWrong() { //! Postcondition
        n++;
    }

    //@ assignable size;
    void outside() { //!ok Assignable
        n = 0;
    }

    //@ assignable size;
    void outsideWrong() {
        other = 1; //! Assignable
    }

    //@ requires 0 <= r.size && r.size < 50;
    //@ ensures r.size == \old(r.size) + 2;
    static void twice(Represents1 r) {
        r.add();
        r.add();
    }

    //@ requires 0 <= r.size && r.size < 50;
    //@ ensures r.size == \old(r.size) + 1;
    static void twiceWrong(Represents1 r) { //! Postcondition
        r.add();
        r.add();
    }

    //@ ensures \result == size;
    /*@ pure @*/ int get() {
        return n;
    }

    //@ ensures \result == size;
    /*@ pure @*/ int getWrong() {
        return n + 0 * other - (n == 7 ? 1 : 0); //! Postcondition
    }

    // Lemmas are proved like methods.
    //@ requires 0 <= x;
    //@ ensures \result && x * x >= 0;
    //@ model static pure boolean square(int x) { return true; }

    //@ ensures \result == 2;
    //@ model static pure int two() { return 1; } //! Postcondition
}
