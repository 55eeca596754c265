//// all and some
public class Solution {
    //@ requires xs.length >= 2 && (\forall int i; 0 <= i && i < xs.length; xs[i] > 0);
    //@ ensures \result > 0;
    static int first(int[] xs) {
        return xs[1];
    }
    //@ requires xs.length == 3;
    //@ assignable xs[*];
    //@ ensures (\forall int i; 0 <= i && i < 3; xs[i] == i + 4);
    //@ ensures (\exists int i; 0 <= i && i < 3; xs[i] == 5);
    static void fill(int[] xs) {
        xs[0] = 4;
        xs[1] = 5;
        xs[2] = 6;
    }
    //@ requires 0 <= k && k < xs.length;
    //@ assignable xs[k];
    //@ ensures (\forall int i; 0 <= i && i < xs.length; i != k ==> xs[i] == \old(xs[i]));
    //@ ensures xs[k] == 7;
    static void one(int[] xs, int k) {
        xs[k] = 7;
    }
    //@ requires (\forall int i; 0 < i && i < xs.length; xs[i - 1] <= xs[i]) && xs.length > 2;
    //@ ensures \result <= xs[1];
    static int least(int[] xs) {
        return xs[0];
    }
    //@ requires xs.length > 1;
    //@ ensures \result ==> (\exists int i; 0 <= i && i < xs.length; xs[i] == 3);
    static boolean has(int[] xs) {
        return xs[0] == 3 || xs[1] == 3;
    }
}
//// sums and counts
public class Solution {
    //@ requires xs.length <= 100 && (\forall int i; 0 <= i && i < xs.length; 0 <= xs[i] && xs[i] <= 1000);
    //@ ensures \result == (\sum int i; 0 <= i && i < xs.length; xs[i]);
    static int sum(int[] xs) {
        int s = 0;
        //@ loop_invariant 0 <= k && k <= xs.length;
        //@ loop_invariant s == (\sum int i; 0 <= i && i < k; xs[i]) && 0 <= s && s <= 1000 * k;
        //@ decreases xs.length - k;
        for (int k = 0; k < xs.length; k++)
            s += xs[k];
        return s;
    }
    //@ ensures \result == (\num_of int i; 0 <= i && i < xs.length; xs[i] > 0);
    static int positives(int[] xs) {
        int s = 0;
        //@ loop_invariant 0 <= k && k <= xs.length && 0 <= s && s <= k;
        //@ loop_invariant s == (\num_of int i; 0 <= i && i < k; xs[i] > 0);
        //@ decreases xs.length - k;
        for (int k = 0; k < xs.length; k++)
            if (xs[k] > 0)
                s++;
        return s;
    }
    //@ requires xs.length == 2;
    //@ ensures \result == (\max int i; 0 <= i && i < 2; xs[i]);
    static int max(int[] xs) {
        return xs[0] > xs[1] ? xs[0] : xs[1];
    }
}
