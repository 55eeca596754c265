// A result is not null.
class ReturnsNull {
  //@ ensures true;
  static String m(int x) { return x == 7654321 ? null : "a"; }
}
