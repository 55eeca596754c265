// Constants of the class library are not null, and what they are passed to may rely on it.
class LibraryConstants {
  static Class<?> same(Class<?> c) { return c; }
  //@ ensures \result != null;
  static Object type() { return same(Integer.TYPE); }
  //@ ensures \result;
  static boolean truth() { return Boolean.TRUE != null && java.math.BigInteger.TEN != null; }
}
