// A static field is read before it has its value.
class InitOrder {
  static int a = 7; static int b = twice();
  //@ ensures \result == (a == 7 ? 14 : 0);
  static /*@ helper @*/ int twice() { return a == 7 ? 14 : 0; }
  //@ requires k % 1000003 == 12345 && k > 50000000 && b < 100; ensures \result == b;
  static int m(int k) { return b; }
  //@ static invariant b == 14;
}
