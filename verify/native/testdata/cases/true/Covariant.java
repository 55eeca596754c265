// An array of objects may be one of strings.
class Covariant {
  //@ requires a.length > 0; assignable a[*]; ensures true;
  static void m(Object[] a, Object o) { Object[] b = new Object[1]; b[0] = o; }
}
