// A finally block has the last word.
class FinallyReturns {
  //@ requires k % 1000003 == 12345 && k > 50000000; ensures \result == 2;
  static int m(int k) { try { return k; } finally { return 2; } }
}
