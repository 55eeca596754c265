import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

// Side conditions of the class library's contracts: what is false, and beside it the
// nearest that is true. Other backends have other contracts.
public class Library1 {
    static int concatNull(String s, /*@ nullable */ String t) {
        return s.concat(t).length(); //!native PossiblyNullValue: its contract is ours
    }

    static int concat(String s, String t) {
        return s.concat(t).length();
    }

    static StringBuilder capacity(int n) {
        return new StringBuilder(n); //!native PossiblyNegativeSize: its contract is ours
    }

    //@ requires n >= 0;
    static StringBuilder capacityOk(int n) {
        return new StringBuilder(n);
    }

    //@ ensures \fresh(\result);
    static String mayBeTheReceiver(String s) {
        return s.trim(); //!native Postcondition: its contract is ours
    }

    //@ ensures \fresh(\result);
    static String isNew(String s) {
        return new String(s);
    }

    //@ ensures \result;
    static boolean interned(String s) {
        return s.intern() == s; //!native Postcondition: its contract is ours
    }

    //@ ensures \result;
    static boolean internedTwice(String s, String t) {
        return s.equals(t) == (s.intern() == t.intern());
    }

    //@ ensures -1 <= \result && \result <= 1;
    static int difference(byte a, byte b) {
        return Byte.compare(a, b); //!native Postcondition: its contract is ours
    }

    //@ ensures (\result < 0) == (a < b);
    static int order(byte a, byte b) {
        return Byte.compare(a, b);
    }

    //@ requires a <= 0;
    //@ ensures \result >= 0;
    static int wraps(int a) {
        return Math.floorDiv(a, -1); //!native Postcondition: its contract is ours
    }

    //@ requires Integer.MIN_VALUE < a && a <= 0;
    //@ ensures \result >= 0;
    static int doesNotWrap(int a) {
        return Math.floorDiv(a, -1);
    }

    //@ ensures \result;
    static boolean twoBoxes(int k) {
        Integer a = k, b = k;
        return a == b; //!native Postcondition: its contract is ours
    }

    //@ requires 0 <= k && k <= 127;
    //@ ensures \result;
    static boolean cachedBoxes(int k) {
        Integer a = k, b = k;
        return a == b;
    }

    static int hash() {
        return new Object().hashCode();
    }

    //@ ensures \result;
    static boolean hashIsNoFunction() {
        int a = hash(), b = hash();
        return a == b; //!native Postcondition: its contract is ours
    }

    //@ requires s.length() > 1500000000;
    //@ ensures \result == 7;
    static int tooLongElsewhere(String s, boolean b) {
        if (b) {
            String t = s + s;
        }
        return 5; //!native Postcondition: its contract is ours
    }

    //@ public normal_behavior
    //@   assignable l.*;
    //@   ensures l.size() == \old(l.size()) + 1;
    static void mayBeUnmodifiable(List<Integer> l) {
        l.add(1); //!native ExceptionalPostcondition: its contract is ours
    }

    //@ public normal_behavior
    //@   assignable l.*;
    //@   ensures l.size() == \old(l.size()) + 1;
    static void modifiable(ArrayList<Integer> l) {
        l.add(1);
    }

    //@ ensures \result;
    static boolean nullIsNoValue(Set<Boolean> s, /*@ nullable */ Boolean b) {
        s.add(b); //!native PossiblyNullValue: null as a key has no model
        return s.contains(true) || s.contains(false);
    }

    //@ requires n >= 0;
    //@ ensures \result.length == n && (\forall int i; 0 <= i && i < n && i < a.length; \result[i] == a[i]);
    static int[] copies(int[] a, int n) {
        return Arrays.copyOf(a, n);
    }

    static int[] copiesNegative(int[] a, int n) {
        return Arrays.copyOf(a, n); //!native PossiblyNegativeSize: its contract is ours
    }

    //@ requires a.length > 0;
    //@ ensures \result.length == a.length;
    static Object[] cloneIsOfItsOwnClass(Object[] a) {
        Object[] b = a.clone();
        b[0] = new Object(); //!native PossiblyBadArrayAssignment: its contract is ours
        return b;
    }
}
