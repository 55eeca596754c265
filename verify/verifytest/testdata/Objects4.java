// What a class inherits for an interface, super calls, invariants of other objects,
// constraints, purity through constructors, erased types.
import java.io.*;

interface I09 { //@ ensures \result >= 0;
  int size(); }
class L09 extends java.util.ArrayList<String> implements I09 { } //! Invariant //!^ Constraint //!^ Postcondition
interface J09 { //@ ensures \result > 5;
  int ordinal(); }
enum E09 implements J09 { A, B } //! Invariant //!^ Constraint //!^ Postcondition

interface I11 { //@ ensures \result == 1;
  default int f() { return 1; } }
class A11s { public int f() { return 2; } }
class C11 extends A11s implements I11 { } //! Postcondition

interface I12 { //@ public normal_behavior ensures true;
  void f(); }
class A12s { public void f() { throw new IllegalStateException(); } }
class C12 extends A12s implements I12 { } //! ExceptionalPostcondition

class A14s { //@ requires x > 0;
  public int f(int x) { return 10 / x; } }
interface I14 { int f(int x); }
class C14 extends A14s implements I14 { } //! Precondition

interface I10b { //@ requires x >= 0; ensures \result >= 0;
  int f(int x); }
abstract class A10b { //@ requires x > 10; ensures \result == x;
  public int f(int x) { if (x <= 10) return -1; return x; } }
class C10b extends A10b implements I10b { } //! Precondition

interface I11b<T> { //@ ensures \result != null;
  T get(); }
class A11b { public /*@ nullable @*/ String get() { return null; } }
class C11b extends A11b implements I11b<String> { } //! PossiblyNullReturn

interface I12b { //@ ensures \result == 0;
  int hashCode(); }
class C12b implements I12b { } //! Postcondition
class D12b { //@ also ensures \result == (this == o);
  public boolean equals(/*@ nullable @*/ Object o) { return true; } } //! Postcondition

interface S { //@ ensures \result >= 0;
  /*@ pure @*/ int size(); }
abstract class Base { protected int n; //@ invariant n >= 0;
  //@ ensures \result == n;
  public /*@ pure @*/ int size() { return n; } }
class Imp extends Base implements S { Imp() { n = 0; } }
class T06 { //@ ensures \result >= 0;
  static int m(S s) { return s.size(); } }

class A30a { /*@ pure @*/ int p() { return 1; } int q() { return p(); } }
class A30b extends A30a { /*@ pure @*/ int p() { return super.p() + 1; } //! ArithmeticOperationRange
  //@ ensures \result == 1;
  int r() { return q(); } } //! Postcondition

class A19 {
  int[] a = new int[]{1}; //@ invariant a.length == 1 && a[0] == 1;
  static /*@ nullable @*/ A19 g;
  static void bad() { if (g != null) g.a[0] = 7; } //! Invariant
}

class A21 {
  private int[] a = new int[]{1}; //@ invariant a.length == 1 && a[0] == 1;
  void leak(A21[] o) { int[] t = a; w(t); }
  //@ requires t.length > 0; assignable t[0];
  static void w(int[] t) { t[0] = 9; } //! Invariant
}

class C22 { int x; //@ constraint x >= \old(x);
}
class A22 {
  //@ requires c.x > 0;
  static void m(C22 c) { c.x = c.x - 1; } //! Constraint
}

class C23 { static int x; //@ static constraint x >= \old(x);
 }
class A23 {
  //@ requires C23.x > 0; signals (RuntimeException e) true;
  static void m() { C23.x = 0; throw new RuntimeException(); } //! Constraint
}

class B15 {
  private int[] a; //@ invariant a.length == 1 && a[0] >= 0;
  //@ requires n >= 0;
  B15(int n) { a = new int[1]; a[0] = n; }
  //@ ensures \result == a;
  int[] raw() { return a; }
  static void m(B15 b) { int[] r = b.raw(); if (r.length > 0) r[0] = -1; } //! Invariant
}

class T11 { private int x; //@ constraint x >= \old(x);
  //@ requires x < 100; assignable x;
  void up() { x++; }
  //@ requires x < 50; assignable x;
  void two() { up(); } 
  static int c; //@ static constraint c >= \old(c);
  //@ requires c < 10; assignable c;
  static void inc() { c++; }
  //@ requires 0 <= k && k < 5 && c < 5; assignable c;
  static void some(int k) { if (k > 0) inc(); } }

class C24<T> { T v; C24(T t) { v = t; } }
class A24 {
  static <T> T cast(Object o) { return (T) o; }
  //@ public normal_behavior ensures true;
  static int m() { Object o = Integer.valueOf(3); String s = A24.<String>cast(o); return 1; } //! PossiblyBadCast
}

class S23<T> { T[] a; S23() { a = (T[]) new Object[2]; } }
class B23 {
  //@ public normal_behavior ensures true;
  static int m() { S23<String> s = new S23<>(); String[] q = s.a; return 1; } //! PossiblyBadCast
}

class Box10<T> { private T v; Box10(T t) { v = t; } /*@ pure @*/ T get() { return v; } }
class T10 { //@ ensures true;
  static int m(Box10<String> b) { return b.get().length(); } } //! PossiblyBadCast

class A27 {
  static class W { static int c; int q = ++c; } //! ArithmeticOperationRange
  static int f() { return new W().q; }
  //@ requires W.c == 0; ensures W.c == 0;
  static void m() { f(); } //! Postcondition
}

class A28x {
  static int g;
  static class W { int q = g; }
  static /*@ pure @*/ int f() { return new W().q; }
  //@ requires g == 0; assignable g; ensures \result;
  static boolean m() { int a = f(); g = 1; int b = f(); return a == b; } //! Postcondition
}

class A29 {
  static int even(int n) { if (n == 0) return 1; return odd(n - 1); } //! ArithmeticOperationRange
  static int odd(int n) { if (n == 0) throw new IllegalStateException(); return even(n - 1); } //! ArithmeticOperationRange
  //@ ensures \result == 1;
  static int m() { try { odd(2); } catch (IllegalStateException e) { return 2; } try { even(1); } catch (IllegalStateException e) { return 5; } return 1; } //! Postcondition
}

class B24 {
  static boolean isEven(int n) { return n == 0 ? true : isOdd(n - 1); } //! ArithmeticOperationRange
  static boolean isOdd(int n) { if (n < 0) throw new IllegalArgumentException(); return n == 0 ? false : isEven(n - 1); }
  //@ public normal_behavior ensures true;
  static void m() { isEven(-1); } //! ExceptionalPostcondition
}

class B25 {
  //@ signals (RuntimeException e) true;
  static void g() throws IOException { throw new IOException(); }
  static void h() throws IOException { g(); Object o = null; }
  //@ requires d == 0; signals (ArithmeticException e) true; signals (IOException e) true;
  static int f(int d) throws IOException { if (d > 5) throw new IOException(); return 1 / d; }
  //@ public normal_behavior ensures true;
  static int m() { try { return f(0); } catch (IOException e) { return 1; } } //! ExceptionalPostcondition
}

class N36b { N36b p; N36b(N36b q) { p = q; q.p = this; } }
class B36 {
  //@ ensures \result;
  static boolean m(N36b a) { N36b o = a.p; N36b n = new N36b(a); return a.p == o; } //! Postcondition
}

class Acc { private /*@ spec_public @*/ int bal; //@ public invariant bal >= 0;
  //@ requires b >= 0; ensures bal == b;
  Acc(int b) { bal = b; }
  //@ requires x > 0 && bal + x <= 1000000; assignable bal; ensures bal == \old(bal) + x;
  void dep(int x) { bal = bal + x; }
  //@ ensures \result == bal;
  /*@ pure @*/ int get() { return bal; } }
class T01 { 
  //@ ensures \result == 15;
  static int m() { Acc a = new Acc(10); a.dep(5); return a.get(); } }

class T12 { 
  //@ requires a.length > 0 && a[0] != null; ensures \result != a[0] && \fresh(\result);
  static int[] m(int[][] a) { return new int[1]; }
  static class N { /*@ nullable @*/ N next; int v; N(int v) { this.v = v; } }
  //@ requires n.next != null; ensures \result == n.next.v;
  static int q(N n) { N x = new N(7); return n.next.v; }
}
