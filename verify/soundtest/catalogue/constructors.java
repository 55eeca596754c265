//// fields
class Base {
    int a;
    int b = 5;
    final int c;
    /*@ nullable @*/ Base next;
    //@ requires 0 <= v && v <= 100;
    //@ assignable a, b, c;
    //@ ensures a == v && b == 5 && c == v + 1 && next == null;
    Base(int v) {
        a = v;
        c = v + 1;
    }
}
public class Solution {
    static int t(int p) {
        Base o = new Base(p);
        Base q = new Base(p + 1);
        o.b = 2;
        return o.a * 1000 + o.b * 100 + q.b * 10 + q.c;
    }
    static int te(int p) {
        Base o = new Base(p);
        Base q = new Base(p);
        return (o == q ? 1 : 2) + (o.next == null ? 10 : 20);
    }
}
//// super
class Base {
    int a;
    int b = 3;
    //@ assignable a, b;
    //@ ensures a == v && b == 3;
    Base(int v) {
        a = v;
    }
}
class Sub extends Base {
    int c = 4;
    //@ requires 0 <= v && v <= 100;
    //@ assignable a, b, c;
    //@ ensures a == v + 1 && b == 3 && c == 4;
    Sub(int v) {
        super(v + 1);
    }
    //@ requires 0 <= v && v <= 100;
    //@ assignable a, b, c;
    //@ ensures a == v + 1 && b == 3 && c == w;
    Sub(int v, int w) {
        this(v);
        c = w;
    }
}
public class Solution {
    static int t(int p) {
        Sub o = new Sub(p);
        Sub q = new Sub(p, 7);
        return o.a * 1000 + o.b * 100 + o.c * 10 + q.c;
    }
}
//// half built
class Base {
    int a;
    //@ assignable a;
    //@ ensures a == 1 || a == 0 || a == 4;
    Base() {
        a = hook();
    }
    //@ ensures \result == 1 || \result == 0 || \result == 4;
    /*@ pure @*/ int hook() {
        return 1;
    }
}
class Sub extends Base {
    int c = 4;
    //@ assignable a, c;
    //@ ensures c == 4;
    Sub() {
    }
    //@ also ensures c == 4 ==> \result == 4;
    /*@ pure @*/ int hook() {
        return c == 4 ? 4 : 0;
    }
}
public class Solution {
    static int t(int p) {
        Sub o = new Sub();
        return o.c;
    }
    static int th(int p) {
        Base o = p > 1 ? new Sub() : new Base();
        return o.a >= 0 ? 1 : 2;
    }
}
//// counting
class Base {
    static int made;
    int id;
    //@ requires 0 <= made && made < 1000;
    //@ assignable id, made;
    //@ ensures made == \old(made) + 1 && id == \old(made);
    Base() {
        id = made;
        made++;
    }
}
public class Solution {
    static int t(int p) {
        Base.made = p;
        Base o = new Base();
        Base q = new Base();
        return Base.made * 100 + o.id * 10 + q.id;
    }
    static int ti(int p) {
        Base.made = p;
        if (p > 1)
            new Base();
        return Base.made;
    }
}
//// arrays and links
class Base {
    int[] cells;
    Base self;
    //@ requires 0 <= v && v <= 100;
    //@ assignable cells, self;
    //@ ensures \fresh(cells) && cells.length == 2 && cells[0] == v && cells[1] == 0;
    //@ ensures self == this;
    Base(int v) {
        cells = new int[2];
        cells[0] = v;
        self = this;
    }
    //@ requires xs.length == 2;
    //@ assignable cells, self;
    //@ ensures cells == xs && self == this;
    Base(int[] xs) {
        cells = xs;
        self = this;
    }
}
public class Solution {
    static int t(int p) {
        Base o = new Base(p);
        Base q = new Base(p);
        o.cells[1] = 7;
        return q.cells[1] * 100 + o.cells[1] * 10 + q.cells[0];
    }
    static int ts(int p) {
        int[] xs = {1, 2};
        Base o = new Base(xs);
        xs[0] = p + 3;
        return o.cells[0] * 10 + (o.self == o ? 1 : 2);
    }
}
//// initialiser blocks
class Base {
    int a = 2;
    int b;
    {
        b = a + 1;
        a = 7;
    }
    int c = a + b;
    //@ assignable a, b, c;
    //@ ensures a == 7 && b == 3 && c == 10;
    Base() {
    }
}
public class Solution {
    static int t(int p) {
        Base o = new Base();
        return o.a * 100 + o.b * 10 + o.c;
    }
}
//// statics
class Base {
    static int a = 4;
    static final int LIMIT = «3¦5»;
    static final int[] ALL = {1, 2, 3};
    int id;
    //@ ensures \result == LIMIT;
    static /*@ pure @*/ int limit() {
        return LIMIT;
    }
}
public class Solution {
    static final int K = 6;
    static int t(int p) {
        Base.a = p;
        return Base.a * 10 + Base.LIMIT + K;
    }
    static int tl(int p) {
        return Base.limit() * 10 + p;
    }
}
//// super without saying so
class Base {
    int a;
    //@ assignable a;
    //@ ensures a == 1;
    Base() {
        a = 1;
    }
}
class Sub extends Base {
    int c;
    //@ assignable a, c;
    //@ ensures a == 1 && c == 1;
    Sub() {
        c = a;
    }
}
class Third extends Base {
    int d = 1;
}
public class Solution {
    static int t(int p) {
        Sub o = new Sub();
        o.c += p;
        return o.a * 10 + o.c;
    }
    static int tt(int p) {
        Third o = new Third();
        return o.a * 10 + o.d + p;
    }
}
//// fields that are not null
class Base {
    int[] xs;
    String s;
    //@ assignable xs, s;
    //@ ensures xs.length == 2;
    Base() {
        xs = new int[2];
        s = "ab";
    }
    //@ ensures \result == xs.length;
    /*@ pure @*/ int size() {
        return xs.length;
    }
}
public class Solution {
    static int t(int p) {
        Base o = new Base();
        return o.size() + p;
    }
    static int ts(int p) {
        Base o = new Base();
        return o.s.length() >= 0 ? 1 : 2;
    }
}
//// this given away
class Base {
    int[] xs;
    int n;
    //@ assignable xs, n;
    //@ ensures n == 2;
    Base() {
        xs = new int[2];
        n = Registry.size(this);
    }
}
class Registry {
    //@ ensures \result == o.xs.length;
    static /*@ pure @*/ int size(Base o) {
        return o.xs.length;
    }
}
public class Solution {
    static int t(int p) {
        return new Base().n;
    }
}
//// trap: this given away too early
class Base {
    int[] xs;
    int n;
    //@ assignable xs, n;
    //@ ensures xs.length == 2;
    Base() {
        n = Registry.size(this);
        xs = new int[2];
    }
}
class Registry {
    //@ ensures \result == o.xs.length;
    static /*@ pure @*/ int size(Base o) {
        return o.xs.length;
    }
}
public class Solution {
    static int t(int p) {
        return new Base().n;
    }
}
//// trap: this given away as an object
class Base {
    int[] xs;
    int n;
    //@ assignable xs, n;
    Base() {
        Object o = this;
        n = Registry.size(o);
        xs = new int[2];
    }
}
class Registry {
    //@ requires o instanceof Base;
    //@ ensures \result >= 0;
    static /*@ pure @*/ int size(Object o) {
        return ((Base) o).xs.length;
    }
}
public class Solution {
    static int t(int p) {
        return new Base().n;
    }
}
//// trap: super calls an overrider
class Base {
    int a;
    //@ assignable a;
    //@ ensures a >= 0;
    Base() {
        a = hook();
    }
    //@ ensures \result >= 0;
    /*@ pure @*/ int hook() {
        return 1;
    }
}
class Sub extends Base {
    int[] xs = new int[2];
    //@ assignable a, xs;
    //@ ensures a >= 0;
    Sub() {
    }
    //@ also ensures \result == xs.length;
    /*@ pure @*/ int hook() {
        return xs.length;
    }
}
public class Solution {
    static int t(int p) {
        return new Sub().a;
    }
}
//// trap: super calls what leans on an invariant
class Base {
    int a;
    //@ assignable a;
    Base() {
        a = hook();
    }
    //@ ensures \result >= 0 || \result < 0;
    /*@ pure @*/ int hook() {
        return 1;
    }
}
class Sub extends Base {
    int d = 2;
    //@ public invariant d >= 1;
    //@ assignable a, d;
    //@ ensures d == 2;
    Sub() {
    }
    /*@ pure @*/ int hook() {
        return 10 / d;
    }
    /*@ pure @*/ boolean inv() {
        return true;
    }
}
public class Solution {
    static int t(int p) {
        return new Sub().a;
    }
}
