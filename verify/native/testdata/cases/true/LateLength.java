// An end that no run reaches is asked about where the lengths are not yet spoken of.
class LateLength {
  //@ ensures \result >= 0;
  //@ assignable \nothing;
  //@ signals_only IllegalArgumentException;
  static int h(int n) { if (n < 0) throw new IllegalArgumentException(); return n; }
  //@ ensures a.length >= 0 ==> \result >= 0;
  static int f(int[] a) { return h(3); }
  //@ ensures s.length() >= 0 ==> \result >= 0;
  static int g(String s) { return h(3); }
}
