// No iteration, one, and many.
class DeadEnds {
  //@ requires 0 <= n && n <= 50; ensures \result == n;
  static int m(int n) { int i = 0;
    //@ loop_invariant 0 <= i && i <= n; decreases n - i;
    while (i < n) { i++; }
    return i; }
}
