// An object's array is its caller's, too.
class SharedArray {
  final int[] a; //@ invariant a.length == 2 && a[0] <= a[1];
  //@ requires p.length == 2 && p[0] <= p[1]; ensures a[0] == \old(p[0]) && a[1] == \old(p[1]);
  SharedArray(int[] p) { a = new int[2]; a[0] = p[0]; a[1] = p[1]; }
  //@ ensures \result <= a[1];
  int m() { return a[0]; }
}
