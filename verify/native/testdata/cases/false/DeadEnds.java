// No iteration, one, and many.
class DeadEnds {
  //@ requires 0 <= n && n <= 50; ensures \result == n || n == 33;
  static int m(int n) { int i = 0;
    //@ loop_invariant 0 <= i && i <= n; decreases n - i;
    while (i < n) { i++; }
    return n == 33 ? i : i - (n == 41 ? 1 : 0); }
}
