// An exception of another class.
class ThrowsOther {
  //@ signals (RuntimeException e) true; signals_only IllegalStateException;
  static void m(int x) { if (x == 7654321) throw new IllegalStateException(); }
}
