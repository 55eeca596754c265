// Large numbers have several boxes.
class BoxIdentity {
  //@ requires k % 1000003 == 12345 && k > 50000000; ensures \result;
  static boolean m(int k) { Integer a = k; Integer b = k; return a == b; }
}
