// A ghost field is what was last set.
class GhostField {
  //@ ghost int g = 0;
  int n;
  //@ requires 0 <= n && n < 100; ensures g == n;
  void m() { n = n + 1; //@ set g = n;
  }
}
