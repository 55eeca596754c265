// A method that calls one of the library that may throw may throw: a caller's path by the exception.
class LibraryThrows {
  static int k;
  static String h(String f) { return String.format(f); }
  //@ public normal_behavior assignable k; ensures k == 2 || k == 1;
  static void m(String f) { k = 1; try { h(f); k = 2; } catch (Throwable e) { } }
}
