// Large numbers have several boxes.
class BoxIdentity {
  //@ requires 0 <= k && k <= 100; ensures \result;
  static boolean m(int k) { Integer a = k; Integer b = k; return a.equals(b); }
}
