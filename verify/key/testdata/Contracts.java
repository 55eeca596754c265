import java.util.NoSuchElementException;
import java.util.List;

public class Contracts {
    private /*@ spec_public nullable @*/ int[] data;
    private /*@ spec_public @*/ int[][] rows = new int[0][];
    //@ public invariant data == null || data.length < 100;
    //@ ghost public int seen = 0;

    /*@ public normal_behavior
      @   requires x >= 0;
      @   ensures \result == \old(x);
      @ also
      @ public exceptional_behavior
      @   requires x < 0;
      @   signals_only IllegalArgumentException;
      @*/
    public static int check(int x) {
        if (x < 0) throw new IllegalArgumentException("negative");
        return x;
    }

    //@ signals (NoSuchElementException e) i > 3;
    public int element(int i) throws NoSuchElementException {
        if (i > 3) throw new NoSuchElementException();
        //@ assert i <= 3;
        return i;
    }

    // Exceptions of the machine's own are paths here.
    public static int caught(int /*@ nullable */ [] a) {
        try {
            return a[0];
        } catch (NullPointerException e) {
            //@ ghost int k = 1;
            return 0;
            //@ unreachable;
        }
    }

    //@ requires rows.length > 0;
    //@ ensures \result != null;
    public /*@ nullable */ int[] row(int[][] rows) { return rows[0]; }

    // Not in KeY's dialect.
    public static int text(String s) {
        return s.length();
    }

    public static int trust(int x) {
        //@ assume x > 0;
        return x;
    }

    //@ ensures (\let int y = 1; \result == y);
    public static int let() { return 1; }

    public static int callsLet() { return let(); }

    public static int boxed(int x) {
        Integer i = x;
        return i;
    }

    /*@ requires 0 <= n;
      @ measured_by n;
      @ public static model pure \bigint fact(int n) { return n <= 0 ? 1 : n * fact(n - 1); } @*/

    private List<String> names;
    private /*@ spec_public @*/ Contracts other;

    public static int unboxed(Integer i) {
        return i;
    }

    public int callsGone() { return unboxed(3) + names.size(); }

    public void foreign() { other.data = null; }

    //@ requires a != 0 && b > 0;
    public static int divisions(int a, int b) { return b / a / 2 + (b + 1) / (a - (7 / b)) % b; }

    public static int divisionCaught(int a) {
        try { return 5 / a; } catch (ArithmeticException e) { return 0; }
    }

    //@ requires n == 3;
    //@ ensures \result == fact(n);
    public static int six(int n) { return 6; }
}
