// Assignments to fields whose class has invariants: KeY checks those of the receiver and of
// its own class's static state.
public class Writes {
    private static int total;
    private int count;

    //@ private static invariant 0 <= total;
    //@ private invariant 0 <= count;

    void own() {
        count = 1;
        this.count = 2;
        total = 3;
    }

    void others(Writes w) {
        w.count = -1;
    }

    static class Nested {
        void around() {
            total = -1;
        }
    }
}

class Below extends Writes {
    static int depth;

    //@ static invariant 0 <= depth;

    void depth() {
        depth = 1;
    }
}

class Deeper extends Below {
    void above() {
        depth = -1;
    }
}
