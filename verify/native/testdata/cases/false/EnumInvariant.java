// A constant does not keep its class's invariant.
enum Step { UP(1), DOWN(0); final int by; //@ public invariant by > 0;
  //@ requires by > 0; ensures this.by == by;
  Step(int by) { this.by = by; } }
class EnumInvariant {
  //@ ensures \result > 0;
  static int m(Step s) { return s.by; }
}
