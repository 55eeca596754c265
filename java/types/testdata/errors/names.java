class A {
    int f(int count) {
        return cuont + 1; // ERROR "cannot find symbol: variable cuont" HINT "did you mean count\?"
    }
    int g() {
        undefinedThing.foo(); // ERROR "cannot find symbol: variable undefinedThing"
        return fooo(1); // ERROR "cannot find symbol: method fooo\(int\)"
    }
    int foo(int x) { return x; }
}
// ---
class B {
    Strin s; // ERROR "cannot find symbol: class Strin" HINT "did you mean String"
    java.util.Lisst<String> l; // ERROR "cannot find symbol: class java.util.Lisst"
    List<String> m; // ERROR "cannot find symbol: class List" HINT "add import java.util.List;"
}
// ---
import java.util.List;
import java.util.Lisst; // ERROR "cannot find symbol: class java.util.Lisst"

class C {
    int n(List<String> l, String s, int[] a, String[] names) {
        int t = s.length; // ERROR "cannot find symbol: variable length in class String" HINT "\.length\(\)"
        t += a.length(); // ERROR "cannot find symbol: method length\(\)" HINT "\.length"
        t += l.length; // ERROR "cannot find symbol: variable length" HINT "\.size\(\)"
        t += l.length(); // ERROR "cannot find symbol: method length\(\)" HINT "\.size\(\)"
        t += a.size(); // ERROR "cannot find symbol: method size\(\)" HINT "\.length"
        t += s.size(); // ERROR "cannot find symbol: method size\(\)" HINT "\.length\(\)"
        t += l[0].length(); // ERROR "array required, but List<String> found" HINT "\.get\(i\)"
        t += s[0]; // ERROR "array required, but String found" HINT "\.charAt\(i\)"
        t += names.get(0).length(); // ERROR "cannot find symbol: method get\(int\)" HINT "\[i\]"
        return t;
    }
}
// ---
class D {
    int x;
    static int s() {
        return x; // ERROR "non-static variable x cannot be referenced from a static context"
    }
    void i() { }
    static void t() {
        i(); // ERROR "non-static method i\(\) cannot be referenced from a static context"
        D.i(); // ERROR "non-static method i\(\) cannot be referenced from a static context"
        this.i(); // ERROR "non-static variable this cannot be referenced from a static context"
        new D().i();
    }
    class In { }
    static In make() {
        return new In(); // ERROR "non-static (class In|variable this) cannot be"
    }
}
// ---
class E {
    private int p;
    private void q() { }
}
class F {
    int t(E e) {
        e.q(); // ERROR "q\(\) has private access in E"
        return e.p; // ERROR "p has private access in E"
    }
}
// ---
class G {
    void f(int a) {
        int a = 1; // ERROR "variable a is already defined in method f\(int\)"
        for (int i = 0; i < 3; i++) {
            int i = 2; // ERROR "variable i is already defined in method f\(int\)"
        }
        int i = 1;
        Runnable r = () -> { int i = 2; }; // ERROR "variable i is already defined in method f\(int\)"
        {
            int z = 1;
        }
        int z = 2;
    }
    void f(int b) { } // ERROR "method f\(int\) is already defined in class G"
    int fld;
    String fld; // ERROR "variable fld is already defined in class G"
}
// ---
class H {
    void f() {
        break; // ERROR "break outside switch or loop"
    }
    void g() {
        for (;;) {
            continue nowhere; // ERROR "undefined label: nowhere"
        }
    }
}
// ---
class I extends Missing { // ERROR "cannot find symbol: class Missing"
}
class J implements Comparable<J> { // ERROR "J is not abstract and does not override abstract method compareTo"
}
class K extends Comparable<K> { // ERROR "no interface expected here"
}
final class L { }
class M extends L { // ERROR "cannot inherit from final L"
}
class N implements L { // ERROR "interface expected here"
}
// ---
class O extends P { } // ERROR "cyclic inheritance"
class P extends O { }
// ---
import java.util.*;

abstract class Q implements Comparable<Q>, Iterator<String> {
    String toString() { return ""; } // ERROR "attempting to assign weaker access privileges; was public" HINT "public"
    public int hashCode(int x) { return 1; }
    public long hashCode() { return 1; } // ERROR "return type long is not compatible with int"
    public boolean equals(Q o) { return true; }
    public int compareTo(Q o) { return 0; }
    public String next() { return null; }
    final void fin() { }
    static void st() { }
    void inst() { }
    List<? extends Number> cov() { return null; }
    Number num() { return 1; }
    protected Object clone() { return null; }
    <T> List<T> gen(T t) { return null; }
}
abstract class R extends Q {
    void fin() { } // ERROR "overridden method is final"
    void st() { } // ERROR "overridden method is static"
    static void inst() { } // ERROR "overriding method is static"
    ArrayList<Integer> cov() { return null; }
    Integer num() { return 1; }
    public R clone() { return this; }
    <U> ArrayList<U> gen(U t) { return null; }
    private public int both; // ERROR "illegal combination of modifiers"
}
// ---
class S implements Comparable<S> {
    int compareTo(S o) { return 0; } // ERROR "cannot implement compareTo\(T\) in Comparable: attempting to assign weaker access"
}
abstract class U implements java.util.Iterator<String> {
    public Object next() { return null; } // ERROR "return type Object is not compatible with String"
}
