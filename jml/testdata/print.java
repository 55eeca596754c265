package p;

//@ nullable_by_default
public class A<T extends Comparable<T>> {
    //@ public ghost int g = 3;
    /*@ public model int size; in g; @*/
    //@ private represents size = n + 1;
    //@ public represents size \such_that size > n;
    //@ public invariant n >= 0 && g != 2;
    //@ static invariant count >= 0;
    //@ instance invariant this.n < 100;
    //@ constraint \old(n) <= n;
    //@ initially n == 0;
    //@ axiom (\forall int i; i < i + 1);
    //@ private invariant_redundantly n > -1;
    protected /*@ spec_public @*/ int n; //@ in size;
    static int count;

    /*@ public static model pure int twice(int x) {
      @   return 2 * x;
      @ } @*/

    /*@ requires x > 0;
      @ ensures x > 1;
      @ public static pure model boolean pos(int x);
      @*/

    /*@ public normal_behavior
      @   old int y = x + 1, z = 2;
      @   requires x > 0 && a != null;
      @   {|
      @     requires x > 10;
      @     ensures \result == y;
      @   also
      @     requires x <= 10;
      @     {| ensures \result == z; also ensures \result > 0; |}
      @   |}
      @   assignable n, this.n, a[*], a[0 .. x], a[x], this.*, \nothing;
      @   accessible \everything;
      @   measured_by x, n;
      @   diverges false;
      @   working_space 100 if x > 3;
      @   duration 10;
      @   captures a;
      @   callable twice(int), \nothing;
      @ also
      @ protected exceptional_behavior
      @   requires x < 0;
      @   signals (IllegalArgumentException e) e.getMessage() == null;
      @   signals_only IllegalArgumentException, java.io.IOException;
      @ also private behaviour
      @   pre x == 0; post true; exsures (Exception) false; modifies \everything; signals_only \nothing;
      @ implies_that
      @   requires \not_specified;
      @   ensures_redundantly \result >= 0;
      @ for_example
      @   requires x == 3;
      @   ensures \result == 4;
      @*/
    public /*@ pure helper @*/ int f(/*@ non_null @*/ int[] a, int x) throws java.io.IOException {
        //@ assert x > 0 ==> (\forall int i, j; 0 <= i && i < j && j < a.length; a[i] <= a[j]) : "sorted";
        //@ assume x != 3 <==> !(x == 3);
        //@ ghost int h = 3, k;
        //@ ghost int[] copy = {1, 2, 3};
        //@ set h = h + 1;
        //@ set k++;
        //@ set copy[0] = h;
        //@ loop_invariant 0 <= x <= 10;
        //@ maintaining (\sum int i; 0 <= i && i < x; a[i]) == (\num_of int i; 0 <= i < x; a[i] > 0);
        //@ decreases x;
        //@ loop_modifies x, a[*];
        while (x > 0) {
            x--;
            //@ assert \old(x) > x;
        }
        //@ unreachable;
        return x;
    }

    //@ also
    //@ requires o instanceof A && \typeof(o) == \type(A) && \typeof(o) <: \type(Object);
    //@ requires (\lbl here o != null) && \nonnullelements(t) && (* o is nice *);
    //@ ensures \fresh(\result) ==> (\exists Object q; q == o; q != null) <=!=> false;
    //@ ensures (\let int m = \old(n); m == n) || (\max int i; 0 <= i && i < 3; i) == \max(1, 2);
    //@ ensures (char) ('a' + 1) == 'b' && 1L << 3 != 0x1F && 1e-9 < 0.5f && -n < +n && ~n != n;
    //@ ensures t[0].equals("a\n\"b\"") ? true : new int[] {1, 2}.length == 2;
    //@ signals (RuntimeException | Error e) e != null;
    //@ assignable \strictly_nothing;
    /*@ nullable @*/ Object g(Object o, String... t) { return o; }
}
