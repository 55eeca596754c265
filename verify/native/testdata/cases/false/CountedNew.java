// A constructor counts its objects in a static field.
class Counted { static int made; //@ assignable made; ensures made == 1;
  Counted() { made = 1; } }
class CountedNew {
  //@ requires k % 1000003 == 12345 && k > 50000000; assignable Counted.made; ensures \result == 0;
  static int m(int k) { Counted.made = 0; new Counted(); return Counted.made; }
}
