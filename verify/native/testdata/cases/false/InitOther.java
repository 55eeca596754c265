// The initialisation of one class changes another's field.
class Left { static int v; }
class Right { static int w = 2; static { Left.v = 3; } }
class InitOther {
  //@ requires Left.v == 0; ensures \result == 0;
  static int m() { int x = Right.w; return Left.v; }
}
