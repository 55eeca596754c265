// An array that an object holds may be a parameter, too.
class ChildArray {
  int[] a = new int[3];
  //@ requires a.length > 0 && p.length > 0;
  //@ assignable p[*]; ensures a[0] == \old(a[0]);
  void m(int[] p) { p[0] = 5; }
}
