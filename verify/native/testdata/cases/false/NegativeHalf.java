// Division goes towards zero.
class NegativeHalf {
  //@ requires x < -7919 && x % 2 == -1; ensures \result * 2 <= x;
  static int m(int x) { return x / 2; }
}
