// A pure method writes nothing that existed before.
class PureWrites {
  int seen;
  //@ ensures \result == x;
  /*@ pure @*/ int m(int x) { int seen = x; return seen; }
}
