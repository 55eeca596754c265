// Two parameters may be one array.
class AliasArrays {
  //@ requires a.length > 0 && b.length > 0 && a != b;
  //@ ensures a[0] == \old(a[0]);
  static void m(int[] a, int[] b) { b[0] = 1; }
}
