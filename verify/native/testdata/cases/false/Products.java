// A product grows with one factor where the other one is not negative.
class Products {
  //@ requires -1000 <= x && x <= y && y <= 1000 && -1 <= z && z <= 1000;
  //@ ensures \result <= y * z;
  static int m(int x, int y, int z) { return x * z; }
}
