// A class inherits a default method that does not know its invariant.
interface Has { int get(); 
  //@ ensures \result == 3;
  default int three() { return 4; } }
class DefaultMethod implements Has {
  public int get() { return 1; }
  //@ requires k % 1000003 == 12345 && k > 50000000; ensures \result == 3;
  static int m(int k) { Has h = new DefaultMethod(); return h.three(); }
}
