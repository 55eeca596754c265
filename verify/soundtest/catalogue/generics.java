//// cells
class Cell<T> {
    /*@ nullable @*/ T item;
    //@ assignable item;
    //@ ensures item == v;
    void put(/*@ nullable @*/ T v) {
        item = v;
    }
    //@ ensures \result == item;
    /*@ pure nullable @*/ T get() {
        return item;
    }
}
class Base {
    int a;
}
public class Solution {
    static int t(int p) {
        Cell<Base> c = new Cell<>();
        Base o = new Base();
        c.put(o);
        o.a = p;
        c.get().a += 3;
        return o.a;
    }
    static int tn(int p) {
        Cell<String> c = new Cell<>();
        if (p > 1)
            c.put("ab");
        return c.get() == null ? 1 : 2;
    }
    static int ts(int p) {
        Cell<Base> c = new Cell<>();
        Cell<Base> d = p > 1 ? c : new Cell<>();
        Base o = new Base();
        c.put(o);
        d.put(new Base());
        return c.get() == o ? 1 : 2;
    }
    static int ti(int p) {
        Cell<Integer> c = new Cell<>();
        c.put(p + 200);
        Integer a = c.get();
        c.put(p + 200);
        return (a == c.get() ? 1 : 2) + (a.equals(c.get()) ? 10 : 20);
    }
    //@ ensures \result == (c ? x : y);
    static <T> T choose(boolean c, T x, T y) {
        return c ? x : y;
    }
}
