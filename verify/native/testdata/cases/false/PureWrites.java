// A pure method writes nothing that existed before.
class PureWrites {
  int seen;
  //@ ensures \result == x;
  /*@ pure @*/ int m(int x) { seen = x; return seen; }
}
