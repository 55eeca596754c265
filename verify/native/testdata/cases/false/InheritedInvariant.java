// A subclass keeps its superclass's invariant.
class Positive { int p = 1; //@ invariant p > 0;
}
class InheritedInvariant extends Positive {
  //@ requires p < 1000; assignable p;
  void m() { p = 1 - p; }
}
