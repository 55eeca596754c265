// Every clause, modifier and statement of JML has a rule, or makes its method
// unsupported by its name: none is passed over.
class Clauses1 {
    int a, b;
    static Object g = "x";

    //@ accessible a; //!native UnsupportedConstruct: what a method reads is not proved
    //@ ensures true;
    int reads() {
        return b;
    }

    //@ accessible \everything;
    //@ ensures \result == b;
    int readsAll() {
        return b;
    }

    //@ captures \nothing; //!native UnsupportedConstruct: nor what it keeps
    static void keeps(Object o) {
        g = o;
    }

    //@ callable \nothing; //!native UnsupportedConstruct: nor what it calls
    int calls() {
        return readsAll();
    }

    //@ diverges false; //!native UnsupportedConstruct: nor that it ends
    static int endless() {
        while (true) { }
    }

    //@ diverges true;
    //@ ensures \result == 1;
    static int mayDiverge() {
        return 1;
    }

    //@ when a > 0; //!native UnsupportedConstruct: there is one thread
    int waits() {
        return a;
    }

    //@ working_space 1; //!native UnsupportedConstruct: no resources
    static int space() {
        return 1;
    }

    //@ duration 1; //!native UnsupportedConstruct: no resources
    static int time() {
        return 1;
    }

    //@ requires x > 0;
    //@ requires_redundantly x > 10; //!native UnsupportedConstruct: it would narrow the precondition
    //@ ensures \result > 10;
    static int redundant(int x) {
        return x;
    }

    //@ requires x > 10;
    //@ ensures \result == x;
    //@ ensures_redundantly \result > 9;
    static int follows(int x) {
        return x;
    }

    //@ requires x > 10;
    //@ ensures_redundantly \result > 11;
    static int followsNot(int x) {
        return x; //! Postcondition
    }

    //@ ensures \result > 0;
    //@ implies_that ensures \result == 5; //!native UnsupportedConstruct: consequences are not proved
    static int implied() {
        return 2;
    }

    //@ ensures \result > 0;
    //@ for_example ensures \result == 5; //!native UnsupportedConstruct: consequences are not proved
    static int example() {
        return 2;
    }

    //@ ensures \java_math(x + 1) > x; //!native UnsupportedConstruct: arithmetic is mathematical
    static void wraps(int x) { }

    //@ ensures (* it is fine *); //!native UnsupportedConstruct: prose has no value
    static void prose() { }

    int count;

    //@ assignable count;
    int next() {
        count = 1;
        return count;
    }

    //@ ensures \result == next(); //!native TypeError: a specification only looks
    int impure() {
        return 1;
    }

    // A variable takes no value that its type lacks, whatever its range says.
    //@ ensures \result == (\num_of int i; 2147483648L <= i && i < 2147483649L; true);
    static int beyond() {
        return 1; //! Postcondition
    }
}
