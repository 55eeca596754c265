//// identity
public class Solution {
    static int t(int p) {
        String a = "ab";
        String b = «"ab"¦"a" + "b"»;
        return a == b ? 1 : 2 + p;
    }
    static int tn(int p) {
        String a = "ab";
        String b = new String("ab");
        return (a == b ? 1 : 2) + (a.equals(b) ? 10 : 20) + p;
    }
    static int tt(int p) {
        String a = new String("ab");
        String b = new String("ab");
        return (a == b ? 1 : 2) + (a.equals(b) ? 10 : 20);
    }
    static int tc(int p) {
        String s = "a";
        String a = s + p;
        String b = s + p;
        return (a == b ? 1 : 2) + (a.equals(b) ? 10 : 20);
    }
    static int td(int p) {
        String a = new String("x");
        String b = p > 1 ? a : "x";
        return a == b ? 1 : 2;
    }
}
//// what the library gives
public class Solution {
    static int t(int p) {
        String a = "abc";
        String b = a.substring(«0¦0» + p % 2);
        return a == b ? 1 : 2;
    }
    static int tc(int p) {
        String a = "abc";
        String b = a.concat("");
        return a == b ? 1 : 2;
    }
    static int tt(int p) {
        String a = "abc";
        String b = a.trim();
        return b == a ? 1 : 2;
    }
    static int ts(int p) {
        String a = "abc";
        String b = a.toString();
        return b == a ? 1 : 2;
    }
    static int tr(int p) {
        String a = "abc";
        String b = a.replace('x', 'y');
        return b == a ? 1 : 2;
    }
    static int ti(int p) {
        String a = new String("abc");
        return a.intern() == a ? 1 : 2;
    }
    //@ ensures \result.equals(s);
    static String whole(String s) {
        return s.substring(0);
    }
    //@ ensures \result == s || \result.equals(s);
    static String same(String s) {
        return s.substring(0);
    }
}
//// sums
public class Solution {
    static int t(int p) {
        String a = "«ab¦x¦abc»";
        String b = a + "«cd¦»" + p;
        return b.length() + 10 * a.length();
    }
    static int tc(int p) {
        String a = "ab" + "cd";
        return a.charAt(p);
    }
    //@ ensures \result.length() == a.length() + b.length();
    static String sum(String a, String b) {
        return a + b;
    }
    //@ requires a.length() > 0;
    //@ ensures \result.length() == a.length() + 1 && \result.charAt(0) == a.charAt(0);
    static String more(String a) {
        return a + "x";
    }
    //@ requires a.length() > 0 && b.length() > 0;
    //@ ensures \result.charAt(a.length()) == b.charAt(0);
    static String join(String a, String b) {
        return a + b;
    }
    static int tk(int p) {
        String s = "";
        s += 'a';
        s += "bc";
        s += p;
        return s.length() * 100 + s.charAt(1);
    }
}
//// parts
public class Solution {
    //@ requires 0 <= i && i <= s.length();
    //@ ensures \result.length() == s.length() - i;
    static String tail(String s, int i) {
        return s.substring(i);
    }
    //@ requires 0 <= i && i < s.length();
    //@ ensures \result == s.charAt(i);
    static char at(String s, int i) {
        return s.charAt(i);
    }
    //@ requires 0 <= i && i < j && j <= s.length();
    //@ ensures \result.length() == j - i && \result.charAt(0) == s.charAt(i);
    static String part(String s, int i, int j) {
        return s.substring(i, j);
    }
    static int t(int p) {
        String s = "abcdef";
        String u = s.substring(p, p + «1¦2¦3»);
        return u.length() * 1000 + u.charAt(0);
    }
    static int te(int p) {
        String s = p == 2 ? "" : "ab";
        return s.isEmpty() ? 1 : s.length();
    }
}
//// null
public class Solution {
    //@ ensures s == null ==> \result == -1;
    //@ ensures s != null ==> \result == s.length();
    static int size(/*@ nullable @*/ String s) {
        if (s == null)
            return -1;
        return s.length();
    }
    //@ requires s != null && s.length() < 1000;
    //@ ensures \result == s.length() + 1;
    static int more(/*@ nullable @*/ String s) {
        return s.length() + 1;
    }
    static int t(int p) {
        String s = p > 1 ? null : "ab";
        return ("x" + s).length();
    }
    static int tn(int p) {
        String s = p > 1 ? null : "ab";
        try {
            return s.length();
        } catch (NullPointerException e) {
            return 50;
        }
    }
}
//// builders
public class Solution {
    static int t(int p) {
        StringBuilder b = new StringBuilder("a");
        b.append("bc");
        b.append(p);
        StringBuilder c = b;
        c.append("x");
        return b.length();
    }
    static int tc(int p) {
        StringBuilder b = new StringBuilder();
        b.append('a').append('b');
        String s = b.toString();
        b.append("c");
        return s.length() * 10 + b.length() + p;
    }
    static int td(int p) {
        StringBuilder b = new StringBuilder("xy");
        b.append(p > 1 ? "a" : "bc");
        return b.charAt(2);
    }
}
