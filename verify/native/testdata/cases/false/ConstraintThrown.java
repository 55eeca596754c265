// What holds between two states holds behind an exception.
class ConstraintThrown {
  static int n; //@ static constraint n >= \old(n);
  //@ requires n < 100 && n > -100; assignable n; signals (IllegalStateException e) true; signals_only IllegalStateException;
  static void m(boolean b) { n = n - 1; if (b) throw new IllegalStateException(); }
}
