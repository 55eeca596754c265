// An object may be of another subclass.
class Shape0 { int n; }
class Round extends Shape0 { }
class Edgy extends Shape0 { }
class Downcast {
  //@ public normal_behavior requires s instanceof Round; ensures true;
  static void m(Shape0 s) { Round r = (Round) s; }
}
