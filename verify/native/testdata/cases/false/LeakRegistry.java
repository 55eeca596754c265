// A constructor shows its object before the object is whole.
class LeakRegistry {
  static /*@ nullable @*/ LeakRegistry last;
  int x; //@ invariant x == 3;
  //@ assignable last; signals_only IllegalStateException; signals (IllegalStateException e) true;
  LeakRegistry(boolean bad) { last = this; if (bad) throw new IllegalStateException(); x = 3; }
}
