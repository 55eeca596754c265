// What a method of a superclass or an interface promises, its overriders keep.
class Shape {
    //@ ensures \result >= 0;
    /*@ pure @*/ int area() { return 0; }

    //@ requires n >= 0;
    //@ ensures \result > n;
    int grow(int n) { return n < 1000 ? n + 1 : 2147483647; } //! Postcondition

    void plain() { }

    //@ ensures true;
    Object maker() { return this; }

    void taker(/*@ nullable @*/ String o) { }
}

class Square extends Shape {
    int side;

    //@ also
    //@ ensures \result == side;
    int area() { return side; } //! Postcondition

    int grow(int m) {
        return m; //! Postcondition
    }

    void plain() { throw new IllegalStateException(); }

    /*@ nullable @*/ Object maker() { //! PossiblyNullReturn
        return null;
    }

    void taker(String o) {
        o.length(); //! PossiblyNullDeReference
    }
}

class Circle extends Shape {
    int r;

    //@ also
    //@ requires r >= 0;
    //@ ensures \result == r;
    int area() { return r < 0 ? 0 : r; }

    // The precondition may be weaker: both cases bind.
    //@ also
    //@ requires m < 0;
    //@ ensures \result == 0;
    int grow(int m) { return m < 0 ? 0 : m + 1; } //! ArithmeticOperationRange
}

interface Counter {
    //@ ensures \result == start + 1;
    int next(int start);
}

class ByOne implements Counter {
    public int next(int s) { return s + 1; } //! ArithmeticOperationRange
}

class ByTwo implements Counter {
    //@ also requires from < 1000;
    public int next(int from) {
        return from < 1000 ? (from > 100 ? from + 2 : from + 1) : from; //! Postcondition
    }
}

class Use {
    //@ ensures \result >= 0;
    static int area(Shape s) { return s.area(); }

    //@ ensures \result == 8;
    static int counted(Counter c) { return c.next(7); }

    //@ ensures \result == 0;
    static int dynamic(Shape s) { return s.area(); } //! Postcondition

    // An overrider throws.
    //@ signals (Exception e) false;
    static void throwing(Shape s) {
        s.plain(); //! ExceptionalPostcondition
    }
}
