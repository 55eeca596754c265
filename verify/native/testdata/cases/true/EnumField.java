// The constants of an enum have their own values.
enum Size { SMALL(1), LARGE(9); final int w; Size(int w) { this.w = w; } }
class EnumField {
  //@ requires k % 1000003 == 12345 && k > 50000000; ensures \result == Size.LARGE.w;
  static int m(int k) { return Size.LARGE.w; }
}
