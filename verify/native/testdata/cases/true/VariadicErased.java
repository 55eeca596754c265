// The array that a variadic call makes is of what the type variable is erased to.
class VariadicErased {
  //@ public normal_behavior ensures \result.length == all.length;
  static <T> T[] made(T... all) { return all; }
  //@ public normal_behavior ensures true;
  static void m() { String[] s = made("x", "y"); }
}
