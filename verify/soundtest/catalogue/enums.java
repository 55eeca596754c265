//// constants
enum Color { RED, GREEN, BLUE }
public class Solution {
    //@ ensures \result == (p > 2 ? Color.RED : p > 1 ? Color.GREEN : Color.BLUE);
    static Color of(int p) {
        return p > 2 ? Color.RED : p > 1 ? Color.GREEN : Color.BLUE;
    }
    static int t(int p) {
        Color c = of(p);
        return (c == Color.RED ? 1 : 2) + (c == Color.GREEN ? 10 : 20) + (c != Color.BLUE ? 100 : 200);
    }
    static int ts(int p) {
        Color c = p > 1 ? Color.GREEN : Color.BLUE;
        switch (c) {
            case RED:
                return 1;
            case GREEN:
                return 2;
            default:
                return 3;
        }
    }
    static int te(int p) {
        Color c = p > 1 ? Color.RED : Color.BLUE;
        return switch (c) {
            case RED -> 4;
            case GREEN -> 5;
            case BLUE -> 6;
        };
    }
    static int tv(int p) {
        return Color.values().length + p;
    }
}
//// fields
enum Size {
    SMALL(2), LARGE(9);
    final int n;
    //@ assignable n;
    //@ ensures this.n == n;
    Size(int n) {
        this.n = n;
    }
    //@ ensures \result == n;
    /*@ pure @*/ int n() {
        return n;
    }
}
public class Solution {
    static int t(int p) {
        Size s = p > 1 ? Size.SMALL : Size.LARGE;
        return s == Size.SMALL ? 1 : 2;
    }
    //@ ensures \result == s.n;
    static int of(Size s) {
        return s.n();
    }
}
