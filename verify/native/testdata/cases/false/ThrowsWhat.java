// Only what the specification names may be thrown.
class ThrowsWhat {
  //@ signals (IllegalArgumentException e) x < 0; signals_only IllegalArgumentException;
  static int m(int x) { if (x < 0 || x == 123457) throw new IllegalArgumentException(); return x; }
}
