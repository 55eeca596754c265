//// fields of a call
class Base {
    int a;
    int b;
    //@ assignable a;
    //@ ensures a == v;
    void setA(int v) {
        a = v;
    }
    //@ assignable a, b;
    //@ ensures a == v && b == \old(a);
    void shift(int v) {
        b = a;
        a = v;
    }
    //@ assignable \nothing;
    //@ ensures \result == a;
    int getA() {
        return a;
    }
    //@ assignable a, o.a;
    //@ ensures a == \old(o.a) && o.a == \old(a);
    void swap(Base o) {
        int t = a;
        a = o.a;
        o.a = t;
    }
    //@ assignable this.*;
    //@ ensures a == 0 && b == 0;
    void clear() {
        a = 0;
        b = 0;
    }
}
public class Solution {
    static int t(int p) {
        Base o = new Base();
        Base q = new Base();
        o.a = p;
        q.a = 5;
        o.setA(«7¦p + 2»);
        return o.a * 10 + q.a;
    }
    static int ts(int p) {
        Base o = new Base();
        o.a = p;
        o.shift(6);
        o.shift(p + 1);
        return o.a * 10 + o.b;
    }
    static int tw(int p) {
        Base o = new Base();
        Base q = new Base();
        o.a = p;
        q.a = 9;
        o.swap(q);
        int k = o.a * 10 + q.a;
        o.swap(o);
        return k * 10 + o.a;
    }
    static int tc(int p) {
        Base o = new Base();
        Base q = o;
        o.a = 4;
        o.b = 5;
        if (p > 1)
            q.clear();
        return o.a + o.b;
    }
}
//// static fields of a call
class Base {
    static int made;
    static int left;
    //@ assignable made;
    //@ ensures made == v;
    static void set(int v) {
        made = v;
    }
    //@ requires made < 1000;
    //@ assignable made, left;
    //@ ensures made == \old(made) + 1 && left == \old(made);
    static void count() {
        left = made;
        made++;
    }
    //@ assignable \nothing;
    //@ ensures \result == made;
    static int get() {
        return made;
    }
}
public class Solution {
    static int t(int p) {
        Base.made = 3;
        Base.left = 4;
        Base.set(p + 10);
        return Base.made * 10 + Base.left;
    }
    static int tc(int p) {
        Base.made = p;
        Base.left = 8;
        Base.count();
        int k = Base.made * 10 + Base.left;
        Base.count();
        return k * 100 + Base.made * 10 + Base.left;
    }
    static int tg(int p) {
        Base.made = p;
        int k = Base.get();
        Base.set(5);
        return k * 10 + Base.get();
    }
}
//// elements of a call
public class Solution {
    //@ requires 0 <= i && i < xs.length;
    //@ assignable xs[i];
    //@ ensures xs[i] == v;
    static void put(int[] xs, int i, int v) {
        xs[i] = v;
    }
    //@ requires xs.length > 1;
    //@ assignable xs[*];
    //@ ensures xs[0] == v && xs[1] == v + 1 || v == 2147483647;
    static void fill(int[] xs, int v) {
        xs[0] = v;
        xs[1] = v + 1;
    }
    //@ requires xs.length > 2;
    //@ assignable xs[1 .. 2];
    //@ ensures xs[1] == 0 && xs[2] == 0;
    static void wipe(int[] xs) {
        xs[1] = 0;
        xs[2] = 0;
    }
    static int t(int p) {
        int[] xs = {4, 5, 6, 7};
        put(xs, «p¦1¦3 - p», 9);
        return xs[0] * 1000 + xs[1] * 100 + xs[2] * 10 + xs[3];
    }
    static int tf(int p) {
        int[] xs = {4, 5};
        int[] ys = p > 1 ? xs : new int[2];
        fill(ys, 7);
        return xs[0] * 10 + xs[1];
    }
    static int tw(int p) {
        int[] xs = {4, 5, 6, 7};
        xs[p] = 8;
        wipe(xs);
        return xs[0] * 1000 + xs[1] * 100 + xs[2] * 10 + xs[3];
    }
}
//// cases with frames of their own
class Base {
    int a;
    int b;
    //@ public normal_behavior
    //@ requires v > 0;
    //@ assignable a;
    //@ ensures a == v;
    //@ also public normal_behavior
    //@ requires v <= 0;
    //@ assignable b;
    //@ ensures b == v;
    void set(int v) {
        if (v > 0)
            a = v;
        else
            b = v;
    }
}
public class Solution {
    static int t(int p) {
        Base o = new Base();
        o.a = 5;
        o.b = 6;
        o.set(p - «1¦2»);
        return o.a * 10 + o.b;
    }
    static int tt(int p) {
        Base o = new Base();
        o.set(1);
        o.set(-p);
        o.set(-1);
        return o.a * 10 + o.b;
    }
}
//// everything
class Base {
    int a;
    static int made;
    //@ assignable \everything;
    //@ ensures a == v;
    void all(int v) {
        a = v;
        made = v;
    }
    //@ ensures \result == v;
    int some(int v) {
        a = v + 1 > v ? v + 1 : v;
        made = 3;
        return v;
    }
}
public class Solution {
    static int t(int p) {
        Base o = new Base();
        Base.made = 7;
        o.a = 2;
        o.all(p);
        return o.a;
    }
    //@ requires o.a == 3;
    //@ ensures \result == 4;
    static int te(Base o) {
        int k = o.a;
        o.all(4);
        return o.a;
    }
    static int tu(int p) {
        Base o = new Base();
        Base.made = 7;
        o.a = 1;
        o.all(3);
        int k = o.some(p);
        return k;
    }
}
//// own frame
class Base {
    int a;
    int b;
    int[] xs = new int[3];
    /*@ nullable @*/ Base next;
    //@ assignable a;
    void a(int v) {
        a = v;
    }
    //@ assignable this.a, b;
    void ab(int v) {
        a = v;
        this.b = v;
    }
    //@ assignable o.a;
    void of(Base o, int v) {
        o.a = v;
    }
    //@ requires next != null;
    //@ assignable next.a;
    void nexts(int v) {
        next.a = v;
    }
    //@ assignable o.*;
    void all(Base o) {
        o.a = 1;
        o.b = 2;
    }
    //@ assignable \nothing;
    //@ ensures \result == v;
    int fresh(int v) {
        Base o = new Base();
        o.a = v;
        int[] ys = new int[2];
        ys[0] = v;
        return o.a;
    }
    //@ requires next != null;
    //@ assignable a, next.b;
    void both(int v) {
        Base o = next;
        o.b = v;
        this.a = v;
    }
}
public class Solution {
    static int s;
    //@ assignable s;
    static void stat(int v) {
        s = v;
    }
    //@ requires xs.length > 2;
    //@ assignable xs[1];
    static void one(int[] xs, int v) {
        xs[1] = v;
    }
    //@ requires xs.length > 2 && 0 <= i && i < xs.length;
    //@ assignable xs[i];
    static void at(int[] xs, int i, int v) {
        xs[i] = v;
    }
    //@ requires xs.length > 3;
    //@ assignable xs[1 .. 2];
    static void range(int[] xs, int v) {
        xs[1] = v;
        xs[2] = v;
    }
    //@ requires xs.length > 2 && ys.length > 2;
    //@ assignable ys[*];
    static void ofOther(int[] xs, int[] ys) {
        ys[0] = xs[0];
        ys[2] = 7;
    }
    //@ requires g.length > 1 && g[0] != null && g[1] != null && g[0].length > 1 && g[1].length > 1;
    //@ assignable g[0][*];
    static void row(int[][] g) {
        g[0][1] = 5;
    }
}
//// two arrays in a frame
public class Solution {
    //@ requires xs.length > 1 && ys.length > 1;
    //@ assignable xs[0], ys[1];
    //@ ensures xs[0] == 1 && ys[1] == 2;
    static void two(int[] xs, int[] ys) {
        xs[0] = 1;
        ys[1] = 2;
    }
    static int t(int p) {
        int[] xs = {5, 6};
        int[] ys = «X=xs¦new int[2]»;
        two(xs, ys);
        return xs[0] * 1000 + xs[1] * 100 + ys[0] * 10 + ys[1];
    }
    //@ requires xs.length > 1 && ys.length > 1;
    //@ assignable xs[0], ys[1];
    //@ ensures xs != ys ==> xs[1] == \old(xs[1]) && ys[0] == \old(ys[0]);
    static void call(int[] xs, int[] ys) {
        two(xs, ys);
    }
}
