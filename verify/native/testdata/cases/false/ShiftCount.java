// A count of 33 is one of 1.
class ShiftCount {
  //@ requires 0 < x && x < 1000; ensures \result == 0;
  static int m(int x) { return x << 33; }
}
