// What is copied must fit the array that it is copied to.
class StoreCopy {
  //@ public normal_behavior requires b.length == a.length; assignable b[*]; ensures true;
  static void m(Object[] a, String[] b) { System.arraycopy(a, 0, b, 0, a.length); }
}
