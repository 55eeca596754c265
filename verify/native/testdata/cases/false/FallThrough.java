// A case runs into the next one.
class FallThrough {
  //@ ensures \result == (x == 1 ? 10 : x == 2 ? 20 : 0);
  static int m(int x) { int r = 0; switch (x) { case 1: r = 10; case 2: r = 20; break; default: } return r; }
}
