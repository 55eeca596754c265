// Objects under construction: who sees them before they are whole.

abstract class P01 { abstract void hook(); P01() { hook(); } }
class Q01 extends P01 { int v = 3; //@ invariant v == 3;
  int seen;
  Q01() { } //! InvariantEntrance
  void hook() { seen = v; //@ assert v == 3;
  } }

class A02 {
  int x; //@ invariant x == 5;
  static A02[] reg = new A02[1];
  //@ ensures \result == 5;
  static int peek() { return reg[0] == null ? 5 : reg[0].x; } //! PossiblyTooLargeIndex
  int s;
  //@ ensures s == 5;
  A02() { A02[] t = { this }; reg = t; s = peek(); x = 5; } //! InvariantEntrance
}

class A03 {
  int x; int s; //@ invariant x == 5;
  //@ ensures s == 5;
  A03() { s = self().get(); x = 5; } //! InvariantEntrance
  //@ ensures \result == this;
  private /*@ pure helper @*/ A03 self() { return this; }
  //@ ensures \result == 5;
  int get() { return x; }
}

class A04 {
  String n; int s;
  static /*@ nullable @*/ A04 last;
  A04() { init(); s = len(); n = "x"; } //! InvariantEntrance
  private void init() { last = this; }
  //@ ensures \result >= 0;
  static int len() { A04 l = last; return l == null ? 0 : l.n.length(); }
}

class S05 { S05(S05[] box) { box[0] = this; } } //! PossiblyTooLargeIndex //!^ PossiblyBadArrayAssignment
class T05 extends S05 { int y; //@ invariant y == 1;
  //@ requires box.length > 0; signals (RuntimeException e) true;
  T05(S05[] box, boolean b) { super(box); if (b) throw new RuntimeException(); y = 1; } } //! InvariantEntrance //!^ InvariantExit

class B01 {
  int x; //@ invariant x == 5;
  static /*@ nullable @*/ Object last;
  B01() { Object o = this; last = o; int q = B01.see(); x = 5; } //! InvariantEntrance
  //@ ensures \result == 5;
  static int see() { Object l = last; return l instanceof B01 ? ((B01) l).x : 5; }
}

class B02 {
  int x; //@ invariant x == 5;
  static /*@ nullable @*/ B02 last;
  B02(int n) { for (int i = 0; i < n; i++) { if (i > 0) see(); last = (B02) (Object) this; } x = 5; } //! InvariantEntrance //!warn MissingLoopInvariant
  //@ ensures \result == 5;
  static int see() { B02 l = last; return l == null ? 5 : l.x; }
}

class B03 {
  int x; //@ invariant x == 5;
  static /*@ nullable @*/ B03 last;
  { last = this; }
  int s = see(); //! InvariantEntrance
  //@ ensures s == 5;
  B03() { x = 5; }
  //@ ensures \result == 5;
  static int see() { B03 l = last; return l == null ? 5 : l.x; }
}

class P05 { P05() { go(); } 
  //@ ensures \result == 1;
  int go() { return 1; } }
class Q05 extends P05 { final String n = new String("abc"); int len; //! InvariantEntrance
  //@ also ensures \result == 1;
  int go() { len = n.length(); return 1; } }

class A13b { int x; //@ invariant x >= 0;
  //@ requires v >= 0; ensures x == v;
  A13b(int v) { x = v; } }
class B13b extends A13b { //@ invariant x >= 10;
  B13b(int v) { super(v); } } //! Precondition //!^ InvariantExit

class An { /*@ spec_public @*/ protected String name; //@ requires n.length() > 0; ensures name == n;
  An(String n) { name = n; } 
  //@ ensures 0 <= \result && \result <= 10;
  int legs() { return 0; } }
class Dog extends An { /*@ spec_public @*/ private int age; //@ invariant age >= 0;
  //@ requires a >= 0 && n.length() > 0; ensures name == n && age == a;
  Dog(String n, int a) { super(n); age = a; }
  int legs() { int k = super.legs(); return k > 5 ? k : k + 4; } }

class T14 { int w, h; //@ invariant w >= 0 && h >= 0;
  //@ requires 0 <= a && 0 <= b; ensures w == a && h == b;
  T14(int a, int b) { init(a, b); }
  //@ requires 0 <= a && 0 <= b; assignable w, h; ensures w == a && h == b;
  private /*@ helper @*/ void init(int a, int b) { w = a; h = b; } 
  T14() { this(1, 2); } }

class MyEx extends Exception { final int code; //@ ensures code == c;
  MyEx(int c) { code = c; } }
class T09 { 
  //@ requires true; signals (MyEx e) x < 0; signals_only MyEx; ensures x >= 0 && \result == x;
  static int f(int x) throws MyEx { if (x < 0) throw new MyEx(x); return x; }
  //@ ensures \result >= -1;
  static int m(int x) { try { return f(x); } catch (MyEx e) { return -1; } } }

class T08 { private /*@ spec_public @*/ int[] data = new int[16]; private /*@ spec_public @*/ int n; //@ public invariant 0 <= n && n <= data.length && (\forall int i; 0 <= i && i < n; data[i] >= 0);
  //@ requires v >= 0 && n < data.length; assignable data[n], n; ensures n == \old(n) + 1;
  void add(int v) { data[n] = v; n++; }
  //@ requires 0 <= i && i < n; ensures \result >= 0;
  int get(int i) { return data[i]; } }
