// The receiver may be the argument.
class AliasThis {
  int v;
  //@ requires o != this; requires 0 <= o.v && o.v < 1000 && 0 <= v && v < 1000;
  //@ assignable v; ensures v == \old(v) + 1 && o.v == \old(o.v);
  void m(AliasThis o) { v = v + 1; }
}
