// Initialisation of classes, constants of enums, and what records have unwritten.
import java.util.*;

class A06 {
  static int c = 0;
  static final A06 I = new A06(); //! InvariantEntrance
  static int k = 7;
  int v;
  A06() { v = k; }
  //@ ensures \result == 7;
  static int m() { return I.v; } //! Postcondition
  //@ static invariant k == 7;
}

class K08 { static int[] t = new int[C.n()]; static class C { static int n() { return -1; } } } //! PossiblyNegativeSize

record R15(int[] a) { //@ public invariant a.length > 0; //! InvariantExit
  //@ ensures \result == a[0];
  int first() { return a[0]; } }

record R16(int x) { R16 { x = x < 0 ? 0 : x; } }
class A16 {
  //@ requires k < 0; ensures \result == k;
  static int m(int k) { return new R16(k).x(); } //! Postcondition
}

record R17(int x) { //@ also ensures \result == x;
  public int x() { return x + 1; } } //! ArithmeticOperationRange //!^ Postcondition

class D37 { static int y = 3; static { H37.count++; } static int get() { return 1; } } //! ArithmeticOperationRange
class H37 { static int count; }
class A37 {
  //@ requires H37.count == 0; ensures H37.count == 0;
  static void m() { int a = 0; for (int i = 0; i < 3; i++) { a = a + D37.get(); } } //! Postcondition
}

class D38 { static { if (true) throw new IllegalStateException(); } static int get() { return 1; } } //! ExceptionalPostcondition

class D39 extends RuntimeException { static int n; { n = 5; } }
class A39 {
  static int f(int x) { if (x < 0) throw new D39(); return x; }
  //@ requires D39.n == 0; ensures D39.n == 0;
  static void m() { try { f(-1); } catch (D39 e) { } } //! Postcondition
}

enum E30 { X, Y, Z;
  static E30 dflt = X; //@ static invariant dflt != Z;
  static void set(E30 e) { dflt = e; } } //! InvariantExit
class B30 { //@ ensures \result != E30.Y;
  static E30 m(E30 e) { switch (e) { case X: return E30.Z; case Y: return E30.X; default: return E30.Y; } } } //! Postcondition

class R09x { static int limit = 10; //@ static invariant limit > 0;
  static R09x inst = new R09x(); static int top = inst.lim;
  int lim; R09x() { lim = limit; } 
  //@ static invariant top > 0; //! InvariantExit
  static void down() { limit = -1; } } //! InvariantExit

class B08 {
  static final java.util.List<String> names = new java.util.ArrayList<>();
  static final int n = count(); //! InvariantEntrance
  static final String last = "a".concat("b");
  //@ ensures \result > 0;
  static int count() { return last.length(); } //! Postcondition
}

class T02 { static int cnt = 0; static final int[] tab = {1,2,3}; //@ static invariant tab.length == 3 && cnt >= 0;
  //@ requires cnt < 100; assignable cnt; ensures cnt == \old(cnt) + 1;
  static void inc() { cnt++; }
  //@ requires 0 <= i && i < 3;
  static int at(int i) { return tab[i]; } }

class T03 { static final T03 I = new T03(); int v = 4; 
  private T03() { }
  //@ ensures \result == I;
  static T03 get() { return I; } }

enum Op { ADD(1), SUB(2); final int code; //@ invariant code > 0;
  //@ requires c > 0; ensures code == c;
  Op(int c) { code = c; }
  //@ ensures \result == code;
  /*@ pure @*/ int code() { return code; } }
class T04 { //@ ensures \result > 0;
  static int m(Op o) { return o.code(); } 
  //@ requires -1000 < a && a < 1000 && -1000 < b && b < 1000; ensures o == Op.ADD ==> \result == a + b;
  static int app(Op o, int a, int b) { switch (o) { case ADD: return a + b; default: return a - b; } } }

record R(int lo, int hi) { //@ public invariant lo <= hi;
  R { if (lo > hi) throw new IllegalArgumentException(); }
  //@ ensures \result == (lo <= k && k <= hi);
  /*@ pure @*/ boolean has(int k) { return lo <= k && k <= hi; } }
class T05 { //@ ensures true;
  static boolean m(R r) { return r.has(r.lo()); } }

class T15 { private static final Map<String, Integer> M = new HashMap<>(); static { M.put("a", 1); }
  //@ requires x >= 0; ensures \result == x;
  static int id(int x) { return x; } 
  static int sz() { return M.size(); } }
