// A callee's precondition.
class CallsPre {
  //@ requires d != 0;
  static int div(int d) { return 100 / d; }
  //@ requires x != 7654321;
  static void m(int x) { int y = div(x == 7654321 ? 0 : 3); }
}
