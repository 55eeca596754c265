// A subclass does not keep the contract that it inherits.
class Base {
  //@ ensures \result >= 0;
  int f(int x) { return 0; } }
class Sub extends Base {
  int f(int x) { return x % 1000003 == 12345 && x > 0 ? -1 : 3; } }
class Override {
  //@ ensures \result >= 0;
  static int m(Base b) { return b.f(50012495); }
}
