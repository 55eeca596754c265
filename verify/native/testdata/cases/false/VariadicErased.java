// The array that a variadic call makes is of what the type variable is erased to.
class VariadicErased {
  //@ public normal_behavior ensures \result.length == all.length;
  static <T> T[] made(T... all) { return all; }
  static <T> T[] two(T a, T b) { return made(a, b); }
  //@ public normal_behavior ensures true;
  static void m() { String[] s = two("x", "y"); }
}
