// Division goes towards zero.
class NegativeHalf {
  //@ requires x >= 0 && x % 7919 == 11; ensures \result * 2 <= x;
  static int m(int x) { return x / 2; }
}
