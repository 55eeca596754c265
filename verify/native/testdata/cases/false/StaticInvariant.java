// A static invariant holds behind every method.
class StaticInvariant {
  //@ static invariant low <= high;
  static int low = 1; static int high = 2;
  //@ requires k % 1000003 == 12345 && k > 50000000; requires high < 1000000000; assignable high;
  static void m(int k) { high = low - 1; }
}
