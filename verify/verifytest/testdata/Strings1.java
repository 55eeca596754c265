public class Strings1 {
    //@ requires s.length() > 0;
    //@ ensures \result == s.charAt(0);
    public static char first(String s) {
        return s.charAt(0);
    }

    //@ ensures \result == s.length() + t.length();
    public static int joined(String s, String t) {
        if (s.length() > 1000 || t.length() > 1000) return s.length() + t.length(); //! ArithmeticOperationRange
        return (s + t).length();
    }

    //@ requires s.length() < 10 && t.length() < 10;
    //@ ensures \result.length() == s.length() + t.length();
    //@ ensures (\forall int i; 0 <= i && i < s.length(); \result.charAt(i) == s.charAt(i));
    public static String concat(String s, String t) {
        return s + t;
    }

    //@ ensures \result <==> s.equals("abc");
    public static boolean abc(String s) {
        return s.equals("abc");
    }

    //@ ensures \result.equals("ab");
    public static String literal() {
        return "a" + 'b';
    }

    //@ ensures \result <==> (\forall int i; 0 <= i && i < s.length(); s.charAt(i) == s.charAt(s.length() - 1 - i));
    public static boolean palindrome(String s) {
        //@ loop_invariant 0 <= i && i <= s.length();
        //@ loop_invariant (\forall int j; 0 <= j && j < i; s.charAt(j) == s.charAt(s.length() - 1 - j));
        //@ decreases s.length() - i;
        for (int i = 0; i < s.length(); i++) {
            if (s.charAt(i) != s.charAt(s.length() - 1 - i)) return false;
        }
        return true;
    }

    //@ requires 0 <= i && i <= s.length();
    //@ ensures \result.length() == s.length() - i;
    public static String tail(String s, int i) {
        return s.substring(i);
    }

    public static char unchecked(String s, int i) {
        return s.charAt(i); //! PossiblyNegativeIndex
        //!^ PossiblyTooLargeIndex
    }

    //@ ensures \result.length() == s.length();
    public static String rebuild(String s) {
        StringBuilder b = new StringBuilder();
        //@ loop_invariant 0 <= i && i <= s.length() && b.length() == i;
        //@ decreases s.length() - i;
        for (int i = 0; i < s.length(); i++) {
            b.append(s.charAt(i));
        }
        return b.toString();
    }
}
