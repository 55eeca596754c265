// What a callee writes is of its caller's frame.
class FrameStatic {
  static int n;
  //@ assignable n;
  static void bump(int x) { n = x; }
  //@ requires k % 1000003 == 12345 && k > 50000000; assignable \nothing;
  static void m(int k) { bump(k); }
}
