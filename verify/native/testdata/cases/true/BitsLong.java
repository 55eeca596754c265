// A long with one bit.
class BitsLong {
  //@ requires x > 0; ensures \result ==> (\exists int k; 0 <= k && k < 63; x == (1L << k));
  static boolean m(long x) { return (x & (x - 1)) == 0; }
}
