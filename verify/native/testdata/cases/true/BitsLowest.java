// The lowest bit that is set is a power of two.
class BitsLowest {
  //@ requires x > 0; ensures (\exists int k; 0 <= k && k < 31; \result == (1 << k));
  static int m(int x) { return x & -x; }
}
