//// identity
public class Solution {
    static int t(int p) {
        Integer a = «125¦126¦127» + p;
        Integer b = «125¦126¦127» + p;
        return a == b ? 1 : 2;
    }
    static int tf(int p) {
        Integer a = «1000¦200¦-200» - p;
        Integer b = «1000¦200¦-200» - p;
        return a == b ? 1 : 2;
    }
    static int tv(int p) {
        Integer a = 1000 + p;
        Integer b = 1000 + p;
        return a.equals(b) ? 1 : 2;
    }
    static int ti(int p) {
        Integer a = 1000 + p;
        int b = 1000 + p;
        return a == b ? 1 : 2;
    }
    static int tn(int p) {
        Integer a = -128 - p;
        Integer b = -128 - p;
        return a == b ? 1 : 2;
    }
}
//// a method that boxes
public class Solution {
    static int t(int p) {
        Integer a = box(500 + p);
        Integer b = box(500 + p);
        return a == b ? 1 : 2;
    }
    //@ ensures \result == v;
    static Integer box(int v) {
        return v;
    }
    static int tl(int p) {
        Integer last = null;
        int same = 0;
        Integer first = 300 + p;
        last = first;
        if (last == first)
            same++;
        last = 300 + p;
        if (last == first)
            same += 2;
        return same;
    }
    static int ts(int p) {
        int k = 0;
        Integer a = 200;
        Integer b = 200;
        if (a == b)
            k += 1;
        if (a != b)
            k += 2;
        return k + p;
    }
}
//// other boxes
public class Solution {
    static int t(int p) {
        Long a = 100L + p;
        Long b = 100L + p;
        return (a == b ? 1 : 2) + (a.equals(b) ? 10 : 20);
    }
    static int tl(int p) {
        Long a = 1000L + p;
        Long b = 1000L + p;
        return (a == b ? 1 : 2) + (a.equals(b) ? 10 : 20);
    }
    static int tc(int p) {
        Character a = (char) (126 + p);
        Character b = (char) (126 + p);
        return a == b ? 1 : 2;
    }
    static int tb(int p) {
        Boolean a = p > 1;
        Boolean b = p > 1;
        return a == b ? 1 : 2;
    }
    static int tm(int p) {
        Long a = 5L;
        Integer b = 5;
        return a.equals(b) ? 1 : 2 + p;
    }
}
//// unboxing null
public class Solution {
    static int t(int p) {
        Integer a = p == 2 ? null : Integer.valueOf(p);
        int k = 0;
        if (a != null)
            k = a;
        return k;
    }
    //@ requires a != null;
    //@ ensures \result == a + 1 || a == 2147483647;
    static int plus(/*@ nullable @*/ Integer a) {
        return a + 1;
    }
    //@ ensures a == null ==> \result == 7;
    //@ ensures a != null ==> \result == a;
    static int or(/*@ nullable @*/ Integer a) {
        if (a == null)
            return 7;
        return a;
    }
}
