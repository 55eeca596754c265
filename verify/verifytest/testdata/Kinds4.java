// Each kind of failure, and beside it the nearest program that verifies: what a
// class promises of its objects.
public class Kinds4 {
    private /*@ spec_public */ int level;
    private /*@ spec_public */ int limit = 10;
    private /*@ spec_public */ String label; //! PossiblyNullField
    private /*@ spec_public nullable */ String note = null;
    private static /*@ spec_public */ int made = 0;

    //@ public invariant 0 <= level && level <= limit && 1 <= limit;
    //@ public static invariant made >= 0;
    //@ public initially level == 0;
    //@ public constraint limit == \old(limit);

    public Kinds4() { //!ok Initially
        label = "a";
    }

    //@ requires 1 <= n && n <= 10;
    public Kinds4(int n) { //! Initially
        label = "b";
        level = n;
    }

    public Kinds4(String s) { //!ok PossiblyNullField
        label = s;
    }

    public Kinds4(String s, boolean b) {
        if (b) label = s;
    }

    //@ requires level < limit;
    //@ assignable level;
    public void up() { //!ok InvariantExit
        level++;
    }

    //@ requires level < Integer.MAX_VALUE;
    //@ assignable level;
    public void upWrong() { //! InvariantExit
        level++;
    }

    //@ assignable level;
    //@ ensures level == limit;
    public void reset() { //!ok Constraint
        level = limit;
    }

    //@ requires limit < 100;
    //@ assignable level, limit;
    public void raise() { //! Constraint
        limit++;
        level = limit;
    }

    //@ assignable level;
    //@ ensures level == limit;
    public void calls() { //!ok InvariantEntrance
        level = 0;
        up();
        reset();
    }

    //@ assignable level;
    public void callsWrong() {
        level = -1;
        reset(); //! InvariantEntrance
        level = 0;
    }

    //@ assignable level;
    private /*@ helper */ void drop() {
        level = -1;
    }

    //@ assignable level;
    public void callsHelper() {
        drop();
        level = 0;
    }

    //@ requires o.limit > 5;
    //@ assignable o.level;
    public static void other(Kinds4 o) { //!ok Invariant
        o.level = 5;
    }

    //@ requires o.limit > 5;
    //@ assignable o.level;
    public static void otherWrong(Kinds4 o) { //! Invariant
        o.level = -5;
    }

    //@ requires made < 100;
    //@ assignable made;
    public static void count() {
        made++;
    }

    //@ assignable made;
    public static void countWrong() { //! InvariantExit
        made--;
    }

    //@ ensures 0 <= \result && \result <= limit;
    public /*@ pure */ int level() {
        return level;
    }

    //@ ensures 0 <= \result;
    public static int levelOf(Kinds4 o) {
        return o.level();
    }
}
