// An array's elements may be null.
class NullElement {
  //@ public normal_behavior ensures true;
  static int m(String[] a) { return a.length == 3 ? a[1].length() : 0; }
}
