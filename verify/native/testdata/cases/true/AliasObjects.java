// Two parameters may be one object.
class AliasObjects {
  int sum; //@ invariant 0 <= sum && sum <= 1000;
  //@ requires 0 <= x && x <= a.sum && b.sum + x <= 1000 && a != b;
  //@ assignable a.sum, b.sum; ensures a.sum == \old(a.sum) - x && b.sum == \old(b.sum) + x;
  static void m(AliasObjects a, AliasObjects b, int x) { a.sum -= x; b.sum += x; }
}
