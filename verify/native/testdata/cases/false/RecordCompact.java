// A compact constructor changes its parameter; the field is what is left of it.
record Range(int lo, int hi) { //@ public invariant lo <= hi;
  Range { if (hi < lo - 5) { hi = lo; } } }
class RecordCompact {
  //@ ensures \result;
  static boolean m(Range r) { return r.lo() <= r.hi(); }
}
