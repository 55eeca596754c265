// An array's elements may be null.
class NullElement {
  //@ public normal_behavior requires (\forall int i; 0 <= i && i < a.length; a[i] != null); ensures true;
  static int m(String[] a) { return a.length == 3 ? a[1].length() : 0; }
}
