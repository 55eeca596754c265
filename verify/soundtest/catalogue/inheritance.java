//// overriding
class Base {
    int a;
    //@ requires v >= 0;
    //@ assignable a;
    //@ ensures a >= v;
    void set(int v) {
        a = v;
    }
    //@ ensures \result >= 0;
    /*@ pure @*/ int kind() {
        return 1;
    }
}
class Sub extends Base {
    int c;
    //@ also
    //@ requires v >= 0 && v < 1000;
    //@ assignable a;
    //@ ensures a == v + 1;
    void set(int v) {
        a = v < 1000 ? v + 1 : v;
    }
    //@ also ensures \result == 2;
    /*@ pure @*/ int kind() {
        return 2;
    }
}
public class Solution {
    static int t(int p) {
        Base o = new Sub();
        return o.kind() >= 0 ? 1 : 2;
    }
    static int ts(int p) {
        Sub o = new Sub();
        o.set(p);
        return o.a * 10 + o.kind();
    }
    static int tb(int p) {
        Base o = p > 1 ? new Sub() : new Base();
        o.set(p);
        return o.a >= p ? 1 : 2;
    }
}
//// dispatch
class Base {
    //@ ensures \result == 1 || \result == 2;
    /*@ pure @*/ int kind() {
        return 1;
    }
    //@ ensures \result == 5;
    /*@ pure @*/ int five() {
        return 5;
    }
    //@ ensures \result == 1 || \result == 2;
    /*@ pure @*/ int indirect() {
        return kind();
    }
    static int sort() {
        return 3;
    }
}
class Sub extends Base {
    //@ also ensures \result == 2;
    /*@ pure @*/ int kind() {
        return 2;
    }
    //@ ensures \result == 1 || \result == 2;
    /*@ pure @*/ int up() {
        return super.kind();
    }
}
public class Solution {
    static int t(int p) {
        Base o = p > 1 ? new Sub() : new Base();
        int k = o.kind();
        return k > 0 ? o.five() : k;
    }
    static int ts(int p) {
        Sub o = new Sub();
        return o.kind() * 10 + o.five();
    }
    static int tk(int p) {
        Base o = p > 1 ? new Sub() : new Base();
        return o.kind() == o.kind() ? 1 : 2;
    }
}
//// types
class Base {
    int a;
}
class Sub extends Base {
    int a;
    int c;
}
final class Leaf extends Base {
}
public class Solution {
    static int t(int p) {
        Base o = p > «1¦2» ? new Sub() : new Base();
        return o instanceof Sub ? 1 : 2;
    }
    static int tc(int p) {
        Object o = p > 1 ? new Sub() : new Leaf();
        int k = 0;
        if (o instanceof Base)
            k += 1;
        if (o instanceof Sub)
            k += 10;
        if (o instanceof Leaf)
            k += 100;
        return k;
    }
    static int tn(int p) {
        Base o = p > 1 ? null : new Sub();
        return o instanceof Base ? 1 : 2;
    }
    static int tp(int p) {
        Object o = p > 1 ? new Sub() : "x";
        if (o instanceof Sub s) {
            s.c = 4;
            return s.c;
        }
        return 7;
    }
    static int tf(int p) {
        Sub s = new Sub();
        s.a = 3;
        Base b = s;
        b.a = 5;
        return s.a * 10 + ((Base) s).a;
    }
    static int ta(int p) {
        Object o = p > 1 ? new int[2] : new Object();
        return o instanceof int[] ? 1 : 2;
    }
}
//// interfaces
interface Value {
    //@ ensures \result >= 0;
    /*@ pure @*/ int value();
    //@ ensures \result == 3;
    default /*@ pure @*/ int three() {
        return 3;
    }
}
class Base implements Value {
    int a;
    //@ also ensures \result == (a > 0 ? a : 0);
    public /*@ pure @*/ int value() {
        return a > 0 ? a : 0;
    }
}
class Other implements Value {
    //@ also ensures \result == 6;
    public /*@ pure @*/ int value() {
        return 6;
    }
    public /*@ pure @*/ int three() {
        return 3;
    }
}
public class Solution {
    static int t(int p) {
        Base o = new Base();
        o.a = p - 1;
        return o.value() * 10 + o.three();
    }
    static int tv(int p) {
        Value v = p > 1 ? new Base() : new Other();
        return v.value() >= 0 ? v.three() : 9;
    }
    //@ ensures \result >= 3;
    static int more(Value v) {
        int k = v.value();
        return k > 1000 ? 1000 : k + v.three();
    }
}
//// inherited implementations
interface Shape {
    //@ ensures \result > 0;
    /*@ pure @*/ int side();
}
class Base {
    //@ ensures \result == 2;
    public /*@ pure @*/ int side() {
        return 2;
    }
}
class Sub extends Base implements Shape {
}
abstract class Frame {
    int n;
    //@ requires 0 <= n && n < 100;
    //@ ensures \result >= n;
    abstract /*@ pure @*/ int size();
    //@ requires 0 <= n && n < 100;
    //@ ensures \result >= n;
    /*@ pure @*/ int sized() {
        return size();
    }
}
class Box extends Frame {
    //@ also
    //@ requires 0 <= n && n < 100;
    //@ ensures \result == n + 1;
    /*@ pure @*/ int size() {
        return n + 1;
    }
}
public class Solution {
    static int t(int p) {
        Shape s = new Sub();
        return s.side() > 0 ? 1 : 2;
    }
    static int tb(int p) {
        Box b = new Box();
        b.n = p;
        return b.size();
    }
}
//// frames of overriders
class Base {
    int a;
    int b;
    //@ assignable a;
    //@ ensures a == v;
    void set(int v) {
        a = v;
    }
    //@ assignable \nothing;
    //@ ensures \result == a;
    int get() {
        return a;
    }
}
class Sub extends Base {
    int c;
    void set(int v) {
        super.set(v);
    }
    int get() {
        return super.get();
    }
}
class Third extends Sub {
    //@ also
    //@ assignable a;
    //@ ensures a == v;
    void set(int v) {
        a = v;
    }
}
public class Solution {
    static int t(int p) {
        Base o = p > 1 ? new Sub() : new Base();
        o.b = 5;
        o.set(p);
        return o.a * 10 + o.b;
    }
    static int ts(int p) {
        Sub o = new Third();
        o.c = 8;
        o.set(p);
        return o.get() * 10 + o.c;
    }
}
//// trap: inherited for an interface
interface Shape {
    //@ ensures \result > 0;
    /*@ pure @*/ int side();
}
class Base {
    //@ ensures \result == 0;
    public /*@ pure @*/ int side() {
        return 0;
    }
}
class Sub extends Base implements Shape {
}
public class Solution {
    //@ ensures \result <= 10;
    static int use(Shape s) {
        return 10 / s.side();
    }
    static int t(int p) {
        Shape s = new Sub();
        return 10 / s.side();
    }
}
//// trap: inherited from a class that writes
interface Shape {
    //@ assignable \nothing;
    //@ ensures \result == 2;
    int side();
}
class Base {
    int a;
    //@ assignable a;
    //@ ensures \result == 2 && a == 7;
    public int side() {
        a = 7;
        return 2;
    }
}
class Sub extends Base implements Shape {
}
public class Solution {
    static int t(int p) {
        Sub o = new Sub();
        o.a = p;
        Shape s = o;
        s.side();
        return o.a;
    }
    //@ requires 0 <= o.a && o.a < 5;
    //@ ensures o.a == \old(o.a);
    static void use(Sub o) {
        Shape s = o;
        s.side();
    }
}
//// super and this
class Base {
    int a;
    //@ ensures \result == 1 || \result == 2;
    /*@ pure @*/ int kind() {
        return 1;
    }
    //@ ensures \result == kind();
    /*@ pure @*/ int same() {
        return kind();
    }
}
class Sub extends Base {
    //@ also ensures \result == 2;
    /*@ pure @*/ int kind() {
        return 2;
    }
    //@ ensures \result == 1 || \result == 2;
    /*@ pure @*/ int up() {
        int k = super.kind();
        return k;
    }
    //@ ensures \result == same();
    /*@ pure @*/ int again() {
        Base b = this;
        return b.kind();
    }
    //@ ensures \result == 4;
    /*@ pure @*/ int both() {
        return kind() + this.kind();
    }
}
public class Solution {
    static int t(int p) {
        Sub o = new Sub();
        return o.kind() * 10 + o.both();
    }
}
//// trap: super is not this
class Base {
    //@ ensures \result >= 1 && \result <= 2;
    /*@ pure @*/ int kind() {
        return 1;
    }
}
class Sub extends Base {
    //@ also ensures \result == 2;
    /*@ pure @*/ int kind() {
        return 2;
    }
    //@ ensures \result == kind();
    /*@ pure @*/ int up() {
        return super.kind();
    }
    //@ ensures \result == 0;
    int difference() {
        return super.kind() - this.kind();
    }
}
//// null for an overrider
class Base {
    //@ ensures \result >= 0;
    /*@ pure @*/ int size(/*@ nullable @*/ int[] xs) {
        return 0;
    }
}
class Sub extends Base {
    //@ also ensures xs == null ==> \result == 0;
    /*@ pure @*/ int size(/*@ nullable @*/ int[] xs) {
        return xs == null ? 0 : xs.length;
    }
}
//// trap: an overrider that takes no null
class Base {
    //@ ensures \result >= 0;
    /*@ pure @*/ int size(/*@ nullable @*/ int[] xs) {
        return 0;
    }
}
class Sub extends Base {
    //@ also ensures \result >= 0;
    /*@ pure @*/ int size(int[] xs) {
        return xs.length;
    }
}
public class Solution {
    static int t(int p) {
        Base o = new Sub();
        return o.size(null);
    }
}
