// A counter never goes down.
class Constraint {
  int n; //@ constraint n >= \old(n);
  //@ requires n < 100; assignable n;
  void m() { n = n < 0 ? n : 0; }
}
