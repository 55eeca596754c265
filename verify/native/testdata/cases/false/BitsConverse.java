// A power of two has one bit.
class BitsConverse {
  //@ requires 0 <= n && n < 31; ensures \result;
  static boolean m(int n) { int x = (1 << n) - 2; return (x & (x - 1)) == 0; }
}
