//// counting
public class Solution {
    static int t(int p) {
        int k = 0;
        //@ loop_invariant 0 <= i && i <= p && k == 2 * i;
        //@ decreases p - i;
        for (int i = 0; i < p; i++)
            k += 2;
        return k;
    }
    //@ requires 0 <= n && n <= 1000;
    //@ ensures \result == n;
    static int count(int n) {
        int i = 0;
        //@ loop_invariant 0 <= i && i <= n;
        //@ decreases n - i;
        while (i < n) {
            i++;
        }
        return i;
    }
    //@ requires 0 <= n && n <= 1000;
    //@ ensures \result == 3 * n + 1;
    static int threes(int n) {
        int k = 1;
        //@ loop_invariant 0 <= i && i <= n && k == 3 * i + 1;
        //@ loop_modifies k, i;
        //@ decreases n - i;
        for (int i = 0; i < n; i++)
            k += 3;
        return k;
    }
    //@ requires 0 < n && n <= 1000;
    //@ ensures \result == 0;
    static int down(int n) {
        //@ loop_invariant 0 < n && n <= 1000;
        //@ decreases n;
        do {
            n--;
            if (n == 0)
                break;
        } while (true);
        return n;
    }
    static int td(int p) {
        int k = 0;
        int i = 0;
        //@ loop_invariant 0 <= i && i <= p && k == i;
        //@ decreases p - i;
        do {
            if (i >= p)
                break;
            k++;
            i++;
        } while (i < p);
        return k;
    }
}
//// no invariant
public class Solution {
    static int t(int p) {
        int k = 5;
        int m = 7;
        //@ loop_invariant 0 <= i && i <= p + 1;
        //@ decreases p + 1 - i;
        for (int i = 0; i <= p; i++)
            k = i;
        return m;
    }
    static int tk(int p) {
        int k = 5;
        int r = 1;
        //@ loop_invariant 0 <= i && i <= p;
        //@ decreases p - i;
        for (int i = 0; i < p; i++)
            k = 6;
        if (k == 5)
            r = 2;
        return r > 0 ? 3 : 4;
    }
    //@ ensures \result >= 0;
    static int found(int[] xs, int x) {
        int at = 0;
        //@ loop_invariant 0 <= i && i <= xs.length && at >= 0;
        //@ decreases xs.length - i;
        for (int i = 0; i < xs.length; i++)
            if (xs[i] == x)
                at = i;
        return at;
    }
}
//// arrays
public class Solution {
    //@ assignable xs[*];
    //@ ensures (\forall int i; 0 <= i && i < xs.length; xs[i] == v);
    static void fill(int[] xs, int v) {
        //@ loop_invariant 0 <= k && k <= xs.length;
        //@ loop_invariant (\forall int i; 0 <= i && i < k; xs[i] == v);
        //@ decreases xs.length - k;
        for (int k = 0; k < xs.length; k++)
            xs[k] = v;
    }
    //@ ensures \result == -1 ==> (\forall int i; 0 <= i && i < xs.length; xs[i] != x);
    //@ ensures \result != -1 ==> 0 <= \result && \result < xs.length && xs[\result] == x;
    static int find(int[] xs, int x) {
        //@ loop_invariant 0 <= k && k <= xs.length;
        //@ loop_invariant (\forall int i; 0 <= i && i < k; xs[i] != x);
        //@ decreases xs.length - k;
        for (int k = 0; k < xs.length; k++) {
            if (xs[k] == x)
                return k;
        }
        return -1;
    }
    //@ requires xs.length > 0;
    //@ ensures (\forall int i; 0 <= i && i < xs.length; \result >= xs[i]);
    //@ ensures (\exists int i; 0 <= i && i < xs.length; \result == xs[i]);
    static int max(int[] xs) {
        int m = xs[0];
        //@ loop_invariant 1 <= k && k <= xs.length;
        //@ loop_invariant (\forall int i; 0 <= i && i < k; m >= xs[i]);
        //@ loop_invariant (\exists int i; 0 <= i && i < k; m == xs[i]);
        //@ decreases xs.length - k;
        for (int k = 1; k < xs.length; k++)
            if (xs[k] > m)
                m = xs[k];
        return m;
    }
    static int t(int p) {
        int[] xs = {5, 6, 7, 8};
        //@ loop_invariant 0 <= i && i <= p;
        //@ loop_invariant (\forall int j; 0 <= j && j < i; xs[j] == 1);
        //@ loop_invariant (\forall int j; i <= j && j < 4; xs[j] == 5 + j);
        //@ decreases p - i;
        for (int i = 0; i < p; i++)
            xs[i] = 1;
        return xs[0] * 1000 + xs[1] * 100 + xs[2] * 10 + xs[3];
    }
}
//// fields
class Base {
    int a;
    int b;
    static int s;
    //@ requires 0 <= n && n <= 100;
    //@ assignable a;
    //@ ensures a == n && b == \old(b);
    void count(int n) {
        a = 0;
        //@ loop_invariant 0 <= a && a <= n;
        //@ decreases n - a;
        while (a < n)
            a++;
    }
}
public class Solution {
    static int t(int p) {
        Base o = new Base();
        Base q = new Base();
        o.a = 3;
        q.a = 4;
        q.b = 2;
        //@ loop_invariant 0 <= i && i <= p && o.a == 3 + i;
        //@ decreases p - i;
        for (int i = 0; i < p; i++)
            o.a++;
        return o.a * 10 + q.b;
    }
    static int ts(int p) {
        Base.s = 4;
        int k = 0;
        //@ loop_invariant 0 <= i && i <= p && Base.s == 4 + i && k == i;
        //@ decreases p - i;
        for (int i = 0; i < p; i++) {
            Base.s++;
            k = Base.s - 4;
        }
        return Base.s * 10 + k;
    }
    static int tc(int p) {
        Base o = new Base();
        o.b = 6;
        //@ loop_invariant 0 <= i && i <= p;
        //@ decreases p - i;
        for (int i = 0; i < p; i++)
            o.count(i);
        return o.b;
    }
    static int tl(int p) {
        Base o = new Base();
        int k = 0;
        //@ loop_invariant 0 <= i && i <= p && o != null;
        //@ decreases p - i;
        for (int i = 0; i < p; i++) {
            o = new Base();
            o.a = i + 1;
        }
        o.b = 2;
        return o.b;
    }
}
//// ways out
public class Solution {
    static int t(int p) {
        int k = 0;
        int i = 0;
        //@ loop_invariant 0 <= i && i <= 4 && k == i && i <= p;
        //@ decreases 4 - i;
        while (i < 4) {
            if (i == p)
                break;
            k++;
            i++;
        }
        return k * 10 + i;
    }
    static int tc(int p) {
        int k = 0;
        //@ loop_invariant 0 <= i && i <= 3 && k == (i > p ? i - 1 : i);
        //@ decreases 3 - i;
        for (int i = 0; i < 3; i++) {
            if (i == p)
                continue;
            k++;
        }
        return k;
    }
    static int tr(int p) {
        //@ loop_invariant 0 <= i && i <= 3 && i <= p;
        //@ decreases 4 - i;
        for (int i = 0; i < 3; i++) {
            if (i == p)
                return i * 10;
        }
        return 5;
    }
    static int tl(int p) {
        int k = 0;
        out:
        //@ loop_invariant 0 <= i && i <= 2 && k == i && i <= p;
        //@ decreases 2 - i;
        for (int i = 0; i < 2; i++) {
            //@ loop_invariant 0 <= j && j <= 1 && k == i && i <= p;
            //@ decreases 2 - j;
            for (int j = 0; j < 2; j++) {
                if (i == p)
                    break out;
                if (j == 1) {
                    k++;
                    continue out;
                }
            }
        }
        return k;
    }
    static int te(int p) {
        int k = 0;
        try {
            //@ loop_invariant 0 <= i && i <= p && k == i;
            //@ decreases 9 - i;
            for (int i = 0; i < 9; i++) {
                if (i == p)
                    throw new IllegalStateException();
                k++;
            }
        } catch (IllegalStateException e) {
            k += 10;
        }
        return k;
    }
}
//// termination
public class Solution {
    //@ requires 0 <= n && n <= 100;
    //@ ensures \result == 0;
    static int half(int n) {
        //@ loop_invariant 0 <= n;
        //@ decreases n;
        while (n > 0)
            n /= 2;
        return n;
    }
    //@ requires 0 <= a && a <= 100 && 0 <= b && b <= 100;
    //@ ensures \result == a + b;
    static int both(int a, int b) {
        int k = 0;
        int i = a;
        int j = b;
        //@ loop_invariant 0 <= i && i <= a && 0 <= j && j <= b && k == a - i + b - j;
        //@ decreases i + j;
        while (i + j > 0) {
            if (i > 0)
                i--;
            else
                j--;
            k++;
        }
        return k;
    }
    //@ requires 0 <= n && n <= 100;
    //@ ensures \result == n;
    static int up(int n) {
        int i = 0;
        //@ loop_invariant 0 <= i && i <= n;
        //@ decreases n - i;
        while (i != n)
            i += 1;
        return i;
    }
}
//// each
public class Solution {
    //@ ensures \result >= 0;
    static int positives(int[] xs) {
        int k = 0;
        //@ loop_invariant 0 <= k && k <= \count;
        for (int x : xs)
            if (x > 0)
                k++;
        return k;
    }
    static int t(int p) {
        int[] xs = {3, 4, p};
        int k = 0;
        //@ loop_invariant k == (\count > 0 ? 3 : 0) + (\count > 1 ? 4 : 0) + (\count > 2 ? p : 0);
        for (int x : xs)
            k += x;
        return k;
    }
    //@ ensures \result ==> (\exists int i; 0 <= i && i < xs.length; xs[i] == 7);
    static boolean has(int[] xs) {
        boolean r = false;
        //@ loop_invariant r ==> (\exists int i; 0 <= i && i < xs.length; xs[i] == 7);
        for (int x : xs)
            if (x == 7)
                r = true;
        return r;
    }
}
//// nested
public class Solution {
    //@ requires 0 <= n && n <= 20;
    //@ ensures \result == 3 * n;
    static int area(int n) {
        int k = 0;
        //@ loop_invariant 0 <= i && i <= n && k == 3 * i;
        //@ decreases n - i;
        for (int i = 0; i < n; i++) {
            //@ loop_invariant 0 <= j && j <= 3 && k == 3 * i + j;
            //@ decreases 3 - j;
            for (int j = 0; j < 3; j++)
                k++;
        }
        return k;
    }
    static int t(int p) {
        int k = 0;
        int m = 1;
        //@ loop_invariant 0 <= i && i <= p && (i == 0 ==> m == 1) && (i > 0 ==> m == 2);
        //@ decreases p - i;
        for (int i = 0; i < p; i++) {
            m = 0;
            //@ loop_invariant 0 <= m && m <= 2;
            //@ decreases 2 - m;
            while (m < 2)
                m++;
        }
        return m;
    }
}
//// calls in loops
class Base {
    int a;
    int b;
    static int s;
    //@ requires a < 1000;
    //@ assignable a;
    //@ ensures a == \old(a) + 1;
    void up() {
        a++;
    }
    //@ requires s < 1000;
    //@ assignable s;
    //@ ensures s == \old(s) + 1;
    static void count() {
        s++;
    }
    //@ requires xs.length > 0;
    //@ assignable xs[0];
    //@ ensures xs[0] == v;
    static void put(int[] xs, int v) {
        xs[0] = v;
    }
}
public class Solution {
    static int t(int p) {
        Base o = new Base();
        o.a = 3;
        //@ loop_invariant 0 <= i && i <= p && o.a == 3 + i;
        //@ decreases p - i;
        for (int i = 0; i < p; i++)
            o.up();
        return o.a;
    }
    static int tw(int p) {
        Base o = new Base();
        o.a = 3;
        //@ loop_invariant 0 <= i && i <= p && o.a <= 3 + i;
        //@ decreases p - i;
        for (int i = 0; i < p; i++)
            o.up();
        return o.a >= 0 ? 1 : 1;
    }
    static int ts(int p) {
        Base.s = 5;
        //@ loop_invariant 0 <= i && i <= p && Base.s == 5 + i;
        //@ decreases p - i;
        for (int i = 0; i < p; i++)
            Base.count();
        return Base.s;
    }
    static int tx(int p) {
        int[] xs = {8, 9};
        //@ loop_invariant 0 <= i && i <= p && (i == 0 ? xs[0] == 8 : xs[0] == i) && xs[1] == 9;
        //@ decreases p - i;
        for (int i = 0; i < p; i++)
            Base.put(xs, i + 1);
        return xs[0] * 10 + xs[1];
    }
}
//// frames of loops
class Base {
    int a;
    int b;
}
public class Solution {
    static int t(int p) {
        Base o = new Base();
        o.b = 6;
        int i = 0;
        //@ loop_invariant 0 <= i && i <= p;
        //@ loop_modifies i, o.a, o.b;
        //@ decreases p - i;
        while (i < p) {
            o.a = 1;
            o.b = 6;
            i++;
        }
        return i;
    }
    static int tx(int p) {
        int[] xs = {4, 5, 6, 7};
        int i = 0;
        //@ loop_invariant 0 <= i && i <= p && xs[3] == 7;
        //@ loop_invariant (\forall int j; 0 <= j && j < i; xs[j] == 1);
        //@ loop_invariant (\forall int j; i <= j && j < 3; xs[j] == 4 + j);
        //@ loop_modifies i, xs[0 .. 2];
        //@ decreases p - i;
        while (i < p) {
            xs[i] = 1;
            i++;
        }
        return xs[0] * 1000 + xs[1] * 100 + xs[2] * 10 + xs[3];
    }
    //@ requires o != q;
    //@ assignable o.a, q.a;
    //@ ensures q.a == \old(q.a);
    static void one(Base o, Base q) {
        int i = 0;
        //@ loop_invariant 0 <= i && i <= 3;
        //@ loop_modifies i, o.a;
        //@ decreases 3 - i;
        while (i < 3) {
            o.a = i;
            i++;
        }
    }
}
//// each element
public class Solution {
    static int t(int p) {
        int[] xs = {3, 4, p + 1};
        int k = 0;
        //@ loop_invariant 0 <= k && k <= 12 * \count;
        for (int x : xs)
            k += 12 / x;
        return k > 0 ? 1 : 2;
    }
    static int ta(int p) {
        int[] xs = {5, p};
        int k = 0;
        for (int x : xs) {
            //@ assert x >= 0 && x <= 5;
            k = 1;
        }
        return 3;
    }
    //@ requires (\forall int i; 0 <= i && i < xs.length; xs[i] != 0);
    //@ ensures true;
    static void divide(int[] xs) {
        int k = 0;
        for (int x : xs)
            k = 7 / x;
    }
}
//// tight variants
public class Solution {
    //@ requires 0 <= n && n <= 100;
    //@ ensures \result == n;
    static int up(int n) {
        int i = 0;
        //@ loop_invariant 0 <= i && i <= n;
        //@ decreases n - i - 1;
        while (i < n)
            i++;
        return i;
    }
    //@ requires 0 <= n && n <= 100;
    //@ ensures \result == 0;
    static int down(int n) {
        int i = n;
        //@ loop_invariant 0 <= i && i <= n;
        //@ decreases i - 1;
        while (i > 0)
            i -= 1;
        return i;
    }
    static int t(int p) {
        int k = 0;
        //@ loop_invariant 0 <= i && i <= 4 && k == i;
        //@ decreases 3 - i;
        for (int i = 0; i < 4; i++)
            k += 1;
        return k + p;
    }
}
//// trap: a loop writes outside of its frame
class Base {
    int a;
    int b;
}
public class Solution {
    //@ requires 0 <= p && p <= 3;
    //@ ensures \result == 6;
    static int field(int p) {
        Base o = new Base();
        o.b = 6;
        int i = 0;
        //@ loop_invariant 0 <= i && i <= p;
        //@ loop_modifies i, o.a;
        //@ decreases p - i;
        while (i < p) {
            o.b = 1;
            i++;
        }
        return o.b;
    }
    //@ requires 0 <= p && p <= 3;
    //@ ensures \result == 6;
    static int element(int p) {
        int[] xs = {6, 7};
        int i = 0;
        //@ loop_invariant 0 <= i && i <= p;
        //@ loop_modifies i, xs[1];
        //@ decreases p - i;
        while (i < p) {
            xs[0] = 1;
            i++;
        }
        return xs[0];
    }
}
