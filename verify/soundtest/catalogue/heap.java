//// fields
class Base {
    int a;
    int b;
    /*@ nullable @*/ Base next;
}
public class Solution {
    static int t(int p) {
        Base o = new Base();
        Base q = «X=o¦new Base()»;
        o.a = p;
        q.a = «5¦p + 1»;
        o.b = 3;
        return o.a * 100 + q.a * 10 + q.b;
    }
    static int ta(int p) {
        Base o = new Base();
        Base q = new Base();
        Base r = p > 1 ? o : q;
        o.a = 1;
        q.a = 2;
        r.a = 7;
        return o.a * 10 + q.a;
    }
    static int tn(int p) {
        Base o = new Base();
        o.next = new Base();
        o.next.a = p;
        o.next.next = o;
        o.next.next.a = 4;
        return o.a * 10 + o.next.a;
    }
    static int te(int p) {
        Base o = new Base();
        Base q = new Base();
        o.next = p > 1 ? q : o;
        return (o.next == q ? 1 : 2) + (o == q ? 10 : 20) + (o.next == o ? 100 : 200) + (q.next == null ? 1000 : 2000);
    }
    //@ assignable o.a, q.a;
    //@ ensures o == q ==> o.a == 2;
    //@ ensures o != q ==> o.a == 1;
    //@ ensures q.a == 2;
    static void two(Base o, Base q) {
        o.a = 1;
        q.a = 2;
    }
    //@ ensures \result == (o == q);
    static boolean same(Base o, Base q) {
        return o == q;
    }
    //@ assignable o.a;
    //@ ensures o.a == x;
    //@ ensures q != o ==> q.a == \old(q.a);
    static void put(Base o, Base q, int x) {
        o.a = x;
    }
}
//// static fields
class Base {
    static int made = 4;
    static int[] all = {1, 2};
    static /*@ nullable @*/ Base last;
    int id;
}
public class Solution {
    static int s;
    static int t(int p) {
        s = p;
        Base.made = 6;
        Base.made += s;
        s = s + 1;
        return s * 10 + Base.made;
    }
    //@ requires Base.made < 1000;
    //@ assignable Base.made;
    //@ ensures Base.made == \old(Base.made) + 1;
    static void count() {
        Base.made++;
    }
    //@ assignable s;
    //@ ensures s == x;
    static void set(int x) {
        s = x;
    }
    static int tl(int p) {
        Base o = new Base();
        Base.last = o;
        Base.last.id = p + 1;
        Base.last = new Base();
        return o.id * 10 + Base.last.id;
    }
    static int tc(int p) {
        s = 2;
        set(p);
        int k = s;
        set(k + 1);
        return k * 10 + s;
    }
}
//// arrays
public class Solution {
    static int t(int p) {
        int[] a = {1, 2, 3, 4};
        int[] b = «X=a¦a.clone()¦new int[4]»;
        a[p] = 9;
        b[1] = 7;
        return a[0] * 1000 + a[1] * 100 + a[2] * 10 + b[3];
    }
    static int tc(int p) {
        int[] a = {1, 2};
        int[] b = a.clone();
        b[0] = 5 + p;
        return a[0] * 100 + b[0] * 10 + (a == b ? 1 : 2);
    }
    static int tg(int p) {
        int[][] g = new int[2][2];
        g[0][1] = 5;
        g[1] = g[0];
        g[1][1] = 6 + p;
        return g[0][1] * 10 + g[1][0];
    }
    static int tr(int p) {
        int[][] g = {{1, 2}, {3, 4}};
        int[] r = g[p % 2];
        r[0] = 8;
        return g[0][0] * 10 + g[1][0];
    }
    //@ requires a.length > 0 && b.length > 0;
    //@ assignable a[0], b[0];
    //@ ensures b[0] == 2;
    //@ ensures a != b ==> a[0] == 1;
    static void two(int[] a, int[] b) {
        a[0] = 1;
        b[0] = 2;
    }
    //@ requires 0 <= i && i < a.length && 0 <= j && j < a.length;
    //@ assignable a[i], a[j];
    //@ ensures a[i] == \old(a[j]) && a[j] == \old(a[i]);
    static void swap(int[] a, int i, int j) {
        int x = a[i];
        a[i] = a[j];
        a[j] = x;
    }
    //@ ensures \fresh(\result) && \result.length == a.length;
    //@ ensures (\forall int i; 0 <= i && i < a.length; \result[i] == a[i]);
    static int[] copy(int[] a) {
        return a.clone();
    }
}
//// bounds
public class Solution {
    //@ requires 0 <= i && i < a.length;
    //@ ensures \result == a[i];
    static int at(int[] a, int i) {
        return a[i];
    }
    //@ requires 0 <= i && i < a.length;
    //@ assignable a[i];
    //@ ensures a[i] == v;
    static void put(int[] a, int i, int v) {
        a[i] = v;
    }
    //@ requires a.length > 3;
    //@ ensures \result == a[3];
    static int third(int[] a) {
        return a[3];
    }
    //@ requires n >= 0 && n < 1000;
    //@ ensures \result.length == n;
    static int[] make(int n) {
        return new int[n];
    }
    static int t(int p) {
        int[] a = new int[3];
        try {
            a[p + «0¦1¦-1»] = 5;
        } catch (ArrayIndexOutOfBoundsException e) {
            return 9;
        }
        return a[0] + 10 * a[1] + 100 * a[2];
    }
    static int tm(int p) {
        try {
            int[] a = new int[p - 2];
            return a.length;
        } catch (NegativeArraySizeException e) {
            return 9;
        }
    }
}
//// null
class Base {
    int a;
    /*@ nullable @*/ Base next;
    //@ requires next != null;
    //@ ensures \result == next.a;
    /*@ pure @*/ int second() {
        return next.a;
    }
    //@ ensures next == null ==> \result == 0;
    //@ ensures next != null ==> \result == next.a;
    /*@ pure @*/ int maybe() {
        return next == null ? 0 : next.a;
    }
}
public class Solution {
    //@ requires o != null;
    //@ ensures \result == o.a;
    static int of(/*@ nullable @*/ Base o) {
        return o.a;
    }
    //@ requires o != null;
    //@ assignable o.a;
    //@ ensures o.a == 3;
    static void set(/*@ nullable @*/ Base o) {
        o.a = 3;
    }
    //@ requires xs != null;
    //@ ensures \result == xs.length;
    static int size(/*@ nullable @*/ int[] xs) {
        return xs.length;
    }
    static int t(int p) {
        Base o = p > 1 ? null : new Base();
        try {
            o.a = 5;
            return 1;
        } catch (NullPointerException e) {
            return 2;
        }
    }
    static int tc(int p) {
        Base o = new Base();
        try {
            return o.next.a;
        } catch (NullPointerException e) {
            return 2;
        }
    }
}
//// where paths meet
class Base {
    int a;
    static int s;
}
public class Solution {
    static int t(int p) {
        Base o = new Base();
        int k = 1;
        if (p > 1) {
            o.a = 5;
            k = 2;
        } else {
            o.a = 6;
        }
        return o.a * 10 + k;
    }
    static int ti(int p) {
        Base o = new Base();
        o.a = 3;
        int k = 4;
        if (p > «1¦2»)
            o.a = 7;
        if (p < 2)
            k = 8;
        return o.a * 10 + k;
    }
    static int tc(int p) {
        int k = p > 1 ? 5 : p < 1 ? 6 : 7;
        Base.s = k;
        boolean b = p > 0 && Base.s++ > 5 || Base.s-- < 7;
        return Base.s * 10 + (b ? 1 : 2);
    }
    static int te(int p) {
        int k = 0;
        if (p == 0)
            k = 1;
        else if (p == 1)
            k = 2;
        else if (p == 2)
            return 7;
        return k * 3;
    }
    //@ requires o != q;
    //@ assignable o.a, q.a;
    //@ ensures c ==> o.a == 1 && q.a == \old(q.a);
    //@ ensures !c ==> q.a == 1 && o.a == \old(o.a);
    static void one(Base o, Base q, boolean c) {
        if (c)
            o.a = 1;
        else
            q.a = 1;
    }
    //@ ensures \result == (c ? x : y);
    static int choose(boolean c, int x, int y) {
        int k = y;
        if (c)
            k = x;
        return k;
    }
}
//// arrays of objects
class Base {
    int a;
}
class Sub extends Base {
}
public class Solution {
    static int t(int p) {
        Base[] xs = p > 1 ? new Sub[2] : new Base[2];
        try {
            xs[0] = new Base();
        } catch (ArrayStoreException e) {
            return 9;
        }
        return 1;
    }
    //@ requires xs.length > 0 && \typeof(xs) == \type(Base[]);
    //@ assignable xs[0];
    //@ ensures xs[0] == o;
    static void put(Base[] xs, Base o) {
        xs[0] = o;
    }
    static int ta(int p) {
        Base[] xs = {new Base(), new Base()};
        xs[0].a = 5;
        xs[1] = xs[0];
        xs[1].a = p;
        return xs[0].a;
    }
}
//// trap: an array of a subclass
class Base {
    int a;
}
class Sub extends Base {
}
public class Solution {
    //@ requires xs.length > 0;
    //@ assignable xs[0];
    //@ ensures xs[0] == o;
    static void put(Base[] xs, Base o) {
        xs[0] = o;
    }
    static int t(int p) {
        Base[] xs = new Sub[2];
        put(xs, new Base());
        return 1;
    }
}
