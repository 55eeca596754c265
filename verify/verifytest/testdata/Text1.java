// Strings.
public class Text1 {
    //@ ensures \result.length() == s.length() + 1;
    //@ requires s.length() < 1000;
    //@ ensures \result.charAt(s.length()) == 'x';
    public static String append(String s) {
        return s + 'x';
    }

    //@ requires s.length() < 1000;
    //@ ensures \result.charAt(0) == 'x';
    public static String appendWrong(String s) {
        return s + 'x'; //! Postcondition
    }

    //@ ensures \result == (s.length() == 0);
    public static boolean empty(String s) {
        return s.isEmpty();
    }

    //@ requires s.length() > 0;
    //@ ensures \result.length() == s.length() - 1;
    //@ ensures (\forall int i; 0 <= i && i < s.length() - 1; \result.charAt(i) == s.charAt(i + 1));
    public static String rest(String s) {
        return s.substring(1);
    }

    public static String restWrong(String s) {
        return s.substring(1); //! PossiblyTooLargeIndex
    }

    //@ requires 0 <= i && i <= j && j <= s.length();
    //@ ensures \result.length() == j - i;
    public static String middle(String s, int i, int j) {
        return s.substring(i, j);
    }

    //@ ensures \result <==> s.equals(t);
    public static boolean same(String s, String t) {
        return s.equals(t);
    }

    // Equal strings need not be one object.
    //@ requires s.equals(t);
    //@ ensures \result;
    public static boolean identical(String s, String t) {
        return s == t; //! Postcondition
    }

    //@ requires s == t;
    //@ ensures \result;
    public static boolean equalWhenIdentical(String s, String t) {
        return s.equals(t);
    }

    //@ ensures \result >= -1 && \result < s.length();
    public static int find(String s, char c) {
        return s.indexOf(c);
    }

    //@ ensures \result >= 0;
    public static int findWrong(String s, char c) {
        return s.indexOf(c); //! Postcondition
    }

    //@ ensures \result == (\num_of int i; 0 <= i && i < s.length(); s.charAt(i) == c);
    public static int count(String s, char c) {
        int n = 0;
        //@ loop_invariant 0 <= i && i <= s.length() && 0 <= n && n <= i;
        //@ loop_invariant n == (\num_of int j; 0 <= j && j < i; s.charAt(j) == c);
        //@ decreases s.length() - i;
        for (int i = 0; i < s.length(); i++) if (s.charAt(i) == c) n++;
        return n;
    }

    public static char last(String s) {
        return s.charAt(s.length() - 1); //! PossiblyNegativeIndex
    }

    //@ requires s.length() > 0;
    public static char lastChecked(String s) {
        return s.charAt(s.length() - 1);
    }

    //@ ensures \result <==> s.length() == 2 && s.charAt(0) == 'a' && s.charAt(1) == 'b';
    public static boolean literal(String s) {
        return s.equals("ab");
    }
}
